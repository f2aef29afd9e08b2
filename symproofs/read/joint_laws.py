"""Whether a text leaves open how its random names depend on each other.

Where it says of names that they are random, and not a word that may be about their joint law, what is claimed of them is claimed
of all joint laws: then a statement may be refuted by random names that move together. One word that may say or mean independence
anywhere in the text (`independent`, `i.i.d.`, `uncorrelated`, `⊥`, samples, dice, noise), and none is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.wording import wording
from symproofs.terms.context import Context, definition_of

SPEAKS_OF_JOINT_LAWS = wording(
    r"in-?dep|\bi\.?\s?i\.?\s?d\b|correlat|orthogonal|\\perp|\\indep|⊥|⫫|\bunrelated\b|\bdepend|\baffect|\binfluenc|\bjoint|\bcopula|"
    r"\bproduct (?:measure|space|law|distribution)|\bmutual|\bseparate|\bsampl|\bobserv|\bdraw|\bdrew|\breplic|\bcop(?:y|ies)\b|"
    r"\btrial|\bexperiment|\btoss|\bcoins?\b|\bdice?\b|\broll|\bnois|\berrors?\b|\binnovation|\bshocks?\b|\bwalk|\bBrown|\bMarkov|"
    r"\bmartingale|\bprocess|\bresidual|\bLindep|"
    r"独立|相关|同分布|无关|互不|依赖|影响|联合|样本|抽|观测|试验|实验|硬币|骰子|噪声|误差|随机游走|过程|鞅",
    re.IGNORECASE,
)
"""Words that may say something of how random names depend on each other, or of where they come from."""


def speaks_of_joint_laws(text: str) -> bool:
    """Whether a text has a word that may be about the joint law of random names."""
    return SPEAKS_OF_JOINT_LAWS.search(text) is not None


_CALLED = wording(
    r"^\s*(?:be|are|is)?\s*(?:(?:an?|two|three|any|some|arbitrary|real|scalar|real-valued|positive|non-?negative|disjoint|random|"
    r"discrete|continuous|square[- ]integrable|integrable)\s+)*(?:random (?:variables?|numbers?|scalars?)|events?)\b|"
    r"^\s*(?:是|为)?(?:两个|任意|实|正)*(?:随机变量|随机数|(?:互斥|互不相容)?的?(?:随机)?事件)",
    re.IGNORECASE,
)


EVENTS = wording(r"events?\b|事件", re.IGNORECASE)


def called_random(formulas: Sequence[Written], events: bool = False) -> frozenset[str]:
    """The names that the words right behind a list of them call random variables or events; or `events` alone."""
    found: set[str] = set()
    for formula in formulas:
        said = None if formula.node is None else _CALLED.search(formula.after)
        if formula.node is None or said is None or (events and EVENTS.search(said.group(0)) is None):
            continue
        names = [name_of(c) for c in (formula.node.children if formula.node.kind == "List" else (formula.node,))]
        found |= {n for n in names if n is not None}
    return frozenset(found)


def joint_law_is_open(names: Collection[str], context: Context, said: Collection[str]) -> bool:
    """Whether there are several random names among those of a statement, all of which are said to be so."""
    random = {n for n in names if context.has(n, "random")}
    drawn = random - {d[0] for d in map(definition_of, context.hypotheses) if d is not None}
    return len(drawn) > 1 and drawn <= set(said)
