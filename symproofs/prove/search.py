"""What every search for a proof tree does: ask the kernel what a rule leaves, close what is plain, prove equations.

A search goes from a sequent down. It calls the kernel's own rules, so it knows the subgoals; what it finds is a tree of
`Node`s. *Fails when* nothing applies or the budget is used up: `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.prove.cofactors import cofactors, occurring
from symproofs.prove.contexts import Contexts
from symproofs.prove.equations import BY_DEFINITIONS, Attempt, ChainFound, find_chain
from symproofs.prove.proof import Failure
from symproofs.prove.rational import BY_WAVES, Field, Form, NoForm
from symproofs.prove.readings import Readings, difference, read
from symproofs.prove.reasons import Reason
from symproofs.prove.tree import MOST_STEPS, Given, Node, Said, applied
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Hypothesis, Implies, Property, Relation, Statement, statement_names
from symproofs.terms.term import IMAGINARY, Term, free_names, num
from symproofs.theories.budget import Budget
from symproofs.theories.equality import Stuck

STEPS_OF_A_LEAF = 6_000

Solve = Callable[["Search", Sequent, int], Node | None]


@record
class Step:
    """An addition to the hypotheses: the node but for its last subgoal, and that subgoal."""

    node: Node
    after: Sequent

    def around(self, inner: Node) -> Node:
        return replace(self.node, of=(*self.node.of, inner))


def around(steps: Iterable[Step], inner: Node) -> Node:
    for step in reversed(list(steps)):
        inner = step.around(inner)
    return inner


class Prospect(NamedTuple):
    """What is seen of an equation between numbers.

    `identity`: the sides are the same rational function; `holds`: they are equal where all given equations hold; `hopeless`: they
    are not, and nothing but these could make them so; `of_names`: they differ by a number made of names alone.
    """

    identity: bool
    holds: bool
    hopeless: bool
    of_names: bool


@dataclass(eq=False, repr=False)
class Memory:
    """What is found out under hypotheses, whatever is proved from them: it serves all searches from the same ones.

    `proved` are orders with proofs under hypotheses that say the same of signs, `seen` the hypotheses on which what the kernel
    sees rests, `unchained` equations that no chain proves, `stuck` lemmas that are not proved, `solutions` what equations make
    of a name.
    """

    root: Context
    contexts: Contexts = field(default_factory=Contexts)
    readings: Readings = field(init=False)
    proved: dict[object, list[tuple[frozenset[int], Node]]] = field(default_factory=dict)
    seen: dict[object, tuple[int, ...] | None] = field(default_factory=dict)
    unchained: set[object] = field(default_factory=set)
    stuck: dict[object, dict[object, Stuck]] = field(default_factory=dict)
    prospects: dict[object, Prospect] = field(default_factory=dict)
    solutions: dict[object, tuple[Term, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.readings = Readings(self.contexts)


_MEMORIES: list[Memory] = []
MOST_MEMORIES = 3


def remembered(root: Context) -> Memory:
    """The memory for a context, one of the last few or a new one."""
    found = next((m for m in _MEMORIES if m.root == root), None)
    if found is None:
        found = Memory(root)
        _MEMORIES[:] = [*_MEMORIES[1 - MOST_MEMORIES :], found]
    return found


@dataclass(eq=False, repr=False)
class Search:
    """One statement being proved. `conditions` says whether conditions may be left, `axioms` whether axioms may be used.

    `candidates` may be inverses of a matrix; `asked` are the properties of matrices that are being shown, one for the sake of
    the other.
    """

    root: Context
    budget: Budget
    solve_with: Solve
    conditions: bool = False
    axioms: bool = True
    ledger: Ledger = field(init=False)
    candidates: tuple[Term, ...] = ()
    cases: int = 0
    settled: dict[object, Node | None] = field(init=False, default_factory=dict)
    asked: list[Statement] = field(init=False, default_factory=list)
    known: Memory = field(init=False)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.root, MOST_STEPS)
        self.known = remembered(self.root)

    # ------------------------------------------------------------------ the kernel's rules

    def apply(
        self, rule: str, data: Mapping[str, Any], sequent: Sequent, reasons: Sequence[Reason] = ()
    ) -> tuple[Node, list[Sequent]] | None:
        """The rule as a node that nothing is below yet, and what it leaves; `None` where it does not apply."""
        self.budget.spend(1)
        try:
            left, said = applied(rule, data, sequent, self.ledger)
        except Rejected:
            return None
        return Node(rule, data, (), tuple(reasons), said=said), left

    def goals(self, rule: str, data: Mapping[str, Any], sequent: Sequent) -> list[Sequent] | None:
        """What the rule leaves, or `None` where it does not apply."""
        found = self.apply(rule, data, sequent)
        return None if found is None else found[1]

    def solve(self, sequent: Sequent, effort: int) -> Node | None:
        return self.solve_with(self, sequent, effort)

    def by(
        self, rule: str, data: Mapping[str, Any], sequent: Sequent, effort: int, reasons: Sequence[Reason] = ()
    ) -> Node | None:
        """The rule, all that it leaves proved."""
        found = self.apply(rule, data, sequent, reasons)
        return None if found is None else self.closed(*found, effort)

    def closed(self, node: Node, left: Sequence[Sequent], effort: int, leave: bool = False) -> Node | None:
        """The node with proofs of what it leaves; or with conditions, if it may leave some."""
        below = []
        for goal in left:
            proof = self.solve(goal, effort) or (self.condition(goal) if leave else None)
            if proof is None:
                return None
            below.append(proof)
        return replace(node, of=tuple(below))

    def step(
        self, rule: str, data: Mapping[str, Any], sequent: Sequent, effort: int = 0, reasons: Sequence[Reason] = ()
    ) -> Step | None:
        """The rule as an addition: all that it leaves but the last proved."""
        found = self.apply(rule, data, sequent, reasons)
        if found is None or not found[1]:
            return None
        *side, last = found[1]
        node = self.closed(found[0], side, effort)
        return None if node is None else Step(node, last)

    def have(self, statement: Statement, proof: Node, sequent: Sequent) -> Step | None:
        """A statement with its proof, added."""
        found = self.apply("have", {"statement": statement}, sequent)
        return None if found is None else Step(replace(found[0], of=(proof,)), found[1][-1])

    # ------------------------------------------------------------------ what is plain

    def plain(self, sequent: Sequent) -> Node | None:
        """The goal is a hypothesis, or seen."""
        for hypothesis in sequent.context.hypotheses:
            if hypothesis.statement == sequent.goal:
                found = self.apply("hypothesis", {"n": Given(sequent.goal)}, sequent, _named(hypothesis.label))
                return None if found is None else found[0]
        seen = self._seen(sequent.context, sequent.goal)
        return None if seen is None else Node("seen", said=Said(used=seen))

    def evident(self, sequent: Sequent, statement: Statement) -> bool:
        self.budget.spend(1)
        try:
            return self.known.contexts.has(sequent.context, statement) or self._seen(sequent.context, statement) is not None
        except Rejected:
            return False

    def _seen(self, context: Context, statement: Statement) -> tuple[int, ...] | None:
        """The hypotheses on which it rests that the kernel sees it, which is asked once for all that say the same of signs."""
        key = self.known.contexts.of(context).signs, statement
        if key not in self.known.seen:
            before, self.ledger.used = self.ledger.used, {}
            try:
                self.known.seen[key] = tuple(self.ledger.used) if self.ledger.evident(context, statement) else None
            finally:
                self.ledger.used = before
        return self.known.seen[key]

    def nonzero(self, sequent: Sequent) -> Callable[[Term], bool]:
        """Whether a number is known not to be 0, or may be taken not to be."""

        def known(node: Term) -> bool:
            unequal = Relation("!=", node, num(0))
            return self.evident(sequent, unequal) or (self.conditions and self._may_be_condition(sequent, unequal))

        return known

    def surely_nonzero(self, sequent: Sequent) -> Callable[[Term], bool]:
        """Whether a number is known not to be 0."""
        return lambda node: self.evident(sequent, Relation("!=", node, num(0)))

    def condition(self, sequent: Sequent) -> Node | None:
        """The goal left as a condition of the theorem."""
        found = None
        if self.conditions and self._may_be_condition(sequent, sequent.goal):
            found = self.apply("condition", {}, sequent)
        return None if found is None else found[0]

    def _may_be_condition(self, sequent: Sequent, goal: Statement) -> bool:
        """It is a comparison of names that the statement itself is about, and its contrary does not follow at once; or that such
        a matrix is invertible."""
        if any(n in sequent.context.declarations and n not in self.root.declarations for n in statement_names(goal)):
            return False
        if isinstance(goal, Property):
            return goal.name == "invertible" and len(self.asked) < 2
        if not isinstance(goal, Relation) or goal.operator in ("=", "~"):
            return False
        with self.unconditional():
            zero = sequent.proves(Relation("=", goal.left, goal.right))
            return goal.operator in ("<=", ">=") or (self.plain(zero) or self.combined(zero, 0)) is None

    @contextmanager
    def unconditional(self) -> Iterator[None]:
        """No conditions are left meanwhile: in one of several cases, or under a negated goal, they could contradict it."""
        before, self.conditions = self.conditions, False
        try:
            yield
        finally:
            self.conditions = before

    def fresh(self, sequent: Sequent, base: str) -> str:
        """A name like `k` that means nothing yet."""
        base = base.lstrip("_") or "x"
        taken = set(sequent.context.declarations) | self.ledger.sizes | statement_names(sequent.goal)
        taken = taken.union(*(statement_names(h.statement) for h in sequent.context.hypotheses))
        return base if base not in taken else next(f"{base}_{k}" for k in range(len(taken) + 1) if f"{base}_{k}" not in taken)

    def told(self, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
        """The reasons for a reader, who knows the hypotheses of the statement by number and those made on the way not."""
        count = len(self.root.hypotheses)
        return tuple(dict.fromkeys(Reason("assumption") if _is_local(r, count) else r for r in reasons))

    def reason(self, sequent: Sequent, statement: Statement) -> Reason:
        """The reason that a hypothesis is."""
        for n, hypothesis in enumerate(sequent.context.hypotheses):
            if hypothesis.statement == statement:
                known = Reason("given", hypothesis.label) if hypothesis.label else Reason("given_equation", str(n + 1))
                return self.told([known])[0]
        return Reason("assumption")

    # ------------------------------------------------------------------ equations

    def note(self, goal: Relation, failed: Failure) -> None:
        """No chain proves the goal from the hypotheses of the statement itself."""
        keys = self.known.contexts.of(self.root)
        self.known.unchained.update({(goal, keys.whole), (goal, keys.definitions, keys.signs)})
        self.known.stuck[keys.signs] = {**failed.unproved}

    def chain(self, sequent: Sequent, effort: int, left_out: tuple[Attempt, ...] = ()) -> Node | None:
        """The goal, an equation, by links; where conditions stay open, once more without equations that have premises."""
        found = self._chain(sequent, sequent.context, effort, left_out)
        if isinstance(found, Node) or found is None:
            return found
        kept = [h if not _is_guarded(h.statement) else NOTHING for h in sequent.context.hypotheses]
        if NOTHING not in kept:
            return None
        again = self._chain(sequent, replace(sequent.context, hypotheses=tuple(kept)), effort, left_out)
        return again if isinstance(again, Node) else None

    def _chain(
        self, sequent: Sequent, context: Context, effort: int, left_out: tuple[Attempt, ...]
    ) -> Node | Literal["open"] | None:
        """The goal by links found in a context whose hypotheses are among the sequent's; or that conditions stay open."""
        goal = sequent.goal
        assert isinstance(goal, Relation)
        self.budget.spend(1)
        keys = self.known.contexts.of(context)
        if (goal, keys.whole) in self.known.unchained:
            return None
        if (goal, keys.definitions, keys.signs) in self.known.unchained:
            left_out = (*left_out, *BY_DEFINITIONS)
        allowed = Budget(min(STEPS_OF_A_LEAF, self.budget.steps))
        allowed.deadline = self.budget.deadline
        before = allowed.steps
        stuck = self.known.stuck.setdefault(keys.signs, {})
        found = find_chain(
            context, goal, allowed, lambda chain: self.linked(chain, sequent) or "the kernel does not have it", left_out, stuck
        )
        self.budget.steps -= before - allowed.steps
        if isinstance(found, Failure):
            if found.cause != "budget" and not any(attempt in left_out for attempt in BY_DEFINITIONS):
                self.known.unchained.add((goal, keys.definitions, keys.signs))
            return None
        return self.closed(*found, effort, leave=True) or ("open" if found[1] else None)

    def linked(self, chain: ChainFound, sequent: Sequent) -> tuple[Node, list[Sequent]] | None:
        """The chain as a node, and the conditions that it leaves; `None` where the kernel does not have it.

        A plain chain leaves none: the kernel is asked about it with the whole tree.
        """
        reasons, lines = self.told(chain.reasons), tuple(replace(line, reasons=self.told(line.reasons)) for line in chain.lines)
        if chain.plain:
            said = Said(used=tuple(n for n in dict.fromkeys(chain.used) if n < len(self.root.hypotheses)))
            return Node("chain", chain.data, (), reasons, lines, said), []
        found = self.apply("chain", chain.data, sequent, reasons)
        return None if found is None else (replace(found[0], lines=lines), found[1])

    def field(self, sequent: Sequent, names: bool = True, waves: bool = False) -> Field:
        """Rational functions in the context of the sequent."""
        return self.known.readings.field(sequent.context, names, waves)

    def given_equations(self, sequent: Sequent, field: Field | None = None) -> Sequence[tuple[Relation, Form]]:
        """Equations between numbers among the hypotheses, as rational functions."""
        if field is None or field is self.field(sequent, field.names, field.waves):
            return self.known.readings.equations(sequent.context, *((field.names, field.waves) if field is not None else ()))
        return read(field, [h.statement for h in sequent.context.hypotheses])

    def prospect(self, sequent: Sequent, equation: Relation) -> Prospect:
        """What is seen of an equation where all given ones hold."""
        key = self.known.contexts.of(sequent.context).facts, equation
        if key not in self.known.prospects:
            field, here = self.field(sequent), self.known.readings.point(sequent.context)
            wanted = self.difference(field, equation)
            if wanted is None:
                self.known.prospects[key] = Prospect(False, False, False, False)
            else:
                fails = here is not None and here.fails(wanted)
                plain = all(_is_made_of_names(field.atoms[k]) for k in occurring(wanted.top))
                self.known.prospects[key] = Prospect(
                    bool(wanted.top == 0), here is not None and not fails, fails and plain, plain
                )
        return self.known.prospects[key]

    def difference(self, field: Field, statement: Relation) -> Form | None:
        return difference(field, statement)

    def combined(self, sequent: Sequent, effort: int) -> Node | None:
        """The goal, an equation, as a combination of given equations: definitions unfolded, or taken as equations, or with
        sines and cosines as exponentials."""
        for names, waves in ((True, False), (False, False), (True, True)):
            if waves and not any(n.head == "fun" and n.data[0] in BY_WAVES for t in terms_of(sequent.goal) for n in t.walk()):
                continue
            field = self.field(sequent, names, waves)
            terms = self._cofactors(sequent, field)
            if terms:
                labels = tuple(self.reason(sequent, g.statement) for g, _ in terms)
                found = self.by("combine", {"terms": terms}, sequent, effort, labels)
                if found is not None:
                    return found
        return None

    def _cofactors(self, sequent: Sequent, field: Field) -> list[tuple[Given, Term]]:
        """Given equations with cofactors of which the goal is the sum; none where none are found."""
        goal = sequent.goal
        assert isinstance(goal, Relation)
        given = self.given_equations(sequent, field)
        wanted = self.difference(field, goal)
        if wanted is None or not given:
            return []
        here = self.known.readings.point(sequent.context, field.names, field.waves)
        if here is not None and here.fails(wanted):
            return []
        try:
            found = cofactors(field, wanted, [form for _, form in given], self.nonzero(sequent), self.surely_nonzero(sequent))
            return [(Given(given[n][0]), field.term(c)) for n, c in found or ()]
        except NoForm:
            return []


NAMES_ALONE = frozenset({"name", "num", "const", "size", "neg", "add", "mul", "div"})
"""Heads of numbers of which the laws of rational functions say all there is to say; i is none, since i² = -1."""


def _is_made_of_names(atom: Term) -> bool:
    """Whether an atom is a name, a constant, or a power of a number that says nothing but by the names in its exponent."""
    is_power = atom.head == "pow" and atom.args[0].head == "num" and bool(free_names(atom.args[1]))
    exponent = atom.args[1] if is_power else atom
    return all(n.head in NAMES_ALONE and n != IMAGINARY for n in exponent.walk())


NOTHING = Hypothesis(Relation("=", num(0), num(0)))


def _is_guarded(statement: Statement) -> bool:
    """Whether it is an equation under a premise."""
    return isinstance(statement.body if isinstance(statement, ForAll) else statement, Implies)


def _is_local(reason: Reason, count: int) -> bool:
    return reason.code == "given_equation" and reason.detail.isdigit() and int(reason.detail) > count


def _named(label: str) -> tuple[Reason, ...]:
    return (Reason("given", label),) if label else ()
