"""Where trust lies and what may know what: read off the source and off a fresh process, not off good intentions."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "symproofs"
FILES = sorted(p for p in PACKAGE.rglob("*.py") if "_proofs" not in p.parts)

KERNEL_LINES = 5948
"""Lines of code that have to be trusted. Raise it only for rules that cannot be found outside."""
KERNEL_FILE_LINES = 500

SYMPY_LIVES_IN = ("sympy_bridge/", "apps/second_reader/worker.py")
"""SymPy, what it stands on and what stands on it."""
SYMPY_FAMILY = ("sympy", "mpmath", "latex2sympy2", "antlr4")

FLINT_LIVES_IN = ("theories/", "prove/", "refute/", "apps/")
KERNEL_MAY_IMPORT = ("symproofs.kernel", "symproofs.terms", "symproofs.diagnostics")


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that the file names in an import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written from the root"
            yield node.module or ""


def code_lines(path: Path) -> int:
    """Lines that are neither empty, comment nor docstring."""
    text = path.read_text(encoding="utf-8")
    prose: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            prose |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    rows = enumerate(text.splitlines(), 1)
    return sum(1 for number, row in rows if row.strip() and not row.strip().startswith("#") and number not in prose)


# The kernel ---------------------------------------------------------------------------------------------------


def test_the_kernel_is_small() -> None:
    files = sorted((PACKAGE / "kernel").rglob("*.py"))
    lines = {name_of(p): code_lines(p) for p in files}
    assert files and sum(lines.values()) <= KERNEL_LINES, lines
    assert max(lines.values()) <= KERNEL_FILE_LINES, lines


@pytest.mark.parametrize("path", sorted((PACKAGE / "kernel").rglob("*.py")), ids=name_of)
def test_the_kernel_imports_only_terms_and_the_standard_library(path: Path) -> None:
    for module in imports(tree_of(path)):
        ours = module.startswith("symproofs")
        assert module.startswith(KERNEL_MAY_IMPORT) if ours else module.split(".")[0] in sys.stdlib_module_names, module


def test_only_the_kernel_makes_a_theorem() -> None:
    """Who imports the kernel's `Theorem` names it as a type and never calls it; nobody touches its seal."""
    for path in FILES:
        if name_of(path).startswith("kernel/"):
            continue
        tree = tree_of(path)
        known = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("symproofs.kernel")
            for alias in node.names
            if alias.name in ("Theorem", "_SEAL")
        }
        assert "_SEAL" not in known, name_of(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                assert called not in known | {"__post_init__"}, f"{name_of(path)}:{node.lineno}"
            assert not (isinstance(node, ast.Attribute) and node.attr == "_SEAL"), f"{name_of(path)}"


def test_the_second_checker_stands_on_the_standard_library_alone() -> None:
    for path in (PACKAGE / "verify.py",):
        if path.exists():
            assert {m.split(".")[0] for m in imports(tree_of(path))} <= set(sys.stdlib_module_names)


# Who may know SymPy and FLINT ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_stay_where_they_belong(path: Path) -> None:
    name = name_of(path)
    for module in imports(tree_of(path)):
        root = module.split(".")[0]
        if root in SYMPY_FAMILY:
            assert name.startswith(SYMPY_LIVES_IN), f"{name} imports {module}"
        if root == "flint":
            assert name.startswith(FLINT_LIVES_IN), f"{name} imports {module}"


DISTRIBUTIONS = {"flint": "python-flint", "markdown_it": "markdown-it-py"}
"""Where the name on the registry is another one."""


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["pdf"], *extras["html"], *extras["second-reader"]]
    declared = {re.split(r"[<>=;\s]", w)[0] for w in wanted}
    for path in FILES:
        for module in imports(tree_of(path)):
            root = module.split(".")[0]
            if root != "symproofs" and root not in sys.stdlib_module_names:
                assert DISTRIBUTIONS.get(root, root) in declared | {"mpmath"}, f"{name_of(path)} imports {module}"


# Nothing from a document is executed --------------------------------------------------------------------------

FORBIDDEN_CALLS = {
    "eval", "exec", "compile", "__import__", "sympify", "parse_expr", "simplify", "nsimplify", "trigsimp", "equals",
    "system", "popen", "getoutput", "getstatusoutput",
}  # fmt: skip
"""Calls by their last name: code from text, and guesses that look like decisions."""
ALLOWED_CALLS = {("re", "compile"), ("_engine", "compile")}  # patterns, of which the second are kept from an earlier run
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "cloudpickle", "dill", "code", "codeop", "runpy"}


def faults(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            brought = [a.name for a in node.names]
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else brought
            yield from (f"{node.lineno}: imports {m}" for m in modules if m.split(".")[0] in FORBIDDEN_MODULES)
            yield from (f"{node.lineno}: imports {n}" for n in brought if n in FORBIDDEN_CALLS - {"compile"})
        elif isinstance(node, ast.Call):
            owner, name = None, ""
            if isinstance(node.func, ast.Name):
                name = node.func.id
            elif isinstance(node.func, ast.Attribute):
                name = node.func.attr
                owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            if name in FORBIDDEN_CALLS and (owner, name) not in ALLOWED_CALLS:
                yield f"{node.lineno}: calls {name}"
            for keyword in node.keywords:
                if keyword.arg == "shell" and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False):
                    yield f"{node.lineno}: gives a text to a shell"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_executes_text_or_guesses(path: Path) -> None:
    assert list(faults(tree_of(path))) == []


@pytest.mark.parametrize(
    "text",
    ["eval(x)", "import pickle", "from sympy import simplify", "x.equals(y)", "subprocess.run(t, shell=True)", "os.system(t)",
     "sympy.sympify(t)", "from sympy.parsing.sympy_parser import parse_expr", "builtins.exec(t)", "run(t, shell=flag)"],
)  # fmt: skip
def test_the_watch_sees(text: str) -> None:
    assert list(faults(ast.parse(text)))


@pytest.mark.parametrize(
    "text", ["re.compile(t)", "run(t, shell=False)", "from sympy.core.sympify import _sympify", "x == y", "equality(x)"]
)
def test_the_watch_lets_pass(text: str) -> None:
    assert not list(faults(ast.parse(text)))


# A quick start ------------------------------------------------------------------------------------------------

HEAVY = {"sympy", "mpmath", "flint", "antlr4", "latex2sympy2", "markdown_it", "pebble", "hypothesis", "pytest", "typst"}


def loaded_by(code: str) -> set[str]:
    """Top-level names of the modules that a fresh process has loaded after running the code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"],
        check=True,
        capture_output=True,
        text=True,
    )
    return {m.split(".")[0] for m in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "code",
    [
        "import symproofs",
        "import symproofs.command_line",
        "from symproofs.command_line import main\n"
        "from click.testing import CliRunner\n"
        "for words in (['--help'], ['check', '--help'], ['--version']):\n"
        "    assert CliRunner().invoke(main, words).exit_code == 0",
    ],
    ids=["import", "command-line", "help"],
)
def test_starts_without_the_heavy_libraries(code: str) -> None:
    assert loaded_by(code) & HEAVY == set()


def test_checking_does_not_load_sympy() -> None:
    """A document is read and judged without SymPy."""
    code = "import symproofs.apps.check, symproofs.read.document, symproofs.derivation.judge"
    assert loaded_by(code) & set(SYMPY_FAMILY) == set()
