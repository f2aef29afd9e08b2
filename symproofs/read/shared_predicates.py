"""Of which symbols of a list a predicate is said: of all of them, of each its own, of one of them only.

`$A$ and $B$ are symmetric and orthogonal, respectively` and `分别为` say something else of each; `$A$ or $B$ is symmetric`,
`at least one of` and 之一 say it of one of which it is not known which it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symproofs.read.phrases import COPULA, SENTENCE_END
from symproofs.read.wording import Wording, wording

_RESPECTIVELY = wording(r"\brespectively\b|分别(?!存在|有)", re.IGNORECASE)
_PARTS = wording(r"\s*(?:,|，|、|\band\b|和|与|及|以及)+\s*(?:\band\b)?\s*", re.IGNORECASE)
_ONE_OF_BEFORE = wording(
    r"\b(?:either(?: of)?|neither(?: of)?|not both|(?:(?:at least|at most|exactly|only|just|any|precisely) )?one(?: "
    r"or (?:both|more|the other))?"
    r"(?: of(?: the(?: \w+)?)?)?|(?:some|most|a few|several|many|none|not all|half|part|two|few) of(?: the(?: \w+)?)?|"
    r"some)\s*$|"
    r"(?:至少|至多|恰|只|仅)?有?[一两]个?(?:是|为)?\s*$|[其之]一\s*$",
    re.IGNORECASE,
)
_ONE_OF_AFTER = wording(
    r"^\s*(?:,\s*)?(?:one of (?:which|them)|at least one|exactly one|only one|not both|or both|not all)\b|"
    r"^\s*(?:之一|其一|其中之一|中的?(?:至少|至多|恰|只|仅)?有?[一两某]个?|(?:至少|至多|恰|只|仅)有?[一两某]个?|不都|"
    r"不全|不同时|并非都)",
    re.IGNORECASE,
)
_OR = wording(r"\bor\b|或|\bxor\b", re.IGNORECASE)


def says_of_one(before: str, joins: Sequence[str], after: str) -> bool:
    """Whether words before a list of symbols, between them or behind them say that one is meant of which it is not said which."""
    return (
        any(_OR.search(join) for join in joins)
        or _ONE_OF_BEFORE.search(before) is not None
        or _ONE_OF_AFTER.match(after) is not None
    )


def owners(names: Sequence[str], noun: Wording, after: str) -> Sequence[str] | None:
    """The names of a list that a noun behind it is said of; `None` where it is not clear."""
    end = SENTENCE_END.search(after)
    sentence = after[: end.start()] if end else after
    found = _RESPECTIVELY.search(sentence)
    if found is None or len(names) < 2:
        return names
    copula = COPULA.match(sentence)
    start = copula.end() if copula else 0
    own = sentence[start : found.start()] if sentence[start : found.start()].strip() else sentence[found.end() :]
    own = re.sub(r"^\s*(?:为|是)|[,，]\s*$", "", own.strip())
    parts = [p for p in _PARTS.split(own) if p.strip()]
    if len(parts) == 1:
        return names
    return [n for n, part in zip(names, parts, strict=True) if noun.search(f"be {part}")] if len(parts) == len(names) else None
