"""Rules of logic: what is assumed, instances and witnesses, cases, contradiction, equality; and chains as leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.certificate import Certificate, sizes_and_bound, well_typed
from symproofs.kernel.chain import Chain
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.matrix_facts import MATRIX_FACTS
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent, domain_about, instance, is_of_the_net, renamed
from symproofs.kernel.state import for_all
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import (
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
    speaks_of_limits,
    statement_names,
)
from symproofs.terms.term import Term, name, num
from symproofs.terms.types import SORTS, scalar

FALSITY = Relation("=", num(0), num(1))

CONTRARY: Mapping[Operator, Operator] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""Relations that cannot both hold; of real numbers one of them does."""

TURNED: Mapping[Operator, Operator] = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def relation(statement: Statement, *operators: Operator) -> Relation:
    """The statement as a relation of one of these kinds. *Fails when* it is none."""
    if not isinstance(statement, Relation) or (operators and statement.operator not in operators):
        raise Rejected(f"a relation {' or '.join(operators)} is needed here".replace("  ", " "))
    return statement


def contrary(statement: Statement) -> Relation:
    found = relation(statement, *CONTRARY)
    return Relation(CONTRARY[found.operator], found.left, found.right)


# ------------------------------------------------------------------ leaves


def hypothesis(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    need(ledger.use(sequent.context, data["n"]) == sequent.goal, "the hypothesis says something else")
    return []


def seen(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    need(ledger.evident(sequent.context, sequent.goal), "this is not seen")
    return []


def condition(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    local = ledger.local(sequent.context)
    defined = statement_domain(sequent.goal, sequent.context.types)
    needed = [c for c in defined if not statement_names(c).isdisjoint(dict(local))]
    need(not needed, "a condition about names introduced here would have to be defined for all their values")
    if speaks_of_limits(sequent.goal):
        # x/C → 0 for every fixed x says nothing of x where x = C has been assumed; that it is a condition moves nothing in it
        here = replace(sequent, conditions=tuple(c for c in sequent.conditions if not speaks_of_limits(c)))
        outside = varying(replace(here, context=ledger.root, chosen=frozenset(), derived=frozenset()))
        need(varying(here) & statement_names(sequent.goal) <= outside, "a condition about a name that varies only here")
    ledger.conditions[for_all(local, sequent.goal)] = None
    return []


def chain(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """An equation by links; the conditions that these raise are to be proved."""
    goal = relation(sequent.goal, "=")
    steps = Chain(Certificate(sequent.context, goal, (), data["lemmas"], data["links"]), None, ledger.left)
    ledger.note(steps.sizes, frozenset())
    ledger.links += steps.follow()
    for condition in steps.main.conditions:
        ledger.note(*sizes_and_bound(condition))
    ledger.left = steps.main.left
    ledger.rely_on(steps.main.used)
    ledger.moments, ledger.mixed = ledger.moments or steps.moments, ledger.mixed or steps.mixed
    return [sequent.proves(c) for c in ledger.open(sequent.context, steps.main.conditions)]


# ------------------------------------------------------------------ joined statements


def both(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    if not isinstance(sequent.goal, And):
        raise Rejected("the goal is no conjunction")
    return [sequent.proves(part) for part in sequent.goal.parts]


def parts(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    found = ledger.use(sequent.context, data["n"])
    need(isinstance(found, And), "the hypothesis is no conjunction")
    return [sequent.with_consequences(found)]


def assume(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    if not isinstance(sequent.goal, Implies):
        raise Rejected("the goal is no implication")
    return [_assuming(sequent, sequent.goal.premise, sequent.goal.conclusion)]


def each_way(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    if not isinstance(sequent.goal, Iff):
        raise Rejected("the goal is no equivalence")
    first, second = sequent.goal.left, sequent.goal.right
    return [_assuming(sequent, first, second), _assuming(sequent, second, first)]


def _assuming(sequent: Sequent, premise: Statement, conclusion: Statement) -> Sequent:
    types = sequent.context.types
    defined = dict.fromkeys((*statement_domain(premise, types), *statement_domain(conclusion, types)))
    return sequent.joined(premise, *defined).proves(conclusion)


def modus_ponens(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    found, types = ledger.use(sequent.context, data["n"]), sequent.context.types
    match found, data["direction"]:
        case (Implies(premise, conclusion) | Iff(premise, conclusion), "forward") | (Iff(conclusion, premise), "backward"):
            # x → 0 ⇒ y = 0 along a net: where x = 0 has been assumed, its members with x = 0 may be few
            need(is_of_the_net(conclusion) or not speaks_of_limits(premise), "no passage to the limit leads to its members")
            defined = ledger.open(sequent.context, (*statement_domain(premise, types), *statement_domain(conclusion, types)))
            return [*map(sequent.proves, defined), sequent.proves(premise), sequent.with_consequences(conclusion)]
    raise Rejected("the hypothesis is no implication in this direction")


def have(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    return [sequent.proves(data["statement"]), sequent.with_consequences(data["statement"])]


def fact(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    row = FACTS.get(data["name"])
    if row is None:
        raise Rejected(f"there is no fact {data['name']}")
    if row.axiom:
        ledger.axioms[row.axiom] = None
    return [sequent.with_consequences(row.statement)]


def matrix_fact(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """What holds for all matrices of the sizes."""
    row = MATRIX_FACTS.get(data["name"])
    if row is None:
        raise Rejected(f"there is no fact {data['name']} about matrices")
    need(len(data["sizes"]) == row.sizes, "{} is about {} sizes", row.name, row.sizes)
    statement = row.statement(*data["sizes"])
    ledger.admit(statement, sequent.context.types)
    return [sequent.with_consequences(statement)]


# ------------------------------------------------------------------ quantifiers


def generalise(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    if not isinstance(sequent.goal, ForAll):
        raise Rejected("the goal is no statement for all values")
    rows, body = renamed(sequent.goal, data["names"])
    declared = ledger.introduce(sequent, rows)
    return [declared.joined(*domain_about(rows, body, sequent.context)).proves(body)]


def instance_of(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    found = ledger.use(sequent.context, data["n"])
    if not isinstance(found, ForAll):
        raise Rejected("the hypothesis is no statement for all values")
    body, needed = instance(found, data["terms"], sequent.context)
    return [*map(sequent.proves, ledger.open(sequent.context, needed)), sequent.with_consequences(body)]


def witness(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    if not isinstance(sequent.goal, Exists):
        raise Rejected("the goal does not say that something exists")
    body, needed = instance(sequent.goal, data["terms"], sequent.context)
    return [*map(sequent.proves, ledger.open(sequent.context, needed)), sequent.proves(body)]


def obtain(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    found = ledger.use(sequent.context, data["n"])
    if not isinstance(found, Exists):
        raise Rejected("the hypothesis does not say that something exists")
    rows, body = renamed(found, data["names"])
    declared = ledger.introduce(sequent, rows)
    joined = declared.joined(body, *domain_about(rows, body, sequent.context))
    return [replace(joined, chosen=sequent.chosen.union(dict(rows)))]


def name_value(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """A new name for a number that is of a sort."""
    label, term, sort = data["name"], data["term"], data["sort"]
    need(well_typed(term, sequent.context.types).is_scalar and sort in SORTS, "a number and a sort are needed")
    member = Membership(term, sort)
    declared = ledger.introduce(sequent, ((label, scalar(sort)),)).joined(Relation("=", name(label), term))
    named = replace(declared, chosen=sequent.chosen | {label})
    return [*map(sequent.proves, ledger.open(sequent.context, [member])), named]


# ------------------------------------------------------------------ cases and contradiction


def cases_equal(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    equal = Relation("=", data["left"], data["right"])
    ledger.admit(equal, sequent.context.types)
    return [sequent.joined(equal), sequent.joined(contrary(equal))]


def trichotomy(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    left, right = data["left"], data["right"]
    _need_comparable(left, right, sequent, ledger)
    operators: tuple[Operator, ...] = ("<", "=", ">")
    return [sequent.joined(Relation(op, left, right)) for op in operators]


def _need_comparable(left: Term, right: Term, sequent: Sequent, ledger: Ledger) -> None:
    """The sides are numbers whose difference is surely real."""
    ledger.admit(Relation("<=", left, right), sequent.context.types)
    need(ledger.evident(sequent.context, Membership(difference(left, right), "real")), "the sides are not seen to be real")


def range_cases(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    kind = sequent.context.types.get(data["name"])
    last = kind.index.literal if kind is not None and kind.index is not None else None
    if last is None or last > 64:
        raise Rejected("only an index of a small range that is written out has all its values as cases")
    return [sequent.joined(Relation("=", name(data["name"]), num(k))) for k in range(1, last + 1)]


def contradiction(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    return [sequent.proves(contrary(ledger.use(sequent.context, data["n"])))]


def by_contradiction(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    opposite = contrary(sequent.goal)
    if opposite.operator not in ("=", "!="):
        _need_comparable(opposite.left, opposite.right, sequent, ledger)
    return [sequent.joined(opposite).proves(FALSITY)]


# ------------------------------------------------------------------ relations


def symmetry(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    found = relation(sequent.goal, *TURNED)
    return [sequent.proves(Relation(TURNED[found.operator], found.right, found.left))]


def rewrite(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    other: Statement = data["statement"]
    match sequent.goal, other:
        case Relation(first, left, right), Relation(second, new_left, new_right) if first == second and first != "~":
            pairs = [(left, new_left), (right, new_right)]
        case (Membership(old, first), Membership(new, second)) | (Property(first, old), Property(second, new)) if first == second:
            pairs = [(old, new)]
        case _:
            raise Rejected("the goal is rewritten to a statement of another kind")
    changed = [Relation("=", old, new) for old, new in pairs if old != new]
    for equation in changed:
        ledger.admit(equation, sequent.context.types)
    return [*map(sequent.proves, changed), sequent.proves(other)]


def combine(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = relation(sequent.goal, "=")
    terms = []
    for n, factor in data["terms"]:
        given = relation(ledger.use(sequent.context, n), "=")
        terms.append(Term("mul", (factor, difference(given.left, given.right))))
    need(bool(terms), "nothing is combined")
    equation = Relation("=", difference(goal.left, goal.right), total(terms))
    ledger.admit(equation, sequent.context.types)
    return [sequent.proves(equation)]


def difference(left: Term, right: Term) -> Term:
    return Term("add", (left, Term("neg", (right,))))


def total(terms: list[Term]) -> Term:
    return terms[0] if len(terms) == 1 else Term("add", tuple(terms)) if terms else num(0)


LOGIC_RULES: tuple[Rule, ...] = (
    Rule("hypothesis", "Γ, P ⊢ P", "", {"n": "number"}, hypothesis),
    Rule("seen", "Γ ⊢ P", "P is a hypothesis, or read off declarations, sorts or signs", {}, seen),
    Rule("condition", "Γ ⊢ P", "P, for all values of names introduced, is a condition of the theorem", {}, condition),
    Rule(
        "chain",
        "Γ ⊢ c, …  /  Γ ⊢ L = R",
        "links lead from L to R under the conditions c",
        {"lemmas": "lemmas", "links": "links"},
        chain,
    ),
    Rule("both", "Γ ⊢ P;  Γ ⊢ Q  /  Γ ⊢ P ∧ Q", "", {}, both),
    Rule("parts", "Γ, P ∧ Q, P, Q ⊢ G  /  Γ, P ∧ Q ⊢ G", "", {"n": "number"}, parts),
    Rule("assume", "Γ, P, D ⊢ Q  /  Γ ⊢ P ⇒ Q", "D: P and Q are defined", {}, assume),
    Rule("each_way", "Γ, P, D ⊢ Q;  Γ, Q, D ⊢ P  /  Γ ⊢ P ⇔ Q", "D: P and Q are defined", {}, each_way),
    Rule(
        "modus_ponens",
        "Γ ⊢ D;  Γ ⊢ P;  Γ, Q ⊢ G  /  Γ, P ⇒ Q ⊢ G",
        "D: P and Q are defined",
        {"n": "number", "direction": "direction"},
        modus_ponens,
    ),
    Rule("have", "Γ ⊢ S;  Γ, S ⊢ G  /  Γ ⊢ G", "", {"statement": "statement"}, have),
    Rule("fact", "Γ, S ⊢ G  /  Γ ⊢ G", "S is a row of FACTS; an axiom is noted", {"name": "text"}, fact),
    Rule(
        "matrix_fact",
        "Γ, S ⊢ G  /  Γ ⊢ G",
        "S is a row of MATRIX_FACTS at sizes",
        {"name": "text", "sizes": "sizes"},
        matrix_fact,
    ),
    Rule(
        "generalise",
        "Γ, D ⊢ S  /  Γ ⊢ ∀x S",
        "x is new; D: S is defined, as far as it is about x",
        {"names": "names"},
        generalise,
    ),
    Rule(
        "instance",
        "Γ ⊢ D(t);  Γ, S(t) ⊢ G  /  Γ, ∀x S ⊢ G",
        "t is of the type of x, S(t) is defined",
        {"n": "number", "terms": "values"},
        instance_of,
    ),
    Rule("witness", "Γ ⊢ D(t);  Γ ⊢ S(t)  /  Γ ⊢ ∃x S", "t is of the type of x, S(t) is defined", {"terms": "values"}, witness),
    Rule("obtain", "Γ, S, D ⊢ G  /  Γ, ∃x S ⊢ G", "x is new; D: S is defined", {"n": "number", "names": "names"}, obtain),
    Rule(
        "name_value",
        "Γ ⊢ t ∈ S;  Γ, x = t ⊢ G  /  Γ ⊢ G",
        "x is new, of the sort S",
        {"term": "term", "name": "text", "sort": "text"},
        name_value,
    ),
    Rule("cases_equal", "Γ, a = b ⊢ G;  Γ, a ≠ b ⊢ G  /  Γ ⊢ G", "", {"left": "term", "right": "term"}, cases_equal),
    Rule(
        "trichotomy",
        "Γ, a < b ⊢ G;  Γ, a = b ⊢ G;  Γ, a > b ⊢ G  /  Γ ⊢ G",
        "a - b is real",
        {"left": "term", "right": "term"},
        trichotomy,
    ),
    Rule("range_cases", "Γ, i = 1 ⊢ G;  …  Γ, i = N ⊢ G  /  Γ ⊢ G", "i runs from 1 to N", {"name": "text"}, range_cases),
    Rule("contradiction", "Γ, P ⊢ not P  /  Γ, P ⊢ G", "P is a relation", {"n": "number"}, contradiction),
    Rule("by_contradiction", "Γ, not P ⊢ 0 = 1  /  Γ ⊢ P", "P is = or ≠, or an order of real numbers", {}, by_contradiction),
    Rule("symmetry", "Γ ⊢ R ∘' L  /  Γ ⊢ L ∘ R", "∘' is ∘ read from the right", {}, symmetry),
    Rule(
        "rewrite",
        "Γ ⊢ t = u, …;  Γ ⊢ S(u)  /  Γ ⊢ S(t)",
        "t, u are the sides of a relation, or its subject",
        {"statement": "statement"},
        rewrite,
    ),
    Rule(
        "combine",
        "Γ ⊢ L - R = Σ c_k (a_k - b_k)  /  Γ ⊢ L = R",
        "a_k = b_k are hypotheses",
        {"terms": "combination"},
        combine,
    ),
)
