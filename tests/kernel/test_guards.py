"""Every side condition of the laws is there for a reason: without it a trap is sprung, or a table says why none can be.

For each guard of the laws, in the kernel and in the second checker, `tests/data/traps/` has either a step that is refused, or
left with a condition, and that without this guard comes out wrong in some model; or a row in `no_trap.jsonl`:

    form    what is refused is no step at all; without the guard Python raises, or another guard refuses it
    scope   an index would escape from its sum: the assertion behind every law refuses it
    limit   bounds the work; what lies beyond is right
    true    right without it: terms are total, or what it refuses is no loss (`why`)
    behind  stands behind others that refuse the same first; without those it would be needed (`why`)
    apart   needs what the models do not have (`why` names where it is tested)

`python tests/kernel/find_traps.py kernel 700 1` looks for traps, `no_trap.py` writes the table. What the table calls needless is
tried here too. The guards of everything else: `test_rule_guards.py`.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "verify"))
sys.path.insert(0, str(Path(__file__).parent))

from find_traps import DATA, Hunt, valued, wrong
from guards import without
from test_law_fuzz import CONTEXT, Model, facts

from symproofs.kernel.indexed import Mono, Rejected
from symproofs.kernel.state import State
from symproofs.terms.size import Size

PARTIES = ("kernel", "verify")
NEEDLES = int(os.environ.get("SYMPROOFS_NEEDLES", "500"))
MODELS = 80


def rows_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


TRAPS = {party: {row["guard"]: row for row in rows_of(party)} for party in PARTIES}
NO_TRAP = {party: {row["guard"]: row for row in rows_of("no_trap") if row["party"] == party} for party in PARTIES}


@cache
def hunt(party: str) -> Hunt:
    return Hunt(party)


# ------------------------------------------------------------------ from JSON


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        if "q" in value:
            return Fraction(value["q"])
        constant, parts = value["size"]
        return Size(Fraction(constant), tuple((n, Fraction(c)) for n, c in parts))
    return tuple(map(plain, value)) if isinstance(value, list) else value


def mono_of(value: Any, here: State) -> Mono:
    c, bounds, factors = value
    for b, size in bounds:
        while here.fresh(size) < b:
            pass
        here.ranges[b] = size
    return Mono(c, bounds, tuple((atom_of(a, here), q) for a, q in factors))


def atom_of(a: Any, here: State) -> Any:
    match a[0]:
        case "X" | "S" | "E":
            return (a[0], tuple(mono_of(m, here) for m in a[1]))
        case "F":
            return ("F", a[1], tuple(mono_of(m, here) for m in a[2]))
        case "K":
            return ("K", a[1], tuple(tuple(mono_of(m, here) for m in s) for s in a[2]))
    return a


def data_of(value: Any) -> Any:
    """Data of laws as JSON has them: lists."""
    if isinstance(value, dict):
        return Fraction(value["q"])
    return [data_of(v) for v in value] if isinstance(value, list) else value


# ------------------------------------------------------------------ the tests


@pytest.mark.parametrize("party", PARTIES)
def test_every_guard_has_a_row(party: str) -> None:
    labels = {g.label for g in hunt(party).guards}
    there = TRAPS[party].keys() | NO_TRAP[party].keys()
    elsewhere = {label for row in rows_of("chains") for label in row["guards"]}
    assert not labels - there - elsewhere, "a guard without a trap: find one, or say in no_trap.jsonl why there is none"
    assert not there - labels, "a row of a guard that is gone"
    assert not TRAPS[party].keys() & NO_TRAP[party].keys()
    kinds = Counter(row["kind"] for row in NO_TRAP[party].values())
    print(f"\n{party}: {len(labels)} guards, {len(TRAPS[party])} with a trap, without: {dict(kinds)}")
    assert kinds.keys() <= {"form", "scope", "limit", "true", "behind", "apart"}


@pytest.mark.parametrize("party", PARTIES)
def test_every_trap_is_sprung_by_what_it_is_for(party: str) -> None:
    """Refused, or left with a condition, as it is; wrong in some model without the guard."""
    found = hunt(party)
    guards = {g.label: g for g in found.guards}
    idle = []
    for label, row in TRAPS[party].items():
        if label not in guards:
            continue
        here = State(CONTEXT, None, 10**9)
        here.facts += facts(here)
        mono, data = mono_of(plain(row["mono"]), here), data_of(row["data"])
        try:
            found.apply(here, row["law"], mono, data)
            assert here.conditions, label
        except Rejected:
            pass
        here.conditions.clear()
        with without(guards[label]):
            result = found.apply(here, row["law"], mono, data)
        if not any(wrong(result, here, valued(mono, [Model(seed)])) for seed in range(MODELS)):
            idle.append(label)
    assert not idle


@pytest.mark.parametrize("party", PARTIES)
def test_what_is_called_needless_lets_nothing_wrong_through(party: str) -> None:
    found = Hunt(party)
    found.run_needles(NEEDLES, 5)
    sprung = found.traps.keys() & NO_TRAP[party].keys()
    assert not sprung, {label: found.traps[label] for label in sprung}
    assert len(found.traps) > 30
