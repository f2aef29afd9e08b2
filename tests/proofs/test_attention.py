"""What the theorems about attention say, the laws that their step lists name, and that a changed statement is none."""

from __future__ import annotations

import runpy
from itertools import groupby
from pathlib import Path

import pytest

from symproofs.apps.notebook import Derivation
from symproofs.derivation.verdict import Verdict
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check
from symproofs.prove.by_way import Link, composed, prove_by_way, sides
from symproofs.prove.proof import Failure, Proof
from symproofs.sympy_bridge import from_sympy, to_sympy
from symproofs.sympy_bridge.derive import Derivation as PlainDerivation
from symproofs.sympy_bridge.derive import NotProved
from symproofs.sympy_bridge.out_of_sympy import spelled_by_sympy
from symproofs.sympy_bridge.written import INFINITY, exp
from symproofs.terms.context import Context
from symproofs.terms.latex import statement_latex
from symproofs.terms.serial import statement_to_json
from symproofs.terms.statement import InProbability, Relation, Tends
from symproofs.terms.term import Term, num

ATTENTION = Path(__file__).parents[2] / "proofs" / "attention"
STATEMENTS = {
    "largest_score": [r"w_j \ge \frac{1}{1 + (n - 1) \exp(-\delta)}", r"w_j \to 1"],
    "largest_output": [r"w_m \to 0", r"c \to v_j"],
    "two_keys": [
        r"k_a^\top q = C",
        r"k_m^\top q = 0",
        r"w_a = \frac{e^C}{2 e^C + n - 2}",
        r"w_b = \frac{e^C}{2 e^C + n - 2}",
        r"w_a \to \frac{1}{2}",
        r"c \to \frac{v_a + v_b}{2}",
    ],
    "vanishing_covariances": [
        r"\mathbb{E}[k_a^\top q] = C",
        r"\mathbb{E}[k_m^\top q] = 0",
        r"\operatorname{Var}(k_r^\top q) = 2 \alpha C^2",
        r"\operatorname{Var}(k_r^\top q) \to 0",
        r"k_r^\top q - \mu_r^\top q \xrightarrow{P} 0",
        r"k_r \xrightarrow{P} \mu_r",
        r"k_r \approx \mu_r",
        r"w_a \to \frac{1}{2}",
    ],
    "random_length": [r"\mathbb{E}[\lambda] = 1", r"\operatorname{Var}(\lambda) = \alpha + \frac{1}{2}"],
    "single_head": [
        r"w_a = \frac{e^{C \lambda}}{e^{C \lambda} + e^C + n - 2}",
        r"w_b = \frac{e^C}{e^{C \lambda} + e^C + n - 2}",
        r"w_a \to 1",
        r"w_a \to \frac{1}{2}",
        r"w_a \to 0",
    ],
    "two_heads": [
        r"u_a = \frac{e^{C \lambda}}{e^{C \lambda} + n - 1}",
        r"w_b = \frac{e^C}{e^C + n - 1}",
        r"c_1 \to v_a",
        r"c_2 \to v_b",
    ],
}
"""Among the theorems of each file."""

HYPOTHESES = {
    "largest_score": [r"\forall\, i \in [n]:\ i \neq j \Rightarrow s_j - s_i \ge \delta", r"\delta \to \infty"],
    "two_keys": [r"a \neq b", r"a \neq m", r"b \neq m", r"n \ge 2", r"C \to \infty"],
    "vanishing_covariances": [r"\operatorname{Cov}(k_i) = \alpha I_d", r"C \to \infty", r"\alpha C^2 \to 0"],
    "random_length": [r"\operatorname{Cov}(k_a) = \alpha I_d + \frac{1}{2} (\mu_a \mu_a^\top)"],
    "single_head": [r"\lambda > 1", r"\lambda = 1", r"\lambda < 1", r"\lambda > 0", r"k_a = \lambda \mu_a"],
    "two_heads": [r"\lambda > 0", r"k_a = \lambda \mu_a", r"q_1 = C \mu_a", r"q_2 = C \mu_b"],
}

REASONS = {
    "largest_score": ["definition of $w$", "exp of a sum", "terms taken out of the sum", "monotone functions", "squeezed"],
    "largest_output": ["given: the lead of the largest score", "squeezed", "the limit term by term"],
    "two_keys": ["given: orthonormal keys", "$e^0 = 1$", "a sum of equal terms", r"in the limit $C \to \infty$"],
    "vanishing_covariances": [
        "expectation is linear",
        "covariance is linear in both places",
        "given: orthonormal means",
        "Chebyshev's inequality",
    ],
    "random_length": ["definition of $\\lambda$", "given: the covariance of the key", "$I A = A$"],
    "single_head": ["given: the key a of the sample", "given: the other keys of the sample", "exp at infinity"],
    "two_heads": [r"given: $\lambda > 0$", "the limit term by term", "transpose of a product"],
}


def derivation(stem: str) -> Derivation:
    made = runpy.run_path(str(ATTENTION / f"{stem}.py"))["derivation"]()
    assert isinstance(made, Derivation)
    return made


@pytest.mark.parametrize("stem", sorted(STATEMENTS))
def test_the_theorems_say_what_is_claimed(stem: str) -> None:
    proved = derivation(stem).theorems()
    said = [statement_latex(proof.theorem.conclusion) for proof in proved if not proof.theorem.conditions]
    assert set(STATEMENTS[stem]) <= set(said)
    assert all(not proof.theorem.axioms for proof in proved)


@pytest.mark.parametrize("stem", sorted(REASONS))
def test_the_laws_are_named(stem: str) -> None:
    text = derivation(stem).latex()
    for part in (*REASONS[stem], *HYPOTHESES.get(stem, ())):
        assert part in text


@pytest.mark.parametrize("stem", sorted(STATEMENTS))
def test_every_side_has_its_form_in_sympy(stem: str) -> None:
    for link in derivation(stem).claims:
        assert isinstance(link.statement, Relation | Tends | InProbability)
        for side in sides(link.statement):
            assert spelled_by_sympy(side, link.context.types) == from_sympy(to_sympy(side, link.context.types), sizes=("n", "d"))


# ------------------------------------------------------------------ changed statements


def chains(stem: str) -> list[tuple[Context, list[Link]]]:
    found = []
    for _, group in groupby(derivation(stem).claims, key=lambda link: link.chain):
        links = list(group)
        found.append(
            (links[-1].context, [s for link in links if isinstance(s := link.statement, Relation | Tends | InProbability)])
        )
    return found


def changed(link: Link) -> Link:
    """Another right side: twice as much, and 1 for 0."""
    left, right = sides(link)
    other = num(1) if right == num(0) else Term("mul", (num(2), right))
    return Relation(link.operator, left, other) if isinstance(link, Relation) else type(link)(left, other)


@pytest.mark.parametrize("stem", sorted(STATEMENTS))
def test_a_changed_statement_is_not_proved(stem: str) -> None:
    for context, links in chains(stem):
        assert isinstance(prove_by_way(context, [*links[:-1], changed(links[-1])]), Failure)


@pytest.mark.parametrize("stem", sorted(STATEMENTS))
def test_a_certificate_serves_no_changed_statement(stem: str) -> None:
    for (_, links), proof in zip(chains(stem), derivation(stem).theorems(), strict=True):
        whole = composed(links)
        assert isinstance(proof, Proof) and whole == proof.theorem.conclusion == check(proof.certificate).conclusion
        with pytest.raises(Rejected):
            check({**proof.certificate, "statement": statement_to_json(changed(whole))})


# ------------------------------------------------------------------ limits and cases in Python


def test_a_hypothesis_of_a_case_holds_there_only() -> None:
    proof = PlainDerivation()
    x, C = proof.scalars("x C")
    with proof.case(C, "->", INFINITY):
        with proof.case(x, ">", 0):
            proof.claim(exp(-(x * C)), "->", 0)
        proof.claim(exp(-(x * C)), "->", 0)
    proof.claim(exp(-C), "->", 0)
    found = [step.judgement.verdict for step in proof.check().steps]
    assert found == [Verdict.PROVED, Verdict.REFUTED, Verdict.UNDECIDED]
    assert not proof.check().derivation.givens


def test_a_broken_chain_is_no_theorem() -> None:
    proof = PlainDerivation()
    x, y = proof.scalars("x y")
    proof.assume(x, "<=", y)
    proof.chain(x, ("<=", y), (">=", x))
    assert all(isinstance(found, Failure) for found in proof.attempts())
    with pytest.raises(NotProved, match="do not lead from one side to the other"):
        proof.theorems()


def test_what_is_defined_by_something_random_is_random() -> None:
    proof = PlainDerivation()
    X = proof.scalar("X", "random")
    Y = proof.define("Y", 2 * X)
    proof.claim(Y, "=", X + X)
    (link,) = proof.claims
    assert link.context.has("Y", "random")
