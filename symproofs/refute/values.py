"""What a name may stand for besides a number or an array: a family, a function, rows of one, a random variable. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symproofs.refute.arrays import Tensor
from symproofs.terms.statement import Statement
from symproofs.terms.term import Term
from symproofs.terms.types import Type


@dataclass(frozen=True, slots=True)
class Function:
    """x ↦ body, over typed parameters."""

    parameters: tuple[str, ...]
    types: tuple[Type, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class Family:
    """Members by their subscripts, counted from 1."""

    members: Mapping[tuple[int, ...], Tensor]


@dataclass(frozen=True, slots=True)
class Row:
    """For all values of the bound names at which the premises hold: f(arguments) = body.

    The arguments are linear in the bound names, so that the values of these are found from the values of those.
    """

    bound: tuple[tuple[str, Type], ...]
    premises: tuple[Statement, ...]
    arguments: tuple[Term, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class RowFunction:
    """A function of which only what the rows say is known; elsewhere it has no value that could be told."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class RandomVariable:
    """A value for each outcome; all outcomes weigh the same, and all random names have the same ones."""

    outcomes: tuple[Tensor | Family | Function | RowFunction, ...]


Value = Tensor | Family | Function | RowFunction | RandomVariable
