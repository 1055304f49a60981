"""A known name is given a value again: a claim if it was worked out, else a new definition."""

from __future__ import annotations

import re
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import DAMAGED, Comparison
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
from workings.checking.linking.doubting.surroundings import is_led_otherwise, is_partly
from workings.checking.linking.expecting.filling import held_inside, held_to_formula, is_by_formula
from workings.checking.linking.expecting.unsaid import by_open_formula
from workings.checking.linking.upholding import is_upheld, misses_next_line
from workings.checking.linking.valuing import judge_value, remember_digits
from workings.checking.outcome import Outcome
from workings.checking.wording import Facts
from workings.evaluating import How
from workings.expr import Apply, Array, Call, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.parsing.hypotheses import is_set
from workings.regex import regex
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import is_plain, names_in, traits
from workings.source import Page, Span, line_start
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
_LISTED = regex(r"[\s│|]*(?:[├└]─*|[-*•])[ \t]+[^\W\d_][^\n:=]*:[\s$*`]*")  # what an item of a list is of
BEFORE = 40  # characters before a value that may say so
FEWER_DIGITS = 20  # a part of the value: farther off, it is another one
MOST_DIGITS = 9  # behind the point of a number that is given
NEXT = 60  # characters between a variance and its root


def judge_restated(scope: Scope, outcome: Outcome, chain: Chain, link: Link, renews: bool) -> None:
    """The second member of a chain whose head is a known name; `renews`: a new value on purpose."""
    head = chain.links[0]
    if head.pattern is not None:
        if _is_stale(scope, head.pattern) and not compare(link.printed, head.printed, False).is_sound:
            return
        judge_value(scope, outcome, chain, link)
        return
    formula = None
    if not renews and not is_led_otherwise(outcome.page.text, head.member.span.start):
        formula = (
            _read_otherwise(scope, head, link)
            or _own_formula(scope, head, link)
            or held_to_formula(scope, head, link)
            or by_open_formula(scope, head)
        )
    if formula is not None and not _is_of_renewed(scope, formula.source, link):
        judge_value(scope, outcome, Chain([formula], [formula]), link)
        return
    inside = None if renews else held_inside(scope, head, link)
    if inside is not None:
        judge_value(scope, outcome, Chain([inside[0]], [inside[0]]), inside[1])
        return
    binding = scope.bindings.get(head.expr.key) if isinstance(head.expr, Name | Apply) else None
    if binding is None:
        if not _is_chosen(outcome.page.text, head, link):
            _judge_unbound(scope, outcome, chain, link)
        return
    here = head.member.span.start
    anew = _worked_out_anew(scope, binding, head)
    if anew is not None and (
        has_moved_on(scope, outcome.page.text, names_in(anew.source), here)
        or _is_of_renewed(scope, anew.source, link)
    ):
        anew = None
    if anew is not None and (
        is_worked_out_apart(scope, outcome.page.text, head, link) or is_iterated(scope, head)
    ):
        return
    agreed = scope.agreed.setdefault(head.expr.key, set()) if isinstance(head.expr, Name) else set()
    if anew is not None and is_plain(link.expr):
        anew.certain = anew.once = is_upheld(scope, outcome.page.text, anew, agreed)
        judge_value(scope, outcome, Chain([anew], [anew]), link)
        agreed |= {here} if link.verdict is Verdict.RIGHT else set()
        return
    _judge_again(scope, outcome, head, link, binding, renews)
    if link.verdict is Verdict.RIGHT and is_by_formula(binding):
        agreed.add(here)


def _is_of_renewed(scope: Scope, formula: Expr, link: Link) -> bool:
    """Whether a line has a number that a name got since a formula without it was stated: this one is old."""
    own, place = names_in(formula), formula.span.start
    fresh = [
        scope.said.get(key) for key, (_, new) in scope.past.renewals.items() if new > place and key not in own
    ]
    numbers = {node.value for node in walk(link.expr) if isinstance(node, Number)} - {fmpq(0), fmpq(1)}
    return any(isinstance(value, fmpq) and abs(value) in numbers for value in fresh)


def _is_stale(scope: Scope, formula: Expr) -> bool:
    """Whether the old number of a name stands in a formula: `w_t = w_{t-1} - 0.1 g_t`, and η was 0.1."""
    own, place = names_in(formula), formula.span.start
    inside = {node.value for node in walk(formula) if isinstance(node, Number)} - {fmpq(0), fmpq(1)}
    return any(
        isinstance(value, fmpq) and value in inside
        for key, (_, new) in scope.past.renewals.items()
        if new > place and key not in own
        for value in scope.past.earlier.get(key, ())
    )


def _is_chosen(text: str, head: Link, link: Link) -> bool:
    """Whether an entry gets another value on purpose: “let v_2 = 1”."""
    if not isinstance(head.expr, Name) or not is_literal(link.expr) or not is_set(text, head.expr.span.start):
        return False
    return not link.fits(head.printed)


def _judge_unbound(scope: Scope, outcome: Outcome, chain: Chain, link: Link) -> None:
    """A head without a binding: an entry of a known tensor, a constant, or a function's value."""
    head = chain.links[0].expr
    entry = isinstance(head, Name) and bool(head.index)
    if entry and is_literal(link.expr) and not _is_of_this_section(scope, head):
        return
    if entry or (isinstance(head, Apply) and is_literal(link.expr)):
        judge_value(scope, outcome, chain, link)


def _judge_again(
    scope: Scope, outcome: Outcome, head: Link, link: Link, binding: Binding, renews: bool
) -> None:
    """A value that is stated again: confirmed, refuted, or left alone as a new one."""
    text, here = outcome.page.text, head.member.span.start
    approximate = link.member.is_approximate
    printed = compare(link.printed, head.printed, approximate)
    unrounded = (
        printed if head.unrounded is head.printed else compare(link.printed, head.unrounded, approximate)
    )
    best = min(printed, unrounded, key=lambda c: (not c.is_sound, c.verdict is not Verdict.RIGHT))
    literal, place = is_literal(link.expr), binding.span
    near = best.verdict is Verdict.ROUNDING and literal and not _is_far(head, link)
    if near and _LISTED.fullmatch(text, line_start(text, here), here):
        return  # ├── spam: F1 = 88%
    if near and not binding.derived and _is_finer(head.printed.value, link.printed.value):
        best = Comparison(Verdict.RIGHT)  # 0.25, and in more digits 0.2501
    if best.verdict is Verdict.RIGHT or near:
        if binding.cause is not None and not unrounded.is_sound:
            best = replace(best, verdict=Verdict.CARRIED)
            link.cause = binding.cause
        if binding.derived:
            remember_digits(outcome, head, link, best.verdict)
        _say(outcome, head, link, best, "copy" if literal and not binding.derived else "value", place)
    elif best.rule == DAMAGED:
        _say(outcome, head, link, best, "value", place)
    elif isinstance(link.expr, Number) and is_set(text, here):
        return
    elif isinstance(link.expr, Number) and _CASE.match(text, link.member.span.end):
        return  # t = 1000: a quarter of the peak
    elif literal and not binding.derived and _HENCE.match(text, link.member.span.end):
        return  # S = [1, 1, 1, 1] → p = 1
    elif (
        literal
        and (not binding.derived or isinstance(binding.formula, Array))
        and _is_another(head.printed.value, link.printed.value)
    ):
        return
    elif best.verdict is Verdict.WRONG and not renews and misses_next_line(scope, binding, head, link, text):
        _say(outcome, head, link, best, "value", place)
        link.cause = outcome.claims[-1].id
    elif (
        (literal or (isinstance(link.expr, Array) and is_plain(link.expr) and is_by_formula(binding)))
        and best.verdict is Verdict.WRONG
        and not renews
        and not has_moved_on(scope, text, _behind(binding, head), here)
        and (_refutes(scope, binding, link, outcome.page) or _is_slip(scope, text, binding, head, link))
        and not is_worked_out_apart(scope, text, head, link)
        and not is_iterated(scope, head)
        and not is_another_case(scope, text, head)
        and not is_labelled_otherwise(text, binding.span.start, here)
        and not runs_through_cases(scope, text, head)
        and not follows_from_before(scope, outcome.page, head, link)
    ):
        if binding.derived:
            _say(outcome, head, link, best, "value", place)
        else:
            _say(outcome, head, link, replace(best, rule="restated-differently"), "copy", place)
        link.cause = outcome.claims[-1].id


def _is_another(old: object, new: object) -> bool:
    """Whether a list has fewer or more entries than before, and is not the old one with some left out."""
    if not isinstance(old, Tensor) or not isinstance(new, Tensor) or len(old.items) == len(new.items):
        return False
    short, long = sorted((old.items, new.items), key=len)
    rest = iter(long)
    return not all(item in rest for item in short)


def _is_far(head: Link, link: Link) -> bool:
    """Whether a number is off by too much to be the old one in fewer digits: 1.0 is no 0.918."""
    old, new = head.printed.value, link.printed.value
    return isinstance(old, fmpq) and isinstance(new, fmpq) and abs(new - old) * FEWER_DIGITS > abs(old)


def _is_finer(old: object, new: object) -> bool:
    """Whether a given number is stated in more digits than before, of which the old ones are a rounding."""
    if isinstance(old, Tensor) and isinstance(new, Tensor):
        return len(old.items) == len(new.items) and all(map(_is_finer, old.items, new.items))
    if not isinstance(old, fmpq) or not isinstance(new, fmpq):
        return False
    digits = next((k for k in range(1, MOST_DIGITS) if (old * 10**k).q == 1), MOST_DIGITS)
    return bool(abs(new - old) * 2 * 10**digits <= 1)


def _behind(binding: Binding, head: Link) -> frozenset[str]:
    """A name with those that its value was worked out from."""
    own = names_in(head.expr)
    return own if binding.formula is None else own | names_in(binding.formula)


def _is_of_this_section(scope: Scope, entry: Expr) -> bool:
    """Whether the whole that an entry would belong to was given in this section, or entries are upheld."""
    whole = scope.bindings.get(entry.base) if isinstance(entry, Name) else None
    return whole is None or whole.section == scope.section or scope.is_upheld(entry)


def _own_formula(scope: Scope, head: Link, link: Link) -> Link | None:
    """The head by its own formula, where just the numbers of that are put in, but not as it says."""
    formula = scope.formulas.symbolic.get(head.expr.key) if isinstance(head.expr, Name) else None
    if formula is None or is_literal(link.expr) or not is_plain(link.expr) or not scope.is_trusted(formula):
        return None
    values = [as_value(scope.said.get(key)) for key in names_in(formula)]
    known = {value for value in values if isinstance(value, fmpq)}
    fixed = {node.value for node in walk(formula) if isinstance(node, Number)}
    put_in = {node.value for node in walk(link.expr) if isinstance(node, Number)}
    if len(put_in & known) < 2 or not put_in <= known | fixed | {-value for value in known}:
        return None
    quantities = scope.quantities(formula, head.printed.how)
    return Link(head.member, head.expr, *quantities, pattern=formula, certain=True)


def _read_otherwise(scope: Scope, head: Link, link: Link) -> Link | None:
    """The head by its formula with `u vᵀ` as an outer product, where that or its shape is stated."""
    formula = scope.formulas.symbolic.get(head.expr.key) if isinstance(head.expr, Name) else None
    stated = as_value(link.printed.value)
    if formula is None or not isinstance(stated, Tensor) or not traits(formula).vectors:
        return None
    outer = Link(
        head.member, head.expr, *scope.quantities(formula, How(dot=None)), pattern=formula, certain=True
    )
    known, value = as_value(head.printed.value), as_value(outer.printed.value)
    if not isinstance(value, Tensor) or value.shape != stated.shape:
        return None
    if link.fits(outer.printed):
        return outer
    return None if isinstance(known, Tensor) else outer


def _worked_out_anew(scope: Scope, binding: Binding, head: Link) -> Link | None:
    """The head by its formula, where a name in that has got another value since: z after a step, then h."""
    formula = binding.formula
    if isinstance(head.expr, Name) and (formula is None or is_plain(formula)):
        formula = scope.formulas.symbolic.get(head.expr.key)  # numbers were put in for the last case
    own = {head.expr.key} if isinstance(head.expr, Name) else names_in(head.expr)
    if formula is None or binding.said is None or own & names_in(formula):
        return None
    behind = [scope.bindings[key] for key in names_in(formula) if key in scope.bindings]
    if not any(one.span.start > binding.span.start for one in behind):
        return None
    anew = Link(head.member, head.expr, *scope.quantities(formula, head.printed.how), pattern=formula)
    return anew if anew.is_known else None


def _say(outcome: Outcome, head: Link, link: Link, comparison: Comparison, kind: str, place: Span) -> None:
    link.verdict = comparison.verdict
    outcome.say(Facts(head, link, comparison, link.cause, kind, (place,)))


def _is_another_run(scope: Scope, binding: Binding, page: Page, place: int) -> bool:
    """Whether another name got another value just before, in the same paragraph: all that follows is new."""
    opening = page.paragraph_start(place)
    return binding.span.start < opening and any(
        opening <= other.span.start < place
        and key in scope.past.earlier
        and not scope.is_as_formula(key, other)
        for key, other in scope.bindings.items()
    )


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
    if binding.derived:
        here = binding.section == scope.section or (is_by_formula(binding) and scope.is_stage_of(binding))
        formula_trusted = binding.formula is None or scope.is_trusted(binding.formula)
        if not formula_trusted or _is_another_run(scope, binding, page, link.member.span.start):
            return False
        if _ITEM.search(page.text, binding.span.end, link.member.span.start):
            return False  # in another exercise
        if _is_given_anew(binding, put_in, page.text[binding.span.end : link.member.span.start]):
            return near
        return (near and not _is_alike_by_chance(put_in)) or (here and not binding.literal)
    if not near or not isinstance(put_in, Tensor) or len(put_in.items) <= 2:
        return False
    if _REDUCED.search(page.text, binding.span.end, link.member.span.start):
        return False
    places = (binding.span.start, link.member.span.start)
    if any(_CHANGES.search(page.text, max(0, place - BEFORE), place) for place in places):
        return False  # starting from s = (1, 1, 1), unit 2 flips
    here = binding.section == scope.section and _ITEM.search(page.text, *places) is None
    return here or _is_slightly_off(binding, put_in)


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
    from workings.checking.linking.doubting.convincing import (
        is_given_by_slip,  # only what differs waits for it
    )

    return is_given_by_slip(scope, text, head, link)


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
