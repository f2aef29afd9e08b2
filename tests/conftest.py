"""What all tests share: where things are, how far hypothesis goes, which tests need the folder beside the checkout.

`SYMPROOFS_SHARED` names the folder that holds the seed document. A test that uses the fixture `shared`, or carries
the mark `shared`, is left out of the collection where the variable is not set; CI sets it. In CI no test may skip.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from symproofs import verify
from symproofs.apps.check import check
from symproofs.derivation.document import Step
from symproofs.kernel import theorem

ROOT = Path(__file__).resolve().parent.parent
SHARED = os.environ.get("SYMPROOFS_SHARED", "")

settings.register_profile("usual", deadline=None, max_examples=40, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


# ------------------------------------------------------------------ every theorem is checked again


class Again:
    """Certificates that the kernel accepted in this run, each once, and those that the second checker did not accept.

    Tests on several cores run in processes of their own: `elsewhere` counts what these have seen, `refused` holds theirs too.
    """

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.elsewhere = 0
        self.refused: list[str] = []

    def look(self, value: Any) -> None:
        text = verify.canonical(value)
        if hash(text) in self.seen:
            return
        self.seen.add(hash(text))
        try:
            verify.check(json.loads(text))
        except (verify.Refused, verify.NotCovered) as fault:
            self.refused.append(f"{fault}: {text}")


AGAIN = Again()


def check_again() -> None:
    """Let whatever the kernel accepts be looked at by the second checker too."""
    first = theorem._checked

    def both(value: Any, budget: int, listed: bool) -> theorem.Theorem:
        found = first(value, budget, listed)
        if listed:
            AGAIN.look(value)
        return found

    theorem._checked = both


check_again()


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    """Cases of our own wording."""
    return ROOT / "tests" / "data"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the seed document."""
    return Path(SHARED)


@pytest.fixture(scope="session")
def last_step() -> Callable[[str], Step]:
    """What judges the last step of a text."""

    def judged(text: str) -> Step:
        (document,) = check(text).documents
        return document.steps[-1]

    return judged


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "shared: needs the folder that SYMPROOFS_SHARED names")
    if SHARED and not Path(SHARED).is_dir():
        raise pytest.UsageError(f"SYMPROOFS_SHARED names {SHARED}, which is no folder")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if SHARED:
        return
    needy = [i for i in items if i.get_closest_marker("shared") or "shared" in getattr(i, "fixturenames", ())]
    if needy:
        config.hook.pytest_deselected(items=needy)
        items[:] = [i for i in items if i not in set(needy)]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """What a process that ran tests beside this one has seen; one that broke off fails the run by itself."""
    told = getattr(node, "workeroutput", {})
    AGAIN.elsewhere += told.get("theorems_seen", 0)
    AGAIN.refused += told.get("theorems_refused", [])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A skipped test has shown nothing: in CI it is a failure. So is a theorem that the second checker does not accept."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told |= {"theorems_seen": len(AGAIN.seen), "theorems_refused": AGAIN.refused}
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    seen = len(AGAIN.seen) + AGAIN.elsewhere
    if reporter is not None and seen:
        reporter.write_line("")
        reporter.write_line(f"{seen} theorems were checked again, {len(AGAIN.refused)} not accepted", red=bool(AGAIN.refused))
        for row in AGAIN.refused[:5]:
            reporter.write_line(row[:2000], red=True)
    if AGAIN.refused:
        session.exitstatus = 1
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        reporter.write_line(f"{len(reporter.stats['skipped'])} tests were skipped: none may be in CI", red=True)
        session.exitstatus = 1


# ------------------------------------------------------------------ how much work a call does


@pytest.fixture
def calls() -> Callable[[Callable[[], object]], int]:
    """How many functions a call calls, Python's own among them: the same on every machine, whatever else it is doing.

    A test that measured seconds would fail on a busy machine. What may never end carries the mark `timeout` besides.
    """

    def counted(work: Callable[[], object]) -> int:
        count = 0

        def one_more(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(one_more)
        try:
            work()
        finally:
            sys.setprofile(before)
        return count

    return counted
