"""Rewritings of written numbers by one law each: what a lecturer does between two lines.

They act on syntax and prove nothing. Each goes through the whole term, binders included, and leaves alone what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.terms.term import IMAGINARY, Term, bound_name, fun, num
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, bound_type, type_of, with_names

Types = Mapping[str, Type]
E = Term("const", (), ("e",))
ONE, ZERO = num(1), num(0)
MOST_SUMMANDS = 40


def everywhere(
    node: Term, types: Types, step: Callable[[Term, Types], Term], shut: Callable[[Term], bool] = lambda node: False
) -> Term:
    """Apply the step to every part, innermost first, with the types of bound names at hand; what is shut and derivatives stay."""
    bound = bound_name(node)
    if shut(node):
        return node
    if not node.args:
        return step(node, types)
    if node.head == "derivative":
        return step(node, types)
    inner = types
    if bound is not None:
        inner = with_names(types, {bound: bound_type(node, types)})
    args = tuple(everywhere(a, inner if k == 0 else types, step, shut) for k, a in enumerate(node.args))
    return step(node if args == node.args else node.with_args(args), types)


def kind_of(node: Term, types: Types) -> Type | None:
    try:
        return type_of(node, types)
    except Mistyped:
        return None


def is_number(node: Term, types: Types) -> bool:
    kind = kind_of(node, types)
    return kind is not None and kind.is_scalar


def is_real(node: Term, types: Types) -> bool:
    kind = kind_of(node, types)
    return kind is not None and kind.sort != "complex"


# ------------------------------------------------------------------ products with a sign


def factors(node: Term) -> tuple[int, tuple[Term, ...]]:
    """A product of numbers as a sign and its factors, nested products and signs undone."""
    if node.head == "neg":
        sign, found = factors(node.args[0])
        return -sign, found
    if node.head == "mul":
        sign = 1
        parts: list[Term] = []
        for a in node.args:
            s, inner = factors(a)
            sign *= s
            parts += inner
        return sign, tuple(parts)
    if node.head == "num" and isinstance(node.data[0], Fraction) and node.data[0] < 0:
        return -1, (num(-node.data[0]),)
    return 1, (node,)


def product(sign: int, parts: tuple[Term, ...]) -> Term:
    """The product of numbers with a sign in front: numbers written out are multiplied, 1 is dropped, i comes first."""
    c = Fraction(1)
    rest: list[Term] = []
    for p in parts:
        if p.head == "num" and isinstance(p.data[0], Fraction):
            c *= p.data[0]
        else:
            rest.append(p)
    rest.sort(key=lambda p: p != IMAGINARY)
    if c == 0:
        return ZERO
    if c != 1 or not rest:
        rest.insert(0, num(c))
    node = rest[0] if len(rest) == 1 else Term("mul", tuple(rest))
    return node if sign > 0 else Term("neg", (node,))


def summands(node: Term) -> list[Term]:
    """The summands of nested sums, with their signs."""
    if node.head == "add":
        return [s for a in node.args for s in summands(a)]
    if node.head == "neg":
        return [_negated(s) for s in summands(node.args[0])]
    return [node]


def _negated(node: Term) -> Term:
    return node.args[0] if node.head == "neg" else Term("neg", (node,))


def total(parts: list[Term]) -> Term:
    kept = [p for p in parts if p != ZERO]
    return ZERO if not kept else kept[0] if len(kept) == 1 else Term("add", tuple(kept))


# ------------------------------------------------------------------ conjugates


def push_conjugates(node: Term, types: Types) -> Term:
    """conj(z w) = conj z conj w, conj e^{iθ} = e^{-iθ} for real θ, conj conj z = z."""
    return everywhere(node, types, _conjugate_step)


def _conjugate_step(node: Term, types: Types) -> Term:
    if node.head == "fun" and node.data[0] == "conj":
        return conjugate(node.args[0], types)
    nested = node.head == "mul" and any(a.head in ("mul", "neg") for a in node.args)
    if nested and any(map(_mentions_conjugate, node.args)) and all(is_number(a, types) for a in node.args):
        return product(*factors(node))
    return node


def _mentions_conjugate(node: Term) -> bool:
    return any(p.head == "fun" and p.data[0] == "conj" for p in node.walk())


def conjugate(node: Term, types: Types) -> Term:
    if is_real(node, types):
        return node
    if node == IMAGINARY:
        return Term("neg", (node,))
    if node.head == "mul" and is_number(node, types):
        sign, parts = factors(Term("mul", tuple(conjugate(a, types) for a in node.args)))
        return product(sign, parts)
    if node.head in ("add", "neg", "div"):
        return node.with_args(tuple(conjugate(a, types) for a in node.args))
    if node.head == "pow" and node.args[0] == E:
        return node.with_args((E, conjugate(node.args[1], types)))
    if node.head == "pow" and node.args[1].head == "num" and is_number(node, types):
        return node.with_args((conjugate(node.args[0], types), node.args[1]))
    if node.head == "fun" and node.data[0] in ("exp", "sin", "cos", "sinh", "cosh"):
        return node.with_args((conjugate(node.args[0], types),))
    if node.head == "fun" and node.data[0] == "conj":
        return node.args[0]
    return fun("conj", node)


# ------------------------------------------------------------------ exponentials


def exponent(node: Term) -> Term | None:
    """x of e^x, written either way."""
    if node.head == "pow" and node.args[0] == E:
        return node.args[1]
    if node.head == "fun" and node.data[0] == "exp":
        return node.args[0]
    return None


def like(node: Term, x: Term) -> Term:
    """e^x, written as the given exponential is."""
    return node.with_args((E, x)) if node.head == "pow" else node.with_args((x,))


def without_zero_exponents(node: Term, types: Types) -> Term:
    """e^0 = 1, and a factor 1 is not written."""

    def step(part: Term, inner: Types) -> Term:
        x = exponent(part)
        if x is not None and is_number(x, inner) and product(*factors(x)) == ZERO:
            return ONE
        if part.head == "mul" and ONE in part.args and all(is_number(a, inner) for a in part.args):
            return product(*factors(part))
        return part

    return everywhere(node, types, step)


def join_exponentials(node: Term, types: Types) -> Term:
    """e^a e^b = e^{a+b} within products of numbers; the exponential goes last."""

    def step(part: Term, inner: Types) -> Term:
        if part.head != "mul" or not all(is_number(a, inner) for a in part.args):
            return part
        sign, parts = factors(part)
        waves = [p for p in parts if exponent(p) is not None]
        if len(waves) < 2:
            return part
        exponents = [x for p in waves if (x := exponent(p)) is not None]
        joined = like(waves[0], collected(exponents))
        rest = tuple(p for p in parts if exponent(p) is None)
        return product(sign, (*rest, joined))

    return everywhere(node, types, step)


def collected(parts: list[Term]) -> Term:
    """The sum, with the factors that all summands share taken out: i a θ − i b θ = i (a − b) θ."""
    rows = [factors(s) for p in parts for s in summands(p)]
    rows = [row for row in rows if ZERO not in row[1]]
    if not rows:
        return ZERO
    first = rows[0][1]
    shared: list[Term] = []
    for f in first:
        if all(list(r[1]).count(f) > shared.count(f) for r in rows) and f not in shared:
            shared.append(f)
    if not shared or len(rows) == 1:
        return total([product(*row) for row in rows])
    rests = []
    for sign, found in rows:
        left = list(found)
        for f in shared:
            left.remove(f)
        rests.append(product(sign, tuple(left)))
    place = next((k for k, f in enumerate(first) if f not in shared), len(first))
    before = tuple(f for f in first[:place] if f in shared)
    after = tuple(f for f in shared if f not in before)
    return Term("mul", (*before, total(rests), *after))


def euler(node: Term, types: Types) -> Term:
    """e^{ix} = cos x + i sin x for real x."""

    def step(part: Term, inner: Types) -> Term:
        x = exponent(part)
        if x is None:
            return part
        sign, parts = factors(x)
        if list(parts).count(IMAGINARY) != 1:
            return part
        angle = product(1, tuple(p for p in parts if p != IMAGINARY))
        if not is_real(angle, inner):
            return part
        wave = Term("mul", (IMAGINARY, fun("sin", angle)))
        return Term("add", (fun("cos", angle), wave if sign > 0 else Term("neg", (wave,))))

    return everywhere(node, types, step)


# ------------------------------------------------------------------ multiplying out


def multiply_out(node: Term, types: Types) -> Term:
    """a (b + c) = a b + a c in products of numbers, and natural powers of sums."""

    def step(part: Term, inner: Types) -> Term:
        if part.head == "pow" and part.args[0].head == "add" and is_number(part.args[0], inner):
            k = part.args[1].data[0] if part.args[1].head == "num" else None
            if isinstance(k, Fraction) and k.denominator == 1 and 2 <= k <= 4:
                part = Term("mul", (part.args[0],) * int(k))
        if part.head != "mul" or not all(is_number(a, inner) for a in part.args):
            return part
        rows: list[tuple[int, tuple[Term, ...]]] = [(1, ())]
        for a in part.args:
            sign, found = factors(a)
            terms = [(sign, found)]
            if len(found) == 1 and found[0].head == "add":
                terms = [(sign * s, f) for s, f in map(factors, summands(found[0]))]
            rows = [(s * t, (*f, *g)) for s, f in rows for t, g in terms]
            if len(rows) > MOST_SUMMANDS:
                return part
        return total([product(*row) for row in rows]) if len(rows) > 1 else part

    return everywhere(node, types, step, lambda part: exponent(part) is not None)


def square_i(node: Term, types: Types) -> Term:
    """i·i = −1 within products; what is added is written as one sum."""

    def step(part: Term, inner: Types) -> Term:
        if part.head == "pow" and part.args[0] == IMAGINARY and part.args[1] == num(2):
            return num(-1)
        if part.head == "mul" and all(is_number(a, inner) for a in part.args):
            sign, found = factors(part)
            times = list(found).count(IMAGINARY)
            if times >= 2:
                rest = tuple(f for f in found if f != IMAGINARY)
                turn = -1 if times % 4 in (2, 3) else 1
                return product(sign * turn, ((IMAGINARY,) if times % 2 else ()) + rest)
        return part

    def tidy(part: Term, inner: Types) -> Term:
        if part.head == "neg" and part.args[0].head == "neg":
            return part.args[0].args[0]
        return total(summands(part)) if part.head == "add" and is_number(part, inner) else part

    new = everywhere(node, types, step)
    return everywhere(new, types, tidy) if new != node else node
