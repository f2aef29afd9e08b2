"""The laws: one pure function from a monomial and small data to a sum equal to it, one row of `LAWS` each.

No law normalises and none searches: positions come from the certificate. Positions are numbers: `factor` and `bound` of
the monomial, `side` 0 or 1 of a δ. "In place" means that the factor is replaced where it stands; otherwise it is removed
and what replaces it is appended. After every law `apply_law` asserts that bounds are distinct and no index has escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from symproofs.kernel.indexed import Expr, Mono, Rejected, free_in_mono, need, not_too_long
from symproofs.kernel.law import Law
from symproofs.kernel.laws_exp import EXP_LAWS
from symproofs.kernel.laws_expect import EXPECT_LAWS
from symproofs.kernel.laws_fact import FACT_LAWS
from symproofs.kernel.laws_index import INDEX_LAWS
from symproofs.kernel.laws_log import LOG_LAWS
from symproofs.kernel.laws_power import POWER_LAWS
from symproofs.kernel.state import State

LAWS: Mapping[str, Law] = {row.name: row for row in (*INDEX_LAWS, *FACT_LAWS, *EXP_LAWS, *POWER_LAWS, *LOG_LAWS, *EXPECT_LAWS)}


def apply_law(state: State, name: str, mono: Mono, data: Sequence[Any] = ()) -> Expr:
    """The sum that the law makes of the monomial. *Fails when* the data or a side condition do not fit."""
    law = LAWS.get(name)
    if law is None:
        raise Rejected(f"no such law: {name}")
    need(len(data) == len(law.data), "{} takes {} data, {} are given", name, len(law.data), len(data))
    values = [KINDS[kind](value, mono) for kind, value in zip(law.data, data, strict=True)]
    result = law.function(state, mono, *values)
    state.spend(1 + sum(len(m.factors) for m in result))
    state.laws[name] = state.laws.get(name, 0) + 1
    assert_scope(mono, result, indices_spoken_of(state) if name == "fact" else frozenset())
    return result


def indices_spoken_of(state: State) -> frozenset[str]:
    """The declared indices: a fact may speak of one that is not in the monomial, as `e_j = δ_jo` speaks of o."""
    return frozenset(label for label, kind in state.types.items() if kind.index is not None)


def assert_scope(before: Mono, after: Expr, spoken_of: frozenset[str] = frozenset()) -> None:
    """Coefficients are exact, bounds are distinct, and nothing is free that was not, or is spoken of."""
    scope = free_in_mono(before) | spoken_of
    for mono in after:
        bounds = {b for b, _ in mono.bounds}
        need(len(bounds) == len(mono.bounds), "a bound index is bound twice")
        need(type(mono.c) is Fraction, "a coefficient is no fraction")
        for c in (mono.c, *(q for _, q in mono.factors)):
            not_too_long(c)
        escaped = {b for b in free_in_mono(mono) - scope if isinstance(b, int) or b[0] != "#"}
        need(not escaped, "an index escapes from its sum")


# ------------------------------------------------------------------ data


def _natural(value: Any, mono: Mono) -> int:
    need(type(value) is int and value >= 0, "a number from 0 is needed here")
    return int(value)


def _factor(value: Any, mono: Mono) -> int:
    need(_natural(value, mono) < len(mono.factors), "there is no factor {}", value)
    return int(value)


def _bound(value: Any, mono: Mono) -> int:
    need(_natural(value, mono) < len(mono.bounds), "there is no bound index {}", value)
    return int(value)


def _side(value: Any, mono: Mono) -> int:
    need(type(value) is int and value in (0, 1), "a side is 0 or 1")
    return int(value)


def _rational(value: Any, mono: Mono) -> Fraction:
    """An integer, a fraction, or a text like '-1/2', in lowest terms."""
    if type(value) is int or isinstance(value, Fraction):
        return Fraction(value)
    need(isinstance(value, str) and len(value) < 200, "a rational number is needed here")
    top, _, below = value.partition("/")
    digits = top.removeprefix("-")
    need(digits.isdecimal() and digits.isascii(), "a rational number is needed here")
    need(not below or (below.isdecimal() and below.isascii() and int(below) > 0), "a rational number is needed here")
    found = Fraction(int(top), int(below or 1))
    need(str(found) == value, "a rational number is written in lowest terms")
    return found


def _text(value: Any, mono: Mono) -> str:
    need(isinstance(value, str), "a name is needed here")
    return str(value)


def _list(value: Any, mono: Mono) -> list[Any]:
    need(isinstance(value, (list, tuple)), "a list is needed here")
    return list(value)


KINDS: Mapping[str, Callable[[Any, Mono], Any]] = {
    "factor": _factor,
    "bound": _bound,
    "natural": _natural,
    "side": _side,
    "rational": _rational,
    "map": _text,
    "list": _list,
    "witness": lambda value, mono: value,
}
