"""Names that a table takes on step by step, so that what they were given above it is only their start."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in

_TABLE = regex(  # a header, the line below it, and two rows or more
    r"^[ \t>]*(\|[^\n]*\|)[ \t]*\n[ \t>]*\|[ \t|:-]+\|[ \t]*\n(?:[ \t>]*\|[^\n]*\n)+([ \t>]*\|[^\n]*)", re.M
)
_DRESS = str.maketrans("", "", "$*`{}\\")


def moves_on_in_table(scope: Scope, text: str, before: Link) -> bool:
    """Whether a table between a given name and a formula with it ends on another value: `| step | w |`."""
    start = before.member.span.start
    for key in names_in(before.source).intersection(scope.bindings):
        binding = scope.bindings[key]
        if binding.derived:
            continue
        given = _bare(text[binding.span.start : binding.span.end])
        for found in _TABLE.finditer(text, binding.span.end, start):
            last = _last_of(key, found[1], found[2])
            if last and not given.endswith(last):
                return True
    return False


def _last_of(key: str, header: str, row: str) -> str:
    """What the last row of a table has in the column that begins with a name, bare of blanks."""
    names = [cell.translate(_DRESS).split()[:1] for cell in header.strip("> \t|").split("|")]
    cells = row.strip("> \t|").split("|")
    return next((_bare(cell) for name, cell in zip(names, cells, strict=False) if name == [key]), "")


def _bare(written: str) -> str:
    """Text without blanks and what dresses maths."""
    return "".join(written.translate(_DRESS).split())
