"""Arguments by contradiction that fail: which step is wrong, and whether the conclusion holds all the same.

"Suppose P and Q; then … a contradiction" concludes that Q excludes P. Where a step on the way is refuted nothing has been
shown; but the conclusion may hold. It is judged like any other claim, from what was known before anything was supposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from symproofs.derivation.document import CheckedDocument, FailedArgument, Link, Step
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Verdict
from symproofs.kernel.rules_logic import CONTRARY, FALSITY, contrary
from symproofs.kernel.state import size_names
from symproofs.terms.context import Context
from symproofs.terms.statement import Hypothesis, Relation, Statement, statement_names

Judge = Callable[[Sequence[Link], Settings], Iterable[Step]]


def with_conclusions(document: CheckedDocument, settings: Settings, judge: Judge) -> CheckedDocument:
    """The document with the arguments that fail in it."""
    return replace(document, arguments=tuple(failed_arguments(document, settings, judge)))


def failed_arguments(document: CheckedDocument, settings: Settings, judge: Judge) -> Iterator[FailedArgument]:
    """Every argument by contradiction with a refuted step, in order."""
    inside = (s for s in document.steps if s.link.supposed)
    for _, group in groupby(inside, key=lambda step: step.link.supposed[0]):
        steps = tuple(group)
        failing = tuple(s for s in steps if s.judgement.verdict is Verdict.REFUTED)
        if not failing:
            continue
        assumptions = _assumptions(steps)
        link = _conclusion(steps[0].link, assumptions)
        for conclusion in judge((link,), replace(settings, explain=True)):
            yield FailedArgument(steps, failing, assumptions, conclusion)


def _assumptions(steps: Iterable[Step]) -> tuple[Hypothesis, ...]:
    """What was supposed, without what was introduced from it: that stands nowhere as an assumption of its own."""
    supposed = dict.fromkeys(h for s in steps for h in s.link.supposed)
    return tuple(h for h in supposed if h.span is not None)


def _conclusion(first: Link, assumptions: tuple[Hypothesis, ...]) -> Link:
    """The claim that the assumptions exclude each other, in the context before them."""
    before = tuple(h for h in first.context.hypotheses if h not in first.supposed)
    denied = next((h for h in reversed(assumptions) if _has_contrary(h.statement)), None)
    kept = tuple(h for h in assumptions if h is not denied)
    statement = contrary(denied.statement) if denied is not None else FALSITY
    context = _of_what_is_said(replace(first.context, hypotheses=before).assume(kept), statement)
    return replace(
        first,
        role="claim",
        statement=statement,
        context=context,
        relation=statement.operator,
        by_contradiction=denied is None,
        supposed=kept if denied is None else (),
        problem=None,
    )


def _has_contrary(statement: Statement) -> bool:
    return isinstance(statement, Relation) and statement.operator in CONTRARY


def _of_what_is_said(context: Context, statement: Statement) -> Context:
    """The context with declarations of names only of which something is said."""
    names = statement_names(statement).union(*(statement_names(h.statement) for h in context.hypotheses))
    while more := size_names([context.types[n] for n in names if n in context.types]) - names:
        names |= more
    return replace(context, declarations={n: row for n, row in context.declarations.items() if n in names})
