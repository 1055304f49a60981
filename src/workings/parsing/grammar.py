"""Tokens to expressions: a tolerant precedence parser that never raises.

What it cannot read becomes a `Hole` that keeps the text; what could be read in two ways an `Alt`.
Ranges of tokens are parsed, not streams, because brackets are paired beforehand.
"""

from __future__ import annotations

from flint import fmpq

from workings.expr import Alt, Apply, Array, Call, Expr, Hole, Name, Number, Relation, number, walk
from workings.parsing import layouts
from workings.parsing.brackets import Tokens
from workings.parsing.lexer import lex
from workings.parsing.lexicon import GREEDY, SCALES, Lexicon
from workings.parsing.names import canonical, read_name
from workings.parsing.numerals import loosened, numeral, scaled, scientific
from workings.parsing.tokens import EXPLICIT, GLUED, SPACE, WIDE, Token
from workings.source import Span

DEEPEST = 60
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
_TRAILING = (",", ".", ";", "?", "×")  # punctuation, and the “times” of “4× faster”
_GROUPS = {"(": "tuple", "[": "list", "\\{": "tuple", "⟨": "tuple"}
_INVERSE = {"sin": "asin", "cos": "acos", "tan": "atan"}
_SUFFIXES = ("log", "ln", "exp", "max", "min", "sin", "cos")


def parse_maths(text: str, lexicon: Lexicon | None = None, offset: int = 0) -> Expr:
    """The expression (or relation) a piece of LaTeX maths stands for."""
    tokens = Tokens(lex(text, offset), lexicon or Lexicon())
    return parse_range(tokens, 0, len(tokens.list))


def parse_range(tokens: Tokens, lo: int, hi: int) -> Expr:
    """The expression that tokens lo … hi-1 stand for; leftovers make it a hole."""
    while lo < hi and tokens.list[hi - 1].text in _TRAILING and tokens.list[hi - 1].kind in ("sep", "op"):
        hi -= 1
    if lo >= hi:
        return Hole(tokens.span(lo, hi), "", "nothing here")
    if tokens.depth >= DEEPEST:
        return Hole(tokens.span(lo, hi), "", "nested too deeply")
    tokens.depth += 1
    try:
        return _Parser(tokens, lo, hi).whole()
    finally:
        tokens.depth -= 1


class _Parser:
    """A cursor over one range of tokens."""

    __slots__ = ("at", "hi", "lo", "tokens")

    def __init__(self, tokens: Tokens, lo: int, hi: int) -> None:
        self.tokens = tokens
        self.lo = self.at = lo
        self.hi = hi

    # -- relations and sums ------------------------------------------------------------------

    def whole(self) -> Expr:
        first = self.sum()
        members, signs = [first], []
        while self.at < self.hi and self.peek().kind == "rel":
            signs.append(self.peek().text)
            self.at += 1
            members.append(self.sum())
        if self.at < self.hi:
            return self.hole(self.lo, self.hi, f"“{self.peek().text[:20]}” does not fit here")
        if not signs:
            return first
        return Relation(self.tokens.span(self.lo, self.hi), tuple(members), tuple(signs))

    def sum(self) -> Expr:
        start = self.at
        left = self.product()
        while self.at < self.hi:
            token = self.tokens.list[self.at]
            if token.kind != "op" or token.text not in ("+", "-", "±", "⊕"):
                break
            self.at += 1
            right = self.product()
            op = {"+": "add", "-": "sub"}.get(token.text)
            span = Span(left.span.start, right.span.end)
            if op is None:
                left = self.hole(start, self.at, f"“{token.text}” is not a single value")
            else:
                left = Call(span, op, (left, right))
        return left

    def product(self) -> Expr:
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
            else:
                break
            span = Span(left.span.start, right.span.end)
            left = scientific(left, right, span) or Call(span, op, (left, right))
        return left

    def signed(self) -> Expr:
        token = self.peek_or_none()
        if token is not None and token.kind == "op" and token.text in ("-", "+"):
            if self.tokens.depth >= DEEPEST:
                return self.skip_rest("nested too deeply")
            self.at += 1
            self.tokens.depth += 1
            inner = self.signed()
            self.tokens.depth -= 1
            if token.text == "+":
                return inner
            return Call(Span(token.start, inner.span.end), "neg", (inner,))
        return self.power()

    def starts_factor(self, token: Token) -> bool:
        """Whether a token may follow an operand as a factor without a sign between them."""
        kind = token.kind
        if kind == "name":
            return True
        if kind == "open":
            return token.text != "{" or not token.prose
        if kind == "word":
            before = self.tokens.list[self.at - 1]
            if token.prose and len(token.text) == 1 and token.gap == SPACE and before.kind != "word":
                return True  # a1 h1
            return (
                not token.prose
                or token.gap == GLUED
                or (token.gap <= SPACE and before.kind != "word" and self.word_function(token) is not None)
            )
        if kind == "cmd":
            return not token.text.startswith("end:")
        if kind == "bar":
            return (
                self.tokens.list[self.at - 1].kind in ("num", "name", "close", "bar")
                and self.closing_bar(self.at) is not None
            )
        if kind == "num":
            before = self.tokens.list[self.at - 1]
            follows = before.kind == "close" or before.text == "!"
            return follows and token.gap <= (GLUED if token.prose else SPACE)
        return kind == "op" and token.text in ("√", "∑", "∏") and not (token.prose and token.gap)

    def word_function(self, token: Token) -> str | None:
        return self.tokens.lexicon.function(token.text)

    # -- powers and other marks behind an operand ---------------------------------------------

    def power(self) -> Expr:
        base = self.atom()
        while self.at < self.hi:
            token = self.tokens.list[self.at]
            if token.kind == "super":
                self.at += 1
                base = self.raised_by_text(base, token)
            elif token.kind == "op" and token.text == "^":
                self.at += 1
                base = self.raised(base)
            elif token.kind == "op" and token.text == "!" and not (token.prose and token.gap):
                self.at += 1
                base = Call(Span(base.span.start, token.end), "factorial", (base,))
            elif token.kind == "op" and token.text == "%" and isinstance(base, Number):
                self.at += 1
                base = scaled(base, fmpq(1, 100), base.text + "%", Span(base.span.start, token.end))
            elif token.kind == "op" and token.text == "_":
                base = self.labelled(base)
            elif token.kind == "sub" or (token.text == "°" and token.kind == "op"):
                self.at += 1
            elif token.text == "." and self.is_dot_t():
                self.at += 2
                base = Call(Span(base.span.start, self.tokens.list[self.at - 1].end), "transpose", (base,))
            elif token.text == "'" and token.gap == GLUED and not isinstance(base, Name | Apply):
                self.at += 1
                base = Call(Span(base.span.start, token.end), "transpose", (base,))
            else:
                break
        return base

    def is_dot_t(self) -> bool:
        """`A.T`, as in NumPy."""
        if self.at + 1 >= self.hi or self.peek().gap != GLUED:
            return False
        follows = self.tokens.list[self.at + 1]
        return follows.text == "T" and follows.gap == GLUED

    def raised(self, base: Expr) -> Expr:
        """What `^` does: transpose, a power, or an unreadable exponent."""
        if self.at >= self.hi:
            return self.hole(self.lo, self.hi, "an exponent is missing")
        token = self.peek()
        close = self.tokens.match.get(self.at) if token.text == "{" else None
        text = canonical(self.tokens, self.at + 1, close) if close is not None else token.text
        end = close + 1 if close is not None else self.at + 1
        if text in ("T", "⊤", "t", "tr", "'", "⊺") and self.is_transpose(base, text):
            self.at = end
            return Call(Span(base.span.start, self.tokens.list[end - 1].end), "transpose", (base,))
        if text in ("-T", "-⊤"):
            self.at = end
            inverse = Call(base.span, "inverse", (base,))
            return Call(Span(base.span.start, self.tokens.list[end - 1].end), "transpose", (inverse,))
        exponent = self.exponent()
        return power_of(base, exponent, self.tokens.lexicon)

    def is_transpose(self, base: Expr, text: str) -> bool:
        if isinstance(base, Number):
            return False
        if text == "t":
            return isinstance(base, Array)
        if text != "T" or "T" not in self.tokens.lexicon.defined:
            return True
        return isinstance(base, Array | Apply) or (isinstance(base, Name) and base.key[:1].isascii())

    def exponent(self) -> Expr:
        if self.at >= self.hi:
            return self.skip_rest("an exponent is missing")
        token = self.peek()
        if token.kind == "op" and token.text in ("-", "+"):
            self.at += 1
            inner = self.exponent()
            return Call(Span(token.start, inner.span.end), "neg", (inner,)) if token.text == "-" else inner
        if token.text in ("{", "("):
            return self.atom()
        if token.kind == "num" and not token.prose and len(token.text) > 1 and "." not in token.text:
            self.at += 1
            return numeral(token.text, Span(token.start, token.end))
        operand = self.atom()
        if self.at < self.hi and self.peek().text == "^" and self.peek().kind == "op":
            self.at += 1
            return power_of(operand, self.exponent(), self.tokens.lexicon)
        return operand

    def raised_by_text(self, base: Expr, token: Token) -> Expr:
        """A Unicode superscript: x², 10⁻³, Aᵀ, A⁻¹."""
        span = Span(token.start, token.end)
        if token.text in ("T", "t"):
            return Call(Span(base.span.start, token.end), "transpose", (base,))
        sign, digits = (-1, token.text[1:]) if token.text[:1] == "-" else (1, token.text.lstrip("+"))
        if digits.isdecimal():
            exponent: Expr = number(sign * int(digits[:9]), span)
        elif digits.isalpha():
            exponent = Name(span, digits, digits)
        else:
            return Hole(Span(base.span.start, token.end), token.text, "an exponent that is not a number")
        return power_of(base, exponent, self.tokens.lexicon)

    def labelled(self, base: Expr) -> Expr:
        """A subscript on something that is no name: a shape label, a norm's order, or entries."""
        start = self.at
        self.at += 1
        if self.at >= self.hi:
            return base
        token = self.peek()
        close = self.tokens.match.get(self.at) if token.text == "{" else None
        lo, end = (self.at + 1, close) if close is not None else (self.at, self.at + 1)
        text = canonical(self.tokens, lo, end)
        self.at = end + 1 if close is not None else end
        span = Span(base.span.start, self.tokens.list[self.at - 1].end)
        if isinstance(base, Call) and base.op == "norm":
            return norm_of(base, text, span)
        if isinstance(base, Array) or not text.isalnum():
            return base
        return Hole(span, self.text(start, self.at), "a subscript on an expression")

    # -- operands -------------------------------------------------------------------------------

    def atom(self) -> Expr:
        token = self.peek_or_none()
        if token is None:
            return Hole(self.tokens.span(self.hi, self.hi), "", "an operand is missing")
        if token.kind == "num":
            return self.numeral(token)
        if token.kind in ("name", "word"):
            return self.named(token)
        if token.kind == "open":
            return self.group()
        if token.kind == "cmd":
            return layouts.command(self, token)
        if token.kind == "bar":
            return self.bars(token)
        if token.kind == "op" and token.text == "√":
            self.at += 1
            inner = self.atom()
            return Call(Span(token.start, inner.span.end), "sqrt", (inner,))
        if token.kind == "op" and token.text in ("∑", "∏"):
            return layouts.fold(self, token, "sum" if token.text == "∑" else "prod")
        if token.kind == "dots":
            self.at += 1
            return Hole(Span(token.start, token.end), "…", "something is left out here")
        return self.skip_rest(f"“{token.text[:20]}” is not understood")

    def numeral(self, token: Token) -> Expr:
        self.at += 1
        value = numeral(token.text, Span(token.start, token.end))
        follows = self.peek_or_none()
        if follows is None or not isinstance(value, Number) or follows.text not in SCALES:
            return value
        if self.at + 1 != self.hi or follows.kind not in ("word", "name"):
            return value
        self.at += 1
        span = Span(token.start, follows.end)
        loose = loosened(value)
        factors = SCALES[follows.text]
        options: tuple[Expr, ...] = tuple(
            scaled(loose, fmpq(f), f"{value.text} {follows.text}", span) for f in factors
        )
        if follows.text in self.tokens.lexicon.defined:  # 2K may be twice K
            name = Name(Span(follows.start, follows.end), follows.text, follows.text)
            options = (Call(span, "mul", (value, name)), *options[:1])
        return Alt(span, options)

    def named(self, token: Token) -> Expr:
        """A function call, a name, or a name in front of brackets."""
        start = self.at
        word, after = self.longest_word(start)
        lexicon = self.tokens.lexicon
        op = lexicon.function(word)
        if op is not None and self.is_called(word, op, after):
            self.at = after
            return layouts.function(self, start, op, word)
        single = token.kind == "name" and after > start + 1 and word not in lexicon.defined
        if single and not self.is_word(word, after):
            word, after = token.text, start + 1
        if self.is_wrapper(token, after):
            self.at = after
            return self.atom()
        name, self.at = read_name(self.tokens, start, self.hi, word, after)
        if name.key in ("e", "ℯ") and name.key not in lexicon.defined and self.raises_next():
            self.at += 1
            exponent = (
                self.exponent() if self.tokens.list[self.at - 1].kind == "op" else self.super_exponent()
            )
            return Call(Span(name.span.start, exponent.span.end), "exp", (exponent,))
        if self.at < self.hi and self.peek().text in ("(", "[") and self.peek().kind == "open":
            return self.applied(name, start)
        return name

    def is_wrapper(self, token: Token, after: int) -> bool:
        """A command we do not know with an argument: most likely a font, as in `\\vect{h}`."""
        if token.kind != "word" or token.prose or after >= self.hi:
            return False
        follows = self.tokens.list[after]
        return follows.text == "{" and follows.gap == GLUED and token.text not in self.tokens.lexicon.defined

    def raises_next(self) -> bool:
        follows = self.peek_or_none()
        if follows is None:
            return False
        return (
            follows.kind == "op" and follows.text == "^" and self.at + 1 < self.hi
        ) or follows.kind == "super"

    def super_exponent(self) -> Expr:
        token = self.tokens.list[self.at - 1]
        one = number(1, Span(token.start, token.start))
        raised = self.raised_by_text(one, token)
        return raised.args[1] if isinstance(raised, Call) and len(raised.args) == 2 else raised

    def longest_word(self, start: int) -> tuple[str, int]:
        """The run of letters set without space from `start` on, and the token behind it."""
        tokens = self.tokens.list
        token = tokens[start]
        after = start + 1
        if token.kind == "word":
            if after < self.hi and tokens[after].kind == "num" and tokens[after].gap == GLUED:
                combined = token.text + tokens[after].text
                if self.tokens.lexicon.function(combined) is not None:
                    return combined, after + 1
            return token.text, after
        word = token.text
        if not (word.isascii() and word.isalpha()):
            return word, after
        while (
            after < self.hi
            and tokens[after].kind == "name"
            and tokens[after].gap == GLUED
            and tokens[after].text.isascii()
        ):
            if not tokens[after].text.isalpha():
                break
            word += tokens[after].text
            after += 1
        if self.ends_in_function(word):
            return word[0], start + 1
        return word, after

    def ends_in_function(self, word: str) -> bool:
        """`plog` is p·log: a letter or two run into a function's name."""
        lexicon = self.tokens.lexicon
        if word in lexicon.defined or lexicon.function(word) is not None:
            return False
        return any(word.endswith(suffix) and 1 <= len(word) - len(suffix) <= 2 for suffix in _SUFFIXES)

    def is_word(self, word: str, after: int) -> bool:
        """Whether a run of letters in maths is one name rather than a product of letters."""
        called = after < self.hi and self.tokens.list[after].text == "("
        return len(word) >= 4 or (len(word) == 3 and (called or word.islower()))

    def is_called(self, word: str, op: str, after: int) -> bool:
        """Whether a function's name is used as a function here, not as an ordinary word or symbol."""
        if after >= self.hi:
            return False
        token = self.tokens.list[after]
        if token.kind == "open":
            return (
                token.gap <= (SPACE if op in GREEDY or not token.prose else GLUED)
                or not token.prose
                or token.text != "("
            )
        if len(word) == 1:
            return False
        if token.kind == "op" and token.text == "_" and token.prose:
            return op in ("log", "max", "min")  # `attn_scores` is a name
        if token.kind in ("sub", "super") or (token.kind == "op" and token.text in ("_", "^")):
            return True
        if token.kind == "bar":
            return True
        starts = token.kind in ("num", "name", "cmd") or (token.kind == "word" and not token.prose)
        return op in GREEDY and (starts or token.text in ("√", "-", "|")) and token.gap < WIDE

    def applied(self, name: Name, start: int) -> Expr:
        """A name with brackets behind it: f(x), P(A | B), W[0, 1]; the resolver decides which."""
        token = self.peek()
        close = self.tokens.match.get(self.at)
        if close is None or close >= self.hi or (token.prose and token.gap > GLUED):
            return name
        if token.text == "[":
            return layouts.entries(self, name, close)
        key = name.key + canonical(self.tokens, self.at, close + 1)
        inside = self.tokens.list[self.at + 1 : close]
        if any(t.kind in ("rel", "bar", "other", "break") for t in inside) or not inside:
            args: tuple[Expr, ...] = ()
        else:
            args = layouts.arguments(self, self.at + 1, close)
            if any(isinstance(node, Hole) for arg in args for node in walk(arg)):
                args = ()  # a label such as P(w1..w4)
        self.at = close + 1
        return Apply(Span(name.span.start, self.tokens.list[close].end), name, args, key)

    # -- brackets --------------------------------------------------------------------------------

    def group(self) -> Expr:
        token = self.peek()
        close = self.tokens.match.get(self.at)
        if close is None or close >= self.hi:
            return self.skip_rest(f"“{token.text}” is never closed")
        lo, hi = self.at + 1, close
        self.at = close + 1
        span = Span(token.start, self.tokens.list[close].end)
        if token.text in ("⌊", "⌈"):
            inner = parse_range(self.tokens, lo, hi)
            return Call(span, "floor" if token.text == "⌊" else "ceil", (inner,))
        if token.text == "{":
            return self.braced(lo, hi, span)
        if {token.text, self.tokens.list[close].text} in ({"(", "]"}, {"[", ")"}):
            return Hole(span, self.text(lo - 1, close + 1), "an interval, not a value")
        return layouts.bracketed(self.tokens, lo, hi, span, _GROUPS.get(token.text, "tuple"))

    def braced(self, lo: int, hi: int, span: Span) -> Expr:
        """TeX braces only group; a name in them may still take its subscript."""
        inside = self.tokens.list[lo:hi]
        if len(inside) == 1 and inside[0].kind in ("name", "word") and self.at < self.hi:
            name, self.at = read_name(self.tokens, lo, self.hi, inside[0].text, self.at)
            return name
        if inside and all(t.prose for t in inside) and any(t.kind == "word" for t in inside):
            return phrase(self.tokens, lo, hi)
        return parse_range(self.tokens, lo, hi) if inside else number(1, span)

    def bars(self, token: Token) -> Expr:
        """|x| is an absolute value (a determinant for a matrix), ‖x‖ a norm."""
        close = self.closing_bar(self.at)
        if close is None:
            return self.skip_rest("a bar is never closed")
        inner = parse_range(self.tokens, self.at + 1, close)
        self.at = close + 1
        span = Span(token.start, self.tokens.list[close].end)
        return Call(span, "bars" if token.text == "|" else "norm", (inner,))

    def closing_bar(self, at: int) -> int | None:
        sign = self.tokens.list[at].text
        look = at + 1
        while look < self.hi:
            token = self.tokens.list[look]
            if token.kind == "bar" and token.text == sign and look > at + 1:
                return look
            look = (
                self.tokens.match[look] + 1
                if look in self.tokens.match and self.tokens.match[look] > look
                else look + 1
            )
        return None

    # -- small things -----------------------------------------------------------------------------

    def peek(self) -> Token:
        return self.tokens.list[self.at]

    def peek_or_none(self) -> Token | None:
        return self.tokens.list[self.at] if self.at < self.hi else None

    def text(self, lo: int, hi: int) -> str:
        return " ".join(t.text for t in self.tokens.list[lo:hi])[:80]

    def hole(self, lo: int, hi: int, reason: str) -> Hole:
        return Hole(self.tokens.span(lo, hi), self.text(lo, hi), reason)

    def skip_rest(self, reason: str) -> Hole:
        hole = self.hole(self.at, self.hi, reason)
        self.at = self.hi
        return hole


def power_of(base: Expr, exponent: Expr, lexicon: Lexicon) -> Expr:
    """`base ^ exponent`; on a name that is a function, and for e, an exponential."""
    span = Span(base.span.start, exponent.span.end)
    if isinstance(base, Name) and base.key == "e" and "e" not in lexicon.defined:
        return Call(span, "exp", (exponent,))
    return Call(span, "pow", (base, exponent))


def norm_of(base: Call, text: str, span: Span) -> Expr:
    orders = {"1": "1", "2": "2", "∞": "inf", "F": "fro", "inf": "inf"}
    if text not in orders:
        return Hole(span, text, f"a norm of order {text}")
    return Call(span, "norm", base.args, (("p", Name(span, orders[text], orders[text])),))


def phrase(tokens: Tokens, lo: int, hi: int) -> Expr:
    """Words used as one name: `\\text{kernel size}`."""
    text = " ".join(t.text for t in tokens.list[lo:hi])
    return Name(tokens.span(lo, hi), text, text)


__all__ = ["EXPLICIT", "Lexicon", "parse_maths", "parse_range"]
