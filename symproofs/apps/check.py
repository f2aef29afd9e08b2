"""Checking texts and files: read, judge, report. Nothing here raises for what a document contains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from symproofs.derivation.document import CheckedDocument, Derivation, Link, Report, Step
from symproofs.derivation.settings import Settings
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.document import read_documents


class Unreadable(Exception):
    """A file that cannot be taken as a document at all; `diagnostic` says which and why."""

    def __init__(self, path: str, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.path = path
        self.diagnostic = diagnostic


def source_of(path: str | Path) -> Source:
    """The document in a file. *Fails when* the file is missing, no file, empty or not UTF-8: `Unreadable`."""
    name = str(path)
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        raise Unreadable(name, Diagnostic("no-file", Message("{}: there is no such file", name))) from None
    except IsADirectoryError:
        raise Unreadable(name, Diagnostic("no-file", Message("{}: this is a folder, a file is needed", name))) from None
    except OSError as fault:
        raise Unreadable(name, Diagnostic("no-file", Message("{}: cannot be read: {}", name, fault.strerror))) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        text = "{}:{}:{}: this is not UTF-8 text (byte {}); save the file as UTF-8"
        message = Message(text, name, line, column, f"0x{raw[fault.start]:02x}")
        raise Unreadable(name, Diagnostic("not-utf8", message)) from None
    if "\0" in text:
        message = Message("{}: this file holds bytes that are 0, so it is no text", name)
        raise Unreadable(name, Diagnostic("not-text", message))
    if not text.strip():
        raise Unreadable(name, Diagnostic("empty-file", Message("{}:1:1: there is nothing in this file", name)))
    return Source(name, one_line_end(text))


def one_line_end(text: str) -> str:
    """The text with `\\n` as its only line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


Judge = Callable[[Sequence[Link], Settings], Iterable[Step]]


def check_sources(
    sources: Sequence[Source],
    given: Sequence[Source] = (),
    settings: Settings | None = None,
    judge: Judge | None = None,
    early: Callable[[Sequence[Link], Settings], object] | None = None,
) -> Report:
    """Check documents against givens. `judge` says how the links of a document are gone through: one after the other if not told.

    `early` is told of the first links while reading goes on; those of a document are judged all the same.

    Where the report explains, conclusions of arguments that fail are judged, too.
    """
    settings = settings or Settings()
    begin = None if early is None else lambda links: early(links, settings)
    derivations, diagnostics = read_documents(sources, given, begin)
    judge = judge or _one_by_one()
    checked = (CheckedDocument(_or_said_empty(d), tuple(judge(d.links, settings))) for d in derivations)
    if settings.explain:
        from symproofs.derivation.arguments import with_conclusions

        checked = (with_conclusions(document, settings, judge) for document in checked)
    return Report(tuple(checked), diagnostics)


def _one_by_one() -> Judge:
    """What judges is loaded here: where other processes judge, this one need not wait for it."""
    from symproofs.derivation.judge import judged

    return judged


def _or_said_empty(derivation: Derivation) -> Derivation:
    """The derivation; where there is nothing to check, that is said."""
    if derivation.links or derivation.diagnostics:
        return derivation
    return replace(derivation, diagnostics=(Diagnostic("no-steps", "no formula here relates anything", Span(0, 0), "warning"),))


def check(text: str, given: str | Sequence[str] = (), settings: Settings | None = None) -> Report:
    """Check a Markdown text; `given` is one text of givens or several.

    >>> report = check("Let $x$ be a real number. Then $(x+1)^2 = x^2 + 2x + 1$.")
    >>> report.summary
    {'proved': 1, 'given': 0}
    """
    texts = (given,) if isinstance(given, str) else tuple(given)
    return check_sources(
        (Source("<text>", one_line_end(text)),),
        tuple(Source(f"<given {k}>" if len(texts) > 1 else "<given>", one_line_end(t)) for k, t in enumerate(texts, 1)),
        settings,
    )
