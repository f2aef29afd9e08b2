"""What is kept from one run to the next is what would be worked out anew; a file of which this is not sure counts as none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproofs.read.kept_patterns import KeptPatterns, _head, _read
from symproofs.read.wording import _alternatives
from tests.read.test_wording import _PATTERNS, _TEXTS, _rows

ROWS = _rows()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All tables of the reader, kept."""
    path = tmp_path_factory.mktemp("kept") / "all.patterns"
    kept = KeptPatterns(path)
    for row in ROWS:
        kept.compiled(row.pattern, int(row.flags))
        kept.taken_apart(row.pattern, _alternatives)
    kept.write()
    return path


def _never(pattern: str) -> list[tuple[str, frozenset[str] | None]]:
    raise AssertionError(pattern)


def test_every_row_of_the_tables_comes_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symproofs.read.kept_patterns._row", _never)
    kept = KeptPatterns(file)
    for row in ROWS:
        ours, theirs = kept.compiled(row.pattern, int(row.flags)), re.compile(row.pattern, row.flags)
        assert (ours.flags, ours.groups, ours.groupindex, ours) == (theirs.flags, theirs.groups, theirs.groupindex, theirs)
        assert kept.taken_apart(row.pattern, _never) == _alternatives(row.pattern)
    with pytest.raises(AssertionError):
        kept.taken_apart("a row of no table", _never)


@given(_PATTERNS, st.lists(_TEXTS, max_size=6), st.sampled_from([0, re.IGNORECASE, re.DOTALL | re.IGNORECASE]))
def test_what_was_kept_finds_what_re_finds(
    tmp_path_factory: pytest.TempPathFactory, pattern: str, texts: list[str], flags: int
) -> None:
    path = tmp_path_factory.mktemp("one") / "one.patterns"
    before = KeptPatterns(path)
    made = before.compiled(pattern, int(flags))
    before.write()
    ours, theirs = KeptPatterns(path).compiled(pattern, int(flags)), re.compile(pattern, flags)
    for text in texts:
        for found in (made, ours):
            assert [m.span() for m in found.finditer(text)] == [m.span() for m in theirs.finditer(text)]
            assert repr(found.match(text)) == repr(theirs.match(text))


def test_patterns_that_are_none_are_refused_as_re_does(tmp_path: Path) -> None:
    with pytest.raises(re.error, match="unterminated"):
        KeptPatterns(tmp_path / "x").compiled("(a", 0)


def test_a_file_that_is_not_as_it_was_written_counts_as_none(file: Path, tmp_path: Path) -> None:
    text = file.read_bytes()
    head, _, body = text.partition(b"\n")
    others = {
        "empty": b"",
        "cut off": text[:-1],
        "longer": text + b"\0",
        "one byte": text[:5000] + bytes([text[5000] ^ 1]) + text[5001:],
        "another engine": head.replace(b"[", b"[1", 1) + b"\n" + body,
        "no table": _head(b"[1") + b"\n[1",
    }
    for name, damaged in others.items():
        path = tmp_path / name
        path.write_bytes(damaged)
        assert not any(_read(path)), name
        assert KeptPatterns(path).compiled("suppose|若", 0).search("设若") is not None
    assert any(_read(file))


def test_processes_add_to_what_is_there(tmp_path: Path) -> None:
    first, second = KeptPatterns(tmp_path / "x"), KeptPatterns(tmp_path / "x")
    first.compiled("one", 0)
    second.compiled("two", 0)
    second.taken_apart("two", _alternatives)
    for kept in (first, second, first):
        kept.write()
    assert set(_read(tmp_path / "x").codes) == {("one", 0), ("two", 0)}
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def test_where_nothing_may_be_written_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = KeptPatterns(tmp_path / "file" / "x.patterns")
    assert kept.compiled("one", 0).search("one")
    kept.write()


@pytest.mark.parametrize("keeps", [True, False])
def test_it_is_kept_where_python_keeps_what_it_compiles(tmp_path: Path, keeps: bool) -> None:
    document = tmp_path / "a.md"
    document.write_text("Suppose $x = 1$. Then $x + 1 = 2$.\n")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path / "cache")
    command = [sys.executable, *(() if keeps else ("-B",)), "-m", "symproofs", "check", str(document)]
    for _ in range(2):
        assert subprocess.run(command, env=environment, capture_output=True, check=True).stderr == b""
        assert len(list(tmp_path.rglob("*.patterns*"))) == keeps
