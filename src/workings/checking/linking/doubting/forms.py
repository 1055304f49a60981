"""Second thoughts about what the two sides of a link are, and what the words around them say of them."""

from __future__ import annotations

import re

from workings.checking.linking.doubting import facts as has
from workings.checking.linking.doubting.arguments import (
    takes_a_function,
)
from workings.checking.linking.doubting.beforehand import is_boundary
from workings.checking.linking.doubting.case import Case, Thought, Thoughts
from workings.checking.linking.doubting.continuing import runs_on
from workings.checking.linking.doubting.conventions import is_share_and_count
from workings.checking.linking.doubting.joining import is_behind_set_sign
from workings.checking.linking.doubting.scales import is_of_rounded_count, is_scaled
from workings.checking.linking.doubting.surroundings import (
    BARS,
    OF_SURROUNDINGS,
    are_places,
    differs_in_units,
    is_any_activation,
    is_drawn,
    is_normalised,
    is_parted,
    lost_its_left_side,
)
from workings.checking.linking.doubting.worded import is_modular, is_only_about, may_be_rounded_up
from workings.checking.linking.products import may_be_convolved
from workings.expr import Call, Expr, Name, walk
from workings.ops import OPERATIONS
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in
from workings.source import Page

_SEVERAL = regex(rf"\s*,\s*{NUMERAL}\s*(?:[,;.]\s|\n|\Z|and\b)")
_AS_IN = regex(r"\b(?:as|like) in \(?(?:[a-z]\)|part |problem |exercise |question )", re.I)

BY_FORM = Thoughts(  # the two sides are not of one kind
    Thought("the units may differ", lambda c: differs_in_units(c.before, c.link), has.UNITS),
    Thought("the units may differ", lambda c: is_scaled(c.text, c.before, c.link), has.FOLLOWED),
    Thought(
        "a line of its own, whose left side is missing",
        lambda c: lost_its_left_side(c.text, c.before, c.link),
        has.LINES,
    ),
    Thought("a sign for sets stands before it", lambda c: is_behind_set_sign(c), has.LED),
    *OF_SURROUNDINGS,
)
BY_WORDS = Thoughts(  # what the sides are, and what the words around them say, makes them something else
    Thought("a count in it may be rounded", lambda c: is_of_rounded_count(c.before, c.link), has.SCALED),
    Thought("a share and a count", lambda c: is_share_and_count(c)),
    Thought(
        "the document has its own definition of a function in it",
        lambda c: _is_overridden(c.scope, c.before.expr),
    ),
    Thought("the document may define it in its own way", lambda c: _may_define(c), has.START | has.FORMULA),
    Thought(
        "it is only said to be about the same",
        lambda c: is_only_about(c.before, c.link),
        has.ROUGH | has.FORMULA,
    ),
    Thought("numbers may be taken modulo another", lambda c: is_modular(c.text, c.before, c.link)),
    Thought(
        "it may be rounded up to whole ones",
        lambda c: may_be_rounded_up(c.before, c.link),
        has.ROUGH | has.NUMBER,
    ),
    Thought("it goes on from a result", lambda c: runs_on(c.text, c.chain, c.link)),
    Thought("it may be a value of a function", lambda c: takes_a_function(c.scope, c.link), has.FORMULA),
    Thought("it may be a value of a function", lambda c: takes_a_function(c.scope, c.before), has.LETTERS),
    Thought("it speaks of another part", lambda c: _is_as_in_part(c.page, c.start), has.NAMED),
    Thought(
        "several values are stated",
        lambda c: _SEVERAL.match(c.text, c.end) is not None,
        has.NAMED | has.FOLLOWED,
    ),
    Thought(
        "the star may be a convolution",
        lambda c: may_be_convolved(c.text, c.before),
        ops=frozenset({"mul"}),
    ),
    Thought("the dot may part two statements", lambda c: is_parted(c.text, c.before)),
    Thought(
        "σ may be another activation here", lambda c: is_any_activation(c.text, c.before, c.link), has.FORMULA
    ),
    Thought(
        "norm may be a layer that normalises", lambda c: is_normalised(c.scope, c.text, c.before), has.LETTERS
    ),
    Thought(
        "it is the equation of a line or plane",
        lambda c: _opens(c) and is_boundary(c.text, c.before, c.link),
        ops=frozenset({"add", "sub"}),
    ),
    Thought("the brackets may name places", lambda c: are_places(c.before.expr, c.link.expr), has.FORMULA),
    Thought(
        "a matrix that is drawn over several lines",
        lambda c: is_drawn(c.text, c.before, c.link),
        ops=BARS,
    ),
)


def _opens(case: Case) -> bool:
    """Whether a formula is the first member of its chain, so that nobody says what it is called."""
    return case.before is case.chain.links[0] and not isinstance(case.before.expr, Name)


def _is_overridden(scope: Scope, expr: Expr) -> bool:
    """Whether the document has a definition of its own for an operation in a formula."""
    return bool(scope.overridden) and any(
        isinstance(node, Call) and node.op in scope.overridden for node in walk(expr)
    )


def _may_define(case: Case) -> bool:
    """`LN(h) = γ h + β`: an operation of names alone, which the next member may define."""
    expr = case.before.expr
    bare = isinstance(expr, Call) and expr.op in OPERATIONS and all(isinstance(a, Name) for a in expr.args)
    return case.chain.at_start and bare and bool(names_in(case.link.expr))


def _is_as_in_part(page: Page, start: int) -> bool:
    return _AS_IN.search(page.text, page.paragraph_start(start), start) is not None
