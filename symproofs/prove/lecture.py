"""Lines as a lecturer writes them: intermediate terms between the two sides of a lemma.

A *pass* rewrites a written term by one law wherever it applies: conjugates go inwards, e^{ix} becomes cos x + i sin x,
products are multiplied out, i·i becomes −1, exponentials are joined. The passes run on both sides, and what they give is
only a proposal: every two neighbouring lines are proved by a lemma of their own, so a line that is
printed is a line that is checked. *Fails when* two neighbours are not proved; then the one long link stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from symproofs.prove.algebra import (
    euler,
    join_exponentials,
    multiply_out,
    push_conjugates,
    square_i,
    without_zero_exponents,
)
from symproofs.prove.matrix_algebra import distribute, drop_identities, flatten_products, push_transposes
from symproofs.prove.reasons import Reason
from symproofs.records import record
from symproofs.terms.term import IMAGINARY, Term
from symproofs.terms.types import Type

Types = Mapping[str, Type]
Rewriting = Callable[[Term, Types], Term]
Wanted = Callable[[Term, Term], bool]


@record
class Pass:
    """A rewriting by one law, the reason for it, and when it leads from a side towards the other."""

    code: str
    rewriting: Rewriting
    wanted: Wanted


def _mentions(node: Term, functions: Sequence[str]) -> bool:
    return any(p.head == "fun" and p.data[0] in functions for p in node.walk())


def _exponential(node: Term) -> bool:
    return any(is_exponential(p) for p in node.walk())


def is_exponential(node: Term) -> bool:
    """e^x, written either way."""
    if node.head == "pow":
        return node.args[0] == Term("const", (), ("e",))
    return node.head == "fun" and node.data[0] == "exp"


_TRIGONOMETRIC = ("sin", "cos")


def _always(here: Term, there: Term) -> bool:
    return True


def _towards_waves(here: Term, there: Term) -> bool:
    return _exponential(here) and _mentions(there, _TRIGONOMETRIC) and not _exponential(there)


def _sums_multiplied(here: Term, there: Term) -> bool:
    return _additions(there) != _additions(here)


def _additions(node: Term) -> int:
    return sum(len(p.args) for p in node.walk() if p.head == "add")


PASSES: tuple[Pass, ...] = (
    Pass("transpose_of_product", push_transposes, _always),
    Pass("identity", drop_identities, _always),
    Pass("conjugate_of_product", push_conjugates, _always),
    Pass("exp_of_zero", without_zero_exponents, _always),
    Pass("euler", euler, _towards_waves),
    Pass("exp_of_sum", join_exponentials, lambda here, there: not _mentions(here, _TRIGONOMETRIC)),
    Pass("distributivity", distribute, _sums_multiplied),
    Pass("algebra", multiply_out, _sums_multiplied),
    Pass("i_squared", square_i, _always),
    Pass("associativity", flatten_products, lambda here, there: False),
)
"""Passes in the order in which a side goes through them."""


def stages(side: Term, other: Term, types: Types) -> list[tuple[Term, Reason]]:
    """The states of one side on its way to the other, each with the law that leads to it."""
    found: list[tuple[Term, Reason]] = []
    here = side
    for row in PASSES:
        if not row.wanted(here, other):
            continue
        new = row.rewriting(here, types)
        if new != here:
            found.append((new, Reason(row.code)))
            here = new
        if here == other:
            break
    return found


@record
class Told:
    """A line to be proved from the one before; no reason where the lemma has to say it."""

    term: Term
    reason: Reason | None


def told(left: Term, right: Term, types: Types) -> list[Told]:
    """Lines from left to right, left not among them: down its stages, across, and up those of right."""
    down = [(left, None), *stages(left, right, types)]
    up = [(right, None), *stages(right, left, types)]
    places = {term: k for k, (term, _) in reversed(list(enumerate(up)))}
    meeting = next(((k, places[term]) for k, (term, _) in enumerate(down) if term in places), None)
    if meeting is not None:
        k, j = meeting
        lines = [Told(term, reason) for term, reason in down[1 : k + 1]]
        return lines + [Told(up[m - 1][0], _upwards(*up[m], up[m - 1][0])) for m in range(j, 0, -1)]
    lines = [Told(term, reason) for term, reason in down[1:]]
    lines.append(Told(up[-1][0], None))
    return lines + [Told(up[m - 1][0], _upwards(*up[m], up[m - 1][0])) for m in range(len(up) - 1, 0, -1)]


def _upwards(term: Term, reason: Reason | None, onto: Term) -> Reason | None:
    """The reason read from the other end: multiplying out becomes collecting."""
    if reason is not None and reason.code == "algebra" and any(p == IMAGINARY for p in onto.walk()):
        return Reason("collect_parts")
    return reason
