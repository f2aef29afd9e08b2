"""Facts that proof trees may cite: what trigonometric functions and whole numbers are, and named axioms.

A fact is a closed statement that holds. A fact that is an axiom is a theorem of others that is not proved here: it has
a reference, and every theorem that uses it lists its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from symproofs.terms.statement import And, Exists, ForAll, Implies, Relation, Statement
from symproofs.terms.term import IMAGINARY, PI, Term, fun, name, num
from symproofs.terms.types import Sort, scalar


class Fact(NamedTuple):
    """A statement that holds. `axiom` is its name as an axiom, if it is one; `reference` where it is proved."""

    name: str
    statement: Statement
    reference: str
    axiom: str = ""


a, b, k, n, p, q, x = (name(f"_{label}") for label in "abknpqx")
"""Quantified in the facts; a document hardly gives such a name to a size."""


def _for_all(labels: str, sort: Sort, body: Statement) -> Statement:
    return ForAll(tuple((f"_{label}", scalar(sort)) for label in labels), body)


def _equal(left: Term, right: Term) -> Relation:
    return Relation("=", left, right)


def _times(*factors: Term) -> Term:
    return Term("mul", factors)


def _plus(left: Term, right: Term) -> Term:
    return Term("add", (left, right))


def _minus(left: Term, right: Term) -> Term:
    return _plus(left, Term("neg", (right,)))


def _at_most(left: Term, right: Term) -> Relation:
    return Relation("<=", left, right)


def _between(low: Term, term: Term, high: Term) -> Statement:
    return And((_at_most(low, term), _at_most(term, high)))


def _turned(x: Term) -> Term:
    """(1 + ix)/√(1 + x²)."""
    return Term("div", (_plus(num(1), _times(IMAGINARY, x)), Term("sqrt", (_plus(num(1), Term("pow", (x, num(2)))),))))


def _values_by_sign(label: str, which: str, above: Term, below: Term, strictly: bool = False) -> tuple[Fact, Fact]:
    """f(x) = above for x ≥ 0, or for x > 0 only, and f(x) = below for x ≤ 0."""
    first, second = Relation("<" if strictly else "<=", num(0), x), _at_most(x, num(0))
    return (
        Fact(f"{label}_above", _for_all("x", "real", Implies(first, _equal(fun(which, x), above))), f"definition of {which}"),
        Fact(f"{label}_below", _for_all("x", "real", Implies(second, _equal(fun(which, x), below))), f"definition of {which}"),
    )


_EQUAL_WAVES = And((_equal(fun("sin", a), fun("sin", b)), _equal(fun("cos", a), fun("cos", b))))
_IS_COUNTED = And((Relation("<", num(0), k), _equal(Term("factorial", (n,)), k)))
_WHOLE_TURNS = Exists((("_k", scalar("integer")),), _equal(_minus(a, b), _times(num(2), k, PI)))

_T = name("_t")
_BELL = Term("improper", (fun("exp", Term("neg", (_times(x, Term("pow", (_T, num(2)))),))),), ("_t", "both"))
"""∫_{-∞}^∞ e^{-x t²} dt."""


def _next(term: Term) -> Term:
    return _plus(term, num(1))


def _choose(above: Term, below: Term) -> Term:
    return Term("binomial", (above, below))


def _factorial(term: Term) -> Term:
    return Term("factorial", (term,))


def _for_binomials(body: Statement) -> Statement:
    return ForAll((("_n", scalar("natural")), ("_k", scalar("integer"))), body)


COUNTING = (
    Fact(
        "power_next",
        ForAll(
            (("_x", scalar("complex")), ("_n", scalar("natural"))),
            _equal(Term("pow", (x, _next(n))), _times(Term("pow", (x, n)), x)),
        ),
        "definition of powers",
    ),
    Fact(
        "power_next_nonzero",
        ForAll(
            (("_x", scalar("complex")), ("_n", scalar("integer"))),
            Implies(Relation("!=", x, num(0)), _equal(Term("pow", (x, _next(n))), _times(Term("pow", (x, n)), x))),
        ),
        "definition of powers",
    ),
    Fact("factorial_zero", _equal(_factorial(num(0)), num(1)), "definition of the factorial"),
    Fact(
        "factorial_next",
        _for_all("n", "natural", _equal(_factorial(_next(n)), _times(_next(n), _factorial(n)))),
        "definition of the factorial",
    ),
    Fact("factorial_positive", _for_all("n", "natural", Relation("<", num(0), _factorial(n))), "definition of the factorial"),
    Fact("binomial_zero", _for_all("x", "real", _equal(_choose(x, num(0)), num(1))), "definition of the binomial coefficient"),
    Fact(
        "binomial_next",
        ForAll(
            (("_x", scalar("real")), ("_k", scalar("natural"))),
            _equal(_times(_next(k), _choose(x, _next(k))), _times(_minus(x, k), _choose(x, k))),
        ),
        "definition of the binomial coefficient",
    ),
    Fact(
        "binomial_step",
        _for_binomials(_equal(_times(_next(k), _choose(n, _next(k))), _times(_minus(n, k), _choose(n, k)))),
        "R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, (5.6), (5.7)",
    ),
    Fact(
        "pascal",
        _for_binomials(_equal(_choose(_next(n), _next(k)), _plus(_choose(n, _next(k)), _choose(n, k)))),
        "R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, (5.8)",
    ),
    Fact(
        "binomial_below",
        _for_binomials(Implies(Relation("<", k, num(0)), _equal(_choose(n, k), num(0)))),
        "definition of the binomial coefficient",
    ),
    Fact(
        "binomial_above",
        _for_binomials(Implies(Relation("<", n, k), _equal(_choose(n, k), num(0)))),
        "definition of the binomial coefficient",
    ),
    Fact(
        "binomial_symmetry",
        _for_binomials(_equal(_choose(n, k), _choose(n, _minus(n, k)))),
        "R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, (5.4)",
    ),
    Fact(
        "binomial_factorials",
        _for_all(
            "nk",
            "natural",
            _equal(_factorial(_plus(n, k)), _times(_choose(_plus(n, k), k), _factorial(n), _factorial(k))),
        ),
        "R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, (5.3)",
    ),
)
"""Powers, factorials and binomial coefficients from one number to the next. Of a natural n, C(n, k) = 0 for k < 0, k > n."""


FACTS: Mapping[str, Fact] = {
    row.name: row
    for row in (
        Fact("same_angle", _for_all("ab", "real", Implies(_EQUAL_WAVES, _WHOLE_TURNS)), "the period of e^{ix} is 2π"),
        Fact(
            "full_turn",
            _for_all("k", "integer", _equal(fun("exp", _times(num(2), k, PI, IMAGINARY)), num(1))),
            "the period of e^{ix} is 2π",
        ),
        Fact("sine_of_half_turns", _for_all("k", "integer", _equal(fun("sin", _times(k, PI)), num(0))), "zeros of sin"),
        Fact(
            "cosine_of_half_turns",
            _for_all("k", "integer", _equal(fun("cos", _times(k, PI)), Term("pow", (num(-1), k)))),
            "values of cos at its extrema",
        ),
        Fact(
            "positive_integer",
            _for_all("n", "integer", Implies(Relation("<", num(0), n), _at_most(num(1), n))),
            "no integer lies between 0 and 1",
        ),
        Fact(
            "factorial_whole",
            _for_all("n", "natural", Exists((("_k", scalar("integer")),), _IS_COUNTED)),
            "definition of n!",
        ),
        Fact(
            "wave_of_arctangent",
            _for_all("x", "real", _equal(fun("exp", _times(IMAGINARY, fun("arctan", x))), _turned(x))),
            "1 + ix has the modulus √(1 + x²) and the argument arctan x",
        ),
        Fact(
            "exponential_bound",
            _for_all("x", "real", Relation("<=", Term("add", (num(1), x)), fun("exp", x))),
            "convexity of exp",
        ),
        Fact("sine_bound", _for_all("x", "real", _between(num(-1), fun("sin", x), num(1))), "sin² + cos² = 1"),
        Fact("cosine_bound", _for_all("x", "real", _between(num(-1), fun("cos", x), num(1))), "sin² + cos² = 1"),
        Fact(
            "modulus_bound", _for_all("x", "real", _between(Term("neg", (fun("abs", x),)), x, fun("abs", x))), "definition of |x|"
        ),
        Fact(
            "relu_bound",
            _for_all("x", "real", And((_at_most(num(0), fun("relu", x)), _at_most(x, fun("relu", x))))),
            "definition of the maximum",
        ),
        Fact(
            "gaussian_integral",
            _for_all("x", "real", Implies(Relation("<", num(0), x), _equal(_BELL, Term("sqrt", (Term("div", (PI, x)),))))),
            "P. S. Laplace 1774; W. Rudin, Principles of Mathematical Analysis, 8.21",
            "gaussian-integral",
        ),
        Fact(
            "angle_of_slope",
            _for_all(
                "xb",
                "real",
                Implies(
                    And(
                        (
                            Relation("<", Term("neg", (Term("div", (PI, num(2))),)), x),
                            Relation("<", x, Term("div", (PI, num(2)))),
                            _equal(fun("sin", x), _times(b, fun("cos", x))),
                        )
                    ),
                    _equal(fun("arctan", b), x),
                ),
            ),
            "definition of the arctangent",
        ),
        *_values_by_sign("modulus", "abs", x, Term("neg", (x,))),
        *_values_by_sign("relu", "relu", x, num(0)),
        *_values_by_sign("step", "step", num(1), num(0), strictly=True),
        Fact(
            "sign_of_positive",
            _for_all("x", "real", Implies(Relation("<", num(0), x), _equal(fun("sign", x), num(1)))),
            "definition of the sign",
        ),
        Fact(
            "sign_of_negative",
            _for_all("x", "real", Implies(Relation("<", x, num(0)), _equal(fun("sign", x), num(-1)))),
            "definition of the sign",
        ),
        Fact(
            "pi_irrational",
            _for_all("pq", "rational", Implies(_equal(p, _times(q, PI)), _equal(q, num(0)))),
            "J. H. Lambert, Mém. Acad. Berlin 17 (1761) 265-322; I. Niven, Bull. Amer. Math. Soc. 53 (1947) 509",
            "pi-irrational",
        ),
        *COUNTING,
    )
}
"""Closed statements by name."""
