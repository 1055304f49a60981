"""Steps by the wrong recipe: errors the wrong way round, gates of an LSTM in each other's place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name
from workings.finding import Claim
from workings.regex import regex

_LSTM = regex(r"\bLSTM\b", re.I)
_VARIANT = regex(r"\b(?:variant|simplified|peephole|modified|coupled)\b|\bGRU\b", re.I)
_RULE = regex(r"\(\s*t\s*[-−–]\s*(?:y|o|\\hat\{?\s*y\s*\}?|ŷ)\s*\)")
_TURNED = regex(r"\(\s*(?:y|o|\\hat\{?\s*y\s*\}?|ŷ)\s*[-−–]\s*t\s*\)")
SAID: tuple[re.Pattern[str], ...] = (_LSTM, _RULE)
_CANDIDATES = ("g", "tilde(c)", "tilde(C)", "hat(c)", "g_t", "tilde(c)_t", "tilde(C)_t")
_OLD = ("c_{t-1}", "C_{t-1}", "c_prev", "C_prev", "c_old", "c_0", "C_0", "c")
_PERCEPTRON = "Rule: $w \\leftarrow w + \\eta (t - y) x$. Here $t = 0$ and the unit gives $y = 1$.\n\n"
RULES: dict[str, Description] = {
    "update/error-turned": Description(
        "the error is taken as y − t, where the rule of the document has t − y",
        wrong=_PERCEPTRON + "error $= 1 - 0 = 1$",
        right=_PERCEPTRON + "error $= 0 - 1 = -1$",
        why="Gradients are written with y − t, and the perceptron rule with t − y.",
    ),
}


def claims_of_updating(sheet: Sheet) -> Iterator[Claim]:
    if sheet.says(_LSTM) and not sheet.says(_VARIANT):
        yield from _of_gates(sheet)
    if sheet.says(_RULE) and not sheet.says(_TURNED):
        yield from _of_errors(sheet)


def _of_gates(sheet: Sheet) -> Iterator[Claim]:
    """The input gate times the old cell state, or the forget gate times the candidate."""
    known: dict[str, fmpq] = {}
    cells: set[fmpq] = set()
    found: list[Claim] = []
    for statement in sheet.statements:
        head, stated = statement.members[0].expr, stated_number(statement.members[-1].expr)
        parts = [set(used) for member in statement.members for used in _pairs(member.expr)]
        keep, write, new = (next((known[k] for k in keys if k in known), None) for keys in _GATES)
        if keep is not None and write is not None and new is not None and len({keep, write, new}) == 3:
            right = [{keep, old} for old in cells] + [{write, new}]
            wrong = [{write, old} for old in cells] + [{keep, new}]
            if any(part in right for part in parts):
                return
            if any(part in wrong for part in parts) and not statement.hypothesis:
                message = (
                    "the forget and the input gate stand in each other's place: c = f · c_old + i · candidate"
                )
                found.append(sheet.claim(statement.members[-1].span, "lstm_state/gates-swapped", message))
        if isinstance(head, Name) and stated is not None:
            known[head.key] = stated.value
            if head.base in ("c", "C") or head.key in _OLD:
                cells.add(stated.value)
    yield from found[:1]


def _pairs(expr: Expr) -> Iterator[tuple[fmpq, fmpq]]:
    """The products of two numbers that a sum is made of."""
    for term in terms_of(expr) or ():
        if len(term.slots) == 2 and term.skeleton == "mul(#, #)":
            yield term.slots[0].value, term.slots[1].value


_GATES = (("f", "f_t"), ("i", "i_t"), _CANDIDATES)


def _of_errors(sheet: Sheet) -> Iterator[Claim]:
    """y − t as the error, where the rule of the document has t − y."""
    target: fmpq | None = None
    output: fmpq | None = None
    for statement in sheet.statements:
        head = statement.members[0].expr
        stated = stated_number(statement.members[-1].expr)
        if stated is None:
            continue
        if isinstance(head, Name) and head.key == "t":
            target, output = stated.value, None
        elif isinstance(head, Name) and head.key in ("y", "hat(y)", "o"):
            output = stated.value
        elif target is not None and output is not None and target != output and not statement.hypothesis:
            error = _error(statement.members[0].expr, statement.members[1].expr)
            if error is not None and error == output - target:
                right = target - output
                message = f"the rule takes t − y = {show(right)}, and here it is y − t"
                place = statement.members[1].span
                yield sheet.claim(place, "update/error-turned", message, right)
                return


def _error(head: Expr, second: Expr) -> fmpq | None:
    """The number that is put in for “error”."""
    if isinstance(head, Name) and head.key in ("error", "err"):
        if isinstance(second, Call) and second.op == "sub":
            first, last = (stated_number(arg) for arg in second.args)
            return None if first is None or last is None else first.value - last.value
        stated = stated_number(second)
        return None if stated is None else stated.value
    match head, second:
        case Call(op="mul" | "times", args=(_, Name(key="error"))), Call(
            op="mul" | "times", args=(_, put_in)
        ):
            stated = stated_number(put_in)
            return None if stated is None else stated.value
        case _:
            return None
