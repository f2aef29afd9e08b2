"""Lines of input to lines of output in worker processes, in order, each line with a deadline and a memory limit.

A line that takes too much time or memory, or kills its worker, costs its own budget and nothing else: its worker is
replaced, the other lines go on, and it is answered from what its worker had written down by then.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import BinaryIO

from pebble import ProcessExpired, ProcessPool

from symproofs.records import record

WINDOW = 2048
"""Lines that are read ahead of the one whose answer is given next. What a run keeps does not grow with its input."""

WINDOW_CHARACTERS = 2**25

TASKS = 1000
"""Lines after which a worker is replaced by a fresh one."""

BROKEN = 3
"""Times in a row that workers may fail before they have any line to work on."""

MEMORY_STATUS = 77
"""Exit status of a worker that ran out of memory."""


@record
class Limits:
    """Seconds for a step, seconds for a line, megabytes for a worker; 0 workers stands for one for each core."""

    step_seconds: float = 5.0
    item_seconds: float = 60.0
    megabytes: int = 4096
    workers: int = 0


@record
class Line:
    """A line of input, counted from 1. `fault`: it is no text that could be worked on."""

    number: int
    text: str
    fault: str = ""


@record
class Answer:
    """A line of output, and the exit status that it asks for."""

    text: str
    status: int = 0


class End(Enum):
    """How the work on a line ended before its time."""

    DEADLINE = "deadline"
    MEMORY = "memory"
    DIED = "worker-died"
    FAULT = "internal"


@record
class Stopped:
    """Work that ended before its time: how, in words, and what it had written down."""

    end: End
    message: str
    journal: tuple[str, ...] = ()


class Journal:
    """What a worker writes down on its way, record by record, so that it outlives the worker."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)

    def write(self, record: str) -> None:
        os.write(self._file, f"{record}\n".encode())

    def close(self) -> None:
        os.close(self._file)


@record
class Job:
    """What is done with a line.

    `work` answers it; it goes on from the records `done` of an earlier attempt, if there was one. `salvage` answers a
    line whose worker stopped, or gives the records from which another worker goes on. `module` is loaded in a worker
    once its memory is limited; `ahead` are modules that can be loaded before, for all workers at once.
    """

    module: str
    ahead: tuple[str, ...]
    work: Callable[[Line, Limits, Journal, tuple[str, ...]], Answer]
    salvage: Callable[[Line, Limits, Stopped], Answer | tuple[str, ...]]


class NoWorkers(Exception):
    """Worker processes cannot be started here."""


@dataclass(eq=False, repr=False)
class _Waiting:
    """A line that is being worked on."""

    line: Line
    limits: Limits
    future: Future[Answer]
    journal: Path
    pool: ProcessPool
    ended: float = 0.0


def answers(job: Job, lines: Iterable[Line], limits: Limits) -> Iterator[Answer]:
    """The answers in the order of the lines. *Fails when* no worker can be started: `NoWorkers`."""
    with tempfile.TemporaryDirectory(prefix="symproofs-") as folder:
        team = _Team(job, limits, Path(folder))
        waiting: deque[_Waiting] = deque()
        size = 0
        try:
            for line in lines:
                waiting.append(team.start(line, limits))
                size += len(line.text)
                while waiting and (waiting[0].future.done() or len(waiting) > WINDOW or size > WINDOW_CHARACTERS):
                    size -= len(waiting[0].line.text)
                    yield team.answer(waiting.popleft())
            while waiting:
                yield team.answer(waiting.popleft())
        finally:
            team.end()


class _Team:
    """The worker processes, replaced as a whole where they fail."""

    def __init__(self, job: Job, limits: Limits, folder: Path) -> None:
        self.job = job
        self.limits = limits
        self.folder = folder
        self.count = 0
        self.broken = 0
        self.pool = self._pool()

    def _pool(self) -> ProcessPool:
        # Workers are forked from a server without threads, in which nothing is loaded that keeps memory of its own.
        context = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        context.set_forkserver_preload(["__main__", *self.job.ahead])
        return ProcessPool(
            max_workers=self.limits.workers or os.cpu_count() or 1,
            max_tasks=TASKS,
            initializer=_begin,
            initargs=(self.job.module, self.limits.megabytes, str(self.folder)),
            context=context,
        )

    def start(self, line: Line, limits: Limits, done: tuple[str, ...] = ()) -> _Waiting:
        self.count += 1
        journal = self.folder / f"{self.count}.journal"
        if not self.pool.active:
            self._renew()
        arguments = (self.job.work, line, limits, str(journal), done)
        future = self.pool.schedule(_work, args=arguments, timeout=limits.item_seconds)
        waiting = _Waiting(line, limits, future, journal, self.pool)
        future.add_done_callback(lambda _: setattr(waiting, "ended", time.monotonic()))
        return waiting

    def answer(self, waiting: _Waiting) -> Answer:
        """The answer to a line, from another worker where the first one stopped and there is time left."""
        tries = 0
        while True:
            result = self._result(waiting)
            if isinstance(result, Answer):
                return result
            if result is None and tries < BROKEN:  # the workers failed as a whole, perhaps through no fault of this line
                tries += 1
                waiting = self.start(waiting.line, waiting.limits)
                continue
            stopped, spent = result or (Stopped(End.DIED, "the workers ended at this item"), 0.0)
            rest = self.job.salvage(waiting.line, self.limits, stopped)
            if isinstance(rest, Answer):
                return rest
            left = waiting.limits.item_seconds - spent
            if left < 0.05 * self.limits.item_seconds:
                late = replace(stopped, end=End.DEADLINE, message=_too_late(self.limits))
                rest = self.job.salvage(waiting.line, self.limits, late)
                assert isinstance(rest, Answer)
                return rest
            waiting = self.start(waiting.line, replace(waiting.limits, item_seconds=left), rest)

    def _result(self, waiting: _Waiting) -> Answer | tuple[Stopped, float] | None:
        """The answer; or how the work stopped and the seconds it took; or `None` where the workers failed."""
        try:
            found = waiting.future.result()
            self.broken = 0
            return found
        except TooLate:
            end, message = End.DEADLINE, _too_late(self.limits)
        except ProcessExpired as fault:
            end, message = self._death(fault.exitcode, fault.pid)
        except BrokenProcessPool as fault:
            self.broken += waiting.pool is self.pool
            if self.broken >= BROKEN:
                raise NoWorkers(f"worker processes end before they have anything to do: {fault}") from fault
            return None
        except MemoryError:
            end, message = End.MEMORY, _too_big(self.limits)
        except Exception as fault:  # a fault of ours in the worker: it is said in the line's own answer
            end, message = End.FAULT, f"a fault of this program: {type(fault).__name__}: {fault}"
        self.broken = 0
        started, records = _records(waiting.journal)
        return Stopped(end, message, records), max(0.0, waiting.ended - (started or waiting.ended))

    def _death(self, status: int, pid: int | None) -> tuple[End, str]:
        """What a worker died of: libraries beneath Python say it, and abort, where they get no memory."""
        try:
            words = (self.folder / f"{pid}.errors").read_bytes()[-2000:].decode("utf-8", "replace")
        except OSError:
            words = ""
        out_of_memory = status in (MEMORY_STATUS, -signal.SIGKILL) or (status == -signal.SIGABRT and "emory" in words)
        if out_of_memory:
            return End.MEMORY, _too_big(self.limits)
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        said = " ".join(words.split())[-300:]
        return End.DIED, f"the worker died at this item ({how}){': ' + said if said else ''}"

    def _renew(self) -> None:
        self.end()
        self.pool = self._pool()

    def end(self) -> None:
        self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()


def _too_late(limits: Limits) -> str:
    return f"not finished within {limits.item_seconds:g} seconds"


def _too_big(limits: Limits) -> str:
    return f"needs more than {limits.megabytes} megabytes of memory"


def _records(journal: Path) -> tuple[float | None, tuple[str, ...]]:
    """When the work began, and the whole records that were written."""
    try:
        text = journal.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None, ()
    finally:
        journal.unlink(missing_ok=True)
    first, *records = text.split("\n")[:-1] or [""]
    return (float(first) if first else None), tuple(records)


# In a worker --------------------------------------------------------------------------------------------------


def _begin(module: str, megabytes: int, folder: str) -> None:
    """Bound the memory of this process, where the system can, and only then load what works on lines."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a worker whose time is up ends at once
    try:
        import resource
    except ImportError:
        pass
    else:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    errors = os.open(os.path.join(folder, f"{os.getpid()}.errors"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(errors, sys.__stderr__.fileno() if sys.__stderr__ else 2)
    os.close(errors)
    import_module(module)


def _work(
    work: Callable[[Line, Limits, Journal, tuple[str, ...]], Answer],
    line: Line,
    limits: Limits,
    path: str,
    done: tuple[str, ...],
) -> Answer:
    """Work on one line. A worker that ran out of memory ends: what is left of it is in pieces."""
    journal = Journal(path)
    journal.write(repr(time.monotonic()))
    try:
        answer = work(line, limits, journal, done)
    except MemoryError:
        os._exit(MEMORY_STATUS)
    journal.close()
    os.unlink(path)
    return answer


# The lines ----------------------------------------------------------------------------------------------------

LONGEST = 2**24
"""Bytes of a line that is worked on."""


def lines_of(file: BinaryIO) -> Iterator[Line]:
    """The lines of a file, read as it goes; blank ones are passed over, a faulty one costs only itself."""
    number = 0
    while raw := file.readline(LONGEST):
        number += 1
        text, fault = _decoded(raw, first=number == 1)
        if len(raw) == LONGEST and not raw.endswith(b"\n"):
            text, fault = "", f"longer than {LONGEST} bytes"
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(LONGEST)
        if text.strip() or fault:
            yield Line(number, text, fault)


def _decoded(raw: bytes, first: bool) -> tuple[str, str]:
    """The text of a line; or what is wrong with it."""
    try:
        return raw.decode("utf-8-sig" if first else "utf-8"), ""
    except UnicodeDecodeError as fault:
        return "", f"not UTF-8 text (byte 0x{raw[fault.start]:02x} at {fault.start + 1})"
