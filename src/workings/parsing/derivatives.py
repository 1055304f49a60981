"""Derivatives as they are written: fractions of ∂, d or δ, slashes, ∇, and operators before a formula.

A derivative by a name is one name, `∂L/∂w`, whose value the document may state or its formulas give.
"""

from __future__ import annotations

from workings.expr import AT, Apply, Array, Call, Expr, Fold, Hole, Name, Number, mapped, walk
from workings.parsing.cursor import Cursor
from workings.parsing.names import canonical
from workings.parsing.tokens import GLUED
from workings.source import Span

_DIFFERENTIALS = ("d", "∂", "δ", "Δ", "∇")
_SUMMED = ("sum", "‖")  # what ∇ is taken of, if it is no name
_SLASHED = ("∂", "d", "δ")
_ENDS = frozenset({"rel", "sep", "close", "break"})


def fraction(cursor: Cursor) -> Expr | None:
    """`\\frac{\\partial L}{\\partial w}` is one name: the derivative that the document speaks of."""
    tokens, at = cursor.tokens, cursor.at
    first = tokens.match.get(at) if at < cursor.hi and tokens.list[at].text == "{" else None
    if first is None or first <= at + 1 or first + 1 >= cursor.hi or tokens.list[first + 1].text != "{":
        return None
    sign = tokens.list[at + 1].text
    if sign not in _DIFFERENTIALS:
        return None
    second = tokens.match.get(first + 1)
    if second is None or second >= cursor.hi or second < first + 4 or tokens.list[first + 2].text != sign:
        return None
    cursor.at = second + 1
    span = tokens.span(at - 1, second + 1)
    under = cursor.parse(first + 3, second)
    if at + 2 == first:
        return _operator(cursor, span, under)
    return _of(span, cursor.parse(at + 2, first), under, canonical(tokens, at + 2, first))


def _of(span: Span, over: Expr, under: Expr, text: str) -> Expr:
    """The derivative of a name or of a formula, by a name."""
    if isinstance(over, Apply) and over.args and all(isinstance(arg, Name) for arg in over.args):
        over = over.function  # ∂L(w)/∂w
    if isinstance(under, Name) and not isinstance(over, Name | Hole) and not _is_repeated(text):
        return Call(span, "derivative", (over, under))
    below = under.key if isinstance(under, Name) else "?"
    key = f"∂{over.key if isinstance(over, Name) else text}/∂{below}"
    return Name(span, key, key)


def _is_repeated(text: str) -> bool:
    """`∂²L`, a second derivative."""
    return text[:1] in ("^", "²") or text[:1].isdecimal()


def _operator(cursor: Cursor, span: Span, under: Expr) -> Expr:
    """`\\frac{d}{dx}` before a formula, which runs to the next + or −."""
    follows = cursor.peek_or_none()
    if follows is None or follows.kind in _ENDS or not isinstance(under, Name):
        return Hole(span, "d/d…", "a derivative without a formula")
    body = cursor.product()
    if isinstance(body, Call) and body.op == AT:
        taken, *place = body.args
        return Call(Span(span.start, body.span.end), AT, (_derived(span, taken, under), *place))
    return _derived(span, body, under)


def _derived(span: Span, body: Expr, under: Name) -> Expr:
    if isinstance(body, Array) and len(body.items) == 1:
        body = body.items[0]
    if isinstance(body, Name):
        key = f"∂{body.key}/∂{under.key}"
        return Name(Span(span.start, body.span.end), key, key)
    return Call(Span(span.start, body.span.end), "derivative", (body, under))


def slashed(cursor: Cursor) -> Name | None:
    """`∂E/∂w` as one name, like the fraction it stands for; `dE/dw` where the letters stand together."""
    start, listed = cursor.at, cursor.tokens.list
    sign = listed[start].text
    if sign not in _SLASHED or (sign != "∂" and not is_slashed(cursor, start)):
        return None
    names: list[Name] = []
    for middle in ("/", ""):
        cursor.at += 1
        part = cursor.atom() if cursor.at < cursor.hi else None
        if isinstance(part, Apply) and part.args and all(isinstance(arg, Name) for arg in part.args):
            part = part.function
        if not isinstance(part, Name):
            break
        names.append(part)
        if middle and (cursor.at + 1 >= cursor.hi or listed[cursor.at].text != middle):
            break
        cursor.at += 1 if middle else 0
        if middle and listed[cursor.at].text != sign:
            break
    if len(names) < 2:
        cursor.at = start
        return None
    key = f"∂{names[0].key}/∂{names[1].key}"
    return Name(cursor.tokens.span(start, cursor.at), key, key)


def compound(cursor: Cursor) -> Name | Apply | None:
    """`δ h_1`, `dg` as one name, where no δ or d of its own is defined: the error at h_1, or its change."""
    start, listed = cursor.at, cursor.tokens.list
    if listed[start].text in cursor.tokens.lexicon.letters or start + 1 >= cursor.hi:
        return None
    if listed[start + 1].kind not in ("name", "word"):
        return None
    if listed[start].text == "d" and (listed[start].kind != "name" or listed[start + 1].gap != GLUED):
        return None
    cursor.at += 1
    part = cursor.atom()
    span, sign = cursor.tokens.span(start, cursor.at), listed[start].text
    if isinstance(part, Apply):  # dg (1 - g²)
        function = _prefixed(sign, part.function, Span(span.start, part.function.span.end))
        return Apply(span, function, part.args, sign + part.key)
    if isinstance(part, Name):
        return _prefixed(sign, part, span)
    cursor.at = start
    return None


def _prefixed(sign: str, part: Name, span: Span) -> Name:
    return Name(span, sign + part.key, sign + part.base, part.index)


def is_slashed(cursor: Cursor, at: int) -> bool:
    """Whether a d or δ stands before a letter here and again straight behind a slash not far on."""
    listed = cursor.tokens.list
    sign = listed[at].text
    if (
        at + 4 > cursor.hi
        or (sign == "d" and listed[at + 1].gap != GLUED)
        or sign in cursor.tokens.lexicon.letters
    ):
        return False
    for look in range(at + 2, min(at + 12, cursor.hi - 2)):
        if listed[look].text == "/":
            return listed[look + 1].text == sign and listed[look + 2].kind in ("name", "word", "cmd")
        index = listed[look].kind == "num" and listed[look - 1].text in ("_", "{")
        if listed[look].kind in ("rel", "num") and not index or listed[look].text in ("+", "-", "·"):
            return False
    return False


def _is_step(name: Name) -> bool:
    """`w_0`, a point on the way rather than what a function depends on."""
    return len(name.index) == 1 and isinstance(name.index[0], Number)


def _of_formula(cursor: Cursor, start: int, under: Name | None) -> Expr | None:
    """`\\nabla \\sum_i |w_i|`, `\\nabla_w \\|w\\|^2`: the derivative by the one vector in a formula."""
    body = cursor.product()
    bases = {node.base: node for node in walk(body) if isinstance(node, Name)}
    letters = {node.variable for node in walk(body) if isinstance(node, Fold)}
    vectors = [base for base in bases if base not in letters]
    if under is None and len(vectors) == 1:
        under = Name(bases[vectors[0]].span, vectors[0], vectors[0])
    if under is None:
        cursor.at = start
        return None
    whole = Name(under.span, under.key, under.base)
    return Call(cursor.tokens.span(start, cursor.at), "derivative", (_of_all(body, whole), under))


def _of_all(expr: Expr, whole: Name) -> Expr:
    """A sum over all entries of a vector as that of the vector: `\\sum_i |w_i|` is the total of |w|."""
    if isinstance(expr, Fold) and expr.kind == "sum" and expr.lower is None and expr.upper is None:
        return Call(expr.span, "total", (_of_all(expr.body, whole),))
    if isinstance(expr, Name) and expr.base == whole.key and len(expr.index) == 1:
        return whole if isinstance(expr.index[0], Name) else expr
    if isinstance(expr, Call) and expr.op == "bars":
        return Call(expr.span, "abs", tuple(_of_all(arg, whole) for arg in expr.args))
    return mapped(expr, lambda part: _of_all(part, whole))


def nabla(cursor: Cursor) -> Expr | None:
    """`\\nabla_W L` is the derivative of L by W, `\\nabla f` that by all that f depends on."""
    start, listed = cursor.at, cursor.tokens.list
    cursor.at += 1
    under: Expr | None = None
    follows = cursor.peek_or_none()
    if follows is not None and follows.kind == "op" and follows.text == "_":
        cursor.at += 1
        under = cursor.parse(*cursor.script())
    elif follows is not None and follows.kind == "sub":
        cursor.at += 1
        under = Name(Span(follows.start, follows.end), follows.text, follows.text)
    follows = cursor.peek_or_none()
    if follows is not None and follows.text in _SUMMED and (under is None or isinstance(under, Name)):
        return _of_formula(cursor, start, under)
    over = cursor.atom() if follows is not None and follows.kind in ("name", "word", "cmd") else None
    called = isinstance(over, Apply) and bool(over.args)
    function = over.function if isinstance(over, Apply) else over
    if not isinstance(function, Name) or not (under is None or isinstance(under, Name)):
        cursor.at = start
        return None
    span = Span(listed[start].start, listed[cursor.at - 1].end)
    key = f"∇{function.key}" if under is None else f"∂{function.key}/∂{under.key}"
    whole = Name(span, key, key)
    if (
        under is None
        and isinstance(over, Apply)
        and called
        and not all(isinstance(a, Name) and not _is_step(a) for a in over.args)
    ):
        return Apply(span, whole, over.args, f"∇{over.key}")
    return whole
