"""Which formulas of a section suppose something, and where the text leaves it: found from the words alone.

A text does not say where a supposition ends; it turns to something else (`scope_words.py`). A new exercise ends all that the one
before supposed, the other half of an equivalence what its first half did, a paragraph that supposes something else of the same
letters what the paragraph before did, a conclusion behind the last case what the case did.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.instances import EXAMPLE
from symproofs.read.layout import Written
from symproofs.read.parts import Parts, inner_label, is_step, label_in, takes_over
from symproofs.read.phrases import ASSUMPTION, CASE, COMMA, END_OF_PROOF, FOLLOWS, SENTENCE_END, SHARED_HEADINGS, SUPPOSES
from symproofs.read.prose import renewed, subjects
from symproofs.read.qualifiers import PLACE, Clause, sentences
from symproofs.read.quotations import OTHERS_SAY, SAID_BY_THE_TEXT, closes, opens, signs_in
from symproofs.read.regimes import joins_a_passage, says_what_follows
from symproofs.read.scope_words import (
    ADDS,
    AFTER_CASES,
    ARROW_IN_PROSE,
    BEFORE_EVERYTHING,
    BEHIND_EVERYTHING,
    BY_INDUCTION,
    ELSEWHERE,
    EVERY_CASE,
    EXAMPLE_HEAD,
    FIRST_LABELS,
    FOR_A_WHILE,
    HEAD,
    HOLDS_THERE,
    IN_GENERAL,
    INLINE_HEAD,
    LABEL,
    LASTS,
    NOT_EVERYTHING,
    OF_ALL_NUMBERS,
    OF_OTHER_NUMBERS,
    OF_SOME_SIZE,
    ORDINAL_CASE,
    PASSES,
    PROOF,
    REMARK,
    RIGHT_BEFORE_A_SET,
    SIMILARLY,
    SPECIAL,
    TURNS,
    TURNS_WITH_A_SUPPOSITION,
    WHATEVER,
)
from symproofs.read.wording import wording
from symproofs.records import record

_CLAUSE_END = wording(r"[.,;:!?，。；：！？]")
"""What stands behind it is said of the next formula: `$|a| = a$; otherwise $…$`."""


@dataclass(eq=False, repr=False)
class Assumption:
    """A formula that supposes something: by which word, of which letters, in which part of the text."""

    place: int
    supposed: bool
    """Whether the text says `suppose`; else it is part of what a letter is declared to be."""
    letters: frozenset[str]
    lasts: bool
    plain: bool = False
    """Whether it only says what letters are."""
    brief: bool = False
    """Whether it is supposed for a while only, or in an example."""
    used: bool = False
    """Whether something was claimed after it."""
    posed: bool = False
    """Whether something was to be shown after it."""


@record
class Everything:
    """Letters of which a sentence speaks at every value, from its first formula on; or formulas without which it speaks."""

    start: int
    letters: frozenset[str] = frozenset()
    without: frozenset[int] = frozenset()


def _spoken_of(sentence: Clause) -> frozenset[str]:
    """Letters of which a sentence speaks at every value."""
    letters: set[str] = set()
    before: Written | None = None
    for f in sentence.formulas:
        words = BEFORE_EVERYTHING.search(f.before)
        if words is None and before is not None and OF_SOME_SIZE.match(f.before):
            words = BEFORE_EVERYTHING.search(before.before) or BEFORE_EVERYTHING.search(f.lead.replace(" ", ""))
        every = words is not None and NOT_EVERYTHING.search(words.group(0)) is None
        if every and f.node is not None and f.node.kind == "Font":  # `on all of $\\mathbb{R}$`
            letters |= {n for g in sentence.formulas for n in letters_of(g)}
        elif every or (in_a_set(f) and RIGHT_BEFORE_A_SET.search(f.before)) or BEHIND_EVERYTHING.match(f.after):
            letters |= set(subjects(f.node))
        before = f
    if not letters and OF_ALL_NUMBERS.search(sentence.words):
        letters = {n for f in sentence.formulas for n in letters_of(f)}
    return frozenset(letters)


def in_a_set(formula: Written) -> bool:
    return formula.node is not None and formula.node.kind == "Chain" and formula.node.value == ("in",)


def letters_of(formula: Written) -> frozenset[str]:
    node = formula.node
    return frozenset() if node is None else frozenset(n for p in node.walk() if (n := name_of(p)) is not None)


def _is_sign_of_end(formula: Written) -> bool:
    """`$\\square$`."""
    node = formula.node
    return node is not None and node.kind == "Text" and END_OF_PROOF.fullmatch(str(node.value)) is not None


def _is_value(formula: Written) -> bool:
    """`x = 2`: a value that no other letter has part in."""
    node = formula.node
    return node is not None and node.kind == "Chain" and node.value == ("=",) and len(letters_of(formula)) == 1


def _assumes(formula: Written) -> bool:
    if formula.node is None or formula.aside:
        return False
    return formula.case or _is_passage(formula) or formula.cue in ("assume", "define", "contradiction")


def _is_passage(formula: Written) -> bool:
    """`as $C \\to \\infty$`, `letting $n \\to \\infty$`"""
    node = formula.node
    if node is None or node.kind != "Chain" or node.value != ("to",):
        return False
    if says_what_follows(formula.lead, formula.before, formula.after):
        return False
    return formula.cue in ("cite", "condition") or (formula.cue is None and name_of(node.children[0]) is not None)


def _passes(formula: Written) -> bool:
    """The same, or `let $C \\to \\infty$`."""
    node = formula.node
    return _is_passage(formula) or (_assumes(formula) and node is not None and node.value == ("to",))


def restricts(formula: Written) -> bool:
    """Whether a formula supposes something of letters, not only says what they are."""
    node = formula.node
    return _assumes(formula) and node is not None and (is_statement(node) or node.kind == "List") and not in_a_set(formula)


class Leaving:
    """Goes through the formulas of a section once and notes what the text leaves."""

    def __init__(self, formulas: Sequence[Written]) -> None:
        self.formulas = formulas
        self.everything: dict[int, Everything] = {}
        self.assumed: list[Assumption] = []
        self.gone: set[int] = set()
        self.sure: set[int] = set()
        self.head = -1
        """Where the exercise, lemma, … began in which we are; -1 before the first one."""
        self.shared = False
        self.example = False
        """Whether we are in an example."""
        self.case = -1
        self.mark = -1
        self.proof = -1
        self.item = -1
        self.parts = Parts()
        self.items: dict[int, int] = {}
        """The items of Markdown lists in which we are, each with the place at which it began."""
        self.quotation: tuple[str, int] | None = None
        """The mark that opened the quotation in which we are, and the first formula in it; a block that others say has none."""

    def read(self) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
        left: list[frozenset[int]] = []
        sure: list[frozenset[int]] = []
        firsts = {id(c.formulas[0]): c for c in sentences(self.formulas)}
        for k, formula in enumerate(self.formulas):
            self._arrive(k, formula)
            if id(formula) in firsts:
                self._of_everything(k, firsts[id(formula)])
            left.append(frozenset(self.gone))
            sure.append(frozenset(self.sure))
            self._note(k, formula)
        return left, sure

    def _of_everything(self, k: int, sentence: Clause) -> None:
        """What a sentence is said of: every value of some letters, or what was not supposed."""
        letters = _spoken_of(sentence)
        without: set[int] = set()
        own = [a for a in self._open() if a.place >= self.head and not a.lasts]
        special = [a for a in own if a.supposed or _is_value(self.formulas[a.place])]
        if any(WHATEVER.search(f.before) for f in sentence.formulas):
            letters &= {n for a in own for n in a.letters}
        if not letters and IN_GENERAL.search(sentence.words):
            without = {a.place for a in special or own if a.used or a.supposed}
        elif BY_INDUCTION.search(sentence.words):
            without = {a.place for a in special}
        if letters or without:
            found = Everything(k, letters, frozenset(without))
            self.everything.update((k + j, found) for j in range(len(sentence.formulas)))

    def _note(self, k: int, formula: Written) -> None:
        """What a formula supposes, or claims."""
        if _assumes(formula):
            supposed = formula.case or SUPPOSES.search(formula.lead) is not None or SPECIAL.search(formula.lead) is not None
            lasts = self.shared or LASTS.search(formula.lead + SENTENCE_END.split(formula.after)[0]) is not None
            brief = self.example or FOR_A_WHILE.search(formula.lead + formula.after) or EXAMPLE.search(formula.lead)
            self.assumed.append(Assumption(k, bool(supposed), letters_of(formula), lasts, not restricts(formula), bool(brief)))
        elif formula.node is not None and is_statement(formula.node) and formula.cue not in ("condition", "quantify", "goal"):
            for one in self.assumed:
                one.used = True
        elif formula.cue == "goal":
            for one in self.assumed:
                one.posed = True
        if END_OF_PROOF.search(formula.after + formula.closing) or _is_sign_of_end(formula):
            begin = max(self.proof, self.head, 0)
            with_proof = self.proof >= self.head and self.proof >= 0
            self._leave((a for a in self.assumed if a.place >= begin and (with_proof or a.supposed)), at=k + 1)

    def _leave(self, found: Iterable[Assumption], *, at: int, sure: bool = False) -> None:
        places = {a.place for a in found if not a.lasts and a.place < at}
        self.gone |= places
        self.sure |= places if sure else set()

    def _open(self) -> list[Assumption]:
        return [a for a in self.assumed if a.place not in self.gone]

    def _arrive(self, k: int, formula: Written) -> None:
        before = self.formulas[k - 1] if k else None
        begins = (before is None or formula.block != before.block) and not formula.continues
        opens = f"{formula.opens}. " if formula.opens else ""
        words = f"{before.closing if before is not None else ''}\n{opens}{formula.before}"
        if PROOF.search(words):
            self.proof = k
        turns = self._turns(formula, words)
        behind = self._behind_items(k, formula)
        self._quotations(k, formula)
        inside = INLINE_HEAD.search(formula.before) if not begins else None
        head = HEAD.match(inside.group(1)) if inside is not None else None
        if begins:
            self._block(k, formula, words, turns, behind)
        elif head is not None:
            self._head(k, head)
        if (label := inner_label(formula.before.strip())) is not None and self.parts.comes_next(label):
            self._leave_part(k, self.parts.arrive(label, k), formula, f"({label})")
            self.item = k
        if formula.case or CASE.search(formula.before) or ORDINAL_CASE.search(words):
            self.case = k
        if turns:
            self._turn(k, begins)
        self._passage(k, formula)
        anew = renewed(formula)
        if anew:
            self._leave([a for a in self._open() if a.used and self._subjects(a) <= anew], at=k)
        sentence = SENTENCE_END.split(formula.before)[-1] + PLACE + SENTENCE_END.split(formula.after)[0]
        begin = self.case if self.case >= 0 else self.item if self._of_several() else -1
        if 0 <= begin < k and EVERY_CASE.search(words + sentence):
            self._leave([a for a in self._open() if a.place >= begin], at=k)
            self.case = -1
        elif begin < 0 and EVERY_CASE.search(words + sentence):  # cases that only their suppositions set off
            self._leave([a for a in self._open() if a.place >= self.head and a.supposed], at=k)
        if formula.starts_sentence and EVERY_CASE.search(words + sentence):
            earlier = range(max(self.head, 0), k)
            self.gone |= {j for j in earlier if self.formulas[j].cue == "condition" and self.formulas[j].block == formula.block}
        if formula.cue != "contradiction" and _says_elsewhere(words + PLACE + _CLAUSE_END.split(formula.after)[0]):
            own = [a for a in self._open() if a.place >= self.head]
            self._leave([a for a in own if a.supposed] or own, at=k)
        if SIMILARLY.search(sentence) and formula.node is not None and is_statement(formula.node):
            letters = letters_of(formula)
            self._leave([a for a in self._open() if a.used and not a.plain and a.letters & letters], at=k)

    def _passage(self, k: int, formula: Written) -> None:
        """A new passage to the limit leaves one of other letters that something was said along, unless it joins it."""
        if not _passes(formula) or ADDS.search(formula.lead) or joins_a_passage(formula.lead):
            return
        if name_of(formula.node.children[0]) is None and PASSES.search(formula.before) is None:  # type: ignore[union-attr]
            return  # it goes on: `as $\\alpha \\to 0$, $x \\to 1$ and $2 x \\to 2$`
        letters = letters_of(formula)
        old = [a for a in self._open() if a.used and _passes(self.formulas[a.place]) and not a.letters & letters]
        self._leave(old, at=k)

    def _behind_items(self, k: int, formula: Written) -> int:
        """Where the outermost item began that ends before this formula; -1 if none does.

        Where the list ends with it, what the item supposed and claimed something of ends as well, but for a conclusion.
        """
        ended = [place for item, place in self.items.items() if item not in formula.items]
        lists = len(self.items)
        self.items = {item: self.items.get(item, k) for item in formula.items}
        if not ended:
            return -1
        begin = min(ended)
        if len(formula.items) <= lists - len(ended) and FOLLOWS.search(COMMA.split(formula.lead)[0]) is None:
            self._leave([a for a in self._open() if a.place >= begin and a.supposed and (a.used or a.posed)], at=k)
        return begin

    def _quotations(self, k: int, formula: Written) -> None:
        """What is supposed in a quotation ends with it."""
        before = self.formulas[k - 1] if k else None
        if before is not None and formula.quoted < before.quoted and self.quotation is not None and not self.quotation[0]:
            self._leave([a for a in self._open() if a.place >= self.quotation[1]], at=k, sure=True)
            self.quotation = None
        own, behind = formula.before, ""
        if before is not None and before.block != formula.block:
            own, behind = own.removeprefix(before.after.rstrip()), before.after
        words = f"{behind}\n{before.closing if before is not None else ''}\n{own}"
        for sign, end in signs_in(words):
            if self.quotation is not None and closes(self.quotation[0], sign):
                self._leave([a for a in self._open() if a.place >= self.quotation[1]], at=k, sure=True)
                self.quotation = None
            elif self.quotation is None and opens(sign):
                introduced = SENTENCE_END.split(words[: end - len(sign)])[-1]
                if SAID_BY_THE_TEXT.search(introduced) is None:
                    self.quotation = sign, k if words[end:].strip() else k + 1
        if formula.quoted and self.quotation is None and (before is None or not before.quoted) and OTHERS_SAY.search(words):
            self.quotation = "", k

    def _block(self, k: int, formula: Written, words: str, turns: bool, behind: int) -> None:
        lines = [line for line in words.split("\n") if line.strip()]
        head = next((m for line in lines if (m := HEAD.match(line)) is not None), None)
        remark = next((m for line in lines if (m := REMARK.match(line)) is not None), None)
        if remark is not None:
            self._leave([a for a in self._open() if a.used and a.place >= self.head and a.brief], at=k)
        if head is not None:
            self._head(k, head)
            return
        if any(_is_shared(line) for line in lines):
            self.shared = True
            return
        numbered = remark is not None and remark.group(0).strip().lower() not in ("now", "现在")
        goes_on = bool(formula.items) and self.items[formula.items[-1]] < k
        if (formula.item and not goes_on) or numbered or any(LABEL.match(line) for line in lines[-1:]):
            nested = bool(formula.items) and behind < 0 and k > 0 and bool(self.formulas[k - 1].items)
            self._item(k, formula, lines, behind if behind >= 0 else -1 if nested else self.item)
            return
        if goes_on:
            self._another_supposition(k, formula)
            return
        if not turns:
            self._paragraph(k, formula, words)

    def _head(self, k: int, head: re.Match[str]) -> None:
        """A new exercise, lemma, example: what was supposed in the one before ends."""
        numbers = [g for g in head.groupdict().values() if g]
        later = self.head < 0 and bool(numbers) and numbers[0] not in FIRST_LABELS
        begin = 0 if later else self.head if self.head >= 0 else k
        self._leave([a for a in self._open() if a.place >= begin], at=k, sure=True)
        self.head, self.case, self.mark, self.shared, self.item = k, -1, -1, False, -1
        self.parts = Parts()
        self.example = EXAMPLE_HEAD.match(head.group(0)) is not None

    def _item(self, k: int, formula: Written, lines: Sequence[str], begin: int) -> None:
        """A new item leaves what the one before, from `begin` on, supposed, if both suppose something of their own."""
        own = [a for a in self._open() if a.place >= begin]
        labels = [m for line in (*lines, formula.marker) if (m := LABEL.match(line)) is not None]
        later = begin < 0 and any({*filter(None, m.groups())}.isdisjoint(FIRST_LABELS) for m in labels)
        if later:
            own = self._open()
        adds = ADDS.search(formula.lead) is not None
        if (begin >= 0 or later) and any(a.used for a in own) and self._supposes(formula) and not adds:
            self._leave(own, at=k)
        line = lines[-1] if lines and label_in(lines[-1]) is not None else formula.marker
        label = label_in(line)
        same = begin >= 0 and self.formulas[begin].marker == line
        before = self.parts.arrive(label, k) if label is not None else begin if same else None
        self._leave_part(k, before, formula, line)
        self.item = k

    def _leave_part(self, k: int, begin: int | None, formula: Written, line: str) -> None:
        """A new part leaves what the one before supposed and claimed, or was to show, something of."""
        if begin is None or takes_over(line, formula.lead):
            return
        own = [a for a in self._open() if a.place >= begin and (a.used or a.posed)]
        bullet = line in _BULLETS
        self._leave([a for a in own if a.supposed or not is_step(line) or (bullet and not a.plain)], at=k)

    def _subjects(self, one: Assumption) -> frozenset[str]:
        """The letters that an assumption is about: of where something lies not the sizes."""
        return frozenset(subjects(self.formulas[one.place].node)) if one.plain else one.letters

    def _supposes(self, formula: Written) -> bool:
        words = ASSUMPTION.search(formula.lead) or SUPPOSES.search(formula.lead)
        return words is not None or formula.case or formula.cue in ("assume", "contradiction", "condition", "define", "quantify")

    def _paragraph(self, k: int, formula: Written, words: str) -> None:
        last = words.strip().split("\n")[-1]
        ends = AFTER_CASES.match(last) is not None
        if self.case >= 0 and ends and not self._more_cases(k):
            self._leave([a for a in self._open() if a.place >= self.case], at=k)
            self.case = -1
        if self.mark >= 0 and ends:  # behind both halves of an equivalence
            self._leave([a for a in self._open() if a.place >= self.mark and not a.plain], at=k, sure=True)
            self.mark = -1
        before = self.formulas[k - 1] if k else None
        if self.item >= 0 and before is not None and (before.item or ends):
            own = [a for a in self._open() if a.place >= self.item]
            if self._of_several() and any(a.used for a in own):
                self._leave(own, at=k)
                self.item = -1
        if before is not None:
            self._leave([a for a in self._open() if a.used and EXAMPLE.search(self.formulas[a.place].lead)], at=k)
        self._another_supposition(k, formula)

    def _another_supposition(self, k: int, formula: Written) -> None:
        """A paragraph that supposes something else of the same letters leaves what one before it did."""
        if not restricts(formula) or _is_passage(formula) or formula.cue == "contradiction" or ADDS.search(formula.lead):
            return
        supposed = SUPPOSES.search(formula.lead) is not None
        letters = letters_of(formula)
        own = [a for a in self._open() if a.place >= self.head and a.used and not a.plain and a.letters & letters]
        self._leave([a for a in own if a.supposed or not supposed], at=k)

    def _of_several(self) -> bool:
        """Whether the item before left what the one before it supposed."""
        return any(a.place in self.gone and a.place < self.item for a in self.assumed)

    def _more_cases(self, k: int) -> bool:
        for f in self.formulas[k:]:
            if HEAD.match(f.before.lstrip("\n")):
                return False
            if f.case or CASE.search(f.before) or ORDINAL_CASE.search(f.before):
                return True
        return False

    def _turns(self, formula: Written, words: str) -> bool:
        """Whether the other half of an equivalence begins."""
        last = (words.strip().split("\n")[-1], SENTENCE_END.split(formula.before)[-1])
        if any(ARROW_IN_PROSE.match(s) for s in last) or TURNS.search(words):
            return True
        return TURNS_WITH_A_SUPPOSITION.search(words) is not None and self._supposes(formula)

    def _turn(self, k: int, begins: bool) -> None:
        """What was supposed in the half before ends; what was supposed before both halves stays."""
        begin = max(self.head, self.mark, self.item if not begins else -1, 0)
        own = [a for a in self._open() if a.place >= begin and not a.plain]
        supposed = [a for a in own if a.supposed]
        if self.mark >= 0:
            self._leave(own, at=k, sure=True)
        else:
            self._leave(supposed or [a for a in own if a.used], at=k, sure=True)
        self.mark = k


_BULLETS = frozenset("-*+•‣◦●▪■・·")
"""What marks an item that stands for itself; one with a number may be a step."""


def _says_elsewhere(words: str) -> bool:
    """Whether words up to a formula and behind it say it where what was supposed does not hold, or of other numbers."""
    if ELSEWHERE.search(words) is not None:
        return True
    if OF_OTHER_NUMBERS.search(words) is None:
        return False
    *earlier, own = SENTENCE_END.split(words)
    return OF_OTHER_NUMBERS.search(own) is not None or any(
        OF_OTHER_NUMBERS.search(s) is not None and HOLDS_THERE.search(s) is not None for s in earlier
    )


def _is_shared(line: str) -> bool:
    """`**Notation.**`: what stands below it holds for all that follows."""
    text = line.strip().lstrip("*_# ")
    heading = SHARED_HEADINGS.match(text)
    return heading is not None and text[heading.end() :].lstrip("*_ ")[:1] in (".", ":", "：", "。")
