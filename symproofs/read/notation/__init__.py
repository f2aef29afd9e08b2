"""The meaning of a raw tree in the notation of `read_as`: Python syntax, `Eq(a,b)`, `T(A)@x`, `Sum(f,i,1,n)`.

Works from one formula and the sorts declared for its names, without sizes; a section is read with types by
`elaboration`. One function and one row of `READERS` for each kind of node; a construct without a row gives
`None`. Nothing raises for what a tree contains.
"""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.array_letters import MATRIX
from symproofs.read.elaboration.conventions import MAX_DEPTH
from symproofs.read.elaboration.names import written
from symproofs.read.names_above import with_projections
from symproofs.read.notation.analysis import (
    read_big,
    read_derivative,
    read_differential,
    read_eval_at,
    read_extremum,
    read_gradient,
    read_integral,
    read_limit,
)
from symproofs.read.notation.arithmetic import read_add, read_frac, read_group, read_matrix, read_neg, read_sqrt
from symproofs.read.notation.names import read_accent, read_font, read_mark, read_name, read_num, read_prime, read_sub
from symproofs.read.notation.powers import read_sup
from symproofs.read.notation.products import read_function, read_product
from symproofs.read.notation.reader import ATOM, PRODUCT, UNARY, Maker, Reader, Unreadable
from symproofs.read.notation.statements import (
    read_branch,
    read_cases,
    read_chain,
    read_combine,
    read_forall,
    read_implies,
    read_interval,
    read_label,
    read_labelled,
    read_modulo,
    read_set,
)
from symproofs.read.tree import Node


def _word(name: str) -> Maker:
    return lambda r, node: (name, ATOM)


def _named_call(name: str) -> Maker:
    return lambda r, node: r.call(name, *node.children)


READERS: Mapping[str, Maker] = {
    "Num": read_num,
    "Id": read_name,
    "Word": read_name,
    "Infinity": _word("oo"),
    "Dots": _word("dots"),
    "Colon": _word("colon"),
    "Mark": read_mark,
    "Transpose": _word("top"),
    "Group": read_group,
    "Interval": read_interval,
    "Set": read_set,
    "Sub": lambda r, node: read_sub(r, node) if written(node) is None or node.children[0].kind == "Prime" else read_name(r, node),
    "Sup": read_sup,
    "Prime": read_prime,
    "Accent": read_accent,
    "Font": read_font,
    "Add": read_add,
    "Product": read_product,
    "Neg": read_neg,
    "Frac": read_frac,
    "Binom": _named_call("binomial"),
    "Sqrt": read_sqrt,
    "Factorial": _named_call("factorial"),
    "Abs": lambda r, node: r.call("det" if r.arrays.of(node.children[0]) == MATRIX else "Abs", *node.children),
    "Norm": _named_call("Norm"),
    "Floor": _named_call("floor"),
    "Ceil": _named_call("ceiling"),
    "Inner": _named_call("Inner"),
    "Function": read_function,
    "Big": read_big,
    "Integral": read_integral,
    "Limit": read_limit,
    "Extremum": read_extremum,
    "Derivative": read_derivative,
    "Gradient": read_gradient,
    "Differential": read_differential,
    "EvalAt": read_eval_at,
    "Conditional": _named_call("Given"),
    "Matrix": read_matrix,
    "Cases": read_cases,
    "Branch": read_branch,
    "Brace": lambda r, node: r.read(node.children[0]),
    "Chain": read_chain,
    "Implies": read_implies,
    "Iff": _named_call("Iff"),
    "Forall": read_forall,
    "Exists": read_forall,
    "Not": _named_call("Not"),
    "Has": lambda r, node: (f"Has({r.text(node.children[0])},{str(node.value).replace(':', '_')})", ATOM),
    "List": _named_call("List"),
    "Cond": _named_call("Cond"),
    "Text": read_label,
    "Labelled": read_labelled,
    "Modulo": read_modulo,
    "Combine": read_combine,
    "Percent": lambda r, node: (f"{r.text(node.children[0], UNARY)}/100", PRODUCT),
}
"""How each kind of node reads."""


def read_as(node: Node, declare: Mapping[str, str] | None = None) -> str | None:
    """The meaning of a formula, or `None` where the notation has no word for something in it.

    `declare` gives sorts by name: scalar, real, integer, complex, vector, matrix, function, differential, index.
    """
    if not _shallow(node):
        return None
    try:
        node = with_projections(node, declare or {})
        return Reader(node, declare or {}, READERS).text(node)
    except Unreadable:
        return None


def _shallow(node: Node) -> bool:
    level, depth = [node], 0
    while level and depth <= MAX_DEPTH:
        level, depth = [c for n in level for c in n.children], depth + 1
    return not level


__all__ = ["READERS", "read_as"]
