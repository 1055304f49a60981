"""Negative sampling: the surprise of a negative word is that of σ(−u·v), not of σ(u·v)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, call, number
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/sign"
_SAMPLED = regex(r"negative sampl|skip-?gram|word2vec|SGNS", re.I)
_TURNED = regex(r"1\s*[-−]\s*\\?(?:σ|sigma)|P\(D", re.I)
_NEGATIVE = regex(r"\bnegatives?\b(?! sampl)", re.I)
_OTHER = regex(r"\bpositive|\bcontext\b|\bgradient", re.I)
SAID: tuple[re.Pattern[str], ...] = (_SAMPLED,)


def claims_of_sampling(sheet: Sheet) -> Iterator[Claim]:
    """The first negative word whose score keeps its sign, and whose surprise is taken."""
    if not sheet.says(_SAMPLED) or sheet.says(_TURNED):
        return
    lines = workings_of(sheet)
    for line in lines:
        said = line.words or ("" if "=" in line.above else line.above)
        score = _score(line)
        if score is None or _NEGATIVE.search(said) is None or _OTHER.search(said) is not None:
            continue
        scores = {one.number.value for one in lines if one.start < line.start}
        if score not in scores or -score in scores or not _is_surprising(sheet, line):
            continue
        right = scalar(call("sub", number(1), line.formula.expr), {})
        message = f"for a negative sample it is σ(−u·v): the sign of the score {show(score)} is turned"
        yield sheet.claim(line.formula.span, RULE, message, right)
        return


def _score(line: Working) -> fmpq | None:
    formula = line.formula.expr
    if not isinstance(formula, Call) or formula.op != "sigmoid" or len(formula.args) != 1:
        return None
    stated = stated_number(formula.args[0])
    return None if stated is None else stated.value


def _is_surprising(sheet: Sheet, line: Working) -> bool:
    """Whether the logarithm of the number is taken further down, as in the loss."""
    last = line.statement.members[-1].span
    text = re.escape(sheet.text[last.start : last.end].strip(" $"))
    return re.search(rf"(?:ln|log)\W{{0,4}}{text}(?!\d)", sheet.text[last.end :]) is not None
