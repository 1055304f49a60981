"""A whole run of `workings check`: files in, text out, an exit code back."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import click

from workings.doors.files import STDIN, Found, find, read_bytes, write_whole
from workings.doors.progress import progress
from workings.doors.running import Order, run
from workings.doors.settings import Settings
from workings.reporting.coverage import Tally, coverage, statistics
from workings.reporting.format import Look
from workings.reporting.formats import format_named

CLEAN, FINDINGS, TROUBLE = 0, 1, 2


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    paths: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)
    colour: bool = False
    verbose: bool = False
    statistics: bool = False
    output_file: str | None = None
    stdin_name: str = STDIN
    trace: bool = False


@dataclass
class Run:
    """What has come out so far."""

    total: Tally = field(default_factory=Tally)
    troubled: bool = False

    def trouble(self, message: str, kind: str = "error") -> None:
        self.troubled |= kind == "error"
        click.echo(f"{kind}: {message}", err=True)


def check(request: Request) -> int:
    """Check everything that was asked for and say how it went."""
    outcome = Run()
    found = _find(request, outcome)
    if found is None:
        return TROUBLE
    pieces = _pieces(request, found.files, outcome)
    if request.output_file is None:
        _print(pieces, request.colour)
    else:
        try:
            write_whole(request.output_file, pieces)
        except OSError as problem:
            outcome.trouble(f"cannot write {request.output_file}: {problem.strerror or problem}")
            return TROUBLE
        click.echo(coverage(outcome.total))
    if outcome.troubled:
        return TROUBLE
    return FINDINGS if outcome.total.fails(request.settings.strict) else CLEAN


def _find(request: Request, outcome: Run) -> Found | None:
    """The files of the run, or None where there is nothing sensible to do."""
    found = find(request.paths, request.settings.exclude)
    for name in found.missing:
        outcome.trouble(f"no such file or directory: {name}")
    given = request.settings.given
    if given is not None:
        try:
            read_bytes(given)
        except OSError as problem:
            outcome.trouble(f"cannot read {given}: {problem.strerror or problem}")
            return None
    if not found.files:
        if found.missing:
            return None
        excluded = f" ({found.excluded} excluded)" if found.excluded else ""
        outcome.trouble(f"no files to check in {', '.join(request.paths)}{excluded}", "warning")
    return found


def _pieces(request: Request, files: tuple[str, ...], outcome: Run) -> Iterator[str]:
    """The text of the run, piece by piece; problems go to the error stream on the way."""
    settings = request.settings
    form = format_named(settings.output_format)
    look = Look(request.colour, request.verbose or settings.strict, len(files) > 1)
    order = Order(
        output_format=settings.output_format,
        look=look,
        select=settings.select,
        ignore=settings.ignore,
        given=settings.given,
        stdin_name=request.stdin_name,
        only_count=request.statistics,
        trace=request.trace,
    )
    bar = progress(sys.stderr, len(files))
    yield form.opening
    written = False
    for done, result in enumerate(run(files, order, settings.jobs), start=1):
        bar.clear()
        if result.problem is not None:
            outcome.trouble(result.problem)
        elif result.text:
            yield form.between + result.text if written else result.text
            written = True
        outcome.total += result.tally
        bar.show(done)
    bar.clear()
    if request.statistics:
        yield statistics(outcome.total) + coverage(outcome.total) + "\n"
    else:
        yield form.closing(outcome.total, look)


def _print(pieces: Iterator[str], colour: bool) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for piece in pieces:
        if piece:
            click.echo(piece, nl=False, color=colour)
