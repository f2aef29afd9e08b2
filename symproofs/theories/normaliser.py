"""Normal forms of indexed sums of products, with the script that leads there.

The normaliser rewrites one monomial at a time, one law of the kernel at a time, by calling the kernel's
own law functions; what it adds is only *which* law to try where. Every law it applies becomes a step of a
script of positions, so the kernel can replay the way without searching. Scripts are shared: equal ones are
stored once. Which rules there are, and in what order, is the table in `rewriting.py`.

*Fails when* the budget is used up (`OutOfBudget`); then nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symproofs.kernel.indexed import Atom, Expr, Mono, Rejected, arguments, with_arguments
from symproofs.kernel.laws import apply_law
from symproofs.kernel.signs import real
from symproofs.kernel.state import State
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.labelling import Labelling
from symproofs.theories.witness import Witnesses, swaps, without_swaps

Json = Any
Step = tuple[Any, ...]
"""`(law, monomial number, data…)`."""

Move = tuple[Any, ...]
"""`(law, data…)`: what to do with one monomial."""


@record
class Rule:
    """Which law is tried: a function from a monomial to a move, and the kinds of atoms without which it has nothing to do."""

    name: str
    find: Callable[[Normaliser, Mono], Move | None]
    kinds: frozenset[str] = frozenset()
    bounds: bool = False


CIRCLE = "turn"
"""Under this name `units` says of how many equal parts of a full turn roots of unity are taken."""


class FinerExponent(Exception):
    """An exponential needs a smaller unit than the one in use: begin again with it."""


@record
class Facts:
    """What the search reads off a context: names by property. The kernel looks again by itself."""

    symmetric: frozenset[str] = frozenset()

    @staticmethod
    def of(context: Context) -> Facts:
        return Facts(frozenset(n for n, row in context.declarations.items() if "symmetric" in row.properties))


class Normaliser:
    """Normal forms under one state. `units` says of which fraction of an exponent integer powers are taken.

    Without `share`, conditions are raised again by every term that needs them.
    """

    def __init__(
        self,
        state: State,
        facts: Facts,
        rules: tuple[Rule, ...],
        budget: Budget,
        units: dict[str, int] | None = None,
        share: bool = True,
    ) -> None:
        self.state = state
        self.facts = facts
        self.rules = rules
        self.budget = budget
        self.share = share
        self.units = units if units is not None else {}
        self.banned: frozenset[str] = frozenset()
        self.facts_known: list[Any] = []
        self.cut_short = False
        """Whether something was left as it is because it would have grown too large."""
        self.keys = Labelling(facts.symmetric)
        self.witnesses = Witnesses(facts.symmetric)
        self.scripts: list[list[Step]] = []
        self._numbers: dict[str, int] = {}
        self._memo: dict[int, tuple[Expr, Expr, int | None]] = {}
        self._alike: dict[Expr, tuple[Expr, int | None]] = {}
        self._reals: dict[object, bool] = {}
        self.settled: dict[tuple[int, int, int], Atom] = {}

    def script(self, steps: list[Step]) -> int:
        """The number of a script, the same for equal ones."""
        text = repr(steps)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.scripts)
            self.scripts.append(steps)
        return number

    def normal(self, e: Expr) -> tuple[Expr, int | None]:
        """The normal form, and the number of the script to it; no number where nothing was to do."""
        hit = self._memo.get(id(e))
        if hit is not None:
            return hit[1], hit[2]
        small = self.share and len(e) == 1 and not e[0].bounds and len(e[0].factors) < 5
        alike = self._alike.get(e) if small else None
        if alike is not None:
            self._memo[id(e)] = (e, *alike)
            return alike
        found, steps = self.run(e)
        number = self.script(steps) if steps else None
        self._memo[id(e)] = (e, found, number)
        self._memo[id(found)] = (found, found, None)
        if small:
            self._alike[e] = (found, number)
        return found, number

    def forget(self) -> None:
        """Normal forms so far are none any more: there are more facts now."""
        self._memo.clear()
        self._alike.clear()
        self.settled.clear()

    def real(self, e: Expr) -> bool:
        """Whether the kernel sees that a sum is real; remembered, since it is asked again and again."""
        key = tuple((m.bounds, m.factors) for m in e)
        hit = self._reals.get(key)
        if hit is None:
            hit = self._reals[key] = real(e, self.state)
        return hit

    def step(self, m: Mono, rules: tuple[Rule, ...]) -> tuple[Move, Expr] | None:
        """What to do next with a monomial, and what comes of it; nothing if it is normal.

        A move that the kernel does not accept here (a condition without a written form) is passed over.
        """
        kinds = {a[0] for a, _ in m.factors}
        for rule in rules:
            if (rule.bounds and not m.bounds) or (rule.kinds and kinds.isdisjoint(rule.kinds)):
                continue
            move = rule.find(self, m)
            if move is not None and move[0] not in self.banned:
                try:
                    return move, self.apply(m, move)
                except Rejected:
                    continue
        return None

    def apply(self, m: Mono, move: Move) -> Expr:
        """What the kernel makes of a move. *Fails when* the kernel does not accept it: `Rejected`."""
        if move[0] != "arg":
            return apply_law(self.state, move[0], m, move[1:])
        # the kernel would run the script again; its result is at hand
        _, k, place, _ = move
        a, q = m.factors[k]
        inside = list(arguments(a))
        inside[place] = self.normal(inside[place])[0]
        return (Mono(m.c, m.bounds, (*m.factors[:k], (with_arguments(a, inside), q), *m.factors[k + 1 :])),)

    def run(self, e: Expr, rules: tuple[Rule, ...] | None = None) -> tuple[Expr, list[Step]]:
        """Rewrite until nothing applies, and add up equal monomials. Other rules may be given for the outermost level."""
        rules = rules or self.rules
        todo = [(k, m) for k, m in enumerate(e)][::-1]
        count = len(e)
        steps: list[Step] = []
        done: dict[str, tuple[int, Mono]] = {}
        single = len(e) == 1
        while todo:
            number, m = todo.pop()
            taken = self.step(m, rules)
            if taken is not None:
                move, made = taken
                self.budget.spend()
                steps.append((move[0], number, *move[1:]))
                todo.extend([(count + k, x) for k, x in enumerate(made)][::-1])
                count += len(made)
                if len(todo) > self.budget.monomials:
                    raise OutOfBudget
                single = single and len(made) == 1
                continue
            if single:
                return ((m,) if steps else e), steps
            key = self.keys.mono(m)
            other = done.get(key)
            if other is None:
                done[key] = (number, m)
                continue
            w = self.witnesses.monomial(other[1], m)
            exchanges = None if w is None else swaps(w)
            if exchanges is None:
                # equal keys without a witness: keep both, which loses a proof and claims nothing
                done[f"{key}#{number}"] = (number, m)
                continue
            for k in exchanges:
                (m,) = apply_law(self.state, "swap", m, (k,))
                steps.append(("swap", number, k))
                number, count = count, count + 1
            self.budget.spend()
            steps.append(("add", other[0], number, without_swaps(w)))
            total = other[1].c + m.c
            if total:
                done[key] = (count, Mono(total, other[1].bounds, other[1].factors))
                count += 1
            else:
                del done[key]
        if not steps:
            return e, steps
        return tuple(m for _, m in sorted(done.values(), key=lambda row: row[0])), steps


def whole(q: Fraction) -> bool:
    return q.denominator == 1
