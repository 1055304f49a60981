"""Lines that put numbers into one formula of the page, whose letters have to be one number each.

`784·128 + 128` puts 784 and 128 into `n_in·n_out + n_out`. Where other lines beside it fit the formula, a
line `128·64 + 128` does not: n_out would have to be 64 and 128. It would with its factors in the other order,
which counts unless the numbers of the other lines say which of the two is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import factorial
from operator import itemgetter

from flint import fmpq

from workings.checking.comparing.parts import OF_NUMBERS, operands, summands
from workings.checking.methods.pages.formulas import LONGEST, SHORTEST, is_relation
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.folded import settled
from workings.checking.methods.trials.worth import scalar
from workings.document import Kind, Passage
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, Number, swapped, walk
from workings.finding import Claim
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import has_holes, names_in
from workings.source import Span

RULE = "formula/differs"
LEFT_OUT = "copy/left-out"
LEAST_ALIKE = 2  # lines that fit the formula
MOST_WAYS = 200  # to order the numbers of a line
MOST_NODES = 30
_SHAPE = regex(r"[^|,(]")  # what a function is taken of is a pair, or one thing given another

Fit = dict[str, fmpq]
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Model:
    """A formula in which some letter stands twice."""

    expr: Expr
    span: Span


def claims_of_unifying(sheet: Sheet) -> Iterator[Claim]:
    """The line among its like that no numbers for the letters of the formula give."""
    lines = [line for line in workings_of(sheet) if not line.is_bare]
    for model in _models(sheet) if len(lines) > LEAST_ALIKE else ():
        below = [line for line in lines if line.start > model.span.end]
        for run in _runs(below, shape_of(model.expr)):
            fits = [_fit(model.expr, line.formula.expr) for line in run]
            odd = [line for line, fit in zip(run, fits, strict=True) if fit is None]
            known = [fit for fit in fits if fit is not None]
            if len(odd) != 1 or len(known) < LEAST_ALIKE:
                continue
            mended = _mended(model.expr, odd[0].formula.expr, known)
            right = scalar(mended[0], {}) if mended is not None else None
            if mended is not None and right is not None:
                says = f"{mended[1]}: the page has {spelt(model.expr)}"
                claim = sheet.claim(odd[0].formula.span, RULE, says, right, model.span)
                yield replace(claim, fits=("slip/operand",))


def claims_of_constants(sheet: Sheet) -> Iterator[Claim]:
    """The one line of a function without a number that all others add, and that the page has a name for."""
    groups: dict[str, list[Working]] = {}
    for line in workings_of(sheet):
        head = line.statement.members[0].expr
        if isinstance(head, Apply) and not line.is_bare:
            groups.setdefault(f"{head.function.key}{_SHAPE.sub('', head.key)}", []).append(line)
    for lines in groups.values():
        shapes = Counter(shape_of(line.formula.expr) for line in lines)
        shape, count = max(shapes.items(), key=itemgetter(1))
        odd = [line for line in lines if shape_of(line.formula.expr) != shape]
        alike = [line for line in lines if shape_of(line.formula.expr) == shape]
        if len(odd) != 1 or count < LEAST_ALIKE:
            continue
        value = _left_out(odd[0], alike)
        named = [fact for fact in facts_of(sheet) if fact.value == value and fact.base.isalpha()]
        if value is not None and named and value != 1:
            says = f"{named[0].base} = {show(value)} is left out, which the lines beside it have"
            claim = sheet.claim(odd[0].formula.span, LEFT_OUT, says, None, alike[0].formula.span)
            yield replace(claim, fits=("slip/dropped-term",))


def _left_out(odd: Working, alike: Sequence[Working]) -> fmpq | None:
    """The number that a line lacks, where all others add it in the same place."""
    shape = shape_of(odd.formula.expr)
    lacking = [[*_without_one(line.formula.expr)] for line in alike]
    for terms in zip(*lacking, strict=False):
        first: fmpq = terms[0][0]
        if all(value == first and shape_of(made) == shape for value, made in terms):
            return first
    return None


def _without_one(expr: Expr) -> Iterator[tuple[fmpq, Expr]]:
    """A formula without each number that it adds."""
    for node in walk(expr):
        match node:
            case Call(op="add", args=(first, Number(value=value))):
                yield value, swapped(expr, node, first)


def _runs(lines: Sequence[Working], shape: str) -> Iterator[list[Working]]:
    """The lines of a shape that stand one after the other."""
    run: list[Working] = []
    for line in lines:
        if shape_of(line.formula.expr) == shape:
            run.append(line)
        elif run:
            yield run
            run = []
    yield run


def _models(sheet: Sheet) -> Iterator[Model]:
    """The formulas of a page, with a name or without, in which a letter stands twice."""
    for text, span in _unnamed(sheet.judge.passages):
        expr = parse_maths(text, Lexicon(FUNCTIONS), span.start)
        yield from _model(expr, span)
    for statement in sheet.statements:
        for member in statement.members[1:] if not statement.hypothesis else ():
            yield from _model(member.expr, member.span)


def _model(expr: Expr, span: Span) -> Iterator[Model]:
    if len(names_in(expr)) < 2:
        return
    plain = settled(expr)
    nodes = [*walk(plain)]
    names = [node.key for node in nodes if isinstance(node, Name)]
    usable = all(isinstance(node, Name | Number | Call) for node in nodes) and not has_holes(plain)
    if usable and len(nodes) <= MOST_NODES and len(names) > len(set(names)) > 1:
        yield Model(plain, span)


def _unnamed(passages: Iterable[Passage]) -> Iterator[tuple[str, Span]]:
    """The maths that states nothing, in sentences and in displays."""
    for passage in passages:
        spans = passage.maths if passage.kind is Kind.PROSE else ()
        for span in (passage.span,) if passage.kind is Kind.DISPLAY else spans:
            text = passage.text[span.start - passage.span.start : span.end - passage.span.start]
            if SHORTEST <= len(text) <= LONGEST and not is_relation(text):
                yield text, span


def shape_of(expr: Expr) -> str:
    """What is done in a formula, whatever its letters and numbers are, in any order."""
    match expr:
        case Call(op=op) if op in OF_NUMBERS:
            return f"mul({','.join(sorted(map(shape_of, operands(expr, OF_NUMBERS))))})"
        case Call(op="add"):
            return f"add({','.join(sorted(map(shape_of, summands(expr))))})"
        case Call(op="brackets", args=(inner,)):
            return shape_of(inner)
        case Call(op="pow", args=(base, Number(text=power))):
            return f"pow({shape_of(base)},{power})"
        case Call(op=op, args=args):
            return f"{op}({','.join(map(shape_of, args))})"
        case _:
            return "#"


def _fit(model: Expr, line: Expr) -> Fit | None:
    """The numbers for the letters of a formula that give a line as it stands."""
    found = _joined(model, line, [{}], False)
    return found[0] if found else None


def _joined(model: Expr, line: Expr, held: Sequence[Fit], freely: bool) -> list[Fit]:
    """What is held of the letters, together with what a part of the line says of them, in any order if so."""
    match model, line:
        case Name(key=key), Number(value=value):
            return [{**fit, key: value} for fit in held if fit.get(key, value) == value]
        case Number(value=one), Number(value=other):
            return [*held] if one == other else []
        case Call(op="brackets", args=(inner,)), _:
            return _joined(inner, line, held, freely)
        case _, Call(op="brackets", args=(inner,)):
            return _joined(model, inner, held, freely)
        case Call(op=op), Call(op=other) if op in OF_NUMBERS and other in OF_NUMBERS:
            return _ordered(operands(model, OF_NUMBERS), operands(line, OF_NUMBERS), held, freely)
        case Call(op="add"), Call(op="add"):
            return _ordered(summands(model), summands(line), held, freely)
        case Call(op=op, args=args), Call(op=other, args=others) if op == other:
            return _in_order(args, others, held, freely)
        case _:
            return []


def _ordered(model: Sequence[Expr], line: Sequence[Expr], held: Sequence[Fit], freely: bool) -> list[Fit]:
    if not freely:
        return _in_order(model, line, held, freely)
    if factorial(len(line)) > MOST_WAYS:
        return [*held]  # too many to be sure that none fits
    found = [fit for order in permutations(line) for fit in _in_order(model, order, held, freely)]
    return found[:MOST_WAYS]


def _in_order(model: Sequence[Expr], line: Sequence[Expr], held: Sequence[Fit], freely: bool) -> list[Fit]:
    if len(model) != len(line):
        return []
    kept = [*held]
    for part, written in zip(model, line, strict=True):
        kept = _joined(part, written, kept, freely) if kept else kept
    return kept


def _mended(model: Expr, line: Expr, known: Sequence[Fit]) -> tuple[Expr, str] | None:
    """A line with one number exchanged for another of its own so that it fits, and what was exchanged."""
    turned = max((_links(fit, known) for fit in _joined(model, line, [{}], True)), default=None)
    numbers = [node for node in walk(line) if isinstance(node, Number)]
    found: list[tuple[int, Expr, str]] = []
    for old, new in product(reversed(numbers), numbers):
        if old.value == new.value:
            continue
        made = swapped(line, old, replace(new, span=old.span))
        fit = _fit(model, made)
        if fit is not None:
            found.append((_links(fit, known), made, f"{old.text} stands where {new.text} has to"))
    if not found:
        return None
    links, made, says = max(found, key=lambda one: one[0])
    tied = [one[0] for one in found].count(links) > 1
    return None if turned is not None and (tied or links <= turned) else (made, says)


def _links(fit: Fit, known: Sequence[Fit]) -> int:
    """How many letters have a number that another letter has on another line, as one layer feeds the next."""
    return sum(
        any(other.get(key) == value for other in known for key in other if key != letter)
        for letter, value in fit.items()
    )
