"""Judging the links of documents on all cores, by copies of this process that are made before anything is read.

A verdict depends on its link alone, so who judges it makes no difference; the order of the steps is that of the links. The
first copy is made by `fork` and loads what judging needs while this process reads; then it makes the others of itself. Links go
to them through pipes, those of the first sections while the next ones are read. Where a process cannot safely be copied, or has
one core, the links are judged here.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from symproofs.derivation.document import Link, Step
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Judgement, not_reached
from symproofs.terms.statement import Relation

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    Pipe = Connection[Any, Any]
    Found = dict[int, tuple[Judgement, float]]
    Asked = tuple[tuple[Link, ...], Settings, int | None]
    """Links to begin with; or the rest of all links, and how many of the first ones to keep of those that came before."""

AHEAD = 2
"""Links that a copy has in hand: one that it judges, one to go on with while its answer is read here."""

EARLY = 400
"""Links that the first copy is given at most while reading goes on; what it did not get to is shared out afterwards."""


class Judges:
    """Copies of this process that judge; 0 `processes` stands for one for each core.

    Calling gives the steps of some links in order, as `judged_in_time` does. A copy that dies costs the links in its hands.
    """

    def __init__(self, processes: int = 0) -> None:
        wanted = processes or _cores()
        self._pipes: list[Pipe] = []
        self.processes: set[int] = set()
        self._first = 0
        self._front: Pipe | None = None
        self._early: list[Link] = []
        if wanted > 1 and _may_fork():
            self._copied(wanted)

    def __enter__(self) -> Judges:
        return self

    def __exit__(self, *fault: object) -> None:
        """End the copies: those that wait, by closing their pipes; those that still judge after a fault, at once."""
        if any(fault):
            for process in self.processes:
                _killed(process)
        for pipe in self._pipes:
            pipe.close()
        if self._first:
            os.waitpid(self._first, 0)
        self._pipes, self.processes, self._first = [], set(), 0

    def early(self, links: Sequence[Link], settings: Settings) -> None:
        """Let the copies have links of a document that is still being read, and the first one begin with them.

        It answers when it is asked for all.
        """
        wanted = tuple(links[: EARLY - len(self._early)])
        if wanted and self._pipes:
            self._early.extend(wanted)
            self._all_told((wanted, settings, None))

    def _all_told(self, message: Asked) -> None:
        """Send every copy the same, which is written once."""
        from multiprocessing.reduction import ForkingPickler

        text = ForkingPickler.dumps(message)
        for pipe in list(self._pipes):
            with self._alive(pipe, {}):
                pipe.send_bytes(text)

    def __call__(self, links: Sequence[Link], settings: Settings) -> Iterator[Step]:
        """The links with their judgements."""
        if not self._pipes:
            from symproofs.apps.step_limit import judged_in_time

            yield from judged_in_time(links, settings)
            return
        found = self._shared_out(links, settings)
        for number, link in enumerate(links):
            judgement, milliseconds = found.get(number) or (not_reached("the process that worked on it died", "worker-died"), 0.0)
            yield Step(link, judgement, milliseconds)

    def _copied(self, wanted: int) -> None:
        """Make the first copy, which makes the others."""
        from multiprocessing import Pipe as both_ends

        ends = [both_ends() for _ in range(wanted)]
        self._pipes = [ours for ours, _ in ends]
        self._front = self._pipes[0]
        self._first = os.fork()
        if not self._first:
            for pipe in self._pipes:
                pipe.close()
            _serve_all([theirs for _, theirs in ends])
        self.processes.add(self._first)
        for _, theirs in ends:
            theirs.close()

    def _shared_out(self, links: Sequence[Link], settings: Settings) -> Found:
        """What the copies found, by the number of the link; a link is missing if the copy that took it died.

        What costs most is begun first, so that none works on it when the others are done. The first copy comes from the front and
        has the claims that something exists and what rests on them: what it found of the first it knows at the second. The others
        come from the end. They meet at steps that cost little.
        """
        from multiprocessing.connection import wait

        there = self._there_already(links)
        self._all_told((tuple(links[there:]), settings, there))
        left = Left(links, range(len(links)))
        in_hand = dict.fromkeys(self._pipes, 0)
        for pipe in list(self._pipes):
            with self._alive(pipe, in_hand):
                for _ in range(AHEAD if pipe is not self._front else 0):
                    in_hand[pipe] += self._next(pipe, left)
        found: Found = {}
        if self._front in self._pipes:
            with self._alive(self._front, in_hand):
                found = self._front.recv()
        left = Left(links, [n for n in left if n not in found])
        for pipe in self._pipes[:1]:
            with self._alive(pipe, in_hand):
                for _ in range(AHEAD):
                    in_hand[pipe] += self._next(pipe, left)
        while waiting := [pipe for pipe, links_there in in_hand.items() if links_there]:
            ready = wait(waiting)
            for pipe in (p for p in waiting if p in ready):
                with self._alive(pipe, in_hand):
                    process, number, judgement, milliseconds = pipe.recv()
                    found[number] = judgement, milliseconds
                    self.processes.add(process)
                    in_hand[pipe] += self._next(pipe, left) - 1
        return found

    def _there_already(self, links: Sequence[Link]) -> int:
        """How many of the first links the copies have: those that they were given early, but for the ids, which come last."""
        given, self._early = self._early, []
        same = (replace(early, id=link.id) == link for early, link in zip(given, links, strict=False))
        return next((n for n, alike in enumerate(same) if not alike), min(len(given), len(links)))

    def _next(self, pipe: Pipe, left: Left) -> int:
        """Give a copy one of the links that are left; how many it was given."""
        number = left.from_front() if pipe is self._pipes[0] else left.from_end()
        if number is None:
            return 0
        pipe.send(number)
        return 1

    @contextmanager
    def _alive(self, pipe: Pipe, in_hand: dict[Pipe, int]) -> Iterator[None]:
        """What is done with a copy, if it lives."""
        try:
            yield
        except (EOFError, OSError):
            self._dead(pipe, in_hand)

    def _dead(self, pipe: Pipe, in_hand: dict[Pipe, int]) -> None:
        """Give nothing more to a copy that died, and wait for nothing from it."""
        pipe.close()
        self._pipes.remove(pipe)
        in_hand.pop(pipe, None)


class Left:
    """The numbers of links that nobody has yet: those that hang together, those that cost more, the rest, each in order."""

    def __init__(self, links: Sequence[Link], numbers: Iterable[int]) -> None:
        claims = {claim.span for link in links for claim in link.obtained}
        self._together: deque[int] = deque()
        self._costly: deque[int] = deque()
        self._cheap: deque[int] = deque()
        for n in numbers:
            if links[n].role == "claim" and (links[n].obtained or links[n].span in claims):
                self._together.append(n)
            else:
                (self._costly if _costs_more(links[n]) else self._cheap).append(n)

    def __iter__(self) -> Iterator[int]:
        return iter((*self._together, *self._costly, *self._cheap))

    def from_front(self) -> int | None:
        """The next one for who comes from the front."""
        return next((rows.popleft() for rows in (self._together, self._costly, self._cheap) if rows), None)

    def from_end(self) -> int | None:
        """The next one for who comes from the end."""
        return next((rows.pop() for rows in (self._costly, self._cheap, self._together) if rows), None)


def _costs_more(link: Link) -> bool:
    """Whether a step may cost many times what an equation does: a claim that is none, or of what is near."""
    return link.role == "claim" and not (isinstance(link.statement, Relation) and link.statement.operator == "=")


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _may_fork() -> bool:
    """Whether a copy of this process works: on Linux, with no other thread that may hold a lock."""
    return sys.platform == "linux" and threading.active_count() == 1


def _killed(process: int) -> None:
    with suppress(ProcessLookupError):  # it had ended by itself
        os.kill(process, signal.SIGKILL)


def _serve_all(pipes: list[Pipe]) -> NoReturn:
    """In the first copy: load what judging needs, make the other copies, and serve each its pipe. Nobody comes back."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # interrupted, a copy ends without a word
        import symproofs.apps.step_limit
        import symproofs.refute.search  # noqa: F401  (every copy would load it for itself)

        gc.freeze()  # what is loaded stays: looking through it for cycles would copy it for each process
        mine = next((pipe for pipe in pipes[1:] if not os.fork()), pipes[0])
        for pipe in pipes:
            if pipe is not mine:
                pipe.close()
        _serve(mine, mine is pipes[0])
        status = 0
    except Exception:  # a fault of ours: said, since nobody else will
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def _serve(pipe: Pipe, first: bool) -> None:
    """Judge what comes through the pipe until it is closed: links to begin with; all links, then numbers of these.

    The first copy begins early, and tells what it found when all links come, so that nobody waits for what nobody reads.
    """
    from symproofs.apps.step_limit import judged_in_time
    from symproofs.derivation.judge import Known

    links: tuple[Link, ...] = ()
    settings = Settings()
    waiting: deque[int] = deque()
    early: Found = {}
    known = Known()
    try:
        while True:
            if waiting and not pipe.poll():
                number = waiting.popleft()
                for step in judged_in_time(links[number : number + 1], settings, known=known):
                    early[number] = step.judgement, step.milliseconds
                continue
            asked = pipe.recv()
            if isinstance(asked, tuple):
                more, settings, there = asked
                if there is None:
                    waiting.extend(range(len(links), len(links) + len(more)) if first else ())
                    links += more
                else:
                    if first:
                        pipe.send({n: row for n, row in early.items() if n < there})
                    # what was found of the same links is known on; of another document nothing is
                    links, known, early = links[:there] + more, known if there else Known(), {}
                    waiting.clear()
                continue
            for step in judged_in_time(links[asked : asked + 1], settings, known=known):
                pipe.send((os.getpid(), asked, step.judgement, step.milliseconds))
    except (EOFError, OSError):
        pass  # nobody asks any more
