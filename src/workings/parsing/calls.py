"""Functions called by name, with or without brackets: log_2(x), \\sin^2 x, max(a, b), softmax([…])."""

from __future__ import annotations

from dataclasses import replace

from workings.expr import Array, Call, Expr, Fold, Hole, Name, Relation, number
from workings.parsing import lists, scripts
from workings.parsing.cursor import Cursor
from workings.parsing.folds import extreme
from workings.parsing.lexicon import EXTREMES
from workings.parsing.numerals import numeral
from workings.source import Span

_REDUCTIONS = ("total", "mean", "product", "largest")  # which run over everything unless told otherwise
_DIVIDED = ("kl_divergence",)  # with bars between their arguments
_WINDOWED = ("max_pool", "avg_pool")  # whose subscript is the size of their window
_OF_EACH = frozenset({"relu", "sigmoid", "tanh", "exp", "softplus", "gelu", "silu", "step", "sign"})
_INVERSES = {"sin": "asin", "cos": "acos", "tan": "atan"}


def call(cursor: Cursor, start: int, op: str, word: str) -> Expr:
    """A call of a known function whose name stands before the cursor, from token `start` on."""
    tokens = cursor.tokens.list
    begin = tokens[start].start
    options: list[tuple[str, Expr]] = []
    option = "base" if op in ("log", "ln") else "sub"
    exponent: Expr | None = None
    gains: tuple[Expr, ...] = ()  # of LayerNorm_{γ, β}(x)
    while (token := cursor.peek_or_none()) is not None:
        if token.kind == "op" and token.text == "_":
            if op in EXTREMES:
                return extreme(cursor, begin, op)
            cursor.at += 1
            if op == "log" and (base := _first_of_base(cursor)) is not None:
                options.append((option, base))
                break
            inner = cursor.script()
            parts = lists.split_at_commas(cursor.tokens, *inner)
            if op == "layer_norm" and len(parts) == 2:
                gains = tuple(cursor.parse(*part) for part in parts)
            else:
                options.append((option, cursor.parse(*inner)))
        elif token.kind == "sub":
            cursor.at += 1
            if token.text.isdecimal():
                options.append((option, numeral(token.text, Span(token.start, token.end))))
        elif token.kind == "super" and token.text.isdecimal():
            cursor.at += 1
            exponent = scripts.superscript(token)
        elif token.kind == "op" and token.text == "^":
            cursor.at += 1
            exponent = scripts.exponent(cursor)
            if op == "exp":
                return Call(Span(begin, exponent.span.end), "exp", (exponent,))
        else:
            break
    args, settings = _without_settings(_operands(cursor, op))
    options += settings
    span = Span(begin, max(args[-1].span.end if args else begin, tokens[cursor.at - 1].end))
    return _with_options(op, (*args, *gains), options, exponent, span, word)


def _first_of_base(cursor: Cursor) -> Expr | None:
    """The 2 of `\\log_22`, which is log₂ 2 where nothing stands behind it: TeX lowers one digit."""
    token = cursor.peek_or_none()
    if token is None or token.kind != "num" or token.prose or len(token.text) < 2 or token.text[0] != "2":
        return None
    follows = cursor.tokens.list[cursor.at + 1] if cursor.at + 1 < cursor.hi else None
    if follows is not None and follows.kind not in ("rel", "op", "close", "sep"):
        return None
    cursor.tokens.list[cursor.at] = replace(token, text=token.text[1:], start=token.start + 1)
    return numeral("2", Span(token.start, token.start + 1))


def _with_options(
    op: str,
    args: tuple[Expr, ...],
    options: list[tuple[str, Expr]],
    exponent: Expr | None,
    span: Span,
    word: str,
) -> Expr:
    """The call with its options and the power written on the function's name."""
    if options and options[0][0] == "sub" and op in _WINDOWED:
        options[0] = ("size", _side(options[0][1]))
    elif options and options[0][0] == "sub":
        label = options[0][1]
        if op == "softmax" and isinstance(label, Name) and len(label.key) == 1 and len(args) == 1:
            return _shares(args[0], label.key, span)
        if not isinstance(label, Name) or len(label.key) < 2:
            return Hole(span, word, f"{word} with a subscript")
        axis = 2 if label.key.startswith("col") else 1 if label.key.startswith("row") else None
        named = axis == 2 or (axis == 1 and op in _REDUCTIONS)
        along = [("axis", Call(span, "neg", (number(axis, span),)))] if axis and named else []
        options = [*along, *options[1:]]
    if op == "cos" and len(args) == 2:
        op = "cosine_similarity"
    if op == "ln":
        op, options = "log", [("base", Name(span, "e", "e"))]
    if isinstance(exponent, Call) and exponent.op == "neg":
        inverse = _INVERSES.get(op)
        return Call(span, inverse, args) if inverse else Hole(span, word, f"an inverse of {word}")
    if (op in EXTREMES or op in _REDUCTIONS) and len(args) == 1:
        args = (_entrywise(args[0]),)
    several = op in _OF_EACH and len(args) > 1 and len(word) > 1  # ReLU(2, -1); σ(2, 4) may be a deviation
    if several or (op == "log" and len(args) > 2):
        args = (Array(Span(args[0].span.start, args[-1].span.end), args, "tuple"),)
    called = Call(span, op, args, tuple(options))
    return called if exponent is None else Call(span, "pow", (called, exponent))


def _entrywise(arg: Expr) -> Expr:
    """The sizes of all entries in `max|x|`, where bars would otherwise be a norm."""
    return replace(arg, op="abs") if isinstance(arg, Call) and arg.op == "bars" else arg


def _shares(score: Expr, letter: str, span: Span) -> Expr:
    """softmax_t(e_t): the shares of the steps that a letter counts."""
    power = Call(span, "exp", (score,))
    return Call(span, "div", (power, Fold(span, "sum", letter, None, None, power)))


def _side(size: Expr) -> Expr:
    """The side of a square window: 2 of `2`, of `2 × 2`."""
    square = isinstance(size, Call) and size.op in ("times", "mul") and len(size.args) == 2
    return size.args[0] if square and isinstance(size, Call) else size


def _operands(cursor: Cursor, op: str) -> tuple[Expr, ...]:
    """What a function is applied to: arguments in brackets, or what stands next to its name."""
    token = cursor.peek_or_none()
    if token is None:
        return (cursor.skip_rest(f"{op} of what?"),)
    close = cursor.closing() if token.kind == "open" else None
    if close is not None:
        lo = cursor.at + 1
        bracketed = token.text == "{" and _is_bracketed(cursor, lo, close)
        if token.text == "[" or token.text == "{" and not (bracketed or op in EXTREMES):
            return (cursor.power(),)
        cursor.at = close + 1
        if bracketed:
            lo, close = lo + 1, close - 1
        if op == "layer_norm":
            return _with_gains(cursor, lo, close)
        return _divided(cursor, lo, close) if op in _DIVIDED else arguments(cursor, lo, close)
    if token.kind == "op" and token.text == "-":
        return (cursor.signed(),)
    return (_plain_product(cursor),)


def _with_gains(cursor: Cursor, lo: int, hi: int) -> tuple[Expr, ...]:
    """The arguments of LayerNorm(x; γ, β), with a semicolon behind the first or a comma."""
    for at in lists.top_level(cursor.tokens, lo, hi):
        if cursor.tokens.list[at].text == ";" and lo < at < hi - 1:
            return cursor.parse(lo, at), *arguments(cursor, at + 1, hi)
    return arguments(cursor, lo, hi)


def _divided(cursor: Cursor, lo: int, hi: int) -> tuple[Expr, ...]:
    """The arguments of D(p ‖ q), with the bars between them or a comma."""
    bars = [at for at in lists.top_level(cursor.tokens, lo, hi) if cursor.tokens.list[at].text == "‖"]
    if len(bars) != 1 or not lo < bars[0] < hi - 1:
        return arguments(cursor, lo, hi)
    return cursor.parse(lo, bars[0]), cursor.parse(bars[0] + 1, hi)


def _without_settings(args: tuple[Expr, ...]) -> tuple[tuple[Expr, ...], list[tuple[str, Expr]]]:
    """The arguments, and the options behind them: `conv_size(32, 5, stride=2)`."""
    count = len(args)
    while count > 1 and _sets(args[count - 1]):
        count -= 1
    settings = [arg.members for arg in args[count:] if isinstance(arg, Relation)]
    return args[:count], [(key.key, value) for key, value in settings if isinstance(key, Name)]


def _sets(arg: Expr) -> bool:
    return isinstance(arg, Relation) and arg.signs == ("=",) and isinstance(arg.members[0], Name)


def _is_bracketed(cursor: Cursor, lo: int, hi: int) -> bool:
    """`\\log{(…)}`: braces around one pair of parentheses."""
    return cursor.tokens.list[lo].text == "(" and cursor.tokens.match.get(lo) == hi - 1


def _plain_product(cursor: Cursor) -> Expr:
    """The operand of a function without brackets: `\\log 2x`, `\\log_2 \\frac{1}{8}`."""
    left = cursor.power()
    while (token := cursor.peek_or_none()) is not None and token.kind == "name" and not token.prose:
        right = cursor.power()
        left = Call(Span(left.span.start, right.span.end), "mul", (left, right))
    return left


def arguments(cursor: Cursor, lo: int, hi: int) -> tuple[Expr, ...]:
    """Comma-separated arguments; a list without commas is one vector argument."""
    parts = lists.split_at_commas(cursor.tokens, lo, hi)
    if len(parts) == 1:
        return (lists.bracketed(cursor, lo, hi, cursor.tokens.span(lo, hi), "tuple"),)
    return tuple(cursor.parse(*part) for part in parts if part[0] < part[1])
