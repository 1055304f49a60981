"""What an output format is: a way to write one file, and what stands before, between and after files.

Files are written one by one, so that a run over many never holds more than one of them.
"""

from __future__ import annotations

from collections.abc import Callable

from workings.record import record
from workings.reporting.coverage import Tally
from workings.reporting.selection import Selection


@record(frozen=True)
class Look:
    """How a person wants it: in colour, with everything or the findings only, one file or several."""

    colour: bool = False
    everything: bool = False
    several: bool = False


@record(frozen=True)
class Format:
    """One output format."""

    render: Callable[[Selection, Look], str]
    closing: Callable[[Tally, Look], str]
    opening: str = ""
    between: str = ""
    is_data: bool = False  # read by programs, so nothing else may stand in it
    detail: int | None = None  # of the steps that it shows
