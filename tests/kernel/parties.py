"""Both checkers side by side, for guards that are taken away: what they check, what refused, and what became of it without.

`Party.guards` are all guards of the kernel, or of the second checker from its reading of certificates to the rules of inference;
what the second checker has for refutations alone is tried in `tests/verify`.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from guards import Guard, functions_of, guards, without

import symproofs.kernel
from symproofs import verify
from symproofs.kernel import theorem
from symproofs.kernel.certificate import decode, decode_statement
from symproofs.kernel.chain import Chain
from symproofs.kernel.deduction import apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_to_json, term_to_json, type_from_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Term
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped

HERE = Path(__file__).parent
BUDGET = 50_000
Json = Any


def kernel_functions() -> Iterator[FunctionType]:
    for module in pkgutil.iter_modules(symproofs.kernel.__path__):
        yield from functions_of(importlib.import_module(f"symproofs.kernel.{module.name}"))


def verify_functions() -> Iterator[FunctionType]:
    """All but those between the rules of inference and the canonical text, which are for refutations."""
    first, last = verify.within_reach.__code__.co_firstlineno, verify.canonical.__code__.co_firstlineno
    for f in functions_of(verify):
        if not first <= f.__code__.co_firstlineno < last and f.__name__ not in ONLY_REFUTATIONS:
            yield f


ONLY_REFUTATIONS = ("check_file", "main")


def checked_by_kernel(value: Json) -> None:
    """As `theorem.check` does it, which in tests asks the second checker as well."""
    try:
        certificate = decode(value)
        if certificate.proof is not None:
            theorem._from_tree(certificate, certificate.conditions, BUDGET)
        else:
            Chain(certificate, certificate.conditions, BUDGET).follow()
    except Mistyped as fault:
        raise Rejected(f"a term is ill-typed: {fault.message}") from None


# ------------------------------------------------------------------ applications of rules


@dataclass(frozen=True)
class Application:
    """A sequent and the row of a rule."""

    sequent: Sequent
    row: Mapping[str, Json]

    def certificate(self, below: list[Json], conditions: list[Json] | None = None) -> Json:
        """The sequent as a theorem, shown by the rule and what is below."""
        return {
            "format": "symproofs-certificate",
            "version": 1,
            **context_to_json(self.sequent.context),
            "statement": statement_to_json(self.sequent.goal),
            "conditions": conditions or [],
            "axioms": [],
            "lemmas": [],
            "links": [],
            "proof": {**self.row, "of": below},
        }


def context_to_json(context: Context) -> Json:
    return {
        "declarations": [
            {"name": n, "type": type_to_json(d.type), "properties": sorted(d.properties)} for n, d in context.declarations.items()
        ],
        "distinct": sorted(sorted(pair) for pair in context.distinct),
        "hypotheses": [statement_to_json(h.statement) for h in context.hypotheses],
    }


def context_from_json(value: Json) -> Context:
    rows = {
        r["name"]: Declaration(r["name"], type_from_json(r["type"]), frozenset(r["properties"])) for r in value["declarations"]
    }
    given = tuple(Hypothesis(decode_statement(h)) for h in value["hypotheses"])
    return Context(rows, given, frozenset(map(frozenset, value["distinct"])))


def applied_by_kernel(case: Application) -> list[Any]:
    return list(apply_rule(case.row, case.sequent, Ledger(case.sequent.context, BUDGET)))


def applied_by_verify(case: Application) -> list[Any]:
    """*Fails when* data are left out or malformed: likewise `verify.Refused`."""
    context = verify.read_context(context_to_json(case.sequent.context))
    goal = verify.Sequent(context, verify.read_statement(statement_to_json(case.sequent.goal)))
    tree = verify.Tree(context, [0])
    verify.must(case.row.get("rule") in verify.INFERENCES, "there is no such rule")
    try:
        return list(verify.INFERENCES[case.row["rule"]](tree, goal, case.row))
    except MALFORMED as fault:
        raise verify.Refused(f"malformed: {type(fault).__name__}: {fault}") from fault


def left_by_verify(case: Application) -> list[Sequent]:
    """What the second checker leaves, as sequents of the kernel."""
    return [_sequent(q) for q in applied_by_verify(case)]


def _sequent(q: Any) -> Sequent:
    rows = {n: Declaration(n, _type(kind), properties) for n, (kind, properties) in q.context.declared.items()}
    given = tuple(Hypothesis(_statement(h)) for h in q.context.hypotheses)
    return Sequent(Context(rows, given, q.context.distinct), _statement(q.goal))


def _statement(s: Any) -> Statement:
    match s:
        case ["is", prop, t]:
            return Property(prop, _term(t))
        case ["in", t, sort]:
            return Membership(_term(t), sort)
        case ["and", parts]:
            return And(tuple(map(_statement, parts)))
        case ["implies", first, second]:
            return Implies(_statement(first), _statement(second))
        case ["iff", first, second]:
            return Iff(_statement(first), _statement(second))
        case [("forall" | "exists") as how, rows, body]:
            names = tuple((n, _type(kind)) for n, kind in rows)
            return (ForAll if how == "forall" else Exists)(names, _statement(body))
        case [("tends" | "in_probability") as how, t, a]:
            return (Tends if how == "tends" else InProbability)(_term(t), _term(a))
    operator, left, right = s
    return Relation(operator, _term(left), _term(right))


def _term(t: Any) -> Term:
    data = tuple(_size(d) if isinstance(d, verify.Size) else d for d in t.data)
    return Term(t.head, tuple(map(_term, t.args)), data)


def _size(size: Any) -> Size:
    return Size(size.constant, size.parts)


def _type(kind: Any) -> Type:
    over = tuple(map(_size, kind.over))
    index = None if kind.runs is None else _size(kind.runs)
    parameters = None if kind.parameters is None else tuple(map(_type, kind.parameters))
    return Type(kind.sort, _size(kind.rows), _size(kind.cols), over, index, parameters)


MALFORMED = (KeyError, IndexError, ValueError, TypeError, AttributeError, ZeroDivisionError, OverflowError)


# ------------------------------------------------------------------ parties


class Party:
    """One of the checkers."""

    def __init__(
        self,
        name: str,
        functions: Iterator[FunctionType],
        check: Callable[[Json], Any],
        apply: Callable[[Application], list[Sequent]],
        refusal: type[Exception],
    ) -> None:
        self.name, self.check, self.apply, self.refusal = name, check, apply, refusal
        self.guards = [g for f in functions for g in guards(f)]
        self.by_label = {g.label: g for g in self.guards}
        self.asking = [g for g in self.guards if g.asks and g.text.startswith(ASKING)]

    @cached_property
    def by_place(self) -> Mapping[tuple[str, int], list[Guard]]:
        found: dict[tuple[str, int], list[Guard]] = {}
        for g in self.guards:
            for line in g.lines:
                found.setdefault((g.function.__code__.co_filename, line), []).append(g)
        return found

    def refused_by(self, fault: BaseException, before: BaseException | None = None) -> list[Guard]:
        """The guards on the lines that refused, from the outermost inwards; and those that ask, where too much is left.

        `before` is what was being handled already.
        """
        found: dict[str, Guard] = {}
        message = str(fault)
        while fault is not None and fault is not before:
            trace = fault.__traceback__
            while trace is not None:
                for g in self.by_place.get((trace.tb_frame.f_code.co_filename, trace.tb_lineno), ()):
                    found[g.label] = g
                trace = trace.tb_next
            fault = fault.__cause__ or fault.__context__  # type: ignore[assignment]
        if "condition is not listed" in message or " leaves " in message:
            found.update((g.label, g) for g in self.asking)
        return list(found.values())

    def without(self, guard: Guard, do: Callable[[Any], Any], value: Any) -> str:
        """`accepts`, or why not: `raises …`, or the guard that refuses then."""
        before = sys.exc_info()[1]
        try:
            with without(guard):
                do(value)
        except self.refusal as fault:
            raised = [word for word in str(fault).replace(":", " ").split() if word.endswith(("Error", "Exception"))]
            if str(fault).startswith("malformed: ") and raised:
                return f"raises {raised[0]}"
            behind = [g.label for g in self.refused_by(fault, before) if g.label != guard.label]
            return f"{behind[-1]} refuses" if behind else f"refused: {fault}"
        except RecursionError:
            return "raises RecursionError"
        except Exception as fault:
            return f"raises {type(fault).__name__}"
        return "accepts"


ASKING = (
    "self._require",
    "self.main.require",
    "state.require",
    "scope.state.require",
    "require_",
    "work.require",
    "scope.work.require",
    "self._admit",
)


@cache
def party(name: str) -> Party:
    if name == "kernel":
        return Party(name, kernel_functions(), checked_by_kernel, applied_by_kernel, Rejected)
    return Party(name, verify_functions(), verify.check, left_by_verify, verify.Refused)


PARTIES = ("kernel", "verify")


# ------------------------------------------------------------------ the notation of rows


SPEC = importlib.util.spec_from_file_location("reader_of_cases", HERE.parent / "refute" / "conftest.py")
assert SPEC is not None and SPEC.loader is not None
READER = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(READER)


class Reader(READER.Reader):  # type: ignore[name-defined,misc]
    """That notation, with `Flat(a, b, c)` for one product of three, `InProb(t, a)`, and `D(f, x, y, i)` for ∂f/∂x_i at y."""

    def call(self, label: str, args: list[ast.expr]) -> Term:
        parts = tuple(map(self.term, args)) if label in ("Flat", "D") else ()
        match label, parts:
            case "Flat", _:
                return Term("mul", parts)
            case "D", (body, by, point, *places):
                return Term("derivative", (body, point, *places), by.data)
        made: Term = super().call(label, args)
        return made

    def statement(self, node: ast.expr) -> Any:
        match node:
            case ast.Call(ast.Name(id="InProb"), [subject, target]):
                return InProbability(self.term(subject), self.term(target))
        return super().statement(node)


def read(text: str, context: Context) -> Any:
    return Reader(context).statement(ast.parse(text, mode="eval").body)


def read_term(text: str | Json, context: Context) -> Json:
    """A term as JSON; `{"q": "1/2"}` is a number written as one."""
    if isinstance(text, dict):
        return ["num", [], [text]]
    return term_to_json(Reader(context).term(ast.parse(text, mode="eval").body))


def context_of(case: Mapping[str, Any]) -> Context:
    context = READER.read_context(case["declare"])
    return context.assume([Hypothesis(read(h, context)) for h in case["given"]])


def application_of(case: Mapping[str, Any]) -> Application:
    """A row of `by_hand.jsonl`."""
    context = context_of(case)
    return Application(Sequent(context, read(case["goal"], context)), row_of(case["row"], context))


def row_of(row: Mapping[str, Any], context: Context) -> dict[str, Json]:
    """The row of the rule, its terms and statements as JSON."""
    made: dict[str, Json] = {"target": None, "term": None} if row["rule"] == "eventually" else {}
    for key, value in row.items():
        if key in TERMS and value is not None:
            made[key] = read_term(value, context)
        elif key == "terms":
            made[key] = _terms(value, context)
        elif key == "steps":
            made[key] = [[op, read_term(t, context)] for op, t in value]
        elif key == "statement" and isinstance(value, str):
            made[key] = statement_to_json(read(value, context))
        else:
            made[key] = value
    return made


TERMS = ("term", "left", "right", "start", "before", "rest", "below", "value", "antiderivative", "middle")
"""Data of rules that are terms."""


def _terms(value: Any, context: Context) -> Json:
    if isinstance(value, dict):
        return {n: read_term(t, context) for n, t in value.items()}
    return [[t[0], read_term(t[1], context)] if isinstance(t, list) else read_term(t, context) for t in value]


def certificate_of(case: Mapping[str, Any]) -> Json:
    """A row of `chains.jsonl`: a certificate whose terms are written in that notation, or one as it is.

    `lemmas` are rows {letters, left, right, scripts, sides, end, premises, facts}, `links` rows [by, number, path, terms, way].
    """
    if "certificate" in case:
        return case["certificate"]
    context = context_of(case)
    lemmas = [_lemma(row, context) for row in case.get("lemmas", [])]
    made = Application(Sequent(context, read(case["goal"], context)), {}).certificate([])
    del made["proof"]
    made["distinct"] += case.get("distinct", [])
    given = case.get("conditions", [])
    made["conditions"] = [statement_to_json(read(c, context)) if isinstance(c, str) else c for c in given]
    made["lemmas"] = lemmas
    made["links"] = [_link(row, context) for row in case.get("links", [])]
    if "proof" in case:
        made |= {"lemmas": [], "links": [], "proof": _node(case["proof"], context)}
    return made


def _lemma(row: Mapping[str, Any], context: Context) -> Json:
    inner = READER.read_context(row.get("letters", []))
    here = context.declare(*inner.declarations.values())
    sides = row.get("sides", [None, None])
    return {
        "letters": [[n, type_to_json(d.type)] for n, d in inner.declarations.items()],
        "premises": [statement_to_json(read(p, here)) for p in row.get("premises", [])],
        "facts": [{"by": "hypothesis", "script": None, "lead": 0, **f} for f in row.get("facts", [])],
        "left": read_term(row["left"], here),
        "right": read_term(row["right"], here),
        "scripts": row.get("scripts", [MEET]),
        "left_script": sides[0],
        "right_script": sides[1],
        "end": row.get("end", [["script", 0]]),
    }


MEET = [["add", 0, 1, 0]]
"""One monomial on each side, and they are equal."""


def _link(row: list[Any], context: Context) -> Json:
    by, number, path, terms, *way = row
    return {
        "path": path,
        "by": by,
        "n": number,
        "direction": way[0] if way else "forward",
        "instance" if by == "hypothesis" else "letters": {n: read_term(t, context) for n, t in terms.items()},
    }


def _node(node: Mapping[str, Any], context: Context) -> Json:
    """A tree of inferences; names that rules introduce are declared by `with`, as in the declarations of a row."""
    here = context.declare(*READER.read_context(node.get("with", [])).declarations.values())
    row = {k: v for k, v in node.items() if k not in ("of", "with", "lemmas", "links")}
    made = row_of(row, here)
    if node["rule"] == "chain":
        made |= {"lemmas": [_lemma(m, here) for m in node["lemmas"]], "links": [_link(k, here) for k in node["links"]]}
    return {**made, "of": [_node(below, here) for below in node.get("of", [])]}
