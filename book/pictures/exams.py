"""The points of the exam, the steps of the proof and the losses along a ray, each from its chapter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chapters import document
from flint import arb, fmpq

from workings.checking.arguing.reasoning import Reasoner
from workings.checking.arguing.steps import arguments
from workings.checking.prose.bookkeeping import sheets_of
from workings.evaluating import Function, evaluate
from workings.pipeline import judged
from workings.reporting.pictures import svg
from workings.reporting.pictures.argument import Step, argument
from workings.reporting.pictures.curves import Curve, axis_over, curves, said_of
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.portions import Whole, portions
from workings.source import Span


def pictures() -> dict[str, str]:
    """Every picture of these chapters by its file name."""
    return {
        "exams.svg": svg(portions(exam_points()), "The points of the exam, part by part"),
        "proofs.svg": svg(
            argument(proof_steps()), "The four demands of XOR, what is added up, and where it breaks"
        ),
        "logistic-separable.svg": losses_along_a_ray(),
    }


def exam_points() -> list[Whole]:
    """The questions of the exam with the points of their parts."""
    sheet, *_ = sheets_of(judged(document("exams.md")))
    wholes = []
    for question in sheet.questions:
        parts = [(item.label, float(item.worth.value)) for item in question.items if item.worth is not None]
        wholes.append(Whole(f"question {question.number}", parts, f"= {sum(size for _, size in parts):g}"))
    return wholes


def proof_steps() -> list[Step]:
    """The first proof of its chapter: what is supposed, what follows from it, and the contradiction."""
    chapter = document("proofs.md")
    judge, page = judged(chapter), chapter.reading.page
    first = next(found for found in arguments(judge.passages, chapter.statements) if found.contradictions)
    rests = {found.whole: found for found in Reasoner(first, None, frozenset()).run() if found.lines}
    steps: list[Step] = []
    places: dict[Span, int] = {}
    for step in first.steps:
        span = step.statement.span
        words = lowered(plain(page.text[span.start : span.end]))
        on = tuple(places[line] for line in rests[span].lines if line in places) if span in rests else ()
        if words not in [known.words for known in steps] and not re.search(r"=|x", words):
            places[span] = len(steps)
            steps.append(Step(words, on))
    last = rests[None]
    return [*steps, Step("contradiction", tuple(places[line] for line in last.lines if line in places), True)]


def lowered(words: str) -> str:
    """Subscripts as small digits."""
    return re.sub(r"_(\d)", lambda found: chr(ord("₀") + int(found[1])), words)


def losses_along_a_ray() -> str:
    """The loss on separable data and on data with a conflict, by the length of the weights."""
    at = [fmpq(step, 10) for step in range(-10, 61)]
    places = [int(t.p) / int(t.q) for t in at]
    lines = [
        Curve(name, list(zip(places, function_values("logistic-separable.md", function, at), strict=True)))
        for name, function in (("separable data", "ℓ"), ("with a conflict", "C"))
    ]
    heights = [height for line in lines for _, height in line.points]
    drawing = curves(lines, axis_over("weight", places), axis_over("", heights), "loss")
    title = "The loss falls for ever on separable data, and not with a conflict"
    return svg(drawing, title, said_of(lines))


def function_values(chapter: str, name: str, at: Sequence[fmpq]) -> list[float]:
    """The values of a function that a chapter of the book defines."""
    scope = judged(document(chapter)).scope
    function = scope.said[name]
    if not isinstance(function, Function):
        raise TypeError(f"{name} is no function in {chapter}")
    (letter,) = function.params
    values = [evaluate(function.body, {letter: t}) for t in at]
    return [float(value) for value in values if isinstance(value, arb)]
