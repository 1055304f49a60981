"""What a lab found, as text, as data and as a picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from workings.labs.lab import Bars, Cell, Lab, Outcome, Ruling, Table
from workings.record import record
from workings.reporting.pictures import svg
from workings.reporting.pictures.bars import bars
from workings.reporting.pictures.curves import Curve, axis_over, curves, said_of

WIDTH = 100  # of lines of text


@record(frozen=True)
class Found:
    """A lab that was run, and where its picture lies if it was written."""

    lab: Lab
    seed: int
    outcome: Outcome
    picture: str | None = None


def listed(labs: Iterable[Lab]) -> str:
    """The names of the labs with their claims."""
    labs = list(labs)
    wide = max(len(lab.name) for lab in labs)
    return "".join(f"{lab.name:<{wide}}  {lab.claim}\n" for lab in labs)


def listed_as_data(labs: Iterable[Lab]) -> str:
    rows = [{"name": lab.name, "claim": lab.claim, "needs_torch": lab.needs_torch} for lab in labs]
    return json.dumps({"version": 1, "labs": rows}, ensure_ascii=False, indent=2) + "\n"


def as_text(found: Found) -> str:
    """The claim, the figures, the verdict and why, in this order."""
    outcome = found.outcome
    parts = [
        *_said("claim", found.lab.claim),
        *_said("measured", found.lab.method),
        "",
        *_aligned(outcome.figures),
        "",
        *_said("verdict", outcome.verdict),
        *_said("because", outcome.reason),
    ]
    if found.picture is not None:
        parts += _said("picture", found.picture)
    return "\n".join(parts) + "\n"


def _said(word: str, words: str) -> list[str]:
    first, *rest = wrap(words, WIDTH - 10, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"{word + ':':<10}{first}", *(f"{'':10}{line}" for line in rest)]


def _aligned(figures: Table) -> list[str]:
    """The table, with numbers to the right and words to the left."""
    rows = [figures.columns, *((_given(first), *map(number, rest)) for first, *rest in figures.rows)]
    columns = []
    for at, cells in enumerate(zip(*rows, strict=True)):
        wide = max(map(len, cells))
        leftwards = at == 0 or all(isinstance(row[at], str) for row in figures.rows)
        columns.append([cell.ljust(wide) if leftwards else cell.rjust(wide) for cell in cells])
    return ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]


def _given(cell: Cell) -> str:
    """What was varied, as it was chosen."""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def number(cell: Cell) -> str:
    """A figure to three digits; words and counts as they are."""
    if not isinstance(cell, float):
        return str(cell)
    if cell == 0 or 0.995 <= abs(cell) < 0.99995:  # what is not one is not printed as one
        return f"{cell:.4g}"
    if not 1e-3 <= abs(cell) < 1e5:
        return f"{cell:.1e}"
    return f"{cell:.0f}" if abs(cell) >= 1000 else f"{cell:#.3g}".rstrip(".")


def as_json(found: Sequence[Found]) -> str:
    """All of a run as one object."""
    return json.dumps({"version": 1, "labs": list(map(_data, found))}, ensure_ascii=False, indent=2) + "\n"


def _data(found: Found) -> dict[str, Any]:
    outcome = found.outcome
    return {
        "name": found.lab.name,
        "claim": found.lab.claim,
        "method": found.lab.method,
        "seed": found.seed,
        "columns": outcome.figures.columns,
        "rows": outcome.figures.rows,
        "verdict": outcome.ruling.value,
        "condition": outcome.condition if outcome.ruling is Ruling.ONLY_IF else None,
        "because": outcome.reason,
        "picture": found.picture,
    }


def picture(lab: Lab, outcome: Outcome) -> str:
    """The figures as SVG."""
    drawn = outcome.picture
    if isinstance(drawn, Bars):
        said = [f"{name}: {size:.4g}" for name, size in drawn.bars]
        return svg(bars(drawn.bars, drawn.upwards), lab.claim, [*said, outcome.verdict])
    lines = [Curve(name, list(zip(drawn.places, values, strict=True))) for name, values in drawn.series]
    heights = axis_over("", (value for _, values in drawn.series for value in values))
    drawing = curves(lines, axis_over(drawn.across, drawn.places), heights, drawn.upwards)
    return svg(drawing, lab.claim, [*said_of(lines), outcome.verdict])
