"""Formulas in letters that a page states for a method it names, held to the usual one.

A formula is called wrong only if it is one of the well-known wrong ones, at several exact points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from flint import fmpq

from workings.checking.methods.catalogue import Spoken
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.recipes import is_near, maths
from workings.checking.methods.trials.worth import scalar
from workings.document import Statement
from workings.expr import Alt, Apply, Call, Expr, Fold, Name, Number, call, walk
from workings.finding import Claim, Verdict
from workings.regex import regex

if TYPE_CHECKING:
    from workings.checking.methods.catalogue.method import Usual

EXACT = 10**9  # one part in so many is the same
MOST_READINGS = 4
TELLING = 4  # letters by which a formula is known without a left side
_POINTS = (  # values of the roles in order, none of which is a simple function of others
    tuple(fmpq(*one) for one in ((3, 7), (5, 11), (2, 13), (7, 17), (8, 19), (11, 23), (9, 29), (12, 31))),
    tuple(fmpq(*one) for one in ((4, 5), (1, 3), (6, 7), (2, 11), (9, 13), (5, 17), (13, 19), (7, 23))),
    tuple(fmpq(*one) for one in ((1, 9), (7, 8), (5, 13), (10, 11), (3, 17), (16, 19), (2, 23), (20, 29))),
)
_USUAL = Spoken(["formulary"])
_PLAIN = frozenset({"brackets", "floor", "transpose"})  # that leave one number as it is, or nearly so
_LINEAR = frozenset({"add", "sub", "neg", "mul", "times", "div"})  # of a sum: what each term is made to
_CONSTANTS = ("e", "π")
_GOES_ON = regex(
    r"\(|[ \t]{0,3}(?:[-+*/·×^⊙]|\\(?:right)?\s*\\?(?:rfloor|cdot|times|odot|left|frac))"
    r"|[ \t]*(?!a\b|I\b)[^\W\d_]\b"
)
_SUM = regex(r"(?:sum|Sum|Σ|∑)(?:_.*)?")  # in plain text
_BEGUN = regex(r"(?:\S[ \t]*[-−+·*/]|\\cdot|\\times)[ \t{]*$")  # a dash that opens a line is none


def claims_of_letters(sheet: Sheet) -> Iterator[Claim]:
    """The first formula of each method that is a wrong one."""
    meant = [_formulary()[at] for _, at in _USUAL.meant(sheet.look, sheet.words)]
    stated = _stated(sheet) if meant else []
    for usual in meant if stated else ():
        yield from (claim for claim in [_first(sheet, usual, stated)] if claim is not None)


def is_misstated(sheet: Sheet, head: str) -> bool:
    """Whether a formula for what begins so is a wrong one, so that lines below only follow it."""
    stated = _stated(sheet)
    return any(usual.head.startswith(head) and _first(sheet, usual, stated) for usual in _formulary())


def _formulary() -> tuple[Usual, ...]:
    from workings.checking.methods.catalogue.formulary import FORMULARY  # few pages state one of its formulas

    return FORMULARY


def _stated(sheet: Sheet) -> list[tuple[str, Statement]]:
    """The statements that may define what stands on their left, and that in plain letters."""
    return [
        (spelt(one.members[0].expr).replace(" ", ""), one) for one in sheet.statements if _may_define(one)
    ]


def _may_define(statement: Statement) -> bool:
    return len(statement.members) > 1 and not (statement.hypothesis or statement.offered or statement.traced)


def _first(sheet: Sheet, usual: Usual, stated: list[tuple[str, Statement]]) -> Claim | None:
    for head, statement in stated:
        found = _named(usual.head).fullmatch(head)
        own = statement.members[1:]
        if found is None and statement.label and not isinstance(statement.members[0].expr, Name):
            found, own = _named(usual.head).fullmatch(statement.label), statement.members[:1]
        if found is None and _is_filled(usual, statement):
            found, own = _named("").match(""), statement.members[:1]
        if found is None:
            continue
        for member in own:
            if member.sign not in ("=", "≈", "←", None):
                break
            way = _way(usual, found, member.expr)
            if way is not None:
                rule, says = way
                return sheet.claim(member.span, rule, says) if rule and _is_whole(sheet, statement) else None
    return None


def _is_filled(usual: Usual, statement: Statement) -> bool:
    """Whether a formula with all the letters of the usual one stands first, and then with numbers."""
    if len(usual.roles) < TELLING or "(?P" in usual.head:
        return False
    if statement.label and any(_named(other.head).fullmatch(statement.label) for other in _formulary()):
        return False  # of something else, or it would be known by its label
    first, second = (member.expr for member in statement.members[:2])
    names = {node.key for node in walk(first) if isinstance(node, Name)}
    return len(names) == len(usual.roles) and is_numeric(second)


def _is_whole(sheet: Sheet, statement: Statement) -> bool:
    """Whether nothing stands at the ends of a statement that belongs to it, and it was not found to hold."""
    text, span = sheet.text, statement.span
    if _GOES_ON.match(text, span.end) or _BEGUN.search(text, max(0, span.start - 12), span.start):
        return False
    first = statement.members[1]
    if not isinstance(statement.members[0].expr, Name | Apply) and is_numeric(first.expr):
        return True  # the formula itself stands first, and its numbers are put in
    return not any(
        claim.span == first.span and claim.verdict is Verdict.RIGHT for claim in sheet.judge.claims
    )


@cache
def _named(text: str) -> re.Pattern[str]:
    """A pattern of names, whose case matters."""
    return regex(text)


def _way(usual: Usual, head: re.Match[str], expr: Expr) -> tuple[str, str] | None:
    """The rule and the words of the wrong formula that an expression is; no rule if it is a right one."""
    roles = Roles(usual, head)
    found: tuple[str, str] | None = None
    for option in (expr.options if isinstance(expr, Alt) else (expr,))[:MOST_READINGS]:
        roles.used.clear()
        formula = _lettered(option, roles)
        if formula is None:
            continue
        names = frozenset(usual.roles)
        if any(_is_same(formula, maths(one, names), usual) for one in (usual.formula, *usual.also)):
            return "", ""
        for wrong in usual.wrong:
            if found is None and _is_same(formula, maths(wrong.formula, names), usual):
                found = wrong.rule, wrong.says
    return found


class Roles:
    """What the names of a formula may stand for, each for one thing."""

    def __init__(self, usual: Usual, head: re.Match[str]) -> None:
        self.patterns = {key: _named(_filled(text, head)) for key, text in usual.roles.items()}
        self.own = "" if usual.renews else head[0]
        self.used: dict[str, str] = {}

    def has(self, key: str) -> bool:
        """Whether letters side by side are one name: `TP`."""
        return len(key) == 2 and any(named.fullmatch(key) for named in self.patterns.values())

    def of(self, expr: Expr, key: str) -> Name | None:
        """The role of a name: the first whose pattern it has, if no other name of the formula has it."""
        if key in _CONSTANTS:
            return expr if isinstance(expr, Name) else None
        for role, named in self.patterns.items() if key != self.own else ():
            if self.used.get(role, key) == key and named.fullmatch(key):
                self.used[role] = key
                return Name(expr.span, role, role)
        return None


def _filled(text: str, head: re.Match[str]) -> str:
    """The pattern of a role, with what the left side calls its parts in the place of `{p}`."""
    for key, value in head.groupdict().items():
        either = f"(?:{re.escape(value or '')}|{re.escape((value or '').swapcase())})"
        text = text.replace("{" + key + "}", either)
    return text


def _lettered(expr: Expr, roles: Roles, sums: bool = True) -> Expr | None:
    """A formula with roles for its names; None where it has something else in it.

    A sum over entries is what one of them adds to it, unless something is made of that sum.
    """
    match expr:
        case Number():
            return expr
        case Fold(kind="sum", body=body) if sums:
            return _lettered(body, roles, False)
        case Call(op=op, args=(inner,)) if op in _PLAIN:
            return _lettered(inner, roles, sums)
        case Call(op="log", args=(inner,)):
            part = _lettered(inner, roles, False)
            return None if part is None else replace(expr, args=(part,), options=_natural())
        case Call(op="mul", args=(Name(key=first), second)) if sums and _SUM.fullmatch(first):
            return _lettered(second, roles, False)
        case Call(op="mul", args=(Name(key=first), Name(key=second))) if roles.has(first + second):
            return roles.of(expr, first + second)
        case Call(op=op, args=args):
            within = sums and op in _LINEAR
            parts = [
                _lettered(arg, roles, within and not (op == "div" and at)) for at, arg in enumerate(args)
            ]
            known = tuple(part for part in parts if part is not None)
            return replace(expr, args=known) if len(known) == len(parts) else None
        case Name(key=key):
            return roles.of(expr, key)
        case Apply(function=function, args=args):
            whole = roles.of(expr, expr.key.replace(" ", ""))
            if whole is not None or len(args) != 1:
                return whole
            factor = roles.of(function, function.key)
            inner_part = _lettered(args[0], roles, sums) if factor is not None else None
            return None if factor is None or inner_part is None else call("mul", factor, inner_part)
        case _:
            return None


@cache
def _natural() -> tuple[tuple[str, Expr], ...]:
    example = maths("ln(x)", frozenset("x"))
    return example.options if isinstance(example, Call) else ()


def _is_same(formula: Expr, other: Expr, usual: Usual) -> bool:
    """Whether two formulas agree at all points."""
    for values in _POINTS:
        point = dict(zip(usual.roles, values, strict=False))
        first, second = scalar(formula, point), scalar(other, point)
        if first is None or second is None or not is_near(first, second, EXACT):
            return False
    return True
