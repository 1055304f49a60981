"""A run of `workings design`: a function, a table or a document in, weights or a proof out."""

from __future__ import annotations

from pathlib import Path, PurePath

from workings.designing.answers import Answer, is_found
from workings.designing.answers import design as designed
from workings.designing.mending import repair
from workings.designing.problems import NoProblemError, from_document, from_line, from_name, known_functions
from workings.designing.programs import NoSolverError, UnprovedError
from workings.doors.ending import TROUBLE, finished, handed_out, trouble
from workings.doors.running import UnreadableError, read_document
from workings.record import record
from workings.reporting.designing import FORMATS, render

FOUND, NONE = 0, 1


@record(frozen=True)
class Request:
    """What the user asked for."""

    what: str | None = None
    table: str | None = None
    inputs: int | None = None
    hidden: int | None = None
    norm: str = "max"
    repair: bool = False
    length: int = 10
    output_file: str | None = None
    form: str | None = None


def design(request: Request) -> int:
    """Find what was asked for and say how it went."""
    return finished(lambda: _design(request), request.what or "the table")


def _design(request: Request) -> int:
    try:
        answer = _answer(request)
    except (UnreadableError, NoProblemError, NoSolverError, UnprovedError) as problem:
        return trouble(problem)
    if not handed_out(render(answer, _form(request)), request.output_file):
        return TROUBLE
    return FOUND if is_found(answer) else NONE


def _answer(request: Request) -> Answer:
    if request.repair:
        return repair(read_document(request.what or ""), request.length)
    if request.table is not None:
        return designed(from_line(request.table), request.norm, request.hidden)
    assert request.what is not None
    problem = from_name(request.what, request.inputs)
    if problem is None and _is_word(request.what):
        raise NoProblemError(f"no function or file is called {request.what}; there are {known_functions()}")
    if problem is None:
        problem = from_document(read_document(request.what))
    return designed(problem, request.norm, request.hidden)


def _is_word(what: str) -> bool:
    """Whether a function is meant rather than a file: it has no ending and leads to nothing."""
    path = Path(what)
    return what.replace("-", "").isalnum() and not path.suffix and not path.exists()


def _form(request: Request) -> str:
    """The format that was asked for, by name or by the ending of the output."""
    if request.form is not None:
        return request.form
    ending = PurePath(request.output_file or "").suffix.removeprefix(".").lower()
    return ending if ending in FORMATS else "text"
