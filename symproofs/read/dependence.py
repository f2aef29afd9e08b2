"""Letters that a text says to vary with others: `let $n$ depend on $C$`, `$n$ may grow without bound`, `$a$ 是 $x$ 的函数`.

A letter of which nothing is said stands still while another one goes to a limit, is averaged over or is put for an argument.
Of one that is said to vary nothing of this kind is decided: how it varies is not known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration.names import bare, name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END, JOINS
from symproofs.read.prose import subjects
from symproofs.read.qualifiers import sentences
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import ForAll, Implies, Statement, Tends, speaks_of_limits, statement_names, terms_of
from symproofs.terms.term import HEADS, Term

Varying = Mapping[str, frozenset[str]]
"""Letters that vary, each with those that it is said to vary with; with none: nothing is said of what moves it."""

VARIES = wording(
    r"^\s*(?:,\s*)?(?:which |that |who |also |then |both |may |can |could |will |is allowed to |are allowed to |does |"
    r"do |must |might |"
    r"to |is |are |be |being |we let |let |itself )*(?:(?:smoothly|slowly|quickly|linearly|exponentially|implicitly|"
    r"continuously) )?"
    r"(?:depend(?:s|ing|ent)?(?= on| upon|\s*$)|grow(?:s|ing)?|var(?:y|ies|ying)|chang(?:es?|ing)|increas(?:es?|ing)|"
    r"decreas(?:es?|ing)|"
    r"scal(?:es?|ing) (?:with|like|as)|diverg(?:es?|ing)|explod(?:es?|ing)|shrinks?|mov(?:es?|ing) (?:with|along)|"
    r"(?:tend|go|goes|tends|tending|going) to infinity|"
    r"(?:an? )?(?:\w+ )?functions? of|determined by|controlled by|chosen (?:depending|after|according)|"
    r"not (?:fixed|constant|bounded|held|independent)|unbounded|arbitrarily large|unlimited|without bound|"
    r"proportional to|(?:exponential|polynomial|linear|quadratic|logarithmic) in|of (?:the )?(?:same )?order|"
    r"comparable (?:to|with)|"
    r"(?:much )?(?:large|larger|bigger|greater) (?:compared|than|relative)|coupled|tied to|linked to|a sequence)|"
    r"^\s*(?:且|也|都|均|可以|可能|可|会|将|本身|亦|又|并|是|为|要|允许)*"
    r"(?:随(?!机)|依赖|取决|由[^，。]*决定|无界|不固定|不是?(?:常[数量]|定值)|不恒定|趋[于向]无穷|无限|任意[地]?大|"
    r"(?:很|非常)大|远(?:大|小|多|少|超)|增[大长加]|"
    r"变[化动大小]|发散|按[^，。]*增)",
    re.IGNORECASE,
)
"""Behind a letter: it varies, with what comes next or by itself."""

_WITH = wording(r"^\s*(?:与|和|同|跟|是|为)\s*$")
_GOES_WITH = wording(
    r"^\s*(?:(?:之间)?(?:有关|相关|成(?:正|反)?比|同阶|一[起同](?:增|变|趋)|同时(?:增|变|趋)|耦合)|"
    r"的[^，。]{0,4}(?:函数|倍|次方|序列))"
)
"""Around the letter that another one goes with: `$n$ 与 $C$ 有关`, `$n$ 是 $C$ 的函数`."""

VARYING = wording(
    r"\b(?:depend(?:s|ing|ent)?|grow(?:s|ing)?|var(?:y|ies|ying)|increas(?:es?|ing)|decreas(?:es?|ing)|scal(?:es?|ing) with|"
    r"(?:much )?(?:larger|bigger|smaller)|(?:exponentially|polynomially|arbitrarily|infinitely) (?:large|small|many)|"
    r"function of|"
    r"proportional|determine[sd]?|controls?|according to|tied to|coupled|together|ratio|quotient|"
    r"(?:different|another|its own|a new)\b[^.]{0,30}\bfor (?:every|each|different)|for (?:every|"
    r"each)\b[^.]{0,30}\b(?:different|another|its own|a new))\b|"
    r"随(?!机)|依赖|取决|有关|越[^，。]{0,4}[，,]?[^，。]{0,3}越|按|根据[^，。]*(?:选|取|定)|决定|的函数|远(?:大|小|"
    r"多|少|超)[于过]?|一[起同](?:增|变|趋)|同时(?:增|变|趋)|"
    r"之比|比值|成(?:正|反)?比|(?:对|每)[^，。]{0,12}(?:不同|各自)",
    re.IGNORECASE,
)
"""In a sentence that speaks of several letters by themselves: one of them varies with the others."""

STANDS_STILL = wording(
    r"\b(?:independent(?:ly)? of|(?:not|never|no longer) (?:depend|grow|var|chang|increas|decreas|scal)\w*|constant|"
    r"(?<!ratio )fixed(?! ratio)|"
    r"stays|remains|regardless|whatever|distinct)\b|"
    r"无关|不随|不依赖|不取决|固定|不变|常[数量]",
    re.IGNORECASE,
)
"""In a sentence that says what stays as it is."""

_RATIO = wording(r"\b(?:ratio|quotient|product)s?\b|之[比积]|比[值例]", re.IGNORECASE)
"""What of several letters may be fixed while they are not."""

_NOT = wording(
    r"\b(?:not|never|no longer) (?:depend|grow|var|chang|increas|decreas|scal)|\bindependent of\b|不随|不依赖|不取决|无关"
)
_INCREASING_FUNCTION = wording(r"^\s*(?:is|are|be) (?:strictly |monotonically )?(?:increasing|decreasing)\b", re.IGNORECASE)

MOVED: frozenset[str] = frozenset(["call", "expect", "var", "cov", "prob"])
"""Heads of terms below which one letter runs over values while the others stand still."""


MOST_LETTERS = 3
"""Of more letters in one sentence it is not clear which varies with which."""


def said_to_vary(formulas: Sequence[Written]) -> dict[str, frozenset[str]]:
    """The letters that the prose around these formulas says to vary."""
    found: dict[str, frozenset[str]] = {}

    def note(names: Collection[str], others: Collection[str]) -> None:
        for name in names:
            found[name] = found.get(name, frozenset()) | frozenset(others) - {name}

    for k, formula in enumerate(formulas):
        following = formulas[k + 1] if k + 1 < len(formulas) and not formulas[k + 1].starts_sentence else None
        note(*_as_formulas_say(formula))
        if _says_so(formula, following):
            others = subjects(following.node) if following is not None and _leads_on(formula.after) else ()
            note([*_listed(formulas, k)], others)
    for sentence in sentences(formulas):
        held = STANDS_STILL.search(sentence.words) is not None and _RATIO.search(sentence.words) is None
        if VARYING.search(sentence.words) and not held:
            letters = {n for f in sentence.formulas for n in _alone(f.node)}
            letters -= {script for n in letters for script in n.split("_")[1:]}
            if 1 < len(letters) <= MOST_LETTERS:
                note(letters, letters)
    return found


def with_more(known: Varying, new: Varying) -> dict[str, frozenset[str]]:
    """What is known of letters that vary, with what is said of more."""
    return {n: known.get(n, frozenset()) | new.get(n, frozenset()) for n in (*known, *new)}


def varies_along(statement: Statement | None, varying: Varying, context: Context, span: Span) -> Diagnostic | None:
    """A statement of a limit, a mean or a function whose letters may move where they are taken to stand still."""
    if statement is None or not varying:
        return None
    names = _closure(statement_names(statement), context)
    moving = {n for h in context.hypotheses for n in _going(h.statement)}
    defined = {d[0] for h in context.hypotheses if (d := definition_of(h)) is not None}
    for name in sorted(varying.keys() - moving - defined):
        by = varying[name] - set(name.split("_")[1:])  # `C_i` says itself that it varies with i
        if varying[name] and not by:
            continue
        here = name in names or context.has(name, "size")
        along = here and speaks_of_limits(statement) and moving and (not by or by & moving)
        below = name in names and any(_moves(t, by) for side in terms_of(statement) for t in side.walk())
        if along or (below and not isinstance(statement, ForAll)) or (isinstance(statement, ForAll) and _binds(statement, by)):
            text = Message("{} is said to vary, and how is not known", name)
            return Diagnostic("varies", text, span)
    return None


_OBJECT = wording(r"\b(?:with|on|of|in|by|like)\s*$|(?:随着?|与|按照?|由|根据)\s*$", re.IGNORECASE)
"""Before a letter that another one varies with: `随 $i$ 变化`."""


def _says_so(formula: Written, following: Written | None) -> bool:
    if not subjects(formula.node) or _OBJECT.search(formula.before):
        return False
    clause = CLAUSE_END.split(formula.after)[0] if not formula.after.lstrip().startswith(",") else formula.after
    if _NOT.search(clause) or _INCREASING_FUNCTION.match(clause):
        return False
    if VARIES.match(formula.after):
        return True
    return following is not None and _WITH.match(formula.after) is not None and _GOES_WITH.match(following.after) is not None


def _alone(node: Node | None) -> Sequence[str]:
    """The letters of a formula that is nothing else than a letter or a list of letters."""
    if node is None or (node.kind != "List" and name_of(node) is None):
        return ()
    return subjects(node)


def _leads_on(after: str) -> bool:
    return re.search(r"\b(?:on|upon|with|of|to|in|by|than|like|as)\s*$|(?:随着?|于|与|和|同|跟|由|是|为)\s*$", after) is not None


def _listed(formulas: Sequence[Written], k: int) -> Iterator[str]:
    """The letters of a formula and of the list that it ends."""
    yield from subjects(formulas[k].node)
    while k > 0 and formulas[k - 1].block == formulas[k].block and formulas[k].before.strip() and JOINS.match(formulas[k].before):
        k -= 1
        yield from _alone(formulas[k].node)


def _as_formulas_say(formula: Written) -> tuple[Collection[str], Collection[str]]:
    """`$n = n(C)$`, `$n \\gg e^C$`, `$d / n$ fixed`: letters of a formula, and those that they vary with."""
    node = formula.node
    if node is None:
        return (), ()
    letters = {n for part in node.walk() if (n := name_of(part)) is not None} - CONSTANT_LETTERS
    if node.kind == "Chain" and isinstance(node.value, tuple) and set(node.value) <= COMPARES_SIZE:
        return letters, letters
    if node.kind in ("Frac", "Product") and len(letters) > 1 and _HELD.match(formula.after):
        return letters, letters
    if node.kind == "Chain" and node.value == ("=",):
        own, right = name_of(node.children[0]), bare(node.children[1])
        if own is not None and right.kind == "Product" and len(right.children) == 2 and name_of(right.children[0]) == own:
            return (own,), ()
    return (), ()


COMPARES_SIZE = frozenset({">>", "<<", "prop"})
"""Relation signs that compare how two things grow."""

CONSTANT_LETTERS = frozenset({"e", "pi", "i"})
_HELD = wording(
    r"^\s*(?:is |are |be |being |is held |held |stays |remains |保持|固定|为常|是常)?\s*(?:fixed|constant|固定|不变|常)",
    re.IGNORECASE,
)
"""Behind a ratio: it stays as it is, so that its letters go together."""


def _closure(names: frozenset[str], context: Context) -> frozenset[str]:
    """The names with those that they are defined by."""
    definitions = {d[0]: statement_names(h.statement) for h in context.hypotheses if (d := definition_of(h)) is not None}
    found, waiting = set(names), list(names)
    while waiting:
        new = definitions.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def _going(statement: Statement) -> frozenset[str]:
    """The letters that a passage to the limit moves."""
    if isinstance(statement, (ForAll, Implies)):
        return _going(statement.body if isinstance(statement, ForAll) else statement.conclusion)
    return statement_names(statement) if isinstance(statement, Tends) else frozenset()


def _moves(node: Term, by: Collection[str]) -> bool:
    """Whether below a term one letter runs over values while the others stand still."""
    return node.head in MOVED or (HEADS[node.head].binds and str(node.data[0]) in by)


def _binds(statement: ForAll, by: Collection[str]) -> bool:
    """Whether a function is defined by a letter that another one in it varies with."""
    bound = {n for n, _ in statement.names}
    return bool(bound & set(by)) and any(t.head == "call" for side in terms_of(statement) for t in side.walk())
