"""Definite integrals: a table of right and wrong values, and generated ones, right by an antiderivative, wrong by a slip.

`SYMPROOFS_INTEGRALS` says how many are generated.
"""

from __future__ import annotations

import os
from fractions import Fraction
from random import Random

import pytest
import sympy

import symproofs
from symproofs import verify
from symproofs.terms.serial import statement_to_json
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, fun, name, num

COUNT = int(os.environ.get("SYMPROOFS_INTEGRALS", "12"))
SLOW = {0, 6, 11, *range(12, 10_000)}
"""Seeds of long sums, of which nothing is asked but that no verdict is wrong: they may take longer than a step is given."""
X = sympy.Symbol("x", real=True)


def verdicts(*formulas: str, given: str = "") -> list[str]:
    report = symproofs.check("\n\n".join([given, *(f"$${f}$$" for f in formulas)]))
    return [step.verdict.value for document in report.documents for step in document.steps if step.verdict.value != "given"]


RIGHT = (
    r"\int_0^1 x^2 dx = \frac13",
    r"\int_1^0 x^2 dx = -\frac13",
    r"\int_1^2 \frac{dx}{x} = \ln 2",
    r"\int_{-2}^{-1} \frac{dx}{x} = -\ln 2",
    r"\int_0^1 \frac{x^4(1-x)^4}{1+x^2} dx = \frac{22}{7} - \pi",
    r"\int_0^1 \frac{4}{1+x^2} dx = \pi",
    r"\int_0^1 x e^x dx = 1",
    r"\int_0^\pi \sin^2 x\,dx = \frac{\pi}{2}",
    r"\int_0^1 \sqrt{x}\,dx = \frac23",
    r"\int_1^e \ln x\,dx = 1",
    r"\int_0^1 x e^{-x^2} dx = \frac{1-e^{-1}}{2}",
    r"\int_0^1 \frac{dx}{x^2+3x+2} = \ln\frac43",
    r"\int_a^b x\,dx = \frac{b^2-a^2}{2}",
    r"\int_0^t \sin(2s)\,ds = \frac{1-\cos 2t}{2}",
    r"\int_a^b x\,dx = -\int_b^a x\,dx",
    r"\int_0^1 e^{-x^2} dx + \int_1^2 e^{-x^2} dx = \int_0^2 e^{-x^2} dx",
    r"\int_0^1 3 e^{-x^2} dx = 3 \int_0^1 e^{-x^2} dx",
    r"\int_0^1 (x + e^{-x^2})\,dx = \frac12 + \int_0^1 e^{-x^2} dx",
    r"\int_0^1 x^2 dx \le \int_0^1 x\,dx",
    r"\int_0^1 e^{-y^2} dy = \int_0^1 e^{-x^2} dx",
    r"2 \int_0^1 x\,dx \ge 1",
)

WRONG = (
    r"\int_0^1 x^2 dx = \frac12",
    r"\int_1^0 x^2 dx = \frac13",
    r"\int_1^2 \frac{dx}{x} = \ln 3",
    r"\int_{-2}^{-1} \frac{dx}{x} = \ln 2",
    r"\int_0^1 \sqrt{2-x}\sqrt{1/(2-x)}\,dx = -1",
    r"\int_0^{3\pi} |\sin 3x|\,dx = 2/3",
    r"\int_0^{2\pi} \frac{dx}{\sqrt2+\cos x} = 0",
    r"\int_0^{\pi} \frac{dx}{1+\sin^2 x} = 0",
    r"\int_0^{2\pi} \frac{dx}{5+4\cos x} = 0",
    r"\int_{-1}^{1} |x|\,dx = 0",
    r"\int_0^1 x e^x dx = e - 1",
    r"\int_0^1 \frac{dx}{1+x^2} = \frac{\pi}{3}",
    r"\int_a^b x\,dx = \frac{b^2-a^2}{3}",
    r"\int_0^t \sin(2s)\,ds = 1-\cos 2t",
    r"\int_0^1 x \cdot x\,dx = \int_0^1 x\,dx \int_0^1 x\,dx",
    r"\int_0^1 x\,dx \le \int_0^1 x^2 dx",
    r"\int_0^1 e^{-x^2} dx = \int_0^2 e^{-x^2} dx",
)

NEITHER = (
    r"\int_{-1}^1 \frac{dx}{x^2} = -2",
    r"\int_{-1}^1 \frac{dx}{x} = 0",
    r"\int_{-1}^1 \frac{dx}{x} = 1",
    r"\int_0^{\pi} \frac{dx}{\cos^2 x} = 0",
    r"\int_0^2 \frac{dx}{(x-1)^2} = -2",
    r"\int_0^2 \frac{dx}{1-x} = 0",
    r"\int_0^1 \frac{dx}{\sqrt{x}} = 2",
    r"\int_0^1 \frac{dx}{\sqrt{x}} = 3",
    r"\int_0^1 \ln x\,dx = -1",
    r"\int_{-1}^1 \frac{dx}{x + 1 - |\operatorname{sign}(x)|} = 0",
    r"\int_0^1 \frac{dx}{x} = \int_0^1 \frac{dx}{x}",
)
"""Undefined somewhere between the bounds: some diverge, some have a value as limits, and nothing is said of either."""

GIVEN = "Let $a, b, t$ be real."


@pytest.mark.parametrize("formula", RIGHT)
def test_right_values_are_proved(formula: str) -> None:
    assert verdicts(formula, given=GIVEN) == ["proved"]


@pytest.mark.parametrize("formula", WRONG)
def test_wrong_values_are_refuted(formula: str) -> None:
    assert verdicts(formula, given=GIVEN) == ["refuted"]


@pytest.mark.parametrize("formula", NEITHER)
def test_what_may_diverge_is_neither_proved_nor_refuted(formula: str) -> None:
    assert verdicts(formula, given=GIVEN) in (["undecided"], ["proved-provided"])


TO_INFINITY = (
    (r"\int_0^\infty \lambda x^2 e^{-\lambda x} dx = \frac{2}{\lambda^2}", "proved"),
    (r"\int_{-\infty}^0 e^x dx = 1", "proved"),
    (r"\int_0^\infty \frac{dx}{1+x^2} = \frac{\pi}{2}", "proved"),
    (r"\int_{-\infty}^\infty \frac{dx}{1+x^2} = \pi", "proved"),
    (r"\int_1^\infty \frac{dx}{x^2} = 1", "proved"),
    (r"\int_0^\infty x e^{-x^2} dx = \frac12", "proved"),
    (r"\int_{-\infty}^\infty e^{-x^2} dx = \sqrt{\pi}", "proved"),
    (r"\int_{-\infty}^\infty 3 e^{-\lambda x^2} dx = 3\sqrt{\pi/\lambda}", "proved"),
    (r"\int_{-\infty}^\infty e^{-x^2} dx = \sqrt{2\pi}", "undecided"),
    (r"\int_1^\infty \frac{dx}{x} = 1", "undecided"),
    (r"\int_0^\infty \cos x\,dx = 0", "undecided"),
    (r"\int_0^\infty e^{x} dx = -1", "undecided"),
    (r"\int_0^\infty e^{-x} dx = 2", "undecided"),
    (r"\int_{-\infty}^\infty x\,dx = 0", "undecided"),
    (r"\int_{-1}^\infty \frac{dx}{x^2} = -1", "undecided"),
    (r"\int_{-\infty}^\infty \frac{dx}{x^2} = 0", "undecided"),
)


@pytest.mark.parametrize(("formula", "wanted"), TO_INFINITY)
def test_integrals_to_infinity(formula: str, wanted: str) -> None:
    assert verdicts(formula, given=r"Let $\lambda > 0$ be real.") == [wanted]


def test_a_parameter_in_a_denominator_is_a_condition() -> None:
    assert verdicts(r"\int_0^1 e^{a x} dx = \frac{e^a-1}{a}", given=GIVEN) == ["proved-provided"]
    assert verdicts(r"\int_0^1 e^{a x} dx = \frac{e^a-1}{a}", given="Let $a > 0$ be real.") == ["proved"]


def test_functions_are_written_out() -> None:
    given = "Let $f(x) = x^2$ for all real $x$."
    assert verdicts(r"\int_0^1 f(x)\,dx = \frac13", given=given) == ["proved"]
    assert verdicts(r"\int_0^1 f(x)\,dx = \frac12", given=given) == ["refuted"]


def test_a_bound_may_have_the_name_that_is_bound() -> None:
    given = "Let $x$ be real."
    assert verdicts(r"\int_0^x x\,dx = \frac{x^2}{2}", given=given) == ["proved"]
    assert verdicts(r"\int_0^x x\,dx = x^2", given=given) == ["refuted"]


def refutation(body: Term, low: int, high: int, value: Fraction) -> object:
    """That an integral has a value, as refuted."""
    integral = Term("integral", (body, num(low), num(high)), ("x",))
    return {
        "format": "symproofs-refutation",
        "version": 1,
        "declarations": [],
        "distinct": [],
        "hypotheses": [],
        "statement": statement_to_json(Relation("=", integral, num(value))),
        "witness": {"sizes": {}, "values": {}},
    }


T = name("x")
SQUARE, RECIPROCAL, ROOT = Term("pow", (T, num(2))), Term("div", (num(1), T)), Term("sqrt", (T,))
AGAIN = (
    (SQUARE, 0, 1, Fraction(1, 2), True),
    (SQUARE, 0, 1, Fraction(1, 3), False),
    (SQUARE, 1, 0, Fraction(1, 3), True),
    (RECIPROCAL, 1, 2, Fraction(1), True),
    (RECIPROCAL, -1, 1, Fraction(1), False),
    (RECIPROCAL, 0, 1, Fraction(-1), False),
    (fun("sin", T), 0, 1, Fraction(1), True),
    (fun("abs", T), -1, 1, Fraction(0), True),
    (fun("sign", T), -1, 1, Fraction(1), False),
    (ROOT, 0, 1, Fraction(1), True),
    (ROOT, 0, 1, Fraction(2, 3), False),
    (ROOT, -1, 1, Fraction(5), False),
    (fun("log", T), 0, 1, Fraction(5), False),
)


@pytest.mark.parametrize(("body", "low", "high", "value", "accepted"), AGAIN)
def test_the_second_checker_encloses_integrals_itself(body: Term, low: int, high: int, value: Fraction, accepted: bool) -> None:
    claim = refutation(body, low, high, value)
    if accepted:
        verify.check(claim)
        return
    with pytest.raises((verify.Refused, verify.NotCovered)):
        verify.check(claim)


BRACKETS = (
    (r"\int_0^1 x^2 dx = \left[\frac{x^3}{3}\right]_0^1 = \frac13", ["proved", "proved"]),
    (r"\int_0^1 x e^x dx = [x e^x]_0^1 - \int_0^1 e^x dx = 1", ["proved", "proved"]),
    (r"\int_0^1 x e^x dx = [x e^x]_0^1 + \int_0^1 e^x dx", ["refuted"]),
    (r"\int_0^t \cos s\,ds = \left[\sin s\right]_0^t", ["proved"]),
    (r"\int_0^t \cos s\,ds = \left[-\sin s\right]_0^t", ["refuted"]),
    (r"\int_1^2 \frac{dx}{x} = \ln x \Big|_1^2", ["undecided"]),
)


@pytest.mark.parametrize(("formula", "wanted"), BRACKETS)
def test_values_at_both_ends(formula: str, wanted: list[str]) -> None:
    assert verdicts(formula, given=GIVEN) == wanted


# ------------------------------------------------------------------ generated


def primitive(rng: Random) -> sympy.Expr:
    """A sum of products of a power of x, an exponential and a wave."""
    total = sympy.Integer(0)
    for _ in range(rng.randint(1, 2)):
        part = sympy.Rational(rng.choice((1, -1, 2, 3, -2)), rng.choice((1, 1, 2, 3)))
        part *= X ** rng.randint(0, 3)
        if rng.random() < 0.5:
            part *= sympy.exp(rng.choice((1, -1, 2, sympy.Rational(-1, 2))) * X)
        if rng.random() < 0.5:
            part *= rng.choice((sympy.sin, sympy.cos))(rng.choice((1, 2, 3)) * X)
        total += part
    return total


def generated(seed: int) -> tuple[str, str] | None:
    """A right value and a wrong one, as LaTeX."""
    rng = Random(f"integral/{seed}")
    whole = primitive(rng)
    low, high = (sympy.Rational(rng.randint(-4, 4), rng.choice((1, 2))) for _ in range(2))
    body = sympy.expand(sympy.diff(whole, X))
    value = whole.subs(X, high) - whole.subs(X, low)
    slips = (-value, 2 * value, value + sympy.Rational(1, 7), whole.subs(X, high), whole.subs(X, high) + whole.subs(X, low))
    wrong = rng.choice(slips)
    if body == 0 or low == high or abs(float(wrong - value)) < 0.02 * (1 + abs(float(value))) or abs(float(value)) > 1000:
        return None
    integral = rf"\int_{{{sympy.latex(low)}}}^{{{sympy.latex(high)}}} \left({sympy.latex(body)}\right) dx"
    return f"{integral} = {sympy.latex(value)}", f"{integral} = {sympy.latex(wrong)}"


PAIRS = {seed: pair for seed in range(COUNT) if (pair := generated(seed)) is not None}
"""But for those where the slip changes too little."""


@pytest.mark.parametrize("seed", PAIRS)
def test_generated_values(seed: int) -> None:
    pair = PAIRS[seed]
    right, wrong = verdicts(*pair)
    assert right in ("proved", "undecided"), pair[0]
    assert wrong in ("refuted", "undecided"), pair[1]
    assert seed in SLOW or (right, wrong) == ("proved", "refuted"), pair
