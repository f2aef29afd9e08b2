"""The command line: the one place that prints and exits."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from symproofs.apps.pinned import Pinned, Shown
    from symproofs.apps.side_by_side import Judges
    from symproofs.apps.workers import Answer, Limits, Line
    from symproofs.derivation.document import Language, Report
    from symproofs.derivation.settings import Settings
    from symproofs.diagnostics import Diagnostic, Source

RARELY = (200_000, 20, 20)
"""When to look for cycles of objects: documents leave few behind, and what a check knows is looked through in vain each time."""

OK, FOUND, USAGE, FAULT = 0, 1, 2, 3
"""Exit status: every step holds or is given; some step does not; usage or files; a fault of ours."""


_NO_ROOM = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
"""A full disk behind `>`: of the files that are named it is said where they are opened."""


class Program(click.Group):
    """A fault of ours is an outcome of its own: said, with its trace, and an exit status that nothing else has."""

    def invoke(self, ctx: click.Context) -> Any:
        gc.set_threshold(*RARELY)
        atexit.register(gc.freeze)  # a process that ends need not look for cycles in what it leaves
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if isinstance(fault, OSError) and fault.filename is None and fault.errno in _NO_ROOM:
                _shut(sys.stdout)
                _error("no-output", f"the output cannot be written: {fault.strerror}")
                sys.exit(USAGE)
            import traceback

            traceback.print_exc()
            click.echo(f"error[internal]: a fault of this program: {type(fault).__name__}; the lines above say where", err=True)
            sys.exit(FAULT)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="symproofs", prog_name="symproofs")
def main() -> None:
    """Read a hand derivation, say of every step whether it is right and why, give it back typeset."""


_given = click.option(
    "--given", "given", multiple=True, metavar="FILE", help="A file of declarations, definitions and hypotheses."
)
_timeout = click.option("--timeout", default=5.0, show_default=True, metavar="SECONDS", help="Time for one step.")
_permit = click.option(
    "--permit-axioms", "axioms", multiple=True, metavar="NAME", help="Axioms that proofs may use, or `none` (default: all)."
)


_language = click.option(
    "--lang", "language", type=click.Choice(["en", "zh"]), help="Language of what is said (default: that of the document)."
)
_output = click.option("-o", "--output", metavar="OUTPUT", help="Write this file instead of to the terminal.")


@main.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@_given
@click.option("--format", "style", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to report.")
@_language
@click.option("--strict", is_flag=True, help="Also fail where a step holds only under an unstated condition.")
@click.option(
    "--statement", "pinned", metavar="FILE", help="What has to be proved: exactly that, from what is given there alone."
)
@click.option("--certificates", "folder", metavar="DIR", help="Write what shows each proved or refuted step into this folder.")
@_permit
@_timeout
def check(
    paths: tuple[str, ...],
    given: tuple[str, ...],
    style: str,
    language: Language | None,
    strict: bool,
    pinned: str | None,
    folder: str | None,
    axioms: tuple[str, ...],
    timeout: float,
) -> None:
    """Check every step of the derivations in PATH…"""
    wanted = _pinned(pinned)
    report = _run(paths, given, _settings(axioms, timeout, explain=False))
    if folder is not None:
        _write_certificates(report, folder)
    found = _shown(wanted, report)
    if style == "json":
        from symproofs.apps.json_lines import dump
        from symproofs.render.report_json import report_to_json

        rows = {"statements": [s.to_json() for s in found]} if found else {}
        click.echo(dump({**report_to_json(report), **rows}, indent=2))
    else:
        from symproofs.messages import said
        from symproofs.render.columns import printable
        from symproofs.render.report_full import language_of, report_full

        click.echo(report_full(report, language), nl=False)
        for shown in found:
            click.echo(printable(said(shown.line, language or language_of(report))))
    status = exit_status(report, strict)
    sys.exit(status if all(s.steps for s in found) else max(status, FOUND))


def _pinned(path: str | None) -> tuple[Pinned, ...]:
    """What a file pins. A file in which something cannot be read pins nothing: that is an error of usage."""
    if path is None:
        return ()
    from symproofs.apps.check import Unreadable, source_of
    from symproofs.apps.pinned import pinned_in
    from symproofs.render.carets import diagnostic_lines

    try:
        source = source_of(path)
    except Unreadable as fault:
        _error(fault.diagnostic.code, fault.diagnostic.message)
        sys.exit(USAGE)
    found, faults = pinned_in(source)
    for diagnostic in faults:
        click.echo("\n".join(diagnostic_lines(diagnostic, source)), err=True)
    if faults:
        sys.exit(USAGE)
    return found


def _shown(wanted: tuple[Pinned, ...], report: Report) -> tuple[Shown, ...]:
    if not wanted:
        return ()
    from symproofs.apps.pinned import shown

    return shown(wanted, report)


def _write_certificates(report: Report, folder: str) -> None:
    from pathlib import Path

    from symproofs.apps.certificates import write_certificates

    try:
        write_certificates(report, Path(folder))
    except (FileExistsError, NotADirectoryError):
        _error("no-folder", f"{folder}: this is a file, a folder is needed")
        sys.exit(USAGE)
    except OSError as fault:
        _no_file(folder, fault)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--show", is_flag=True, help="Print what is claimed: the statement, and what it is claimed under.")
def verify(files: tuple[str, ...], show: bool) -> None:
    """Check certificates again, by a checker of their own.

    It is one file, `symproofs/verify.py`, that works without the rest of the program: `python verify.py FILE…` says the same.
    """
    from symproofs.verify import main as verified

    sys.exit(verified([*(["--show"] if show else []), *files]))


@main.command()
@click.argument("path", metavar="FILE")
@_given
@click.option("--to", "form", type=click.Choice(["latex", "markdown"]), default="latex", show_default=True, help="What to write.")
@click.option("--fragment", is_flag=True, help="LaTeX to be included, not a whole article.")
@_language
@_output
@_permit
@_timeout
def render(
    path: str,
    given: tuple[str, ...],
    form: str,
    fragment: bool,
    language: Language | None,
    output: str | None,
    axioms: tuple[str, ...],
    timeout: float,
) -> None:
    """Give the derivation in FILE back as a step list with verdicts and reasons."""
    report = _run((path,), given, _settings(axioms, timeout, explain=True))
    document = report.documents[0]
    if form == "latex":
        from symproofs.render.latex import render_latex

        text = render_latex(document, article=not fragment, language=language)
    else:
        from symproofs.render.markdown import render_markdown

        text = render_markdown(document, language=language)
    from symproofs.apps.written import written_whole

    try:
        with written_whole(output) as write:
            write(text if text.endswith("\n") else text + "\n")
    except OSError as fault:
        _no_file(output or "the terminal", fault)
    sys.exit(OK)


_deadline = click.option("--deadline", default=60.0, show_default=True, metavar="SECONDS", help="Time for one line.")
_memory = click.option(
    "--memory", default=4096, show_default=True, metavar="MEGABYTES", type=click.IntRange(min=512), help="Memory of a worker."
)
_workers = click.option(
    "--workers", default=0, metavar="N", type=click.IntRange(min=0), help="Worker processes (default: one for each core)."
)
_lines_in = click.argument("path", metavar="IN.jsonl")


@main.command()
@_lines_in
@_output
@_timeout
@_deadline
@_memory
@_workers
def batch(path: str, output: str | None, timeout: float, deadline: float, memory: int, workers: int) -> None:
    """Check many short derivations: one JSON object a line in, one a line out. IN.jsonl may be - for the input stream."""
    from symproofs.apps.batch import run_batch

    _each_line(run_batch, path, output, (timeout, deadline, memory, workers))


@main.command("read")
@_lines_in
@_output
@_deadline
@_memory
@_workers
def read_formulas(path: str, output: str | None, deadline: float, memory: int, workers: int) -> None:
    """Say how formulas are read: one JSON object a line in, one a line out. IN.jsonl may be - for the input stream."""
    from symproofs.apps.reading import run_reading

    _each_line(run_reading, path, output, (deadline, deadline, memory, workers))


def _each_line(
    run: Callable[[Iterable[Line], Limits], Iterator[Answer]],
    path: str,
    output: str | None,
    limits: tuple[float, float, int, int],
) -> NoReturn:
    """Answer the lines of a file as they are read; the exit status is the worst that an answer asks for."""
    from symproofs.apps.workers import Limits, NoWorkers, lines_of
    from symproofs.apps.written import written_whole

    for option, seconds in (("--deadline", limits[1]), ("--timeout", limits[0])):
        _positive(seconds, option)
    status = OK
    if path == "-" and sys.stdin is None:
        _error("no-file", "-: the standard input is closed")
        sys.exit(USAGE)
    try:
        with open(sys.stdin.fileno() if path == "-" else path, "rb", closefd=path != "-") as file, written_whole(output) as write:
            for answer in run(lines_of(file), Limits(*limits)):
                write(answer.text + "\n")
                status = max(status, answer.status)
    except NoWorkers as fault:
        click.echo(f"error[no-workers]: {fault}", err=True)
        status = FAULT
    except BrokenPipeError:
        raise
    except OSError as fault:
        _no_file(fault.filename or output or path, fault)
    sys.exit(status)


def _no_file(path: str, fault: OSError) -> NoReturn:
    _error("no-file", f"{path}: {fault.strerror}")
    sys.exit(USAGE)


def _shut(stream: IO[str] | None) -> None:
    """Nothing more is written there, also when the program ends."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _error(code: str, message: object) -> None:
    """Say what is wrong with a file, whatever its name holds."""
    from symproofs.render.columns import printable

    click.echo(printable(f"error[{code}]: {message}"), err=True)


def _positive(seconds: float, option: str) -> None:
    """*Fails when* a time is not greater than 0, or without end."""
    if not 0 < seconds < float("inf"):
        raise click.BadParameter("a time is greater than 0", param_hint=option)


def _settings(axioms: tuple[str, ...], timeout: float, explain: bool) -> Settings:
    from symproofs.derivation.settings import Settings
    from symproofs.kernel.axioms import FACTS

    _positive(timeout, "--timeout")
    known = [fact.axiom for fact in FACTS.values() if fact.axiom]
    unknown = sorted(set(axioms).difference(known, ["none"]))
    if unknown:
        raise click.BadParameter(f"no such axiom: {', '.join(unknown)}; there is {', '.join(known)}, or none")
    return Settings(timeout, frozenset(axioms) if axioms else None, explain)


def _run(paths: tuple[str, ...], given: tuple[str, ...], settings: Settings) -> Report:
    import symproofs.apps.check  # noqa: F401  (what this process and its copies both need, before they are made)
    from symproofs.apps.side_by_side import Judges

    with Judges() as judge:
        return _checked(paths, given, settings, judge)


def _checked(paths: tuple[str, ...], given: tuple[str, ...], settings: Settings, judge: Judges) -> Report:
    from symproofs.apps.check import Unreadable, check_sources, source_of

    sources: list[Source] = []
    givens: list[Source] = []
    faults: dict[bool, list[Diagnostic]] = {False: [], True: []}
    for wanted, found, is_given in ((paths, sources, False), (given, givens, True)):
        for path in wanted:
            try:
                found.append(source_of(path))
            except Unreadable as fault:
                faults[is_given].append(fault.diagnostic)
    if faults[True] or not sources:
        for diagnostic in (*faults[False], *faults[True]):
            _error(diagnostic.code, diagnostic.message)
        sys.exit(USAGE)
    report = check_sources(sources, givens, settings, judge, judge.early)
    return replace(report, diagnostics=(*faults[False], *report.diagnostics))  # the other documents are checked


def exit_status(report: Report, strict: bool = False) -> int:
    """0 if every step holds or is given, 1 if one does not, 2 where a file or givens do not fit, 3 for a fault of ours."""
    words = report.summary
    if "error" in words:
        return FAULT
    if any(d.severity == "error" for d in report.diagnostics):
        return USAGE
    if any(d.severity == "error" for document in report.documents for d in document.derivation.diagnostics):
        return FOUND
    bad = {"refuted", "undecided", "unread"} | ({"proved-provided"} if strict else set())
    return FOUND if bad & words.keys() else OK


if __name__ == "__main__":
    main()
