"""The hypothesis that a definition or an assumption puts into the context.

What is said with indices that stand for any member holds for all of them, under the side condition beside it:
`k_i^T k_l = 0 (i ≠ l)` is ∀ i, l: i ≠ l ⇒ k_i^T k_l = 0. `f(x, y) = body` and `k_i = body` hold for all arguments.
An approximation that is assumed is a passage to the limit: `α_j ≈ 1` says that α_j tends to 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from symproofs.diagnostics import Span
from symproofs.read.roles import ORDERS, arguments_of, head_of
from symproofs.read.tree import Node
from symproofs.terms.context import Context, definition_of
from symproofs.terms.dependent import written_out
from symproofs.terms.size import ONE
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type, index, scalar


def hypothesis_of(
    statement: Statement,
    context: Context,
    label: str,
    span: Span | None,
    conditions: Sequence[Statement] = (),
    generic: Collection[str] = (),
    some: bool = False,
) -> Hypothesis:
    """The hypothesis that a statement is, under side conditions; `generic` indices stand for every member.

    `some`: it is supposed, not defined: `suppose x_k = 0` is said of some member, if the right side knows nothing of k.
    """
    if isinstance(statement, Relation) and statement.operator == "~":
        statement = Tends(statement.left, statement.right)
    names: dict[str, Type] = {}
    if isinstance(statement, Relation) and _defines_all(statement, generic, some) and not _is_defined(statement.left, context):
        names, conditions = _of_definition(statement.left, context, conditions, generic)
        body = written_out(statement.right, names, context) if names else statement.right
        names = names if body is not None else {}
        statement = Relation("=", statement.left, statement.right if body is None else body)
    said = guarded(statement, conditions)
    free = sorted((statement_names(said) & set(generic)) - names.keys())
    names.update((n, context.declarations[n].type) for n in free)
    return Hypothesis(ForAll(tuple(names.items()), said) if names else said, label, span)


def hold_too(
    statement: Statement, conditions: Sequence[Statement], node: Node | None, context: Context, defines: bool
) -> tuple[Statement, ...]:
    """The conditions that are assumed with a statement, not under which it is: `suppose $x^2 = 4, x > 0$`.

    They bound numbers that it is about, behind a comma and without a word, of a definition also behind `for` and `where`; it
    says nothing of a function or a family.
    """
    words = {part.value for part in node.walk() if part.kind == "Cond"} if node is not None else {"?"}
    parts = [p for c in conditions for p in (c.parts if isinstance(c, And) else (c,))]
    about = statement_names(statement)
    plain = isinstance(statement, Relation) and not any(
        t.head in ("call", "member", "entry") for side in (statement.left, statement.right) for t in side.walk()
    )
    if not words <= ({"", "for", "where", "with"} if defines else {""}) or not plain or not parts:
        return ()
    for one in parts:
        names = statement_names(one)
        numbers = all(n in context.types and context.types[n].is_scalar and context.types[n].index is None for n in names)
        if not isinstance(one, Relation) or one.operator not in ORDERS or not names <= about or not numbers:
            return ()
    return tuple(parts)


def _defines_all(statement: Relation, generic: Collection[str], some: bool) -> bool:
    """Whether an equation says what a function or a family is at every argument."""
    left = statement.left
    if statement.operator != "=" or left.head not in ("call", "member", "entry"):
        return False
    indices = frozenset[str]().union(*map(free_names, arguments_of(left))) - set(generic)
    return not some or left.head == "call" or indices <= free_names(statement.right)


def _is_defined(left: Term, context: Context) -> bool:
    """`f(x)` of a function that has a definition: `suppose f(x) = 0` is said of some x."""
    if left.head != "call":
        return False
    return any(d[0] == left.data[0] for d in map(definition_of, context.hypotheses) if d is not None)


def guarded(statement: Statement, conditions: Sequence[Statement]) -> Statement:
    """The statement where the conditions hold."""
    if not conditions:
        return statement
    return Implies(conditions[0] if len(conditions) == 1 else And(tuple(conditions)), statement)


def generic_indices(
    statement: Statement,
    conditions: Sequence[Statement],
    context: Context,
    running: Collection[str],
    known: Collection[str],
    stated: bool,
) -> frozenset[str]:
    """The indices that stand for every member where a statement is assumed.

    Those that run (`i = 1, …, n`); those that nothing declares and of which nothing is `known`, where the side
    condition speaks of them, the text is a list of facts (`stated`), or they stand below a δ_ij. Others are some member:
    "suppose x_k = 0".
    """
    speaks = statement_names(statement) - _of_one_value(statement) if stated else _below_deltas(statement)
    names = speaks.union(running, *map(statement_names, conditions))
    rows = (context.declarations[n] for n in names if n in context.declarations)
    return frozenset(
        r.name
        for r in rows
        if r.type.index is not None and (r.name in running or (r.origin in ("inferred", "assumed") and r.name not in known))
    )


def _of_one_value(statement: Statement) -> frozenset[str]:
    """The indices in `J = -log p_o`: J is one number, so that o is one index. Of a name that is told by a term."""
    if not isinstance(statement, Relation) or statement.operator != "=" or statement.left.head != "name":
        return frozenset()
    return free_names(statement.right)


def _below_deltas(statement: Statement) -> frozenset[str]:
    """The letters i, j of a δ_ij at the right of an equation: `k_i^T k_j = δ_ij` speaks of every pair."""
    right = statement.right if isinstance(statement, Relation) and statement.operator == "=" else None
    if right is None or right.head != "entry" or right.args[0].head != "identity":
        return frozenset()
    assert isinstance(statement, Relation)
    plain = all(a.head == "name" for a in right.args[1:])
    return free_names(right) & free_names(statement.left) if plain else frozenset()  # `h_j = δ_ja`: a is some index


def _of_definition(
    left: Term, context: Context, conditions: Sequence[Statement], generic: Collection[str]
) -> tuple[dict[str, Type], Sequence[Statement]]:
    """The arguments of `f(x, y) = …`, `k_i = …`, `Φ(t, 2i) = …` that stand for anything, with what is known of them.

    A letter in an argument that is more than the letter, `2i`, stands for integers unless it is declared otherwise.
    """
    if head_of(left) is not None:
        names = [str(a.data[0]) for a in arguments_of(left)]
        types = _parameter_types(left, context, generic)
        return ({} if types is None else dict(zip(names, types, strict=True))), conditions
    if left.head != "call":
        return {}, conditions
    free = sorted(frozenset[str]().union(*map(free_names, left.args)))
    alone = {str(a.data[0]) for a in left.args if a.head == "name"}
    rows = [context.declarations[n] for n in free if n in context.declarations and not _fixed(n, context)]
    found = {r.name: r.type if r.name in alone or r.origin in ("given", "document") else scalar("integer") for r in rows}
    return found, (*_ranges(found, context), *conditions)


def _parameter_types(left: Term, context: Context, generic: Collection[str]) -> tuple[Type, ...] | None:
    """The types of the arguments of a function or family; of a specific member (`k_a`) there are none."""
    declared = context.declarations.get(head_of(left) or "")
    if declared is None:
        return None
    if left.head == "call":
        return declared.type.parameters
    if any(_specific(a, context, generic) for a in arguments_of(left)):
        return None
    if left.head == "entry":
        axes = [size for size in declared.type.shape if size != ONE]
        return tuple(map(index, axes)) if len(axes) == len(left.args) - 1 else None
    return tuple(Type("natural", index=size) for size in declared.type.over)


def _specific(argument: Term, context: Context, generic: Collection[str]) -> bool:
    """An index that the document declares stands for itself; one that it only uses, or that runs, stands for all."""
    row = context.declarations.get(str(argument.data[0]))
    return row is not None and row.origin in ("given", "document") and row.name not in generic


def _fixed(name: str, context: Context) -> bool:
    """A size, a function, or a name that is defined: it stands for itself also below a function that is given by rows."""
    row = context.declarations[name]
    if "size" in row.properties or row.type.parameters is not None:
        return True
    return any(
        isinstance(h.statement, Relation) and h.statement.operator == "=" and name in statement_names(h.statement)
        for h in context.hypotheses
    )


def _ranges(names: Iterable[str], context: Context) -> tuple[Statement, ...]:
    """The bounds that the context has for names: `0 ≤ i`, `i < d/2`."""
    wanted = set(names)
    return tuple(
        h.statement
        for h in context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator in ORDERS and statement_names(h.statement) & wanted
    )
