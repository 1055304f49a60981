"""Boolean functions as people name them: AND, `x_1 \\lor x_2`, “NOT (A AND B)”, parity of three bits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from workings.record import record
from workings.regex import regex

Bits: TypeAlias = tuple[int, ...]
MOST_INPUTS = 10
_LONGEST = 80  # characters of a header that is read as a function

RULES: dict[str, Callable[[Bits], int]] = {
    "AND": lambda bits: int(all(bits)),
    "OR": lambda bits: int(any(bits)),
    "NAND": lambda bits: int(not all(bits)),
    "NOR": lambda bits: int(not any(bits)),
    "XOR": lambda bits: sum(bits) % 2,
    "XNOR": lambda bits: 1 - sum(bits) % 2,
    "NOT": lambda bits: 1 - bits[0],
    "parity": lambda bits: sum(bits) % 2,
    "majority": lambda bits: int(2 * sum(bits) > len(bits)),
    "implication": lambda bits: int(not bits[0] or bool(bits[-1])),
}
ARITY = {"NOT": 1, "majority": 3}  # of a function that is named without its inputs; else two
_SINGLE = frozenset({"NOT"})
_PAIRS = frozenset({"implication"})
_WORDS = {
    "exclusive or": "XOR",
    "ex or": "XOR",
    "exor": "XOR",
    "eor": "XOR",
    "xor": "XOR",
    "exclusive nor": "XNOR",
    "ex nor": "XNOR",
    "exnor": "XNOR",
    "equivalence": "XNOR",
    "nxor": "XNOR",
    "conjunction": "AND",
    "disjunction": "OR",
    "negation": "NOT",
    "inverter": "NOT",
    "implies": "implication",
}
_CAPITALS = r"(?:AND|OR|NAND|NOR|XOR|XNOR|NXOR|EX-?OR|EX-?NOR|NOT)"
_NAMED = (
    rf"(?<![\w$]){_CAPITALS}(?![\w-])(?!\s+(?:of\s+)?(?:the\s+)?same\b)"
    r"|\blogical[ -](?:and|or|not|nand|nor|xor)\b"
    r"|\b(?:and|or|not|nand|nor|xor|xnor)[ -](?:gate|function|perceptron|neuron|operation|operator)s?\b"
    r"|(?<![\w-])(?:[Xx]or|[Nn]and|[Xx]nor)\b|\b[Ee]xclusive[- ](?:or|OR|nor|NOR)\b"
    r"|\b(?:[Mm]ajority|[Pp]arity|[Ii]mplication|[Cc]onjunction|[Dd]isjunction|[Nn]egation)\b"
)
NAMED = regex(_NAMED)
_SIGNS = {
    "∧": "AND", "&": "AND", "&&": "AND", "\\land": "AND", "\\wedge": "AND",
    "∨": "OR", "||": "OR", "\\lor": "OR", "\\vee": "OR",
    "⊕": "XOR", "\\oplus": "XOR", "⊻": "XOR", "⊙": "XNOR", "\\odot": "XNOR", "↔": "XNOR", "⇔": "XNOR",
    "\\leftrightarrow": "XNOR", "\\iff": "XNOR", "\\Leftrightarrow": "XNOR",
    "→": "implication", "⇒": "implication", "->": "implication", "=>": "implication",
    "\\to": "implication", "\\rightarrow": "implication", "\\Rightarrow": "implication",
    "\\implies": "implication", "⊃": "implication",
    "¬": "NOT", "~": "NOT", "!": "NOT", "\\lnot": "NOT", "\\neg": "NOT",
}  # fmt: skip
_MARKUP = regex(
    r"\\(?:text|mathrm|mathbf|operatorname|mathsf|textsc|textbf|mathtt|rm|,|;|!|quad| )|[${}`\"“”]"
)
_TOKEN = regex(r"\\[a-zA-Z]+|\|\||&&|->|=>|[A-Za-z]\w*'?|[01](?!\d)|\S")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PRECEDENCE = {"implication": 0, "XNOR": 0, "OR": 1, "NOR": 1, "XOR": 2, "AND": 3, "NAND": 3}


@record(frozen=True, slots=True)
class Function:
    """A Boolean function with the name it goes by, and its value for every input."""

    name: str
    arity: int
    table: tuple[int, ...]  # in the order of counting: 00, 01, 10, 11

    def __call__(self, bits: Sequence[int]) -> int:
        at = 0
        for bit in bits:
            at = 2 * at + bit
        return self.table[at]


def every(arity: int) -> list[Bits]:
    """All inputs of so many bits, in the order of counting."""
    return list(product((0, 1), repeat=arity))


def named(kind: str, arity: int | None = None) -> Function | None:
    """The function of a name for so many inputs; None where it has no such version."""
    count = ARITY.get(kind, 2) if arity is None else arity
    if not 1 <= count <= MOST_INPUTS or (count == 1) != (kind in _SINGLE):
        return None
    if kind in _PAIRS and count != 2:
        return None
    rule = RULES[kind]
    return Function(kind, count, tuple(rule(bits) for bits in every(count)))


def kind_of(text: str) -> str:
    """Which function a match of `NAMED` names."""
    word = re.sub(r"[- ](?:gate|function|perceptron|neuron|operation|operator)s?$", "", text.lower())
    word = word.replace("-", " ").removeprefix("logical ")
    word = _WORDS.get(word, word)
    return word if word in ("parity", "majority", "implication") else word.upper()


def written(text: str, inputs: Sequence[str]) -> Function | None:
    """The function that a header writes down over the inputs of its table: `x1 AND NOT x2`, `OR`."""
    if len(text) > _LONGEST:
        return None
    text = _MARKUP.sub(" ", text.translate(_SUBSCRIPTS))
    lone = NAMED.fullmatch(" ".join(text.split()))
    if lone is not None:
        return named(kind_of(lone[0]), len(inputs))
    try:
        return _Reader(_tokens(text), [letters(name) for name in inputs]).function(text)
    except _UnreadableError:
        return None


def letters(name: str) -> str:
    """A name without its underscores and brackets, so that `x_1`, `x₁` and `x1` are the same."""
    return re.sub(r"[\s_{}$\\,]", "", name.translate(_SUBSCRIPTS)).lower()


class _UnreadableError(ValueError):
    """The text is no Boolean expression."""


def _tokens(text: str) -> list[str]:
    """Names, operators and brackets; `x _ 1` is put together again."""
    joined = re.sub(r"\s*_\s*(\w+)", r"\1", text)
    return _TOKEN.findall(joined)


class _Reader:
    """Reads a Boolean expression into its truth table, by precedence."""

    def __init__(self, tokens: list[str], inputs: list[str]) -> None:
        self.tokens, self.inputs, self.at = tokens, inputs, 0
        self.rows = every(len(inputs))
        self.signs = 0

    def function(self, text: str) -> Function:
        column = self.sum(0)
        if self.at < len(self.tokens) or not self.signs:
            raise _UnreadableError
        return Function(" ".join(text.split()), len(self.inputs), column)

    def operator(self) -> str | None:
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        if token in _SIGNS:
            return _SIGNS[token]
        kind = _WORDS.get(token.lower(), token.upper())
        return kind if kind in RULES else None

    def sum(self, level: int) -> tuple[int, ...]:
        """What stands on one level of precedence and above it."""
        left = self.term()
        while (kind := self.operator()) is not None and _PRECEDENCE.get(kind, -1) >= level:
            self.at += 1
            self.signs += 1
            right = self.sum(_PRECEDENCE[kind] + 1)
            left = tuple(RULES[kind](pair) for pair in zip(left, right, strict=True))
        return left

    def term(self) -> tuple[int, ...]:
        kind = self.operator()
        if kind == "NOT":
            self.at, self.signs = self.at + 1, self.signs + 1
            return tuple(1 - bit for bit in self.term())
        if kind is not None:
            return self.applied(kind)
        if self.at >= len(self.tokens):
            raise _UnreadableError
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            inside = self.sum(0)
            self.close()
            return inside
        if letters(token) not in self.inputs:
            raise _UnreadableError
        place = self.inputs.index(letters(token))
        return tuple(bits[place] for bits in self.rows)

    def applied(self, kind: str) -> tuple[int, ...]:
        """`AND(x1, x2)`."""
        self.at, self.signs = self.at + 1, self.signs + 1
        if self.at >= len(self.tokens) or self.tokens[self.at] != "(":
            raise _UnreadableError
        parts: list[tuple[int, ...]] = []
        while self.at < len(self.tokens) and self.tokens[self.at] in "(,":
            self.at += 1
            parts.append(self.sum(0))
        self.close()
        if kind in _PAIRS and len(parts) != 2:
            raise _UnreadableError
        return tuple(RULES[kind](bits) for bits in zip(*parts, strict=True))

    def close(self) -> None:
        if self.at >= len(self.tokens) or self.tokens[self.at] != ")":
            raise _UnreadableError
        self.at += 1
