"""What stands in quotation marks is said by whoever is quoted: `A student writes: "Suppose $a > 0$."`, 某同学写道：“设 …”

What is supposed there holds to the end of the quotation. The statement of what is to be shown (`Problem: "Let $a > 0$. …"`) is
the text's own, whatever marks stand around it; so is a block that is set off (`> …`), where nobody is said to have said it.
"""

from __future__ import annotations

import re

from symproofs.read.mentioned import PEOPLE
from symproofs.read.wording import wording

MARKS: tuple[tuple[str, str], ...] = (
    ("“", "”"),
    ("「", "」"),
    ("『", "』"),
    ("«", "»"),
    ("``", "''"),
    ('"', '"'),
    ("‘", "’"),
    ("'", "'"),
)
"""What opens a quotation, and what closes it."""

_SIGN = re.compile(
    r"“|”|「|」|『|』|«|»|``|''|\"|(?<!\w)[‘'](?=\w|\s*$)|(?<=[\w.!?。！？\ufffc])[’'](?!\w)|(?<=\s)['](?=\s|$)|^[’'](?!\w)"
)

_WRITE = (
    r"(?:writes?|wrote|says?|said|argues?|argued|claims?|claimed|states?|stated|asserts?|asserted|suggests?|suggested|"
    r"reasons?|reasoned|answers?|answered|begins?|began|notes?|proposes?|proposed|supposes?|assumes?)"
)

OTHERS_SAY = wording(
    rf"\b{PEOPLE}(?: \w+)? (?:\w+ )?{_WRITE}(?: (?:this|that|down|as follows|the following))?\s*(?:[:,]|$)|"
    r"(?:学生|同学|老师|教授|初学者|有人|他们?|她们?|某人|人们|作者|小[明红华刚李王])[^，。：]{0,6}"
    r"(?:写|说|认为|声称|断言|推理|回答|论证|提出|称)(?:道|到|如下)?\s*(?:[:：,，“「『]|$)",
    re.IGNORECASE,
)
"""Right before what others say."""


SAID_BY_THE_TEXT = wording(
    r"\b(?:problems?|exercises?|questions?|tasks?|theorems?|lemmas?|propositions?|corollar(?:y|ies)|claims?|assignments?|exams?|"
    r"(?:we|i) (?:\w+ )?(?:suppose|assume|show|prove|consider))\b|题目?|问题|练习|习题|作业|考试|定理|引理|命题|推论|我们",
    re.IGNORECASE,
)
"""In the sentence before a quotation which is what the text is about."""


def signs_in(words: str) -> list[tuple[str, int]]:
    """The quotation marks among some words, each with where it ends."""
    return [(m.group(0), m.end()) for m in _SIGN.finditer(words)]


def closes(opened: str, sign: str) -> bool:
    """Whether a mark ends the quotation that another one opened."""
    return (opened, sign) in MARKS


def opens(sign: str) -> bool:
    """Whether a mark may begin a quotation."""
    return any(sign == first for first, _ in MARKS)
