"""Proving that two written terms have equal entries: the lemma that the kernel will replay.

Both sides are made into entries by the kernel and normalised; the difference of the normal forms must come out
empty, if need be after multiplying by denominators that depend on no bound index. What comes back is a lemma
in the kernel's format, with the scripts that lead there. *Fails when* the difference does not vanish
(`Stuck`, cause "fragment"), or the budget is used up (cause "budget"). Normal forms that differ refute nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Literal

from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Atom, Expr, Mono, Rejected, free_in_mono, multiply, scale
from symproofs.kernel.indexed import atom as power_of
from symproofs.kernel.laws import apply_law
from symproofs.kernel.signs import require_nonzero
from symproofs.kernel.state import State
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term, number_in
from symproofs.terms.types import Type
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.facts import Source, add_facts
from symproofs.theories.normaliser import Facts, FinerExponent, Normaliser, Step
from symproofs.theories.refusals import in_words
from symproofs.theories.rewriting import RULES
from symproofs.theories.theories import theory_of

Json = Any

MOST_STAGES = 30
MOST_UNITS = 12
MOST_COVERED = 8
MOST_WRITTEN_OUT = 20_000
"""Summands of a side that are written out at most."""


@record
class Lemma:
    """An equation over letters, with the scripts that prove it.

    `used` numbers the hypotheses that its side conditions rest on; `laws` says which laws were used, for reasons.
    """

    letters: tuple[tuple[str, Type], ...]
    left: Term
    right: Term
    scripts: tuple[tuple[Step, ...], ...]
    left_script: int | None
    right_script: int | None
    end: tuple[tuple[Any, ...], ...]
    conditions: tuple[Statement, ...]
    used: tuple[int, ...]
    laws: frozenset[str]
    theory: str
    premises: tuple[Relation, ...] = ()
    facts: tuple[Json, ...] = ()

    def to_json(self, hypotheses: Mapping[int, Any] | None = None) -> Json:
        """The lemma in the kernel's format. `hypotheses` gives those it uses their numbers in the certificate."""
        numbers = hypotheses or {}
        more: dict[str, Json] = {}
        if self.premises:
            more["premises"] = [statement_to_json(p) for p in self.premises]
        if self.facts:
            more["facts"] = [
                {**row, "n": numbers.get(row["n"], row["n"]) if row["by"] == "hypothesis" else row["n"]} for row in self.facts
            ]
        return {
            **more,
            "letters": [[label, type_to_json(kind)] for label, kind in self.letters],
            "left": term_to_json(self.left),
            "right": term_to_json(self.right),
            "scripts": [[list(step) for step in script] for script in self.scripts],
            "left_script": self.left_script,
            "right_script": self.right_script,
            "end": [list(stage) for stage in self.end],
        }


@record
class Stuck:
    """No lemma: the form does not decide it, or the budget ran out."""

    cause: Literal["fragment", "budget"]
    message: str


def lemma_context(context: Context, letters: Sequence[tuple[str, Type]]) -> Context:
    """The context of a lemma: the declarations with letters added. Hypotheses stay, properties of letters there are none."""
    return context.declare(*(Declaration(label, kind) for label, kind in letters)) if letters else context


def prove_equal(
    context: Context,
    left: Term,
    right: Term,
    letters: Sequence[tuple[str, Type]] = (),
    budget: Budget | None = None,
    banned: frozenset[str] = frozenset(),
    premises: Sequence[Relation] = (),
    sources: Sequence[Source] = (),
) -> Lemma | Stuck:
    """A lemma `left = right` over declared names and letters, or where the search stopped.

    `banned` laws are not used. Premises are equations over letters that hold wherever the lemma is used; `sources` are
    the premises and hypotheses to be used as facts.
    """
    budget = budget or Budget()
    inside = lemma_context(context, letters)
    facts = Facts.of(context)
    units: dict[str, int] = {}
    for _ in range(MOST_UNITS):
        normaliser = Normaliser(State(inside), facts, RULES, budget, units)
        normaliser.banned = banned
        try:
            facts_used = add_facts(normaliser, sources)
            found = _attempt(normaliser, left, right, tuple(letters))
            return found if isinstance(found, Stuck) else replace(found, premises=tuple(premises), facts=facts_used)
        except FinerExponent:
            continue
        except OutOfBudget:
            return Stuck("budget", "the steps allowed for normal forms are used up")
        except Rejected as fault:
            return Stuck("fragment", in_words(fault))
        except RecursionError:
            return Stuck("fragment", "the terms are nested too deeply")
    return Stuck("budget", "no common unit of exponents was found")


def _written_out(node: Term) -> int:
    """How many summands and factors are written out for a term: sums between numbers multiply where they are nested."""
    inner = max(1, sum(map(_written_out, node.args)))
    if node.head == "sum_between" and all(a.head == "num" for a in node.args[1:]):
        low, high = (number_in(a) for a in node.args[1:])
        return max(1, int(high - low) + 1) * inner
    if node.head == "product" and isinstance(size := node.data[1], Size):
        return int(size.literal or 1) * inner
    return inner


def _attempt(n: Normaliser, left: Term, right: Term, letters: tuple[tuple[str, Type], ...]) -> Lemma | Stuck:
    if _written_out(left) + _written_out(right) > MOST_WRITTEN_OUT:
        return Stuck("budget", "too many summands to write out")
    written = entries_of(left, n.state), entries_of(right, n.state)
    first, left_script = n.normal(written[0])
    second, right_script = n.normal(written[1])
    difference = first + scale(-1, second)
    end: list[tuple[Any, ...]] = []
    covered: set[str] = set()
    for _ in range(MOST_STAGES):
        difference, steps = n.run(difference)
        if steps:
            end.append(("script", n.script(steps)))
        if not difference:
            break
        cover = None if "cover" in n.banned else _cover(n, difference, covered)
        if cover is not None:
            side, steps, difference = cover
            covered.add(side)
            end.append(("script", n.script(steps)))
            continue
        denominator = _denominator(n, difference)
        if denominator is None and n.cut_short:
            return Stuck("budget", "a power of a sum is too large to multiply out")
        if denominator is None or "multiply" in n.banned:
            return Stuck("fragment", "the normal forms of the two sides differ")
        place, factor, a, exponent = denominator
        require_nonzero(power_of(a), n.state)
        end.append(("multiply", place, factor, exponent))
        difference = multiply(difference, power_of(a, exponent), n.state.fresh)
    else:
        return Stuck("budget", "too many denominators")
    return Lemma(
        letters,
        left,
        right,
        tuple(tuple(script) for script in n.scripts),
        left_script,
        right_script,
        tuple(end),
        tuple(n.state.conditions),
        tuple(n.state.used),
        frozenset(str(step[0]) for script in n.scripts for step in script),
        theory_of(written[0] + written[1]),
    )


def _cover(n: Normaliser, e: Expr, done: set[str]) -> tuple[str, list[Step], Expr] | None:
    """A row or column of a side written out as a number taken entry by entry: 1 = Σ_k δ_ik."""
    for side in ("@0", "@1"):
        size = n.state.ranges.get(side)
        if side in done or size is None or size.literal is None or size.literal > MOST_COVERED:
            continue
        steps: list[Step] = []
        kept: list[Mono] = []
        made: list[Mono] = []
        for k, m in enumerate(e):
            if side in free_in_mono(m):
                made += apply_law(n.state, "cover", m, (side,))
                steps.append(("cover", k, side))
            else:
                kept.append(m)
        if steps:
            return side, steps, (*kept, *made)
    return None


def _denominator(n: Normaliser, e: Expr) -> tuple[int, int, Atom, int] | None:
    """A factor with a negative exponent and no bound index of its monomial: where it stands, and the power that removes it."""
    found: dict[str, tuple[int, int, Atom, int]] = {}
    for place, m in enumerate(e):
        own = {b for b, _ in m.bounds}
        for k, (a, q) in enumerate(m.factors):
            if q < 0 and a[0] in ("S", "F", "T", "C", "X", "K", "E") and not n.keys.loose(a) & own:
                key = n.keys.atom(a)
                power = ceil(-q)
                if key not in found or found[key][3] < power:
                    found[key] = (place, k, a, power)
    proper = {key: row for key, row in found.items() if row[2][0] != "X"} or found
    if not proper:
        return None
    return max(proper.items(), key=lambda row: (len(row[0]), row[0]))[1]
