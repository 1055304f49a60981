"""A run of `workings run`: a document in, the values of its names out, or the module that gives one."""

from __future__ import annotations

from importlib.util import find_spec

import click

from workings import pipeline
from workings.doors.ending import finished, trouble
from workings.doors.running import UnreadableError, read_document
from workings.evaluating.rendering import show
from workings.record import record
from workings.reporting.paint import harmless
from workings.resolving.scope import as_value

FINE, PARTED = 0, 1  # parted: floats from exact values, or what was run from what there is
NEEDS_TORCH = "this needs PyTorch, which is not installed: pip install 'workings[torch]'"


@record(frozen=True)
class Request:
    """What the user asked for."""

    file: str
    engine: str = "exact"
    names: tuple[str, ...] = ()
    digits: int | None = None
    double: bool = False
    tolerance: float = 1e-5
    show_module: str | None = None
    inputs: str = ""
    learn: str | None = None


def run(request: Request) -> int:
    """Run a document and say what came out."""
    return finished(lambda: _run(request), request.file)


def listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _run(request: Request) -> int:
    from workings.learning.declaring import CannotRunError

    if request.engine == "torch" and find_spec("torch") is None:
        return trouble(NEEDS_TORCH)
    try:
        document = read_document(request.file)
        if request.show_module is not None:
            return _show_module(document, request)
        return _in_floats(document, request) if request.engine == "torch" else _exactly(document, request)
    except (UnreadableError, CannotRunError) as problem:
        return trouble(harmless(str(problem)))


def _exactly(document: pipeline.Document, request: Request) -> int:
    from workings.learning.naming import near, one_of

    scope = pipeline.judged(document).scope
    names = request.names or tuple(scope.bindings)
    for asked in names:
        name = one_of(asked, scope.given) or asked if request.names else asked
        value = as_value(scope.given.get(name))
        if value is not None:
            click.echo(harmless(f"{name} = {show(value, request.digits)}"))
        elif request.names:
            hint = near(asked, {key for key, it in scope.given.items() if as_value(it) is not None} - {asked})
            return trouble(f"{harmless(asked)} has no value in {request.file}{hint}")
    return FINE


def _in_floats(document: pipeline.Document, request: Request) -> int:
    from workings.learning.parting import rows, size

    worst, count, left = 0.0, 0, 0
    for row in rows(document, request.names, double=request.double):
        count += 1
        if row.apart is None:
            left += 1
            click.echo(harmless(f"{row.name}  {size(row.exact)}  not run: {row.reason}"))
            continue
        worst = max(worst, row.apart)
        exact = show(row.exact, request.digits)
        parts = "  floats part here" if row.apart > request.tolerance else ""
        click.echo(harmless(f"{row.name}  {size(row.exact)}  exact {exact}  apart {row.apart:.1e}{parts}"))
    if left:
        click.echo(f"{left} of {count} names not run")
    return PARTED if left or worst > request.tolerance else FINE


def _show_module(document: pipeline.Document, request: Request) -> int:
    from workings.learning.module import written
    from workings.learning.program import program_of

    learn = None if request.learn is None else listed(request.learn)
    program = program_of(document, request.show_module or "", listed(request.inputs), learn)
    click.echo(written(program, f"The equations of {request.file}.").source, nl=False)
    return FINE
