"""Budgets: how much work a search may do before it gives up.

A search that runs out is undecided, never refused and never proved. Steps are counted, which keeps runs repeatable; a time limit
comes on top where somebody waits.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class OutOfBudget(Exception):
    """The search has used up its steps or its time."""


@dataclass(slots=True)
class Budget:
    """Steps left, how large a term may grow, and seconds from now. Counted down by whoever spends it."""

    steps: int = 20_000
    monomials: int = 4_000
    seconds: float | None = None
    deadline: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.seconds is not None:
            self.deadline = time.monotonic() + self.seconds

    def spend(self, steps: int = 1) -> None:
        """Fails with `OutOfBudget` when nothing is left."""
        self.steps -= steps
        if self.steps < 0 or (self.deadline is not None and time.monotonic() > self.deadline):
            raise OutOfBudget

    @property
    def used_up(self) -> bool:
        return self.steps <= 0 or (self.deadline is not None and time.monotonic() > self.deadline)
