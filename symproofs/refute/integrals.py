"""The value of a definite integral: an enclosure from enclosures of what is integrated on small intervals.

On an interval C of width w around m the integral of f lies in w f(C), and in w f(m) ± r w²/4 where f′(C) has radius r. The
widest of these contributions is halved until all together are narrow enough, or there are too many of them. What is integrated
is continuous wherever it is defined, and it is defined where an enclosure on the whole interval has been found: an integral that
may diverge has no value here.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from flint import arb, fmpq

from symproofs.refute.arrays import Tensor
from symproofs.refute.numbers import ONE, Scalar, Undefined, Undetermined, finite, precision, real_enclosure
from symproofs.refute.tangents import along
from symproofs.refute.values import Function
from symproofs.terms.continuity import continuous
from symproofs.terms.term import Term, free_names, rewrite, substitute
from symproofs.terms.types import scalar

if TYPE_CHECKING:
    from symproofs.refute.evaluate import Environment

FIRST_CELLS = 8
MOST_CELLS = 200
BITS = 64
"""The precision on small intervals, which are wide anyhow."""
SMALLEST_CELL = fmpq(1, 1 << 16)
CLOSE = arb(2) ** -11
"""How narrow the enclosure of an integral has to be, beside its size."""

Cell = tuple[fmpq, fmpq]
"""From which part of the way between the bounds to which."""


def integral(node: Term, env: Environment) -> Tensor:
    """∫_a^b f dx. *Fails* (`Undetermined`) where f may jump, or may be undefined somewhere between the bounds."""
    if env.angles is not None:
        raise Undetermined("how an integral depends on an angle")
    if not free_names(node):  # no precision makes its enclosure narrower
        found = _KNOWN.get(node)
        if found is None:
            if len(_KNOWN) > MOST_KNOWN:
                _KNOWN.clear()
            found = _KNOWN[node] = _outcome(node, env)
        if isinstance(found, Undetermined):
            raise found
        return found
    return _integral(node, env)


def improper(node: Term, env: Environment) -> Tensor:
    raise Undetermined("an integral to infinity")


_KNOWN: dict[Term, Scalar] = {}
"""Integrals without names, or why they have no value."""
MOST_KNOWN = 256


def _outcome(node: Term, env: Environment) -> Scalar:
    try:
        return _integral(node, env)
    except Undetermined as problem:
        return problem


def _integral(node: Term, env: Environment) -> Scalar:
    label = str(node.data[0])
    body = _written_out(node.args[0], label, env)
    if not continuous(body, label):
        raise Undetermined("an integral of what may jump")
    low, high = (real_enclosure(env.number(bound)) for bound in node.args[1:])
    finite(low - high)
    on = _contribution(body, label, low, high, env)
    try:
        with precision(BITS):
            return _total(on)
    except Undefined as problem:
        raise Undetermined(f"an integral of what is undefined between the bounds: {problem}") from problem


def _written_out(body: Term, label: str, env: Environment) -> Term:
    """What is integrated, with functions replaced by what they are defined as."""

    def unfolded(part: Term) -> Term | None:
        function = env.named(str(part.data[0])) if part.head == "call" else None
        if not isinstance(function, Function):
            return None
        others = free_names(function.body) - set(function.parameters)
        if label in others or (others and env.scope):
            return None
        return substitute(function.body, dict(zip(function.parameters, part.args, strict=True)))

    return rewrite(body, unfolded)


def _contribution(body: Term, label: str, low: Scalar, high: Scalar, env: Environment) -> Callable[[Cell], Scalar]:
    """The integral over a part of the way, as an enclosure."""
    direction = f"{label}′"
    while direction in env.values:
        direction += "′"
    slope = _slope(body, label, direction, env)
    real = scalar()

    def value(term: Term, x: Scalar) -> Scalar:
        inner = env.with_bound(label, real, x)
        return finite(real_enclosure(inner.with_bound(direction, real, ONE).number(term)))

    def on(cell: Cell) -> Scalar:
        env.meter.spend(20)
        start, end = (low + (high - low) * t for t in cell)
        width, whole = (high - low) * (cell[1] - cell[0]), start.union(end)
        plain = width * value(body, whole)
        if slope is None:
            return plain
        try:
            radius = value(slope, whole).rad()
            fine = width * value(body, (start + end) / 2) + arb(0, 1) * (radius * width * width / 4)
        except (Undefined, Undetermined):
            return plain
        return fine if fine.rad() < plain.rad() else plain

    return on


def _slope(body: Term, label: str, direction: str, env: Environment) -> Term | None:
    """The derivative of what is integrated, if there is one."""
    inner = env.with_bound(label, scalar(), ONE).with_bound(direction, scalar(), ONE)
    try:
        return along(body, {label: direction}, inner)
    except Undetermined:
        return None


def _total(on: Callable[[Cell], Scalar]) -> Scalar:
    """The sum of contributions, the widest halved as long as it pays. *Fails* as a smallest interval does."""
    cells = [_placed(on, (fmpq(k, FIRST_CELLS), fmpq(k + 1, FIRST_CELLS))) for k in range(FIRST_CELLS)]
    heapify(cells)
    count = FIRST_CELLS
    while True:
        _, start, end, found = cells[0]
        if not isinstance(found, Undetermined):
            total = arb(0)
            for cell in cells:
                total += cell[3]
            if count >= MOST_CELLS or total.rad() < CLOSE * max(arb(1), abs(total).lower()):
                return finite(total)
        elif count >= MOST_CELLS or end - start < SMALLEST_CELL:
            raise found
        heappop(cells)
        middle = (start + end) / 2
        for part in ((start, middle), (middle, end)):
            heappush(cells, _placed(on, part))
        count += 1


def _placed(on: Callable[[Cell], Scalar], cell: Cell) -> tuple[float, fmpq, fmpq, Scalar]:
    """An interval with what it contributes, or why that is not known; the widest contribution first."""
    try:
        found = on(cell)
    except Undetermined as problem:
        return -float("inf"), *cell, problem
    return -float(found.rad()), *cell, found
