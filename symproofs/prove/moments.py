"""Moments of linear forms, taken apart: Var(q^T k + b) → q^T Cov(k) q, E[A x + b] → A E[x] + b.

What is left inside are random names alone, so given moments (also those that hold for i ≠ a only) are used by rewriting.
The step is one lemma for the whole side, proved from entries like any other; what is no linear form stays.
"""

from __future__ import annotations

from collections.abc import Callable

from symproofs.kernel.randomness import MOMENTS, is_random, mixes
from symproofs.messages import Message
from symproofs.prove.algebra import is_number, kind_of
from symproofs.prove.lemmas import size_names
from symproofs.prove.matrix_algebra import distribute, drop_identities, flatten_products, push_transposes
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, free_names, num, rewrite, substitute
from symproofs.terms.types import Type, index

MOST_PARTS = 8

Form = list[tuple[Term | None, Term]]
"""Σ A_j x_j, but for a constant: the matrices or numbers A_j (`None`: 1) and the random names x_j, columns or numbers."""


def has_moments(*terms: Term) -> bool:
    return any(node.head in MOMENTS for t in terms for node in t.walk())


def doubtful_moment(context: Context, statement: Relation) -> str | None:
    """Why it is not known what is constant in the moments of a statement, if it is not.

    A hypothesis makes something random that is not declared so; or names stand in a moment and none is declared random: whoever
    writes E[X] hardly means a constant, and of constants E[XY] = E[X] E[Y] would be proved.
    """
    moments = [n for side in (statement.left, statement.right) for n in side.walk() if n.head in MOMENTS]
    for node in moments:
        inside = {n for n in free_names(node) if n in context.declarations and context.types[n].index is None}
        if inside - _sizes(context) and not any(context.has(n, "random") for n in inside):
            return "in an expectation, a variance or a covariance nothing is declared random"
    for n, hypothesis in enumerate(context.hypotheses) if moments else ():
        if mixes(hypothesis.statement, context):
            return Message("hypothesis {} equates something random with something that is not declared random", n + 1)
    return None


def _sizes(context: Context) -> frozenset[str]:
    return frozenset[str]().union(*(size_names(row.type) for row in context.declarations.values()))


def taken_apart(node: Term, context: Context) -> Term:
    """The term with every moment of a linear form outside binders written by moments of random names."""
    bound = [n for n in node.walk() if n.head in ("sum", "product", "sum_between")]

    def step(part: Term) -> Term | None:
        if part.head not in MOMENTS or any(part in b.walk() for b in bound):
            return None
        if part.head == "expect":
            form = linear_form(part.args[0], context)
            return _mean(part.args[0], context) if form and part.args[0] not in [x for _, x in form] else None
        first, second = linear_form(part.args[0], context), linear_form(part.args[-1], context)
        if first is None or second is None or len(first) * len(second) > MOST_PARTS:
            return None
        if first == [(None, part.args[0])] and second == [(None, part.args[-1])]:
            return None
        return _covariance(first, second, context)

    return rewrite(node, step)


def with_given_moments(node: Term, context: Context, given: Callable[[Term], Term | None]) -> Term | None:
    """The term with its moments taken apart and those that are given put in; nothing if that changes nothing."""
    if not has_moments(node):
        return None
    apart = sums_taken_apart(node, context, given)
    found = rewrite(apart, lambda part: _given_moment(part, given) if part.head in MOMENTS else None)
    for rewriting in (push_transposes, distribute, flatten_products, drop_identities):
        found = rewriting(found, context.types)
    return None if found == node else found


DEEPEST = 4
"""How many definitions of random names are unfolded inside one another, and how deep sums may stand."""


def sums_taken_apart(node: Term, context: Context, given: Callable[[Term], Term | None], depth: int = 0) -> Term:
    """The term with moments of defined names and of sums taken apart, Var(Σ_i B_i) → Σ_i Var(B_i) as of uncorrelated members.

    This proposes: that the values are equal is for the prover to show, who needs a covariance of different members for it.
    """
    sums: dict[str, Term] = {}

    def step(part: Term) -> Term | None:
        if part.head not in MOMENTS:
            return None
        arguments = (_without_sums(defined_in_full(a, context, given), context, sums) for a in part.args)
        return part.with_args(tuple(arguments))

    outside = rewrite(node, step) if depth < DEEPEST else node
    rows = [Declaration(label, _kind(total, context), frozenset({"random"})) for label, total in sums.items()]
    apart = taken_apart(outside, context.declare(*rows))

    def of_sum(part: Term) -> Term | None:
        if part.head not in MOMENTS or not any(a.head == "name" and a.data[0] in sums for a in part.args):
            return None
        arguments = [sums.get(str(a.data[0]), a) if a.head == "name" else a for a in part.args]
        found = _members(part.head, arguments, context)
        if found is None:
            return None
        label, size = found.data
        inner = context.declare(Declaration(str(label), index(size)))  # type: ignore[arg-type]
        return found.with_args((sums_taken_apart(found.args[0], inner, given, depth + 1), *found.args[1:]))

    found = rewrite(apart, of_sum) if sums else apart
    return substitute(found, sums) if sums else found


def defined_in_full(node: Term, context: Context, given: Callable[[Term], Term | None]) -> Term:
    """The term with random names of whose moments nothing is given replaced by what they are defined to be."""

    def step(part: Term) -> Term | None:
        if part.head not in ("name", "member") or not is_random(part, context):
            return None
        return None if any(given(Term(head, (part,))) is not None for head in MOMENTS) else given(part)

    for _ in range(DEEPEST):
        new = rewrite(node, step)
        if new == node:
            break
        node = new
    return node


def _without_sums(node: Term, context: Context, sums: dict[str, Term]) -> Term:
    """The term with a name for each random sum that is part of it outside of other sums and moments."""
    if node.head in MOMENTS or not is_random(node, context):
        return node
    if node.head == "sum" and kind_of(node, context.types) is not None:
        label = next((n for n, total in sums.items() if total == node), f"Σ_{len(sums)}")
        sums[label] = node
        return Term("name", (), (label,))
    return node.with_args(tuple(_without_sums(a, context, sums) for a in node.args)) if node.args else node


def _members(head: str, arguments: list[Term], context: Context) -> Term | None:
    """The moment of sums over one range as the sum of the moments of members."""
    first = next(a for a in arguments if a.head == "sum")
    label, size = first.data
    taken = frozenset[str]().union(*(free_names(a) for a in arguments)) | context.declarations.keys()
    fresh = next(n for n in (str(label), *(f"{label}_{k}" for k in range(len(taken) + 1))) if n not in taken)
    parts = []
    for a in arguments:
        if a.head == "sum" and (a.data[1], a.args[1:]) == (size, first.args[1:]):
            parts.append(substitute(a.args[0], {str(a.data[0]): Term("name", (), (fresh,))}))
        elif a.head == "sum":
            return None
        else:
            parts.append(a)
    moment = Term("cov", tuple(parts)) if head == "cov" and len(set(parts)) > 1 else Term(head, tuple(dict.fromkeys(parts)))
    return Term("sum", (moment, *first.args[1:]), (fresh, size))


def _kind(node: Term, context: Context) -> Type:
    kind = kind_of(node, context.types)
    assert kind is not None
    return kind


def _given_moment(node: Term, given: Callable[[Term], Term | None]) -> Term | None:
    """What a moment is given to be; of a variance also by the covariance of any two members, at one of them."""
    found = given(node)
    if found is None and node.head in ("var", "cov") and len(node.args) == 1:
        of_two = given(Term("cov", (*node.args, *node.args)))
        return None if of_two is None else rewrite(of_two, _of_one_index)
    return found


def _of_one_index(part: Term) -> Term | None:
    return num(1) if part.head == "delta" and part.args[0] == part.args[1] else None


def _mean(node: Term, context: Context) -> Term:
    """E of a linear form: every random name in it replaced by its expectation."""
    if not is_random(node, context):
        return node
    if node.head in ("name", "member"):
        return Term("expect", (node,))
    return node.with_args(tuple(_mean(a, context) for a in node.args))


def _covariance(first: Form, second: Form, context: Context) -> Term:
    """Σ A_j Cov(x_j, y_l) B_l^T"""
    parts = []
    for a, x in first:
        for b, y in second:
            scalar = is_number(x, context.types) and is_number(y, context.types)
            inner = Term("var" if scalar else "cov", (x,)) if x == y else Term("cov", (x, y))
            parts.append(_product([*_factors(a), inner, *_factors(None if b is None else _turned(b, context))]))
    return parts[0] if len(parts) == 1 else Term("add", tuple(parts)) if parts else num(0)


def _turned(node: Term, context: Context) -> Term:
    """The transpose, unless it is nothing else."""
    if is_number(node, context.types):
        return node
    return node.args[0] if node.head == "transpose" else Term("transpose", (node,))


def _factors(node: Term | None) -> tuple[Term, ...]:
    return () if node is None else node.args if node.head == "mul" else (node,)


def _product(factors: list[Term]) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


# ------------------------------------------------------------------ linear forms


def linear_form(node: Term, context: Context) -> Form | None:
    """The form that a number or a column is, if it is one."""
    if not is_random(node, context):
        return []
    match node.head:
        case "name" | "member":
            return [(None, node)] if _is_column(node, context) else None
        case "add":
            forms = [linear_form(a, context) for a in node.args]
            return None if any(f is None for f in forms) else [part for f in forms if f for part in f]
        case "neg":
            return _times(num(-1), linear_form(node.args[0], context))
        case "div" if not is_random(node.args[1], context):
            return _times(Term("div", (num(1), node.args[1])), linear_form(node.args[0], context))
        case "transpose" if is_number(node, context.types):
            return linear_form(node.args[0], context)
        case "inner":
            x, y = node.args
            return linear_form(Term("mul", (Term("transpose", (x,)), y)), context) if _is_column(x, context) else None
        case "mul":
            return _product_form(node, context)
    return None


def _times(a: Term, form: Form | None) -> Form | None:
    return None if form is None else [(_product([*_factors(a), *_factors(c)]), x) for c, x in form]


def _product_form(node: Term, context: Context) -> Form | None:
    """c … x … c' with one random factor: what stands before it, and numbers behind it; x^T c is c^T x."""
    places = [k for k, a in enumerate(node.args) if is_random(a, context)]
    if len(places) != 1:
        return None
    (k,) = places
    before, x, after = list(node.args[:k]), node.args[k], list(node.args[k + 1 :])
    arrays = [a for a in after if not is_number(a, context.types)]
    numbers = [a for a in after if is_number(a, context.types)]
    if not arrays:
        inner = linear_form(x, context)
        factors = [*numbers, *before]
        return _times(_product(factors), inner) if factors else inner
    column = _product(arrays)
    if not _is_column(Term("transpose", (x,)), context) or not _is_column(column, context) or not _numbers(before, context):
        return None
    inner = linear_form(x.args[0] if x.head == "transpose" else Term("transpose", (x,)), context)
    turned = Term("transpose", (column,))
    return _times(_product([*before, *numbers, turned]), inner)


def _numbers(factors: list[Term], context: Context) -> bool:
    return all(is_number(a, context.types) for a in factors)


def _is_column(node: Term, context: Context) -> bool:
    kind = kind_of(node, context.types)
    return kind is not None and kind.cols.literal == 1
