"""Compiled patterns that are kept from one run to the next, beside the compiled modules.

Python keeps what it compiles of modules in `__pycache__`; what `re` compiles it forgets when the program ends. The tables of
phrases are long, and compiling those rows of them that a short document asks for takes longer than reading it. So the numbers
that `re` makes of a pattern for its engine are written to a file there, and handed to the engine by the next run; with them
the alternatives of a pattern and the words that each cannot do without.

Only the tables' own patterns are kept, never a word of a document. A file of another Python, of another engine (which numbers its
formats), of other code, or that is not as it was written, counts as none: then all is worked out, as it is where no file may be
written (`python -B`, a folder of somebody else).
"""

from __future__ import annotations

import array
import atexit
import json
import os
import re
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

_Key = tuple[str, int]

Alternatives = list[tuple[str, frozenset[str] | None]]
"""The alternatives of a pattern as written, with the words of which each needs one; None if it needs none."""


class _Row(NamedTuple):
    """What `re` hands to its engine for a pattern with some flags."""

    flags: int
    """Those given and those that the pattern sets itself."""
    groups: int
    names: dict[str, int]
    """The groups with a name."""
    code: bytes


class _Rows(NamedTuple):
    """What is kept: by pattern and flags, and by pattern."""

    codes: dict[_Key, _Row]
    apart: dict[str, Alternatives]


class KeptPatterns:
    """Patterns by how they are written and their flags. What is worked out anew is remembered for the file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept = _read(path)
        self._new = _Rows({}, {})

    def compiled(self, pattern: str, flags: int) -> re.Pattern[str]:
        """What `re.compile` gives."""
        row = self._kept.codes.get((pattern, flags))
        if row is not None:
            return _from(pattern, row)
        row = _row(pattern, flags) if self._path is not None else None
        if row is None:
            return re.compile(pattern, flags)
        self._new.codes[pattern, flags] = row
        return _from(pattern, row)

    def taken_apart(self, pattern: str, by: Callable[[str], Alternatives]) -> Alternatives:
        """What `by` makes of the pattern."""
        rows = self._kept.apart.get(pattern)
        if rows is None:
            rows = self._new.apart[pattern] = by(pattern)
        return rows

    def write(self) -> None:
        """Add what was worked out here to the file, whole or not at all. Another process may have added to it meanwhile."""
        if self._path is None or not any(self._new):
            return
        there = _read(self._path)
        text = _written(_Rows({**there.codes, **self._new.codes}, {**there.apart, **self._new.apart}))
        self._new = _Rows({}, {})
        with suppress(OSError):  # the folder may be somebody else's, the disk full: the next run works it out again
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
            try:
                fresh.write_bytes(text)
                fresh.replace(self._path)
            except OSError:
                fresh.unlink(missing_ok=True)
                raise


# ------------------------------------------------------------------ the engine of `re`

try:
    import _sre as _engine  # type: ignore[import-not-found]
    from re import _compiler, _parser  # type: ignore[attr-defined]

    _FORMAT: tuple[object, ...] = (_engine.MAGIC, _engine.CODESIZE, sys.hexversion, sys.byteorder, 1)
except (ImportError, AttributeError):  # another Python than the one that is known here
    _FORMAT = ()


def _row(pattern: str, flags: int) -> _Row | None:
    """What `re` makes of a pattern. *Fails when* this is no pattern: `re.error`, as in `re.compile`."""
    try:
        tree = _parser.parse(pattern, flags)
        code = array.array("I", _compiler._code(tree, flags))
        return _Row(int(flags | tree.state.flags), tree.state.groups - 1, dict(tree.state.groupdict), code.tobytes())
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None


def _from(pattern: str, row: _Row) -> re.Pattern[str]:
    names: list[str | None] = [None] * (row.groups + 1)
    for name, number in row.names.items():
        names[number] = name
    code = array.array("I", row.code)
    compiled: re.Pattern[str] = _engine.compile(pattern, row.flags, code.tolist(), row.groups, row.names, tuple(names))
    return compiled


# ------------------------------------------------------------------ the file


def _read(path: Path | None) -> _Rows:
    """The rows of a file; none if it is missing or is not what `_written` makes here."""
    found = _Rows({}, {})
    if path is None:
        return found
    try:
        head, _, text = path.read_bytes().partition(b"\n")
        if head != _head(text):
            return found
        table, _, codes = text.partition(b"\n")
        compiled, apart = json.loads(table)
    except (OSError, ValueError):
        return found
    start = 0
    for pattern, flags, all_flags, groups, names, length in compiled:
        found.codes[pattern, flags] = _Row(all_flags, groups, names, codes[start : start + length])
        start += length
    for pattern, rows in apart:
        found.apart[pattern] = [(row, None if words is None else frozenset(words)) for row, words in rows]
    return found


def _written(rows: _Rows) -> bytes:
    """A line that says whose file this is, a line with a table of the patterns, and their codes."""
    compiled = [(pattern, flags, row.flags, row.groups, row.names, len(row.code)) for (pattern, flags), row in rows.codes.items()]
    apart = [(p, [(row, words and sorted(words)) for row, words in alternatives]) for p, alternatives in rows.apart.items()]
    text = json.dumps((compiled, apart)).encode() + b"\n" + b"".join(row.code for row in rows.codes.values())
    return _head(text) + b"\n" + text


def _head(text: bytes) -> bytes:
    code = Path(__file__).with_name("wording.py").stat()
    return json.dumps([*_FORMAT, code.st_mtime_ns, code.st_size, zlib.crc32(text)]).encode()


def _place() -> Path | None:
    """Where Python keeps this module compiled; None where it does not, or where the engine is another one."""
    if sys.dont_write_bytecode or not _FORMAT:
        return None
    try:
        return Path(cache_from_source(__file__)).with_suffix(".patterns")
    except NotImplementedError:
        return None


KEPT = KeptPatterns(_place())
atexit.register(KEPT.write)
