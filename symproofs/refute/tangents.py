"""Derivatives as values: along a direction as a term (forward mode), then for every entry of what the derivative is by.

`along(term, {x: x′})` is a term whose value is the derivative of the first at x in the direction x′. One row of `ALONG` for each
head. It holds where the term is smooth; where a written term has a kink or a root of 0 the value of its derivative is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product as pairs
from typing import TYPE_CHECKING

from symproofs.refute.arrays import Array, Tensor, array, entries, shape
from symproofs.refute.numbers import ONE, ZERO, Undefined, Undetermined, whole
from symproofs.refute.values import Family, Function, Value
from symproofs.terms.term import E, Term, free_names, fun, num, substitute
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, bound_type, type_of

if TYPE_CHECKING:
    from symproofs.refute.evaluate import Environment

Seeds = Mapping[str, str]
"""Names that vary, and the names of their directions."""


def derivative(node: Term, env: Environment) -> Tensor:
    """The value of ∂f/∂x: of a number, or of a column by a column, entry by entry of x."""
    body, point, *places = node.args
    label = str(node.data[0])
    at = str(point.data[0]) if point.head == "name" else ""
    value = env.named(at)
    if value is None or isinstance(value, Function):
        raise Undetermined("a derivative at what is no name that has a value")
    if at != label:
        env = env.with_bound(label, env.types[at], value)
    here = env.value(body)  # where this has no value the derivative has none
    direction = f"{label}′"
    while direction in env.values:
        direction += "′"
    term = along(body, {label: direction}, env)
    chosen = tuple(whole(env.number(p)) or 0 for p in places)
    found = []
    try:
        for unit in _units(value, chosen):
            inner = env.changed(
                types={**env.types, direction: env.types[label]},
                values={**env.values, direction: unit},
                scope=(*env.scope, f"∂{label}"),
            )
            found.append(inner.value(term) if term is not None else _zeros(here))
    except Undefined as problem:
        raise Undetermined(f"a derivative where a rule for it has no value: {problem}") from problem
    return _arranged(found, here, value, chosen)


def _zeros(here: Tensor) -> Tensor:
    return array(*shape(here), [ZERO] * len(entries(here)))


def _units(value: Value, chosen: tuple[int, ...]) -> Iterator[Value]:
    """The directions of the entries: of the whole, of a member of a family, or of the one entry that the indices choose."""
    if isinstance(value, Family):
        over = len(next(iter(value.members)))
        member = value.members.get(chosen[:over])
        if member is None:
            raise Undetermined("a derivative by a member that is not there")
        for unit in _units(member, chosen[over:]):
            zeros = {k: _zeros(m) for k, m in value.members.items()}
            yield Family({**zeros, chosen[:over]: unit})
        return
    rows, cols = shape(value)
    for i, j in pairs(range(rows), range(cols)):
        if not chosen or _is_chosen(i + 1, j + 1, rows, cols, chosen):
            yield array(rows, cols, (ONE if (a, b) == (i, j) else ZERO for a in range(rows) for b in range(cols)))


def _is_chosen(i: int, j: int, rows: int, cols: int, chosen: tuple[int, ...]) -> bool:
    return chosen == (i, j) if len(chosen) == 2 else chosen == ((i,) if cols == 1 else (j,))


def _arranged(found: list[Tensor], here: Tensor, value: Value, chosen: tuple[int, ...]) -> Tensor:
    """Values by entries of what the derivative is by: in its shape for a number, as columns for a column."""
    if not found:
        raise Undetermined("a derivative by an entry that is not there")
    if len(found) == 1:
        return found[0]
    if isinstance(value, Family):
        value = value.members[chosen[: len(next(iter(value.members)))]]
    if not isinstance(here, Array):
        return array(*shape(value), [e for f in found for e in entries(f)])
    columns = [entries(f) for f in found]
    return array(here.rows, len(columns), (c[i] for i in range(here.rows) for c in columns))


# Along a direction --------------------------------------------------------------------------------------------


def along(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """The derivative of a term along the directions as a term; `None` is 0. *Fails* (`Undetermined`) where none is known."""
    if free_names(node).isdisjoint(seeds):
        return None
    rule = ALONG.get(node.head)
    if rule is None:
        raise Undetermined(f"the derivative of {node.head}")
    return rule(node, seeds, env)


def _kind(node: Term, env: Environment) -> Type:
    try:
        return type_of(node, env.types)
    except Mistyped as problem:
        raise Undetermined(problem.message) from problem


def _mul(*factors: Term) -> Term:
    return Term("mul", factors)


def _sum(parts: list[Term | None]) -> Term | None:
    kept = [p for p in parts if p is not None]
    return Term("add", tuple(kept)) if len(kept) > 1 else next(iter(kept), None)


def _power(base: Term, exponent: int | Fraction) -> Term:
    return Term("pow", (base, num(exponent)))


def _half(x: Term) -> Term:
    return Term("div", (x, num(2)))


def _linear(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """A head that is linear in its first argument, the others fixed."""
    inner = along(node.args[0], seeds, env)
    if any(not free_names(a).isdisjoint(seeds) for a in node.args[1:]):
        raise Undetermined("the derivative by an index")
    return None if inner is None else node.with_args((inner, *node.args[1:]))


def _name(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    return Term(node.head, node.args, (seeds[str(node.data[0])], *node.data[1:]))


def _by_factors(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """The product rule: for products, ⊙, ⊗ and inner products."""
    parts: list[Term | None] = []
    for k, a in enumerate(node.args):
        inner = along(a, seeds, env)
        if inner is not None:
            parts.append(node.with_args((*node.args[:k], inner, *node.args[k + 1 :])))
    return _sum(parts)


def _quotient(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    top, below = node.args
    first, second = along(top, seeds, env), along(below, seeds, env)
    parts = [Term("div", (first, below))] if first is not None else []
    if second is not None:
        parts.append(Term("neg", (Term("div", (_mul(second, top), _power(below, 2))),)))
    return _sum([*parts])


def _powered(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    base, exponent = node.args
    first, second = along(base, seeds, env), along(exponent, seeds, env)
    if base == E:
        return None if second is None else _mul(second, node)
    if not _kind(base, env).is_scalar:
        return _matrix_power(base, exponent, first)
    if second is None:
        if first is None or exponent == num(0):
            return None
        q = exponent.data[0] if exponent.head == "num" else None
        less = num(q - 1) if isinstance(q, Fraction) else Term("add", (exponent, num(-1)))
        return _mul(exponent, Term("pow", (base, less)), first)
    parts = [_mul(node, second, fun("log", base))]
    if first is not None:
        parts.append(_mul(node, exponent, Term("div", (first, base))))
    return _sum([*parts])


def _matrix_power(base: Term, exponent: Term, inner: Term | None) -> Term | None:
    if inner is None:
        return None
    n = exponent.data[0] if exponent.head == "num" else None
    if not isinstance(n, Fraction) or n.denominator != 1 or not 1 <= n <= 8:
        raise Undetermined("the derivative of a power of a matrix")
    k = int(n)
    return _sum([_mul(*(base,) * i, inner, *(base,) * (k - 1 - i)) if k > 1 else inner for i in range(k)])


def _root(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """(x^{1/n})′ = x^{1/n} x′ / (n x)."""
    inner = along(node.args[0], seeds, env)
    degree = node.args[1] if len(node.args) > 1 else num(2)
    return None if inner is None else Term("div", (_mul(node, inner), _mul(degree, node.args[0])))


def _function(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    which, x = str(node.data[0]), node.args[0]
    inner = along(x, seeds, env)
    if inner is None:
        return None
    if which in ("re", "im", "conj"):
        return node.with_args((inner,))
    outer = OUTER.get(which)
    if outer is None:
        raise Undetermined(f"the derivative of {which}")
    if not _kind(x, env).is_scalar and which not in ENTRYWISE:
        raise Undetermined(f"the derivative of {which} of an array")
    if _kind(x, env).is_scalar:
        return _mul(outer(x, node), inner)
    return Term("hadamard", (ENTRYWISE[which](x, node), inner))


def _ones_less(node: Term) -> Term:
    return Term("add", (num(1), Term("neg", (node,))))


OUTER: Mapping[str, Callable[[Term, Term], Term]] = {
    "exp": lambda x, node: node,
    "log": lambda x, node: Term("div", (num(1), x)),
    "sin": lambda x, node: fun("cos", x),
    "cos": lambda x, node: Term("neg", (fun("sin", x),)),
    "tan": lambda x, node: Term("div", (num(1), _power(fun("cos", x), 2))),
    "cot": lambda x, node: Term("neg", (Term("div", (num(1), _power(fun("sin", x), 2))),)),
    "sec": lambda x, node: Term("div", (fun("sin", x), _power(fun("cos", x), 2))),
    "csc": lambda x, node: Term("neg", (Term("div", (fun("cos", x), _power(fun("sin", x), 2))),)),
    "sinh": lambda x, node: fun("cosh", x),
    "cosh": lambda x, node: fun("sinh", x),
    "tanh": lambda x, node: _ones_less(_power(node, 2)),
    "arcsin": lambda x, node: Term("div", (num(1), Term("sqrt", (_ones_less(_power(x, 2)),)))),
    "arccos": lambda x, node: Term("neg", (Term("div", (num(1), Term("sqrt", (_ones_less(_power(x, 2)),)))),)),
    "arctan": lambda x, node: Term("div", (num(1), Term("add", (num(1), _power(x, 2))))),
    "sigmoid": lambda x, node: _mul(node, _ones_less(node)),
    "abs": lambda x, node: Term("div", (x, node)),
    "relu": lambda x, node: Term("div", (node, x)),
    "step": lambda x, node: Term("div", (num(0), x)),
    "sign": lambda x, node: Term("div", (num(0), x)),
}
"""f′(x) of a number x, `node` being f(x). Where f has a kink the term has no value."""

ENTRYWISE: Mapping[str, Callable[[Term, Term], Term]] = {
    "exp": lambda x, node: node,
    "sin": lambda x, node: fun("cos", x),
    "cos": lambda x, node: Term("neg", (fun("sin", x),)),
    "sinh": lambda x, node: fun("cosh", x),
    "cosh": lambda x, node: fun("sinh", x),
    "tanh": lambda x, node: Term("hadamard", (fun("sigmoid", _mul(num(2), x)), _mul(num(4), fun("sigmoid", _mul(num(-2), x))))),
    "sigmoid": lambda x, node: Term("hadamard", (node, fun("sigmoid", Term("neg", (x,))))),
}
"""The same of arrays, where it can be written without numbers added to arrays."""


def _norm(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    inner = along(node.args[0], seeds, env)
    return None if inner is None else Term("div", (Term("inner", (node.args[0], inner)), node))


def _softmax(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """s ⊙ x′ - s (s · x′)."""
    inner = along(node.args[0], seeds, env)
    if inner is None:
        return None
    return Term("add", (Term("hadamard", (node, inner)), Term("neg", (_mul(node, Term("inner", (node, inner))),))))


def _row_softmax(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """The same in every row, the products with the row summed by a matrix of ones."""
    inner = along(node.args[0], seeds, env)
    if inner is None:
        return None
    columns = _kind(node, env).cols
    weighted = Term("hadamard", (node, inner))
    totals = _mul(weighted, Term("ones", (), (columns, columns)))
    return Term("add", (weighted, Term("neg", (Term("hadamard", (node, totals)),))))


def _inverse(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    inner = along(node.args[0], seeds, env)
    return None if inner is None else Term("neg", (_mul(node, inner, node),))


def _determinant(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    inner = along(node.args[0], seeds, env)
    return None if inner is None else _mul(node, Term("trace", (_mul(Term("inverse", node.args), inner),)))


def _matrix(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    return node.with_args(tuple(along(a, seeds, env) or num(0) for a in node.args))


def _binder(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """Σ: term by term. The bound name is an index or a whole number, which does not vary."""
    bound = str(node.data[0])
    types = {**env.types, bound: bound_type(node, env.types)}
    return _linear(node, {k: v for k, v in seeds.items() if k != bound}, env.changed(types=types))


def _call(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """A function by its definition."""
    function = env.named(str(node.data[0]))
    if not isinstance(function, Function):
        raise Undetermined("the derivative of a function of which no definition is known")
    return along(substitute(function.body, dict(zip(function.parameters, node.args, strict=True))), seeds, env)


def _derivative(node: Term, seeds: Seeds, env: Environment) -> Term | None:
    """Derivatives one after the other, in any order."""
    inner = along(node.args[0], seeds, env)
    return None if inner is None else node.with_args((inner, *node.args[1:]))


ALONG: Mapping[str, Callable[[Term, Seeds, Environment], Term | None]] = {
    "name": _name,
    "member": _name,
    "add": lambda node, seeds, env: _sum([along(a, seeds, env) for a in node.args]),
    "neg": _linear,
    "mul": _by_factors,
    "div": _quotient,
    "pow": _powered,
    "sqrt": _root,
    "root": _root,
    "fun": _function,
    "transpose": _linear,
    "inverse": _inverse,
    "trace": _linear,
    "det": _determinant,
    "diag": _linear,
    "hadamard": _by_factors,
    "kron": _by_factors,
    "inner": _by_factors,
    "norm": _norm,
    "softmax": _softmax,
    "rowsoftmax": _row_softmax,
    "rows": _linear,
    "matrix": _matrix,
    "entry": _linear,
    "sum": _binder,
    "sum_between": _binder,
    "derivative": _derivative,
    "call": _call,
}
