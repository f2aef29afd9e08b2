"""A plan for assignments: names to draw, names to compute, statements to check.

It is made for the names that a statement needs: those that its names are defined by or share a check with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from math import floor

from flint import fmpq

from symproofs.records import record
from symproofs.refute.definitions import Definition, Placement, Rows, Step
from symproofs.refute.functions import PERIODIC
from symproofs.refute.hypotheses import Sorted
from symproofs.refute.moments import LawOf, has_moments, random_atoms
from symproofs.refute.quantifiers import finitely_many
from symproofs.refute.roots import rational_roots, roots_of_members
from symproofs.refute.statements import flatten, sizes_in, terms_of, type_names, type_sizes
from symproofs.refute.values import Function
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    ForAll,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    statement_names,
)
from symproofs.terms.term import Term
from symproofs.terms.types import SORTS, Type


@record
class Hints:
    """What hypotheses say of a single name, for drawing values that have a chance."""

    properties: frozenset[str] = frozenset()
    lower: int | None = None
    upper: int | None = None
    sort: str | None = None
    constrained: bool = False
    small: bool = False
    roots: tuple[fmpq, ...] = ()
    total: fmpq | None = None
    """What the members of a family are said to sum to."""
    only: tuple[fmpq, ...] = ()
    """The rational values at which an equation in a member alone holds: no other is worth drawing."""


@record
class Plan:
    """How to make an assignment: draw `drawn`, run `steps` in order, check `checks` and the declared rows of `computed`.

    `size_checks` mention sizes only. `laws` are equations for all values of something, which can only be tested.
    A plan is `hopeless` when a hypothesis is ill-typed, so that nothing meets it. `approximate` says that a
    hypothesis about its names is an approximation.
    """

    sizes: tuple[str, ...]
    shapes: frozenset[Size]
    drawn: tuple[Declaration, ...]
    hints: Mapping[str, Hints]
    steps: tuple[Step, ...]
    computed: tuple[Declaration, ...]
    checks: tuple[Statement, ...]
    size_checks: tuple[Statement, ...]
    laws: tuple[Statement, ...]
    distinct: tuple[tuple[str, str], ...]
    inner: Function | None
    types: dict[str, Type]
    unknown: frozenset[str] = frozenset()
    hopeless: bool = False
    approximate: bool = False
    periodic: bool = False
    random: tuple[str, ...] = ()
    independent: bool = False
    coupled: bool = False
    skew: int = 0
    sorts: dict[tuple[tuple[str, ...], Term], Type] = field(default_factory=dict)


def make_plan(context: Context, wanted: Iterable[str], sorted_: Sorted, about: Iterable[Statement] = ()) -> Plan:
    """The plan for the names wanted, with everything that they need."""
    about = tuple(about)
    sizes = sorted_.sizes.union(*map(sizes_in, about))
    wanted = set(wanted)
    needed, checks = _closure(wanted, sorted_, sizes, context)
    random = _random(needed, checks, about, sorted_, context)
    steps = _ordered(needed, sorted_, random)
    step_names = {s.name for s in steps if not isinstance(s, (Placement, LawOf))}
    rows = [context.declarations[n] for n in sorted(needed - sizes) if n in context.declarations]
    drawn = tuple(r for r in rows if r.name not in step_names)
    unknown = needed - sizes - step_names - {r.name for r in drawn}
    indices = {r.name for r in drawn if r.type.index is not None}
    functions = frozenset(r.name for r in drawn if r.type.parameters is not None)
    laws = tuple(c for c in checks if _is_law(c) and not (needed_for(statement_names(c), sorted_) & functions))
    size_checks = [c for c in checks if c not in laws and statement_names(c) <= sizes]
    rest = tuple(c for c in checks if c not in laws and c not in size_checks)
    distinct = tuple((a, b) for a, b in _distinct(context, rest) if a in needed and b in needed)
    used = set(wanted) & sizes | sizes & type_names(r.type for r in rows).union(*map(sizes_in, about))
    for c in (*rest, *laws):
        used |= sizes & (statement_names(c) | sizes_in(c))
    for s in steps:
        used |= sizes & s.names
    shapes = frozenset[Size]().union(*(type_sizes(r.type) for r in context.declarations.values()))
    used |= sizes & frozenset[str]().union(*(s.names for s in shapes if not s.least))
    size_checks = _linked(size_checks, used)
    return Plan(
        sizes=tuple(sorted(used)),
        shapes=frozenset(s for s in shapes if s.names <= used),
        drawn=drawn,
        hints=hints_of(drawn, (*rest, *laws)),
        steps=steps,
        computed=tuple(r for r in rows if r.name in step_names),
        checks=rest,
        size_checks=tuple(size_checks),
        laws=laws,
        distinct=distinct,
        inner=sorted_.inner,
        types=dict(context.types),
        unknown=frozenset(unknown),
        hopeless=any(c in sorted_.ill_typed for c in checks),
        approximate=any(statement_names(s) & needed - sizes - indices for s in sorted_.approximations),
        periodic=_periodic((*rest, *about), steps),
        random=random,
        independent=_several_random(about, steps, context),
    )


def _distinct(context: Context, checks: Iterable[Statement]) -> list[tuple[str, str]]:
    """Pairs of index names that are declared or said to differ."""
    pairs = {p for p in context.distinct if len(p) == 2}
    for check in checks:
        match check:
            case Relation("!=", Term(head="name", data=(str(a),)), Term(head="name", data=(str(b),))) if a != b:
                kinds = [context.types[n].index if n in context.types else None for n in (a, b)]
                pairs |= {frozenset((a, b))} if kinds[0] is not None and kinds[0] == kinds[1] else set()
            case _:
                pass
    return sorted((min(p), max(p)) for p in pairs)


def _linked(size_checks: list[Statement], used: set[str]) -> list[Statement]:
    """The checks of sizes that bear on sizes in use, which grow by the sizes that these name."""
    linked: list[Statement] = []
    while True:
        more = [c for c in size_checks if c not in linked and (not statement_names(c) or statement_names(c) & used)]
        if not more:
            return linked
        linked += more
        used.update(*map(statement_names, more))


def _closure(wanted: Iterable[str], sorted_: Sorted, sizes: set[str], context: Context) -> tuple[frozenset[str], list[Statement]]:
    """The names needed for those wanted, and the checks that concern them."""
    needed: set[str] = set()
    checks: dict[int, Statement] = {}
    pending = set(wanted) | set(sizes)
    while pending:
        name = pending.pop()
        if name in needed:
            continue
        needed.add(name)
        if name in sorted_.definitions:
            pending |= sorted_.definitions[name].names
        if name in context.declarations:
            pending |= type_names((context.declarations[name].type,))
        for placement in sorted_.placements:
            if placement.name == name:
                pending |= placement.names
        for k, check in enumerate(sorted_.checks):
            names = statement_names(check)
            if k not in checks and (name in names if name not in sizes else names <= sizes):
                checks[k] = check
                pending |= names
        for pair in context.distinct:
            if name in pair and name not in sizes:
                pending |= pair
    # Closed checks concern everything.
    for k, check in enumerate(sorted_.checks):
        if not statement_names(check):
            checks[k] = check
    return frozenset(needed), [checks[k] for k in sorted(checks)]


def _random(
    needed: frozenset[str], checks: Iterable[Statement], about: Iterable[Statement], sorted_: Sorted, context: Context
) -> tuple[str, ...]:
    """The names to draw laws for: those declared random, where a moment is spoken of. Else a constant will do."""
    terms = [t for s in (*checks, *about) for t in terms_of(s)]
    terms += [t for n in needed if n in sorted_.definitions for t in bodies(sorted_.definitions[n])]
    if not has_moments(terms):
        return ()
    return tuple(n for n in sorted(needed) if context.has(n, "random") and n not in sorted_.definitions)


def _several_random(about: Iterable[Statement], steps: Iterable[Step], context: Context) -> bool:
    """Whether it is about moments, and more than one random name or member has a part in it."""
    terms = [t for s in about for t in terms_of(s)]
    terms += [t for step in steps if not isinstance(step, LawOf) for t in bodies(step)]
    return has_moments(terms) and len(random_atoms(terms, context)) > 1


def bodies(step: Step) -> list[Term]:
    """The terms that a step computes."""
    match step:
        case Rows(_, rows):
            return [row.body for row in rows]
        case LawOf(_, moments):
            return [m.body for m in moments]
        case Definition() | Placement():
            return [step.body]


def for_checks(plan: Plan) -> Plan:
    """The plan with those of its steps alone that what is checked needs: the rest may cost much, and says nothing there."""
    wanted = frozenset[str]().union(*map(statement_names, plan.checks))
    for step in reversed(plan.steps):
        if step.name in wanted or isinstance(step, LawOf):
            wanted |= {step.name, *step.names}
    return replace(plan, steps=tuple(s for s in plan.steps if s.name in wanted))


def _ordered(needed: frozenset[str], sorted_: Sorted, random: tuple[str, ...]) -> tuple[Step, ...]:
    """Definitions and placements of the names needed, each after what it is computed from."""
    order: list[Step] = []
    done: set[str] = set()

    def visit(name: str) -> None:
        if name in done:
            return
        done.add(name)
        own: list[Step] = [sorted_.definitions[name]] if name in sorted_.definitions else []
        if name in random:
            own.append(LawOf(name, tuple(m for m in sorted_.moments if m.name == name)))
        own += [p for p in sorted_.placements if p.name == name]
        for step in own:
            for other in sorted(step.names):
                visit(other)
        order.extend(own)

    for name in sorted(needed):
        visit(name)
    return tuple(order)


def needed_for(names: Iterable[str], sorted_: Sorted) -> frozenset[str]:
    """All names that computing the names needs, themselves included."""
    seen: set[str] = set()
    stack = list(names)
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            if name in sorted_.definitions:
                stack.extend(sorted_.definitions[name].names)
            for placement in sorted_.placements:
                if placement.name == name:
                    stack.extend(placement.names)
    return frozenset(seen)


def _is_law(statement: Statement) -> bool:
    """Equations and memberships for all values: shown by no assignment, but at random values they hold or they do not."""
    if not isinstance(statement, ForAll):
        return False
    if finitely_many(statement.names, premises_of(statement)):
        return False
    body = statement.body.conclusion if isinstance(statement.body, Implies) else statement.body
    return all(isinstance(s, Membership) or (isinstance(s, Relation) and s.operator == "=") for s in flatten(body))


def premises_of(statement: ForAll) -> tuple[Statement, ...]:
    """What a universal statement presupposes of its names."""
    return tuple(flatten(statement.body.premise)) if isinstance(statement.body, Implies) else ()


def _periodic(statements: Iterable[Statement], steps: Iterable[Step]) -> bool:
    """Whether values that are multiples of π are of interest."""
    terms = [t for s in statements for t in terms_of(s)] + [t for step in steps for t in bodies(step)]
    for node in (n for t in terms for n in t.walk()):
        if (node.head == "fun" and node.data[0] in PERIODIC) or (node.head == "const" and node.data[0] in ("pi", "i")):
            return True
    return False


COUNTS = frozenset("nmkN")
"""Letters that stand for whole numbers unless the text says otherwise: no refutation rests on n = 1/2."""


def _counts(row: Declaration) -> bool:
    """Whether a letter of which nothing is said most likely stands for a whole number."""
    return row.origin in ("assumed", "inferred") and row.type.is_scalar and row.name.partition("_")[0] in COUNTS


def hints_of(drawn: tuple[Declaration, ...], checks: tuple[Statement, ...]) -> dict[str, Hints]:
    hints: dict[str, Hints] = {}
    for row in drawn:
        properties, lower, upper, sort = set(row.properties), None, None, None
        total = next((t for check in checks if (t := _total_of(check, row.name)) is not None), None) if row.type.over else None
        constrained = small = False
        roots = tuple(r for check in checks for r in rational_roots(check, row.name)) if row.type.is_scalar else ()
        only = tuple(r for check in checks for r in roots_of_members(check, row.name)) if row.type.over else ()
        for check in checks:
            constrained = constrained or row.name in statement_names(check)
            small = small or (_is_small(check) and row.name in statement_names(check))
            match check:
                case Property(label, Term(head="name", data=(row.name,))):
                    properties.add(label)
                case Membership(Term(head="name", data=(row.name,)), to):
                    sort = to if to in SORTS[: SORTS.index(sort or row.type.sort)] else sort
                case Membership(Term(head="div", args=(Term(head="name", data=(row.name,)), below)), "integer") if _number(below):
                    sort = "integer" if "integer" in SORTS[: SORTS.index(sort or row.type.sort)] else sort  # `d/2 ∈ ℤ`
                case Relation(operator, Term(head="name", data=(row.name,)), right) if (bound := _number(right)) is not None:
                    lower, upper = _bounds(operator, bound, lower, upper, properties)
                case Relation(operator, left, Term(head="name", data=(row.name,))) if (bound := _number(left)) is not None:
                    lower, upper = _bounds(_MIRRORED[operator], bound, lower, upper, properties)
                case _:
                    pass
        if sort is None and not constrained and _counts(row):
            sort = "natural"
        hints[row.name] = Hints(frozenset(properties), lower, upper, sort, constrained, small, roots, total, only)
    return hints


def _total_of(statement: Statement, name: str) -> fmpq | None:
    """The number that a statement says the members of a family to sum to: `Σ_i p_i = 1`."""
    match statement:
        case Relation("=", Term(head="sum", args=(Term(head="member", data=(label,), args=(at,)),)) as whole, right) if (
            label == name
        ):
            value = right.data[0] if right.head == "num" else None
            if at.head == "name" and at.data[0] == whole.data[0] and isinstance(value, Fraction):
                return fmpq(value.numerator, value.denominator)
    return None


def _is_small(statement: Statement) -> bool:
    """|t| ≤ q with a small q: a member far out of what tends to a number."""
    match statement:
        case Relation("<" | "<=", Term(head="fun", data=("abs",)), Term(head="num", data=(Fraction() as bound,))):
            return bound < 1
    return False


_MIRRORED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!=", "~": "~"}


def _number(node: Term) -> int | None:
    """A written number, rounded down; enough for a hint."""
    if node.head == "num" and isinstance(node.data[0], Fraction):
        return floor(node.data[0])
    if node.head == "neg" and node.args[0].head == "num":
        inner = _number(node.args[0])
        return None if inner is None else -inner
    return None


def _bounds(
    operator: str, bound: int, lower: int | None, upper: int | None, properties: set[str]
) -> tuple[int | None, int | None]:
    if operator in (">", ">="):
        if bound == 0:
            properties.add("positive" if operator == ">" else "nonnegative")
        lower = bound if lower is None else max(lower, bound)
    elif operator in ("<", "<="):
        if bound == 0 and operator == "<":
            properties.add("negative")
        upper = bound + 1 if upper is None else min(upper, bound + 1)
    elif operator == "!=" and bound == 0:
        properties.add("nonzero")
    return lower, upper
