"""`e_o` as a one-hot vector: 1 at o, 0 elsewhere. A convention, taken only where the text points to it.

It does where it says so (one-hot, standard basis), where e_o lies in {0, 1}^V, and where a label y is equal to it. Any
other vector of this name may be an error or an eigenvector: nothing is then refuted from its freedom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration.names import bare, base_letter, name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import ONE
from symproofs.terms.statement import ForAll, Hypothesis, Relation, statement_names
from symproofs.terms.term import name, num, term
from symproofs.terms.types import index

NAMED = wording(r"(?:bold_)?e_([a-z]|\d+)")
SAYS_SO = wording(
    r"one-?hot|(?:standard|canonical|unit) (?:basis|coordinate|unit)|basis vectors?|独热|标准基|单位坐标向量|单位基向量",
    re.IGNORECASE,
)
LABELS = frozenset({"y", "t"})
"""Letters of what is labelled by a one-hot vector."""
LETTERS = ("j", "l", "m", "r", "s", "w")


@record
class OneHot:
    """The context with what is taken for one-hot, notes that say so, and vectors that may be."""

    context: Context
    hypotheses: tuple[Hypothesis, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    unclear: frozenset[str] = frozenset()


def one_hot(formulas: Sequence[Written], context: Context) -> OneHot:
    """What the vectors of such names are taken for in a section."""
    known = {n for h in context.hypotheses for n in statement_names(h.statement)}
    places = dict(_pointed_at(formulas))
    hypotheses: list[Hypothesis] = []
    notes: list[Diagnostic] = []
    unclear: set[str] = set()
    for row in list(context.declarations.values()):
        if row.name in FAMILIES and row.type.member.is_vector and len(row.type.over) == 1 and row.name not in known:
            family = _standard_basis(row, context) if _says_so(formulas) else None
            if family is None:
                unclear.add(row.name)
            else:
                hypotheses.append(family)
                text = Message("{} is taken for the one-hot vector with 1 at {}", row.name, "i")
                notes.append(Diagnostic("one-hot", text, formulas[0].span if formulas else None, "note"))
            continue
        found = NAMED.fullmatch(row.name)
        if found is None or not row.type.is_vector or row.type.rows == ONE or row.name in known:
            continue
        at = context.declarations.get(found.group(1))
        free = [c for c in LETTERS if c not in context.declarations and c != found.group(1)]
        fits = at is None or at.type.index == row.type.rows or found.group(1).isdigit()
        if row.name not in places or not free or not fits:
            unclear.add(row.name)
            continue
        if at is None and not found.group(1).isdigit():
            context = context.declare(Declaration(found.group(1), index(row.type.rows), origin="inferred"))
        where = num(int(found.group(1))) if found.group(1).isdigit() else name(found.group(1))
        entry = Relation("=", term("entry", name(row.name), name(free[0])), term("delta", name(free[0]), where))
        label = rf"\text{{{row.name} is one-hot}}"
        hypotheses.append(Hypothesis(ForAll(((free[0], index(row.type.rows)),), entry), label))
        text = Message("{} is taken for the one-hot vector with 1 at {}", row.name, found.group(1))
        notes.append(Diagnostic("one-hot", text, places[row.name], "note"))
    return OneHot(context, tuple(hypotheses), tuple(notes), frozenset(unclear))


FAMILIES = frozenset({"e", "bold_e"})


def _says_so(formulas: Sequence[Written]) -> bool:
    """Whether the section speaks of a standard basis."""
    return any(SAYS_SO.search(f.before) or SAYS_SO.search(f.after) for f in formulas)


def _standard_basis(row: Declaration, context: Context) -> Hypothesis | None:
    """(e_i)_j = δ_ij, where there are as many vectors as entries."""
    size = row.type.over[0]
    free = [c for c in LETTERS if c not in context.declarations]
    if size != row.type.rows or len(free) < 2:
        return None
    first, second = free[:2]
    entry = term("entry", term("member", name(first), data=(row.name,)), name(second))
    said = ForAll(((first, index(size)), (second, index(size))), Relation("=", entry, term("delta", name(second), name(first))))
    return Hypothesis(said, rf"\text{{{row.name} are the standard basis}}")


def _pointed_at(formulas: Sequence[Written]) -> Iterator[tuple[str, Span]]:
    """Names that the text points to as one-hot, and where."""
    for formula in formulas:
        if formula.node is None:
            continue
        said = SAYS_SO.search(formula.before[-60:]) or SAYS_SO.search(formula.after[:60])
        for chain in formula.node.walk():
            if chain.kind != "Chain" or not isinstance(chain.value, tuple):
                continue
            sides = [name_of(bare(c)) for c in chain.children]
            labelled = chain.value == ("=",) or chain.value == ("=", "in")
            binary = chain.value[-1] == "in" and _is_binary(chain.children[-1])
            for side in sides:
                label = any(s is not None and base_letter(s) in LABELS for s in sides if s != side)
                if side is not None and NAMED.fullmatch(side) and (said or binary or (labelled and label)):
                    yield side, formula.span
        own = name_of(formula.node)
        if own is not None and NAMED.fullmatch(own) and said:
            yield own, formula.span


def _is_binary(node: Node) -> bool:
    """`{0, 1}^V`."""

    if node.kind != "Sup":
        return False
    base = bare(node.children[0])
    return base.kind == "Set" and [str(c.value) for c in base.children] == ["0", "1"]
