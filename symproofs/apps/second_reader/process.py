"""The worker process and how it is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any


@dataclass(frozen=True, slots=True)
class Unread:
    """The library read nothing."""

    reason: str


class SecondReader:
    """The worker process, started when first asked and again after a formula that took too long."""

    def __init__(self, seconds: float = 10.0, start_seconds: float = 60.0) -> None:
        self.seconds = seconds
        self.start_seconds = start_seconds
        self._process: subprocess.Popen[str] | None = None
        self._answers: SimpleQueue[str] = SimpleQueue()

    def __enter__(self) -> SecondReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None

    def tree(self, text: str) -> list[Any] | Unread:
        """What the library makes of a prepared text."""
        seconds = self.seconds
        if self._process is None:
            self._start()
            seconds += self.start_seconds
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(json.dumps({"latex": text}) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=seconds)
        except (BrokenPipeError, Empty):
            self.close()
            return Unread("no answer in time")
        if not line:
            self.close()
            return Unread("the process ended")
        answer = json.loads(line)
        return answer["tree"] if "tree" in answer else Unread(str(answer["error"]))

    def _start(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "symproofs.apps.second_reader.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        answers: SimpleQueue[str] = SimpleQueue()

        def pump() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                answers.put(line)
            answers.put("")

        Thread(target=pump, daemon=True).start()
        self._process, self._answers = process, answers
