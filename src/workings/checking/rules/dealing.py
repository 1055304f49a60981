"""Results one after the other that are the entries of a product which the page names, all but one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.judging import Judge
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call, Expr, Name, call, name, walk
from workings.finding import Claim, Verdict
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Tensor, key_of

LEAST_ENTRIES = 4
MOST_ENTRIES = 36
MOST_PRODUCTS = 12
LEAST_TELLING = 2  # different entries besides 0 that are as they should be
_WRITTEN = regex(r"(?<![A-Za-z\\_^{])([A-Z])\s?([A-Z])(\^\{?\\?(?:T|top)\b\}?|ᵀ|\.T\b)?(?![\w^])")  # Q K^T
NEARLY = 50  # one part in so many may be rounding of the matrices
LONGEST_GAP = 120  # characters between two results


@record(frozen=True, slots=True)
class Result:
    """A number that a line of numbers comes to."""

    number: Stated
    span: Span
    statement: Span

    def is_about(self, value: fmpq) -> bool:
        return bool(abs(self.number.value - value) <= self._room())

    def is_off(self, value: fmpq) -> bool:
        """Whether it is farther from a value than rounding of the matrices may take it."""
        rounded = fmpq(0) if self.number.integer else abs(value) / NEARLY
        return bool(abs(self.number.value - value) > self._room() + rounded)

    def _room(self) -> fmpq:
        return fmpq(0) if self.number.integer else self.number.unit


@record(frozen=True, slots=True)
class Product:
    """A product of two matrices of the page, worked out."""

    written: str
    rows: int
    entries: tuple[fmpq, ...]


def misdealt(judge: Judge, statements: Sequence[Statement], rule: str) -> Iterator[Claim]:
    """The one entry of a product that is not what it should be, where all the others are, in order."""
    if len(statements) < LEAST_ENTRIES:
        return
    runs = [run for run in _runs(statements) if len(run) >= LEAST_ENTRIES]
    for product in _products(judge, statements) if runs else ():
        odd = [found for run in runs for found in _misfits(run, product)]
        if len(odd) != 1 or odd[0] is None:
            continue  # it is right somewhere, or may be meant in several places
        result, at = odd[0]
        if any(_is_about(claim, result) for claim in judge.told):
            continue
        row, column = divmod(at, len(product.entries) // product.rows)
        right, text = show(product.entries[at]), judge.page.written[result.span.start : result.span.end]
        message = f"entry ({row + 1}, {column + 1}) of {product.written} is {right}, not {text}"
        yield claim_about(judge.page, result.span, Verdict.WRONG, rule, message, right)


def _runs(statements: Sequence[Statement]) -> Iterator[list[Result]]:
    """Results of sums and products of numbers that follow each other closely."""
    run: list[Result] = []
    for statement in statements:
        members = statement.members
        number = stated_number(members[-1].expr)
        if number is None or len(members) < 2 or statement.hypothesis or not is_numeric(members[-2].expr):
            continue
        result = Result(number, members[-1].span, statement.span)
        if run and result.statement.start - run[-1].statement.end > LONGEST_GAP:
            yield run
            run = []
        run.append(result)
    yield run


def _products(judge: Judge, statements: Sequence[Statement]) -> Iterator[Product]:
    """The products of two named matrices that are written on the page, whatever is done with them."""
    nodes: dict[str, Expr] = {
        judge.page.text[node.span.start : node.span.end]: node
        for statement in statements
        for member in statement.members
        for node in walk(member.expr)
        if isinstance(node, Call) and node.op in PRODUCTS and all(map(_is_named, node.args))
    }
    for found in _WRITTEN.finditer(judge.page.text):
        if {found[1], found[2]} <= judge.scope.said.keys():
            second = call("transpose", name(found[2])) if found[3] else name(found[2])
            nodes.setdefault(found[0], call("matmul", name(found[1]), second))
    for written, node in islice(nodes.items(), MOST_PRODUCTS):
        value = as_value(evaluate(node, judge.scope.said))
        if not isinstance(value, Tensor) or len(value.shape) != 2 or len(value.items) > MOST_ENTRIES:
            continue
        entries = tuple(item for item in value.items if isinstance(item, fmpq))
        if len(entries) == len(value.items) >= LEAST_ENTRIES and min(value.shape) > 1:
            yield Product(written, value.shape[0], entries)


def _is_named(expr: Expr) -> bool:
    inner = expr.args[0] if isinstance(expr, Call) and expr.op == "transpose" else expr
    return isinstance(inner, Name)


def _misfits(run: Sequence[Result], product: Product) -> Iterator[tuple[Result, int] | None]:
    """For each stretch of a run that is the product, or all but one entry of it: that one, or None."""
    size = len(product.entries)
    for start in range(len(run) - size + 1):
        stretch = run[start : start + size]
        odd = [at for at, result in enumerate(stretch) if not result.is_about(product.entries[at])]
        fitting = {key_of(entry) for at, entry in enumerate(product.entries) if at not in odd and entry != 0}
        vague = any(not stretch[at].is_off(product.entries[at]) for at in odd)
        if len(odd) < 2 and not vague and len(fitting) >= LEAST_TELLING:
            yield (stretch[odd[0]], odd[0]) if odd else None


def _is_about(claim: Claim, result: Result) -> bool:
    """Whether a claim has already found fault with a line."""
    inside = result.statement.start <= claim.span.start and claim.span.end <= result.statement.end
    return inside and claim.verdict in (Verdict.WRONG, Verdict.CARRIED)
