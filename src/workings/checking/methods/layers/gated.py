"""Gradients of vectors and matrices that pass units which ReLU has shut: their rows have to be nought.

Where z is below nought, h = ReLU(z) has the slope nought, and with it ∂L/∂z, the row of ∂L/∂W for
z = W x + b, and the entry of ∂L/∂b. A page is held to it where z goes nowhere else, and W belongs to no
other product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Statement
from workings.evaluating.ranking import rows_of
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call, Expr, Name, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.slopes import parts_of
from workings.source import Span
from workings.value import Scalar, Tensor

RULE = "relu_prime/left-out"
_RELU = regex(r"\bReLU\b|\\max\b|\brelu\b")
_MORE = regex(r"leaky|PReLU|regulari[sz]|weight decay|penalt|\\lambda|λ|skip|residual|shortcut|clip", re.I)
SAID = (_RELU,)
WANTS = ("derives",)
LEAST_ENTRIES = 2


@record(frozen=True, slots=True)
class Gate:
    """A vector before a ReLU: its name, where it is stated, and which of its entries are below nought."""

    name: str
    place: Span
    values: tuple[Scalar, ...]

    @property
    def shut(self) -> list[int]:
        return [at for at, value in enumerate(self.values) if value < 0]


def claims_of_gated(sheet: Sheet) -> Iterator[Claim]:
    """The first gradient by what stands before a ReLU that has something where it is shut."""
    if sheet.says(_MORE):
        return
    gates: dict[str, Gate] = {}
    before = _before_relu(sheet.statements)
    for statement in sheet.statements:
        head = statement.members[0].expr
        if statement.hypothesis or not isinstance(head, Name):
            continue
        stated = literal(statement.members[-1].expr)
        if not isinstance(stated, Tensor):
            continue
        if head.key in before:
            gates[head.key] = Gate(head.key, statement.span, stated.items)
            continue
        found = parts_of(head.key)
        gate = _gate_of(found[1], gates, sheet.statements) if found is not None else None
        rows = (
            _rows(stated, gate, found is not None and _is_vector(found[1], gate, sheet.statements))
            if gate is not None
            else []
        )
        at = _open(rows, gate) if gate is not None else None
        if gate is not None and at is not None:
            says = f"{gate.name} is {show(gate.values[at])} in entry {at + 1}, where ReLU has the slope 0"
            yield sheet.claim(statement.members[-1].span, RULE, says, None, gate.place)
            return


def _before_relu(statements: Sequence[Statement]) -> set[str]:
    """The names of which a ReLU is taken, and nothing else is made."""
    taken, used = set[str](), set[str]()
    for statement in statements:
        for member in statement.members[1:]:
            inside = _relu_of(member.expr)
            taken |= {inside} if inside is not None else set()
            names = {node.key for node in walk(member.expr) if isinstance(node, Name)}
            used |= names - {inside} if not isinstance(member.expr, Name) else set()
    return taken - used


def _relu_of(expr: Expr) -> str | None:
    match expr:
        case Call(op="relu", args=(Name(key=key),)):
            return key
        case _:
            return None


def _gate_of(by: str, gates: dict[str, Gate], statements: Sequence[Statement]) -> Gate | None:
    """The gate whose vector, weights or bias a gradient is taken by."""
    if by in gates:
        return gates[by]
    made = [
        (statement.members[0].expr, member.expr)
        for statement in statements
        for member in statement.members[1:]
        if any(isinstance(node, Name) and node.key == by for node in walk(member.expr))
    ]
    heads = {head.key for head, formula in made if isinstance(head, Name) and _is_affine(formula, by)}
    others = [
        formula for head, formula in made if not _is_affine(formula, by) and not isinstance(formula, Name)
    ]
    return gates.get(heads.pop()) if len(heads) == 1 and not others else None


def _is_affine(formula: Expr, by: str) -> bool:
    """Whether a formula is `W x` or `W x + b` with a name as its W or its b."""
    match formula:
        case Call(op="add", args=(product, Name(key=key))):
            return key == by or _is_affine(product, by)
        case Call(op=op, args=(Name(key=key), Name())) if op in PRODUCTS:
            return key == by
        case _:
            return False


def _is_vector(by: str, gate: Gate, statements: Sequence[Statement]) -> bool:
    """Whether a gradient is by the vector before a ReLU or by the bias in it, and not by weights."""
    added = (
        member.expr.args[1]
        for statement in statements
        for member in statement.members[1:]
        if isinstance(member.expr, Call) and member.expr.op == "add"
    )
    return by == gate.name or any(isinstance(one, Name) and one.key == by for one in added)


def _rows(stated: Tensor, gate: Gate, own: bool) -> Sequence[Sequence[Scalar]]:
    """What a gradient has for each entry of a gate; for weights it is a row, and never a single number."""
    size = len(gate.values)
    if len(stated.items) == size:
        return [(item,) for item in stated.items] if own else ()
    rows = rows_of(stated) if len(stated.shape) == 2 else ()
    return rows if rows and len(rows) == size else ()


def _open(rows: Sequence[Sequence[Scalar]], gate: Gate) -> int | None:
    """The first shut entry for which a gradient is not nought."""
    shut = gate.shut if rows and len(gate.values) >= LEAST_ENTRIES else ()
    return next((at for at in shut if any(isinstance(one, fmpq) and one != 0 for one in rows[at])), None)
