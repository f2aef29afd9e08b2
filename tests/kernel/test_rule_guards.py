"""Every guard of both checkers is there for a reason: without it a trap is sprung, or a table says why none can be.

`test_guards.py` holds the laws; here is the rest: what reads certificates, chains, scripts, entries, rules of inference. Traps:

    rules.jsonl     a rule and the seed of a random application, that evaluates to something false (`find_rule_traps.py`)
    by_hand.jsonl   a sequent in the notation of `tests/refute` and the row of a rule: its goal is false (`why`) though all that
                    the rule would leave to show holds
    chains.jsonl    a certificate of something false (`why`), written in that notation, or as it is where values refute it

each with the `guards` without which it is accepted, of the kernel and of the second checker. All are refused by both as they are.
A guard of neither kind has a row in `no_trap_rest.jsonl`; its kinds are those of `test_guards.py`, and

    sense   what it refuses says nothing that could be true or false: no type, no number, nothing of that size
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "verify"))
sys.path.insert(0, str(Path(__file__).parent))

from find_certificate_traps import LAWS, CertificateHunt, copies, is_false, rows_of, trapped
from find_rule_traps import application, is_wrong
from guards import guards
from parties import PARTIES, Application, Party, application_of, certificate_of, party

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.sequent import Sequent

APPLICATIONS, CERTIFICATES, BY_SEED = rows_of("by_hand"), rows_of("chains"), rows_of("rules")
WITHOUT = rows_of("no_trap_rest")
KINDS = {"form", "sense", "scope", "limit", "true", "behind", "apart"}
COPIES = int(os.environ.get("SYMPROOFS_COPIES", "300"))


def party_of(label: str) -> Party:
    return party(label.partition(".")[0])


@cache
def labels(name: str) -> frozenset[str]:
    return frozenset(party(name).by_label)


def unexplained(every: Iterable[str]) -> set[str]:
    """Guards with neither a trap nor a reason."""
    return set(every) - trapped() - {row["guard"] for row in WITHOUT}


@pytest.mark.parametrize("name", PARTIES)
def test_every_guard_has_a_trap_or_a_reason(name: str) -> None:
    mine = {row["guard"]: row for row in WITHOUT if row["party"] == name}
    found = trapped()
    assert not unexplained(labels(name)), "a guard without a trap: find one, or say why there is none"
    assert not mine.keys() - labels(name), "a row of a guard that is gone"
    assert not mine.keys() & found, "a row without a trap, of a guard that has one"
    assert all(row["kind"] in KINDS and row["why"] for row in mine.values())
    kinds = Counter(row["kind"] for row in mine.values())
    print(f"\n{name}: {len(labels(name))} guards, {len(labels(name) & found)} in the other tables, without a trap: {dict(kinds)}")


def test_a_new_guard_is_listed_and_wants_a_row() -> None:
    def rule(goal: Any, term: Any, state: Any) -> None:
        need(goal.left != goal.right and goal.left.args, "the sides are alike")
        well_typed(term, state.types)
        if term == goal.left:
            raise Rejected("nothing is left")

    new = [guard.label for guard in guards(rule)]
    assert len(new) == 4 and unexplained(new) == set(new)


def test_no_row_is_of_a_guard_that_is_gone() -> None:
    every = labels("kernel") | labels("verify")
    rows = {g for row in (*APPLICATIONS, *CERTIFICATES) for g in row["guards"]} | {row["guard"] for row in BY_SEED}
    assert not rows - every
    laws = {row["guard"] for name in LAWS for row in rows_of(name)}
    assert not laws - every


def test_every_row_says_why() -> None:
    assert all(row["why"] and row["guards"] for row in (*APPLICATIONS, *CERTIFICATES))


@pytest.mark.parametrize("row", APPLICATIONS, ids=[f"{r['row']['rule']}: {r['goal']}" for r in APPLICATIONS])
def test_without_the_guard_something_false_would_follow(row: dict[str, Any]) -> None:
    case = application_of(row)
    for name in PARTIES:
        with pytest.raises(party(name).refusal):
            party(name).apply(case)
    for label in row["guards"]:
        checker = party_of(label)
        assert checker.without(checker.by_label[label], checker.apply, case) == "accepts", label


@pytest.mark.parametrize("row", CERTIFICATES, ids=[r.get("goal", r["guards"][0]) for r in CERTIFICATES])
def test_without_the_guard_something_false_would_be_a_theorem(row: dict[str, Any]) -> None:
    value = certificate_of(row)
    for name in PARTIES:
        with pytest.raises(party(name).refusal):
            party(name).check(value)
    for label in row["guards"]:
        checker = party_of(label)
        assert checker.without(checker.by_label[label], checker.check, value) == "accepts", label
    if row["why"] == "values":
        assert is_false(value)


@pytest.mark.parametrize("row", BY_SEED, ids=[r["guard"] for r in BY_SEED])
def test_a_random_application_without_the_guard_shows_something_wrong(row: dict[str, Any]) -> None:
    checker = party_of(row["guard"])
    case = application(row["rule"], row["seed"])
    with pytest.raises(checker.refusal):
        checker.apply(case)
    left: list[Sequent] = []

    def apply(case: Application) -> None:
        left.extend(checker.apply(case))

    assert checker.without(checker.by_label[row["guard"]], apply, case) == "accepts"
    assert is_wrong(case, left, row["seed"])


def test_what_was_let_through_without_a_guard_is_refused_again() -> None:
    """An array without columns: its type is known by then to what calls the guard."""
    nothing = {"sort": "real", "shape": [["1", []], ["0", []]]}
    value = {**certificate_of(CERTIFICATES[0]), "declarations": [{"name": "empty", "type": nothing, "properties": []}]}
    value |= {"hypotheses": [], "conditions": [], "distinct": [], "statement": ["=", *[["num", [], [{"q": "1"}]]] * 2]}
    value |= {"lemmas": [], "links": []}
    kernel = party("kernel")
    (guard,) = [g for g in kernel.guards if g.function.__name__ == "_extent" and "literal" in g.text]
    assert kernel.without(guard, kernel.check, value) == "accepts"
    with pytest.raises(kernel.refusal):
        kernel.check(value)


@pytest.mark.parametrize("name", PARTIES)
def test_what_is_called_needless_lets_nothing_false_through(name: str) -> None:
    """Changed certificates without such a guard: what is accepted is not refuted."""
    hunt = CertificateHunt(name, trapped())
    for value in copies(COPIES, 7):
        hunt.check(value)
    assert not hunt.traps
    assert len(hunt.without) > 30
