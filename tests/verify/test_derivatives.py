"""Derivatives in the second checker: what the first one shows is accepted, what is tampered with is not; domains and types."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_laws_again import statement_back

from symproofs import verify
from symproofs.apps.certificates import refutation
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import refute
from symproofs.refute.result import Refutation
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_from_json, statement_to_json, term_from_json, term_to_json, type_to_json
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector
from symproofs.verify import Refused

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


TRACE = (derivative(head("trace", mul(A, B)), "A"), turned(B))
QUADRATIC, LINEAR = TRUE["quadratic form"], TRUE["linear form"]
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
    "another name": lambda: everywhere(certificate(*LINEAR), LINEAR[0], Term("derivative", (LINEAR[0].args[0], b), ("x",))),
    "by a constant": lambda: everywhere(certificate(*LINEAR), LINEAR[0], derivative(LINEAR[0].args[0], "b")),
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


def test_certificates_go_to_files_and_back() -> None:
    """Derivatives are written and read as other terms are."""
    for left, right in TRUE.values():
        s = Relation("=", left, right)
        assert statement_from_json(json.loads(json.dumps(statement_to_json(s)))) == s
        assert term_from_json(term_to_json(left)) == left
