"""What refuting finds: an assignment at which a statement fails, or how far the search for one went. Data only."""

from __future__ import annotations

from typing import Any, Literal

from symproofs.records import record

Json = Any


@record
class Budget:
    """How much may be tried. Work is counted, about `UNITS` a millisecond, so that equal calls do equal things.

    `milliseconds` of work; at most `assignments` are drawn. Ten times the time on the clock ends a search
    in any case.
    """

    milliseconds: float = 60.0
    assignments: int = 64

    @property
    def work(self) -> int:
        return int(self.milliseconds * UNITS)


UNITS = 700
"""Units of work in a millisecond (`evaluate.Meter`)."""


@record
class Refutation:
    """Values that meet every hypothesis, and what both sides are there.

    `kind` is 'values' where both sides have values and the relation fails between them. It is 'undefined'
    where a side is shown to have no value (`undefined` says which): that alone refutes nothing that is
    claimed only where both sides are defined. `witness` holds the drawn values exactly, for a checker:
    `{"sizes": {name: int}, "values": {name: …}}`, see `witness.value_to_json`.
    """

    kind: Literal["values", "undefined"]
    assignment: tuple[tuple[str, str], ...]
    left: str
    right: str
    sizes: tuple[tuple[str, int], ...]
    witness: Json
    undefined: Literal["", "left", "right", "both"] = ""
    tried: int = 0
    met: int = 0
    assumed: tuple[str, ...] = ()
    """Names in the assignment whose sort or shape the reader assumed: with another one the statement might hold."""
    for_all: bool = False
    """A claim for all values of names that it quantifies: one that is undefined at some of them is not right as written."""
    assumed_laws: int = 0
    """Hypotheses that are equations for all values of something: no assignment can show them, they held at a few values."""


@record
class NoWitness:
    """Nothing was found. This proves nothing.

    Of `tried` assignments `met` met the hypotheses. At `compared` of them both sides had values that agree, all of
    them exactly (`exact`) or to at least `digits` digits; at `undefined` of them a side had no value.
    `contradictory`: a hypothesis without free names is false.
    """

    tried: int = 0
    met: int = 0
    compared: int = 0
    undefined: int = 0
    digits: int | None = None
    exact: bool = False
    contradictory: bool = False
    exhausted: bool = False
    reason: str = ""

    @property
    def text(self) -> str:
        """What was tried and seen, in a few words: no agreement is claimed where nothing was compared."""
        why = f": {self.reason}" if self.reason else ""
        if not self.tried:
            return f"no values were tried{why}"
        if not self.met:
            return f"none of {self.tried} assignments is seen to meet the hypotheses{why}"
        met = f"{self.met} of {self.tried} assignments meet the hypotheses"
        gaps = f", at {self.undefined} a side is undefined" if self.undefined else ""
        if not self.compared:
            return f"{met}, at none both sides could be compared{gaps}{why}"
        how = "exactly" if self.exact else f"to {self.digits} digits or more" if self.digits is not None else ""
        return f"{met}, at {self.compared} both sides have values, which agree {how}".rstrip() + gaps

    @property
    def no_assignment(self) -> bool:
        """No assignment that meets the hypotheses was found."""
        return self.met == 0


@record
class Witness:
    """An assignment that meets every hypothesis of a context."""

    assignment: tuple[tuple[str, str], ...]
    sizes: tuple[tuple[str, int], ...]
    witness: Json
    assumed_laws: int = 0
