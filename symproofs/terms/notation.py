"""Terms and statements in the notation of meanings: Python syntax, `@` between matrices, `T(A)`, `Eq(a, b)`.

With types, products of arrays print with `@` and powers and inverses as they are; a term without types prints
`*` wherever that is not sure. Printing is a function of the term alone: equal terms print alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Term
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of

SUM, PRODUCT, UNARY, POWER, ATOM = range(5)
"""How tightly a text holds together, loosest first."""

Types = Mapping[str, Type]
Text = tuple[str, int]

RELATIONS: Mapping[str, str] = {"=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge", "~": "Approx"}
SETS: Mapping[str, str] = {"natural": "NN", "integer": "ZZ", "rational": "QQ", "real": "RR", "complex": "CC"}
FUNCTIONS: Mapping[str, str] = {
    "re": "Re", "im": "Im", "abs": "Abs", "relu": "ReLU", "ceiling": "ceiling", "floor": "floor", "arcsin": "asin",
    "arccos": "acos", "arctan": "atan",
}  # fmt: skip
CONSTANTS: Mapping[str, str] = {"pi": "pi", "e": "E", "i": "i", "oo": "oo"}
CALLS: Mapping[str, str] = {
    "sqrt": "sqrt", "root": "root", "factorial": "factorial", "binomial": "binomial", "transpose": "T", "trace": "tr",
    "det": "det", "diag": "diag", "hadamard": "Hadamard", "kron": "Kron", "inner": "Inner", "norm": "Norm",
    "rowsoftmax": "softmax", "softmax": "softmax", "tuple": "Tuple",
    "expect": "Expect", "var": "Var", "cov": "Cov",
}  # fmt: skip
"""Heads that print as a function of their arguments."""


def notation(node: Term | Statement, types: Types | None = None) -> str:
    """The text of a term or statement."""
    known: Types = {} if types is None else types
    return _term(node, known)[0] if isinstance(node, Term) else statement_notation(node, known)


def statement_notation(statement: Statement, types: Types) -> str:
    match statement:
        case Relation(operator, left, right):
            return f"{RELATIONS[operator]}({_bare(left, types)},{_bare(right, types)})"
        case Property(name, subject):
            return f"{name.title().replace('_', '')}({_bare(subject, types)})"
        case Membership(subject, sort):
            return f"In({_bare(subject, types)},{SETS.get(sort, sort)})"
        case And(parts):
            return f"List({','.join(statement_notation(p, types) for p in parts)})"
        case Implies(first, second):
            return f"Implies({statement_notation(first, types)},{statement_notation(second, types)})"
        case Iff(first, second):
            return f"Iff({statement_notation(first, types)},{statement_notation(second, types)})"
        case Tends(subject, target):
            return f"Tends({_bare(subject, types)},{_bare(target, types)})"
        case InProbability(subject, target):
            return f"TendsInProbability({_bare(subject, types)},{_bare(target, types)})"
        case ForAll(names, body) | Exists(names, body):
            word = "ForAll" if isinstance(statement, ForAll) else "Exists"
            bound = ",".join(name for name, _ in names)
            inside = statement_notation(body, {**types, **dict(names)})
            return f"{word}({bound},{inside})" if len(names) == 1 else f"{word}(Tuple({bound}),{inside})"


def _bare(node: Term, types: Types) -> str:
    return _term(node, types)[0]


def _at(node: Term, types: Types, level: int) -> str:
    text, own = _term(node, types)
    return text if own >= level else f"({text})"


def _term(node: Term, types: Types) -> Text:
    name = CALLS.get(node.head)
    if name is not None:
        return f"{name}({','.join(_bare(a, types) for a in node.args)})", ATOM
    return PRINTERS[node.head](node, types)


def _is_array(node: Term, types: Types) -> bool:
    try:
        return not type_of(node, types).is_scalar
    except Mistyped:
        return False


def _num(node: Term, types: Types) -> Text:
    value = node.data[0]
    assert isinstance(value, Fraction)
    return str(value), ATOM if value >= 0 and value.denominator == 1 else PRODUCT if value >= 0 else SUM


def _size(node: Term, types: Types) -> Text:
    return _size_text(node.data[0])


def _size_text(size: object) -> Text:
    assert isinstance(size, Size)
    parts: list[str] = []
    for name, c in size.parts:
        factor = "" if abs(c.numerator) == 1 else f"{abs(c.numerator)}*"
        text = f"{factor}{name}" + (f"/{c.denominator}" if c.denominator != 1 else "")
        parts.append(("-" if c < 0 else "+" if parts else "") + text)
    if size.constant or not parts:
        parts.append(("+" if parts and size.constant > 0 else "") + str(size.constant))
    return "".join(parts), ATOM if size.name is not None or size.literal is not None else SUM


def _first(node: Term, types: Types, level: int) -> str:
    """The first of several: brackets show that it is a sum in a sum, a product in a product."""
    text = _at(node.args[0], types, level)
    return f"({text})" if node.args[0].head == node.head else text


def _add(node: Term, types: Types) -> Text:
    text = _first(node, types, SUM)
    for part in node.args[1:]:
        if part.head == "neg":
            text += f"-{_at(part.args[0], types, PRODUCT)}"
        else:
            text += f"+{_at(part, types, PRODUCT)}"
    return text, SUM


def _neg(node: Term, types: Types) -> Text:
    return f"-{_at(node.args[0], types, PRODUCT)}", SUM


def _mul(node: Term, types: Types) -> Text:
    text = _first(node, types, PRODUCT)
    array = _is_array(node.args[0], types)
    for factor in node.args[1:]:
        own = _is_array(factor, types)
        text += f"{'@' if array and own else '*'}{_at(factor, types, UNARY)}"
        array = array or own
    return text, PRODUCT


def _div(node: Term, types: Types) -> Text:
    return f"{_at(node.args[0], types, PRODUCT)}/{_at(node.args[1], types, UNARY)}", PRODUCT


def _pow(node: Term, types: Types) -> Text:
    return f"{_at(node.args[0], types, ATOM)}**{_at(node.args[1], types, ATOM)}", POWER


def _inverse(node: Term, types: Types) -> Text:
    return f"{_at(node.args[0], types, ATOM)}**-1", POWER


def _array(name: str) -> Callable[[Term, Types], Text]:
    def text(node: Term, types: Types) -> Text:
        sizes = [_size_text(d)[0] for d in node.data]
        return f"{name}({','.join(sizes)})", ATOM

    return text


def _matrix(node: Term, types: Types) -> Text:
    rows, cols = (int(str(d)) for d in node.data)
    cells = [_bare(a, types) for a in node.args]
    lines = (",".join(cells[r * cols : (r + 1) * cols]) for r in range(rows))
    return f"Matrix([{','.join(f'[{line}]' for line in lines)}])", ATOM


def _called(node: Term, types: Types) -> Text:
    name = "Inner" if node.data[0] == "inner" else str(node.data[0])
    return f"{name}({','.join(_bare(a, types) for a in node.args)})", ATOM


def _indexed(node: Term, types: Types) -> Text:
    """`x_i` for an entry or member with plain indices, `Index(…)` for others."""
    head = node.args[0] if node.head == "entry" else None
    base = str(node.data[0]) if head is None else str(head.data[0]) if head.head == "name" else None
    indices = node.args if head is None else node.args[1:]
    plain = [str(i.data[0]) for i in indices if i.head in ("name", "num")]
    if base is not None and len(plain) == len(indices) and all(len(p) == 1 for p in plain):
        return f"{base.rstrip('_')}_{''.join(plain)}", ATOM
    inside = [base if base is not None else _bare(node.args[0], types), *(_bare(i, types) for i in indices)]
    return f"Index({','.join(inside)})", ATOM


def _delta(node: Term, types: Types) -> Text:
    first, second = (_bare(a, types) for a in node.args)
    return f"Index(bold_1,Eq({first},{second}))", ATOM


def _function(node: Term, types: Types) -> Text:
    name = str(node.data[0])
    return f"{FUNCTIONS.get(name, name)}({_bare(node.args[0], types)})", ATOM


def _range_binder(node: Term, types: Types) -> Text:
    bound, size = str(node.data[0]), node.data[1]
    assert isinstance(size, Size)
    inside = {**types, bound: Type("natural", index=size)}
    body, kind = _bare(node.args[0], inside), "Sum" if node.head == "sum" else "Product"
    if len(node.args) == 1:
        return f"{kind}({body},{bound},1,{_size_text(size)[0]})", ATOM
    left_out = [f"Ne({bound},{_bare(a, types)})" for a in node.args[1:]]
    condition = left_out[0] if len(left_out) == 1 else f"List({','.join(left_out)})"
    return f"{kind}Over({body},{bound},{condition})", ATOM


def _sum_between(node: Term, types: Types) -> Text:
    bound = str(node.data[0])
    body = _bare(node.args[0], {**types, bound: Type("integer")})
    return f"Sum({body},{bound},{_bare(node.args[1], types)},{_bare(node.args[2], types)})", ATOM


def _integral(node: Term, types: Types) -> Text:
    bound = str(node.data[0])
    body = _bare(node.args[0], {**types, bound: Type("real")})
    return f"Integral({body},{bound},{_bare(node.args[1], types)},{_bare(node.args[2], types)})", ATOM


def _improper(node: Term, types: Types) -> Text:
    bound, way = map(str, node.data)
    body = _bare(node.args[0], {**types, bound: Type("real")})
    finite = [_bare(a, types) for a in node.args[1:]]
    low, high = {"up": (*finite, "oo"), "down": ("-oo", *finite), "both": ("-oo", "oo")}[way]
    return f"Integral({body},{bound},{low},{high})", ATOM


def _derivative(node: Term, types: Types) -> Text:
    body, point, *places = node.args
    family = places and point.head == "name" and types.get(str(point.data[0]), Type()).over
    by = Term("member", tuple(places), point.data) if family else Term("entry", (point, *places)) if places else point
    return f"Derivative({_bare(body, types)},{_bare(by, types)})", ATOM


PRINTERS: Mapping[str, Callable[[Term, Types], Text]] = {
    "num": _num,
    "name": lambda node, types: (str(node.data[0]), ATOM),
    "const": lambda node, types: (CONSTANTS[str(node.data[0])], ATOM),
    "size": _size,
    "identity": lambda node, types: ("I_mat", ATOM),
    "zeros": lambda node, types: ("0", ATOM),
    "ones": lambda node, types: ("bold_1", ATOM),
    "dots": lambda node, types: ("dots", ATOM),
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "inverse": _inverse,
    "fun": _function,
    "rows": lambda node, types: _rows(node, types),
    "matrix": _matrix,
    "entry": _indexed,
    "delta": _delta,
    "member": _indexed,
    "sum": _range_binder,
    "product": _range_binder,
    "sum_between": _sum_between,
    "integral": _integral,
    "improper": _improper,
    "derivative": _derivative,
    "call": _called,
}
"""How each head prints that is no plain function of its arguments."""


def _rows(node: Term, types: Types) -> Text:
    """A row added to every row prints as it is written: as the row."""
    inside = node.args[0]
    return _term(inside.args[0] if inside.head == "transpose" else inside, types)
