"""Files of givens: which of their sections holds where, and what it puts into a context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symproofs.diagnostics import Diagnostic, Note, Source
from symproofs.messages import Message
from symproofs.read.dependence import said_to_vary, with_more
from symproofs.read.differentiated import differentiated
from symproofs.read.elaboration import Conventions, Formula, SectionReading, elaborate_section
from symproofs.read.elaboration.scope import sizes_of
from symproofs.read.joint_laws import called_random
from symproofs.read.layout import Layout, Section, Written, layout
from symproofs.read.letters_otherwise import letters_spoken_of
from symproofs.read.mass_functions import with_mass_functions
from symproofs.read.names_above import with_names_above
from symproofs.read.one_hot import one_hot
from symproofs.read.passes import IN_GIVENS, through
from symproofs.read.probabilities import speaks_of_chance, with_probabilities
from symproofs.read.prose import declared_by_facts, first_places, said_of, with_kinds
from symproofs.read.qualifiers import not_understood, with_qualifiers
from symproofs.read.said_otherwise import defined_otherwise, said_otherwise
from symproofs.read.sections import Path, covers
from symproofs.read.signs_spoken_of import is_sign_as_usual
from symproofs.read.solutions import names_in
from symproofs.read.state import State
from symproofs.read.stated import not_stated, stated_hypotheses
from symproofs.read.suppositions import with_suppositions
from symproofs.read.written_members import as_many_as_written
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import statement_names
from symproofs.terms.types import scalar


@record
class Given:
    """A section of a givens file, and the path that its heading names. `problem`: some formula of the file does not end."""

    source: Source
    pattern: Path
    section: Section
    problem: Diagnostic | None = None


def givens_of(sources: Sequence[Source], layouts: Sequence[Layout]) -> tuple[list[Given], list[Diagnostic]]:
    """The sections of the givens files; a heading that names no section, or two, is an error."""
    found: list[Given] = []
    diagnostics: list[Diagnostic] = []
    for source in sources:
        page = layout(source, labels=False)
        diagnostics.extend(located(d, source) for d in page.diagnostics)
        for section in page.sections:
            for formula in section.formulas:
                diagnostics.extend(located(d, source) for d in formula.diagnostics)
            text = section.path[-1] if section.path else ""
            for pattern in _patterns(text):
                places = [s.path for p in layouts for s in p.sections if s.heading and s.path == _matching(pattern, s.path)]
                if section.path and len(places) != 1:
                    label = " / ".join(pattern)
                    none, several = (
                        "this heading names no section of the documents: {}",
                        "this heading names {} sections of the documents: {}",
                    )
                    known = sorted({" / ".join(s.path) for p in layouts for s in p.sections if s.path})
                    diagnostics.append(
                        located(
                            Diagnostic(
                                "givens-heading",
                                Message(several, len(places), label) if places else Message(none, label),
                                section.heading,
                                notes=(Note(Message("sections are: {}", "; ".join(known[:12]) or "none")),),
                            ),
                            source,
                        )
                    )
                    continue
                found.append(Given(source, pattern, section, first_error(page.diagnostics)))
    return found, diagnostics


def _patterns(heading: str) -> list[Path]:
    """The paths that a heading of a givens file names: `A / c / ii`; `A / a, b` names two."""
    parts = [p.strip() for p in heading.split("/") if p.strip()]
    if not parts:
        return [()]
    return [(*parts[:-1], last.strip()) for last in parts[-1].replace("、", ",").replace("，", ",").split(",") if last.strip()]


def _matching(pattern: Path, path: Path) -> Path | None:
    """The path, if the pattern names exactly it."""
    return path if len(pattern) == len(path) and covers(pattern, path) else None


def located(diagnostic: Diagnostic, source: Source) -> Diagnostic:
    """A diagnostic about another file than the document."""
    return replace(diagnostic, elsewhere=source)


def _without_places(context: Context, before: Context) -> Context:
    """The context with new declarations that point nowhere: their places are in another file than the document."""
    known = before.declarations
    rows = {n: row if known.get(n) == row else replace(row, span=None) for n, row in context.declarations.items()}
    return replace(context, declarations=rows)


def _with_uses(declared: list[Formula], used: Sequence[Written], context: Context, conventions: Conventions) -> SectionReading:
    r"""What givens say; the shapes that nothing in them says are what their names are used as, where that fits.

    `y = e_o` above `U(\hat y - y)` is an equation of vectors.
    """
    alone = elaborate_section(declared, context, conventions)
    known, found = context.declarations, alone.context.declarations
    unsaid = {n for n, row in found.items() if n not in known and row.origin == "assumed"}
    said = (p.statement for r in alone.readings for p in r.parts if p.statement is not None)
    if not used or all(len(unsaid & statement_names(s)) < 2 for s in said):
        return alone
    nodes = (f.node for f in used if f.node is not None and not f.unaccounted)
    uses = [Formula(node, declares=False) for node in nodes if not unsaid.isdisjoint(names_in(node))]
    if not uses:
        return alone
    both = elaborate_section([*declared, *uses], context, conventions)
    readings = both.readings[: len(declared)]
    worse = any(
        b.problem is not None and a.problem is None
        for one, other in zip(alone.readings, readings, strict=True)
        for a, b in zip(one.parts, other.parts, strict=False)
    )
    now = both.context.declarations
    lost = (
        n not in now or not row.properties <= now[n].properties
        for n, row in found.items()
        if row.origin != "assumed" or row.properties
    )
    if worse or any(lost):
        return alone
    sizes = {n for name in found if name in now for size in sizes_of(now[name].type) for n in size.names}
    rows = {n: row for n, row in now.items() if n in found or n in sizes}
    running = both.running & (alone.running | found.keys())
    return replace(alone, context=replace(both.context, declarations=rows), readings=readings, running=running)


def first_error(diagnostics: Iterable[Diagnostic]) -> Diagnostic | None:
    return next((d for d in diagnostics if d.severity == "error"), None)


def take_given(given: Given, state: State, used: Sequence[Written] = ()) -> list[Diagnostic]:
    """Let a section of a givens file enter the context: everything in it is assumed, what is unread leaves a doubt.

    `used` are the formulas under it: what nothing in the givens says of their names may follow from how they are used.
    """
    diagnostics: list[Diagnostic] = []
    state.chance = state.chance or speaks_of_chance(given.source.text)
    named = with_names_above(given.section.formulas, state.context, given.source.text)
    named, state.masses = with_mass_functions(named, given.source.text, state.masses, used)
    state.events |= called_random(named, events=True)
    named, state.events = with_probabilities(named, given.source.text, state.chance, state.events)
    written = through(IN_GIVENS, named)
    said = said_of(written)
    state.hear(said)
    state.otherwise |= said_otherwise(given.section.text)
    state.letters |= letters_spoken_of(given.section.text)
    state.varying = with_more(state.varying, said_to_vary(written))
    state.hear_of_random(said.facts, given.section.formulas, given.source.text)
    section = with_qualifiers(with_suppositions(written, said, givens=True))
    unread = first_error(d for f in section if f.node is None for d in f.diagnostics)
    doubt = given.problem or unread
    words = next((not_understood(f) for f in section if f.unaccounted), None)
    doubt = doubt or words
    state.doubtful = state.doubtful or (located(doubt, given.source) if doubt else None)
    diagnostics.extend(located(not_understood(f), given.source) for f in section if f.unaccounted)
    formulas = [f for f in section if f.node is not None and not f.unaccounted and not is_sign_as_usual(f)]
    declared = [Formula(f.node, declares=not f.aside) for f in formulas if f.node]
    conventions = Conventions(facts=state.all_facts(said.facts), since=first_places(said))
    reading = _with_uses(declared, used, state.context, conventions)
    state.context = _without_places(declared_by_facts(reading.context, said.facts, "given"), state.context)
    state.context = _with_events(state.context, state.events)
    state.spoken |= state.random
    state.otherwise |= {n for f in section if (n := defined_otherwise(f, state.context)) is not None}
    state.keep(with_kinds(said))
    taken = one_hot(given.section.formulas, state.context)
    state.context = taken.context.assume(taken.hypotheses)
    diagnostics.extend(located(d, given.source) for d in taken.notes)
    said_so = [p.statement for r in reading.readings for p in r.parts if p.statement is not None]
    state.context = state.context.assume(as_many_as_written(said_so, state.context))
    state.running = state.running | reading.running
    state.spoken |= {label for label, *_ in reading.signs}
    diagnostics.extend(located(d, given.source) for d in reading.diagnostics)
    goal = False
    for formula, result in zip(formulas, reading.readings, strict=True):
        goal = formula.cue == "goal" or (goal and not formula.starts_sentence)
        if goal and not formula.aside:
            text = Message("what is to be shown is not given: this is not taken for a hypothesis")
            diagnostics.append(located(Diagnostic("goal-in-givens", text, formula.span, "note"), given.source))
            continue
        for read in () if formula.aside else result.parts:
            part = differentiated(read, state.context)
            if part.problem is not None:
                diagnostics.append(located(part.problem, given.source))
                state.doubtful = state.doubtful or diagnostics[-1]
                state.constraints.note_unread(part.node)
            elif part.kind in ("link", "statement") and part.statement is not None:
                state.assume(part, given.source.slice(part.span).strip(), stated=True)
        for hypothesis in stated_hypotheses(said, formula, state.context, given.source):
            state.enter(hypothesis)
    state.unclear |= {n: words for n, words in not_stated(said, state.context).items() if n not in state.unclear}
    return diagnostics


def _with_events(context: Context, events: frozenset[str]) -> Context:
    """The context with letters that are called events, each a random number that is positive where it happens."""
    rows = (Declaration(n, scalar(), frozenset({"random"}), "assumed") for n in sorted(events) if n not in context.declarations)
    return context.declare(*rows)
