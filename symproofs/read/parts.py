"""Parts of an exercise, `(a)`, `(b)`, `(ii)`, `第二问`: each stands for itself, below what is said before the first one.

Labels nest by their style, as sections do. What a part supposes belongs to it alone; the steps of a derivation, `1.`, `2.`, go
on from one another, so one of them leaves only what the step before supposed and drew its conclusions from, and only where no
word of it concludes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symproofs.read.phrases import COMMA, FOLLOWS, SENTENCE_END
from symproofs.read.scope_words import LABEL, SAME_AGAIN, STEP_LABEL
from symproofs.read.sections import Outline
from symproofs.read.wording import wording

_NEW_LINE = wording(r"[\n:：]")
_HAN_DIGITS = {sign: str(k) for signs in ("一二三四五六七八九十", "①②③④⑤⑥⑦⑧⑨⑩") for k, sign in enumerate(signs, 1)}


@dataclass
class Parts:
    """The parts in force, with the place at which each of them began."""

    outline: Outline = field(default_factory=Outline)
    places: list[int] = field(default_factory=list)

    def arrive(self, label: str, k: int) -> int | None:
        """Where the part before this one began, on its level; None for the first one."""
        self.outline = self.outline.at_label(_HAN_DIGITS.get(label, label.lower()))
        depth = len(self.outline.levels) - 1
        before = self.places[depth] if depth < len(self.places) else None
        self.places[depth:] = [k]
        return before

    def comes_next(self, label: str) -> bool:
        """Whether a label is the first one of a level, or the one behind a part in force."""
        new = self.outline.at_label(_HAN_DIGITS.get(label, label.lower())).levels
        old = self.outline.levels
        return bool(new) and new[-1].ordinal == (old[len(new) - 1].ordinal + 1 if len(new) <= len(old) else 1)


def label_in(line: str) -> str | None:
    """The label with which a line begins."""
    match = LABEL.match(line)
    return None if match is None else next(filter(None, match.groups()))


def inner_label(words: str) -> str | None:
    """The label behind the end of a sentence, or of a line, inside a paragraph: `… $x^2 = 1$. (ii) We have …`."""
    sentences = SENTENCE_END.split(words)
    lines = _NEW_LINE.split(sentences[-1])
    parted = len(sentences) > 1 or len(lines) > 1
    return label_in(lines[-1]) if parted and not is_step(lines[-1]) else None


def is_step(line: str) -> bool:
    """Whether an item that begins so may be a step of a derivation: it has a number, or none."""
    return LABEL.match(line) is None or STEP_LABEL.match(line) is not None


def takes_over(line: str, lead: str) -> bool:
    """Whether an item goes on with what the one before it supposed: it says so, or it is a step and concludes."""
    concludes = FOLLOWS.search(COMMA.split(lead)[0]) is not None
    return SAME_AGAIN.search(lead) is not None or (is_step(line) and concludes)
