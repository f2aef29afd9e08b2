"""Whether a text leaves open how its random names depend on each other.

Where it says of names that they are random, and not a word that may be about their joint law, what is claimed of them is claimed
of all joint laws: then a statement may be refuted by random names that move together. One word anywhere in the text that is not
among the plain ones (`PLAIN`), or one supposed relation between several names, and none is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.terms.context import Context, definition_of

SPEAKS_OF_JOINT_LAWS = wording(
    r"in-?dep|\bi\.?\s?i\.?\s?d\b|correlat|orthogonal|\\perp|\\indep|⊥|⫫|\bunrelated\b|\bdepend|\baffect|\binfluenc|\bjoint|\bcopula|"
    r"\bproduct (?:measure|space|law|distribution)|\bmutual|\bseparate|\bsampl|\bobserv|\bdraw|\bdrew|\breplic|\bcop(?:y|ies)\b|"
    r"\btrial|\bexperiment|\btoss|\bcoins?\b|\bdice?\b|\broll|\bnois|\berrors?\b|\binnovation|\bshocks?\b|\bwalk|\bBrown|\bMarkov|"
    r"\bmartingale|\bprocess|\bresidual|\bLindep|"
    r"\\otimes|\\rho|_\{\s*(?-i:[A-Z])\s*[,|;]?\s*(?-i:[A-Z])\s*\}|"
    r"独立|相关|同分布|无关|互不|依赖|影响|联合|样本|抽|观测|试验|实验|硬币|骰子|噪声|误差|随机游走|过程|鞅",
    re.IGNORECASE,
)
"""Words that may say something of how random names depend on each other, or of where they come from."""


PLAIN = wording(
    r"\b(?:an?|the|of|for|on|in|to|by|with|as|from|and|or|that|which|whose|it|they|we|our|here|this|these|so|such|is|are|be|"
    r"has|have|having|let|then|now|also|moreover|hence|thus|therefore|consequently|thereby|finally|by|get|obtain|gives?|"
    r"shows?|prove|proof|claims?|problems?|solutions?|exercises?|examples?|theorems?|lemmas?|propositions?|corollar(?:y|ies)|steps?|"
    r"follows|recall|note|find|compute|computing|calculate|expand\w*|simplify\w*|definitions?|linearity|"
    r"an?|any|all|two|three|four|both|each|every|some|arbitrary|general|fixed|given|suppose|assume|consider|take|where|"
    r"random|variables?|numbers?|scalars?|vectors?|real|scalar|real-valued|valued|positive|non-?negative|non-?zero|bounded|"
    r"square[- ]integrable|integrable|discrete|continuous|finite|infinite|constants?|reals?|integers?|"
    r"variances?|means?|moments?|second|first|fourth|expectations?|expected|values?|covariances?|probabilit(?:y|ies)|events?|"
    r"identity|identities|inequality|equality|formula|sum|rule|law|total)\b|"
    r"[设令与和为是实正非负则有都均且及其的由因此所以故得即可知若取对于任意两个三一个零随机变量向数常标]|有限|方差|期望|均值|矩|事件|"
    r"概率|协方差|证明|解|定义|线性性?|于是|从而|计算|例|题|问题|定理|引理|命题|步|"
    r"[\d\W_]",
    re.IGNORECASE,
)
"""Words that say nothing of how random names depend on each other, nor of how one of them is distributed."""

_SAYS_OF_LAWS = wording(
    r"\b(?:(?:no|zero|constant|sum|law|identity|their|same)\s+(?:\w+\s+)?(?:covariances?|moments?|probabilit\w+)|zero|"
    r"(?:is|are|be)\s+(?:a )?constants?)\b|"
    r"\bcovariances? (?:of|is|are|be)?\s*(?:zero|0)|(?:协方差|互信息)[^。]{0,4}零",
    re.IGNORECASE,
)
"""Plain words that together do say it."""

EXCLUDE = wording(
    r"\b(?:cannot|can't|can not|can never|never|do not|don't)\b[^.;]*\b(?:both|together|simultaneously|at once|"
    r"at the same time|jointly)\b|"
    r"\b(?:exclud|preclud|rul(?:e|es|ing) out)\w*|\b(?:no|nothing in) common\b|\bat most one\b|\bexactly one\b|\bincompatible\b|"
    r"(?:不能?|不会|不可能|无法|从不)[^。；]{0,3}(?:同时|都|一起|共同)|排斥|至多(?:有?一)|恰有?一|不相容",
    re.IGNORECASE,
)
"""Words that say of events that not all happen together: what is said of their union then follows from the words."""

_MATH = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|\\\[.*?\\\]|\\\(.*?\\\)|"
    r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}|^#+[^\n]*$",
    re.DOTALL | re.MULTILINE,
)


def speaks_of_joint_laws(text: str, formulas: Sequence[Written] = ()) -> bool:
    """Whether a text has a word that may be about the joint law of random names: any that is not known to be plain."""
    words = text
    for formula in formulas:
        start, end = formula.outer.start, formula.outer.end
        words = words[:start] + " " * (min(end, len(words)) - start) + words[end:]
    words = _MATH.sub(" ", words)
    if SPEAKS_OF_JOINT_LAWS.search(text) is not None or _SAYS_OF_LAWS.search(words) is not None:
        return True
    return bool(PLAIN.sub("", words))


def supposes_of_several(formulas: Sequence[Written]) -> bool:
    """Whether a formula that is supposed says more than what its letters are, and of more than single random names."""
    return any(f.node is not None and f.cue in _SUPPOSED and _is_of_several(f.node) for f in formulas)


_SUPPOSED = ("assume", "define", "condition", "cite", "quantify", "contradiction")


def _is_of_several(node: Node) -> bool:
    """A relation other than a membership or a sign in which two letters stand, or a letter with two below it."""
    if node.kind == "List":
        return any(map(_is_of_several, node.children))
    if node.kind != "Chain" or not isinstance(node.value, tuple) or set(node.value) <= {"in", ":"}:
        return False
    letters = {str(p.value) for p in node.walk() if p.kind == "Id" and str(p.value) not in _HEADS}
    return len(letters) > 1 or any(p.kind == "Sub" for p in node.walk())


_HEADS = frozenset({"E", "P", "Pr", "Var", "Cov", "f", "g", "mathbb", "e"})


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
