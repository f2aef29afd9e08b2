"""The grammar of what the second reader is given, and the texts that it is given: ours, with names as letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symproofs.terms.latex import latex, spelled
from symproofs.terms.size import Size
from symproofs.terms.term import Term, name
from symproofs.terms.types import Type, scalar
from symproofs.terms.typing import Mistyped, type_of

HEADS_INSIDE: Final = frozenset(
    {
        "num",
        "name",
        "const",
        "size",
        "add",
        "neg",
        "mul",
        "div",
        "pow",
        "sqrt",
        "root",
        "factorial",
        "binomial",
        "entry",
        "member",
    }
)
FUNCTIONS_INSIDE: Final = frozenset(
    {"exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "abs"}
)
OUTSIDE: Final[Mapping[str, str]] = {
    "re": "real part", "im": "imaginary part", "conj": "conjugate", "inner": "inner product", "norm": "norm",
    "rowsoftmax": "softmax", "softmax": "softmax", "sum": "sum over an index", "sum_between": "sum between bounds",
    "derivative": "derivative", "integral": "integral", "improper": "integral",
    "product": "product over an index", "call": "function of the document", "dots": "ellipsis", "trace": "trace",
    "det": "determinant",
}  # fmt: skip
"""Constructs that have a value but are kept from the library, by head or function, as they are counted."""

TOKENS_INSIDE: Final = frozenset(
    [*"0123456789.+-*/^!(){}|", *(r"\frac", r"\cdot", r"\times", r"\sqrt", r"\pi", r"\left", r"\right", r"\binom", "[", "]")]
    + ["\\" + f for f in FUNCTIONS_INSIDE - {"abs"}]
    + [r"\ln"]
)

REWRITTEN: Final[Mapping[str, str]] = {
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lvert": "|", r"\rvert": "|", "−": "-", "·": r"\cdot",
    r"\bigl": "", r"\bigr": "", r"\Bigl": "", r"\Bigr": "", r"\biggl": "", r"\biggr": "",
    r"\,": "", r"\;": "", r"\!": "", r"\:": "", r"\ ": "", r"\quad": "", r"\qquad": "", "~": "",
}  # fmt: skip
"""What is respelled before the library sees it: signs that it does not know, sizes and spaces."""

LETTERS: Final = "abcfghklmnopqrstuvwxyzABCDFGHJKLMPRTUVWXYZ"
"""Letters that mean nothing to the library: not e, d, i, j, I, E, and not N, O, Q, S, which it lacks or uses."""

OPENING: Final = frozenset({"(", r"\left", r"\bigl", r"\Bigl"})
"""After a name, where the library would read a function and its argument, a product sign is written."""

CONSTANTS: Final[Mapping[str, str]] = {"i": "I"}
"""Constants that the library writes in another way. A power of `I` needs brackets: without them the library drops it."""

LONGEST = 4000

_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)
_LETTER = re.compile(r"[A-Za-z]|\\[A-Za-z]+")


class Outside(Exception):
    """A construct that the second reader is not given; the message is how it is counted."""


def construct_outside(node: Term, types: Mapping[str, Type]) -> str | None:
    """The construct for which the term is kept from the second reader, `None` where it is inside the grammar."""
    try:
        if not type_of(node, types).is_scalar:
            return "matrix or vector"
    except Mistyped:
        return "no type"
    stack = [node]
    while stack:
        part = stack.pop()
        if _is_atom(part):
            if not all(a.head in ("num", "name") for a in part.args[part.head == "entry" :]):
                return "subscript that is calculated"
            continue
        which = str(part.data[0]) if part.head == "fun" else part.head
        if part.head == "fun" and which not in FUNCTIONS_INSIDE:
            return OUTSIDE.get(which, f"function {which}")
        if part.head != "fun" and (part.head not in HEADS_INSIDE or part.head == "entry"):
            return OUTSIDE.get(part.head, "matrix or vector")
        stack.extend(part.args)
    return None


def _is_atom(node: Term) -> bool:
    """A name with or without subscripts: one letter to the second reader."""
    return node.head in ("name", "member") or (node.head == "size" and _size_name(node) is not None) or _is_plain_entry(node)


def _is_plain_entry(node: Term) -> bool:
    return node.head == "entry" and node.args[0].head in ("name", "member")


def _size_name(node: Term) -> str | None:
    size = node.data[0]
    return size.name if isinstance(size, Size) else None


# From our text to the library's -------------------------------------------------------------------------------


def tokens(text: str) -> list[str]:
    """TeX's tokens without spaces."""
    found = [t.group() for t in _TOKEN.finditer(text)]
    return [t for t in found if not t.isspace()]


@dataclass(frozen=True)
class Prepared:
    """A text that the library may be given, and our reading of it, both over fresh letters."""

    text: str
    term: Term
    types: Mapping[str, Type]


def prepare(text: str, node: Term, types: Mapping[str, Type]) -> Prepared:
    """The text with its names as fresh letters; `node` is our reading, which says what names there are.

    *Fails when* (`Outside`) a token has no row in the grammar, a letter is no name, there are more names than letters.
    """
    if len(text) > LONGEST:
        raise Outside("text that is too long")
    node = spelled(node)
    letters: dict[tuple[str, ...], str] = {}
    kinds: dict[str, Type] = {}
    pool = iter(LETTERS)
    for atom in dict.fromkeys(_atoms(node)):
        key = tuple(tokens(latex(atom)))
        if key not in letters:
            letters[key] = next(pool, "")
            kinds[letters[key]] = scalar(type_of(atom, types).sort)
    if "" in kinds:
        raise Outside("too many names")
    own = _over(node, lambda atom: name(letters[tuple(tokens(latex(atom)))]))
    for part in node.walk():
        if part.head == "const":
            plain = str(part.data[0])
            for key in ((plain,), (r"\mathrm", "{", plain, "}")):
                letters.setdefault(key, CONSTANTS.get(plain, plain))
    return Prepared(_respelled(tokens(text), letters), own, kinds)


def _atoms(node: Term) -> Iterator[Term]:
    if _is_atom(node):
        yield node
    else:
        for a in node.args:
            yield from _atoms(a)


def _over(node: Term, letter: Callable[[Term], Term]) -> Term:
    """The term with every atom replaced."""
    return letter(node) if _is_atom(node) else node.with_args(tuple(_over(a, letter) for a in node.args))


def _respelled(found: list[str], letters: Mapping[tuple[str, ...], str]) -> str:
    longest = sorted(letters, key=len, reverse=True)
    out: list[str] = []
    k = 0
    while k < len(found):
        key = next((s for s in longest if tuple(found[k : k + len(s)]) == s), None)
        if key is not None and found[k + len(key) : k + len(key) + 1] not in (["_"], ["'"]):
            k += len(key)
            power = letters[key] == "I" and found[k : k + 1] == ["^"]
            out.append("(I)" if power else letters[key])
            if k < len(found) and found[k] in OPENING:
                out.append(r"\cdot")
            continue
        token = REWRITTEN.get(found[k], found[k])
        k += 1
        if token == "":
            continue
        if token not in TOKENS_INSIDE:
            raise Outside(f"letter {token}" if _LETTER.fullmatch(token) and len(token) == 1 else f"sign {token}")
        out.append(token)
    return "".join(t + (" " if _LETTER.fullmatch(t) else "") for t in out).strip()
