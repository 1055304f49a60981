"""Memory of Adam: it keeps two moments for every parameter, each in its own precision."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.knowing import facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.expr import Call
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start

RULE = "recipe/left-out"
LEAST = 1000  # parameters that a model has at least
_ADAM = regex(r"\bAdamW?\b", re.I)
_BYTES = regex(r"\bbytes?\b|\b[KMG]i?B\b", re.I)
_BOTH = regex(
    r"\bmoments\b|\bm and v\b|\b(?:optimi[sz]er|AdamW?) states?\b"
    r"|\bm\b[\s$]*(?:,|and|\+|&)[\s$]*v\b|\bmoment estimates\b",
    re.I,
)
_ONE = regex(
    r"\bfirst\b|\bsecond\b|\beach\b|\bper moment\b|\bone of\b|\bsingle\b|\bevery\b|8-?bit|\bint8\b"
    r"|adafactor|factored|\bSGD\b|shard|ZeRO|\bmaster\b|\bweights\b|\bgradients?\b|\bper state\b",
    re.I,
)
_FULL = regex(r"\b(?:fp32|float32|f32|single precision|32[- ]bit)\b", re.I)
_HALF = regex(r"\b(?:fp16|bf16|float16|bfloat16|half|mixed|16[- ]bit|8[- ]bit|int8)\b", re.I)
_SIZE = regex(r"(?<![\w.])(\d+)[ \t$]*(?:bytes?|B)\b", re.I)
_PARAMETERS = regex(r"\bparam(?:eter)?s\b", re.I)
_SENTENCE = regex(r"[.;](?:\s|$)|\n")
BEHIND = 60  # characters behind a line that say of what it is
SAID: tuple[re.Pattern[str], ...] = (_ADAM,)


def claims_of_moments(sheet: Sheet) -> Iterator[Claim]:
    """The two moments of Adam, counted as one."""
    if sheet.says(_ADAM) and sheet.says(_BYTES):
        yield from [*_of_rows(sheet)] or [*_of_lines(sheet)] or _of_products(sheet)


def _size(sheet: Sheet, said: str) -> int | None:
    """The bytes of one moment, if it is said here, or for all of the page."""
    if _BOTH.search(said) is None or _ONE.search(said):
        return None
    if _FULL.search(said):
        return None if _HALF.search(said) else 4
    return 4 if sheet.says(_FULL) and not sheet.says(_HALF) else None


def _of_rows(sheet: Sheet) -> Iterator[Claim]:
    """`| Adam moments (m and v), fp32 | 4 |` in a column of bytes for each parameter."""
    for grid in sheet.grids:
        for row in grid.rows:
            size = _size(sheet, " ".join(cell.text for cell in row))
            for title, cell in zip(grid.header[1:], row[1:], strict=False):
                value = number_in(cell.text.strip("$ "))
                if size is not None and value == size and re.search(r"bytes?|\bB\b", title.text):
                    yield _told(sheet, cell.span, size)
                    return


def _of_lines(sheet: Sheet) -> Iterator[Claim]:
    """`Adam moments m and v (fp32): 4 bytes per parameter`."""
    for found in _SIZE.finditer(sheet.text):
        opening = line_start(sheet.text, found.start())
        before, line = sheet.text[opening : found.start()], sheet.text[opening:].partition("\n")[0]
        if "|" in before or not (before.endswith("  ") or before.rstrip(" \t$").endswith((":", "="))):
            continue
        size = _size(sheet, line)
        if size is not None and found[1] == str(size):
            yield _told(sheet, Span(found.start(1), found.end(1)), size)
            return


def _of_products(sheet: Sheet) -> Iterator[Claim]:
    """`Adam moments: 4 · 1.3e9`, or `10^7 parameters: 10^7 · 4 B for m and v together`."""
    count = facts_of(sheet).only(r"N|P|n_params|n_\{?params\}?|N_p|\\Psi|Ψ|Φ", r"\bparameters\b|\bparams\b")
    for line in workings_of(sheet):
        end = line.statement.span.end
        said = line.own + _SENTENCE.split(sheet.text[end : end + BEHIND])[0]
        size, expr = _size(sheet, said), line.formula.expr
        if size is None or not isinstance(expr, Call) or expr.op not in ("mul", "times"):
            continue
        made = scalar(expr, {})
        rest = made / size if isinstance(made, fmpq) else fmpq(0)
        known = rest == count or (rest.q == 1 and _PARAMETERS.search(said) is not None)
        if known and rest >= LEAST and size in [leaf.value for leaf in leaves(expr)]:
            yield _told(sheet, line.formula.span, size)
            return


def _told(sheet: Sheet, place: Span, size: int) -> Claim:
    message = f"Adam keeps two moments of {size} bytes each: {2 * size} bytes for every parameter"
    return sheet.claim(place, RULE, message, fmpq(2 * size))
