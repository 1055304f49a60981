"""Tokens to expressions: a tolerant precedence parser that never raises.

What it cannot read becomes a `Hole` that keeps the text; what could be read in two ways an `Alt`.
Ranges of tokens are parsed, not streams, because brackets are paired beforehand.
"""

from __future__ import annotations

from flint import fmpq

from workings.expr import BLANK, ELIDED, Alt, Array, Call, Cases, Expr, Hole, Name, Number, Relation, number
from workings.parsing import folds, layouts, lists, scripts, words
from workings.parsing.bars import placed_sum, read_place
from workings.parsing.brackets import Tokens
from workings.parsing.cursor import Cursor
from workings.parsing.lexer import lex
from workings.parsing.lexicon import BYTES, SCALES, Lexicon
from workings.parsing.names import is_phrase, phrase, read_name
from workings.parsing.numerals import is_group, loosened, mixed, numeral, scaled, scientific
from workings.parsing.progressions import completed
from workings.parsing.tokens import GLUED, SPACE, Token
from workings.source import Span

DEEPEST = 60
_SUMS = {"+": "add", "-": "sub", "mod": "mod", "±": None, "⊕": None}
_PRODUCTS = {
    "×": "times",
    "@": "matmul",
    "·": "mul",
    "*": "mul",
    "⊙": "hadamard",
    "⊗": "outer",
    "/": "div",
    "÷": "div",
}
FEW_BILLIONS = 10**5
_COUNTED = frozenset(
    "bias biases weight weights input inputs unit units neurons filters channels params parameters tokens "
    "words heads layers pixels examples samples points".split()
)
_TRAILING = (",", ".", ";", "?", "×")  # punctuation, and the “times” of “4× faster”
_INFIXES = {"choose": "binomial", "over": "div"}  # plain TeX: {n \\choose k}
_GROUPS = {"(": "tuple", "[": "list", "\\{": "tuple", "⟨": "tuple"}


def starred(left: Expr, right: Expr, span: Span) -> Expr | None:
    """A star between matrices in a text on convolutions: the kernel as it is written, or turned round."""
    if not _may_be_matrix(left) or not _may_be_matrix(right):
        return None
    turned = Call(
        span,
        "in_rows",
        (Call(span, "reversed", (Call(span, "flat", (right,)),)), Call(span, "height", (right,))),
    )
    return Alt(span, (Call(span, "star", (left, right)), Call(span, "star", (left, turned))))


def _may_be_matrix(expr: Expr) -> bool:
    """A capital letter, or rows of numbers."""
    if isinstance(expr, Array):
        return any(isinstance(item, Array) for item in expr.items)
    return isinstance(expr, Name) and expr.key[:1].isupper() and not expr.index


def parse_maths(text: str, lexicon: Lexicon | None = None, offset: int = 0) -> Expr:
    """The expression (or relation) a piece of LaTeX maths stands for."""
    lexicon = lexicon or Lexicon()
    tokens = Tokens(lex(text, offset, decimal_comma=lexicon.decimal_comma), lexicon)
    return parse_range(tokens, 0, len(tokens.list))


def parse_range(tokens: Tokens, lo: int, hi: int) -> Expr:
    """The expression that tokens lo … hi-1 stand for; leftovers make it a hole."""
    listed, end = tokens.list, hi
    while lo < hi and listed[hi - 1].text in _TRAILING and listed[hi - 1].kind in ("sep", "op"):
        hi -= 1
    if lo >= hi:
        if lo < end and listed[lo].text == "?":
            return Hole(Span(listed[lo].start, listed[lo].end), "?", BLANK)
        return Hole(tokens.span(lo, hi), "", "nothing here")
    if tokens.depth >= DEEPEST:
        return Hole(tokens.span(lo, hi), listed[lo].text, "nested too deeply")
    if hi - lo == 1 and listed[lo].kind == "num":  # most entries of a matrix
        return numeral(listed[lo].text, Span(listed[lo].start, listed[lo].end))
    tokens.depth += 1
    try:
        return Parser(tokens, lo, hi).whole()
    finally:
        tokens.depth -= 1


class Parser(Cursor):
    """The grammar from relations down to operands; brackets and bars are read here too."""

    __slots__ = ()

    def parse(self, lo: int, hi: int) -> Expr:
        return parse_range(self.tokens, lo, hi)

    # -- relations, sums and products ----------------------------------------------------------

    def whole(self) -> Expr:
        """The whole range: an expression, or members with relation signs between them."""
        first = self.sum()
        if self.at >= self.hi:
            return first
        members, signs = [first], []
        while self.at < self.hi and self.peek().kind == "rel":
            signs.append(self.peek().text)
            self.at += 1
            members.append(self.sum())
        if self.at < self.hi:
            return self.hole(self.lo, self.hi, f"“{self.peek().text[:20]}” does not fit here")
        return Relation(self.tokens.span(self.lo, self.hi), tuple(members), tuple(signs))

    def sum(self) -> Expr:
        start, elided = self.at, False
        left = self.product()
        while self.at < self.hi:
            token = self.tokens.list[self.at]
            if token.kind != "op" or token.text not in _SUMS:
                break
            self.at += 1
            right = self.product()
            op = _SUMS[token.text]
            if token.text == "±":
                span = Span(left.span.start, right.span.end)
                both = (Call(span, "add", (left, right)), Call(span, "sub", (left, right)))
                left = Array(span, both, "tuple")
            elif op is None:
                left = self.hole(start, self.at, f"“{token.text}” is not a single value")
            else:
                left = placed_sum(op, left, right)
                elided = elided or (type(right) is Hole and right.reason == ELIDED)
        return completed(left) if elided else left

    def product(self) -> Expr:
        """Factors with a sign between them or none, and what may stand behind one of them."""
        left = self.signed()
        while self.at < self.hi:
            token = self.tokens.list[self.at]
            if token.kind == "op" and token.text in _PRODUCTS:
                op = _PRODUCTS[token.text]
                self.at += 1
                if token.text == "*" and self.at < self.hi and self.peek().text == "*":
                    self.at += 1
                right = self.signed()
            elif self.starts_factor(token):
                op = "mul"
                right = self.power()
            elif token.text in _COUNTED and self.is_counted(token):
                self.at += 1  # the bias of (5 · 5 + 1 bias)
                continue
            elif token.kind == "bar" and (placed := read_place(self, left)) is not None:
                left = placed
                continue
            else:
                break
            span = Span(left.span.start, right.span.end)
            if token.text == "*" and token.kind == "op" and self.tokens.lexicon.convolves:
                left = (
                    scientific(left, right, span, op)
                    or starred(left, right, span)
                    or Call(span, op, (left, right))
                )
                continue
            side_by_side = token.kind != "op"
            left = (
                scientific(left, right, span, op)
                or (mixed(left, right, span) if side_by_side else None)
                or Call(span, op, (left, right))
            )
        return left

    def signed(self) -> Expr:
        token = self.tokens.list[self.at] if self.at < self.hi else None
        if token is not None and token.kind == "num":  # as most operands are
            value = self.numeral(token)
            return value if self.at >= self.hi else scripts.with_marks(self, value)
        if token is None or token.kind != "op" or token.text not in ("-", "+"):
            return self.power()
        if self.tokens.depth >= DEEPEST:
            return self.skip_rest("nested too deeply")
        self.at += 1
        self.tokens.depth += 1
        inner = self.signed()
        self.tokens.depth -= 1
        if token.text == "+":
            return inner
        return Call(Span(token.start, inner.span.end), "neg", (inner,))

    def is_counted(self, token: Token) -> bool:
        """Whether a word inside of brackets only says what the number before it counts."""
        opened = self.lo > 0 and self.tokens.list[self.lo - 1].kind == "open"
        after = self.tokens.list[self.at + 1] if self.at + 1 < self.hi else None
        ends = after is None or (after.kind == "op" and after.text in _SUMS)
        return opened and ends and self.tokens.list[self.at - 1].kind == "num" and token.gap >= SPACE

    def starts_factor(self, token: Token) -> bool:
        """Whether a token may follow an operand as a factor without a sign between them."""
        kind = token.kind
        if kind == "name":
            return True
        if kind == "open":
            return token.text != "{" or not token.prose
        before = self.tokens.list[self.at - 1]
        if kind == "word":
            if not token.prose or token.gap == GLUED:
                return True
            if token.gap > SPACE:
                return False
            if before.kind == "word" and len(before.text) > 1 and self.tokens.list[self.at - 2].text != "_":
                return (
                    len(before.text) < 4
                    and before.text in self.tokens.lexicon.defined
                    and len(token.text) == 1
                )
            return len(token.text) == 1 or self.tokens.lexicon.function(token.text) is not None  # a1 h1
        if kind == "cmd":
            return not token.text.startswith("end:")
        if kind == "bar":
            return before.kind in ("num", "name", "close", "bar") and self.closing_bar(self.at) is not None
        if kind == "num":
            if token.prose and token.gap == SPACE:
                return before.kind == "close" and self.is_weight(self.at - 1)
            follows = before.kind == "close" or before.text == "!" or self.ends_factor(self.at - 1)
            return follows and token.gap <= SPACE
        if kind != "op" or token.text not in ("√", "∑", "∏"):
            return False
        behind = token.gap <= SPACE and before.kind in ("close", "num", "name")  # (1/n) Σ x_i²
        return not token.prose or token.gap == GLUED or behind

    def ends_factor(self, at: int) -> bool:
        """Whether a number ends a fraction without braces, \\frac12, or a power before one: 0.3^3 0.7^7."""
        before, after = self.tokens.list[max(at - 2, self.lo) : at], self.tokens.list[at + 2 : at + 3]
        powers = [token.text for token in (*before[-1:], *after)] == ["^", "^"]
        return powers or any(token.text == "frac" for token in before)

    def power(self) -> Expr:
        base = self.atom()
        return base if self.at >= self.hi else scripts.with_marks(self, base)

    # -- operands -------------------------------------------------------------------------------

    def atom(self) -> Expr:
        if self.at >= self.hi:
            return Hole(self.tokens.span(self.hi, self.hi), "", "an operand is missing")
        token = self.tokens.list[self.at]
        kind = token.kind
        if kind == "num":
            return self.numeral(token)
        if kind == "name" or kind == "word":
            return words.named(self, token)
        if kind == "open":
            return self.group()
        if kind == "cmd":
            return layouts.command(self, token)
        if kind == "bar":
            return self.bars(token)
        if kind == "op" and token.text == "√":
            return layouts.rooted(self, token)
        if kind == "op" and token.text in ("∑", "∏"):
            return folds.fold(self, token, "sum" if token.text == "∑" else "prod")
        if kind == "blank":
            self.at += 1
            return Hole(Span(token.start, token.end), "?", BLANK)
        if kind == "dots":
            self.at += 1
            return Hole(Span(token.start, token.end), "…", ELIDED)
        return self.skip_rest(f"“{token.text[:20]}” is not understood")

    def numeral(self, token: Token) -> Expr:
        """A number, and the word that scales it: `2.5 million` at the end of a member, `7B` before bytes."""
        self.at += 1
        text, end = self.grouped(token)
        value = numeral(text, Span(token.start, end))
        if token.text == "1" and not token.prose and (indicator := self.indicator(token)) is not None:
            return indicator
        if self.at >= self.hi:
            return value
        inside = self.at + 1 != self.hi
        if inside and not self.is_measured():
            return value
        follows = self.tokens.list[self.at]
        if follows.text not in SCALES or follows.kind not in ("word", "name") or type(value) is not Number:
            return value
        self.at += 1
        span = Span(token.start, follows.end)
        loose = value if inside else loosened(value)
        factors = SCALES[follows.text]
        if follows.text == "B" and value.value >= FEW_BILLIONS:
            factors = factors[::-1]  # so many are bytes
        elif inside or (follows.text in BYTES and token is not self.tokens.list[0]):
            # in thousands; other units are tried for all of a formula at once
            factors = (BYTES.get(follows.text, factors[0]),)
        options: tuple[Expr, ...] = tuple(
            scaled(loose, fmpq(factor), f"{value.text} {follows.text}", span) for factor in factors
        )
        if follows.text in self.tokens.lexicon.defined:  # 2K may be twice K
            name = Name(Span(follows.start, follows.end), follows.text, follows.text)
            options = (Call(span, "mul", (value, name)), *options[:1])
        return Alt(span, options) if len(options) > 1 else options[0]

    def is_measured(self) -> bool:
        """Whether a scale clings to a number in the middle of a member: `7B × 2 bytes`, `16GB + 8GB`."""
        follows = self.tokens.list[self.at]
        if not follows.prose or follows.text not in SCALES:
            return False
        if follows.gap > GLUED:
            return follows.gap == SPACE and (follows.text in BYTES or len(follows.text) > len("MFLOPs"))
        return len(follows.text) > 1 or follows.start in self.tokens.lexicon.counting

    def grouped(self, token: Token) -> tuple[str, int]:
        """A numeral with the groups of three digits behind it: `131 072`."""
        text, end = token.text, token.end
        if self.at >= self.hi or len(text) > 3 or not text.isdecimal() or text[0] == "0":
            return text, end
        while self.at < self.hi:
            group = self.tokens.list[self.at]
            if group.kind != "num" or group.gap != SPACE or not is_group(group.text):
                break
            text, end = text + group.text, group.end
            self.at += 1
        return text, end

    def indicator(self, token: Token) -> Expr | None:
        """`1[x > 0]` and `1_{x > 0}`: one where the condition holds, else nought."""
        at = self.at + (self.at < self.hi and self.tokens.list[self.at].text == "_")
        close = self.tokens.match.get(at) if at < self.hi else None
        if close is None or close >= self.hi or self.tokens.list[at].text not in ("[", "(", "{", "\\{"):
            return None
        if not any(t.kind == "rel" for t in self.tokens.list[at + 1 : close]):
            return None
        condition = self.parse(at + 1, close)
        if not isinstance(condition, Relation):
            return None
        self.at = close + 1
        span = Span(token.start, self.tokens.list[close].end)
        return Cases(span, ((number(1, span), condition), (number(0, span), None)))

    # -- brackets and bars ------------------------------------------------------------------------

    def group(self) -> Expr:
        """What stands in brackets: a group, a list, a floor, an interval."""
        token = self.peek()
        close = self.closing()
        if close is None:
            return self.skip_rest(f"“{token.text}” is never closed")
        lo = self.at + 1
        self.at = close + 1
        span = Span(token.start, self.tokens.list[close].end)
        if token.text in ("⌊", "⌈"):
            return Call(span, "floor" if token.text == "⌊" else "ceil", (self.parse(lo, close),))
        if token.text == "{" and not lists.is_set_in_prose(self.tokens, lo, close):
            return self.braced(lo, close, span)
        if (token.text, self.tokens.list[close].text) in (("(", "]"), ("[", ")")):
            return Hole(span, self.text(lo - 1, close + 1), "an interval, not a value")
        inside = lists.bracketed(self, lo, close, span, _GROUPS.get(token.text, "tuple"))
        return lists.angled(inside) if token.text == "⟨" else inside

    def braced(self, lo: int, hi: int, span: Span) -> Expr:
        """TeX braces only group; a name in them may still take its subscript."""
        if lo == hi:
            return Hole(span, "", BLANK)
        only = self.tokens.list[lo]
        if hi - lo == 1 and only.text == "1" and (indicator := self.indicator(only)) is not None:
            return indicator
        if hi - lo == 1 and only.kind in ("name", "word") and self.at < self.hi:
            name = read_name(self, lo, only.text, self.at)
            follows = self.peek_or_none()
            if follows is not None and follows.kind == "open" and follows.text in ("(", "["):
                return words.applied(self, name, follows)  # \\mathcal{L}(w)
            return name
        for at in lists.top_level(self.tokens, lo, hi):
            infix = self.tokens.list[at]
            if infix.kind == "cmd" and infix.text in _INFIXES:
                return Call(span, _INFIXES[infix.text], (self.parse(lo, at), self.parse(at + 1, hi)))
        return phrase(self, lo, hi) if is_phrase(self, lo, hi) else self.parse(lo, hi)

    def bars(self, token: Token) -> Expr:
        """|x| is an absolute value (a determinant for a matrix), ‖x‖ a norm."""
        if (close := self.closing_bar(self.at)) is None:
            return self.skip_rest("a bar is never closed")
        inner = self.parse(self.at + 1, close)
        self.at = close + 1
        span = Span(token.start, self.tokens.list[close].end)
        return Call(span, "bars" if token.text == "|" else "norm", (inner,))

    def closing_bar(self, at: int) -> int | None:
        """The bar outside inner brackets that closes the one at `at`, with something between them."""
        tokens, match = self.tokens.list, self.tokens.match
        sign = tokens[at].text
        look = at + 1
        while look < self.hi:
            if tokens[look].kind == "bar" and tokens[look].text == sign and look > at + 1:
                return look
            look = max(match.get(look, look), look) + 1
        return None
