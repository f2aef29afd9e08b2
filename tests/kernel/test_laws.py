"""The laws one by one: what each makes of a monomial, and what it must refuse."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import ONE, Atom, Expr, Mono, Rejected
from symproofs.kernel.laws import apply_law
from symproofs.kernel.laws_fact import make_fact
from symproofs.kernel.replay import run, vanishes
from symproofs.kernel.signs import conjugate
from symproofs.kernel.state import Fact, State
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.term import IMAGINARY, Term, fun, name, num, term
from symproofs.terms.types import index, matrix, scalar, vector

N, M, TWO = Size.of("n"), Size.of("m"), Size.of(2)
UNIT, HALF = Fraction(1), Fraction(1, 2)
ROWS = {
    "P": (matrix("n", "n"), "permutation"),
    "R": (matrix("n", "n"), "orthogonal"),
    "W": (matrix("m", "m"), "permutation"),
    "C": (matrix("n", "n", "complex"), "orthogonal"),
    "A": (matrix("n", "n"), ""),
    "S": (matrix("n", "n"), "symmetric"),
    "x": (vector("n"), ""),
    "y": (vector("n"), "positive"),
    "c": (scalar(), ""),
    "u": (scalar(), "positive"),
    "z": (scalar("complex"), ""),
    "a": (index("n"), ""),
    "b": (index("n"), ""),
    "e": (index("n"), ""),
    "k": (index("m"), ""),
}
CONTEXT = Context({n: Declaration(n, t, frozenset(p.split())) for n, (t, p) in ROWS.items()}, (), frozenset({frozenset("ab")}))


class Here:
    """A state whose numbers 0, 1 run through [n], 2 through [m], 3 through {1, 2}."""

    def __init__(self) -> None:
        self.state = State(CONTEXT, ())
        for size in (N, N, M, TWO):
            self.state.fresh(size)

    def law(self, law: str, mono: Mono, *data: Any) -> Expr:
        return apply_law(self.state, law, mono, data)


@pytest.fixture
def here() -> Here:
    return Here()


def at(base: int | str, *maps: str) -> Any:
    return base, maps


def t(label: str, *places: Any) -> Atom:
    return ("T", label, tuple(p if isinstance(p, tuple) else (p, ()) for p in places))


def delta(i: Any, j: Any) -> Atom:
    return ("D", i if isinstance(i, tuple) else at(i), j if isinstance(j, tuple) else at(j))


def mono(*factors: Atom | tuple[Atom, Any], over: Any = (), c: Any = 1) -> Mono:
    sizes = (N, N, M, TWO)
    rows = tuple((f, UNIT) if isinstance(f[0], str) else (f[0], Fraction(f[1])) for f in factors)
    return Mono(Fraction(c), tuple((b, sizes[b]) for b in over), rows)  # type: ignore[arg-type]


def exp(*monos: Mono) -> Atom:
    return ("X", monos)


def base(*monos: Mono) -> Atom:
    return ("S", monos)


IM: Atom = ("I",)
PI = t("#pi")


@pytest.mark.parametrize(
    "law, before, data, after",
    [
        ("zero", mono(t("c"), c=0), [], ()),
        ("range", mono(t("#", 3), over=[3]), [0], (mono(t("#", "#1")), mono(t("#", "#2")))),
        ("count", mono(t("c"), over=[0]), [0], (mono(t("c"), t("n")),)),
        ("perm", mono((t("P", "a", "b"), 2)), [0], (mono(delta(at("a", "P"), "b")),)),
        ("perm", mono(t("P", at("a", "P^-1"), "b")), [0], (mono(delta("a", "b")),)),
        ("orthogonal", mono(t("R", 0, "a"), t("c"), t("R", 0, "b"), over=[0]), [0, 2, 0], (mono(t("c"), delta("a", "b")),)),
        ("orthogonal", mono(t("R", "a", 0), t("R", "b", 0), over=[0]), [0, 1, 1], (mono(delta("a", "b")),)),
        ("swap", mono(t("S", "a", "b")), [0], (mono(t("S", "b", "a")),)),
        ("dself", mono(delta(at("a", "P"), at("a", "P"))), [0], ONE),
        ("dmap", mono(delta(at("a", "P"), at("b", "P"))), [0], (mono(delta("a", "b")),)),
        ("dmove", mono(delta(at("a", "P"), "b")), [0, 0], (mono(delta("a", at("b", "P^-1"))),)),
        ("dzero", mono(delta("a", "b"), t("c")), [0], ()),
        ("dzero", mono(delta("#1", "#2")), [0], ()),
        ("contract", mono(delta(at(0, "P"), "a"), t("x", 0), over=[0]), [0, 0], (mono(t("x", at("a", "P^-1"))),)),
        ("dsubst", mono(delta("a", "e"), t("x", "a")), [0, 0], (mono(delta("a", "e"), t("x", "e")),)),
        ("number", mono((t("#", "#3"), -1)), [0], (mono(c="1/3"),)),
        ("expsum", mono((exp(mono(IM, c=2), mono(t("c"))), -2)), [0], (mono((exp(mono(IM, c=2)), -2), (exp(mono(t("c"))), -2)),)),
        ("expsum", mono(exp()), [0], ONE),
        ("expjoin", mono(exp(mono(IM)), t("c"), exp(mono(t("z")))), [0, 2], (mono(exp(mono(IM), mono(t("z"))), t("c")),)),
        ("expscale", mono((exp(mono(IM, c=6)), 2)), [0, 3], (mono((exp(mono(IM, c=2)), 6)),)),
        ("expscale", mono((exp(mono(t("c"))), 1)), [0, "1/2"], (mono((exp(mono(t("c"), c=2)), HALF)),)),
        ("exppi", mono(exp(mono(PI, IM))), [0], (mono(c=-1),)),
        ("exppi", mono(exp(mono(IM, PI, c="3/2"))), [0], (mono(IM, c=-1),)),
        ("exppi", mono((exp(mono(IM, PI, c="1/6")), 3)), [0], (mono(IM),)),
        ("iturn", mono(IM, exp(mono(PI, IM, c="1/4"))), [0, 1], (mono((exp(mono(PI, IM, c="1/4")), 3)),)),
        ("iturn", mono((exp(mono(PI, IM, c="1/4")), -2), IM), [1, 0], (mono(),)),
        (
            "rootsum",
            mono((exp(mono(PI, IM, c="1/3")), 4)),
            [0, 3, 2],
            (mono((exp(mono(PI, IM, c="1/3")), 6), c=-1), mono((exp(mono(PI, IM, c="1/3")), 8), c=-1)),
        ),
        ("gauss", mono((base(mono(c=2)), HALF)), [0], (mono(exp(mono(PI, IM, c="1/4"))), mono(exp(mono(PI, IM, c="-1/4"))))),
        (
            "gauss",
            mono((base(mono(c=3)), HALF)),
            [0],
            (
                mono(IM, c=-1),
                mono(IM, exp(mono(PI, IM, c="2/3")), c=-1),
                mono(IM, exp(mono(PI, IM, c="8/3")), c=-1),
            ),
        ),
        ("iunit", mono((IM, -1)), [0], (mono(IM, c=-1),)),
        ("iunit", mono((IM, 6)), [0], (mono(c=-1),)),
        ("num", mono((base(mono(c=12)), HALF)), [0, [[2, 2], [3, 1]]], (mono((base(mono(c=3)), HALF), c=2),)),
        ("num", mono((base(mono(c=2)), -HALF)), [0, [[2, 1]]], (mono((base(mono(c=2)), HALF), c=HALF),)),
        ("unwrap", mono((base(mono((t("u"), 2))), HALF)), [0], (mono(t("u")),)),
        ("unwrap", mono((base(mono((t("z"), HALF))), 2)), [0], (mono(t("z")),)),
        ("scale", mono((base(mono(t("z"), c=4)), -2)), [0, -2], (mono((base(mono(t("z"), c=-2)), -2), c="1/4"),)),
        ("mul", mono((t("z"), HALF), t("c"), (t("z"), HALF)), [0, 2, 0], (mono(t("z"), t("c")),)),
        ("mul", mono(t("u"), (t("u"), -1)), [0, 1, 0], ONE),
        ("pull", mono(base(mono(t("z"), t("c")), mono((t("z"), 2)))), [0, 1, [[0, 0], [0, 0]]],
         (mono(t("z"), base(mono(t("c")), mono(t("z")))),)),
        ("pull", mono(base(mono(t("u")), mono())), [0, 1, [[0, 0], -1]], (mono(t("u"), base(mono(), mono((t("u"), -1)))),)),
        ("logpow", mono(("F", "log", (mono((t("u"), -2)),))), [0], (mono(("F", "log", (mono(t("u")),)), c=-2),)),
        ("logexp", mono(("F", "log", (mono((exp(mono(t("c"))), 3)),))), [0], (mono(t("c"), c=3),)),
    ],
)  # fmt: skip
def test_what_a_law_makes(here: Here, law: str, before: Mono, data: list[Any], after: Expr) -> None:
    assert here.law(law, before, *data) == after


STEP_OF_BOUND: Atom = ("F", "step", (Mono(UNIT, ((0, N),), ((delta(0, "a"), UNIT),)), mono(delta(0, "a"))))


@pytest.mark.parametrize(
    "law, before, data, reason",
    [
        ("zero", mono(t("c")), [], "not 0"),
        ("count", mono(t("x", 0), over=[0]), [0], "occurs"),
        ("cover", mono(t("c")), ["a"], "no free index"),
        ("cover", mono(t("c")), [""], "no index"),
        ("cover", mono(t("x", "a")), ["@0"], "no index"),
        ("reindex", mono(t("x", 0), over=[0]), [0, "W"], "does not act"),
        ("reindex", mono(t("x", 0), over=[0]), [0, "A"], "permutation"),
        ("orthogonal", mono(t("R", 0, "a"), t("R", 0, "b"), t("x", 0), over=[0]), [0, 1, 0], "occurs elsewhere"),
        ("orthogonal", mono(t("R", 0, 0), t("R", 0, "b"), over=[0]), [0, 1, 0], "occurs elsewhere"),
        ("orthogonal", mono(t("R", at(0, "P"), "a"), t("R", at(0, "P"), "b"), over=[0]), [0, 1, 0], "share"),
        ("orthogonal", mono(t("R", 0, "a"), t("R", "b", 0), over=[0]), [0, 1, 0], "share"),
        ("orthogonal", mono(t("A", 0, "a"), t("A", 0, "b"), over=[0]), [0, 1, 0], "declared orthogonal"),
        ("orthogonal", mono(t("C", 0, "a"), t("C", 0, "b"), over=[0]), [0, 1, 0], "declared orthogonal"),
        ("orthogonal", mono(t("R", "e", "a"), t("R", "e", "b")), [0, 1, 0], "not bound here"),
        ("swap", mono(t("A", "a", "b")), [0], "symmetric"),
        ("dself", mono(delta("a", at("a", "P"))), [0], "differ"),
        ("dmap", mono(delta(at("a", "P"), at("b", "P^-1"))), [0], "common"),
        ("dmove", mono(delta("a", "b")), [0, 0], "no map"),
        ("dmove", mono(delta(at("a", "W"), "b")), [0, 0], "does not act|act on"),
        ("dzero", mono(delta("a", "e")), [0], "not declared distinct"),
        ("dzero", mono(delta("#2", "#2")), [0], "equal"),
        ("contract", mono(delta(0, at(0, "P")), t("x", 0), over=[0]), [0, 0], "one base"),
        ("contract", mono(delta("a", "b"), t("x", "a")), [0, 0], "no bound index"),
        ("contract", mono(delta(3, "#3"), over=[3]), [0, 0], "no index from 1"),
        ("contract", mono(delta(0, "#3"), over=[0]), [0, 0], "not listed"),
        ("contract", mono(delta(0, "k"), over=[0]), [0, 0], "is needed"),
        ("case", mono(STEP_OF_BOUND, over=[]), [0, 0, 0], "bound inside"),
        ("case", mono(STEP_OF_BOUND, over=[0]), [0, 1, 0], "bound inside"),
        ("number", mono(t("#", "a")), [0], "not written out"),
        ("expsum", mono((exp(mono(IM), mono(t("c"))), HALF)), [0], "may not be real"),
        ("expjoin", mono((exp(mono(IM)), HALF), (exp(mono(IM)), HALF)), [0, 1], "may not be real"),
        ("expjoin", mono((exp(mono(IM)), 1), (exp(mono(IM)), 2)), [0, 1], "one exponent"),
        ("expscale", mono(exp(mono(IM))), [0, HALF], "may not be real"),
        ("expscale", mono((exp(mono(IM)), HALF)), [0, 2], "may not be real"),
        ("expscale", mono(exp(mono(t("c")))), [0, 0], "division by 0"),
        ("exppi", mono((exp(mono(IM, PI)), HALF)), [0], "no exponential"),
        ("exppi", mono(exp(mono(IM, PI, c="1/3"))), [0], "no exponential"),
        ("explog", mono((exp(mono(("F", "log", (mono(t("u")),)))), HALF)), [0], "no exponential"),
        ("explog", mono(exp(mono(("F", "log", (mono(t("c")),))))), [0], "not listed"),
        ("iunit", mono((IM, HALF)), [0], "root"),
        ("num", mono(base(mono(c=12))), [0, [[2, 2]]], "not that product"),
        ("num", mono(base(mono(c=-2))), [0, [[-2, 1]]], "no factorisation"),
        ("num", mono(base(mono(c=2))), [0, [[2]]], "no factorisation"),
        ("num", mono(base(mono(c=2))), [0, [["2", 1]]], "no factorisation"),
        ("unwrap", mono((base(mono((t("c"), 2))), HALF)), [0], "not listed"),
        ("unwrap", mono((base(mono((t("z"), 2))), HALF)), [0], "may not be real"),
        ("scale", mono((base(mono(t("c"))), HALF)), [0, -1], "negative"),
        ("scale", mono(base(mono(t("c")))), [0, 0], "division by 0"),
        ("scale", mono((base(mono(t("c"))), 10**6)), [0, 10**6], "too large"),
        ("mul", mono(t("c"), (t("c"), -1)), [0, 1, 0], "not listed"),
        ("mul", mono(t("c"), t("u")), [0, 1, 0], "names"),
        ("mul", mono(t("c"), t("c")), [1, 0, 0], "after"),
        ("pull", mono((base(mono(t("c"), t("u"))), HALF)), [0, 1, [[0, 0]]], "not listed"),
        ("pull", mono((base(mono(t("z"), t("u"))), HALF)), [0, 1, [[0, 0]]], "may not be real"),
        ("pull", mono(base(mono(t("c")), mono())), [0, 1, [[0, 0], -1]], "not listed"),
        ("pull", mono(base(mono(t("x", 0), over=[0]))), [0, 1, [[0, 0]]], "bound index"),
        ("pull", mono(base(mono(t("x", 0)), mono(t("x", 0), over=[0])), over=[0]), [0, 1, [[0, 0], [0, 0]]], "bound index"),
        ("pull", mono(base(mono(t("c")))), [0, 0, [[0, 0]]], "place for each"),
        ("pull", mono(base(mono(t("c")))), [0, 1, [[5, 0]]], "no factor 5"),
        ("pull", mono(base(mono(t("c")))), [0, 1, [7]], "a place is"),
        ("pullpart", mono(base(mono(t("A", 0, 1), t("x", 1), over=[0, 1]))), [0, [[[1], [1], 0]]], "outside it"),
        ("pullpart", mono(base(mono(t("A", 0, 1), t("x", 1), over=[0, 1]))), [0, [[[0], [0], 0]]], "another bound index"),
        ("pullpart", mono(base(mono(t("c")))), [0, [[[0], 0]]], "a row is"),
        ("pullpart", mono(base(mono(t("c")))), [0, []], "a row for each"),
        ("pullpart", mono(base(mono(t("c"), t("c")))), [0, [[[0, 0], [], 0]]], "twice"),
        ("expand", mono((base(mono(t("c"))), -1)), [0], "no power"),
        ("inv", mono(t("c"), (base(mono(t("c")), mono()), -1)), [1, 0, [], [0], [0]], "not listed"),
        ("inv", mono(t("y", 0), t("y", 1), (base(mono(t("y", 0), t("y", 1), over=[0, 1]), mono()), -1), over=[0, 1]),
         [2, 0, [0, 0], [0, 1], [0, 0]], "twice"),
        ("inv", mono(t("u"), (base(mono(t("u")), mono()), -1)), [1, 0, [], [], []], "place for each"),
        ("inv", mono(t("u"), (base(mono(t("u")), mono()), -1)), [1, 0, [], [-1], [0]], "no list of positions"),
        ("inv", mono(t("u"), (base(mono(t("u")), mono()), -1), over=[0]), [1, 0, [0], [0], [0]], "bound index for each"),
        ("inv", mono(t("y", 2), (base(mono(t("y", 0), over=[0]), mono()), -1), over=[2]), [1, 0, [0], [0], [0]], "ranges"),
        ("inv", mono(t("u"), (base(mono(t("u"), c=0), mono()), -1)), [1, 0, [], [0], [0]], "no power"),
        ("pfrac", mono((base(mono(t("c")), mono()), -1)), [0, 1], "not listed"),
        ("pfrac", mono((base(mono(t("u")), mono()), -1)), [0, 0], "no constant"),
        ("logexp", mono(("F", "log", (mono(exp(mono(IM))),))), [0], "may not be real"),
        ("logpow", mono(("F", "log", (mono((t("c"), 2)),))), [0], "not listed"),
        ("logpullpart", mono(("F", "log", (mono(t("c"), t("u")),))), [0, [[[1], [], 0]]], "not listed"),
        ("stepscale", mono(("F", "step", (mono(t("c")),))), [0, -1], "positive"),
        ("steppos", mono(("F", "step", (mono(t("c")),))), [0], "positive"),
        ("idem", mono((("F", "step", (mono(t("c")),)), -1)), [0], "no power"),
        ("fact", mono(t("c")), [0, [], [], []], "no fact 0"),
    ],
)  # fmt: skip
def test_what_a_law_refuses(here: Here, law: str, before: Mono, data: list[Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        here.law(law, before, *data)


def test_a_law_takes_factors_by_their_place(here: Here) -> None:
    """i i exp(πi/4) is i exp(πi/4)³, also where both i are one object, as multiplying out leaves them."""
    i, root = (("I",), Fraction(1)), (exp(mono(PI, IM, c="1/4")), Fraction(1))
    after = here.law("iturn", Mono(Fraction(1), (), (i, i, root)), 1, 2)
    assert after == (Mono(Fraction(1), (), (i, (root[0], Fraction(3)))),)


def test_an_index_read_off_for_a_fact_is_not_one_taken_out(here: Here) -> None:
    """Σ_b A_pb x_b = c for every p says nothing of Σ_b A_bb x_b."""
    here.state.facts.append(Fact(mono(t("A", "@7", 1), t("x", 1), over=[1]), (mono(t("c")),), {"@7": N}))
    here.state.ranges["@7"] = N
    assert here.law("fact", mono(t("A", "a", 0), t("x", 0), over=[0]), 0, [0], [0, 1], [0, 0]) == (mono(t("c")),)
    with pytest.raises(Rejected, match="occurs elsewhere"):
        here.law("fact", mono(t("A", 0, 0), t("x", 0), over=[0]), 0, [0], [0, 1], [0, 0])


def test_the_leading_monomial_of_a_fact_holds_its_indices() -> None:
    """From x_p + y_p - c = 0 the constant cannot lead."""
    expr = (mono(t("x", "@7")), mono(t("y", "@7")), mono(t("c"), c=-1))
    assert make_fact(expr, 0, {"@7": N}).value == (mono(t("y", "@7"), c=-1), mono(t("c")))
    with pytest.raises(Rejected, match="hold every index"):
        make_fact(expr, 2, {"@7": N})
    for lead in (3, -1):
        with pytest.raises(Rejected, match="no such monomial"):
            make_fact(expr, lead, {"@7": N})


def test_conjugates_stay_exact() -> None:
    """conj((10^17 + 1)/i) = (10^17 + 1) i."""
    large = 10**17 + 1
    (found,) = conjugate((mono((IM, -1), c=large),), State(CONTEXT))
    assert found.c == -large and type(found.c) is Fraction
    left = entries_of(fun("conj", term("div", num(large), IMAGINARY)), State(CONTEXT))
    assert all(type(m.c) is Fraction for m in left)


def test_powers_of_numbers_do_not_explode() -> None:
    tower: Term = num(10)
    for _ in range(5):
        tower = term("pow", tower, num(63))
    with pytest.raises(Rejected, match="too large"):
        entries_of(tower, State(CONTEXT))


def test_sums_written_out_do_not_explode() -> None:
    nested: Term = name("c")
    for k in "pqrs":
        nested = term("sum_between", nested, num(1), num(50), data=(k,))
    with pytest.raises(Rejected, match="too many"):
        entries_of(nested, State(CONTEXT))


@pytest.mark.parametrize(
    "script, reason",
    [
        ([["add", 0, 1]], "add takes"),
        ([["add", 0, 7, 0]], "no monomial 7"),
        ([["arg", 0, 0, 0]], "arg takes"),
        ([["arg", 0, 3, 0, 0]], "no factor 3"),
        ([["arg", 0, 0, 1, 0]], "no argument 1"),
        ([["arg", 0, 0, -1, 0]], "no argument -1"),
        ([["arg", 0, 0, 0, 9]], "not before it"),
        ([["arg", 0, 0, 0, -1]], "no script -1"),
        ([["expsum", 0, 0], ["expsum", 0, 0]], "no monomial 0"),
    ],
)
def test_steps_that_do_not_fit(here: Here, script: list[Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        run(here.state, [[], script], 1, (mono(exp(mono(t("c")))), mono(t("u"))))


def test_a_sum_is_multiplied_only_by_what_stands_outside_its_sums(here: Here) -> None:
    """From Σ_b x_b x_b^{-1} … one may not multiply by x_b; nor by what may be 0."""
    inside = (mono((t("y", 0), -1), over=[0]),)
    with pytest.raises(Rejected, match="bound index"):
        vanishes(here.state, [], [["multiply", 0, 0, 1]], inside)
    with pytest.raises(Rejected, match="not listed"):
        vanishes(here.state, [], [["multiply", 0, 0, 1]], (mono(t("c")),))
    for step in (["multiply", 0, 0, 0], ["multiply", 5, 0, 1], ["multiply", 0, 5, 1], ["multiply", 0, 0, -1]):
        with pytest.raises(Rejected, match="no such factor"):
            vanishes(here.state, [], [step], (mono(t("u")),))
    with pytest.raises(Rejected, match="do not meet"):
        vanishes(here.state, [], [], (mono(t("u")),))


def test_indices_and_their_ranges(here: Here) -> None:
    state = here.state
    for wrong in (at("#0"), at("#x"), at("#"), at("nobody"), at("k", "P"), at(99)):
        with pytest.raises(Rejected):
            state.range(wrong)
    with pytest.raises(Rejected, match="compared"):
        state.common_size(at("a"), at("k"))
    state.fits(at("#1"), N)
    with pytest.raises(Rejected, match="not listed"):
        state.fits(at("#2"), N)
    state.fits(at("#2"), Size.of("n") + Size.of(1))
