"""Letters that a claim introduces: `t_1 - t_2 = 2k_0π` after `… = 2kπC_i, k ∈ ℤ` says that there is such a k_0.

A name of which nothing is known yet, written as a letter that stood for some integer before, with a subscript, is its
value in one case. The claim is that it exists; from then on it is one that does what the claim says. So is what the text says to
exist by itself.
"""

from __future__ import annotations

from symproofs.derivation.document import Link
from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.elaboration import Part
from symproofs.read.state import State
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import And, Exists, Hypothesis, Implies, Membership, Relation, Statement, statement_names
from symproofs.terms.types import Type, scalar

Names = tuple[tuple[str, Type], ...]


def introduced(statement: Statement, state: State) -> Names:
    """The names that a claim introduces, with their types."""
    if not isinstance(statement, Relation) or statement.operator != "=":
        return ()
    rows = state.context.declarations
    found = []
    for name in sorted(statement_names(statement) - state.constraints.names):
        row, letter = rows.get(name), rows.get(name.rpartition("_")[0])
        new = row is not None and row.type.is_scalar and (row.span is None or row.origin in ("inferred", "assumed"))
        dummy = letter is not None and letter.name not in state.constraints.names and letter.origin in ("given", "document")
        if new and dummy and letter is not None and letter.type.is_scalar and letter.type.sort in ("natural", "integer"):
            found.append((name, scalar(letter.type.sort)))
    return tuple(found)


def take(names: Names, statement: Statement, state: State, label: str, claim: Link | None = None) -> None:
    """The names stand from here on for values that do what the claim says, also where its condition ends.

    What is said of them holds if the claim does.
    """
    rows = [Declaration(name, kind) for name, kind in names]
    state.context = state.context.declare(*rows)
    if state.outside is not None:
        state.outside = state.outside.declare(*rows)
    if claim is not None:
        state.claims[claim.span] = claim
    for part in statement.parts if isinstance(statement, And) else (statement,):
        hypothesis = Hypothesis(part, label, claim=None if claim is None else claim.span)
        state.enter(hypothesis)
        if state.before is not None:
            state.suppose(hypothesis, state.before)
        if state.outside is not None:
            state.outside = state.outside.assume([hypothesis])


def call_by_name(statement: Exists, state: State, label: str, claim: Link | None) -> frozenset[str]:
    """What is said to exist is called by its name from there on: `$n = 2k$ for some $k ∈ ℤ$. Hence $n^2 = 4k^2$.`

    `claim` is what claims it, where the text does not assume it. Names that meant something before are another's there and
    this one's here: these are returned.
    """
    existing, body = statement.names, statement.body
    while isinstance(body, Exists):
        existing, body = (*existing, *body.names), body.body
    names = frozenset(n for n, _ in existing)
    if names & state.constraints.names:
        return names
    take(existing, body, state, label, claim)
    return frozenset()


def depends_on_index(part: Part, state: State) -> Diagnostic | None:
    """A note where an integer is introduced under an index that stands for any: it may be another one for every index."""
    premise = part.statement.premise if isinstance(part.statement, Implies) else None
    parts = premise.parts if isinstance(premise, And) else (premise,)
    new = [
        str(p.subject.data[0])
        for p in parts
        if isinstance(p, Membership) and p.subject.head == "name" and p.subject.data[0] not in state.constraints.names
    ]
    if not new or part.statement is None:
        return None
    indices = sorted(_ranging(state.context) & statement_names(part.statement))
    if not indices:
        return None
    text = Message("{} may be another number for every {}", ", ".join(new), ", ".join(indices))
    return Diagnostic("depends-on-index", text, part.span, "note")


def _ranging(context: Context) -> set[str]:
    """Integers between bounds that are nothing else: letters that stand for any index."""
    bounded: set[str] = set()
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Relation) and statement.operator in ("<", "<=", ">", ">="):
            bounded |= {
                str(side.data[0])
                for side in (statement.left, statement.right)
                if side.head == "name" and context.declarations[str(side.data[0])].type.sort in ("natural", "integer")
            }
    return bounded
