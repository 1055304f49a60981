"""A token list with its brackets paired once, so that no later pass has to count depth."""

from __future__ import annotations

from collections.abc import Iterable

from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import Token
from workings.source import Span

_BRACKETS = frozenset(("open", "close", "cmd"))
_PAIRS = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩"}


class Tokens:
    """Tokens of one passage. `match` maps each opening token to its closing one, and back.

    Environments pair like brackets. What has no partner is simply not in `match`.
    """

    __slots__ = ("depth", "level", "lexicon", "list", "match", "range_of_level")

    def __init__(self, tokens: list[Token], lexicon: Lexicon, kinds: Iterable[str] | None = None) -> None:
        """`kinds` are those of the tokens where they are known already, or of more."""
        self.list = tokens
        self.lexicon = lexicon
        self.match: dict[int, int] = {}
        self.depth = 0  # how deep the parser is nested at the moment
        self.range_of_level = (0, 0)  # of which the positions outside of inner brackets were found last
        self.level: list[int] = []
        if kinds is None or not _BRACKETS.isdisjoint(kinds):
            self._pair()

    def _pair(self) -> None:
        match = self.match
        stack: list[tuple[int, str]] = []
        for at, token in enumerate(self.list):
            kind = token.kind
            if kind not in _BRACKETS:
                continue
            text = token.text
            if kind == "open":
                stack.append((at, _PAIRS[text]))
            elif kind == "close" or text.startswith("end:"):
                if stack and stack[-1][1] == text:
                    opener = stack.pop()[0]
                    match[opener] = at
                    match[at] = opener
                else:
                    self._close(stack, at, text)
            elif text.startswith("begin:"):
                stack.append((at, "end:" + text[6:]))

    def _close(self, stack: list[tuple[int, str]], at: int, text: str) -> None:
        """Pair a closing token with the nearest opening one of its kind; skipped ones stay open."""
        for back in range(len(stack) - 1, max(len(stack) - 9, -1), -1):
            opener, expected = stack[back]
            if expected == text or {expected, text} == {")", "]"} and back == len(stack) - 1:
                self.match[opener] = at
                self.match[at] = opener
                del stack[back:]
                return

    def span(self, lo: int, hi: int) -> Span:
        """The page span of tokens lo … hi-1; empty ranges give the place where they would stand."""
        if lo >= hi:
            place = self.list[lo].start if lo < len(self.list) else (self.list[-1].end if self.list else 0)
            return Span(place, place)
        return Span(self.list[lo].start, self.list[hi - 1].end)
