"""Check files one by one or side by side, and hand out what is written of each, in order.

What passes between processes is the finished text of a file and its counts, never its source,
so a run over many files needs the memory of the largest one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from errno import EDQUOT, ENOSPC, EPIPE
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from workings.doors.files import STDIN, read_bytes
from workings.doors.fixes import Fixes, Wish
from workings.record import record
from workings.reporting.coverage import Tally, tally
from workings.reporting.format import Look
from workings.reporting.formats import format_named
from workings.reporting.selection import select

if TYPE_CHECKING:
    from workings.pipeline import Document


Made = TypeVar("Made")
SIDE_BY_SIDE = 8  # from this many files on, other processes are worth their start


class UnreadableError(ValueError):
    """A file that cannot be read as a document, and why, in words."""


@record(frozen=True)
class Order:
    """What is done with every file of a run."""

    output_format: str = "full"
    look: Look = field(default_factory=Look)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    given: str | None = None
    stdin_name: str = STDIN
    only_count: bool = False
    trace: bool = False
    labs: bool = False
    wish: Wish | None = None  # to fix, and how


@record(frozen=True)
class Outcome:
    """What is written of one file and its counts, or the problem that prevented it."""

    text: str
    tally: Tally
    problem: str | None = None
    warnings: tuple[str, ...] = ()
    fixes: Fixes = field(default_factory=Fixes)
    fixed: bytes | None = None  # what standard input became


def run(files: Sequence[str], order: Order, jobs: int | None) -> Iterator[Outcome]:
    """The outcomes in the order of the files."""
    alone = len(files) < SIDE_BY_SIDE or order.labs  # a lab is run once in each process
    workers = jobs or (1 if alone else os.cpu_count() or 1)
    workers = min(workers, len(files))
    if workers <= 1 or STDIN in files:  # other processes have no standard input
        return (check_file(name, order) for name in files)
    return _side_by_side(files, order, workers)


def _side_by_side(files: Sequence[str], order: Order, workers: int) -> Iterator[Outcome]:
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    done = 0
    try:
        pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
        try:
            waiting = deque(pool.submit(check_file, name, order) for name in files)
            while waiting:
                yield waiting.popleft().result()
                done += 1
        except (KeyboardInterrupt, GeneratorExit):  # nobody wants the rest any more
            for process in active_children():
                process.kill()
            raise
        finally:
            pool.shutdown(wait=done == len(files))
    except BrokenProcessPool:
        problem = (
            f"internal error: a process died, {len(files) - done} files from {files[done]} on are unchecked"
        )
        yield Outcome("", Tally(), problem)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that the person talks to; it ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def check_file(name: str, order: Order) -> Outcome:
    """One file from bytes to finished text; whatever goes wrong in it stays its own."""
    shown = order.stdin_name if name == STDIN else name
    try:
        data = readable_bytes(name, shown)
    except UnreadableError as problem:
        return Outcome("", Tally(), str(problem))
    outcome, bug = survived(lambda: _done(name, shown, data, order), shown, order.trace)
    return Outcome("", Tally(), bug) if outcome is None else outcome


def _done(name: str, shown: str, data: bytes, order: Order) -> Outcome:
    return _check(data, shown, order) if order.wish is None else _fix(name, shown, data, order)


def survived(action: Callable[[], Made], shown: str, trace: bool) -> tuple[Made | None, str]:
    """What comes out of an action, or how to tell the user that we have a bug."""
    try:
        return action(), ""
    except Exception as problem:  # our bug must not cost the user the other files
        if is_of_output(problem):
            raise
        said = f"internal error in {shown}: {type(problem).__name__}: {problem}; this is a bug in workings"
        return None, f"{said}\n{_trace()}" if trace else said


def is_of_output(problem: BaseException) -> bool:
    """Whether the output takes no more: a closed pipe, as behind `| head`, or a full disk."""
    return isinstance(problem, OSError) and problem.errno in (EPIPE, ENOSPC, EDQUOT)


def read_document(name: str) -> Document:
    """A single document, or standard input for `-`; `UnreadableError` says why there is none."""
    return _read(readable_bytes(name, name), name)


def readable_bytes(name: str, shown: str) -> bytes:
    """The bytes of a file that can hold a document."""
    try:
        data = read_bytes(name)
    except OSError as problem:
        raise UnreadableError(f"cannot read {shown}: {problem.strerror or problem}") from problem
    unreadable = _why_unreadable(data, shown)
    if unreadable is not None:
        raise UnreadableError(f"cannot read {shown}: {unreadable}")
    return data


def _why_unreadable(data: bytes, name: str) -> str | None:
    """Why a file cannot hold a document: it is no text, or a notebook that is none."""
    if b"\0" in data[:4096] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return "it is a binary file"
    if not name.endswith(".ipynb"):
        return None
    import json

    try:
        cells = json.loads(data)["cells"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "it is not a notebook"
    return None if isinstance(cells, list) else "it is not a notebook"


def _trace() -> str:
    from traceback import format_exc

    return format_exc()


def _check(data: bytes, shown: str, order: Order) -> Outcome:
    from workings import pipeline

    document = _read(data, shown)
    given = read_given(order.given) if order.given else None
    form = format_named(order.output_format)
    report = pipeline.check(document, given, names_slips=True, detail=form.detail)
    if order.labs:
        from workings.labs.citing import with_labs

        report = with_labs(document, report)
    selection = select(report, document.reading.ignores, order.select, order.ignore)
    selection = replace(selection, document=document)
    text = "" if order.only_count else form.render(selection, order.look)
    return Outcome(text, tally(selection), warnings=_warnings(document, shown))


def _fix(name: str, shown: str, data: bytes, order: Order) -> Outcome:
    """The same after fixing; a file that cannot be written back is as it was."""
    from workings.doors.fixing import fix_file

    wish = order.wish or Wish()
    given = read_given(order.given) if order.given else None
    try:
        done = fix_file(name, shown, data, wish, given, (order.select, order.ignore))
    except OSError as problem:
        return Outcome("", Tally(), f"cannot fix {shown}: {problem.strerror or problem}")
    text = done.diff
    if not wish.diff and not order.only_count:
        text = format_named(order.output_format).render(done.selection, order.look)
    fixed = done.data if name == STDIN and not wish.diff else None
    warnings = _warnings(done.document, shown)
    return Outcome(text, tally(done.selection), warnings=warnings, fixes=done.fixes, fixed=fixed)


def _warnings(document: Document, shown: str) -> tuple[str, ...]:
    """Ignore comments with a mistyped name; words beside a name that exists are the author's reasons."""
    ignores = document.reading.ignores
    if not any(ignore.rules for ignore in ignores):
        return ()
    from workings.checking.rules.glossary import suggestion, unknown

    said = []
    for ignore in ignores:
        strange = unknown(ignore.rules)
        if len(strange) < len(set(ignore.rules)):
            strange = [name for name in strange if "/" in name]
        place = shown if ignore.line is None else f"{shown}:{ignore.line}"
        said += [f"{place}: no rule is called `{name}`{suggestion(name)}" for name in strange]
    return tuple(said)


@lru_cache(maxsize=1)
def read_given(name: str) -> Document:
    """The problem sheet that all files lean on, read once in each process."""
    return _read(read_bytes(name), name)


def _read(data: bytes, name: str) -> Document:
    from workings import pipeline
    from workings.extracting import decode

    return pipeline.read(decode(data), name)
