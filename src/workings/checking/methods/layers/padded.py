"""Sizes behind a convolution that the page gives a padding, worked out without it: `(8 - 3)/1 + 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Result, Sheet
from workings.document import Kind
from workings.finding import Claim
from workings.networks.prose.describing import Described, describe_layers
from workings.networks.prose.painting import painted
from workings.networks.prose.rows import rows_of
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/left-out"
LONGEST_LEAD = 160  # characters before a size that say which layer it is of
_PADDED = regex(r"\bpadding\b|\bpad\b|\bp\s*=\s*\d", re.I)
_NAMED = regex(
    r"\b(?:(?P<conv>conv)(?:olution(?:al)?)?(?:2d)?|\w{0,7}pool\w*|fc|dense|linear)"
    r"(?:[ -]layer)?[-_ ]?(?P<number>\d)\b",
    re.I,
)
_TOLD = regex(r"\bpad|\bwithout\b|\bvalid\b|\bif\b|\bwould\b|\bshrink|\binstead\b", re.I)
_STOP = regex(r"[.;]\s")
SAID: tuple[re.Pattern[str], ...] = (_PADDED,)


@record(frozen=True, slots=True)
class Window:
    """What a layer does to the side of a map, and where it is told."""

    kernel: int
    stride: int
    padding: int
    start: int


def claims_of_padded(sheet: Sheet) -> Iterator[Claim]:
    """The first size of each layer in which its padding is not."""
    if not sheet.says(_PADDED) or not sheet.is_worked:
        return
    windows: dict[str, Window | None] | None = None
    for result in sheet.results:
        numbers = _numbers(result)
        label = _layer(sheet, result) if numbers else ""
        if not label:
            continue
        windows = _windows(sheet) if windows is None else windows
        window = windows.get(label)
        if window is None or window.start > result.start or not window.padding:
            continue
        side, kernel, stride = (int(number.p) for number in numbers[:3])
        bare = (kernel, stride) == (window.kernel, window.stride)
        if (
            bare
            and result.number.value == (side - kernel) // stride + 1
            and _comes_in(sheet, result, side, window)
        ):
            right = fmpq((side + 2 * window.padding - kernel) // stride + 1)
            message = f"the padding {window.padding} of this layer is on both sides, and not in it"
            yield sheet.claim(result.member.span, RULE, message, right)
            return


def _numbers(result: Result) -> list[fmpq]:
    """The side, the kernel and the stride of `(8 - 3)/1 + 1` or `8 - 3 + 1`; none of anything else."""
    numbers = [leaf.value for leaf in leaves(result.formula)] if result.formula is not None else []
    if len(numbers) == 3:
        numbers = [*numbers[:2], fmpq(1), numbers[2]]
    whole = len(numbers) == 4 and numbers[3] == 1 and all(one.q == 1 and one > 0 for one in numbers)
    return numbers if whole and result.number.integer and numbers[0] > numbers[1] else []


def _layer(sheet: Sheet, result: Result) -> str:
    """The convolution that the sentence before a size names last, if it says nothing of padding."""
    opening = max(line_start(sheet.text, result.start), result.start - LONGEST_LEAD)
    lead = _STOP.split(sheet.text[opening : result.start])[-1]
    named = [*_NAMED.finditer(lead)]
    return f"conv{named[-1]['number']}" if named and named[-1]["conv"] and not _TOLD.search(lead) else ""


def _comes_in(sheet: Sheet, result: Result, side: int, window: Window) -> bool:
    """Whether a side is that of a map before its padding: it stands above, and the smaller one does not."""
    opening = line_start(sheet.text, result.start)
    counted = {one.number.value for one in sheet.results if one.start < opening}

    def is_known(number: int) -> bool:
        squared = re.compile(rf"(?<![\d.]){number}[\s$]*(?:×|x|\\times)[\s$]*{number}(?![\d.])")
        return fmpq(number) in counted or squared.search(sheet.text, 0, opening) is not None

    return is_known(side) and not is_known(side - 2 * window.padding)


def _windows(sheet: Sheet) -> dict[str, Window | None]:
    """The windows of the numbered convolutions of a page; None of one that is told in two ways."""
    passages = sheet.judge.passages
    text = painted(sheet.judge.page.text, passages)
    headings = [one.span.start for one in passages if one.kind is Kind.HEADING]
    windows: dict[str, Window | None] = {}
    for layer in describe_layers(text, headings, rows_of(passages, text)):
        window = _window(layer)
        if layer.kind != "conv" or not layer.label or layer.kernel is None:
            continue
        known = windows.setdefault(layer.label, window)
        if (
            known is None
            or window is None
            or known.padding != window.padding
            or known.kernel != window.kernel
        ):
            windows[layer.label] = None
    return windows


def _window(layer: Described) -> Window | None:
    kernel, padding = layer.kernel, layer.padding
    if kernel is None or kernel[0] != kernel[1] or layer.is_odd or not isinstance(padding, int):
        return None
    return Window(kernel[0], layer.stride or 1, padding, layer.span.start)
