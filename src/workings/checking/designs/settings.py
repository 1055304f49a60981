"""What a document has said at a place about the machine that it designs: weights, formulas, when it fires."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from flint import fmpq

from workings.document import Kind, Passage, Statement
from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Call, Cases, Expr, Hole, Name, Number, Relation, call, name, number, walk
from workings.parsing.numerals import numeral
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in
from workings.source import Span
from workings.value import Tensor, Value

MOST_EVENTS = 2000
LONGEST_PASSAGE = 4000  # characters of prose that are searched for weights in words
_NUM = r"[-−–+]?[ ]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?![\w.]*\d)"
_GAP = (
    r"(?:\s+(?:term|vector|values?|of|are|is|to|equal|at|being|set|both|all|equals|both|each))*+\s*+[:=]?\s*+"
)
_WEIGHTS = regex(
    rf"\b((?:both|all|equal)\s+(?:of\s+)?(?:the\s+|its\s+)?)?weights?{_GAP}"
    rf"[\[(]?\s*+({_NUM}(?:\s*+(?:,|;|and\b|&)\s*+(?:and\s++)?{_NUM}){{0,9}})"
)
_CHANGED = regex(  # in words that say no numbers: “with negative weights”, “flip both weights”
    r"\b(?:(?:with|using|use|take|taking|choose|choosing|for)\s+(?:both\s+|all\s+|the\s+)?"
    r"(?:negative|opposite|other|different|new|flipped|negated|inverted|swapped|doubled|halved|larger|smaller)"
    r"|(?:flip|negat|invert|swap|revers|doubl|halv)\w*\s+"
    r"(?:(?:both|all|the|its|their|signs?|of)\s+){0,5})\s*weights?\b",
    re.I,
)
_BIAS = regex(rf"\bbias{_GAP}({_NUM})")
_THRESHOLD = regex(rf"\bthreshold{_GAP}(?:θ\s*=\s*)?({_NUM})")
_LABEL = regex(
    r"\W*(?:the\s+)?(?:(?:hidden\s+)?(?:unit|neuron|node)\s+)?"
    r"(?:(?P<h>[A-Za-z])_?\{?(?P<i>\d)\}?|(?P<out>output(?:\s+(?:unit|neuron|node|layer))?|out|y)\b)",
    re.I,
)
_INVERTED = regex(
    r"(?:fires?|outputs?\s+\W*1|=\s*1|class\s+1|positive|active)\W+(?:if|when|iff|whenever)\W*$", re.I
)
_WORDS_WEAK = regex(
    r"\b(?:at\s+least|greater\s+than\s+or\s+equal|(?:non|not)[- ]?negative|reach(?:es|ed)?)\b", re.I
)
_SIGN_WEAK = regex(
    r"(?:≥|\\geq?\b|>=)\s*0(?![\d.])|\(\s*0\s*\)\s*=\s*1\b"
    r"|\b(?:nought|zero|0) (?:also |now )?fires\b|convention",
    re.I,
)
_WORDS_STRICT = regex(r"\b(?:exceeds|strictly\s+(?:greater|larger|positive)|is\s+positive)\b", re.I)
_ACTIVATION = regex(
    r"(?<![\w\\])(\\?[A-Za-z]+|[σφψΘθϕ])\s*(?:\(\s*\\?\w{1,6}\s*\))?[\s,]*(?:is|be|denotes|the|are|stands\s+for)\s+"
    r"(?:(?:the|a|an|unit|Heaviside|hard|usual|logistic|binary)\s+)*"
    r"(step|threshold|heaviside|sign|signum|sigmoid|logistic|relu|rectifie[rd])\b",
    re.I,
)
BIPOLAR = regex(r"\bbipolar|[{(\[]\s*\\?[-−]\s*1\s*,|±\s*1|\\pm\s*1|\bsi?gn\b|\bsignum\b", re.I)
_OPERATOR = regex(r"[\s$})]{0,4}(?:\\(?:text|mathrm)\{\s*)?(?:(?:AND|OR|XOR|NAND|NOR|XNOR|NOT)\b|[∧∨⊕¬])")
_ORDERS = {"≥": False, ">": True, "<": False, "≤": True}  # whether the sum has to be more than the threshold
_OF_A_UNIT = ("w", "weights", "w_1")
UNKNOWN = "unknown weights"  # the key of an event that changes them without a number
_BIASES = ("b", "bias", "w_0", "b_0", "b_1", "θ_0")
_THRESHOLDS = ("θ", "threshold", "T", "t", "Θ", "τ")
OFFSETS = frozenset({*_BIASES, *_THRESHOLDS})


@record(frozen=True, slots=True)
class Event:
    """A place at which a name gets a value or a formula."""

    place: int
    key: str
    value: Value | None = None
    formula: Expr | None = None
    function: Function | None = None


@record(frozen=True, slots=True)
class Condition:
    """“fires if w·x ≥ θ”: the two sides, and whether the first has to be more than the second."""

    place: int
    left: Expr
    right: Expr
    strict: bool


@record(frozen=True)
class Situation:
    """All that holds at a place."""

    place: int
    opening: int  # where the stretch under the heading begins
    values: Mapping[str, Event]
    formulas: Mapping[str, Event]
    condition: Condition | None
    strict: bool | None  # None where nothing says what happens at nought
    activations: Mapping[str, str] = field(default_factory=dict)
    once: frozenset[str] = frozenset()  # names for which the whole page has one formula

    def weights(self) -> tuple[tuple[fmpq, ...], int] | None:
        """The weights of a single unit, and where they were last given."""
        whole = max(
            (e for k, e in self.values.items() if k in ("w", "W", "weights") and e.place >= 0),
            key=lambda event: event.place, default=None,
        )  # fmt: skip
        entries: list[Event] = []
        while (event := self.values.get(f"w_{len(entries) + 1}")) is not None:
            entries.append(event)
        last = max((event.place for event in entries), default=-1)
        if whole is not None and whole.place > last:
            value = whole.value
            items = value.items if isinstance(value, Tensor) else (value,)
            exact = tuple(item for item in items if isinstance(item, fmpq))
            return (exact, whole.place) if len(exact) == len(items) else None
        numbers = tuple(event.value for event in entries if isinstance(event.value, fmpq))
        return (numbers, last) if numbers and len(numbers) == len(entries) else None

    def offset(self) -> tuple[fmpq, int] | None:
        """What is added to the weighted sum: the bias, or the threshold taken away."""
        found: list[tuple[int, fmpq]] = []
        for keys, sign in ((_BIASES, 1), (_THRESHOLDS, -1)):
            for key in keys:
                event = self.values.get(key)
                if event is not None and isinstance(event.value, fmpq):
                    found.append((event.place, sign * event.value))
        real = [entry for entry in found if entry[1] != 0] or found
        if not real:
            return None
        place, value = max(real)
        return value, place


class Settings:
    """The events of a document in reading order, to be asked what holds at a place."""

    def __init__(self, statements: Sequence[Statement], passages: Sequence[Passage], text: str) -> None:
        self.text = text
        self.headings = [p.span.start for p in passages if p.kind is Kind.HEADING]
        self.conditions: list[Condition] = []
        self.inverted = False
        self.is_bipolar = BIPOLAR.search(text) is not None
        self.rules: dict[int, bool | None] = {}  # whether nought fires, by heading
        found = [*_spoken(passages)]
        for statement in statements:
            if statement.column is None and len(found) < MOST_EVENTS:
                found += self._events(statement, found)
        self.events = sorted(found, key=lambda event: event.place)
        self.events += _labelled(passages, self.events)
        self.events.sort(key=lambda event: event.place)
        self.activations = {m[1].lstrip("\\"): m[2].lower() for m in _ACTIVATION.finditer(text)}

    def _events(self, statement: Statement, known: Sequence[Event]) -> Iterator[Event]:
        """What one statement gives: values of names, formulas, and when the unit fires."""
        members = statement.members
        signs = {member.sign for member in members[1:]}
        if len(members) == 2 and signs <= _ORDERS.keys():
            self._note_condition(statement)
            return
        if _OPERATOR.match(self.text, statement.span.end) is not None:
            return  # `y = x_1 AND x_2` is cut before its operator
        head = members[0].expr
        bound = isinstance(head, Name) and head.key[:1] in "wbθT"  # “b = −1.5 for AND” gives b its value
        if len(members) < 2 or (statement.conditional and not bound) or not signs <= {"=", "≈"}:
            return
        if isinstance(members[1].expr, Cases):
            self._note_branches(members[1].expr, statement.span.end)
        if isinstance(head, Apply):
            yield from _function(head, members[1].expr, statement.span.end)
            return
        if not isinstance(head, Name):
            return
        keys = [member.expr.key for member in members if isinstance(member.expr, Name)]
        for member in members[1:]:
            if isinstance(member.expr, Name) or any(isinstance(n, Hole) for n in walk(member.expr)):
                continue
            value = as_value(evaluate(member.expr, {}, How(dot=True)))
            if value is not None:
                yield from (Event(statement.span.end, key, value) for key in keys)
                return
            yield Event(statement.span.end, head.key, formula=member.expr)
            return

    def _note_condition(self, statement: Statement) -> None:
        """`w·x + b ≥ 0` says when it fires; `z < 0` says when it does not."""
        left, right = (member.expr for member in statement.members)
        sign = statement.members[1].sign or ""
        names = {node.key for node in walk(left) if isinstance(node, Name)}
        before = self.text[max(0, statement.span.start - 40) : statement.span.start]
        if not any(_is_summed(key) for key in names) or not (_is_nought(right) or isinstance(right, Name)):
            return
        if sign in "<≤" and _INVERTED.search(before):
            self.inverted = True
            return
        self.conditions.append(Condition(statement.span.end, left, right, _ORDERS[sign]))

    def _note_branches(self, cases: Cases, place: int) -> None:
        """`H(z) = 1 if z > 0, else 0` says when it fires as well."""
        for value, condition in cases.branches:
            fires = isinstance(value, Number) and value.value == 1
            if fires and isinstance(condition, Relation) and condition.signs in ((">",), ("≥",)):
                left, right = condition.members
                if isinstance(left, Name) and _is_summed(left.key) and _is_nought(right):
                    self.conditions.append(Condition(place, left, right, _ORDERS[condition.signs[0]]))

    def heading(self, place: int) -> int:
        """Where the heading above a place stands."""
        at = bisect_right(self.headings, place)
        return self.headings[at - 1] if at else 0

    def at(self, place: int) -> Situation:
        """What holds at a place, the latest first."""
        values: dict[str, Event] = {}
        formulas: dict[str, Event] = {}
        for event in self.events:
            if event.place > place:
                break
            if event.key == UNKNOWN:
                values = {key: known for key, known in values.items() if not _is_weight(key)}
            elif event.formula is not None or event.function is not None:
                formulas[event.key] = event
            elif event.value is not None:
                values[event.key] = event
        opening = self.heading(place)
        if any(key in _OF_A_UNIT and event.place >= opening > 0 for key, event in values.items()):
            formulas = {
                key: event
                for key, event in formulas.items()
                if event.place >= opening or not _is_of_inputs(event)
            }  # those of another unit, whose weights are put in
        before = [condition for condition in self.conditions if condition.place <= place]
        condition = before[-1] if before else None
        if opening not in self.rules:
            self.rules[opening] = self._strict(opening)
        strict = self.rules[opening]
        stated = Counter(event.key for event in self.events if event.formula is not None)
        once = frozenset(key for key, count in stated.items() if count == 1)
        return Situation(place, opening, values, formulas, condition, strict, self.activations, once)

    def _strict(self, opening: int) -> bool | None:
        """Whether nought fires, as said under this heading or else anywhere; None if it is said both ways."""
        at = bisect_right(self.headings, opening)
        end = self.headings[at] if at < len(self.headings) else len(self.text)
        for start, stop in ((opening, end), (0, len(self.text))):
            said = {c.strict for c in self.conditions if start <= c.place <= stop}
            if not said:
                part = self.text[start:stop]
                said |= {False} if _WORDS_WEAK.search(part) else set()
                said |= {True} if _WORDS_STRICT.search(part) else set()
            if said:
                said |= {False} if _SIGN_WEAK.search(self.text) else set()
                return said.pop() if len(said) == 1 else None
        return None


def _is_weight(key: str) -> bool:
    return key in _OF_A_UNIT or key.startswith("w_") and key not in OFFSETS


def _is_of_inputs(event: Event) -> bool:
    """Whether a formula has numbers for the weights of its inputs."""
    names = names_in(event.formula) if event.formula is not None else frozenset()
    return bool(names) and all(name.startswith("x") for name in names)


def _is_summed(key: str) -> bool:
    """Whether a name is an input or a weighted sum, so that a comparison of it says when the unit fires."""
    return key.split("_")[0].lower() in (
        "x",
        "z",
        "net",
        "s",
        "a",
        "v",
        "u",
        "sum",
        "i",
        "in",
        "y_in",
        "activation",
    )


def _is_nought(expr: Expr) -> bool:
    return isinstance(expr, Number)


def _function(head: Apply, body: Expr, place: int) -> Iterator[Event]:
    """`f(x) = …` with bare parameters."""
    params = tuple(arg.key for arg in head.args if isinstance(arg, Name))
    if len(params) == len(head.args) and not any(isinstance(node, Hole) for node in walk(body)):
        free = names_in(body)
        if free:
            yield Event(place, head.function.key, formula=body, function=Function(params, body))


def _spoken(passages: Iterable[Passage]) -> Iterator[Event]:
    """Weights, biases and thresholds that stand in words: “weights 1, 1 and bias −1.5”."""
    for passage in passages:
        text = passage.text
        if passage.kind not in (Kind.PROSE, Kind.CODE) or len(text) > LONGEST_PASSAGE:
            continue
        start = passage.span.start
        for found in _CHANGED.finditer(text):
            yield Event(start + found.end(), UNKNOWN)
        for found in _WEIGHTS.finditer(text):
            numbers = [number_in(entry) for entry in re.findall(_NUM, found[2])]
            if len(numbers) == 1 and found[0].startswith(("both", "all", "equal")):
                numbers *= 2
            value: Value = numbers[0] if len(numbers) == 1 else Tensor((len(numbers),), tuple(numbers), True)
            yield Event(start + found.end(), "w", value)
        for pattern, key in ((_BIAS, "b"), (_THRESHOLD, "threshold")):
            for found in pattern.finditer(text):
                yield Event(start + found.end(), key, number_in(found[1]))


def number_in(text: str) -> fmpq:
    """A number as written, with any sign of minus."""
    sign = -1 if text[0] in "-−–" else 1
    literal = numeral(text.lstrip("-−–+ "), Span(0, 0))
    assert isinstance(literal, Number)
    return sign * literal.value


def numbers_in(text: str) -> list[fmpq]:
    """All numbers of a cell such as `(1, -1)`; none if anything else stands in it."""
    if (
        re.search(r"[A-Za-z=]", re.sub(r"\\(?:[,;!]|quad|left|right)|\^\{?\\?(?:T|top)\}?", "", text))
        is not None
    ):
        return []
    return [number_in(found) for found in re.findall(_NUM, text)]


def _labelled(passages: Iterable[Passage], events: Sequence[Event]) -> list[Event]:
    """“h_1 (OR): weights (1, 1), bias −0.5”: a unit with a name, as the formula of that name."""
    found: list[Event] = []
    hidden: list[str] = []
    for passage in passages:
        if passage.kind is Kind.HEADING:
            hidden = []
        label = _LABEL.match(passage.text) if passage.kind is Kind.PROSE else None
        colon = passage.text.find(":")
        if label is None or not 0 < colon < 80 or label.end() > colon:
            continue
        inside = [e for e in events if passage.span.start < e.place <= passage.span.end]
        weights = next((e.value for e in inside if e.key == "w" and isinstance(e.value, Tensor)), None)
        offset = next((e for e in inside if e.key in OFFSETS), None)
        if weights is None or offset is None or not isinstance(offset.value, fmpq):
            continue
        bias = -offset.value if offset.key in _THRESHOLDS else offset.value
        is_output = label["out"] is not None or label["h"] in ("y", "o")
        size = len(weights.items)
        names = hidden[-size:] if is_output and len(hidden) >= size else [f"x_{i + 1}" for i in range(size)]
        key = "y" if is_output else f"{label['h']}_{label['i']}"
        found.append(Event(passage.span.end, key, formula=call("step", weighted(weights.items, names, bias))))
        if not is_output:
            hidden.append(key)
    return found


def weighted(weights: Iterable[object], names: Iterable[str], bias: fmpq) -> Call:
    """The weighted sum as an expression: `1·x_1 + 1·x_2 - 1.5`."""
    total: Expr | None = None
    for weight, key in zip(weights, names, strict=False):
        assert isinstance(weight, fmpq)
        term = call("mul", number(weight), name(key))
        total = term if total is None else call("add", total, term)
    assert total is not None
    return call("add", total, number(bias))
