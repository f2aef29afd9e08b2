"""Messages: their parts stay where they are, both languages say all of them, and none is without its Chinese."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symproofs.messages import CHINESE, Message, one_after_another, said
from symproofs.read.elaboration.conventions import UNSUPPORTED_WORDS
from symproofs.read.elaboration.draft import CALLED
from symproofs.terms.types import family, function, matrix, scalar, vector

PACKAGE = Path(__file__).resolve().parent.parent / "symproofs"
SPEAK = ("read", "derivation", "prove", "theories", "terms", "refute/claims.py", "refute/texts.py", "apps/pinned.py")
"""Parts of the program that write messages about documents."""
CALLS = {
    "refuse": 1,
    "Diagnostic": 1,
    "Note": 0,
    "Refused": 1,
    "Unreadable": 1,
    "Conflict": 0,
    "Failure": 1,
    "Message": 0,
    "Mistyped": 0,
    "Stuck": 1,
}
"""What a message is given to, and which argument it is."""


def test_a_part_may_look_like_a_hole() -> None:
    message = Message("the command `\\{}` is not known", "{}")
    assert message == "the command `\\{}` is not known" and said(message, "zh") == "不认识命令 `\\{}`"
    assert said(Message("{} of a matrix that is not square, {}", "{1}", "2×3"), "zh") == "对 2×3 矩阵取{1}，它不是方阵"


def test_parts_are_messages_too() -> None:
    tried = one_after_another(
        [Message("proving: {}", "no proof tree was found"), Message("refuting: {}", "nothing was evaluated")]
    )
    assert tried == "proving: no proof tree was found; refuting: nothing was evaluated"
    assert said(tried, "zh") == "证明：没有找到证明；反驳：没有计算任何取值"
    assert said("of nobody's table", "zh") == "of nobody's table"


def test_a_message_survives_the_way_between_processes() -> None:
    message = Message("found {} where {} is expected", "`)`", "an expression")
    again = pickle.loads(pickle.dumps(message))
    assert again == message and said(again, "zh") == said(message, "zh") == "这里应当是表达式，却是`)`"


@pytest.mark.parametrize("wording", CHINESE)
def test_both_languages_have_the_same_parts(wording: str) -> None:
    holes = re.findall(r"\{(\d?)\}", CHINESE[wording])
    count = wording.count("{}")
    assert len(holes) == count if "" in holes else {int(h) for h in holes} == set(range(count))


def messages() -> Iterator[tuple[str, str]]:
    """Every message that is written out where it is said, with its place."""
    for path in sorted(p for part in SPEAK for p in PACKAGE.glob(part if part.endswith(".py") else f"{part}/**/*.py")):
        yield from messages_in(path, CALLS)


def messages_in(path: Path, calls: dict[str, int]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (at := calls.get(called(node.func), 9)) < len(node.args):
            for text in literals(node.args[at]):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", text


def computed(text: str) -> bool:
    """A wording that is put together from a table whose rows are looked at elsewhere."""
    return text in {"f'{{}} {sort}'"}


def called(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def literals(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from (*literals(first), *literals(second))
        case ast.JoinedStr():
            yield ast.unparse(node)


def test_what_is_not_supported_has_a_name_in_chinese() -> None:
    names = {*CALLED.values(), *UNSUPPORTED_WORDS.values()}
    assert not {n for n in names if n not in CHINESE}


def test_every_message_can_be_said_in_chinese() -> None:
    missing = [f"{place}: {text}" for place, text in messages() if text not in CHINESE and not computed(text)]
    assert not missing, "\n".join(missing)


REFUSALS = (
    ("kernel/entries.py", {"need": 1, "Rejected": 0}),
    ("refute/functions.py", {"Undefined": 0}),
    ("refute/written_numbers.py", {"Undefined": 0}),
)
"""What is said of a claim where no entries of it are made, and where it has no value."""


@pytest.mark.parametrize(("file", "calls"), REFUSALS)
def test_why_a_claim_has_no_entries_or_no_value_can_be_said_in_chinese(file: str, calls: dict[str, int]) -> None:
    missing = [f"{place}: {text}" for place, text in messages_in(PACKAGE / file, calls) if text not in CHINESE]
    assert not missing, "\n".join(missing)


def test_a_type_is_said_in_both_languages() -> None:
    kind = function((matrix("m", "n", "complex"), scalar("integer")), vector("n"))
    assert str(kind) == "function m×n complex × integer number → n×1"
    assert said(str(kind), "zh") == "函数 m×n 的复数组 × 整数 → n×1"
    assert said(str(family(vector("d"), "n")), "zh") == "d×1，下标取遍 [n]"
