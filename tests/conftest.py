"""What all tests share: where things are, how far hypothesis goes, which tests need the folder beside the checkout.

`SYMPROOFS_SHARED` names the folder that holds the seed document. A test that uses the fixture `shared`, or carries
the mark `shared`, is left out of the collection where the variable is not set; CI sets it. In CI no test may skip.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = os.environ.get("SYMPROOFS_SHARED", "")

settings.register_profile("usual", deadline=None, max_examples=40, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


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


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A skipped test has shown nothing: in CI it is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        reporter.write_line(f"{len(reporter.stats['skipped'])} tests were skipped: none may be in CI", red=True)
        session.exitstatus = 1
