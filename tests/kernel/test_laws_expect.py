"""Expectations in the kernel: the two laws by hand, and what must never be taken for a constant."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symproofs.kernel.deduction import apply_rule
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import ONE, ZERO, Atom, Expr, Mono, Rejected
from symproofs.kernel.laws import apply_law
from symproofs.kernel.randomness import is_random, mixes, names_inside
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.state import State
from symproofs.kernel.theorem import check
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import term_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import Exists, ForAll, Hypothesis, Property, Relation, Statement
from symproofs.terms.term import Term, fun, name, num, term
from symproofs.terms.types import function, index, matrix, scalar, vector

N = Size.of("n")
UNIT = Fraction(1)
ROWS = {
    "X": (scalar(), "random"),
    "Y": (vector("n"), "random"),
    "Z": (scalar("complex"), "random"),
    "Q": (matrix("n", "n"), "random permutation"),
    "P": (matrix("n", "n"), "permutation"),
    "c": (scalar(), ""),
    "v": (vector("n"), ""),
    "f": (function((scalar(),), scalar()), ""),
    "a": (index("n"), ""),
}


def context(*hypotheses: Statement) -> Context:
    rows = {n: Declaration(n, t, frozenset(p.split())) for n, (t, p) in ROWS.items()}
    return Context(rows, tuple(map(Hypothesis, hypotheses)))


X, Y, c, v = map(name, "XYcv")


def expect(body: Term) -> Term:
    return term("expect", body)


def times(*factors: Term) -> Term:
    return Term("mul", factors)


def t(label: str, *places: Any) -> Atom:
    return ("T", label, tuple((p, ()) for p in places))


def mono(*factors: Any, c: Any = 1, over: Any = ()) -> Mono:
    rows = tuple((f, UNIT) if isinstance(f[0], str) else (f[0], Fraction(f[1])) for f in factors)
    return Mono(Fraction(c), tuple((b, N) for b in over), rows)


def mean(*monos: Mono) -> Atom:
    return ("E", monos)


def law(which: str, before: Mono, k: int = 0, permitted: tuple[Statement, ...] = ()) -> Expr:
    state = State(context(), permitted)
    state.fresh(N)
    return apply_law(state, which, before, [k])


@pytest.mark.parametrize(
    "which, before, after",
    [
        ("expectsum", mono(mean()), ZERO),
        (
            "expectsum",
            mono(mean(mono(t("X")), mono(c=2)), t("c")),
            (mono(t("c"), mean(mono(t("X")))), mono(t("c"), mean(mono(c=2)))),
        ),
        ("expectpull", mono(mean(mono(c=3))), (mono(c=3),)),
        ("expectpull", mono(mean(mono())), ONE),
        ("expectpull", mono(mean(mono(t("c"), (t("X"), 2), c=5))), (mono(t("c"), mean(mono((t("X"), 2))), c=5),)),
        ("expectpull", mono(mean(mono(mean(mono(t("X"))), t("X")))), (mono(mean(mono(t("X"))), mean(mono(t("X")))),)),
        ("expectpull", mono(mean(mono(("X", (mono(t("c")),)), t("X")))), (mono(("X", (mono(t("c")),)), mean(mono(t("X")))),)),
    ],
)
def test_what_a_law_makes(which: str, before: Mono, after: Expr) -> None:
    assert law(which, before) == after


def test_a_sum_leaves_the_expectation_with_its_index() -> None:
    (made,) = law("expectpull", mono(mean(mono(t("v", 0), t("Y", 0), over=[0]))))
    ((b, size),) = made.bounds
    assert size == N and b != 0
    assert made.factors == ((t("v", b), UNIT), (mean(mono(t("Y", b))), UNIT))


@pytest.mark.parametrize(
    "which, before, reason",
    [
        ("expectsum", mono((mean(mono(t("X")), mono()), 2)), "exponent"),
        ("expectpull", mono((mean(mono(t("X"), c=2)), -1)), "exponent"),
        ("expectpull", mono(mean(mono(t("X")), mono())), "single summand"),
        ("expectsum", mono(mean(mono((t("X"), 3)), mono())), "not listed"),
        ("expectsum", mono(mean(mono((t("X"), -1)), mono())), "not listed"),
        ("expectpull", mono(mean(mono(("X", (mono(t("X")),)), t("c")))), "not listed"),
        ("expectpull", mono(t("X")), "is needed"),
        ("case", mono(mean(mono(("D", ("a", ()), ("#1", ()))))), "is needed"),
    ],
)
def test_what_a_law_refuses(which: str, before: Mono, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        if which == "case":
            apply_law(State(context(), ()), "case", before, [0, 0, 0])
        else:
            law(which, before)


def test_existence_is_a_condition() -> None:
    state = State(context())
    apply_law(state, "expectsum", mono(mean(mono((t("X"), 3)), mono(t("c")))), [0])
    assert list(state.conditions) == [Property("integrable", Term("pow", (X, num(3))))]


def test_what_is_random() -> None:
    here = context()
    assert is_random(times(c, X), here) and is_random(fun("exp", X), here)
    assert not is_random(times(c, expect(X)), here) and not is_random(term("var", X), here)
    assert names_inside(times(c, expect(times(v, Y)))) == {"v", "Y"}
    assert mixes(Relation("=", c, X), here) and not mixes(Relation("=", c, expect(X)), here)
    assert mixes(ForAll((("s", scalar()),), Relation("=", term("call", name("s"), data=("f",)), times(name("s"), X))), here)


def test_indices_do_not_depend_on_the_outcome() -> None:
    state = State(context())
    state.fresh(N)
    with pytest.raises(Rejected, match="outcome"):
        apply_law(state, "perm", mono(t("Q", "a", 0), over=[0]), [0])
    with pytest.raises(Rejected, match="outcome"):
        apply_law(state, "reindex", mono(t("v", 0), over=[0]), [0, "Q"])


def test_covariances_of_complex_numbers_are_refused() -> None:
    with pytest.raises(Rejected, match="of real numbers"):
        entries_of(term("var", name("Z")), State(context()))


# ------------------------------------------------------------------ certificates that must not pass

Make = Callable[..., dict[str, Any]]


def test_a_letter_in_an_expectation_is_constant(certificate: Make, lemma: Make, link: Make) -> None:
    """E[L c] = L E[c] for constant L; L := X would say E[X c] = X E[c]."""
    left, right = expect(times(name("L"), c)), times(name("L"), c)
    scripts = [[["expectpull", 0, 0]]]
    proved = lemma(left, right, {"L": scalar()}, scripts, (0, None), [["script", 1]])
    scripts.append([["add", 0, 1, 0]])
    constant = certificate(context(), expect(times(v11(), c)), times(v11(), c), [proved], [link("lemma", 0, L=v11())])
    assert check(constant).conclusion == Relation("=", expect(times(v11(), c)), times(v11(), c))
    with pytest.raises(Rejected, match="constant in a moment"):
        check(certificate(context(), expect(times(X, c)), times(X, c), [proved], [link("lemma", 0, L=X)]))


def v11() -> Term:
    return fun("exp", num(2))


def test_a_quantified_name_in_an_expectation_is_constant(certificate: Make, link: Make) -> None:
    s = name("s")
    given = ForAll((("s", scalar()),), Relation("=", expect(times(s, X)), times(s, expect(X))))
    here = context(given)
    check(certificate(here, expect(times(c, X)), times(c, expect(X)), [], [link("hypothesis", 0, s=c)]))
    with pytest.raises(Rejected, match="constant in a moment"):
        check(certificate(here, expect(times(X, X)), times(X, expect(X)), [], [link("hypothesis", 0, s=X)]))


def test_hidden_randomness_is_refused(certificate: Make, link: Make) -> None:
    here = context(Relation("=", c, X))
    check(certificate(here, times(num(2), c), times(num(2), X), [], [link("hypothesis", 0, [1])]))
    with pytest.raises(Rejected, match="hypothesis 0"):
        check(certificate(here, expect(c), expect(X), [], [link("hypothesis", 0, [0])]))


@pytest.mark.parametrize("says", [Property("random", c)])
def test_randomness_is_declared(certificate: Make, says: Statement) -> None:
    with pytest.raises(Rejected, match="declared"):
        check(certificate(context(says), c, c))


def test_sizes_and_functions_are_not_random(certificate: Make) -> None:
    for label, kind in (("n", scalar("natural")), ("g", function((scalar(),), scalar())), ("j", index("n"))):
        rows = {**context().declarations, label: Declaration(label, kind, frozenset({"random"}))}
        with pytest.raises(Rejected, match="random"):
            check(certificate(Context(rows), c, c))


@pytest.mark.parametrize(
    "node, goal, given",
    [
        ({"rule": "trichotomy", "left": term_to_json(X), "right": term_to_json(num(0))}, Relation("=", X, X), ()),
        ({"rule": "cases_equal", "left": term_to_json(X), "right": term_to_json(num(0))}, Relation("=", X, X), ()),
        ({"rule": "by_contradiction"}, Relation("!=", X, num(0)), ()),
        ({"rule": "name_value", "term": term_to_json(X), "name": "y", "sort": "real"}, Relation("=", c, c), ()),
        (
            {"rule": "obtain", "n": 0, "names": ["y"]},
            Relation("=", c, c),
            (Exists((("y", scalar()),), Relation("=", name("y"), X)),),
        ),
    ],
    ids=lambda value: value.get("rule") if isinstance(value, dict) else "",
)
def test_nothing_is_assumed_of_one_outcome(node: dict[str, Any], goal: Statement, given: tuple[Statement, ...]) -> None:
    sequent = Sequent(context(*given), goal)
    with pytest.raises(Rejected, match="random value"):
        apply_rule(node, sequent, Ledger(sequent.context, 10_000))


def test_no_random_instance_under_an_expectation() -> None:
    s = name("s")
    given = ForAll((("s", scalar()),), Relation("=", expect(times(s, X)), times(s, expect(X))))
    sequent = Sequent(context(given), Relation("=", c, c))
    ledger = Ledger(sequent.context, 10_000)
    assert apply_rule({"rule": "instance", "n": 0, "terms": {"s": term_to_json(c)}}, sequent, ledger)
    with pytest.raises(Rejected, match="constant in a moment"):
        apply_rule({"rule": "instance", "n": 0, "terms": {"s": term_to_json(X)}}, sequent, ledger)
