"""Equations to be solved: hypotheses on their unknowns, as long as the text speaks of them.

`Solve $2x + 3 = 7$. $2x = 4$, $x = 2$.` claims nothing of every x. The equation is posed: it is assumed, what follows is a
consequence of it, and it is given up where the next one is posed, where the text turns elsewhere, or where the unknown is
taken for any value. An equation is posed by words (`solve`, `find`, `the equation`, 解方程), or where nothing is known of a
letter but it, and the run of equations that it opens ends with a value for the letter. Of what is said to be *the* solutions
both directions are claimed: no solution is lost and none gained.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import bare, name_of
from symproofs.read.elaboration.statements import is_declared, is_range, is_statement
from symproofs.read.identities import is_identity
from symproofs.read.layout import Written
from symproofs.read.phrases import FOLLOWS, JOINS_STATEMENTS
from symproofs.read.prose import subjects
from symproofs.read.solutions import Values, as_values, joined, names_in, subject_named, values_in
from symproofs.read.solving_phrases import (
    AN_EQUATION,
    ARE,
    ASKS_FOR,
    ENDS_PROBLEM,
    HAS,
    IS_JUDGED,
    OF_THIS,
    ONE_SOLUTION,
    ROOTS,
    SETS,
    SETTING,
    SOLUTIONS_ARE,
    SOLUTIONS_OF,
    TAKEN_FROM,
)
from symproofs.read.tree import Node

ORDERS = frozenset({"<", "<=", ">", ">=", "!="})
ENDED = -1
"""The number of no problem."""


@dataclass(eq=False, repr=False)
class Posed:
    """What is to be solved: equations, what was unconstrained in them, the item of a list that they stand in, the last equation
    written, whether words pose it."""

    number: int
    item: int | None
    equations: list[Node] = field(default_factory=list)
    unknowns: frozenset[str] = frozenset()
    last: Node | None = None
    by_words: bool = True


def with_problems(formulas: Sequence[Written], constrained: Collection[str]) -> tuple[Written, ...]:
    """The formulas, equations to be solved marked as posed. `constrained`: names that something is known of."""
    found = list(formulas)
    known = set(constrained)
    runs = dict(_runs(formulas, constrained))
    beside = {k for k in runs if k - 1 in runs}
    """Formulas of a system: what opens the run stands before them."""
    posed: Posed | None = None
    ended = 0
    for k, formula in enumerate(formulas):
        node = formula.node
        if node is None or found[k].aside:
            found[k] = replace(found[k], problem=posed.number if posed is not None else ended)
            continue
        if posed is not None and _ends(formula, posed):
            posed, ended = None, ENDED
        chains = _chosen(formulas, k, known, runs, posed)
        if chains:
            if posed is None or (k in runs and k not in beside) or (k not in runs and _opens(formulas, k, posed)):
                posed = Posed(formula.span.start + 1, formula.block if formula.item else None, by_words=k not in runs)
            posed.equations.extend(c for c in chains if not any(_alike(c, e) for e in posed.equations))
            posed.unknowns |= frozenset().union(*map(names_in, chains)) - known
            found[k] = replace(formula, poses=frozenset(c.signs[-1] for c in chains))
        elif formula.cue in ("assume", "define") and is_statement(node):
            known |= _constrained_by(formula)
        if posed is not None:
            _say_solutions(found, k, posed)
            last = [c for c in _chains(found[k].node) if c.value == ("=",) and values_in(c, posed.unknowns) is None]
            posed.last = last[-1] if last else posed.last
        found[k] = replace(found[k], problem=posed.number if posed is not None else ended)
    return tuple(found)


# ------------------------------------------------------------------ what is posed


def _chosen(
    formulas: Sequence[Written], k: int, known: Collection[str], runs: dict[int, tuple[Node, ...]], posed: Posed | None
) -> tuple[Node, ...]:
    """The relations of a formula that are to be solved."""
    node = formulas[k].node
    chains = tuple(c for c in _chains(node) if c.signs and not is_declared(c))
    if k in runs and (posed is None or not posed.by_words or posed.unknowns.isdisjoint(*map(names_in, runs[k]))):
        return runs[k]
    if posed is not None and values_in(node, posed.unknowns) is not None:
        return ()  # `solving, $x = 2$`
    return chains if chains and _is_posed(formulas, k, chains, known) else ()


def _is_posed(formulas: Sequence[Written], k: int, chains: Sequence[Node], known: Collection[str]) -> bool:
    """Whether words pose this formula as something to be solved."""
    formula = formulas[k]
    goes_on = k > 0 and _same_sentence(formulas[k - 1], formula) and JOINS_STATEMENTS.match(formula.before) is None
    asked = not (goes_on and any(list(_chains(f.node)) for f in _earlier_in_sentence(formulas, k)))
    if formula.cue == "solve":
        return True
    defines = formula.cue == "define" and (not asked or any(name_of(c.children[0]) is not None for c in chains))
    if defines or all(map(_says_kind, chains)):
        return False
    ask = ASKS_FOR.search(formula.lead) if asked else None
    if ask is not None and formula.cue in ("assume", "define", "condition"):
        return True
    if ask is not None and formula.cue is None and SOLUTIONS_OF.search(formula.lead[ask.end() :]):
        return True
    free = frozenset().union(*map(names_in, chains)) - set(known)
    following = formulas[k + 1].before if k + 1 < len(formulas) and _same_sentence(formula, formulas[k + 1]) else ""
    if not free or is_identity(chains[0]):
        return False
    if OF_THIS.search(formula.before) or HAS.match(following) or ONE_SOLUTION.match(following):
        return True
    if SETS.search(formula.lead) or (SETTING.search(formula.before) and all(name_of(c.children[0]) is None for c in chains)):
        return any(map(_has_number_side, chains))
    judged = IS_JUDGED.match(formula.after.strip() or following or formula.closing.strip()) is not None
    called = AN_EQUATION.search(formula.before) is not None and not judged
    taken = TAKEN_FROM.search(formula.before) is not None and all(map(_is_algebraic, chains))
    return (called or taken) and any(map(_has_number_side, chains))


def _earlier_in_sentence(formulas: Sequence[Written], k: int) -> Iterator[Written]:
    while k > 0 and _same_sentence(formulas[k - 1], formulas[k]):
        k -= 1
        yield formulas[k]


def _opens(formulas: Sequence[Written], k: int, posed: Posed) -> bool:
    """Whether an equation opens a problem of its own: none that stands beside the one posed last, or says it again."""
    formula = formulas[k]
    if any(_alike(c, e) for c in _chains(formula.node) for e in posed.equations):
        return False
    before = formulas[k - 1] if k else None
    return before is None or not _same_sentence(before, formula) or JOINS_STATEMENTS.match(formula.before) is None


def _runs(formulas: Sequence[Written], constrained: Collection[str]) -> Iterator[tuple[int, tuple[Node, ...]]]:
    """Equations that no word poses, by the numbers of their formulas."""
    start = 0
    while start < len(formulas):
        run = list(_run(formulas, start))
        for part in _problems_in(formulas, run):
            yield from _posed_in(formulas, part, constrained)
        start = run[-1][0] + 1 if run else start + 1


def _run(formulas: Sequence[Written], start: int) -> Iterator[tuple[int, Node]]:
    """Equations one after the other that no word makes anything but claims, with the numbers of their formulas."""
    for k in range(start, len(formulas)):
        formula = formulas[k]
        items = list(_items(formula.node))
        alone = formula.cue in (None, "conclude", "cite", "restate") and not formula.aside
        if k > start and (formula.aside or values_in(formula.node) is not None):
            if not formula.aside and formula.node is not None:
                yield from ((k, c) for c in items or [formula.node])
            continue
        told = all(c.value == ("=",) or values_in(c) is not None for c in items)
        if not alone or not items or not told or (k > start and ENDS_PROBLEM.search(formula.before)):
            return
        yield from ((k, c) for c in items)


def _items(node: Node | None) -> Iterator[Node]:
    """The relations that a formula lists, and statements of values; of arrows the statements that they lead to."""
    if node is None:
        return
    if node.kind in ("List", "Labelled"):
        for child in node.children:
            yield from _items(child)
    elif node.kind in ("Implies", "Iff") and node.children[0].kind == "Empty":
        for child in node.children[1:]:
            yield from _items(child)
    elif node.kind == "Combine":
        yield node
    else:
        yield from _chains(node)


def _problems_in(formulas: Sequence[Written], run: Sequence[tuple[int, Node]]) -> Iterator[list[tuple[int, Node]]]:
    """A run in parts: behind a value that an equation led to the next one begins, if it leads to another value of that name."""
    part: list[tuple[int, Node]] = []
    told: Values | None = None
    for place, (k, chain) in enumerate(run):
        own = values_in(chain)
        fresh = formulas[k].starts_sentence and FOLLOWS.search(formulas[k].before) is None and own is None
        if told is not None and fresh:
            later = [v for _, c in run[place:] if (v := values_in(c)) is not None and v.names == told.names]
            if later and not any(_alike(v.node, told.node) for v in later):
                yield part
                part = []
        told = own or told
        part.append((k, chain))
    if len(part) > 1:
        yield part


def _posed_in(
    formulas: Sequence[Written], run: Sequence[tuple[int, Node]], constrained: Collection[str]
) -> Iterator[tuple[int, tuple[Node, ...]]]:
    """The equations that open a run, as many as there are unknowns at most, if it goes on to values for an unknown."""
    start, first = run[0]
    if first.kind != "Chain" or not first.signs or formulas[start].node is None or FOLLOWS.search(formulas[start].before):
        return  # what is said to follow is claimed
    earlier = frozenset().union(*(_constrained_by(f) for f in formulas[:start]))
    unknown = names_in(first) - set(constrained) - earlier
    if not unknown or not _is_algebraic(first) or is_identity(first):
        return
    opening: list[tuple[int, Node]] = []
    for k, chain in run:
        node = formulas[k].node
        arrow = node is not None and node.kind in ("Implies", "Iff")
        listed = JOINS_STATEMENTS.match(formulas[k].before) is not None and not formulas[k].starts_sentence
        later = formulas[k].cue == "conclude" and k > start and not listed
        concluded = arrow or later or FOLLOWS.search(formulas[k].before) is not None
        if opening and (concluded or len(opening) >= len(unknown) or not names_in(chain) <= unknown):
            break
        opening.append((k, chain))
    told = [v for k, c in run[len(opening) :] if (v := values_in(c, unknown)) is not None]
    if any(v.names & unknown for v in told):
        for k in dict.fromkeys(k for k, _ in opening):
            yield k, tuple(c for j, c in opening if j == k)


def _constrained_by(formula: Written) -> frozenset[str]:
    """Names of which a formula says more than what kind of thing they are."""
    if formula.node is None or formula.cue not in ("assume", "define", "condition", "contradiction"):
        return frozenset()
    return frozenset().union(*(_fixed_by(c) for c in _chains(formula.node) if not _says_kind(c)))


def _fixed_by(chain: Node) -> frozenset[str]:
    """The name or function that an equation defines; else all names in a relation."""
    left = chain.children[0]
    applied = left.kind == "Product" and len(left.children) == 2 and left.children[1].kind == "Group"
    head = name_of(left.children[0] if applied else left) if chain.value == ("=",) else None
    return names_in(chain) if head is None else frozenset({head})


_ALGEBRAIC = frozenset(
    {
        "Num",
        "Id",
        "Sub",
        "Add",
        "Product",
        "Neg",
        "Frac",
        "Sup",
        "Sqrt",
        "Group",
        "Abs",
        "Font",
        "Accent",
        "Prime",
        "Transpose",
        "Chain",
    }
)


def _is_algebraic(chain: Node) -> bool:
    """An equation of numbers and letters that defines no name and no function."""
    if any(p.kind not in _ALGEBRAIC for p in chain.walk()) or name_of(chain.children[0]) is not None:
        return False
    products = (p for p in chain.walk() if p.kind == "Product")
    pairs = ((a, b) for p in products for a, b in zip(p.children, p.children[1:], strict=False))
    return not any(
        name_of(a) is not None and b.kind == "Group" and (not b.children or name_of(b.children[0]) is not None) for a, b in pairs
    )


def _has_number_side(chain: Node) -> bool:
    return not names_in(chain.children[0]) or not names_in(chain.children[-1])


# ------------------------------------------------------------------ how long


def _ends(formula: Written, posed: Posed) -> bool:
    """Whether the text speaks of the problem no longer."""
    if ENDS_PROBLEM.search(formula.before) is not None:
        return True
    if posed.item is not None and formula.item and formula.block != posed.item:
        return True
    return formula.cue in ("quantify", "assume") and bool(posed.unknowns & set(subjects(formula.node)))


def _same_sentence(first: Written, second: Written) -> bool:
    return first.block == second.block and not second.starts_sentence


# ------------------------------------------------------------------ what its solutions are


def _say_solutions(found: list[Written], k: int, posed: Posed) -> None:
    """A statement of values as one node; of what are said to be all solutions, or one, as a statement of its own."""
    formula = found[k]
    if formula.poses or formula.cue in ("assume", "define", "condition", "goal") or formula.node is None:
        return
    kind = _solution_words(found, k)
    members = _listed(found, k)
    values = joined([v for v in (_values(found[j], posed, kind != "") for j in members) if v is not None])
    if values is None or any(_values(found[j], posed, kind != "") is None for j in members):
        return
    last = members[-1]
    if kind:
        equations = (posed.last,) if kind == "roots" and posed.last is not None else tuple(posed.equations)
        node = _statement(values.node, equations, kind)
    elif len(values.names) == 1:
        node = values.node
    else:
        own = values_in(formula.node, posed.unknowns)
        node, members, last = own.node if own is not None else formula.node, [k], k
    for j in members[:-1]:
        found[j] = replace(found[j], node=Node("Text", found[j].span, (), "said with the statement before"), aside=True)
    changed = node is not found[last].node
    cue = "conclude" if changed else found[last].cue
    found[last] = replace(found[last], node=node, cue=cue, unconditional=bool(kind), solves=True)


def _solution_words(found: Sequence[Written], k: int) -> str:
    """What words before values say they are: `all` solutions, all `roots` of the last equation, `one` solution."""
    formula = found[k]
    before = found[k - 1] if k and _same_sentence(found[k - 1], formula) else None
    if before is not None and (HAS.match(formula.before) or (OF_THIS.search(before.before) and ARE.match(formula.before))):
        return "all"
    if before is not None and ONE_SOLUTION.match(formula.before):
        return "one"
    words = SOLUTIONS_ARE.search(formula.before)
    return "" if words is None else "roots" if ROOTS.search(words.group(0)) else "all"


def _listed(found: Sequence[Written], k: int) -> list[int]:
    """The formula and those that it is listed with: `$x = 2$ and $x = 3$`."""
    members = [k]
    for j in range(k + 1, len(found)):
        if found[j].aside and found[j].node is not None and _same_sentence(found[j - 1], found[j]):
            continue
        if not _same_sentence(found[j - 1], found[j]) or JOINS_STATEMENTS.match(found[j].before) is None or found[j].poses:
            break
        members.append(j)
    return members


def _values(formula: Written, posed: Posed, bare_too: bool) -> Values | None:
    own = values_in(formula.node, posed.unknowns)
    if own is not None or not bare_too or formula.node is None or is_statement(formula.node) or len(posed.unknowns) != 1:
        return own
    unknown = subject_named(posed.equations, next(iter(posed.unknowns)))
    return as_values((formula.node,), unknown) if unknown is not None else None


def _statement(values: Node, equations: Sequence[Node], kind: str) -> Node:
    """The equations hold just for the values; for `one` solution, where the values do."""
    said = tuple(_at(e, values.span) for e in equations)
    whole = said[0] if len(said) == 1 else Node("List", values.span, said)
    if kind == "one":
        return Node("Implies", values.span, (values, whole), None, (values.span,))
    return Node("Iff", values.span, (whole, values), None, (values.span,))


# ------------------------------------------------------------------ trees


def _chains(node: Node | None) -> Iterator[Node]:
    """The relations that a formula lists."""
    if node is None:
        return
    if node.kind in ("List", "Labelled") or (node.kind == "Group" and len(node.children) > 1):
        for child in node.children:
            yield from _chains(child)
    elif node.kind == "Cond" and node.children:
        yield from _chains(node.children[0])
    elif node.kind == "Chain" and node.children[0].kind != "Empty":
        yield node


def _says_kind(chain: Node) -> bool:
    """A membership, a range or a sign: what kind of number something is."""
    if chain.value in (("in",), (":",)) or is_range(chain):
        return True
    signs = set(chain.value) if isinstance(chain.value, tuple) else set()
    return (
        bool(signs) and signs <= ORDERS and all(name_of(c) is not None or bare(c).kind in ("Num", "List") for c in chain.children)
    )


def _at(node: Node, span: Span) -> Node:
    """The expression as if it were written at another place: it is said again there."""
    return replace(node, span=span, children=tuple(_at(c, span) for c in node.children), signs=(span,) * len(node.signs))


def _alike(first: Node, second: Node) -> bool:
    """Whether two expressions are written alike."""
    same = (first.kind, first.value, len(first.children)) == (second.kind, second.value, len(second.children))
    return same and all(map(_alike, first.children, second.children))
