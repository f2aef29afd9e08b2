"""The links of a section in order: what each formula says, in which context, and what it adds to what follows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symproofs.derivation.document import Link, Role
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.added_to_arrays import added_to_arrays
from symproofs.read.announced_matrices import announced, announced_matrices
from symproofs.read.behind_givens import behind_givens, in_doubt, is_main_clause
from symproofs.read.branches import has_branches
from symproofs.read.capital_numbers import may_be_matrix
from symproofs.read.captured import names_an_argument
from symproofs.read.claim_labels import is_claimed, may_be_taken
from symproofs.read.claims_in_words import claims_not_read
from symproofs.read.closed_claims import claimed, closed_claim
from symproofs.read.conditional_definitions import with_conditional_definitions
from symproofs.read.conjunctions import Beginning, begins, may_be_assumed, reasons_of, role_behind
from symproofs.read.cue_phrases import is_by_hypothesis
from symproofs.read.decimals import to_the_digits_shown
from symproofs.read.defined_again import defined_again
from symproofs.read.dependence import said_to_vary, varies_along, with_more
from symproofs.read.differentiated import differentiated, other_layouts, two_layouts
from symproofs.read.doubts import CONDITIONAL, made_of_old, name_given_by, problem_of, rests_on, unsettled, unsure
from symproofs.read.elaboration import Conventions, Formula, Part, elaborate_section
from symproofs.read.elaboration.inference import SUMMANDS
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.entrywise import entrywise
from symproofs.read.hypotheses import guarded, hold_too
from symproofs.read.instances import EXAMPLE, goes_on, with_instances
from symproofs.read.intervals_in_words import letters_with_open_ends
from symproofs.read.introduced import call_by_name, depends_on_index, introduced, take
from symproofs.read.joint_laws import joint_law_is_open
from symproofs.read.kinds_not_read import kinds_not_read
from symproofs.read.laws_of_names import laws_said
from symproofs.read.layout import Section, Written
from symproofs.read.letter_e import E_NAME, has_expectations, with_expectations
from symproofs.read.letter_t import is_said_number, must_transpose, power_or_transpose
from symproofs.read.letters_otherwise import letter_means_otherwise, letters_spoken_of
from symproofs.read.mass_functions import with_mass_functions
from symproofs.read.names_above import with_names_above
from symproofs.read.negations import is_excluded
from symproofs.read.of_size_one import only_of_size_one
from symproofs.read.one_hot import one_hot
from symproofs.read.otherwise import with_otherwise
from symproofs.read.own_definitions import defines_notation, notation_defined
from symproofs.read.passes import IN_DOCUMENTS, through
from symproofs.read.phrases import (
    ASSUMPTION,
    CASE,
    COMMA,
    DEFINES,
    DROPPED,
    END_OF_PROOF,
    IN_EVERY_CASE,
    IN_GENERAL_AGAIN,
    LOOKS_BACK,
    OTHERWISE,
    SAYS_OF_NAMES,
    SETS,
    SUPPOSES,
    TURNS_ELSEWHERE,
    is_contradicted,
)
from symproofs.read.premises import Premises, is_open, is_reason, premises
from symproofs.read.probabilities import speaks_of_chance, with_probabilities
from symproofs.read.problems import with_problems
from symproofs.read.prose import (
    Said,
    declared_by_facts,
    declared_in,
    first_places,
    not_yet_said,
    renewed,
    said_of,
    sorts_apart,
    subjects,
    unfounded,
    with_kinds,
)
from symproofs.read.qualifiers import not_understood, with_qualifiers
from symproofs.read.quantified import quantified
from symproofs.read.references import resolve
from symproofs.read.regimes import after_words, along, goes_elsewhere, said_to_go, unread_passage
from symproofs.read.roles import declares, defined_in, head_of, is_news, is_part_of, named_by_a_limit, role_of, undeclared
from symproofs.read.row_biases import row_biases
from symproofs.read.said_otherwise import defined_otherwise, means_otherwise, said_otherwise
from symproofs.read.samples import (
    dependent_groups,
    independence,
    independent_groups,
    independent_in_sentence,
    of_every_pair,
)
from symproofs.read.scopes import Scopes
from symproofs.read.senses import with_senses
from symproofs.read.shadowed import Shadow, completed, shadowed, shadows
from symproofs.read.shapes_not_said import number_for_matrix, shape_not_said
from symproofs.read.signs_spoken_of import is_sign_as_usual
from symproofs.read.state import State, under, value_of
from symproofs.read.stated import ENTERS, enters, not_taken, said_again, stated_hypotheses
from symproofs.read.suppositions import with_suppositions
from symproofs.read.tree import Node
from symproofs.read.where_clauses import NOTHING, Behind, alone, looks_back_to, says_where, where_clauses
from symproofs.read.wording import wording
from symproofs.read.wordy_premises import governs_its_sentence
from symproofs.read.written_members import as_many_as_written
from symproofs.terms.context import Context, only
from symproofs.terms.latex import statement_latex
from symproofs.terms.notation import statement_notation
from symproofs.terms.statement import (
    Exists,
    ForAll,
    Hypothesis,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    statement_names,
)
from symproofs.terms.term import free_names


class Counter:
    """Numbers for chains."""

    def __init__(self) -> None:
        self.current = 0

    def next(self) -> int:
        self.current += 1
        return self.current


def read_section(section: Section, source: Source, state: State, chains: Counter) -> tuple[list[Link], list[Diagnostic]]:
    """The links of a section; its state grows by what the section assumes and defines."""
    state.expects = state.expects or has_expectations(section.text, section.formulas)
    if state.expects and E_NAME not in state.context.declarations:
        section = replace(section, formulas=with_expectations(section.formulas))
    state.chance = state.chance or speaks_of_chance(section.text)
    of_masses, state.masses = with_mass_functions(section.formulas, source.text, state.masses)
    of_chance, state.events = with_probabilities(of_masses, source.text, state.chance, state.events)
    section = replace(section, formulas=of_chance)
    section = replace(section, formulas=with_names_above(section.formulas, state.context, source.text))
    written = through(IN_DOCUMENTS, section.formulas)
    formulas = with_instances(with_senses(written, source), state.context.declarations)
    diagnostics = [d for f in formulas for d in f.diagnostics if d.severity != "error" or f.node is not None]
    said = said_of(formulas)
    state.otherwise |= said_otherwise(section.text)
    state.letters |= letters_spoken_of(section.text)
    state.capitals = announced(section.text, section.path) or state.capitals
    matrices = announced_matrices(formulas, state.capitals, said)
    state.varying = with_more(state.varying, said_to_vary(formulas))
    formulas = with_otherwise(with_conditional_definitions(with_suppositions(formulas, said)))
    formulas = with_qualifiers(with_problems(formulas, state.constraints.names))
    read = _resolved(formulas, state)
    rows = {n: said.facts.get(n, frozenset()) | {"row_bias"} for n in row_biases(formulas)}
    said = replace(said, facts={**said.facts, **rows}) if rows else said
    facts = state.all_facts(with_kinds(said))
    facts |= {n: facts.get(n, frozenset()) | {"shape:matrix"} for n in matrices}
    state.hear_of_random(facts, section.formulas, source.text)
    conventions = Conventions(facts=facts, since=first_places(said))
    reading = elaborate_section([f for _, f in read], state.context, conventions)
    state.context = declared_by_facts(reading.context, said.facts, "document")
    state.otherwise |= {n for f in formulas if (n := defined_otherwise(f, state.context)) is not None}
    state.keep(with_kinds(said))
    taken = one_hot(section.formulas, state.context)
    state.context = taken.context.assume(taken.hypotheses)
    said_so = [p.statement for r in reading.readings for p in r.parts if p.statement is not None]
    state.context = state.context.assume(as_many_as_written(said_so, state.context))
    state.t_is_number |= is_said_number(state.all_facts(with_kinds(said)), reading.signs, state.letters)
    state.t_transposes |= must_transpose(said_so, state.context, source)
    laws = laws_said(section.formulas)
    unclear = not_taken(said, formulas, state.context) | taken.unclear | laws.keys() | letters_with_open_ends(formulas)
    if state.capitals == "hinted":
        unclear |= matrices
    said = replace(said, unclear=unclear, quoted={**said.quoted, **laws})
    state.hear(said, {n for f in formulas for n in declared_in(f)})
    diagnostics.extend(taken.notes)
    state.running = state.running | reading.running
    diagnostics.extend(reading.diagnostics)
    parts = {id(w): r.parts for (w, _), r in zip(read, reading.readings, strict=True)}
    twice = {**sorts_apart(said, formulas, state.context), **reading.twice}
    diagnostics.extend(twice.values())
    twice = {**kinds_not_read(formulas, state.context), **twice}
    doubted = said.doubted | unfounded(said, state.context)
    said = replace(said, signs=_since(reading.signs, formulas), premises=_premises(formulas), doubted=doubted)
    everything = quantified(formulas)
    scopes = Scopes.of(formulas, reading.signs)
    letters = shadows(formulas, reading.signs)
    reader = SectionReader(section, source, state, chains, said, twice, letters, everything, scopes, premises(formulas))
    reader.claims_not_read = claims_not_read(formulas, source)
    for k, formula in enumerate(formulas):
        reader.place = k
        reader.arrive(formula)
        if formula.node is None:
            reader.unread(formula)
        elif formula.unaccounted or reader.means_another(formula):
            reader.not_taken(formula)
        elif reader.defines_function_again(formula, parts[id(formula)]):
            reader.not_taken(replace(formula, some=reader.again))
        elif again := reader.defines_again(formula, parts[id(formula)]):
            state.renew(again, reader.paragraph)
            reader.not_taken(replace(formula, some=again))
        else:
            reader.read(formula, parts[id(formula)])
        reader.leave(formula)
    if any(f.solves for f in formulas):
        state.end_problem()
    state.context, state.outside = state.outside or state.context, None  # what a sentence says ends with the section
    state.context = scopes.at_the_end(state.context)
    return reader.links, diagnostics + reader.diagnostics


def _resolved(formulas: Sequence[Written], state: State) -> list[tuple[Written, Formula]]:
    """The formulas that could be read, references replaced; nothing continues one that could not."""
    read: list[tuple[Written, Formula]] = []
    gap = False
    for formula in formulas:
        if formula.node is None or formula.unaccounted:
            state.lefts.end = state.lefts.alone = None
        else:
            read.append((formula, _as_formula(formula, resolve(formula, state.lefts), gap)))
        gap = formula.node is None or formula.unaccounted != ""
    return read


def _as_formula(formula: Written, node: Node, gap: bool) -> Formula:
    in_words = SUPPOSES.search(formula.lead) is not None or CASE.search(formula.lead) is not None
    passing = formula.cue == "condition"
    conditional = node.kind == "Cond" and node.value != "for"  # `y > 0 if x > 0` says of neither that it is so
    supposes = formula.case or passing or in_words or conditional or _is_for_now(formula)
    return Formula(node, declares=declares(formula), after_gap=gap, supposes=supposes, passing=passing)


def _premises(formulas: Sequence[Written]) -> frozenset[Span]:
    """The formulas right before one that begins with an arrow."""
    return frozenset(
        first.span
        for first, second in pairwise(formulas)
        if second.node is not None and second.node.kind in ("Implies", "Iff") and second.node.children[:1] and _is_empty(second)
    )


def _is_empty(formula: Written) -> bool:
    return formula.node is not None and formula.node.children[0].kind == "Empty"


def _since(signs: Sequence[tuple[str, str, Span]], formulas: Sequence[Written]) -> dict[tuple[str, str], tuple[int, int]]:
    """From which block and place on a sign is said of a name: from its sentence on, or from the block before (`where …`)."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for k, formula in enumerate(formulas):
        for name, fact, span in signs:
            if not formula.span.contains(span):
                continue
            first = k
            while first and not formulas[first].starts_sentence and formulas[first - 1].block == formula.block:
                first -= 1
            back = LOOKS_BACK.search(formula.lead) is not None
            place = (formula.block - 1, 0) if back else (formula.block, formulas[first].span.start)
            found[name, fact] = min(place, found.get((name, fact), place))
    return found


class SectionReader:
    """Reads the formulas of a section in order."""

    def __init__(
        self,
        section: Section,
        source: Source,
        state: State,
        chains: Counter,
        said: Said,
        twice: Mapping[str, Diagnostic],
        letters: Sequence[Shadow] = (),
        everything: Mapping[Span, frozenset[str]] | None = None,
        scopes: Scopes | None = None,
        premises: Premises | None = None,
    ) -> None:
        self.section = " / ".join(section.path)
        self.source = source
        self.state = state
        self.chains = chains
        self.said = said
        self.twice = dict(twice)
        self.letters = letters
        self.independent = independent_groups(section.formulas)
        self.dependent = dependent_groups(section.formulas)
        self.independent_here = independent_in_sentence(section.formulas)
        self.behind_givens = behind_givens(section.formulas)
        self.where_clauses = where_clauses(section.formulas)
        self.looks_back_to = looks_back_to(section.formulas)
        self.claims_not_read: Mapping[Span, Diagnostic] = {}
        """What is claimed of formulas in words that are not read."""
        self.completed = {f.span: completed(section.formulas, k) for k, f in enumerate(section.formulas)}
        self.everything = everything or {}
        self.scopes = scopes or Scopes.of((), ())
        self.place = 0
        """The number of the formula that is being read."""
        self.premises = premises or {}
        self.reasons: tuple[Hypothesis, ...] = ()
        """What the sentence has given as reasons so far."""
        self.links: list[Link] = []
        self.diagnostics: list[Diagnostic] = []
        self.sentence = 0
        """Where the sentence begins that is being read."""
        self.block, self.paragraph = -1, 0
        """The paragraph that is being read, and where it begins."""
        self.introduced: frozenset[str] = frozenset()
        self.for_all: frozenset[str] = frozenset()
        """Letters of which the sentence so far says something for all values: no equation gives them one."""
        """Names that the section has let be something, whatever it was."""
        self.brought: frozenset[str] = frozenset()
        """Names that equations brought in, of which nothing else is said."""
        self.name_before: str | None = None
        """The name that the formula before was, in the same sentence."""
        self.passage_unread = False
        """Whether the sentence has said where something goes in a way that could not be read."""
        self.supposed: list[Hypothesis] = []
        """What the section has supposed so far."""
        self.supposing = 0
        """Where the last sentence begins that supposes something."""
        self.heard = ""
        """The words behind the formula before."""
        self.contradicted: frozenset[str] = frozenset()
        """Letters of which something was supposed that a contradiction may have ended."""
        self.clause_of: dict[str, int] = {}
        """The clause in which a letter was said to stand for some value."""
        self.branch_roles: dict[Span, Role] = {}
        """What the text does with what it says by cases."""
        self.beginning: Beginning = "claims"
        self.begun: Statement | None = None
        """The first link of a chain, and what it does."""
        self.again: frozenset[str] = frozenset()
        """The function that was defined again last."""
        self.after_case = -1
        """The block in which a sentence that may go on with the case of the one before it is being read."""

    def unread(self, formula: Written) -> None:
        problem = next((d for d in formula.diagnostics if d.severity == "error"), None) or Diagnostic(
            "unread", "this formula could not be read", formula.span
        )
        text = self.source.slice(formula.span)
        self.links.append(Link("", formula.span, text, "", "unread", self.chains.next(), section=self.section, problem=problem))
        if declares(formula):
            self.state.doubtful = self.state.doubtful or problem

    def means_another(self, formula: Written) -> bool:
        """Whether a letter that is said to stand for some value stands for another one already."""
        if not formula.some or formula.cue in ("conclude", "goal"):
            return False
        said = (h.statement for h in self.state.context.hypotheses if not isinstance(h.statement, (Membership, Property)))
        known = {n for statement in said for n in statement_names(statement)}
        if any(n in known and self.clause_of.get(n) != formula.clause for n in formula.some):
            return True
        self.clause_of.update(dict.fromkeys(formula.some, formula.clause))
        return False

    def defines_again(self, formula: Written, parts: Sequence[Part]) -> frozenset[str]:
        """The name that `let Q = …` gives a value to which has another one of the same letters: it may be a new Q."""
        said = parts[0].statement if len(parts) == 1 and parts[0].problem is None else None
        own = value_of(said) if said is not None else None
        if own is None or formula.cue not in ("assume", "define") or DEFINES.search(formula.before) is None or renewed(formula):
            return frozenset()
        old = [v[1] for h in self.state.context.hypotheses if (v := value_of(h.statement)) is not None and v[0] == own[0]]
        letters = free_names(own[1])
        again = any(letters and letters <= free_names(v) for v in old) and all(v != own[1] for v in old)
        return frozenset({own[0]}) if again else frozenset()

    def defines_function_again(self, formula: Written, parts: Sequence[Part]) -> bool:
        """Whether a function gets another value of which it is not clear that it takes the place of the old one.

        Nothing of the old one holds from here on, however that is.
        """
        state = self.state
        if len(parts) != 1:
            return False
        found = defined_again(parts[0], formula, state.context, state.constraints, lambda h: self.scopes.has_left(h, self.place))
        if found is None:
            return False
        self.again = frozenset({found[0]})
        self.state.renew(self.again, self.paragraph)
        return found[1] == "unclear"

    def leave(self, formula: Written) -> None:
        """What the text says behind a formula may end what was supposed in order to be contradicted."""
        words = f"{formula.after}.{formula.closing}."
        self._contradict(words)
        self.heard = formula.after
        if DROPPED.search(words):
            self._drop_supposed()

    def _contradict(self, words: str) -> None:
        """Words that end what was supposed in order to be contradicted: that alone, where the text says which it was.

        Else it is the last one; the others may be meant to hold or not.
        """
        if not (is_contradicted(words) or TURNS_ELSEWHERE.search(words)):
            return
        if self.state.before is not None:
            self.state.end_proof()
            kept = set(map(id, self.state.context.hypotheses))
            self.supposed = [h for h in self.supposed if id(h) in kept]
            return
        others = [h for h in self.supposed if h.span is not None and h.span.start < self.supposing]
        self.contradicted |= {n for h in others for n in statement_names(h.statement)}
        self._drop_supposed()

    def _drop_supposed(self) -> None:
        """What was supposed in this section is supposed no longer."""
        state = self.state
        gone, self.supposed = set(map(id, self.supposed)), []
        if gone:
            state.context = only(state.context, [h for h in state.context.hypotheses if id(h) not in gone])

    def not_taken(self, formula: Written) -> None:
        """A formula whose words are not understood is neither judged nor assumed; what was to be assumed leaves a doubt."""
        assert formula.node is not None
        problem = not_understood(formula)
        shown = self.source.slice(formula.span)
        self.links.append(Link("", formula.span, shown, "", "claim", self.chains.next(), section=self.section, problem=problem))
        supposed = ASSUMPTION.search(formula.lead) is not None or SUPPOSES.search(formula.lead) is not None
        supposed = supposed and not governs_its_sentence(formula.lead)
        if declares(formula) or formula.cue == "condition" or supposed:
            self.state.doubtful = self.state.doubtful or problem
        self.state.constraints.note_unread(formula.node)
        names = {n for part in formula.node.walk() if (n := name_of(part)) is not None}
        self._bring_in(frozenset(names) - self.state.constraints.names - self.state.spoken)  # `$Aw = w$ for some $w$`, not read
        self.state.constraints.names |= names  # what is said of them later is no definition
        self.state.constraints.fixed |= names

    def arrive(self, formula: Written) -> None:
        """What the words before a formula end: an argument by contradiction, a case, what was said of one sentence."""
        state = self.state
        if formula.node is not None and formula.cue in ("assume", "define") and not is_statement(formula.node):
            state.constraints.spoken.update(subjects(formula.node))
        if formula.starts_sentence:
            self.sentence, self.for_all = formula.span.start, frozenset()
        if formula.block != self.block:
            self.block, self.paragraph = formula.block, formula.span.start
        if formula.problem not in (0, state.problem_number):
            state.end_problem()
        self._contradict(formula.before.removeprefix(self.heard.rstrip()))
        if DROPPED.search(formula.before) or IN_GENERAL_AGAIN.search(formula.before):
            self._drop_supposed()
        if formula.case or CASE.search(formula.before):
            state.begin_case()
        elif IN_EVERY_CASE.search(formula.before):
            state.end_cases()
        if formula.continues and (formula.block <= state.block + 1 or _GOES_ON_WITH.match(formula.lead)):
            state.block = formula.block
        elif formula.block != state.block or (formula.starts_sentence and not formula.item):
            near = formula.block == state.block or formula.continues
            in_case = near and (state.outside is not None or self.after_case == formula.block)
            self.after_case = formula.block if in_case and goes_on(formula.lead) else -1
            state.block, state.context, state.outside = formula.block, state.outside or state.context, None
        if OTHERWISE.search(formula.before):
            self._drop_supposed()
            self.after_case = formula.block

    def read(self, formula: Written, parts: Sequence[Part]) -> None:
        state = self.state
        state.constraints.forget(self._valued_again(formula, parts))
        if formula.starts_sentence:
            self.reasons = ()
        if (drawn := self.premises.get(formula.span)) and is_open(drawn, state.constraints, state.context):
            formula = replace(formula, cue="condition")
        if is_main_clause(formula, parts, self.behind_givens, state.constraints):
            formula = replace(formula, cue="conclude", lead="")
            state.doubtful = state.doubtful or in_doubt(parts, state.constraints)
        state.renew(self._set_again(formula, parts), self.paragraph)
        state.renew(renewed(formula) & state.settled() - self.completed.get(formula.span, frozenset()), self.paragraph)
        self._follow_words(formula, parts)
        closed = closed_claim(formula, parts, state)
        if closed is not None:
            statement, context = closed
            self._add(parts[0], formula, "claim", context, replace(parts[0], statement=statement, span=formula.span))
        else:
            for part in parts:
                self._part(part, formula)
        state.told |= declared_in(formula)
        if declares(formula) and formula.node is not None:
            state.spoken |= {n for node in formula.node.walk() if (n := name_of(node)) is not None}
            self.introduced |= alone(formula.node)
        if formula.cue == "quantify":
            self.for_all |= frozenset(subjects(formula.node))
        self._no_longer_independent(formula)
        self._claimed_in_words(formula, parts)
        if enters(formula):
            for hypothesis in stated_hypotheses(self.said, formula, state.context, self.source):
                if formula.cue == "condition":
                    state.outside = state.outside or state.context
                state.enter(hypothesis)
                self._look_back(hypothesis, self.sentence)  # `… for every unit vector $k$`
        if formula.cue in ENTERS or formula.span in self.independent_here:
            self._independent(formula)
        if END_OF_PROOF.search(formula.after) or any(p.kind == "text" and END_OF_PROOF.fullmatch(p.text) for p in parts):
            state.end_proof()

    def _set_again(self, formula: Written, parts: Sequence[Part]) -> frozenset[str]:
        """The name that `set $y = 2$` gives a value to which had another one: it is a new y from here on."""
        own = value_of(parts[0].statement) if len(parts) == 1 and parts[0].statement is not None else None
        if own is None or formula.cue != "define" or SETS.match(formula.lead) is None or own[0] in free_names(own[1]):
            return frozenset()
        had = {v for h in self.state.context.hypotheses if (v := value_of(h.statement)) is not None}
        return frozenset({own[0]} if any(n == own[0] and value != own[1] for n, value in had) else ())

    def _claimed_in_words(self, formula: Written, parts: Sequence[Part]) -> None:
        """What the words behind a formula claim of it: as a statement where they are understood, else as words."""
        if formula.cue != "conclude" or formula.node is None or said_again(self.said, formula, self.state.context):
            return
        said = list(stated_hypotheses(self.said, formula, self.state.context, self.source))
        problem = self.claims_not_read.get(formula.span)
        for hypothesis in said:
            node = Node("Has", formula.span, (formula.node,), "stated")
            part = replace(parts[0], node=node, statement=hypothesis.statement, span=formula.span, kind="statement")
            self._add(part, formula, "claim", self._context(part, formula), part)
        if problem is not None and not said:
            shown = self.source.slice(formula.span)
            self.links.append(
                Link("", formula.span, shown, "", "claim", self.chains.next(), section=self.section, problem=problem)
            )

    def _valued_again(self, formula: Written, parts: Sequence[Part]) -> frozenset[str]:
        """The name that `take $x = 3$` gives a value to, where the text has left the value that it had."""
        own = value_of(parts[0].statement) if len(parts) == 1 and parts[0].statement is not None else None
        if own is None or formula.cue not in ("assume", "define"):
            return frozenset()
        left = self.scopes.hide(self.state.context, self.place).context.hypotheses
        values = {v[0] for h in self.state.context.hypotheses if h not in left and (v := value_of(h.statement)) is not None}
        still = {v[0] for h in left if (v := value_of(h.statement)) is not None}
        return frozenset({own[0]} & values - still)

    def _independent(self, formula: Written) -> None:
        """What the formula's names are assumed to be: independent of one another."""
        group = independence(self.independent.get(formula.span, ()), self.state.context, self.state.events)
        said = tuple(replace(h, span=formula.span) for h in group)
        if said and (formula.cue == "condition" or formula.span in self.independent_here):
            self.state.outside = self.state.outside or self.state.context
        if SUPPOSES.search(formula.lead):
            self.supposed.extend(said)
        self.state.context = self.state.context.assume(said)

    def _no_longer_independent(self, formula: Written) -> None:
        """What was assumed of names that are said to depend on each other holds no longer."""
        gone = {h.statement for h in independence(self.dependent.get(formula.span, ()), self.state.context, self.state.events)}
        if gone:
            kept = tuple(h for h in self.state.context.hypotheses if h.statement not in gone)
            self.state.context = replace(self.state.context, hypotheses=kept)

    def _follow_words(self, formula: Written, parts: Sequence[Part]) -> None:
        """Words that say where a name goes end a passage in which it goes elsewhere."""
        node = formula.node
        name = name_of(node) if node is not None and len(parts) == 1 and parts[0].kind == "expression" else None
        if formula.starts_sentence:
            self.name_before, self.passage_unread = None, False
        said = said_to_go(formula.before, self.source.slice(formula.span), name, self.name_before)
        if said is not None:
            self.state.context = after_words(self.state.context, *said)
        self.name_before = name

    def _is_what_is_said_of_all(self, part: Part, formula: Written) -> bool:
        """`For all $x$, $y$ with $y > 0$, $x = y$.`: the equation that ends such a sentence is what it says."""
        statement = part.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or head_of(statement.left) not in self.for_all:
            return False
        if COMMA.fullmatch(formula.before) is None or ASSUMPTION.search(formula.lead) or formula.cue not in ("define", "assume"):
            return False
        around = self.scopes.formulas[max(0, self.place - 1) : self.place + 2]
        before, following = around[:1], around[2:]
        if not before or before[0].node is None or before[0].node.value == ("=",):
            return False  # `with $x = 2$, $y = 3$`
        return not following or following[0].starts_sentence or following[0].block != formula.block

    def _part(self, part: Part, formula: Written) -> None:
        """What one part of a formula says: a link, and perhaps something that holds from here on."""
        if part.kind in ("expression", "text") and (part.problem is None or is_sign_as_usual(formula)):
            return
        state = self.state
        part = to_the_digits_shown(differentiated(entrywise(part, state.context), state.context))
        behind = self.where_clauses.get(formula.span, NOTHING) | Behind(self.for_all)
        if formula.cue in ("conclude", "cite"):
            behind |= Behind(self.introduced)  # `let $A$ be nilpotent; then $A = 0$` gives no value to A
        passes = isinstance(part.statement, Tends)  # a passage that the text has left may be spoken of again
        there = self.scopes.hide(state.context, self.place).context if passes else state.context
        role = role_of(part, formula, state.constraints, there, behind)
        if role in ("hypothesis", "definition") and self._is_what_is_said_of_all(part, formula):
            role = "claim"
        if part.continues:
            role = role_behind(self.beginning, self.begun, part, role, state.constraints, state.context)
            state.doubtful = state.doubtful or may_be_assumed(self.beginning, self.begun, part, role, state.constraints)
        else:
            self.beginning, self.begun = begins(part, role, formula, state.constraints), part.statement
        if part.conditions and has_branches(formula.node):
            role = self.branch_roles.setdefault(formula.span, role)  # one statement, case by case
        own = defines_notation(part, formula, role, self._context(part, formula))
        if own is not None:
            self._defined_otherwise(part, formula, own)
            return
        if role == "hypothesis" and self.passage_unread and isinstance(part.statement, Tends):
            role = "claim"  # it may be what is said to follow
        before = state.context
        new = introduced(part.statement, state) if role == "claim" and part.statement is not None else ()
        recalls = role == "claim" and is_by_hypothesis(formula.before)
        if recalls and part.statement is not None and is_news(part.statement, state.constraints, state.context):
            words = formula.before.strip(" .,，。")  # nothing that was read says so
            state.unclear |= dict.fromkeys(statement_names(part.statement), words)
        if role == "claim" and isinstance(part.statement, Relation) and is_part_of(part.statement.left, state.constraints.spoken):
            self._bring_in(free_names(part.statement.left))
        if role == "claim" and not new:
            self._bring_in(_brought_in(part, state, formula) - behind.spoken)
            self._claimed_by_label(part, formula)
        if new:
            assert part.statement is not None
            self._add(part, formula, role, self._context(part, formula), replace(part, statement=Exists(new, part.statement)))
            take(new, part.statement, state, self.source.slice(part.span).strip(), self.links[-1])
            return
        self._add(part, formula, role, self._context(part, formula), part)
        if role == "claim" and part.statement is not None and part.problem is None and is_reason(formula):
            said = self._text(part, part.span).strip()
            self.reasons = (*self.reasons, *reasons_of(part.statement, state.constraints, said, part.span))
        named = named_by_a_limit(part, state.constraints, there) if role == "recall" else None
        if named is not None:
            text = Message("what {} is, a limit says, which is not followed further yet", named)
            self.twice.setdefault(named, Diagnostic("not-supported", text, part.span))
        if role not in ("recall", "goal") and isinstance(part.statement, Relation) and part.statement.operator == "=":
            state.equation = part.statement
        note = depends_on_index(part, state) if role == "claim" else None
        if role == "definition" and formula.cue == "conclude":
            note = _by_reading(part)
        if note is not None:
            self.diagnostics.append(note)
        if part.problem is not None and part.relation == "in":
            self.twice.update(
                {n: part.problem for n in subjects(part.node) if n not in self.twice}
            )  # it is not known what they are
        if part.problem is not None and formula.cue in ("assume", "define", "contradiction", "condition"):
            state.doubtful = state.doubtful or part.problem
            state.constraints.note_unread(part.node)
        if part.problem is not None and part.sign_span in formula.poses:
            state.problem_number, state.problem_unread = formula.problem, part.problem
        self.passage_unread = self.passage_unread or unread_passage(part)
        if unread_passage(part) or (role == "hypothesis" and part.statement and goes_elsewhere(part.statement, state.context)):
            state.end_passages(None if part.statement is None else statement_names(part.statement))
        if role in ("definition", "hypothesis") and part.problem is None and self.links[-1].problem is not None:
            self._not_assumed(part, self.links[-1].problem)
            return
        if part.problem is None and part.statement is not None and role in ("definition", "hypothesis"):
            if formula.cue == "condition":
                state.outside = state.outside or state.context
            some = SUPPOSES.search(formula.lead) is not None
            if SUPPOSES.search(formula.lead) and formula.cue != "condition":
                state.suppose_instead(part.statement)
            whole = formula.turned or part.continues
            label = statement_latex(part.statement) if whole else self._text(part, part.span).strip()
            known = state.constraints.names.copy()
            both = hold_too(part.statement, part.conditions, formula.node, state.context, role == "definition")
            assumed = replace(part, conditions=() if both else part.conditions)
            hypothesis = state.assume(assumed, label, some=some)
            pairs = of_every_pair(hypothesis.statement, state.context)
            if pairs is not None:
                state.context = state.context.assume([Hypothesis(pairs, label, part.span)])
            for bound in both:
                state.enter(Hypothesis(bound, statement_latex(bound), part.span))
            if part.sign_span in formula.poses:
                state.pose(hypothesis, formula.problem, known, both)
            if SUPPOSES.search(formula.lead) or _is_for_now(formula):
                self.supposing = self.sentence
                self.supposed.extend(h for h in state.context.hypotheses[len(before.hypotheses) :] if h not in before.hypotheses)
            if formula.cue == "contradiction":
                state.suppose(hypothesis, before)
            if says_where(formula) or (formula.cue == "cite" and not formula.starts_sentence):
                self._look_back(hypothesis, self.looks_back_to.get(formula.span, self.sentence))
        if role in ("claim", "hypothesis") and isinstance(part.statement, Exists) and part.problem is None:
            claim = self.links[-1] if role == "claim" else None
            unclear = call_by_name(part.statement, state, self.source.slice(part.span).strip(), claim)
            self.said = replace(self.said, unclear=self.said.unclear | unclear)

    def _claimed_by_label(self, part: Part, formula: Written) -> None:
        """What a label claims of a name is not its definition when it is said again."""
        if part.statement is None or part.continues or not is_claimed(formula, part.statement):
            return
        head = defined_in(part.statement)
        known = self.state.constraints.names
        if head is not None and head not in known and undeclared(head, self.state.context):
            taken = may_be_taken(formula, part.statement) or statement_names(part.statement) != {head}
            self._bring_in(frozenset({head} if taken else ()))
        self.state.constraints.names |= statement_names(part.statement)

    def _bring_in(self, names: frozenset[str]) -> None:
        """From here on nothing is refuted of names that an equation brings in."""
        self.brought |= names - self.said.unclear
        self.said = replace(self.said, unclear=self.said.unclear | names)

    def _not_assumed(self, part: Part, problem: Diagnostic) -> None:
        """What is not understood is no hypothesis; nothing is decided of what it defines, and nothing refuted."""
        assert part.statement is not None
        self.state.doubtful = self.state.doubtful or problem
        self.state.constraints.note_unread(part.node)
        head = name_given_by(part.statement)
        if head is not None:
            self.twice.setdefault(head, problem)

    def _defined_otherwise(self, part: Part, formula: Written, problem: Diagnostic) -> None:
        """A notation has a meaning of its own from here on; what says so is no hypothesis about its usual one."""
        state, notation = self.state, notation_defined(part)
        state.otherwise |= {notation} if notation is not None else frozenset()
        state.letters |= {notation} if notation is not None else frozenset()
        part = replace(part, problem=problem)
        self._add(part, formula, "claim", self._context(part, formula), part)

    def _context(self, part: Part, formula: Written) -> Context:
        """The context in which a part is judged: with its own indices and side conditions."""
        context = not_yet_said(self.state.context, self.said, formula.block, formula.span.start)
        context = shadowed(context, self.letters, formula.span.start)
        context = self.scopes.hide(context, self.place).context
        context = _without_bound(context.declare(*part.local) if part.local else context, part.statement)
        if formula.unconditional:
            context = replace(context, hypotheses=tuple(h for h in context.hypotheses if h not in self.state.problem))
        return under(context, part.conditions, "side condition")

    def _left_behind(self, part: Part, context: Context) -> Diagnostic | None:
        """What the text has left of that which was supposed of names in a part: it may be meant to hold."""
        if part.statement is None:
            return None
        hidden = self.scopes.hide(self.state.context, self.place)
        return replace(hidden, letters=hidden.letters | self.contradicted).doubt(rests_on(part.statement, context))

    def _text(self, part: Part, span: Span) -> str:
        """What is shown of a part: as it is written; what prose says of an expression as a formula."""
        if part.statement is not None and (part.node.kind == "Has" or part.node.signs == (part.node.span,)):
            return statement_latex(part.statement)
        return _as_one_formula(self.source.slice(span))

    def _declared_twice(self, part: Part) -> Diagnostic | None:
        """What keeps a part from having one meaning: the section gives two types to a name in it."""
        if part.kind == "declaration":
            return next((d for d in self.twice.values() if d.span and part.span.contains(d.span)), None)
        names = statement_names(part.statement) if part.statement is not None else frozenset()
        return next((self.twice[n] for n in sorted(names) if n in self.twice), None)

    def _another_meaning(self, part: Part, role: Role, context: Context) -> Diagnostic | None:
        """What keeps a part from being decided: a letter in it is said to vary, a notation to mean something of its own."""
        state, statement = self.state, part.statement
        return (
            means_otherwise(statement, state.otherwise, context, part.span)
            or letter_means_otherwise(statement, state.letters, context, part.span)
            or varies_along(statement, state.varying, context, part.span)
            or only_of_size_one(statement, part.span)
            or (role == "claim" and made_of_old(part, state, context))
            or (state.t_is_number > state.t_transposes and power_or_transpose(statement, context, self.source, part.span))
            or (role == "claim" and may_be_matrix(statement, context, part.span))
            or (role == "claim" and shape_not_said(part, context))
            or number_for_matrix(part, context)
            or (role in ("definition", "hypothesis") and names_an_argument(statement, part.span))
            or None
        )

    def _of_rows(self, problem: Diagnostic | None) -> Diagnostic | None:
        """Shapes that clash by reading vectors as columns, or sums as no broadcasts, where the text says otherwise."""
        said = self.state.otherwise
        if problem is None or problem.code != "shape-conflict":
            return problem
        if "x^\\top" in said or ("A + b" in said and str(problem.message).startswith(SUMMANDS)):
            return replace(problem, code="shape-conflict-inferred", severity="warning")
        return problem

    def _look_back(self, hypothesis: Hypothesis, since: int) -> None:
        """What `where …` says holds for the formulas of its sentence before it, too, where they speak of the same names."""
        names = statement_names(hypothesis.statement)
        for k, link in enumerate(self.links):
            speaks = link.statement is not None and link.role == "claim" and link.span.start >= since
            if speaks and link.statement is not None and rests_on(link.statement, link.context) & names:
                self.links[k] = replace(link, context=link.context.assume([hypothesis]))

    def _add(self, part: Part, formula: Written, role: Role, context: Context, shown: Part) -> None:
        """A link for a part of a formula; `shown` is the part with the statement that it makes where it stands."""
        source, state = self.source, self.state
        number = self.chains.current if part.continues else self.chains.next()
        span = shown.span
        problem = problem_of(part, context)
        readings = added_to_arrays(shown, problem, context) or (shown,)
        self.links.append(
            Link(
                id="",
                span=span,
                latex=_branch(shown, formula) or self._text(shown, _latex_span(shown, formula, span)),
                relation=part.relation or "",
                role=role,
                chain=number,
                statement=shown.statement,
                context=context,
                read_as=_read_as(shown, context),
                left_latex=source.slice(part.left_span) if part.left_span else "",
                right_latex=source.slice(part.right_span) if part.right_span else "",
                section=self.section,
                problem=self._of_rows(problem) or self._declared_twice(part) or self._another_meaning(part, role, context),
                assumed=part.assumed,
                doubtful=state.doubtful
                or state.problem_unread
                or (CONDITIONAL if formula.block == self.after_case else None)
                or self._left_behind(part, context)
                or unsure(readings[0], formula, self.said, context, state.unclear, self.brought)
                or unsettled(readings[0], state, context)
                or next((found for p in readings if (found := two_layouts(p, context)) is not None), None),
                otherwise=(
                    *(p.statement for p in readings if p is not shown and p.statement is not None),
                    *(s for p in readings for s in other_layouts(p, context)),
                ),
                by_contradiction=any(h in context.hypotheses for h in state.supposed),
                supposed=state.supposed,
                reasons=() if is_reason(formula) else self.reasons,
                everything=self.everything.get(formula.span, frozenset()),
                said=claimed(self.links, state) if state.supposed else (),
                along=frozenset(along(shown.statement, context)),
                coupled=_law_is_open(shown.statement, context, state),
                excluded=role == "hypothesis" and is_excluded(formula),
                obtained=tuple(state.claims[at] for at in dict.fromkeys(h.claim for h in context.hypotheses) if at is not None),
            )
        )


def _without_bound(context: Context, statement: Statement | None) -> Context:
    """The context without those names of which nothing is said and that stand in the statement as quantified ones only."""
    bound = {n for n, _ in statement.names} if isinstance(statement, ForAll) else set()
    bound -= {n for h in context.hypotheses for n in statement_names(h.statement)}
    bound -= statement_names(statement) if statement is not None else set()
    if bound.isdisjoint(context.declarations) or any(bound & set(pair) for pair in context.distinct):
        return context
    return replace(context, declarations={n: row for n, row in context.declarations.items() if n not in bound})


def _law_is_open(statement: Statement | None, context: Context, state: State) -> bool:
    """Whether the text says of the random names of a statement that they are random, and nothing of their joint law."""
    if statement is None or state.joint or not state.random:
        return False
    return joint_law_is_open(rests_on(statement, context), context, state.random)


_FOR_NOW = wording(r"\s*(?:的情[形况]|for (?:now|the moment|the time being)\b)", re.IGNORECASE)
_ONE_CASE = wording(r"\b(?:the|this|that|a) (?:\w+ )?case\s*(?:where|that|in which|of)?\s*$", re.IGNORECASE)
"""Around what is taken for one of several cases, or for a while."""


def _is_for_now(formula: Written) -> bool:
    """Whether something is assumed in an example, in one of several cases, or for a while: the text may drop it."""
    one_case = _ONE_CASE.search(formula.before) is not None
    return one_case or EXAMPLE.search(formula.lead) is not None or _FOR_NOW.match(formula.after) is not None


_GOES_ON_WITH = wording(r"^\s*(?:and|or|but|where|with|以及|且|并且|和|或|其中)\b", re.IGNORECASE)
"""The sentence of the block before goes on behind a line of its own."""


def _branch(part: Part, formula: Written) -> str:
    """One of several cases, which stands in no place of its own with both of its sides."""
    if part.statement is None or not part.conditions or not has_branches(formula.node):
        return ""
    return statement_latex(guarded(part.statement, part.conditions))


def _as_one_formula(text: str) -> str:
    """A stretch from one formula into another with the words between them as text: `P$ be an $n \\times n`."""
    pieces = text.split("$")
    if len(pieces) == 1 or not len(pieces) % 2 or any(p.count("{") != p.count("}") or p.endswith("\\") for p in pieces):
        return text
    return "".join(f"\\text{{{p}}}" if k % 2 and p.strip() else p for k, p in enumerate(pieces))


def _brought_in(part: Part, state: State, formula: Written) -> frozenset[str]:
    """Names that one side of an equation brings in: `A = U Σ V^T` speaks of U, Σ and V for the first time.

    `$n = 2k$, where $k$ is an integer` does so, too: it may be said of some k or of every one.
    """
    statement = part.statement
    if not isinstance(statement, Relation) or statement.operator != "=" or part.continues:
        return frozenset()
    left, right = free_names(statement.left), free_names(statement.right)
    rows = state.context.declarations
    known = state.constraints.names | state.spoken
    state.spoken |= left | right
    if not left or not right:
        return frozenset()
    kinds = {n for c in part.conditions if isinstance(c, Membership) for n in free_names(c.subject)}
    said_after = SAYS_OF_NAMES.match(formula.after) is not None

    def brings(label: str) -> bool:
        if rows[label].origin in ("inferred", "assumed"):
            return True
        return rows[label].origin == "document" and label not in state.told and (said_after or label in kinds)

    new = {n for n in left ^ right if n not in known and n in rows and brings(n)}
    return frozenset(new) if (left | right) - new else frozenset()


def _by_reading(part: Part) -> Diagnostic:
    """What stands after a word of conclusion is taken for a definition, since nothing before speaks of its name."""
    text = Message("nothing before speaks of {}: taken as its definition, not checked", _head_text(part))
    return Diagnostic("definition-by-reading", text, part.span, "note")


def _head_text(part: Part) -> str:
    """The name that an equation defines, as it is read."""
    sides = [s for s in (part.left, part.right) if s is not None]
    heads = [h for h in map(head_of, sides) if h is not None]
    return heads[0] if heads else part.read_as


def _read_as(part: Part, context: Context) -> str:
    """The link as read, with the conditions that were read beside it."""
    if part.statement is None:
        return part.read_as or ""
    text = statement_notation(part.statement, context.types)
    conditions = [statement_notation(c, context.types) for c in part.conditions]
    if not conditions:
        return text
    return f"Cond({text},{conditions[0] if len(conditions) == 1 else 'List(' + ','.join(conditions) + ')'})"


def _latex_span(part: Part, formula: Written, span: Span) -> Span:
    """What is shown of a link: both sides where they stand in one formula, else from the relation sign on."""
    left, right = part.left_span, part.right_span
    if left and right and formula.span.contains(left) and formula.span.contains(right) and left.end <= right.start:
        return left.join(right)
    return span
