"""Derivatives at a point in words: “the derivative of x³ at x = 2 is 12”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.expr import AT, Apply, Array, Call, Expr, Hole, Name, Relation, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.told.sentence import Sentence, Told
from workings.regex import regex
from workings.source import Span

MOST_LETTERS = 4
FURTHEST = 600  # characters between a function and what is said of its slope
_SLOPE = r"(?P<what>derivative|slope|gradient)"
_POINT = (
    r"(?:the\s++point\s++|position\s++)?(?P<point>[^,.;()]{1,40}?|\([^()]{1,60}\)|\w\s*+=\s*+[-−]?\s?[\d./]+"
    r"|(?:\([^()]{1,20}\)\s*+=\s*+)\([^()]{1,60}\))"
)
_OF_AT = regex(
    rf"\b{_SLOPE}\s++of\s++(?:the\s++)?(?:function\s++)?(?P<of>[^,;:]{{1,80}}?"
    rf"|[a-zA-Z]\([^()]{{1,12}}\)\s*+=\s*+[^;:]{{1,60}}?)\s++(?:at|for)\s++{_POINT}"
    r"\s++(?:is|equals)\s++",
    re.I,
)
_AT_OF = regex(
    rf"\bat\s++{_POINT},?\s++the\s++{_SLOPE}\s++of\s++(?:the\s++)?(?:function\s++)?(?P<of>[^,;:]{{1,80}}?)\s++(?:is"
    rf"|equals)\s++",
    re.I,
)
_OTHERWISE = regex(
    r"\bsecond\b|\bpartial\b|\bdirectional|\bthird\b|\bhigher|\brespect\b|\bw\.r\.t|\bnormal", re.I
)
_FUNCTION = regex(
    r"(?:the\s+)?(?:logistic\s+)?(sigmoid|tanh|sine|cosine|relu|softplus|exponential)(?:\s+function)?", re.I
)
_WRITTEN = {"sine": "sin", "cosine": "cos", "exponential": "exp"}
_ORDERED = frozenset({"xy", "xyz", "uv", "ab", "st"})  # letters whose order everybody knows
_TUPLE = regex(r"\([^()]{1,60}\)")
_ENDS = regex(r"\s*(?:[.,;:)]|\Z|\n|\(|[a-z]{2,})")


def slopes(sentence: Sentence) -> Iterator[Told]:
    """“The gradient of f(x, y) = x² y at (1, 2) is (4, 1).”"""
    if sentence.says(_OTHERWISE):
        return
    for found in (_OF_AT.search(sentence.text), _AT_OF.search(sentence.text)):
        if found is None:
            continue
        taken = _function(sentence, found)
        point = None if taken is None else _point(sentence, found, taken[0])
        value = _value(sentence, found.end())
        if taken is None or point is None or value is None:
            continue
        letters, body = taken
        stated, place = value
        placed = tuple(part for pair in zip(letters, point, strict=True) for part in pair)
        steps = [
            Call(body.span, AT, (Call(body.span, "derivative", (body, one)), *placed)) for one in letters
        ]
        if (
            len(letters) == 1
            and isinstance(stated, Array)
            or len(letters) > 1
            and not isinstance(stated, Array)
        ):
            return
        expr: Expr = steps[0] if len(letters) == 1 else Array(place, tuple(steps), "tuple")
        yield Told(f"the {found['what'].lower()}", expr, place, stated, place)
        return


def _function(sentence: Sentence, found: re.Match[str]) -> tuple[tuple[Name, ...], Expr] | None:
    """The letters that a function is of, in order, and what it makes of them."""
    start, end = found.span("of")
    named = _FUNCTION.fullmatch(found["of"].strip())
    if named is not None:
        word = named[1].lower()
        written = parse_maths(f"{_WRITTEN.get(word, word)}(x)", sentence.lexicon)
        return ((Name(written.span, "x", "x"),), written) if isinstance(written, Call) else None
    expr = sentence.parsed(start, end)
    if isinstance(expr, Relation):
        return _defined(*expr.members) if len(expr.members) == 2 and expr.signs == ("=",) else None
    if isinstance(expr, Name):
        return _function_above(sentence, expr.key)
    if expr is None or not isinstance(expr, Call) or any(isinstance(node, Apply) for node in walk(expr)):
        return None
    letters = {node.key: node for node in walk(expr) if isinstance(node, Name) and node.key not in ("e", "π")}
    if not 1 <= len(letters) <= MOST_LETTERS or any(len(key) > 1 and "_" not in key for key in letters):
        return None
    keys = sorted(letters)
    alike = len({letter.base for letter in letters.values()}) == 1  # x_1 and x_2
    if len(keys) > 1 and not alike and "".join(keys) not in _ORDERED:
        return None
    return tuple(letters[key] for key in keys), expr


def _defined(head: Expr, body: Expr) -> tuple[tuple[Name, ...], Expr] | None:
    """`f(x, y) = x² y`."""
    if not isinstance(head, Apply) or any(isinstance(node, Hole) for node in walk(body)):
        return None
    letters = tuple(arg for arg in head.args if isinstance(arg, Name))
    inside = {node.key for node in walk(body) if isinstance(node, Name)} - {"e", "π"}
    if len(letters) != len(head.args) or not inside <= {letter.key for letter in letters}:
        return None
    return (letters, body) if len(letters) <= MOST_LETTERS else None


def _function_above(sentence: Sentence, key: str) -> tuple[tuple[Name, ...], Expr] | None:
    """The function of this name that was defined last."""
    for start, chain in sorted(sentence.chains.items(), reverse=True):
        head = chain.members[0].expr
        if (
            start >= sentence.start + len(sentence.text)
            or not isinstance(head, Apply)
            or head.function.key != key
        ):
            continue
        if sentence.start - start > FURTHEST:
            return None
        return _defined(head, chain.members[-1].expr) if len(chain.members) == 2 else None
    return None


def _point(sentence: Sentence, found: re.Match[str], letters: tuple[Name, ...]) -> tuple[Expr, ...] | None:
    """The value of each letter."""
    start, end = found.span("point")
    expr = sentence.parsed(start, end)
    if isinstance(expr, Relation):
        head, last = expr.members[0], expr.members[-1]
        same = isinstance(head, Name) and [letter.key for letter in letters] == [head.key]
        same = same or (isinstance(head, Array) and _keys(head) == [letter.key for letter in letters])
        if len(expr.members) != 2 or not same:
            return None
        expr = last
    if expr is None:
        return None
    entries = expr.items if isinstance(expr, Array) else (expr,)
    known = not any(
        isinstance(node, Name) and node.key not in ("e", "π") for entry in entries for node in walk(entry)
    )
    return entries if known and len(entries) == len(letters) else None


def _keys(head: Array) -> list[str]:
    return [item.key for item in head.items if isinstance(item, Name)]


def _value(sentence: Sentence, at: int) -> tuple[Expr, Span] | None:
    """The number or tuple that is stated."""
    while sentence.text[at : at + 1].isspace():
        at += 1
    several = _TUPLE.match(sentence.text, at)
    if several is not None and _ENDS.match(sentence.text, several.end()):
        expr = sentence.parsed(*several.span())
        known = expr is not None and not any(isinstance(node, Name) for node in walk(expr))
        return (expr, Span(*several.span())) if known and isinstance(expr, Array) else None
    value = sentence.value(at)
    return (
        None if value is None or not _ENDS.match(sentence.text, value.span.end) else (value.expr, value.span)
    )
