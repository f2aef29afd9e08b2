"""The value of a written term where every name has a value. Never a normal form, never a float.

One function a head, in the table `RULES`. A term is exact in the rationals, Gaussian rationals and multiples
of π as long as its value is, then an enclosure. `Undefined` is raised only where an operation provably has no
value, in the sense of `terms.domain`: over the reals a root or logarithm of a negative number has none, of a
complex-sorted one it has its principal value. `Undetermined` is raised for everything else that gives no
value: an enclosure that does not decide, a convention that authors do not share, a head without values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from symproofs.refute import written_arrays as arrays
from symproofs.refute import written_numbers as numbers
from symproofs.refute.arrays import (
    Array,
    Tensor,
    diagonal,
    each,
    identity,
    pairwise,
    trace,
    transpose,
)
from symproofs.refute.integrals import improper, integral
from symproofs.refute.numbers import (
    ONE,
    ZERO,
    Scalar,
    Undefined,
    Undetermined,
    multiply,
    negate,
    rational,
)
from symproofs.refute.tangents import derivative
from symproofs.refute.values import Function, RandomVariable, Value
from symproofs.terms.size import Size
from symproofs.terms.term import Term
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of

__all__ = ["DEEPEST_CALL", "RULES", "Environment", "Exhausted", "Meter", "Value", "evaluate"]

DEEPEST_CALL = 30


class Exhausted(Exception):
    """The work that an evaluation may do is used up."""


@dataclass(eq=False, repr=False)
class Meter:
    """Work done, about a microsecond a unit, and how much may be done. Counted, not timed: runs are repeatable."""

    limit: int
    done: int = 0

    def spend(self, units: int) -> None:
        self.done += units
        if self.done > self.limit:
            raise Exhausted


@dataclass(eq=False, repr=False)
class Environment:
    """What names stand for. `sorts` remembers which terms are complex-sorted, for every scope of bound names."""

    types: dict[str, Type]
    sizes: dict[str, int]
    values: dict[str, Value]
    meter: Meter
    inner: Function | None = None
    sorts: dict[tuple[tuple[str, ...], Term], Type] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    depth: int = 0
    outermost: Environment | None = None
    outcomes: int = 0
    """How many outcomes random names have; 0 where nothing is random."""
    outcome: int | None = None
    """The outcome at which random names are looked at."""
    angles: list[Scalar] | None = None
    """Collects, where it is a list, the arguments of functions of period 2π, and 2πk for every k that has to be whole."""

    def value(self, node: Term) -> Tensor:
        """The number or array that a term is here."""
        self.meter.spend(1)
        return RULES[node.head](node, self)

    def named(self, name: str) -> Value | None:
        """What the name stands for here; a random name, at the outcome looked at."""
        found = self.values.get(name)
        if isinstance(found, RandomVariable):
            if self.outcome is None:
                raise Undetermined(f"{name} is random")
            return found.outcomes[self.outcome]
        return found

    def number(self, node: Term) -> Scalar:
        found = self.value(node)
        if isinstance(found, Array):
            raise Undetermined("an array where a number is needed")
        return found

    def type(self, node: Term) -> Type:
        key = (self.scope, node)
        if key not in self.sorts:
            try:
                self.sorts[key] = type_of(node, self.types)
            except Mistyped as problem:
                raise Undetermined(problem.message) from problem
        return self.sorts[key]

    def is_real(self, node: Term) -> bool:
        """Whether the term is real by its sort, so that roots and logarithms are those of the reals."""
        return self.type(node).sort != "complex"

    def size(self, size: object, least: int = 1) -> int:
        """The number that a side of an array is; `least` 0: a range, which may be empty."""
        assert isinstance(size, Size)
        try:
            if size.name is not None:
                return self.sizes[size.name]
            found = size.evaluate(self.sizes)
        except KeyError as problem:
            raise Undetermined(f"no value for the size {problem.args[0]}") from problem
        if found.denominator != 1 or found < least:
            raise Undetermined(f"{size} is no size here")
        return int(found)

    def changed(self, **fields: object) -> Environment:
        """This environment with other fields, like `dataclasses.replace` but quicker."""
        new = object.__new__(Environment)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(fields)
        return new

    def with_bound(self, name: str, kind: Type, value: Value) -> Environment:
        self.meter.spend(1)
        return self.changed(
            types={**self.types, name: kind},
            values={**self.values, name: value},
            scope=(*self.scope, name),
            outermost=self.outermost or self,
        )

    def apply(self, name: str, function: Function, arguments: list[Tensor]) -> Tensor:
        """The function's value. Names in its body are those of the document, not bound where it is called."""
        if self.depth >= DEEPEST_CALL:
            raise Undetermined(f"{name} calls itself without end")
        outer = self.outermost or self
        inner = outer.changed(
            types={**outer.types, **dict(zip(function.parameters, function.types, strict=True))},
            values={**outer.values, **dict(zip(function.parameters, arguments, strict=True))},
            scope=(f"{name}()",),
            depth=self.depth + 1,
            outermost=outer,
        )
        return inner.value(function.body)


RULES: Mapping[str, Callable[[Term, Environment], Tensor]] = {
    "num": numbers.number,
    "name": numbers.named,
    "const": numbers.constant_value,
    "size": lambda node, env: rational(env.size(node.data[0], 0)),
    "identity": lambda node, env: identity(env.size(node.data[0])),
    "zeros": arrays.filled(ZERO),
    "ones": arrays.filled(ONE),
    "dots": numbers.dots,
    "add": numbers.total_of,
    "neg": lambda node, env: each(negate, env.value(node.args[0])),
    "mul": numbers.product_of,
    "div": numbers.quotient,
    "pow": numbers.power,
    "sqrt": numbers.square_root,
    "root": numbers.root,
    "factorial": numbers.factorial,
    "binomial": numbers.binomial,
    "fun": numbers.function_value,
    "transpose": lambda node, env: transpose(env.value(node.args[0])),
    "inverse": arrays.inverse_of,
    "trace": lambda node, env: trace(env.value(node.args[0])),
    "det": arrays.determinant_of,
    "diag": lambda node, env: diagonal(env.value(node.args[0])),
    "hadamard": lambda node, env: pairwise(multiply, env.value(node.args[0]), env.value(node.args[1])),
    "kron": arrays.kronecker_of,
    "inner": arrays.inner_product,
    "norm": arrays.norm,
    "rowsoftmax": arrays.softmax_of_rows,
    "softmax": arrays.softmax_of,
    "rows": arrays.repeated_row,
    "matrix": arrays.written_matrix,
    "entry": arrays.entry,
    "delta": arrays.delta,
    "expect": arrays.expectation,
    "var": arrays.covariance,
    "cov": arrays.covariance,
    "member": arrays.member,
    "sum": arrays.sum_over,
    "sum_between": arrays.sum_between,
    "integral": integral,
    "improper": improper,
    "derivative": derivative,
    "product": arrays.product_over,
    "call": arrays.call,
    "tuple": numbers.sequence,
}


def evaluate(node: Term, env: Environment) -> Tensor | Undefined | Undetermined:
    """The value of a term, or why it has none. *Raises* `Exhausted` when the meter runs out, nothing else."""
    try:
        return env.value(node)
    except (Undefined, Undetermined) as outcome:
        return outcome
    except RecursionError:
        return Undetermined("the term is nested too deeply")
