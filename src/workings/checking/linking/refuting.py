"""Whether a known name that is given another value is given a wrong one, or is another thing by now."""

from __future__ import annotations

import re

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import number_in
from workings.checking.linking.copying import is_near
from workings.checking.linking.doubting.beforehand import follows_from_before
from workings.checking.linking.doubting.changing import (
    PARAGRAPH,
    has_moved_on,
    is_another_case,
    is_iterated,
    is_labelled_otherwise,
    is_worked_out_apart,
    runs_through_cases,
)
from workings.checking.linking.doubting.surroundings import is_partly
from workings.checking.linking.expecting.filling import is_by_formula
from workings.expr import Array, Call, Number
from workings.parsing.hypotheses import is_set
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import is_plain, names_in
from workings.source import Page
from workings.value import Tensor

_CASE = regex(r"[\s$*_]{0,3}:\s")
_HENCE = regex(r"[\s$*_`]{0,6}(?:→|->|⇒|=>)")
_CHANGES = regex(
    r"\b(?:start\w*|begin\w*|initial\w*|flip\w*|becom\w*|turns?|updat\w*|chang\w*|moves?|next|new|then|after)\b|→|->|←",
    re.I,
)
_REDUCED = regex(
    r"echelon|eliminat|\brow[- ](?:oper|reduc)|\brref\b|\bR_?\{?\d\}?\s*(?:<-|←|→|->|\\(?:left|right)arrow)",
    re.I,
)  # a matrix after steps of Gauss is another one under the same name
_ROUND = regex(
    r"\b(?:round|iteration|epoch|step|pass)\s*\(?\d|\bafter (?:one|the|a) (?:update|step)\b"
    r"|^[ \t>*#$-]*[tnk][ \t]*=[ \t]*\d+[ \t\r*$:.)]*$",  # t = 2, on a line of its own
    re.I | re.M,
)
_ITEM = regex(
    r"\n[ \t>*_]{0,8}(?:\d{1,3}\\?[.)]|(?:exercise|exercice|problem|question|task|aufgabe|ejercicio)\s*\d)",
    re.I,
)  # another exercise
_LED = regex(
    r"(?:^|[.\n])[\s*_>-]*+(?:\(?[a-h]\)\s*+)?(?:with|without|in|under|for|using|if|when|at|after|before|causal\w*|now)\b"
    r"[^.\n$=]{0,60}[:,][\s$*_]*(?:[\w^{}\\]{1,16}\s*=\s*)?$",
    re.I,
)  # a case of its own
_SWITCHED_OFF = regex(
    r"\bdrop-?out\b|\bdropped\b|\b(?:un)?masked?\b|\bmasking\b|\bm(?:asch(?:er[ae]|ierung)|[aá]scaras?|asques?|asken?)\b"
    r"|\bprun(?:e|ed|ing)\b|\bablat\w+|\bzero(?:ed|es|ing)? out\b|\b(?:switch|turn)\w* off\b",
    re.I,
)
_RESULT = regex(rf"(?:[=≈]|\\approx)[\s$]*[-−]?({NUMERAL})(?![\d.]*\d)")
LEAST_FINE = 100  # parts of one: a number with more digits than that is no other by chance
LONGEST_LEAD = 100  # characters before a value that say of which case it is
BEFORE = 40  # characters before a value that may say so
FEWER_DIGITS = 20  # a part of the value: farther off, it is another one
MOST_DIGITS = 9  # behind the point of a number that is given
NEXT = 60  # characters between a variance and its root


def is_something_else(text: str, binding: Binding, head: Link, link: Link) -> bool:
    """Whether a value is surely a new one: set on purpose, one case of several, a list of another length."""
    literal, behind = is_literal(link.expr), link.member.span.end
    if isinstance(link.expr, Number) and (is_set(text, head.member.span.start) or _CASE.match(text, behind)):
        return True  # t = 1000: a quarter of the peak
    if literal and not binding.derived and _HENCE.match(text, behind):
        return True  # S = [1, 1, 1, 1] → p = 1
    listed = not binding.derived or isinstance(binding.formula, Array)
    return literal and listed and _is_another(head.printed.value, link.printed.value)


def is_refuted(scope: Scope, page: Page, binding: Binding, head: Link, link: Link) -> bool:
    """Whether what a name was before calls its new value wrong, and nothing speaks for that."""
    text, here = page.text, head.member.span.start
    stated = is_literal(link.expr) or (
        isinstance(link.expr, Array) and is_plain(link.expr) and is_by_formula(binding)
    )
    return (
        stated
        and not has_moved_on(scope, text, _behind(binding, head), here)
        and (_refutes(scope, binding, link, page) or _is_slip(scope, text, binding, head, link))
        and not is_worked_out_apart(scope, text, head, link)
        and not is_iterated(scope, head)
        and not is_another_case(scope, text, head)
        and not is_labelled_otherwise(text, binding.span.start, here)
        and not runs_through_cases(scope, text, head)
        and not follows_from_before(scope, page, head, link)
    )


def is_far(head: Link, link: Link) -> bool:
    """Whether a number is off by too much to be the old one in fewer digits: 1.0 is no 0.918."""
    old, new = head.printed.value, link.printed.value
    return isinstance(old, fmpq) and isinstance(new, fmpq) and abs(new - old) * FEWER_DIGITS > abs(old)


def is_finer(old: object, new: object) -> bool:
    """Whether a given number is stated in more digits than before, of which the old ones are a rounding."""
    if isinstance(old, Tensor) and isinstance(new, Tensor):
        return len(old.items) == len(new.items) and all(map(is_finer, old.items, new.items))
    if not isinstance(old, fmpq) or not isinstance(new, fmpq):
        return False
    digits = next((k for k in range(1, MOST_DIGITS) if (old * 10**k).q == 1), MOST_DIGITS)
    return bool(abs(new - old) * 2 * 10**digits <= 1)


def _is_another(old: object, new: object) -> bool:
    """Whether a list has fewer or more entries than before, and is not the old one with some left out."""
    if not isinstance(old, Tensor) or not isinstance(new, Tensor) or len(old.items) == len(new.items):
        return False
    short, long = sorted((old.items, new.items), key=len)
    rest = iter(long)
    return not all(item in rest for item in short)


def _behind(binding: Binding, head: Link) -> frozenset[str]:
    """A name with those that its value was worked out from."""
    own = names_in(head.expr)
    return own if binding.formula is None else own | names_in(binding.formula)


def _refutes(scope: Scope, binding: Binding, link: Link, page: Page) -> bool:
    """Whether an earlier value of a name is close enough to call a new one wrong."""
    if binding.rooted and link.member.span.start - binding.span.end < NEXT:
        return True  # σ² = 14, σ = 3.74
    if is_partly(page.text, link.member.span.start):
        return False
    put_in = as_value(link.printed.value)
    near = put_in is not None and is_near(binding, put_in)
    if _ROUND.search(page.text, binding.span.end, link.member.span.start):
        return False
    between = page.text[binding.span.end : link.member.span.start]
    if _is_switched_off(binding, put_in, between) or _is_made_since(binding, put_in, between):
        return False
    if binding.derived:
        here = binding.section == scope.section or (is_by_formula(binding) and scope.is_stage_of(binding))
        formula_trusted = binding.formula is None or scope.is_trusted(binding.formula)
        if not formula_trusted or _is_another_run(scope, binding, page, link.member.span.start):
            return False
        if _ITEM.search(page.text, binding.span.end, link.member.span.start):
            return False  # in another exercise
        if _is_given_anew(binding, put_in, between):
            return near
        return (near and not _is_alike_by_chance(put_in)) or (here and not binding.literal)
    if not near or not isinstance(put_in, Tensor) or len(put_in.items) <= 2:
        return False
    if _was_given_before(scope, binding, put_in):
        return False
    if _REDUCED.search(page.text, binding.span.end, link.member.span.start):
        return False
    places = (binding.span.start, link.member.span.start)
    if any(_CHANGES.search(page.text, max(0, place - BEFORE), place) for place in places):
        return False  # starting from s = (1, 1, 1), unit 2 flips
    led = any(_LED.search(page.text, max(0, place - LONGEST_LEAD), place) for place in places)
    here = binding.section == scope.section and not led and _ITEM.search(page.text, *places) is None
    return here or _is_slightly_off(binding, put_in)


def _is_another_run(scope: Scope, binding: Binding, page: Page, place: int) -> bool:
    """Whether another name got another value just before, in the same paragraph: all that follows is new."""
    opening = page.paragraph_start(place)
    return binding.span.start < opening and any(
        opening <= other.span.start < place
        and key in scope.past.earlier
        and not scope.is_as_formula(key, other)
        for key, other in scope.bindings.items()
    )


def _is_given_anew(binding: Binding, put_in: object, between: str) -> bool:
    """Whether a matrix that was only given, `C = 1/2 [[1, 0], [0, 1]]`, is given in another paragraph."""
    match binding.formula:
        case Call(op="mul" | "times" | "div", args=(first, second)) if isinstance(put_in, Tensor):
            given = is_literal(second) if isinstance(second, Array) else is_literal(first)
            return given and PARAGRAPH.search(between) is not None
    return False


def _is_slip(scope: Scope, text: str, binding: Binding, head: Link, link: Link) -> bool:
    """Whether a name that nobody has stated yet is given what a slip makes of its formula."""
    if not is_by_formula(binding):
        return False
    from workings.checking.linking.doubting.convincing import is_given_by_slip  # seldom asked

    return is_given_by_slip(scope, text, head, link)


def _is_switched_off(binding: Binding, put_in: object, between: str) -> bool:
    """Whether a list is an old one with noughts in some places, and dropout or a mask was spoken of since."""
    known = binding.said
    if not isinstance(known, Tensor) or not isinstance(put_in, Tensor):
        return False
    if len(known.items) != len(put_in.items) or _SWITCHED_OFF.search(between) is None:
        return False
    return all(new in (0, old) for old, new in zip(known.items, put_in.items, strict=True))


def _was_given_before(scope: Scope, binding: Binding, put_in: Tensor) -> bool:
    """Whether a name goes back to a value that it had before its last one: it changes from case to case."""
    keys = [key for key, one in scope.bindings.items() if one is binding]
    earlier = (value for key in keys for value in scope.past.earlier.get(key, ()))
    return any(isinstance(value, Tensor) and value.items == put_in.items for value in earlier)


def _is_made_since(binding: Binding, put_in: object, between: str) -> bool:
    """Whether all new entries of a given list were worked out in between: `K_12 = −0.4621`, then G."""
    known = binding.said
    if binding.derived or not isinstance(known, Tensor) or not isinstance(put_in, Tensor):
        return False
    old = set(known.items)
    new = {abs(item) for item in put_in.items if isinstance(item, fmpq) and item not in old}
    if not new or any((item * LEAST_FINE).q == 1 for item in new):
        return False  # 1 and 0.5 stand everywhere
    return new <= {number for found in _RESULT.finditer(between) if (number := number_in(found[1]))}


def _is_alike_by_chance(put_in: object) -> bool:
    """Whether a vector is a pair of 0 and 1, which shares an entry with most others of its kind."""
    return (
        isinstance(put_in, Tensor) and len(put_in.items) <= 2 and all(i in (0, 1, -1) for i in put_in.items)
    )


def _is_slightly_off(binding: Binding, put_in: Tensor) -> bool:
    """Whether one entry of many differs; small matrices of 0 and 1 are alike by chance in two exercises."""
    known = binding.said
    if not isinstance(known, Tensor):
        return False
    pairs = list(zip(known.items, put_in.items, strict=True))
    telling = sum(a not in (0, 1, -1) for a, _ in pairs)
    return telling > 1 and sum(bool(a != b) for a, b in pairs) == 1
