"""Instances: `for example, with $x = 2$, $x^2 = 4$` speaks of one value, for its sentence only.

An equation that gives a value to a name which is known already, after a preposition, is a condition on what its sentence
says and holds no longer. In a sentence that assumes ("Let $n ∈ ℕ$ with $n = 2k$") it is part of what is assumed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from symproofs.read.elaboration.declarations import enumerates
from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import ASSUMPTION
from symproofs.read.prose import subjects
from symproofs.read.tree import Node
from symproofs.read.wording import wording

AT_A_VALUE = wording(
    r"\b(?:for|at|plugging in|substituting|setting|putting|inserting|when|evaluated at)\s*$|(?:代入|对于|在)\s*$", re.IGNORECASE
)
"""Words after which an equation names a value."""

WITH = wording(r"\b(?:with|taking|choosing)\s*$", re.IGNORECASE)
"""Words after which an equation names a value of a name that is known, and else defines one."""

PUT = wording(
    r"\b(?:put|set|take|choose|let|insert|plug in|substitute|pick)\s*$|(?:令|取|设|代入|选取?)\s*$",
    re.IGNORECASE,
)
"""Words after which a number is a value of a name that is known, for its sentence; all else would define the name anew."""

EXAMPLE = wording(
    r"\b(?:(?:for|an|as an) (?:instance|example)|example(?=:)|e\.g\.|say|in particular)\b|例如|比如|譬如|特别地", re.IGNORECASE
)


def with_instances(formulas: Sequence[Written], known: Collection[str]) -> tuple[Written, ...]:
    """The formulas, those that name a value for their sentence marked as conditions; `known` are names declared before."""
    seen = set(known)
    found = []
    for k, formula in enumerate(formulas):
        following = formulas[k + 1] if k + 1 < len(formulas) else None
        if _is_instance(formula, seen):
            formula = replace(formula, cue="condition")
        elif _is_put(formula, seen):
            goes_on_here = following is not None and not following.starts_sentence and following.block == formula.block
            formula = replace(formula, cue="condition" if goes_on_here else "assume")
        found.append(formula)
        seen.update(subjects(formula.node) if formula.cue in ("assume", "quantify") or _is_membership(formula.node) else ())
    return tuple(found)


def goes_on(lead: str) -> bool:
    """Whether a sentence may still speak of the case of the sentence before it: `Hence …`."""
    return _GOES_ON.match(lead) is not None


_GOES_ON = wording(
    r"\s*(?:and )?(?:hence|then|so|thus|therefore|consequently|it follows|this|here)\b|"
    r"\s*(?:因此|所以|于是|从而|则|故|即|此时|这时|这里)",
    re.IGNORECASE,
)


def _is_membership(node: Node | None) -> bool:
    return node is not None and node.kind == "Chain" and isinstance(node.value, tuple) and node.value[0] in ("in", ":")


def _is_instance(formula: Written, known: Collection[str]) -> bool:
    names = _valued(formula.node)
    if not names or formula.display or formula.aside or ASSUMPTION.search(formula.lead):
        return False
    if AT_A_VALUE.search(formula.before):
        return True
    return all(n in known for n in names) and (
        WITH.search(formula.before) is not None or EXAMPLE.search(formula.lead) is not None
    )


def _is_put(formula: Written, known: Collection[str]) -> bool:
    """A number for names that are known: for what the sentence goes on to say, or, if it ends here, from here on."""
    names = _valued(formula.node)
    if not names or formula.display or formula.aside:
        return False
    return PUT.search(formula.before) is not None and all(n in known for n in names) and _is_number(formula.node)


def _valued(node: Node | None) -> tuple[str, ...]:
    """The names that equations give a value: `x = 2`, `x = y = 1`, not `i = 1, …, n`."""
    if node is None or node.kind != "Chain" or not isinstance(node.value, tuple) or set(node.value) != {"="} or enumerates(node):
        return ()
    names = [name_of(c) for c in node.children[:-1]]
    return tuple(n for n in names if n is not None) if None not in names else ()


def _is_number(node: Node | None) -> bool:
    """Whether the right side names nothing: a number written out."""
    assert node is not None
    return all(name_of(part) is None or name_of(part) in CONSTANTS for part in node.children[-1].walk())


CONSTANTS = frozenset(["pi", "e", "i"])
