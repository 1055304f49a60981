"""The claims that programs make: that every layer takes what reaches it."""

from __future__ import annotations

import re

from workings.checking.judging import Judge
from workings.finding import Claim, Verdict
from workings.networks.network import Trouble
from workings.networks.sizes import Unknown, show_size
from workings.networks.survey import survey
from workings.networks.wording import objection
from workings.source import Page, Span

RULE = "network/shape-mismatch"
AROUND = 300  # characters before and after a program in which it may be called broken
_BROKEN = re.compile(
    r"RuntimeError|mismatch|\b(?:error|fails?|failing|crash(?:es)?|wrong|bug|buggy|broken|breaks?|invalid|"
    r"incompatible|incorrect|mistake|fix)\b|n[o'’]t (?:fit|match|work|run)|\?\?",
    re.I,
)


def claims_of_programs(judge: Judge) -> list[Claim]:
    """Right claims for the layers that fit, wrong ones for those that do not."""
    page = judge.page
    found = survey(page)
    claims = [_right(page, span) for span, _, _ in found.fitting]
    return claims + [
        _wrong(page, trouble) for trouble in found.troubles if not is_shown_broken(page, trouble.span)
    ]


def is_shown_broken(page: Page, span: Span) -> bool:
    """Whether the author says, near by, that this does not work."""
    return _BROKEN.search(page.text, max(0, span.start - AROUND), span.end + AROUND) is not None


def _right(page: Page, span: Span) -> Claim:
    text = page.text[span.start : span.end]
    return Claim("", "shape", span, text, Verdict.RIGHT, None, text, text)


def _wrong(page: Page, trouble: Trouble) -> Claim:
    misfit, text = trouble.misfit, page.text[trouble.span.start : trouble.span.end]
    single = not (isinstance(misfit.needed, Unknown) or misfit.why or trouble.name in ("+", "@"))
    needed = show_size(misfit.needed) if single else None
    return Claim(
        "", "shape", trouble.span, text, Verdict.WRONG, RULE, text, needed, message=objection(trouble)
    )  # fmt: skip
