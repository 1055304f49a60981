"""What stands behind an operand: powers, transposes, primes, factorials, percent signs, subscripts."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from workings.expr import Alt, Apply, Array, Call, Expr, Hole, Index, Name, Number, number
from workings.parsing.brackets import Tokens
from workings.parsing.cursor import Cursor
from workings.parsing.integrals import between
from workings.parsing.lexicon import Lexicon
from workings.parsing.names import canonical, read_name, subscripted
from workings.parsing.numerals import numeral, scaled
from workings.parsing.places import entry_of
from workings.parsing.tokens import GLUED, Token
from workings.regex import regex
from workings.source import Span

_MARKS = frozenset("^_!%°'")  # signs that stand behind an operand
_TRANSPOSES = frozenset({"T", "⊤", "t", "tr", "'", "⊺"})
_INDEX_LETTERS = frozenset("ijkl")  # of an entry: (AB)_{ij}
_RAISED = regex(r"(?=.)(\d+(?:\.\d+)?)?([^\W\d_]+)?(?:([+-])(\d+))?")  # a count, letters, more or less
_NORM_ORDERS = {"1": "1", "2": "2", "∞": "inf", "F": "fro", "inf": "inf"}


def with_marks(cursor: Cursor, base: Expr) -> Expr:
    """An operand with every mark that stands behind it."""
    tokens = cursor.tokens.list
    while cursor.at < cursor.hi:
        token = tokens[cursor.at]
        if token.kind == "op":
            if token.text not in _MARKS:
                return base
            marked = _with_sign(cursor, base, token)
            if marked is None:
                return base
            base = marked
        elif token.kind == "super":
            front, last = _parted(cursor, base)
            cursor.at += 1
            base = _times(front, _raised_by_superscript(last, token, cursor.tokens.lexicon))
        elif token.kind == "sub":
            cursor.at += 1
            if isinstance(base, Call) and base.op == "norm":  # ‖g‖₁
                base = _norm_of_order(base, token.text, Span(base.span.start, token.end))
        elif token.text == "." and _is_dot_t(cursor):
            cursor.at += 2
            base = _transposed(base, tokens[cursor.at - 1].end)
        else:
            return base
    return base


def _with_sign(cursor: Cursor, base: Expr, token: Token) -> Expr | None:
    """The operand with the sign behind it; None if the sign is no mark on it."""
    sign = token.text
    if sign == "^":
        front, last = _parted(cursor, base)
        cursor.at += 1
        return _times(front, _raised(cursor, last))
    if sign == "_":
        return _labelled(cursor, base)
    if sign == "!" and not (token.prose and token.gap):
        cursor.at += 1
        return Call(Span(base.span.start, token.end), "factorial", (base,))
    if sign == "%" and isinstance(base, Number):
        cursor.at += 1
        return scaled(base, fmpq(1, 100), base.text + "%", Span(base.span.start, token.end))
    if sign == "°":
        cursor.at += 1
        return base
    if sign == "'" and token.gap == GLUED and not isinstance(base, Name | Apply):
        cursor.at += 1
        return _transposed(base, token.end)
    return None


def _parted(cursor: Cursor, base: Expr) -> tuple[Name | None, Expr]:
    """The letters before the last one of a run in prose, and the last, which alone is raised: `QK^T`."""
    before, lexicon = cursor.tokens.list[cursor.at - 1], cursor.tokens.lexicon
    if before.kind != "word" or not before.prose or not isinstance(base, Name) or base.key != before.text:
        return None, base
    if len(base.key) < 2 or base.key in lexicon.defined or not lexicon.letters.issuperset(base.key):
        return None, base
    place = base.span.end - 1
    front, last = base.key[:-1], base.key[-1]
    return Name(Span(base.span.start, place), front, front), Name(Span(place, base.span.end), last, last)


def _times(front: Name | None, raised: Expr) -> Expr:
    return raised if front is None else Call(Span(front.span.start, raised.span.end), "mul", (front, raised))


def _is_dot_t(cursor: Cursor) -> bool:
    """`A.T`, as in NumPy."""
    if cursor.at + 1 >= cursor.hi or cursor.peek().gap != GLUED:
        return False
    follows = cursor.tokens.list[cursor.at + 1]
    return follows.text == "T" and follows.gap == GLUED


def _transposed(base: Expr, end: int) -> Expr:
    return Call(Span(base.span.start, end), "transpose", (base,))


def _raised(cursor: Cursor, base: Expr) -> Expr:
    """What `^` does: transpose, a power, or an unreadable exponent."""
    if cursor.at >= cursor.hi:
        return cursor.hole(cursor.lo, cursor.hi, "an exponent is missing")
    tokens, at = cursor.tokens, cursor.at
    token = tokens.list[at]
    close = tokens.match.get(at) if token.text == "{" else None
    last = at if close is None else close
    text = token.text if close is None else canonical(tokens, at + 1, close)
    if text == "⊙":  # 60^\\circ
        cursor.at = last + 1
        return base
    if close is not None and isinstance(base, Name) and _is_label_with_transpose(tokens, at, close):
        cursor.at = last + 1
        label = "^" + canonical(tokens, at + 1, close - 1)
        return _transposed(replace(base, key=base.key + label, base=base.base + label, index=()), token.end)
    if text in _TRANSPOSES and _is_transpose(base, text, tokens.lexicon):
        cursor.at = last + 1
        transposed = _transposed(base, tokens.list[last].end)
        if text == "T" and isinstance(base, Name) and "T" in tokens.lexicon.defined:
            steps = Name(Span(token.start, tokens.list[last].end), "T", "T")
            return Alt(transposed.span, (transposed, power_of(base, steps, tokens.lexicon)))
        return transposed
    if text in ("-T", "-⊤"):
        cursor.at = last + 1
        return _transposed(Call(base.span, "inverse", (base,)), tokens.list[last].end)
    return power_of(base, exponent(cursor), tokens.lexicon)


def _is_label_with_transpose(tokens: Tokens, at: int, close: int) -> bool:
    """`W^{(2)\\top}` and `W^{[2]T}`, the matrix of a layer, or `w^{*T}`, the best of all, transposed."""
    listed = tokens.list
    starred = close == at + 3 and listed[at + 1].text == "*"
    layer = listed[at + 1].text in ("(", "[") and tokens.match.get(at + 1) == close - 2
    return (starred or layer) and listed[close - 1].text in ("T", "⊤")


def _is_transpose(base: Expr, text: str, lexicon: Lexicon) -> bool:
    """Whether a raised T is a transpose rather than a number of steps called T."""
    if isinstance(base, Number) or (isinstance(base, Call) and base.op == "neg" and _is_number(base)):
        return False
    if text == "t":
        return isinstance(base, Array)
    if text != "T" or "T" not in lexicon.defined:
        return True
    return isinstance(base, Array | Apply) or (isinstance(base, Name) and base.key[:1].isascii())


def _is_number(negated: Call) -> bool:
    """(-1)^T is a power."""
    return isinstance(negated.args[0], Number)


def exponent(cursor: Cursor) -> Expr:
    """What stands behind `^`: a group, a number, or an operand with an exponent of its own."""
    if cursor.at >= cursor.hi:
        return cursor.skip_rest("an exponent is missing")
    token = cursor.peek()
    if token.kind == "op" and token.text in ("-", "+"):
        cursor.at += 1
        inner = exponent(cursor)
        return Call(Span(token.start, inner.span.end), "neg", (inner,)) if token.text == "-" else inner
    if token.text in ("{", "("):
        return cursor.atom()
    if token.kind == "num" and not token.prose and len(token.text) > 1 and "." not in token.text:
        cursor.at += 1
        return numeral(token.text, Span(token.start, token.end))
    start, operand = cursor.at, cursor.atom()
    if isinstance(operand, Apply) and token.kind == "name" and not token.prose:
        cursor.at = start  # e^z (1 - p): TeX raises one letter, and a factor follows
        operand = read_name(cursor, start, token.text, start + 1)
    if cursor.at < cursor.hi and cursor.peek().text == "^" and cursor.peek().kind == "op":
        cursor.at += 1
        return power_of(operand, exponent(cursor), cursor.tokens.lexicon)
    return operand


def superscript(token: Token) -> Expr:
    """The exponent that Unicode superscripts spell: ², ⁻³, ⁿ, ⁻²ˣ, ᵗ⁻¹."""
    span = Span(token.start, token.end)
    minus, text = token.text[:1] == "-", token.text.lstrip("+").removeprefix("-")
    if text.isdecimal():
        return number((-1 if minus else 1) * int(text[:9]), span)
    found = _RAISED.fullmatch(text)
    if found is None:
        return Hole(span, token.text, "an exponent that is not a number")
    count, letters, sign, more = found.groups()
    factors = ((numeral(count, span),) if count else ()) + (
        (Name(span, letters, letters),) if letters else ()
    )
    if not factors or letters == "T":  # K¹ᵀ is a transpose, of the first of several
        return Hole(span, token.text, "an exponent that is not a number")
    inner = factors[0] if len(factors) == 1 else Call(span, "mul", factors)
    inner = Call(span, "neg", (inner,)) if minus else inner
    return (
        inner if sign is None else Call(span, "add" if sign == "+" else "sub", (inner, numeral(more, span)))
    )


def _raised_by_superscript(base: Expr, token: Token, lexicon: Lexicon) -> Expr:
    """A Unicode superscript: x², 10⁻³, Aᵀ, A⁻¹."""
    if token.text == "T" or (token.text == "t" and isinstance(base, Array)):
        return _transposed(base, token.end)
    raised = superscript(token)
    if token.text == "t" and isinstance(base, Name):  # Wᵗ h₀ after t steps, or as some write a transpose
        return Alt(raised.span, (_transposed(base, token.end), power_of(base, raised, lexicon)))
    if isinstance(raised, Hole):
        return Hole(Span(base.span.start, token.end), raised.text, raised.reason)
    return power_of(base, raised, lexicon)


def power_of(base: Expr, raised: Expr, lexicon: Lexicon) -> Expr:
    """`base ^ raised`; for e, unless the document defines it, an exponential."""
    span = Span(base.span.start, raised.span.end)
    if isinstance(base, Name) and base.key == "e" and "e" not in lexicon.defined:
        return Call(span, "exp", (raised,))
    return Call(span, "pow", (base, raised))


_LISTS = frozenset({"softmax", "log_softmax"})  # whose entries programs count from nought


def _labelled(cursor: Cursor, base: Expr) -> Expr:
    """A subscript on something that is no name: a shape label, a norm's order, or entries."""
    start = cursor.at
    cursor.at += 1
    if cursor.at >= cursor.hi:
        return base
    lo, end = cursor.script()
    text = canonical(cursor.tokens, lo, end)
    span = Span(base.span.start, cursor.tokens.list[cursor.at - 1].end)
    if isinstance(base, Call) and base.op == "norm":
        return _norm_of_order(base, text, span)
    if cursor.tokens.list[start - 1].text == "]" and (taken := _between(cursor, base, lo, end)) is not None:
        return taken
    if isinstance(base, Call) and base.op == "pow" and isinstance(base.args[0], Name):
        return _with_index(base, base.args[0], text, cursor.parse(lo, end), span)
    if text == "+":  # the positive part, whose brackets hold no list
        opening = cursor.tokens.match.get(start - 1)
        return Call(span, "relu", (base if opening is None else cursor.parse(opening + 1, start - 1),))
    if (entry := entry_of(base, cursor.parse(lo, end), span)) is not None:
        return entry
    letters = text.replace(",", "")
    if isinstance(base, Call) and 0 < len(letters) <= 2 and _INDEX_LETTERS.issuperset(letters):
        steps = (Name(span, letter, letter) for letter in letters)
        return Index(span, base, tuple(Call(span, "sub", (step, number(1, span))) for step in steps))
    if isinstance(base, Array) or not text.isalnum():
        return base
    if isinstance(base, Call) and text.isdecimal() and "0" not in text and len(text) <= 2:
        entry = Index(span, base, tuple(number(int(digit) - 1, span) for digit in text))
        from_nought = Index(span, base, (number(int(text), span),))
        return Alt(span, (entry, from_nought)) if base.op in _LISTS and len(text) == 1 else entry
    if isinstance(base, Call) and text == "0":
        return Index(span, base, (number(0, span),))
    return Hole(span, cursor.text(start, cursor.at), "a subscript on an expression")


def _between(cursor: Cursor, base: Expr, lo: int, end: int) -> Expr | None:
    """`[x^2/2]_0^1`; None where no upper limit follows or the brackets hold something else."""
    at, above = cursor.at, cursor.peek_or_none()
    if above is None or above.text != "^":
        return None
    cursor.at += 1
    upper = cursor.parse(*cursor.script())
    span = Span(base.span.start, cursor.tokens.list[cursor.at - 1].end)
    found = between(base, cursor.parse(lo, end), upper, span)
    if found is None:
        cursor.at = at
    return found


def _with_index(power: Call, name: Name, text: str, index: Expr, span: Span) -> Expr:
    """`σ^2_B` is the square of `σ_B`."""
    word = len(text) > 1 and text.isalpha()
    named = Name(name.span, subscripted(name.key, text), name.base, () if word else (index,))
    return Call(span, "pow", (named, power.args[1]))


def _norm_of_order(base: Call, text: str, span: Span) -> Expr:
    order = _NORM_ORDERS.get(text)
    if order is None:
        return Hole(span, text, f"a norm of order {text}")
    return Call(span, "norm", base.args, (("p", Name(span, order, order)),))
