"""What is obtained from a claim that something exists: `there is a k with n = 2k`, and k afterwards.

What follows with such a k is shown only if the claim is. Where the claim is proved under a condition, so is what follows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from symproofs.derivation.document import Link
from symproofs.derivation.verdict import Cause, Judgement, Verdict, provided
from symproofs.diagnostics import Diagnostic, Note
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import instance
from symproofs.kernel.state import size_names
from symproofs.messages import Message
from symproofs.terms.context import only
from symproofs.terms.statement import And, ForAll, Relation, Statement, statement_names
from symproofs.terms.term import free_names


def in_force(link: Link, used: Collection[Statement] | None) -> tuple[Link, ...]:
    """The claims from which hypotheses of the link are obtained: of those `used`, if it is known which ones these are."""
    known = used is not None and {h.statement for h in link.context.hypotheses}.issuperset(used)
    places = {h.claim for h in link.context.hypotheses if not known or (used is not None and h.statement in used)}
    return tuple(claim for claim in link.obtained if claim.span in places)


def as_held(claim: Link, link: Link) -> Link:
    """The claim in what is left of its context where the link stands.

    `If n = 4, then there is a k with n = 2k` gives no k where n may be another number. A condition on letters that have nothing
    to do with what is claimed (`for i = 0`) only says how it was found.
    """
    here = {h.statement for h in link.context.hypotheses}
    left = [h for h in claim.context.hypotheses if h.statement not in here]
    if not left:
        return claim
    names = statement_names(claim.statement) if claim.statement is not None else frozenset()
    kept = [statement_names(h.statement) for h in claim.context.hypotheses if h.statement in here]
    while more := frozenset[str]().union(*(said for said in kept if said & names)) - names:
        names |= more
    gone = {h.statement for h in left if statement_names(h.statement) & names}
    if not gone:
        return claim
    return replace(claim, context=only(claim.context, [h for h in claim.context.hypotheses if h.statement not in gone]))


def asked_of_values(claim: Link, held: Link, used: Collection[Statement]) -> list[Statement] | None:
    """What makes a claim that was shown from `used` hold where the link stands, though an equation `x = v` is gone there.

    What was shown says nothing of x, so it is shown of every x that meets the rest of what was used; it holds if v does.
    *Fails when* something else is gone, or is said of x that is asked of no number: then nothing is known.
    """
    left = {h.statement for h in held.context.hypotheses}
    gone = [s for s in used if s not in left]
    if not gone:
        return []
    values = {
        str(s.left.data[0]): s.right for s in gone if isinstance(s, Relation) and s.operator == "=" and s.left.head == "name"
    }
    if claim.statement is None or len(values) != len(gone) or values.keys() & statement_names(claim.statement):
        return None
    types, letters = claim.context.types, frozenset(values)
    if not letters <= types.keys() or letters & size_names(types.values()).union(*map(free_names, values.values())):
        return None
    said = tuple(s for s in used if s in left and letters & statement_names(s))
    try:
        body, needed = instance(ForAll(tuple((x, types[x]) for x in values), And(said)), values, held.context)
    except Rejected:
        return None
    assert isinstance(body, And)
    return [*needed, *body.parts]


def without(link: Link, claims: Collection[Link]) -> Link:
    """The link without what is obtained from claims."""
    places = {claim.span for claim in claims}
    context = only(link.context, [h for h in link.context.hypotheses if h.claim not in places])
    supposed = tuple(h for h in link.supposed if h.claim not in places)
    return replace(link, context=context, supposed=supposed, obtained=tuple(c for c in link.obtained if c.span not in places))


def depends_on(claim: Link) -> Judgement:
    """A step that was shown only with what a claim gives, which is not proved."""
    said = Message("this is claimed to exist, and is not proved where the step stands: {}", claim.latex)
    return Judgement(
        Verdict.UNDECIDED,
        cause=Cause.FRAGMENT,
        code="depends-on-unproved",
        message="follows from what is claimed to exist, which is not proved here",
        diagnostics=(
            Diagnostic("depends-on-unproved", "the claim that it depends on", None, "note", notes=(Note(said, claim.span),)),
        ),
    )


def under_conditions_of(claims: Collection[Judgement], judgement: Judgement) -> Judgement:
    """A step under the conditions under which the claims hold that it depends on."""
    conditions = tuple(dict.fromkeys(c for one in (*claims, judgement) for c in one.conditions))
    return judgement if conditions == judgement.conditions else provided(judgement, conditions)
