"""A wording finds what `re` finds: what a pattern cannot do without is really needed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symproofs.read
from symproofs.read.wording import Wording, needed, wording

NEEDED = [
    ("let us", {"let us"}),
    ("suppose|若", {"suppose", "若"}),
    (r"(?:\b(?:hence|so)\b)|(?:因此)", {"hence", "so", "因此"}),
    (r"colou?r", {"colo"}),
    (r"ab+c", {"ab"}),
    (r"(?:not )?the same", {"the same"}),
    (r"(?:one|two)+ things", {" things"}),
    (r"(?:one|two){2} a", {"one", "two"}),
    (r"x{0,2}abc", {"abc"}),
    (r"(?<!un)even(?! so)", {"even"}),
    (r"positive[- ]definite", {"positive"}),
    (r"\w+ of \w+", {" of "}),
    (r"s\.t\.", {"s"}),
    (r"Q\.?E\.?D", {"q"}),
    (r"a|\d", None),
    (r"(?:if)?", None),
    (r"[ab]", None),
    (r"(?:in|\d) case", {" case"}),
    (r"(a)(?P=b)", None),
    (r"(?i:let)", None),
]


@pytest.mark.parametrize(("pattern", "words"), NEEDED)
def test_what_a_pattern_cannot_do_without(pattern: str, words: set[str] | None) -> None:
    assert needed(pattern) == (None if words is None else frozenset(words))


@pytest.mark.parametrize("odd", ["ı", "İ", "ſ", "\u212a"])
def test_letters_that_re_takes_for_others(odd: str) -> None:
    for pattern in ("is", "k", "so"):
        for text in (pattern.replace(letter, odd) for letter in pattern):
            found = re.compile(pattern, re.IGNORECASE).search(text)
            assert (wording(pattern, re.IGNORECASE).search(text) is None) == (found is None), (pattern, text)


_LEAVES = st.sampled_from(
    ["a", "ab", "let", "若", "设", r"\b", "^", "$", r"\s", ".", "[ab]", "[^b]", r"\w", r"\.", " ", "-", "S", "i"]
)
_PATTERNS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        inner.map(lambda p: f"({p})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{0,2}", "{1,2}", "{2}", "+?", "??"])).map(
            lambda p: f"(?:{p[0]}){p[1]}"
        ),
        st.tuples(st.sampled_from(["(?=", "(?!"]), inner).map(lambda p: f"{p[0]}{p[1]})"),
    ),
    max_leaves=8,
)
_TEXTS = st.text(alphabet="abletLET若设 .-sSiIıſ\n", max_size=14)


@given(_PATTERNS, st.lists(_TEXTS, max_size=6), st.sampled_from([0, re.IGNORECASE, re.DOTALL | re.IGNORECASE]))
def test_finds_what_re_finds(pattern: str, texts: list[str], flags: int) -> None:
    ours, theirs = Wording(pattern, flags), re.compile(pattern, flags)
    for text in texts:
        for way in ("search", "match", "fullmatch"):
            assert repr(getattr(ours, way)(text)) == repr(getattr(theirs, way)(text))
        assert [m.span() for m in ours.finditer(text)] == [m.span() for m in theirs.finditer(text)]
        assert ours.sub("_", text) == theirs.sub("_", text)
        assert ours.split(text) == theirs.split(text)


def _rows() -> list[Wording]:
    """Every wording that a table of the reader holds, however deep."""
    import importlib
    import pkgutil

    rows: dict[str, Wording] = {}

    def gather(value: object) -> None:
        if isinstance(value, Wording):
            rows[value.pattern] = value
        elif isinstance(value, (tuple, list)):
            for part in value:
                gather(part)
        elif isinstance(value, dict):
            for part in value.values():
                gather(part)
        elif hasattr(value, "__dataclass_fields__"):
            for field in value.__dataclass_fields__:
                gather(getattr(value, field, None))

    for found in pkgutil.walk_packages(symproofs.read.__path__, "symproofs.read."):
        for value in vars(importlib.import_module(found.name)).values():
            gather(value)
    return list(rows.values())


def test_every_row_of_the_tables_compiles() -> None:
    rows = _rows()
    assert len(rows) > 300
    for row in rows:
        re.compile(row.pattern, row.flags)
        assert not row.flags & re.VERBOSE


def test_no_table_of_phrases_is_compiled_before_it_is_needed() -> None:
    """Where a pattern speaks of words, it is a wording: one that is compiled at once costs every start of the program."""
    folder = Path(symproofs.read.__file__).parent
    eager = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
                words = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
                if any(re.search(r"[\u4e00-\u9fff]{2}", w) for w in words):
                    eager.append(f"{path.name}:{node.lineno}")
    assert eager == []
