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

AT_A_VALUE = re.compile(
    r"\b(?:for|at|plugging in|substituting|setting|putting|inserting|when|evaluated at)\s*$|(?:代入|对于|在)\s*$", re.IGNORECASE
)
"""Words after which an equation names a value."""

WITH = re.compile(r"\b(?:with|taking|choosing)\s*$", re.IGNORECASE)
"""Words after which an equation names a value of a name that is known, and else defines one."""

EXAMPLE = re.compile(r"\b(?:for (?:instance|example)|e\.g\.|say|in particular)\b|例如|比如|譬如|特别地", re.IGNORECASE)


def with_instances(formulas: Sequence[Written], known: Collection[str]) -> tuple[Written, ...]:
    """The formulas, those that name a value for their sentence marked as conditions; `known` are names declared before."""
    seen = set(known)
    found = []
    for formula in formulas:
        found.append(replace(formula, cue="condition") if _is_instance(formula, seen) else formula)
        seen.update(subjects(formula.node) if formula.cue in ("assume", "quantify") or _is_membership(formula.node) else ())
    return tuple(found)


def goes_on(lead: str) -> bool:
    """Whether a sentence may still speak of the case of the sentence before it: `Hence …`."""
    return _GOES_ON.match(lead) is not None


_GOES_ON = re.compile(
    r"\s*(?:and )?(?:hence|then|so|thus|therefore|consequently|it follows|this|here)\b|"
    r"\s*(?:因此|所以|于是|从而|则|故|即|此时|这时|这里)",
    re.IGNORECASE,
)


def _is_membership(node: Node | None) -> bool:
    return node is not None and node.kind == "Chain" and isinstance(node.value, tuple) and node.value[0] in ("in", ":")


def _is_instance(formula: Written, known: Collection[str]) -> bool:
    name = _valued(formula.node)
    if name is None or formula.display or formula.aside or ASSUMPTION.search(formula.lead):
        return False
    if AT_A_VALUE.search(formula.before):
        return True
    return name in known and (WITH.search(formula.before) is not None or EXAMPLE.search(formula.lead) is not None)


def _valued(node: Node | None) -> str | None:
    """The name that an equation gives a value: `x = 2`, not `i = 1, …, n`."""
    if node is None or node.kind != "Chain" or node.value != ("=",) or enumerates(node):
        return None
    return name_of(node.children[0])
