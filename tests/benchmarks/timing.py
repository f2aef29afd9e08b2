"""Time: the best of several runs. Inside this process it is processor time, so that a busy machine counts less."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence


def milliseconds(job: Callable[[], object], runs: int = 7, before: Callable[[], object] = lambda: None) -> float:
    """Processor time of the shortest of several runs; `before` is not counted."""
    best = float("inf")
    for _ in range(runs):
        before()
        started = time.process_time()
        job()
        best = min(best, time.process_time() - started)
    return best * 1000


def process_milliseconds(
    commands: Sequence[Sequence[str]],
    runs: int = 12,
    enough: Callable[[Sequence[float]], bool] = lambda best: True,
    at_most: int = 48,
) -> list[float]:
    """The shortest run of each command, in turns, bytecode warm. A command that cannot start is an error.

    On a machine that others use, a few runs may all have been disturbed: where what was found is not `enough`, more are made.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = cache
        best = [float("inf")] * len(commands)
        for turn in range(at_most + 1):
            if turn > runs and enough(best):
                break
            for k, command in enumerate(commands):
                started = time.perf_counter()
                done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                took = time.perf_counter() - started
                if done.returncode > 1:
                    raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
                if turn:
                    best[k] = min(best[k], took)
    return [b * 1000 for b in best]


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
