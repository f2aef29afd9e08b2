"""The laws of the second checker by themselves: in random models, and beside those of the kernel.

What it accepts keeps its value in random models, whatever the kernel says of it; and where both accept a step, both come to the
same sum. `SYMPROOFS_FUZZ_MONOMIALS=10000 pytest tests/verify/test_laws_again.py -s` tries more.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "kernel"))
from test_law_fuzz import CONTEXT, EmptyRanges, Generator, fuzz

from symproofs import verify
from symproofs.kernel.indexed import Expr, Mono, Rejected
from symproofs.kernel.laws import LAWS, apply_law
from symproofs.kernel.state import State
from symproofs.terms.serial import statement_from_json, type_to_json
from symproofs.terms.size import Size

# ------------------------------------------------------------------ from one representation to the other


def size_there(size: Size) -> verify.Size:
    return verify.Size(size.constant, size.parts)


def size_back(size: verify.Size) -> Size:
    return Size(size.constant, size.parts)


def sum_there(expr: Expr) -> verify.Sum:
    return tuple(mono_there(m) for m in expr)


def mono_there(m: Mono) -> verify.Mono:
    bounds = tuple((b, size_there(s)) for b, s in m.bounds)
    return verify.Mono(m.c, bounds, tuple((atom_there(a), q) for a, q in m.factors))


def atom_there(a: Any) -> verify.Atom:
    return verify.over(a, [sum_there(s) for s in verify.inside(a)])


def sum_back(s: verify.Sum) -> Expr:
    return tuple(
        Mono(m.c, tuple((b, size_back(x)) for b, x in m.bounds), tuple((atom_back(a), q) for a, q in m.factors)) for m in s
    )


def atom_back(a: verify.Atom) -> Any:
    return verify.over(a, [sum_back(s) for s in verify.inside(a)])  # type: ignore[arg-type]


def term_back(t: verify.Term) -> Any:
    data = [{"size": size_json(d)} if isinstance(d, verify.Size) else {"q": str(d)} if t.head == "num" else d for d in t.data]
    return [t.head, [term_back(a) for a in t.args], data]


def size_json(size: verify.Size) -> Any:
    return [str(size.constant), [[n, str(c)] for n, c in size.parts]]


def statement_back(s: verify.Statement) -> Any:
    match s[0]:
        case "is":
            return ["is", s[1], term_back(s[2])]
        case "forall":
            rows = [
                [n, {"sort": k.sort, "shape": [size_json(k.rows), size_json(k.cols)], "index": size_json(k.runs)}]
                for n, k in s[1]
            ]
            return ["forall", rows, statement_back(s[2])]
    return [s[0], term_back(s[1]), term_back(s[2])]


THERE = verify.read_context(
    {
        "declarations": [
            {"name": n, "type": type_to_json(row.type), "properties": sorted(row.properties)}
            for n, row in CONTEXT.declarations.items()
        ],
        "distinct": sorted(sorted(pair) for pair in CONTEXT.distinct),
        "hypotheses": [],
    }
)


def second(state: State, law: str, mono: Mono, data: Sequence[Any]) -> Expr:
    """The law as the second checker applies it, conditions left in the state."""
    work = verify.Work(THERE, [0])
    work.numbers = count(10**6)
    work.ranges = {b: size_there(s) for b, s in state.ranges.items()}
    work.facts = [
        verify.Fact(mono_there(f.pattern), sum_there(f.value), {p: size_there(s) for p, s in f.parameters.items()})
        for f in state.facts
    ]
    here = mono_there(mono)
    data = [str(d) if type(d) is not int and LAWS[law].data[k] == "rational" else d for k, d in enumerate(data)]
    try:
        found = verify.LAWS[law][1](here, work, *data)
        verify.nothing_escapes(here, found)
    except verify.Refused as fault:
        raise Rejected(str(fault)) from None
    state.ranges.update({b: size_back(s) for b, s in work.ranges.items()})
    state.conditions.update((statement_from_json(statement_back(c)), None) for c in work.conditions)
    return sum_back(found)


WANTED = int(os.environ.get("SYMPROOFS_FUZZ_MONOMIALS", "160"))
SEED = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "5"))


def test_both_tables_name_the_same_laws_with_as_many_data() -> None:
    assert {name: len(row.data) for name, row in LAWS.items()} == {name: row[0] for name, row in verify.LAWS.items()}


@pytest.mark.parametrize("generator", [Generator, EmptyRanges])
@pytest.mark.parametrize("part", range(2))
def test_laws_of_the_second_checker_keep_values(part: int, generator: type[Generator]) -> None:
    monomials, accepted, compared, wrong = fuzz(SEED * 2 + part, WANTED // 2, second, generator)
    print(f"\n{monomials} monomials, {sum(accepted.values())} accepted, {compared} compared, {dict(sorted(accepted.items()))}")
    for law, data, mono, result, before, after, conditions in sorted(wrong, key=lambda row: len(repr(row[2])))[:3]:
        print("WRONG", law, data, "\n  ", mono, "\n  ", result, "\n  ", before, after, conditions)
    assert not wrong and len(accepted) > 15


def alike(first: Expr, second_: Expr) -> bool:
    """Equal but for the numbers of what is bound."""
    if len(first) != len(second_):
        return False
    try:
        verify.agree_sums(sum_there(first), sum_there(second_), 0, {})
    except verify.Refused:
        return False
    return True


def test_both_checkers_do_the_same() -> None:
    """Step by step: accepted by both or by none, with equal sums and conditions."""
    said: Counter[str] = Counter()
    differing: list[Any] = []

    def both(state: State, law: str, mono: Mono, data: Sequence[Any]) -> Expr:
        outcomes: list[Any] = []
        for apply in (apply_law, second):
            state.conditions.clear()
            try:
                outcomes.append((apply(state, law, mono, data), dict(state.conditions)))
            except Rejected as fault:
                outcomes.append(str(fault))
        mine, other = outcomes
        same = (
            mine[1] == other[1] and alike(mine[0], other[0])
            if not isinstance(mine, str) and not isinstance(other, str)
            else False
        )
        if not same and not (isinstance(mine, str) and isinstance(other, str)):
            differing.append((law, data, mono, mine, other))
        said["refused" if isinstance(mine, str) else "accepted"] += 1
        if isinstance(mine, str):
            raise Rejected(mine)
        state.conditions.clear()
        state.conditions.update(mine[1])
        return mine[0]  # type: ignore[no-any-return]

    fuzz(SEED + 100, WANTED // 2, both)
    fuzz(SEED + 101, WANTED // 2, both, EmptyRanges)
    print(said)
    for row in sorted(differing, key=lambda row: len(repr(row)))[:4]:
        print("DIFFER", *row, sep="\n   ")
    assert not differing and said["accepted"] > 100
