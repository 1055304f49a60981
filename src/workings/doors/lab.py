"""A run of `workings lab`: a name in, figures and a verdict out, with a picture beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from workings.doors.ending import finished, trouble, unwritable
from workings.doors.files import write_whole
from workings.labs.catalogue import LABS, unknown
from workings.labs.lab import Lab
from workings.labs.running import NoTorchError, run_lab
from workings.record import record
from workings.reporting.labs import Found, as_json, as_text, listed, listed_as_data, picture

FINE = 0


@record(frozen=True)
class Request:
    """What the user asked for."""

    name: str | None
    everything: bool = False
    seed: int = 0
    output_format: str = "text"
    output_file: str | None = None
    no_picture: bool = False


def lab(request: Request) -> int:
    """List the labs, or run what was asked for."""
    return finished(lambda: _lab(request), request.name or "the labs")


def _lab(request: Request) -> int:
    as_data = request.output_format == "json"
    if request.everything:
        return _run(request, list(LABS.values()))
    if request.name is None:
        click.echo((listed_as_data if as_data else listed)(LABS.values()), nl=False)
        return FINE
    if request.name not in LABS:
        return trouble(f"{unknown(request.name)}; `workings lab` lists them")
    return _run(request, [LABS[request.name]])


def _run(request: Request, labs: Sequence[Lab]) -> int:
    """One lab after the other; what could not be run does not keep the others from it."""
    found: list[Found] = []
    code = FINE
    for lab in labs:
        try:
            found.append(_one(request, lab))
        except NoTorchError as missing:
            code = trouble(missing)
            continue
        except OSError as problem:
            code = unwritable(request.output_file or f"{lab.name}.svg", problem)
            continue
        if request.output_format == "text":
            click.echo(("\n\n" if len(found) > 1 else "") + as_text(found[-1]), nl=False)
    if request.output_format == "json":
        click.echo(as_json(found), nl=False)
    return code


def _one(request: Request, lab: Lab) -> Found:
    outcome = run_lab(lab, request.seed)
    if request.no_picture:
        return Found(lab, request.seed, outcome)
    target = _target(request, lab)
    write_whole(target, [picture(lab, outcome)])
    return Found(lab, request.seed, outcome, target)


def _target(request: Request, lab: Lab) -> str:
    """Where a picture goes: a file of its own in the current folder, unless another place was given."""
    if request.output_file is None:
        return f"{lab.name}.svg"
    if not request.everything:
        return request.output_file
    folder = Path(request.output_file)
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / f"{lab.name}.svg")
