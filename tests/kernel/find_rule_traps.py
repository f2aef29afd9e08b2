"""Look for traps of the rules of inference: an application that a rule refuses, and that it would accept wrongly without a guard.

    python tests/kernel/find_rule_traps.py TRIES SEED

The random sequents and data of `test_deduction_fuzz.py`, some made for another rule, with each guard of the kernel, and of the
second checker, taken away that refused one. A trap is a rule and the seed of its application; new ones are written to
`tests/data/traps/rules.jsonl`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from guards import Guard
from parties import PARTIES, Application, party
from test_deduction_fuzz import INTEGER, REAL, RULES_EVALUATED, Model, N, Thrower, assignments, terms_in, value

from symproofs.kernel.deduction import RULES
from symproofs.kernel.sequent import Sequent
from symproofs.terms.size import Size
from symproofs.terms.statement import Exists, ForAll, Hypothesis, Relation
from symproofs.terms.term import Term

DATA = Path(__file__).parent.parent / "data" / "traps"


def application(rule: str, seed: int) -> Application:
    """A random application of a rule."""
    thrower = Thrower(seed * 31 + len(rule))
    goal = thrower.sequent(rule if seed % 4 else thrower.pick(*RULES_EVALUATED))
    if rule in GOALS and seed % 5:
        goal = GOALS[rule](thrower, goal)
    row = {"rule": rule, **{key: thrower.data(kind, goal) for key, kind in RULES[rule].data.items()}}
    if seed % 3 == 0 and RULES[rule].data:  # one datum that may not be of its kind
        key = thrower.pick(*RULES[rule].data)
        row[key] = thrower.pick(row[key], [], -1, 7, None, "x", [1], {"t": ["num", [], [{"q": "1"}]]}, True)
    return Application(goal, row)


def _one_of_them(thrower: Thrower, goal: Sequent) -> Sequent:
    """A hypothesis, or nearly one, for the goal."""
    first = thrower.relation(1)
    context = goal.context.assume([Hypothesis(first)]) if not goal.context.hypotheses else goal.context
    said = context.hypotheses[0].statement
    return Sequent(context, thrower.pick(said, thrower.changed(said), thrower.relation(1)))


def _two_sums(thrower: Thrower, goal: Sequent) -> Sequent:
    """Two sums with one body, or nearly, over one range, or nearly."""
    first = thrower.sum(1)
    outside = first.args[1:] if thrower.pick(0, 0, 1) else thrower.pick((), (thrower.index(),), (thrower.index(),))
    body = thrower.pick(first.args[0], first.args[0], thrower.term(1))
    size = thrower.pick(N, N, Size.of(2))
    other = thrower.pick(Term("sum", (body, *outside), ("b", size)), Term("sum", (body, *outside), ("b", size)), thrower.term(1))
    left, right = thrower.pick((first, other), (other, first))
    return Sequent(goal.context, Relation(thrower.pick("=", "=", "<="), left, right))


def _two_sides(thrower: Thrower, goal: Sequent) -> Sequent:
    """An order of two terms of one head that differ at one place, or at another as well."""
    low, high = thrower.term(1), thrower.term(1)
    c, d = thrower.term(1), thrower.pick(thrower.term(1), thrower.term(1))
    head = thrower.pick("add", "mul", "add", "div")
    first, second = Term(head, (low, c)), Term(thrower.pick(head, head, "mul"), (high, thrower.pick(c, c, d)))
    if thrower.pick(0, 0, 1):
        first, second = (Term(t.head, t.args[::-1]) for t in (first, second))
    return Sequent(goal.context, Relation(thrower.pick("<", "<=", ">", ">="), first, second))


def _one_member(thrower: Thrower, goal: Sequent) -> Sequent:
    """∀ t P(t) for the goal or a hypothesis that speaks of t outside as well."""
    body = thrower.statement(1)
    kind = thrower.pick(REAL, INTEGER)
    return Sequent(goal.context, thrower.pick(ForAll((("x", kind),), body), Exists((("x", kind),), body), goal.goal))


GOALS: Mapping[str, Callable[[Thrower, Sequent], Sequent]] = {
    "hypothesis": _one_of_them,
    "equal_members": _two_sums,
    "monotone": _two_sides,
    "generalise": _one_member,
    "witness": _one_member,
}
"""Goals made for one rule, with here and there something that does not fit."""

THROWN = (*RULES_EVALUATED, "hypothesis", "equal_members")


def is_wrong(case: Application, left: list[Sequent], seed: int) -> bool:
    """Whether in some model all that is left holds and the goal does not."""
    goal, row = case.sequent, case.row
    for at in assignments(seed):
        try:
            model = Model(goal.context.types, frozenset(value(t, at) for t in terms_in(str(row["rule"]), row)))
            if all(model.valid(s, at) for s in left) and not model.valid(goal, at):
                return True
        except (KeyError, AssertionError, IndexError, ValueError, ZeroDivisionError, TypeError):
            continue
    return False


class RuleHunt:
    """Traps of one party, and what became of applications without a guard that refused them."""

    def __init__(self, name: str) -> None:
        self.party = party(name)
        self.traps: dict[str, dict[str, Any]] = {}
        self.without: dict[str, Counter[str]] = {}

    def run(self, tries: int, first: int) -> None:
        for rule in THROWN:
            for seed in range(first, first + tries):
                case = application(rule, seed)
                try:
                    self.party.apply(case)
                except self.party.refusal as fault:
                    refusers = self.party.refused_by(fault)
                except Exception:
                    continue
                else:
                    continue
                for guard in refusers:
                    if guard.label not in self.traps:
                        self.try_without(guard, rule, seed)

    def try_without(self, guard: Guard, rule: str, seed: int) -> None:
        left: list[Sequent] = []
        case = application(rule, seed)
        outcome = self.party.without(guard, lambda c: left.extend(self.party.apply(c)), case)
        self.without.setdefault(guard.label, Counter())[outcome] += 1
        if outcome == "accepts" and is_wrong(case, left, seed):
            self.traps[guard.label] = {"guard": guard.label, "rule": rule, "seed": seed}


def main(tries: int, first: int) -> None:
    path = DATA / "rules.jsonl"
    rows = {row["guard"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    order: list[str] = []
    for name in PARTIES:
        hunt = RuleHunt(name)
        hunt.run(tries, first)
        order += hunt.party.by_label
        for label, row in hunt.traps.items():
            rows.setdefault(label, row)
        print(f"{name}: {len(hunt.traps)} guards with a trap")
        for label, seen in hunt.without.items():
            if label not in rows:
                print("  ", label, dict(seen.most_common(3)))
    kept = [rows[label] for label in order if label in rows]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
