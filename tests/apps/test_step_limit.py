"""Steps that run on are ended, and only they."""

from __future__ import annotations

import signal
import threading

import pytest

from symproofs.apps import step_limit
from symproofs.apps.check import check
from symproofs.derivation import judge
from symproofs.derivation.document import Step
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Cause, Judgement, Verdict

LINKS = check("Let $x$ be a real number. Then $x = x$, $x + x = 2x$ and $0 = 0$.").documents[0].derivation.links


def stuck(link: object, settings: Settings, known: object) -> Judgement:
    """A judge that never ends on the second link, and swallows an alarm on the way."""
    try:
        while link is LINKS[1]:
            pass
    except Exception:  # what a careless search would do
        raise AssertionError("the alarm is no fault") from None
    return Judgement(Verdict.GIVEN)


def verdicts(steps: list[Step]) -> list[Verdict]:
    return [s.judgement.verdict for s in steps]


@pytest.mark.timeout(120, method="thread")
def test_a_step_that_runs_on_is_ended_and_the_rest_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "judge_link", stuck)
    monkeypatch.setattr(step_limit, "GRACE", 0.1)
    before = signal.getsignal(signal.SIGALRM)
    steps = list(step_limit.judged_in_time(LINKS, Settings(0.2)))
    assert verdicts(steps) == [Verdict.GIVEN, Verdict.UNDECIDED, Verdict.GIVEN]
    assert (steps[1].judgement.cause, steps[1].judgement.code) == (Cause.BUDGET, "timeout")
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_reader_that_stops_early_leaves_no_alarm() -> None:
    before = signal.getsignal(signal.SIGALRM)
    steps = step_limit.judged_in_time(LINKS, Settings(0.2))
    next(iter(steps))
    steps.close()  # type: ignore[attr-defined]
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_beside_the_main_thread_steps_are_judged_as_they_come() -> None:
    found: list[Step] = []
    thread = threading.Thread(target=lambda: found.extend(step_limit.judged_in_time(LINKS, Settings())))
    thread.start()
    thread.join()
    assert verdicts(found) == [Verdict.PROVED] * 3
