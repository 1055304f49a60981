"""Wholes whose entries have a formula: after `α_j = …`, `α = (…)` has to be all of them, and `A_{21}` one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.linking.doubting.surroundings import LONGEST_LEAD, is_led_otherwise
from workings.document import Member, Statement
from workings.evaluating import How
from workings.expr import Array, Expr, Name, call, mapped, name
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import is_plain, names_in
from workings.resolving.wholes import Entrywise
from workings.source import line_start
from workings.value import Scalar, Tensor, squeezed

_RESULTS = regex(
    r"\b(?:so|thus|hence|get|gets|gives?|yields?|obtain|result\w*|therefore|becomes?|follows)\b|[⇒→]", re.I
)
_CONDITION = regex(r"[^.\n]{0,40}?(?:\b(?:if|when|unless|otherwise|except)\b|\\n?eq\b|≠|[<>≤≥]|\\[lg]eq?\b)")


def gathered(scope: Scope, link: Link, how: How, rest: tuple[Member, ...], text: str) -> Link:
    """A bare name with the value that the formula of its entries gives it, if that surely is meant."""
    expr = link.expr
    made = scope.formulas.entries.get(expr.key) if isinstance(expr, Name) and not expr.index else None
    if made is None or made.rivals or not rest or not is_plain(rest[0].expr):
        return link
    if set(made.letters) & scope.said.keys() or _CONDITION.match(text, made.formula.span.end):
        return link
    whole = made.whole(scope.said)
    if whole is None or not _is_first(scope, expr, whole):
        return link
    known = Link(link.member, expr, *scope.quantities(whole, how), pattern=whole)
    stated = Quantity(rest[0].expr, {}, how)
    if not _are_alike(known.printed.value, stated.value):
        return link
    if compare(stated, known.printed, rest[0].is_approximate).is_sound:
        return known
    if not _is_certain(scope, made, whole) or _is_turned(stated, known) or _has_noughts(stated, known):
        return link
    if _is_given(scope, whole, rest[0].expr, expr.span.start, text):
        return link
    known.certain = known.once = True
    return _at_once(scope, made, known, how)


def assembled(scope: Scope, link: Link, how: How, members: Sequence[Member]) -> Link:
    """`ReLU(z)` with z_1, z_2, z_3 in the place of z, where these are all there is, and a list is stated."""
    missing = set(link.printed.missing)
    key = next(iter(missing)) if len(missing) == 1 else None
    steps = {} if key is None else scope.steps.get(key, {})
    size = len(steps)
    if size < 2 or sorted(steps.values()) != list(range(1, size + 1)):
        return link
    if not any(isinstance(one.expr, Array) and len(one.expr.items) == size for one in members):
        return link
    ordered = sorted(steps, key=lambda step: steps[step])
    if not all(isinstance(scope.said.get(step), fmpq) for step in ordered):
        return link

    def put_in(expr: Expr) -> Expr:
        if isinstance(expr, Name) and expr.key == key:
            return Array(expr.span, tuple(name(step, expr.span) for step in ordered), "list")
        return mapped(expr, put_in)

    expr = put_in(link.expr)
    return Link(link.member, expr, *scope.quantities(expr, how))


def entry(
    scope: Scope, link: Link, how: How, rest: tuple[Member, ...], ahead: Sequence[Statement], text: str
) -> Link:
    """`O_{21}` with the value that the formula of O_{ij} gives it, where another entry goes by it as well."""
    expr = link.expr
    made = scope.formulas.entries.get(expr.base) if isinstance(expr, Name) else None
    if made is None or made.rivals or len(made.letters) < 2 or not isinstance(expr, Name):
        return link
    if set(made.letters) & scope.said.keys() or _CONDITION.match(text, made.formula.span.end):
        return link
    known = _entry(scope, made, expr, how)
    if known is None or not rest or not is_plain(rest[0].expr):
        return link
    sign = f"{expr.base}_{{{','.join(made.letters)}}}"
    if _agrees(known, rest[0], how):
        scope.formulas.upheld.add(sign)
        return replace(known, member=link.member)
    others = (one for one in ahead if len(one.members) > 1 and isinstance(one.members[0].expr, Name))
    if sign not in scope.formulas.upheld and not any(
        other.members[0].expr != expr
        and (found := _entry(scope, made, other.members[0].expr, how)) is not None
        and _agrees(found, other.members[1], how)
        for other in others
    ):
        return link
    known.certain = known.once = _is_certain(scope, made, known.source)
    return replace(known, member=link.member) if known.certain else link


def _entry(scope: Scope, made: Entrywise, head: Expr, how: How) -> Link | None:
    """A single entry by its formula."""
    formula = made.entry(head) if isinstance(head, Name) else None
    if formula is None or not isinstance(head, Name) or scope.formulas.entries.get(head.base) is not made:
        return None
    member = Member(None, head, head.span)
    known = Link(member, head, *scope.quantities(formula, how), pattern=formula)
    return known if known.is_known else None


def _agrees(known: Link, stated: Member, how: How) -> bool:
    return compare(Quantity(stated.expr, {}, how), known.printed, stated.is_approximate).is_sound


def _at_once(scope: Scope, made: Entrywise, known: Link, how: How) -> Link:
    """The same by the formula as it stands, if that gives all entries at once: slips are seen in it."""
    quantities = scope.quantities(made.formula, how)
    if any(as_value(quantity.value) is None for quantity in quantities):
        return known
    if not compare(quantities[0], known.printed, approximate=False).is_sound:
        return known
    return replace(known, printed=quantities[0], unrounded=quantities[1], pattern=made.formula)


def _is_turned(stated: Quantity, known: Link) -> bool:
    """Whether a square matrix is stated with its rows for its columns."""
    turned = Quantity(call("transpose", stated.expr), {}, stated.how)
    return compare(turned, known.printed, approximate=True).is_sound


def _is_first(scope: Scope, head: Expr, whole: Expr) -> bool:
    """Whether the whole is stated for the first time since what it is made of has its values."""
    own = scope.bindings.get(head.key) if isinstance(head, Name) else None
    if own is None or own.said is None:
        return True
    return max((part.span.start for part in _parts(scope, whole)), default=0) > own.span.start


def _parts(scope: Scope, whole: Expr) -> list[Binding]:
    return [scope.bindings[key] for key in names_in(whole) if key in scope.bindings]


def _is_certain(scope: Scope, made: Entrywise, whole: Expr) -> bool:
    """Whether it is all of one case: of this section, or of names that have one value on the page."""
    parts, asked = _parts(scope, whole), scope.questions.get(scope.section)
    here = all(part.section == scope.section for part in parts)
    once = all(part.times == 1 and scope.questions.get(part.section) == asked for part in parts)
    home = scope.questions.get(made.section)
    if not here and not (once and home == asked):
        return False
    if home is not None and home != asked:
        return False  # of another exercise
    stated = all(part.said is not None for part in parts)  # not known by a formula alone
    return stated and not _has_other_input(scope, parts)


def _has_other_input(scope: Scope, parts: list[Binding]) -> bool:
    """Whether a list as long as those of the formula was given after them, which no such formula needs."""
    lists = [part for part in parts if isinstance(part.said, Tensor)]
    latest = max((part.span.start for part in lists), default=0)
    sizes = {squeezed(part.said.shape) for part in lists if isinstance(part.said, Tensor)}
    needed = {key for made in scope.formulas.entries.values() for key in names_in(made.formula)}
    return any(
        isinstance(other.said, Tensor)
        and not other.derived
        and other.span.start > latest
        and squeezed(other.said.shape) in sizes
        for key, other in scope.bindings.items()
        if key not in needed and key not in scope.formulas.entries
    )


def _has_noughts(stated: Quantity, known: Link) -> bool:
    """Whether entries are nought that the formula makes something else: they may be masked."""
    pairs = zip(_items(stated.value), _items(known.printed.value), strict=True)
    return any(a == 0 and b != 0 for a, b in pairs)


def _items(value: object) -> tuple[Scalar, ...]:
    return value.items if isinstance(value, Tensor) else ()


def _is_given(scope: Scope, whole: Expr, stated: Expr, start: int, text: str) -> bool:
    """Whether words before a list make something else of it, or it is given beside what it would be of."""
    if is_led_otherwise(text, start):
        return True
    line = max(line_start(text, start), start - LONGEST_LEAD)
    beside = any(line <= part.span.start < start for part in _parts(scope, whole))
    return beside and is_literal(stated) and _RESULTS.search(text, line, start) is None


def _are_alike(value: object, stated: object) -> bool:
    """Whether two tensors have the same size, up to the orientation of a vector."""
    if not isinstance(value, Tensor) or not isinstance(stated, Tensor):
        return False
    return squeezed(value.shape) == squeezed(stated.shape)
