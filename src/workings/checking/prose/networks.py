"""The claims that programs make: that every layer takes what reaches it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.prose.named import PARAMETERS, SIZE
from workings.checking.wording import claim_about
from workings.finding import Claim, Verdict
from workings.networks.code.comments import Remark, read_remarks
from workings.networks.network import Made, Trouble
from workings.networks.prose.painting import painted
from workings.networks.prose.stating import is_rounded, stated_totals
from workings.networks.sizes import Shape, Unknown, known, show_shape, show_size
from workings.networks.survey import Survey, survey
from workings.networks.wording import objection
from workings.regex import regex
from workings.source import Page, Span

RULE = "network/shape-mismatch"
AROUND = 300  # characters before and after a program in which it may be called broken
_BROKEN = regex(
    r"RuntimeError|mismatch|\b(?:error|fails?|failing|crash(?:es)?|wrong|bug|buggy|broken|breaks?|invalid|"
    r"incompatible|incorrect|mistake|fix)\b|n[o'’]t (?:fit|match|work|run)|\?\?",
    re.I,
)
_ELSEWHERE = regex(
    r"^[ \t]{0,3}(?:#[ \t]|#{2,6}[ \t].{0,40}\b(?:exercise|question|problem|task|aufgabe)\b|\\section\b)",
    re.I | re.M,
)  # where another exercise begins, whose network this is not


def claims_of_programs(judge: Judge) -> list[Claim]:
    """Right claims for the layers that fit, wrong ones for those that do not."""
    page = judge.page
    found = survey(page)
    claims = [_right(page, span) for span, _, _ in found.fitting]
    claims += _remarks(page, found)
    claims += _totals(judge, found)
    return claims + [
        _wrong(page, trouble) for trouble in found.troubles if not is_shown_broken(page, trouble.span)
    ]


def _remarks(page: Page, found: Survey) -> list[Claim]:
    """Sizes in comments beside what gives them; wrong only where one size is possible."""
    claims: list[Claim] = []
    for listing in found.listings:
        for remark in read_remarks(page.text, *listing):
            end = page.text.find("\n", remark.line)
            stop = end if end >= 0 else len(page.text)
            made = [one for one in found.made if remark.line < one.span.end <= stop]
            made = [one for one in made if one.whole] or made
            if any(_is_stated(one.shape, remark.sizes) for one in made):
                claims.append(_right(page, remark.span))
            elif made and _is_refuted(made, remark) and not is_shown_broken(page, remark.span):
                shape = show_shape(made[0].shape)
                text = page.written[remark.span.start : remark.span.end]
                message = f"this gives {shape}, not {text}"
                claims.append(
                    claim_about(page, remark.span, Verdict.WRONG, SIZE, message, shape, kind="shape")
                )
    return claims


def _is_stated(shape: Shape, sizes: Sequence[int | None]) -> bool:
    """Whether a stated size is this shape: with or without the batch, channels first or last."""
    inner = shape[1:]
    turned = (*inner[1:], inner[0]) if len(inner) > 1 else inner
    ways = [shape, inner, turned, (shape[0], *turned)] if shape else [shape]
    return any(
        len(way) == len(sizes)
        and all(said is None or known(size) in (None, said) for size, said in zip(way, sizes, strict=True))
        for way in ways
    )


def _is_refuted(made: Sequence[Made], remark: Remark) -> bool:
    """Whether there is one known shape, and the comment is not about what goes in."""
    if len({one.shape[1:] for one in made}) != 1:  # whatever the batch
        return False
    shape, before = made[0].shape, made[0].before
    if any(isinstance(size, Unknown) for size in shape) or len(remark.sizes) not in (
        len(shape),
        len(shape) - 1,
    ):
        return False
    return remark.is_output or (before is not None and not _is_stated(before, remark.sizes))


def _totals(judge: Judge, found: Survey) -> list[Claim]:
    """“The network has 3722 parameters” behind the only network of a document."""
    page = judge.page
    totals = {known(network.parameters) for network in found.networks}
    if not found.networks or None in totals or "param" not in page.text:
        return []
    sheet = painted(page.text, judge.passages)
    claims: list[Claim] = []
    for said in stated_totals(sheet, found.networks[0].span.end, len(sheet)):
        text = page.written[said.span.start : said.span.end]
        if said.height in totals:
            claims.append(_right(page, said.span))
        elif (
            len(found.networks) == 1
            and not _ELSEWHERE.search(page.text, found.networks[0].span.end, said.span.start)
            and not any(claim.span == said.span for claim in judge.claims)
        ):
            (total,) = totals
            right = str(total)
            if total is not None and is_rounded(said.height, total):
                message = f"{text} is off by rounding only; the value is {right}"
                claims.append(
                    claim_about(page, said.span, Verdict.ROUNDING, None, message, right, kind="shape")
                )
                continue
            message = f"{found.networks[0].name} has {right} parameters, not {text}"
            claims.append(
                claim_about(page, said.span, Verdict.WRONG, PARAMETERS, message, right, kind="shape")
            )
    return claims


def is_shown_broken(page: Page, span: Span) -> bool:
    """Whether the author says, near by, that this does not work."""
    return _BROKEN.search(page.text, max(0, span.start - AROUND), span.end + AROUND) is not None


def _right(page: Page, span: Span) -> Claim:
    text = page.written[span.start : span.end]
    return claim_about(page, span, Verdict.RIGHT, None, "", text, kind="shape")


def _wrong(page: Page, trouble: Trouble) -> Claim:
    misfit = trouble.misfit
    single = not (isinstance(misfit.needed, Unknown) or misfit.why or trouble.name in ("+", "@", "cat"))
    needed = show_size(misfit.needed) if single else None
    return claim_about(page, trouble.span, Verdict.WRONG, RULE, objection(trouble), needed, kind="shape")
