"""A token with its probability, in the ways people write it: `tea (0.9)`, `tea: 90%`, `P(tea | or) = 0.9`."""

from __future__ import annotations

import re

from flint import fmpq

from workings.decoding.model import is_start, key
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST_LINE = 240
MOST_WORDS = 9  # of a token that is a phrase
PROBABILITY = (
    r"(?:0?[.]\d{1,9}|0,\d{1,6}|[01](?:\.0{1,6})?(?![\d.,]*\d)(?!\s?[/%])|\d{1,3}(?:\.\d{1,4})?\s?%"
    r"|\d{1,4}\s?/\s?\d{1,5}(?!\d|\.\d))"
)
NEGATIVE = r"[-−–]\d{1,3}\.\d{1,6}"
LABEL = (
    r"(?:(?:with|has|gets|of)\s+)?(?:a\s+|the\s+)?(?:conditional\s+|cond\.\s+|log[- ])?"
    r"(?:prob(?:ability|\.)?|[Pp]r?|score)\s*+(?:of|=|:|is|≈)?\s*+"
)
SPECIAL = r"<[/|]?[A-Za-z][\w|-]{0,19}\|?>|\[(?:EOS|BOS|SEP|CLS|STOP|END|START)\]|[?.!]"
WORD = r"[^\W\d_][\w'’-]{0,30}"
QUOTED = r'"[^"\n]{1,60}"'
TOKEN = rf"(?:{QUOTED}|{SPECIAL}|{WORD})"
_TRAIL = (
    r"\s*[.,;]?\s*(?:(?:←|<-|✓|✔|✗|✘|#|//|\(end\)|\(finished\)|\(done\)|\(complete\)).{0,60}"
    r"|\s{2}(?:→|=)\s*[\d.]{1,12})?"
)
_DIGIT = regex(r"\d")
_BRACKETED = regex(
    rf"(?P<token>\S.{{0,90}}?)\s*+[(\[]\s*+(?:{LABEL})?(?P<number>{PROBABILITY}|{NEGATIVE})\s*+[)\]]{_TRAIL}",
    re.I,
)
_BEHIND = regex(
    rf"(?P<token>\S.{{0,90}}?)(?:\s*+(?:=|:|→|…++|,)\s*+(?:{LABEL})?(?P<number>{PROBABILITY}|{NEGATIVE})"
    rf"|(?:\s++[–—-]|[–—])\s*+(?:{LABEL})?(?P<dashed>{PROBABILITY})"
    rf"|\s++(?:{LABEL})?(?P<bare>{PROBABILITY})){_TRAIL}",
    re.I,
)
_BEFORE = regex(
    rf"[(\[]?\s*+(?P<number>{PROBABILITY})(?:\s*+[)\]])?(?:\s*+(?::|→|–|—|-)|\s)\s*+(?P<token>\S.{{0,60}}?){_TRAIL}",
    re.I,
)
EQUATION = regex(
    rf"\b(?:Pr?|p)(?:_\w{{1,8}})?\s*+[(\[]\s*+(?P<token>[^|()\n]{{1,60}}?)\s*+"
    rf"(?:\|\s*+(?P<context>[^()\n]{{0,90}}?)\s*+)?[)\]]\s*+(?:=|≈|:|is)\s*+(?P<number>{PROBABILITY})"
    r"(?!\s*[×*/^]|\s*\.?\d)"
)
_INDEXED = regex(r"\s*[A-Za-z](?:_\{?\s?[\w+-]{1,6}\}?|\d)?\s*=\s*(?!=)")
_NO_TOKEN = regex(
    r"\b(?:total|probabilit\w*|prob|score|scores|sum|product|joint|width|size|alpha|temperature"
    r"|top-[pk]|rate|"
    r"length|average|mean|log|ln|answer|result|beams?|greedy|exhaustive|hypothes[ie]s|candidates?"
    r"|penalty|step|"
    r"threshold|points?|sequence|path|keep|keeps|kept|picks?|chooses?|example|figure|table|section"
    r"|chapter|question|exercise|problem|"
    r"task|case|head|layer|otherwise|remaining|rest|others?|everything|vs|versus|normali[sz]ed)\b"
    r"|[=×+≈<>]\s|[=×≈∑√]|\d\s*[*/]|→",
    re.I,
)

_NAMES = frozenset("p P k K α β γ η λ τ T n N".split())  # what `p = 0.9` gives a value to


@record(frozen=True, slots=True)
class Written:
    """A token and a number as they stand: the token without quotes, the number exact."""

    token: str
    weight: fmpq
    span: Span
    context: str | None = None  # of an equation: what stands behind the bar
    integer: bool = False  # 0 or 1 as they stand, which may also count something


def number(text: str) -> fmpq:
    """The exact value of a probability as written: 0.55, .55, 0,55, 55%, 11/20; or a negative logarithm."""
    plain = text.replace(" ", "").replace("−", "-").replace("–", "-").replace(",", ".")
    if plain.endswith("%"):
        return number(plain[:-1]) / 100
    over, slash, under = plain.partition("/")
    if slash:
        return fmpq(int(over), int(under)) if int(under) else fmpq(2)
    sign = -1 if over.startswith("-") else 1
    whole, _, places = over.lstrip("-").partition(".")
    return sign * fmpq(int((whole + places) or "0"), 10 ** len(places))


def option(text: str, at: int) -> Written | None:
    """A whole line that is one token with one probability; `at` is its place on the page."""
    if len(text) > LONGEST_LINE or _DIGIT.search(text) is None:
        return None
    equation = EQUATION.match(text)
    if equation is not None and re.fullmatch(r"[\s.,;]*", text[equation.end() :]):
        return of_equation(equation, at)
    for pattern in (_BRACKETED, _BEHIND, _BEFORE):
        found = pattern.fullmatch(text.rstrip())
        if found is None:
            continue
        token = bare(found["token"])
        if token in _NAMES and text[found.end("token") :].lstrip()[:1] in ("=", ":"):
            return None
        if token is None or (pattern is _BEFORE and len(token.split()) > 3):
            continue
        parts = found.groupdict()
        written = parts["number"] or parts.get("dashed") or parts.get("bare") or ""
        value = number(written)
        integer = written in ("0", "1")
        if value <= 1 and not (integer and (parts.get("dashed") or parts.get("bare") or pattern is _BEFORE)):
            span = Span(at + found.start(), at + found.end())
            return Written(token, value, span, integer=integer)
    return None


def of_equation(found: re.Match[str], at: int = 0) -> Written | None:
    """`P(b | a) = 0.4`, also with names: `p(y_2 = b | y_1 = a) = 0.4`."""
    token = unnamed(found["token"])
    settled = bare(token)
    value = number(found["number"])
    if settled is None or not 0 <= value <= 1:
        return None
    context = found["context"]
    return Written(
        settled,
        value,
        Span(at + found.start(), at + found.end()),
        None if context is None else context.strip(),
    )


def unnamed(text: str) -> str:
    """`y_1 = a, y_2 = b` is the sequence a, b."""
    return ", ".join(_INDEXED.sub("", part, count=1).strip() for part in text.split(","))


def bare(text: str) -> str | None:
    """A token without quotes and brackets; None for what cannot be one, such as a label or a sum."""
    settled = text.strip().strip("`*_ ")
    quoted = len(settled) > 2 and settled[0] == settled[-1] == '"'
    settled = settled.replace('"', " ").strip(" \t`'’‘“”,;") if len(settled) > 1 else settled
    settled = " ".join(settled.split())
    if not settled or len(settled.split()) > MOST_WORDS or ":" in settled or len(settled) > 80:
        return None
    if not quoted and re.search(r"\d\.\d|\.\d|\d\s?%", settled):
        return None
    if not quoted and not is_start(settled) and _NO_TOKEN.search(_without_tags(settled)):
        return None
    if re.fullmatch(r"[\d.,%/\s()\[\]-]+", settled) and settled not in (".",):
        return None
    return settled


def _without_tags(text: str) -> str:
    return re.sub(SPECIAL, "x", text)


def same(one: str, other: str) -> bool:
    return key(one) == key(other)
