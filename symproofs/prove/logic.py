"""Proving any statement: a search for a proof tree, and the kernel's word on it.

Joined statements are taken apart; an atom is tried directly, then with what follows from the hypotheses (`forward.py`), a little
more at each level. Equations are chains, or combinations of given equations (`cofactors.py`); orders are the matter of
`order.py`, angles that of `angles.py`. Conditions are left only where nothing is found without.

*Fails when* nothing closes or the budget is used up: then nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.rules_logic import CONTRARY, FALSITY
from symproofs.kernel.sequent import Sequent, conjuncts
from symproofs.prove.arctangents import by_arctangents
from symproofs.prove.by_counting import by_counting, by_positive_factorials
from symproofs.prove.cases import by_cases
from symproofs.prove.cofactors import eliminated, linear_in, nonzero_polynomial, occurring
from symproofs.prove.descent import by_descent, by_divisibility
from symproofs.prove.determinants import by_matrix_facts
from symproofs.prove.divergences import by_sums_of_logarithms, speaks_of_sums_of_logs
from symproofs.prove.enclosed import by_enclosures
from symproofs.prove.equations import ATTEMPTS, BY_DEFINITIONS, with_given_facts
from symproofs.prove.expectations import by_outcomes, speaks_of_moments
from symproofs.prove.forward import closure, values
from symproofs.prove.functional_equations import by_functional_equations
from symproofs.prove.induction import by_induction, by_last_terms
from symproofs.prove.inferences import chosen_names, inferences
from symproofs.prove.integrals import by_integrals, integrals_in
from symproofs.prove.invertible import has_property
from symproofs.prove.member_sums import equal_in_stages
from symproofs.prove.named_parts import by_named_parts
from symproofs.prove.nonzero import nonzero_by_matrices
from symproofs.prove.open_conditions import NotDefined, open_conditions
from symproofs.prove.order import by_written_numbers, ordered
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.radicals import by_radicals
from symproofs.prove.rational import Field, Form, NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.small_values import by_small_values
from symproofs.prove.squares import by_its_square, by_orders
from symproofs.prove.telling import told
from symproofs.prove.tree import Given, Node, pruned
from symproofs.terms.context import Context
from symproofs.terms.statement import (
    ORDERS,
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    Membership,
    Operator,
    Property,
    Relation,
    Statement,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, free_names, name, num
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.refusals import in_words

ASSUMPTION = Reason("assumption")
DEFAULT_STEPS = 40_000
LEVELS = (0, 1, 2, 3, 4)
"""Nothing added; parts, choices and plain consequences; instances where something is written; at what is at hand; axioms."""
LEVEL_OF_INSTANCES = 2
EFFORT = 4
"""The highest level for the statement itself. Subgoals get less."""


def prove_statement(
    context: Context,
    statement: Statement,
    budget: Budget | None = None,
    failed: Failure | None = None,
    candidates: tuple[Term, ...] = (),
) -> Proof | Failure:
    """A proof of the statement in the context, or where the search stopped.

    `failed` is a search for a chain before it; `candidates` are what a matrix may have for an inverse.
    """
    budget = budget or Budget(DEFAULT_STEPS)
    try:
        for conditions in (False, True):
            search = Search(context, budget, solve, conditions, candidates=candidates)
            start = Sequent(context, statement)
            if failed is not None and isinstance(statement, Relation):
                search.note(statement, failed)
            search.ledger.admit(statement, context.types)
            for hypothesis in context.hypotheses:
                search.ledger.admit(hypothesis.statement, context.types)
            tree = search.solve(start, EFFORT)
            if tree is not None:
                return _accepted(context, statement, tree, budget)
    except OutOfBudget:
        return Failure("budget", "the steps or the time allowed are used up")
    except Rejected as refusal:
        return Failure("fragment", in_words(refusal))
    except (Mistyped, NoForm, RecursionError, ValueError, ArithmeticError) as fault:
        return Failure("fragment", "the search made something that cannot be", (), f"{type(fault).__name__}: {fault}")
    return Failure("fragment", "no proof tree was found", tuple(row.__name__ for row in DIRECT.values()))


def _accepted(context: Context, statement: Statement, tree: Node, budget: Budget) -> Proof | Failure:
    try:
        theorem, document, tree = pruned(context, statement, tree)
    except Rejected as refusal:
        return Failure("fragment", "the kernel rejects the proof tree", (), str(refusal))
    try:
        left = open_conditions(context, statement, theorem.conditions, lambda inside, c: _follows(inside, c, budget))
    except NotDefined:
        return Failure("fragment", "it is not defined for all values that it speaks of")
    reasons = dict.fromkeys(r for node in tree.nodes() for rs in (node.reasons, *(n.reasons for n in node.lines)) for r in rs)
    chosen = chosen_names(tree)
    reasons = {r: None for r in reasons if r.code != "definition" or r.detail not in chosen}
    if not reasons or ASSUMPTION in reasons:
        # What was shown on the way is not there for a reader: the hypotheses that it came from are.
        told_of = (r for line in inferences(context, statement, tree) for r in line.reasons)
        reasons = {**dict.fromkeys(told_of), **{r: None for r in reasons if r != ASSUMPTION}}
    lines = told(statement, tree, context)
    # of hypotheses that a tree instantiates or combines the lines speak by name
    reasons = {**{r: None for line in lines for r in line.reasons if r.code == "given"}, **reasons}
    return Proof(
        statement,
        theorem,
        document,
        "logic",
        tuple(reasons) or (Reason("as_written"),),
        left,
        lines or max((n.lines for n in tree.nodes()), key=len),
        tree,
    )


def _follows(context: Context, condition: Statement, budget: Budget) -> bool:
    """Whether a condition is proved in the context, with little effort."""
    try:
        return Search(context, budget, solve).solve(Sequent(context, condition), 0) is not None
    except (OutOfBudget, Rejected, Mistyped, RecursionError):
        return False


# ------------------------------------------------------------------ the search


def solve(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """A tree for the sequent: plain, taken apart, or an atom proved."""
    search.budget.spend(1)
    plain = search.plain(sequent)
    if plain is not None:
        return plain
    match sequent.goal:
        case And():
            return search.by("both", {}, sequent, effort)
        case Implies():
            return search.by("assume", {}, sequent, effort)
        case Iff():
            return search.by("each_way", {}, sequent, effort)
        case ForAll(names, _):
            return search.by("generalise", {"names": _labels(search, sequent, [n for n, _ in names])}, sequent, effort)
    return _atom(search, sequent, effort)


def _labels(search: Search, sequent: Sequent, names: list[str]) -> list[str]:
    """New names for quantified ones, the old where they are free."""
    found: list[str] = []
    for label in names:
        fresh = search.fresh(sequent, label)
        while fresh in found:
            fresh += "'"
        found.append(fresh)
    return found


def _atom(search: Search, sequent: Sequent, effort: int) -> Node | None:
    plain = effort == 0 and isinstance(sequent.goal, Relation) and sequent.goal.operator in ORDERS
    keys = search.known.contexts.of(sequent.context)
    key = keys.facts if plain else keys.whole, sequent.goal, search.conditions, effort
    if key in search.settled:
        return search.settled[key]
    search.settled[key] = None
    of_all = said_of_all(search, sequent)
    if of_all is not None:
        search.settled[key] = of_all
        return of_all
    proved = search.known.proved.setdefault((keys.signs, sequent.goal, search.conditions), []) if plain else []
    for telling, node in proved:
        if telling <= keys.given:
            search.settled[key] = node
            return node
    counted = by_counting(search, sequent) or by_positive_factorials(search, sequent) if effort == EFFORT else None
    if counted is not None:
        search.settled[key] = counted
        return counted
    if effort == EFFORT and speaks_of_moments(sequent.goal) and (found := by_outcomes(search, sequent)) is not None:
        search.settled[key] = found
        return found
    if (
        effort == EFFORT
        and speaks_of_sums_of_logs(sequent.goal)
        and (found := by_sums_of_logarithms(search, sequent)) is not None
    ):
        search.settled[key] = found
        return found
    direct = DIRECT.get(sequent.goal.operator if isinstance(sequent.goal, Relation) else type(sequent.goal).__name__)
    found, tried = None, None
    if effort > 1 and integrals_in(sequent.goal):
        found = by_integrals(search, sequent)
        if found is not None:
            search.settled[key] = found
            return found
    plain_instances: tuple[list[Step], Sequent] = [], sequent
    for level in LEVELS[: effort + 1 if not isinstance(sequent.goal, Property) else min(effort + 1, 2)]:
        hoped = _within_reach(search, sequent) if level and not isinstance(sequent.goal, Exists) else frozenset()
        for steps, after, last in closure(search, sequent, level) if level else [([], sequent, True)]:
            inner, new = None, frozenset() if last else _within_reach(search, after, sequent)
            if new - hoped or (last and after.context.hypotheses != tried):
                inner = search.plain(after) or (direct(search, after, effort) if direct is not None else None)
                tried = after.context.hypotheses
            if inner is None and last and level == 1 and sequent.goal != FALSITY:
                with search.unconditional():
                    inner = _from_contradiction(search, after, effort)
            if inner is not None:
                found = around(steps, inner)
                break
            hoped |= new
            if last and level == LEVEL_OF_INSTANCES:
                plain_instances = list(steps), after
        if found is not None:
            break
    if found is None and effort > 2 and not isinstance(sequent.goal, Property):
        found = by_cases(search, sequent)
        if found is None and plain_instances[0]:
            inner = by_cases(search, plain_instances[1])
            found = None if inner is None else around(plain_instances[0], inner)
        found = found or by_small_values(search, sequent) or by_last_terms(search, sequent) or by_induction(search, sequent)
    search.settled[key] = found
    if found is not None:
        proved.append((keys.telling, found))
    return found


MOST_MEMBERS = 4


def said_of_all(search: Search, sequent: Sequent) -> Node | None:
    """A comparison of members by what a hypothesis says of all: p_i ≠ 0 where p_j > 0 for all j."""
    goal = sequent.goal
    if not isinstance(goal, Relation) or goal.operator == "=":
        return None
    types = sequent.context.types
    at_hand = [n for n in sorted(statement_names(goal)) if n in types and types[n].index is not None]
    steps: list[Step] = []
    for hypothesis in sequent.context.hypotheses if at_hand else ():
        match hypothesis.statement:
            case ForAll(((label, kind),), Relation(operator)) as given if kind.index is not None and operator != "=":
                for n in at_hand[:MOST_MEMBERS]:
                    if types[n].index == kind.index:
                        after = steps[-1].after if steps else sequent
                        step = search.step("instance", {"n": Given(given), "terms": {label: name(n)}}, after)
                        steps += [step] if step is not None else []
    inner = search.plain(steps[-1].after) if steps else None
    return around(steps, inner) if inner is not None else None


def _within_reach(search: Search, sequent: Sequent, before: Sequent | None = None) -> frozenset[Statement]:
    """Equations that hold where all given ones do, so that they are worth trying at once.

    They are the goal, or what a witness makes of it of which nothing was known before.
    """
    goal, equations = sequent.goal, list[Statement]()
    match goal:
        case Relation("=") if goal != FALSITY:
            equations = [goal]
        case Exists(((label, kind),), Relation("=") as body):
            known = before.context.declarations if before is not None else {}
            new = [t for t in values(sequent, kind) if t.head == "name" and t.data[0] not in known]
            equations = [substitute_statement(body, {label: t}) for t in new]
    return frozenset(e for e in equations if isinstance(e, Relation) and search.prospect(sequent, e).holds)


# ------------------------------------------------------------------ atoms


def equation(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """An equation: links, sums member by member, or a combination of given equations."""
    if sequent.goal == FALSITY:
        return _from_contradiction(search, sequent, effort)
    assert isinstance(sequent.goal, Relation)
    prospect = search.prospect(sequent, sequent.goal)
    if prospect.hopeless:
        return by_orders(search, sequent) if effort > 1 else None
    if effort == EFFORT:
        of_numbers = by_radicals(search, sequent) or by_arctangents(search, sequent) or by_descent(search, sequent)
        if of_numbers is not None:
            return of_numbers
    taken_apart = by_matrix_facts(search, sequent) if effort == EFFORT or search.asked else None
    if taken_apart is not None:
        return taken_apart
    # an identity needs no given equation, and what is none but holds where they do is a combination of them, if anything
    ready = prospect.holds and not prospect.identity
    first = search.chain(sequent, 0, ALL_BUT_FORMS) if prospect.identity else search.combined(sequent, 0) if ready else None
    found = first or search.chain(sequent, 0, FACTS) or equal_in_stages(search, sequent)
    found = found or (None if ready else search.combined(sequent, 0))
    # what is made of names alone and follows from given equations at all is a combination of them
    found = found or (None if prospect.of_names else search.chain(sequent, 0, ALL_BUT_FACTS))
    if effort == EFFORT:
        found = found or by_functional_equations(search, sequent) or by_named_parts(search, sequent)
    unseen = ready or (prospect.of_names and not prospect.identity)  # at no point it was seen to fail
    found = found or (by_its_square(search, sequent) if unseen and effort > 1 else None)
    return found or (by_orders(search, sequent) if effort > 1 else None)


ALL_BUT_FORMS = tuple(attempt for _, attempt in ATTEMPTS if attempt not in BY_DEFINITIONS)
FACTS = (with_given_facts,)
ALL_BUT_FACTS = tuple(attempt for _, attempt in ATTEMPTS if attempt not in FACTS)
"""Given equations as facts of a normal form are the last resort: it takes most time, and nothing of it is for a reader."""


def unequal(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """L ≠ R: L = R leads to a contradiction; or one is less."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    closed = by_enclosures(search, sequent) or by_written_numbers(search, sequent)
    if closed is not None:
        return closed
    by_matrices = nonzero_by_matrices(search, sequent)
    if by_matrices is not None:
        return by_matrices
    plainer = _unfolded(search, sequent, goal)
    if plainer is not None and search.evident(sequent, plainer):
        found = search.by("rewrite", {"statement": plainer}, sequent, 0)
        if found is not None:
            return found
    with search.unconditional():
        found = search.by("by_contradiction", {}, sequent, effort, (Reason("contradiction"),))
    if found is not None:
        return found
    for operator in ("<", ">"):
        stronger = replace(goal, operator=operator)
        inner = ordered(search, sequent.proves(stronger), 0)
        weaker = search.apply("weaken", {"operator": operator}, sequent) if inner is not None else None
        if inner is not None and weaker is not None:
            return replace(weaker[0], of=(inner,))
    return None


def _unfolded(search: Search, sequent: Sequent, goal: Relation) -> Relation | None:
    """The goal with its sides as rational functions, definitions unfolded."""
    field = search.field(sequent)
    try:
        other = replace(goal, left=field.term(field.form(goal.left)), right=field.term(field.form(goal.right)))
    except NoForm:
        return None
    return None if other == goal else other


def _from_contradiction(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """Any goal, from a hypothesis whose contrary is plain or follows from given equations."""
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator not in CONTRARY:
            continue
        opposite = Relation(CONTRARY[statement.operator], statement.left, statement.right)
        goal = sequent.proves(opposite)
        inner = search.plain(goal)
        if inner is None and statement.operator == "!=":
            inner = search.combined(goal, 0)
        if inner is None and statement.operator in ("<", ">", "<=", ">="):
            inner = ordered(search, goal, 0)
        against = search.apply("contradiction", {"n": Given(statement)}, sequent) if inner is not None else None
        if inner is not None and against is not None:
            return replace(against[0], of=(inner,))
    return _absurd_equation(search, sequent)


def _absurd_equation(search: Search, sequent: Sequent) -> Node | None:
    """Any goal, from given equations of which 0 = 1 is a combination."""
    if not search.given_equations(sequent):
        return None
    proof = search.combined(sequent.proves(FALSITY), 0)
    step = search.have(FALSITY, proof, sequent) if proof is not None else None
    inner = search.by("contradiction", {"n": Given(FALSITY)}, step.after, 0) if step is not None else None
    return step.around(inner) if step is not None and inner is not None else None


def existence(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """∃x S: terms at hand, and what a given equation makes of x, tried as witnesses."""
    goal = sequent.goal
    assert isinstance(goal, Exists)
    for count, terms in enumerate(_choices(search, sequent, goal)):
        if count > MOST_WITNESSES:
            break
        here = search.apply("witness", {"terms": terms}, sequent)
        if here is None or not all(search.plain(g) for g in here[1][:-1]):
            continue
        found = search.closed(*here, 0)
        if found is not None:
            return found
    return by_divisibility(search, sequent) if effort > 2 else None


MOST_WITNESSES = 16
MOST_OF_SEVERAL = 4


def _choices(search: Search, sequent: Sequent, goal: Exists) -> Iterator[dict[str, Term]]:
    """Values for the quantified names; of several each is looked for by what is said of it alone."""
    labels = [n for n, _ in goal.names]
    if len(labels) == 1:
        yield from ({labels[0]: term} for term in dict.fromkeys(_witnesses(search, sequent, goal)))
        return
    found = []
    for row in goal.names:
        alone = [p for p in conjuncts(goal.body) if statement_names(p) & set(labels) == {row[0]}]
        body = And(tuple(alone)) if len(alone) > 1 else alone[0] if alone else TRUTH
        terms = dict.fromkeys(_witnesses(search, sequent, Exists((row,), body)))
        found.append(list(islice(terms, MOST_OF_SEVERAL)))
    yield from (dict(zip(labels, terms, strict=True)) for terms in product(*found))


TRUTH = Relation("=", num(0), num(0))


def _witnesses(search: Search, sequent: Sequent, goal: Exists) -> Iterator[Term]:
    """Terms that may be witnesses: those at hand that are seen to be ones first, none that are seen to be none."""
    label, kind = goal.names[0]
    at_hand = values(sequent, kind)
    if not isinstance(goal.body, Relation) or goal.body.operator != "=":
        yield from _solved(search, sequent, goal)
        yield from at_hand
        return
    prospects = {}
    for term in at_hand:
        equation = substitute_statement(goal.body, {label: term})
        assert isinstance(equation, Relation)
        prospects[term] = search.prospect(sequent, equation)
    yield from (t for t in at_hand if prospects[t].holds)
    yield from _solved(search, sequent, goal)
    yield from (t for t in at_hand if not prospects[t].hopeless)


def _solved(search: Search, sequent: Sequent, goal: Exists) -> Iterator[Term]:
    """What the first equation of the body makes of the quantified name, rewritten by given equations; worked out once."""
    key = search.known.contexts.of(sequent.context).facts, goal, search.conditions
    if key not in search.known.solutions:
        found = []
        for term in _solutions(search, sequent, goal):
            found.append(term)
            yield term
        search.known.solutions[key] = tuple(found)
    else:
        yield from search.known.solutions[key]


def _solutions(search: Search, sequent: Sequent, goal: Exists) -> Iterator[Term]:
    label = goal.names[0][0]
    fresh = search.fresh(sequent, label)
    body = substitute_statement(goal.body, {label: name(fresh)})
    said = [p for p in conjuncts(body) if isinstance(p, Relation)]
    first = next((p for p in said if p.operator == "="), None)
    if first is None:
        yield from _between(said, fresh)
        return
    declared = search.goals("generalise", {"names": [fresh]}, sequent.proves(ForAll(goal.names, goal.body)))
    if not declared:
        return
    field = Field(declared[0].context, names=False)
    try:
        form = field.difference(first.left, first.right)
        (place,) = occurring(field.form(name(fresh)).top)
        split = linear_in(field, form.top, place)
        if split is None:
            yield from _roots_of(first, fresh)
            return
        if not nonzero_polynomial(field, split[0], search.nonzero(sequent)):
            return
        value = field.reduced(-split[1], split[0])
        yield field.term(value)
        yield from _reductions(search, sequent, field, value)
    except NoForm:
        return


def _between(said: Sequence[Relation], label: str) -> Iterator[Term]:
    """Values between bounds: `a < x` and `x < b` at (a + b)/2, `x > a` at a + 1."""
    bounds: dict[str, list[Term]] = {"<": [], ">": []}
    for order in said:
        turned = Relation(TURNED[order.operator], order.right, order.left)
        for one, other, operator in ((r.left, r.right, r.operator) for r in (order, turned)):
            if one == name(label) and label not in free_names(other) and operator[0] in bounds:
                bounds[operator[0]].append(other)
    for low, high in product(bounds[">"], bounds["<"]):
        yield Term("div", (Term("add", (low, high)), num(2)))
    yield from (Term("add", (low, num(1))) for low in bounds[">"])
    yield from (Term("add", (high, num(-1))) for high in bounds["<"])


TURNED: Mapping[Operator, Operator] = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!=", "~": "~"}
"""An order read from the right."""


def _roots_of(equation: Relation, label: str) -> Iterator[Term]:
    """`x² = a` at √a and -√a."""
    for one, other in ((equation.left, equation.right), (equation.right, equation.left)):
        if one == Term("pow", (name(label), num(2))) and label not in free_names(other):
            root = Term("sqrt", (other,))
            yield root
            yield Term("neg", (root,))


MOST_REDUCTIONS = 12


def _reductions(search: Search, sequent: Sequent, field: Field, value: Form) -> Iterator[Term]:
    """The value with atoms eliminated by given equations, one after the other, in the ways in which that is possible."""
    given = search.given_equations(sequent, field)
    known = search.nonzero(sequent)
    seen, todo = {str(value)}, [value]
    while todo and len(seen) < MOST_REDUCTIONS:
        here = todo.pop(0)
        for _, form in given:
            for v in sorted(occurring(form.top) & occurring(here.top) - occurring(here.below)):
                split = linear_in(field, form.top, v)
                if split is None or not nonzero_polynomial(field, split[0], known):
                    continue
                after = eliminated(field, here, v, *split)[0]
                if str(after) not in seen:
                    seen.add(str(after))
                    todo.append(after)
                    yield field.term(after)


def membership(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """t ∈ S: t equals something that is plainly of the sort."""
    goal = sequent.goal
    assert isinstance(goal, Membership)
    field = search.field(sequent, names=False)
    try:
        value = field.form(goal.subject)
        candidates = [field.term(value), *_reductions(search, sequent, field, value)]
    except NoForm:
        return None
    for candidate in candidates:
        other = Membership(candidate, goal.sort)
        if candidate != goal.subject and search.evident(sequent, other):
            found = search.by("rewrite", {"statement": other}, sequent, 0)
            if found is not None:
                return found
    return None


Direct = Callable[[Search, Sequent, int], Node | None]

DIRECT: Mapping[str, Direct] = {
    "=": equation,
    "!=": unequal,
    "<": ordered,
    "<=": ordered,
    ">": ordered,
    ">=": ordered,
    "Exists": existence,
    "Membership": membership,
    "Property": has_property,
}
"""What is tried for each kind of atom."""
