"""The trusted core stands apart: what it imports, that laws are documented, that each says what it needs."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import symproofs.kernel
from symproofs.kernel.laws import KINDS, LAWS

FILES = sorted(Path(str(symproofs.kernel.__file__)).parent.glob("*.py"))
ORDER = (
    "indexed", "state", "randomness", "written", "signs", "derivatives", "law", "matching", "entries", "laws_index",
    "laws_exp", "laws_power", "laws_log", "laws_expect", "laws_fact", "laws", "replay", "certificate", "meaning", "evident",
    "chain", "ties", "motion", "sequent", "axioms", "matrix_facts", "passage", "rules_logic", "rules_sum", "rules_integral",
    "rules_induction", "rules_order", "enclosures", "rules_enclosure", "rules_infinity", "rules_expansion", "rules_probability",
    "rules_limit", "deduction", "theorem",
)  # fmt: skip
"""From the data to the theorem: each file may import those before it."""


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_imports(path: Path) -> None:
    for module in imported(path):
        if module.startswith("symproofs.kernel."):
            assert ORDER.index(module.removeprefix("symproofs.kernel.")) < ORDER.index(path.stem)
        elif module.split(".")[0] == "symproofs":
            assert module.startswith("symproofs.terms.") or module == "symproofs.diagnostics"
        else:
            assert module.split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_nothing_is_evaluated_or_caught_broadly(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "compile", "__import__", "print", "open")
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            assert caught not in ("everything", "Exception", "BaseException")


def test_the_table_of_laws() -> None:
    assert len(LAWS) == len({law.statement for law in LAWS.values()})
    for name, law in LAWS.items():
        assert law.name == name and law.statement and set(law.data) <= set(KINDS)
