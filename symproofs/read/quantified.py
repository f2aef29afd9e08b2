"""Letters that the words of a sentence let run over everything: `for all real $x$`, `$f(x) = 1$ for every $x \\in D$`, 对任意.

What is claimed of all of them is claimed where a side has no value, too: `$x / x = 1$ for all real $x$` fails at 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symproofs.diagnostics import Span
from symproofs.read.layout import Written
from symproofs.read.prose import subjects
from symproofs.read.qualifiers import sentences
from symproofs.read.wording import wording

_ALL = wording(
    r"\b(?:for|of|given) (?:all|every|each|any|arbitrary)\b(?: \w+){0,3}\s*$|"
    r"对(?:于)?(?:任意|所有|任何|一切|每[一]?个|每)[\u3400-\u9fff]{0,6}\s*$",
    re.IGNORECASE,
)
"""Before a letter that stands for everything of its kind."""

_WHERE_DEFINED = wording(
    r"\b(?:defined|exists?|make[s]? sense|meaningful|admissible|permitted|allowed|possible|suitable|such|invertible|"
    r"non-?singular|"
    r"non-?zero|for which)\b|有定义|有意义|存在|允许|可逆|非零|非奇异",
    re.IGNORECASE,
)
"""In a sentence that says itself where it is meant."""


def quantified(formulas: Sequence[Written]) -> dict[Span, frozenset[str]]:
    """For each formula the letters that its sentence says to stand for everything."""
    found: dict[Span, frozenset[str]] = {}
    for sentence in sentences(formulas):
        if _WHERE_DEFINED.search(sentence.words):
            continue
        names = frozenset(n for f in sentence.formulas if _ALL.search(f.before) for n in subjects(f.node))
        if names:
            found.update(dict.fromkeys((f.span for f in sentence.formulas), names))
    return found
