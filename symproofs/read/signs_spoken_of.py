"""Signs of which a text says what they usually are: `$\\odot$ denotes the elementwise product`, `其中 $\\otimes$ 为克罗内克积`.

Such a formula says nothing that is not known. Of a sign of which it says anything else the text is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from symproofs.read.layout import Written
from symproofs.read.wording import Wording, wording

_ENTRY_BY_ENTRY = (
    r"(?:hadamard|schur|(?:element|entry?|component|coordinate|point)[- ]?wise|entry[- ]by[- ]entry)"
    r"(?:\s*\([^()]{1,40}\))?(?:\s*(?:matrix|vector))?\s*(?:products?|multiplications?)|"
    r"(?:hadamard|哈达玛|阿达马|舒尔|(?:逐|按|对应)(?:个)?(?:元素?|项|分量)(?:的)?)"
    r"(?:\s*[（(][^()（）]{1,20}[)）])?(?:的)?\s*(?:乘法|乘积|相乘|积|乘)"
)
_KRONECKER = r"kronecker\s*(?:products?)|(?:kronecker|克罗内克)\s*(?:积|乘积)"

_SAID = (
    r"^\s*[,，]?\s*(?:here|now|always|在此|这里|均)?\s*"
    r"(?:(?:for|denot(?:es?|ing)|means?|stands? for|represents?|is|being|be)\b|表示|指的?是|代表|为|是|指)"
    r"\s*(?:the|an?|their|our)?\s*(?:usual|standard|通常的|标准的?)?\s*(?:%s)\s*"
    r"(?:of (?:two )?(?:matrices|vectors|arrays)[^.;,]{0,30})?\s*(?:$|[.;,，。；、)）\n]|and\b|和)"
)
_NAMED = r"(?:^|[\s,，(（的])(?:%s)\s*(?:(?:is|are)?\s*(?:denoted|written)?\s*(?:by|as|with)?|用|以|记[为作])\s*$"


def _usual(words: str) -> tuple[Wording, Wording]:
    return wording(_SAID % words, re.IGNORECASE), wording(_NAMED % words, re.IGNORECASE)


SIGNS: Mapping[str, tuple[Wording, Wording]] = {
    "⊙": _usual(_ENTRY_BY_ENTRY),
    "∘": _usual(_ENTRY_BY_ENTRY),
    "⊗": _usual(_KRONECKER),
}
"""For each sign what says behind it, and before it, that it is what it usually is between matrices."""


def is_sign_as_usual(formula: Written) -> bool:
    """Whether a formula is a sign alone of which the words around say what it is read as anyway."""
    node = formula.node
    usual = SIGNS.get(str(node.value)) if node is not None and node.kind == "Mark" else None
    if usual is None:
        return False
    behind, before = usual
    return behind.search(formula.after) is not None or before.search(formula.before) is not None
