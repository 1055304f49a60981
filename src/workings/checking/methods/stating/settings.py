"""Formulas in names whose values stand in words: `2·d·d_ff` with “feed-forward size 1536” above it.

What a symbol usually stands for tells which words these are. A number is told only where it is the right one
with a slip of the pen in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.facts import Fact, is_said
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, walk
from workings.finding import Claim, Verdict
from workings.regex import regex

RULE = "copy/differs"
MOST_NAMES = 6
_RATE = r"learning[- ]rate|step[- ]size"
_WORDS = {
    "η": _RATE, "lr": _RATE, "α": rf"{_RATE}|\balpha\b", "β": r"momentum|\bdecay|\bbeta\b",
    "ρ": r"\bdecay|momentum", "γ": r"discount|\bgamma\b|focus|\bdecay", "ε": r"epsilon|smoothing|clip",
    "λ": r"regulari|penalty|weight decay|\blambda\b", "τ": r"temperature|\btau\b",
    "T": r"temperature|number of steps|total steps", "p": r"drop\w*|keep|padding|probability",
    "k": r"kernel|filter|neighbou?rs", "K": r"kernel|filter|classes", "F": r"filter|kernel",
    "s": r"stride|\bscale", "S": r"stride", "P": r"padding", "d": r"dilation|dimension|width",
    "n": r"inputs?|examples|samples", "N": r"examples|samples|documents|tokens|words", "h": r"\bheads\b",
    "δ": r"threshold|\bdelta\b", "m": r"margin|momentum", "μ": r"momentum|\bmean\b", "B": r"batch",
    "σ": r"standard deviation", "C": r"channels|classes", "V": r"vocabulary",
    "r": r"\brank\b|reward", "L": r"\blayers\b",
    "W": r"width|input", "H": r"height|\bheads\b", "Z": r"zero[- ]point", "c": r"threshold|clip",
}  # fmt: skip
_OWN = {
    "layers": r"\blayers\b", "layer": r"\blayers\b", "heads": r"\bheads\b", "bytes": r"bytes",
    "head": r"head (?:dimension|size|width)", "kv": r"(?:key/value|KV|kv|key-value) heads",
    "model": r"model (?:dimension|size|width)", "in": r"\binputs?|in[- ]channels",
    "out": r"\boutputs?|out[- ]channels", "max": r"max\w*|peak", "min": r"min\w*", "batch": r"batch",
    "warmup": r"warm-?up", "seq": r"sequence|tokens|context", "vocab": r"vocabulary",
    "ff": r"feed-?forward (?:size|width|dim\w*)", "ffn": r"feed-?forward (?:size|width|dim\w*)",
}  # fmt: skip
_CHANNELS = {"in": r"\bin(?:put)?[- ]channels", "out": r"\bout(?:put)?[- ]channels|\bfilters\b"}
_LETTERS = regex(r"[^\W\d_]{2,}")


def claims_of_settings(sheet: Sheet) -> Iterator[Claim]:
    """The numbers beside a formula that are what it gives, but for a digit."""
    undecided = [claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.UNDECIDED]
    for statement in sheet.statements if undecided else ():
        place = statement.members[-1].span
        if any(span.start <= place.start < span.end for span in undecided):
            yield from _judged(sheet, statement)


def _judged(sheet: Sheet, statement: Statement) -> Iterator[Claim]:
    head, last = statement.members[0].expr, statement.members[-1]
    stated = stated_number(last.expr)
    if len(statement.members) != 2 or not isinstance(head, Call) or stated is None or last.sign != "=":
        return
    above = [fact for fact in facts_of(sheet) if fact.start < statement.span.start]
    choice = _choice(head, above)
    value = scalar(head, choice) if choice is not None else None
    if not isinstance(value, fmpq) or value == stated.value or not isinstance(last.expr, Number):
        return
    slip = misread(value, stated.value, last.expr.unit)
    if slip is not None and len(str(value)) > 3:
        message = f"with the numbers of the page this is {show(value)}"
        yield sheet.claim(last.span, RULE, message, value)


def _choice(expr: Expr, above: Sequence[Fact]) -> dict[str, fmpq] | None:
    """The value of every name, where each has one alone, by its name or else in words."""
    names = {node.key: node for node in walk(expr) if isinstance(node, Name)}
    found: dict[str, fmpq] = {}
    for key, name in names.items():
        values = {fact.value for fact in above if fact.name == key and isinstance(fact.value, fmpq)}
        words = spoken(key, name.base)
        if not values and words is not None:
            values = {
                fact.value
                for fact in above
                if not fact.name and isinstance(fact.value, fmpq) and is_said(words, fact.before, fact.after)
            }
        if len(values) != 1 or len(names) > MOST_NAMES:
            return None
        found[key] = values.pop()
    return found or None


@cache
def spoken(name: str, base: str) -> re.Pattern[str] | None:
    """The words that stand before the value of a symbol; an input is as wide as high, but not as deep."""
    usual = {**_OWN, **_CHANNELS} if base in ("C", "c") else _OWN
    own = [usual[part] for part in _LETTERS.findall(name) if part in usual]
    if own:
        return regex("|".join(own), re.I)
    return regex(_WORDS[name], re.I) if name == base and name in _WORDS else None
