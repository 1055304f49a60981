"""Values that hold with what was stated before: lists in the sentence, earlier values of the names."""

from __future__ import annotations

import re

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.expr import NOWHERE, Array, Call, Name, Number, call, walk
from workings.finding import Verdict
from workings.parsing.numerals import NUMERAL, numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain, names_in
from workings.source import Page, line_start, sentence_around
from workings.value import Tensor

MOST_LISTS = 4  # before a value
_LIST = regex(rf"[(\[]\s*+({NUMERAL}(?:(?:\s*+,\s*+|\s++)(?:\\[,; ])?\s*+{NUMERAL})*)\s*+\\?[)\]]")
LONGEST_COMMENT = 200  # characters, with the end of the code before it
NEAR = 80  # characters before an equation that say what it is of
_BOUNDARY = regex(r"\b(?:boundar|hyperplane|separat|line|plane)\w*\b[^.\n]*$", re.I)
_STOP = regex(r"\n|[.;]\s")
_PART = regex(
    r"\n(?:[^\S\n]*+\n)++[^\n]{0,40}?(?:\\textbf|\*\*|\\(?:sub)*section|\\paragraph|#{1,6} )"
)  # with a title
_OF_OLD = "∂∇δ"  # gradients, which were taken before the step
_OF_LISTS = frozenset({"transpose", "norm", "dot", "outer", "matmul", "softmax"})
_POINTS = (fmpq(3, 7), fmpq(-5, 3), fmpq(11, 4))
_NUMBER = regex(NUMERAL)
_COMMENT = regex(r"[)\]\w;:][ \t]*(?:#|//)[^\n#]*$")


def follows_from_before(scope: Scope, page: Page, head: Link, link: Link) -> bool:
    """Whether a value is its function of a list before it: “argument (0.5, −1.5), h̃ = (0.4621, −0.9051)”."""
    key = head.expr.key if isinstance(head.expr, Name) else ""
    formula = scope.formulas.symbolic.get(key)
    if not isinstance(formula, Call) or len(formula.args) != 1:
        return False
    start = link.member.span.start
    found = [*_LIST.finditer(page.text, page.paragraph_start(start), start)]
    made = (call(formula.op, _listed(one[1])) for one in found[-MOST_LISTS:])
    how = link.printed.how
    return any(compare(link.printed, Quantity(expr, {}, how), approximate=True).is_sound for expr in made)


def _listed(text: str) -> Array:
    numbers = [one[0] for one in _NUMBER.finditer(text)]
    parts = [numeral(one.lstrip("-−–+"), NOWHERE) for one in numbers]
    signed = (
        call("neg", part) if one[0] in "-−–" else part for one, part in zip(numbers, parts, strict=True)
    )
    return Array(NOWHERE, tuple(signed), "list")


def is_set_by_equation(page: Page, before: Link) -> bool:
    """Whether the page has an equation for a multiple of a name, `2p = d(k − 1)`, from which it may come."""
    match before.expr:
        case Call(op="mul" | "times", args=(Number(), Name())):
            start, end = before.member.span.start, before.member.span.end
            above = re.compile(rf"(?<![\w.+*·/-]){re.escape(page.text[start:end])}\s*=\s*[^\W\d]")
            return above.search(page.text, 0, start) is not None
        case _:
            return False


def is_of_system(page: Page, before: Link) -> bool:
    """Whether the sentence has another equation for the same letters: `v + c = 1, 2v + c = 0`."""
    match before.expr:
        case Call(op="add" | "sub", args=(first, second)):
            letters = [[n.key for n in walk(part) if isinstance(n, Name)] for part in (first, second)]
        case _:
            return False
    if [len(part) for part in letters] != [1, 1] or any(len(key) > 1 for (key,) in letters):
        return False
    (one,), (other,) = letters
    start = before.member.span.start
    opening, end = sentence_around(page.text, start, start)
    equation = rf"(?<!\w)[\d.]*\s*{re.escape(one)}\s*[-+−]\s*[\d.]*\s*{re.escape(other)}\s*="
    found = re.findall(equation, page.text[opening:end])
    return len(set(found)) > 1


def is_boundary(text: str, before: Link, link: Link) -> bool:
    """Whether a line or plane is given by an equation: “decision boundary: 0.2 x_1 − 0.4 x_2 + 0.5 = 0”."""
    nought = isinstance(link.expr, Number) and link.expr.value == 0
    start = before.member.span.start
    return nought and _BOUNDARY.search(text, max(0, start - NEAR), start) is not None


def holds_besides(scope: Scope, before: Link, link: Link) -> bool:
    """Whether a link holds with the values that names had before an aside: “without it, x = 0.2”."""
    if holds_anew(scope, before, link):
        return True
    if not scope.past.besides:
        return False
    involved = names_in(before.source) | names_in(link.expr)
    keys = [key for key in scope.past.besides if key in involved or key.partition("_")[0] in involved]
    if not keys:
        return False
    names = {**scope.said, **{key: scope.past.besides[key] for key in keys}}
    wide = {**scope.wide, **{key: scope.past.besides[key] for key in keys}}
    left = before.printed if before.derived else Quantity(before.source, names, before.printed.how, wide)
    right = Quantity(link.expr, names, link.printed.how, wide)
    return compare(right, left, link.member.is_approximate).is_sound


def holds_anew(scope: Scope, before: Link, link: Link) -> bool:
    """Whether it holds if names are what their formulas come to by now: “s = −x at x = 1.1, … + δ s”."""
    if before.derived:
        return False
    formulas = {key: scope.defined[key] for key in names_in(before.source) if key in scope.defined}
    anew = {
        key: as_value(Quantity(formula, scope.said, before.printed.how, scope.wide).value)
        for key, formula in formulas.items()
        if key not in names_in(formula) and not is_plain(formula)
    }
    changed = {key: value for key, value in anew.items() if isinstance(value, fmpq)}
    if not changed:
        return False
    left = Quantity(before.source, {**scope.said, **changed}, before.printed.how, {**scope.wide, **changed})
    return compare(link.printed, left, link.member.is_approximate).is_sound


def holds_of_numbers(scope: Scope, before: Link, link: Link) -> bool:
    """Whether both sides are the same for any number, where their letter was a list: 1 − σ(x) = σ(−x)."""
    if before.derived or is_plain(before.source) or is_plain(link.expr):
        return False
    lists = [
        key
        for key in names_in(before.source) | names_in(link.expr)
        if isinstance(value := scope.said.get(key), Tensor) and max(value.shape) == len(value.items)
    ]
    parts = (node for side in (before.source, link.expr) for node in walk(side))
    if len(lists) != 1 or any(isinstance(part, Call) and part.op in _OF_LISTS for part in parts):
        return False
    return all(
        compare(
            Quantity(link.expr, {**scope.said, lists[0]: point}, link.printed.how),
            Quantity(before.source, {**scope.said, lists[0]: point}, before.printed.how),
            approximate=False,
        ).verdict
        is Verdict.RIGHT
        for point in _POINTS
    )


def holds_together(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether a link holds with earlier values of names that were given several: those of another sample."""
    here = before.member.span.start
    several = [key for key in sorted(names_in(before.source)) if _may_be_older(scope, text, key, here)]
    if len(several) == 1:
        values = scope.past.earlier[several[0]]
        binding = scope.bindings.get(several[0])
        anew = binding is None or _PART.search(text, binding.span.end, here) is not None
        anew = anew or binding is not None and _is_in_comment(text, binding.span.start)
        anew = anew or any(key[0] in _OF_OLD for key in names_in(before.source) - {several[0]})
        tried = [{several[0]: value} for value in values] if len(values) > 1 or anew else []
    else:
        tried = [{key: scope.past.earlier[key][-1] for key in several}] if several else []
    return any(
        link.fits(Quantity(before.source, {**scope.said, **names}, before.printed.how)) for names in tried
    )


def _is_in_comment(text: str, place: int) -> bool:
    """Whether a value was given in a comment behind a line of code: `x = load()  # of width d = 8`."""
    start = max(line_start(text, place), place - LONGEST_COMMENT)
    return _COMMENT.search(text, start, place) is not None


def _may_be_older(scope: Scope, text: str, key: str, here: int) -> bool:
    """Whether a name had a value before the one it has, which was not given in this very sentence."""
    binding = scope.bindings.get(key)
    return bool(scope.past.earlier.get(key)) and (
        binding is None or _STOP.search(text, binding.span.end, here) is not None
    )
