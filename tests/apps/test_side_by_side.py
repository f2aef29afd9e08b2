"""Links judged by copies of the process: the same steps in the same order, and a copy that dies costs its own links only."""

from __future__ import annotations

import os
import sys

import pytest

from symproofs.apps import side_by_side
from symproofs.apps.check import check
from symproofs.apps.side_by_side import FEWEST, PORTION, judged_side_by_side
from symproofs.derivation import judge
from symproofs.derivation.judge import Settings, judged
from symproofs.derivation.verdict import Judgement, Verdict

CLAIMS = ", ".join(f"$(x + {k})^2 = x^2 + {2 * k} x + {k * k if k % 5 else k * k + 1}$" for k in range(1, 30))
LINKS = check(f"Let $x$ be a real number. Then {CLAIMS}.").documents[0].derivation.links
HERE = os.getpid()

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")


def dying(link: object, settings: Settings, known: object) -> Judgement:
    """A judge whose process ends at the seventh link, unless it is the one that tests run in."""
    if link is LINKS[6] and os.getpid() != HERE:
        os._exit(9)
    return Judgement(Verdict.GIVEN)


def test_copies_find_what_one_process_finds() -> None:
    assert len(LINKS) >= FEWEST
    apart = [(s.link, s.judgement) for s in judged_side_by_side(LINKS, Settings(), processes=3)]
    assert apart == [(s.link, s.judgement) for s in judged(LINKS, Settings())]
    assert {j.verdict for _, j in apart} >= {Verdict.PROVED, Verdict.REFUTED}


def test_a_copy_that_dies_costs_its_own_links_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "judge_link", dying)
    codes = [s.judgement.code for s in judged_side_by_side(LINKS, Settings(), processes=2)]
    lost = {k for k, code in enumerate(codes) if code == "worker-died"}
    first = 6 - 6 % PORTION
    assert 6 in lost and lost <= set(range(first, first + PORTION))
    assert len(codes) == len(LINKS)


def test_short_documents_are_judged_without_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_shared_out", None)
    assert [s.link for s in judged_side_by_side(LINKS[:5], Settings(), processes=2)] == list(LINKS[:5])
