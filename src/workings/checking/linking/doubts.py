"""Second thoughts before anything is called wrong: what else the author may have meant."""

from __future__ import annotations

import re

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.entries import MOST_ENTRIES
from workings.checking.linking.batches import is_mean_over_examples
from workings.checking.linking.copying import miscopied
from workings.checking.linking.equations import is_equation
from workings.checking.outcome import Outcome
from workings.checking.readings import is_size, other_brackets, shapes_fit, wider_logs
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.parsing.hypotheses import is_counterfactual, is_set
from workings.parsing.numerals import numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, long_decimals, names_in
from workings.value import Tensor

_REMAINDERS = frozenset({"r", "rem", "remainder", "rest", "reste", "resto"})
_LED = regex(r"(?:[A-Za-z]{2,}|\d,)[ \t$]*$")  # a word or another number of a list
_COMPLEMENT = regex(r"\btwo['’]?s complement|\bcomplement\b|\bZweierkomplement", re.I)
_ARROW = regex(r"[\w)](?:->|→|\\to\s?)$")
_GOES_ON = regex(r"\n[ \t]*\+[ \t$]*$")
_CUT_OFF = regex(r"\d[ \t]+[A-Za-z]{2,20}[ \t]+(?:[xX×*·]|by)[ \t$]+$")  # “3 heads x ”
_COMMA = regex(r"\d{1,3}(?:,|\{,\})\d{3}")
_COUNTED = frozenset(
    "nat nats bit bits byte bytes flop flops mac macs parameter parameters params weight weights token "
    "tokens word words step steps number numbers value values entry entries operation operations".split()
)
_MEASURE = regex(
    r"[µμmnpkMGT](?:s|Hz|W|J|V|A|g|m|bits?|FLOPS?)|cm|min|minutes?|hours?|days?|weeks?|months?|years?"
)
_REMAINDER = regex(r"[\s$,(]{0,4}(?:remainder|rest\b|rem\.)", re.IGNORECASE)
_PARAGRAPH = regex(r"\n[ \t\r]*\n")
_NEW_LINE = regex(r"\n[ \t\r]*(?:\n|[*#>(A-Z-])")  # with something of its own
_RENEWED = regex(r"\b(?:now|new|instead|chang\w{1,3}|updat\w{1,3}|replac\w{1,3}|then|after|set)\b|←", re.I)
LONGEST_CHANGE = 220  # characters
_INSTEAD = regex(
    r"\b(?:with|using|for|in|by)\b[^.;:$=]{2,60}\binstead\b(?! of)(?:[^.;\n]|\.(?=\d)){0,140}$", re.I
)

LONGEST_START = 40  # characters
_STARTS = regex(r"\b(?:start|begin|initial|init)\w*\b[^.\n=]*$", re.I)
_MOVES = regex(r"\b(?:updat|step|epoch|iteration|mistake|train|descent)\w*|\bw after\b|←", re.I)
_CASE = regex(
    r"^[\s>*_#+\-\\{}a-z]{0,24}?\b(triplet|example|sample|pair|case|sentence|sequence|pattern|instance|patient|user)"
    r"[ ~]\(?(\d{1,3}|[A-D])\b",
    re.IGNORECASE | re.MULTILINE,
)
FARTHEST_CASE = 2000  # characters
_KINDS = regex(r"\s*[a-z]{3,}\s*\+\s*[\d.,]+\s*[a-z]{3,}", re.I)  # 1,200 weights + 16 biases
_FIRST = regex(r"[\d.,]+")
_RATIO = regex(r"[\w)}\]]\s*:\s*$")
_RATIO_ON = regex(r"\s*:\s*[\d.]")
_OF_SEVERAL = regex(
    r"\b(?:max(?:imum)?|min(?:imum)?|largest|smallest|mean|average|sum|median)(?: of)?[\s$(\\,]{0,4}$", re.I
)
_LIST_BEFORE = regex(r"(?:[\d)\]}]|\bfrac\{\d+\}\{\d+\})\s*[,;]\s*$")
_AND_MORE = regex(r"[\s$]{1,3}(?:and|und|et|y)[\s$]{1,3}[-−]?\d[\d.]*(?=[.,;:)$]*(?:\s*\n|\s*$|[.;]\s))")
_LIST_AFTER = regex(r"[\s$\\]*[,;][\s$\\]*[-−]?[\d(](?![^,;\n$]*=)")
_ASYNCHRONOUS = regex(r"\basynchron|\bone (?:after|at) (?:the other|a time)\b", re.I)
_BINARY = regex(r"0[01]{2,}")
_ELSEWHERE = regex(
    r"\b(?:in|from) (?:(?:exercise|problem|part|question|task|aufgabe)\s\(?[\w.]{1,5}\)?|\d+\.\d+)"
    r"[*_]{0,2}[:,]?[\s$\\(]{0,4}$",
    re.IGNORECASE,
)
_OLD = regex(r"[^.\n]{0,24}\b(?:the|their|its) (?:old|previous|original|unrounded)\b", re.I)
_AS_IN = regex(r"\b(?:as|like) in \(?(?:[a-z]\)|part |problem |exercise |question )", re.I)
_ANOTHER_BASE = regex(
    r"[\s$,(\\]{0,5}(?:(?:in|as) (?:binary|hex\w*|octal|base \d+|GF\(2\))|p?b?mod(?:ulo)?\b)", re.IGNORECASE
)
_FROM_NOUGHT = regex(
    r"(?:start|count|begin|index)\w*\s+(?:at|from|with)\s+(?:0|zero)\b|(?:zero|0)-(?:based|index)",
    re.IGNORECASE,
)


def second_thoughts(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison
) -> Comparison:
    """What becomes of a link that differs from its predecessor and from the head."""
    before = chain.known[-1]
    corner = before.corner or chain.known[0].corner
    if corner:
        return undecided(f"there is no single derivative at this corner: {corner}")
    if _differs_in_units(before, link):
        return undecided("the units may differ")
    if link.member.trails and (link.member.unit or "").lower() in _REMAINDERS:
        return undecided("a quotient with its remainder")
    if _lost_its_left_side(outcome.page.text, before, link):
        return undecided("a line of its own, whose left side is missing")
    if (meant := _meant_otherwise(outcome.page.text, chain, link)) is not None:
        return undecided(meant)
    convention = _fits_otherwise(scope, outcome.page.text, before, link)
    if convention is not None:
        outcome.convention = convention
        return SIMPLE[Verdict.RIGHT]
    cause = _reused_error(scope.mistaken, link, worst)
    if cause is not None:
        link.cause = cause
        return SIMPLE[Verdict.CARRIED]
    if isinstance(before.expr, Number) and _is_share(before.expr) != _is_share(link.expr):
        return undecided("a share and a count")
    if scope.overridden and any(
        isinstance(node, Call) and node.op in scope.overridden for node in walk(before.expr)
    ):
        return undecided("the document has its own definition of a function in it")
    if chain.at_start and names_in(link.expr) and _is_of_bare_names(before.expr):
        return undecided("the document may define it in its own way")
    if link.member.sign in ("≈", "~") and not is_literal(link.expr) and _is_roughly(before, link):
        return undecided("it is only said to be about the same")
    here = before.member.span.start
    named = names_in(before.expr) or names_in(link.expr)
    if named and _AS_IN.search(outcome.page.text, outcome.page.paragraph_start(here), here):
        return undecided("it speaks of another part")
    if named and _OLD.match(outcome.page.text, link.member.span.end):
        return undecided("it is made from the old value")
    if _is_drawn(outcome.page.text, before, link):
        return undecided("a matrix that is drawn over several lines")
    if is_plain(before.expr):
        return worst
    if is_counterfactual(outcome.page.text, link.member.span.start):
        return undecided("it says what would be, not what is")
    if _ELSEWHERE.search(outcome.page.text, max(0, before.member.span.start - 40), before.member.span.start):
        return undecided("it speaks of another part")
    if chain.at_start and is_literal(link.expr) and is_set(outcome.page.text, before.member.span.start):
        return undecided("the words before it set it anew")
    if chain.at_start and is_literal(link.expr) and _was_put_in(scope, before):
        return undecided("a name in it got its value from numbers that were put in elsewhere")
    if chain.at_start and is_literal(link.expr) and _is_another_case(scope, outcome.page.text, before):
        return undecided("the names may mean something else here")
    if _was_a_start(scope, outcome.page.text, before):
        return undecided("a name in it was given its start, and may have moved on")
    if _holds_besides(scope, before, link):
        return undecided("a name has another value besides, with which it holds")
    if before.derived and not (before.certain and scope.is_trusted(before.source, once=True)):
        return undecided("the names may mean something else here")
    if before.derived and is_mean_over_examples(before, link):
        return undecided("a mean over examples")
    if before.derived:
        return worst
    if isinstance(before.expr, Name) and before.expr.index and _is_made_from(before, link.expr):
        return undecided("it is made from the old value")
    copied = None
    if is_plain(link.expr) and not _keeps_a_vector(before.expr, link.expr):
        copied = miscopied(scope, outcome, before, link)
    if copied is not None:
        return copied
    if isinstance(before.expr, Name) and not before.certain and not scope.is_upheld(before.expr):
        return undecided("the names may mean something else here")
    if not scope.is_trusted(before.source, scope.formulas.home_of(before.expr)):
        return undecided("the names may mean something else here")
    if not before.certain and is_equation(scope, outcome.page.text, chain, before, link):
        return undecided("an equation to be solved")
    if _ASYNCHRONOUS.search(outcome.page.text) and any(
        isinstance(node, Name) and node.index for node in walk(before.source)
    ):
        return undecided("entries are given new values one after the other")
    if _counts_from_nought(scope, outcome.page.text, before):
        return undecided("the entries may be counted from 0")
    if _was_given_twice(scope, outcome.page.text, before):
        return undecided("a name in it was given two values")
    if _is_instead(outcome.page.text, before):
        return undecided("the names may mean something else here")
    return worst


def _first_number(text: str, start: int) -> str:
    found = _FIRST.match(text, start)
    return found[0] if found is not None else ""


def _is_worked_out(before: Expr, word: str) -> bool:
    """Whether a formula already does what the word before it says: “mean (1 + 4)/2”, “maximum log 4”."""
    if not isinstance(before, Call) or not is_plain(before):
        return False
    said = word.lstrip().lower()
    if said.startswith(("mean", "average")):
        return before.op in ("div", "sqrt", "pow")
    return before.op != "neg" and (before.op not in ("add", "sub") or said.startswith("sum"))


def _is_listed(text: str, before: Expr, stated: Expr, end: int) -> bool:
    """Whether what stands there may be the last of a list: `3/8, 1/8 = 0.375, 0.125`."""
    if isinstance(before, Array) and isinstance(stated, Array):
        return True
    return is_literal(stated) and _LIST_AFTER.match(text, end) is not None


def _holds_besides(scope: Scope, before: Link, link: Link) -> bool:
    """Whether a link holds with the values that names had before an aside: “without it, x = 0.2”."""
    if not scope.besides:
        return False
    involved = names_in(before.source) | names_in(link.expr)
    keys = [key for key in scope.besides if key in involved or key.partition("_")[0] in involved]
    if not keys:
        return False
    names = {**scope.said, **{key: scope.besides[key] for key in keys}}
    wide = {**scope.wide, **{key: scope.besides[key] for key in keys}}
    left = before.printed if before.derived else Quantity(before.source, names, before.printed.how, wide)
    right = Quantity(link.expr, names, link.printed.how, wide)
    return compare(right, left, link.member.sign in ("≈", "~")).is_sound


def _is_roughly(before: Link, link: Link) -> bool:
    """Whether two values are within a hundredth of each other, or a tenth where a constant is the second."""
    first, second = before.printed.value, link.printed.value
    if not isinstance(first, fmpq | arb) or not isinstance(second, fmpq | arb):
        return False
    share = 10 if isinstance(link.expr, Name) else 100
    return bool(distance(first, second) * share <= distance(second, fmpq(0)))


def _was_put_in(scope: Scope, before: Link) -> bool:
    """Whether nobody says what a number is that a member goes back to, but for `p/τ = 0.12/0.1`."""
    bindings = (scope.bindings.get(key) for key in names_in(before.source))
    return any(found is not None and found.put_in and isinstance(found.said, fmpq) for found in bindings)


def _is_another_case(scope: Scope, text: str, before: Link) -> bool:
    """Whether names were given values under “Triplet 1” and are spoken of again under “Triplet 2”."""
    here = _case_at(text, before.member.span.start)
    if here is None:
        return False
    bindings = (scope.bindings.get(key) for key in names_in(before.source))
    there = (_case_at(text, found.span.start) for found in bindings if found is not None)
    return any(case is not None and case[0] == here[0] and case[1] != here[1] for case in there)


def _case_at(text: str, place: int) -> tuple[str, str] | None:
    """The last numbered case that begins before a place."""
    found = list(_CASE.finditer(text, max(0, place - FARTHEST_CASE), place))
    return (found[-1][1].lower(), found[-1][2]) if found else None


def _is_made_from(before: Link, expr: Expr) -> bool:
    """Whether a product or quotient holds the value that an entry had: a mask gives `h_2 = 0 · 4`."""
    old = before.printed.value
    if not isinstance(expr, Call) or expr.op not in ("mul", "div"):
        return False
    return any(isinstance(part, Number) and part.value == old for part in expr.args)


def _is_instead(text: str, before: Link) -> bool:
    """Whether words in the sentence replace something: “with raw counts instead: cos(a, b) = …”."""
    start = before.member.span.start
    return _INSTEAD.search(text, max(0, start - LONGEST_CHANGE), start) is not None


def _was_given_twice(scope: Scope, text: str, before: Link) -> bool:
    """Whether one paragraph gave a name several values, and a later one uses it.

    “Head 1 has q = (1, 0), head 2 has q = (0, 1).” A new value on purpose replaces the old one.
    """
    for key in names_in(before.source).intersection(scope.bindings):
        binding = scope.bindings[key]
        if binding.rival is None:
            continue
        between = text[binding.rival.end : binding.span.start]
        after = text[binding.span.end : before.member.span.start]
        if _NEW_LINE.search(after) and not _PARAGRAPH.search(between) and not _RENEWED.search(between):
            return True
    return False


def _counts_from_nought(scope: Scope, text: str, before: Link) -> bool:
    """Whether a member takes entries of a vector in a document that counts them from 0: `w_0 x_0 + w_1`."""
    vectors = {
        node.base
        for node in walk(before.source)
        if isinstance(node, Name) and node.index and isinstance(scope.said.get(node.base), Tensor)
    }
    if not vectors:
        return False
    return _FROM_NOUGHT.search(text) is not None or any(
        f"{base}_0" in text or f"{base}_{{0" in text for base in vectors
    )


def _keeps_a_vector(before: Expr, after: Expr) -> bool:
    """`A v = 3 v` with v written out on both sides: nothing was put in for A."""
    literals = [node for node in walk(before) if isinstance(node, Array)]
    kept = [node for node in walk(after) if isinstance(node, Array)]
    return any(_entries(a) == _entries(b) for a in literals for b in kept)


def _entries(array: Array) -> list[str]:
    return [node.text for node in walk(array) if isinstance(node, Number)]


def _is_of_bare_names(expr: Expr) -> bool:
    """`LN(h)`: an operation of names alone, which the next member may define."""
    return isinstance(expr, Call) and expr.op in OPERATIONS and all(isinstance(a, Name) for a in expr.args)


def _meant_otherwise(text: str, chain: Chain, link: Link) -> str | None:
    """What stands there in the form of an equation without being one."""
    before, stated = chain.known[-1].expr, link.expr
    start, end = before.span.start, link.member.span.end
    quotient = isinstance(before, Call) and before.op == "div"
    if (
        chain.at_start
        and is_literal(before)
        and not quotient
        and _LED.search(text[max(0, start - 40) : start])
    ):
        return "the words before it say what is done with it"
    if chain.at_start and _GOES_ON.search(text, max(0, start - 40), start):
        return "it may go on from the line above"
    if chain.at_start and _CUT_OFF.search(text[max(0, start - 40) : start]):
        return "the words before it are a factor of it"
    if _REMAINDER.match(text[end : end + 20]):
        return "a quotient with its remainder"
    if _ANOTHER_BASE.match(text[end : end + 30]):
        return "counted in another way"
    if isinstance(stated, Number) and (
        _BINARY.fullmatch(stated.text) or text.startswith("0x", link.member.span.start)
    ):
        return "counted in another way"
    if is_plain(before) and _COMPLEMENT.search(text, text.rfind("\n", 0, start) + 1, start):
        return "counted in another way"
    if chain.at_start and isinstance(before, Number) and _ARROW.search(text, max(0, start - 8), start):
        return "the end of an arrow"
    if _KINDS.match(text, link.member.span.start + len(_first_number(text, link.member.span.start))):
        return "things of several kinds"
    ahead = text[max(0, start - 40) : start]
    if _RATIO.search(ahead) and _RATIO_ON.match(text, end):
        return "a ratio of several numbers"
    if chain.at_start and not is_plain(before) and _AND_MORE.match(text, end):
        return "several numbers for several of them"
    if chain.at_start and (found := _OF_SEVERAL.search(ahead)) and not _is_worked_out(before, found[0]):
        return "the words before it say what is done with it"
    if (
        chain.at_start
        and _LIST_BEFORE.search(ahead)
        and is_plain(before)
        and _is_listed(text, before, stated, end)
    ):
        return "a list beside a list"
    value, number = chain.known[-1].printed.value, stated_number(stated)
    match stated:
        case Call(op="div", args=(Number() as some, Number())) if (
            isinstance(value, fmpq) and value == some.value
        ):
            return "so many out of so many"
    match before:
        case Call(op="sub", args=(Number() as first, Number() as last)) if number is not None:
            if first.value < last.value and number.value == last.value - first.value + 1:
                return "a range and how many it holds"
    return None


def _is_drawn(text: str, before: Link, link: Link) -> bool:
    """Whether the bars of a line stand above those of the next one or below: rows of a matrix."""
    nodes = (*walk(before.expr), *walk(link.expr))
    if not any(isinstance(node, Call) and node.op in ("bars", "abs", "det") for node in nodes):
        return False
    upper, _, rest = text[: link.member.span.start].rpartition("\n")
    line_end, _, lower = text[link.member.span.start :].partition("\n")
    line, above, below = rest + line_end, upper.rpartition("\n")[2], lower.partition("\n")[0]
    if line.lstrip()[:1] == "|":
        return False  # a row of a table
    bars, *others = ({at for at, sign in enumerate(one) if sign == "|"} for one in (line, above, below))
    return any(len(bars & other) > 1 for other in others)


def _differs_in_units(before: Link, link: Link) -> bool:
    """Whether two values may be measured in different units; a word behind the second is often none."""
    mine, theirs = link.member.unit, before.member.unit
    if theirs is not None:
        same = mine is not None and mine.lower().rstrip("s") == theirs.lower().rstrip("s")
        return not same or is_literal(before.expr)
    if mine is None or mine.lower() in _COUNTED:
        return False
    return not link.member.trails or _MEASURE.fullmatch(mine) is not None


def _was_a_start(scope: Scope, text: str, before: Link) -> bool:
    """Whether a name was said to start at its value, and steps were taken since."""
    for key in names_in(before.source):
        binding = scope.bindings.get(key)
        if binding is None or binding.derived or binding.section == scope.section:
            continue
        given, here = binding.span.start, before.member.span.start
        if _STARTS.search(text, max(0, given - LONGEST_START), given) and _MOVES.search(text, given, here):
            return True
    return False


def _counts_otherwise(before: Link, link: Link) -> str | None:
    """Positions counted from nought, and the bars of a set, which say how many it holds."""
    number, expr = stated_number(link.expr), before.expr
    if number is None or not number.integer or not isinstance(expr, Call):
        return None
    value = before.printed.value
    if expr.op in ("argmax", "argmin") and isinstance(value, fmpq) and number.value == value - 1:
        return "counted from 0"
    if expr.op in ("bars", "abs", "norm") and len(expr.args) == 1:
        inside = Quantity(expr.args[0], before.printed.names, before.printed.how).value
        if isinstance(inside, Tensor) and len(inside.shape) == 1 and number.value == len(inside.items):
            return "the size of a set"
    return None


def _lost_its_left_side(text: str, before: Link, link: Link) -> bool:
    """A result ends a line, and the next begins with a sign: what it is about may have been lost."""
    between = text[before.member.span.end : link.member.span.start]
    return "\n" in between and isinstance(before.expr, Number) and before.expr.is_decimal


def _fits_otherwise(scope: Scope, text: str, before: Link, link: Link) -> str | None:
    """The convention under which the link holds: sizes, or a slash or logarithm that reaches further."""
    if shapes_fit(before.expr, link.expr):
        return "shapes"
    if (counted := _counts_otherwise(before, link)) is not None:
        return counted
    size = is_size(link.expr)
    if size is not None and len(size) > 1:
        first = Quantity(_first_factor(link.expr), {}, link.printed.how)
        if compare(first, before.printed, True).is_sound:
            return "sizes"
    if _fits_with_comma(before, link):
        return "decimal comma"
    if link.member.sign in ("≈", "~") and _is_of_that_order(before, link):
        return "order of magnitude"
    for expr in (*other_brackets(before.expr, text), *wider_logs(before.expr, text)):
        quantity = Quantity(expr, scope.said, before.printed.how, scope.wide)
        if compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound:
            return "other brackets"
    return None


def _fits_with_comma(before: Link, link: Link) -> bool:
    """`2{,}718` may be 2.718 in a document that has decimal points elsewhere."""
    stated = link.expr
    if not isinstance(stated, Number) or not _COMMA.fullmatch(stated.text):
        return False
    decimal = numeral(stated.text.replace("{,}", ".").replace(",", "."), stated.span)
    quantity = Quantity(decimal, {}, link.printed.how)
    return compare(quantity, before.printed, link.member.sign in ("≈", "~")).is_sound


def _is_of_that_order(before: Link, link: Link) -> bool:
    """`≈ 10^{13}` says how many digits a number has."""
    value, stated, expr = before.printed.value, link.printed.value, link.expr
    if not isinstance(value, fmpq | arb) or not isinstance(stated, fmpq) or not isinstance(expr, Call):
        return False
    base = expr.args[0]
    if expr.op != "pow" or not isinstance(base, Number) or base.text != "10":
        return False
    return bool(stated < value * 4) and bool(value < stated * 4)


def _first_factor(expr: Expr) -> Expr:
    while isinstance(expr, Call):
        expr = expr.args[0]
    return expr


def _reused_error(mistaken: dict[str, str], link: Link, worst: Comparison) -> str | None:
    """The wrong claim whose numbers a member works on, if they explain each wrong entry of it."""
    if not mistaken or is_literal(link.expr):
        return None
    parts: list[Expr] = [link.expr]
    if isinstance(link.expr, Array) and len(worst.entries) < MOST_ENTRIES:
        wrong = {entry.index[-1] for entry in worst.entries if entry.verdict is Verdict.WRONG}
        parts = [item for at, item in enumerate(link.expr.items) if at in wrong]
    causes = [
        next((mistaken[text] for text in long_decimals(part) if text in mistaken), None) for part in parts
    ]
    return causes[0] if causes and all(causes) else None


def _is_share(expr: Expr) -> bool:
    """A percentage."""
    return isinstance(expr, Number) and expr.text.endswith("%")
