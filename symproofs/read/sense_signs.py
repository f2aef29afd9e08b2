"""The signs of convergence: what may stand above an arrow or behind it, and what words mean the same.

An arrow in a sense is the relation `to` with another name: a row of `SENSES`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from symproofs.read.wording import wording


class Sense(NamedTuple):
    """What is written at the arrow, without commands, spaces and points; the words in English and in Chinese."""

    signs: frozenset[str]
    words: tuple[str, str]


SENSES: Mapping[str, Sense] = {
    "to_p": Sense(
        frozenset({"P", "p", "Pr", "pr", "prob", "Prob", "Pn", "inprobability", "inprob", "ip", "依概率"}),
        (r"(?:weakly )?in probability(?! (?:theory|distribution|measure|space))|in prob\.", r"依概率"),
    ),
    "to_as": Sense(
        frozenset({"as", "AS", "ae", "wp1", "almostsurely", "almosteverywhere", "几乎必然", "几乎处处"}),
        (
            r"almost surely|a\.\s?s\.|almost everywhere|a\.\s?e\.|with probability (?:one|1)|w\.\s?p\.\s?1",
            r"几乎必然|几乎处处|以概率\s*1|以概率一",
        ),
    ),
    "to_d": Sense(
        frozenset({"d", "D", "L", "w", "W", "dist", "Dist", "law", "indistribution", "inlaw", "weakly", "依分布", "弱"}),
        (r"in distribution|in law|weakly(?! in prob)", r"依分布|弱"),
    ),
    "to_l2": Sense(
        frozenset({"L2", "L1", "Lp", "Lr", "l2", "ms", "MS", "qm", "rms", "inmeansquare", "均方"}),
        (
            r"in mean(?:[- ]squares?)?|in quadratic mean|in (?:the )?(?:mean[- ]square|\$?L_?\^?\{?[12p]\}?\$?)(?: sense)?",
            r"均方|平均",
        ),
    ),
}
"""Convergence in probability, almost sure, in distribution, in mean (square)."""

ARROWS = frozenset({"to", *SENSES})

_COMMAND = wording(
    r"\\(?:mathbb|mathcal|mathrm|mathsf|mathbf|mathit|text|textrm|textit|operatorname|rm|boldsymbol|scriptstyle)\*?"
)
_LETTERS = wording(r"\\?[\s{}().,:^_\\~;!-]")


def sense_of(label: str) -> str:
    """The arrow that one with this label is; `to` where the label is none of a sense."""
    plain = _LETTERS.sub("", _COMMAND.sub("", label))
    return next((sign for sign, row in SENSES.items() if plain in row.signs), "to")


def sense_in_words(text: str) -> str | None:
    """The sense that a text in a formula says, if it says nothing else."""
    words = text.strip().strip("()（）,，;；").strip()
    if not words:
        return None
    for sign, row in SENSES.items():
        if any(re.fullmatch(rf"(?:{w})\.?", words, re.IGNORECASE) for w in row.words):
            return sign
    return None
