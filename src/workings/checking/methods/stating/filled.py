"""Lines that fill in a formula of the page alike, but for one that has another number in a given's place.

Below `P(w|c) = (n_w + 1)/(n_c + V)` with V = 5 stand `(4 + 1)/(10 + 5)`, `(2 + 1)/(10 + 5)` and
`(6 + 1)/(15 + 2)`: they have the shape of the formula, and all but one have its 1 and its V.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, has_at_most, number, swapped, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import has_holes

RULE = "copy/differs"
MOST_NODES = 24
LEAST_LIKE = 3  # lines that are filled in as they should be
LEAST_LEAVES = 4
MOST_WORDS = 4  # between lines
_WORD = regex(r"(?<![\\\w])[^\W\d_]{2,}")
_TRIVIAL = (fmpq(0), fmpq(1))
WANTS = ("formulas", "worked")


@record(frozen=True, slots=True)
class Form:
    """A formula in names: its shape, and what is known of the numbers in it, by their places."""

    shape: str
    named: dict[int, tuple[str, fmpq]]
    written: dict[int, fmpq]
    statement: Statement


def claims_of_filled(sheet: Sheet) -> Iterator[Claim]:
    """For each formula the one line of its shape that has another number where a name of one value stands."""
    if not sheet.makeup.formulas:
        return
    facts = facts_of(sheet)
    lines = [(one, _shape(one.expr), _leaves(one.expr)) for one in _workings(sheet)]
    for form in _forms(sheet, facts):
        own = [
            (member, [leaf for leaf in leaves if isinstance(leaf, Number)])
            for member, shape, leaves in lines
            if shape == form.shape and member.span.start > form.statement.span.end
        ]
        off = [(member, leaves, places) for member, leaves in own if (places := _off(form, leaves))]
        if len(off) != 1 or len(own) - 1 < LEAST_LIKE:
            continue
        ((member, leaves, places),) = off
        if len(places) == 1 and places[0] in form.named and _stands_among(sheet.text, member, own):
            key, value = form.named[places[0]]
            leaf = leaves[places[0]]
            right = scalar(swapped(member.expr, leaf, number(value)), {})
            message = f"{key} is {show(value)}, put in as {show(leaf.value)}"
            yield sheet.claim(member.span, RULE, message, right, form.statement.span)


def _stands_among(text: str, member: Member, lines: Sequence[tuple[Member, list[Number]]]) -> bool:
    """Whether few words part a line from those of its shape, so that nothing else can be meant."""
    ends = [one.span.end for one, _ in lines if one.span.end < member.span.start]
    starts = [one.span.start for one, _ in lines if one.span.start > member.span.end]
    gaps = [*((end, member.span.start) for end in ends[-1:]), *((member.span.end, at) for at in starts[:1])]
    return all(len(_WORD.findall(text, *gap)) <= MOST_WORDS for gap in gaps)


def _workings(sheet: Sheet) -> Iterator[Member]:
    """The first members of plain numbers that work something out."""
    for statement in sheet.statements:
        if not (statement.hypothesis or statement.offered):
            made = (one for one in statement.members if isinstance(one.expr, Call) and is_numeric(one.expr))
            yield from [*made][:1]


def _forms(sheet: Sheet, facts: Facts) -> Iterator[Form]:
    """The formulas with a name that has one value on the whole page, and with others that have none."""
    for statement in sheet.statements:
        for member in statement.members[1:]:
            expr = member.expr
            if not isinstance(expr, Call) or not has_at_most(expr, MOST_NODES) or has_holes(expr):
                continue
            leaves = _leaves(expr)
            if not all(isinstance(node, Name | Number | Call) for node in walk(expr)):
                continue
            values = {
                key: _only_value(facts, key)
                for leaf in leaves
                if isinstance(leaf, Name)
                for key in [leaf.key]
            }
            known = {
                key: value for key, value in values.items() if value is not None and value not in _TRIVIAL
            }
            if not known or len(known) == len(values) or len(leaves) < LEAST_LEAVES:
                continue
            named = {
                at: (one.key, known[one.key])
                for at, one in enumerate(leaves)
                if isinstance(one, Name) and one.key in known
            }
            written = {at: one.value for at, one in enumerate(leaves) if isinstance(one, Number)}
            yield Form(_shape(expr), named, written, statement)


def _only_value(facts: Facts, key: str) -> fmpq | None:
    values = {fact.value for fact in facts if fact.name == key and isinstance(fact.value, fmpq)}
    return values.pop() if len(values) == 1 else None


def _off(form: Form, leaves: list[Number]) -> list[int]:
    """The places of numbers that are not those of the formula."""
    known = {**form.written, **{at: value for at, (_, value) in form.named.items()}}
    return [at for at, value in known.items() if leaves[at].value != value]


def _leaves(expr: Expr) -> list[Name | Number]:
    return [node for node in walk(expr) if isinstance(node, Name | Number)]


def _shape(expr: Expr) -> str:
    """What is done in a formula, in its order, whatever its letters and numbers are."""
    match expr:
        case Call(op="brackets", args=(inner,)):
            return _shape(inner)
        case Call(op=op, args=args):
            return f"{'mul' if op == 'times' else op}({','.join(map(_shape, args))})"
        case _:
            return "#"
