"""What each decoder returns on the trees of a document: as text, Markdown, JSON, or a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.decoding.answers import Answer, run_beam, run_exhaustive, run_greedy, total
from workings.decoding.model import Model
from workings.decoding.scoring import PLAIN, Norm, geometric_mean, score
from workings.decoding.searching import Hypothesis
from workings.evaluating.rendering import show, show_like
from workings.parsing.trees import Tree
from workings.record import record
from workings.reporting.paint import harmless
from workings.source import Page
from workings.value import Scalar, precision

_THOUSANDTH, _TEN_THOUSANDTH = fmpq(1, 1000), fmpq(1, 10000)


@record(frozen=True, slots=True)
class Wish:
    """Which rules are wanted: all of them or one, how wide the beam is, and what divides the score."""

    rule: str = "all"
    width: int = 2
    alpha: fmpq | None = None  # None: without and with division by the length


@record(frozen=True, slots=True)
class Line:
    """One rule with its answer."""

    rule: str
    width: int | None
    norm: Norm
    answer: Answer


def lines(model: Model, wish: Wish) -> Iterator[Line]:
    """The rules that were asked for, each with and without division by the length."""
    norms = [PLAIN, Norm(fmpq(1))] if wish.alpha is None else [Norm(wish.alpha)]
    if wish.rule in ("all", "greedy"):
        yield Line("greedy", None, PLAIN, run_greedy(model))
    for norm in norms:
        if wish.rule in ("all", "beam"):
            yield Line("beam", wish.width, norm, run_beam(model, wish.width, norm))
    for norm in norms:
        if wish.rule in ("all", "exhaustive"):
            yield Line("exhaustive", None, norm, run_exhaustive(model, norm))


# -- words --------------------------------------------------------------------------------------------


def _title(page: Page, tree: Tree) -> str:
    line = page.place(tree.span.start).line
    words = " ".join(tree.model.prompt)
    return f"tree of line {line}" + (f", after {harmless(words)}" if words else "")


def _named(line: Line) -> str:
    words = f"beam of {line.width}" if line.rule == "beam" else line.rule
    if line.norm.is_plain:
        return words
    return f"{words}, by length" if line.norm.alpha == 1 else f"{words}, by length^{show(line.norm.alpha)}"


def _cells(model: Model, line: Line) -> tuple[str, str, str, str, str]:
    """The rule, what it returns, its probability, the logarithm, and the share of one token."""
    answer = line.answer
    if not answer.best or answer.weight is None:
        return _named(line), "unknown: the document does not decide it", "", "", ""
    words = " or ".join(" ".join(way) for way in answer.best)
    if not answer.is_sure:
        words += " (as far as the document goes)"
    parts = total(model, answer.best[0], answer.weight, Norm(fmpq(1)))
    with precision(64):
        logarithm = score(parts, PLAIN)
        mean: Scalar = geometric_mean(parts)
    probability = show_like(logarithm.exp(), _TEN_THOUSANDTH) if model.logs else show(answer.weight)
    return (
        _named(line),
        words,
        probability,
        show_like(logarithm, _TEN_THOUSANDTH),
        show_like(mean, _THOUSANDTH),
    )


_HEADS = ("rule", "returns", "probability", "log", "per token")


def _steps(line: Line) -> list[str]:
    """What the beam held after each step."""
    return [
        f"step {at}: {', '.join(map(_held, step.kept))}{' (a tie)' if step.is_tied else ''}"
        for at, step in enumerate(line.answer.search.steps, 1)
    ]


def _held(one: Hypothesis[fmpq]) -> str:
    return f"{' '.join(one.tokens)} ({show(one.weight)})"


def _notes(tree: Tree) -> list[str]:
    notes = [f"note: {tree.trouble}"] if tree.trouble else []
    return notes + (["note: the numbers can be read in another way too"] if len(tree.models) > 1 else [])


def as_text(page: Page, trees: Sequence[Tree], wish: Wish) -> str:
    """A table for each tree, and what the beam held at each step."""
    parts: list[str] = []
    for tree in trees:
        found = list(lines(tree.model, wish))
        rows = [_HEADS, *(tuple(map(harmless, _cells(tree.model, line))) for line in found)]
        wide = [max(len(row[at]) for row in rows) for at in range(len(_HEADS))]
        table = ["  ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)).rstrip() for row in rows]
        kept = [
            harmless(f"{_named(line)} keeps at {step}")
            for line in found
            if line.rule == "beam" and line.norm.is_plain
            for step in _steps(line)
        ]
        parts.append(
            "\n".join([_title(page, tree), "", *table, *([""] if kept else []), *kept, *_notes(tree)])
        )
    return "\n\n".join(parts) + "\n"


def as_markdown(page: Page, trees: Sequence[Tree], wish: Wish) -> str:
    """A Markdown table for each tree."""
    parts: list[str] = []
    for tree in trees:
        rows = [_cells(tree.model, line) for line in lines(tree.model, wish)]
        table = [f"| {' | '.join(map(_escaped, row))} |" for row in (_HEADS, ("---",) * 5, *rows)]
        parts.append("\n".join([f"T{_title(page, tree)[1:]}:", "", *table, *_notes(tree)]))
    return "\n\n".join(parts) + "\n"


def _escaped(cell: str) -> str:
    return harmless(cell).replace("|", "\\|").replace("<", "&lt;")


def as_json(page: Page, trees: Sequence[Tree], wish: Wish) -> str:
    """Every answer with its steps, for other programs."""
    data = {
        "version": 1,
        "filename": page.filename,
        "trees": [
            {
                "line": page.place(tree.span.start).line,
                "prompt": list(tree.model.prompt),
                "trouble": tree.trouble,
                "answers": [_json_line(tree.model, line) for line in lines(tree.model, wish)],
            }
            for tree in trees
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _json_line(model: Model, line: Line) -> dict[str, object]:
    _, _, probability, logarithm, mean = _cells(model, line)
    return {
        "rule": line.rule,
        "width": line.width,
        "alpha": show(line.norm.alpha),
        "sequences": [list(way) for way in line.answer.best],
        "probability": probability or None,
        "log_probability": logarithm or None,
        "per_token": mean or None,
        "sure": line.answer.is_sure,
        "steps": [[list(one.tokens) for one in step.kept] for step in line.answer.search.steps],
    }


# -- the picture --------------------------------------------------------------------------------------


def _drawn(tree: Tree, wish: Wish) -> Line:
    """The rule whose ways are drawn: the one that was asked for, or the beam."""
    norm = PLAIN if wish.alpha is None else Norm(wish.alpha)
    if wish.rule == "greedy":
        return Line("greedy", None, PLAIN, run_greedy(tree.model))
    if wish.rule == "exhaustive":
        return Line("exhaustive", None, norm, run_exhaustive(tree.model, norm))
    return Line("beam", wish.width, norm, run_beam(tree.model, wish.width, norm))


def why_not_drawn(tree: Tree, wish: Wish) -> str | None:
    """Why there is no picture of a tree, in words."""
    from workings.reporting.pictures.tree import why_no_tree

    return why_no_tree(tree.model, _drawn(tree, wish).answer)


def picture(tree: Tree, wish: Wish) -> str:
    """A tree with the ways of one rule, as SVG."""
    from workings.reporting.pictures import svg
    from workings.reporting.pictures.tree import describe
    from workings.reporting.pictures.tree import tree as drawing

    line = _drawn(tree, wish)
    title = f"The tree with what {_named(line)} keeps"
    return svg(
        drawing(tree.model, line.answer, line.norm, _named(line)), title, describe(tree.model, line.answer)
    )
