"""Slips of writing that can be named: a subscript that is no subscript (`ka`), a letter for one that looks like it (`Σ_α`).

They are said, with what is probably meant, and never put right silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.elaboration.draft import Drafter
from symproofs.read.elaboration.names import bare, script_text, written
from symproofs.read.elaboration.scope import Refused, Scope
from symproofs.read.tree import Node
from symproofs.terms.latex_names import name_latex

SIMILAR: Mapping[str, str] = {
    "alpha": "a", "beta": "b", "gamma": "y", "epsilon": "e", "iota": "i", "kappa": "k", "nu": "v", "rho": "p", "sigma": "s",
    "tau": "t", "upsilon": "u", "chi": "x", "omega": "w", "eta": "n", "mu": "u",
}  # fmt: skip
"""Greek letters, and the Latin ones that look like them."""


def lacks_subscript(d: Drafter, letter: Node, after: Node) -> bool:
    """`ka`: the letter of a family, which is no value by itself, and an index right after it."""
    first, second = written(letter), written(after)
    if first is None or second is None or first.subscripts or second.subscripts:
        return False
    family, index = d.scope.find(first.text), d.scope.find(second.text)
    return family is not None and family.role == "family" and index is not None and index.role == "index"


def refuse_run_together(d: Drafter, letter: Node, after: Node) -> None:
    """*Fails* where a family's letter and an index stand side by side."""
    if lacks_subscript(d, letter, after):
        names = [n.text for n in map(written, (letter, after)) if n is not None]
        text = Message("{} names a family and {} an index: a subscript seems to be missing", names[0], names[1])
        raise Refused("missing-subscript", text, letter.span.join(after.span))


def refuse_differential(d: Drafter, node: Node) -> None:
    """*Fails* for `dq` where d is a size and q an array: it may be d times q, or a gradient or differential of that name."""
    letter, after = map(written, node.children) if len(node.children) == 2 else (None, None)
    if letter is None or after is None or letter.text != "d" or node.children[0].span.end != node.children[1].span.start:
        return
    size, array = d.scope.find("d"), d.scope.find(after.text)
    if size is None or size.role != "size" or array is None or array.declaration is None or not d.solver.is_array(array.var):
        return
    text = Message("d{} can be read in two ways: as a product, and as one name", after.text)
    raise Refused("ambiguous", text, node.span, help="write a sign of multiplication, or another name")


def mended(d: Drafter, node: Node) -> Node:
    """The expression with every index that stands right after its family's letter as its subscript."""
    children = tuple(mended(d, c) for c in node.children)
    if node.kind != "Product":
        return node if children == node.children else replace(node, children=children)
    signs = node.value if isinstance(node.value, tuple) else ("",) * (len(children) - 1)
    factors, kept = [children[0]], []
    for sign, child in zip(signs, children[1:], strict=False):
        last = factors[-1]
        if sign == "" and lacks_subscript(d, last, child):
            factors[-1] = Node("Sub", last.span.join(child.span), (last, child))
        else:
            factors.append(child)
            kept.append(str(sign))
    return factors[0] if len(factors) == 1 else replace(node, children=tuple(factors), value=tuple(kept))


def similar_letters(nodes: Iterable[Node], scope: Scope) -> Iterator[Diagnostic]:
    """`Σ_α` where α is a number and a is an index: one is easily written for the other."""
    for root in nodes:
        for node in root.walk():
            name = written(node) if node.kind == "Sub" else None
            script = bare(name.subscripts[-1]) if name is not None and len(name.subscripts) == 1 else None
            other = SIMILAR.get(str(script.value)) if script is not None and script.kind == "Id" else None
            if name is None or script is None or other is None:
                continue
            greek, latin = scope.find(script_text(script) or ""), scope.find(other)
            if latin is not None and latin.role == "index" and greek is not None and greek.role == "value":
                text = Message("{} is a number here, and {} is an index", script.value, other)
                meant = name_latex(f"{name.base.rstrip('_')}_{other}")
                yield Diagnostic("similar-letter", text, node.span, "warning", help=Message("did you mean ${}$?", meant))
