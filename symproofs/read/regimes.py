"""Passages to the limit that a text speaks of one after the other: `as C → ∞ … as C → 0 …`.

One passage is spoken of at a time. Another one of the same name takes its place; words that say another direction, or a formula
that says where something goes and cannot be read, end it: nothing may be shown in a passage that is no longer meant.
"""

from __future__ import annotations

import re
from dataclasses import replace

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration import Part
from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.statement import (
    ForAll,
    Hypothesis,
    Implies,
    InProbability,
    Relation,
    Statement,
    Tends,
    parts_of,
    speaks_of_limits,
    statement_names,
)
from symproofs.terms.term import Term, const, free_names, num

INFINITIES = (const("oo"), Term("neg", (const("oo"),)))

BECOMES_SMALL = wording(
    r"\b(?:zero|small(?:er)?|tiny|vanish(?:es|ing)?|shrinks?|decreas(?:es?|ing))\b|[于近向]零|[于近向]\s*0|小|减",
    re.IGNORECASE,
)
BECOMES_LARGE = wording(
    r"\b(?:infinity|large(?:r)?|grows?|growing|increas(?:es?|ing)|huge)\b|[于近向]无穷|大|增",
    re.IGNORECASE,
)
"""Words on where a name goes."""

GOES = wording(
    r"^\s*(?:is |becomes |gets )?(?:goes|going|tends?|tending|approach(?:es|ing)?|converges?|vanish(?:es)?|shrinks?|grows?|"
    r"(?:in|de)creas(?:es?|ing)|(?:very |sufficiently )?(?:small|large)|很|极|充分|足够|趋|变|减|增)",
    re.IGNORECASE,
)
"""Words behind a name that say where it goes."""

FIXED = wording(r"\b(?:fixed|constant)\s*$|固定的?\s*$", re.IGNORECASE)
"""Before a name of which no limit is taken."""

ADJECTIVE = wording(r"(?:small|large|tiny|huge|vanishing|很小的|很大的|充分小的|充分大的|足够小的|足够大的)\s*$", re.IGNORECASE)
"""The same before a name."""


def passage_in(hypothesis: Hypothesis) -> Tends | None:
    """Where a hypothesis says that something tends, if it says that."""
    statement: Statement = hypothesis.statement
    if isinstance(statement, ForAll):
        statement = statement.body
    if isinstance(statement, Implies):
        statement = statement.conclusion
    return statement if isinstance(statement, Tends) else None


def goes_elsewhere(statement: Statement, context: Context) -> bool:
    """Whether this says of a bare name that it tends to something else than what is in force."""
    if not isinstance(statement, Tends) or statement.subject.head != "name":
        return False
    known = [found for h in context.hypotheses if (found := passage_in(h)) is not None and found.subject == statement.subject]
    return bool(known) and all(found.target != statement.target for found in known)


def on_their_way(context: Context) -> frozenset[str]:
    """The names that vary along the passage in force.

    The kernel is loaded here, where a text speaks of a passage: most do not.
    """
    if not any(isinstance(s, Tends | InProbability) for h in context.hypotheses for s in parts_of(h.statement)):
        return frozenset()
    from symproofs.kernel.indexed import Rejected
    from symproofs.kernel.motion import varying
    from symproofs.kernel.sequent import Sequent

    try:
        return varying(Sequent(context, Relation("=", num(0), num(0))))
    except Rejected:
        return frozenset()


def without_passages(context: Context, about: frozenset[str] | None = None) -> Context:
    """The context without what tends somewhere: all of it, or what shares one of the names."""
    kept = tuple(
        h
        for h in context.hypotheses
        if passage_in(h) is None or (about is not None and about.isdisjoint(statement_names(h.statement)))
    )
    return context if len(kept) == len(context.hypotheses) else replace(context, hypotheses=kept)


def said_to_go(before: str, text: str, name: str | None, name_before: str | None) -> tuple[str, str] | None:
    """(name, words) where words around a formula say where a name goes: `small $C$`, `$C$ goes to zero, …`, `$C$ tends to $0$`.

    `before` is the prose before the formula `text`; `name` is the name that the formula is, `name_before` the one before it.
    """
    if name is not None and (ADJECTIVE.search(before) or FIXED.search(before)):
        return name, before
    if name_before is not None and GOES.search(before):
        target = {"0": " zero", r"\infty": " infinity", "∞": " infinity"}.get(text.strip(), "")
        return name_before, before + target
    return None


def after_words(context: Context, name: str, words: str) -> Context:
    """The context without passages in which the name goes elsewhere than the words say."""
    found = [t for h in context.hypotheses if (t := passage_in(h)) is not None and t.subject == Term("name", (), (name,))]
    small, large = BECOMES_SMALL.search(words) is not None, BECOMES_LARGE.search(words) is not None
    if FIXED.search(words) and found:
        return without_passages(context, frozenset([name]))
    if small != large and any((t.target in INFINITIES) == small for t in found):
        return without_passages(context, frozenset([name]))
    return context


def along(statement: Statement | None, context: Context) -> dict[str, str]:
    """Names whose subscript tends somewhere, with that subscript: `x_n` for n → ∞ is a sequence, not one number."""
    subjects = [t.subject for h in context.hypotheses if (t := passage_in(h)) is not None]
    moving = {n for t in subjects if t.head in ("name", "size") for n in free_names(t)}
    if statement is None or not moving:
        return {}
    found = ((name, next((i for i in name.split("_")[1:] if i in moving), None)) for name in sorted(statement_names(statement)))
    return {name: index for name, index in found if index is not None}


def moves_along(statement: Statement | None, context: Context, span: Span) -> Diagnostic | None:
    """What is said of a sequence, but where it tends: there whether the sequence is taken for fixed is asked of the proof."""
    if statement is None or speaks_of_limits(statement):
        return None
    for name, index in along(statement, context).items():
        return Diagnostic("moves-along", Message("{} may depend on {}, which tends to a limit here", name, index), span)
    return None


_CLAIMED = wording(r"\b(?:claim|proposition|theorem|lemma|corollary)\b|断言|命题|定理|引理|推论", re.IGNORECASE)
_BEHIND_A_COMMA = wording(r"^\s*[,，](?:\s*(?:we (?:have|get|see)|it holds that|有|得))?\s*$", re.IGNORECASE)
_ENDS_HERE = wording(r"^\s*(?:$|[.。;；!])")


def says_what_follows(lead: str, before: str, after: str) -> bool:
    """Whether an arrow is what is claimed: `claim: $C → ∞$`; `as $y → 0$, $x → 1$.`, the last of its sentence behind a comma."""
    if _CLAIMED.search(lead):
        return True
    return _BEHIND_A_COMMA.match(before) is not None and _ENDS_HERE.match(after) is not None


_JOINED = wording(r"(?:\bas|\bwhen|\bif|\blimit|\bfor)\s+(?:and|with|while)\s*$", re.IGNORECASE)


def joins_a_passage(lead: str) -> bool:
    """Whether an arrow is the second of one passage: `as $C → ∞$ and $αC² → 0$`."""
    return _JOINED.search(lead) is not None


_LETS = wording(r"(?:\b(?:let(?:ting)?|taking|sending)|\bin the limit(?: (?:of|as|where|when))?|令|让)\s*$", re.IGNORECASE)


def lets_go(before: str) -> bool:
    """Whether words right before an arrow make something go there: `letting $n → ∞$`."""
    return _LETS.search(before) is not None


def unread_passage(part: Part) -> bool:
    """Whether a part says where something goes, and cannot be read."""
    return part.problem is not None and part.relation == "to"
