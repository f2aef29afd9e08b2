"""README.md and docs/ say what is true: every ```python and every ```console block is run.

In a ```console block a line `$ command` is run in a folder of its own, in which `proofs/` is there; the lines below it
are what it prints, `...` standing for any text, and `[exit status 1]` at the end for a status that is not 0. A block
```markdown NAME writes the file NAME, and so does ```json NAME or ```python NAME. Blocks of one page run in order: Python
in one process, commands in one folder.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```[ ]*$", re.DOTALL | re.MULTILINE)
LANGUAGES = {"python", "console", "sh", "markdown", "json", "text", "latex", ""}
WRITTEN = {"markdown", "json", "python"}
DEADLINE = 120


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    rest: str
    body: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        language, _, rest = match["info"].strip().partition(" ")
        body = "\n".join(row.removeprefix(match["indent"]) for row in match["body"].split("\n"))
        found.append(Block(page, text.count("\n", 0, match.start()) + 1, language, rest.strip(), body))
    return found


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def environment() -> dict[str, str]:
    """The installed program first on the path, a terminal of a known width."""
    here = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": here + os.pathsep + os.environ["PATH"], "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "proofs").symlink_to(ROOT / "proofs")
    return tmp_path


# Running ------------------------------------------------------------------------------------------------------


def commands(block: Block) -> list[tuple[str, str, int]]:
    """(command, what it prints, its exit status) for each `$` line."""
    found: list[tuple[str, list[str]]] = []
    for row in block.body.rstrip("\n").split("\n"):
        if row.startswith("$ "):
            found.append((row[2:], []))
        else:
            assert found, f"{block}: a console block begins with a command"
            found[-1][1].append(row)
    result = []
    for command, rows in found:
        status = re.fullmatch(r"\[exit status (\d+)\]", rows[-1]) if rows else None
        result.append((command, "\n".join(rows[:-1] if status else rows).strip("\n"), int(status[1]) if status else 0))
    return result


def matches(expected: str, printed: str) -> bool:
    """Whether the text is as expected, `...` standing for anything; space at the ends of lines does not count."""
    pattern = ".*".join(re.escape(part) for part in tidy(expected).split("..."))
    return re.fullmatch(pattern, tidy(printed), re.DOTALL) is not None


def tidy(text: str) -> str:
    return "\n".join(row.rstrip() for row in text.strip("\n").split("\n"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_hold(page: Path, folder: Path) -> None:
    program: list[str] = []
    for block in blocks(page):
        assert block.language in LANGUAGES, f"{block}: no such language: {block.language}"
        if block.language in WRITTEN and block.rest:
            (folder / block.rest).write_text(block.body, encoding="utf-8")
        elif block.language == "console":
            for command, expected, status in commands(block):
                done = subprocess.run(
                    ["bash", "-c", command],
                    cwd=folder,
                    env=environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    encoding="utf-8",
                    timeout=DEADLINE,
                )
                assert (done.returncode, True) == (status, matches(expected, done.stdout)), (
                    f"{block}: {command}\nexpected ({status}):\n{expected}\nprinted ({done.returncode}):\n{done.stdout}"
                )
        elif block.language == "python":
            program.append(runnable(block))
    if program:
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(program)],
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def runnable(block: Block) -> str:
    """A block as a program: with `>>>` it is compared as a doctest, else it only has to run."""
    if ">>> " not in block.body:
        return block.body
    return (
        "import doctest as _d\n"
        f"_t = _d.DocTestParser().get_doctest({block.body!r}, globals(), {str(block)!r}, {str(block)!r}, {block.line})\n"
        "_r = _d.DocTestRunner(optionflags=_d.ELLIPSIS | _d.NORMALIZE_WHITESPACE)\n"
        "_r.run(_t, clear_globs=False)\n"
        "assert not _r.failures, _r.failures\n"
        "globals().update(_t.globs)\n"
    )


# Links and lists ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name_of(page)}: {target}"


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    missing = [name_of(p) for p in PAGES[1:] if p.name != "index.md" and p.relative_to(ROOT / "docs").as_posix() not in index]
    assert not missing


def first_cells(page: Path) -> set[str]:
    """The code in the first column of a page's tables."""
    return set(re.findall(r"^\| `([^`]+)`", page.read_text(encoding="utf-8"), re.MULTILINE))


REFERENCE = ROOT / "docs" / "reference"


def with_table(text: str, heading: str, rows: list[tuple[str, ...]]) -> str:
    """The page with the rows of one table, the one under this heading row, as given."""
    lines = text.split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith(heading)) + 2
    last = next((k for k in range(first, len(lines)) if not lines[k].startswith("|")), len(lines))
    table = ["| " + " | ".join(cell.replace("|", "\\|") or " " for cell in row) + " |" for row in rows]
    return "\n".join([*lines[:first], *table, *lines[last:]])


def laws_page(text: str) -> str:
    """The page on laws with its table as the kernel's table says."""
    from symproofs.kernel.laws import LAWS

    return with_table(text, "| law |", [(f"`{row.name}`", row.statement, row.condition) for row in LAWS.values()])


def rules_page(text: str) -> str:
    """The page on rules with its tables as the kernel's tables say."""
    from symproofs.kernel.axioms import FACTS
    from symproofs.kernel.deduction import RULES
    from symproofs.kernel.matrix_facts import MATRIX_FACTS
    from symproofs.terms.latex import statement_latex

    rules = []
    for rule in RULES.values():
        data = ", ".join(name if name == kind else f"{name}: {kind}" for name, kind in rule.data.items())
        rules.append((f"`{rule.name}`", data, rule.law, rule.condition))
    facts = [(f"`{f.name}`", f"${statement_latex(f.statement)}$", f.reference, f.axiom) for f in FACTS.values()]
    matrices = [(f"`{f.name}`", "n, m"[: 3 * f.sizes - 2], f.says, f.reference) for f in MATRIX_FACTS.values()]
    text = with_table(with_table(text, "| rule |", rules), "| fact |", facts)
    return with_table(text, "| fact about matrices |", matrices)


PYTHON = re.compile(r"^\| `(?P<code>[^`|]+)` \| (?:\$[^|]*\$)? *\|$", re.MULTILINE)
"""A row of the page on Python: an expression, and what it prints."""

RELATIONS = {
    "=": "equal", "!=": "not equal", "<": "less", "<=": "at most", ">": "greater", ">=": "at least",
    "~": "nearly equal, ≈: equal in the limit that is declared", "->": "tends to", "->p": "converges in probability to",
}  # fmt: skip
"""What may stand between the sides of a claim."""


def python_page(text: str) -> str:
    """The page on Python: what each expression prints, what terms have no name there, methods, relations, sorts, properties."""
    from typing import get_args

    from symproofs.apps.notebook import Derivation
    from symproofs.sympy_bridge.derive import PASSAGES
    from symproofs.terms.context import PROPERTIES
    from symproofs.terms.latex import latex
    from symproofs.terms.statement import Operator
    from symproofs.terms.term import HEADS
    from symproofs.terms.types import SORTS

    names: dict[str, Any] = {}
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], names)  # type: ignore[index]
    made = [eval(code, names) for code in re.findall(r"^\| `([^`|]+)` \| ", text[: text.index("## SymPy")], re.MULTILINE)]
    heads = {part.head for value in made for part in subterms(value.term)}
    heads |= {"name", "num", "size"}
    shown = PYTHON.sub(lambda row: f"| `{row['code']}` | ${latex(eval(row['code'], names).term)}$ |", text)
    text = shown[: shown.index("## SymPy")] + text[text.index("## SymPy") :]
    text = with_table(text, "| head |", [(f"`{h}`", row.meaning) for h, row in HEADS.items() if h not in heads])
    public = {n: m for c in reversed(Derivation.__mro__) for n, m in vars(c).items() if not n.startswith("_")}
    text = with_table(text, "| method |", [(f"`{n}`", first_line(m)) for n, m in public.items()])
    assert set(RELATIONS) == {*get_args(Operator), *PASSAGES}
    text = with_table(text, "| relation |", [(f"`{r}`", meaning) for r, meaning in RELATIONS.items()])
    text = with_table(text, "| sort |", [(f"`{s}`",) for s in SORTS])
    return with_table(text, "| property |", [(f"`{p}`", meaning) for p, meaning in PROPERTIES.items()])


def first_line(member: object) -> str:
    found = (member.__doc__ or "").strip().split("\n")[0]
    assert found, member
    return found


def subterms(node: Any) -> Iterator[Any]:
    yield node
    for part in node.args:
        yield from subterms(part)


def test_the_page_on_python_names_everything() -> None:
    """Every public name of the module of expressions, and every function that terms have, stands on the page."""
    from symproofs.sympy_bridge import written
    from symproofs.terms.term import FUNCTIONS

    text = (REFERENCE / "python.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[A-Za-z_]+", text))
    own = {n for n, v in vars(written).items() if not n.startswith("_") and getattr(v, "__module__", "") == written.__name__}
    assert own <= words, own - words
    spelled = {"abs": "absolute"}
    assert {spelled.get(f, f) for f in FUNCTIONS} <= words


GENERATED = {"laws.md": laws_page, "rules.md": rules_page, "python.md": python_page}


@pytest.mark.parametrize("page", GENERATED)
def test_pages_on_the_kernel_say_what_its_tables_say(page: str) -> None:
    text = (REFERENCE / page).read_text(encoding="utf-8")
    assert text == GENERATED[page](text), "python tests/test_documentation.py writes the page anew"


def test_the_page_on_the_command_line_names_every_option() -> None:
    from symproofs.command_line import main

    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    wanted = {f"symproofs {command}" for command in main.commands}
    wanted |= {o for c in main.commands.values() for p in c.params for o in p.opts if o.startswith("--") and o != "--help"}
    assert not {w for w in wanted if w not in page}


def test_the_derivation_in_the_readme_is_what_is_printed() -> None:
    program = "import runpy; print(runpy.run_path('proofs/attention/feed_forward_equivariance.py')['derivation']().markdown())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    shown = re.findall(
        r"^\$\$\n\\begin\{aligned\}.*?^\$\$$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(shown) == 1 and shown[0] in done.stdout, done.stdout


def test_the_check_in_the_readme_ends_as_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"&& \.venv/bin/(symproofs check [^\n]+)", text)
    said = re.search(r"It lists (\d+) steps, .*?```text\n(summary: (\d+) proved, (\d+) given)\n```", text, re.DOTALL)
    assert command is not None and said is not None and int(said[1]) == int(said[3]) + int(said[4])
    done = subprocess.run(
        ["bash", "-c", command[1]], cwd=ROOT, env=environment(), capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == said[2]


def test_the_page_on_verdicts_lists_them_all() -> None:
    from symproofs.derivation.verdict import Cause, Verdict

    words = {v.value for v in Verdict} | {c.value for c in Cause}
    assert first_cells(ROOT / "docs" / "reference" / "verdicts.md") >= words


def test_matching_is_not_lenient() -> None:
    assert matches("a ... c\nd", "a b\n b c\nd") and matches("a", "a\n")
    assert not matches("a", "ab") and not matches("a ... c", "a b") and not matches("", "x")


if __name__ == "__main__":
    for written in GENERATED:
        at = REFERENCE / written
        at.write_text(GENERATED[written](at.read_text(encoding="utf-8")), encoding="utf-8")
