"""A solution cut into items: where each stands, what the author wrote there, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from workings.explaining.lines import Line, lines
from workings.record import record
from workings.solving.answers import Answer, Solution
from workings.value import Value

LONGEST_QUOTE = 160  # characters of the author's text


@record(frozen=True, slots=True)
class Item:
    """One open place: its line, the author's text, and the lines of its working or the reason for none."""

    place: str
    quote: str
    lines: tuple[Line, ...]
    reason: str
    value: Value | None = None


def items(solution: Solution) -> Iterator[Item]:
    """The items of a solution in reading order."""
    for answer in solution.answers:
        working = _working(solution, answer)
        yield Item(_place(solution, answer), _quote(solution, answer), working, answer.reason, answer.value)


def _working(solution: Solution, answer: Answer) -> tuple[Line, ...]:
    """The steps of a value, or the formula that is the answer."""
    if answer.formula is not None:
        return (Line(0, answer.question.statement.members[0].expr, (("=", answer.formula),)),)
    made = answer.explanation
    return () if made is None else tuple(lines(made.step, solution.digits, detail=solution.detail))


def heading(solution: Solution) -> str:
    """What the document is called; standard input has no name."""
    name = PurePath(solution.page.filename).name
    return "Solutions" if name == "-" else f"Solutions to {name}"


def counted(solution: Solution) -> str:
    """How much was solved, in words."""
    total, left = len(solution.answers), len(solution.unsolved)
    if not total:
        return "nothing is left open"
    return f"solved {total - left} of {total}"


def _place(solution: Solution, answer: Answer) -> str:
    page, start = solution.page, answer.span.start
    cell = page.cell_at(start)
    if cell is not None:
        return f"cell {cell[0]}, line {cell[1]}"
    return f"line {page.place(start).line}"


def _quote(solution: Solution, answer: Answer) -> str:
    passage, (start, end) = answer.question.statement.passage, answer.span
    first = passage.span.start
    within = first <= start and end <= passage.span.end
    stretch = passage.written[start - first : end - first] if within else solution.page.written[start:end]
    text = " ".join(stretch.split())
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
