"""Values that follow from numbers stated in the sentence before them, whatever names stood for until then."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.expr import NOWHERE, Array, Call, Name, Number, call
from workings.parsing.numerals import numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.source import Page

MOST_LISTS = 4  # before a value
_LIST = regex(r"[(\[]\s*([-−]?\d+(?:\.\d+)?(?:(?:\s*,\s*|\s+)(?:\\[,; ])?\s*[-−]?\d+(?:\.\d+)?)*)\s*\\?[)\]]")
_NUMBER = regex(r"[-−]?\d+(?:\.\d+)?")


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
    parts = [numeral(one.lstrip("-−"), NOWHERE) for one in numbers]
    signed = (call("neg", part) if one[0] in "-−" else part for one, part in zip(numbers, parts, strict=True))
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
