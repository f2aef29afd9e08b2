"""Work that does to its worker what documents must not: used by the tests of workers, which import it in workers, too."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time

from symproofs.apps.workers import Answer, End, Job, Journal, Limits, Line, Stopped

LIMIT_AT_LOAD = resource.getrlimit(resource.RLIMIT_AS)[0]
FLINT_AT_LOAD = "flint" in sys.modules
PARTS = 3


def _spin() -> None:
    _ = 10 ** (10**10)  # a single step of the interpreter, which no signal interrupts


def _grow() -> None:
    kept = []
    while True:
        kept.append(bytearray(10**7))


def _abort_in_flint() -> None:
    import flint

    flint.fmpz(10) ** (10**10)


def _limit() -> None:
    assert resource.getrlimit(resource.RLIMIT_AS)[0] == LIMIT_AT_LOAD, "the limit came after what is to be limited"
    assert not FLINT_AT_LOAD


DEEDS = {
    "rest": lambda: None,
    "limit": _limit,
    "sleep": lambda: time.sleep(60),
    "spin": _spin,
    "grow": _grow,
    "flint": _abort_in_flint,
    "abort": os.abort,
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "leave": lambda: os._exit(3),
    "raise": lambda: {}["nothing"],
}


def work(line: Line, limits: Limits, journal: Journal, done: tuple[str, ...]) -> Answer:
    """Three parts, the deed in the second one."""
    parts = list(done)
    for k in range(PARTS):
        if k < len(done):
            journal.write(done[k])
            continue
        if k == 1:
            DEEDS[line.text.strip()]()
        parts.append("done")
        journal.write("done")
    return Answer(" ".join(parts))


def salvage(line: Line, limits: Limits, stopped: Stopped) -> Answer | tuple[str, ...]:
    parts = (*stopped.journal, stopped.end.value)
    if stopped.end in (End.DEADLINE, End.FAULT) or len(parts) >= PARTS:
        return Answer(" ".join(parts), 1)
    return parts


def wait(line: Line, limits: Limits, journal: Journal, done: tuple[str, ...]) -> Answer:
    time.sleep(float(line.text))
    return Answer(line.text)


JOB = Job("hostile_work", (), work, salvage)
WAITING = Job("hostile_work", (), wait, salvage)
NO_SUCH = Job("no_such_module_anywhere", (), work, salvage)
