"""Results at the ends of lines below each other, and the total or mean under them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_in
from workings.checking.comparing.miscopying import misread_near
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "list/total"
NOT_DIVIDED = "mean/not-divided"
LEAST_TELLING = 9  # whole numbers up to here add up to others by chance
LEAST = 2  # lines above a total
MOST = 12
LEAST_DIGITS = 3  # of a total that is called wrong
_NUMBER = r"[-−–]?\d{1,3}(?:(?:,|\{,\}|\\,|\u202f)\d{3})+(?:\.\d{1,9})?|[-−–]?\d{1,12}(?:\.\d{1,9})?"
_LINE = regex(r"[^\n]*\n?")
_TOTAL = regex(
    r"[\s|>*•&+\\{}$_-]*+(?:(?:text|textbf|mathbf|mathrm)[\s{*]*+)?(?:in )?(?:the )?(?:grand )?"
    r"(?:total|sum|altogether|together|overall|insgesamt|gesamt|summe|(?P<mean>mean|average|mittelwert|mittel))\b"
    rf"(?P<about>[^\d\n=:≈]{{0,40}})[=:≈&$\s*\\}}]{{1,8}}(?P<number>{_NUMBER})(?P<after>[^\d\n]{{0,40}})",
    re.I,
)
_RESULT = regex(rf"(?:=|≈|:)[\s$&*]*(?P<number>{_NUMBER})(?P<after>[^\d\n=+·×*/^]{{0,40}})\n?")
_SPACES = regex(r"[,{}\u202f]|\\,")
_OTHER = regex(r"%|\b(?:GB|MB|kB|KB|GiB|MiB|ms|percent|million|thousand)\b|\b[kMGB]\b|\bof\b", re.I)
OF_LOGARITHMS = regex(r"log|\bln\b|likel|\bll\b|energ|reward|cost", re.I)  # where losses have another sign
SAID: tuple[re.Pattern[str], ...] = (_TOTAL,)


@record(frozen=True, slots=True)
class Entry:
    """A number at the end of a line."""

    value: fmpq
    unit: fmpq
    place: Span


def claims_of_ledgers(sheet: Sheet) -> Iterator[Claim]:
    """Every total below lines with results: right where they give it, wrong by a slip of the pen."""
    taken = [claim.span for claim in sheet.judge.claims]
    above: list[Entry] = []
    for line in _LINE.finditer(sheet.text):
        found = _TOTAL.fullmatch(line[0].rstrip("\n\r\\ "))
        total = _entry(found, line.start()) if found is not None else None
        if total is not None:
            known = any(s.start <= total.place.start < s.end for s in taken)
            made = _mean_judged if found is not None and found["mean"] else total_judged
            claim = None if known else made(sheet, above[-MOST:], total)
            if claim is not None:
                yield claim
        results = [*_RESULT.finditer(line[0])]
        entry = _entry(results[-1], line.start()) if results and results[-1].end() >= len(line[0]) else None
        if entry is not None and total is None:
            above.append(entry)
        elif line[0].strip():
            above = []


def _entry(found: re.Match[str], start: int) -> Entry | None:
    written = _SPACES.sub("", found["number"])
    number = stated_in(written)
    if number is None or _OTHER.search(found["after"]):
        return None
    return Entry(number.value, number.unit, Span(start + found.start("number"), start + found.end("number")))


def _mean_judged(sheet: Sheet, above: Sequence[Entry], mean: Entry) -> Claim | None:
    """Right where it is the mean of the last lines above; wrong where it is the sum of all of them."""
    if len(above) < LEAST:
        return None
    for count in range(LEAST, len(above) + 1):
        whole, loose = summed(above[-count:])
        if abs(whole / count - mean.value) <= loose / count + mean.unit / 2:
            return claim_about(sheet.judge.page, mean.place, Verdict.RIGHT)
    whole, loose = summed(above)
    telling = any(entry.unit < 1 or abs(entry.value) > LEAST_TELLING for entry in above)
    if abs(whole - mean.value) > loose or not telling or is_contrasted(sheet.text, mean.place.start):
        return None
    right = show(whole / len(above))
    message = f"this is the sum of the {len(above)} lines above; their mean is {right}"
    because = tuple(entry.place for entry in above)
    return claim_at(sheet.judge, mean.place, NOT_DIVIDED, (NOT_DIVIDED,), message, right, because[:3])


def summed(entries: Sequence[Entry]) -> tuple[fmpq, fmpq]:
    """What numbers add up to, and how far off that may be because they are rounded."""
    whole = sum((entry.value for entry in entries), fmpq(0))
    return whole, sum((entry.unit / 2 for entry in entries if entry.unit < 1), fmpq(0))


def total_judged(sheet: Sheet, above: Sequence[Entry], total: Entry) -> Claim | None:
    """Right by the last lines above, whichever these are; wrong where all of them miss it by a slip."""
    if len(above) < LEAST:
        return None
    loose = sum(
        (entry.unit / 2 for entry in above if entry.unit < 1), total.unit / 2 if total.unit < 1 else fmpq(0)
    )
    for count in range(LEAST, len(above) + 1):
        if abs(sum((entry.value for entry in above[-count:]), fmpq(0)) - total.value) <= loose:
            return claim_about(sheet.judge.page, total.place, Verdict.RIGHT)
    whole = sum((entry.value for entry in above), fmpq(0))
    slip = misread_near(whole, loose, total.value, total.unit)
    opening = above[-1].place.end
    logarithms = OF_LOGARITHMS.search(sheet.text, opening, total.place.start) is not None
    certain = slip == "slip/sign" and all(entry.value >= 0 for entry in above) and not logarithms
    if slip is None or not (certain or slip in ("slip/digits-swapped", "slip/copied-digit")):
        return None
    if len(str(abs(total.value / total.unit).p)) < LEAST_DIGITS:
        return None
    if is_contrasted(sheet.text, total.place.start):
        return None
    message = f"the lines above add up to {show(whole)}"
    because = tuple(entry.place for entry in above)
    return claim_at(sheet.judge, total.place, RULE, (slip,), message, show(whole), because[:3])
