"""Blocks of weights: four of an LSTM, three of a GRU, a gain and a bias of a layer or batch norm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import factors, summands, whole_factors
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start
from workings.value import key_of

LEFT_OUT = "recipe/left-out"
OTHER_SIZE = "recipe/other-size"
REACH = 120  # characters before a count that say what it counts
_COUNTED = regex(r"\bparam|\bweights\b", re.I)
_NORMS = regex(r"\b(?:two|2|both)\s+(?:layer[- ]?norm(?:s|alisations?|alizations?)?|LNs?|norms)\b", re.I)
_GAIN_ALONE = regex(
    r"\bRMS|\bonly\b|\balone\b|\bno bias|\bwithout|\bgains?\b|\bscales?\b|\bgamma|γ|\bper\b|\beach\b", re.I
)
_GAIN_AND_SHIFT = regex(
    r"\b(?:gains?|scales?|weights?|gamma|γ|\\gamma)\$? (?:and|\+|&) (?:an? )?\$?"
    r"(?:shifts?|bias(?:es)?|offsets?|beta|β|\\beta)",
    re.I,
)
_GAIN_OTHERWISE = regex(r"\bRMS|\bonly\b|\balone\b|\bno bias|\bwithout|\bper\b", re.I)
_ONE = regex(r"\b(?:one|each|every|a single|per) (?:gate|block)\b|\bper gate\b", re.I)
_CANDIDATE = regex(r"\bcandidate\b|\bcell input\b|\bfourth\b", re.I)
_GATES = regex(r"\b(?:gates?|blocks?)\b", re.I)
_SHARED = regex(
    r"\bshare[sd]?\b|\bcommon\b|\b(?:single|one) bias\b(?! (?:vector )?(?:per|for each|in each))", re.I
)
_OTHER_LAYER = regex(r"\b(?:dense|linear|output|fc|fully|embedding|read-?out|head)\b", re.I)
_BATCH_NORM = regex(r"\bbatch[- ]?norm|\bBN\b", re.I)
_FOUR = regex(r"\b(?:four|4)\s+(?:batch|BN|norm|layers?|of them)|\beach\b", re.I)
_TRAINED = regex(r"(?<!non-)(?<!non)\b(?:train|learn)able\b", re.I)
_UNTRAINED = regex(r"\b(?:running|moving|buffers?|statistics|non-?trainable|not trained)\b", re.I)
_MODEL = (r"d_model|d_\{model\}|d_m|d|D", r"model (?:size|width|dim\w*)|embedding (?:size|dim\w*)")
SAID: tuple[re.Pattern[str], ...] = (_COUNTED,)


@record(frozen=True, slots=True)
class Cell:
    """A recurrent cell: how it is called, how many blocks it has, and what makes them fewer or more."""

    said: re.Pattern[str]
    blocks: int
    what: str
    otherwise: re.Pattern[str]


CELLS = (
    Cell(
        regex(r"\bLSTMs?\b"),
        4,
        "an LSTM has three gates and a candidate",
        regex(
            r"\bcoupled\b|\bwithout\b|\bvariant\b|\bno (?:output|forget|input) gate|\bminimal\b|\bGRU", re.I
        ),
    ),
    Cell(
        regex(r"\bGRUs?\b"),
        3,
        "a GRU has two gates and a candidate",
        regex(r"\bminimal\b|\bwithout\b|\bvariant\b|\bLSTM", re.I),
    ),
)


def claims_of_blocks(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.says(_COUNTED):
        return
    blocks: list[Result] = []  # the counts of one gate
    for result in sheet.results:
        yield from _of_cell(sheet, result, blocks)
        yield from _of_one_bias(sheet, result, blocks)
        yield from _of_norms(sheet, result)
        yield from _of_statistics(sheet, result)
        if _ONE.search(_lead(sheet, result)):
            blocks.append(result)


def _of_cell(sheet: Sheet, result: Result, blocks: Sequence[Result]) -> Iterator[Claim]:
    """`3 · (50 · 100 + 100 · 100 + 100)` for an LSTM, or `3 · 15100` where one gate has so many."""
    count = _repeated(result.formula, [block.number.value for block in blocks])
    lead = _lead(sheet, result)
    gates = bool(blocks) and _GATES.search(lead) is not None
    about = sheet.text[max(0, blocks[0].start - REACH) : result.start] if gates else lead
    cells = [cell for cell in CELLS if cell.said.search(about)]
    if count is None or len(cells) != 1 or cells[0].otherwise.search(about):
        return
    cell = cells[0]
    if count in (cell.blocks - 1, cell.blocks + 1) and not _is_completed(sheet, result, count):
        message = f"{cell.what}, which makes {cell.blocks} blocks of weights, not {show(count)}"
        yield sheet.claim(result.member.span, OTHER_SIZE, message, result.number.value / count * cell.blocks)


def _of_one_bias(sheet: Sheet, result: Result, blocks: Sequence[Result]) -> Iterator[Claim]:
    """`4 · 600 + 20` for an LSTM, each of whose gates has 20 biases."""
    terms = summands(result.formula) if result.formula is not None else []
    bias = stated_number(terms[-1]) if len(terms) == 2 else None
    if bias is None or bias.value.q != 1:
        return
    if _OTHER_LAYER.search(_lead(sheet, result)):
        return
    made = factors(terms[0])
    about = sheet.text[max(0, (blocks[0] if blocks else result).start - REACH) : result.start]
    cells = [cell for cell in CELLS if cell.said.search(about)] or [
        cell for cell in CELLS if sheet.says(cell.said)
    ]
    if len(cells) != 1 or cells[0].otherwise.search(about) or _SHARED.search(about):
        return
    whole = [number.value for part in made if (number := stated_number(part)) is not None]
    known = [block.formula for block in blocks if block.number.value in whole]
    folded = any(isinstance(part, Call) and part.op in ("brackets", "add") for part in made)
    if cells[0].blocks not in whole or not (known or folded) or bias.value == cells[0].blocks:
        return
    sizes = {leaf.value for formula in (*known, *made) if formula is not None for leaf in leaves(formula)}
    count = result.number.value - bias.value
    if bias.value in sizes and not _adds_biases(sheet, result, bias.value * (cells[0].blocks - 1)):
        message = f"each of the {cells[0].blocks} blocks has {show(bias.value)} biases"
        right = count + cells[0].blocks * bias.value
        yield sheet.claim(result.member.span, LEFT_OUT, message, right)


def _adds_biases(sheet: Sheet, result: Result, missing: fmpq) -> bool:
    """Whether a later line has the biases that are missing here."""
    later = (one.formula for one in sheet.results if one.start > result.start and one.formula is not None)
    return any(leaf.value == missing for formula in later for leaf in leaves(formula))


def _is_completed(sheet: Sheet, result: Result, count: fmpq) -> bool:
    """Whether the gates are counted first, and one more block is added to them."""
    end, whole = result.member.span.end, result.number.value
    if _CANDIDATE.search(sheet.text, end, end + REACH):
        return True
    sums = [summands(other.formula) for other in sheet.results if other.formula is not None]
    numbers = [{key_of(term.value) for term in terms if isinstance(term, Number)} for terms in sums]
    return any({key_of(whole), key_of(whole / count)} <= added for added in numbers)


def _of_norms(sheet: Sheet, result: Result) -> Iterator[Claim]:
    """`2 · 512` for two layer norms, each of which has a gain and a bias."""
    made = whole_factors(result.formula)
    lead = sheet.text[line_start(sheet.text, result.start) : result.start]
    if len(made) != 2 or made[0] != 2 or not _NORMS.search(lead):
        return
    both = _GAIN_AND_SHIFT.search(lead) is not None and not _GAIN_OTHERWISE.search(lead)
    if _GAIN_ALONE.search(lead) and not (both and _is_summed(sheet, result)):
        return
    width = facts_of(sheet).only(*_MODEL, before=result.start, part=sheet.part_at(result.start))
    if width is not None and width == made[1]:
        message = f"each of the two has {show(width)} gains and {show(width)} biases"
        yield sheet.claim(result.member.span, LEFT_OUT, message, 4 * width)


def _is_summed(sheet: Sheet, result: Result) -> bool:
    """Whether a later line adds a count to others as it is, and none has it twice."""
    later = [one.formula for one in sheet.results if one.start > result.start and one.formula is not None]
    terms = [[term.value for term in summands(one) if isinstance(term, Number)] for one in later]
    doubled = any(leaf.value == 2 * result.number.value for one in later for leaf in leaves(one))
    repeated = any(sorted(whole_factors(one)) == [2, result.number.value] for one in later)
    return any(own.count(result.number.value) == 1 for own in terms) and not doubled and not repeated


def _of_statistics(sheet: Sheet, result: Result) -> Iterator[Claim]:
    """`4 · 384` trainable parameters of batch norms with 384 channels, whose statistics are not trained."""
    made = whole_factors(result.formula)
    lead = sheet.text[line_start(sheet.text, result.start) : result.start]
    if len(made) != 2 or 4 not in made or not _BATCH_NORM.search(lead) or _FOUR.search(lead):
        return
    channels, part = made[1] if made[0] == 4 else made[0], sheet.part_at(result.start)
    told = re.search(rf"(?<![\d.,]){channels}(?![\d.,]*\d)", lead) is not None
    counted = sheet.text[part.start : part.end]
    if told and channels > 4 and _TRAINED.search(counted) and not _UNTRAINED.search(counted):
        message = "a gain and a bias are trained for every channel; its mean and variance are not"
        yield sheet.claim(result.member.span, OTHER_SIZE, message, 2 * channels)


def _repeated(formula: Expr | None, blocks: Sequence[fmpq]) -> fmpq | None:
    """How often a block of weights is counted: a known one, or a sum of two products at least."""
    parts = factors(formula) if formula is not None else []
    count = stated_number(parts[0]) if len(parts) == 2 else None
    if count is None or count.value.q != 1 or not 1 < count.value < 7:
        return None
    block = parts[1].args[0] if isinstance(parts[1], Call) and parts[1].op == "brackets" else parts[1]
    if isinstance(block, Number):
        return count.value if block.value in blocks else None
    products = [made for term in summands(block) if len(made := factors(term)) > 1]
    folded = any(
        isinstance(part, Call) and part.op in ("brackets", "add") for made in products for part in made
    )
    return count.value if len(products) > 1 or folded else None


def _lead(sheet: Sheet, result: Result) -> str:
    """The words before a count, on its line, or on the last one above it if there are none."""
    start = line_start(sheet.text, result.start)
    own = sheet.text[start : result.start]
    above = sheet.text[:start].rstrip()
    return own if own.strip(" $>-*\t") else above[max(above.rfind("\n"), len(above) - REACH) :]
