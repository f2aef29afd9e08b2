"""The command line: the one place that prints and exits."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from symproofs.derivation.document import Report
    from symproofs.derivation.judge import Settings
    from symproofs.diagnostics import Source

OK, FOUND, USAGE, FAULT = 0, 1, 2, 3
"""Exit status: every step holds or is given; some step does not; usage or files; a fault of ours."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="symproofs", prog_name="symproofs")
def main() -> None:
    """Read a hand derivation, say of every step whether it is right and why, give it back typeset."""


_given = click.option(
    "--given", "given", multiple=True, metavar="FILE", help="A file of declarations, definitions and hypotheses."
)
_timeout = click.option("--timeout", default=5.0, show_default=True, metavar="SECONDS", help="Time for one step.")
_permit = click.option(
    "--permit-axioms", "axioms", multiple=True, metavar="NAME", help="Axioms that proofs may use (default: all)."
)


_output = click.option(
    "-o", "--output", metavar="OUT.jsonl", type=click.Path(dir_okay=False, writable=True), help="Default: the terminal."
)


@main.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@_given
@click.option("--format", "style", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to report.")
@click.option("--strict", is_flag=True, help="Also fail where a step holds only under an unstated condition.")
@_permit
@_timeout
def check(
    paths: tuple[str, ...], given: tuple[str, ...], style: str, strict: bool, axioms: tuple[str, ...], timeout: float
) -> None:
    """Check every step of the derivations in PATH…"""
    report = _run(paths, given, _settings(axioms, timeout, explain=False))
    if style == "json":
        import json

        from symproofs.render.report_json import report_to_json

        click.echo(json.dumps(report_to_json(report), ensure_ascii=False, indent=2))
    else:
        from symproofs.render.report_full import report_full

        click.echo(report_full(report), nl=False)
    sys.exit(exit_status(report, strict))


@main.command()
@click.argument("path", metavar="FILE")
@_given
@click.option("--to", "form", type=click.Choice(["latex", "markdown"]), default="latex", show_default=True, help="What to write.")
@click.option("--fragment", is_flag=True, help="LaTeX to be included, not a whole article.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, writable=True), help="Write here instead of to the terminal.")
@_permit
@_timeout
def render(
    path: str, given: tuple[str, ...], form: str, fragment: bool, output: str | None, axioms: tuple[str, ...], timeout: float
) -> None:
    """Give the derivation in FILE back as a step list with verdicts and reasons."""
    report = _run((path,), given, _settings(axioms, timeout, explain=True))
    document = report.documents[0]
    if form == "latex":
        from symproofs.render.latex import render_latex

        text = render_latex(document, article=not fragment)
    else:
        from symproofs.render.markdown import render_markdown

        text = render_markdown(document)
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        _write_whole(output, text)
    sys.exit(OK)


@main.command()
@click.argument("path", metavar="IN.jsonl")
@click.option(
    "-o", "--output", metavar="OUT.jsonl", type=click.Path(dir_okay=False, writable=True), help="Default: the terminal."
)
@click.option("--timeout", default=5.0, show_default=True, metavar="SECONDS", help="Time for one step.")
@click.option("--deadline", default=60.0, show_default=True, metavar="SECONDS", help="Time for one item.")
@click.option("--memory", default=4096, show_default=True, metavar="MEGABYTES", help="Memory for one item.")
@click.option("--workers", default=0, metavar="N", help="Worker processes (default: one for each core).")
def batch(path: str, output: str | None, timeout: float, deadline: float, memory: int, workers: int) -> None:
    """Check many short derivations: one JSON object a line in, one a line out."""
    from symproofs.apps.batch import Limits, parse_line, run_batch

    if min(timeout, deadline, memory) <= 0:
        raise click.BadParameter("limits are greater than 0")
    items = [parse_line(line, k) for k, line in enumerate(_lines(path), 1) if line.strip()]
    _write_lines(output, run_batch(items, Limits(timeout, deadline, memory, workers)))


@main.command("read")
@click.argument("path", metavar="IN.jsonl")
@click.option(
    "-o", "--output", metavar="OUT.jsonl", type=click.Path(dir_okay=False, writable=True), help="Default: the terminal."
)
def read_formulas(path: str, output: str | None) -> None:
    """Say how formulas are read: one JSON object a line in, one a line out."""
    from symproofs.apps.batch import parse_line
    from symproofs.apps.reading import read_item

    items = (parse_line(line, k, needs="latex") for k, line in enumerate(_lines(path), 1) if line.strip())
    _write_lines(output, map(read_item, items))


def _lines(path: str) -> list[str]:
    from symproofs.apps.check import Unreadable, source_of

    try:
        return source_of(path).text.split("\n")
    except Unreadable as fault:
        click.echo(f"error[{fault.diagnostic.code}]: {fault.diagnostic.message}", err=True)
        sys.exit(USAGE)


def _write_lines(output: str | None, rows: Iterable[dict[str, Any]]) -> None:
    import json

    if output is None:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
    else:
        _write_whole(output, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _write_whole(path: str, text: str) -> None:
    """Write a file all at once, so that none is ever left half-written."""
    import os
    import tempfile
    from pathlib import Path

    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, target)
    except OSError as fault:
        click.echo(f"error[no-file]: {path}: cannot be written: {fault.strerror}", err=True)
        sys.exit(USAGE)


def _settings(axioms: tuple[str, ...], timeout: float, explain: bool) -> Settings:
    from symproofs.derivation.judge import Settings

    if not 0 < timeout < float("inf"):
        raise click.BadParameter("a step needs more than no time", param_hint="--timeout")
    return Settings(timeout, frozenset(axioms) if axioms else None, explain)


def _run(paths: tuple[str, ...], given: tuple[str, ...], settings: Settings) -> Report:
    from symproofs.apps.check import Unreadable, check_sources, source_of

    sources: list[Source] = []
    givens: list[Source] = []
    faults = []
    for wanted, found in ((paths, sources), (given, givens)):
        for path in wanted:
            try:
                found.append(source_of(path))
            except Unreadable as fault:
                faults.append(fault.diagnostic)
    for diagnostic in faults:
        click.echo(f"error[{diagnostic.code}]: {diagnostic.message}", err=True)
    if faults:
        sys.exit(USAGE)
    return check_sources(sources, givens, settings)


def exit_status(report: Report, strict: bool = False) -> int:
    """0 if every step holds or is given, 1 if one does not, 2 where givens do not fit, 3 for a fault of ours."""
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
