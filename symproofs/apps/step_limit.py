"""Ending a step that does not keep to its time: an alarm where a search has run on for too long.

Provers and refuters look at the clock themselves; this is for the places where one forgot to. Only the main thread of a
process can be woken so; elsewhere the steps are judged as they come.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from math import inf
from types import FrameType
from typing import NoReturn

from symproofs.derivation.document import Link, Step
from symproofs.derivation.judge import Known, judged
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import not_reached
from symproofs.messages import Message

GRACE = 0.5
"""Seconds that a step may take beyond its own, before it is ended."""

AGAIN = 0.2
"""Seconds until the alarm rings again, if the first ring was lost on the way up."""


class OutOfTime(BaseException):
    """Raised by the alarm. No `except Exception` on the way takes it for a fault."""


def judged_in_time(links: Sequence[Link], settings: Settings, until: float = inf, known: Known | None = None) -> Iterator[Step]:
    """Links with their judgements, as `judged` gives them; a step that does not end by itself is ended."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield from judged(links, settings, until, known)
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield from _ended(links, settings, until, known or Known())
    finally:
        _alarm(0)
        signal.signal(signal.SIGALRM, before)


def _ended(links: Sequence[Link], settings: Settings, until: float, known: Known) -> Iterator[Step]:
    """The steps, each ended by the alarm where it does not end by itself."""
    done = 0
    while done < len(links):
        steps = judged(links[done:], settings, until, known)
        started = time.monotonic()
        try:
            while done < len(links):
                started = time.monotonic()
                _alarm(min(settings.seconds, max(0.0, until - started)) + GRACE)
                try:
                    step = next(steps)
                finally:
                    _alarm(0)
                done += 1
                yield step
        except OutOfTime:
            _alarm(0)  # it may have rung in the moment before it was put off
            judgement = not_reached(Message("not finished within {} seconds", f"{settings.seconds:g}"), "timeout")
            yield Step(links[done], judgement, (time.monotonic() - started) * 1000)
            done += 1


def _alarm(seconds: float) -> None:
    """`OutOfTime` is raised once the seconds are over; 0 puts the alarm off."""
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN if seconds else 0)


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfTime
