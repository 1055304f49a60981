"""Steps of training by the wrong recipe: errors the wrong way round, moments that are not corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.facts import Fact
from workings.checking.methods.knowing import facts_of
from workings.checking.methods.lines import Line, is_numeric, terms_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.worth import holds
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim
from workings.regex import regex

_ADAM = regex(r"\bAdam\b")
_LSTM = regex(r"\bLSTM\b", re.I)
_VARIANT = regex(r"\b(?:variant|simplified|peephole|modified|coupled)\b|\bGRU\b", re.I)
_RULE = regex(r"\(\s*t\s*[-−–]\s*(?:y|o|\\hat\{?\s*y\s*\}?|ŷ)\s*\)")
_TURNED = regex(r"\(\s*(?:y|o|\\hat\{?\s*y\s*\}?|ŷ)\s*[-−–]\s*t\s*\)")
_WORD = regex(r"[a-z]{3,}(?: [a-z]+)*", re.I)  # a name that is said
_WORDS = regex(r"[^\W\d_]+")
_MOMENTS = {"hat(m)": ("m", "β_1"), "hat(v)": ("v", "β_2"), "hat(s)": ("s", "β_2")}
_CANDIDATES = ("g", "tilde(c)", "tilde(C)", "hat(c)", "g_t", "tilde(c)_t", "tilde(C)_t")
_OLD = ("c_{t-1}", "C_{t-1}", "c_prev", "C_prev", "c_old", "c_0", "C_0", "c")


def claims_of_updating(sheet: Sheet) -> Iterator[Claim]:
    if sheet.says(_ADAM):
        yield from _of_moments(sheet)
    if sheet.says(_LSTM) and not sheet.says(_VARIANT):
        yield from _of_gates(sheet)
    if sheet.says(_RULE) and not sheet.says(_TURNED):
        yield from _of_errors(sheet)
    yield from _of_averages(sheet)
    yield from _of_weights(sheet)


def _value(sheet: Sheet, key: str) -> fmpq | None:
    value = sheet.judge.scope.said.get(key)
    return value if isinstance(value, fmpq) else None


def _of_moments(sheet: Sheet) -> Iterator[Claim]:
    """A moment divided by 1 − β at a later step than the first, or not at all."""
    for result in sheet.results():
        head = result.head
        if not isinstance(head, Name) or head.base not in _MOMENTS or len(head.index) != 1:
            continue
        index, (moment, rate) = head.index[0], _MOMENTS[head.base]
        if not isinstance(index, Number) or index.unit != 1 or not 1 <= index.value <= 1000:
            continue
        plain, beta = _value(sheet, f"{moment}_{index.text}"), _value(sheet, rate)
        if plain is None or beta is None or not 0 < beta < 1 or plain == 0:
            continue
        step = int(index.value.p)
        right = plain / (1 - beta**step)
        if holds((result.number,), right, 2) or abs(right - result.number.value) * 50 < abs(right):
            continue
        if holds((result.number,), plain):
            message = f"it is not corrected: {moment} has to be divided by 1 − {show(beta)}^{step}"
            yield sheet.claim(result.member.span, "adam/not-corrected", message, show(right))
            return
        if step > 1 and holds((result.number,), plain / (1 - beta)):
            message = (
                f"it is divided by 1 − {show(beta)}; at step {step} it has to be 1 − {show(beta)}^{step}"
            )
            yield sheet.claim(result.member.span, "adam/first-power", message, show(right))
            return


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
                yield sheet.claim(place, "update/error-turned", message, show(right))
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


def _of_averages(sheet: Sheet) -> Iterator[Claim]:
    """A moving average whose rule is m · old + (1 − m) · new, run with the two weights exchanged."""
    kept = next((share for s in sheet.statements if (share := _kept(sheet, s.members)) is not None), None)
    if kept is None or kept * 2 == 1:
        return
    before: fmpq | None = None
    odd: list[Line] = []
    for line in sheet.lines:
        slots = line.slots
        if len(line.terms) != 2 or len(slots) != 4:
            continue
        old, stated = slots[1].value, stated_number(line.result.expr)
        if slots[0].value == 1 - kept and slots[2].value == kept and old in (before, fmpq(0)):
            odd.append(line)
        elif slots[0].value == kept and slots[2].value == 1 - kept:
            return
        before = None if stated is None else stated.value
    if len(odd) > 1:
        message = (
            f"the old value gets {show(1 - kept)} and the new one {show(kept)}; the rule has it the other way"
        )
        yield sheet.claim(odd[0].formula.span, "update/weights-exchanged", message)


def _of_weights(sheet: Sheet) -> Iterator[Claim]:
    """A line whose two weights stand the other way than in `new = 0.9 old + 0.1 batch`."""
    rules = [rule for statement in sheet.statements if (rule := _weighted(statement)) is not None]
    facts = facts_of(sheet) if len(rules) == 1 else []
    for statement in sheet.statements if facts else ():
        share, old, new, start = rules[0]
        member = next((one for one in statement.members if is_numeric(one.expr)), None)
        terms = terms_of(member.expr) if member is not None else None
        if member is None or terms is None or len(terms) != 2 or member.span.start < start:
            continue
        slots = [slot.value for term in terms for slot in term.slots]
        if len(slots) != 4 or slots[0] != 1 - share or slots[2] != share or slots[1] == slots[3]:
            continue
        above = [fact for fact in facts if fact.start < member.span.start]
        first, second = (_are_called(above, value) for value in (slots[1], slots[3]))
        if (old in first or new in second) and new not in first and old not in second:
            right = show(share * slots[1] + (1 - share) * slots[3])
            message = f"{old} has the weight {show(share)} in the rule, and {new} has {show(1 - share)}"
            yield sheet.claim(member.span, "update/weights-exchanged", message, right)
            return


def _weighted(statement: Statement) -> tuple[fmpq, str, str, int] | None:
    """The weight of the first of two things that are averaged, both in words, and where that is said."""
    for member in statement.members[1:]:
        match member.expr:
            case Call(
                op="add",
                args=(
                    Call(op="mul" | "times", args=(Number(value=share), Name(key=old))),
                    Call(op="mul" | "times", args=(Number(value=rest), Name(key=new))),
                ),
            ) if share + rest == 1 and share != rest and all(map(_WORD.fullmatch, (old, new))):
                return share, old, new, member.span.start
            case _:
                continue
    return None


def _are_called(facts: Sequence[Fact], value: fmpq) -> set[str]:
    """The names of a number, and the words that are said before it."""
    found = [fact for fact in facts if fact.value == value]
    return {fact.name for fact in found} | {
        word for fact in found for word in _WORDS.findall(fact.words.lower())
    }


def _kept(sheet: Sheet, members: Sequence[Member]) -> fmpq | None:
    """The share of the old value in `v = m v + (1 − m) x`."""
    head = members[0].expr
    if len(members) < 2 or not isinstance(head, Name):
        return None
    match members[1].expr:
        case Call(
            op="add",
            args=(
                Call(op="mul" | "times", args=(Name(key=share), Name() as old)),
                Call(op="mul" | "times", args=(Call(op="sub", args=(Number(value=one), Name(key=rest))), _)),
            ),
        ):
            if one == 1 and share == rest and old.base == head.base:
                return _value(sheet, share)
        case _:
            pass
    return None
