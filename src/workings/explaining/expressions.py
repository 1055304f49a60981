"""An expression written down in a notation, so that reading it gives the same value again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from workings.explaining.notation import ATOM, FACTOR, POWER, PRODUCT, SIGNED, SUM, Notation, Written
from workings.expr import (
    ELIDED,
    Alt,
    Apply,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Hole,
    Index,
    Name,
    Number,
    Relation,
    number,
)
from workings.ops import OPERATIONS
from workings.ops.spelling import SPELLINGS
from workings.parsing.numerals import UNSIGNED
from workings.regex import regex

_PLAIN_NUMERAL = regex(UNSIGNED)
_LETTER = regex(r"[^\W\d_](?:_|'|$)(?!.*\^)")
_PRODUCTS = frozenset({"mul", "times", "matmul", "hadamard", "outer", "star"})
_AROUND = frozenset({"bars", "norm", "floor", "ceil"})
_AXES = {-1: "rows", -2: "cols"}
_ORDERS = {"inf": "∞", "fro": "F", "\\mathrm{inf}": "\\infty", "\\mathrm{fro}": "F"}
_FIXED_LOGS = {"log2": 2, "log10": 10}
LONGEST_DECIMAL = 40  # places of a number that is written as a decimal


class Writer:
    """Writes expressions in one notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def write(self, node: Expr) -> str:
        return self.written(node).text

    def written(self, node: Expr) -> Written:
        """An expression and how tightly it holds together."""
        match node:
            case Number():
                return self._number(node)
            case Name():
                return self.notation.name(node.key, bool(node.index))
            case Call():
                return self._call(node)
            case Apply():
                return Written(self.notation.name(node.function.key, False).text + self._brackets(node.args))
            case Index():
                return self._index(node)
            case Array():
                return self._array(node)
            case Fold():
                return self._fold(node)
            case Cases():
                branches = [(self.write(b), None if c is None else self.write(c)) for b, c in node.branches]
                return Written(self.notation.cases(branches), POWER)
            case Relation():
                parts = [self.write(node.members[0])]
                for sign, member in zip(node.signs, node.members[1:], strict=False):
                    parts += [self.notation.signs.get(sign, sign), self.write(member)]
                return Written(" ".join(parts), SUM)
            case Alt():
                return self.written(node.options[0])
            case Hole():
                if node.reason == ELIDED:
                    return Written(self.notation.signs["…"])
                return Written(self.notation.words(node.text or "?"))

    def at_least(self, node: Expr, level: int) -> str:
        """An expression, in brackets where it holds together less tightly than its place asks for."""
        text, holds = self.written(node)
        return text if holds >= level else self.notation.bracketed(text)

    # -- numbers and lists ----------------------------------------------------------------------

    def _number(self, node: Number) -> Written:
        """A numeral as written if that is a plain decimal, its exact value otherwise."""
        if _PLAIN_NUMERAL.fullmatch(node.text):
            return Written(node.text)
        value = node.value
        if value < 0:
            return Written("-" + self._number(number(-value)).text, SIGNED)
        places = 0
        while places < LONGEST_DECIMAL and (value * 10**places).q != 1:
            places += 1
        scaled = value * 10**places
        if scaled.q != 1:
            over, under = Written(str(value.p)), Written(str(value.q))
            return self.notation.fraction(over, under)
        digits = str(scaled.p).rjust(places + 1, "0")
        return Written(f"{digits[:-places]}.{digits[-places:]}" if places else digits)

    def _array(self, node: Array) -> Written:
        rows = [item.items for item in node.items if isinstance(item, Array)]
        if len(rows) == len(node.items) and not any(isinstance(i, Array) for row in rows for i in row):
            return Written(self.notation.matrix([[self.write(item) for item in row] for row in rows]))
        items = [self.write(item) for item in node.items]
        if node.form == "column":
            return Written(self.notation.matrix([[item] for item in items]))
        if node.form == "matrix" and not rows:
            return Written(self.notation.matrix([items]))
        if len(items) == 1 and not rows:
            return Written(self.notation.matrix([items]))
        return Written(self.notation.listed(items, *("()" if node.form == "tuple" else "[]")))

    def _index(self, node: Index) -> Written:
        """Entries counted from 0 in the program's way, from 1 in the mathematician's."""
        positions = [int(i.value.p) + 1 for i in node.index if isinstance(i, Number) and i.value >= 0]
        if isinstance(node.base, Name) and len(positions) == len(node.index):
            subscript = ",".join(map(str, positions))
            key = f"{node.base.key}_{{{subscript}}}" if len(positions) > 1 else f"{node.base.key}_{subscript}"
            return self.notation.name(key, True)
        inside = ", ".join(self.write(i) for i in node.index)
        return Written(self.at_least(node.base, ATOM) + f"[{inside}]")

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, node: Call) -> Written:
        op, args = node.op, node.args
        if len(args) == 2 and not node.options:
            if op in ("add", "sub"):
                left, right = self.at_least(args[0], SUM), self.at_least(args[1], PRODUCT)
                return Written(f"{left} {'+' if op == 'add' else '-'} {right}", SUM)
            if op in _PRODUCTS:
                return self._product(node)
            if op == "div":
                return self._quotient(*args)
            if op == "pow":
                return Written(self.notation.power(self._base(args[0]), self.written(args[1])), POWER)
            if op == "dot":
                parts = [self.write(arg) for arg in args]
                return Written(self.notation.listed(parts, "⟨", "⟩"))
            if op == "derivative":
                by = Written(f"d{self.write(args[1])}")
                sign = self.notation.fraction(Written("d"), by).text
                return Written(f"{sign} {self.at_least(args[0], POWER)}", PRODUCT)
            if op == "root":
                return Written(self.notation.root(self.write(args[0]), self.write(args[1])), POWER)
        if len(args) == 1 and not node.options:
            single = self._single(op, args[0])
            if single is not None:
                return single
        return self._function(node)

    def _single(self, op: str, arg: Expr) -> Written | None:
        """An operation on one operand that has a sign of its own."""
        if op == "neg":
            return Written(f"-{self.at_least(arg, PRODUCT)}", SIGNED)
        if op == "sqrt":
            return Written(self.notation.root(self.write(arg), None), POWER)
        if op in _AROUND:
            return Written(self.notation.around(op, self.write(arg)), POWER)
        if op == "transpose":
            return Written(self.notation.transposed(self._base(arg)), POWER)
        if op == "inverse":
            return Written(self.notation.power(self._base(arg), Written("-1", SIGNED)), POWER)
        if op == "factorial":
            return Written(f"{self._base(arg)}!", POWER)
        if op in _FIXED_LOGS:
            base = (("base", number(_FIXED_LOGS[op])),)
            return self._function(Call(arg.span, "log", (arg,), base))
        return None

    def _base(self, node: Expr) -> str:
        return self.at_least(node, ATOM)

    def _product(self, node: Call) -> Written:
        left, right = node.args
        opening, holds = self.written(left)
        if holds < SIGNED or isinstance(left, Fold):
            opening, holds = self.notation.bracketed(opening), ATOM
        sign = self.notation.signs[node.op]
        if node.op in ("mul", "matmul") and _is_symbol(left) and not _is_product(right) and _is_symbol(right):
            sign = self.notation.signs["beside"]
        return Written(f"{opening}{sign}{self.at_least(right, FACTOR)}", min(holds, PRODUCT))

    def _quotient(self, over: Expr, under: Expr) -> Written:
        return self.notation.fraction(self.written(over), self.written(under))

    def _function(self, node: Call) -> Written:
        """A function by name, an axis as its subscript, other options by name behind its arguments."""
        op, options = node.op, dict(node.options)
        base = options.pop("base", None)
        if op == "log" and isinstance(base, Name) and base.key == "e":
            op, base = "ln", None
        text = self.notation.function(op, word_for(op))
        if base is not None:
            text += self.notation.subscript(self.write(base))
        if op == "norm" and list(options) == ["p"] and isinstance(order := options["p"], Name | Number):
            order_text = _ORDERS.get(self.write(order), self.write(order))
            return Written(
                self.notation.around(op, self.write(node.args[0])) + self.notation.subscript(order_text),
                POWER,
            )
        axis = _AXES.get(_whole(options.get("axis")))
        if axis is not None and (axis == "rows" and op in OPERATIONS or self.notation.labels_axes):
            del options["axis"]
            if axis == "cols" or op not in OPERATIONS:
                text += self.notation.subscript(self.notation.words(axis))
        return Written(text + self._brackets(node.args, self._unusual(op, options)), POWER)

    def _unusual(self, op: str, options: Mapping[str, Expr]) -> list[str]:
        """The options that are not what the operation assumes, as `name = value`."""
        usual = OPERATIONS[op].options if op in OPERATIONS else {}
        return [
            f"{self.notation.words(key)} = {self.write(value)}"
            for key, value in options.items()
            if not (isinstance(value, Number) and value.value == usual.get(key))
        ]

    def _brackets(self, args: tuple[Expr, ...], more: list[str] | None = None) -> str:
        return self.notation.bracketed(", ".join([*map(self.write, args), *(more or [])]))

    def _fold(self, node: Fold) -> Written:
        under = node.variable or ""
        if node.kind == "lim" and node.lower is not None:
            side = "" if node.upper is None else "^{+}" if _whole(node.upper) > 0 else "^{-}"
            sign = self.notation.fold("lim", f"{under} \\to {self.write(node.lower)}{side}", None)
            return Written(f"{sign} {self.at_least(node.body, PRODUCT)}", PRODUCT)
        if node.lower is not None:
            under = f"{under}={self.write(node.lower)}"
        over = None if node.upper is None else self.write(node.upper)
        sign = self.notation.fold(node.kind, under, over)
        body = self.at_least(node.body, PRODUCT if node.kind in ("sum", "prod") else ATOM)
        return Written(f"{sign} {body}", PRODUCT)


def word_for(op: str) -> str:
    """The first written name of an operation, perhaps with a prime, or its key without underscores."""
    names = OPERATIONS[op].names if op in OPERATIONS else SPELLINGS.get(op, ())
    long = (name for name in names if len(name) > 1)
    return next((name for name in long if name.rstrip("'").isalpha()), op.replace("_", ""))


def _whole(expr: Expr | None) -> int:
    """An option that is a whole number as written or with a minus; 0 for anything else."""
    if isinstance(expr, Call) and expr.op == "neg":
        return -_whole(expr.args[0])
    return int(expr.value.p) if isinstance(expr, Number) and expr.value.q == 1 else 0


def _is_product(node: Expr) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.op in ("mul", "matmul")


def _is_symbol(node: Expr) -> bool:
    """A letter, perhaps with a subscript or transposed, that may stand beside another without a sign."""
    if isinstance(node, Call) and node.op == "transpose":
        node = node.args[0]
    if _is_product(node):
        return all(map(_is_symbol, node.args))
    return isinstance(node, Name) and _LETTER.match(node.key) is not None
