"""What the text around a link says of it: lists, ratios, units, matrices drawn over several lines."""

from __future__ import annotations

import re

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.doubting import facts as has
from workings.checking.linking.doubting.case import NEAR, NOTHING_SAID, Case, Thought
from workings.checking.linking.doubting.scales import is_of_pen, is_of_prefixed
from workings.checking.linking.doubting.worded import is_applied
from workings.expr import Alt, Array, Call, Expr, Name, Number, walk
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, traits
from workings.source import line_start

LONGEST_LEAD = 160  # characters before a value that may say what it is
MOST_LINE_DIGITS = 4  # of the number of a line
_OTHERWISE = regex(
    r"\b(?:mask|pad|drop|clip|temperature|top-?[kp]\b|instead|without|noise|hard|one-hot|uniform|ideal|prior|initial"
    r"|suppose|imagine|second|other|another|data|observ|measur|target|label|sample|training|given|true|desired"
    r"|round|quanti[sz]|trunc|shift|if|would)\w*",
    re.I,
)
_SIGMA = regex(r"σ|\\sigma")
_NORMALISED = regex(r"normali[sz]|(?:rms|layer|batch|group|instance)[ _-]?norm", re.I)
_LOGISTIC = regex(r"sigmoid|logisti|e\^|\\exp|\bexp\(|\bσ['′]", re.I)
_PARTLY = regex(
    r"\btruncat|\bonly the\b|\bstopped\b|\bdetach"
    r"|\b(?:held|kept|holding|keeping)\b[^.\n]{0,24}\b(?:fixed|constant)",
    re.I,
)
_LED = regex(
    r"(?:(?<![A-Za-z])[A-Za-z]{2,}+[ \t]++\(|(?:(?<![A-Za-z])[A-Za-z]{2,}+|\d,)[ \t$]*+)$"
)  # a word or another number of a list
_REASON = regex(r"[ \t>(*-]*(?:because|since|as|where|using|note|for)\b", re.I)  # in the middle of a chain
_BESIDE = regex(r"\d[ \t]{2,}[A-Z][ \t]+\d")
_SIGNED = regex(r"(?<!\w)([A-Za-z][-+])[ \t]+[A-Za-z(]")
_COMPLEMENT = regex(r"\btwo['’]?s complement|\bcomplement\b|\bZweierkomplement", re.I)
_ARROW = regex(r"[\w)](?:->|→|\\to\s?)$")
_LETTER = regex(
    r"(?<![\w\\.'’])(?:[^\W\d_](?:_?\d{1,2}|[₀-₉])?|alpha|beta|gamma|delta|eta|theta|lambda|mu|sigma)['′]?"
    r"[ \t]*$"
)  # before a bracket: a factor, a function, or a name with its index
_GOES_ON = regex(r"\n[ \t]*\+[ \t$]*$|\w\./$")  # also of “110 Mio./128”
_QUOTED = regex(r"[\w\"”’'`*][ \t]?$")
_CUT_OFF = regex(r"\d(?:[ \t]*[kKMGT])?[ \t]+[A-Za-z]{1,20}[ \t]+(?:[xX×*·]|by)[ \t$]+$")  # “3 heads x ”
_COUNTED = frozenset(
    "nat nats bit bits byte bytes flop flops mac macs parameter parameters params weight weights token "
    "tokens word words step steps number numbers value values entry entries operation operations".split()
)
_MEASURE = regex(
    r"[µμmnpkMGTP](?:s|Hz|W|J|V|A|g|m|i?[Bb]|bits?|FLOPS?|FLOPs?(?:/s)?|[Bb](?:it)?/s)|cm|min|minutes?|hours?|days?|weeks?|months?|years?"
    r"|[A-Za-zµμΩ]{1,3}(?:\^-?\d)?/.*|.*[\^²³].*"
)
_BYTE = regex(r"[Bb]ytes?(?:/\w+)?|B")
_OF_BYTES = regex(r"\d [KkMGT]i?B$")
_PARTED = regex(r"[-−]?\d[\d.,]*\s+[·•]\s+[^\W\d]\w*")
_REMAINDER = regex(r"[\s$,(]{0,4}(?:remainder|rest\b|rem\.)", re.IGNORECASE)
_KINDS = regex(r"\s*[a-z]{3,}\s*\+\s*[\d.,]+\s*[a-z]{3,}", re.I)  # 1,200 weights + 16 biases
_FIRST = regex(r"[\d.,]+")
_IN_ROW = regex(r"(?<![\d.])\d[\d.,]*[ \t]+[-−]?$")
_RATIO = regex(r"[\w)}\]]\s*:\s*$")
_RATIO_ON = regex(r"\s*:\s*[\d.]")
_OF_SEVERAL = regex(
    r"\b(?:max(?:imum)?|min(?:imum)?|largest|smallest|mean|average|sum|median)(?: of\s?)?[ \t$(\\,]{0,4}$",
    re.I,
)
_LIST_BEFORE = regex(r"(?:[\d)\]}]|\bfrac\{\d+\}\{\d+\})\s*[,;]\s*$")
_AND_MORE = regex(r"[\s$]{1,3}(?:and|und|et|y)[\s$]{1,3}[-−]?\d[\d.]*(?=[.,;:)$]*(?:\s*\n|\s*$|[.;]\s))")
_LIST_AFTER = regex(r"[\s$\\]*[,;][\s$\\]*[-−]?(?:\.?\d|\()(?![^,;\n$]*=)")
_BINARY = regex(r"0[01]{2,}")
_LESS = frozenset({"sub"})
_ORTHOGONAL = regex(r"\b(?:orthogonal|perpendicular|senkrecht|ortogona|perpendicul)|正交|垂直", re.I)
LONGEST_WORDS = 80  # characters before a product that say of which vectors it is
BARS = frozenset({"bars", "abs", "det"})
_NORM = regex(r"\\\||(?<!\|)\|(?:\\?[A-Za-z]\w*|[^|\s]*\w[-−+*/·][^|\s]*)\|(?=[\s$]*=)")
_ANOTHER_BASE = regex(
    r"[\s$,(\\]{0,5}(?:(?:in|as) (?:binary|hex\w*|octal|base \d+|GF\(2\)|b?f(?:p|loat)?\d+|half precision"
    r"|floating)|p?b?mod(?:ulo)?\b)",
    re.IGNORECASE,
)


_NOUN = regex(
    r"\$[ \t]+(?!(?:is|are|was|which|and|so|but|where|that|for|with|by|as|because|not|then|the|this|since"
    r"|hence|thus|when|while|after|from|here|exactly|about|approximately|to|on|at|in|of|or|if|holds?)\b)[a-z]{3,}"
)
_COUNTLESS = frozenset({"neg", "div", "pow", "exp"})


_DONE = "the words before it say what is done with it"
OF_SURROUNDINGS = (  # what stands there in the form of an equation without being one
    Thought(_DONE, lambda c: _is_led(c), has.START | has.LED),
    Thought("it may go on from what stands before it", lambda c: _follows(c, _GOES_ON, NEAR), has.LED),
    Thought(
        "the words before it are a factor of it",
        lambda c: _CUT_OFF.search(_ahead(c)) is not None,
        has.START | has.LED,
    ),
    Thought(
        "the letter before the bracket may belong to it",
        lambda c: _is_of_letter(c.text, c.start),
        has.START,
    ),
    Thought("a count behind a word", lambda c: _is_count_of_word(c), has.FIRST),
    Thought("the units may differ", lambda c: is_of_prefixed(c.scope, c.text, c.before, c.link), has.SOURCED),
    Thought(
        "a quotient with its remainder", lambda c: _REMAINDER.match(_behind(c)[:20]) is not None, has.FOLLOWED
    ),
    Thought("counted in another way", lambda c: _is_counted_otherwise(c)),
    Thought("the end of an arrow", lambda c: _follows(c, _ARROW, 8), has.FIRST),
    Thought(
        "the last of several numbers in a row",
        lambda c: _IN_ROW.search(c.text, *_lead(c)) is not None,
        has.FIRST,
    ),
    Thought("the number of the line", lambda c: _is_of_line(c), has.FIRST),
    Thought("things of several kinds", lambda c: _is_of_kinds(c.text, c.link.member.span.start)),
    Thought(
        "a ratio of several numbers",
        lambda c: _RATIO.search(_ahead(c)) is not None and _RATIO_ON.match(c.text, c.end) is not None,
        has.LED,
    ),
    Thought(
        "several numbers for several of them",
        lambda c: _AND_MORE.match(c.text, c.end) is not None,
        has.START | has.LETTERS | has.FOLLOWED,
    ),
    Thought(_DONE, lambda c: _is_done_to_several(c) or is_applied(c), has.START | has.LED),
    Thought("a list beside a list", lambda c: _is_beside_list(c), has.START | has.LED),
    Thought("so many out of so many", lambda c: _is_out_of_many(c.before, c.link.expr), has.FORMULA),
    Thought("a range and how many it holds", lambda c: _is_range(c.before.expr, c.link.expr), ops=_LESS),
    Thought("an integral and an estimate of it", lambda c: _is_estimate(c)),
    Thought("several statements on a line", lambda c: _are_several_on_line(c)),
    Thought("the sign may belong to a name", lambda c: _is_sign_of_name(c)),
    Thought("it may be said of any two that are orthogonal", lambda c: _is_of_any_two(c), has.LETTERS),
    Thought("the units may differ", lambda c: _is_of_units(c), has.FIRST | has.FOLLOWED),
)


def _opening(case: Case) -> int:
    """Where the formula begins, inside the brackets that its member may stand in."""
    return case.before.expr.span.start


def _ahead(case: Case) -> str:
    """What stands closely before the formula, if that says anything."""
    start = _opening(case)
    near = case.text[max(0, start - NEAR) : start]
    return near if near.strip(NOTHING_SAID) else ""


def _behind(case: Case) -> str:
    """What stands closely behind the value, if that says anything."""
    near = case.text[case.end : case.end + NEAR]
    return near if near.strip(NOTHING_SAID) else ""


def _lead(case: Case) -> tuple[int, int]:
    """From where the line begins to where the formula does."""
    start = _opening(case)
    return line_start(case.text, start), start


def _follows(case: Case, pattern: re.Pattern[str], reach: int) -> bool:
    start = _opening(case)
    return pattern.search(case.text, max(0, start - reach), start) is not None


def _is_of_line(case: Case) -> bool:
    """`2 = Q @ K` below a line that begins with 1: a program that was copied with its line numbers."""
    opening, start = _lead(case)
    number = case.text[start : case.before.expr.span.end]
    above = case.text[line_start(case.text, max(0, opening - 1)) : opening].strip()
    if start > opening or not number.isdecimal() or len(number) > MOST_LINE_DIGITS:
        return False
    before = str(int(number) - 1)
    return above.startswith(before) and not above[len(before) : len(before) + 1].isdecimal()


def _is_led(case: Case) -> bool:
    """Whether a word before a number makes it a part of something else."""
    expr = case.before.expr
    quotient = isinstance(expr, Call) and expr.op == "div"
    return is_literal(expr) and not quotient and _LED.search(_ahead(case)) is not None


def _is_of_letter(text: str, start: int) -> bool:
    """`We get x [2 + 3] = 10`: the bracket is multiplied by x, or is an argument or index of it."""
    bracketed = text[start : start + 1] in ("(", "[")
    return bracketed and _LETTER.search(text, line_start(text, start), start) is not None


def _is_counted_otherwise(case: Case) -> bool:
    """Numbers to another base than ten."""
    stated, (opening, start) = case.link.expr, _lead(case)
    if case.facts & has.FOLLOWED and _ANOTHER_BASE.match(_behind(case)[:30]):
        return True
    if type(stated) is Number:
        if stated.text.startswith("0") and _BINARY.fullmatch(stated.text):
            return True
        if case.text.startswith("0x", case.link.member.span.start):
            return True
    said = case.text[opening:start].strip(NOTHING_SAID)
    return bool(said) and is_plain(case.before.expr) and _COMPLEMENT.search(said) is not None


def _is_of_kinds(text: str, start: int) -> bool:
    first = _FIRST.match(text, start)
    return _KINDS.match(text, start if first is None else first.end()) is not None


def _is_done_to_several(case: Case) -> bool:
    """“the maximum of 3/4 = 0.75”, where a formula does not already do what the word says."""
    found = _OF_SEVERAL.search(_ahead(case))
    return found is not None and not _is_worked_out(case.before.expr, found[0])


def _is_beside_list(case: Case) -> bool:
    """Whether what stands there may be the last of a list: `3/8, 1/8 = 0.375, 0.125`."""
    expr, stated = case.before.expr, case.link.expr
    if not is_plain(expr) or _LIST_BEFORE.search(_ahead(case)) is None:
        return False
    if isinstance(expr, Array) and isinstance(stated, Array):
        return True
    return is_literal(stated) and _LIST_AFTER.match(case.text, case.end) is not None


def _is_worked_out(before: Expr, word: str) -> bool:
    """Whether a formula already does what the word before it says: “mean (1 + 4)/2”, “maximum log 4”."""
    if not isinstance(before, Call) or not is_plain(before):
        return False
    said = word.lstrip().lower()
    if said.startswith(("mean", "average")):
        return before.op in ("div", "sqrt", "pow")
    return before.op != "neg" and (before.op not in ("add", "sub") or said.startswith("sum"))


def _is_out_of_many(before: Link, stated: Expr) -> bool:
    """A share as `3 = 3/4`; what is negative, divided or raised counts nothing."""
    value = before.printed.value
    match stated:
        case Call(op="div", args=(Number() as some, Number())):
            return (
                isinstance(value, fmpq)
                and value == some.value
                and _COUNTLESS.isdisjoint(traits(before.expr).ops)
            )
    return False


def _is_range(before: Expr, stated: Expr) -> bool:
    """`3 - 7 = 5`: from the third to the seventh."""
    number = stated_number(stated)
    match before:
        case Call(op="sub", args=(Number() as first, Number() as last)) if number is not None:
            return bool(first.value < last.value) and bool(number.value == last.value - first.value + 1)
    return False


def _is_estimate(case: Case) -> bool:
    """An integral and what a rule makes of it: ∫x² dx ≈ 0.25 [0 + 2 · 0.25 + 1] by trapezoids."""
    is_integral = case.text.startswith(("\\int", "∫"), _opening(case))
    return is_integral and case.link.member.is_approximate


def _are_several_on_line(case: Case) -> bool:
    """`A 6/3 = 2   B 2/3 = 0.7`."""
    return _BESIDE.search(case.text, _opening(case), case.end) is not None


def _is_sign_of_name(case: Case) -> bool:
    """`e+ v`, where e+ is a name."""
    signed = _SIGNED.finditer(case.text, _opening(case), case.link.member.span.start)
    return any(re.search(rf"(?<!\w){re.escape(found[1])}[ \t]*=", case.text) for found in signed)


def _is_of_any_two(case: Case) -> bool:
    """“Orthogonal vectors: a · b = 0”, which is said of any two."""
    match case.before.expr, case.link.expr:
        case Call(args=(Name(), Name())), Number(text="0"):
            return _follows(case, _ORTHOGONAL, LONGEST_WORDS)
    return False


def _is_of_units(case: Case) -> bool:
    """“$1.5 = 12$ quanta”: one number of something is another of something else."""
    return isinstance(case.link.expr, Number) and _NOUN.match(case.text, case.end) is not None


def is_partly(text: str, start: int) -> bool:
    """Whether the words before a gradient say that it is only a part of it: “truncated”."""
    return _PARTLY.search(text, max(0, start - LONGEST_LEAD), start) is not None


def _is_count_of_word(case: Case) -> bool:
    """Whether a number in brackets belongs to the word before it: `"the"(2), "cat"(1) = 3`."""
    return (
        case.text[case.start : case.start + 1] == "("
        and _QUOTED.search(case.text, max(0, case.start - 4), case.start) is not None
    )


def is_led_otherwise(text: str, start: int) -> bool:
    """Whether the words before a value make something else of it than its formula says."""
    line = max(line_start(text, start), start - LONGEST_LEAD)
    lead = max(text.rfind("\n\n", 0, start) + 1, text.rfind(". ", 0, start) + 1, start - LONGEST_LEAD)
    return _OTHERWISE.search(text, min(lead, line), start) is not None


def is_drawn(text: str, before: Link, link: Link) -> bool:
    """Whether the bars of a line stand above those of the next one or below: rows of a matrix."""
    if BARS.isdisjoint(traits(before.expr).ops) and BARS.isdisjoint(traits(link.expr).ops):
        return False
    upper, _, rest = text[: link.member.span.start].rpartition("\n")
    line_end, _, lower = text[link.member.span.start :].partition("\n")
    line, above, below = rest + line_end, upper.rpartition("\n")[2], lower.partition("\n")[0]
    if line.lstrip()[:1] == "|":
        return False  # a row of a table
    bars, *others = (_bars(one) for one in (line, above, below))
    return any(len(bars & other) > 1 for other in others)


def _bars(line: str) -> set[int]:
    """Where the bars of a line stand that may be the edge of a matrix: those of a norm are none."""
    plain = _NORM.sub(lambda found: " " * len(found[0]), line)
    return {at for at, sign in enumerate(plain) if sign == "|"}


def _is_of_bytes(expr: Expr) -> bool:
    """`14 GB`, which is tried as 14 · 2³⁰ and as 14 · 10⁹ bytes."""
    first = expr.options[0] if isinstance(expr, Alt) else expr
    return isinstance(first, Number) and _OF_BYTES.search(first.text) is not None


def is_any_activation(text: str, before: Link, link: Link) -> bool:
    """Whether the σ of a page that never calls it a sigmoid gives whole numbers: σ((−1, 1)) = (0, 1)."""
    return (
        isinstance(before.expr, Call)
        and before.expr.op == "sigmoid"
        and isinstance(link.expr, Array)
        and not any(isinstance(item, Number) and item.is_decimal for item in walk(link.expr))
        and _SIGMA.match(text, before.member.span.start) is not None
        and _LOGISTIC.search(text) is None
    )


def is_normalised(scope: Scope, text: str, before: Link) -> bool:
    """Whether the norm of a single number is what a layer makes of it: `RMSNorm: norm(x) = 1.5`."""
    match before.expr:
        case Call(op="norm", args=(Name(key=key),)):
            return isinstance(scope.said.get(key), fmpq | arb) and _NORMALISED.search(text) is not None
        case _:
            return False


def is_parted(text: str, before: Link) -> bool:
    """Whether a dot may stand between two statements instead of two factors: `p = 0.9 · r = 0.8`."""
    return _PARTED.fullmatch(text, before.member.span.start, before.member.span.end) is not None


def are_places(before: Expr, stated: Expr) -> bool:
    """Whether two pairs are the same whole numbers in another order, as in `(1,2) = (2,1) = 0.5`."""
    if not isinstance(before, Array) or not isinstance(stated, Array) or before.form != "tuple":
        return False
    items = [*before.items, *stated.items]
    if not all(isinstance(item, Number) and item.unit == 1 for item in items):
        return False
    first, second = ([n.value for n in a.items if isinstance(n, Number)] for a in (before, stated))
    return sorted(first) == sorted(second)


def differs_in_units(before: Link, link: Link) -> bool:
    """Whether two values may be measured in different units; a word behind the second is often none."""
    if is_of_pen(before, link):
        return False
    mine, theirs = link.member.unit, before.member.unit
    if theirs is not None and _BYTE.fullmatch(theirs.split()[-1]) and _is_of_bytes(link.expr):
        return False
    if theirs is not None:
        same = mine is not None and mine.lower().rstrip("s") == theirs.lower().rstrip("s")
        return not same or is_literal(before.expr)
    if mine is None or mine.lower() in _COUNTED:
        return False
    return not link.member.trails or _MEASURE.fullmatch(mine) is not None


def lost_its_left_side(text: str, before: Link, link: Link) -> bool:
    """A result ends a line, and the next begins with a sign: what it is about may have been lost."""
    between = text[before.member.span.end : link.member.span.start]
    if "\n" not in between:
        return False
    line = line_start(text, before.member.span.start)
    if _REASON.match(text, line, before.member.span.start):
        return True
    return isinstance(before.expr, Number) and before.expr.is_decimal
