"""Moving averages: the old value and the new one with each other's weight."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.facts import Fact
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.lines import is_numeric, terms_of
from workings.checking.methods.pages.naming import renewed
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, Number
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.value import Tensor

EXCHANGED = "update/weights-exchanged"
_AVERAGE = regex(
    r"running|moving|exponential|\bEMA\b|\bmomentum\b|smooth|batch[- ]?norm|\bdecay\b|Polyak"
    r"|target network|\bGRU\b|update gate",
    re.I,
)
_OLD = regex(
    r"\brun|\bstart|\binitial|\bstored|\bold\b|prev|moving|\bema\b|_run|_old|_\{?t-1|before|\bavg\b", re.I
)
_NEW = regex(r"batch|_B\b|\bnew\b|current|_new|observ|mini", re.I)
_COUNTED = regex(r"\b(?:mini-?)?(?:batch|step|epoch|update|iteration)$", re.I)
NEAREST = 2  # words before a number that say what it is
SAID: tuple[re.Pattern[str], ...] = (_AVERAGE,)
WANTS = ("paired",)
_GIVEN_AVERAGE = "$m = 0.8$ and $v = m v + (1 - m) b$ from $v = 0$ on\n\n"
RULES: dict[str, Description] = {
    "update/weights-exchanged": Description(
        "a moving average gives the old value the weight of the new one",
        wrong=_GIVEN_AVERAGE
        + "step 1: $0.2 \\cdot 0 + 0.8 \\cdot 5 = 4$\n\nstep 2: $0.2 \\cdot 4 + 0.8 \\cdot 10 = 8.8$",
        right=_GIVEN_AVERAGE
        + "step 1: $0.8 \\cdot 0 + 0.2 \\cdot 5 = 1$\n\nstep 2: $0.8 \\cdot 1 + 0.2 \\cdot 10 = 2.8$",
        why="Libraries disagree about which of the two is called the momentum.",
    ),
}


@record(frozen=True, slots=True)
class Blend:
    """`s ← m s + (1 − m) x`: the weight of the old value, and where that is said."""

    kept: fmpq
    start: int


def claims_of_smoothing(sheet: Sheet) -> Iterator[Claim]:
    """The first line whose two weights stand the other way than in the one rule of the page."""
    if sheet.says(_AVERAGE) and (claim := _of_gates(sheet)) is not None:
        yield claim
        return
    blends = [blend for statement in sheet.statements if (blend := _blend(sheet, statement)) is not None]
    if len({blend.kept for blend in blends}) != 1 or blends[0].kept * 2 == 1:
        return
    kept, facts = blends[0].kept, facts_of(sheet)
    last: dict[tuple[str, str], fmpq] = {}
    run: list[Claim] = []  # of lines without a name, each of which goes on from the one before
    before = fmpq(0)
    for statement in sheet.statements:
        key, number = renewed(statement.members[0].expr), stated_number(statement.members[-1].expr)
        old = last.get(key)
        member = next((one for one in statement.members if is_numeric(one.expr)), None)
        if number is not None:
            last[key] = number.value
        parts = _parts(member.expr) if member is not None and statement.span.start > blends[0].start else None
        if member is None or parts is None or statement.hypothesis or statement.offered:
            continue
        above = [fact for fact in facts if fact.start < statement.span.start]
        weights = dict(parts)
        if set(weights) != {kept, 1 - kept} or weights[kept] == weights[1 - kept]:
            continue
        heavy, light = weights[kept], weights[1 - kept]
        if old is not None and any(fact.base == key[0] and fact.value == heavy for fact in above):
            continue  # v_0 is the old value of v_1, whatever v_1 was in another task
        if is_numeric(statement.members[0].expr) and heavy == before != light:
            run, before = [], number.value if number is not None else before
            continue  # it goes on from the line before
        message = f"by the rule the old value {show(light)} has the weight {show(kept)}"
        claim = sheet.claim(member.span, EXCHANGED, message, kept * light + (1 - kept) * heavy)
        if is_numeric(statement.members[0].expr) and number is not None:
            run = [*run, claim] if light == before != heavy else []
            before = number.value
        if _is_turned(heavy, light, old, above) or len(run) > 1:
            yield run[0] if len(run) > 1 else claim
            return


def _of_gates(sheet: Sheet) -> Claim | None:
    """A mixture `(1 − z) h + z n`, with a gate for each entry, the other way round."""
    rules = [rule for statement in sheet.statements if (rule := _gate(statement)) is not None]
    if len({(gate, old, kept) for gate, old, kept, _ in rules}) != 1:
        return None
    gate, old, is_kept, start = rules[0]
    shares, values = _entries(sheet, gate), _entries(sheet, old)
    if not shares or len(shares) != len(values):
        return None
    turned = []
    for statement in sheet.statements:
        member = next((one for one in statement.members if is_numeric(one.expr)), None)
        parts = _parts(member.expr) if member is not None and statement.span.start > start else None
        if member is None or parts is None or statement.hypothesis or statement.offered:
            continue
        for share, value in zip(shares, values, strict=True):
            kept = share if is_kept else 1 - share
            if (kept, value) in parts:
                return None
            if (1 - kept, value) in parts and kept * 2 != 1:
                turned.append((member, value, kept))
    if not turned:
        return None
    member, value, kept = turned[0]
    message = f"by the rule of the page the old value {show(value)} has the weight {show(kept)}"
    return sheet.claim(member.span, EXCHANGED, message)


def _gate(statement: Statement) -> tuple[str, str, bool, int] | None:
    """The gate and the old value of a mixture in letters, and whether the gate says how much is kept."""
    if len(statement.members) < 2 or not isinstance(statement.members[0].expr, Name):
        return None
    head = statement.members[0].expr
    match statement.members[1].expr:
        case Call(op="add", args=(Call(args=(first, Name() as one)), Call(args=(second, Name() as other)))):
            old = one if _is_old(one, head) else other if _is_old(other, head) else None
            if old is None or (_is_old(one, head) and _is_old(other, head)):
                return None
            own, rest = (first, second) if old is one else (second, first)
            match own, rest:
                case Name(key=key), Call(op="sub", args=(Number(value=whole), Name(key=again))):
                    return (key, old.key, True, statement.span.start) if whole == 1 and key == again else None
                case Call(op="sub", args=(Number(value=whole), Name(key=again))), Name(key=key):
                    return (
                        (key, old.key, False, statement.span.start) if whole == 1 and key == again else None
                    )
        case _:
            pass
    return None


def _entries(sheet: Sheet, key: str) -> tuple[fmpq, ...]:
    """The numbers of a gate or a state, which may go without the index of the step."""
    said = sheet.judge.scope.said
    value = said.get(key, said.get(key.partition("_")[0]) if key.endswith("_t") else None)
    items = value.items if isinstance(value, Tensor) else (value,)
    found = tuple(item for item in items if isinstance(item, fmpq))
    return found if len(found) == len(items) else ()


def _is_turned(heavy: fmpq, light: fmpq, old: fmpq | None, above: Sequence[Fact]) -> bool:
    """Whether the number with the weight of the new value is the old one."""
    if old is not None:
        is_new = _are_all(above, light, _NEW) and not any(
            _OLD.search(fact.words) for fact in above if fact.value == light
        )
        return light == old != heavy and not (is_new or _are_all(above, heavy, _OLD))
    told = _is_called(above, light, _OLD) or _is_called(above, heavy, _NEW)
    return told and not _is_called(above, light, _NEW) and not _is_called(above, heavy, _OLD)


def _is_called(facts: Sequence[Fact], value: fmpq, words: re.Pattern[str]) -> bool:
    """Whether the words right before a number call it so somewhere."""
    return any(
        words.search(" ".join([*fact.words.split()[-NEAREST:], fact.name]))
        for fact in facts
        if fact.value == value and not _is_count(fact)
    )


def _is_count(fact: Fact) -> bool:
    """Whether a number only says which batch or step is meant: `batch 2: values …`."""
    return not fact.name and _COUNTED.search(fact.words) is not None and fact.after.startswith((":", ")"))


def _are_all(facts: Sequence[Fact], value: fmpq, words: re.Pattern[str]) -> bool:
    """Whether a number is called so wherever the page states it."""
    found = [fact for fact in facts if fact.value == value and (fact.name or fact.words)]
    return bool(found) and all(words.search(f"{fact.words} {fact.name}") for fact in found)


def _parts(expr: Expr) -> list[tuple[fmpq, fmpq]] | None:
    """The weights of two things that are averaged, and these."""
    terms = terms_of(expr)
    if terms is None or len(terms) != 2 or any(len(term.slots) != 2 for term in terms):
        return None
    pairs = [(term.slots[0].value, term.slots[1].value) for term in terms]
    return pairs if pairs[0][0] + pairs[1][0] == 1 else None


def _blend(sheet: Sheet, statement: Statement) -> Blend | None:
    """The rule of a moving average in letters, with a number or a name for its weight."""
    head = statement.members[0].expr
    if len(statement.members) < 2 or not isinstance(head, Name):
        return None
    match statement.members[1].expr:
        case Call(
            op="add",
            args=(
                Call(op="mul" | "times", args=(first, Name() as one)),
                Call(op="mul" | "times", args=(second, Name() as other))
                | Apply(function=second, args=(Name() as other,)),  # ρ (batch statistic)
            ),
        ):
            weights = _share(sheet, first), _share(sheet, second)
            if weights[0] is None or weights[1] is None or weights[0] + weights[1] != 1:
                return None
            if not (_are_complements(first, second) or sheet.says(_AVERAGE)):
                return None  # they may add up to one by chance, as gates do
            old = [name for name in (one, other) if _is_old(name, head)]
            if len(old) != 1:
                return None
            return Blend(weights[0] if old[0] is one else weights[1], statement.span.start)
        case _:
            return None


def _are_complements(first: Expr, second: Expr) -> bool:
    """Whether one of two weights is m and the other 1 − m."""
    match (first, second) if isinstance(first, Name) else (second, first):
        case Name(key=key), Call(op="sub", args=(Number(value=one), Name(key=other))):
            return bool(one == 1) and key == other
        case _:
            return False


def _is_old(name: Name, head: Name) -> bool:
    """Whether a name on the right is the old value of what stands on the left."""
    if name.key == head.key:
        return True
    return (name.base == head.base and len(name.index) == len(head.index) and _is_step(name)) or (
        _OLD.search(name.key) is not None and _OLD.search(head.key) is None
    )


def _is_step(name: Name) -> bool:
    return "-1" in name.key or "prev" in name.key or "old" in name.key


def _share(sheet: Sheet, weight: Expr) -> fmpq | None:
    """The value of m or of 1 − m."""
    match weight:
        case Number(value=value):
            return value
        case Name(key=key):
            known = sheet.judge.scope.said.get(key)
            return known if isinstance(known, fmpq) else None
        case Call(op="sub", args=(Number(value=one), Name(key=key))) if one == 1:
            known = sheet.judge.scope.said.get(key)
            return 1 - known if isinstance(known, fmpq) else None
        case _:
            return None
