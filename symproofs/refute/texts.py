"""Values as text for a reader: exact numbers exactly, others to at most six digits, only such as are certain.

An enclosure that holds 0 is no digits at all: it is left out where the other part of a complex number is what counts,
else it reads `≈ 0`.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, fmpq

from symproofs.messages import Message
from symproofs.refute.arrays import Array, Tensor, entries, same_shape, shape
from symproofs.refute.numbers import (
    ZERO,
    Gauss,
    PiMultiple,
    Scalar,
    ball,
    equal,
    imaginary_part,
    is_exact,
    real_part,
)
from symproofs.refute.values import Family, Function, RandomVariable, RowFunction, Value
from symproofs.terms.term import Term

DIGITS = 6
MOST_OUTCOMES = 8
"""A random variable with more values is not written out."""


def number_text(x: Scalar, digits: int = DIGITS) -> str:
    """`3`, `-1/2`, `2 + i`, `2 pi`, `0.731059`."""
    kind = type(x)
    if kind is fmpq:
        return _long(str(x))
    if kind is Gauss:
        return _complex_text(_long(str(x.re)), _long(str(abs(x.im))), x.re == 0, x.im < 0)
    if kind is PiMultiple:
        if type(x.by) is Gauss and x.by.re == 0:
            return f"{number_text(x.by)} pi"
        inner = number_text(x.by)
        plain = "pi" if inner == "1" else "-pi" if inner == "-1" else f"{inner} pi"
        return plain if type(x.by) is fmpq else f"({inner}) pi"
    if kind is acb:
        re, im = x.real, x.imag
        if im.is_zero() or (im.contains(0) and not re.contains(0)):
            return _ball_text(re, digits)
        no_real = re.contains(0) and (re.is_zero() or not im.contains(0))
        return _complex_text(_ball_text(re, digits), _ball_text(abs(im), digits), no_real, bool(im < 0))
    return _ball_text(x, digits)


def _ball_text(x: Scalar, digits: int) -> str:
    """Decimal digits, as many as asked and as are certain."""
    if not x.is_finite():
        return "not enclosed"
    if x.contains(0) and not x.is_zero():
        return "≈ 0"
    text = str(x.str(digits, radius=False))
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".") if x.is_exact() else text
    return text


def _complex_text(re: str, im: str, no_real: bool, negative: bool) -> str:
    part = "i" if im == "1" else f"{im}i" if not set("/ ") & set(im) else f"({im})i"
    if no_real:
        return f"-{part}" if negative else part
    return f"{re} {'-' if negative else '+'} {part}"


def _long(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:20]}…{text[-6:]} ({len(text)} characters)"


def tensor_text(x: Tensor, digits: int = DIGITS) -> str:
    """`3`, `[1, 2]` for a column, `[[1, 2]]` for a row, `[[0, 1], [1, 0]]`."""
    if not isinstance(x, Array):
        return number_text(x, digits)
    if x.cols == 1:
        return "[" + ", ".join(number_text(v, digits) for v in x.entries) + "]"
    return "[" + ", ".join("[" + ", ".join(number_text(v, digits) for v in x.row(i)) + "]" for i in range(x.rows)) + "]"


def texts_apart(left: Tensor, right: Tensor) -> tuple[str, str]:
    """Both values with as many digits as it takes to see that they differ; parts that are not seen to differ from 0 are 0."""
    if shape(left) == shape(right):
        pairs = [_without_noise(a, b) for a, b in zip(entries(left), entries(right), strict=True)]
        left, right = same_shape(left, (a for a, _ in pairs)), same_shape(right, (b for _, b in pairs))
    for digits in (DIGITS, 12, 24, 48):
        texts = tensor_text(left, digits), tensor_text(right, digits)
        if texts[0] != texts[1]:
            return texts
    return texts


def _without_noise(x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    """Two numbers, a real or imaginary part that may be 0 on a side replaced by 0 where the other side's may be the same."""
    if is_exact(x) and is_exact(y):
        return x, y
    parts = [_parts_without_noise(part(x), part(y)) for part in (real_part, imaginary_part)]
    return _joined(x, parts[0][0], parts[1][0]), _joined(y, parts[0][1], parts[1][1])


def _parts_without_noise(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
    if equal(a, b) is False:
        return a, b
    return (ZERO if _may_be_zero(a) else a), (ZERO if _may_be_zero(b) else b)


def _may_be_zero(x: Scalar) -> bool:
    return bool(not is_exact(x) and x.is_finite() and x.contains(0))


def _joined(x: Scalar, re: Scalar, im: Scalar) -> Scalar:
    """The number with these parts; itself where it is exact."""
    if is_exact(x):
        return x
    if is_exact(im) and im == 0:
        return re
    return acb(ball(re), ball(im))


def value_text(value: Value) -> str:
    """Numbers and arrays, a family `([1, 0], [0, 1])`, a function `x ↦ x^2 + 1`, a law `random: -1 (1/2) | 1 (1/2)`."""
    if isinstance(value, Family):
        return "(" + ", ".join(tensor_text(v) for _, v in sorted(value.members.items())) + ")"
    if isinstance(value, Function):
        return f"{', '.join(value.parameters)} ↦ {_body_text(value.body)}"
    if isinstance(value, RandomVariable):
        texts = [value_text(v) for v in value.outcomes]
        weights = {t: Fraction(texts.count(t), len(texts)) for t in texts}
        shown = " | ".join(f"{t} ({p})" for t, p in weights.items())
        return Message("random: {}", shown) if len(weights) <= MOST_OUTCOMES else Message("random, {} values", len(weights))
    return "given by rows" if isinstance(value, RowFunction) else tensor_text(value)


def _body_text(node: Term) -> str:
    """The bodies of drawn functions, which are simple."""
    match node:
        case Term(head="num"):
            return str(node.data[0])
        case Term(head="name"):
            return str(node.data[0])
        case Term(head="add"):
            return " + ".join(map(_body_text, node.args))
        case Term(head="mul"):
            return " ".join(map(_body_text, node.args))
        case Term(head="pow"):
            return f"{_body_text(node.args[0])}^{_body_text(node.args[1])}"
        case Term(head="norm"):
            return f"‖{_body_text(node.args[0])}‖"
        case Term(head="ones" | "zeros"):
            return f"{node.head} of {node.data[0]}×{node.data[1]}"
    return repr(node)
