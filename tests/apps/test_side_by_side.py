"""Links judged by copies of the process: the same steps in the same order, and a copy that dies costs its own links only."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from symproofs.apps.check import check
from symproofs.apps.side_by_side import AHEAD, Judges
from symproofs.derivation import judge as module
from symproofs.derivation.document import Link
from symproofs.derivation.judge import judged
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Judgement, Verdict

CLAIMS = ", ".join(f"$(x + {k})^2 = x^2 + {2 * k} x + {k * k if k % 5 else k * k + 1}$" for k in range(1, 30))
LINKS = check(f"Let $x$ be a real number. Then {CLAIMS}.").documents[0].derivation.links
HERE = os.getpid()

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")


def dying(link: Link, settings: Settings, known: object) -> Judgement:
    """A judge whose process ends at the seventh link, unless it is the one that tests run in."""
    if link == LINKS[6] and os.getpid() != HERE:
        os._exit(9)
    return Judgement(Verdict.GIVEN)


def test_copies_find_what_one_process_finds() -> None:
    with Judges(processes=3) as judge:
        apart = [(s.link, s.judgement) for s in judge(LINKS, Settings())]
        again = [(s.link, s.judgement) for s in judge(LINKS[:1], Settings())]
    assert apart == [(s.link, s.judgement) for s in judged(LINKS, Settings())]
    assert again == apart[:1]
    assert {j.verdict for _, j in apart} >= {Verdict.PROVED, Verdict.REFUTED}


def test_a_copy_that_dies_costs_the_links_in_its_hands_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "judge_link", dying)
    with Judges(processes=2) as judge:
        codes = [s.judgement.code for s in judge(LINKS, Settings())]
        lost = {k for k, code in enumerate(codes) if code == "worker-died"}
        assert 6 in lost and len(lost) <= AHEAD
        assert len(codes) == len(LINKS)
        assert [s.judgement.code for s in judge(LINKS[:3], Settings())] == [""] * 3


def test_what_is_found_while_reading_goes_on_is_what_is_found_then() -> None:
    unnumbered = [replace(link, id="") for link in LINKS]
    for early in (unnumbered[:3], unnumbered, [], check("$1 + 1 = 3$").documents[0].derivation.links):
        with Judges(processes=2) as judge:
            judge.early(early, Settings())
            judge.early(early[3:], Settings())
            assert [(s.link, s.judgement) for s in judge(LINKS, Settings())] == [
                (s.link, s.judgement) for s in judged(LINKS, Settings())
            ]


def test_a_copy_that_dies_while_reading_goes_on_costs_nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "judge_link", dying)
    with Judges(processes=3) as judge:
        judge.early([replace(link, id="") for link in LINKS[:5]], Settings())
        codes = [s.judgement.code for s in judge(LINKS[:6], Settings())]
        assert codes == [""] * 6


def test_where_all_copies_died_the_links_are_judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "judge_link", dying)
    with Judges(processes=2) as judge:
        for _ in range(2):
            assert [s.judgement.code for s in judge(LINKS[6:7], Settings())] in (["worker-died"], [""])
        assert all(s.judgement.verdict is Verdict.GIVEN for s in judge(LINKS[7:], Settings()))


def test_copies_end_with_what_asked_them() -> None:
    with Judges(processes=2) as judge:
        list(judge(LINKS[:4], Settings()))
        copies = set(judge.processes)
    assert copies
    until = time.monotonic() + 60
    while alive := {c for c in copies if Path(f"/proc/{c}").exists() and "Z" not in Path(f"/proc/{c}/stat").read_text()}:
        assert time.monotonic() < until, f"still there: {alive}"
        time.sleep(0.01)
