"""Logarithms of another base than the page measures in: a loss in nats that was worked out with base 10."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.methods.sheet import Sheet
from workings.finding import Claim, Verdict
from workings.regex import regex

RULE = "recipe/other-base"
_NATS = regex(r"\bnats?\b|natural log", re.I)
_OTHER = regex(
    r"\bbits?\b|\bbase[- ](?:2|10|two|ten)\b|log_?\{?(?:2|10)\b|\blg\b|\blb\b|\bdB\b|decibel|\bbans?\b", re.I
)
_BASES = {"log to base 2": "2", "log to base 10": "10"}


def claims_of_bases(sheet: Sheet) -> Iterator[Claim]:
    """The first line that is right only with another logarithm."""
    if not sheet.says(_NATS) or sheet.says(_OTHER):
        return
    for claim in sheet.judge.claims:
        base = _BASES.get(claim.convention or "")
        if base is not None and claim.verdict is Verdict.RIGHT:
            message = f"this is the logarithm to base {base}; the page measures in nats, with base e"
            yield sheet.claim(claim.span, RULE, message)
            return
