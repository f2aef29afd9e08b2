"""Declarations as formulas: `P \\in \\mathbb R^{T\\times T}`, `x, y \\in \\mathbb R`, `k \\in \\mathbb Z`, `\\lambda > 0`.

`declared_from` reads one statement. A name that is used as a size gets the property `size` and is natural.
What is no declaration gives an empty answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from symproofs.diagnostics import Diagnostic
from symproofs.read.elaboration.conventions import SETS
from symproofs.read.elaboration.names import bare, inner, script_items, script_text, written
from symproofs.read.elaboration.sizes import size_from, sizes_from
from symproofs.read.tree import Node
from symproofs.terms.context import Context, Declaration, Origin
from symproofs.terms.size import ONE, Size
from symproofs.terms.types import Sort, Type, family, function, index, matrix, scalar, vector


@dataclass(frozen=True, slots=True)
class Declared:
    """What a formula declares.

    `rows` give types; `facts` properties of names whose type they leave open (`λ > 0`); `distinct` pairs of
    indices that differ; `exact` says that nothing is lost: the formula says no more than that.
    """

    rows: tuple[Declaration, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    distinct: tuple[frozenset[str], ...] = ()
    exact: bool = True
    problem: Diagnostic | None = None

    def __bool__(self) -> bool:
        return bool(self.rows or self.facts or self.distinct)


def type_from(node: Node, context: Context) -> Type | None:
    """The type whose values a set holds: `\\mathbb R`, `\\mathbb R^{m\\times n}`, `\\{0,1\\}^n`, `[n]`, `\\{1,…,n\\}`."""
    node = bare(node)
    if node.kind in ("Sup", "Sub") and len(node.children) == 2:
        base = bare(node.children[0])
        if node.kind == "Sub" or _is_mark(node.children[1]):
            return type_from(base, context)
        member = type_from(base, context)
        sizes = sizes_from(node.children[1])
        if member is None or sizes is None or not member.is_scalar or member.index is not None:
            return None
        return vector(sizes[0], member.sort) if sizes[1] == ONE and not _has_times(node) else matrix(*sizes, member.sort)
    sort = _number_set(node)
    if sort is not None:
        return scalar(sort)
    if node.kind == "Group" and node.value == "[" and len(node.children) == 1:
        size = size_from(node.children[0])
        return None if size is None else index(size)
    if node.kind == "Set" and node.children:
        return _written_set(node)
    if node.kind == "Combine" and node.value == ("∖",):
        return type_from(node.children[0], context)
    if node.kind == "Interval" or (node.kind == "Group" and len(node.children) == 2):
        return scalar()
    return None


def _has_times(node: Node) -> bool:
    script = inner(node.children[1])
    return script.kind == "Product" and isinstance(script.value, tuple) and "×" in script.value


def _is_mark(node: Node) -> bool:
    return bare(node).kind == "Mark"


def _number_set(node: Node) -> Sort | None:
    if node.kind == "Font" and node.value in ("bb", "bold") and bare(node.children[0]).kind == "Id":
        return SETS.get(str(bare(node.children[0]).value))
    if node.kind == "Id" and node.value in ("R", "Z", "N", "C"):
        return SETS[str(node.value)]
    return None


def _written_set(node: Node) -> Type | None:
    items = node.children
    if any(i.kind == "Dots" for i in items) and len(items) >= 3:
        size = size_from(items[-1])
        return index(size) if bare(items[0]).value == "1" and size is not None else None
    values = [_number(i) for i in items]
    if any(v is None for v in values):
        return None
    numbers = [v for v in values if v is not None]
    if all(v.denominator == 1 for v in numbers):
        return scalar("natural" if min(numbers) >= 0 else "integer")
    return scalar("rational")


def _number(node: Node) -> Fraction | None:
    node = inner(node)
    if node.kind == "Num":
        return Fraction(str(node.value))
    if node.kind == "Neg":
        value = _number(node.children[0])
        return None if value is None else -value
    return None


def declared_from(node: Node, context: Context | None = None, origin: Origin = "document") -> Declared:
    """The declarations that a statement makes of the bare names in it."""
    context = Context() if context is None else context
    rows: dict[str, Declaration] = {}
    facts: list[tuple[str, str]] = []
    distinct: list[frozenset[str]] = []
    problem: Diagnostic | None = None
    exact = True
    for part in chains_of(node):
        found = _from_chain(part, context, origin)
        context = context.declare(*found.rows)
        rows.update((row.name, row) for row in found.rows)
        facts.extend(found.facts)
        distinct.extend(found.distinct)
        problem = problem or found.problem
        exact = exact and found.exact and bool(found)
    return Declared(tuple(rows.values()), tuple(facts), tuple(distinct), exact, problem)


def chains_of(node: Node) -> Iterator[Node]:
    """The chains in a list; what a comma took apart is put together: `1 ≤ a, b ≤ n`, `i, j = 1, …, n`.

    A bound beside an equation, `f(x) = x², x > 0`, says where the equation holds, and is left out.
    """
    node = bare(node)
    if node.kind == "Cond" and len(node.children) == 2 and _is_equation(node.children[0]):
        yield from chains_of(node.children[0])
        yield from (c for c in chains_of(node.children[1]) if not _is_bound(c))
    elif node.kind in ("Labelled", "Cond") and node.children:
        for child in node.children:
            yield from chains_of(child)
    elif node.kind == "Chain":
        yield node
    elif node.kind == "List":
        yield from _gathered(node)


def _is_equation(node: Node) -> bool:
    return node.kind == "Chain" and isinstance(node.value, tuple) and "=" in node.value


def _is_bound(chain: Node) -> bool:
    """A comparison that does not say what an index runs over."""
    signs = set(chain.value) if isinstance(chain.value, tuple) else set()
    ranges = chain.value == ("<=", "<=") and bare(chain.children[0]).value == "1"
    return signs <= FLIPPED.keys() and not ranges


def _gathered(node: Node) -> Iterator[Node]:
    opening: Node | None = None
    waiting: list[Node] = []
    for child in node.children:
        if written(child) is not None:
            waiting.append(child)
            continue
        if child.kind == "Chain" and waiting and (child.value == ("in",) or enumerates(child)):
            yield _with_subjects(child, waiting)
        elif opening is not None and child.kind == "Chain" and child.value in (("<=",), ("<",)):
            last = child.children[0]
            names = Node(
                "List", child.span, (opening.children[1], *waiting, *(last.children if last.kind == "List" else (last,)))
            )
            signs = (*map(str, opening.value or ()), *map(str, child.value))  # type: ignore[arg-type]
            yield Node("Chain", opening.span.join(child.span), (opening.children[0], names, child.children[1]), signs)
            opening, waiting = None, []
            continue
        else:
            yield from chains_of(child)
        bounded = child.kind == "Chain" and child.value in (("<=",), ("<",)) and written(child.children[1]) is not None
        opening, waiting = child if bounded else None, []


def _with_subjects(chain: Node, before: list[Node]) -> Node:
    """A chain that also says it of the names before it."""
    subject = chain.children[0]
    names = (*before, *(subject.children if subject.kind == "List" else (subject,)))
    gathered = Node("List", before[0].span.join(subject.span), names)
    return Node("Chain", gathered.span.join(chain.span), (gathered, *chain.children[1:]), chain.value, chain.signs)


def enumerates(chain: Node) -> bool:
    """`i = 1, …, n`."""
    return chain.value == ("=",) and bool(_enumeration(chain.children[1]))


SIGN_FACTS = {">": "positive", ">=": "nonnegative", "<": "negative", "!=": "nonzero"}
FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}


def _from_chain(chain: Node, context: Context, origin: Origin) -> Declared:
    signs = chain.value if isinstance(chain.value, tuple) else ()
    if signs == ("in",):
        return _membership(chain, context, origin)
    if signs == (":", "to"):
        return _function(chain, context, origin)
    if signs[-1:] == ("in",) and set(signs[:-1]) == {"="}:
        return _equal_members(chain, context, origin)
    if enumerates(chain):
        return _enumerated(chain, context, origin)
    if len(signs) > 1 and set(signs) <= set(FLIPPED):
        return _between(chain, context, origin) or _signs(chain, context, origin)
    if len(signs) == 1 and signs[0] in FLIPPED:
        return _sign(chain, str(signs[0]), context, origin)
    return Declared()


def subjects_of(node: Node) -> tuple[Node, ...]:
    """The names that a declaration is about: `x, y` of `x, y ∈ ℝ`."""
    return node.children if node.kind == "List" else script_items(node) if node.kind == "Group" else (node,)


def _membership(chain: Node, context: Context, origin: Origin) -> Declared:
    """`x, y ∈ S` declares x and y; `k_i ∈ S` with a declared index i declares the family k."""
    subjects, written_set = chain.children
    kind = type_from(written_set, context)
    runs, others = _runs(subjects_of(subjects))
    families: list[Declaration] = []
    if kind is not None and not kind.over and kind.index is None:
        for base, size in runs:
            families.extend(_size_rows(index(size), context, origin))
            families.append(Declaration(base, family(kind, size), set_properties(written_set), origin, subjects.span))
    names = [written(s) for s in others]
    if any(n is None for n in names):
        return Declared()
    if kind is None:
        problem = Diagnostic("not-supported", "this set is not understood as the values of a declaration", written_set.span)
        return Declared(problem=problem)
    properties = set_properties(written_set)
    exact = kind.index is not None or is_plain_set(written_set)
    rows = []
    for name in names:
        assert name is not None
        text, own = name.text, kind
        ranges = [_declared_range(s, context) for s in name.subscripts]
        if name.subscripts and text not in context.declarations and all(r is not None for r in ranges):
            text, own = name.base, family(kind, *(r for r in ranges if r is not None))
        rows.append(Declaration(text, own, properties, origin, name.span))
        exact = exact or context.has(text, "permutation")
    return Declared((*_size_rows(kind, context, origin), *families, *rows), exact=exact)


def _equal_members(chain: Node, context: Context, origin: Origin) -> Declared:
    """`y = e_o ∈ ℝ^V`: what is equal lies in the set, too. The equation says more than that."""
    named = tuple(n for n in map(bare, chain.children[:-1]) if written(n) is not None)
    if not named:
        return Declared()
    subjects = Node("List", named[0].span.join(named[-1].span), named) if len(named) > 1 else named[0]
    membership = Node("Chain", chain.span, (subjects, chain.children[-1]), ("in",), chain.signs[-1:])
    return replace(_membership(membership, context, origin), exact=False)


def _runs(items: Sequence[Node]) -> tuple[list[tuple[str, Size]], list[Node]]:
    """The runs of members `x_1, …, x_n` in a list, as base and size, and what stands in it besides."""
    runs: list[tuple[str, Size]] = []
    others: list[Node] = []
    for k, item in enumerate(items):
        run = _run(others, items[k + 1]) if item.kind == "Dots" and k + 1 < len(items) else None
        if run is not None:
            base, size, first = run
            runs.append((base, size))
            del others[first:]
        elif not (k and items[k - 1].kind == "Dots" and runs):
            others.append(item)
    return runs, others


def _run(before: Sequence[Node], last: Node) -> tuple[str, Size, int] | None:
    """`x_1, x_2, … x_n`: the base, the size, and where among the items before the ellipsis it begins."""
    end = written(last)
    size = size_from(end.subscripts[0]) if end is not None and len(end.subscripts) == 1 else None
    if end is None or size is None:
        return None
    for k in range(len(before) - 1, -1, -1):
        name = written(before[k])
        if name is None or name.base != end.base or len(name.subscripts) != 1:
            return None
        if bare(name.subscripts[0]).value == "1":
            return end.base, size, k
    return None


def _function(chain: Node, context: Context, origin: Origin) -> Declared:
    """`f : A → B` with sets of numbers or arrays; `A × B` where f takes two arguments."""
    subjects, source, target = chain.children
    value = type_from(target, context)
    product = source.kind == "Product" and isinstance(source.value, tuple) and set(source.value) == {"×"}
    parameters = [type_from(n, context) for n in (source.children if product else (source,))]
    names = [written(s) for s in subjects_of(subjects)]
    if value is None or any(p is None for p in parameters) or any(n is None for n in names):
        return Declared()
    kind = function(tuple(p for p in parameters if p is not None), value)
    sizes = [r for part in (value, *(kind.parameters or ())) for r in _size_rows(part, context, origin)]
    return Declared((*sizes, *(Declaration(n.text, kind, frozenset(), origin, n.span) for n in names if n is not None)))


def is_plain_set(node: Node) -> bool:
    """A set of all numbers of a sort, or arrays of them: `ℝ`, `ℤ^n`, `ℝ^{m×n}`, `ℝ_+`, `ℕ^*`."""
    node = bare(node)
    if _but_for_zero(node):
        return True
    while node.kind in ("Sup", "Sub") and node.children:
        if not _says_all(node):
            return False
        node = bare(node.children[0])
    return _number_set(node) is not None


def _declared_range(script: Node, context: Context) -> Size | None:
    text = script_text(script)
    row = context.declarations.get(text) if text is not None else None
    return row.type.index if row is not None else None


def set_properties(node: Node) -> frozenset[str]:
    """`ℝ_+`, `ℝ_{>0}`, `ℝ^+`, `(0, ∞)`; `ℕ^*`, `ℕ_{≥1}`, `ℤ_{≥2}` of positive numbers, `ℝ^*`, `ℂ^×` of those that are not 0."""
    node = bare(node)
    if node.kind in ("Sub", "Sup") and len(node.children) == 2:
        script = bare(node.children[1])
        if script.kind == "Mark" and script.value == "+":
            return frozenset({"positive"})
        if script.kind == "Mark" and script.value in _WITHOUT_ZERO:
            inside = set_properties(node.children[0])
            sort = _number_set(bare(node.children[0]))
            unsigned = frozenset() if sort is None else frozenset({"positive" if sort == "natural" else "nonzero"})
            return inside or unsigned
        bound = set_bound(node)
        if bound is not None:
            fact = _sign_of_bound(*bound)
            return frozenset({fact}) if fact else frozenset()
        if node.kind == "Sup":
            return set_properties(node.children[0])
    if _but_for_zero(node):
        return frozenset({"nonzero"}) | set_properties(node.children[0])
    if node.kind in ("Group", "Interval") and len(node.children) == 2 and _zero(node.children[0]):
        opening = str(node.value)[:1]
        return frozenset({"positive" if opening == "(" else "nonnegative"})
    return frozenset()


_WITHOUT_ZERO = ("*", "∗", "×")
"""Marks of a set of numbers without 0: `ℕ^*`, `ℝ^×`."""


def set_bound(node: Node) -> tuple[str, Fraction] | None:
    """The sign and the number of `ℕ_{≥2}`: what every member is compared with."""
    if node.kind not in ("Sub", "Sup") or len(node.children) != 2:
        return None
    script = bare(node.children[1])
    if script.kind != "Chain" or not isinstance(script.value, tuple) or len(script.value) != 1 or script.value[0] not in FLIPPED:
        return None
    value = _number(script.children[1])
    return None if value is None else (str(script.value[0]), value)


def _sign_of_bound(sign: str, value: Fraction) -> str | None:
    """What a bound says of the sign: `≥ 2` says positive."""
    if value == 0:
        return SIGN_FACTS.get(sign)
    if sign in (">", ">=") and value > 0:
        return "positive"
    return "negative" if sign in ("<", "<=") and value < 0 else None


def _says_all(node: Node) -> bool:
    """Whether the properties of a set say all that is written at it: `ℕ_{≥2}` says more than that its members are positive."""
    bound = set_bound(node)
    if bound is None:
        return True
    sign, value = bound
    if value == 0:
        return sign in SIGN_FACTS
    return sign == ">=" and value == 1 and _number_set(bare(node.children[0])) in ("natural", "integer")


def _but_for_zero(node: Node) -> bool:
    """`ℝ ∖ {0}`."""
    if node.kind != "Combine" or node.value != ("∖",) or _number_set(node.children[0]) is None:
        return False
    removed = bare(node.children[-1])
    return removed.kind == "Set" and len(removed.children) == 1 and _zero(removed.children[0])


def _zero(node: Node) -> bool:
    node = inner(node)
    return node.kind == "Num" and Fraction(str(node.value)) == 0


def _size_rows(kind: Type, context: Context, origin: Origin) -> list[Declaration]:
    """The names in the sizes of a type are sizes."""
    sizes = [kind.rows, kind.cols, *([kind.index] if kind.index is not None else [])]
    names = sorted({n for s in sizes for n in s.names})
    return [Declaration(n, scalar("natural"), frozenset({"size"}), origin) for n in names if not context.has(n, "size")]


def _index_rows(subjects: tuple[Node, ...], size: Size, context: Context, origin: Origin) -> Declared:
    """The names are indices of {1, …, size}."""
    names = [written(s) for s in subjects]
    if any(n is None for n in names):
        return Declared()
    rows = [Declaration(n.text, index(size), frozenset(), origin, n.span) for n in names if n is not None]
    return Declared((*_size_rows(index(size), context, origin), *rows))


def _enumeration(node: Node) -> tuple[Node, ...]:
    """The items of `1, …, n` or `1 … n`, if a node is that."""
    items = node.children if node.kind in ("List", "Product") else ()
    return items if len(items) >= 3 and any(i.kind == "Dots" for i in items) else ()


def _enumerated(chain: Node, context: Context, origin: Origin) -> Declared:
    """`i = 1, …, n` makes i an index of {1, …, n}."""
    items = _enumeration(chain.children[1])
    size = size_from(items[-1])
    if bare(items[0]).value != "1" or size is None:
        return Declared()
    return _index_rows(subjects_of(chain.children[0]), size, context, origin)


def _between(chain: Node, context: Context, origin: Origin) -> Declared:
    """`1 ≤ a, b ≤ n` makes a and b indices of {1, …, n} where n is a size."""
    if chain.value != ("<=", "<="):
        return Declared()
    low, middle, high = chain.children
    size = size_from(high)
    if bare(low).value != "1" or size is None or not size.names:
        return Declared()
    known = [context.declarations.get(n) for n in size.names]
    if any(row is not None and row.type.sort not in ("natural", "integer") for row in known):
        return Declared()
    return _index_rows(subjects_of(middle), size, context, origin)


def _sign(chain: Node, sign: str, context: Context, origin: Origin) -> Declared:
    """`x > 0`, `x ≠ 0`, `n ≥ 1`; `a ≠ b` for two declared indices."""
    left, right = chain.children
    subjects = subjects_of(left)
    if _zero(left) and written(right) is not None:
        subjects, right, sign = (right,), left, FLIPPED[sign]
    names = [name.text for s in subjects if (name := written(s)) is not None]
    if len(names) != len(subjects):
        return Declared()
    if sign == "!=" and not _zero(right):
        return _distinct(names, right, context)
    fact = SIGN_FACTS.get(sign) if _zero(right) else "positive" if sign in (">", ">=") and _positive(right) else None
    if fact is None:
        return Declared()
    one = sign == ">=" and _number(right) == 1 and all(context.has(n, "size") for n in names)
    return Declared(facts=tuple((n, fact) for n in names), exact=_zero(right) or one)


def _signs(chain: Node, context: Context, origin: Origin) -> Declared:
    """`0 < a < b`: the signs that a chain says of its names, as far as it leads one way. The chain says more than that."""
    signs = tuple(map(str, chain.value)) if isinstance(chain.value, tuple) else ()
    facts: dict[tuple[str, str], None] = {}
    for first, second in combinations(range(len(chain.children)), 2):
        sign = _leading(signs[first:second])
        if sign is not None:
            ends = chain.children[first], chain.children[second]
            link = Node("Chain", ends[0].span.join(ends[1].span), ends, (sign,))
            facts.update(dict.fromkeys(_sign(link, sign, context, origin).facts))
    return Declared(facts=tuple(facts), exact=False)


def _leading(signs: Sequence[str]) -> str | None:
    """What orders one after the other say of the ends."""
    for strict, weak in (("<", "<="), (">", ">=")):
        if {strict, weak}.issuperset(signs):
            return strict if strict in signs else weak
    return signs[0] if len(signs) == 1 else None


def _distinct(names: list[str], right: Node, context: Context) -> Declared:
    others = [name.text for s in subjects_of(right) if (name := written(s)) is not None]
    pairs = [frozenset((a, b)) for a in names for b in others if a != b]
    declared = context.declarations
    if pairs and all(n in declared and declared[n].type.index is not None for p in pairs for n in p):
        return Declared(distinct=tuple(pairs))
    return Declared()


def _positive(node: Node) -> bool:
    value = _number(node)
    return value is not None and value > 0
