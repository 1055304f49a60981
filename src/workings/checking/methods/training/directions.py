"""Steps in the wrong direction: away from the sample of a perceptron, or up a gradient that should go down.

A perceptron is moved by the rate times the sample, with the sign of its label; gradient descent takes the
rate times the gradient away.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_number
from workings.checking.methods.pages.knowing import caption, facts_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import renewed
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal, scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, walk
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex
from workings.source import line_start
from workings.value import Tensor

SIGN = "recipe/sign"
ASCENT = "update/ascent"
FROM_SAMPLE = 400  # characters between a sample and its step
FROM_GRADIENT = 900  # characters between a gradient and the step that takes it
MOST_SAMPLES = 24
_PERCEPTRON = regex(r"\bperceptron", re.I)
_NUMBER = r"[-−+]?\s?(?:\d+(?:\.\d+)?|\.\d+)"
_VECTOR = rf"\(\s*(?P<x>{_NUMBER}(?:\s*,[\s\\]*{_NUMBER}){{1,5}})\s*\)"
_SAMPLE = regex(
    rf"(?:(?P<name>\b[A-Z]|\b[xp]_?\{{?\(?\d\)?\}}?)\s*=?\s*)?{_VECTOR}[\s$,;^{{}}\\|]{{0,14}}(?:top|T|and|with)?[\s$,;}}]*"
    rf"(?:(?:[ytd]_?\{{?\d?\}}?|label|target|class)\s*(?:=|:|is)\s*|→\s*|\\to\s*|->\s*)\$?(?P<label>[-−+]?[01])\b"
)
_INPUT = regex(r"\W*[xX](?:_?\{?(\d)\}?)?\W*")
_TARGETS = (regex(r"\W*(?:t|d|target|label|class|desired)\b.{0,12}", re.I), regex(r"\W*y\W*"))
_START = regex(  # or it says what would be
    r"\b(?:start|init|begin|reset|again|zero|set)\w*\b|\bwould\b|\bif we\b|\binstead\b|\bforg", re.I
)
_CHANGES = regex(
    r"\bupdat|\bnew\b|\bwrong|\bmistake|\bmisclass|\bbecomes?\b|\badjust|\bchange|\berror|→|->|\bincorrect",
    re.I,
)
_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)|^=+$", re.M)
_DIGITS = regex(r"\d+")
_DESCENT = regex(
    r"gradient descent|\bSGD\b|gradient step|\bdescent\b|\bupdate|learning rate|step size|\\eta\b|η", re.I
)
_OTHERWISE = regex(
    r"\bascent\b|maximi[sz]|momentum|\bAdam|rmsprop|adagrad|nesterov|\breward|\bpolicy\b|newton|perceptron|hebb"
    r"|decay|negative gradient|[-−]\s*\\nabla|[-−]\s*∇",
    re.I,
)
_RATE = regex(
    r"(?:\\?eta|η|\\alpha|α|learning rate|step size|\blr\b)\b[\s$=:\\,{}of]{1,12}(\d*\.?\d+)(?![\d.]*\w)",
    re.I,
)
_SLOPE = regex(r"\\nabla|∇|\\partial|∂|\bd[A-Z]\s*/\s*d|\bgrad|\\frac\{?d|\bg(?:_|\b)|'\s*\(")
_GRADIENT = regex(r"\bgradients?\b(?!\s+(?:descent|step))|\bderivatives?\b", re.I)
_NO_NAME = regex(r"[^\W\d_]{4}")  # a word, which tells more than the name of a weight
_LABEL = regex(r"\b(?:label|target|class)\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_PERCEPTRON, _DESCENT)


@record(frozen=True, slots=True)
class Sample:
    """An input with the sign of its label, where that stands, and the places where the page turns to it."""

    x: tuple[fmpq, ...]
    sign: int
    start: int
    places: tuple[int, ...]


def claims_of_perceptrons(sheet: Sheet) -> Iterator[Claim]:
    """The first change of weights that goes the wrong way for the sample it is made for."""
    if not sheet.says(_PERCEPTRON):
        return
    samples = [*_samples(sheet)]
    rates = _rates(sheet.text) or {fmpq(1)}
    if len(samples) < 2 or len({len(one.x) for one in samples}) > 1 or len(rates) > 1:
        return
    turns = sorted(((place, one) for one in samples for place in one.places), key=lambda turn: turn[0])
    starts = [place for place, _ in turns]
    weights: dict[str, fmpq] = {}
    rate = rates.pop()
    for statement in sheet.statements:
        changes = [*_changes(statement, len(samples[0].x))]
        at = bisect_left(starts, statement.span.start) - 1
        if at >= 0 and changes and _is_step(sheet.text, starts[at], statement):
            sample = turns[at][1]
            claim = _judged_sample(sheet, statement, changes, weights, sample, rate)
            if claim is not None and sheet.question_at(sample.start) == sheet.question_at(claim.span.start):
                yield claim
                return
        weights.update(changes)


def _judged_sample(
    sheet: Sheet,
    statement: Statement,
    changes: Sequence[tuple[str, fmpq]],
    weights: dict[str, fmpq],
    sample: Sample,
    rate: fmpq,
) -> Claim | None:
    """Wrong where all that changed has the wrong sign, or one weight of several has."""
    inputs = {str(at): value for at, value in enumerate(sample.x, 1)} | {"b": fmpq(1)}
    moved = {key: value - weights[key] for key, value in changes if key in weights}
    if len(moved) < len(changes):
        return None
    for factor in (rate, 2 * rate):
        steps = {key: factor * sample.sign * inputs[key] for key in moved}
        turned = [key for key, step in steps.items() if step != 0 and moved[key] == -step]
        kept = [key for key, step in steps.items() if moved[key] == step]
        if not turned or len(turned) + len(kept) < len(moved):
            continue
        if len(turned) == 1 or not any(steps[key] for key in kept):
            shown = ", ".join(show(weights[key] + step) for key, step in steps.items())
            return sheet.claim(statement.members[-1].span, SIGN, _message(turned, moved, sample), shown)
    return None


def _message(turned: Sequence[str], moved: Mapping[str, fmpq], sample: Sample) -> str:
    """What has to be done with the entries whose sign was lost."""
    (first, *rest) = turned
    entry = fmpq(1) if first == "b" else sample.x[int(first) - 1]
    if not rest and entry < 0:
        return f"entry {first} of this sample is {show(entry)}, and its sign is lost"
    what = (
        "the input" if rest or len(moved) == 1 and first != "b" else "1" if first == "b" else f"entry {first}"
    )
    label = "positive" if sample.sign > 0 else "negative or 0"
    way = "added" if sample.sign > 0 else "taken away"
    return f"the label of this sample is {label}: the rate times {what} has to be {way}"


def _is_step(text: str, turn: int, statement: Statement) -> bool:
    """Whether weights are those after a step for the sample that the page has turned to."""
    start = statement.span.start
    line = line_start(text, start)
    if start - turn > FROM_SAMPLE or _START.search(text, line, start) or _HEADING.search(text, turn, start):
        return False
    return statement.members[1].sign != "=" or _CHANGES.search(text, turn, start) is not None


def _changes(statement: Statement, size: int) -> Iterator[tuple[str, fmpq]]:
    """The weights that a statement gives, each under its number, and the bias as `b`."""
    if statement.hypothesis or statement.offered or len(statement.members) < 2:
        return
    base, index = renewed(statement.members[0].expr)
    last = statement.members[-1].expr
    number = stated_number(last)
    if base in ("w", "W") and not index:
        whole = literal(last)
        if isinstance(whole, Tensor) and len(whole.items) == size:
            for at, item in enumerate(whole.items, 1):
                if isinstance(item, fmpq):
                    yield str(at), item
    elif number is not None and base in ("w", "W") and index.isdigit() and 0 < int(index) <= size:
        yield index, number.value
    elif number is not None and base == "b" and not index:
        yield "b", number.value


def _samples(sheet: Sheet) -> Iterator[Sample]:
    """The samples of the page's tables and of its lines, each with a label."""
    tabled = [sample for grid in sheet.grids for sample in _of_table(sheet, grid)]
    if tabled:
        yield from tabled[:MOST_SAMPLES]
        return
    for found in _SAMPLE.finditer(sheet.text):
        x, name = _entries(found["x"]), found["name"] or ""
        number = _DIGITS.search(name)
        vector = r"\s*,\s*".join(re.escape(part.strip()) for part in found["x"].split(","))
        places = _turns(
            sheet.text,
            rf"(?<![wb]=)(?<![wb] =)(?<![wb] = )\(\s*{vector}\s*\)\$?\s*(?:[:→]|->|,\s*\$?[ytd]\b)",
            0,
        )
        if name and not number:
            places = _turns(
                sheet.text, rf"(?:^|\n|point |sample )[ \t*>•-]*\(?{name}\)?\s*(?:[:.)]|\*\*)", found.end()
            )
        elif number:
            places = _turns(sheet.text, _numbered(number[0]), found.end())
        yield Sample(x, _sign(found["label"]), found.start(), tuple(places))


def _of_table(sheet: Sheet, grid: Grid) -> Iterator[Sample]:
    headers = [cell.text for cell in grid.header]
    target = next((at for one in _TARGETS for at, text in enumerate(headers) if one.fullmatch(text)), None)
    inputs = [at for at, text in enumerate(headers) if _INPUT.fullmatch(text)]
    if target is None or not inputs or target in inputs:
        return
    for at, row in enumerate(grid.rows, 1):
        texts = [row[column].text.strip("$ ") for column in inputs]
        x = _entries(", ".join(text.strip("()$ ").removesuffix("^T").strip("()$ ") for text in texts))
        label = row[target].text.strip("$ ")
        if len(x) < 2 or label not in ("+1", "1", "-1", "−1", "0"):
            return
        first = row[0].text.strip("$ *") if 0 not in (target, *inputs) else str(at)
        pattern = _numbered(first) if first.isdigit() else rf"\b{re.escape(first)}\s*(?:[:.)]|\*\*)"
        places = _turns(sheet.text, pattern, grid.span.end)
        yield Sample(x, _sign(label), grid.span.start, tuple(places))


def _numbered(number: str) -> str:
    """How a page turns to a sample by its number."""
    return (
        rf"\b(?:sample|example|point|pattern|step|instance|iteration|datum|[Nn]|i|k)\b\W{{0,5}}{number}\b(?![.,]\d)"
        rf"|x\^\{{?\(?{number}\b"
    )


def _turns(text: str, pattern: str, start: int) -> list[int]:
    return [found.start() for found in re.compile(pattern, re.I).finditer(text, start)]


def _entries(text: str) -> tuple[fmpq, ...]:
    numbers = [number_in(part.replace(" ", "").replace("\\", "")) for part in text.split(",")]
    return tuple(value for value in numbers if value is not None) if None not in numbers else ()


def _sign(label: str) -> int:
    return 1 if label.strip("+ ") == "1" else -1


def claims_of_ascending(sheet: Sheet) -> Iterator[Claim]:
    """The first step that goes up a gradient of the page."""
    if not sheet.says(_DESCENT) or sheet.says(_OTHERWISE):
        return
    rates = _rates(sheet.text)
    if len(rates) != 1:
        return
    rate = rates.pop()
    slopes: list[tuple[int, fmpq]] = []
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered:
            continue
        head = statement.members[0]
        named = _SLOPE.search(sheet.judge.page.text, head.span.start, head.span.end) is not None
        if named or _is_told(sheet, statement):
            slopes += ((statement.span.start, value) for value in _values(statement) if value != 0)
            continue
        near = [value for start, value in slopes if statement.span.start - start < FROM_GRADIENT]
        claim = _judged_gradient(sheet, statement, near, rate) if near else None
        if claim is not None:
            yield claim
            return


def _is_told(sheet: Sheet, statement: Statement) -> bool:
    """Whether words say that a number is an entry of the gradient, made of an output less its label."""
    start = statement.span.start
    own = sheet.text[line_start(sheet.text, start) : start]
    if not _GRADIENT.search(own if _NO_NAME.search(own) else f"{caption(sheet.text, start)} {own}"):
        return False
    facts = facts_of(sheet)
    labels = {facts[at].value for at in facts.spoken(_LABEL) | facts.called("y|t")}
    errors = (
        (first.value, second.value)
        for other in sheet.statements
        if other.span.start <= start and len(other.members) > 1 and is_numeric(other.members[-2].expr)
        for first, second in [_difference(other.members[-2].expr)]
        if first is not None and second is not None
    )
    results = {result.number.value for result in sheet.results if result.start < start}
    return any(first in results and second in labels for first, second in errors)


def _difference(expr: Expr) -> tuple[Stated | None, Stated | None]:
    """The two numbers of a difference."""
    match expr:
        case Call(op="sub", args=(first, second)):
            return stated_number(first), stated_number(second)
        case _:
            return None, None


def _judged_gradient(sheet: Sheet, statement: Statement, slopes: list[fmpq], rate: fmpq) -> Claim | None:
    base = renewed(statement.members[0].expr)[0]
    for member in statement.members[1:]:
        parts = _start_and_step(member.expr)
        if parts is None or not is_numeric(member.expr):
            continue
        start, step = parts
        down = any(step == -rate * slope for slope in slopes)
        up = next((slope for slope in slopes if step == rate * slope), None)
        if down or up is None or not _had(sheet, base, start, statement):
            return None
        facts = facts_of(sheet)
        if any(fact.value == -up for fact in facts[: facts.count_above(statement.span.start)]):
            return None  # which may be the gradient of another weight
        message = f"the gradient is {show(up)}, so {show(rate * up)} has to be taken away"
        return sheet.claim(member.span, ASCENT, message, start - rate * up)
    return None


def _start_and_step(expr: Expr) -> tuple[fmpq, fmpq] | None:
    """The number that a sum begins with, and what is added to it."""
    if not isinstance(expr, Call) or expr.op not in ("add", "sub"):
        return None
    start, whole = stated_number(expr.args[0]), scalar(expr, {})
    if any(isinstance(node, Call) and node.op == "neg" for node in walk(expr.args[1])):
        return None  # the sign of the gradient is put in
    return (start.value, whole - start.value) if start is not None and isinstance(whole, fmpq) else None


def _had(sheet: Sheet, base: str, start: fmpq, statement: Statement) -> bool:
    """Whether a name had just the value that its step begins with."""
    for other in sheet.statements:
        if other.span.start >= statement.span.start:
            return False
        head = other.members[0].expr
        named = [renewed(item)[0] for item in (head.items if isinstance(head, Array) else (head,))]
        if base in named and start in _values(other):
            return True
    return False


def _values(statement: Statement) -> tuple[fmpq, ...]:
    """The number or the numbers that a statement ends in."""
    last = statement.members[-1].expr
    number = stated_number(last)
    if number is not None:
        return (number.value,)
    whole = literal(last)
    return tuple(item for item in whole.items if isinstance(item, fmpq)) if isinstance(whole, Tensor) else ()


def _rates(text: str) -> set[fmpq]:
    """The learning rates that a page speaks of."""
    return {rate for found in _RATE.finditer(text) if (rate := number_in(found[1])) is not None}
