"""A layer as it would fit, in the author's own spelling."""

from __future__ import annotations

from workings.networks.code.machine import Problem
from workings.networks.sizes import known
from workings.source import Page

LONGEST = 200  # characters of a layer that is written out again


def mended(page: Page, problem: Problem) -> str | None:
    """The text of the layer with the number that fits; None where no single number would do."""
    needed = known(problem.misfit.needed)
    if needed is None or problem.misfit.why:
        return None
    layer = problem.layer
    if layer is None:
        return str(needed) if problem.name == "view" else None
    span, place = layer.span, problem.span
    if not span.start <= place.start < place.end <= span.end or span.end - span.start > LONGEST:
        return None
    text = page.written
    whole = text[span.start : place.start] + str(needed) + text[place.end : span.end]
    return " ".join(whole.split())
