"""What follows from a slip, worked out as its author would go on: results, copies, and lines further down.

Later values are found by the digits that are copied from line to line, and worked out from the lines they
stand in. Where digits could have come from elsewhere, or names stand without numbers, the page does not
determine what would follow, and nothing is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from flint import arb, fmpq

from misdoing import (
    Edit,
    Slip,
    Working,
    as_operand,
    exchanged,
    is_number,
    is_plain,
    is_worked,
    literal,
    literals,
    nodes,
    parts_of,
    size_of,
    slips_at,
)
from workings.evaluating import evaluate
from workings.expr import Array, Call, Expr, Name, walk
from workings.resolving.scope import as_value
from workings.value import Tensor

NUMERAL = re.compile(r"(?<![\w.\\])\d+(?:\.\d+)?(?![\w.]*\d)")
SHOWN = re.compile(r"([-−]?)(\d+)(?:\.(\d+))?")
TELLING = 2  # digits by which a copy is known again
Changes: TypeAlias = list[tuple[Expr, Expr]]


class UndeterminedError(Exception):
    """The page does not tell what would follow."""


def worth(expr: Expr) -> list[Any]:
    """The numbers that a formula comes to."""
    value = as_value(evaluate(expr, {}))
    items = value.items if isinstance(value, Tensor) else (value,)
    if not items or not all(isinstance(item, fmpq | arb) for item in items):
        raise UndeterminedError("no value")
    return [*items]


def digits_of(shown: str) -> str:
    """What tells a number apart: its digits, without noughts in front."""
    return shown.lstrip("-−").replace(".", "").lstrip("0")


def written(shown: str, value: Any) -> str:
    """A value in the digits of the one in whose place it stands."""
    found = SHOWN.fullmatch(shown)
    if found is None:
        raise UndeterminedError("spelling")
    minus = found[1] or ("−" if "−" in shown else "-")
    size = float(abs(value))
    places = len(found[3] or "")
    if places == 0 and isinstance(value, fmpq) and value.q != 1:
        places = next((n for n in range(1, 5) if (value * 10**n).q == 1), 4)
    text = f"{size:.{places}f}"
    if not digits_of(text) and value != 0:
        text = f"{size:.{places + 3}f}"
    return f"{minus}{text}" if value < 0 and digits_of(text) else text


class Following:
    """A page with a slip in one line, and all that is worked out from there."""

    def __init__(self, text: str, statements: Sequence[Any], working: Working, slip: Slip) -> None:
        self.text = text
        self.statements = statements
        self.edits = [slip.edit]
        self.copies: dict[str, tuple[str, str]] = {}  # old digits: what is written for them, and its sign
        self.names: set[str] = set()
        self.start = working.statement.span.end
        self.result = ("", "")
        self.slip = slip
        self._follow(working.statement, working.at, [(slip.node, slip.meant)])
        self._go_on(working.statement)
        self._copy_elsewhere()

    def _follow(self, statement: Any, at: int, changes: Changes) -> None:
        """The members of a chain behind one that was changed."""
        for before, after in pairwise(statement.members[at:]):
            changes = self._restate(before.expr, after.expr, changes)
        if isinstance(statement.members[0].expr, Name):
            self.names.add(statement.members[0].expr.key)

    def _restate(self, old: Expr, new: Expr, changes: Changes) -> Changes:
        """What changes in a member because of what changed in the one before it."""
        changed = applied(old, changes)
        if changed is old:
            return []
        if is_listed(new):
            before, after, leaves = worth(old), worth(changed), literals(new)
            if not len(leaves) == len(before) == len(after):
                raise UndeterminedError("another length")
            every = zip(leaves, before, after, strict=True)
            return [change for leaf, was, will in every for change in self._write(leaf, was, will)]
        if getattr(old, "op", "list") != getattr(new, "op", "list") or len(parts_of(old)) != len(
            parts_of(new)
        ):
            raise UndeterminedError("another form")
        if old is self.slip.node:
            own, again = ([*slips_at(self.text, one, one)] for one in (old, new))
            at = [slip.edit for slip in own].index(self.slip.edit)
            if len(own) != len(again):
                raise UndeterminedError("another form")
            self.slip = again[at]
            self.edits.append(self.slip.edit)
            return [(new, self.slip.meant)]
        pairs = zip(parts_of(old), parts_of(new), strict=True)
        return [change for one, other in pairs for change in self._restate(one, other, changes)]

    def _write(self, leaf: Expr, was: Any, will: Any) -> list[tuple[Expr, Expr]]:
        """A stated number as it is now; nothing where it stays."""
        if is_near([was], [will]):
            return []
        value = size_of(leaf)
        unit = (leaf.args[0] if isinstance(leaf, Call) else leaf).unit
        room = unit * fmpq(51, 100) if unit >= fmpq(1, 10) else unit * 2
        if not bool(abs(was - value) <= room):
            raise UndeterminedError("worked out otherwise")
        old = self.text[leaf.span.start : leaf.span.end]
        if SHOWN.fullmatch(old) is None or _size(old) != value:
            raise UndeterminedError("spelling")
        new = written(old, will)
        if new == old:
            return []
        self.edits.append(Edit(leaf.span.start, leaf.span.end, as_operand(self.text, leaf, new)))
        self._keep(old, new, leaf.span.end)
        return [(leaf, literal(_size(new)))]

    def _keep(self, old: str, new: str, end: int) -> None:
        """Remember what was written for a number, also where it is rounded further."""
        self.result = self.result if self.result[0] else (old, new)
        places = len(old.partition(".")[2])
        for fewer in range(places + 1):
            size = abs(_size(old))
            short = f"{float(size):.{places - fewer}f}"
            if fewer and len(digits_of(short)) < TELLING:
                break
            value = abs(_size(new))
            fresh = new.lstrip("-−") if not fewer else f"{float(value):.{places - fewer}f}"
            signs = (old[:1] if old[:1] in "-−" else "", "-" if new[:1] in "-−" else "")
            known = self.copies.get(short)
            if known is not None and known[0] != fresh:
                raise UndeterminedError("two values alike")
            self.copies[short] = fresh, "" if bool(signs[0]) == bool(signs[1]) else "turned"

    def _is_copy(self, shown: str, at: int) -> bool:
        """Whether a number surely is one that was changed; no page tells where both may be meant."""
        bare = shown.lstrip("-−")
        if bare not in self.copies or at < self.start:
            return False
        if len(digits_of(bare)) < TELLING or any(
            found[0] == bare
            for found in NUMERAL.finditer(self.text, 0, self.start)
            if not self._is_edited(found)
        ):
            raise UndeterminedError("a number of its own")
        return True

    def _is_edited(self, found: re.Match[str]) -> bool:
        return any(edit.start <= found.start() < edit.end for edit in self.edits)

    def _go_on(self, first: Any) -> None:
        """The chains below, each from the numbers that it takes from above."""
        for statement in self.statements:
            if statement.span.start < first.span.end:
                continue
            members = statement.members
            at = next((n for n, member in enumerate(members) if is_worked(member.expr)), None)
            if at is None:
                self._copied(statement)
                continue
            changes = [change for leaf in literals(members[at].expr) for change in self._taken(leaf)]
            if changes:
                if not all(is_plain(member.expr) for member in members[at:]):
                    raise UndeterminedError("names behind numbers")
                self._follow(statement, at, changes)
            elif any(
                self.text[leaf.span.start : leaf.span.end].lstrip("-−") in self.copies
                for member in members[at + 1 :]
                for leaf in literals(member.expr)
            ):
                raise UndeterminedError("the same by chance")

    def _copied(self, statement: Any) -> None:
        """A chain that only states a value again."""
        members = statement.members
        found = [
            change for member in members for leaf in literals(member.expr) for change in self._taken(leaf)
        ]
        head = members[0].expr
        used = {node.key for member in members[1:] for node in walk(member.expr) if isinstance(node, Name)}
        if not isinstance(head, Name):
            used |= {node.key for node in walk(head) if isinstance(node, Name)}
        if used & self.names and any(is_plain(member.expr) for member in members):
            raise UndeterminedError("names without numbers")
        if isinstance(head, Name):
            (self.names.add if found else self.names.discard)(head.key)

    def _taken(self, leaf: Expr) -> Iterator[tuple[Expr, Expr]]:
        old = self.text[leaf.span.start : leaf.span.end]
        if self._is_copy(old, leaf.span.start):
            fresh, turned = self.copies[old.lstrip("-−")]
            minus = old[:1] if old[:1] in "-−" else ""
            minus = ("" if minus else "-") if turned else minus
            self.edits.append(
                Edit(leaf.span.start, leaf.span.end, as_operand(self.text, leaf, minus + fresh))
            )
            yield leaf, literal(_size(minus + fresh))

    def _copy_elsewhere(self) -> None:
        """Copies in words and tables, where nothing is worked out."""
        for found in NUMERAL.finditer(self.text, self.start):
            if (
                found[0] in self.copies
                and not self._is_edited(found)
                and self._is_copy(found[0], found.start())
            ):
                fresh, turned = self.copies[found[0]]
                if turned or any(s.span.start <= found.start() < s.span.end for s in self.statements):
                    raise UndeterminedError("a sign or a formula in words")
                self.edits.append(Edit(found.start(), found.end(), fresh))

    @property
    def page(self) -> str:
        """The page as it would have been written."""
        text = self.text
        for edit in sorted(self.edits, key=lambda edit: -edit.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text

    @property
    def starts(self) -> list[int]:
        """Where in the new page the edits begin."""
        found, shift = [], 0
        for edit in sorted(self.edits, key=lambda edit: edit.start):
            found.append(edit.start + shift)
            shift += len(edit.text) - (edit.end - edit.start)
        return found


def _size(shown: str) -> Any:
    whole, _, part = shown.lstrip("-−").partition(".")
    value = fmpq(int(whole + part), 10 ** len(part))
    return -value if shown[:1] in "-−" else value


def is_listed(expr: Expr) -> bool:
    """Whether a member is a number, or a list of numbers."""
    return is_number(expr) or (isinstance(expr, Array) and all(map(is_listed, expr.items)))


def applied(expr: Expr, changes: Sequence[tuple[Expr, Expr]]) -> Expr:
    """A formula with some of its nodes replaced."""
    for old, new in changes:
        if any(node is old for node in nodes(expr)):
            expr = exchanged(expr, old, new)
    return expr


def is_near(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether values are the same."""
    return len(first) == len(second) and all(
        abs(float(a) - float(b)) <= 1e-12 * max(1.0, abs(float(a)))
        for a, b in zip(first, second, strict=True)
    )
