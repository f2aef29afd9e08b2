"""What a statement claims, and what becomes of a claim where every name has a value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Literal

from symproofs.messages import Message, one_after_another
from symproofs.records import record
from symproofs.refute.arrays import Tensor, entries
from symproofs.refute.compute import outcomes
from symproofs.refute.evaluate import Environment, evaluate
from symproofs.refute.numbers import Undefined, Undetermined, complex_ball, is_exact
from symproofs.refute.quantifiers import solved
from symproofs.refute.statements import flatten, terms_of
from symproofs.refute.texts import tensor_text, texts_apart
from symproofs.refute.truth import compare, equal_tensors, holds
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import name
from symproofs.terms.types import SORTS
from symproofs.terms.typing import Mistyped, type_of

# What a statement claims --------------------------------------------------------------------------------------


@record
class Claim:
    """A statement without quantifiers and connectives in a context.

    `premises` are the hypotheses that were premises of what was claimed, `written` how names that it quantifies were
    written, where they had to be renamed. `for_all`: it is said to hold for all values of names that it quantifies.
    `asked`: what all the terms ask for that ⇒, ⇔ or ∀ joined, also in parts that are no part of this claim: there it is said.
    """

    context: Context
    statement: Statement
    premises: tuple[Statement, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    for_all: bool = False
    asked: tuple[Statement, ...] = ()


def claims_of(context: Context, statement: Statement) -> Iterator[Claim]:
    """What the statement claims: it holds if and only if all of these do."""
    return _claims(Claim(context, statement))


def _claims(claim: Claim) -> Iterator[Claim]:
    context = claim.context
    match claim.statement:
        case And(parts):
            for part in parts:
                yield from _claims(replace(claim, statement=part))
        case Implies(premise, conclusion):
            assumed = context.assume([Hypothesis(premise)])
            asked = (*claim.asked, *_domain(claim.statement, context))
            premises = (*claim.premises, premise)
            yield from _claims(replace(claim, context=assumed, statement=conclusion, premises=premises, asked=asked))
        case Iff(left, right):
            yield from _claims(replace(claim, statement=Implies(left, right)))
            yield from _claims(replace(claim, statement=Implies(right, left)))
        case ForAll(names, body):
            taken = set(context.declarations).union(*(statement_names(h.statement) for h in context.hypotheses))
            fresh = {}
            for bound, _ in names:
                if bound in taken:
                    fresh[bound] = next(f"{bound}_{k}" for k in range(1, len(taken) + 2) if f"{bound}_{k}" not in taken)
            try:
                renamed = substitute_statement(body, {old: name(new) for old, new in fresh.items()}) if fresh else body
            except ValueError:
                return
            rows = [Declaration(fresh.get(bound, bound), kind) for bound, kind in names]
            written = {**claim.written, **{new: old for old, new in fresh.items()}}
            inner = context.declare(*rows)
            new = {r.name for r in rows}
            asked = (*claim.asked, *(c for c in _domain(renamed, inner) if not new.isdisjoint(statement_names(c))))
            yield from _claims(Claim(inner, renamed, claim.premises, written, True, asked))
        case _:
            yield replace(claim, context=_where_said(claim))


def _domain(statement: Statement, context: Context) -> tuple[Statement, ...]:
    try:
        return statement_domain(statement, context.types)
    except Mistyped:
        return ()


def _where_said(claim: Claim) -> Context:
    """The context with what is asked for, less what the terms ask that are evaluated anyhow: of the claim and plain premises."""
    if not claim.asked:
        return claim.context
    plain = [claim.statement, *(s for p in claim.premises for s in flatten(p))]
    known = {c for s in plain if not isinstance(s, ForAll | Exists | Implies | Iff) for c in _domain(s, claim.context)}
    return claim.context.assume(Hypothesis(c) for c in dict.fromkeys(claim.asked) if c not in known)


def ill_typed(context: Context, statement: Statement) -> str:
    """Why the sides of a statement do not fit, which is not for values to decide."""
    try:
        match statement:
            case Relation(_, left, right):
                first, second = type_of(left, context.types), type_of(right, context.types)
                if first.shape != second.shape:
                    return "the two sides differ in shape"
            case Property(_, subject) | Membership(subject, _):
                type_of(subject, context.types)
            case _:
                pass
    except Mistyped as problem:
        return problem.message
    return ""


# Outcomes at one assignment -----------------------------------------------------------------------------------


@record
class Differ:
    """The statement fails here."""

    left: str
    right: str


@record
class Gap:
    """A side is undefined here."""

    which: Literal["left", "right", "both"]
    left: str
    right: str


@record
class Agree:
    """The statement holds here; `digits` is `None` where that is exact."""

    digits: int | None


@record
class Open:
    """The hypotheses hold here, of the statement nothing is known."""

    sharper: bool
    why: str = ""


@record
class Unshown:
    """The hypotheses are not shown to hold here; `why` where that could not be told."""

    why: str = ""


Outcome = Differ | Gap | Agree | Open | Unshown


def judge(statement: Statement, env: Environment) -> Outcome:
    """Whether the statement fails in an environment that meets the hypotheses; of random names, at some outcome."""
    found: list[Outcome] = []
    for at in outcomes(terms_of(statement), env):
        found.append(_judge_at(statement, at))
        if isinstance(found[-1], Differ):
            return found[-1]
    return next((o for o in found if not isinstance(o, Agree)), found[0])


def _judge_at(statement: Statement, env: Environment) -> Outcome:
    match statement:
        case Relation(operator, left, right):
            return _judge_relation(operator, evaluate(left, env), evaluate(right, env))
        case Property(label, subject):
            claim = label.replace("_", " ")
        case Membership(subject, sort):
            claim = sort
        case Exists() | ForAll() | And() | Implies() | Iff():
            return _judge_whole(statement, env)
        case _:
            return Open(False)
    try:
        value = env.value(subject)
        return Agree(None) if holds(statement, env) else Differ(tensor_text(value), Message("not {}", claim))
    except Undefined as outcome:
        return Gap("left", Message("undefined: {}", outcome), claim)
    except Undetermined as outcome:
        return Open(outcome.sharper, str(outcome))


def _judge_whole(statement: Statement, env: Environment) -> Outcome:
    """A statement that is decided as a whole: case by case, or at the only solution of its equations."""
    try:
        if holds(statement, env):
            return Agree(None)
        return Differ(*_missing(statement, env)) if isinstance(statement, Exists) else Differ("false", "true")
    except Undefined as outcome:
        return Open(False, str(outcome))
    except Undetermined as outcome:
        return Open(outcome.sharper, str(outcome))


def _missing(statement: Exists, env: Environment) -> tuple[str, str]:
    """Why nothing of what is said to exist does: the only candidate, or that there is none."""
    sought = ", ".join(n for n, _ in statement.names)
    try:
        inner, _ = solved(statement.names, flatten(statement.body), env)
    except (Undefined, Undetermined):
        inner = None
    if inner is None:
        return Message("no {}", sought), Message("some {}", sought)
    values = ", ".join(f"{n} = {tensor_text(inner.value(name(n)))}" for n, _ in statement.names)
    sorts: list[str] = []
    for sort in SORTS:
        named = ", ".join(n for n, kind in statement.names if kind.sort == sort)
        sorts += [Message(f"{{}} {sort}", named)] if named else []
    return Message("only {}", values), one_after_another(sorts)


def _judge_relation(operator: str, left: Tensor | Undefined | Undetermined, right: Tensor | Undefined | Undetermined) -> Outcome:
    for side in (left, right):
        if isinstance(side, Undetermined):
            return Open(side.sharper, str(side))
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        both = isinstance(left, Undefined) and isinstance(right, Undefined)
        which: Literal["left", "right", "both"] = "both" if both else "left" if isinstance(left, Undefined) else "right"
        texts = [Message("undefined: {}", s) if isinstance(s, Undefined) else tensor_text(s) for s in (left, right)]
        return Gap(which, texts[0], texts[1])
    try:
        if operator == "=":
            same = equal_tensors(left, right)
            if same is None:
                digits = _agreement(left, right)
                return Open(True, "two values that are near to each other") if digits < 8 else Agree(digits)
            return Agree(None) if same else Differ(*texts_apart(left, right))
        return Agree(None) if compare(operator, left, right) else Differ(*texts_apart(left, right))
    except Undetermined as outcome:
        return Open(outcome.sharper, str(outcome))


def _agreement(left: Tensor, right: Tensor) -> int:
    """To how many decimal digits two arrays agree at least."""
    worst = 10_000
    for a, b in zip(entries(left), entries(right), strict=True):
        if is_exact(a) and is_exact(b):
            continue
        apart = abs(complex_ball(a) - complex_ball(b)).abs_upper()
        size = max(float(abs(complex_ball(a)).abs_lower()), 1.0)
        if not apart.is_finite() or math.isinf(size):
            return 0
        if not apart.is_zero():
            worst = min(worst, int(-float((apart / size).log()) / math.log(10)))
    return worst
