"""Rules of functions and powers: exponentials, logarithms, sums as bases of powers, equal factors, reciprocals.

Each rule names a law of the kernel with its positions, or nothing; see the table in `rewriting.py`.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from symproofs.kernel.indexed import ONE, Atom, Expr, Mono, arguments, scale
from symproofs.kernel.randomness import random_atom
from symproofs.kernel.signs import nonnegative, positive
from symproofs.theories.content import common_factor, leading, leading_place, prime_powers
from symproofs.theories.matching import matches
from symproofs.theories.normaliser import FinerExponent, Json, Move, Normaliser, whole
from symproofs.theories.roots_of_unity import exponential_of_turn, is_turn
from symproofs.theories.witness import SWAP, mentions_swap

_SUMS = ("X", "F", "S", "K", "E")


def inside(n: Normaliser, m: Mono) -> Move | None:
    """Congruence: normalise what functions are taken of, then use the laws of the function."""
    for k, (a, q) in enumerate(m.factors):
        tag = a[0]
        if tag not in _SUMS:
            if tag == "I" and q != 1 and whole(q):
                return "iunit", k
            continue
        known = (id(a), q.numerator, q.denominator)
        if known in n.settled:
            continue
        for place, e in enumerate(arguments(a)):
            number = n.normal(e)[1]
            if number is not None:
                return "arg", k, place, number
        if tag != "K":
            move = (None if tag == "E" else _cases(n, k, a)) or _LAWS[tag](n, m, k, a, q)
            if move is not None:
                return move
        n.settled[known] = a
    return None


def _cases(n: Normaliser, k: int, a: Atom) -> Move | None:
    """f of δ-terms by cases, for a δ between two indices that are free in the argument."""
    e: Expr = a[-1]
    for mi, mono in enumerate(e):
        for fi, (d, q) in enumerate(mono.factors):
            if d[0] == "D" and q == 1:
                own = {b for b, _ in mono.bounds}
                if d[1][0] not in own and d[2][0] not in own:
                    return "case", k, mi, fi
    return None


def _exponential(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """e^{a+b} = e^a e^b; e^{c·M} as a power of e^{M/L}; e^{log E} = E; e^{iπr} where it is a power of i."""
    e: Expr = a[1]
    if len(e) != 1:
        if whole(q) or all(n.real((x,)) for x in e):
            return "expsum", k
        return None
    mono = e[0]
    if not mono.bounds and len(mono.factors) == 1 and whole(q):
        f, r = mono.factors[0]
        if f[0] == "F" and f[1] == "log" and r == 1:
            return "explog", k
    if n.real(e):
        return None if mono.c == 1 else ("expscale", k, _rational(mono.c))
    if not whole(q):
        return None
    if is_turn(mono):
        return exponential_of_turn(n, k, mono, q)
    unit = n.units.setdefault(key := n.keys.mono(mono), mono.c.denominator)
    if unit % mono.c.denominator:
        n.units[key] = unit * mono.c.denominator // gcd(unit, mono.c.denominator)
        raise FinerExponent
    multiple = mono.c * unit
    return None if multiple == 1 else ("expscale", k, _rational(multiple))


def _base(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """Powers of a sum: what is common to its monomials comes out, and the leading coefficient becomes ±1, so that the sum is
    positive if it has a sign."""
    e: Expr = a[1]
    if not e:
        return ("szero", k) if q > 0 else None
    if e == ONE:
        return "unit", k
    if len(e) == 1 and not e[0].bounds:
        mono = e[0]
        if not mono.factors:
            return _number_power(k, mono.c, q)
        if mono.c == 1 and len(mono.factors) == 1:
            f, r = mono.factors[0]
            if whole(q) or r == 1 or nonnegative(((Mono(Fraction(1), (), ((f, Fraction(1)),))),), n.state):
                return "unwrap", k
            return None
    if whole(q) and q > 0:
        return None  # it is multiplied out
    found = common_factor(n, e, whole(q))
    if found is not None:
        return found[0], k, *found[1:]
    c = leading(n, e).c
    if not whole(q) or positive(e, n.state):
        c = abs(c)
    elif positive(scale(-1, e), n.state):
        c = -abs(c)
    return None if c == 1 else ("scale", k, _rational(c))


def _number_power(k: int, c: Fraction, q: Fraction) -> Move | None:
    if c < 0:
        return ("scale", k, _rational(c if whole(q) else -c)) if whole(q) or c != -1 else None
    primes = prime_powers(c)
    if len(primes) == 1 and primes[0][1] == 1 and 0 < q < 1:
        return None
    return "num", k, [list(row) for row in primes]


def _function(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """Laws of log and step."""
    e: Expr = a[2]
    if a[1] == "step" and e:
        if positive(e, n.state):
            return "steppos", k
        c = abs(leading(n, e).c)
        return None if c == 1 else ("stepscale", k, _rational(c))
    if a[1] == "log" and e:
        move = _logarithm(n, k, e)
        if move is not None and q != 1:
            return "wrap", k
        return move
    return None


def _logarithm(n: Normaliser, k: int, e: Expr) -> Move | None:
    if e == ONE:
        return "log1", k
    mono = e[0]
    if len(e) == 1 and not mono.bounds:
        if not mono.factors:
            primes = prime_powers(mono.c) if mono.c > 0 else []
            if not primes or (len(primes) == 1 and primes[0][1] == 1):
                return None
            return "lognum", k, [list(row) for row in primes]
        if mono.c == 1 and len(mono.factors) == 1:
            f, r = mono.factors[0]
            if f[0] == "X" and r == 1 and n.real(f[1]):
                return "logexp", k
            if r != 1 and positive((Mono(Fraction(1), (), ((f, Fraction(1)),)),), n.state):
                return "logpow", k
            return None
    found = common_factor(n, e, False)
    if found is not None:
        return "logpull" if found[0] == "pull" else "logpullpart", k, *found[1:]
    c = leading(n, e).c
    if c > 0 and c != 1:
        return "lognum", k, [list(row) for row in prime_powers(c)]
    return None


def _expectation(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """E is linear: what is left inside is one product of random factors."""
    e: Expr = a[1]
    alone = len(e) == 1 and e[0].c == 1 and not e[0].bounds and e[0].factors
    if alone and all(random_atom(f, n.state) for f, _ in e[0].factors):
        return None
    if q != 1:
        return "wrap", k
    return ("expectpull" if len(e) == 1 else "expectsum"), k


_LAWS = {"X": _exponential, "S": _base, "F": _function, "E": _expectation}


def _rational(c: Fraction) -> Json:
    return int(c) if whole(c) else str(c)


# ------------------------------------------------------------------ factors


def equal_factors(n: Normaliser, m: Mono) -> Move | None:
    """a^p a^q = a^{p+q}."""
    if len(m.factors) < 2:
        return None
    seen: dict[str, int] = {}
    for k, (a, _) in enumerate(m.factors):
        key = n.keys.atom(a)
        first = seen.setdefault(key, k)
        if first != k:
            w = n.witnesses.atom(m.factors[first][0], a)
            if w == SWAP:
                return "swap", k
            if w is not None and not mentions_swap(w):
                return "mul", first, k, w
    return None


def powers(n: Normaliser, m: Mono) -> Move | None:
    """step^q = step; a positive power of a sum is multiplied out; i^2 = -1."""
    for k, (a, q) in enumerate(m.factors):
        if a[0] == "F" and a[1] == "step" and q > 1 and whole(q):
            return "idem", k
        if a[0] == "S" and 1 <= q < 64:
            if len(a[1]) > 1 and q > 1 and len(a[1]) ** int(q) > n.budget.monomials:
                n.cut_short = True
                return None
            return "expand", k
    return None


def inverse(n: Normaliser, m: Mono) -> Move | None:
    """L·S^q = S^{q+1} − (S − L)·S^q for the leading monomial L of S, q < 0; and partial fractions."""
    for k, (a, q) in enumerate(m.factors):
        if a[0] != "S" or q >= 0 or len(a[1]) < 2:
            continue
        place = leading_place(n, a[1])
        rest = Mono(m.c, m.bounds, m.factors[:k] + m.factors[k + 1 :])
        for hit in matches(n, a[1][place], rest):
            if n.keys.loose(a) & hit.removed:
                continue
            if SWAP in hit.witnesses:
                at = hit.places[hit.witnesses.index(SWAP)]
                return "swap", at if at < k else at + 1
            if any(map(mentions_swap, hit.witnesses)):
                continue
            return "inv", k, place, list(hit.bounds), list(hit.places), list(hit.witnesses)
        for constant, mono in enumerate(a[1]):
            if mono.factors or mono.bounds:
                continue
            for f, r in rest.factors:
                if r < 0 and f[0] in ("X", "T", "C") and any(f == g and s > 0 for x in a[1] for g, s in x.factors):
                    return "pfrac", k, constant
    return None
