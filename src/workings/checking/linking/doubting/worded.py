"""Signs and numbers that can mean something else than they mostly do: bars round a list, binary digits."""

from __future__ import annotations

import re
from fractions import Fraction

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.parts import operands
from workings.checking.linking.doubting.case import Case
from workings.checking.readings import floored
from workings.expr import Apply, Call, Expr, Name, Number, call, mapped, name, walk
from workings.ops.writing import sqrt, square, tanh
from workings.parsing.numerals import UNSIGNED, numeral, scaled
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.traits import traits
from workings.source import line_start

_PLUS = regex(r"(?<![\d.])(\d+(?:\.\d+)?|\.\d+)[$\s]*(?:\([^()$\n]{1,40}\))?[,\s]*(?:plus|and)[\s$]*$")
_THING = (
    r"(?!(?:tokens?|bytes?|bits?|nats?|percent|seconds?|minutes?|hours?|which|where|because"
    r"|since|there|these|after|before|while|hence|exactly|about|would)\b)[^\W\d_]{5,}"
)
_THINGS = regex(rf"{_THING}(?: [^\W\d_]+)*")
_THINGS_BEHIND = regex(rf"\$?\s(?:\\text\{{\s?)?{_THING}")
_ENOUGH = regex(r"\b(?:sample size|at least|round\w* up|ceil|aufrund|aufgerund|minimum number)", re.I)
_COUNT = regex(r"[nN](?:_.*)?")  # letters of counts
_FEW = fmpq(10)  # below it the next whole number is another number
BEFORE = 80  # characters in which the other addend is
_MODULO = regex(r"\b(?:mod(?:ulo|ulus)?|bmod|pmod|GF|mathbb\{[FZ]\}_?)[\s$({]{0,3}(\d{1,6})|\b(XOR)\b", re.I)
NEAR_MODULO = 120  # characters
_WINDOWS = regex(r"\bstride|\bconv|\bpool|\bkernel|\bpadding|\bfeature maps?", re.I)
_PRODUCT = regex(r"(\d{1,6})\s?(?:[*·×]|\\cdot|\\times)\s?(\d{1,6})")
_ROW = regex(rf"(?:{_PRODUCT.pattern}[^\d\n=+.;−–-]{{1,40}})+{_PRODUCT.pattern}$")  # nothing is taken away
LEAST_TERMS = 2
LONGEST_ROW = 300  # characters
_APPLY = regex(
    r"\b(divid(?:e|ing)|multiply(?:ing)?|scal(?:e|ing))(?: \w{2,8}){0,2} (?:by|with)[\s$(]*$", re.I
)
_APPLIES = {"div": "div", "mul": "mul", "sca": "mul"}
_NUMBER = regex(UNSIGNED)
MOST_APPLIED = 4  # numbers before it that are tried
MOST_POWERS = 40  # of ten, behind an e


def is_of_every_entry(case: Case) -> bool:
    """`|x|·|y| = 1.02`, where |x| is the list of the absolute values."""
    expr = case.before.expr
    return "bars" in traits(expr).ops and case.fits(mapped(expr, _each_absolute))


def is_logistic(case: Case) -> bool:
    """`σ(z)` as the logistic function, where σ was a deviation before."""
    match case.before.expr:
        case Apply(function=Name(key="σ"), args=(inside,), span=span):
            return case.fits(Call(span, "sigmoid", (inside,)))
    return False


def is_gelu_by_tanh(case: Case) -> bool:
    """GELU as its authors also have it, and many programs: with tanh in the place of erf."""
    return "gelu" in traits(case.before.expr).ops and case.fits(_by_tanh(case.before.expr))


def has_letter_for_unit(case: Case) -> bool:
    """`0.79c`, a speed, where the page has a c."""
    match case.link.expr:
        case Call(op="mul", args=(Number() as number, Name() as letter)) if len(letter.key) == 1:
            if case.text[number.span.end : letter.span.start] in ("", "\\,"):
                quantity = Quantity(number, {}, case.link.printed.how)
                return compare(quantity, case.before.printed, case.link.member.is_approximate).is_sound
    return False


def is_exclaimed(case: Case) -> bool:
    """`3 · 9 = 27!`: the sign ends the sentence."""
    match case.link.expr:
        case Call(op="factorial", args=(Number() as number,)):
            quantity = Quantity(number, {}, case.link.printed.how)
            return compare(quantity, case.before.printed, case.link.member.is_approximate).is_sound
    return False


def is_applied(case: Case) -> bool:
    """“0.42 nats (in bits, divide by ln 2 ≈ 0.61)”: what a number before it comes to by it."""
    start = line_start(case.text, case.start)
    found = _APPLY.search(case.text, start, case.start)
    if found is None:
        return False
    op = _APPLIES[found[1][:3].lower()]
    numbers = (
        numeral(one[0], case.before.expr.span) for one in _NUMBER.finditer(case.text, start, found.start())
    )
    return any(case.fits(call(op, one, case.before.expr)) for one in [*numbers][-MOST_APPLIED:])


def is_rounded_up(text: str, chain: Chain, link: Link) -> bool:
    """`1000 / 32 = 31.25 ≈ 32` batches: things that come whole, and of which there have to be enough."""
    before, head = chain.known[-1], chain.links[0].expr
    if not _is_next_whole(before, link):
        return False
    if isinstance(head, Name) and _COUNT.fullmatch(head.key) and may_be_rounded_up(before, link):
        return True
    unit = (link.member.unit or "").lower()
    counts = _THINGS.fullmatch(unit) if unit else _THINGS_BEHIND.match(text, link.member.span.end)
    return bool(counts or _ENOUGH.search(text, *_around(before, link)))


def may_be_rounded_up(before: Link, link: Link) -> bool:
    """`9.8² = 96.04 ≈ 97`: as many as are needed, if it is a count; a small number is hardly one."""
    several = isinstance(link.expr, Number) and bool(link.expr.value > _FEW)
    return several and link.member.is_approximate and _is_next_whole(before, link)


def _is_next_whole(before: Link, link: Link) -> bool:
    """Whether a whole number is the next one above a value."""
    value, stated = before.printed.value, link.expr
    if type(stated) is not Number or stated.unit != 1 or not isinstance(value, fmpq | arb):
        return False
    return bool(value > 1) and bool(stated.value - value > 0) and bool(stated.value - value < 1)


def _around(before: Link, link: Link) -> tuple[int, int]:
    """From a few words before a member to a few behind the one that is compared with it."""
    return max(0, before.member.span.start - BEFORE), link.member.span.end + BEFORE


def is_size_rounded_down(case: Case) -> bool:
    """`(224 − 11 + 6)/4 + 1 ≈ 55`: a window that does not fit any more is left out, also without ⌊ ⌋."""
    value, stated = case.before.printed.value, case.link.expr
    if type(stated) is not Number or stated.unit != 1 or not isinstance(value, fmpq):
        return False
    if not 0 < value - stated.value < 1 or not any(
        _is_count_of_windows(one.expr) for one in case.chain.links
    ):
        return False
    sized = regex(rf"(?<![\d.]){stated.text}\s*(?:x|×|\\times)\s*{stated.text}(?![\d.])")
    return bool(_WINDOWS.search(case.text) or sized.search(case.text))


def _is_count_of_windows(expr: Expr) -> bool:
    """Whether it is a quotient of whole numbers, of which the first is a difference, and one more."""
    match expr:
        case Call(
            op="add", args=(Call(op="div", args=(Call(op="add" | "sub"), Number())), Number(value=one))
        ):
            return bool(one == 1) and all(n.value.q == 1 for n in walk(expr) if isinstance(n, Number))
    return False


def is_binary(before: Link, link: Link) -> bool:
    """`13 = 1101`: a number, and its digits in base two."""
    match before.expr, link.expr:
        case Number(value=value), Number(text=text) if len(text) > 2 and set(text) <= {"0", "1"}:
            return bool(value == fmpq(int(text, 2)))
    return False


def _each_absolute(expr: Expr) -> Expr:
    return Call(expr.span, "abs", expr.args) if isinstance(expr, Call) and expr.op == "bars" else expr


def _by_tanh(expr: Expr) -> Expr:
    if not isinstance(expr, Call) or expr.op != "gelu":
        return mapped(expr, _by_tanh)
    x = expr.args[0]
    return x * (1 + tanh(sqrt(2 / name("pi")) * (x + fmpq(44715, 10**6) * x * square(x)))) / 2


def is_of_both(text: str, chain: Chain, link: Link) -> bool:
    """“$5 + 9 = 14$ (first) plus $8 + 24 = 32$ (second) $= 46$”: the last number is of both."""
    before = chain.known[-1]
    value, stated, start = before.printed.value, link.printed.value, chain.links[0].member.span.start
    if not isinstance(value, fmpq) or not isinstance(stated, fmpq):
        return False
    if "$" not in text[before.member.span.end : link.member.span.start]:
        return False
    other = _PLUS.search(text, max(0, start - BEFORE), start)
    return other is not None and value + fmpq(*Fraction(other[1]).as_integer_ratio()) == stated


def is_of_row(text: str, chain: Chain, link: Link) -> bool:
    """`low 5·1, lower 2·3, newest 6·4 = 5 + 6 + 24 = 35`: a sum with a term for each product of a row."""
    start, terms = chain.links[0].member.span.start, operands(link.expr, frozenset({"add"}))
    if len(terms) < LEAST_TERMS or not all(isinstance(term, Number) for term in terms):
        return False
    row = _ROW.search(text, max(0, start - LONGEST_ROW), chain.links[0].member.span.end)
    if row is None:
        return False
    products = [fmpq(int(one)) * int(other) for one, other in _PRODUCT.findall(row[0])]
    return products == [term.value for term in terms if isinstance(term, Number)]


def is_power_of_ten(before: Link, link: Link) -> bool:
    """`0.5 · 0.0003 = 1.5e^{-4}`: as programs print it, with the exponent raised."""
    match link.expr:
        case Call(op="mul", args=(Number() as digits, Call(op="exp", args=(power,)))):
            value = Quantity(power, {}, link.printed.how).value
        case _:
            return False
    if digits.span.end != link.expr.args[1].span.start or not isinstance(value, fmpq) or value.q != 1:
        return False
    if not 0 < abs(value) < MOST_POWERS:
        return False
    stated = scaled(digits, fmpq(10) ** int(value.p), digits.text, digits.span)
    meant = Quantity(stated, {}, link.printed.how)
    return compare(meant, before.printed, link.member.is_approximate).is_sound


def is_whole_part(text: str, before: Link, link: Link) -> bool:
    """`[9/2] + 1 = 4 + 1`, with the brackets that Gauss wrote."""
    expr = floored(before.expr, text)
    whole = expr != before.expr and all(node.value.q == 1 for node in walk(expr) if isinstance(node, Number))
    return whole and compare(link.printed, Quantity(expr, {}, before.printed.how), False).is_sound


def is_only_about(before: Link, link: Link) -> bool:
    """`0.0589 ≈ 1/17`, or a constant: roughly the same, and not said to be more."""
    rough = not is_literal(link.expr) or _is_fraction(link.expr)
    return link.member.is_approximate and rough and _is_roughly(before, link)


def _is_fraction(expr: Expr) -> bool:
    """`1/17`, as one writes for 0.0589."""
    return (
        isinstance(expr, Call)
        and expr.op == "div"
        and all(isinstance(part, Number) and not part.is_decimal for part in expr.args)
    )


def _is_roughly(before: Link, link: Link) -> bool:
    """Whether two values are within a hundredth of each other, or a tenth where a constant is the second."""
    first, second = before.printed.value, link.printed.value
    if not isinstance(first, fmpq | arb) or not isinstance(second, fmpq | arb):
        return False
    share = 10 if isinstance(link.expr, Name) else 100
    return bool(distance(first, second) * share <= distance(second, fmpq(0)))


def is_modular(text: str, before: Link, link: Link) -> bool:
    """Whether whole numbers are the same modulo the one that is spoken of: “Modulo 2, 1 + 1 = 0”."""
    first, second = before.printed.value, link.printed.value
    if not (isinstance(first, fmpq) and isinstance(second, fmpq) and first.q == second.q == 1):
        return False
    start, end = before.member.span.start, link.member.span.end
    spoken = _MODULO.finditer(text, max(0, start - NEAR_MODULO), end + NEAR_MODULO // 4)
    moduli = [2 if found[2] else int(found[1]) for found in spoken]
    return any(modulus > 1 and int(first.p) % modulus == int(second.p) for modulus in moduli)
