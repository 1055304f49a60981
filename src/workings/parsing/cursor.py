"""Where the parser stands in a range of tokens, and what every part of the grammar may ask of it.

The parts (names, lists, matrices, calls, …) know this class only; `grammar.Parser` completes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from workings.expr import Expr, Hole
from workings.parsing.brackets import Tokens
from workings.parsing.tokens import Token


class Cursor(ABC):
    """A place `at` in tokens lo … hi-1."""

    __slots__ = ("at", "hi", "lo", "tokens")

    def __init__(self, tokens: Tokens, lo: int, hi: int) -> None:
        self.tokens = tokens
        self.lo = self.at = lo
        self.hi = hi

    @abstractmethod
    def parse(self, lo: int, hi: int) -> Expr:
        """The expression that another range of the same tokens stands for; the cursor stays."""

    @abstractmethod
    def sum(self) -> Expr:
        """Read on to the next relation sign or the end."""

    @abstractmethod
    def product(self) -> Expr:
        """Read on to the next + or −."""

    @abstractmethod
    def signed(self) -> Expr:
        """Read one factor with its signs."""

    @abstractmethod
    def power(self) -> Expr:
        """Read one operand with its exponents and other marks."""

    @abstractmethod
    def atom(self) -> Expr:
        """Read one operand."""

    def peek(self) -> Token:
        return self.tokens.list[self.at]

    def peek_or_none(self) -> Token | None:
        return self.tokens.list[self.at] if self.at < self.hi else None

    def closing(self) -> int | None:
        """Where the bracket that opens here is closed, if that is in the range."""
        close = self.tokens.match.get(self.at)
        return close if close is not None and close < self.hi else None

    def is_weight(self, close: int) -> bool:
        """Whether a fraction in brackets stands in a sum before a number of plain text: `(1/3) 0.8 + …`."""
        tokens, opening = self.tokens.list, self.tokens.match[close]
        if not any(token.text == "/" for token in tokens[opening:close]):
            return False
        behind = tokens[close + 2 : close + 4]
        return opening > self.lo or self.lo > 0 or [token.text for token in behind] == ["+", "("]

    def script(self) -> tuple[int, int]:
        """Step over a sub- or superscript, a group or a single token; the range inside it."""
        tokens, at = self.tokens, self.at
        close = tokens.match.get(at)
        if at < self.hi and close is not None and tokens.list[at].text == "{":
            self.at = close + 1
            return at + 1, close
        self.at = min(at + 1, self.hi)
        return at, self.at

    def text(self, lo: int, hi: int) -> str:
        return " ".join(t.text for t in self.tokens.list[lo:hi])[:80]

    def hole(self, lo: int, hi: int, reason: str) -> Hole:
        return Hole(self.tokens.span(lo, hi), self.text(lo, hi), reason)

    def skip_rest(self, reason: str) -> Hole:
        hole = self.hole(self.at, self.hi, reason)
        self.at = self.hi
        return hole
