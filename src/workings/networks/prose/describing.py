"""Layers in words: “Conv-1: 8 filters of kernel size 5×5, stride 1, padding 0” → what is said of it."""

from __future__ import annotations

import itertools
import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from workings.networks.layers import NOWHERE
from workings.networks.prose import wordings
from workings.networks.prose.rows import Row
from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_LAYERS = 200
LARGEST_KERNEL = 31  # a larger one is the size of something else
LONGEST = 1200  # characters that are read as said of one layer
_DIGIT = regex(r"\d")
_PARAGRAPH = regex(r"[^\s:*]\s*?\n[ \t]*\n")  # its last character, and the gap


@record(frozen=True, slots=True)
class Described:
    """What is said of one layer; None is what is not said."""

    kind: str  # input, conv, pool, flatten, linear, same
    label: str  # conv2; empty without a number
    span: Span  # of all that is said of it
    kernel: tuple[int, int] | None = None
    stride: int | None = None
    padding: int | str | None = None
    inputs: int | None = None
    outputs: int | None = None
    rounds_down: bool = False
    is_global: bool = False
    opening: Span = NOWHERE  # what it is called
    row: Row | None = None  # of a table
    is_odd: bool = False  # of a sort that is not followed: transposed, dilated, in groups
    is_followed: bool = True  # the next layer comes right after it, as far as the words tell
    own_input: str | None = None  # the size that the same line says goes in


def describe_layers(sheet: str, starts: Sequence[int], rows: Mapping[int, Row]) -> list[Described]:
    """The layers that lines of a sheet begin with; each goes on to the next one or to a new section."""
    openers = _openers(sheet)
    common = _common(sheet)
    others = sorted(rows.keys() - {found.start(_kind(found)) for found in openers})  # rows that are not read
    seen: dict[str, Described] = {}
    layers: list[Described] = []
    for at, found in enumerate(openers):
        following = openers[at + 1].start() if at + 1 < len(openers) else len(sheet)
        section = next((start for start in starts if start > found.end()), len(sheet))
        limit = min(following, section, found.end() + LONGEST)
        first = found.start(_kind(found))
        row = rows.get(first)
        end = _end(sheet, first, found.end(), limit) if row is None else min(limit, row.end)
        layer = _described(sheet, found, Span(first, end), row, common)
        between = sheet[end:following]
        disturbed = wordings.BREAKS.search(sheet, found.end(), following) or _DIGIT.search(between)
        skipped = bisect(others, found.end()) < bisect(others, following)
        layer = replace(layer, is_followed=not skipped and (layer.kind == "input" or disturbed is None))
        known = seen.get(layer.label) if layer.label else None
        layer = layer if known is None else _merged(layer, known)
        if layer.label:
            seen[layer.label] = layer
        layers.append(layer)
    return layers


def _openers(sheet: str) -> list[re.Match[str]]:
    """Where layers are named; an input right below the name of a layer is what goes into that layer."""
    openers: list[re.Match[str]] = []
    for found in itertools.islice(wordings.OPENER.finditer(sheet), MOST_LAYERS):
        between = sheet[openers[-1].end() : found.start()] if openers else "first"
        if not found["input"] or between.strip(" \t\n:.*") or openers[-1]["input"]:
            openers.append(found)
    return openers


def _end(sheet: str, first: int, start: int, limit: int) -> int:
    """Where what is said of a layer ends: before a line that neither is set in deeper nor goes on with it."""
    column = first - sheet.rfind("\n", 0, first) - 1
    at = sheet.find("\n", start, limit)
    end = limit if at < 0 else at
    while 0 <= at < limit:
        following = sheet.find("\n", at + 1, limit)
        stop = limit if following < 0 else following
        line = sheet[at + 1 : stop]
        if line.strip():
            depth = len(line) - len(line.lstrip())
            if depth <= column and not wordings.GOES_ON.match(line):
                break
            end = stop
        at = following
    return end


def _kind(found: re.Match[str]) -> str:
    return next(kind for kind in ("conv", "pool", "flatten", "linear", "input", "same") if found[kind])


def _common(sheet: str) -> Mapping[str, str]:
    """“All convs 3×3, stride 1”: what is said of every layer of a kind."""
    return {found["kind"].lower(): found["said"] for found in wordings.OF_ALL.finditer(sheet)}


def _described(
    sheet: str, found: re.Match[str], span: Span, row: Row | None, common: Mapping[str, str]
) -> Described:
    """A layer as its words have it, and what is said of all layers of its kind."""
    kind = _kind(found)
    text = sheet[found.end() : span.end] if row is None else row.said[found.end() - span.start :]
    stop = wordings.SAID_OF_OUTPUT.search(text)
    said = text[: stop.start()] if stop else text
    paragraph = _PARAGRAPH.search(said)
    said = said[: paragraph.start() + 1] if paragraph else said
    extra = common.get(kind, "")
    number = found["number"] or found["apart"]
    label = f"{kind}{number.lower()}" if number else ""
    first = text.partition("\n")[0]
    own = (
        wordings.CHANGED_INPUT.search(first)
        or wordings.OWN_INPUT.search(first.partition("→")[0])
        or wordings.OWN_INPUT.search(said)
    )
    whole = f"{said if own is None else said.replace(own['size'], ' ')};{extra}"
    if own is not None and wordings.PADDED.search(own.string, 0, own.start("size")):
        own = None  # padding 1 makes the input 24 × 24
    rounding = sheet if _rounds_down(sheet) else ""
    return Described(
        kind,
        label,
        span,
        _kernel(kind, whole) if kind in ("conv", "pool") else None,
        _first(wordings.STRIDE, whole),
        _padding(whole),
        _inputs(kind, whole, text),
        _outputs(kind, whole, text),
        bool(rounding),
        "global" in found[0].lower(),
        Span(span.start, found.end()),
        row,
        wordings.ODD.search(f"{found[0]} {first}") is not None,
        own_input=None if own is None else own["size"],
    )


def conv_said(said: str, span: Span, opening: Span, own_input: str) -> Described:
    """A convolution of which no more is said than these words, and that no layer follows."""
    return Described(
        "conv",
        "",
        span,
        _kernel("conv", said),
        _first(wordings.STRIDE, said),
        _padding(said),
        None,
        _outputs("conv", said, said),
        opening=opening,
        is_followed=False,
        own_input=own_input,
    )


def _kernel(kind: str, said: str) -> tuple[int, int] | None:
    named = wordings.KERNEL.search(said)
    pair = wordings.PAIR.search(said)
    found = named or pair
    if found is not None:
        sides = int(found["k"]), int(found["l"] or found["k"])
        return sides if max(sides) <= LARGEST_KERNEL else None
    if kind == "pool" and (lone := wordings.FIRST_NUMBER.match(said)) is not None:
        return int(lone["n"]), int(lone["n"])
    return None


def _first(pattern: re.Pattern[str], said: str) -> int | None:
    found = pattern.search(said)
    if found is None:
        return None
    return next(int(value) for value in found.groups() if value is not None)


def _padding(said: str) -> int | str | None:
    found = wordings.PADDING.search(said)
    if found is None:
        return None
    if found["same"]:
        return "same"
    return 0 if found["none"] else int(found["n"])


def _inputs(kind: str, said: str, text: str) -> int | None:
    if kind == "linear" and (pair := wordings.ARROW_PAIR.match(text.lstrip(" \t:("))) is not None:
        return int(pair["n"])
    if kind == "conv" and (pair := wordings.CHANNELS.search(text.partition("\n")[0])) is not None:
        return int(pair["n"])
    deep = wordings.PAIR.search(said) if kind == "conv" else None
    if deep is not None and deep["c"]:
        return int(deep["c"])
    return _first(wordings.INPUTS, said)


def _outputs(kind: str, said: str, text: str) -> int | None:
    if kind == "conv" and (pair := wordings.CHANNELS.search(text.partition("\n")[0])) is not None:
        return int(pair["m"])
    if kind == "conv":
        terse = wordings.TERSE.search(said)
        named = _first(wordings.FILTERS, said)
        return named if named is not None or terse is None else int(terse["n"])
    if kind != "linear":
        return None
    if (pair := wordings.ARROW_PAIR.match(text.lstrip(" \t:("))) is not None:
        return int(pair["m"])
    named = _first(wordings.UNITS, said)
    lone = None if said[:1].isdigit() else wordings.FIRST_NUMBER.match(said)  # the 6 of F6 is its name
    return named if named is not None else (int(lone["n"]) if lone else None)


def _merged(layer: Described, known: Described) -> Described:
    """A layer that is spoken of again: what is not said now was said before."""
    return replace(
        layer,
        kernel=layer.kernel or known.kernel,
        stride=layer.stride if layer.stride is not None else known.stride,
        padding=layer.padding if layer.padding is not None else known.padding,
        inputs=layer.inputs if layer.inputs is not None else known.inputs,
        outputs=layer.outputs if layer.outputs is not None else known.outputs,
    )


@lru_cache(maxsize=1)
def _rounds_down(sheet: str) -> bool:
    """Whether a page says that sizes are rounded down, and nowhere up."""
    return wordings.DOWN.search(sheet) is not None and wordings.UP.search(sheet) is None
