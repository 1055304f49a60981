"""Numbers put in for a name that stand nowhere above, and are its own number but for a slip of the pen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.miscopying import misread
from workings.expr import NOWHERE, Number
from workings.parsing.numerals import UNSIGNED, numeral
from workings.regex import regex
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.updates import renewed_name
from workings.source import Page
from workings.value import Value

_PLAIN = ("slip/sign", "slip/digits-swapped")  # which nobody does on purpose
_OTHER = regex(
    r"\b(?:second|third|other|another|next|instead|later|updat\w*|different|epochs?|examples?|samples?"
    r"|iterations?|suppose|assum\w+|if|case|neurons?|heads?|units?|times|tenth|tenfold|\w+er than"
    r"|(?:larg|small|bigg|high|low|strong|weak)er|anneal\w*|schedul\w*|decay(?:s|ed)|drop(?:s|ped)"
    r"|chang\w+|reduc\w+|rais\w+|(?:in|de)creas\w+|multipl\w+|divid\w+|per ?cent|convert\w*)\b|%",
    re.I,
)  # words by which a name may have got another value
_NUMERAL = regex(rf"(?<![\d.]){UNSIGNED}|(?<!\d)\.\d{{1,20}}")
LEAST_OFF = 2  # units of the last digit: one may be a matter of rounding


def is_slip_of_pen(page: Page, binding: Binding, put_in: fmpq, written: Number) -> bool:
    """Whether a number can only be a wrong copy of what its name stands for."""
    known = binding.said
    slip = misread(known, put_in, written.unit) if isinstance(known, fmpq) else None
    if slip is None or not isinstance(known, fmpq):
        return False
    if slip in _PLAIN:
        return True
    near = abs(put_in) not in (10 * abs(known), abs(known) / 10)
    if near and (slip != "slip/copied-digit" or abs(known - put_in) < LEAST_OFF * written.unit):
        return False  # a percentage, or a digit that may be rounded
    return binding.times == 1 and _is_strange(page, binding, written)


def is_new_value(scope: Scope, key: str, put_in: Value) -> bool:
    """Whether what is put in for v is what `v_new` was worked out to be, which may be meant by now."""
    return any(
        other != key and renewed_name(other) == key and values_agree(put_in, as_value(found.said))
        for other, found in scope.bindings.items()
    )


def are_exchanged(section: int, differ: Sequence[tuple[Binding, Value]]) -> bool:
    """Whether two givens of this section were put in for each other: `r/c = 7/8`, where c is 7 and r is 8."""
    if len(differ) != 2:
        return False
    (first, for_first), (second, for_second) = differ
    given = all(one.times == 1 and one.section == section and isinstance(one.said, fmpq) for one, _ in differ)
    return given and for_first == second.said and for_second == first.said


def _is_strange(page: Page, binding: Binding, written: Number) -> bool:
    """Whether a number stands nowhere above, and no word says that its name stands for another by now."""
    start = written.span.start
    if _OTHER.search(page.text, binding.span.end, max(binding.span.end, start)) is not None:
        return False
    above = (numeral(found[0], NOWHERE) for found in _NUMERAL.finditer(page.text, 0, start))
    return not any(isinstance(one, Number) and one.value == written.value for one in above)
