"""Worker processes: order, deadlines, memory, deaths, and lines that are no lines."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from symproofs.apps import workers
from symproofs.apps.workers import Limits, Line, NoWorkers, answers, lines_of

sys.path.insert(0, str(Path(__file__).parent))  # workers import it by this name, too
import hostile_work

LIMITS = Limits(item_seconds=30, megabytes=600, workers=2)

LATE = {"sleep": "done deadline", "spin": "done deadline"}
OUTCOMES = {
    "rest": "done done done",
    "limit": "done done done",
    "grow": "done memory done",
    "flint": "done memory done",
    "abort": "done worker-died done",
    "kill": "done memory done",
    "crash": "done worker-died done",
    "leave": "done worker-died done",
    "raise": "done internal",
}
"""A line costs what it does itself: the parts before are kept, those after it are done by another worker."""


def numbered(words: list[str]) -> list[Line]:
    return [Line(k, word) for k, word in enumerate(words, 1)]


@pytest.mark.parametrize(("outcomes", "seconds"), [(OUTCOMES, 30.0), (LATE, 1.0)], ids=["deaths", "deadlines"])
def test_a_line_costs_its_own_budget_and_nothing_else(outcomes: dict[str, str], seconds: float) -> None:
    words = [w for deed in outcomes for w in (deed, "rest")]
    limits = replace(LIMITS, item_seconds=seconds)
    found = [a.text for a in answers(hostile_work.JOB, numbered(words), limits)]
    assert dict(zip(words[::2], found[::2], strict=True)) == outcomes
    assert found[1::2] == [OUTCOMES["rest"]] * len(outcomes)


def test_answers_come_in_the_order_of_the_lines() -> None:
    words = ["0.3", "0", "0.1", "0", "0.2", "0"]
    assert [a.text for a in answers(hostile_work.WAITING, numbered(words), LIMITS)] == words


def test_lines_are_not_read_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WINDOW", 20)
    read = 0

    def lines() -> Iterator[Line]:
        nonlocal read
        for k in range(200):
            read += 1
            yield Line(k, "0")

    ahead = [read - k for k, _ in enumerate(answers(hostile_work.WAITING, lines(), LIMITS))]
    assert max(ahead) <= 22


@pytest.mark.timeout(120, method="thread")
def test_a_reader_that_goes_away_ends_the_workers() -> None:
    found = answers(hostile_work.WAITING, numbered(["0", "600", "600"]), LIMITS)
    next(found)
    found.close()  # type: ignore[attr-defined]


def test_workers_that_cannot_start_are_said() -> None:
    with pytest.raises(NoWorkers):
        list(answers(hostile_work.NO_SUCH, numbered(["rest"]), LIMITS))


# Lines --------------------------------------------------------------------------------------------------------


def read(raw: bytes) -> list[tuple[int, str, str]]:
    return [(line.number, line.text.strip(), line.fault) for line in lines_of(io.BytesIO(raw))]


def test_lines_count_from_one_and_blank_ones_are_passed_over() -> None:
    assert read(b"a\n\n  \r\nb\r\nc") == [(1, "a", ""), (4, "b", ""), (5, "c", "")]


def test_a_mark_of_byte_order_is_no_text() -> None:
    assert read(b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n") == [(1, "{}", ""), (2, "\ufeff{}", "")]


def test_other_ends_of_lines_are_text() -> None:
    assert read("a\u2028b\u0085c\n".encode()) == [(1, "a\u2028b\u0085c", "")]


def test_a_line_that_is_no_text_costs_only_itself() -> None:
    found = read(b"a\nb\xffc\nd\n")
    assert [(n, t) for n, t, _ in found] == [(1, "a"), (2, ""), (3, "d")]
    assert "0xff at 2" in found[1][2]


def test_a_line_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST", 8)
    found = read(b"1234567\n" + b"x" * 1000 + b"\n123\n" + b"y" * 30)
    assert [(n, t) for n, t, _ in found] == [(1, "1234567"), (2, ""), (3, "123"), (4, "")]
    assert found[1][2] == found[3][2] == "longer than 8 bytes"
