"""Limits and ≈ under a regime: what is proved, what must not be, what is said without a regime, and the numbers behind it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Sequent
from symproofs.kernel.theorem import check
from symproofs.prove.approximation import NoRegime, approximate, cases, other_limit
from symproofs.prove.proof import Failure, Proof
from symproofs.terms.context import Context, Declaration
from symproofs.terms.notation import notation
from symproofs.terms.serial import statement_to_json, term_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import And, Hypothesis, Relation, Statement, Tends
from symproofs.terms.term import Term, const, fun, name, num
from symproofs.terms.types import scalar

Claim = Callable[[dict[str, Any]], tuple[Context, Statement]]


@pytest.mark.cases("limits.jsonl")
def test_proved(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    found = approximate(context, statement)
    assert isinstance(found, Proof), found
    assert found.theorem.conclusion == statement and not found.conditions and not found.theorem.conditions
    assert check(found.certificate).conclusion == statement
    if "~" not in case["equation"] or found.theorem.rules.get("limit_given"):
        moved = [h for h in found.theorem.hypotheses if "Tends" in notation(h, context.types)]
        assert moved or found.theorem.rules.get("limit_constant")


@pytest.mark.cases("limits.jsonl")
def test_proved_again_from_what_is_remembered(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    approximate(context, statement)
    assert isinstance(approximate(context, statement), Proof)


@pytest.mark.cases("limits_not.jsonl")
def test_not_proved(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    assert isinstance(approximate(context, statement), Failure)


# ------------------------------------------------------------------ without a regime

KEYS = {
    "declare": "k v: family n of vector d; q c: vector d; a b m: index n; al: family n of real",
    "given": [
        "q = k[a] + k[b]",
        "forall i: index n. al[i] = exp(T(k[i]) @ q) / Sum(exp(T(k[l]) @ q), l, n)",
        "c = Sum(al[i] * v[i], i, n)",
        "forall i_: index n; l_: index n. T(k[i_]) @ k[l_] = delta(i_, l_)",
    ],
    "distinct": [["a", "b"], ["m", "a"], ["m", "b"]],
}


def asked(claim: Claim, row: dict[str, Any], text: str) -> tuple[Context, Relation]:
    context, statement = claim({**row, "equation": text})
    assert isinstance(statement, Relation)
    return context, statement


def test_the_exact_value_and_a_regime_are_offered(claim: Claim) -> None:
    context, statement = asked(claim, KEYS, "al[a] ~ 1 / 2")
    found = approximate(context, statement)
    assert isinstance(found, NoRegime) and found.value is not None and found.exact is not None
    assert notation(found.value) == "E/(-2+2*E+n)"
    assert found.exact.theorem.conclusion == Relation("=", statement.left, found.value)
    assert found.offer is not None
    assert [notation(s) for s in found.offer.regime] == ["Eq(q,C*(k_a+k_b))", "Tends(C,oo)"]
    assert isinstance(found.offer.proof, Proof) and found.offer.proof.theorem.conclusion == statement


def test_equality_needs_no_regime(claim: Claim) -> None:
    for text in ("al[a] ~ al[b]", "T(k[a]) @ q ~ 1", "T(k[m]) @ q ~ 0"):
        assert isinstance(approximate(*asked(claim, KEYS, text)), Proof)


def test_equality_may_leave_a_condition() -> None:
    quotient = Term("div", (Term("pow", (LAM, num(2))), LAM))
    found = approximate(regime(lam=""), Relation("~", quotient, LAM))
    assert isinstance(found, Proof) and found.conditions == (Relation("!=", LAM, num(0)),)


def test_nothing_is_offered_for_what_scale_does_not_mend(claim: Claim) -> None:
    found = approximate(*asked(claim, KEYS, "al[a] ~ 1"))
    assert isinstance(found, NoRegime) and found.offer is None and found.value is not None


SAMPLE = {
    "declare": "lam: real; k mu v: family n of vector d; q c: vector d; a b: index n; al: family n of real",
    "given": [
        "lam > 0",
        "k[a] = lam * mu[a]",
        "k[b] = mu[b]",
        "forall i: index n. k[i] = mu[i] if i != a",
        "q = mu[a]",
        *KEYS["given"][1:3],
        "forall i_: index n; l_: index n. T(mu[i_]) @ mu[l_] = delta(i_, l_)",
    ],
    "distinct": [["a", "b"]],
}


def test_an_output_is_offered_its_scale_and_weights(claim: Claim) -> None:
    found = approximate(*asked(claim, SAMPLE, "c ~ v[a]"))
    assert isinstance(found, NoRegime) and found.offer is not None
    assert [notation(s) for s in found.offer.regime] == ["Eq(q,C*mu_a)", "Tends(C,oo)"]
    weights = {notation(weight): notation(value) for weight, value, _ in found.weights}
    assert weights == {"al_a": "exp(lam)/(-1+exp(lam)+n)", "al_b": "1/(-1+exp(lam)+n)"}


def test_what_several_parts_rest_on_is_proved_once(claim: Claim) -> None:
    found = approximate(*asked(claim, SAMPLE, "c ~ v[a]"))
    assert isinstance(found, NoRegime) and found.offer is not None
    rules = found.offer.proof.theorem.rules
    assert rules["equal_members"] == 1, "the sum of all weights is read off its members once"
    assert rules["limit_given"] == 1, "C → ∞ makes e^{-λC} tend to 0, and all else follows from that"
    first, second = (proof.theorem for _, _, proof in found.weights)
    assert first is second and isinstance(first.conclusion, And) and first.rules["equal_members"] == 1
    assert {notation(s) for s in first.conclusion.parts} == {
        "Eq(al_a,exp(lam)/(-1+exp(lam)+n))", "Eq(al_b,1/(-1+exp(lam)+n))",
    }  # fmt: skip


def test_a_sum_is_split_where_members_differ_only(claim: Claim) -> None:
    row = {
        "declare": "k v: family n of vector d; q c: vector d; i j: index n; al: family n of real",
        "given": [*KEYS["given"][1:3], "forall i: index n. T(k[j]) @ q - T(k[i]) @ q -> oo if i != j"],
        "distinct": [["i", "j"]],
    }
    found = approximate(*asked(claim, row, "c ~ v[j]"))
    assert isinstance(found, Proof)
    assert found.theorem.rules["limit_form"] == 4, "c, the sum without j, its weight at j, and its other weights"


# ------------------------------------------------------------------ other limits, and cases


def regime(*statements: Statement, **names: str) -> Context:
    rows = {n: Declaration(n, scalar(), frozenset(p.split())) for n, p in names.items()}
    return Context(rows, tuple(map(Hypothesis, statements)))


C, LAM = name("C"), name("lam")
GROWS = Tends(C, const("oo"))
N = Term("size", (), (Size.of("n"),))


def weight() -> Term:
    own = fun("exp", Term("mul", (C, LAM)))
    return Term("div", (own, Term("add", (own, fun("exp", C), N, Term("neg", (num(2),))))))


def test_three_cases_of_one_head() -> None:
    context = regime(GROWS, Relation(">", LAM, num(0)), C="", lam="")
    found = {notation(case.assuming[-1]): notation(case.value) for case in cases(context, weight())}
    assert found == {"Gt(lam,1)": "1", "Eq(lam,1)": "1/2", "Lt(lam,1)": "0"}


def test_another_limit_refutes() -> None:
    half = Relation("~", weight(), Term("div", (num(1), num(2))))
    context = regime(GROWS, Relation(">", LAM, num(1)), C="", lam="")
    found = other_limit(context, half)
    assert found is not None and found.value == num(1) and found.unequal is not None and not found.assuming
    assert found.proof.theorem.conclusion == Tends(weight(), num(1))
    assert other_limit(context, Relation("~", weight(), num(1))) is None
    assert other_limit(context, Relation("~", fun("sin", C), num(0))) is None
    grown = other_limit(context, Relation("~", Term("pow", (C, num(2))), C))
    assert grown is not None and grown.value == const("oo") and grown.equation is None


# ------------------------------------------------------------------ against numbers

SEEDS = range(32)


def exponential(rng: random.Random, names: list[str]) -> Term:
    """A sum of a few exponentials and powers with coefficients 1 to 3, sometimes negative ones."""
    summands = []
    for _ in range(rng.randint(1, 3)):
        rate = rng.choice([name(n) for n in names] + [num(k) for k in (-2, -1, 1, 2)])
        kind = rng.randint(0, 3)
        part = (
            fun("exp", Term("mul", (rate, C)))
            if kind < 2
            else Term("pow", (C, num(rng.randint(1, 2))))
            if kind == 2
            else num(rng.randint(1, 3))
        )
        summands.append(Term("mul", (num(rng.randint(1, 3)), part)) if rng.random() < 0.7 else Term("neg", (part,)))
    return summands[0] if len(summands) == 1 else Term("add", tuple(summands))


def value(node: Term, at: dict[str, Any]) -> Any:
    """The value to high precision."""
    match node.head:
        case "num":
            return mpmath.mpf(str(node.data[0]))
        case "name":
            return mpmath.mpf(at[str(node.data[0])])
        case "add":
            return mpmath.fsum(value(a, at) for a in node.args)
        case "neg":
            return -value(node.args[0], at)
        case "mul":
            return mpmath.fprod(value(a, at) for a in node.args)
        case "div":
            return value(node.args[0], at) / value(node.args[1], at)
        case "pow":
            return value(node.args[0], at) ** value(node.args[1], at)
        case "fun" if node.data == ("exp",):
            return mpmath.exp(value(node.args[0], at))
    raise AssertionError(node)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_quotients_against_numbers(seed: int) -> None:
    """What is proved of a quotient of sums of exponentials agrees with its values far out."""
    rng = random.Random(seed)
    facts: list[Statement] = [GROWS]
    a, b = name("a"), name("b")
    low = rng.choice([-1, 0, 1])
    if rng.random() < 0.7:
        facts.append(Relation(">", a, num(low)))
    if rng.random() < 0.7:
        facts.append(rng.choice([Relation("<", b, a), Relation(">", b, a), Relation("=", b, num(1)), Relation("<", b, num(0))]))
    context = regime(*facts, C="", a="", b="")
    node = Term("div", (exponential(rng, ["a", "b"]), exponential(rng, ["a", "b"])))
    for case in cases(context, node):
        _agrees(rng, [*facts, *case.assuming], node, case.value)


def _agrees(rng: random.Random, facts: list[Statement], node: Term, limit: Term) -> None:
    for _ in range(40):
        at = {
            "a": rng.choice([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0]),
            "b": rng.choice([-2.0, -1.0, 0.0, 0.5, 1.0, 2.5]),
        }
        if not all(_holds(f, at) for f in facts):
            continue
        with mpmath.workdps(1_500):
            found = value(node, {**at, "C": 400})
            if limit == const("oo"):
                assert found > 30
            elif limit == Term("neg", (const("oo"),)):
                assert found < -30
            else:
                wanted = value(limit, at)
                assert abs(found - wanted) < (1 + abs(wanted)) / 20


def _holds(fact: Statement, at: dict[str, float]) -> bool:
    if not isinstance(fact, Relation):
        return True
    left, right = value(fact.left, at), value(fact.right, at)
    return {"<": left < right, ">": left > right, "=": left == right}[fact.operator]


# ------------------------------------------------------------------ tampering

TAMPERED = ("al[a] ~ 1 / 2", "c ~ 1 / 2 * (v[a] + v[b])", "T(k[a]) @ q -> oo")


@pytest.mark.parametrize("text", TAMPERED)
def test_a_proof_serves_no_other_claim(text: str, claim: Claim) -> None:
    """With another right side, or a hypothesis left out, the same tree proves nothing, or says what it took for fixed."""
    scaled = ["C -> oo", "q = C * (k[a] + k[b])", *KEYS["given"][1:]]
    row = {**KEYS, "declare": "C: real; " + str(KEYS["declare"]), "given": scaled}
    context, statement = claim({**row, "equation": text})
    found = approximate(context, statement)
    assert isinstance(found, Proof)
    document = found.certificate
    for other in ("al[a] ~ 1 / 3", "al[b] ~ 1 / 2", "c ~ v[a]", "T(k[a]) @ q -> -oo", "T(k[a]) @ q -> 1", "C ~ 0"):
        with pytest.raises(Rejected):
            check({**document, "statement": statement_to_json(claim({**row, "equation": other})[1])})
    nothing = statement_to_json(Relation("=", num(0), num(0)))
    for n, hypothesis in enumerate(document["hypotheses"]):
        if hypothesis[1] == term_to_json(name("c")) and "c" not in text:
            continue  # it is listed because it makes c vary, of which nothing is said
        rows = [nothing if k == n else h for k, h in enumerate(document["hypotheses"])]
        with pytest.raises(Rejected):
            check({**document, "hypotheses": rows})


def test_what_stood_still_is_part_of_a_theorem() -> None:
    """Without the definition x = C² the name x stands still and x/C → 0; the theorem says that it took x for fixed."""
    x = name("x")
    claim = Tends(Term("div", (x, C)), num(0))
    found = approximate(regime(GROWS, C="", x=""), claim)
    assert isinstance(found, Proof) and found.theorem.standing == {"x"}
    defined = regime(GROWS, Relation("=", x, Term("pow", (C, num(2)))), C="", x="")
    assert varying(Sequent(defined, claim)) == {"C", "x"}
    assert isinstance(approximate(defined, claim), Failure)
    assert isinstance(approximate(defined, Tends(claim.subject, const("oo"))), Proof)


def test_a_small_number_is_offered_to_vanish() -> None:
    found = approximate(regime(C="", lam="positive"), Relation("~", Term("add", (C, LAM)), C))
    assert isinstance(found, NoRegime) and found.offer is not None
    assert found.offer.regime == (Tends(LAM, num(0)),)
