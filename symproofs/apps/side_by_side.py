"""Judging the links of a document on all cores: copies of this process each take a few links at a time.

A verdict depends on its link alone, so who judges it makes no difference; the order of the steps is that of the links.
Copies are made by `fork`, which costs milliseconds where a fresh process would cost what starting up does. Where a process
cannot safely be copied, or there is too little to share out, the links are judged one after the other.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from symproofs.apps.step_limit import judged_in_time
from symproofs.derivation.document import Link, Step
from symproofs.derivation.judge import Settings, not_reached
from symproofs.derivation.verdict import Judgement

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PORTION = 2
"""Links taken at a time: neighbours share their hypotheses, and what was found out of these."""

FEWEST = 12 * PORTION
"""Links below which a second process would cost more than it saves."""

MOST = 4096 * PORTION
"""Links whose portions surely fit into a pipe before anybody reads from it."""

WIDTH = 4
"""Bytes of a number in the pipe of portions; so few are read in one piece by whoever comes first."""

Found = dict[int, tuple[Judgement, float]]


def judged_side_by_side(links: Sequence[Link], settings: Settings, until: float = inf, processes: int = 0) -> Iterator[Step]:
    """Links with their judgements in order, as `judged_in_time` gives them; 0 `processes` stands for one for each core."""
    wanted = processes or _cores()
    if wanted < 2 or not _may_fork() or not FEWEST <= len(links) <= MOST:
        yield from judged_in_time(links, settings, until)
        return
    found = _shared_out(links, settings, until, wanted)
    for number, link in enumerate(links):
        judgement, milliseconds = found.get(number) or (not_reached("the process that worked on it died", "worker-died"), 0.0)
        yield Step(link, judgement, milliseconds)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _may_fork() -> bool:
    """Whether a copy of this process works: on Linux, with no other thread that may hold a lock."""
    return sys.platform == "linux" and threading.active_count() == 1


def _shared_out(links: Sequence[Link], settings: Settings, until: float, wanted: int) -> Found:
    """What the copies found, by the number of the link; a link is missing if the copy that took it died."""
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    import symproofs.refute.search  # noqa: F401  (every copy would load it for itself)

    firsts = range(0, len(links), PORTION)
    left, backwards = _pipe(0 for _ in firsts), _pipe(reversed(firsts))
    context, copies = get_context("fork"), []
    waiting: list[Connection[object, tuple[int, Judgement, float]]] = []
    found: Found = {}
    try:
        for number in range(min(wanted, len(firsts))):
            ours, theirs = context.Pipe(duplex=False)
            copy = context.Process(
                target=_work, args=(links, settings, until, left, backwards if number else None, theirs), daemon=True
            )
            copy.start()
            theirs.close()
            copies.append(copy)
            waiting.append(ours)
        while waiting:
            ready = wait(waiting)
            for pipe in [p for p in waiting if p in ready]:
                try:
                    place, judgement, milliseconds = pipe.recv()
                    found[place] = judgement, milliseconds
                except (EOFError, OSError):
                    waiting.remove(pipe)
    finally:
        for copy in copies:
            if waiting:  # interrupted
                copy.kill()
            copy.join()
        os.close(left)
        os.close(backwards)
    return found


def _pipe(numbers: Iterable[int]) -> int:
    """A pipe to read numbers from, by whoever comes first."""
    ours, theirs = os.pipe()
    for number in numbers:
        os.write(theirs, number.to_bytes(WIDTH, "big"))
    os.close(theirs)
    return ours


def _work(
    links: Sequence[Link],
    settings: Settings,
    until: float,
    left: int,
    backwards: int | None,
    out: Connection[tuple[int, Judgement, float], object],
) -> None:
    """Take portions and send what is found, until none is `left`.

    One copy goes through the document from the front, what it found out of one step at hand for the next; the others come
    `backwards` from its end, where hypotheses are many and steps cost most. They meet in the middle.
    """
    front = 0
    while os.read(left, WIDTH):
        if backwards is None:
            first, front = front, front + PORTION
        else:
            first = int.from_bytes(os.read(backwards, WIDTH), "big")
        for number, step in enumerate(judged_in_time(links[first : first + PORTION], settings, until), first):
            out.send((number, step.judgement, step.milliseconds))
