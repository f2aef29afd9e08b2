"""Facts that prose states of the symbols beside it: "P is a permutation matrix", "正交矩阵 $Q$".

A noun belongs to the symbols before it if a copula joins them (`X, Y are …`, `$P$ 是…`), or, with
nothing between, to the symbols after it (`the complex numbers $z, w$`). A noun that only qualifies
another word (`the angle of the real numbers a, b`) is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.messages import Message
from symproofs.read.after_nouns import is_less, takes_all_of
from symproofs.read.elaboration.conventions import SQUARE_PROPERTIES
from symproofs.read.elaboration.declarations import type_from
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.properties import SUPPOSABLE
from symproofs.read.layout import Written
from symproofs.read.phrases import (
    ALTERNATIVE_AFTER,
    ALTERNATIVE_BEFORE,
    BIND,
    CLAUSE_END,
    CONDITIONAL,
    COPULA,
    DOUBT,
    JOINS,
    LOOKS_BACK,
    NEGATED,
    NOW,
    SENTENCE_END,
    SUPPOSES_NOTHING,
    SUPPOSITION,
    Noun,
    nouns_in,
    of_vectors,
)
from symproofs.read.predicates import is_subject, kinds_said, says_unknown_after, says_unknown_before
from symproofs.read.shared_predicates import owners, says_of_one
from symproofs.read.tree import Node
from symproofs.read.who_supposes import not_supposed_in_words
from symproofs.read.wording import wording
from symproofs.read.words_left import WordsLeft, words_left
from symproofs.records import record
from symproofs.terms.context import PROPERTIES, Context, Declaration, Origin
from symproofs.terms.size import ONE
from symproofs.terms.statement import Property
from symproofs.terms.term import name as name_term
from symproofs.terms.types import SORTS, scalar

Facts = Mapping[str, frozenset[str]]


@record
class Stated:
    """A row of `stated.STATED`, the names that it is said of together, the words, the formula that they stand at."""

    fact: str
    names: tuple[str, ...]
    text: str
    place: Span


@record
class Said:
    """What prose says of names in a section.

    `facts`: name → {'permutation', 'sort:complex', …}. `since`: the block from which on a property was said of a
    name; what stands before it cannot rest on it. `doubted`: blocks in which something is said only under a
    condition, or of which it is not clear whether it is said at all. `unclear`: names of which something is said that is
    not understood. `stated`: facts that no property or sort says. `kinds`: name → {'vector', 'matrix', …}.
    `supposed`: facts that are said of what a formula writes only from its place on, by the place of the formula.
    `taken_back`: from a place on, a property that a name is said not to have. `sorts`: which sorts a name is said to have,
    by the place of the formula. `signs`: from which block and place on formulas say a sign of a name. `reasons`: the
    block in which a property is named as a reason that this section has not said before.
    `premises`: the formulas that the next one goes on from with an arrow. `left`: names with words beside them that nothing
    accounts for. `quoted`: the words about a name that are not understood.
    """

    facts: Facts
    since: Mapping[tuple[str, str], int]
    doubted: frozenset[int]
    unclear: frozenset[str] = frozenset()
    stated: tuple[Stated, ...] = ()
    kinds: Facts = field(default_factory=dict)
    supposed: Mapping[Span, tuple[str, ...]] = field(default_factory=dict)
    taken_back: tuple[tuple[int, str, str], ...] = ()
    sorts: tuple[tuple[Span, str, frozenset[str]], ...] = ()
    signs: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    reasons: tuple[tuple[int, str, str], ...] = ()
    premises: frozenset[Span] = frozenset()
    left: WordsLeft = field(default_factory=WordsLeft)
    quoted: Mapping[str, str] = field(default_factory=dict)

    def words_of(self, name: str) -> str:
        """The words about a name that are not understood; none where it is not known which."""
        said = sorted({*self.facts.get(name, ()), *self.kinds.get(name, ())})
        words = ", ".join(fact.rpartition(":")[2].replace("_", " ") for fact in said)
        return self.quoted.get(name) or next((s.text for s in self.stated if name in s.names), words)


def _are_vectors(node: Node | None) -> bool:
    """`u, v ∈ ℝ^n`"""
    if node is None or node.kind != "Chain" or node.value != ("in",) or node.children[1].kind != "Sup":
        return False
    return all(p.value != ("×",) for p in node.children[1].children[1].walk())


_ABOUT = wording(r"关于\s*$")
"""关于 $0$ 对称 says of something else that it is symmetric about what is written."""


def said_of(formulas: Sequence[Written], *, words: bool = True) -> Said:
    """What the prose around these formulas says of names; `words`: also what is left of it."""
    found: dict[str, set[str]] = {}
    since: dict[tuple[str, str], int] = {}
    doubted: set[int] = set()
    unclear: dict[str, str] = {}
    stated: list[Stated] = []
    kinds: dict[str, set[str]] = {}
    supposed: dict[Span, list[str]] = {}
    taken_back: list[tuple[int, str, str]] = []
    reasons: list[tuple[int, str, str]] = []
    sorts: dict[tuple[Span, str], set[str]] = {}
    nouns: list[set[Noun]] = []

    def note(names: Sequence[str], noun: Noun, text: str, formula: Written) -> None:
        if noun.kind == "stated":
            stated.append(Stated(noun.fact, tuple(names), text, formula.span))
            return
        for name in names:
            if noun.kind == "sort" and noun.fact != "constant":
                sorts.setdefault((formula.span, name), set()).add(noun.fact)
            found.setdefault(name, set()).add(_fact(noun))
            block = formula.block - bool(LOOKS_BACK.search(formula.lead))
            since[name, _fact(noun)] = min(block, since.get((name, _fact(noun)), block))

    for k, formula in enumerate(formulas):
        after = formula.after if is_subject(_before_list(formulas, k), formula.after) else ""
        after = "" if _ABOUT.search(formula.before) else after
        of_another = not after and any(sure for _, _, sure in nouns_after(formula.after))  # `the inverse of $A$ is symmetric`
        if of_another or says_unknown_after(after, _defined(formula.node)):
            unclear.update(dict.fromkeys(_group_before(formulas, k, True), formula.after))
        if says_unknown_before(formula.before):
            unclear.update(dict.fromkeys(subjects(formula.node), formula.before))
        said_kinds = kinds_said(after)
        for name in _group_before(formulas, k, _OF_ONE.match(after) is None) if said_kinds else ():
            kinds.setdefault(name, set()).update(said_kinds)
        denied = not_supposed_in_words(formula)
        doubtful = formula.cue == "condition" or _takes_back(formula.lead) or bool(denied)
        only_here = doubtful and _supposes(formula) and not denied
        if not _is_understood(formulas, k, after):
            unclear.update(dict.fromkeys(_group_before(formulas, k, True), after))
        nouns.append(set())
        for noun, text, sure, names in _beside(formulas, k, after):
            written, noun = noun, of_vectors(noun) if len(names) > 1 and _are_vectors(formula.node) else noun
            fact = _fact(noun)
            if names:
                nouns[k].update((written, noun))
            if names and denied:
                unclear.update(dict.fromkeys(names, denied))
            if sure and names and _is_claimed(formula, noun):
                doubted.add(formula.block)
                if formula.cue == "conclude" and fact in SUPPOSABLE and not doubtful and _is_name(formula):
                    supposed.setdefault(formula.span, []).append(fact)  # `then $A$ is symmetric`: it is to be shown
                continue
            if sure and names and _is_reason(formula, noun) and any(fact not in found.get(name, ()) for name in names):
                reasons.extend((formula.block, name, fact) for name in names)
                continue
            if sure and fact in SUPPOSABLE and (only_here if doubtful else _has_no_declaration(formula, noun)):
                supposed.setdefault(formula.span, []).append(fact)
                for other in _list_behind(formulas, k, True):
                    if set(subjects(other.node)) <= set(names):  # `suppose permutation matrices $P$ and $Q$ are given`
                        supposed.setdefault(other.span, []).append(fact)
            elif sure and (not doubtful or (only_here and noun.kind == "stated")):
                note(names, noun, text, formula)
                if fact in SQUARE_PROPERTIES and _defined(formula.node):
                    supposed.setdefault(formula.span, []).append(fact)
            elif names:
                doubted.add(formula.block)
                if not sure and noun.kind == "property" and NEGATED.search(after):
                    taken_back.extend((formula.span.start, name, noun.fact) for name in names)
                    if noun.fact in NEGATIONS and (only_here if doubtful else formula.cue == "assume"):
                        supposed.setdefault(formula.span, []).append(NEGATIONS[noun.fact])
    facts = {name: frozenset(said) for name, said in found.items()}
    things = {name: frozenset(said) for name, said in kinds.items()}
    kinds_of_number = tuple((place, name, frozenset(said)) for (place, name), said in sorts.items())
    quoted = {name: _clause_of(words) for name, words in unclear.items()}
    here = {place: tuple(dict.fromkeys(said)) for place, said in supposed.items()}
    return Said(
        facts,
        since,
        frozenset(doubted),
        frozenset(unclear),
        tuple(stated),
        things,
        here,
        tuple(taken_back),
        kinds_of_number,
        reasons=tuple(reasons),
        left=words_left(formulas, nouns, lambda node: _spoken_of(node, True)) if words else WordsLeft(),
        quoted=quoted,
    )


def _clause_of(words: str) -> str:
    """The clause of a stretch of prose that is quoted."""
    return next((" ".join(c.split()) for c in CLAUSE_END.split(words) if c.strip()), "")


def _is_understood(formulas: Sequence[Written], k: int, after: str) -> bool:
    """Whether all nouns that are found behind a list of symbols are said of them, and it is clear of which."""
    clause = CLAUSE_END.split(after)[0]
    copula = COPULA.match(clause)
    if copula is None:
        return True
    found = [
        (n, m)
        for n in nouns_in(clause)
        if n.fact not in NOT_ALTERED and (m := n.pattern.search(clause, copula.end())) is not None
    ]
    names = _group_before(formulas, k, True)
    return not found or (
        all(takes_all_of(after, m.end()) and owners(names, n.pattern, after) is not None for n, m in found)
        and not _says_of_one(formulas, k, after)
    )


def _defined(node: Node | None) -> bool:
    """`S = H P H^T + R`: what is said of S is said of the expression, too."""
    return node is not None and node.kind == "Chain" and node.value == ("=",)


def _beside(formulas: Sequence[Written], k: int, after: str) -> Iterator[tuple[Noun, str, bool, list[str]]]:
    """The nouns beside a formula, the words, whether they are said without doubt, the names that they are said of."""
    one_only = _says_of_one(formulas, k, after)
    for noun, text, sure in nouns_after(after):
        if noun.fact == "row_bias":
            yield noun, text, sure, _rows_before(formulas, k, _PLURAL.match(after) is not None or not after.isascii())
            continue
        of_all = _speaks_of_all(noun, text, after)
        names = _group_before(formulas, k, of_all, of_all or not text.isascii())
        own = owners(names, noun.pattern, after)
        yield noun, text, sure and own is not None and not one_only, list(names if own is None else own)
    for noun, text, sure in _nouns_before(formulas[k].before):
        of_all = _is_plural(text) or not text.isascii()
        names = _spoken_of(formulas[k].node, of_all)
        behind = _list_behind(formulas, k, _is_plural(text)) if of_all else ()
        yield noun, text, sure, [*names, *(n for f in behind for n in subjects(f.node))]


def _list_behind(formulas: Sequence[Written], k: int, declared: bool) -> Iterator[Written]:
    """The symbols that a list goes on with, unless words of their own say what they are: `positive integers $m$ and $n$`.

    `declared`: also those that are declared there, `permutation matrices $P ∈ …$ and $Q ∈ …$`.
    """
    while k + 1 < len(formulas) and _joined(formulas[k], formulas[k + 1], declared):
        k += 1
        if any(nouns_after(formulas[k].after)):
            return
        yield formulas[k]


def _supposes(formula: Written) -> bool:
    """Whether the sentence so far supposes something of what stands here, and takes nothing back."""
    if formula.cue not in ("condition", "assume", "contradiction") or formula.display or formula.aside:
        return False
    return SUPPOSITION.search(formula.lead) is not None and SUPPOSES_NOTHING.search(formula.lead) is None


def _is_claimed(formula: Written, noun: Noun) -> bool:
    """Whether a property is said to follow, or is said of something that is defined: then it is no declaration.

    `So $A$ is symmetric`; `$D = A A$ is symmetric`. That what is defined can be inverted is what makes it have a meaning.
    """
    if noun.kind not in ("property", "sort") and _fact(noun) not in SUPPOSABLE:
        return False
    if formula.cue == "conclude":
        return True
    return formula.cue is None and noun.fact in SQUARE_PROPERTIES and noun.fact != "invertible" and _defined(formula.node)


def _is_name(formula: Written) -> bool:
    return _listed(formula.node) and not formula.display and not formula.aside


def _is_reason(formula: Written, noun: Noun) -> bool:
    """Whether a property is named as a reason: `since $A$ is symmetric`. It was said before, or it has to be shown."""
    return noun.kind == "property" and formula.cue == "cite"


FOLLOWS_FROM: Mapping[str, tuple[str, ...]] = {
    "orthogonal": ("permutation",),
    "invertible": ("permutation", "orthogonal", "positive_definite"),
    "symmetric": ("positive_definite", "diagonal"),
    "nonnegative": ("positive",),
    "nonzero": ("positive", "negative"),
}
"""Properties from which others plainly follow."""


def unfounded(said: Said, context: Context) -> frozenset[int]:
    """Blocks in which a property is named as a reason that nothing says."""
    return frozenset(
        block
        for block, name, fact in said.reasons
        if not any(context.has(name, known) for known in (fact, *FOLLOWS_FROM.get(fact, ())))
    )


def _has_no_declaration(formula: Written, noun: Noun) -> bool:
    """What is said of something written out, or is no property of a declaration."""
    node = formula.node
    if node is None or formula.display or formula.aside:
        return False
    if node.kind == "Product" and isinstance(node.value, tuple) and "×" in node.value:
        return False  # a size
    if noun.kind == "property" and noun.fact not in PROPERTIES:
        return True
    return node.kind not in ("List", "Chain", "Text", *STATEMENTS) and name_of(node) is None


NEGATIONS: Mapping[str, str] = {"invertible": "singular"}
"""What it is not to have a property, where that can be said."""

STATEMENTS = ("Implies", "Iff", "Cond", "Forall", "Exists", "Labelled", "Has", "Not", "Modulo", "Dots", "Set", "Interval")


def with_kinds(said: Said) -> Facts:
    """The facts, and of a name that is said to be one kind of thing its shape."""
    shapes = {n: SHAPES[next(iter(k))] for n, k in said.kinds.items() if len(k) == 1}
    return {n: said.facts.get(n, frozenset()) | ({shapes[n]} if n in shapes else frozenset()) for n in {**said.facts, **shapes}}


SHAPES: Mapping[str, str] = {
    "vector": "shape:vector",
    "matrix": "shape:matrix",
    "function": "shape:function",
    "number": "shape:scalar",
}


def first_places(said: Said) -> dict[str, int]:
    """From where on a section says the sort of a name."""
    return {name: place.start for place, name, _ in reversed(said.sorts)}


def _takes_back(lead: str) -> bool:
    """Whether the sentence so far doubts or conditions what it goes on to say.

    What a clause of its own says that is joined by *and* is not taken back with it, nor by what stands in brackets.
    """
    said = _IN_BRACKETS.sub("", lead)
    if CONDITIONAL.search(said):
        return True
    return DOUBT.search(_JOINED_CLAUSE.split(said)[-1]) is not None


_IN_BRACKETS = wording(r"[(（][^()（）]*[)）]")
_JOINED_CLAUSE = wording(r"[,，;；]\s*(?:并且|而且|同时|且|\band\b|\bwhile\b)", re.IGNORECASE)


def declared_in(formula: Written) -> frozenset[str]:
    """Names that a formula declares as it stands: the subjects of a membership, or of a noun that follows."""
    if formula.node is None:
        return frozenset()
    declares = formula.node.kind in ("Chain", "List") and _declared(formula.node)
    said = formula.cue == "assume" and any(noun.kind != "property" and sure for noun, _, sure in nouns_after(formula.after))
    return frozenset(subjects(formula.node)) if declares or said else frozenset()


def renewed(formula: Written) -> frozenset[str]:
    """Names that a declaration takes anew: `let $x$ be a real number`. What was known of the old is gone."""
    if formula.cue in ("assume", "define") and formula.node is not None and NOW.search(formula.lead):
        own = name_of(formula.node.children[0]) if formula.node.kind == "Chain" and formula.node.value == ("=",) else None
        if own is not None:
            return frozenset({own})
    if formula.cue in ("assume", "define", "goal") and _ANY_BEFORE.search(formula.before) and _listed(formula.node):
        return frozenset(subjects(formula.node))
    if formula.cue not in ("assume", "quantify") or formula.node is None:
        return frozenset()
    declares = formula.node.kind in ("Chain", "List") and _declared(formula.node)
    said = any(noun.kind != "property" and sure for noun, _, sure in nouns_after(formula.after)) or _ANEW.search(formula.after)
    return frozenset(subjects(formula.node)) if declares or said else frozenset()


_ANEW = wording(r"^\s*(?:be\s+)?(?:\w+\s+)?(?:arbitrary|any|another|new)\b|^\s*(?:是|为)?任意", re.IGNORECASE)


_ANY_BEFORE = wording(
    r"\b(?:let|consider(?:ing)?|tak(?:e|ing)|pick(?:ing)?|choos(?:e|ing)|fix(?:ing)?|suppose|given)\b(?: now| instead)?"
    r"(?: an?)? (?:arbitrary|any|another|new|general)\b(?:[\s-]+\w+){0,4}\s*$|"
    r"(?:考虑|取|选取|给定|设|令|任[取给选])(?:一个|另一个?)?(?:任意|任何|一般|另|新)(?:一个?|给定)?的?[\u3400-\u9fff]{0,8}\s*$|"
    r"任[取给选](?:一个?)?[\u3400-\u9fff]{0,8}\s*$",
    re.IGNORECASE,
)
"""Right before letters that a text takes anew, whatever they stood for: `consider an arbitrary real`, 考虑任意实数."""


def _declared(node: Node) -> bool:
    if node.kind == "List":
        return all(name_of(c) is not None or _declared(c) for c in node.children)
    return node.kind == "Chain" and isinstance(node.value, tuple) and node.value == ("in",)


def not_yet_said(context: Context, said: Said, block: int, place: int) -> Context:
    """The context without the properties that the section states only further on, or has taken back before a place."""
    late: dict[str, set[str]] = {}
    for (name, fact), first in said.since.items():
        if first > block and fact in PROPERTIES:
            late.setdefault(name, set()).add(fact)
    for (name, fact), (first, start) in said.signs.items():
        if (first, start) > (block, place):
            late.setdefault(name, set()).add(fact)
    for since, name, fact in said.taken_back:
        if since <= place:
            late.setdefault(name, set()).add(fact)
    rows = [replace(row, properties=row.properties - late[name]) for name, row in context.declarations.items() if name in late]
    if not rows:
        return context
    gone = {Property(fact, name_term(name)) for name, facts in late.items() for fact in facts}
    kept = tuple(h for h in context.hypotheses if h.statement not in gone)
    return replace(context.declare(*rows), hypotheses=kept)


def sorts_apart(said: Said, formulas: Sequence[Written], context: Context) -> dict[str, Diagnostic]:
    """Names that prose says to be of a sort other than the one they are declared with, or of two sorts in two places."""
    found: dict[str, Diagnostic] = {}
    first: dict[str, tuple[frozenset[str], Span]] = {}
    for place, name, sorts in said.sorts:
        row = context.declarations.get(name)
        declared = row is not None and row.origin in ("given", "document") and row.span is not None and row.type.is_scalar
        if row is not None and row.type.index is not None and sorts <= {"integer", "natural"}:
            continue  # an index is an integer
        if row is not None and declared and row.type.sort not in sorts:
            old: tuple[str, Span | None] = row.type.sort, row.span
        elif not declared and name in first and not first[name][0] & sorts:
            old = " ".join(sorted(first[name][0])), first[name][1]
        else:
            first.setdefault(name, (sorts, place))
            continue
        new = " ".join(sorted(sorts))
        text = Message("{} is declared twice in this section: as {} and as {}", name, old[0], new)
        note = Note(Message("{} is declared here first, as {}", name, old[0]), old[1])
        found.setdefault(
            name,
            Diagnostic("declared-twice", text, place, "warning", notes=(note,), help="use another letter, or begin a section"),
        )
    return found


def declared_by_facts(context: Context, facts: Facts, origin: Origin) -> Context:
    """The context with names declared of which prose gives the sort: `x, y 是实数` with no formula about them yet."""
    rows = []
    for name, said in facts.items():
        sort = next((s for s in SORTS if f"sort:{s}" in said), None)
        old = context.declarations.get(name)
        if sort is not None and (old is None or old.origin in ("inferred", "assumed")):
            kind = old.type if old is not None and old.type.sort == sort else scalar(sort)
            properties = frozenset(f for f in said if ":" not in f) | (old.properties if old is not None else frozenset())
            rows.append(Declaration(name, kind, properties, origin))
    return context.declare(*rows)


def _fact(noun: Noun) -> str:
    return noun.fact if noun.kind == "property" else f"{noun.kind}:{noun.fact}"


def nouns_after(text: str) -> Iterator[tuple[Noun, str, bool]]:
    """Nouns that the text right after a formula says of it, as written there, and whether they are said without doubt."""
    end = SENTENCE_END.search(text)
    sentence = text[: end.end()] if end else text
    stop = CLAUSE_END.search(sentence)
    clause = sentence[: stop.start()] if stop else sentence
    asked = sentence.rstrip().endswith(("?", "？"))
    copula = COPULA.match(clause)
    bias = _row_bias(sentence) if not asked else None
    if bias is not None:
        yield bias
    for noun in nouns_in(clause):
        match = noun.pattern.search(clause) if bias is None or noun is not bias[0] else None
        if match is None:
            continue
        lead = clause[: match.start()]
        doubted = asked or DOUBT.search(lead) is not None
        of_next = clause == text and not clause[match.end() :].strip() and _AND_NEXT.match(lead) is not None
        apposed = not of_next and _APPOSED.match(without_nouns(lead)) is not None
        joined = (
            copula is not None and copula.end() <= match.start() and BIND.match(without_nouns(lead[copula.end() :])) is not None
        )
        if apposed or joined or (doubted and len(lead) < 40):
            other = ALTERNATIVE_AFTER.match(clause, match.end()) or ALTERNATIVE_BEFORE.search(lead)
            whole = noun.fact in NOT_ALTERED or takes_all_of(text, match.end(), of_matrices=noun.fact in SQUARE_PROPERTIES)
            yield noun, match.group(0), not doubted and other is None and whole


_A_BIAS = wording(
    r"\s*[,，(（]?\s*(?:(?:is|be|being|denotes|as|为|是|作为)\s*)?(?:(?:an?|the|its|our|一个)\s*)?"
    r"(?:(?:learned|learnable|trainable|row|可学习的?)\s*)*"
    r"(?:bias(?:es)?(?: (?:vector|row|term|weights?))?|偏置(?:向量|行|项)?)?\s*[,，(（;；]?\s*"
    r"(?:(?:which|that|and|is|are|being|it|then|to be|它|其|并|且|将其|把它|再|都|被)\s*)*",
    re.IGNORECASE,
)
"""Between a symbol and the words that add it to every row: `, a bias that is`, `为偏置，`."""


def _row_bias(sentence: str) -> tuple[Noun, str, bool] | None:
    """What says that a symbol is added to every row, also behind a comma or in brackets."""
    noun = next((n for n in nouns_in(sentence) if n.fact == "row_bias"), None)
    match = noun.pattern.search(sentence) if noun is not None else None
    if noun is None or match is None or _A_BIAS.fullmatch(sentence[: match.start()]) is None:
        return None
    return noun, match.group(0), True


NOT_ALTERED = frozenset(["index", "size", "random", "row_bias"])
"""Nouns that only say what part a symbol plays."""

_AND_NEXT = wording(r"\s*[,，、]?\s*(?:and|和|与|及|以及)\s*$", re.IGNORECASE)
"""Between a symbol and the noun of the next one: `constants $a$ and random variables $X$`."""

_APPOSED = wording(r"^(?:\s|an?\b|(?<=[且又])(?:均|都)?[为是]|之间|彼此|都|均|且|并且|又|和|and)*$", re.IGNORECASE)


def without_nouns(text: str) -> str:
    """The text without the nouns in it: `相互正交且` before `范数为 1` is only a join."""
    for noun in nouns_in(text):
        text = noun.pattern.sub("", text)
    return text


def _nouns_before(text: str) -> Iterator[tuple[Noun, str, bool]]:
    """Nouns that stand right before a formula: `real numbers $x$`, `置换矩阵 $P$`; and whether without doubt."""
    starts = [m.end() for m in CLAUSE_END.finditer(text) if m.end() < len(text.rstrip())]
    clause = text[starts[-1] if starts else 0 :]
    for noun in nouns_in(clause):
        for match in noun.pattern.finditer(clause):
            if not clause[match.end() :].strip() and noun.fact not in ("row_bias", "size"):
                lead = clause[: match.start()]
                yield noun, match.group(0), DOUBT.search(lead) is None and not is_less(lead)


_OF_ONE = wording(r"^\s*(?:be|is|being|denotes?)?\s*an?\b", re.IGNORECASE)
"""`$c > 0$ and $v ∈ ℝ^d$ be a unit vector` says nothing of c."""

_PLURAL = wording(r"^\s*(?:are|both|all|都|均|各|分别)", re.IGNORECASE)


def _speaks_of_all(noun: Noun, written: str, text: str) -> bool:
    """Whether the predicate is said of every member of a list of declarations, not only of the last."""
    return _is_plural(written) or _PLURAL.match(text) is not None


def _is_plural(written: str) -> bool:
    """Whether a noun is one of several: `vectors of ones`, not `vector of ones`."""
    head = _WHAT_IT_HOLDS.split(written.lower())[0].rstrip()
    return head.endswith("s") and not head.endswith("ss")


_WHAT_IT_HOLDS = wording(r"\b(?:of|with|full|filled|whose|that|which)\b", re.IGNORECASE)


def _group_before(formulas: Sequence[Written], k: int, of_all: bool, of_compared: bool = True) -> list[str]:
    """The names of formula `k` and of those that it only continues as a list (`of_all`: of declarations, too).

    `of_compared`: of all names that it compares with each other.
    """
    names = _spoken_of(formulas[k].node, of_compared)
    while k > 0 and _joined(formulas[k - 1], formulas[k], of_all):
        k -= 1
        names[:0] = subjects(formulas[k].node)
    return names


def _before_list(formulas: Sequence[Written], k: int) -> str:
    """The words before a symbol, or before the list that it ends: `the sum of $A$ and $B$ is symmetric`."""
    while k > 0 and formulas[k].before.strip() and _joined(formulas[k - 1], formulas[k], True):
        k -= 1
    return formulas[k].before


def _says_of_one(formulas: Sequence[Written], k: int, after: str) -> bool:
    """Whether what stands behind a list of symbols is said of one of them only."""
    joins = []
    while k > 0 and _joined(formulas[k - 1], formulas[k], True):
        joins.append(formulas[k].before)
        k -= 1
    return says_of_one(formulas[k].before, joins, after)


def _rows_before(formulas: Sequence[Written], k: int, of_all: bool) -> list[str]:
    """The names that are added to every row: of a list of declarations those that are no matrices of several rows."""
    names = _spoken_of(formulas[k].node, of_all)
    while k > 0 and _joined(formulas[k - 1], formulas[k], of_all):
        k -= 1
        node = formulas[k].node
        inside = node is not None and node.kind == "Chain" and node.value == ("in",)
        kind = type_from(node.children[1], Context()) if node is not None and inside else None
        if kind is None or kind.is_vector or kind.rows == ONE:
            names[:0] = subjects(node)
    return names


def _spoken_of(node: Node | None, of_all: bool) -> list[str]:
    """The names that prose beside a formula speaks of: its subjects, or what it defines (`S = A + B` invertible).

    Of all that a chain of orders compares where it is said of all: `$0 < a < b$ be integers`.
    """
    if of_all and node is not None and is_order(node):
        return [n for child in node.children for n in subjects(child)]
    if node is not None and node.kind == "Chain" and node.value == ("=",):
        own = name_of(node.children[0])
        return [own] if own is not None else []
    return list(subjects(node))


def listed_with(first: Written, second: Written) -> bool:
    """Two formulas are members of one list of symbols or declarations."""
    return _joined(first, second, True)


def _joined(first: Written, second: Written, of_all: bool) -> bool:
    """Two formulas are members of one list of symbols: `$x$, $y$ and`, `$x$、$y$`."""
    fits = (lambda node: bool(subjects(node))) if of_all else _listed
    listed = fits(first.node) and fits(second.node) and first.block == second.block
    return bool(listed and second.before and JOINS.match(second.before))


def _listed(node: Node | None) -> bool:
    """A bare name or a list of names: what a list in prose is made of. A membership begins a statement of its own."""
    return node is not None and (name_of(node) is not None or (node.kind == "List" and all(map(_listed, node.children))))


ORDERS = frozenset({"<", "<=", ">", ">=", "!="})


def is_order(node: Node) -> bool:
    """A chain that only compares: `x > 0`, `0 < a < b`, `m \\le n`."""
    return node.kind == "Chain" and isinstance(node.value, tuple) and bool(node.value) and set(map(str, node.value)) <= ORDERS


def subjects(node: Node | None) -> list[str]:
    """The names that a formula is about: a name, a list of names, the left side of a membership, what is compared first."""
    if node is None:
        return []
    own = name_of(node)
    if own is not None:
        return [own]
    if node.kind == "List":
        return [n for child in node.children for n in subjects(child)]
    if is_order(node):
        return next((names for child in node.children if (names := subjects(child))), [])
    if node.kind == "Chain" and isinstance(node.value, tuple) and node.value[:1] in (("in",), (":",)):
        return subjects(node.children[0])
    if node.kind == "Group" and node.value == "{":
        return [n for child in node.children for n in subjects(child)]
    return []
