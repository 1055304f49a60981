"""Which stated values can be mended, to what, and whether anything later in the document leans on them.

Only the literal that a claim states is ever rewritten; operands, givens, names and words are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import resolved
from workings.checking.comparing.digits import judge_digits, scaled_readings, stated_number
from workings.checking.fixing.respelling import respelled
from workings.document import Statement
from workings.evaluating import How
from workings.expr import Apply, Array, Expr, Name, Number, walk
from workings.extracting.editing import Edit
from workings.finding import Claim, Verdict
from workings.record import record
from workings.resolving.scope import Binding, Scope
from workings.resolving.traits import names_in
from workings.source import Span
from workings.value import Scalar, Tensor, Value

VALUE = "value/differs"
RESULT_SIGN = "with the other sign"  # of the result, so that no operand is blamed
OPERAND_SLIPS = frozenset(
    f"slip/{name}"
    for name in ("operand", "copied-digit", "off-by-one", "name", "earlier-value", "exchanged", "sign")
)  # with these the number put in may be the error, and not the result


@record(frozen=True, slots=True)
class Mendable:
    """A stated literal that is not right to its digits, and what it should be, as a report says it, first."""

    expr: Expr
    values: tuple[Value, ...]
    approximate: bool


class Targets:
    """Looks on while a document is judged, and keeps what the values in it should be, by their place."""

    def __init__(self) -> None:
        self.found: dict[Span, Mendable] = {}

    def note(self, scope: Scope, links: Sequence[Link]) -> None:
        for at, link in enumerate(links):
            before = next((one for one in reversed(links[:at]) if one.is_known), None)
            if before is not None and link.verdict in (Verdict.WRONG, Verdict.ROUNDING):
                self.found[link.member.span] = _mendable(before, link)

    def bind(self, scope: Scope, key: str, binding: Binding, how: How) -> None:
        """What names are bound to does not matter here."""


def _mendable(before: Link, link: Link) -> Mendable:
    """What a member states and what stands against it, worked out while the names have their values."""
    quantities = dict.fromkeys((before.expected, before.unrounded, before.printed))
    values = (quantity.precise for quantity in quantities)
    return Mendable(
        resolved(link.expr, link.printed),
        tuple(value for value in values if isinstance(value, fmpq | arb | Tensor)),
        link.member.is_approximate,
    )


def edits_for(target: Mendable, value: Value, page: str) -> list[Edit] | None:
    """The edits that make the literal state the value; None where it is no literal that can be respelt."""
    leaves = list(_leaves(target.expr))
    items = value.items if isinstance(value, Tensor) else (value,)
    if len(leaves) != len(items):
        return None
    least = max((_places(leaf) for leaf in leaves), default=0)
    found: list[Edit] = []
    for leaf, item in zip(leaves, items, strict=True):
        if _is_right(leaf, item, target.approximate):
            continue
        edits = respelled(leaf, item, page, least)
        if edits is None:
            return None
        found += edits
    return found or None


def _leaves(expr: Expr) -> Iterator[Expr]:
    """The scalars of a literal in row-major order."""
    if not isinstance(expr, Array):
        yield expr
        return
    for item in expr.items:
        yield from _leaves(item)


def _is_right(leaf: Expr, value: Scalar, approximate: bool) -> bool:
    stated = stated_number(leaf)
    readings = scaled_readings(leaf) if stated is None else [stated]
    return any(judge_digits(value, reading, approximate) is Verdict.RIGHT for reading in readings)


def _places(leaf: Expr) -> int:
    """How many decimal places a number is written to."""
    stated = stated_number(leaf)
    return len(str(stated.unit.q)) - 1 if stated is not None and stated.unit.p == 1 else 0


def is_rewritable(claim: Claim) -> bool:
    """Whether the value is what is the matter, and not a copy, a shape or a step."""
    return claim.kind == "value" and (claim.rule in (None, VALUE) or claim.rule in claim.fits)


def blames_operand(claim: Claim) -> bool:
    """Whether a number that was put in may be the error, so that the result is not simply rewritten."""
    named = zip_longest(claim.fits, claim.slips, fillvalue="")
    return any(name in OPERAND_SLIPS and not words.endswith(RESULT_SIGN) for name, words in named)


def is_used_later(span: Span, statements: Sequence[Statement]) -> bool:
    """Whether a later line names what a stated value was given to, or a chain goes on from it."""
    own = next((s for s in statements if any(member.span == span for member in s.members)), None)
    if own is None:
        return True
    if own.members[-1].span != span:
        return True
    heads = {m.expr.key for m in own.members if isinstance(m.expr, Name | Apply)}
    heads |= {m.expr.base for m in own.members if isinstance(m.expr, Name)}
    later = [s for s in statements if s.span.start >= own.span.end]
    return any(heads & names_in(member.expr) for s in later for member in s.members)


def copies(target: Mendable, after: int, statements: Iterable[Statement]) -> list[Span]:
    """Where the wrong numbers of a literal stand again further down: a line may compute with them.

    A number of a single digit stands everywhere by chance, so only longer ones tell.
    """
    value = target.values[0]
    items = value.items if isinstance(value, Tensor) else (value,)
    pairs = zip(_leaves(target.expr), items, strict=False)
    stated = [stated_number(leaf) for leaf, item in pairs if not _is_right(leaf, item, target.approximate)]
    wanted = {abs(s.value) for s in stated if s is not None and abs((s.value / s.unit).p) >= 10}
    return [
        node.span
        for statement in statements
        for member in statement.members
        for node in walk(member.expr)
        if isinstance(node, Number) and node.span.start >= after and node.value in wanted
    ]


def skeleton(statements: Iterable[Statement]) -> list[tuple[object, ...]]:
    """The structure of a document without its numbers, to see that mending one changes nothing else."""
    return [
        (member.sign, *(part for node in walk(member.expr) for part in _bone(node)))
        for statement in statements
        for member in statement.members
    ]


def _bone(node: Expr) -> tuple[str, ...]:
    """A node without its numbers; a sign before a number belongs to the number."""
    match node:
        case Number():
            return ("number",)
        case Name() | Apply():
            return (type(node).__name__, node.key)
        case Array():
            return (node.form, str(len(node.items)))
        case _ if getattr(node, "op", None) == "neg":
            return ()
        case _:
            return (type(node).__name__, str(getattr(node, "op", "")))
