"""What has been read so far of a section: the context of what follows, and what its names are known by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from symproofs.derivation.document import Link
from symproofs.diagnostics import Diagnostic, Span
from symproofs.read.announced_matrices import Announced
from symproofs.read.elaboration import Part
from symproofs.read.hypotheses import generic_indices, hypothesis_of
from symproofs.read.joint_laws import EXCLUDE, called_random, speaks_of_joint_laws, supposes_of_several
from symproofs.read.layout import Written
from symproofs.read.mass_functions import NONE as NO_MASSES
from symproofs.read.mass_functions import Masses
from symproofs.read.prose import Said
from symproofs.read.references import Lefts
from symproofs.read.regimes import without_passages
from symproofs.read.roles import Constraints, defined_in
from symproofs.terms.context import Context, definition_of, only
from symproofs.terms.domain import statement_domain
from symproofs.terms.latex import statement_latex
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, free_names, num


@dataclass(eq=False, repr=False)
class State:
    """What has been read so far of one section.

    `doubtful` is the first hypothesis or definition that could not be read. Inside a block that speaks under a
    condition ("when i = 0") `outside` is the context to return to. `running` are declared indices that stand for
    every member of their range; `unsettled` are names of which something was assumed with an index of which it is not
    said whether it stands for every member. Inside a proof by contradiction `supposed` are its assumptions and `before` is the
    context that they entered. `equation` is the last equation that was written. `told` are names that a declaration has
    spoken of: only these, and names that an equation gives a value, can be taken anew. (`Let y = x + c with x, c ∈ ℝ`
    declares x and c after their first use; they stay what they are.) `spoken`: names that claims or assumptions have spoken of.
    Between the cases of a proof `outside_cases` is the context before the first of them. `facts` are what prose says of
    names that no formula has yet. `problem` is what is to be solved, with its number and the names that nothing was known of
    before it; `problem_unread`: why some of it could not be read.
    `varying` are letters that the text says to vary, with those that they vary with;
    `otherwise` are notations to which it gives a meaning of its own, `letters` those of which it speaks as of another thing.
    `t_is_number`: T is said to be a number; `t_transposes`: something that has no powers carries a T.
    `stale` are names that were defined by letters which the text has taken anew since: they may be meant of either.
    `claims` are those from which hypotheses are obtained, by their places.
    `capitals`: what the text says of its capitals (`announced_matrices.py`).
    `expects`: the text speaks of expectations. `random` are letters that it calls random; `joint`: it may say something of how
    they depend on each other; `chance`: its P is a probability, and `events` are letters that stand for events;
    `masses` are those of probability mass functions.
    `unclear` are letters of which something is said that is not understood, with the words where they are known.
    """

    context: Context = field(default_factory=Context)
    constraints: Constraints = field(default_factory=Constraints)
    lefts: Lefts = field(default_factory=Lefts)
    doubtful: Diagnostic | None = None
    block: int = -1
    outside: Context | None = None
    running: frozenset[str] = frozenset()
    unsettled: dict[str, str] = field(default_factory=dict)
    supposed: tuple[Hypothesis, ...] = ()
    before: Context | None = None
    equation: Relation | None = None
    told: set[str] = field(default_factory=set)
    spoken: set[str] = field(default_factory=set)
    outside_cases: Context | None = None
    facts: dict[str, frozenset[str]] = field(default_factory=dict)
    problem: tuple[Hypothesis, ...] = ()
    problem_number: int = 0
    unknowns: frozenset[str] = frozenset()
    problem_unread: Diagnostic | None = None
    varying: dict[str, frozenset[str]] = field(default_factory=dict)
    otherwise: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()
    t_is_number: bool = False
    t_transposes: bool = False
    unclear: dict[str, str] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    claims: dict[Span, Link] = field(default_factory=dict)
    capitals: Announced = ""
    expects: bool = False
    random: frozenset[str] = frozenset()
    joint: bool = False
    chance: bool = False
    events: frozenset[str] = frozenset()
    masses: Masses = NO_MASSES

    def below(self) -> State:
        """The state in which a section below this one begins."""
        return State(
            self.context,
            self.constraints.copy(),
            doubtful=self.doubtful,
            running=self.running,
            unsettled=dict(self.unsettled),
            told=set(self.told),
            spoken=set(self.spoken),
            facts=dict(self.facts),
            problem=self.problem,
            problem_number=self.problem_number,
            unknowns=self.unknowns,
            problem_unread=self.problem_unread,
            varying=dict(self.varying),
            otherwise=self.otherwise,
            letters=self.letters,
            t_is_number=self.t_is_number,
            t_transposes=self.t_transposes,
            unclear=dict(self.unclear),
            stale=self.stale,
            claims=dict(self.claims),
            capitals=self.capitals,
            expects=self.expects,
            random=self.random,
            joint=self.joint,
            chance=self.chance,
            events=self.events,
            masses=self.masses,
        )

    def hear_of_random(self, facts: Mapping[str, frozenset[str]], formulas: Sequence[Written], text: str) -> None:
        """Take in which letters prose calls random, and whether a text may say how these depend on each other."""
        self.random |= {n for n, said in facts.items() if "random" in said} | called_random(formulas)
        self.joint = self.joint or speaks_of_joint_laws(text, formulas) or supposes_of_several(formulas)
        excluded = EXCLUDE.search(text)
        if excluded is not None:
            self.unclear |= dict.fromkeys(called_random(formulas, events=True), excluded.group(0))

    def hear(self, said: Said, anew: Collection[str] = ()) -> None:
        """Take in of which letters something is said that is not understood; of those taken `anew` only what is said now."""
        before = {name: words for name, words in self.unclear.items() if name not in anew}
        self.unclear = before | {n: said.words_of(n) for n in said.unclear} | dict(said.left.lasting)

    def assume(self, part: Part, label: str, *, stated: bool = False, some: bool = False) -> Hypothesis:
        """A statement enters the context of what follows. `stated`: the text is a list of facts; `some`: it supposes."""
        assert part.statement is not None
        context = self.context.declare(*part.local)
        known = self.constraints.names
        generic = generic_indices(part.statement, part.conditions, context, self.running, known, stated) | set(part.ranged)
        hypothesis = hypothesis_of(part.statement, context, label, part.span, part.conditions, generic, some)
        free = statement_names(hypothesis.statement)
        for index in free - (known - set(self.unsettled.values())) if not stated else ():
            row = context.declarations.get(index)
            if row is not None and row.type.index is not None and row.origin in ("inferred", "assumed"):
                self.unsettled.update(dict.fromkeys(free - {index}, index))
        self.enter(hypothesis)
        return hypothesis

    def enter(self, hypothesis: Hypothesis) -> None:
        self.stale -= {defined_in(hypothesis.statement)}
        self.context = with_sort(self.context, hypothesis.statement)
        self.context = with_property(firm(self.context, hypothesis), hypothesis.statement).assume([hypothesis])
        same = _as_property(hypothesis.statement)
        if same is not None:
            self.context = with_property(self.context, same).assume([replace(hypothesis, statement=same)])
        self.constraints.constrain(hypothesis.statement)

    def suppose(self, hypothesis: Hypothesis, before: Context) -> None:
        """An assumption that is to be contradicted: it holds to the end of the proof."""
        self.before = self.before or before
        self.supposed = (*self.supposed, hypothesis)

    def begin_case(self) -> None:
        """What was assumed in the case before holds no longer."""
        if self.outside_cases is None:
            self.outside_cases = self.context
        else:
            self.end_cases()
            self.outside_cases = self.context

    def end_cases(self) -> None:
        if self.outside_cases is not None:
            kept = self.outside_cases.hypotheses
            self.context, self.outside, self.outside_cases = only(self.context, kept), None, None

    def suppose_instead(self, statement: Statement) -> None:
        """A bound for a letter that contradicts one supposed before takes its place: `suppose x > 0 … suppose x < 0`."""
        bound = _bound(statement)
        if bound is None:
            return
        kept = tuple(h for h in self.context.hypotheses if not _contradict(bound, _bound(h.statement)))
        if len(kept) < len(self.context.hypotheses):
            self.context = replace(self.context, hypotheses=kept)

    def end_passages(self, about: frozenset[str] | None) -> None:
        """Nothing tends to where it did, or nothing of these names."""
        self.context = without_passages(self.context, about)
        self.outside = without_passages(self.outside, about) if self.outside is not None else None

    def end_proof(self) -> None:
        """Nothing that was assumed for contradiction, or follows from it, holds any longer."""
        if self.before is not None:
            self.context, self.before, self.outside, self.supposed = self.before, None, None, ()

    def pose(self, hypothesis: Hypothesis, number: int, known: Collection[str], bounds: Collection[Statement] = ()) -> None:
        """A hypothesis is to be solved: it holds, and has a meaning, to the end of the problem.

        `known`: names of which something was known before; `bounds` are assumed with it.
        """
        asked = statement_domain(hypothesis.statement, self.context.types)
        defined = [Hypothesis(c, "where it is defined", hypothesis.span) for c in asked]
        self.context = self.context.assume(defined)
        bounded = [h for h in self.context.hypotheses if h.statement in bounds]
        self.problem = (*self.problem, hypothesis, *defined, *bounded)
        self.problem_number = number
        self.unknowns |= statement_names(hypothesis.statement) - set(known)
        if self.outside is not None:
            self.outside = self.outside.assume([hypothesis, *defined])

    def end_problem(self) -> None:
        """What was to be solved is assumed no longer, nor what was made of its unknowns."""
        gone, names = set(map(id, self.problem)), self.unknowns
        self.problem, self.problem_number, self.unknowns, self.problem_unread = (), 0, frozenset(), None
        if gone:
            self.context = _without(self.context, gone)
            self.outside = _without(self.outside, gone) if self.outside is not None else None
            self.outside_cases = _without(self.outside_cases, gone) if self.outside_cases is not None else None
            self.renew(names)

    def all_facts(self, facts: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """What prose says of names in a section, with what it said before of names that no formula had then."""
        rows = self.context.declarations
        before = {n: f for n, f in self.facts.items() if n not in rows}
        return {n: facts.get(n, frozenset()) | before.get(n, frozenset()) for n in {**before, **facts}}

    def keep(self, facts: Mapping[str, frozenset[str]]) -> None:
        """What prose says of names without a declaration is kept for the sections below."""
        self.facts.update((n, f) for n, f in facts.items() if n not in self.context.declarations)

    def settled(self) -> frozenset[str]:
        """Names that a new declaration would take anew."""
        values = (h.statement for h in self.context.hypotheses)
        heads = {str(v.left.data[0]) for v in values if isinstance(v, Relation) and v.operator == "=" and v.left.head == "name"}
        return frozenset(self.constraints.names & (self.told | heads))

    def renew(self, names: Collection[str], since: int = 0) -> None:
        """Names are taken anew: every hypothesis about the old ones leaves the context.

        What was said by a name that had a value is kept with that value: after `y = 2x` the y is what it was. Of what was said in
        a paragraph that ends before `since` it may be meant otherwise, `now let $q = 2k$`: nothing is decided of it.
        """
        if not names:
            return
        values: dict[str, Term] = {}
        for h in self.context.hypotheses:
            own = value_of(h.statement)
            if own is not None and own[0] in names and not free_names(own[1]) & set(names):
                values.setdefault(*own)
        kept: list[Hypothesis] = []
        for h in self.context.hypotheses:
            own = value_of(h.statement)
            touched = statement_names(h.statement) & set(names)
            if touched and h.span is not None and h.span.start < since:
                own_name = defined_in(h.statement)
                self.stale |= frozenset() if own_name is None or own_name in names else {own_name}
            if touched and touched <= values.keys() and (own is None or own[0] not in names):
                try:
                    h = replace(h, statement=substitute_statement(h.statement, values))
                except ValueError:  # a quantifier would capture a name of the value
                    continue
                touched = statement_names(h.statement) & set(names)
            if not touched:
                kept.append(h)
        self.context = replace(self.context, hypotheses=tuple(kept))
        self.constraints.forget(names)


def value_of(statement: Statement) -> tuple[str, Term] | None:
    """The name and the term of `x = term`."""
    if isinstance(statement, Relation) and statement.operator == "=" and statement.left.head == "name":
        return str(statement.left.data[0]), statement.right
    return None


def _without(context: Context, gone: Collection[int]) -> Context:
    """The context without hypotheses, by identity."""
    return replace(context, hypotheses=tuple(h for h in context.hypotheses if id(h) not in gone))


def with_sort(context: Context, statement: Statement) -> Context:
    """The context where a name that was taken for real is of the wider sort that a statement says: `z is complex`."""
    if not isinstance(statement, Membership) or statement.subject.head != "name":
        return context
    row = context.declarations.get(str(statement.subject.data[0]))
    if row is None or row.origin not in ("inferred", "assumed") or statement.sort != "complex" or row.type.sort == "complex":
        return context
    return context.declare(replace(row, type=replace(row.type, sort="complex")))


Bound = tuple[Term, str, Fraction]


def _bound(statement: Statement) -> Bound | None:
    """(x, operator, number) of `x > 0`, `x = 1`."""
    if not isinstance(statement, Relation) or statement.left.head != "name" or statement.right.head != "num":
        return None
    return statement.left, statement.operator, Fraction(statement.right.data[0])  # type: ignore[arg-type]


def _contradict(first: Bound, second: Bound | None) -> bool:
    """Whether two bounds of one letter have no value in common."""
    if second is None or first[0] != second[0]:
        return False
    for (_, one, a), (_, other, b) in ((first, second), (second, first)):
        touch = one in (">=", "=") and other in ("<=", "=")
        if one in (">", ">=", "=") and other in ("<", "<=", "=") and (a > b or (a == b and not touch)):
            return True
        if one == "=" and other == "!=" and a == b:
            return True
    return False


def with_property(context: Context, statement: Statement) -> Context:
    """What a hypothesis says of a declared name is a property of the name as long as the hypothesis holds."""
    if not isinstance(statement, Property) or statement.subject.head != "name":
        return context
    row = context.declarations.get(str(statement.subject.data[0]))
    return context if row is None else context.declare(replace(row, properties=row.properties | {statement.name}))


def _as_property(statement: Statement) -> Property | None:
    """det A ≠ 0 says that A is invertible."""
    if not isinstance(statement, Relation) or statement.operator != "!=":
        return None
    for side, other in ((statement.left, statement.right), (statement.right, statement.left)):
        if side.head == "det" and other == num(0):
            return Property("invertible", side.args[0])
    return None


def firm(context: Context, hypothesis: Hypothesis) -> Context:
    """A name that is defined by names of known type has its type from its definition, not from later use."""
    found = definition_of(hypothesis) or _by_entries(hypothesis)
    if found is None:
        return context
    head, parameters, body = found
    row = context.declarations.get(head)
    if row is None or row.origin != "inferred":
        return context
    known = all(
        n in parameters or (n in context.declarations and context.declarations[n].origin in ("given", "document"))
        for n in free_names(body)
    )
    return context.declare(replace(row, origin="document")) if known else context


def _by_entries(hypothesis: Hypothesis) -> tuple[str, tuple[str, ...], Term] | None:
    """(name, indices, body) of `∀ i, j: y_ij = body`, which says what every entry of y is."""
    statement = hypothesis.statement
    if not isinstance(statement, ForAll) or not isinstance(statement.body, Relation) or statement.body.operator != "=":
        return None
    left, body = statement.body.left, statement.body.right
    if left.head != "entry" or any(a.head != "name" for a in left.args):
        return None
    head, *indices = (str(a.data[0]) for a in left.args)
    bound = {n for n, _ in statement.names}
    if set(indices) != bound or len(bound) != len(indices) or head in free_names(body):
        return None
    return head, tuple(indices), body


def under(context: Context, conditions: Collection[Statement], label: str) -> Context:
    """The context where side conditions hold, too: indices that differ by them are distinct."""
    if not conditions:
        return context
    conditions = [part for c in conditions for part in (c.parts if isinstance(c, And) else (c,))]
    pairs = {p for c in conditions for p in _distinct(c, context)}
    return replace(context, distinct=context.distinct | pairs).assume(
        Hypothesis(c, statement_latex(c) if isinstance(c, Tends) else label) for c in conditions
    )


def _distinct(statement: Statement, context: Context) -> set[frozenset[str]]:
    """The pairs of indices that a condition says to differ."""
    if isinstance(statement, And):
        return {p for part in statement.parts for p in _distinct(part, context)}
    if not isinstance(statement, Relation) or statement.operator != "!=":
        return set()
    names = [str(s.data[0]) for s in (statement.left, statement.right) if s.head == "name"]
    rows = [context.declarations.get(n) for n in names]
    if len(names) == 2 and names[0] != names[1] and all(r is not None and r.type.index is not None for r in rows):
        return {frozenset(names)}
    return set()
