"""Initial weights layer by layer: He takes the inputs of a layer, Xavier its inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

OTHER_SIZE, COPIED = "recipe/other-size", "copy/differs"
MOST_LAYERS = 12
REACH = 300  # characters before a line that say which layer it is about
_TOPIC = regex(r"\bHe\b|\bKaiming\b|\bXavier\b|\bGlorot\b|\bLeCun\b|\binitiali[sz]")
_HE = regex(
    r"\bHe(?:['’]s)?\b(?=[\s-]+(?:init|normal|uniform|rule|scheme|weights|varian|et al)|\))|\bKaiming\b"
)
_OTHER = regex(r"\bXavier\b|\bGlorot\b|\bLeCun\b")
_BY_OUTPUTS = regex(r"fan[-_ ]?out|n_\{?(?:\\text\{|\\mathrm\{)?out|backward|\bconv", re.I)
_OUTPUTS_MEANT = regex(r"fan[-_ ]?out|n_\{?(?:\\text\{|\\mathrm\{)?out|\bconv", re.I)
_TO = r"[\s$]*(?:→|->|\\to(?![a-z])|\\rightarrow(?![a-z]))[\s$]*"
_ARROW = r"[\s$]*(?:→|->|–|-|\\to(?![a-z])|\\rightarrow(?![a-z]))[\s$]*"
_CHAIN = regex(rf"(?<![\d.\w])\d{{1,6}}(?:{_ARROW}\d{{1,6}}){{2,10}}(?![\d.]*\d)")
_PAIR = regex(rf"\blayer:?\s+\$?(\d{{1,6}}){_TO}(\d{{1,6}})(?![\d.]*\d|{_TO}\d)", re.I)
_OPENS_HE = regex(r"[\s*_\-•(\w.)]{0,6}\b(?:He|Kaiming)\b(?!\s(?:is|has|was|says)\b)")
_NUMBER = regex(r"\d+")
_IN = r"(?:n|d|N)_\{?(?:\\(?:text|mathrm)\{)?in\b|fan[-_ ]?in"
_BY_INPUTS = regex(
    rf"2\s*/\s*(?:{_IN})(?!\}}*\s*\+)|frac\{{2\}}\{{\s*(?:{_IN})(?!\}}*\s*\+)", re.I
)  # and not by the sum of inputs and outputs
_OTHER_WAY = regex(
    r"(?:2\s*/\s*\(?|frac\{2\}\{\s*)(?:n_\{?(?:\\(?:text|mathrm)\{)?out|fan[-_ ]?out)|backward|\bconv"
    r"|fan[-_ ]?out(?![\s$,:]*(?:\(?n_\{?\w*\}?\)?\s*)?(?:=|of\b|is\b|\d))",
    re.I,
)
_FAN_IN, _FAN_OUT = (
    regex(
        rf"(?:fan[-_ ]?{way}|n_\{{?(?:\\(?:text|mathrm)\{{)?{way}\}}*)[\s$]*(?:=|is|of|:)?"
        rf"[\s$]*(\d{{1,6}})\b(?!\.\d)",
        re.I,
    )
    for way in ("in", "out")
)
_MAPS = regex(
    r"(?<![\d.])(\d{1,6})[$\s]+(?:inputs?|features)\s+(?:to|into|onto|and)\s+\$?(\d{1,6})[$\s]+(?:outputs?|units|neurons)",
    re.I,
)
_INPUTS = regex(
    r"(?<![\d.])(\d{1,6})\s+(?:inputs?\b|input (?:units|features|neurons|nodes)|pixels|features)", re.I
)
_UNITS = regex(
    r"(?<![\d.])(\d{1,6})\s+(?:(?:hidden|ReLU|tanh|sigmoid|leaky)\s+)+(?:units|neurons|nodes)?"
    r"|\bhidden layers? (?:with|of|has) (\d{1,6})\b(?! hidden| ReLU| tanh)",
    re.I,
)
_OUTPUTS = regex(
    r"(?<![\d.])(\d{1,6})\s+(?:softmax |sigmoid |linear )?(?:outputs?\b|output (?:units|neurons)|classes)",
    re.I,
)
_EACH = regex(r"\beach\b|\bper layer\b|\bconv", re.I)
_LAYER = regex(
    r"\b(?:layer|W|weights?)[\s_^({~]{0,3}(\d{1,2})\b|\b(\d)(?:st|nd|rd|th) layer|\b(hidden|output) layer",
    re.I,
)
SAID: tuple[re.Pattern[str], ...] = (_TOPIC,)


@record(frozen=True, slots=True)
class Line:
    """What a line takes for a layer: the number of the layer, and what is divided by."""

    layer: int
    divisor: fmpq
    terms: tuple[Number, ...]  # one, or two that are added
    member: Member
    by_inputs: bool  # it speaks of He


def claims_of_initialising(sheet: Sheet) -> Iterator[Claim]:
    """The first line that takes another number than its layer has, where the others take their own."""
    sizes = _sizes(sheet.text)
    if not sizes and len(pairs := {*_PAIR.findall(sheet.text)}) == 1:
        yield from _of_one_layer(sheet, *map(int, pairs.pop()))
    yield from _of_rule(sheet)
    if not 3 <= len(sizes) <= MOST_LAYERS:
        return
    lines = [line for statement in sheet.statements for line in _lines(sheet, statement, sizes)]
    if any(all(_is_right(line, sizes, shift) for line in lines) for shift in (0, -1, 1)):
        return
    off = [line for line in lines if not _is_right(line, sizes, 0)]
    if len({line.divisor for line in off}) != 1 or len({line.layer for line in off}) != 1:
        return
    line = off[0]
    inputs, outputs = sizes[line.layer - 1 : line.layer + 1]
    miscopied = _miscopied(line, inputs, outputs)
    if miscopied is not None and _count(sheet.text, miscopied[1].text) <= len(off):
        message = f"layer {line.layer} has {miscopied[0]}, put in as {miscopied[1].text}"
        yield sheet.claim(line.member.span, COPIED, message, None)
    elif len(lines) > len(off) and line.divisor in sizes and line.by_inputs and not sheet.says(_BY_OUTPUTS):
        message = f"layer {line.layer} has {inputs} inputs and {outputs} outputs: it is divided by {inputs}"
        yield sheet.claim(line.member.span, OTHER_SIZE, message, None)


def _of_one_layer(sheet: Sheet, inputs: int, outputs: int) -> Iterator[Claim]:
    """`He: Var(w) = 2/100` for a layer 300 → 100, on a page that speaks of no other layer."""
    if inputs == outputs or sheet.says(_OUTPUTS_MEANT):
        return
    for statement in sheet.statements:
        opening = sheet.text.rfind("\n", 0, statement.span.start) + 1
        if _OPENS_HE.match(sheet.text, opening, statement.span.start) is None or statement.hypothesis:
            continue
        for member in statement.members:
            divisor = _divisor(member.expr)
            if divisor is not None and [term.value for term in divisor] == [outputs]:
                message = f"the layer has {inputs} inputs and {outputs} outputs: it is divided by {inputs}"
                yield sheet.claim(member.span, OTHER_SIZE, message, None)
                return


def _of_rule(sheet: Sheet) -> Iterator[Claim]:
    """`2/64` for a layer with 256 inputs and 64 outputs, where the page has 2/n_in and nothing by outputs."""
    said = _BY_INPUTS.search(sheet.text)
    if said is None or sheet.says(_OTHER_WAY):
        return
    ins, outs = ({int(one[1]) for one in way.finditer(sheet.text)} for way in (_FAN_IN, _FAN_OUT))
    mapped = {(int(one[1]), int(one[2])) for one in _MAPS.finditer(sheet.text)}
    sizes = mapped or ({(min(ins), min(outs))} if len(ins) == len(outs) == 1 else set())
    if len(sizes) != 1:
        return
    ((inputs, outputs),) = sizes
    if inputs == outputs or re.search(rf"2\s*/\s*{inputs}\b|\{{2\}}\{{{inputs}\}}", sheet.text):
        return
    for statement in sheet.statements:
        for member in statement.members if statement.span.start > said.start() else ():
            match member.expr:
                case Call(op="div", args=(Number(value=two), Number(value=below))) if (
                    two == 2 and below == outputs
                ):
                    message = (
                        f"the layer has {inputs} inputs and {outputs} outputs: it is divided by {inputs}"
                    )
                    yield sheet.claim(member.span, OTHER_SIZE, message, None)
                    return
                case _:
                    pass


def _miscopied(line: Line, inputs: int, outputs: int) -> tuple[int, Number] | None:
    """The size that a line has with a slip of the pen, and the number that stands in its place."""
    sides = {inputs, outputs}
    if len(line.terms) == 2:
        strange = [term for term in line.terms if term.value not in sides]
        meant = sides - {int(term.value.p) for term in line.terms if term not in strange}
    else:
        strange, meant = list(line.terms), {inputs} if line.by_inputs else {inputs, inputs + outputs}
    found = [
        size for size in meant if len(strange) == 1 and misread(fmpq(size), strange[0].value, strange[0].unit)
    ]
    return (found[0], strange[0]) if len(found) == 1 else None


def _is_right(line: Line, sizes: Sequence[int], shift: int) -> bool:
    """Whether a line divides by what its layer has, if layers are counted from one, or otherwise."""
    at = line.layer + shift
    if not 1 <= at < len(sizes):
        return False
    inputs, outputs = sizes[at - 1], sizes[at]
    return line.divisor in (inputs, inputs + outputs, fmpq(inputs + outputs, 2))


def _sizes(text: str) -> list[int]:
    """The widths of a network from its inputs to its outputs, if they are said once."""
    chains = {tuple(map(int, _NUMBER.findall(found[0]))) for found in _CHAIN.finditer(text)}
    if chains:
        return list(chains.pop()) if len(chains) == 1 else []
    inputs, outputs = ({int(found[1]) for found in said.finditer(text)} for said in (_INPUTS, _OUTPUTS))
    units = [int(found[1] or found[2]) for found in _UNITS.finditer(text)]
    if len(inputs) != 1 or len(outputs) != 1 or len(units) != 1 or _EACH.search(text):
        return []
    return [inputs.pop(), *units, outputs.pop()]


def _lines(sheet: Sheet, statement: Statement, sizes: Sequence[int]) -> Iterator[Line]:
    """`σ_2 = √(2/256)`, under the number or the kind of its layer."""
    for member in statement.members:
        divisor = _divisor(member.expr)
        if divisor is None:
            continue
        layer = _layer(sheet.text, statement, len(sizes) - 1)
        if layer is None:
            return
        before = sheet.text[: statement.span.start]
        he, other = (max((f.end() for f in said.finditer(before)), default=-1) for said in (_HE, _OTHER))
        yield Line(layer, sum((one.value for one in divisor), fmpq(0)), divisor, member, he > other)
        return


def _layer(text: str, statement: Statement, count: int) -> int | None:
    """Which layer a line is about: by its words, or else by the index of its name, or the words above."""
    start = statement.span.start
    own = [*_LAYER.finditer(text, line_start(text, start), start)]
    head = statement.members[0].expr
    _, index = called(head) if isinstance(head, Name) else ("", "")
    if not own and index.isdigit():
        return int(index) if 1 <= int(index) <= count else None
    found = own or [*_LAYER.finditer(text, max(0, start - REACH), start)]
    if not found:
        return None
    last = found[-1]
    if last[3]:
        return count if last[3].lower() == "output" else 1 if count == 2 else None
    number = int(last[1] or last[2])
    return number if 1 <= number <= count else None


def _divisor(expr: Expr) -> tuple[Number, ...] | None:
    """The 256 of `√(2/256)`, `2/256` or `1/√256`, or two numbers that are added there."""
    match expr:
        case Call(op="sqrt" | "brackets", args=(inner,)):
            return _divisor(inner)
        case Call(op="div", args=(top, below)):
            number = stated_number(top.args[0] if isinstance(top, Call) and top.op == "sqrt" else top)
            while isinstance(below, Call) and below.op in ("sqrt", "brackets"):
                below = below.args[0]
            terms = [term for term in summands(below) if isinstance(term, Number)]
            if number is None or number.value not in (1, 2, 3, 6) or len(terms) != len(summands(below)):
                return None
            return tuple(terms) if len(terms) <= 2 and all(term.value > 1 for term in terms) else None
    return None


def _count(text: str, number: str) -> int:
    return len(re.findall(rf"(?<![\d.]){re.escape(number)}(?![\d])", text))
