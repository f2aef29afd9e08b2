"""Relations, implications, quantifiers, sets and cases, in the notation of `read_as`."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.notation.reader import ATOM, Reader, Text, Unreadable
from symproofs.read.tree import Node

RELATIONS: Mapping[str, str] = {
    "=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge", "~": "Approx", "in": "In", "notin": "NotIn",
    "===": "Congruent", "def": "Def", "subset": "Subset", "dist": "Dist", "prop": "Propto", "to": "To", "mapsto": "To",
    "to_p": "TendsInProbability", "to_as": "TendsAlmostSurely", "to_d": "TendsInDistribution", "to_l2": "TendsInMean",
    "=d": "EqualInDistribution",
    "<<": "MuchLess",
    ">>": "MuchGreater", "perp": "Perp", "divides": "Divides", "iso": "Iso", "succ": "Succ", "prec": "Prec", "ni": "Contains",
    "supset": "Superset", "gets": "Gets", ":": "Maps",
}  # fmt: skip


COMBINATIONS: Mapping[str, str] = {"∪": "Union", "∩": "Intersection", "∖": "Difference", "⊕": "DirectSum", "∧": "And", "∨": "Or"}


OTHERWISE = frozenset({"otherwise", "else", "其他", "其它", "否则", "其余"})


def read_chain(r: Reader, node: Node) -> Text:
    """One relation is `Eq(a,b)` and the like; several are a `Chain`; a list as a side is one for each item."""
    signs = [str(s) for s in node.value] if isinstance(node.value, tuple) else []
    children = node.children
    if len(signs) == 1 and signs[0] not in ("=", "def") and any(c.kind == "List" for c in children):
        lefts = children[0].children if children[0].kind == "List" else children[:1]
        rights = children[1].children if children[1].kind == "List" else children[1:]
        return f"List({','.join(_relation(r, signs[0], a, b) for a in lefts for b in rights)})", ATOM
    if children[0].kind == "Empty":
        pieces = ",".join(f'"{s}",{r.text(c)}' for s, c in zip(signs, children[1:], strict=False))
        return f"Chain({pieces})", ATOM
    if len(signs) == 1:
        return _relation(r, signs[0], *children), ATOM
    pieces = r.text(children[0])
    for sign, child in zip(signs, children[1:], strict=False):
        pieces += f',"{sign}",{r.text(child)}'
    return f"Chain({pieces})", ATOM


def _relation(r: Reader, sign: str, left: Node, right: Node) -> str:
    name = RELATIONS.get(sign)
    if name is None:
        raise Unreadable(sign)
    return f"{name}({r.text(left)},{r.text(right)})"


def read_modulo(r: Reader, node: Node) -> Text:
    statement, modulus = node.children
    if statement.kind == "Chain" and len(statement.children) == 2:
        return r.call("Congruent", *statement.children, modulus)
    return r.call("Mod", statement, modulus)


def read_implies(r: Reader, node: Node) -> Text:
    children = [_joint(c) for c in node.children if c.kind != "Empty"]
    if not children:
        raise Unreadable(node.kind)
    if node.value == "<=":
        children.reverse()
    text = r.text(children[-1])
    for child in reversed(children[:-1]):
        text = f"Implies({r.text(child)},{text})"
    return text, ATOM


def _joint(node: Node) -> Node:
    """Beside an arrow a statement and what is added to it after a comma hold together."""
    return Node("List", node.span, node.children) if node.kind == "Cond" and not node.value else node


def read_forall(r: Reader, node: Node) -> Text:
    children = [c for c in node.children if c.kind != "Empty"]
    return r.call("ForAll" if node.kind == "Forall" else "Exists", *children)


def read_labelled(r: Reader, node: Node) -> Text:
    return r.read(node.children[0])


def read_label(r: Reader, node: Node) -> Text:
    text = str(node.value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'Label("{text}")', ATOM


def read_set(r: Reader, node: Node) -> Text:
    return r.call("SuchThat" if node.value == "such that" else "Set", *node.children)


def read_interval(r: Reader, node: Node) -> Text:
    brackets = str(node.value if not isinstance(node.value, tuple) else "".join(map(str, node.value)))
    name = {"[)": "IntervalRight", "(]": "IntervalLeft"}.get(brackets, "Interval")
    return r.call(name, *node.children)


def read_combine(r: Reader, node: Node) -> Text:
    text = r.text(node.children[0])
    for sign, child in zip(node.value or (), node.children[1:], strict=False):  # type: ignore[arg-type]
        text = f"{COMBINATIONS.get(str(sign), 'Combine')}({text},{r.text(child)})"
    return text, ATOM


def read_cases(r: Reader, node: Node) -> Text:
    return r.call("Piecewise", *node.children)


def read_branch(r: Reader, node: Node) -> Text:
    value, condition = node.children
    rest = condition.kind in ("Word", "Text") and str(condition.value).lower().strip() in OTHERWISE
    return f"Tuple({r.text(value)},{'True' if rest else r.text(condition)})", ATOM
