"""Realness, signs and conjugates of sums, read off their structure and the declared properties of names.

Nothing here searches: a sum is real if every monomial is (or if it is its own conjugate as written), positive if every
monomial is nonnegative and one is positive. What is not seen is not claimed; some questions raise a condition instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from symproofs.kernel.indexed import Atom, Expr, Factor, Mono, Rejected, with_arguments
from symproofs.kernel.state import NUMBER_OF, PI_NAME, State
from symproofs.kernel.written import written
from symproofs.terms.size import ONE
from symproofs.terms.statement import Operator, Relation
from symproofs.terms.term import num


class Sign(NamedTuple):
    """`way` 1 or -1; `strict` if 0 is excluded."""

    way: int
    strict: bool


REAL_VALUED = ("step", "sign", "floor", "ceiling")


def whole(q: Fraction) -> bool:
    return q.denominator == 1


# ------------------------------------------------------------------ realness


def real(expr: Expr, state: State) -> bool:
    """Whether the sum is surely real."""
    state.spend(1)
    if all(_real_mono(m, state) for m in expr):
        return True
    try:
        return _unordered(conjugate(expr, state)) == _unordered(expr)
    except Rejected:
        return False


def _unordered(expr: Expr) -> Counter[object]:
    return Counter((m.c, m.bounds, _counted(m.factors)) for m in expr)


def _real_mono(mono: Mono, state: State) -> bool:
    return all(real_power(a, q, state) for a, q in _without_moduli(mono.factors, state)[0])


def real_power(a: Atom, q: Fraction, state: State) -> bool:
    """Whether the power of the atom is surely real."""
    if q.denominator != 1:
        return sign_of_power(a, q, state) is not None
    match a[0]:
        case "T":
            return state.sort(a[1]) != "complex"
        case "D":
            return True
        case "I":
            return q % 2 == 0
        case "X" | "S" | "E":
            return real(a[1], state)
        case "F":
            return a[1] in REAL_VALUED or (a[1] == "log" and positive(a[2], state)) or (a[1] == "arctan" and real(a[2], state))
        case "K":
            return a[1] in state.types and state.sort(a[1]) != "complex"
    return False


def _without_moduli(factors: tuple[Factor, ...], state: State) -> tuple[list[Factor], list[Factor]]:
    """The factors without pairs z^q z̄^q of whole q, which are powers of |z|²; and one factor of each pair."""
    rest, pairs = list(factors), []
    for a, q in factors:
        other = (("C", *a[1:]), q)
        if a[0] == "T" and whole(q) and (a, q) in rest and other in rest:
            rest.remove((a, q))
            rest.remove(other)
            pairs.append((a, q))
    return rest, pairs


# ------------------------------------------------------------------ signs


def sign_of_power(a: Atom, q: Fraction, state: State) -> Sign | None:
    """The sign of a power of an atom, if it is surely real and of one sign."""
    own = _sign_of_atom(a, state)
    if whole(q):
        if own is not None:
            return own if q % 2 else Sign(1, own.strict)
        if q % 2 == 0 and real_power(a, Fraction(1), state):
            return Sign(1, _nonzero_atom(a, state))
        return None
    return own if own is not None and own.way == 1 else None


def sum_key(expr: Expr) -> object:
    """The same for sums that are equal up to order and a positive factor; `None` where indices are bound."""
    total = sum((abs(m.c) for m in expr), Fraction(0))
    if not total or any(m.bounds for m in expr):
        return None
    return _counted([(m.c / total, _counted(m.factors)) for m in expr])


def _counted(items: Sequence[object]) -> frozenset[tuple[object, int]]:
    """What occurs, with how often it does: the same for any order."""
    return frozenset(((items[0], 1),)) if len(items) == 1 else frozenset(Counter(items).items())


def _given_sign(expr: Expr, state: State) -> Sign | None:
    """What a hypothesis says of the sign of the sum."""
    found = state.given_signs.get(sum_key(expr)) if state.given_signs else None
    if found is None or found.way == 0:
        return None
    state.used.update(dict.fromkeys(found.numbers))
    return Sign(found.way, found.strict)


def _sign_of_atom(a: Atom, state: State) -> Sign | None:
    return _own_sign(a, state) or (_given_sign(((Mono(Fraction(1), (), ((a, Fraction(1)),))),), state) if a[0] in "TFK" else None)


def _own_sign(a: Atom, state: State) -> Sign | None:
    match a[0]:
        case "T":
            return _sign_of_name(a[1], state)
        case "D":
            return Sign(1, False)
        case "X":
            return Sign(1, True) if real(a[1], state) else None
        case "F" if a[1] == "step":
            return Sign(1, False)
        case "S" | "E":
            return sign(a[1], state)
    return None


def _sign_of_name(name: str, state: State) -> Sign | None:
    if name in (NUMBER_OF, PI_NAME) or state.is_size(name):
        return Sign(1, True)
    if state.sort(name) == "complex":
        return None
    if state.has(name, "positive"):
        return Sign(1, True)
    if state.has(name, "negative"):
        return Sign(-1, True)
    if state.has(name, "nonnegative") or state.has(name, "permutation") or state.sort(name) == "natural":
        return Sign(1, _is_nonzero_number(name, state))
    return None


def _is_nonzero_number(name: str, state: State) -> bool:
    """Whether each value of the name is a number that is said not to be 0; of an array that is said of some entry only."""
    return state.kind(name).shape == (ONE, ONE) and state.has(name, "nonzero")


def _sign_of_mono(mono: Mono, state: State) -> Sign | None:
    """The sign of a monomial; strict only if no range is possibly empty."""
    rest, pairs = _without_moduli(mono.factors, state)
    way, strict = (1 if mono.c > 0 else -1), mono.c != 0
    strict = strict and all(s.surely_positive for _, s in mono.bounds) and all(_nonzero_atom(a, state) for a, _ in pairs)
    for a, q in _powers(rest):
        found = sign_of_power(a, q, state)
        if found is None:
            return None
        way, strict = way * found.way, strict and found.strict
    return Sign(way, strict)


def _powers(factors: Sequence[Factor]) -> Sequence[Factor]:
    """The factors, those of one base with natural exponents as one power: x x is x², which no sign of x is needed for."""
    natural = Counter[Atom]()
    for a, q in factors:
        natural[a] += int(q) if whole(q) and q > 0 else 0
    if all(q > 0 and whole(q) and natural[a] == q for a, q in factors):
        return factors
    return [*((a, Fraction(n)) for a, n in natural.items() if n), *((a, q) for a, q in factors if q <= 0 or not whole(q))]


def sign(expr: Expr, state: State) -> Sign | None:
    """The common sign of all monomials; strict if one of them is."""
    found = [_sign_of_mono(m, state) for m in expr]
    kept = [s for s in found if s is not None]
    if not expr or len(kept) < len(found) or len({s.way for s in kept}) > 1:
        return _given_sign(expr, state)
    return Sign(kept[0].way, any(s.strict for s in kept))


def positive(expr: Expr, state: State) -> bool:
    return sign(expr, state) == Sign(1, True)


def nonnegative(expr: Expr, state: State) -> bool:
    found = sign(expr, state)
    return not expr or (found is not None and found.way == 1)


def _nonzero_atom(a: Atom, state: State) -> bool:
    """Whether the atom is surely not 0."""
    found = _sign_of_atom(a, state)
    if a[0] in ("I", "X") or (found is not None and found.strict):
        return True
    if a[0] in ("T", "C"):
        return _is_nonzero_number(a[1], state)
    return a[0] == "S" and nonzero(a[1], state)


def nonzero(expr: Expr, state: State) -> bool:
    """Whether the sum is surely not 0."""
    found = sign(expr, state)
    if found is not None and found.strict:
        return True
    given = state.given_signs.get(sum_key(expr)) if state.given_signs else None
    if given is not None and given.strict:
        state.used.update(dict.fromkeys(given.numbers))
        return True
    if len(expr) != 1 or expr[0].c == 0 or expr[0].bounds:
        return False
    return all(_nonzero_atom(a, state) for a, _ in expr[0].factors)


# ------------------------------------------------------------------ what must hold


def require_nonzero(expr: Expr, state: State) -> None:
    """The sum is not 0, or this becomes a condition."""
    if not expr:
        raise Rejected("0 would have to be nonzero")
    if not nonzero(expr, state):
        _require("!=", expr, state)


def require_nonnegative(expr: Expr, state: State) -> None:
    """The sum is not negative, or this becomes a condition."""
    if not nonnegative(expr, state):
        _require_real(">=", expr, state)


def require_positive(expr: Expr, state: State) -> None:
    """The sum is positive, or this becomes a condition."""
    if not expr:
        raise Rejected("0 would have to be positive")
    if not positive(expr, state):
        _require_real(">", expr, state)


def _require_real(operator: Operator, expr: Expr, state: State) -> None:
    if not real(expr, state):
        raise Rejected("a number that may not be real would have to have a sign")
    _require(operator, expr, state)


def _require(operator: Operator, expr: Expr, state: State) -> None:
    state.require(written(expr, state, lambda left: Relation(operator, left, num(0))))


# ------------------------------------------------------------------ conjugates


def conjugate(expr: Expr, state: State) -> Expr:
    """The complex conjugate, taken apart by structure.

    *Fails when* a root, a logarithm or a function of unknown kind is met that is not surely real.
    """
    return tuple(_conjugate_mono(m, state) for m in expr)


def _conjugate_mono(mono: Mono, state: State) -> Mono:
    c, factors = mono.c, []
    for a, q in mono.factors:
        if a[0] == "I" and whole(q):
            c = -c if q % 2 else c
            factors.append((a, q))
        else:
            factors.append((_conjugate_base(a, q, state), q))
    return Mono(c, mono.bounds, tuple(factors))


def _conjugate_base(a: Atom, q: Fraction, state: State) -> Atom:
    """b with conj(a^q) = b^q."""
    if real_power(a, q, state):
        return a
    if whole(q):
        match a[0]:
            case "T" | "C":
                return ("C" if a[0] == "T" else "T", a[1], a[2])
            case "X" | "S" | "E":
                return with_arguments(a, [conjugate(a[1], state)])
    raise Rejected(f"the conjugate of {describe(a)} to the power {q} is not known")


def describe(a: Atom) -> str:
    kinds = {"T": "an entry", "C": "a conjugate", "D": "δ", "I": "i", "X": "an exponential", "S": "a sum", "E": "an expectation"}
    return kinds.get(a[0], f"a value of {a[1]}" if len(a) > 1 else "a number")
