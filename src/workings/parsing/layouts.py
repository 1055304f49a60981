"""Everything with a layout of its own: fractions, roots, big operators, function calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.expr import Array, Call, Expr, Fold, Hole, Index, Name, Number, number
from workings.parsing import lists, matrices
from workings.parsing.names import canonical
from workings.parsing.tokens import Token
from workings.source import Span

if TYPE_CHECKING:
    from workings.parsing.grammar import _Parser

bracketed = lists.bracketed
_RELATION_LAYOUTS = ("overset", "underset", "stackrel")
_DIFFERENTIALS = ("d", "∂", "δ", "Δ", "∇")
_SEVERAL = frozenset({"max", "min"})


def command(parser: _Parser, token: Token) -> Expr:
    """A LaTeX construction that starts with a command."""
    name = token.text
    if name == "frac":
        return fraction(parser, token)
    if name == "sqrt":
        return root(parser, token)
    if name.endswith("binom"):
        parser.at += 1
        over, under = group_or_token(parser), group_or_token(parser)
        return Call(Span(token.start, under.span.end), "binomial", (over, under))
    if name in ("sum", "prod"):
        return fold(parser, token, name)
    if name.startswith("begin:"):
        return matrices.environment(parser, token)
    if name.startswith("mark:"):
        return marked(parser, token)
    if name in ("underbrace", "overbrace", "underbracket", "overbracket"):
        return braced(parser)
    if name in _RELATION_LAYOUTS:
        parser.at += 1
        group_or_token(parser)
        return group_or_token(parser)
    reasons = {"int": "an integral", "oint": "an integral", "iint": "an integral", "lim": "a limit"}
    return parser.skip_rest(f"{reasons.get(name, name)} is not computed yet")


def group_or_token(parser: _Parser) -> Expr:
    """The argument of a LaTeX command: a group, or the single token TeX would take."""
    from workings.parsing.grammar import parse_range, phrase

    token = parser.peek_or_none()
    if token is None:
        return parser.skip_rest("an argument is missing")
    if token.text == "{" and (close := parser.tokens.match.get(parser.at)) is not None and close < parser.hi:
        lo = parser.at + 1
        parser.at = close + 1
        inside = parser.tokens.list[lo:close]
        if inside and all(t.prose for t in inside) and any(t.kind == "word" for t in inside):
            return phrase(parser.tokens, lo, close)
        return parse_range(parser.tokens, lo, close)
    if token.kind == "num" and not token.prose and len(token.text) == 2 and token.text.isdecimal():
        return split_digits(parser, token)
    return parser.atom()


def split_digits(parser: _Parser, token: Token) -> Expr:
    """`\\frac12` is one half: TeX takes one digit each."""
    from workings.parsing.numerals import numeral

    first = numeral(token.text[0], Span(token.start, token.start + 1))
    parser.tokens.list[parser.at] = token._replace(text=token.text[1], start=token.start + 1)
    return first


def fraction(parser: _Parser, token: Token) -> Expr:
    start = parser.at
    parser.at += 1
    derivative = differential(parser)
    if derivative is not None:
        return derivative
    over = group_or_token(parser)
    under = group_or_token(parser)
    span = Span(token.start, max(under.span.end, parser.tokens.list[parser.at - 1].end))
    if isinstance(under, Hole) and not under.text:
        return parser.hole(start, parser.at, "a fraction without a denominator")
    return Call(span, "div", (over, under))


def differential(parser: _Parser) -> Expr | None:
    """`\\frac{\\partial L}{\\partial w}` is one name: the derivative that the document speaks of."""
    tokens, at = parser.tokens, parser.at
    first = tokens.match.get(at) if at < parser.hi and tokens.list[at].text == "{" else None
    if first is None or first + 1 >= parser.hi or tokens.list[first + 1].text != "{":
        return None
    second = tokens.match.get(first + 1)
    if second is None or second >= parser.hi or second < first + 3:
        return None
    sign = tokens.list[at + 1].text if first > at + 1 else ""
    if sign not in _DIFFERENTIALS or tokens.list[first + 2].text != sign or second - first < 4:
        return None
    parser.at = second + 1
    span = tokens.span(at - 1, second + 1)
    over, under = canonical(tokens, at + 2, first), canonical(tokens, first + 3, second)
    if not over:
        return Hole(span, f"d/d{under}", "a derivative to be taken is not computed yet")
    key = f"∂{over}/∂{under}"
    return Name(span, key, key)


def root(parser: _Parser, token: Token) -> Expr:
    from workings.parsing.grammar import parse_range

    parser.at += 1
    order: Expr | None = None
    follows = parser.peek_or_none()
    if (
        follows is not None
        and follows.text == "["
        and (close := parser.tokens.match.get(parser.at)) is not None
    ):
        order = parse_range(parser.tokens, parser.at + 1, close)
        parser.at = close + 1
    inner = group_or_token(parser)
    span = Span(token.start, max(inner.span.end, parser.tokens.list[parser.at - 1].end))
    if order is None:
        return Call(span, "sqrt", (inner,))
    return Call(span, "root", (inner, order))


def marked(parser: _Parser, token: Token) -> Expr:
    """A hat, bar or tilde makes another name of the letter under it."""
    from workings.parsing.names import read_name

    start = parser.at
    parser.at += 1
    follows = parser.peek_or_none()
    if follows is None:
        return parser.skip_rest("a mark without a letter")
    if (
        follows.text == "{"
        and (close := parser.tokens.match.get(parser.at)) is not None
        and close < parser.hi
    ):
        text, after = canonical(parser.tokens, parser.at + 1, close), close + 1
    else:
        text, after = follows.text, parser.at + 1
    name, parser.at = read_name(parser.tokens, start, parser.hi, f"{token.text[5:]}({text})", after)
    return name


def braced(parser: _Parser) -> Expr:
    """`\\underbrace{x}_{label}` is x."""
    parser.at += 1
    inner = group_or_token(parser)
    follows = parser.peek_or_none()
    if follows is not None and follows.kind == "op" and follows.text in ("_", "^"):
        parser.at += 1
        opening = parser.at
        close = parser.tokens.match.get(opening) if opening < parser.hi else None
        parser.at = min(close + 1 if close is not None else opening + 1, parser.hi)
    return inner


def fold(parser: _Parser, token: Token, kind: str) -> Expr:
    """A sum or product sign with its bounds and its body, which runs to the next + or −."""
    parser.at += 1
    variable, lower, upper = bounds(parser)
    if parser.at >= parser.hi:
        return parser.hole(parser.at - 1, parser.hi, "nothing to add up")
    body = parser.product()
    return Fold(Span(token.start, body.span.end), kind, variable, lower, upper, body)


def bounds(parser: _Parser) -> tuple[str | None, Expr | None, Expr | None]:
    """The index, lower and upper bound written under and over a big operator."""
    variable: str | None = None
    lower: Expr | None = None
    upper: Expr | None = None
    for _ in range(2):
        token = parser.peek_or_none()
        if token is None or token.kind != "op" or token.text not in ("_", "^"):
            break
        parser.at += 1
        lo, hi, parser.at = script(parser)
        if token.text == "_":
            variable, lower = index_and_start(parser, lo, hi)
        else:
            upper = script_expression(parser, lo, hi)
    return variable, lower, upper


def script(parser: _Parser) -> tuple[int, int, int]:
    """The token range of a sub- or superscript, and the token behind it."""
    close = parser.tokens.match.get(parser.at)
    if parser.at < parser.hi and parser.tokens.list[parser.at].text == "{" and close is not None:
        return parser.at + 1, close, close + 1
    return parser.at, min(parser.at + 1, parser.hi), min(parser.at + 1, parser.hi)


def script_expression(parser: _Parser, lo: int, hi: int) -> Expr:
    from workings.parsing.grammar import parse_range

    return parse_range(parser.tokens, lo, hi)


def index_and_start(parser: _Parser, lo: int, hi: int) -> tuple[str | None, Expr | None]:
    """`i=1` gives the index and its start, `i` the index alone."""
    inside = parser.tokens.list[lo:hi]
    if not inside:
        return None, None
    if len(inside) >= 3 and inside[1].text == "=":
        return inside[0].text, script_expression(parser, lo + 2, hi)
    if len(inside) == 1 and inside[0].kind in ("name", "word"):
        return inside[0].text, None
    return "", Hole(parser.tokens.span(lo, hi), canonical(parser.tokens, lo, hi), "a sum over a condition")


def function(parser: _Parser, start: int, op: str, word: str) -> Expr:
    """A call of a known function: log_2(x), \\sin^2 x, max(a, b), softmax([…]), \\exp{…}."""
    begin = parser.tokens.list[start].start
    options: list[tuple[str, Expr]] = []
    exponent: Expr | None = None
    while (token := parser.peek_or_none()) is not None:
        if token.kind == "op" and token.text == "_":
            if op in _SEVERAL:
                return largest(parser, begin, op)
            parser.at += 1
            lo, hi, parser.at = script(parser)
            options.append(("base" if op in ("log", "ln") else "sub", script_expression(parser, lo, hi)))
        elif token.kind == "sub":
            from workings.parsing.numerals import numeral

            parser.at += 1
            if token.text.isdecimal():
                options.append(
                    (
                        "base" if op in ("log", "ln") else "sub",
                        numeral(token.text, Span(token.start, token.end)),
                    )
                )
        elif token.kind == "op" and token.text == "^":
            parser.at += 1
            exponent = parser.exponent()
            if op == "exp":
                return Call(Span(begin, exponent.span.end), "exp", (exponent,))
        else:
            break
    args = call_arguments(parser, op)
    span = Span(begin, max(args[-1].span.end if args else begin, parser.tokens.list[parser.at - 1].end))
    return finish(op, args, options, exponent, span, word)


def finish(
    op: str,
    args: tuple[Expr, ...],
    options: list[tuple[str, Expr]],
    exponent: Expr | None,
    span: Span,
    word: str,
) -> Expr:
    """The call with its options and the power written on the function's name."""
    if any(key == "sub" for key, _ in options):
        label = next(value for key, value in options if key == "sub")
        if not isinstance(label, Name) or len(label.key) < 2:
            return Hole(span, word, f"{word} with a subscript")
        columns = label.key.startswith("col")
        options = [("axis", Call(span, "neg", (number(2, span),)))] if columns else []
    if op == "ln":
        op, options = "log", [("base", Name(span, "e", "e"))]
    if isinstance(exponent, Call) and exponent.op == "neg":
        inverse = {"sin": "asin", "cos": "acos", "tan": "atan"}.get(op)
        return Call(span, inverse, args) if inverse else Hole(span, word, f"an inverse of {word}")
    call = Call(span, op, args, tuple(options))
    return call if exponent is None else Call(span, "pow", (call, exponent))


def largest(parser: _Parser, begin: int, op: str) -> Expr:
    """`\\max_i x_i` over an index."""
    parser.at += 1
    lo, hi, parser.at = script(parser)
    variable, lower = index_and_start(parser, lo, hi)
    body = parser.power()
    return Fold(Span(begin, body.span.end), op, variable, lower, None, body)


def call_arguments(parser: _Parser, op: str) -> tuple[Expr, ...]:
    token = parser.peek_or_none()
    if token is None:
        return (parser.skip_rest(f"{op} of what?"),)
    close = parser.tokens.match.get(parser.at)
    if token.kind == "open" and close is not None and close < parser.hi:
        lo = parser.at + 1
        if token.text == "[" or token.text == "{" and not holds_bracket(parser, lo, close):
            return (parser.power(),)
        if token.text == "{":
            lo, close_in = lo + 1, close - 1
            parser.at = close + 1
            return arguments(parser, lo, close_in)
        parser.at = close + 1
        return arguments(parser, lo, close)
    if token.kind == "op" and token.text == "-":
        return (parser.signed(),)
    return (simple_product(parser),)


def holds_bracket(parser: _Parser, lo: int, hi: int) -> bool:
    """`\\log{(…)}`: braces around one pair of parentheses."""
    return parser.tokens.list[lo].text == "(" and parser.tokens.match.get(lo) == hi - 1


def simple_product(parser: _Parser) -> Expr:
    """The operand of a function without brackets: `\\log 2x`, `\\log_2 \\frac{1}{8}`."""
    left = parser.power()
    while (token := parser.peek_or_none()) is not None and token.kind == "name" and not token.prose:
        right = parser.power()
        left = Call(Span(left.span.start, right.span.end), "mul", (left, right))
    return left


def arguments(parser: _Parser, lo: int, hi: int) -> tuple[Expr, ...]:
    """Comma-separated arguments; a list without commas is one vector argument."""
    from workings.parsing.grammar import parse_range

    parts = lists.split(parser.tokens, lo, hi, ",")
    if len(parts) == 1:
        span = parser.tokens.span(lo, hi)
        inner = lists.bracketed(parser.tokens, lo, hi, span, "tuple")
        return (inner,)
    return tuple(parse_range(parser.tokens, *part) for part in parts if part[0] < part[1])


def entries(parser: _Parser, name: Name, close: int) -> Expr:
    """`W[0, 1]`: entries counted from 0, or a product with a bracketed vector."""
    lo = parser.at + 1
    inside = parser.tokens.list[lo:close]
    is_index = inside and all(
        t.kind in ("num", "sep") and "." not in t.text[1:] and (t.kind == "num" or t.text in ",:")
        for t in inside
    )
    if not (parser.peek().gap == 0 and parser.peek().prose and is_index):
        return name
    parts = arguments(parser, lo, close)
    parser.at = close + 1
    index = parts[0].items if len(parts) == 1 and isinstance(parts[0], Array) else parts
    if not all(isinstance(i, Number) for i in index):
        return Hole(Span(name.span.start, parser.tokens.list[close].end), name.key, "a slice")
    return Index(Span(name.span.start, parser.tokens.list[close].end), name, index)
