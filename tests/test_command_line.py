"""The program as people run it: what it prints for bad input, where its carets stand, how it exits.

For each `data/check/NAME.md` the file `NAME.txt` holds pieces of the report, parted by blank lines (each must stand in it line
by line), and the exit status.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symproofs.command_line import main
from symproofs.render.columns import width

DATA = Path(__file__).resolve().parent / "data" / "check"
PROGRAM = Path(sys.executable).with_name("symproofs")
CASES = sorted(p.stem for p in DATA.glob("*.md"))


@pytest.fixture(scope="module")
def reports() -> dict[str, tuple[str, int]]:
    """What the program prints for every case, in English whatever the document is in, and its exit status."""
    started = [
        subprocess.Popen(
            [PROGRAM, "check", "--lang", "en", f"{name}.md"],
            cwd=DATA,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        for name in CASES
    ]
    return {name: (p.communicate(timeout=60)[0], p.returncode) for name, p in zip(CASES, started, strict=True)}


def expected(name: str) -> tuple[list[str], int]:
    """The pieces that a report holds, and the exit status."""
    text = (DATA / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
    body, _, last = text.rpartition("\n")
    return body.strip("\n").split("\n\n"), int(last.removeprefix("[exit status ").removesuffix("]"))


@pytest.mark.parametrize("name", CASES)
def test_reports_say_what_is_wrong_and_where(name: str, reports: dict[str, tuple[str, int]]) -> None:
    pieces, status = expected(name)
    report, found = reports[name]
    for piece in pieces:
        assert piece in report, report
    assert found == status, report


@pytest.mark.parametrize("name", CASES)
def test_carets_stand_under_the_place_that_is_named(name: str, reports: dict[str, tuple[str, int]]) -> None:
    """The columns before the carets are as wide as the text before the place, Chinese or not."""
    lines = reports[name][0].split("\n")
    for k, line in enumerate(lines):
        if " | " not in line or line.strip(" |^") or "^" not in line:
            continue
        shown = lines[k - 1].split(" | ", 1)[1]
        carets = line.split(" | ", 1)[1]
        place = next(row for row in reversed(lines[:k]) if "-->" in row).split(":")
        text = (DATA / f"{name}.md").read_text(encoding="utf-8").split("\n")[int(place[1]) - 1]
        under = text[int(place[2]) - 1 :]
        start = len(carets) - len(carets.lstrip(" "))
        before = next(j for j in range(len(shown) + 1) if width(shown[:j]) == start)
        assert under.startswith(shown[before:].rstrip("…")) and shown[before:], (shown, carets)


@pytest.mark.parametrize("name", CASES)
def test_no_line_is_left_in_disorder(name: str, reports: dict[str, tuple[str, int]]) -> None:
    report = reports[name][0]
    assert "\n\n\n" not in report and not report.startswith("\n") and report.endswith("\n") and "Traceback" not in report


# Files and options --------------------------------------------------------------------------------------------


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "error[no-file]: document.md: there is no such file"),
        (b"", "error[empty-file]: document.md:1:1: there is nothing in this file"),
        (b" \n\t\n", "error[empty-file]: document.md:1:1: there is nothing in this file"),
        ("设 $x$ 为实数。\n然后 ".encode() + b"\xff\xfe", "error[not-utf8]: document.md:2:4: this is not UTF-8 text (byte 0xff)"),
    ],
    ids=["missing", "empty", "blank", "not UTF-8"],
)
def test_a_file_that_is_no_document_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("document.md").write_bytes(content)
    Path("good.md").write_text("$1 = 1$")
    for done in (run("check", "document.md"), run("check", "good.md", "--given", "document.md"), run("render", "document.md")):
        assert (done.exit_code, done.stdout) == (2, "") and says in done.stderr


def test_a_folder_is_no_document(tmp_path: Path) -> None:
    done = run("check", tmp_path)
    assert done.exit_code == 2 and "this is a folder, a file is needed" in done.stderr


def test_a_file_that_is_missing_keeps_no_other_from_being_checked(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text("$2 = 3$", encoding="utf-8")
    done = run("check", tmp_path / "missing.md", tmp_path / "d.md")
    assert done.exit_code == 2 and "missing.md: there is no such file" in done.output and "refuted" in done.output
    done = run("check", tmp_path / "missing.md", tmp_path / "d.md", "--format", "json")
    found = json.loads(done.stdout)
    assert done.exit_code == 2 and found["summary"]["refuted"] == 1
    assert [d["code"] for d in found["diagnostics"]] == ["no-file"]


def test_certificates_go_into_a_folder(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text("$1 = 1$", encoding="utf-8")
    done = run("check", tmp_path / "d.md", "--certificates", tmp_path / "d.md")
    assert done.exit_code == 2 and "d.md: this is a file, a folder is needed" in done.stderr


def test_a_folder_is_no_certificate(tmp_path: Path) -> None:
    for path, says in ((tmp_path, "this is a folder, a file is needed"), (tmp_path / "no.json", "there is no such file")):
        done = run("verify", path)
        assert done.exit_code == 2 and f"cannot be read: {says}" in done.output and "Errno" not in done.output


def test_a_mark_of_byte_order_and_other_ends_of_lines_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_bytes(b"\xef\xbb\xbf$1 = 1$\r\n\r\nand\r$2 = 3$\r\n")
    done = run("check", tmp_path / "d.md", "--format", "json")
    (document,) = json.loads(done.stdout)["documents"]
    assert [(s["span"]["line"], s["span"]["column"], s["verdict"]) for s in document["steps"]] == [
        (1, 2, "proved"),
        (4, 2, "refuted"),
    ]


STATUS = [
    ("Let $x$ be a real number. Then $x + x = 2x$.", (), 0),
    ("Let $x$ be a real number. Then $x / x = 1$.", (), 0),
    ("Let $x$ be a real number. Then $x / x = 1$.", ("--strict",), 1),
    ("$1 + 1 = 3$", (), 1),
    (r"$1 + \foo = 3$", (), 1),
    ("$a \\approx b + 1$ for $a, b \\in \\mathbb{R}$ with $b > 2$ and $b = a$", (), 1),
    ("Words.", (), 0),
    ("$1 = 1", (), 1),
]


@pytest.mark.parametrize(("text", "options", "status"), STATUS)
def test_the_exit_status_says_whether_every_step_holds(tmp_path: Path, text: str, options: tuple[str, ...], status: int) -> None:
    (tmp_path / "d.md").write_text(text)
    for style in ("full", "json"):
        assert run("check", tmp_path / "d.md", "--format", style, *options).exit_code == status


def test_a_fault_of_ours_has_a_status_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from symproofs.apps import check

    def fail(*_: Any) -> None:
        raise KeyError("lost")

    (tmp_path / "d.md").write_text("$1 = 1$")
    monkeypatch.setattr(check, "read_documents", fail)
    done = run("check", tmp_path / "d.md")
    assert done.exit_code == 3 and "error[internal]: a fault of this program: KeyError" in done.stderr
    assert "lost" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--timeout", "0"),
        ("--timeout", "-1"),
        ("--timeout", "nan"),
        ("--timeout", "inf"),
        ("--timeout", "soon"),
        ("--format", "pdf"),
        ("--permit-axioms", "no-such-axiom"),
        ("--no-such-option",),
    ],
)
def test_what_no_option_takes_is_an_error_of_use(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "d.md").write_text("$1 = 1$")
    done = run("check", tmp_path / "d.md", *options)
    assert done.exit_code == 2 and done.stderr.startswith("Usage:") and not done.stdout


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["check", "wrong.md"], ["check", "--never"], ["render", "none.md"]])
def test_the_package_run_as_a_module_is_the_program(words: list[str]) -> None:
    script, module = (
        subprocess.run([*start, *words], cwd=DATA, capture_output=True, timeout=60)
        for start in ([PROGRAM], [sys.executable, "-m", "symproofs"])
    )
    assert (module.returncode, module.stdout, module.stderr) == (script.returncode, script.stdout, script.stderr)


def test_check_wants_a_path() -> None:
    assert run("check").exit_code == 2


def test_a_step_is_ended_when_its_time_is_up(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text(r"$\sum_{i=1}^{10}\sum_{j=1}^{50}\sum_{k=1}^{50}\sum_{l=1}^{50} ijkl = 1$, and $1 = 1$")
    done = run("check", tmp_path / "d.md", "--timeout", "0.2", "--format", "json")
    steps = json.loads(done.stdout)["documents"][0]["steps"]
    assert [s["verdict"] for s in steps] == ["undecided", "proved"] and steps[0]["milliseconds"] < 5000


# Givens -------------------------------------------------------------------------------------------------------

DOCUMENT = "# First\n\n$x + 1 = 3$\n\n# Second\n\n$x + 1 = 3$\n"


def checked(tmp_path: Path, given: str, document: str = DOCUMENT) -> tuple[Result, dict[str, Any]]:
    (tmp_path / "d.md").write_text(document, encoding="utf-8")
    (tmp_path / "g.md").write_text(given, encoding="utf-8")
    done = run("check", tmp_path / "d.md", "--given", tmp_path / "g.md", "--format", "json")
    return done, json.loads(done.stdout)


def test_a_given_holds_under_the_heading_that_names_its_place(tmp_path: Path) -> None:
    done, report = checked(tmp_path, "Let $x$ be a real number.\n\n# First\n\nLet $x = 2$.\n")
    assert [s["verdict"] for s in report["documents"][0]["steps"]] == ["proved", "refuted"] and done.exit_code == 1


@pytest.mark.parametrize(
    ("heading", "document", "says"),
    [
        ("# Third", DOCUMENT, "names no section"),
        ("# First / a", DOCUMENT, "names no section"),
        ("# First", DOCUMENT + "\n# First\n\n$1 = 1$\n", "names 2 sections"),
    ],
)
def test_a_heading_that_names_no_place_or_two_is_an_error(tmp_path: Path, heading: str, document: str, says: str) -> None:
    done, report = checked(tmp_path, f"Words.\n\n{heading}\n\nLet $x = 2$.\n", document)
    (diagnostic,) = report["diagnostics"]
    assert done.exit_code == 2 and diagnostic["code"] == "givens-heading" and says in diagnostic["message"]
    assert diagnostic["path"].endswith("g.md") and diagnostic["span"]["line"] == 3
    assert "First" in diagnostic["notes"][0]
    shown = run("check", tmp_path / "d.md", "--given", tmp_path / "g.md").stdout
    assert f"g.md:3:1\n  |\n3 | {heading}\n  | {'^' * len(heading)}\n" in shown


@pytest.mark.parametrize("given", ["Let $x = \\foo$.", "Let $x = 2.", "Let $x = \\frac{2$."])
def test_nothing_is_refuted_by_what_a_given_may_have_said(tmp_path: Path, given: str) -> None:
    done, report = checked(tmp_path, given)
    assert done.exit_code == 2 and report["diagnostics"][0]["span"]["line"] == 1
    assert {s["verdict"] for s in report["documents"][0]["steps"]} <= {"undecided", "given", "proved"}


def test_a_place_in_the_givens_is_never_taken_for_one_in_the_document(tmp_path: Path) -> None:
    _, report = checked(tmp_path, "\n\n\nLet $A \\in \\mathbb{R}^{2 \\times 3}$.\n", "Then $A A = A$.")
    (step,) = report["documents"][0]["steps"]
    assert (step["verdict"], step["theory"]) == ("refuted", "shapes")
    shown = run("check", tmp_path / "d.md", "--given", tmp_path / "g.md").stdout
    assert "A is 2×3 (declared)" in shown and ": A is 2×3" not in shown


# Writing ------------------------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text("$1 = 1$")
    (tmp_path / "out.tex").write_text("before")
    (tmp_path / "link.tex").symlink_to(tmp_path / "out.tex")
    assert run("render", tmp_path / "d.md", "-o", tmp_path / "link.tex").exit_code == 0
    assert (tmp_path / "link.tex").is_symlink() and "documentclass" in (tmp_path / "out.tex").read_text()
    assert run("render", tmp_path / "d.md", "-o", "/dev/null").exit_code == 0 and Path("/dev/null").is_char_device()
    assert run("render", tmp_path / "d.md", "-o", tmp_path / "no" / "out.tex").exit_code == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == ["d.md", "link.tex", "out.tex"]


def test_a_report_that_nobody_reads_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text("$1 = 1$\n" * 200)
    command = f"{PROGRAM} check --format json {tmp_path / 'd.md'} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr and done.stdout.count("\n") == 1


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Let $x$ be real. Then $x + x = 2x$.\n", encoding="utf-8")
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, "check", str(page)], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 2 and b"the output cannot be written" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["batch", "read"])
def test_a_closed_input_is_said(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(str(PROGRAM))} {command} - <&-"], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2 and b"the standard input is closed" in done.stderr and b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_said(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(b"\0\0\0")
    done = subprocess.run([PROGRAM, "check", str(tmp_path / "page.md")], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and b"so it is no text" in done.stderr
