"""Biases that are said to be in a count of weights, all of them or at all, and are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import factors, summands, whole_factors
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import line_start

LEFT_OUT = "recipe/left-out"
REACH = 60  # characters before a count that say what is in it
ABOVE = 400  # characters before it in which its layers are named
_ALL_OF_THEM = regex(
    r"\b(?:with|including|incl\.|plus|adding) (?:both|all|(?:all |both )?(?:the|its|their)|(?:the )?two) "
    r"(?:of the )?bias(?:es| vectors| terms)\b[^.;\d]*$",
    re.I,
)
_CHAIN = regex(
    r"(?<![\d.,])\d{1,6}(?:[\s$]{0,3}(?:→|->|\\to(?![a-z])|\\rightarrow(?![a-z]))[\s$]{0,3}\d{1,6}){2,6}(?![\d.,]*\d)"
)
_WITH_THEM = regex(
    r"[\s$.)}]{0,4}(?:(?:trainable|learnable|weights and) )?param(?:eter)?s,? \(?"
    r"(?:(?:with|including|incl\.) (?:a |the |all |its )?bias(?:es)?\b|bias(?:es)? included)"
    r"|[\s$)}]{0,4}(?:,|(?<=\s)\()\s{0,2}"
    r"(?:(?:with|including|incl\.|inkl\.|mit) (?:a |the |all |its |their )?bias(?:es)?"
    r"|(?:all )?bias(?:es)? (?:are )?included)(?=\s*(?:[.,;)|&\n]|\Z))(?![^.;\n]{0,24}\d)",
    re.I,
)
_RECURRENT = regex(r"\bLSTM|\bGRU|\bRNN|\brecurrent", re.I)
_NUMBER = regex(r"\d+")
SAID: tuple[re.Pattern[str], ...] = (_WITH_THEM, _ALL_OF_THEM)


def claims_of_included(sheet: Sheet) -> Iterator[Claim]:
    results = sheet.results
    for at, result in enumerate(results):
        yield from _of_chain(sheet, result, results[at + 1 :])
        if _WITH_THEM.match(sheet.text, result.member.span.end) is not None and result.formula is not None:
            yield from _of_cell(sheet, result, result.formula)
            yield from _of_products(sheet, result, result.formula, results[:at])


def _of_chain(sheet: Sheet, result: Result, later: Sequence[Result]) -> Iterator[Claim]:
    """`with both biases 2097152 + 2048` of 512 → 2048 → 512, which has 512 more."""
    opening = max(line_start(sheet.text, result.start), result.start - REACH)
    if not _ALL_OF_THEM.search(sheet.text[opening : result.start]):
        return
    chains = [*_CHAIN.finditer(sheet.text, max(0, result.start - ABOVE), result.start)]
    widths = [fmpq(int(text)) for text in _NUMBER.findall(chains[-1][0])] if chains else []
    missing = _missing(result.formula, widths)
    added = [{term.value for term in _numbers(one.formula)} for one in later]
    if missing is None or any({result.number.value, missing} <= own for own in added):
        return
    message = f"the {show(missing)} biases of one layer are left out, though all are said to be in it"
    yield sheet.claim(result.member.span, LEFT_OUT, message, result.number.value + missing)


def _missing(formula: Expr | None, widths: Sequence[fmpq]) -> fmpq | None:
    """The biases of the only layer whose own are not added to the weights of all."""
    weights = sum((inputs * outputs for inputs, outputs in pairwise(widths)), fmpq(0))
    biases, alone = [*widths[1:]], _numbers(formula)
    terms = summands(formula) if formula is not None else []
    made = [term for term in terms if term not in alone]
    counted = [fmpq(0), *(_product(term) for term in made)]
    rest = [term.value for term in alone]
    if weights in rest:
        rest.remove(weights)
        counted.append(weights)
    if not widths or None in counted or sum(one for one in counted if one is not None) != weights:
        return None
    lacking = {
        bias for at, bias in enumerate(biases) if sorted(rest) == sorted(biases[:at] + biases[at + 1 :])
    }
    return lacking.pop() if len(lacking) == 1 and rest else None


def _product(term: Expr) -> fmpq | None:
    made = whole_factors(term)
    whole = fmpq(1)
    for one in made:
        whole *= one
    return whole if len(made) > 1 else None


def _numbers(formula: Expr | None) -> list[Number]:
    """The terms of a sum that are plain numbers."""
    terms = summands(formula) if formula is not None else []
    return [term for term in terms if isinstance(term, Number)]


def _of_cell(sheet: Sheet, result: Result, formula: Expr) -> Iterator[Claim]:
    """`4 · (10 + 20) · 20 = 2400, biases included`, which are in no part of it."""
    parts = factors(formula)
    sums = [terms for part in parts if (terms := _joined(part))]
    others = [number.value for part in parts if (number := stated_number(part)) is not None]
    if len(sums) != 1 or len(others) != len(parts) - 1 or not sheet.says(_RECURRENT):
        return
    units = [number for number in sums[0] if number in others]
    above = _above(sheet, result)
    folded = 1 in sums[0] or any(number not in above for number in sums[0])
    if len(sums[0]) != 2 or not units or folded or (len(others) < 2 and sum(sums[0]) % units[0] == 0):
        return
    blocks = result.number.value / (sum(sums[0]) * units[0])
    message = "the biases are in no part of it, though it is said to have them"
    yield sheet.claim(result.member.span, LEFT_OUT, message, result.number.value + blocks * units[0])


def _joined(part: Expr) -> list[fmpq]:
    """The whole numbers that brackets add up."""
    inner = part.args[0] if isinstance(part, Call) and part.op == "brackets" else part
    terms = summands(inner) if isinstance(inner, Call) and inner.op == "add" else []
    numbers = [number.value for term in terms if (number := stated_number(term)) is not None]
    return numbers if len(numbers) == len(terms) and all(one.q == 1 for one in numbers) else []


def _of_products(sheet: Sheet, result: Result, formula: Expr, before: Sequence[Result]) -> Iterator[Claim]:
    """`256 · 64 = 16384 parameters including the biases`, a product of sizes alone."""
    terms = summands(formula)
    made = [whole_factors(term) for term in terms if isinstance(term, Call)]
    if len(made) < len(terms) or not all(len(one) > 1 for one in made):
        return
    sizes = {size for one in made for size in one}
    sums = (one for one in before if one.formula is not None and len(summands(one.formula)) > 1)
    above, counted = _above(sheet, result), {one.number.value for one in sums}  # blocks that have theirs
    folded = any(size - 1 in above for size in sizes)  # 33 · 64 counts the bias with the inputs
    if not folded and not sizes & counted and max(sizes) in above:
        yield sheet.claim(result.member.span, LEFT_OUT, "the biases are not in it, though they should be")


def _above(sheet: Sheet, result: Result) -> set[fmpq]:
    """The whole numbers that stand on the page before a count."""
    return {fmpq(int(text)) for text in _NUMBER.findall(sheet.text, 0, result.start)}
