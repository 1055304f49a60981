"""Hidden Markov models: the chance of what is observed at a step, and the best way to it.

A table has the chances of the observations x, y and z in each state. `α_2(B) = (…) · 0.4` takes that of y,
where z is observed at step 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import factors
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Apply, Expr, Name, Number
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.source import line_start

OTHER = "copy/other-row"
NOT_BEST = "viterbi/not-best"
MOST_STEPS = 12
_HIDDEN = regex(r"\bHMMs?\b|hidden (?:markov|states?)|\bviterbi\b|forward algorithm", re.I)
_OBSERVED = regex(
    r"\bobserv(?:ed|ations?|es?)\b(?: sequence| symbols)?[^\n:=]{0,20}[:=]?[\s*$(\[]*"
    r"(?P<sequence>[^\W\d_]\w{0,11}(?:(?:\s*(?:,|→|->)\s*|\s+)[^\W\d_]\w{0,11}){1,11})[\s*$)\].]*$",
    re.I | re.M,
)
_PASSES = regex(r"(?:α|δ|alpha|delta|forward|viterbi|[avfV])_?\{?(\d{1,2})\}?")
_BEST = regex(r"(?:δ|delta|viterbi|[vV])_?\{?\d{1,2}\}?")
_WORD = regex(r"[^\W\d_]\w*")
_TABLE = (
    "A hidden Markov model:\n\n| | →A | →B | x | y |\n|---|---|---|---|---|\n| A | 0.6 | 0.4 | 0.7 | 0.3 |\n"
    "| B | 0.2 | 0.8 | 0.1 | 0.9 |\n\nObserved: x y\n\n"
)
SAID: tuple[re.Pattern[str], ...] = (_HIDDEN,)
RULES: dict[str, Description] = {
    NOT_BEST: Description(
        "the best way to a state is not the one with the largest product",
        wrong=_TABLE + "from A 0.35·0.4 = 0.14, from B 0.05·0.8 = 0.04: δ_2(B) = 0.04·0.9 = 0.036",
        right=_TABLE + "from A 0.35·0.4 = 0.14, from B 0.05·0.8 = 0.04: δ_2(B) = 0.14·0.9 = 0.126",
        why="The pointers of all steps look alike, and one is read off wrongly.",
    ),
}


def claims_of_hidden(sheet: Sheet) -> Iterator[Claim]:
    """The first chance of another observation, and the first way that is not the best."""
    if not sheet.says(_HIDDEN):
        return
    told: set[str] = set()
    for chart in charts_of(sheet):
        observed = _observed(sheet, chart)
        for result in sheet.results if observed else ():
            for rule, claim in (
                (OTHER, _of_observation(sheet, result, chart, observed)),
                (NOT_BEST, _of_ways(sheet, result)),
            ):
                if claim is not None and rule not in told and not is_contrasted(sheet.text, result.start):
                    told.add(rule)
                    yield claim


def _observed(sheet: Sheet, chart: Chart) -> Mapping[int, str]:
    """What is observed at each step, if all of it is a column of the table."""
    for found in _OBSERVED.finditer(sheet.text):
        words = _WORD.findall(found["sequence"])
        if len(words) <= MOST_STEPS and set(words) <= set(chart.columns) and len(set(words)) > 1:
            return dict(enumerate(words, 1))
    return {}


def _of_observation(sheet: Sheet, result: Result, chart: Chart, observed: Mapping[int, str]) -> Claim | None:
    """A last factor that is the chance of another observation in the same state."""
    head = result.head
    step = _PASSES.fullmatch(head.function.key) if isinstance(head, Apply) else None
    state = _state(head)
    if step is None or state not in chart.rows or int(step[1]) not in observed or result.formula is None:
        return None
    row = chart.rows.index(state)
    chances = {word: chart.entries[row, chart.columns.index(word)] for word in set(observed.values())}
    seen = observed[int(step[1])]
    parts = factors(result.formula)
    last = parts[-1]
    if len(parts) != 2 or not isinstance(last, Number) or chances[seen] in _values(parts):
        return None
    other = next((word for word, value in chances.items() if value == last.value), None)
    if other is None:
        return None
    own = show(chances[seen])
    message = f"“{seen}” is observed at step {step[1]}, in {state} with {own}; this is that of “{other}”"
    right = result.number.value / last.value * chances[seen] if last.value else None
    return sheet.claim(result.formula.span, OTHER, message, right)


def _state(head: Expr) -> str:
    """The state that a chance is of."""
    match head:
        case Apply(args=(Name(key=key),)):
            return key
        case _:
            return ""


def _values(parts: list[Expr]) -> set[fmpq]:
    return {number.value for part in parts if (number := stated_number(part)) is not None}


def _of_ways(sheet: Sheet, result: Result) -> Claim | None:
    """A product of Viterbi's that goes on from the smaller of the ways on its line."""
    head = result.head
    if not isinstance(head, Apply) or _BEST.fullmatch(head.function.key) is None or result.formula is None:
        return None
    parts = factors(result.formula)
    first = stated_number(parts[0]) if len(parts) == 2 else None
    opening = line_start(sheet.text, result.start)
    beside = [one for one in sheet.results if opening <= one.start < result.start]
    ways = [(one.formula, one.number) for one in beside if not isinstance(one.head, Apply)]
    values = [number.value for way, number in ways if way is not None and len(factors(way)) == 2]
    if first is None or len(values) < 2 or first.value not in values or first.value == max(values):
        return None
    message = f"the best of the ways is {show(max(values))}, not {show(first.value)}"
    return sheet.claim(result.formula.span, NOT_BEST, message)
