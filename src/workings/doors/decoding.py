"""A run of `workings decode`: a file in, what each decoder returns on its trees out."""

from __future__ import annotations

from pathlib import PurePath

from flint import fmpq

from workings.decoding.model import Model
from workings.doors.ending import TROUBLE, finished, handed_out, trouble
from workings.doors.running import UnreadableError, read_document
from workings.parsing.trees import read_trees
from workings.record import record
from workings.reporting.decodings import Wish, as_json, as_markdown, as_text, lines, picture, why_not_drawn

ALL, SOME = 0, 1


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
    """Read the trees of a file, and write what a search returns in the form that is wished."""
    try:
        document = read_document(request.file)
    except UnreadableError as problem:
        return trouble(problem)
    page = document.reading.page
    trees = read_trees(page, document.reading.passages)
    if not trees:
        trouble(f"no tree of probabilities was read in {request.file}")
        return SOME
    wish = Wish(request.rule, request.width, request.alpha)
    form = request.form or _by_ending(request.output_file)
    unseen = why_not_drawn(trees[0], wish) if form == "svg" else None
    if unseen is not None:
        return trouble(unseen)
    match form:
        case "svg":
            written = picture(trees[0], wish)
        case "json":
            written = as_json(page, trees, wish)
        case "md":
            written = as_markdown(page, trees, wish)
        case _:
            written = as_text(page, trees, wish)
    if not handed_out(written, request.output_file):
        return TROUBLE
    unsure = any(tree.trouble or _is_open(tree.model, wish) for tree in trees)
    return SOME if unsure else ALL


def _is_open(model: Model, wish: Wish) -> bool:
    return any(not line.answer.is_sure for line in lines(model, wish))


def _by_ending(file: str | None) -> str:
    ending = PurePath(file).suffix.lower() if file else ""
    return {".svg": "svg", ".json": "json", ".md": "md"}.get(ending, "text")
