"""Otherwise: what is said where the condition of the statement before it does not hold.

`If $x > 0$, then $|x| = x$; otherwise $|x| = -x$`, `$|x| = -x$ otherwise`, 否则, `&& \\text{otherwise}`: one comparison of real
numbers has an opposite, which is the condition then. Of several nothing is made: the words keep their doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.opposites import opposite_of
from symproofs.read.phrases import SENTENCE_END, CueRole, is_contradicted
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_BEFORE = wording(
    r"\b(?:otherwise|or else|else|if not)\s*[,，]?\s*(?:we (?:have|get)|then)?\s*$|"
    r"(?:否则|不然|若不成立|若否)\s*[,，]?\s*(?:则|有)?\s*$",
    re.IGNORECASE,
)
_IF_NOT = wording(r"\bif not\s*,|(?:若|如若)(?:不然|不成立|否)", re.IGNORECASE)
"""May begin a proof by contradiction (`phrase_cue`), or say what holds where a condition does not."""
_ALL_THE_SAME = wording(
    r"\b(?:still|also|too|nevertheless|nonetheless|all the same|anyway|again|as well|remains?|stays?)\b|"
    r"仍|也|依然|同样|照样|还是",
    re.IGNORECASE,
)
_AFTER = wording(r"^\s*[,，]?\s*(?:otherwise|else)\b|^\s*[,，]?\s*(?:否则|在其[他它余]情[形况]下?)", re.IGNORECASE)
_IN_FORMULA = frozenset({"otherwise", "else", "否则", "其他", "其它", "其余"})


def with_otherwise(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, what is said otherwise under the opposite of the condition before."""
    found = list(formulas)
    for k, formula in enumerate(found):
        if formula.node is None:
            continue
        if formula.node.kind == "List":
            found[k] = formula = _with_branches(formula)
        if formula.cue == "contradiction" and _is_claim_if_not(found, k):
            found[k] = formula = replace(formula, cue="conclude")
        before = _BEFORE.search(formula.before)
        after = _AFTER.match(formula.after) if _BEFORE.search(formula.after) is None else None
        if (before is None and after is None) or formula.node is None or not is_statement(formula.node):
            continue
        opposite = opposite_of(_condition_before(found, k))
        if opposite is not None and formula.node.kind == "Chain":
            words = _BEFORE.sub("", formula.before)
            lead = _BEFORE.sub("", formula.lead)
            cue = _cue_of_the_same(found, k) or formula.cue
            under = _under(formula.node, opposite)
            found[k] = replace(formula, node=under, cue=cue, before=words, lead=lead, starts_sentence=True)
        elif before is None:
            found[k] = replace(formula, unaccounted="otherwise")
        elif _IF_NOT.search(formula.before) and formula.cue == "conclude":
            found[k] = replace(formula, unaccounted="if not")
    return tuple(found)


def _is_claim_if_not(formulas: Sequence[Written], k: int) -> bool:
    """Whether `if not` says what holds without a condition, and begins no proof by contradiction.

    It does where the text says that something holds all the same, and where something was supposed and nothing is to be shown.
    """
    formula = formulas[k]
    if formula.node is None or not is_statement(formula.node) or _IF_NOT.search(formula.before) is None:
        return False
    if _ALL_THE_SAME.search(f"{formula.before}@{SENTENCE_END.split(formula.after)[0]}"):
        return True
    if any(is_contradicted(f"{f.after}.") for f in formulas[k:] if f.block == formula.block):
        return False
    for earlier in reversed(formulas[:k]):
        if earlier.block != formula.block or earlier.cue == "goal":
            return False
        if earlier.cue in ("assume", "condition") and earlier.node is not None and is_statement(earlier.node):
            return earlier.node.value != ("in",)
    return False


def _condition_before(formulas: Sequence[Written], k: int) -> Node | None:
    """The one condition of the last sentence, up to a formula, that has any."""
    block = formulas[k].block
    conditions: list[Node | None] = []
    for formula in reversed(formulas[:k]):
        if formula.block != block:
            break
        node = formula.node
        if node is not None and node.kind == "Cond" and node.value != "for":
            conditions.append(node.children[1])
        elif formula.cue == "condition" and not formula.aside:
            conditions.append(node)
        if formula.starts_sentence and conditions:
            break
    return conditions[0] if len(conditions) == 1 else None


def _cue_of_the_same(formulas: Sequence[Written], k: int) -> CueRole | None:
    """What the text does with an equation for the same thing under the first condition: `let $f(x) = 1$ if $x > 0$ …`."""
    left = _left(formulas[k].node)
    for formula in reversed(formulas[:k]):
        node = formula.node.children[0] if formula.node is not None and formula.node.kind == "Cond" else formula.node
        if formula.block == formulas[k].block and left is not None and _left(node) == left:
            return formula.cue if formula.cue in ("assume", "define") else None
    return None


def _left(node: Node | None) -> object:
    """The left side of an equation, wherever it stands."""
    if node is None or node.kind != "Chain" or node.value != ("=",):
        return None
    return [(n.kind, n.value) for n in node.children[0].walk()]


def _under(statement: Node, condition: Node) -> Node:
    return Node("Cond", statement.span, (statement, condition), "if")


def _with_branches(formula: Written) -> Written:
    """`… && \\\\text{if } x > 0` and a row with `\\\\text{otherwise}`, which is said under the opposite condition."""
    assert formula.node is not None
    parts = list(_flat(formula.node))
    if not any(map(_says_otherwise, parts)):
        return formula
    done: list[Node] = []
    waiting = False
    for part in parts:
        conditions = [p.children[1] for p in done if p.kind == "Cond"]
        opposite = opposite_of(conditions[-1]) if len(conditions) == 1 else None
        if _says_otherwise(part) and done and done[-1].kind == "Chain" and opposite is not None:
            done[-1] = _under(done[-1], opposite)
        elif _says_otherwise(part) and done and done[-1].kind == "Cond":
            waiting = True
        elif _says_otherwise(part):
            return replace(formula, unaccounted="otherwise")
        elif waiting and part.kind == "Chain" and opposite is not None:
            done.append(_under(part, opposite))
            waiting = False
        else:
            done.append(part)
    return replace(formula, node=replace(formula.node, children=tuple(done)))


def _flat(node: Node) -> Sequence[Node]:
    return [p for child in node.children for p in _flat(child)] if node.kind == "List" else [node]


def _says_otherwise(node: Node) -> bool:
    return node.kind == "Text" and re.sub(r"[\s,.，。;；]", "", str(node.value)).lower() in _IN_FORMULA
