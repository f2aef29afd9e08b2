"""Polar forms: `write $z = r e^{iθ}$ in polar form` says that r is a modulus, so r ≥ 0.

The letters r and ρ beside e^{iθ} usually are one where nothing else is said of them: the bound is listed as what is assumed.

*Fails when* the formula is no equation of that form: then nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare, name_of, written
from symproofs.read.layout import Written
from symproofs.read.phrases import JOINS, SENTENCE_END
from symproofs.read.tree import Node
from symproofs.read.wording import wording

POLAR = wording(
    r"\b(?:polar (?:form|coordinates|representation)|trigonometric form)\b|极坐标|极形式|三角形式|指数形式", re.IGNORECASE
)


def with_polar_forms(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, numbers in polar form with moduli that are not negative."""
    found = list(formulas)
    for k, formula in enumerate(formulas):
        modulus = _modulus(formula.node)
        if modulus is None or formula.aside or formula.cue not in (None, "assume", "define", "cite"):
            continue
        usual = formula.cue in ("assume", "define") and _is_usual(modulus) and not _spoken_of(formulas, k, modulus)
        if usual or POLAR.search(formula.lead) or POLAR.search(_words_after(formulas, k)):
            assert formula.node is not None
            at = modulus.span
            bound = Node("Chain", at, (modulus, Node("Num", at, (), "0")), (">=",), (at,))
            both = Node("List", formula.node.span, (formula.node, bound))
            found[k] = replace(formula, node=both, cue=formula.cue if formula.cue in ("assume", "define") else "assume")
    return tuple(found)


USUAL = frozenset({"r", "rho"})


def _is_usual(modulus: Node) -> bool:
    name = written(modulus)
    return name is not None and name.base in USUAL


def _spoken_of(formulas: Sequence[Written], k: int, modulus: Node) -> bool:
    """Whether anything else than this formula relates the letter to something before it is used."""
    label = name_of(modulus)
    others = (f.node for j, f in enumerate(formulas) if j != k and f.node is not None and f.cue not in (None, "conclude"))
    return any(name_of(p) == label for node in others for p in node.walk())


def _words_after(formulas: Sequence[Written], k: int) -> str:
    """The words behind a list of formulas in their sentence."""
    last = k
    while last + 1 < len(formulas) and not formulas[last + 1].starts_sentence and JOINS.match(formulas[last + 1].before):
        last += 1
    return SENTENCE_END.split(formulas[last].after)[0]


def _modulus(node: Node | None) -> Node | None:
    """r of `z = r e^{iθ}`, `z = r (cos θ + i sin θ)`."""
    if node is None or node.kind != "Chain" or node.value != ("=",) or name_of(node.children[0]) is None:
        return None
    product = node.children[1]
    if product.kind != "Product" or len(product.children) != 2 or name_of(product.children[0]) is None:
        return None
    turn = product.children[1]
    base = bare(turn.children[0]) if turn.kind == "Sup" else None
    exponential = base is not None and name_of(base) in ("e", "E") and _holds_i(turn.children[1])
    words = {str(p.value) for p in turn.walk() if p.kind == "Word"}
    trigonometric = turn.kind == "Group" and {"cos", "sin"} <= words and _holds_i(turn)
    return product.children[0] if exponential or trigonometric else None


def _holds_i(node: Node) -> bool:
    return any(p.kind == "Id" and p.value == "i" for p in node.walk())
