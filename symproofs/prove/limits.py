"""Proving passages to the limit: plans of `theories/growth.py` made into proof trees, and what ≈ means.

A plan says which rule of the kernel to use at each step; here its equations become chains, its comparisons are proved, and what
a chain needs (a denominator that is not 0) is shown to hold from some member on, which is enough for a limit.
*Fails when* there is no plan, or something that it rests on is not proved: `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.cases import VALUES
from symproofs.prove.closed_signs import sign_guessed
from symproofs.prove.equations import ChainFound, find_chain
from symproofs.prove.expansions import by_expansion
from symproofs.prove.induction import by_induction
from symproofs.prove.member_sums import equal_in_stages, have_sums, settled_sums, stages
from symproofs.prove.moments import with_given_moments
from symproofs.prove.proof import Failure
from symproofs.prove.rational import NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node, asked
from symproofs.prove.written_out import written_out
from symproofs.terms.context import Context, Hypotheses
from symproofs.terms.notation import notation
from symproofs.terms.statement import ForAll, Implies, Operator, Relation, Statement, Tends, statement_names
from symproofs.terms.term import E, Term, free_names, num, number_in
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.growth import WAVES, Growth
from symproofs.theories.partial_sums import closed_sum
from symproofs.theories.plans import TEXT, UP, Plan, Sign
from symproofs.theories.reading_exponentials import Reader

ZERO = num(0)
COMPARISONS: tuple[Operator, ...] = ("<", "<=", ">", ">=", "!=")
MOST_DEPTH = 12
MOST_CONDITIONS = 8
STEPS_OF_A_FORM = 8_000
STEPS_OF_A_SUM = 3_000


def tends(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """A proof tree for `t → a`; if need be in the part of the net where what tends to ∞ is positive."""
    bounded = without_moduli(search, sequent)
    if bounded:
        inner = _going_on(Builder(search), bounded[-1].after)
        return None if inner is None else around(bounded, inner)
    return _going_on(Builder(search), sequent)


def _going_on(builder: Builder, sequent: Sequent) -> Node | None:
    found = _tends(builder, sequent)
    if found is None:
        steps = builder.further_on(sequent)
        if steps:
            inner = _tends(builder, steps[-1].after)
            return None if inner is None else around(steps, inner)
    return found


def without_moduli(search: Search, sequent: Sequent) -> list[Step]:
    """x < c and -c < x where |x| < c is given of an x that stands still; so is 1 - x ≠ 0 plain where |x| < 1 is given."""
    steps: list[Step] = []
    moving = varying(sequent)
    for hypothesis in sequent.context.hypotheses:
        match hypothesis.statement:
            case Relation("<" | "<=" as operator, Term(head="fun", args=(x,), data=("abs",)), c) | Relation(
                ">" | ">=" as operator, c, Term(head="fun", args=(x,), data=("abs",))
            ) if moving.isdisjoint(statement_names(hypothesis.statement)):
                less: Operator = "<=" if "=" in operator else "<"
                for bound in (Relation(less, x, c), Relation(less, Term("neg", (c,)), x)):
                    after = steps[-1].after if steps else sequent
                    if after.context.number_of(bound) is None and (proof := search.solve(after.proves(bound), 1)) is not None:
                        step = search.have(bound, proof, after)
                        steps += [step] if step is not None else []
    return steps


def limit_of(search: Search, sequent: Sequent) -> Term | None:
    """What the subject of the goal seems to tend to: to be proved."""
    goal = sequent.goal
    assert isinstance(goal, Tends)
    try:
        growth = Builder(search).growth(sequent)
        plan = None if growth is None else plan_of(search, sequent, growth, goal.subject)
    except (NoForm, TooLarge, Rejected, Mistyped):
        return None
    return None if plan is None else plan.target


def _tends(builder: Builder, sequent: Sequent) -> Node | None:
    goal = sequent.goal
    assert isinstance(goal, Tends)
    growth = builder.growth(sequent)
    if growth is None:
        return None
    plan = plan_of(builder.search, sequent, growth, goal.subject)
    if plan is None:
        return None
    if plan.target == goal.target:
        return builder.whole(plan, sequent)
    if growth.moves(goal.target):
        return None
    return builder.by_value(plan, sequent, lambda limit: builder.whole(plan, limit))


def plan_of(search: Search, sequent: Sequent, growth: Growth, node: Term) -> Plan | None:
    """A plan for the limit of a term."""
    return growth.limit(node) or of_moments(growth, node) or cancelled(search, sequent, growth, node)


def cancelled(search: Search, sequent: Sequent, growth: Growth, node: Term) -> Plan | None:
    """The limit of a fraction by what is left of it when common factors are cancelled: (x² - 4)/(x - 2) as x + 2."""
    if not growth.is_scalar(node) or all(part.head not in ("div", "pow") for part in node.walk()):
        return None
    field = search.field(sequent)
    try:
        other = field.term(field.form(node))
    except NoForm:
        return None
    return None if other == node else growth.form(node, other, growth.limit(other))


def of_moments(growth: Growth, node: Term) -> Plan | None:
    """The limit of a term with expectations, variances or covariances, by what they are given to be."""
    try:
        value = with_given_moments(node, growth.context, growth.reader.unfolded)
        other = value if value is None or not growth.is_scalar(node) else growth.reader.scalar(value).term()
    except (TooLarge, Mistyped):
        return None
    return None if other is None else growth.form(node, other, growth.limit(other))


Ways = Literal["all", "unlinked", "limit"]
"""How A ≈ B may be shown: in every way, though by no chain from A to B since none was found, by a limit only."""


def near(search: Search, sequent: Sequent, effort: int, ways: Ways = "all") -> Node | None:
    """A proof tree for A ≈ B: by equality, else by the limit of A - B; the limit first where the two do not read alike."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    alike = ways != "limit" and reads_alike(search, sequent, goal)
    limit = "probability" if any(is_random(side, sequent.context) for side in (goal.left, goal.right)) else "limit"
    for way in ("equal", limit) if alike else (limit, "equal") if ways != "limit" else (limit,):
        found = search.apply("approximation", {"way": way}, sequent)
        if found is None:
            continue
        node, (inside,) = found
        inner = equal(search, inside, alike, ways) if way == "equal" else search.solve(inside, effort)
        if inner is not None:
            return replace(node, of=(inner,))
    return None


def equal(search: Search, sequent: Sequent, alike: bool, ways: Ways) -> Node | None:
    """A proof tree for an equation, with sums in it settled only where both sides come to the same."""
    found = equal_in_stages(search, sequent) if alike else None
    if found is None and ways == "all":
        found = search.plain(sequent) or search.chain(sequent, 0)
    return found or search.combined(sequent, 0)


def reads_alike(search: Search, sequent: Sequent, goal: Relation) -> bool:
    """Whether both sides come to the same when everything that is given is put in. This proves nothing."""
    reader = Reader.of(sequent.context)
    left, right = written_out(reader, goal.left), written_out(reader, goal.right)
    if left is None or right is None or left == right or not reader.is_scalar(left):
        return left == right
    form = search.difference(search.field(sequent), Relation("=", left, right))
    return form is not None and form.top == 0


Linked = tuple[Node, list[Sequent]]
"""A chain as a node without proofs of its conditions, and the conditions."""


class Builder:
    """Trees from plans, under one search."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.signs: dict[tuple[object, Term], Sign] = {}
        self.chains: dict[Relation, list[tuple[frozenset[Statement], ChainFound | None]]] = {}
        self.sums: dict[Relation, Node | None] = {}
        self.known: set[Statement] = set()
        """Passages to the limit that were proved before what rests on them more than once."""

    def growth(self, sequent: Sequent) -> Growth | None:
        try:
            return Growth(sequent, self.sign, self.search.budget, None, partial(by_expansion, self.search))
        except Rejected:
            return None

    # ------------------------------------------------------------------ signs

    def sign(self, sequent: Sequent, node: Term) -> Sign:
        """What can be proved of the sign of a number."""
        key = sequent.context.hypotheses if free_names(node) else (), node
        if key not in self.signs:
            self.signs[key] = self._sign(sequent, node)
        return self.signs[key]

    def _sign(self, sequent: Sequent, node: Term) -> Sign:
        rows: tuple[tuple[Operator, Sign], ...] = ((">", "+"), ("<", "-"), ("!=", "!"))
        guess = sign_guessed(node)
        if guess == 0:
            return "0" if self.side(sequent.proves(Relation("=", node, ZERO))) is not None else "?"
        worth = rows if guess is None else rows[:1] if guess > 0 else rows[1:2]
        goals = [(sequent.proves(Relation(operator, node, ZERO)), sign) for operator, sign in worth]
        for attempt in (self.search.plain, self.side):
            for goal, sign in goals:
                if attempt(goal) is not None:
                    return sign
        return "?"

    def side(self, sequent: Sequent) -> Node | None:
        """A proof of what is no passage to the limit. Of what varies only what is plain: the rest holds from some member on."""
        goal = sequent.goal
        moving = varying(sequent)
        if isinstance(goal, Relation) and goal.operator in COMPARISONS and not moving.isdisjoint(statement_names(goal)):
            plain = self.search.plain(sequent)
            return self.search.solve(sequent, 1) if plain is None and _is_bound_of_wave(goal) else plain
        found = self.search.solve(sequent, 0)
        return self.harder(sequent) if found is None and _holds_log_or_modulus(goal) else found

    def harder(self, sequent: Sequent) -> Node | None:
        """A comparison about log u or |u|, with what |u| is where the sign of u is known."""
        goal = sequent.goal
        assert isinstance(goal, Relation)
        steps = self.values_by_sign(goal.left, goal.right, sequent)
        inner = self.search.solve(steps[-1].after if steps else sequent, 1)
        return None if inner is None else around(steps, inner)

    # ------------------------------------------------------------------ plans

    def whole(self, plan: Plan, sequent: Sequent) -> Node | None:
        """The tree of a plan, after what several of its parts need: what sums come to, and limits that occur again."""
        steps = settled_sums(self.search, sequent, [plan.subject]) if _has_forms(plan) else []
        after = steps[-1].after if steps else sequent
        for part in repeated(plan, after.context):
            goal = after.proves(Tends(part.subject, part.target))
            proof = self.build(part, goal, 0)
            step = None if proof is None else self.search.have(goal.goal, proof, after)
            if step is None:
                return None
            self.known.add(goal.goal)
            steps.append(step)
            after = step.after
        inner = self.build(plan, after, 0)
        return None if inner is None else around(steps, inner)

    def by_value(self, plan: Plan, sequent: Sequent, proved: Callable[[Sequent], Node | None]) -> Node | None:
        """The limit that is asked for, since it is equal to the one that the plan leads to."""
        found = None if plan.infinite else self.search.apply("limit_value", {"term": plan.target}, sequent)
        if found is None:
            return None
        node, (equation, limit) = found
        value = self.side(equation)
        below = None if value is None else proved(limit)
        return None if value is None or below is None else replace(node, of=(value, below))

    def build(self, plan: Plan, sequent: Sequent, depth: int) -> Node | None:
        """The tree that a plan describes."""
        if depth > MOST_DEPTH:
            return None
        wanted = sequent.goal
        if wanted in self.known and (given := self.search.plain(sequent)) is not None:
            return given
        if isinstance(wanted, Tends) and wanted.target != plan.target:
            return self.by_value(plan, sequent, lambda limit: self.build(plan, limit, depth))
        if plan.rule == "limit_form":
            return self.form(plan, sequent, depth)
        data = {k: v if isinstance(v, int) or k != "n" else Given(v) for k, v in plan.data.items()}
        found = self.search.apply(plan.rule, data, sequent, _reasons(plan, sequent))
        if found is None:
            return None
        node, left = found
        parts, below = list(plan.parts), []
        for goal in left:
            passage = isinstance(goal.goal, Tends)
            if passage and not parts:
                return None
            if passage:
                proof = self.build(parts.pop(0), goal, depth)
            else:
                proof = self.side(goal) if plan.bound is None else self.instance(*plan.bound, goal)
            if proof is None:
                return None
            below.append(proof)
        return replace(node, of=tuple(below))

    def instance(self, statement: Statement, values: Mapping[str, Term], sequent: Sequent) -> Node | None:
        """A comparison that is an instance of a hypothesis, read from either side."""
        steps: list[Step] = []
        while (plain := self.search.plain(sequent) or self.search.by("symmetry", {}, sequent, 0)) is None:
            if isinstance(statement, ForAll):
                step = self.search.step("instance", {"n": Given(statement), "terms": dict(values)}, sequent)
            elif isinstance(statement, Implies):
                step = self.search.step("modus_ponens", {"n": Given(statement), "direction": "forward"}, sequent)
            else:
                return None
            if step is None:
                return None
            steps.append(step)
            sequent = step.after
            statement = sequent.context.hypotheses[-1].statement
        return around(steps, plain)

    def form(self, plan: Plan, sequent: Sequent, depth: int) -> Node | None:
        """The term in another form, in a part of the net where the equation holds."""
        other = plan.data["term"]
        equation = Relation("=", plan.subject, other)
        found = self.equation(sequent, equation)
        if found is None:
            known = self.values_by_sign(plan.subject, other, sequent) or self.sums_by_induction(plan.subject, other, sequent)
            if known and known[-1].after.context.hypotheses != sequent.context.hypotheses:
                inner = self.form(plan, known[-1].after, depth)
                return None if inner is None else around(known, inner)
            return self.in_stages(plan, sequent, depth)
        chain, linked = found
        steps: list[Step] = []
        for _ in range(MOST_CONDITIONS):
            node, left = linked
            proofs = [self.side(goal) for goal in left]
            unmet = [goal.goal for goal, proof in zip(left, proofs, strict=True) if proof is None]
            if not unmet:
                whole = replace(node, of=tuple(p for p in proofs if p is not None))
                return self.with_form(plan, whole, sequent, steps, depth)
            added = self.eventually(unmet[0], sequent, depth)
            again = None if added is None else self.search.linked(chain, added.after.proves(equation))
            if added is None or again is None:
                return None
            steps.append(added)
            sequent, linked = added.after, again
        return None

    def values_by_sign(self, node: Term, other: Term, sequent: Sequent) -> list[Step]:
        """|u| = u, |u| = -u, sign u = 1, … of what is not in the other form any more, joined to the hypotheses."""
        steps: list[Step] = []
        kept = other.walk()
        for part in dict.fromkeys(n for n in node.walk() if n.head == "fun" and n.data[0] in VALUES and n not in kept):
            after = steps[-1].after if steps else sequent
            sign = self.sign(after, part.args[0])
            if sign == "?" and self.search.plain(after.proves(Relation(">=", part.args[0], ZERO))) is not None:
                sign = "0"
            facts = VALUES[str(part.data[0])]["-0+".index(sign)] if sign in ("-", "0", "+") else ()
            for fact in facts:
                steps += applied(self.search, after, fact, part.args, set()) or []
        return steps

    def sums_by_induction(self, node: Term, other: Term, sequent: Sequent) -> list[Step]:
        """What the sums up to an index come to that are not in the other form any more, joined to the hypotheses."""
        steps: list[Step] = []
        kept, reader = other.walk(), Reader.of(sequent.context)
        for part in dict.fromkeys(n for n in node.walk() if n.head == "sum_between" and n not in kept):
            value = closed_sum(part, reader) if free_names(part) <= sequent.context.types.keys() else None
            later = None if value is None else self.past_the_first(part, steps[-1].after if steps else sequent)
            steps += [later] if later is not None else []
            after = steps[-1].after if steps else sequent
            equation = None if value is None else Relation("=", part, value)
            proof = None if equation is None else self.by_induction(after.proves(equation), equation)
            step = None if equation is None or proof is None else self.search.have(equation, proof, after)
            if step is None:
                return []
            steps.append(step)
        return steps

    def past_the_first(self, node: Term, sequent: Sequent) -> Step | None:
        """n ≥ a - 1 of Σ_{k=a}^n, a ≥ 2, from some member on: before, the sum is empty, and not what it comes to later."""
        low, high = node.args[1:]
        if low.head != "num" or number_in(low) < 2:
            return None
        bound = Relation(">=", high, num(number_in(low) - 1))
        return None if sequent.context.number_of(bound) is not None else self.eventually(bound, sequent, 0)

    def by_induction(self, sequent: Sequent, equation: Relation) -> Node | None:
        """What was proved before serves under more hypotheses."""
        if equation not in self.sums:
            budget = self.search.budget
            before, allowed = budget.steps, min(budget.steps, STEPS_OF_A_SUM)
            budget.steps = allowed
            try:
                found = by_induction(self.search, plainer(sequent))
                self.sums[equation] = None if found is None else asked(found, sequent, self.search.ledger)
            except (OutOfBudget, Rejected):
                self.sums[equation] = None
            finally:
                budget.steps = before - allowed + max(budget.steps, 0)
        return self.sums[equation]

    def with_form(self, plan: Plan, chain: Node, sequent: Sequent, steps: Sequence[Step], depth: int) -> Node | None:
        """The limit of a term by that of another form, which a chain shows to be equal."""
        other = plan.data["term"]
        found = self.search.apply("limit_form", {"term": other}, sequent, _reasons(plan, sequent))
        below = self.build(plan.parts[0], sequent.proves(Tends(other, plan.target)), depth)
        return None if found is None or below is None else around(steps, replace(found[0], of=(chain, below)))

    def in_stages(self, plan: Plan, sequent: Sequent, depth: int) -> Node | None:
        """The form reached by way of sums that are rewritten member by member."""
        other, target = plan.data["term"], plan.target
        found = stages(Reader.of(sequent.context), plan.subject)
        if found is None or other in (found.opened, found.rewritten):
            return None
        last = Plan(found.rewritten, target, "limit_form", {"term": other}, plan.parts)
        if found.rewritten != found.opened:
            last = Plan(found.opened, target, "limit_form", {"term": found.rewritten}, (last,))
        steps = have_sums(self.search, sequent, found.sums)
        if steps is None:
            return None
        after = steps[-1].after if steps else sequent
        if found.opened == plan.subject:
            tree = self.build(last, after, depth + 1)
        else:
            whole = Plan(plan.subject, target, "limit_form", {"term": found.opened}, (last,))
            tree = self.build(whole, after, depth + 1)
        return None if tree is None else around(steps, tree)

    def further_on(self, sequent: Sequent) -> list[Step]:
        """What tends to ∞ is positive from some member on."""
        steps: list[Step] = []
        growth = self.growth(sequent)
        for row in () if growth is None else growth.given:
            positive = Relation(">", row.subject, ZERO)
            given = not row.parameters and row.target == UP and row.bound is None
            if not given or self.search.plain(sequent.proves(positive)) is not None:
                continue
            step = self.eventually(positive, sequent, 0)
            if step is not None:
                steps.append(step)
                sequent = step.after
        return steps

    def equation(self, sequent: Sequent, equation: Relation) -> tuple[ChainFound, Linked] | None:
        """A chain for an equation, its conditions not yet looked at. One found before serves under more hypotheses."""
        goal = sequent.proves(equation)
        given = frozenset(h.statement for h in sequent.context.hypotheses)
        for before, known in self.chains.get(equation, ()):
            if before <= given if known is not None else before == given:
                linked = None if known is None else self.search.linked(known, goal)
                return None if known is None or linked is None else (known, linked)

        def accept(chain: ChainFound) -> tuple[ChainFound, Linked] | str:
            linked = self.search.linked(chain, goal)
            return "the kernel does not have it" if linked is None else (chain, linked)

        allowed = Budget(STEPS_OF_A_FORM)
        allowed.deadline = self.search.budget.deadline
        self.search.budget.spend(1)
        found = find_chain(sequent.context, equation, allowed, accept)
        self.chains.setdefault(equation, []).append((given, None if isinstance(found, Failure) else found[0]))
        return None if isinstance(found, Failure) else found

    # ------------------------------------------------------------------ from some member on

    def eventually(self, condition: Statement, sequent: Sequent, depth: int) -> Step | None:
        """The condition holds from some member on: it joins the hypotheses."""
        if not isinstance(condition, Relation):
            return None
        growth = self.growth(sequent)
        plan = None if growth is None else growth.limit(condition.left)
        if plan is None:
            return None
        way = {"target": "-oo" if plan.target.head == "neg" else "oo"} if plan.infinite else {"term": plan.target}
        found = self.search.apply("eventually", {"statement": condition, **way}, sequent)
        if found is None or not found[1]:
            return None
        node, (*left, after) = found
        below = []
        for goal in left:
            proof = self.build(plan, goal, depth + 1) if isinstance(goal.goal, Tends) else self.side(goal)
            if proof is None:
                return None
            below.append(proof)
        return Step(replace(node, of=tuple(below)), after)


def plainer(sequent: Sequent) -> Sequent:
    """The sequent with comparisons and equations alone, and without moduli, of which arithmetic makes nothing."""
    kept = [h for h in sequent.context.hypotheses if isinstance(h.statement, Relation) and not _holds_log_or_modulus(h.statement)]
    return replace(sequent, context=replace(sequent.context, hypotheses=Hypotheses(kept)), derived=frozenset())


def _holds_log_or_modulus(goal: Statement) -> bool:
    """Whether this compares something in names in which there is a logarithm or a modulus."""
    if not isinstance(goal, Relation) or goal.operator not in COMPARISONS or not statement_names(goal):
        return False
    return any(n.head == "fun" and n.data[0] in ("log", "abs") for side in (goal.left, goal.right) for n in side.walk())


def _is_bound_of_wave(goal: Relation) -> bool:
    """-1 ≤ sin u ≤ 1, and likewise of cos."""
    return goal.operator in ("<=", ">=") and any(side.head == "fun" and side.data[0] in WAVES for side in (goal.left, goal.right))


def _has_forms(plan: Plan) -> bool:
    return plan.rule == "limit_form" or any(map(_has_forms, plan.parts))


AT_HAND = ("limit_given", "limit_constant")
"""Limits that are not worth being noted."""


def repeated(plan: Plan, context: Context) -> list[Plan]:
    """Parts of a plan that several others rest on and that speak of nothing bound around them, innermost first."""
    found: dict[tuple[Term, Term], tuple[Plan, int]] = {}

    def visit(part: Plan) -> None:
        key = part.subject, part.target
        known = found.get(key)
        if known is None:
            for inner in part.parts:
                visit(inner)
        # a plan comes after those that it rests on
        found[key] = (part, 1) if known is None else (known[0], known[1] + 1)

    visit(plan)
    return [
        part
        for part, times in found.values()
        if times > 1 and part.rule not in AT_HAND and free_names(part.subject) <= context.types.keys()
    ]


# ------------------------------------------------------------------ reasons

REASONS: Mapping[str, str] = {
    "limit_form": "leading_terms",
    "limit_indexed": "limit_of_members",
    "squeeze": "squeeze",
    "exponential_outgrows_power": "growth",
    "power_outgrows_logarithm": "growth",
    **dict.fromkeys(("limit_sum_infinite", "limit_product_infinite", "limit_negative_infinite"), "limit_rules"),
    **dict.fromkeys(("limit_quotient_null", "limit_quotient_infinite", "limit_quotient_small"), "limit_rules"),
}
"""What a rule of limits is called among the reasons; a row of `PHRASES` each."""


def _reasons(plan: Plan, sequent: Sequent) -> tuple[Reason, ...]:
    if plan.rule == "limit_given":
        return (_regime(plan, sequent),)
    if plan.rule == "limit_function_at_infinity":
        return (Reason("limit_at_infinity", _function(plan.subject)),)
    if plan.rule == "limit_continuous" and plan.subject.head != "neg":
        return (Reason("limit_rules" if plan.subject.head in ("add", "mul", "div") else "continuity"),)
    code = REASONS.get(plan.rule)
    return () if code is None else (Reason(code),)


def _function(node: Term) -> str:
    """What a value is a value of: exp, also where it is written as a power of e."""
    if node.head == "pow":
        return "exp" if node.args[0] == E else "powers"
    return str(node.data[0]) if node.head == "fun" else node.head


def _regime(plan: Plan, sequent: Sequent) -> Reason:
    """The passage to the limit that is given, by its label or what it says."""
    statement = plan.data["n"]
    for hypothesis in sequent.context.hypotheses:
        if hypothesis.statement == statement and hypothesis.label:
            return Reason("regime", hypothesis.label)
    arrows = {"oo": "∞", "-oo": "-∞"}
    if plan.subject.head == "name":
        target = arrows[TEXT[plan.target]] if plan.infinite else notation(plan.target)
        return Reason("regime", f"{plan.subject.data[0]} → {target}")
    return Reason("regime_given")
