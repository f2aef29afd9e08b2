"""Throwing statements at prover, second checker and refuter, which must never contradict one another.

Statement k of a theory is made of one random term. Even k: the term and the same reshaped by laws, which is true: it is never
refuted. Odd k: a slip besides; where values show that it matters (exact numbers, or enclosures that are apart) it is never
proved. A limit with another target is false by construction. Whatever is proved or refuted, the second checker accepts.
No statement is closed by its form alone: its sides stay apart when sums and products are flattened and sorted.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from grammars import Grammar, Law

from symproofs import verify
from symproofs.apps.certificates import refutation
from symproofs.prove.approximation import approximate, other_limit
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import refute
from symproofs.refute.result import Budget as Trials
from symproofs.refute.result import Refutation
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, Tends
from symproofs.terms.term import Term, num
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.budget import Budget

STEPS, SECONDS = 3_000, 2.0
TRIALS, MORE_TRIALS = Trials(6.0, 8), Trials(15.0, 24)
LONGEST = 120
"""Nodes of a term: a statement is to be of the length that people write."""


@dataclass
class Tally:
    """What came of the statements, and every contradiction."""

    count: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, Statement]] = field(default_factory=list)
    seconds: float = 0.0

    def line(self, theory: str) -> str:
        cells = ", ".join(f"{k} {v}" for k, v in sorted(self.count.items()))
        return f"{theory}: {cells}; {len(self.wrong)} contradictions; {self.seconds:.0f} s"


def reshaped(t: Term, laws: tuple[Law, ...], rng: Random, chance: float = 0.45) -> Term:
    """The same value, written otherwise: laws at some of its parts, from the inside outwards."""
    kept = t.args[1:] if t.head == "pow" else ()
    args = tuple(reshaped(a, laws, rng, chance) for a in (t.args[:1] if kept else t.args)) + kept
    t = t.with_args(args) if args != t.args else t
    if t.head != "num" and rng.random() < chance:
        return rng.choice(laws)(t, rng) or t
    return t


def slipped(t: Term, slips: tuple[Law, ...], rng: Random) -> Term | None:
    """A slip at one part of the term."""
    places = list(_paths(t))
    rng.shuffle(places)
    for path in places[:12]:
        part = _at(t, path)
        found = rng.choice(slips)(part, rng)
        if found is not None and found != part:
            return _put(t, path, found)
    return None


def _paths(t: Term, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    yield path
    for k, a in enumerate(t.args):
        if not (t.head == "pow" and k == 1):
            yield from _paths(a, (*path, k))


def _at(t: Term, path: tuple[int, ...]) -> Term:
    for k in path:
        t = t.args[k]
    return t


def _put(t: Term, path: tuple[int, ...], new: Term) -> Term:
    if not path:
        return new
    k = path[0]
    return t.with_args((*t.args[:k], _put(t.args[k], path[1:], new), *t.args[k + 1 :]))


def form(t: Term) -> Any:
    """The term with sums and products flattened and sorted: equal forms are closed without any mathematics."""
    args = [form(a) for a in t.args]
    if t.head in ("add", "mul"):
        args = [b for a in args for b in (a[1] if a[0] == t.head else (a,))]
        if t.head == "add" or all(a[0] in ("num", "name") for a in args):
            args.sort(key=repr)
    return (t.head, tuple(args), t.data)


def statements(grammar: Grammar, seed: int, wanted: int) -> Iterator[tuple[Statement, bool | None]]:
    """Statements with their truth; `None` where a slip may not matter."""
    made = tries = 0
    while made < wanted:
        rng = Random(f"{grammar.name}/{seed}/{tries}")
        tries += 1
        row = statement_of(grammar, rng, made % 2 == 0)
        if row is not None:
            made += 1
            yield row


def statement_of(grammar: Grammar, rng: Random, right: bool) -> tuple[Statement, bool | None] | None:
    t = grammar.make(rng, rng.randint(0, grammar.depth))
    u = t
    for _ in range(4):
        u = reshaped(u, grammar.laws, rng)
        if form(u) != form(t):
            break
    else:
        return None
    if sum(1 for _ in u.walk()) > LONGEST:
        return None
    if t.head == "tuple":
        target = t.args[1] if right else Term("add", (t.args[1], num(rng.choice((1, -1, 2)))))
        return Tends(u.args[0], target), right
    if right:
        return Relation("=", t, u), True
    v = slipped(u, grammar.slips, rng)
    if v is None or form(v) == form(t):
        return None
    try:
        if type_of(v, grammar.context.types).shape != type_of(t, grammar.context.types).shape:
            return None
    except Mistyped:
        return None
    return Relation("=", t, v), None


def run(grammar: Grammar, seed: int, wanted: int, tally: Tally | None = None) -> Tally:
    tally = tally or Tally()
    started = time.process_time()
    for statement, truth in statements(grammar, seed, wanted):
        judge(grammar, statement, truth, tally)
    tally.seconds += time.process_time() - started
    return tally


def judge(grammar: Grammar, statement: Statement, truth: bool | None, tally: Tally) -> None:
    context = grammar.context
    if isinstance(statement, Tends):
        judge_limit(context, statement, bool(truth), tally)
        return
    found = refute(context, statement, budget=TRIALS if truth else MORE_TRIALS)
    refuted = isinstance(found, Refutation) and found.kind == "values"
    proof = prove(context, statement, Budget(STEPS, seconds=SECONDS))
    proved = isinstance(proof, Proof) and not proof.conditions
    kind = "right" if truth else "slip"
    tally.count[f"{kind} {'proved' if proved else 'refuted' if refuted else 'undecided'}"] += 1
    if proved and refuted:
        tally.wrong.append(("proved and refuted", statement))
    if truth and refuted:
        tally.wrong.append(("a right one refuted", statement))
    if truth is False and isinstance(proof, Proof):
        tally.wrong.append(("a wrong one proved", statement))
    if refuted and isinstance(proof, Proof):
        tally.wrong.append(("refuted where it is proved under conditions", statement)) if not proof.conditions else None
    if isinstance(proof, Proof) and (said := checked(proof.certificate)) != "theorem":
        tally.wrong.append((f"a proof is {said}", statement))
    if refuted and (said := checked(refutation(context, statement, found.witness))) != "refutation":  # type: ignore[union-attr]
        tally.count[f"refutation {said.partition(':')[0]}"] += 1
        if not said.startswith("not covered"):
            tally.wrong.append((f"a refutation is {said}", statement))


def judge_limit(context: Context, statement: Tends, truth: bool, tally: Tally) -> None:
    """A limit is refuted by another one that is proved, with a proof that the two differ."""
    proof = approximate(context, statement, Budget(STEPS, seconds=SECONDS))
    proved = isinstance(proof, Proof) and not proof.conditions
    other = None if proved else other_limit(context, Relation("~", statement.subject, statement.target))
    refuted = other is not None and other.unequal is not None and not other.assuming
    kind = "right" if truth else "slip"
    tally.count[f"{kind} {'proved' if proved else 'refuted' if refuted else 'undecided'}"] += 1
    if truth and refuted:
        tally.wrong.append(("a right limit refuted", statement))
    if not truth and isinstance(proof, Proof):
        tally.wrong.append(("a wrong limit proved", statement))
    shown = [proof] if isinstance(proof, Proof) else []
    shown += [other.proof, *([other.unequal] if other.unequal is not None else [])] if other is not None else []
    for each in shown:
        if (said := checked(each.certificate)) != "theorem":
            tally.wrong.append((f"a proof is {said}", statement))


def checked(value: Any) -> str:
    try:
        return verify.check(json.loads(json.dumps(value)))
    except verify.NotCovered as fault:
        return f"not covered: {fault.kind}"
    except verify.Refused as fault:
        return f"refused: {fault}"
