"""Biases in counts of parameters: as many as a layer has outputs, in every layer if the page wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod

from flint import fmpq

from workings.checking.comparing.parts import summands, whole_factors
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start
from workings.value import key_of

OTHER_SIZE = "recipe/other-size"
LEFT_OUT = "recipe/left-out"
REACH = 90  # characters before a count that say what it counts
BEHIND = 60  # characters behind it in which the biases may come
LEAST_ALIKE = 2  # counts with their biases
ABOVE = 600  # characters before the first count that say how it is counted
LEAST_SUMMED = 3  # counts that are added up
_COUNTED = regex(r"\bparameters?\b|\bweights\b|\bbias", re.I)
_WANTED = regex(
    r"\bweights and biases\b|\b(?:with|have|has|including|incl\.) (?:a |the )?bias",
    re.I,
)
_UNWANTED = regex(
    r"\b(?:no|without|ignor\w*|omit\w*|except)\b[^.\n]{0,20}\bbias"
    r"|\bbias(?:es)?\b[^.\n]{0,20}\b(?:ignored|omitted|left out)\b|bias=False",
    re.I,
)
_ARROW = regex(
    r"(?<!\d)(\d[\d,]*+)[\s$]*+(?:→|->|\\to(?![a-z])|\\rightarrow(?![a-z])|\bto\b)[\s$]*(\d[\d,]*)"
)
_CHAIN = regex(r"\d[\d,]*(?:[\s$]*(?:→|->|\\to(?![a-z])|\\rightarrow(?![a-z]))[\s$]*\d[\d,]*){2,6}")
_NUMBER = regex(r"\d[\d,]*")
_OF_BIASES = regex(r"\bbias(?:es)?\b[\s:=$(]*$", re.I)
_CHAINED = regex(r"[\s$]*(?:→|->|\\to(?![a-z])|\\rightarrow(?![a-z]))")
_LAYER = regex(
    r"^\W*(?:\\item\s*)?(?:dense|conv|fc|fully|linear|layer|output|hidden)\w*"
    r"(?:[ -]?(?:layer|connected))*[\s-]*\d*\W*$",
    re.I,
)
_NO_LAYER = regex(
    r"embed|vocab|token|position|attention|quer|\bkeys?\b|\bvalues?\b|proj|W_|norm|LSTM|GRU|RNN|cell|lookup",
    re.I,
)
_BIASES = regex(r"\bbias|\bplus\b|^\W{0,3}\+", re.I)
_BESIDE = regex(
    r"[^\n]{0,24}?(?:\b(?:and|plus)\s|[,;|+])[\s$]*+(?:(?:biases|bias|b(?:_\{?\w\}?)?)(?:\s*+of\s)?(?:\s*+[:=|$]|\s)[$\s]*+"
    r"(?P<behind>\d[\d,]*)|(?P<before>\d[\d,]*)[$\s]+bias)(?![\d·*×])"
)
_WIDTHS = regex(
    r"(?:\bMLP|\bperceptron|\bnetwork|\bnet|\bauto-?encoder|\blayers?|\bsizes?|\bwidths?)\b[^.\n\d]{0,24}"
    r"(?P<widths>(?<![\d.,])\d{1,5}(?:\s*(?:[-–—→]|->|\\to(?![a-z]))\s*\d{1,5}){2,6})(?![\d.,]*\d|\s*[-+·*/=])",
    re.I,
)
_CLASSES = regex(r"(?<![\d.])(\d+)\s+(?:classes|outputs|output units|digits|labels)\b", re.I)
_WITH_OWN = regex(
    r"\bweights and bias(?:es)?\b"
    r"|\b(?:with|including|incl\.) (?:a |the |its |one |all )?bias(?:es)?\b(?! vector)",
    re.I,
)
_BREAK = regex(r"[\d.;,=]")
_WEIGHTS_AND = regex(r"weights and", re.I)
_WORD = regex(r"[a-z]{2,}")
_OF_LAYERS = frozenset("linear dense fc fully feed forward ffn mlp hidden conv".split())
_DIGITS = regex(r"\d+")
SAID: tuple[re.Pattern[str], ...] = (_COUNTED,)


def claims_of_biases(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.says(_COUNTED):
        return
    results = sheet.results
    yield from _of_other_side(sheet, results)
    yield from _after_another(sheet, results)
    yield from _of_windows(results, sheet)
    if not sheet.says(_UNWANTED):
        yield from _of_widths(sheet, results)
    yield from _said_before(sheet, results)
    yield from _left_out(sheet, results)
    yield from _of_inputs(sheet)
    yield from _counted_alone(sheet, results)


def _counted_alone(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """“64 → 256 → 64, … biases 2·64”, as if every layer had as many outputs as the last one."""
    for result in results:
        words = _words(sheet, result)
        chains = [*_CHAIN.finditer(words)] if _OF_BIASES.search(words) is not None else []
        factors = whole_factors(result.formula)
        if len(chains) != 1 or len(factors) != 2:
            continue
        widths = [fmpq(int(text.replace(",", ""))) for text in _NUMBER.findall(chains[0][0])]
        outputs = widths[1:]
        layers, width = fmpq(len(outputs)), factors[factors[0] == len(outputs)]
        if layers in factors and width in widths and sum(outputs, fmpq(0)) != prod(factors):
            right = " + ".join(map(show, outputs))
            message = f"a layer has a bias for each of its outputs: {right}"
            yield sheet.claim(result.member.span, OTHER_SIZE, message, sum(outputs, fmpq(0)))
            return


def _of_other_side(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """`3 → 5` with as many biases as there are inputs."""
    before = 0
    for result in results:
        opening, before = max(before, result.start - REACH), result.statement.span.end
        said = [*_ARROW.finditer(sheet.text, opening, result.start)]
        parts = _parts(result.formula)
        if len(said) != 1 or parts is None or _CHAINED.match(sheet.text, said[0].end()):
            continue
        factors, bias = parts
        inputs, outputs = (fmpq(int(text.replace(",", ""))) for text in said[0].groups())
        if sorted(factors) == sorted((inputs, outputs)) and bias == inputs != outputs:
            message = f"a layer has a bias for each of its {show(outputs)} outputs, not of its inputs"
            yield sheet.claim(result.member.span, OTHER_SIZE, message, inputs * outputs + outputs)
            return


def _after_another(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """`512·2048 + 2048`, then `2048·512 + 2048` or `2048·512`, whose inputs are the outputs of the first."""
    for first, then in pairwise(results):
        before = _parts(first.formula)
        if before is None or len(before[0]) != 2 or before[0][0] == before[0][1]:
            continue
        (_, outputs), biases = before
        parts, bare = _parts(then.formula), whole_factors(then.formula)
        factors, bias = parts if parts is not None else (bare, None)
        if biases != outputs or len(factors) != 2 or factors[0] != outputs or factors[1] == outputs:
            continue
        if bias == outputs:
            message = f"a layer has a bias for each of its {show(factors[1])} outputs, not of its inputs"
            right = factors[0] * factors[1] + factors[1]
            yield sheet.claim(then.member.span, OTHER_SIZE, message, right)
            return
        if bias is None and _are_alike(sheet, first, then) and not _is_completed(sheet, then, factors):
            message = (
                f"the {show(factors[1])} biases of this layer are left out; the layer before has its own"
            )
            yield sheet.claim(then.member.span, LEFT_OUT, message, then.number.value + factors[1])
            return


def _of_windows(results: Sequence[Result], sheet: Sheet) -> Iterator[Claim]:
    """`5·5·6·16 + 6` for a convolution, where the other layers have a bias for each output."""
    counts = [(result, *parts) for result in results if (parts := _parts(result.formula)) is not None]
    odd = [(result, made) for result, made, bias in counts if len(made) == 4 and bias == made[2] != made[3]]
    usual = [made for _, made, bias in counts if bias == made[-1] and made[0] != made[-1]]
    if len(usual) >= LEAST_ALIKE and len(odd) == 1:
        result, made = odd[0]
        message = (
            f"a layer has a bias for each of its {show(made[3])} filters, not of the channels that come in"
        )
        right = result.number.value - made[2] + made[3]
        yield sheet.claim(
            result.formula.span if result.formula else result.member.span, OTHER_SIZE, message, right
        )


def _are_alike(sheet: Sheet, first: Result, then: Result) -> bool:
    """Whether two counts are of layers of one kind, by a word before both, and nobody speaks of no biases."""
    own, other = ({*_WORD.findall(_label(sheet, one).lower())} for one in (first, then))
    about = sheet.text[max(0, first.start - ABOVE) : then.statement.span.end + BEHIND]
    return (
        bool(own & other & _OF_LAYERS)
        and not _NO_LAYER.search(" ".join(other))
        and not _UNWANTED.search(about)
    )


def _is_completed(sheet: Sheet, result: Result, factors: Sequence[fmpq]) -> bool:
    """Whether the biases of a bare product are in a factor, come behind it, or are added further down."""
    end = result.statement.span.end
    if result.number.value != prod(factors):
        return True
    if _is_folded(sheet, result, factors) or _BIASES.search(sheet.text[end : end + BEHIND]) is not None:
        return True
    terms = [summands(one.formula) for one in sheet.results if one.formula is not None]
    numbers = [[term.value for term in own if isinstance(term, Number)] for own in terms]
    return any(result.number.value in own and factors[-1] in own for own in numbers)


def _said_before(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """`128 → 5000 with bias: 128 · 5000 = 640 000`, which has none."""
    for result in results:
        factors = whole_factors(result.formula)
        lead = _words(sheet, result)[-REACH:]
        said = [*_WITH_OWN.finditer(lead)]
        if (
            len(factors) != 2
            or not said
            or not (_WEIGHTS_AND.search(said[-1][0]) or _is_mapped(lead, factors))
        ):
            continue
        beside = sheet.text[result.start - len(lead) : result.statement.span.end + BEHIND]
        if _UNWANTED.search(beside) or _DIGITS.search(lead, said[-1].end()):
            continue
        if not _is_completed(sheet, result, factors):
            message = f"the {show(factors[-1])} biases are not in it, though it is said to have them"
            yield sheet.claim(result.member.span, LEFT_OUT, message, result.number.value + factors[-1])
            return


def _is_mapped(lead: str, factors: Sequence[fmpq]) -> bool:
    """Whether the last arrow before a count leads from one of its factors to the other."""
    arrows = [*_ARROW.finditer(lead)]
    return bool(arrows) and [fmpq(int(side.replace(",", ""))) for side in arrows[-1].groups()] == [*factors]


def _of_widths(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """A network such as 784 – 128 – 10, whose layers are counted one by one, or all in one sum."""
    said = [*_WIDTHS.finditer(sheet.text)]
    widths = [fmpq(int(text)) for text in _DIGITS.findall(said[0]["widths"])] if len(said) == 1 else []
    layers = [*pairwise(widths)]
    counts: list[tuple[Result, fmpq]] = []
    for result in results if layers else ():
        missing = _missing(result.formula, layers)
        if missing is not None:
            message = f"the {show(missing)} biases of one layer are left out; the others are counted"
            yield sheet.claim(result.member.span, LEFT_OUT, message, show(result.number.value + missing))
            return
        parts = _parts(result.formula)
        if parts is not None and any(sorted(parts[0]) == sorted(layer) for layer in layers):
            counts.append((result, parts[1]))
    if len(counts) != len(layers):
        return
    for (result, bias), (inputs, outputs) in zip(counts, layers, strict=True):
        parts = _parts(result.formula)
        if parts is None or sorted(parts[0]) != sorted((inputs, outputs)):
            return
        if bias == inputs != outputs:
            message = f"a layer has a bias for each of its {show(outputs)} outputs, not of its inputs"
            yield sheet.claim(result.member.span, OTHER_SIZE, message, inputs * outputs + outputs)
            return


def _missing(formula: Expr | None, layers: Sequence[tuple[fmpq, fmpq]]) -> fmpq | None:
    """The biases of the one layer that a sum over all layers has no biases of."""
    terms = summands(formula) if formula is not None else []
    products = [sorted(factors) for term in terms if len(factors := whole_factors(term)) == 2]
    alone = sorted(term.value for term in terms if isinstance(term, Number))
    biases = [outputs for _, outputs in layers]
    if len(layers) < 2 or sorted(products) != sorted(sorted(layer) for layer in layers):
        return None
    lacking = [at for at, bias in enumerate(biases) if alone == sorted(biases[:at] + biases[at + 1 :])]
    complete = len(products) + len(alone) == len(terms)
    return biases[lacking[0]] if lacking and complete else None


def _of_inputs(sheet: Sheet) -> Iterator[Claim]:
    """`W_2: 1024 · 256, b_2: 1024`, where the layer before has 1024 outputs."""
    reached = {int(found[1]) for found in _CLASSES.finditer(sheet.text)}
    before: fmpq | None = None
    for formula in (statement.members[0] for statement in sheet.statements if not statement.hypothesis):
        factors = whole_factors(formula.expr)
        beside = _BESIDE.match(sheet.text, formula.span.end)
        if len(factors) < 2 or beside is None:
            continue
        group = "behind" if beside["behind"] else "before"
        count = fmpq(int(beside[group].replace(",", "")))
        sides = {factors[0], factors[-1]}
        outputs = (sides - {before}) if before in sides else {side for side in sides if side in reached}
        if len(factors) == 2 and len(sides) == 2 and len(outputs) == 1 and count in sides - outputs:
            right = outputs.pop()
            message = f"a layer has a bias for each of its {show(right)} outputs, not of its inputs"
            yield sheet.claim(Span(beside.start(group), beside.end(group)), OTHER_SIZE, message, right)
            return
        before = count


def _left_out(sheet: Sheet, results: Sequence[Result]) -> Iterator[Claim]:
    """A layer that is counted without its biases, where the others are counted with theirs."""
    layers = _of_a_sum(sheet, results)
    if not layers and sheet.says(_WANTED) and not sheet.says(_UNWANTED):
        layers = [result for result in results if _LAYER.search(_words(sheet, result)) is not None]
    whole = [result for result in layers if _has_biases(result.formula)]
    bare = [(r, f) for r in layers if len(f := whole_factors(r.formula)) > 1]
    if len(whole) < LEAST_ALIKE or len(bare) != 1:
        return
    result, factors = bare[0]
    if _is_completed(sheet, result, factors):
        return
    outputs = _outputs(result.formula, factors)
    right = show(result.number.value + outputs)
    message = f"the {show(outputs)} biases of this layer are left out; the other layers have theirs"
    yield sheet.claim(result.member.span, LEFT_OUT, message, right)


def _is_folded(sheet: Sheet, result: Result, factors: Sequence[fmpq]) -> bool:
    """Whether the first of two factors has the biases in it: `401·10` of 400 inputs."""
    above = sheet.text[max(0, result.start - ABOVE) : result.start]
    inputs = int(factors[0].p) - 1
    return len(factors) == 2 and re.search(rf"(?<![\d.]){inputs}(?![\d.])", above) is not None


def _of_a_sum(sheet: Sheet, results: Sequence[Result]) -> list[Result]:
    """The counts that a sum further down adds up, if they are those of plain layers."""
    for total in results:
        terms = summands(total.formula) if total.formula is not None else []
        numbers = {key_of(term.value) for term in terms if isinstance(term, Number)}
        if len(terms) < LEAST_SUMMED or len(numbers) < len(terms):
            continue
        above = (one for one in results if one.start < total.start)
        counts = [one for one in above if key_of(one.number.value) in numbers]
        if counts and _UNWANTED.search(sheet.text, max(0, counts[0].start - ABOVE), total.start):
            continue
        if len(counts) == len(numbers) and not any(_NO_LAYER.search(_words(sheet, one)) for one in counts):
            return counts
    return []


def _has_biases(formula: Expr | None) -> bool:
    """`75·16 + 16`, or `(75 + 1)·16`."""
    match formula:
        case Call(op="mul" | "times", args=(Call(op="add", args=(_, Number(value=one))), Number())):
            return bool(one == 1)
        case Call(op="mul" | "times", args=(Number(), Call(op="add", args=(_, Number(value=one))))):
            return bool(one == 1)
        case _:
            parts = _parts(formula)
            return parts is not None and parts[1] == parts[0][-1]


def _outputs(formula: Expr | None, factors: Sequence[fmpq]) -> fmpq:
    """How many filters or units a product counts: the factor before brackets, or else the last."""
    match formula:
        case Call(op="mul" | "times", args=(Number(value=count), Call())):
            return count
        case _:
            return factors[-1]


def _words(sheet: Sheet, result: Result) -> str:
    return sheet.text[line_start(sheet.text, result.start) : result.start]


def _label(sheet: Sheet, result: Result) -> str:
    """The words straight before a count, behind any other number or stop."""
    return _BREAK.split(_words(sheet, result))[-1]


def _parts(formula: Expr | None) -> tuple[list[fmpq], fmpq] | None:
    """The factors of a product, and what is added to it."""
    match formula:
        case Call(op="add", args=(first, Number(value=bias))):
            factors = whole_factors(first)
            return None if len(factors) < 2 else (factors, bias)
        case _:
            return None
