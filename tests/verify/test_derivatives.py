"""Derivatives in the second checker: what the first one shows is accepted, what is tampered with is not; entries and domains
as the kernel has them; values as mathematics and differences have them.

`SYMPROOFS_FUZZ_DERIVATIVES=5000 SYMPROOFS_FUZZ_SEED=3 pytest tests/verify/test_derivatives.py -s` tries more.
"""

from __future__ import annotations

import copy
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_laws_again import size_json, statement_back, sum_there

from symproofs import verify
from symproofs.apps.certificates import refutation
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.state import State
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import refute
from symproofs.refute.result import Refutation
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
from symproofs.terms.serial import statement_from_json, statement_to_json, term_from_json, term_to_json, type_to_json
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector
from symproofs.terms.typing import Mistyped, type_of
from symproofs.verify import Array, Open, Place, Refused, Undefined, Value, exactly, made, one

# ------------------------------------------------------------------ terms


def derivative(f: Term, x: str, *places: Term) -> Term:
    return Term("derivative", (f, name(x), *places), (x,))


def add(*parts: Term) -> Term:
    return Term("add", parts)


def mul(*parts: Term) -> Term:
    return Term("mul", parts)


def neg(a: Term) -> Term:
    return Term("neg", (a,))


def turned(a: Term) -> Term:
    return Term("transpose", (a,))


def power(a: Term, q: Term | int | Fraction) -> Term:
    return Term("pow", (a, q if isinstance(q, Term) else num(q)))


def over(a: Term, b: Term) -> Term:
    return Term("div", (a, b))


def head(which: str, *arguments: Term) -> Term:
    return Term(which, arguments)


A, B, U, W, X, b, t, w, x, y, z, c = map(name, ["A", "B", "U", "W", "X", "b", "t", "w", "x", "y", "z", "c"])
ONE, TWO, HALF = num(1), num(2), num(Fraction(1, 2))
SOFT = head("softmax", x)
RESIDUAL = add(mul(X, w), neg(t))

KINDS: Mapping[str, tuple[Type, str]] = {
    "x": (vector("n"), ""),
    "b": (vector("n"), ""),
    "w": (vector("n"), ""),
    "t": (vector("m"), ""),
    "A": (matrix("n", "n"), ""),
    "B": (matrix("n", "n"), ""),
    "W": (matrix("m", "n"), ""),
    "X": (matrix("m", "n"), ""),
    "U": (matrix("n", "m"), ""),
    "y": (scalar(), ""),
    "z": (scalar(), "positive"),
    "c": (scalar(), ""),
    "F": (family(vector("n"), "m"), ""),
    "f": (function((scalar(),), scalar()), ""),
    "i": (index("n"), ""),
    "k": (index("m"), ""),
}


def context(*hypotheses: Relation, **properties: str) -> Context:
    rows = {n: Declaration(n, kind, frozenset(properties.get(n, own).split())) for n, (kind, own) in KINDS.items()}
    return Context(rows, tuple(map(Hypothesis, hypotheses)))


# ------------------------------------------------------------------ what is shown

TRUE = {
    "quadratic form": (derivative(mul(turned(x), A, x), "x"), mul(add(A, turned(A)), x)),
    "linear form": (derivative(mul(turned(b), x), "x"), b),
    "Jacobian": (derivative(mul(A, x), "x"), A),
    "Hessian": (derivative(derivative(mul(turned(x), A, x), "x"), "x"), add(A, turned(A))),
    "trace": (derivative(head("trace", mul(W, U)), "W"), turned(U)),
    "bilinear form": (derivative(mul(turned(t), W, x), "W"), mul(t, turned(x))),
    "least squares": (derivative(power(head("norm", RESIDUAL), 2), "w"), mul(TWO, turned(X), RESIDUAL)),
    "norm": (derivative(head("norm", x), "x"), over(x, head("norm", x))),
    "softmax": (derivative(SOFT, "x"), add(head("diag", SOFT), neg(mul(SOFT, turned(SOFT))))),
    "entry": (derivative(mul(turned(x), x), "x", name("i")), mul(TWO, head("entry", x, name("i")))),
    "power": (derivative(power(y, 3), "y"), mul(num(3), power(y, 2))),
    "reciprocal": (derivative(over(ONE, y), "y"), neg(power(y, -2))),
    "root": (derivative(head("sqrt", y), "y"), over(ONE, mul(TWO, head("sqrt", y)))),
    "power of itself": (derivative(power(z, z), "z"), mul(power(z, z), add(fun("log", z), ONE))),
    "log": (derivative(fun("log", y), "y"), over(ONE, y)),
    "sine": (derivative(fun("sin", y), "y"), fun("cos", y)),
    "second sine": (derivative(derivative(fun("sin", y), "y"), "y"), neg(fun("sin", y))),
    "tangent": (derivative(fun("tan", y), "y"), over(ONE, power(fun("cos", y), 2))),
    "sigmoid": (derivative(fun("sigmoid", y), "y"), mul(fun("sigmoid", y), add(ONE, neg(fun("sigmoid", y))))),
    "tanh": (derivative(fun("tanh", y), "y"), add(ONE, neg(power(fun("tanh", y), 2)))),
    "arctan": (derivative(fun("arctan", y), "y"), over(ONE, add(ONE, power(y, 2)))),
    "relu": (derivative(fun("relu", y), "y"), fun("step", y)),
}

FALSE = {
    "quadratic form": (derivative(mul(turned(x), A, x), "x"), mul(TWO, A, x)),
    "Hessian": (derivative(derivative(mul(turned(x), A, x), "x"), "x"), mul(TWO, A)),
    "softmax": (derivative(SOFT, "x"), add(head("diag", SOFT), mul(SOFT, turned(SOFT)))),
    "least squares": (derivative(power(head("norm", RESIDUAL), 2), "w"), mul(turned(X), RESIDUAL)),
    "determinant": (derivative(head("det", A), "A"), mul(head("det", A), head("inverse", A))),
    "inverse": (derivative(head("trace", head("inverse", A)), "A"), neg(power(head("inverse", A), 2))),
    "second sine": (derivative(derivative(fun("sin", y), "y"), "y"), fun("sin", y)),
    "relu": (derivative(fun("relu", y), "y"), fun("sigmoid", y)),
    "power": (derivative(power(z, y), "z"), power(z, y)),
}


def said_of(value: Any) -> str:
    try:
        return verify.check(json.loads(json.dumps(value)))
    except verify.NotCovered as fault:
        return f"not covered: {fault.kind}"
    except Refused as fault:
        return f"refused: {fault}"


def certificate(left: Term, right: Term, given: Context | None = None) -> Any:
    found = prove(given or context(), Relation("=", left, right))
    assert isinstance(found, Proof), found
    return json.loads(json.dumps(found.certificate))


@pytest.mark.parametrize("row", TRUE)
def test_what_was_shown_is_accepted(row: str) -> None:
    assert said_of(certificate(*TRUE[row])) == "theorem"


@pytest.mark.parametrize("row", FALSE)
def test_what_was_refuted_is_accepted(row: str) -> None:
    relation = Relation("=", *FALSE[row])
    found = refute(context(), relation)
    assert isinstance(found, Refutation) and found.kind == "values", found
    assert said_of(refutation(context(), relation, found.witness)) == "refutation"


@pytest.mark.parametrize("row", TRUE)
def test_what_is_true_is_not_refuted(row: str) -> None:
    """At values of a refutation of the opposite sign, where both sides are defined."""
    left, right = TRUE[row]
    found = refute(context(), Relation("=", left, neg(right)))
    assert isinstance(found, Refutation) and found.kind == "values", found
    claim = refutation(context(), Relation("=", left, neg(right)), found.witness)
    assert said_of(claim) == "refutation"
    assert said_of(claim | {"statement": statement_to_json(Relation("=", left, right))}) != "refutation"


# ------------------------------------------------------------------ tampering


def everywhere(value: Any, old: Term, new: Term) -> Any:
    """The certificate with a term replaced wherever it stands."""
    before, after = term_to_json(old), term_to_json(new)

    def put(node: Any) -> Any:
        if node == before:
            return copy.deepcopy(after)
        if isinstance(node, list):
            return [put(v) for v in node]
        return {k: put(v) for k, v in node.items()} if isinstance(node, dict) else node

    return put(value)


def with_property(value: Any, label: str, prop: str) -> Any:
    found = copy.deepcopy(value)
    next(row for row in found["declarations"] if row["name"] == label)["properties"].append(prop)
    return found


def about_square(left: Term, right: Term) -> Any:
    return certificate(left, right)


TRACE = (derivative(head("trace", mul(A, B)), "A"), turned(B))
QUADRATIC = TRUE["quadratic form"]
TAMPERED: Mapping[str, Callable[[], Any]] = {
    "sign": lambda: everywhere(certificate(*TRUE["sine"]), fun("cos", y), neg(fun("cos", y))),
    "transpose": lambda: everywhere(certificate(*QUADRATIC), turned(A), A),
    "transpose of the trace": lambda: everywhere(certificate(*TRACE), turned(B), B),
    "factor": lambda: everywhere(certificate(*TRUE["least squares"]), TWO, num(3)),
    "condition of the norm": lambda: certificate(*TRUE["norm"]) | {"conditions": []},
    "condition of the root": lambda: certificate(*TRUE["root"]) | {"conditions": []},
    "condition of relu": lambda: certificate(*TRUE["relu"]) | {"conditions": []},
    "symmetric": lambda: with_property(certificate(*TRACE), "A", "symmetric"),
    "random": lambda: with_property(certificate(*QUADRATIC), "x", "random"),
    "said to be symmetric": lambda: certificate(*TRACE) | {"hypotheses": [["is", "symmetric", term_to_json(A)]]},
    "point": lambda: everywhere(
        certificate(*QUADRATIC), QUADRATIC[0], Term("derivative", (QUADRATIC[0].args[0], mul(TWO, x)), ("x",))
    ),
    "another name": lambda: everywhere(
        certificate(*QUADRATIC), QUADRATIC[0], Term("derivative", (QUADRATIC[0].args[0], b), ("x",))
    ),
    "by a constant": lambda: everywhere(certificate(*QUADRATIC), QUADRATIC[0], derivative(QUADRATIC[0].args[0], "b")),
}
CONTROLS: Mapping[str, Callable[[], Any]] = {
    "trace": lambda: certificate(*TRACE),
    "nonzero": lambda: with_property(certificate(*TRACE), "A", "nonzero"),
    "something else said": lambda: certificate(*TRACE) | {"hypotheses": [["is", "symmetric", term_to_json(B)]]},
}


@pytest.mark.parametrize("row", TAMPERED)
def test_what_was_tampered_with_is_refused(row: str) -> None:
    value = TAMPERED[row]()
    assert said_of({k: v for k, v in value.items() if k != "hash"}).startswith("refused")


@pytest.mark.parametrize("row", CONTROLS)
def test_what_changes_nothing_is_accepted(row: str) -> None:
    assert said_of({k: v for k, v in CONTROLS[row]().items() if k != "hash"}) == "theorem"


def by_hand(left: Term, right: Term, hypotheses: Any = (), **fields: Any) -> Any:
    declared = [{"name": n, "type": type_to_json(kind), "properties": own.split()} for n, (kind, own) in KINDS.items()]
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": declared,
        "distinct": [],
        "axioms": [],
        "hypotheses": list(hypotheses),
        "statement": ["=", term_to_json(left), term_to_json(right)],
        "conditions": [],
        "lemmas": [],
        "links": [],
        **fields,
    }


def step_by_hypothesis(*path: int) -> Any:
    return {"path": list(path), "by": "hypothesis", "n": 0, "direction": "forward", "instance": {}}


def test_a_link_leads_under_a_derivative_where_it_is_about_nothing_that_varies() -> None:
    """y = z at one place says nothing of what is near; c = z of constants holds there, too."""
    equal = [["=", term_to_json(c), term_to_json(z)]]
    left, right = (derivative(mul(a, y), "y") for a in (c, z))
    assert said_of(by_hand(left, right, equal, links=[step_by_hypothesis(0, 0)])) == "theorem"
    varies = [["=", term_to_json(y), term_to_json(z)]]
    left, right = (derivative(power(a, 2), "y") for a in (y, z))
    assert said_of(by_hand(left, right, varies, links=[step_by_hypothesis(0, 0)])).startswith("refused: the equation is about")
    beside = [add(derivative(power(y, 2), "y"), a) for a in (c, z)]
    assert said_of(by_hand(*beside, equal, links=[step_by_hypothesis(1)])) == "theorem"


def lemma(left: Term, right: Term, script: Any = (), **letters: Type) -> Any:
    return {
        "letters": [[n, type_to_json(kind)] for n, kind in letters.items()],
        "premises": [],
        "facts": [],
        "left": term_to_json(left),
        "right": term_to_json(right),
        "scripts": [list(script)],
        "left_script": None,
        "right_script": None,
        "end": [["script", 0]],
    }


JUMPS = {
    "of a floor": fun("step", add(fun("floor", y), HALF)),
    "of a reciprocal": fun("step", add(over(ONE, y), ONE)),
    "of a sign": fun("sign", add(fun("step", y), HALF)),
}


@pytest.mark.parametrize("row", JUMPS)
def test_a_step_of_what_jumps_has_no_derivative(row: str) -> None:
    """Its argument is not 0 at y = 0 and beside, but changes its sign, or jumps, there: `y ≠ 0` is needed, or nothing helps."""
    left, inner = derivative(JUMPS[row], "y"), JUMPS[row].args[0]
    zeros = num(0)
    conditions = [["!=", term_to_json(inner), term_to_json(zeros)]]
    of = lemma(left, zeros)
    link = {"path": [], "by": "lemma", "n": 0, "direction": "forward", "letters": {}}
    value = by_hand(left, zeros, lemmas=[of | {"end": []}], links=[link], conditions=conditions)
    assert said_of(value).startswith("refused")
    if row != "of a floor":
        assert said_of(value | {"conditions": [*conditions, ["!=", term_to_json(y), term_to_json(zeros)]]}) == "theorem"


def test_a_derivative_that_may_not_be_real_is_no_real_letter() -> None:
    """(y - 1) √(⌊y⌋ - 1/2) √(3/2 - ⌈y⌉): both roots are real at y = 1, near it their product is i/2."""
    first, second = add(fun("floor", y), neg(HALF)), add(num(Fraction(3, 2)), neg(fun("ceiling", y)))
    hidden = derivative(mul(add(y, num(-1)), head("sqrt", first), head("sqrt", second)), "y")
    real = lemma(fun("conj", name("r")), name("r"), [["add", 0, 1, 0]], r=scalar())
    conditions = [[">=", term_to_json(a), term_to_json(num(0))] for a in (first, second)]
    for term, said in (
        (hidden, "refused: a root, or a derivative, that may not be real"),
        (derivative(power(y, 2), "y"), "theorem"),
    ):
        link = {"path": [], "by": "lemma", "n": 0, "direction": "forward", "letters": {"r": term_to_json(term)}}
        assert said_of(by_hand(fun("conj", term), term, lemmas=[real], links=[link], conditions=conditions)) == said


# ------------------------------------------------------------------ where they are defined

ZERO = num(0)
DOMAINS = {
    "log": (derivative(fun("log", y), "y"), [(">", y, ZERO), ("!=", y, ZERO)]),
    "root": (derivative(head("sqrt", y), "y"), [(">=", y, ZERO), ("!=", y, ZERO)]),
    "root of a constant": (derivative(mul(head("sqrt", c), y), "y"), [(">=", c, ZERO)]),
    "norm": (derivative(head("norm", mul(A, x)), "x"), [("!=", head("norm", mul(A, x)), ZERO)]),
    "squared norm": (derivative(power(head("norm", mul(A, x)), 2), "x"), []),
    "cubed norm": (derivative(power(head("norm", x), 3), "x"), [("!=", head("norm", x), ZERO)]),
    "inside a squared norm": (
        derivative(power(head("norm", mul(fun("abs", y), x)), 2), "y"),
        [("!=", y, ZERO)],
    ),
    "power": (derivative(power(y, c), "y"), [(">", y, ZERO), ("!=", y, ZERO)]),
    "whole power": (derivative(power(y, 3), "y"), []),
    "second": (derivative(derivative(fun("abs", y), "y"), "y"), [("!=", y, ZERO)]),
    "by another": (derivative(mul(fun("abs", y), z), "z"), []),
    "of an array": (derivative(fun("relu", x), "x"), []),
    "at a point": (
        Term("derivative", (fun("log", y), mul(TWO, c)), ("y",)),
        [(">", mul(TWO, c), ZERO), ("!=", mul(TWO, c), ZERO)],
    ),
}


@pytest.mark.parametrize("row", DOMAINS)
def test_domains(row: str) -> None:
    term, wanted = DOMAINS[row]
    found = verify.domain_of_term(verify.read_term(term_to_json(term)), names_of(context()))
    assert [statement_back(s) for s in found] == [[op, term_to_json(p), term_to_json(q)] for op, p, q in wanted]


def names_of(given: Context) -> verify.Names:
    return there(given).names


def there(given: Context) -> verify.Context:
    rows = [
        {"name": n, "type": type_to_json(row.type), "properties": sorted(row.properties)} for n, row in given.declarations.items()
    ]
    return verify.read_context({"declarations": rows, "distinct": [], "hypotheses": []})


UNTYPED = {
    "by an index": Term("derivative", (y, name("i")), ("i",)),
    "by a whole number": Term("derivative", (power(y, 2), num(1)), ("y",)),
    "by a function": Term("derivative", (y, name("f")), ("f",)),
    "by a family": Term("derivative", (y, name("F")), ("F",)),
    "of a matrix by a column": derivative(A, "x"),
    "too many indices": derivative(y, "x", name("i"), name("i")),
    "one index of two": derivative(y, "A", name("i")),
    "an index of another range": derivative(y, "x", name("k")),
}


@pytest.mark.parametrize("row", UNTYPED)
def test_what_has_no_type(row: str) -> None:
    with pytest.raises(Refused):
        names_of(context()).kind(verify.read_term(term_to_json(UNTYPED[row])))


# ------------------------------------------------------------------ beside the kernel

SIDES = {"x": ("n", ""), "A": ("n", "n"), "W": ("m", "n"), "y": ("", ""), "z": ("", "")}
OPEN = ("sin", "cos", "exp", "log", "tanh", "arctan", "arcsin", "abs", "sign", "relu", "step", "sigmoid", "sinh", "sec", "conj")


class Terms:
    """Random terms over the names of `KINDS`, by shape, with derivatives in them."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.bound: tuple[str, ...] = ()

    def place(self, side: str) -> Term:
        names = ["i", *self.bound] if side == "n" else ["k"]
        return self.draw.choice([num(1), *map(name, names), name(names[-1])])

    def leaf(self) -> Term:
        whole = num(self.draw.choice([0, 1, 2, -1, 3, Fraction(1, 2)]))
        parts = [head("entry", x, self.place("n")), head("entry", A, self.place("n"), self.place("n"))]
        member = Term("member", (self.place("m"),), ("F",))
        return self.draw.choice([whole, y, y, z, c, *parts, head("entry", member, self.place("n"))])

    def number(self, depth: int) -> Term:
        if depth <= 0:
            return self.leaf()
        part = lambda: self.number(depth - 1)  # noqa: E731
        column = lambda: self.column(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(part(), part()),
                lambda: over(part(), part()),
                lambda: power(part(), self.draw.choice([2, 3, -1, Fraction(1, 2)])),
                lambda: power(part(), y),
                lambda: head("sqrt", part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: head("trace", self.square(depth - 1)),
                lambda: head("inner", column(), column()),
                lambda: head("norm", column()),
                lambda: power(head("norm", column()), 2),
                lambda: mul(turned(column()), column()),
                lambda: self.summed(depth),
                lambda: self.by_entry(part()),
            ]
        )()

    def summed(self, depth: int) -> Term:
        label = self.draw.choice(["j", "y", "l"])
        before, self.bound = self.bound, (*self.bound, label)
        body = self.number(depth - 1)
        self.bound = before
        return Term("sum", (body,), (label, verify_size("n")))

    def by_entry(self, body: Term) -> Term:
        label = self.draw.choice(list(SIDES))
        return derivative(body, label, *(self.place(side) for side in SIDES[label] if side))

    def column(self, depth: int) -> Term:
        if depth <= 0:
            return self.draw.choice([x, x, b, Term("member", (self.place("m"),), ("F",))])
        part = lambda: self.column(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(self.square(depth - 1), part()),
                lambda: mul(self.number(depth - 1), part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: head("softmax", part()),
                lambda: head("hadamard", part(), part()),
                lambda: derivative(self.number(depth - 1), "x"),
                lambda: derivative(self.number(depth - 1), "F", self.place("m")),
                lambda: derivative(part(), self.draw.choice(["y", "z"])),
            ]
        )()

    def square(self, depth: int) -> Term:
        if depth <= 0:
            return self.draw.choice([A, A, B, mul(x, turned(x)), head("diag", x)])
        part = lambda: self.square(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(part(), part()),
                lambda: turned(part()),
                lambda: head("rowsoftmax", part()),
                lambda: derivative(self.number(depth - 1), "A"),
                lambda: derivative(self.column(depth - 1), "x"),
                lambda: derivative(self.column(depth - 1), "F", self.place("m")),
            ]
        )()

    def derivative(self) -> Term:
        depth = self.draw.choice([1, 2, 2, 3])
        return self.draw.choice(
            [
                lambda: self.by_entry(self.number(depth)),
                lambda: derivative(self.number(depth), self.draw.choice(["x", "A", "W", "y", "z"])),
                lambda: derivative(self.column(depth), self.draw.choice(["x", "y"])),
            ]
        )()


def verify_size(label: str) -> Any:
    from symproofs.terms.size import Size

    return Size.of(label)


WANTED = int(os.environ.get("SYMPROOFS_FUZZ_DERIVATIVES", "400"))
SEED = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "1"))
STEPS = ("step", "sign", "relu")


def random_derivatives(seed: int) -> Iterator[Term]:
    made_ = Terms(seed)
    while True:
        yield made_.derivative()


def jumping(term: Term) -> bool:
    """Whether a step is in it: of these the kernel is not asked for the conditions of what is inside."""
    return (term.head == "fun" and term.data[0] in STEPS) or any(map(jumping, term.args))


def test_types_domains_and_entries_are_those_of_the_kernel() -> None:
    given, said = context(), Counter[str]()
    other, differing = there(given), []
    for term, _ in zip(random_derivatives(SEED), range(WANTED), strict=False):
        mine = verify.read_term(term_to_json(term))
        kinds: list[Any] = []
        try:
            kind = type_of(term, given.types)
            kinds.append([kind.sort, *(type_to_json(kind)["shape"])])
        except Mistyped:
            kinds.append(None)
        try:
            found = other.names.kind(mine)
            kinds.append([found.sort, size_json(found.rows), size_json(found.cols)])
        except Refused:
            kinds.append(None)
        if kinds[0] != kinds[1]:
            differing.append(("type", term, kinds))
        if None in kinds:
            said["mistyped"] += 1
            continue
        rows = [
            [statement_to_json(s) for s in domain(term, given.types)],
            [statement_back(s) for s in verify.domain_of_term(mine, other.names)],
        ]
        if rows[0] != rows[1]:
            differing.append(("domain", term, rows))
        sums = [kernel_entries(term, given), own_entries(mine, other)]
        said["no entries" if sums[0] is None else "entries"] += 1
        if (sums[0] is None) != (sums[1] is None):
            differing.append(("entries", term, sums))
        elif sums[0] is not None and sums[1] is not None:
            said["with conditions"] += bool(sums[1][1])
            same = sums[0][1] == sums[1][1] or (jumping(term) and all(s in sums[1][1] for s in sums[0][1]))
            if not same or not alike(sums[0][0], sums[1][0]):
                differing.append(("sums", term, sums))
    print(f"\n{dict(said)}")
    for row in sorted(differing, key=lambda row: len(repr(row)))[:3]:
        print("DIFFER", *row, sep="\n   ")
    assert not differing and said["entries"] > WANTED / 2 and said["with conditions"] > WANTED / 40


def kernel_entries(term: Term, given: Context) -> Any:
    state = State(given)
    try:
        return sum_there(entries_of(term, state)), [statement_to_json(s) for s in state.conditions]
    except Rejected:
        return None


def own_entries(term: verify.Term, given: verify.Context) -> Any:
    work = verify.Work(given, [0])
    try:
        return verify.entries(term, work), [statement_back(s) for s in work.conditions]
    except Refused:
        return None


def alike(first: verify.Sum, second: verify.Sum) -> bool:
    if len(first) != len(second):
        return False
    try:
        verify.agree_sums(first, second, 0, {})
    except Refused:
        return False
    return True


# ------------------------------------------------------------------ values


def drawn(seed: int) -> Place:
    """Sizes and values for all names."""
    draw = random.Random(seed)
    sizes = {"n": draw.choice([1, 2, 2, 3]), "m": draw.choice([1, 2])}
    declared = there(context()).declared
    names = verify.Names({n: kind for n, (kind, _) in declared.items()})
    start, values = Place(names, sizes, {}, {}), {}

    def number(props: frozenset[str]) -> Value:
        q = Fraction(draw.choice([draw.randint(-20, 20), draw.randint(1, 20)]), draw.choice([1, 7, 8]))
        return exactly((abs(q) or 1) if props else q)

    for n, (kind, props) in declared.items():
        rows, cols = start.size(kind.rows), start.size(kind.cols)
        if kind.runs is not None:
            values[n] = one(exactly(draw.randint(1, start.size(kind.runs))))
        elif kind.over:
            places = product(*(range(1, start.size(s) + 1) for s in kind.over))
            values[n] = {ks: made(rows, cols, lambda r, c, p=props: number(p)) for ks in places}
        elif kind.parameters is None:
            values[n] = made(rows, cols, lambda r, c, p=props: number(p))
    return Place(names, sizes, values, {})


def at(term: Term, place: Place) -> Array:
    found = verify.read_term(term_to_json(term))
    place.names.kind(found)
    return place.value(found)


SMALL = Fraction(1, 2**40)


def beside(place: Place, label: str, n: int, step: Fraction) -> Place:
    """The place with entry n of a name further by a step."""
    array = place.values[label]
    moved = tuple(verify.v_add(v, exactly(step)) if k == n else v for k, v in enumerate(array.entries))
    return place.with_value(label, place.names.types[label], Array(array.rows, array.cols, moved))


def differences(term: Term, place: Place) -> list[Array]:
    """(f(x + h) - f(x - h)) / 2h for each entry of what the derivative is by, all indices left out."""
    label, body, found = term.data[0], term.args[0], []
    for n in range(len(place.values[label].entries)):
        high, low = (at(body, beside(place, str(label), n, step)) for step in (SMALL, -SMALL))
        scale = exactly(1 / (2 * SMALL))
        entries = (verify.v_mul(scale, verify.v_add(p, verify.v_neg(q))) for p, q in zip(high.entries, low.entries, strict=True))
        found.append(Array(high.rows, high.cols, tuple(entries)))
    return found


def close(a: Value, b: Value) -> bool:
    middles = [[(r.lo + r.hi) / 2 for r in (v.re, v.im)] for v in (a, b)]
    return all(abs(p - q) <= Fraction(1, 2**30) * (1 + abs(p)) for p, q in zip(*middles, strict=True))


def test_slopes_are_those_of_small_differences() -> None:
    said, wrong = Counter[str](), []
    terms = Terms(SEED + 50)
    for seed in range(max(40, WANTED // 8)):
        depth, label = terms.draw.choice([1, 2, 3]), terms.draw.choice(["x", "A", "y", "z"])
        term, place = derivative(terms.number(depth), label), drawn(seed)
        try:
            found = at(term, place)
            near = differences(term, place)
        except (Undefined, Open, Refused, verify.NotCovered) as fault:
            said[type(fault).__name__] += 1
            continue
        said["compared"] += 1
        if not all(close(v, n.only) for v, n in zip(found.entries, near, strict=True)):
            wrong.append((term, place.sizes, found))
    print(f"\n{dict(said)}")
    assert not wrong, wrong[:2]
    assert said["compared"] > 20


def test_polynomials_have_their_exact_derivatives() -> None:
    draw = random.Random(SEED)
    for seed in range(30):
        place = drawn(seed)
        at_y = place.values["y"].only.re.lo
        coefficients = [Fraction(draw.randint(-9, 9), draw.randint(1, 4)) for _ in range(draw.randint(2, 6))]
        polynomial = add(*(mul(num(q), power(y, k)) for k, q in enumerate(coefficients)))
        first = sum((k * q * at_y ** (k - 1) for k, q in enumerate(coefficients) if k), Fraction(0))
        second = sum((k * (k - 1) * q * at_y ** (k - 2) for k, q in enumerate(coefficients) if k > 1), Fraction(0))
        assert at(derivative(polynomial, "y"), place).only == exactly(first)
        assert at(derivative(derivative(polynomial, "y"), "y"), place).only == exactly(second)


@pytest.mark.parametrize("seed", range(6))
def test_arrays_have_their_exact_derivatives(seed: int) -> None:
    """Of xᵀAx: (A + Aᵀ)x, then A + Aᵀ; of det A: det A · A⁻ᵀ; of bᵀA⁻¹b: -A⁻ᵀ b bᵀ A⁻ᵀ; of x by F_k: 0."""
    place = drawn(seed)
    form = mul(turned(x), A, x)
    inverse = head("inverse", A)
    for left, right in (
        (derivative(form, "x"), mul(add(A, turned(A)), x)),
        (derivative(derivative(form, "x"), "x"), add(A, turned(A))),
        (derivative(head("det", A), "A"), mul(head("det", A), turned(inverse))),
        (derivative(mul(turned(b), inverse, b), "A"), neg(mul(turned(inverse), b, turned(b), turned(inverse)))),
        (derivative(mul(turned(x), Term("member", (name("k"),), ("F",))), "F", name("k")), x),
        (derivative(x, "F", name("k")), mul(ZERO, A)),
    ):
        assert at(left, place) == at(right, place)


KINKS = {
    "modulus": fun("abs", y),
    "modulus of what stands still": fun("abs", add(y, neg(y))),
    "relu": fun("relu", y),
    "step": fun("step", y),
    "sign of a step": fun("sign", add(fun("step", y), HALF)),
    "root": head("sqrt", power(y, 2)),
    "power": power(y, Fraction(3, 2)),
    "norm": head("norm", mul(y, x)),
    "floor": fun("floor", y),
    "arcsine": fun("arcsin", add(y, ONE)),
    "determinant": head("det", mul(y, A)),
}
LACKS = {"log": fun("log", y), "quotient": over(ONE, y), "inverse": head("trace", head("inverse", mul(y, A)))}


@pytest.mark.parametrize("row", KINKS)
def test_where_there_may_be_no_slope_nothing_is_told(row: str) -> None:
    """At y = 0 nothing is told, and never that it is undefined; beside it, where the rule holds, the slope is."""
    place = drawn(1).with_value("y", verify.number_type("real"), one(exactly(0)))
    assert at(KINKS[row], place)
    with pytest.raises(Open):
        at(derivative(KINKS[row], "y"), place)


@pytest.mark.parametrize("row", LACKS)
def test_what_is_undefined_itself_is_undefined(row: str) -> None:
    place = drawn(1).with_value("y", verify.number_type("real"), one(exactly(0)))
    with pytest.raises(Undefined):
        at(derivative(LACKS[row], "y"), place)


def test_names_that_are_defined_stand_still() -> None:
    """With c = y² given, the derivative of c·y by y is c."""
    definition = Relation("=", c, power(y, 2))
    given = context(definition)
    kept = {n: row for n, row in given.declarations.items() if n in "yc"}
    claim = {
        "format": "symproofs-refutation",
        "version": 1,
        "distinct": [],
        "hypotheses": [statement_to_json(definition)],
        "declarations": [{"name": n, "type": type_to_json(row.type), "properties": []} for n, row in kept.items()],
        "witness": {"sizes": {}, "values": {"y": "2"}},
    }
    left = derivative(mul(c, y), "y")
    for right, said in ((mul(num(3), c), "refutation"), (c, "refused: the statement holds there")):
        assert said_of(claim | {"statement": statement_to_json(Relation("=", left, right))}) == said


def test_certificates_go_to_files_and_back() -> None:
    """Derivatives are written and read as other terms are."""
    for left, right in TRUE.values():
        s = Relation("=", left, right)
        assert statement_from_json(json.loads(json.dumps(statement_to_json(s)))) == s
        assert term_from_json(term_to_json(left)) == left
