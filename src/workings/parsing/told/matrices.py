"""Shapes, medians and largest scores in words: “a 3×4 matrix times a 4×5 matrix is 3×5”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.expr import NOWHERE, Array, Call, Number, Relation, call, number
from workings.parsing.told.sentence import Sentence, Told, Words, applied, either, listed
from workings.regex import regex
from workings.source import Span

MOST_NUMBERS = 40
_PAIR = r"\(?(?<![\d.×])(?P<{0}>\d{{1,5}})\s*×\s*(?P<{1}>\d{{1,5}})(?!\s*×|\d|\.\d)\)?"
_MATRIX = r"(?:[\s-]*(?:matrix|matrices|one|tensor))?"
_SHAPED = r"(?:(?:matrix|tensor)\s+)?(?:of\s+(?:shape|size|dimensions?)\s+)?"

# -- shapes of products ---------------------------------------------------------------------------

_FACTORS = regex(
    rf"\b(?:an?\s+|the\s+)?{_SHAPED}{_PAIR.format('a', 'b')}{_MATRIX}\s*"
    rf"(?:\btimes|\band|\bby|\bwith|·|\\cdot|@)\s+(?:an?\s+|the\s+"
    rf"|another\s+)?{_SHAPED}{_PAIR.format('c', 'd')}{_MATRIX}",
    re.I,
)
_MULTIPLIES = regex(r"\bproduct\b|\btimes\b|\bmultipl", re.I)
_COMES = regex(
    r"\b(?:has\s+(?:the\s+)?(?:shape|size|dimensions?)(?:\s+of)?|is|gives|yields|produces|results?\s+in"
    r"|of\s+(?:shape|size))\s+"
    rf"(?:an?\s+|the\s+)?{_SHAPED}(?:of\s+(?:shape|size)\s+)?{_PAIR.format('h', 'w')}",
    re.I,
)
_NO_PRODUCT = regex(
    r"\bhadamard|\belement-?\s?wise|\bouter\b|\bkronecker|\btranspos|\bconv|\bbroadcast|\bflop"
    r"|\boperations",
    re.I,
)


def products(sentence: Sentence) -> Iterator[Told]:
    """“The product of a 3×4 matrix and a 4×5 matrix is a 3×5 matrix.”"""
    if not sentence.says(_MULTIPLIES) or sentence.says(_NO_PRODUCT):
        return
    words = Words(sentence.text)
    factors = words.take(_FACTORS)
    result = None if factors is None else _COMES.search(words.left, factors.end())
    if factors is None or result is None or factors["b"] != factors["c"]:
        return
    words.paint(*result.span())
    if words.is_spent(result.end()):
        place = Span(result.start("h"), result.end("w"))
        stated = Array(place, (number(int(result["h"])), number(int(result["w"]))), "list")
        expr = listed(int(factors["a"]), int(factors["d"]))
        yield Told("the shape of the product", expr, place, stated, place)


# -- medians ----------------------------------------------------------------------

_NUMBER = r"[-−]?\s?(?:\d+(?:\.\d+)?|\.\d+)(?!\d)"
_ROW = rf"{_NUMBER}(?:\s*+,\s*+(?:and\s++)?{_NUMBER}|\s++and\s++{_NUMBER})*"
_MEDIAN = regex(
    rf"(?:\A|[.:;,]|\bso|\bthen)\s*(?:the\s+)?median\s+of\s+(?:the\s+)?(?:(?:numbers|values|list"
    rf"|scores)\s+)?[\[({{]?\s*+(?P<of>{_ROW})(?:\s*+[\])}}])?\s++"
    r"(?:is|equals)\s+",
    re.I,
)


def medians(sentence: Sentence) -> Iterator[Told]:
    """“The median of 3, 1, 2, 10 is 2.5.”"""
    found = _MEDIAN.search(sentence.text)
    values = None if found is None else _numbers(sentence, *found.span("of"))
    value = None if found is None else sentence.value(found.end())
    if values is None or value is None or len(values) < 2:
        return
    ordered = sorted(values, key=lambda one: one.value)
    half = len(ordered) // 2
    middle = Array(NOWHERE, tuple(ordered[half - (len(ordered) % 2 == 0) : half + 1]), "list")
    yield value.told("the median", call("mean", middle))


def _numbers(sentence: Sentence, start: int, end: int) -> list[Number] | None:
    """The numbers of a row."""
    found: list[Number] = []
    for each in regex(_NUMBER).finditer(sentence.text, start, end):
        expr = sentence.parsed(*each.span())
        if isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number):
            one = expr.args[0]
            expr = Number(expr.span, -one.value, one.unit, f"-{one.text}")
        if not isinstance(expr, Number):
            return None
        found.append(expr)
    return found if len(found) <= MOST_NUMBERS else None


# -- orthogonal vectors --------------------------------------------------------------------------

_VECTOR = r"(?:[a-zA-Z](?:_\w)?\s*=\s*)?[\[(]\s*[-−\d][^\[\]()a-zA-Z]{1,60}[\])]"
_ORTHOGONAL = regex(
    rf"(?:\A|[.:;,]|\bso|\bthen|\bvectors"
    rf"|\blet)\s*(?:the\s+)?(?:vectors\s+)?(?P<a>{_VECTOR})\s+and\s+(?P<b>{_VECTOR})\s+are\s+"
    r"(?:mutually\s+)?(?P<word>orthogonal|perpendicular)(?=\s*(?:[.,;:)]|\Z))",
    re.I,
)


def orthogonals(sentence: Sentence) -> Iterator[Told]:
    """“x = (1, 2) and y = (2, -1) are orthogonal.”"""
    found = _ORTHOGONAL.search(sentence.text)
    if found is None:
        return
    sides = [sentence.parsed(*found.span(name)) for name in "ab"]
    vectors = [side.members[-1] if isinstance(side, Relation) else side for side in sides]
    first, second = vectors
    if not isinstance(first, Array) or not isinstance(second, Array) or len(first.items) != len(second.items):
        return
    place = Span(*found.span("word"))
    yield Told("the dot product", call("dot", first, second), place, number(0, place), place)


# -- the predicted class --------------------------------------------------------------------------

_SCORES = regex(
    rf"\b(?:scores|probabilities|logits|outputs?|softmax|predictions?)\s+(?:are|is|="
    rf"|:)\s*[\[(]\s*+(?P<of>{_ROW})\s*+[\])]",
    re.I,
)
_PREDICTED = regex(
    r"\b(?:predicted\s+(?:class|label|digit)|prediction|argmax)\s+is\s+(?:(?P<class>class|label|index"
    r"|entry|number)\s+)?(?P<n>\d{1,3})"
    r"(?=\s*(?:[.,;)]|\Z))",
    re.I,
)
_OTHER_CLASS = regex(
    r"\bthreshold|\bsmallest|\blowest|\bargmin|\bdistance|\bcosts?\b|\bloss(?:es)?\b|\bsampl", re.I
)


def classes(sentence: Sentence) -> Iterator[Told]:
    """“The scores are [0.2, 0.5, 0.3], so the predicted class is class 2.”"""
    scores, stated = _SCORES.search(sentence.text), _PREDICTED.search(sentence.text)
    if scores is None or stated is None or stated.start() < scores.end() or sentence.says(_OTHER_CLASS):
        return
    values = _numbers(sentence, *scores.span("of"))
    words = Words(sentence.text)
    words.paint(*scores.span())
    words.paint(*stated.span())
    if (
        values is None
        or len({one.value for one in values}) != len(values)
        or not words.is_spent(stated.end())
    ):
        return
    best = max(range(len(values)), key=lambda at: values[at].value)
    expr = either(applied("add", best, 1), number(best))  # counted from one, or from nought
    place = Span(*stated.span("n"))
    if expr is not None:
        yield Told("the predicted class", expr, place, number(int(stated["n"]), place), place)
