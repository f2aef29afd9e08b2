"""Printing terms piece by piece: a text, how tightly it holds together, and so where brackets stand.

One function and one row of `PRINTERS` for each head.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Final

from symproofs.terms.latex_names import name_latex, script, split_name
from symproofs.terms.size import ONE, Size
from symproofs.terms.spelling import spelled_number, spelled_size
from symproofs.terms.term import FUNCTIONS, HEADS, Term, free_names, num, term


class Level(IntEnum):
    """How tightly a printed piece holds together; brackets go round what is looser than its place allows."""

    SUM = 0
    SIGNED = 1
    PRODUCT = 2
    OPEN = 3
    """A factor that swallows what follows it: `\\sum_i x_i`, `\\cos\\theta`. Only the last one may stay bare."""
    FACTOR = 4
    BASE = 5
    """May carry a superscript."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A printed term: its text, how it holds together, whether it is taller than a line, brackets inside."""

    text: str
    level: Level
    tall: bool = False
    depth: int = 0


@dataclass(frozen=True)
class Printing:
    """How to print: names with a LaTeX of their own, letters in use, whether a broadcast shows its ones."""

    names: Mapping[str, str] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    show_broadcast: bool = False
    in_script: bool = False

    def script(self) -> Printing:
        return Printing(self.names, self.used, self.show_broadcast, True)


def print_term(node: Term, how: Printing) -> Piece:
    return PRINTERS[node.head](node, how)


def _bracketed(piece: Piece) -> str:
    if piece.tall:
        return rf"\left({piece.text}\right)"
    left, right = [("(", ")"), (r"\bigl(", r"\bigr)")][min(piece.depth, 1)]
    return f"{left}{piece.text}{right}"


def _group(piece: Piece) -> Piece:
    return Piece(_bracketed(piece), Level.BASE, piece.tall, piece.depth + 1)


def _at_least(level: Level, piece: Piece) -> Piece:
    return piece if piece.level >= level else _group(piece)


def _base(node: Term, how: Printing) -> Piece:
    return _at_least(Level.BASE, print_term(node, how))


def _outline(pieces: Iterable[Piece]) -> tuple[bool, int]:
    pieces = tuple(pieces)
    return any(p.tall for p in pieces), max((p.depth for p in pieces), default=0)


def _applied(word: str, arguments: Iterable[Piece]) -> Piece:
    """A function word with its arguments in brackets."""
    arguments = tuple(arguments)
    tall, depth = _outline(arguments)
    inside = Piece(", ".join(a.text for a in arguments), Level.SUM, tall, depth)
    return Piece(word + (r"\!" if tall else "") + _bracketed(inside), Level.FACTOR, tall, depth + 1)


def _num(node: Term, how: Printing) -> Piece:
    value = node.data[0]
    assert isinstance(value, Fraction)
    if value >= 0 and value.denominator == 1:
        return Piece(str(value), Level.BASE)
    return print_term(spelled_number(node), how)


def _name(node: Term, how: Printing) -> Piece:
    return Piece(_name_text(str(node.data[0]), how), Level.BASE)


def _name_text(text: str, how: Printing) -> str:
    return how.names.get(text) or name_latex(text)


def _const(node: Term, how: Printing) -> Piece:
    which = str(node.data[0])
    plain = {"pi": r"\pi", "oo": r"\infty"}.get(which, which)
    return Piece(rf"\mathrm{{{plain}}}" if which in how.used else plain, Level.BASE)


def _size(node: Term, how: Printing) -> Piece:
    size = node.data[0]
    assert isinstance(size, Size)
    return Piece(_name_text(size.name, how), Level.BASE) if size.name else print_term(spelled_size(size), how)


def _array(letter: str) -> Callable[[Term, Printing], Piece]:
    def printer(node: Term, how: Printing) -> Piece:
        shape = [d for d in node.data if isinstance(d, Size)]
        if len(shape) == 2 and shape[1] == ONE:
            shape = shape[:1]
        sizes = r" \times ".join(print_term(spelled_size(s), how.script()).text for s in shape)
        return Piece(letter + script("_", sizes), Level.BASE)

    return printer


def _dots(node: Term, how: Printing) -> Piece:
    return Piece(r"\cdots", Level.BASE)


def _add(node: Term, how: Printing) -> Piece:
    parts: list[Piece] = []
    text = ""
    for a in node.args:
        minus, body = _sign(a)
        piece = _at_least(Level.PRODUCT, print_term(body, how))
        parts.append(piece)
        text += f" {'-' if minus else '+'} {piece.text}" if text else f"{'-' if minus else ''}{piece.text}"
    return Piece(text, Level.SUM, *_outline(parts))


def _sign(node: Term) -> tuple[bool, Term]:
    """Whether the term is minus something, and that something."""
    if node.head == "neg":
        return True, node.args[0]
    if node.head == "num" and isinstance(node.data[0], Fraction) and node.data[0] < 0:
        return True, num(-node.data[0])
    return False, node


def _neg(node: Term, how: Printing) -> Piece:
    inner = _at_least(Level.PRODUCT, print_term(node.args[0], how))
    return Piece("-" + inner.text, Level.SIGNED, inner.tall, inner.depth)


def _mul(node: Term, how: Printing) -> Piece:
    pieces: list[Piece] = []
    for k, a in enumerate(node.args):
        follower = node.args[k + 1] if k + 1 < len(node.args) else None
        piece = print_term(a, how)
        if piece.level == Level.OPEN and follower is not None and not (_is_word(a) and _is_word(follower)):
            piece = _closed_word(a, how) if _is_word(a) else _group(piece)
        pieces.append(_at_least(Level.OPEN, piece))
    text = pieces[0].text
    for k in range(1, len(pieces)):
        text += _between(node.args[k - 1], pieces[k - 1].text, pieces[k].text) + pieces[k].text
    return Piece(text, Level.PRODUCT, *_outline(pieces))


def _between(before: Term, left: str, right: str) -> str:
    """What stands between two factors: a dot where two numbers would run together or make a mixed one."""
    number = left[-1].isdigit() and before.head in ("num", "pow", "factorial")
    if right[0].isdigit() or (number and re.match(r"\\frac\{\d+\}", right)):
        return r" \cdot "
    return " "


def _div(node: Term, how: Printing) -> Piece:
    top, bottom = (print_term(a, how) for a in node.args)
    if how.in_script and top.level >= Level.PRODUCT and not top.tall and bottom.level >= Level.BASE and "/" not in top.text:
        return Piece(f"{top.text}/{bottom.text}", Level.PRODUCT, False, max(top.depth, bottom.depth))
    return Piece(rf"\frac{{{top.text}}}{{{bottom.text}}}", Level.FACTOR, True)


def _pow(node: Term, how: Printing) -> Piece:
    base, exponent = node.args
    power = script("^", print_term(exponent, how.script()).text)
    if _is_word(base) and base.head == "fun" and exponent.head == "num" and exponent.data[0] in (2, 3, 4):
        return _word_applied(FUNCTION_WORDS[str(base.data[0])] + power, base.args[0], how)
    piece = _base(base, how)
    return Piece(piece.text + power, Level.FACTOR, piece.tall, piece.depth)


def _is_word(node: Term) -> bool:
    """A function that is written as a word before a bare argument, or a square of one."""
    if node.head == "pow" and node.args[1].head == "num":
        return _is_word(node.args[0]) and node.args[1].data[0] in (2, 3, 4)
    return node.head == "fun" and node.data[0] in BARE_ARGUMENT


def _closed_word(node: Term, how: Printing) -> Piece:
    """`\\cos(x)`, where something follows that a bare `\\cos x` would swallow."""
    inner = node.args[0] if node.head == "pow" else node
    word = FUNCTION_WORDS[str(inner.data[0])]
    if node.head == "pow":
        word += script("^", print_term(node.args[1], how.script()).text)
    return _applied(word, [print_term(inner.args[0], how)])


def _word_applied(word: str, argument: Term, how: Printing) -> Piece:
    if argument.head in ("name", "num", "const", "size"):
        piece = print_term(argument, how)
        if piece.level == Level.BASE:
            return Piece(f"{word} {piece.text}", Level.OPEN)
    return _applied(word, [print_term(argument, how)])


def _sqrt(node: Term, how: Printing) -> Piece:
    inner = print_term(node.args[0], how)
    return Piece(rf"\sqrt{{{inner.text}}}", Level.FACTOR, inner.tall)


def _root(node: Term, how: Printing) -> Piece:
    inner, degree = print_term(node.args[0], how), print_term(node.args[1], how.script())
    return Piece(rf"\sqrt[{{{degree.text}}}]{{{inner.text}}}", Level.FACTOR, inner.tall)


def _factorial(node: Term, how: Printing) -> Piece:
    inner = _base(node.args[0], how)
    return Piece(inner.text + "!", Level.FACTOR, inner.tall, inner.depth)


def _binomial(node: Term, how: Printing) -> Piece:
    top, bottom = (print_term(a, how) for a in node.args)
    return Piece(rf"\binom{{{top.text}}}{{{bottom.text}}}", Level.BASE, True)


FUNCTION_WORDS: Final[Mapping[str, str]] = {
    **{f: "\\" + f for f in ("exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh")},
    **{f: "\\" + f for f in ("arcsin", "arccos", "arctan")},
    "re": r"\operatorname{Re}", "im": r"\operatorname{Im}", "sign": r"\operatorname{sign}",
    "relu": r"\operatorname{ReLU}", "step": r"\operatorname{step}", "sigmoid": r"\operatorname{sigmoid}",
}  # fmt: skip
BARE_ARGUMENT = frozenset(FUNCTION_WORDS) - {"exp", "re", "im", "sign", "relu", "step", "sigmoid"}
FENCES: Final[Mapping[str, tuple[str, str]]] = {
    "abs": (r"\lvert ", r" \rvert"), "floor": (r"\lfloor ", r" \rfloor"), "ceiling": (r"\lceil ", r" \rceil"),
}  # fmt: skip


def _fun(node: Term, how: Printing) -> Piece:
    which = str(node.data[0])
    if which == "conj":
        return Piece(rf"\overline{{{print_term(node.args[0], how).text}}}", Level.BASE)
    if which in FENCES:
        return _fenced(*FENCES[which], [node.args[0]], how)
    word = FUNCTION_WORDS[which]
    return _word_applied(word, node.args[0], how) if which in BARE_ARGUMENT else _applied(word, [print_term(node.args[0], how)])


def _fenced(left: str, right: str, arguments: Iterable[Term], how: Printing) -> Piece:
    pieces = tuple(print_term(a, how) for a in arguments)
    tall, depth = _outline(pieces)
    text = ", ".join(p.text for p in pieces)
    return Piece(rf"\left{left}{text}\right{right.lstrip()}" if tall else f"{left}{text}{right}", Level.BASE, tall, depth)


def _superscript(sign: str) -> Callable[[Term, Printing], Piece]:
    def printer(node: Term, how: Printing) -> Piece:
        piece = _base(node.args[0], how)
        return Piece(piece.text + script("^", sign), Level.FACTOR, piece.tall, piece.depth)

    return printer


def _word(word: str) -> Callable[[Term, Printing], Piece]:
    return lambda node, how: _applied(word, [print_term(a, how) for a in node.args])


def _infix(sign: str) -> Callable[[Term, Printing], Piece]:
    def printer(node: Term, how: Printing) -> Piece:
        left, right = (_at_least(Level.FACTOR, print_term(a, how)) for a in node.args)
        return Piece(f"{left.text} {sign} {right.text}", Level.PRODUCT, *_outline((left, right)))

    return printer


def _rows(node: Term, how: Printing) -> Piece:
    if not how.show_broadcast:
        return print_term(node.args[0], how)
    size = node.data[0]
    assert isinstance(size, Size)
    return _mul(term("mul", Term("ones", (), (size, ONE)), node.args[0]), how)


def _matrix(node: Term, how: Printing) -> Piece:
    rows, cols = node.data
    assert isinstance(rows, int) and isinstance(cols, int)
    texts = [print_term(a, how).text for a in node.args]
    body = r" \\ ".join(" & ".join(texts[r * cols : (r + 1) * cols]) for r in range(rows))
    return Piece(rf"\begin{{pmatrix}} {body} \end{{pmatrix}}", Level.BASE, True)


def _subscripts(indices: tuple[Term, ...], how: Printing) -> str:
    """`ij` where every index is one letter, else separated by commas."""
    texts = [print_term(a, how.script()).text for a in indices]
    if all(re.fullmatch(r"[A-Za-z]", t) for t in texts):
        return "".join(texts)
    return ",".join(texts)


def _entry(node: Term, how: Printing) -> Piece:
    array = node.args[0]
    piece = print_term(array, how)
    bare = array.head == "name" and "_" not in piece.text and piece.level == Level.BASE
    return Piece(
        (piece.text if bare else _bracketed(piece)) + script("_", _subscripts(node.args[1:], how)), Level.BASE, piece.tall
    )


def _delta(node: Term, how: Printing) -> Piece:
    first, second = (print_term(a, how).text for a in node.args)
    return Piece(rf"\mathbf{{1}}_{{{first} = {second}}}", Level.BASE)


def _expect(node: Term, how: Printing) -> Piece:
    inside = _fenced("[", "]", node.args, how)
    return Piece(rf"\mathbb{{E}}{inside.text}", Level.BASE, inside.tall, inside.depth)


def _member(node: Term, how: Printing) -> Piece:
    letter = str(node.data[0])
    own = how.names.get(letter)
    base, scripts = (own, []) if own else split_name(letter)
    if scripts or "_" in base:
        base = f"({own or name_latex(letter)})"
    return Piece(base + script("_", _subscripts(node.args, how)), Level.BASE)


def _big(sign: str) -> Callable[[Term, Printing], Piece]:
    def printer(node: Term, how: Printing) -> Piece:
        bound, size = node.data
        assert isinstance(size, Size)
        letter = _name_text(str(bound), how)
        inner = how.script()
        below = rf"{letter} \in [{print_term(spelled_size(size), inner).text}]"
        if len(node.args) > 1:
            below += rf",\, {letter} \neq " + ", ".join(print_term(a, inner).text for a in node.args[1:])
        return _with_body(rf"{sign}_{{{below}}}", node.args[0], how)

    return printer


def _with_body(sign: str, body: Term, how: Printing) -> Piece:
    piece = _at_least(Level.PRODUCT, print_term(body, how))
    return Piece(f"{sign} {piece.text}", Level.OPEN, True, piece.depth)


def _sum_between(node: Term, how: Printing) -> Piece:
    letter = _name_text(str(node.data[0]), how)
    low, high = (print_term(a, how.script()).text for a in node.args[1:])
    return _with_body(rf"\sum_{{{letter} = {low}}}^{{{high}}}", node.args[0], how)


def _integral(node: Term, how: Printing) -> Piece:
    """`\\int_{a}^{b} f \\, dx`; what is integrated is a product, or in brackets, so that a d in it is no differential."""
    letter = _name_text(str(node.data[0]), how)
    ends = [print_term(a, how.script()).text for a in node.args[1:]]
    if node.head == "improper":
        ends = [*([] if node.data[1] == "up" else [r"-\infty"]), *ends, *([] if node.data[1] == "down" else [r"\infty"])]
    low, high = ends
    body = _at_least(Level.PRODUCT, print_term(node.args[0], how))
    if "d" in free_names(node.args[0]):
        body = _group(body)
    return Piece(rf"\int_{{{low}}}^{{{high}}} {body.text} \, d{letter}", Level.OPEN, True, body.depth)


def _derivative(node: Term, how: Printing) -> Piece:
    """`\\frac{\\partial f}{\\partial x}` of a name, else the operator before the bracketed body."""
    body, point, *places = node.args
    plain = print_term(point, how).text
    shown = Piece(plain + (script("_", _subscripts(tuple(places), how)) if places else ""), Level.BASE)
    if body.head in ("name", "member", "call"):
        return Piece(rf"\frac{{\partial {print_term(body, how).text}}}{{\partial {shown.text}}}", Level.FACTOR, True)
    inside = _group(print_term(body, how))
    return Piece(rf"\frac{{\partial}}{{\partial {shown.text}}} {inside.text}", Level.OPEN, True, inside.depth)


INNER: Final = "inner"
"""The function that ⟨·, ·⟩ of numbers is, where the document says what it means."""


def _call(node: Term, how: Printing) -> Piece:
    letter = str(node.data[0])
    if letter == INNER and len(node.args) == 2:
        return _fenced(r"\langle ", r" \rangle", node.args, how)
    text = how.names.get(letter) or name_latex(letter)
    text = re.sub(r"^\\mathrm\{([A-Za-z0-9]+)\}", r"\\operatorname{\1}", text)
    return _applied(text, [print_term(a, how) for a in node.args])


def _tuple(node: Term, how: Printing) -> Piece:
    return _group(Piece(", ".join(print_term(a, how).text for a in node.args), Level.SUM))


PRINTERS: Final[Mapping[str, Callable[[Term, Printing], Piece]]] = {
    "num": _num,
    "name": _name,
    "const": _const,
    "size": _size,
    "identity": _array("I"),
    "zeros": _array("0"),
    "ones": _array(r"\mathbf{1}"),
    "dots": _dots,
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sqrt": _sqrt,
    "root": _root,
    "factorial": _factorial,
    "binomial": _binomial,
    "fun": _fun,
    "transpose": _superscript(r"\top"),
    "inverse": _superscript("-1"),
    "trace": _word(r"\operatorname{tr}"),
    "det": _word(r"\det"),
    "diag": _word(r"\operatorname{diag}"),
    "hadamard": _infix(r"\odot"),
    "kron": _infix(r"\otimes"),
    "inner": lambda node, how: _fenced(r"\langle ", r" \rangle", node.args, how),
    "norm": lambda node, how: _fenced(r"\lVert ", r" \rVert", node.args, how),
    "rowsoftmax": _word(r"\operatorname{softmax}"),
    "softmax": _word(r"\operatorname{softmax}"),
    "rows": _rows,
    "matrix": _matrix,
    "entry": _entry,
    "delta": _delta,
    "expect": _expect,
    "var": _word(r"\operatorname{Var}"),
    "cov": _word(r"\operatorname{Cov}"),
    "member": _member,
    "sum": _big(r"\sum"),
    "sum_between": _sum_between,
    "integral": _integral,
    "improper": _integral,
    "derivative": _derivative,
    "product": _big(r"\prod"),
    "call": _call,
    "tuple": _tuple,
}

assert PRINTERS.keys() == HEADS.keys()
assert FUNCTION_WORDS.keys() | FENCES.keys() | {"conj"} == FUNCTIONS.keys()
