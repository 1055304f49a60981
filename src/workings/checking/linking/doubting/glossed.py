"""Names that were given in two units: “total = 100,000 (1e23 in base units)”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.chain import Link
from workings.expr import NOWHERE, Number
from workings.parsing.numerals import UNSIGNED, numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in

_GLOSS = regex(r"[\s$`*]{0,4}\(([^()\n]{2,80})\)")
_NUMBER = regex(rf"(?<![\w.,]){UNSIGNED}(?:e[+-]?\d{{1,3}})?(?![\w.]*\d)", re.I)


def fits_in_other_unit(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether a link holds with what brackets right behind a given number say that it is besides."""
    for key in sorted(names_in(before.source).intersection(scope.bindings)):
        binding = scope.bindings[key]
        if binding.derived or not isinstance(binding.said, fmpq):
            continue
        for value in _glosses(text, binding.span.end):
            names = {**scope.said, key: value}
            if value != binding.said and link.fits(Quantity(before.source, names, before.printed.how)):
                return True
    return False


def _glosses(text: str, place: int) -> Iterator[fmpq]:
    """The numbers in brackets right behind a place."""
    found = _GLOSS.match(text, place)
    for number in _NUMBER.finditer(found[1]) if found is not None else ():
        value = numeral(number[0], NOWHERE)
        if isinstance(value, Number):
            yield value.value
