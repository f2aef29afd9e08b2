"""The nearest right step: what differs by one slip of the pen from a step that fails, and can be proved.

A slip changes one place of one side: a number, a sign, sine for cosine, a quotient turned over, a factor lost or added, one
name for another, two names exchanged. `KINDS` is the table. Nothing here decides anything: what is offered is a theorem of
the kernel, and says what may have been meant, not what was written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, islice

from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.records import record
from symproofs.refute.refute import fails_at, find_witness
from symproofs.terms.context import Context
from symproofs.terms.statement import And, Exists, Hypothesis, Implies, Relation, Statement, statement_names
from symproofs.terms.term import PI, Term, free_names, name, num, replace_at, substitute, subterm, term
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.budget import Budget

EFFORTS = ((24, 600), (4, 4_000))
"""How many of the statements that hold at the values known are given to the prover, with how many steps: many a little first."""

MOST_FACTORS = 6


@record
class Known:
    """What a slip may put in: numbers that the hypotheses mention, terms that may be a factor, values of functions, names."""

    numbers: tuple[Fraction, ...]
    factors: tuple[Term, ...]
    calls: tuple[Term, ...]
    context: Context


Slip = Callable[[Term, Known], Iterator[Term]]


def _number(node: Term, known: Known) -> Iterator[Term]:
    """2 for 1, 10000 for 1000, 1 for 0."""
    value = node.data[0] if node.head == "num" else None
    if isinstance(value, Fraction):
        for other in dict.fromkeys((value + 1, value - 1, 2 * value, value / 2, *known.numbers)):
            if other >= 0 and other != value:
                yield num(other)


def _sign(node: Term, known: Known) -> Iterator[Term]:
    """-x for x."""
    yield node.args[0] if node.head == "neg" else term("neg", node)


def _wave(node: Term, known: Known) -> Iterator[Term]:
    """sin for cos."""
    other = {"sin": "cos", "cos": "sin"}.get(str(node.data[0])) if node.head == "fun" else None
    if other is not None:
        yield Term("fun", node.args, (other,))


def _turned(node: Term, known: Known) -> Iterator[Term]:
    """b/a or a b for a/b."""
    if node.head == "div":
        yield term("div", node.args[1], node.args[0])
        yield term("mul", *node.args)


def _factor_lost(node: Term, known: Known) -> Iterator[Term]:
    """b for a b; a for a/b."""
    if node.head == "div":
        yield node.args[0]
    if node.head == "mul":
        for k in range(len(node.args)):
            rest = (*node.args[:k], *node.args[k + 1 :])
            yield rest[0] if len(rest) == 1 else term("mul", *rest)


def _factor_added(node: Term, known: Known) -> Iterator[Term]:
    """a b or b/a for b."""
    for factor in (num(2), PI, *known.factors):
        if factor != node:
            yield term("mul", factor, node)
            yield term("div", node, factor)


def _divided(node: Term, known: Known) -> Iterator[Term]:
    """a/b for a b."""
    if node.head == "mul":
        for k in range(1, len(node.args)):
            rest = (*node.args[:k], *node.args[k + 1 :])
            yield term("div", rest[0] if len(rest) == 1 else term("mul", *rest), node.args[k])


def _argument(node: Term, known: Known) -> Iterator[Term]:
    """C_i for C_0."""
    if node.head in ("call", "member"):
        yield from (other for other in known.calls if other.head == node.head and other.data == node.data and other != node)


def _name(node: Term, known: Known) -> Iterator[Term]:
    """t_2 for t_1."""
    rows = known.context.declarations
    row = rows.get(str(node.data[0])) if node.head == "name" else None
    if row is not None:
        spoken = frozenset[str]().union(*(statement_names(h.statement) for h in known.context.hypotheses))
        yield from (name(o) for o, r in rows.items() if o != row.name and o in spoken and r.type == row.type)


KINDS: tuple[tuple[Slip, bool], ...] = (
    (_argument, False),
    (_number, True),
    (_sign, True),
    (_factor_lost, True),
    (_factor_added, True),
    (_wave, False),
    (_turned, False),
    (_divided, False),
    (_name, False),
)
"""Ways in which one place may be another, and whether they are taken back below `there is …`, too."""


def nearest_right_step(context: Context, statement: Statement, witness: object, seconds: float) -> Statement | None:
    """A statement one slip away that the witness does not refute and that is proved in the context, outright and not as x = x."""
    until = time.monotonic() + seconds
    likely = list(islice(_likely(context, statement, witness), EFFORTS[0][0]))
    for most, steps in EFFORTS:
        for candidate in likely[:most]:
            left = until - time.monotonic()
            found = prove(context, candidate, Budget(steps, seconds=left)) if left > 0 else None
            if isinstance(found, Proof) and not found.conditions and _can_be_met(context, candidate):
                return candidate
    return None


def _likely(context: Context, statement: Statement, witness: object) -> Iterator[Statement]:
    """What is one slip away, says something, and is not seen to fail at the witness."""
    for candidate in _candidates(context, statement):
        if not _trivial(candidate) and _typed(candidate, context) and not fails_at(context, candidate, witness):
            yield candidate


def _candidates(context: Context, statement: Statement) -> Iterator[Statement]:
    """All statements one slip away, each once. `There is …` keeps its names."""
    known = _known(context, statement)
    seen = {statement}
    bare = isinstance(statement, Exists)
    slips = [slip for slip, everywhere in KINDS if everywhere or not bare]
    for other in chain(_altered(statement, slips, known), _exchanged(statement)):
        if other not in seen and (not bare or statement_names(other) == statement_names(statement)):
            seen.add(other)
            yield other


def _altered(statement: Statement, slips: Sequence[Slip], known: Known) -> Iterator[Statement]:
    """The statement slipped somewhere; of an implication first what it concludes."""
    if isinstance(statement, Implies):
        yield from (replace(statement, conclusion=new) for new in _altered(statement.conclusion, slips, known))
        yield from (replace(statement, premise=new) for new in _altered(statement.premise, slips, known))
    else:
        for slip in slips:
            yield from _slipped(statement, slip, known)


def _slipped(statement: Statement, slip: Slip, known: Known) -> Iterator[Statement]:
    """The statement with one place of one of its equations slipped."""
    match statement:
        case Relation("=", left, right):
            yield from (replace(statement, left=new) for new in _anywhere(left, slip, known))
            yield from (replace(statement, right=new) for new in _anywhere(right, slip, known))
        case Exists(_, body):
            yield from (replace(statement, body=new) for new in _slipped(body, slip, known))
        case And(parts):
            for k, part in enumerate(parts):
                yield from (And((*parts[:k], new, *parts[k + 1 :])) for new in _slipped(part, slip, known))
        case _:
            return


def _anywhere(node: Term, slip: Slip, known: Known, path: tuple[int, ...] = ()) -> Iterator[Term]:
    """The term with one place slipped, outermost first. Arguments of functions and indices slip as a whole."""
    part = subterm(node, path)
    yield from (replace_at(node, path, new) for new in slip(part, known))
    for k in range(len(part.args) if part.head not in ("call", "member") else 0):
        yield from _anywhere(node, slip, known, (*path, k))


def _exchanged(statement: Statement) -> Iterator[Statement]:
    """k_1 = k_0 c for k_0 = k_1 c: two names exchanged throughout."""
    if not isinstance(statement, Relation):
        return
    names = sorted(free_names(statement.left) | free_names(statement.right))
    for first, second in combinations(names, 2):
        values = {first: name(second), second: name(first)}
        yield replace(statement, left=substitute(statement.left, values), right=substitute(statement.right, values))


def _known(context: Context, statement: Statement) -> Known:
    """What stands in the statement and in the equations of the hypotheses."""
    terms = [t for s in (statement, *(h.statement for h in context.hypotheses)) for t in _sides(s)]
    parts = [p for t in terms for p in t.walk()]
    numbers = dict.fromkeys(p.data[0] for p in parts if p.head == "num" and isinstance(p.data[0], Fraction))
    plain = dict.fromkeys(
        p for p in parts if p.head in ("call", "member", "pow") and free_names(p) <= context.declarations.keys()
    )
    factors = tuple(p for p in plain if p.head != "member")[:MOST_FACTORS]
    return Known(tuple(numbers), factors, tuple(p for p in plain if p.head != "pow"), context)


def _sides(statement: Statement) -> Iterator[Term]:
    match statement:
        case Relation(_, left, right):
            yield from (left, right)
        case And(parts):
            for part in parts:
                yield from _sides(part)
        case Implies(premise, conclusion):
            yield from (*_sides(premise), *_sides(conclusion))
        case Exists(_, body):
            yield from _sides(body)
        case _:
            return


def _trivial(statement: Statement) -> bool:
    """x = x says nothing of what was meant."""
    match statement:
        case Relation(_, left, right):
            return left == right
        case Implies(_, conclusion):
            return _trivial(conclusion)
        case Exists(names, body):
            return _trivial(body) or not statement_names(body) & {n for n, _ in names}
    return False


def _typed(statement: Statement, context: Context) -> bool:
    types = dict(context.types) | (dict(statement.names) if isinstance(statement, Exists) else {})
    try:
        for side in _sides(statement):
            if not type_of(side, types).is_scalar:
                return False
    except Mistyped:
        return False
    return True


def _can_be_met(context: Context, statement: Statement) -> bool:
    """Whether values are known at which a premise holds: an implication from what never holds says nothing."""
    if not isinstance(statement, Implies):
        return True
    return find_witness(context.assume([Hypothesis(statement.premise)])) is not None
