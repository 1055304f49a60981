"""A run of `workings solve`: a file in, its solution out, or its answers written into it."""

from __future__ import annotations

import sys
from pathlib import PurePath

import click

from workings.doors.ending import TROUBLE, finished, handed_out, trouble, unwritable
from workings.doors.files import STDIN, write_whole
from workings.doors.running import UnreadableError, read_document, readable_bytes
from workings.extracting import decode
from workings.extracting.editing import edited_bytes, raw_edits
from workings.pipeline import Document, read
from workings.record import record
from workings.reporting.paint import harmless
from workings.reporting.solutions import FORMATS, renderer
from workings.reporting.solutions.items import counted
from workings.solving.answers import Answer, Solution
from workings.solving.answers import solve as solved
from workings.solving.writing import fill

ALL, SOME = 0, 1


@record(frozen=True)
class Request:
    """What the user asked for."""

    file: str
    output_file: str | None = None
    form: str | None = None
    detail: int = 1
    digits: int | None = None
    write: bool = False
    given: str | None = None


def solve(request: Request) -> int:
    """Solve a file and say how it went."""
    return finished(lambda: _solve(request), request.file)


def _solve(request: Request) -> int:
    try:
        data = readable_bytes(request.file, request.file)
        given = None if request.given is None else read_document(request.given)
    except UnreadableError as problem:
        return trouble(problem)
    document = read(decode(data), request.file)
    solution = solved(document, given, detail=request.detail, digits=request.digits)
    if request.write:
        return _write(request, data, document, solution, given)
    if not handed_out(renderer(_form(request))(solution), request.output_file):
        return TROUBLE
    if request.output_file is not None:
        click.echo(counted(solution))
    return SOME if solution.unsolved else ALL


def _form(request: Request) -> str:
    """The format that was asked for, by name, by the ending of the output, or by where it goes."""
    if request.form is not None:
        return request.form
    if request.output_file is not None:
        ending = PurePath(request.output_file).suffix.removeprefix(".").lower()
        return ending if ending in FORMATS else "md"
    return "txt" if sys.stdout.isatty() else "md"


def _write(
    request: Request, data: bytes, document: Document, solution: Solution, given: Document | None
) -> int:
    """Put the answers into the file, or onto standard output if it came from standard input."""
    filled = fill(document, solution, given, ascii_only=not _is_unicode(data))
    changed = edited_bytes(data, raw_edits(document.reading.page, filled.edits)) if filled.edits else data
    if changed is None:
        return trouble(f"{request.file} holds bytes that cannot be kept")
    if request.file == STDIN:
        sys.stdout.buffer.write(changed)
    elif changed != data:
        try:
            write_whole(request.file, [changed])
        except OSError as problem:
            return unwritable(request.file, problem)
    left = [(answer, answer.reason) for answer in solution.unsolved] + list(filled.left)
    for answer, reason in sorted(left, key=lambda pair: pair[0].span):
        click.echo(f"{request.file}:{_place(solution, answer)}: not solved: {harmless(reason)}", err=True)
    count = len(filled.written)
    click.echo(f"filled in {count} {'place' if count == 1 else 'places'}", err=request.file == STDIN)
    return SOME if left else ALL


def _place(solution: Solution, answer: Answer) -> str:
    line, column = solution.page.place(answer.span.start)
    return f"{line}:{column}"


def _is_unicode(data: bytes) -> bool:
    """Whether signs outside ASCII can be written into the file as it is encoded."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return True
