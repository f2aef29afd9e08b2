"""Derivations written in Python: declare, define, assume, claim, check.

    d = Derivation("softmax keeps its rows")
    n, = d.sizes("n")
    P = d.matrix("P", n, n, "permutation")
    ...
    d.claim(left, "=", right)
    checked = d.check()

A relation is one of = != < <= > >= ~, or -> for a passage to the limit, ->p for one in probability: `d.assume(C, "->", INFINITY)`
declares a regime, `d.claim(w, "->", 1)` says what is so in it, and with `d.case(x, ">", 1):` holds what is assumed for some
claims only.
Every side is a `Written` expression, so what is judged is what the author wrote; a statement is (left,
relation, right), never a relation of SymPy, which would have decided it already.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import Any, cast, get_args

from symproofs.derivation.document import CheckedDocument, Language, Link, Step
from symproofs.derivation.document import Derivation as ReadDerivation
from symproofs.derivation.judge import judge
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import SHOWN, Line, Verdict
from symproofs.diagnostics import Source, Span
from symproofs.kernel.randomness import is_random
from symproofs.prove.by_way import prove_by_way, sides
from symproofs.prove.chain import rank
from symproofs.prove.minimal import without
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove_equation
from symproofs.prove.reasons import Reason
from symproofs.sympy_bridge.refusal import NotRepresentable
from symproofs.sympy_bridge.written import (
    Named,
    Operand,
    Written,
    index_symbol,
    size_of,
    size_symbol,
    symbol,
    written,
)
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.dependent import written_out
from symproofs.terms.latex import latex, statement_latex
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, InProbability, Operator, Relation, Statement, Tends
from symproofs.terms.types import Sort, Type, family, function, matrix, scalar, vector
from symproofs.terms.typing import Mistyped, shape_text

Comparison = tuple[Operand, str, Operand]
"""(left, relation, right)."""

MOST_LINES_OF_A_LINK = 2
"""A link of a chain that takes more is one line, as its author wrote it, with all its reasons."""


Statable = Relation | Tends | InProbability
"""What a step written in Python says."""

PASSAGES: Mapping[str, type[Tends] | type[InProbability]] = {"->": Tends, "->p": InProbability}
"""The signs of passages to the limit."""


class NotAStatement(Exception):
    """What was handed over cannot be claimed or assumed: it says nothing, or is no relation of two written sides."""


class NotProved(Exception):
    """Claims that are no theorems: each with its verdict and why."""


class Derivation:
    """What is declared, defined and claimed, in the order in which it was written."""

    def __init__(self, title: str = "", language: Language = "en") -> None:
        self.title = title
        self.language = language
        self._context = Context()
        self._links: list[Link] = []
        self._text = ""
        self._chain = 0

    # -------------------------------------------------------------------------------------------------- declarations

    def sizes(self, names: str) -> tuple[Written, ...]:
        """Sizes: natural numbers from 1, as in `T, d = derivation.sizes("T d")`."""
        return tuple(self.declare(size_symbol(n)) for n in names.split())

    def scalar(self, name: str, *properties: str, sort: Sort = "real") -> Written:
        """A number."""
        return self.declare(symbol(name, scalar(sort), properties))

    def scalars(self, names: str, *properties: str, sort: Sort = "real") -> tuple[Written, ...]:
        """Numbers, as in `x, y = derivation.scalars("x y")`."""
        return tuple(self.scalar(n, *properties, sort=sort) for n in names.split())

    def vector(self, name: str, rows: Operand, *properties: str, sort: Sort = "real") -> Written:
        """A column vector."""
        return self.declare(symbol(name, vector(size_of(rows), sort), properties))

    def matrix(self, name: str, rows: Operand, cols: Operand, *properties: str, sort: Sort = "real") -> Written:
        """A matrix; with one row a row vector."""
        return self.declare(symbol(name, matrix(size_of(rows), size_of(cols), sort), properties))

    def matrices(self, names: str, rows: Operand, cols: Operand, *properties: str) -> tuple[Written, ...]:
        """Matrices of one shape."""
        return tuple(self.matrix(n, rows, cols, *properties) for n in names.split())

    def index(self, name: str, size: Operand) -> Written:
        """A fixed index from 1 to a size."""
        return self.declare(index_symbol(name, size))

    def function(self, name: str, parameters: Sequence[Type], value: Type) -> Named:
        """A function of which nothing is known but the types."""
        return self._named(Named(name, function(tuple(parameters), value)))

    def family(self, name: str, member: Type, *over: Operand, properties: Sequence[str] = ()) -> Named:
        """name_i for the indices of a range, as in `k = derivation.family("k", vector("d"), n, properties=["random"])`."""
        return self._named(Named(name, family(member, *map(size_of, over))), properties)

    def _named(self, made: Named, properties: Sequence[str] = ()) -> Named:
        self._declare(made.name, made.type, frozenset(properties))
        return made

    def declare(self, value: Operand, *properties: str) -> Written:
        """Take over a symbol of SymPy or a written name, with its properties."""
        made = written(value, *properties)
        self._take(made)
        return made

    def _take(self, made: Written) -> None:
        for letter, kind in made.types.items():
            self._declare(letter, kind, made.properties.get(letter, frozenset()))

    def _declare(self, letter: str, kind: Type, properties: frozenset[str]) -> None:
        old = self._context.declarations.get(letter)
        if old is not None and old.type != kind:
            raise NotAStatement(f"{letter} is declared as {old.type} and used as {kind}")
        kept = properties | (old.properties if old is not None else frozenset())
        self._context = self._context.declare(Declaration(letter, kind, kept, "given"))

    def distinct(self, *indices: Written) -> None:
        """The indices differ from each other."""
        letters = [str(i.term.data[0]) for i in indices]
        pairs = {frozenset((a, b)) for a in letters for b in letters if a != b}
        self._context = replace(self._context, distinct=self._context.distinct | pairs)

    # ---------------------------------------------------------------------------------------------------- hypotheses

    def define(self, name: str, body: Operand) -> Written:
        """A name for an expression."""
        value = written(body)
        self._take(value)
        if name in self._context.declarations:
            raise NotAStatement(f"{name} is declared already; a definition needs a new name")
        made = self.declare(symbol(name, value.type, self._properties_of(value)))
        self._assume(Relation("=", made.term, value.term), name)
        return made

    def _properties_of(self, body: Written) -> tuple[str, ...]:
        """What is defined by something random is random."""
        return ("random",) if is_random(body.term, self._context) else ()

    def define_function(self, name: str, parameters: Sequence[Written], body: Operand) -> Named:
        """f(x, …) = body, for all values of the parameters."""
        value = written(body)
        made = self.function(name, [p.type for p in parameters], value.type)
        self.assume(made(*parameters), "=", value, for_all=parameters, label=name)
        return made

    def define_family(self, name: str, indices: Sequence[Written], body: Operand) -> Named:
        """name_i = body, for all values of the indices."""
        value = written(body)
        ranges = [i.type.index for i in indices]
        if not all(ranges):
            raise NotAStatement(f"the subscripts of {name} are to be indices")
        made = self.family(name, value.type, *ranges, properties=self._properties_of(value))
        self.assume(made[tuple(indices)], "=", value, for_all=indices, label=name)
        return made

    def assume(
        self,
        left: Operand,
        relation: str,
        right: Operand,
        *,
        for_all: Sequence[Written] = (),
        where: Sequence[Comparison] = (),
        label: str = "",
    ) -> None:
        """A hypothesis, for all values of some names and where some comparisons hold, as far as it says so."""
        bound = tuple((str(p.term.data[0]), p.type) for p in for_all)
        letters = frozenset(n for n, _ in bound)
        statement: Statement = self._statement(left, relation, right, letters)
        if relation == "=" and isinstance(statement, Relation) and statement.left.head in ("call", "member"):
            body = written_out(statement.right, letters, self._context)
            if body is None:
                raise NotAStatement(f"{label or 'this'} depends on its argument in a way that no definition says")
            statement = Relation("=", statement.left, body)
        if where:
            premises = tuple(self._statement(*comparison, letters) for comparison in where)
            statement = Implies(premises[0] if len(premises) == 1 else And(premises), statement)
        self._assume(ForAll(bound, statement) if bound else statement, label)

    def _assume(self, statement: Statement, label: str) -> None:
        self._context = self._context.assume([Hypothesis(statement, label)])

    @contextmanager
    def case(self, left: Operand, relation: str, right: Operand, *, label: str = "") -> Iterator[None]:
        """A hypothesis for the claims inside; what else is assumed or defined inside holds there only, too."""
        before = self._context
        self.assume(left, relation, right, label=label)
        try:
            yield
        finally:
            self._context = before

    # -------------------------------------------------------------------------------------------------------- claims

    def claim(self, left: Operand, relation: str, right: Operand) -> None:
        """A step: the relation holds for all values that meet the hypotheses."""
        self._chain += 1
        self._add(self._statement(left, relation, right))

    def chain(self, first: Operand, *sides: Operand | tuple[str, Operand]) -> None:
        """`first = side = …`, a step for each link; a side with another relation is written `("<=", side)`."""
        self._chain += 1
        left = first
        for side in sides:
            relation, right = side if isinstance(side, tuple) else ("=", side)
            self._add(self._statement(left, relation, right))
            left = right

    def _statement(self, left: Operand, relation: str, right: Operand, bound: frozenset[str] = frozenset()) -> Statable:
        """The statement. *Fails when* a side is no expression, or both are the same: `NotAStatement`."""
        if relation not in (*get_args(Operator), "->", "->p"):
            raise NotAStatement(f"{relation!r} is no relation; there are {', '.join(get_args(Operator))}, -> and ->p")
        try:
            a, b = written(left), written(right)
        except NotRepresentable as refusal:
            raise NotAStatement(f"a side cannot be taken as it is written: {refusal}{_caller()}") from refusal
        if a.term == b.term:
            raise NotAStatement(f"both sides are the same expression, {latex(a.term)}; was one of them evaluated?{_caller()}")
        for side in (a, b):
            self._take(replace(side, types={k: v for k, v in side.types.items() if k not in bound}))
        if a.type.shape != b.type.shape:
            shapes = (a.type.shape, b.type.shape)
            raise Mistyped(f"the sides differ in shape: {shape_text(shapes[0])} and {shape_text(shapes[1])}", b.term, shapes)
        if relation in PASSAGES:
            return PASSAGES[relation](a.term, b.term)
        return Relation(cast(Operator, relation), a.term, b.term)

    def _add(self, statement: Statable) -> None:
        shown = statement_latex(statement)
        left, right = sides(statement)
        start = len(self._text)
        self._text += shown + "\n"
        self._links.append(
            Link(
                id=str(len(self._links) + 1),
                span=Span(start, start + len(shown)),
                latex=shown,
                relation=statement.operator if isinstance(statement, Relation) else "to",
                role="claim",
                chain=self._chain,
                statement=statement,
                context=self._context,
                left_latex=latex(left),
                right_latex=latex(right),
                index=len(self._links),
            )
        )

    @property
    def claims(self) -> tuple[Link, ...]:
        """What is claimed so far, link by link."""
        return tuple(self._links)

    def theorems(self, settings: Settings | None = None) -> tuple[Proof, ...]:
        """For each chain what it says from its first side to its last, as one theorem of the kernel.

        *Fails when* a claim is not proved outright, or a chain does not lead from its first side to its last: `NotProved`.
        """
        wanting = [_why_not(step) for step in self.check(settings).steps if step.verdict is not Verdict.PROVED]
        if wanting:
            raise NotProved("\n".join(wanting))
        theorems: list[Proof] = []
        for links in self._chains():
            found = _theorem(links)
            if not isinstance(found, Proof):
                raise NotProved(f"the chain that begins with claim {links[0].id}: {found.message}")
            theorems.append(found)
        return tuple(theorems)

    def attempts(self) -> tuple[Proof | Failure, ...]:
        """For each chain its theorem, or where the search for a proof stopped."""
        return tuple(_theorem(links) for links in self._chains())

    def _chains(self) -> list[list[Link]]:
        return [list(links) for _, links in groupby(self._links, key=lambda link: link.chain)]

    # --------------------------------------------------------------------------------------------------------- check

    def check(self, settings: Settings | None = None) -> CheckedDocument:
        """Every claim with its verdict; proved ones carry the lines of the chain that proved them, single ones in detail."""
        source = Source(self.title or "<python>", self._text)
        links = tuple(self._links)
        checked = judge(ReadDerivation(source, self.language, links, givens=self._context.hypotheses), settings)
        links_of = Counter(link.chain for link in links)
        tell = (_in_detail if links_of[s.link.chain] == 1 else _as_written for s in checked.steps)
        return replace(checked, steps=tuple(_as_labelled(t(s)) for t, s in zip(tell, checked.steps, strict=True)))


def _theorem(links: list[Link]) -> Proof | Failure:
    statements = [s for link in links if isinstance(s := link.statement, Statable)]
    return prove_by_way(links[-1].context, statements)


def _why_not(step: Step) -> str:
    """A claim that is not proved outright, in a line."""
    judgement = step.judgement
    needed = f" where {', '.join(judgement.conditions)}" if judgement.conditions else ""
    why = f": {judgement.message}" if judgement.message else ""
    return f"claim {step.link.id}, {step.link.latex}: {judgement.verdict.value}{needed}{why}"


def _as_written(step: Step) -> Step:
    """A link of a chain with its reasons: in one line where it takes many, or is a passage to the limit."""
    step = _from_fewer(step)
    lines = step.judgement.unfolding
    statement = step.link.statement
    if not isinstance(statement, Statable) or len(lines) < 2:
        return step
    if len(lines) <= MOST_LINES_OF_A_LINK + 1 and isinstance(statement, Relation):
        return step
    reasons = tuple(sorted(dict.fromkeys(r for line in lines for r in line.reasons), key=rank))
    relation = statement.operator if isinstance(statement, Relation) else "->" if isinstance(statement, Tends) else "->p"
    told = (Line(step.link.left_latex, ()), Line(step.link.right_latex, reasons, relation))
    return replace(step, judgement=replace(step.judgement, unfolding=told))


def _as_labelled(step: Step) -> Step:
    """The step, an equation that its author assumed under a label named by it also where it serves as a definition."""
    named: dict[Reason, Reason] = {}
    for hypothesis in step.link.context.hypotheses:
        defined = definition_of(hypothesis)
        if defined is not None and hypothesis.label not in ("", defined[0]):
            named[Reason("definition", defined[0])] = Reason("given", hypothesis.label)
    if not named:
        return step

    def said(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(dict.fromkeys(named.get(r, r) for r in reasons))

    judgement = step.judgement
    lines = tuple(replace(line, reasons=said(line.reasons)) for line in judgement.unfolding)
    return replace(step, judgement=replace(judgement, reasons=said(judgement.reasons), unfolding=lines))


def _from_fewer(step: Step) -> Step:
    """The step proved from no hypothesis at all, where it can be: then its reasons are laws alone; else from no needless one."""
    statement = step.link.statement
    if not isinstance(statement, Relation) or step.judgement.verdict is not Verdict.PROVED:
        return step
    context = step.link.context
    proof = prove_equation(replace(context, hypotheses=()), statement)
    named = () if isinstance(proof, Proof) and not proof.conditions else step.judgement.reasons
    for reason in named:
        fewer = without(context, reason)
        other = prove_equation(fewer, statement) if fewer is not context else None
        if isinstance(other, Proof) and not other.conditions:
            context, proof = fewer, other
    if not isinstance(proof, Proof) or proof.conditions:
        return step
    return replace(step, judgement=replace(_told(step, proof).judgement, reasons=proof.reasons, theory=proof.theory))


def _in_detail(step: Step) -> Step:
    """The step with the smallest lines that the prover can tell, and their certificate."""
    statement = step.link.statement
    found = step.judgement.verdict
    if not isinstance(statement, Relation) or found not in SHOWN:
        return step
    proof = prove_equation(step.link.context, statement, in_detail=True)
    return _told(step, proof) if isinstance(proof, Proof) else step


def _told(step: Step, proof: Proof) -> Step:
    """The step with the lines of a proof, and its certificate."""
    lines = tuple(Line(latex(line.term), line.reasons, line.relation) for line in proof.lines)
    return replace(step, judgement=replace(step.judgement, unfolding=lines, certificate=proof.certificate))


def _caller() -> str:
    """The line of the author that is at fault, for the message."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return f" ({frame.f_code.co_filename}:{frame.f_lineno})" if frame is not None else ""
