"""Fixing one file: mended, written back or shown as a diff, and counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.document import Reading
from workings.doors.files import STDIN, read_bytes, write_whole
from workings.doors.fixes import Fixes, Wish
from workings.finding import Report
from workings.mending import Checked, Left, Mender
from workings.pipeline import Document
from workings.record import record
from workings.reporting.paint import harmless
from workings.reporting.selection import Selection, select

NO_NEWLINE = "\\ No newline at end of file\n"


@record(frozen=True)
class Fixed:
    """A file after fixing: what is left to say about it, its bytes, and what would change as a diff."""

    document: Document
    selection: Selection
    data: bytes
    diff: str
    fixes: Fixes


def fix_file(
    name: str,
    shown: str,
    data: bytes,
    wish: Wish,
    given: Document | None,
    chosen: tuple[tuple[str, ...], tuple[str, ...]],
) -> Fixed:
    """Mend a file and write it back, unless only the difference is wanted or it came from standard input."""
    mender = Mender(shown, given, lambda document, report: _select(document.reading, report, chosen))
    first = mender.read(data)
    done = mender.mend(first, wish.unsafe)
    more = 0 if wish.unsafe else mender.mend(done.state, unsafe=True).fixed
    changed = done.state.data != data
    if changed and not wish.diff and name != STDIN:
        _write_back(name, data, done.state.data)
    left = tuple(_said(item, done.state) for item in done.left)
    diff = _diff(first, done.state, wish.visible) if changed and wish.diff else ""
    selection = replace(done.state.selection, document=done.state.document)
    fixes = Fixes(done.fixed, more, int(changed), left)
    return Fixed(done.state.document, selection, done.state.data, diff, fixes)


def _select(reading: Reading, report: Report, chosen: tuple[tuple[str, ...], tuple[str, ...]]) -> Selection:
    return select(report, reading.ignores, *chosen)


def _write_back(name: str, before: bytes, after: bytes) -> None:
    """Replace the file a name leads to, if it still is what was checked and may be written."""
    import os

    if not os.access(name, os.W_OK):
        raise PermissionError(None, "it may not be written")
    if read_bytes(name) != before:
        raise OSError(None, "it changed while it was being fixed")
    write_whole(name, [after])


def _said(left: Left, state: Checked) -> str:
    page = state.document.reading.page
    line, column = page.place(left.claim.span.start)
    return f"{harmless(page.filename)}:{line}:{column}: not fixed: {left.reason}"


def _diff(before: Checked, after: Checked, visible: bool) -> str:
    """A unified diff of the two texts, as `patch` reads it; on a terminal no character takes it over."""
    from difflib import unified_diff

    name = before.document.reading.page.filename
    old, new = (list(_lines(side.document.reading.page.raw)) for side in (before, after))
    lines = [
        line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}"
        for line in unified_diff(old, new, fromfile=name, tofile=name)
    ]
    return "".join(harmless(line[:-1]) + "\n" if visible else line for line in lines)


def _lines(text: str) -> Iterator[str]:
    """The lines as diff and patch count them, which end with a newline and nothing else."""
    *lines, last = text.split("\n")
    yield from (f"{line}\n" for line in lines)
    if last:
        yield last
