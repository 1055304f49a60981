"""A run of `workings shapes`: a file in, the tables of its networks out."""

from __future__ import annotations

from collections.abc import Sequence

import click

from workings.doors.ending import finished, trouble
from workings.doors.running import UnreadableError, readable_bytes
from workings.extracting import decode, extract
from workings.networks.survey import survey
from workings.reporting.networks import renderer

FIT, MISFIT = 0, 1


def shapes(file: str, asked: Sequence[int] | None, form: str) -> int:
    """Print the networks of a file and say whether their layers fit."""
    return finished(lambda: _shapes(file, asked, form), file)


def _shapes(file: str, asked: Sequence[int] | None, form: str) -> int:
    try:
        data = readable_bytes(file, file)
    except UnreadableError as problem:
        return trouble(problem)
    page = extract(decode(data), file).page
    found = survey(page, asked, infers=True)
    if not found.networks:
        return trouble(
            f"no network in {file}; one is an nn.Sequential or a class of nn.Module in Python code"
        )
    click.echo(renderer(form)(page, found.networks), nl=False)
    return MISFIT if any(network.troubles for network in found.networks) else FIT
