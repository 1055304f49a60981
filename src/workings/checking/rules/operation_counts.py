"""matrix/cost: what a product of matrices is said to cost, in the order in which it is written.

“$QK^\\top$ costs $T^2 d$ multiplications”, “$Q(K^\\top V)$ takes $O(Td^2)$”. The shapes of all factors have
to be declared; a bound by O(…) is refuted only if it is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.expr import Apply, Call, Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.kinds import Kind
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.source import Span

RULE = "matrix/cost"
_SHAPES = "Let $Q, K, V \\in \\mathbb{R}^{T \\times d}$.\n\n"
DESCRIPTION = Description(
    "a product of matrices costs another number of multiplications than is said",
    wrong=_SHAPES + "Computing $Q(K^\\top V)$ costs $O(T^2 d)$.",
    right=_SHAPES + "Computing $Q(K^\\top V)$ costs $O(T d^2)$.",
    why="The brackets decide which product is made first, and both orders look alike.",
)
_COSTS = (
    r"\$(?P<product>[^$\n]{2,60})\$\s+(?:costs?|takes?|requires?|needs?|uses?)\s+(?:about\s+|only\s+|exactly\s+)?"
    r"\$(?P<cost>[^$\n]{1,40})\$(?P<unit>\s+(?:scalar\s+)?multiplications)?"
)
_PRODUCTS = ("mul", "times", "matmul")
Terms = Counter[tuple[str, ...]]  # how often each product of sizes is counted: T·T·d


class UnknownShapeError(Exception):
    """A factor whose shape the document does not say, or something that is no product."""


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The sentences about what a product costs whose factors have declared shapes."""
    text = judge.page.text
    if "cost" not in text and "multiplications" not in text and "O(" not in text:
        return []
    found: list[Claim] = []
    for match in re.finditer(_COSTS, text):
        product = parse_maths(match["product"], Lexicon(FUNCTIONS))
        try:
            terms: Terms = Counter()
            kinds = {key: kind for key, kind in judge.scope.declared.told if kind.span.start < match.start()}
            _count(product, kinds, terms)
        except UnknownShapeError:
            continue
        cost = match["cost"].strip()
        claim = _judged(judge, match, terms, cost) if terms else None
        if claim is not None:
            found.append(claim)
    return found


def _judged(judge: Judge, match: re.Match[str], terms: Terms, cost: str) -> Claim | None:
    bound = re.fullmatch(r"(?:\\mathcal\{O\}|O|\\Theta)\s*\\?(?:left)?\((.+?)\\?(?:right)?\)", cost)
    stated = _monomial(parse_maths(bound[1] if bound else cost, Lexicon(FUNCTIONS)))
    if stated is None or not (bound or match["unit"]):
        return None
    factor, sizes = stated
    if bound:
        holds = all(not Counter(term) - Counter(sizes) for term in terms)
    else:
        total = sum(terms.values())
        holds = set(terms) == {sizes} and factor in (total, 2 * total)
    span = Span(match.start("cost"), match.end("cost"))
    said = " + ".join(_written(term, count if not bound else 1) for term, count in sorted(terms.items()))
    message = "" if holds else f"{match['product'].strip()} takes {said} multiplications in this order"
    verdict, rule = (Verdict.RIGHT, None) if holds else (Verdict.WRONG, RULE)
    return Claim("", "sentence", span, match.group(), verdict, rule, cost, said, message=message)


def _count(expr: Expr, kinds: dict[str, Kind], terms: Terms) -> tuple[str, str]:
    """The shape of a product as the names of its sizes, with the cost of every product in it added up."""
    match expr:
        case Name(key=key):
            kind = kinds.get(key)
            if kind is None or kind.extents is None or not 1 <= len(kind.extents) <= 2:
                raise UnknownShapeError(key)
            sizes = [_size(extent) for extent in kind.extents]
            return (sizes[0], sizes[1]) if len(sizes) == 2 else (sizes[0], "1")
        case Call(op="transpose", args=(inner,)):
            rows, columns = _count(inner, kinds, terms)
            return columns, rows
        case Call(op=op, args=(first, second)) if op in _PRODUCTS:
            return _multiplied(_count(first, kinds, terms), _count(second, kinds, terms), terms)
        case Apply(function=function, args=(inner,)):
            return _multiplied(_count(function, kinds, terms), _count(inner, kinds, terms), terms)
    raise UnknownShapeError


def _multiplied(a: tuple[str, str], b: tuple[str, str], terms: Terms) -> tuple[str, str]:
    if a[1] != b[0]:
        raise UnknownShapeError
    terms[tuple(sorted(size for size in (a[0], a[1], b[1]) if size != "1"))] += 1
    return a[0], b[1]


def _size(extent: Expr) -> str:
    match extent:
        case Name(key=key):
            return key
        case Number(text=text):
            return text
    raise UnknownShapeError


def _monomial(expr: Expr) -> tuple[int, tuple[str, ...]] | None:
    """`2T^2d` as its factor and its sizes, each as often as it is multiplied."""
    match expr:
        case Number(value=value) if value.q == 1:
            return int(value.p), ()
        case Name(key=key):
            return 1, (key,)
        case Call(op="pow", args=(Name(key=key), Number(value=value))) if value.q == 1 and 0 < value < 9:
            return 1, (key,) * int(value.p)
        case Call(op=op, args=(first, second)) if op in _PRODUCTS:
            a, b = _monomial(first), _monomial(second)
            return None if a is None or b is None else (a[0] * b[0], tuple(sorted(a[1] + b[1])))
    return None


def _written(term: tuple[str, ...], count: int) -> str:
    sizes = Counter(term)
    parts = [key if power == 1 else f"{key}^{power}" for key, power in sizes.items()]
    return (f"{count} " if count > 1 else "") + " ".join(parts)
