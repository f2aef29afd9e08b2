"""Facts that prose states of the symbols beside it: "P is a permutation matrix", "正交矩阵 $Q$".

A noun belongs to the symbols before it if a copula joins them (`X, Y are …`, `$P$ 是…`), or, with
nothing between, to the symbols after it (`the complex numbers $z, w$`). A noun that only qualifies
another word (`the angle of the real numbers a, b`) is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END, COPULA, JOINS, NOUNS, Noun
from symproofs.read.tree import Node
from symproofs.terms.context import Context, Declaration, Origin
from symproofs.terms.types import SORTS, scalar

Facts = Mapping[str, frozenset[str]]


def facts_of(formulas: Sequence[Written]) -> Facts:
    """What the prose around these formulas says of names: `name → {'permutation', 'sort:complex', …}`."""
    found: dict[str, set[str]] = {}
    for k, formula in enumerate(formulas):
        for noun in _nouns_after(formula.after):
            for name in _group_before(formulas, k, _speaks_of_all(noun, formula.after)):
                found.setdefault(name, set()).add(_fact(noun))
        for noun in _nouns_before(formula.before):
            for name in _subjects(formula.node):
                found.setdefault(name, set()).add(_fact(noun))
    return {name: frozenset(facts) for name, facts in found.items()}


def declared_by_facts(context: Context, facts: Facts, origin: Origin) -> Context:
    """The context with names declared of which prose gives the sort: `x, y 是实数` with no formula about them yet."""
    rows = []
    for name, said in facts.items():
        sort = next((s for s in SORTS if f"sort:{s}" in said), None)
        old = context.declarations.get(name)
        if sort is not None and (old is None or old.origin in ("inferred", "assumed")):
            kind = old.type if old is not None and old.type.sort == sort else scalar(sort)
            rows.append(Declaration(name, kind, frozenset(f for f in said if ":" not in f), origin))
    return context.declare(*rows)


def _fact(noun: Noun) -> str:
    return noun.fact if noun.kind == "property" else f"{noun.kind}:{noun.fact}"


def _nouns_after(text: str) -> list[Noun]:
    """Nouns that the text right after a formula says of it: `is a permutation matrix`, `加到每一行`."""
    end = CLAUSE_END.search(text)
    clause = text[: end.start()] if end else text
    copula = COPULA.match(clause)
    found = []
    for noun in NOUNS:
        match = noun.pattern.search(clause)
        if match is None:
            continue
        apposed = not clause[: match.start()].strip()
        joined = copula is not None and copula.end() <= match.start()
        if apposed or (copula is not None and joined and _adjectives(clause[copula.end() : match.start()])):
            found.append(noun)
    return found


def _adjectives(text: str) -> bool:
    """What may stand between a copula and a noun: adjectives and joins, no other symbol or clause."""
    return len(text) <= 24 and not any(c in text for c in "$的") and " of " not in f" {text} "


def _nouns_before(text: str) -> list[Noun]:
    """Nouns that stand right before a formula: `real numbers $x$`, `置换矩阵 $P$`."""
    found = []
    for noun in NOUNS:
        for match in noun.pattern.finditer(text):
            if not text[match.end() :].strip() and noun.fact not in ("row_bias", "size"):
                found.append(noun)
    return found


_PLURAL = re.compile(r"^\s*(?:are|both|all|都|均|各|分别)", re.IGNORECASE)


def _speaks_of_all(noun: Noun, text: str) -> bool:
    """Whether the predicate is said of every member of a list of declarations, not only of the last."""
    return noun.fact == "row_bias" or _PLURAL.match(text) is not None


def _group_before(formulas: Sequence[Written], k: int, of_all: bool) -> list[str]:
    """The names of formula `k` and of those that it only continues as a list (`of_all`: of declarations, too)."""
    names = list(_subjects(formulas[k].node))
    while k > 0 and _joined(formulas[k - 1], formulas[k], of_all):
        k -= 1
        names[:0] = _subjects(formulas[k].node)
    return names


def _joined(first: Written, second: Written, of_all: bool) -> bool:
    """Two formulas are members of one list of symbols: `$x$, $y$ and`, `$x$、$y$`."""
    fits = (lambda node: bool(_subjects(node))) if of_all else _listed
    listed = fits(first.node) and fits(second.node) and first.block == second.block
    return bool(listed and second.before and JOINS.match(second.before))


def _listed(node: Node | None) -> bool:
    """A bare name or a list of names: what a list in prose is made of. A membership begins a statement of its own."""
    return node is not None and (name_of(node) is not None or (node.kind == "List" and all(map(_listed, node.children))))


def _subjects(node: Node | None) -> list[str]:
    """The names that a formula is about: a name, a list of names, the left side of a membership."""
    if node is None:
        return []
    own = name_of(node)
    if own is not None:
        return [own]
    if node.kind == "List":
        return [n for child in node.children for n in _subjects(child)]
    if node.kind == "Chain" and node.value and isinstance(node.value, tuple) and node.value[0] in ("in", ">", ">=", "!="):
        return _subjects(node.children[0])
    if node.kind == "Group" and node.value == "{":
        return [n for child in node.children for n in _subjects(child)]
    return []
