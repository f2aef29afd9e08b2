"""Budgets: how much work a search may do before it gives up.

A search that runs out is undecided, never refused and never proved. Counting steps, not seconds, keeps runs repeatable.
"""

from __future__ import annotations

from dataclasses import dataclass


class OutOfBudget(Exception):
    """The search has used up its steps."""


@dataclass(slots=True)
class Budget:
    """Steps left, and how large a term may grow. Counted down by whoever spends it."""

    steps: int = 20_000
    monomials: int = 4_000
    seconds: float | None = None

    def spend(self, steps: int = 1) -> None:
        """Fails with `OutOfBudget` when nothing is left."""
        self.steps -= steps
        if self.steps < 0:
            raise OutOfBudget

    def part(self, steps: int) -> Budget:
        """A budget for a side attempt: at most so many of the steps left. `settle` pays for it afterwards."""
        return Budget(max(0, min(steps, self.steps)), self.monomials)

    def settle(self, given: int, part: Budget) -> None:
        """Take what a side attempt has used off this budget."""
        self.steps -= max(0, min(given, self.steps) - max(0, part.steps))
