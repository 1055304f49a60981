"""Steps of a sequence in their spellings: h_t, h^{(t)}, h^{[t]}, h(t).

A sequence goes by one key, in which a pair of brackets stands for its index: `h`, `h^()`, `h^[]`, `h()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Call, Expr, Fold, Name, Number, mapped, walk
from workings.expr import name as named
from workings.expr import number as numeral
from workings.record import record
from workings.regex import regex
from workings.value import Tensor, Value

_RAISED = regex(r"(.+)\^([(\[])([^()\[\]^]{1,8})[)\]]")
_TEXT = regex(r"([^\W\d_])(?:([-+])(\d{1,4}))?|(\d{1,6})")
_KEY = regex(r"(.+?)(_\{?|\(|\[)(\d{1,6})[)\]}]?")
_VAGUE = frozenset({"mul", "times", "dot"})  # products of which the shapes decide what they are
_COUNTING = frozenset({"add", "sub", "mul", "div"})
_CLOSING = {"(": ")", "[": "]"}


@record(frozen=True, slots=True)
class Step:
    """One step of a sequence: the key of the sequence, and the index as it is written."""

    sequence: str
    index: Expr

    @property
    def at(self) -> int | None:
        """The number of the step, if it is one."""
        index = self.index
        return int(index.value.p) if isinstance(index, Number) and index.value.q == 1 else None

    def lag(self, variable: str) -> int | None:
        """How far it is from the step that a letter stands for: -1 for h_{t-1}; None for anything else."""
        match self.index:
            case Name(key=key) if key == variable:
                return 0
            case Call(op="add", args=(Name(key=key), Number() as far)) if key == variable:
                return int(far.value.p) if far.value.q == 1 else None
            case Call(op="sub", args=(Name(key=key), Number() as far)) if key == variable:
                return -int(far.value.p) if far.value.q == 1 else None
        return None


def step_of(expr: Expr) -> Step | None:
    """An expression as a step of a sequence, if it may be one."""
    if isinstance(expr, Name):
        if len(expr.index) == 1:
            return Step(expr.base, expr.index[0])
        raised = _RAISED.fullmatch(expr.key) if expr.key[-1:] in (")", "]") else None
        index = None if raised is None else index_of_text(raised[3])
        if raised is None or index is None:
            return None
        return Step(f"{raised[1]}^{raised[2]}{_CLOSING[raised[2]]}", index)
    if isinstance(expr, Apply) and len(expr.args) == 1 and _may_count(expr.args[0]):
        return Step(f"{expr.function.key}()", expr.args[0])
    return None


def _may_count(index: Expr) -> bool:
    """Whether an argument may be the number of a step: t, 3, t - 1, 2k."""
    return all(
        isinstance(part, Number)
        or (isinstance(part, Name) and len(part.key) == 1)
        or (isinstance(part, Call) and part.op in _COUNTING)
        for part in walk(index)
    )


def index_of_text(text: str) -> Expr | None:
    """The index in the brackets of a superscript, which is kept as text: t, t-1, 12."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    if found[4] is not None:
        return numeral(int(found[4]))
    letter = named(found[1])
    if found[2] is None:
        return letter
    return letter + int(found[3]) if found[2] == "+" else letter - int(found[3])


def step_key(sequence: str, at: int) -> str:
    """The key under which a step has its value: h_3, h_{12}, h^(3), h(3)."""
    if sequence[-2:] in ("()", "[]"):
        return f"{sequence[:-1]}{at}{sequence[-1]}"
    return f"{sequence}_{at}"


def split_key(key: str) -> tuple[str, int] | None:
    """The sequence and the number of a step from its key; None where it is no step."""
    found = _KEY.fullmatch(key) if key[-1:].isdigit() or key[-1:] in (")", "]", "}") else None
    if found is None:
        return None
    brackets = "" if found[2] in ("_", "_{") else f"{found[2]}{_CLOSING[found[2]]}"
    return found[1] + brackets, int(found[3])


def stem(sequence: str) -> str:
    """The letter of a sequence without its index: the x of x^(), which may be the vector of all its steps."""
    return sequence[:-2].removesuffix("^") if sequence[-2:] in ("()", "[]") else sequence


def is_stated(names: Mapping[str, Value | Function], step: Step) -> bool:
    """Whether a step has a value of its own, or as an entry of the vector of its name."""
    if step.at is None:
        return False
    return step_key(step.sequence, step.at) in names or isinstance(names.get(stem(step.sequence)), Tensor)


def given_step(names: Mapping[str, Value | Function], sequence: str, at: int) -> Value | None:
    """A step that is given: under its own key, as an entry of a vector, or as a row of a matrix."""
    own = names.get(step_key(sequence, at))
    if own is not None or at < 1:
        return None if isinstance(own, Function) else own
    letter = stem(sequence)
    for key in (letter, letter.upper()):
        whole = names.get(key)
        if isinstance(whole, Tensor) and (key == letter or len(whole.shape) == 2):
            shape = (len(whole.items),) if 1 in whole.shape[:2] else whole.shape
            if at > shape[0]:
                return None
            if len(shape) == 1:
                return whole.items[at - 1]
            row = whole[at - 1]
            return Tensor(row.shape, row.items, loose=True) if isinstance(row, Tensor) else row
    return None


def steps_in(expr: Expr) -> list[tuple[Name | Apply, Step]]:
    """The steps of sequences in a formula, as written."""
    found = ((node, step_of(node)) for node in walk(expr) if isinstance(node, Name | Apply))
    return [(node, step) for node, step in found if step is not None]


def mentions(formula: Expr, variable: str) -> bool:
    """Whether a formula depends on an index, in a subscript or by itself."""
    for node in walk(formula):
        if isinstance(node, Name):
            if node.key == variable:
                return True
            step = step_of(node)
            places = node.index if step is None else (step.index,)
            if any(isinstance(p, Name) and p.key == variable for at in places for p in walk(at)):
                return True
    return False


def instantiate(expr: Expr, variable: str, at: int) -> Expr:
    """The formula with a number in the place of its index."""
    match expr:
        case Name() if expr.key == variable:
            return numeral(at, expr.span)
        case Name() | Apply() if (step := step_of(expr)) is not None and mentions(step.index, variable):
            moved = _moved(expr, step, variable, at)
            if moved is not None or isinstance(expr, Name):
                return moved or expr
        case Name() if len(expr.index) > 1:
            return placed(expr, {variable: at})
        case Fold() if expr.variable == variable:
            return expr  # a sum over an index of its own
    return mapped(expr, lambda part: instantiate(part, variable, at))


def _moved(expr: Name | Apply, step: Step, variable: str, at: int) -> Name | Apply | None:
    """`h_{t-1}` as `h_1`, if its index comes to a whole number."""
    value = evaluate(step.index, {variable: fmpq(at)})
    if not isinstance(value, fmpq) or value.q != 1 or value < 0:
        return None
    count, key = int(value.p), step_key(step.sequence, int(value.p))
    index = Number(step.index.span, value, fmpq(1), str(count))
    if isinstance(expr, Apply):
        return Apply(expr.span, expr.function, (index,), key)
    if not expr.index:
        return Name(expr.span, key, key)
    return Name(expr.span, key, expr.base, (index,))


def placed(expr: Name, places: Mapping[str, int]) -> Name:
    """`S_{i+1,j}` as `S_{3,j}`: numbers for letters of its subscripts; what stays runs with a sum."""
    index = tuple(_counted(part, places) for part in expr.index)
    if index == expr.index:
        return expr
    written = ",".join(map(_text, index))
    key = f"{expr.base}_{written}" if len(written) == 1 else f"{expr.base}_{{{written}}}"
    return Name(expr.span, key, expr.base, index)


def _counted(index: Expr, places: Mapping[str, int]) -> Expr:
    """A subscript with its letters put in, worked out where nothing but numbers is left."""
    if isinstance(index, Name):
        return numeral(places[index.key], index.span) if index.key in places else index
    index = mapped(index, lambda part: _counted(part, places))
    value = evaluate(index, {}) if isinstance(index, Call) else None
    return numeral(int(value.p), index.span) if isinstance(value, fmpq) and value.q == 1 else index


def _text(index: Expr) -> str:
    match index:
        case Number(text=text) | Name(key=text):
            return text
        case Call(op="add" | "sub" as op, args=(first, second)):
            return f"{_text(first)}{'+' if op == 'add' else '-'}{_text(second)}"
    return "?"


def fitting(formula: Expr, names: Mapping[str, Value | Function], how: How, like: Value | None) -> Expr:
    """The formula, or the same with products of steps taken entry by entry where only that fits its sequence.

    Of f_t * c_{t-1} nobody says what the star is; a cell that is a vector stays one.
    """
    value = evaluate(formula, names, how)
    if _has_shape(value, like) or not any(isinstance(n, Call) and n.op in _VAGUE for n in walk(formula)):
        return formula
    other = elementwise(formula)
    return other if _has_shape(evaluate(other, names, how), like) else formula


def _has_shape(value: object, like: Value | None) -> bool:
    """Whether a value is as long as another step of its sequence, or is one at all where none is known."""
    if not isinstance(like, Tensor) or len(like.items) == 1:
        return isinstance(value, fmpq | arb | Tensor)
    return isinstance(value, Tensor) and len(value.items) == len(like.items)


def elementwise(expr: Expr) -> Expr:
    """The formula with every product of steps as one that goes entry by entry."""
    expr = mapped(expr, elementwise)
    if isinstance(expr, Call) and expr.op in _VAGUE and all(_is_of_steps(arg) for arg in expr.args):
        return Call(expr.span, "hadamard", expr.args, expr.options)
    return expr


def _is_of_steps(expr: Expr) -> bool:
    """Whether nothing but steps and numbers is in a factor, as in 1 - z_t and tanh(c_t)."""
    names = [node for node in walk(expr) if isinstance(node, Name)]
    return bool(names) and all(step_of(node) is not None for node in names)


def known_step(names: Mapping[str, Value | Function], sequence: str) -> Value | None:
    """One of the first steps of a sequence, to know what the others are like."""
    for at in range(3):
        value = names.get(step_key(sequence, at))
        if value is not None and not isinstance(value, Function):
            return value
    return None


def resting(formulas: Iterable[Expr], names: Mapping[str, Value | Function]) -> Tensor | None:
    """A vector of noughts as long as the matrices in some formulas are high; None where they do not agree."""
    keys = {node.key for formula in formulas for node in walk(formula) if isinstance(node, Name)}
    shapes = [value.shape for key in keys if isinstance(value := names.get(key), Tensor)]
    heights = {shape[0] for shape in shapes if len(shape) == 2 and shape[0] > 1}
    if len(heights) != 1:
        return None
    height = heights.pop()
    return Tensor((height,), (fmpq(0),) * height, loose=True)
