"""A run of `workings trace`: a document in, the table of its recurrence out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import PurePath

from workings.doors.ending import TROUBLE, finished, handed_out, trouble
from workings.doors.running import UnreadableError, read_document
from workings.record import record
from workings.reporting.traces import render, table_of
from workings.solving.traces import NoTraceError, sequence_named
from workings.solving.traces import trace as run_trace

FINE = 0
ENDINGS = {".md": "md", ".tex": "tex", ".html": "html", ".htm": "html"}


@record(frozen=True)
class Request:
    """What is asked for on the command line."""

    file: str
    names: tuple[str, ...] = ()
    steps: int | None = None
    given: tuple[str, ...] = ()
    form: str | None = None
    digits: int = 4
    exact: bool = False
    output_file: str | None = None


def trace(request: Request) -> int:
    """Run the recurrence and write its table."""
    return finished(lambda: _trace(request), request.file)


def _trace(request: Request) -> int:
    try:
        document = read_document(request.file)
        found = run_trace(document, request.names, request.steps, given_values(request.given))
    except (UnreadableError, NoTraceError) as problem:
        return trouble(problem)
    known = {*found.recurrence.sequences, *found.recurrence.inputs}
    columns = [key for name in request.names if (key := sequence_named(name, known)) is not None]
    table = table_of(found, columns, request.digits, request.exact)
    written = render(table, request.form or _format(request.output_file))
    if request.output_file is None:
        sys.stdout.buffer.write(written.encode())
        return FINE
    return FINE if handed_out(written, request.output_file) else TROUBLE


def given_values(texts: Iterable[str]) -> dict[str, str]:
    """`x=1,0,1` as the name and the text of its values."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise NoTraceError(f"{text} gives no value; write NAME=VALUES, such as x=1,0,1")
        found[key.strip()] = value.strip()
    return found


def _format(output_file: str | None) -> str:
    return ENDINGS.get(PurePath(output_file).suffix.lower(), "text") if output_file is not None else "text"
