"""What stands still along a passage to the limit: nothing that the hypotheses make vary, in both checkers.

`standing.jsonl` holds what would be false theorems, each with a control beside it that is one. Systems of linear equations are
decided exactly.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from find_certificate_traps import rows_of
from parties import PARTIES, certificate_of, context_to_json, party

from symproofs import verify
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Sequent
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Hypothesis, Relation, Statement, Tends
from symproofs.terms.term import Term, const, name, num, term
from symproofs.terms.types import scalar

ROWS = rows_of("standing")
QUOTIENT = {
    "goal": "Tends(y/C, 0)",
    "proof": {
        "rule": "limit_quotient_null",
        "term": "y",
        "way": "oo",
        "of": [{"rule": "limit_constant"}, {"rule": "limit_given", "n": 0, "terms": {}}],
    },
}
"""What a row claims that says nothing else: y stands still as C → ∞."""


@pytest.mark.parametrize("row", ROWS, ids=[", ".join(r["given"][1:]) for r in ROWS])
@pytest.mark.parametrize("name", PARTIES)
def test_nothing_stands_still_that_has_to_vary(row: dict[str, Any], name: str) -> None:
    """`given` hold along a passage in which the goal fails (`why`); as it is changed by `beside` it is a theorem."""
    with pytest.raises(party(name).refusal, match=r"var(y|ies)"):
        party(name).check(certificate_of(QUOTIENT | row))
    party(name).check(certificate_of(QUOTIENT | row | row["beside"]))


# ------------------------------------------------------------------ systems of linear equations

NAMES = ("C", "x", "y", "z", "s", "r")
MEAN = "m"
"""The mean of a random X, as a name of its own in the equations."""


Row = Mapping[str, int]


class System(NamedTuple):
    """Hypotheses beside C → ∞, and what they say of a direction in which all names move: rows of coefficients that give 0."""

    hypotheses: tuple[Statement, ...]
    rows: tuple[Row, ...]
    below: Row | None
    """At most one of names that may not grow."""


def system(r: random.Random) -> System:
    """A few linear equations, some of them definitions, of one name what bounds it, and of X its mean."""
    hypotheses: list[Statement] = []
    rows: list[Row] = []
    for _ in range(r.randint(1, 4)):
        how = r.choice(("definition", "definition", "equation", "mean"))
        row = {n: r.choice((1, -1, 2)) for n in r.sample(NAMES, r.randint(1, 3))}
        label = r.choice(NAMES[1:])
        if how == "equation":
            hypotheses.append(Relation("=", combined(row), num(r.randint(-2, 2))))
        elif how == "mean":
            hypotheses.append(Relation("=", term("expect", name("X")), combined(row)))
            row = {**row, MEAN: -1}
        else:
            hypotheses.append(Relation("=", name(label), combined(row)))
            row = {**row, label: row.get(label, 0) - 1}
        rows.append(row)
    below = None
    if r.random() < 0.6:
        label = r.choice((*NAMES[1:], MEAN))
        t = name("X" if label == MEAN else label)
        way = "below" if label == MEAN else r.choice(("below", "limit", "target"))
        if way == "below":
            hypotheses.append(Relation("<=", t, num(1)))
            below = {label: 1}
        else:
            hypotheses.append(Tends(t, num(1)) if way == "limit" else Tends(name("v"), t))
            rows.append({label: 1})
    return System(tuple(hypotheses), tuple(rows), below)


def combined(row: Row) -> Term:
    parts = [t if c == 1 else term("mul", num(c), t) for n, c in row.items() for t in [name(n)]]
    return parts[0] if len(parts) == 1 else term("add", *parts)


def can_grow(rows: Iterable[Row], below: Row | None) -> bool:
    """Whether C may grow where the rows give 0, and the names of `below` together do not grow."""
    unknowns = [*NAMES, MEAN]
    equations = [[Fraction(row.get(n, 0)) for n in unknowns] + [Fraction(0)] for row in rows]
    equations.append([Fraction(n == "C") for n in unknowns] + [Fraction(1)])
    if below is None:
        return solvable(equations)
    extra = [Fraction(below.get(n, 0)) for n in unknowns]
    return any(solvable([*equations, [*extra, Fraction(c)]]) for c in (0, -1, -2, -3, -1000))


def solvable(equations: list[list[Fraction]]) -> bool:
    left = [list(row) for row in equations]
    for column in range(len(left[0]) - 1):
        lead = next((row for row in left if row[column]), None)
        if lead is None:
            continue
        left.remove(lead)
        left = [[a - b * row[column] / lead[column] for a, b in zip(row, lead, strict=True)] for row in left]
    return not any(row[-1] for row in left)


def standing(hypotheses: Sequence[Statement]) -> set[str]:
    """The names that stand still as C → ∞, as both checkers say."""
    kinds = {**dict.fromkeys((*NAMES, "v", "X"), scalar())}
    rows = {n: Declaration(n, kind, frozenset({"random"} if n == "X" else ())) for n, kind in kinds.items()}
    given = Context(rows, tuple(map(Hypothesis, (Tends(name("C"), const("oo")), *hypotheses))))
    found = varying(Sequent(given, Relation("=", num(0), num(0))))
    again = verify.Sequent(verify.read_context(context_to_json(given)), verify.TRIVIAL)
    assert verify.varying(again)[0] == found
    return set(NAMES) - found


def test_what_stands_still_can_be_constant() -> None:
    """Where C can grow at all, it can while all stands still that is said to.

    Of linear equations the solutions along which C grows have a direction; in it nothing moves that stands still.
    """
    for seed in range(int(os.environ.get("SYMPROOFS_SYSTEMS", "2000"))):
        hypotheses, rows, below = system(random.Random(seed))
        if can_grow(rows, below):
            assert can_grow([*rows, *({n: 1} for n in standing(hypotheses))], below), hypotheses


def test_such_systems_are_met_with_names_that_stand_still() -> None:
    found = [system(random.Random(seed)) for seed in range(300)]
    assert sum(can_grow(s.rows, s.below) for s in found) > 100
    assert sum(len(standing(s.hypotheses)) for s in found if can_grow(s.rows, s.below)) > 100
