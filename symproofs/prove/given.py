"""Given equations used as rewriting: P P^T = I, k_i^T k_j = 0 for i ≠ j, ‖k_i‖ = 1, a name that is given twice.

A side is multiplied out and its brackets dropped; where consecutive factors of a product are an instance of the left side
of a given equation, or of its transpose, they are bracketed, and the equation is used. So every use is one link by a
hypothesis, and its premises (i ≠ j) become conditions, which the kernel takes up unless it sees that they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property

from symproofs.kernel.randomness import MOMENTS
from symproofs.prove.algebra import everywhere, is_number, kind_of
from symproofs.prove.chain import Chain, Path
from symproofs.prove.conditions import Known
from symproofs.prove.matrix_algebra import distribute, drop_identities, flatten_products, numbers_first, push_transposes
from symproofs.prove.reasons import Reason
from symproofs.prove.unfolding import Definitions, places
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Implies, Relation, Statement, substitute_statement
from symproofs.terms.term import Term, bound_name, num, replace_at, substitute
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of, with_names

Types = Mapping[str, Type]
Values = dict[str, Term]
Join = Callable[[Chain, Term, int], bool]
"""Links a chain to a term by a lemma at a level, if it is proved."""

MOST_USES = 24
WEIGHT_OF_SUM = 1_000


@record
class Equation:
    """A hypothesis as a rewriting: `left` instances become `right`. `backward` if it is written the other way round."""

    number: int
    parameters: tuple[str, ...]
    left: Term
    right: Term
    backward: bool
    label: str
    types: Mapping[str, Type]
    premise: Statement | None = None


def given_equations(context: Context, definitions: Definitions) -> tuple[Equation, ...]:
    """The given equations that are no definitions in use, each from its larger side to its smaller."""
    used = {row.number for row in definitions.rows.values()}
    found = []
    for number, hypothesis in enumerate(context.hypotheses):
        statement = hypothesis.statement
        types: dict[str, Type] = {}
        if isinstance(statement, ForAll):
            types, statement = dict(statement.names), statement.body
        premise: Statement | None = None
        if isinstance(statement, Implies):
            premise, statement = statement.premise, statement.conclusion
        if number in used or not isinstance(statement, Relation) or statement.operator != "=":
            continue
        left, right = statement.left, statement.right
        backward = _weight(left) < _weight(right) and not (left.head in _SUBJECTS and left.head != right.head)
        if backward:
            left, right = right, left
        if left == right or (left.head in ("num", "size", "const")):
            continue
        found.append(Equation(number, tuple(types), left, right, backward, hypothesis.label, types, premise))
    return tuple(found)


_SUBJECTS = ("name", "member", "call", "sum_between", *MOMENTS)
"""Heads that an equation is about when they stand on its left."""


def _weight(node: Term) -> int:
    """How large a side is: the number of its parts; one with a sum over an index is larger than any without."""
    return sum(WEIGHT_OF_SUM if part.head in ("sum", "sum_between", "product") else 1 for part in node.walk())


def match(pattern: Term, target: Term, parameters: frozenset[str], values: Values) -> Values | None:
    """The values of the parameters under which the pattern is the target. Binders match only as written."""
    if pattern.head == "name" and pattern.data[0] in parameters:
        label = str(pattern.data[0])
        known = values.get(label)
        if known is not None:
            return values if known == target else None
        return {**values, label: target}
    if pattern.head != target.head or pattern.data != target.data or len(pattern.args) != len(target.args):
        return None
    if bound_name(pattern) is not None:
        return values if pattern == target else None
    found: Values | None = values
    for p, t in zip(pattern.args, target.args, strict=True):
        if found is None:
            return None
        found = match(p, t, parameters, found)
    return found


Shape = Callable[[Term], tuple[Term, Path]]
"""What is written for an instance, and where the instance stands in it."""


def _plain(instance: Term) -> tuple[Term, Path]:
    return instance, ()


def _transposed(instance: Term) -> tuple[Term, Path]:
    return Term("transpose", (instance,)), (0,)


def _squared(instance: Term) -> tuple[Term, Path]:
    return Term("pow", (instance, num(2))), (0,)


@record
class Use:
    """Where an equation applies: the part at `path` becomes `bracketed`, in which the instance stands at `inside`."""

    equation: Equation
    path: Path
    bracketed: Term
    inside: Path
    values: Values


@record
class GivenEquations:
    """Given equations of a context, and what is worked out of them once for all sides that they are used on."""

    context: Context
    equations: tuple[Equation, ...]
    _factors: dict[int, list[tuple[Shape, tuple[Term, ...]]]] = field(default_factory=dict)

    @cached_property
    def known(self) -> Known:
        return Known(self.context)

    def factors(self, equation: Equation) -> list[tuple[Shape, tuple[Term, ...]]]:
        """What stands in a product for the left side, and the factors by which it is recognised there."""
        if equation.number not in self._factors:
            self._factors[equation.number] = [(shape, self._flat(pattern, equation)) for shape, pattern in self._shapes(equation)]
        return self._factors[equation.number]

    def _flat(self, pattern: Term, equation: Equation) -> tuple[Term, ...]:
        types = with_names(self.context.types, equation.types)
        wanted = flatten_products(push_transposes(pattern, types), types)
        return wanted.args if wanted.head == "mul" else (wanted,)

    def _shapes(self, equation: Equation) -> list[tuple[Shape, Term]]:
        left = equation.left
        if left.head == "norm":
            vector = left.args[0]
            return [(_squared, Term("mul", (Term("transpose", (vector,)), vector)))]
        found: list[tuple[Shape, Term]] = [(_plain, left)]
        kind = kind_of(left, with_names(self.context.types, equation.types))
        if kind is not None and not kind.is_scalar and left.head != "transpose":
            found.append((_transposed, Term("transpose", (left,))))
        return found


class Rewriter:
    """Uses given equations on one side."""

    def __init__(self, chain: Chain, given: GivenEquations) -> None:
        self.chain = chain
        self.given = given
        self.equations = given.equations
        self.types = given.context.types

    def run(self, join: Join) -> bool:
        """Multiply out and use equations until none applies. Says whether one was used."""
        used = False
        for level in range(MOST_USES):
            if not join(self.chain, self.multiplied_out(self.chain.term), 3 * level):
                return used
            use = next(self.uses(), None)
            if use is None:
                return used
            whole = self.chain.at(use.path)
            if use.bracketed != whole and not self._bracket(use, join, 3 * level + 1):
                return used
            self._apply(use, 3 * level + 2)
            used = True
        return used

    def multiplied_out(self, node: Term) -> Term:
        for rewriting in (push_transposes, distribute, drop_identities, flatten_products, numbers_first):
            node = rewriting(node, self.types)
        return without_zeros(node, self.types)

    def _bracket(self, use: Use, join: Join, level: int) -> bool:
        return join(self.chain, replace_at(self.chain.term, use.path, use.bracketed), level)

    def _apply(self, use: Use, level: int) -> None:
        label = use.equation.label
        reason = Reason("given", label) if label else Reason("given_equation", str(use.equation.number + 1))
        values = {p: use.values[p] for p in use.equation.parameters}
        self.chain.by_hypothesis((*use.path, *use.inside), use.equation.number, use.equation.backward, values, (reason,), level)

    # ------------------------------------------------------------------ where equations apply

    def uses(self) -> Iterator[Use]:
        """Uses whose premises hold first, then those whose premises are open."""
        waiting = []
        for use in self._matches():
            if self._admitted(use, openly=False):
                yield use
            else:
                waiting.append(use)
        yield from (use for use in waiting if self._admitted(use, openly=True))

    def _admitted(self, use: Use, openly: bool) -> bool:
        premise = use.equation.premise
        if premise is None:
            return not openly
        here = substitute_statement(premise, use.values)
        if isinstance(here, Relation) and here.left == here.right and here.operator in ("!=", "<", ">"):
            return False
        return self.given.known.follows(here) != openly

    def _matches(self) -> Iterator[Use]:
        for path, node, bound in places(self.chain.term):
            if bound:
                continue
            for equation in self.equations:
                yield from self._whole(equation, path, node)
            if node.head == "mul" and not is_number_product(node, self.types):
                for equation in self.equations:
                    yield from self._in_product(equation, path, node, frozenset(equation.parameters))

    def _whole(self, equation: Equation, path: Path, node: Term) -> Iterator[Use]:
        """The part is an instance. This comes before what is given of single factors."""
        found = match(equation.left, node, frozenset(equation.parameters), {})
        if found is not None and found.keys() == set(equation.parameters) and self._typed(equation, found):
            yield Use(equation, path, node, (), found)

    def _in_product(self, equation: Equation, path: Path, node: Term, parameters: frozenset[str]) -> Iterator[Use]:
        """Consecutive factors that are an instance, of the equation or of its transpose, or the square of a norm."""
        for shape, parts in self.given.factors(equation):
            for start in range(len(node.args) - len(parts) + 1):
                window = node.args[start : start + len(parts)]
                values: Values | None = {}
                for p, t in zip(parts, window, strict=True):
                    values = match(p, t, parameters, values) if values is not None else None
                if values is None or set(values) != parameters or not self._typed(equation, values):
                    continue
                new, inside = shape(substitute(equation.left, values))
                rest = (*node.args[:start], new, *node.args[start + len(parts) :])
                bracketed = rest[0] if len(rest) == 1 else Term("mul", rest)
                yield Use(equation, path, bracketed, (*(() if len(rest) == 1 else (start,)), *inside), values)

    def _typed(self, equation: Equation, values: Values) -> bool:
        try:
            return all(type_of(v, self.types) is not None for v in values.values())
        except Mistyped:
            return False


def is_number_product(node: Term, types: Types) -> bool:
    return all(is_number(a, types) for a in node.args)


def without_zeros(node: Term, types: Types) -> Term:
    """Summands that are 0 and factors that are 1 are left out."""
    zero, one = num(0), num(1)

    def is_zero(part: Term) -> bool:
        return part == zero or part.head == "zeros"

    def step(part: Term, inner: Types) -> Term:
        if part.head == "pow" and part.args[0] in (zero, one) and part.args[1].head == "num" and part.args[1] != zero:
            return part.args[0]
        if part.head == "neg" and is_zero(part.args[0]):
            return part.args[0]
        if part.head == "mul" and zero in part.args and is_number(part, inner):
            return zero
        if part.head == "mul" and one in part.args:
            kept = tuple(a for a in part.args if a != one)
            return one if not kept else kept[0] if len(kept) == 1 else part.with_args(kept)
        if part.head == "add" and any(map(is_zero, part.args)):
            kept = tuple(a for a in part.args if not is_zero(a))
            return part.args[0] if not kept else kept[0] if len(kept) == 1 else part.with_args(kept)
        return part

    return everywhere(node, types, step)
