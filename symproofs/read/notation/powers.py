"""Superscripts in the notation of `read_as`: powers, transposes, conjugates, members of a family, powers of a set."""

from __future__ import annotations

from symproofs.read.array_letters import NUMBER
from symproofs.read.elaboration.conventions import COMPLEX_LETTERS
from symproofs.read.elaboration.evidence import is_minus_one, is_transpose
from symproofs.read.elaboration.names import (
    MARKS,
    Written,
    bare,
    base_letter,
    between,
    inner,
    is_capital,
    is_label,
    is_policy,
    written,
)
from symproofs.read.notation.names import read_name
from symproofs.read.notation.reader import ATOM, POWER, Reader, Text, Unreadable
from symproofs.read.tree import Node


def read_sup(r: Reader, node: Node) -> Text:
    evaluated = between(node)
    if evaluated is not None:
        return r.read(evaluated)
    family = _family(r, node)
    if family is not None:
        return family
    base, exponent = node.children
    name, mark = written(base), bare(exponent)
    if is_transpose(exponent) and not (mark.kind == "Id" and r.sort("T") is not None and not r.arrays.any()):
        return r.call("T", base)
    if mark.kind == "Mark":
        if str(mark.value) in ("*", "∗", "\\ast", "ast") and (name is None or _may_be_complex(r, name)):
            return r.call("conj", base)
        return read_name(r, node) if name is not None else r.call(MARKS.get(str(mark.value), "mark"), base)
    if name is not None and name.text == "e" and r.sort("e") is None:
        return f"E**{r.text(exponent, ATOM)}", POWER
    if name is not None and is_label(exponent):
        return f"Index({r.text(base)},{r.text(exponent)})", ATOM
    if is_policy(node):
        return read_name(r, node)
    if mark.kind == "Group" and any(c.kind == "Mark" for c in mark.children):
        return _entrywise_power(r, base, mark)
    if _is_adjoint(r, base, exponent):
        return f"T(conj({r.text(base)}))", ATOM
    if mark.kind == "Neg" and bare(mark.children[0]).kind == "Transpose":
        return f"T({r.text(base, ATOM)}**-1)", ATOM
    space = _space(r, base, exponent)
    if space is not None:
        return space
    if is_minus_one(exponent):
        return f"{r.text(base, ATOM)}**-1", POWER
    return f"{r.text(base, ATOM)}**{r.text(exponent, ATOM)}", POWER


def _family(r: Reader, node: Node) -> Text | None:
    """`\\{x_i\\}_{i=1}^n`: a family, in order."""
    below, upper = node.children
    if below.kind != "Sub" or below.children[0].kind not in ("Set", "Group"):
        return None
    braces, lower = below.children[0], bare(below.children[1])
    if (braces.kind == "Group" and braces.value == "[") or lower.kind != "Chain" or lower.value != ("=",):
        return None
    items = ",".join(r.text(c) for c in braces.children)
    inside = items if len(braces.children) == 1 else f"Tuple({items})"
    return f"Family({inside},{r.text(lower.children[0])},{r.text(lower.children[1])},{r.text(upper)})", ATOM


def _may_be_complex(r: Reader, name: Written) -> bool:
    """A letter whose star is a conjugate: declared complex, usually so, or among complex numbers. Else the star is a mark."""
    return r.sort(name.text) == "complex" or base_letter(name.base) in COMPLEX_LETTERS or r.evidence.complex


def _entrywise_power(r: Reader, base: Node, mark: Node) -> Text:
    """`x^{\\odot 2}` is x ⊙ x; other powers entry by entry have no word."""
    signs, rest = mark.children[0], mark.children[1:]
    if signs.value not in ("⊙", "∘") or len(rest) != 1 or rest[0].value != "2":
        raise Unreadable("a power entry by entry")
    return r.call("Hadamard", base, base)


def _is_adjoint(r: Reader, base: Node, exponent: Node) -> bool:
    """`A^H` on a capital or a transposed letter, where H is nothing else."""
    exponent = bare(exponent)
    while exponent.kind == "Font" and exponent.children:
        exponent = bare(exponent.children[0])
    if exponent.kind != "Id" or exponent.value != "H" or r.evidence.beside.get("H") or r.sort("H") is not None:
        return False
    name = written(base)
    return r.arrays.of(base) != NUMBER or (name is not None and is_capital(name.base))


def _space(r: Reader, base: Node, exponent: Node) -> Text | None:
    """`ℝ^{m×n}` is a space of matrices."""
    inside = inner(exponent)
    is_set = bare(base).kind == "Set" or (bare(base).kind == "Font" and bare(base).value == "bb")
    if not is_set or inside.kind != "Product" or "×" not in (inside.value or ()):  # type: ignore[operator]
        return None
    return f"MatSpace({r.text(base)},{','.join(r.text(c) for c in inside.children)})", ATOM
