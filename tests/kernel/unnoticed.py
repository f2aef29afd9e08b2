"""Which guards of the rules of inference no test of the kernel misses: python tests/kernel/unnoticed.py [MODULE…]

Runs tests of the kernel with each guard taken away, and prints those without which every test passes: what such a one refuses
is mostly no step at all (a head, a shape, a text of the wrong kind), else it wants a trap. Takes a second or two for each.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import types
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from guards import Guard, guards, without

HERE = Path(__file__).parent
ABOUT_LIMITS = ("rule_guards", "rules_limit", "rules_probability")
TESTS = {
    **dict.fromkeys(("rules_limit", "rules_infinity", "rules_expansion", "rules_probability", "passage", "motion"), ABOUT_LIMITS),
    **dict.fromkeys(("rules_logic", "rules_order", "rules_sum", "deduction"), ("rule_guards", "deduction")),
    "sequent": ("rule_guards", "deduction", "rules_limit", "laws_expect"),
}
"""Of each module the tests that are asked."""


class First:
    """Keeps the first test that fails."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def guards_in(label: str) -> list[Guard]:
    module = importlib.import_module(f"symproofs.kernel.{label}")
    found: list[Guard] = []
    for f in vars(module).values():
        if isinstance(f, types.FunctionType) and f.__module__ == module.__name__:
            found += guards(f)
        elif isinstance(f, type) and f.__module__ == module.__name__:
            methods = [m for m in vars(f).values() if isinstance(m, types.FunctionType) and not m.__name__.startswith("_")]
            found += [g for m in methods if m.__code__.co_filename == module.__file__ for g in guards(m)]
    return found


def noticed_by(guard: Guard, tests: tuple[str, ...]) -> str:
    """The first test that fails without the guard; empty where all pass."""
    first = First()
    paths = [str(HERE / f"test_{name}.py") for name in tests]
    with without(guard), contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", "--import-mode=importlib", *paths], plugins=[first])
    return first.failed


def main(modules: list[str]) -> None:
    for label in modules or TESTS:
        found = guards_in(label)
        missed = [guard.label for guard in found if not noticed_by(guard, TESTS[label])]
        print(f"{label}: {len(found)} guards, {len(found) - len(missed)} noticed", flush=True)
        for text in missed:
            print("   ", text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
