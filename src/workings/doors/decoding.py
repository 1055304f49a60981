"""A run of `workings decode`: a file in, what each decoder returns on its trees out."""

from __future__ import annotations

from pathlib import PurePath

import click
from flint import fmpq

from workings.decoding.model import Model
from workings.doors.files import write_whole
from workings.doors.running import UnreadableError, read_document
from workings.doors.solve import finished
from workings.parsing.trees import read_trees
from workings.record import record
from workings.reporting.decodings import Wish, as_json, as_markdown, as_text, lines, picture, why_not_drawn

ALL, SOME, TROUBLE = 0, 1, 2


@record(frozen=True)
class Request:
    """What the user asked for."""

    file: str
    rule: str = "all"
    width: int = 2
    alpha: fmpq | None = None
    form: str | None = None
    output_file: str | None = None


def decode(request: Request) -> int:
    """Run the rules and say how it went."""
    return finished(lambda: _decode(request), request.file)


def _decode(request: Request) -> int:
    try:
        document = read_document(request.file)
    except UnreadableError as problem:
        return _trouble(str(problem))
    page = document.reading.page
    trees = read_trees(page, document.reading.passages)
    if not trees:
        click.echo(f"error: no tree of probabilities was read in {request.file}", err=True)
        return SOME
    wish = Wish(request.rule, request.width, request.alpha)
    form = request.form or _by_ending(request.output_file)
    unseen = why_not_drawn(trees[0], wish) if form == "svg" else None
    if unseen is not None:
        return _trouble(unseen)
    match form:
        case "svg":
            written = picture(trees[0], wish)
        case "json":
            written = as_json(page, trees, wish)
        case "md":
            written = as_markdown(page, trees, wish)
        case _:
            written = as_text(page, trees, wish)
    if request.output_file is None:
        click.echo(written, nl=False)
    else:
        try:
            write_whole(request.output_file, [written])
        except OSError as problem:
            return _trouble(f"cannot write {request.output_file}: {problem.strerror or problem}")
    unsure = any(tree.trouble or _is_open(tree.model, wish) for tree in trees)
    return SOME if unsure else ALL


def _is_open(model: Model, wish: Wish) -> bool:
    return any(not line.answer.is_sure for line in lines(model, wish))


def _trouble(message: str) -> int:
    click.echo(f"error: {message}", err=True)
    return TROUBLE


def _by_ending(file: str | None) -> str:
    ending = PurePath(file).suffix.lower() if file else ""
    return {".svg": "svg", ".json": "json", ".md": "md"}.get(ending, "text")
