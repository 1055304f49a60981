"""A whole run of `workings check`: files in, text out, an exit code back."""

from __future__ import annotations

import io
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import field

import click

from workings.doors.files import STDIN, Found, find, read_bytes, write_whole
from workings.doors.fixes import Fixes, Wish
from workings.doors.progress import progress
from workings.doors.running import Order, Outcome, run
from workings.doors.settings import Settings
from workings.record import record
from workings.reporting.coverage import Tally, coverage, statistics
from workings.reporting.format import Look
from workings.reporting.formats import format_named

CLEAN, FINDINGS, TROUBLE = 0, 1, 2


@record(frozen=True)
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
    labs: bool = False
    wish: Wish | None = None  # to fix, and how

    @property
    def writes_diff(self) -> bool:
        """Whether only a difference is written, with the colours that the document itself may hold."""
        return self.wish is not None and self.wish.diff

    @property
    def writes_stdin(self) -> bool:
        """Whether standard input is written fixed to standard output, so that nothing else may be."""
        return self.wish is not None and not self.wish.diff and STDIN in self.paths


@record()
class Run:
    """What has come out so far."""

    total: Tally = field(default_factory=Tally)
    fixes: Fixes = field(default_factory=Fixes)
    troubled: bool = False

    def trouble(self, message: str, kind: str = "error") -> None:
        self.troubled |= kind == "error"
        click.echo(f"{kind}: {message}", err=True)


def check(request: Request) -> int:
    """Check everything that was asked for and say how it went."""
    outcome = Run()
    _refuse_names(request.settings, outcome)
    found = _find(request, outcome)
    if found is None:
        return TROUBLE
    pieces = _pieces(request, found.files, outcome)
    if request.output_file is None:
        with closing(pieces):  # nobody checks on where nobody reads on
            _print(pieces, request.colour or request.writes_diff, to_stderr=request.writes_stdin)
    else:
        try:
            write_whole(request.output_file, pieces)
        except OSError as problem:
            outcome.trouble(f"cannot write {request.output_file}: {problem.strerror or problem}")
            return TROUBLE
        click.echo(coverage(outcome.total))
    return _exit_code(request, outcome)


def _exit_code(request: Request, outcome: Run) -> int:
    if outcome.troubled:
        return TROUBLE
    if request.writes_diff:
        return FINDINGS if outcome.fixes.fixed or outcome.total.fails(request.settings.strict) else CLEAN
    return FINDINGS if outcome.total.fails(request.settings.strict) else CLEAN


def _refuse_names(settings: Settings, outcome: Run) -> None:
    """A mistyped rule would silence or find nothing: an error, typed or in the settings."""
    chosen = (*settings.select, *settings.ignore)
    if chosen:
        from workings.checking.rules.glossary import suggestion, unknown

        for name in unknown(chosen):
            outcome.trouble(f"no rule is called `{name}`{suggestion(name)}")


def _find(request: Request, outcome: Run) -> Found | None:
    """The files of the run, or None where there is nothing sensible to do."""
    found = find(request.paths, request.settings.exclude)
    for name in found.missing:
        outcome.trouble(f"no such file or directory: {name}")
    for problem in found.shut:
        outcome.trouble(f"cannot read {problem.filename}: {problem.strerror}")
    given = request.settings.given
    if given is not None:
        try:
            read_bytes(given)
        except OSError as problem:
            outcome.trouble(f"cannot read {given}: {problem.strerror or problem}")
            return None
    if not found.files:
        if found.missing or found.shut:
            return None
        excluded = f" ({found.excluded} excluded)" if found.excluded else ""
        outcome.trouble(f"no files to check in {', '.join(request.paths)}{excluded}", "warning")
    return found


def _pieces(request: Request, files: tuple[str, ...], outcome: Run) -> Generator[str, None, None]:
    """The text of the run, piece by piece; problems go to the error stream on the way."""
    settings = request.settings
    form = format_named("diff" if request.writes_diff else settings.output_format)
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
        labs=request.labs,
        wish=request.wish,
    )
    yield form.opening
    written = False
    for result in _outcomes(files, order, settings.jobs, outcome):
        if result.text:
            yield form.between + result.text if written else result.text
            written = True
    if request.wish is not None:
        yield from _fixed(request.wish, outcome.fixes, form.is_data)
    if request.statistics:
        yield statistics(outcome.total) + coverage(outcome.total) + "\n"
    else:
        yield form.closing(outcome.total, look)


def _outcomes(files: tuple[str, ...], order: Order, jobs: int | None, outcome: Run) -> Iterator[Outcome]:
    """What came of each file that could be read, counted; what could not be done is said."""
    bar = progress(sys.stderr, len(files))
    for done, result in enumerate(run(files, order, jobs), start=1):
        bar.clear()
        for warning in result.warnings:
            outcome.trouble(warning, "warning")
        for left in result.fixes.left:
            click.echo(left, err=True)
        outcome.total += result.tally
        outcome.fixes += result.fixes
        if result.fixed is not None:
            sys.stdout.buffer.write(result.fixed)
            sys.stdout.flush()
        if result.problem is not None:
            outcome.trouble(result.problem)
        else:
            yield result
        bar.show(done)
    bar.clear()


def _fixed(wish: Wish, fixes: Fixes, is_data: bool) -> Iterator[str]:
    """How much was fixed: for people before the last line, for programs beside what they read."""
    if is_data:
        click.echo(fixes.summary(wish.diff), err=True)
    else:
        yield fixes.summary(wish.diff) + "\n"


def _print(pieces: Iterator[str], colour: bool, to_stderr: bool) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for piece in pieces:
        if piece:
            click.echo(piece, nl=False, color=colour, err=to_stderr)
