"""What the fuzzers throw at each theory: random terms over a context, laws that reshape them, slips that alter them.

A law is a function from a term to an equal one, or `None` where it does not apply; it holds for all values of the sorts of the
context. A slip is mostly no law. Terms of a theory are of one shape.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import Hypothesis, Relation, Statement, Tends
from symproofs.terms.term import IMAGINARY, PI, E, Term, const, fun, name, num, term
from symproofs.terms.types import family, index, matrix, scalar, vector

N = Size.of("n")
Law = Callable[[Term, Random], Term | None]
Make = Callable[[Random, int], Term]


@dataclass(frozen=True)
class Grammar:
    """One theory: its context, its random terms, its laws and its slips; `says` makes a statement of two terms."""

    name: str
    context: Context
    make: Make
    laws: tuple[Law, ...]
    slips: tuple[Law, ...]
    relation: Callable[[Term, Term], Statement] = lambda t, u: Relation("=", t, u)
    depth: int = 2


def neg(t: Term) -> Term:
    return term("neg", t)


def add(*ts: Term) -> Term:
    return term("add", *ts) if len(ts) > 1 else ts[0]


def mul(*ts: Term) -> Term:
    return term("mul", *ts) if len(ts) > 1 else ts[0]


def power(t: Term, k: int) -> Term:
    return term("pow", t, num(k))


def over(t: Term, u: Term) -> Term:
    return term("div", t, u)


def rows(kind: object, labels: str, *properties: str) -> list[Declaration]:
    return [Declaration(x, kind, frozenset(properties)) for x in labels.split()]  # type: ignore[arg-type]


# Laws of every ring ---------------------------------------------------------------------------------------------


def commute_sum(t: Term, rng: Random) -> Term | None:
    return add(*rng.sample(t.args, len(t.args))) if t.head == "add" else None


def commute_product(t: Term, rng: Random) -> Term | None:
    return mul(*rng.sample(t.args, len(t.args))) if t.head == "mul" else None


def distribute(t: Term, rng: Random) -> Term | None:
    if t.head == "mul":
        k = next((k for k, a in enumerate(t.args) if a.head == "add"), None)
        if k is not None:
            return add(*(mul(*t.args[:k], a, *t.args[k + 1 :]) for a in t.args[k].args))
    return None


def associate(t: Term, rng: Random) -> Term | None:
    if t.head in ("mul", "add") and len(t.args) > 2:
        return term(t.head, term(t.head, *t.args[:2]), *t.args[2:])
    if t.head in ("mul", "add") and t.args[0].head == t.head:
        first, *rest = t.args[0].args
        return term(t.head, first, term(t.head, *rest, *t.args[1:]))
    return None


def add_nothing(of: Make) -> Law:
    def law(t: Term, rng: Random) -> Term | None:
        u = of(rng, 0)
        return add(t, u, neg(u))

    return law


def double_negation(t: Term, rng: Random) -> Term | None:
    return neg(neg(t))


def halves(t: Term, rng: Random) -> Term | None:
    return add(mul(num(Fraction(1, 3)), t), mul(num(Fraction(2, 3)), t))


def square_of_sum(t: Term, rng: Random) -> Term | None:
    if t.head == "pow" and t.args[1] == num(2) and t.args[0].head == "add" and len(t.args[0].args) == 2:
        a, b = t.args[0].args
        return add(power(a, 2), mul(num(2), a, b), power(b, 2))
    return None


def power_as_product(t: Term, rng: Random) -> Term | None:
    return mul(t.args[0], t.args[0]) if t.head == "pow" and t.args[1] == num(2) else None


RING: tuple[Law, ...] = (commute_sum, distribute, associate, double_negation, halves)
NUMBERS: tuple[Law, ...] = (*RING, commute_product, square_of_sum, power_as_product)


# Slips ----------------------------------------------------------------------------------------------------------


def lost_sign(t: Term, rng: Random) -> Term | None:
    return t.args[0] if t.head == "neg" else neg(t)


def lost_summand(t: Term, rng: Random) -> Term | None:
    return add(*t.args[:-1]) if t.head == "add" else None


def doubled(t: Term, rng: Random) -> Term | None:
    return mul(num(2), t)


def other_power(t: Term, rng: Random) -> Term | None:
    return power(t.args[0], 3) if t.head == "pow" else None


def lost_transpose(t: Term, rng: Random) -> Term | None:
    return t.args[0] if t.head == "transpose" else term("transpose", t)


def other_order(t: Term, rng: Random) -> Term | None:
    return mul(*reversed(t.args)) if t.head == "mul" else None


def other_function(t: Term, rng: Random) -> Term | None:
    swapped = {"sin": "cos", "cos": "sin", "re": "im", "conj": "re", "exp": "cosh", "relu": "abs"}
    return fun(swapped[str(t.data[0])], t.args[0]) if t.head == "fun" and t.data[0] in swapped else None


def one_factor_more(t: Term, rng: Random) -> Term | None:
    return mul(t, name("P"))


def upside_down(t: Term, rng: Random) -> Term | None:
    return over(t.args[1], t.args[0]) if t.head == "div" else None


NUMBER_SLIPS: tuple[Law, ...] = (lost_sign, lost_summand, doubled, other_power, other_function, upside_down)


# Indexed sums of products ---------------------------------------------------------------------------------------

INDEXED = Context().declare(
    *rows(scalar("natural"), "n", "size"),
    *rows(matrix("n", "n"), "A B C"),
    *rows(matrix("n", "n"), "P", "permutation"),
    *rows(matrix("n", "n"), "R", "orthogonal"),
    *rows(matrix("n", "n"), "S", "symmetric"),
    *rows(vector("n"), "u v"),
    *rows(scalar(), "x"),
    *rows(index("n"), "a"),
)


def square(rng: Random, depth: int) -> Term:
    if depth == 0:
        return name(rng.choice("ABCPRS"))
    first, second = square(rng, depth - 1), square(rng, rng.randrange(depth))
    kinds: list[Callable[[], Term]] = [
        lambda: add(first, second),
        lambda: mul(first, second),
        lambda: mul(first, second),
        lambda: term("transpose", first),
        lambda: term("hadamard", first, second),
        lambda: term("rowsoftmax", first),
        lambda: fun(rng.choice(("relu", "exp")), first),
        lambda: mul(name("x"), first),
        lambda: mul(term("trace", mul(first, second)), name("A")),
        lambda: term("diag", mul(first, name("u"))),
        lambda: mul(name("u"), term("transpose", name("v"))),
    ]
    return rng.choice(kinds)()


def double_transpose(t: Term, rng: Random) -> Term | None:
    return term("transpose", term("transpose", t))


def transpose_inwards(t: Term, rng: Random) -> Term | None:
    if t.head != "transpose":
        return None
    (inner,) = t.args
    if inner.head == "mul" and inner.args[0] != name("x") and inner.args[0].head != "trace":
        return mul(*(term("transpose", a) for a in reversed(inner.args)))
    if inner.head in ("add", "hadamard"):
        return inner.with_args(tuple(term("transpose", a) for a in inner.args))
    return fun(str(inner.data[0]), term("transpose", inner.args[0])) if inner.head == "fun" else None


def one_as_product(t: Term, rng: Random) -> Term | None:
    p = name(rng.choice("PR"))
    pair = (p, term("transpose", p)) if rng.random() < 0.5 else (term("transpose", p), p)
    return mul(*pair, t) if rng.random() < 0.5 else mul(t, *pair)


def permuted_rows(t: Term, rng: Random) -> Term | None:
    if t.head == "rowsoftmax" or t.head == "fun":
        return mul(term("transpose", name("P")), t.with_args((mul(name("P"), t.args[0]),)))
    return None


def permuted_columns(t: Term, rng: Random) -> Term | None:
    """f(A) = f(A P) P^T, also for the softmax of rows."""
    if t.head == "rowsoftmax" or t.head == "fun":
        return mul(t.with_args((mul(t.args[0], name("P")),)), term("transpose", name("P")))
    return None


def symmetric(t: Term, rng: Random) -> Term | None:
    return term("transpose", t) if t == name("S") else None


def cyclic(t: Term, rng: Random) -> Term | None:
    if t.head == "trace" and t.args[0].head == "mul":
        a, *rest = t.args[0].args
        return term("trace", mul(*rest, a))
    return None


def hadamard_with_ones(t: Term, rng: Random) -> Term | None:
    return term("hadamard", t, term("ones", data=(N, N)))


def relu_apart(t: Term, rng: Random) -> Term | None:
    """relu A = A + relu(-A)."""
    if t.head == "fun" and t.data[0] == "relu":
        return add(t.args[0], fun("relu", neg(t.args[0])))
    return None


def is_square(t: Term) -> bool:
    return t.head not in ("num", "trace", "size") and t not in (name("x"), name("u"), name("v"), name("a"))


def on_squares(law: Law) -> Law:
    return lambda t, rng: law(t, rng) if is_square(t) and not _column(t) else None


def _column(t: Term) -> bool:
    return (t.head == "mul" and t.args[-1] in (name("u"), name("v"))) or (t.head == "transpose" and t.args[0] == name("v"))


MATRIX_LAWS: tuple[Law, ...] = (
    *map(on_squares, (*RING, double_transpose, transpose_inwards, one_as_product, permuted_rows, permuted_columns, symmetric)),
    *map(on_squares, (hadamard_with_ones, add_nothing(square))),
    cyclic,
)
MATRIX_SLIPS: tuple[Law, ...] = tuple(
    map(on_squares, (lost_sign, lost_summand, lost_transpose, other_order, other_function, doubled, one_factor_more))
)


# Rational functions ---------------------------------------------------------------------------------------------

RATIONAL = Context().declare(*rows(scalar(), "x y"), *rows(scalar(), "p q", "positive"), *rows(scalar("complex"), "z"))


def rational(rng: Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice((name("x"), name("y"), name("p"), name("q"), name("z"), num(rng.randint(1, 4))))
    first, second = rational(rng, depth - 1), rational(rng, rng.randrange(depth))
    below = rng.choice((name("p"), add(name("p"), name("q")), add(power(name("x"), 2), num(1)), mul(num(2), name("q"))))
    kinds: list[Callable[[], Term]] = [
        lambda: add(first, second),
        lambda: mul(first, second),
        lambda: over(first, below),
        lambda: over(first, below),
        lambda: power(first, 2),
        lambda: add(first, neg(over(second, below))),
    ]
    return rng.choice(kinds)()


def expanded_fraction(t: Term, rng: Random) -> Term | None:
    if t.head == "div":
        k = rng.choice((name("p"), name("q"), add(name("p"), num(1))))
        return over(mul(t.args[0], k), mul(t.args[1], k))
    return None


def split_fraction(t: Term, rng: Random) -> Term | None:
    if t.head == "div" and t.args[0].head == "add":
        return add(*(over(a, t.args[1]) for a in t.args[0].args))
    return None


def common_denominator(t: Term, rng: Random) -> Term | None:
    if t.head == "add" and t.args[0].head == "div":
        (a, b), rest = t.args[0].args, add(*t.args[1:])
        return over(add(a, mul(rest, b)), b)
    return None


def by_the_inverse(t: Term, rng: Random) -> Term | None:
    return mul(t.args[0], power(t.args[1], -1)) if t.head == "div" else None


RATIONAL_LAWS = (*NUMBERS, expanded_fraction, split_fraction, common_denominator, by_the_inverse, add_nothing(rational))


# Exponential polynomials ----------------------------------------------------------------------------------------

CIRCULAR = Context().declare(*rows(scalar(), "x y t"), *rows(scalar("complex"), "z w"))


def angle(rng: Random, depth: int) -> Term:
    if depth == 0:
        return name(rng.choice("xyt"))
    return rng.choice((add(angle(rng, depth - 1), angle(rng, 0)), mul(num(rng.choice((2, 3, -1))), angle(rng, 0)), name("x")))


def circular(rng: Random, depth: int) -> Term:
    if depth == 0:
        x = angle(rng, rng.randrange(2))
        wave = fun(rng.choice(("sin", "cos", "exp", "sinh", "cosh")), x)
        return rng.choice((wave, wave, name("z"), name("w"), term("pow", E, mul(IMAGINARY, x)), num(rng.randint(1, 3))))
    first, second = circular(rng, depth - 1), circular(rng, rng.randrange(depth))
    kinds: list[Callable[[], Term]] = [
        lambda: add(first, second),
        lambda: mul(first, second),
        lambda: mul(first, second),
        lambda: power(first, 2),
        lambda: fun(rng.choice(("conj", "re", "im")), first),
        lambda: mul(first, fun("conj", first)),
    ]
    return rng.choice(kinds)()


def is_wave(t: Term, *which: str) -> bool:
    return t.head == "fun" and t.data[0] in which


def euler(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "cos", "sin"):
        up, down = (term("pow", E, mul(IMAGINARY, s)) for s in (t.args[0], neg(t.args[0])))
        return over(add(up, down), num(2)) if t.data[0] == "cos" else over(add(up, neg(down)), mul(num(2), IMAGINARY))
    return None


def addition_formula(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "cos", "sin") and t.args[0].head == "add" and len(t.args[0].args) == 2:
        a, b = t.args[0].args
        if t.data[0] == "sin":
            return add(mul(fun("sin", a), fun("cos", b)), mul(fun("cos", a), fun("sin", b)))
        return add(mul(fun("cos", a), fun("cos", b)), neg(mul(fun("sin", a), fun("sin", b))))
    return None


def pythagoras(t: Term, rng: Random) -> Term | None:
    x = angle(rng, 0)
    return mul(t, add(power(fun("sin", x), 2), power(fun("cos", x), 2)))


def half_angle(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "sin"):
        half = over(t.args[0], num(2))
        return mul(num(2), fun("sin", half), fun("cos", half))
    return None


def hyperbolic(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "sinh", "cosh"):
        up, down = fun("exp", t.args[0]), fun("exp", neg(t.args[0]))
        return over(add(up, down if t.data[0] == "cosh" else neg(down)), num(2))
    return None


def parts_of_number(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "re"):
        return over(add(t.args[0], fun("conj", t.args[0])), num(2))
    if is_wave(t, "conj") and t.args[0].head in ("add", "mul"):
        return t.args[0].with_args(tuple(fun("conj", a) for a in t.args[0].args))
    return fun("conj", fun("conj", t)) if rng.random() < 0.3 else None


def exponential_of_sum(t: Term, rng: Random) -> Term | None:
    if is_wave(t, "exp") and t.args[0].head == "add":
        return mul(*(fun("exp", a) for a in t.args[0].args))
    return None


CIRCULAR_LAWS = (
    *(*NUMBERS, euler, addition_formula, pythagoras, half_angle, hyperbolic, parts_of_number, exponential_of_sum),
    add_nothing(circular),
)


# Roots of unity ---------------------------------------------------------------------------------------------------


def turn(rng: Random, parts: int = 0) -> Term:
    """A rational multiple of π."""
    n = parts or rng.choice((2, 3, 4, 5, 6, 8, 9, 10, 12, 15))
    return mul(num(Fraction(rng.randrange(-n, 2 * n + 1), n)), PI)


def rooted(rng: Random, depth: int) -> Term:
    if depth == 0:
        at = turn(rng)
        if rng.random() < 0.3:
            at = add(at, name("x"))
        wave = fun(rng.choice(("sin", "cos")), at)
        return rng.choice(
            (wave, wave, term("pow", E, mul(IMAGINARY, at)), term("sqrt", num(rng.choice((2, 3, 5, 6, 7)))), IMAGINARY)
        )
    first, second = rooted(rng, depth - 1), rooted(rng, 0)
    return rng.choice((add(first, second), mul(first, second), power(first, 2), add(first, neg(second))))


def full_circle(t: Term, rng: Random) -> Term | None:
    n, start = rng.choice((2, 3, 4, 5, 6)), turn(rng)
    wave = rng.choice(("sin", "cos"))
    return add(t, *(fun(wave, add(start, mul(num(Fraction(2 * j, n)), PI))) for j in range(n)))


def multiple_angle(t: Term, rng: Random) -> Term | None:
    """Π_{j<n} 2 sin(x + jπ/n) = 2 sin(nx), cos 3x = 4 cos³x - 3 cos x."""
    if is_wave(t, "sin") and rng.random() < 0.5:
        n = rng.choice((2, 3))
        third = mul(num(Fraction(1, n)), t.args[0])
        return mul(num(2 ** (n - 1)), *(fun("sin", add(third, mul(num(Fraction(j, n)), PI))) for j in range(n)))
    if is_wave(t, "cos"):
        third = fun("cos", mul(num(Fraction(1, 3)), t.args[0]))
        return add(mul(num(4), power(third, 3)), neg(mul(num(3), third)))
    return None


def root_as_cosine(t: Term, rng: Random) -> Term | None:
    if t.head == "sqrt" and t.args[0] in (num(2), num(3)):
        return mul(num(2), fun("cos", mul(num(Fraction(1, 4 if t.args[0] == num(2) else 6)), PI)))
    if t.head == "sqrt" and t.args[0] == num(5):
        return add(num(1), mul(num(4), fun("cos", mul(num(Fraction(2, 5)), PI))))
    return None


ROOTED_LAWS = (*NUMBERS, euler, addition_formula, full_circle, multiple_angle, root_as_cosine, add_nothing(rooted))


# Linear expectation ---------------------------------------------------------------------------------------------

MOMENTS = Context().declare(
    *rows(scalar("natural"), "n", "size"),
    *rows(scalar(), "X Y Z", "random"),
    *rows(scalar(), "a b c"),
    *rows(family(scalar(), "n"), "W", "random"),
)


def linear(rng: Random, depth: int) -> Term:
    """A random number, linear in random names."""
    if depth == 0:
        return rng.choice((name("X"), name("Y"), name("Z"), mul(name(rng.choice("abc")), name(rng.choice("XYZ")))))
    return add(linear(rng, depth - 1), rng.choice((linear(rng, 0), name("a"), mul(num(2), linear(rng, 0)))))


def moment(rng: Random, depth: int) -> Term:
    if depth == 0:
        x, y = linear(rng, rng.randrange(2)), linear(rng, rng.randrange(2))
        w = term("member", name("i"), data=("W",))
        kinds: list[Callable[[], Term]] = [
            lambda: term("expect", x),
            lambda: term("expect", mul(x, y)),
            lambda: term("var", x),
            lambda: term("cov", x, y),
            lambda: term("expect", term("sum", mul(w, name("a")), data=("i", N))),
            lambda: mul(name("a"), term("expect", x)),
        ]
        return rng.choice(kinds)()
    first, second = moment(rng, depth - 1), moment(rng, 0)
    return rng.choice((add(first, second), mul(first, second), add(first, neg(second))))


def linearity(t: Term, rng: Random) -> Term | None:
    if t.head == "expect" and t.args[0].head == "add":
        return add(*(term("expect", a) for a in t.args[0].args))
    return None


def constant_out(t: Term, rng: Random) -> Term | None:
    if t.head == "expect" and t.args[0].head == "mul" and len(t.args[0].args) == 2:
        c, x = t.args[0].args
        if c.head == "num" or c in map(name, "abc"):
            return mul(c, term("expect", x))
    if t.head == "var" and t.args[0].head == "mul" and t.args[0].args[0] in map(name, "abc"):
        return mul(power(t.args[0].args[0], 2), term("var", t.args[0].args[1]))
    return None


def variance_by_moments(t: Term, rng: Random) -> Term | None:
    if t.head == "var":
        return add(term("expect", power(t.args[0], 2)), neg(power(term("expect", t.args[0]), 2)))
    if t.head == "cov":
        x, y = t.args
        return add(term("expect", mul(x, y)), neg(mul(term("expect", x), term("expect", y))))
    return None


def covariance_apart(t: Term, rng: Random) -> Term | None:
    if t.head == "cov" and t.args[0].head == "add":
        return add(*(term("cov", a, t.args[1]) for a in t.args[0].args))
    return term("cov", t.args[1], t.args[0]) if t.head == "cov" else None


def variance_of_sum(t: Term, rng: Random) -> Term | None:
    if t.head == "var" and t.args[0].head == "add" and len(t.args[0].args) == 2:
        x, y = t.args[0].args
        return add(term("var", x), term("var", y), mul(num(2), term("cov", x, y)))
    return None


def sum_out(t: Term, rng: Random) -> Term | None:
    if t.head == "expect" and t.args[0].head == "sum":
        (inner,) = t.args
        return inner.with_args((term("expect", inner.args[0]),))
    return None


MOMENT_LAWS = (
    *(commute_sum, commute_product, distribute, associate, double_negation, halves, power_as_product),
    *(linearity, constant_out, variance_by_moments, covariance_apart, variance_of_sum, sum_out),
)


def lost_square(t: Term, rng: Random) -> Term | None:
    """Var(a X) = a Var X, the mean of a product for the product of means."""
    if t.head == "var" and t.args[0].head == "mul":
        return mul(t.args[0].args[0], term("var", t.args[0].args[1]))
    if t.head == "expect" and t.args[0].head == "mul":
        return mul(*(term("expect", a) for a in t.args[0].args))
    if t.head == "var" and t.args[0].head == "add":
        return add(*(term("var", a) for a in t.args[0].args))
    return None


MOMENT_SLIPS = (lost_sign, lost_summand, doubled, lost_square, lost_square, lost_square)


# Limits and growth ----------------------------------------------------------------------------------------------

C = name("C")
LIMITS = Context().declare(*rows(scalar(), "C"), *rows(scalar(), "p q", "positive"), *rows(scalar(), "x y"))
LIMITS = LIMITS.assume([Hypothesis(Tends(C, const("oo")))])


def vanishing(rng: Random) -> Term:
    """A term that tends to 0 where C → ∞."""
    k = rng.randint(1, 3)
    return rng.choice(
        (
            over(num(rng.randint(1, 3)), C),
            over(name(rng.choice("xyp")), power(C, k)),
            fun("exp", neg(mul(name("p"), C))),
            mul(power(C, k), fun("exp", neg(C))),
            over(power(C, 2), add(power(C, 3), name("x"))),
            over(fun("log", C), C),
            over(num(1), add(fun("exp", C), name("q"))),
        )
    )


def settled(rng: Random) -> tuple[Term, Term]:
    """A term and its limit, of simple growth."""
    x, p = name(rng.choice("xy")), name(rng.choice("pq"))
    k = rng.randint(1, 3)
    return rng.choice(
        (
            (over(add(mul(x, power(C, k)), C if k > 1 else num(1)), add(power(C, k), p)), x),
            (over(add(fun("exp", C), x), add(mul(num(2), fun("exp", C)), name("y"))), num(Fraction(1, 2))),
            (over(fun("exp", mul(p, C)), add(fun("exp", mul(p, C)), num(k))), num(1)),
            (fun("tanh", C), num(1)),
            (fun("sigmoid", neg(C)), num(0)),
            (x, x),
            (vanishing(rng), num(0)),
        )
    )


def limit(rng: Random, depth: int) -> Term:
    """A pair as a `tuple`: a term and its limit."""
    t, a = settled(rng)
    for _ in range(depth):
        u, b = settled(rng)
        t, a = rng.choice(
            ((add(t, u), add(a, b)), (mul(t, u), mul(a, b)), (fun("exp", t), fun("exp", a)), (power(t, 2), power(a, 2)))
        )
    return term("tuple", t, a)


def pair_law(law: Law) -> Law:
    """The law at the term of a pair, the limit left as it is."""
    return lambda t, rng: None if t.head == "tuple" else law(t, rng)


def one_more_and_less(t: Term, rng: Random) -> Term | None:
    return add(t, neg(num(1)), num(1))


LIMIT_LAWS: tuple[Law, ...] = tuple(
    map(pair_law, (commute_sum, commute_product, associate, double_negation, halves, power_as_product, one_more_and_less))
)

GRAMMARS: dict[str, Grammar] = {
    g.name: g
    for g in (
        Grammar("indexed", INDEXED, square, MATRIX_LAWS, MATRIX_SLIPS),
        Grammar("rational", RATIONAL, rational, RATIONAL_LAWS, NUMBER_SLIPS, depth=3),
        Grammar("exponential", CIRCULAR, circular, CIRCULAR_LAWS, NUMBER_SLIPS),
        Grammar("roots-of-unity", CIRCULAR, rooted, ROOTED_LAWS, NUMBER_SLIPS),
        Grammar("expectation", MOMENTS, moment, MOMENT_LAWS, MOMENT_SLIPS, depth=1),
        Grammar("limits", LIMITS, limit, LIMIT_LAWS, (), depth=1),
    )
}
"""The theories by the names by which the command takes them."""
