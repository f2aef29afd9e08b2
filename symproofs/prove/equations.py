"""Proving one equation: a search for a chain of links, and the kernel's word on it.

The two sides are read side by side and definitions unfolded where that makes them alike; what still differs is
brought together by moving permutation and orthogonal matrices outwards on both sides, or by normal forms under as few
unfolded definitions as will do, common parts replaced by letters first. Whatever is found is a certificate,
and only what the kernel makes of it counts.

*Fails when* no attempt closes, or the budget is used up: then nothing is claimed. Inequalities and ≈ are not
tried here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symproofs.kernel.evident import may_leave_the_reals
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check, conditions_raised
from symproofs.messages import Message
from symproofs.prove.algebra import kind_of
from symproofs.prove.alignment import align, shifted, top_level
from symproofs.prove.certificate import certificate, chain_rows
from symproofs.prove.chain import Chain, ChainLine, Link, equation_sides, lines_of, rank
from symproofs.prove.conditions import remaining_conditions
from symproofs.prove.explain import lemma_reasons
from symproofs.prove.given import Equation, GivenEquations, Rewriter, given_equations
from symproofs.prove.inverses import by_inverse_laws, unfolded
from symproofs.prove.lecture import told
from symproofs.prove.lemmas import Lemmas, Pattern, abstract, counted_apart, is_counted, without_inverses
from symproofs.prove.moments import doubtful_moment, has_moments, taken_apart
from symproofs.prove.outward import Movable, Mover
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.reasons import Reason
from symproofs.prove.transposed import symmetrised, transposed
from symproofs.prove.tree import Given
from symproofs.prove.unfolding import Definitions, one_sided, places, unfold_once
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.domain import statement_domain
from symproofs.terms.serial import statement_to_json
from symproofs.terms.statement import ForAll, Implies, Relation, statement_names
from symproofs.terms.term import Term, bound_name, free_names, num, subterm
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, shape_text, type_of, with_names
from symproofs.theories.budget import Budget
from symproofs.theories.equality import Stuck
from symproofs.theories.facts import Source

MOST_ROUNDS = 12
DEFAULT_STEPS = 40_000

Links = tuple[Link, ...]
Bridge = tuple[Links, Links]
"""Links on the left side and links on the right side that lead to one term."""


@record
class Search:
    """What all attempts at one statement share."""

    context: Context
    definitions: Definitions
    lemmas: Lemmas
    movable: Movable
    given: GivenEquations

    @property
    def equations(self) -> tuple[Equation, ...]:
        return self.given.equations


Found = TypeVar("Found")
Accept = Callable[[Search, Relation, Bridge], Found | str]
"""What is made of two chains that meet, or why nothing is."""


@record
class ChainFound:
    """A chain that the kernel was not asked about: the data of its node, what is said of it, and the hypotheses that it uses.

    `plain` says that no link of it can raise a condition.
    """

    data: Mapping[str, Any]
    lines: tuple[ChainLine, ...]
    reasons: tuple[Reason, ...]
    used: tuple[int, ...]
    plain: bool


def prove_equation(
    context: Context,
    statement: Relation,
    budget: Budget | None = None,
    in_detail: bool = False,
    banned: frozenset[str] = frozenset(),
) -> Proof | Failure:
    """A proof of the equation in the context, or where the search stopped.

    In detail it is told in smaller steps. `banned` names laws of the kernel to do without.
    """

    def accept(search: Search, goal: Relation, bridge: Bridge) -> Proof | str:
        return _proof(search, goal, (in_steps(search, bridge[0]), in_steps(search, bridge[1])) if in_detail else bridge)

    return _searched(context, statement, budget, banned, accept)


def find_chain(
    context: Context,
    statement: Relation,
    budget: Budget,
    accept: Callable[[ChainFound], Found | str],
    left_out: Collection[Attempt] = (),
    unproved: dict[object, Stuck] | None = None,
) -> Found | Failure:
    """What is made of a chain for the equation, for who asks the kernel himself, some attempts left out.

    `unproved` remembers lemmas that are not proved from one call to the next, under hypotheses that say the same of signs.
    """

    def tell(search: Search, goal: Relation, bridge: Bridge) -> Found | str:
        return accept(chain_found(search.lemmas, goal, bridge))

    return _searched(context, statement, budget, frozenset(), tell, left_out, unproved)


def chain_found(lemmas: Lemmas, goal: Relation, bridge: Bridge) -> ChainFound:
    """Links that lead from both sides to one term, as the chain that they are."""
    context = lemmas.context
    lines, links = lines_of(goal.left, *bridge)
    given = {n: Given(h.statement) for n, h in enumerate(context.hypotheses)}
    random = any("random" in row.properties for row in context.declarations.values())
    plain = not random and all(_is_plain(lemmas, link) for link in links)
    used = tuple(_hypotheses(lemmas, links))
    return ChainFound(chain_rows(lemmas, links, given), lines, reasons_of(lines), used, plain)


def _hypotheses(lemmas: Lemmas, links: Sequence[Link]) -> Iterator[int]:
    """The hypotheses that links rest on."""
    for link in links:
        if link.by == "hypothesis":
            yield link.number
        else:
            yield from lemmas.rows[link.number].used


def _is_plain(lemmas: Lemmas, link: Link) -> bool:
    """Whether a link can raise no condition: it has none of its own, and what stands for its letters is real if it has to be."""
    if link.by == "lemma":
        row = lemmas.rows[link.number]
        kinds, asks = dict(row.letters), bool(row.conditions or row.premises)
    else:
        statement = lemmas.context.hypotheses[link.number].statement
        kinds = dict(statement.names) if isinstance(statement, ForAll) else {}
        body = statement.body if isinstance(statement, ForAll) else statement
        defined = statement_domain(body, with_names(lemmas.context.types, kinds)) if kinds else ()
        asks = isinstance(body, Implies) or any(not kinds.keys().isdisjoint(statement_names(c)) for c in defined)
    return not asks and all(_is_plain_value(kinds[label], value) for label, value in link.values)


def _is_plain_value(kind: Type, value: Term) -> bool:
    if kind.index is not None:
        return value.head == "name"
    return kind.sort in ("real", "complex") and not may_leave_the_reals(value)


def _searched(
    context: Context,
    statement: Relation,
    budget: Budget | None,
    banned: frozenset[str],
    accept: Accept[Found],
    left_out: Collection[Attempt] = (),
    unproved: dict[object, Stuck] | None = None,
) -> Found | Failure:
    if statement.operator != "=":
        return Failure("fragment", Message("relations {} are not proved yet", statement.operator))
    try:
        left, right = type_of(statement.left, context.types), type_of(statement.right, context.types)
    except Mistyped as clash:
        return Failure("fragment", clash.message)
    except RecursionError:
        return Failure("budget", "the terms are nested too deeply")
    if left.shape != right.shape:
        return Failure(
            "fragment", Message("the sides differ in shape: {} and {}", shape_text(left.shape), shape_text(right.shape))
        )
    doubt = doubtful_moment(context, statement)
    if doubt is not None:
        return Failure("fragment", doubt)
    lemmas = Lemmas(context, budget or Budget(DEFAULT_STEPS), banned, {} if unproved is None else unproved)
    definitions = Definitions.of(context)
    given = GivenEquations(context, given_equations(context, definitions))
    search = Search(context, definitions, lemmas, Movable(context), given)
    tried: list[str] = []
    fault = ""
    for label, attempt in _attempts(search, statement):
        if lemmas.budget.used_up:
            return Failure("budget", "the steps or the time allowed are used up", tuple(tried), fault)
        if attempt in left_out:
            continue
        tried.append(label)
        try:
            bridge = attempt(search, statement.left, statement.right)
            found = None if bridge is None else accept(search, statement, bridge)
        except Mistyped as clash:
            found = Message("the search made a term that is ill-typed: {}", clash.message)
        except RecursionError:
            return Failure("budget", "the terms are nested too deeply", tuple(tried), fault)
        if found is not None and not isinstance(found, str):
            return found
        fault = fault or (found or "")
    stuck = lemmas.failed
    if stuck is None:
        return Failure("fragment", "no attempt applies", tuple(tried), fault)
    return Failure(stuck.cause, stuck.message, tuple(tried), fault, lemmas.stuck)


def _proof(search: Search, statement: Relation, bridge: Bridge) -> Proof | str:
    """The kernel's theorem for two chains that meet; or why it would not have it."""
    lines, links = lines_of(statement.left, *bridge)
    document = certificate(statement, search.lemmas, links)
    try:
        theorem = check(document)
    except Rejected:
        # conditions may read otherwise once letters stand for terms: the kernel says how
        try:
            document["conditions"] = [statement_to_json(c) for c in conditions_raised(document)]
            theorem = check(document)
        except Rejected as refusal:
            return str(refusal)
    theories = [search.lemmas.rows[link.number].theory for link in links if link.by == "lemma"]
    return Proof(
        statement,
        theorem,
        document,
        max(theories, key=theories.count) if theories else "definitions",
        reasons_of(lines),
        remaining_conditions(search.context, statement.left, statement.right, theorem.conditions),
        lines,
    )


def reasons_of(lines: Sequence[ChainLine]) -> tuple[Reason, ...]:
    """The reasons of all lines, in the order in which they are named."""
    found = dict.fromkeys(reason for line in lines for reason in line.reasons)
    return tuple(sorted(found, key=rank)) or (Reason("as_written"),)


# ------------------------------------------------------------------ attempts


def part_by_part(search: Search, left: Term, right: Term) -> Bridge | None:
    """Definitions unfolded until both sides read alike, and a bridge for each part in which they still differ."""
    found = align(left, right, search.definitions, search.lemmas)
    if found.at_root:
        return None
    first, second = Chain(left, search.lemmas, found.left), Chain(right, search.lemmas, found.right)
    levels = top_level(found.left), top_level(found.right)
    for path in found.differences:
        a, b = subterm(first.term, path), subterm(second.term, path)
        if not _same_shape(search, a, b):
            return None
        inner = as_a_whole(search, a, b)
        if inner is None:
            return None
        for chain, links, level in zip((first, second), inner, levels, strict=True):
            for link in shifted(links, path, level):
                chain.add(link)
    return tuple(first.links), tuple(second.links)


def _same_shape(search: Search, left: Term, right: Term) -> bool:
    try:
        return type_of(left, search.context.types).shape == type_of(right, search.context.types).shape
    except Mistyped:
        return False


def as_a_whole(search: Search, left: Term, right: Term) -> Bridge | None:
    """Movable matrices outwards, else normal forms; what speaks of different things needs given equations sooner than those."""
    found = outwards(search, left, right)
    if found is not None:
        return found
    ways = (by_given_equations, normal_forms) if _are_apart(search, left, right) else (normal_forms, by_given_equations)
    return ways[0](search, left, right) or ways[1](search, left, right)


def _are_apart(search: Search, left: Term, right: Term) -> bool:
    """Whether one side speaks of something other than indices that the other does not, and something is given of it."""
    rows = search.context.declarations
    sides = search.definitions.closure(left), search.definitions.closure(right)
    if not any(name in rows and rows[name].type.index is None for name in sides[0] ^ sides[1]):
        return False
    both = sides[0] | sides[1]
    return any(free_names(e.left) & rows.keys() - e.types.keys() <= both for e in search.equations)


def outwards(search: Search, left: Term, right: Term) -> Bridge | None:
    """Movable matrices moved outwards on both sides, then whatever brings the rest together."""
    movable = search.movable
    if not movable.names or not any(search.definitions.mentions(side, movable.names) for side in (left, right)):
        return None
    chains = Chain(left, search.lemmas), Chain(right, search.lemmas)
    levels = [Mover(chain, search.definitions, movable, search.context.types).run() for chain in chains]
    first, second = chains
    inner = _after_moving(search, first.term, second.term)
    if inner is None:
        return None
    return (
        (*first.links, *shifted(inner[0], (), levels[0])),
        (*second.links, *shifted(inner[1], (), levels[1])),
    )


def _after_moving(search: Search, left: Term, right: Term) -> Bridge | None:
    """As `part_by_part`, with normal forms for the parts."""
    found = align(left, right, search.definitions, search.lemmas)
    if not found.differences:
        return found.left, found.right
    return normal_forms(search, left, right)


def by_given_equations(search: Search, left: Term, right: Term) -> Bridge | None:
    """Both sides multiplied out and rewritten by given equations, definitions unfolded in between, then joined."""
    if not search.equations:
        return None
    first, second = Chain(left, search.lemmas), Chain(right, search.lemmas)
    level = 0
    for _ in range(MOST_ROUNDS):
        for chain in (first, second):
            start = Chain(chain.term, search.lemmas)
            Rewriter(start, search.given).run(lambda c, t, k: join(search, c, t, k))
            for link in shifted(tuple(start.links), (), level):
                chain.add(link)
        level = 1 + max(top_level(first.links), top_level(second.links))
        if join(search, first, second.term, level):
            return tuple(first.links), tuple(second.links)
        only_left, only_right = one_sided(first.term, second.term, search.definitions)
        if not (only_left or only_right):
            only_left = only_right = frozenset(search.definitions.rows)
        done = unfold_once(first, search.definitions, only_left, level)
        done = unfold_once(second, search.definitions, only_right, level) or done
        if not done:
            return None
        level += 1
    return None


def with_given_facts(search: Search, left: Term, right: Term) -> Bridge | None:
    """Normal forms in which given equations are used wherever they occur."""
    given = tuple(s for e in search.equations if (s := _source(search, e)) is not None)
    spoken = (left, right, *(side for s in given for side in (s.equation.left, s.equation.right)))
    if any(node.head == "derivative" for side in spoken for node in side.walk()):
        given = (*_definitions(search), *given)  # no link leads under a derivative to write them out there
    return normal_forms(search, left, right, given) if given else None


def _definitions(search: Search) -> Iterator[Source]:
    """Definitions of names and of the members of families as facts."""
    for number, hypothesis in enumerate(search.context.hypotheses):
        if definition_of(hypothesis) is None:
            continue
        names = hypothesis.statement.names if isinstance(hypothesis.statement, ForAll) else ()
        if all(kind.index is not None for _, kind in names):
            left, right = equation_sides(hypothesis.statement)
            yield Source("hypothesis", number, Relation("=", left, right), names)


def by_moments(search: Search, left: Term, right: Term) -> Bridge | None:
    """Moments of linear forms taken apart on both sides, definitions unfolded in between, then the rest brought together."""
    if not has_moments(left, right):
        return None
    first, second = Chain(left, search.lemmas), Chain(right, search.lemmas)
    level = 0
    for _ in range(MOST_ROUNDS):
        for chain in (first, second):
            apart = taken_apart(chain.term, search.context)
            if apart != chain.term and not join(search, chain, apart, level):
                return None
        level += 1
        inner = by_given_equations(search, first.term, second.term) or normal_forms(search, first.term, second.term)
        if inner is not None:
            return (*first.links, *shifted(inner[0], (), level)), (*second.links, *shifted(inner[1], (), level))
        everything = frozenset(search.definitions.rows)
        done = unfold_once(first, search.definitions, everything, level)
        done = unfold_once(second, search.definitions, everything, level) or done
        if not done:
            return None
        level += 1
    return None


def by_words(search: Search, left: Term, right: Term) -> Bridge | None:
    """Products of matrices rewritten by given equations and laws of inverses, completed."""
    if not _speaks_of_arrays(search, left, right):
        return None
    return by_inverse_laws(search.context, search.lemmas, search.definitions, search.equations, left, right)


def by_symmetry(search: Search, left: Term, right: Term) -> Bridge | None:
    """Normal forms, inverses of symmetric matrices being symmetric, beside a derivative."""
    sides = Chain(left, search.lemmas), Chain(right, search.lemmas)
    level = max(unfolded(side, search.definitions) for side in sides)
    if not any(part.head == "derivative" for side in sides for part in side.term.walk()):
        return None
    given = search.context, search.lemmas, search.definitions, search.equations
    turned = [symmetrised(*given, side.term) for side in sides]
    chains = [Chain(side.term, search.lemmas) if chain is None else chain for side, chain in zip(sides, turned, strict=True)]
    if turned == [None, None] or not join(search, chains[0], chains[1].term, top_level(chains[0].links) + 1):
        return None
    first, second = ((*side.links, *shifted(tuple(c.links), (), level)) for side, c in zip(sides, chains, strict=True))
    return first, second


def by_transposition(search: Search, left: Term, right: Term) -> Bridge | None:
    """A number is half of what it and its transpose are together: xᵀA x = 0 where Aᵀ = -A."""
    known = {e.left: e for e in search.equations if e.left.head == "transpose" and not e.parameters and e.premise is None}
    types = search.context.types
    if not known or type_of(left, types).is_tensor:
        return None
    for side, other in ((left, right), (right, left)):
        chain = Chain(side, search.lemmas)
        half = Term("mul", (num("1/2"), Term("add", (side, transposed(side, types)))))
        if half.args[1].args[0] == half.args[1].args[1] or kind_of(half, types) is None or not join(search, chain, half, 0):
            continue
        for path, node, _ in list(places(half.args[1].args[1], (1, 1))):
            if node in known:
                equation = known[node]
                chain.by_hypothesis(path, equation.number, equation.backward, {}, (), 1)
        if join(search, chain, other, 2):
            links = tuple(chain.links)
            return (links, ()) if side is left else ((), links)
    return None


def by_uniqueness(search: Search, left: Term, right: Term) -> Bridge | None:
    """A⁻¹ = A⁻¹ (A B) = B, since A B = I."""
    sides = Chain(left, search.lemmas), Chain(right, search.lemmas)
    level = max(unfolded(side, search.definitions) for side in sides)
    for first, second in (sides, sides[::-1]):
        inverse, other = first.term, second.term
        if inverse.head != "inverse":
            continue
        base = inverse.args[0]
        kind = type_of(base, search.context.types)
        unit = Term("identity", (), (kind.rows,))
        chain = Chain(inverse, search.lemmas)
        labels = [search.lemmas.letter(k) for k in range(2)]
        a, b = (Term("name", (), (label,)) for label in labels)
        values = {labels[0]: base, labels[1]: other}
        kinds = {labels[0]: kind, labels[1]: type_of(other, search.context.types)}
        cancelled = Pattern(Term("mul", (Term("inverse", (a,)), Term("mul", (a, b)))), b, values, kinds)
        if (
            join(search, chain, Term("mul", (inverse, unit)), 0)
            and chain.by_lemma((1,), Pattern(unit, Term("mul", (base, other))), (Reason("inverse_found"),), 1)
            and chain.by_lemma((), without_inverses(cancelled, search.context.types, search.lemmas), (Reason("inverse"),), 2)
        ):
            links = (*first.links, *shifted(tuple(chain.links), (), level))
            return (links, tuple(second.links)) if first is sides[0] else (tuple(second.links), links)
    return None


def _attempts(search: Search, statement: Relation) -> tuple[tuple[str, Attempt], ...]:
    """What is tried, in the order that suits the statement."""
    left, right = statement.left, statement.right
    if any(part.head == "inverse" for part in _spoken_of(search, left, right)):
        return INVERSES_SOONER
    return GIVEN_SOONER if _are_apart(search, left, right) else ATTEMPTS


def _spoken_of(search: Search, *sides: Term) -> Iterator[Term]:
    """All parts of the sides, and of what their names stand for."""
    todo, seen = list(sides), set[str]()
    while todo:
        for part in todo.pop().walk():
            yield part
            label = str(part.data[0]) if part.head in ("name", "call", "member") else ""
            if label in search.definitions.rows and label not in seen:
                seen.add(label)
                todo.append(search.definitions.rows[label].body)


def _speaks_of_arrays(search: Search, left: Term, right: Term) -> bool:
    """Whether an array is inverted, or something is given of arrays that the sides speak of."""
    arrays = False
    for part in _spoken_of(search, left, right):
        if part.head == "inverse":
            return True
        row = search.context.declarations.get(str(part.data[0])) if part.head == "name" else None
        arrays = arrays or (row is not None and row.type.is_tensor and not row.type.over)
    return arrays and any(not e.parameters and e.premise is None for e in search.equations)


def _source(search: Search, equation: Equation) -> Source | None:
    """The equation as a fact, if it is quantified over indices only and has no premise."""
    if equation.premise is not None or any(kind.index is None for kind in equation.types.values()):
        return None
    left, right = equation_sides(search.context.hypotheses[equation.number].statement)
    return Source("hypothesis", equation.number, Relation("=", left, right), tuple(equation.types.items()))


def normal_forms(search: Search, left: Term, right: Term, given: tuple[Source, ...] = ()) -> Bridge | None:
    """Normal forms, under as few unfolded definitions as will do."""
    first, second = Chain(left, search.lemmas), Chain(right, search.lemmas)
    for level in range(1, MOST_ROUNDS):
        if join(search, first, second.term, level, given):
            return tuple(first.links), tuple(second.links)
        only_left, only_right = one_sided(first.term, second.term, search.definitions)
        if not (only_left or only_right):
            only_left = only_right = frozenset(search.definitions.rows)
        done = unfold_once(first, search.definitions, only_left, level)
        done = unfold_once(second, search.definitions, only_right, level) or done
        if not done:
            return None
    return None


def with_arguments_alike(search: Search, left: Term, right: Term) -> Bridge | None:
    """Side by side what is counted, its arguments and bounds brought together one by one: C(n + 1 - 1, k) = C(n, k)."""
    chain = Chain(left, search.lemmas)
    for path in _arguments_apart(left, right, ()):
        pattern = counted_apart(chain.at(path), subterm(right, path), search.context.types, search.lemmas)
        if not chain.by_lemma(path, pattern, (), 1):
            return None
    return (tuple(chain.links), ()) if chain.links and chain.term == right else None


def _arguments_apart(left: Term, right: Term, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Where two terms differ, at the outermost places; in what is counted at its arguments, and nowhere under a binder."""
    if left == right:
        return
    alike = left.head == right.head and left.data == right.data and len(left.args) == len(right.args)
    binder = bound_name(left) is not None
    if not alike or not left.args or (binder and (left.args[0] != right.args[0] or left.head != "sum_between")):
        yield path
        return
    counted = is_counted(left) or is_counted(right)
    if not counted and not any(is_counted(n) for side in (left, right) for n in side.walk()):
        yield path
        return
    for k, (a, b) in enumerate(zip(left.args, right.args, strict=True)):
        if a != b and counted:
            yield (*path, k)
        else:
            yield from _arguments_apart(a, b, (*path, k))


def with_letters(search: Search, left: Term, right: Term) -> Bridge | None:
    """Normal forms in which what is counted, and powers to what is not written out, are letters."""
    pattern = counted_apart(left, right, search.context.types, search.lemmas)
    chain = Chain(left, search.lemmas)
    if not pattern.values or not chain.by_lemma((), pattern, (), 1):
        return None
    link = chain.links.pop()
    return (replace(link, reasons=lemma_reasons(search.lemmas.rows[link.number], search.context)),), ()


def join(search: Search, chain: Chain, target: Term, level: int, given: tuple[Source, ...] = ()) -> bool:
    """Link the chain to the target by one lemma: first with common parts as letters, then without."""
    before, types = chain.term, search.context.types
    if before == target:
        return True
    lettered = abstract(before, target, types, search.lemmas)
    proved = chain.by_lemma((), without_inverses(lettered, types, search.lemmas), (), level, given)
    if not proved and lettered.values:
        whole = without_inverses(abstract(before, target, types, search.lemmas, common=False), types, search.lemmas)
        proved = chain.by_lemma((), whole, (), level, given)
    if not proved:
        return False
    link = chain.links.pop()
    chain.links.append(replace(link, jump=True, reasons=lemma_reasons(search.lemmas.rows[link.number], search.context)))
    return True


# ------------------------------------------------------------------ smaller steps


def in_steps(search: Search, links: Links) -> Links:
    """The same links with every jump told in smaller steps where each of them is proved."""
    found: list[Link] = []
    for link in links:
        if link.jump:
            found += _steps(search, link)
        else:
            found.append(replace(link, level=link.level * STEPS_PER_LEVEL))
    return tuple(found)


STEPS_PER_LEVEL = 32


def _steps(search: Search, link: Link) -> list[Link]:
    whole = [replace(link, level=link.level * STEPS_PER_LEVEL)]
    lines = told(link.before, link.after, search.context.types)
    if not 2 <= len(lines) < STEPS_PER_LEVEL:
        return whole
    chain = Chain(link.before, search.lemmas)
    for k, line in enumerate(lines):
        if not join(search, chain, line.term, k):
            return whole
        if line.reason is not None and chain.links and chain.links[-1].level == k:
            chain.links[-1] = replace(chain.links[-1], reasons=(line.reason,))
    return shifted(tuple(chain.links), link.path, link.level * STEPS_PER_LEVEL)


BY_DEFINITIONS = (outwards, normal_forms)
"""Attempts that rest on nothing but declarations and definitions: what they fail at, they fail at under more hypotheses."""

Attempt = Callable[[Search, Term, Term], Bridge | None]

ATTEMPTS: tuple[tuple[str, Attempt], ...] = (
    ("part by part", part_by_part),
    ("permutations outwards", outwards),
    ("normal forms", normal_forms),
    ("given equations", by_given_equations),
    ("given facts", with_given_facts),
    ("moments taken apart", by_moments),
    ("laws of inverses", by_words),
    ("uniqueness of an inverse", by_uniqueness),
    ("inverses of symmetric matrices", by_symmetry),
    ("transposes of numbers", by_transposition),
    ("arguments alike", with_arguments_alike),
    ("what is counted as letters", with_letters),
)
"""What is tried, in this order."""

GIVEN_SOONER = (*ATTEMPTS[:2], ATTEMPTS[3], ATTEMPTS[2], *ATTEMPTS[4:])
"""The order where one side speaks of something that the other does not."""

INVERSES_SOONER = (*ATTEMPTS[:3], ATTEMPTS[6], *ATTEMPTS[3:6], *ATTEMPTS[7:])
"""The order where something is inverted."""
