"""What whoever asks for verdicts can set."""

from __future__ import annotations

from symproofs.records import record


@record
class Settings:
    """How hard to try, and what may be used.

    `seconds` is the budget of one link. `axioms` are the named axioms that a proof may use; `None` permits all.
    """

    seconds: float = 5.0
    axioms: frozenset[str] | None = None
    explain: bool = True
