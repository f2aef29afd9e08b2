"""From documents to derivations: sections, roles, contexts, links.

Each section is elaborated as a whole, then read in order: what it assumes and defines enters the
context of what follows, every other relation is a claim. A section inherits from those above it, and
from the givens whose heading names it or a section above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from symproofs.derivation.document import Derivation, Link, Role
from symproofs.diagnostics import Diagnostic, Note, Source, Span
from symproofs.read.elaboration import Conventions, Formula, Part, elaborate_section
from symproofs.read.layout import Layout, Section, Written, layout
from symproofs.read.phrases import SHARED_HEADINGS
from symproofs.read.prose import Said, declared_by_facts, not_yet_said, renewed, said_of
from symproofs.read.references import Lefts, resolve
from symproofs.read.roles import Constraints, declares, hypothesis_of, role_of
from symproofs.read.sections import Path, covers
from symproofs.terms.context import Context, definition_of
from symproofs.terms.notation import statement_notation
from symproofs.terms.statement import Hypothesis, Relation, statement_names
from symproofs.terms.term import free_names


@dataclass(frozen=True)
class _Given:
    """A section of a givens file, and the path that its heading names."""

    source: Source
    pattern: Path
    section: Section


def read_documents(
    sources: Sequence[Source], givens: Sequence[Source] = ()
) -> tuple[tuple[Derivation, ...], tuple[Diagnostic, ...]]:
    """Read documents and the givens they rest on. Total: what cannot be read is said in the result."""
    layouts = [layout(s) for s in sources]
    given, diagnostics = _givens(givens, layouts)
    return tuple(_derivation(page, given) for page in layouts), tuple(diagnostics)


def _givens(sources: Sequence[Source], layouts: Sequence[Layout]) -> tuple[list[_Given], list[Diagnostic]]:
    """The sections of the givens files; a heading that names no section, or two, is an error."""
    found: list[_Given] = []
    diagnostics: list[Diagnostic] = []
    for source in sources:
        page = layout(source, labels=False)
        diagnostics.extend(_located(d, source) for d in page.diagnostics)
        for section in page.sections:
            for formula in section.formulas:
                diagnostics.extend(_located(d, source) for d in formula.diagnostics)
            text = section.path[-1] if section.path else ""
            for pattern in _patterns(text):
                places = [s.path for p in layouts for s in p.sections if s.heading and s.path == _matching(pattern, s.path)]
                if section.path and len(places) != 1:
                    what = "names no section" if not places else f"names {len(places)} sections"
                    known = sorted({" / ".join(s.path) for p in layouts for s in p.sections if s.path})
                    diagnostics.append(
                        _located(
                            Diagnostic(
                                "givens-heading",
                                f"this heading {what} of the documents: {' / '.join(pattern)}",
                                section.heading,
                                notes=(Note(f"sections are: {'; '.join(known[:12]) or 'none'}"),),
                            ),
                            source,
                        )
                    )
                    continue
                found.append(_Given(source, pattern, section))
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


def _located(diagnostic: Diagnostic, source: Source) -> Diagnostic:
    """A diagnostic about another file than the document: its place goes into the words."""
    if diagnostic.span is None:
        return diagnostic
    line, column = source.position(diagnostic.span.start)
    return replace(diagnostic, message=f"{source.path}:{line}:{column}: {diagnostic.message}", span=None)


@dataclass
class _State:
    """What has been read so far of one section.

    `doubtful` is the first hypothesis or definition that could not be read. Inside a block that speaks under a
    condition ("when i = 0") `outside` is the context to return to.
    """

    context: Context
    constraints: Constraints = field(default_factory=Constraints)
    lefts: Lefts = field(default_factory=Lefts)
    doubtful: Diagnostic | None = None
    block: int = -1
    outside: Context | None = None


def _derivation(page: Layout, givens: Sequence[_Given]) -> Derivation:
    """Read one document in order."""
    links: list[Link] = []
    diagnostics: list[Diagnostic] = list(page.diagnostics)
    states: dict[Path, _State] = {}
    chains = _Counter()
    assumed: list[Hypothesis] = []
    for section in page.sections:
        parent = states.get(_above(section.path, states))
        state = _State(
            parent.context if parent else Context(),
            parent.constraints.copy() if parent else Constraints(),
            doubtful=parent.doubtful if parent else None,
        )
        own = [g for g in givens if _enters_at(g.pattern, section.path, parent is not None, states)]
        for given in own:
            problems = _take_given(given, state)
            diagnostics.extend(problems)
            assumed.extend(state.context.hypotheses[len(parent.context.hypotheses) if parent else 0 :])
        read, notes = _read_section(section, page.source, state, chains)
        links.extend(read)
        diagnostics.extend(notes)
        states[section.path] = state
        if section.path and SHARED_HEADINGS.match(section.path[-1]):
            states[_above(section.path, {k: v for k, v in states.items() if k != section.path})] = state
    return Derivation(
        page.source,
        "zh" if page.language == "zh" else "en",
        tuple(_numbered(links, page.source)),
        tuple(diagnostics),
        tuple(assumed),
    )


def _above(path: Path, states: dict[Path, _State]) -> Path:
    """The nearest section above that has been read."""
    for k in range(len(path) - 1, -1, -1):
        if path[:k] in states:
            return path[:k]
    return ()


def _enters_at(pattern: Path, path: Path, has_parent: bool, states: dict[Path, _State]) -> bool:
    """A given enters at the first section that it covers on the way down; below, it is inherited."""
    if not covers(pattern, path):
        return False
    above = _above(path, states) if has_parent else None
    return above is None or not covers(pattern, above)


def _take_given(given: _Given, state: _State) -> list[Diagnostic]:
    """Let a section of a givens file enter the context."""
    diagnostics: list[Diagnostic] = []
    formulas = [f for f in given.section.formulas if f.node is not None]
    facts = said_of(given.section.formulas).facts
    declared = [Formula(f.node, declares=True) for f in formulas if f.node]
    reading = elaborate_section(declared, state.context, Conventions(facts=facts))
    state.context = declared_by_facts(reading.context, facts, "given")
    diagnostics.extend(_located(d, given.source) for d in reading.diagnostics)
    for formula, result in zip(formulas, reading.readings, strict=True):
        for part in result.parts:
            if part.problem is not None:
                diagnostics.append(_located(part.problem, given.source))
                state.doubtful = state.doubtful or part.problem
            elif part.kind in ("link", "statement") and part.statement is not None:
                _assume(part, state, label=_label(part, given.source, formula))
    return diagnostics


def _label(part: Part, source: Source, formula: Written) -> str:
    """How a reason names a hypothesis: as it is written."""
    return source.slice(part.span or formula.span).strip()


def _assume(part: Part, state: _State, label: str) -> None:
    """A statement enters the context of what follows."""
    assert part.statement is not None
    hypothesis = hypothesis_of(part.statement, state.context, label, part.span)
    state.context = firm(state.context, hypothesis).assume([hypothesis])
    state.constraints.constrain(hypothesis.statement)


def firm(context: Context, hypothesis: Hypothesis) -> Context:
    """A name that is defined by names of known type has its type from its definition, not from later use."""
    found = definition_of(hypothesis)
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


def _read_section(section: Section, source: Source, state: _State, chains: _Counter) -> tuple[list[Link], list[Diagnostic]]:
    """The links of a section; its state grows by what the section assumes and defines."""
    links: list[Link] = []
    diagnostics: list[Diagnostic] = []
    read: list[tuple[Written, Formula]] = []
    for formula in section.formulas:
        diagnostics.extend(d for d in formula.diagnostics if d.severity != "error")
        if formula.node is not None:
            read.append((formula, Formula(resolve(formula, state.lefts), declares=declares(formula))))
    said = said_of(section.formulas)
    reading = elaborate_section([f for _, f in read], state.context, Conventions(facts=said.facts))
    state.context = declared_by_facts(reading.context, said.facts, "document")
    diagnostics.extend(reading.diagnostics)
    parts = {id(w): r.parts for (w, _), r in zip(read, reading.readings, strict=True)}
    for formula in section.formulas:
        if formula.node is None:
            links.append(_unread(formula, source, section, chains))
            if declares(formula):
                state.doubtful = state.doubtful or links[-1].problem
            continue
        if formula.block != state.block or (formula.starts_sentence and not formula.item):
            state.block, state.context, state.outside = formula.block, state.outside or state.context, None
        _renew(renewed(formula) & state.constraints.names, state)
        for part in parts[id(formula)]:
            link = _link(part, formula, source, section, state, chains, said)
            if link is not None:
                links.append(link)
    return links, diagnostics


def _renew(names: frozenset[str] | set[str], state: _State) -> None:
    """Names are taken anew: every hypothesis about the old ones leaves the context."""
    if names:
        kept = tuple(h for h in state.context.hypotheses if not statement_names(h.statement) & names)
        state.context = replace(state.context, hypotheses=kept)
        state.constraints.names -= names


def _unread(formula: Written, source: Source, section: Section, chains: _Counter) -> Link:
    problem = next((d for d in formula.diagnostics if d.severity == "error"), None) or Diagnostic(
        "unread", "this formula could not be read", formula.span
    )
    return Link(
        "",
        formula.span,
        source.slice(formula.span),
        "",
        "unread",
        chains.next(),
        section=" / ".join(section.path),
        problem=problem,
    )


def _link(
    part: Part, formula: Written, source: Source, section: Section, state: _State, chains: _Counter, said: Said
) -> Link | None:
    """The link that a part of a formula is, or `None` for what says nothing."""
    if part.kind in ("expression", "text") and part.problem is None:
        return None
    span = part.span or formula.span
    role: Role = role_of(part, formula, state.constraints, state.context)
    number = chains.current if part.continues else chains.next()
    context = not_yet_said(state.context, said, formula.block)
    context = context.declare(*part.local) if part.local else context
    problem = _doubted(part)
    if part.conditions:
        context = context.assume([Hypothesis(c, "side condition", span) for c in part.conditions])
    link = Link(
        id="",
        span=span,
        latex=source.slice(_latex_span(part, formula, span)),
        relation=part.relation or "",
        role=role,
        chain=number,
        statement=part.statement,
        context=context,
        read_as=_read_as(part, context),
        left_latex=source.slice(part.left_span) if part.left_span else "",
        right_latex=source.slice(part.right_span) if part.right_span else "",
        section=" / ".join(section.path),
        problem=problem,
        assumed=part.assumed,
        doubtful=state.doubtful or _unsure(part, formula, said),
    )
    if part.problem is not None and formula.cue in ("assume", "define", "contradiction", "condition"):
        state.doubtful = state.doubtful or part.problem
    if part.problem is None and part.statement is not None and role in ("definition", "hypothesis"):
        if formula.cue == "condition":
            state.outside = state.outside or state.context
        _assume(part, state, _label(part, source, formula))
    return link


def _unsure(part: Part, formula: Written, said: Said) -> Diagnostic | None:
    """What makes a link doubtful where it stands: something said under a condition, or in words that are not understood."""
    if formula.block in said.doubted:
        return _CONDITIONAL
    names = statement_names(part.statement) & said.unclear if part.statement is not None else frozenset()
    if names:
        text = f"what the text says of {', '.join(sorted(names))} is not understood"
        return Diagnostic("not-understood", text, severity="note")
    return None


_CONDITIONAL = Diagnostic("conditional", "something is said here only under a condition, or taken back", severity="note")


def _doubted(part: Part) -> Diagnostic | None:
    """The problem of a part; a clash in which inference had a part, and not declarations alone, is told apart."""
    problem = part.problem
    if part.statement is not None and part.statement in part.conditions:
        return Diagnostic("condition-restates", "the condition beside this claim is the claim itself", part.span)
    if problem is not None and problem.code in ("shape-conflict", "sort-conflict") and not part.forced:
        return replace(problem, code=f"{problem.code}-inferred", severity="warning")
    return problem


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


class _Counter:
    """Numbers for chains."""

    def __init__(self) -> None:
        self.current = 0

    def next(self) -> int:
        self.current += 1
        return self.current


def _numbered(links: Sequence[Link], source: Source) -> Iterator[Link]:
    """Links with ids `line.k`."""
    seen: dict[int, int] = {}
    for link in links:
        line, _ = source.position(link.span.start)
        seen[line] = seen.get(line, 0) + 1
        yield replace(link, id=f"{line}.{seen[line]}")


def relation_of(link: Link) -> Relation | None:
    """The relation of a link, if it is one."""
    return link.statement if isinstance(link.statement, Relation) else None
