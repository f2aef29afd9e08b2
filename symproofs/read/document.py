"""From documents to derivations: sections in order, each with the context that it inherits.

A section inherits from those above it, and from the givens whose heading names it or a section above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from symproofs.derivation.document import Derivation, Link
from symproofs.diagnostics import Diagnostic, Source
from symproofs.read.given_files import Given, givens_of, take_given
from symproofs.read.layout import Layout, layout
from symproofs.read.links import Counter, read_section
from symproofs.read.phrases import SHARED_HEADINGS
from symproofs.read.said_otherwise import said_otherwise
from symproofs.read.sections import Path, covers
from symproofs.read.solving_phrases import CONTINUES_SECTION
from symproofs.read.state import State
from symproofs.terms.statement import Hypothesis

Early = Callable[[Sequence[Link]], object]


def read_documents(
    sources: Sequence[Source], givens: Sequence[Source] = (), early: Early | None = None
) -> tuple[tuple[Derivation, ...], tuple[Diagnostic, ...]]:
    """Read documents and the givens they rest on. Total: what cannot be read is said in the result.

    `early` is told of the links of the first document, section by section; they have no ids yet.
    """
    layouts = [layout(s) for s in sources]
    given, diagnostics = givens_of(givens, layouts)
    return tuple(derivation_of(page, given, None if k else early) for k, page in enumerate(layouts)), tuple(diagnostics)


def derivation_of(page: Layout, givens: Sequence[Given], early: Early | None = None) -> Derivation:
    """Read one document in order."""
    links: list[Link] = []
    diagnostics: list[Diagnostic] = list(page.diagnostics)
    states: dict[Path, State] = {}
    chains = Counter()
    lasting: frozenset[str] = frozenset()
    assumed: list[Hypothesis] = []
    before: Path = ()
    for section in page.sections:
        goes_on = before[:-1] == section.path[:-1] and section.path != () and CONTINUES_SECTION.match(section.path[-1])
        parent = states.get(before if goes_on else _above(section.path, states))
        before = section.path
        state = parent.below() if parent else State()
        own = [g for g in givens if _enters_at(g.pattern, section.path, parent is not None, states)]
        for given in own:
            problems = take_given(given, state, section.formulas)
            diagnostics.extend(problems)
            assumed.extend(state.context.hypotheses[len(parent.context.hypotheses) if parent else 0 :])
        state.otherwise |= lasting
        lasting |= said_otherwise(section.text, lasting=True)
        read, notes = read_section(section, page.source, state, chains)
        links.extend(read)
        if early is not None:
            early(read)
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


def _above(path: Path, states: dict[Path, State]) -> Path:
    """The nearest section above that has been read."""
    for k in range(len(path) - 1, -1, -1):
        if path[:k] in states:
            return path[:k]
    return ()


def _enters_at(pattern: Path, path: Path, has_parent: bool, states: dict[Path, State]) -> bool:
    """A given enters at the first section that it covers on the way down; below, it is inherited."""
    if not covers(pattern, path):
        return False
    above = _above(path, states) if has_parent else None
    return above is None or not covers(pattern, above)


def _numbered(links: Sequence[Link], source: Source) -> Iterator[Link]:
    """Links with ids `line.k`."""
    seen: dict[int, int] = {}
    for link in links:
        line, _ = source.position(link.span.start)
        seen[line] = seen.get(line, 0) + 1
        yield replace(link, id=f"{line}.{seen[line]}")
