"""Input is data: nothing of a document is run, and what is quoted of it is shown, never obeyed.

The first part reads the source: what could run or unpickle text occurs nowhere but in the rows of `ALLOWED`, each with its
reason. The second part gives a hostile document to every command.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from symproofs.verify import claim_hash

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "symproofs"

BUILT_IN = frozenset(("eval", "exec", "compile", "__import__", "breakpoint", "input", "getattr", "setattr", "delattr", "globals"))
"""Functions of Python that run text, or reach what a text names."""

RUNS_TEXT = frozenset(
    (
        *("literal_eval", "import_module", "sympify", "_sympify", "parse_expr", "parse_latex", "latex2sympy", "lambdify"),
        *("Popen", "check_output", "check_call", "popen", "spawn", "fork", "recv", "send"),
        *("Template", "format", "format_map", "vformat", "Formatter"),
    )
)
"""Names whose call, on whatever they are, may run text, start something, make objects of bytes, or fill templates."""

AT_ALL = frozenset(("sympify", "_sympify", "parse_expr", "latex2sympy", "eval", "exec"))
"""Functions that are not even to be handed on."""

OWNED = frozenset((("subprocess", "run"), ("subprocess", "call"), ("os", "system"), ("pickle", "dumps"), ("pickle", "loads")))

DANGEROUS_MODULES = frozenset(("pickle", "marshal", "shelve", "dill", "cloudpickle", "code", "codeop", "runpy", "ctypes"))

ALLOWED: dict[tuple[str, str], str] = {
    (
        "apps/side_by_side.py",
        "recv",
    ): "judgements of our own, which multiprocessing pickles, from copies of this very process by their own pipes",
    ("apps/side_by_side.py", "send"): "the same",
    ("apps/side_by_side.py", "fork"): "the copies",
    ("apps/second_reader/process.py", "Popen"): "the second reader: a program of ours, to which formulas go as JSON",
    ("apps/second_reader/worker.py", "latex2sympy"): "the second reader itself, in a process of its own, which runs nothing else",
    ("apps/workers.py", "import_module"): "modules of the package, to be loaded before work begins: written out there",
    ("sympy_bridge/__init__.py", "import_module"): "modules of the package: written out there",
    ("sympy_bridge/__init__.py", "getattr"): "the same",
    ("sympy_bridge/__init__.py", "globals"): "the same",
    ("sympy_bridge/written.py", "getattr"): "questions to SymPy's symbols, written out there",
    ("terms/statement.py", "getattr"): "the fields of a dataclass",
    ("sympy_bridge/classes.py", "_sympify"): "arguments of classes of SymPy: strict, it takes no text",
    ("sympy_bridge/out_of_sympy.py", "_sympify"): "what a caller hands over in Python: strict, it takes no text",
}
"""Where such a thing may occur, and why it is none to fear."""


def found_in(path: Path) -> Iterator[tuple[str, int]]:
    """What occurs in a file: calls by the names above, imports of the modules, templates that are no text written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name.split(".")[0] in DANGEROUS_MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in DANGEROUS_MODULES:
            yield str(node.module), node.lineno
        elif isinstance(node, ast.Name) and node.id in AT_ALL:
            yield node.id, node.lineno
        elif isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id="getattr" | "setattr") if len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                    pass  # an attribute that is written out
                case ast.Name(id=label) if label in AT_ALL:
                    pass
                case ast.Name(id=label) if label in BUILT_IN | RUNS_TEXT:
                    yield label, node.lineno
                case ast.Attribute(ast.Constant(value=str()), "format"):
                    pass  # a text written out: what is put into it is not looked at again
                case ast.Attribute(ast.Name(id=owner), attr) if (owner, attr) in OWNED:
                    yield attr, node.lineno
                case ast.Attribute(_, attr) if attr in RUNS_TEXT:
                    yield attr, node.lineno


OWN = {
    ("kernel/indexed.py", "format"): "wordings of the kernel, written out where it refuses",
    ("read/elaboration/names.py", "format"): "rows of a table",
    ("terms/latex.py", "format"): "rows of a table",
}
"""Templates that are rows of our own tables."""


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_nothing_runs_text(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    rows = {**ALLOWED, **OWN}
    assert not [(what, line) for what, line in found_in(path) if (name, what) not in rows]


def test_every_row_is_needed() -> None:
    occurring = {(p.relative_to(PACKAGE).as_posix(), what) for p in PACKAGE.rglob("*.py") for what, _ in found_in(p)}
    assert {**ALLOWED, **OWN}.keys() <= occurring


# ------------------------------------------------------------------ what is quoted is shown

ESCAPE, TURNED, ZERO_WIDTH = "\x1b[31m", "\u202e", "\u200b"
NOISE = f"{ESCAPE}{TURNED}{ZERO_WIDTH}\x9b\u2066"

DOCUMENT = rf"""# Title {NOISE} <script>alert(1)</script> \input{{/etc/passwd}}

Let $x$ be real {NOISE} and \write18{{ls}} <img src=x onerror=alert(1)>, a [link](javascript:alert(1)). Then
$x + \text{{{NOISE}a<b>\input{{y}}}} = x$ and $x \input{{/etc/passwd}} = x$, $\write18{{ls}} = x$,
$(x + 1)^2 = x^2 + 2 x + 2$ by {NOISE}some <b>reason</b> \input{{z}},
$f_{{\text{{{TURNED}a}}}} = f_{{\text{{{TURNED}a}}}} + 1$, $x{ESCAPE} = 1$,
$\immediate\write18{{ls}}$, $\csname input\endcsname = 1$,
$x \href{{javascript:alert(1)}}{{y}} = 2$, $\operatorname{{foo{ESCAPE}}}(x) = 1$, $x^{{^^5cinput}} = 3$, $\def\x{{1}} \x = 2$,
$\tag{{<script>}} x = x$, $\mathrm{{</td><script>}} = 1$.

## Section <script> {NOISE} \write18{{ls}} | a | b

Suppose $x > 0$ {NOISE}. Then $x^2 = -1$, $\sqrt{{x^2}} = x$.
"""


def unseen(text: str) -> list[str]:
    """Characters that a terminal obeys, or that nobody sees."""
    return [f"U+{ord(c):04X}" for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def output(folder: Path, *words: str) -> str:
    path = folder / "note.md"
    path.write_text(DOCUMENT, encoding="utf-8")
    command = [sys.executable, "-m", "symproofs", words[0], str(path), *words[1:]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, env=environment, cwd=folder, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return (done.stdout + done.stderr).decode("utf-8")


@pytest.mark.parametrize("words", [("check",), ("check", "--format", "json"), ("render", "--to", "latex")], ids=" ".join)
def test_no_terminal_is_moved(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert not unseen(output(tmp_path, *words))


def test_json_is_the_same_value(tmp_path: Path) -> None:
    """What is not seen is escaped, so that a reader of the JSON has what the document has."""
    steps = json.loads(output(tmp_path, "check", "--format", "json"))["documents"][0]["steps"]
    assert any(TURNED in step["latex"] for step in steps) and all(ESCAPE in step["section"] for step in steps if step["section"])


def test_a_latex_page_runs_nothing(tmp_path: Path) -> None:
    """Every command of the page is one of ours, or of the formulas that were read; none reads, writes or defines."""
    body = output(tmp_path, "render", "--to", "latex").partition(r"\begin{document}")[2]
    commands = set(re.findall(r"\\[a-zA-Z]+", body))
    assert not commands & {
        rf"\{c}" for c in ("input", "include", "write", "immediate", "csname", "def", "href", "openin", "catcode", "url")
    }
    assert "^^" not in body.replace(r"\textasciicircum", "")


def test_a_markdown_page_keeps_the_text_and_adds_nothing_to_be_obeyed(tmp_path: Path) -> None:
    """The author's lines come back as they are; in what we add there is no tag, no link and nothing unseen."""
    own = set(DOCUMENT.splitlines())
    page = output(tmp_path, "render", "--to", "markdown")
    added = [line for line in page.splitlines() if line not in own]
    assert added and not unseen("\n".join(added))
    plain = re.sub(r"<!--.*?-->", "", re.sub(r"\\[<>\[\]]", "", re.sub(r"`[^`]*`", "", "\n".join(added))))
    assert not re.search(r"<\s*/?\s*(script|img|b|td)\b", plain) and "](javascript" not in plain


def test_the_second_checker_shows_what_a_certificate_holds(tmp_path: Path) -> None:
    """Names in a hostile certificate come into its messages."""
    label = f"x{NOISE}"
    value = {
        "format": "symproofs-refutation",
        "version": 1,
        "declarations": [{"name": label, "type": {"sort": "real", "shape": [["1", []], ["1", []]]}, "properties": []}],
        "distinct": [],
        "hypotheses": [],
        "statement": ["=", ["name", [], [label]], ["num", [], [{"q": "1"}]]],
        "witness": {"sizes": {}, "values": {}},
    }
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps({**value, "hash": claim_hash(value)}), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", str(PACKAGE / "verify.py"), str(path)], capture_output=True, check=False)
    said = done.stdout.decode("utf-8")
    assert "refused: x" in said and "has no value" in said and not unseen(said)
