"""What a write-up says of an argument that fails: that it does, at which step, and what is known of its conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from string import ascii_lowercase

from symproofs.derivation.document import CheckedDocument, FailedArgument, Language, Step
from symproofs.derivation.verdict import SHOWN, Verdict
from symproofs.kernel.state import size_names
from symproofs.render.prose import formula, joined, plain
from symproofs.render.steps import (
    Block,
    Chain,
    Numbered,
    Said,
    Table,
    Theorem,
    axiom_prose,
    conditions_prose,
    inference_rows,
    known_prose,
    line_rows,
    sign_of,
    step_rows,
)
from symproofs.render.words import say
from symproofs.terms.context import Context
from symproofs.terms.latex import statement_latex
from symproofs.terms.serial import statement_from_json
from symproofs.terms.statement import Hypothesis, statement_names


def failure_blocks(
    document: CheckedDocument, steps: Iterable[Numbered], numbered: Iterable[Numbered], language: Language
) -> Iterator[Block]:
    """What is to be said below steps of an argument that fails with the last of its wrong steps among them."""
    here = [step for _, step in steps]
    for argument in document.arguments:
        if any(argument.failing[-1] is step for step in here):
            yield from argument_blocks(argument, numbered, language)


def argument_blocks(argument: FailedArgument, numbered: Iterable[Numbered], language: Language) -> Iterator[Block]:
    """That an argument fails and why, and what is known of its conclusion: with a proof, where there is one."""
    numbers = [k for k, step in numbered if any(step is s for s in argument.failing)]
    listed = say("comma", language).join(f"({k})" for k in numbers)
    conclusion = argument.conclusion
    holds = conclusion.verdict in SHOWN
    said = "conclusion holds" if holds else "conclusion fails" if conclusion.verdict is Verdict.REFUTED else "conclusion open"
    yield Said(plain(say("argument fails", language, listed) + say(said, language)))
    if holds:
        yield from inference_blocks(conclusion, language)
        return
    if conclusion.link.statement is not None:
        yield Said(
            (*plain(say("conclusion", language) + say("colon", language)), *formula(statement_latex(conclusion.link.statement)))
        )
    found = conclusion.counterexample
    if found is not None:
        yield Table(None, found.assignment, found.left, found.right)


def inference_blocks(step: Step, language: Language) -> Iterator[Block]:
    """A claim as a theorem, and the proof that stands by itself: what was used of the context, and every line of the tree."""
    statement, context = step.link.statement, step.link.context
    if statement is None:
        return
    lines = step.judgement.inferences
    used, names = _rested_on(step)
    rows = {n: row for n, row in context.declarations.items() if n in names}
    known = known_prose(Context(rows, tuple(used), frozenset(p for p in context.distinct if p <= names)), language)
    yield Theorem("", tuple(known), statement_latex(statement))
    if lines:
        yield Chain(tuple(inference_rows(lines, language, letters())))
    elif len(step.judgement.unfolding) > 1:
        yield Chain(tuple(line_rows(step.judgement.unfolding, sign_of(statement), language)))
    else:
        yield Chain(tuple(step_rows([(0, step)], language)))
    if step.conditions:
        yield Said(conditions_prose(step.conditions, language))
    cited = tuple(axiom_prose(a, language) for a in step.axioms)
    if cited:
        yield Said((*plain(say("axioms", language) + say("colon", language)), *joined(cited, say("and", language))))


def _rested_on(step: Step) -> tuple[list[Hypothesis], frozenset[str]]:
    """The hypotheses in the certificate of a proof and the names that are spoken of; all of them where there is none."""
    context, found = step.link.context, step.certificate
    if not isinstance(found, dict):
        return list(context.hypotheses), frozenset(context.declarations)
    used = [statement_from_json(h) for h in found["hypotheses"]]
    free = statement_names(statement_from_json(found["statement"])).union(*map(statement_names, used))
    return [h for h in context.hypotheses if h.statement in used], free | size_names(context.types[n] for n in free)


def letters() -> Iterator[str]:
    """a, b, …, z, a1, b1, …: numbers of lines that are not those of a document."""
    return (c + (str(k) if k else "") for k in count() for c in ascii_lowercase)
