"""What a name has to be before anybody says so: a step of a sequence, a known quantity."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.expecting.renumbering import by_sibling, counted_on
from workings.document import Member, Statement
from workings.evaluating import Function, How
from workings.expr import Apply, Call, Expr, Name, Number, call, mapped, name, walk
from workings.ops import OPERATIONS, QUANTITIES
from workings.ops.operation import Op
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.slopes import speaks_of_derivatives
from workings.resolving.steps import step_key, step_of, steps_in
from workings.resolving.traits import is_plain, names_in
from workings.resolving.updates import RATES
from workings.source import Span
from workings.value import Tensor

LONGEST_LEAD = 240  # characters before a step that may say that it is given
_DATA = regex(r"\b(?:data|observ|measure|target|label|sample|training|points?\b|given\b)", re.IGNORECASE)
FURTHEST = 80  # characters between a label and its formula
_TOPICS = regex(
    r"\b(?P<lstm>LSTM)\b|(?P<norm>layer[- ]?norm|batch[- ]?norm)|\b(?P<sigmoid>sigmoid|logistic)\b"
    r"|(?P<attention>W_\{?Q)",
    re.I,
)
_OF_CLASSES = regex(
    r"\b(?:macro|micro|mean|average|weighted|overall)\b[^\w\n.;]*(?:\w+[^\w\n.;]*){0,2}$", re.I
)
_OTHER_CLASS = regex(
    r"\bas (?:the )?[*_`]*positive|"
    r"\b(?:same|now|next|likewise|again)\b[^.\n]{0,40}\b(?:class|label|positives?)\b"
    r"|\bfor (?:the )?(?:other|second|third|negative|remaining|(?:\w+ )?class)\b",
    re.I,
)  # what follows is counted for another class
_NUMBER_BESIDE = r"(?![\w-])[^\n\w]{0,12}(?:(?:is|was|of|are|=)[^\n\w]{0,12})?(?:\\[dt]?frac\W*)?\d"
_RESULT_BESIDE = r"(?![\w-])[^\n]{0,160}[=≈][\s$*]*0?\.\d"
_OF_MATRICES = {"determinant": "det", "trace": "trace"}
_OTHERWISE = regex(r"\b(?:variant|simplified|without (?:the |a )?tanh|peephole|modified)\b", re.I)
_GRU = regex(r"\bGRU\b", re.I)


def topics(text: str) -> frozenset[str]:
    """What a document is about, among the things that give letters their meaning (`meaning.py`)."""
    found = {match.lastgroup or "" for match in _TOPICS.finditer(text)}
    if "lstm" in found and _OTHERWISE.search(text):
        return frozenset()
    if "lstm" in found and _GRU.search(text):
        return frozenset({"candidate"} | (found & {"attention"}))
    return frozenset(found)


def expected(
    scope: Scope, link: Link, how: How, label: str | None, text: str, rest: Sequence[Member] = ()
) -> Link:
    """A head such as h_2 or F1, valued by the formula for every h_t or by its operation."""
    if not isinstance(link.expr, Name | Apply):
        return link
    if scope.formulas.patterns and is_datum(scope, link.expr, text):
        return _alone(scope, link, how)
    pattern = scope.formulas.instance(link.expr, how)
    if pattern is not None and speaks_of_derivatives(pattern):
        pattern = _differentiated(scope, pattern, how)
    certain = pattern is None
    if pattern is None:
        at = link.member.span.start
        pattern = _quantity(scope, link.expr.key, text, at) or (
            _quantity(scope, label, text, at) if label else None
        )
        pattern = pattern or _product(scope, link.expr.key) or _applied(scope, link.expr)
    one = _one_of_many(scope, link.expr) if pattern is None and rest else None
    if one is not None:
        pattern, certain = one, is_plain(rest[0].expr) and not is_literal(rest[0].expr)
    if pattern is None and rest and (alike := by_sibling(scope, link.expr, rest[0], how)) is not None:
        pattern, certain = alike
    if pattern is None:
        return link
    if not certain and (renumbered := counted_on(scope, link.expr, pattern, rest, how)) is not None:
        pattern = renumbered
    known = Link(link.member, link.expr, *scope.quantities(pattern, how), pattern=pattern, certain=certain)
    if not certain and known.is_known and scope.formulas.is_updated(link.expr):
        known.certain = _goes_on(scope, pattern, rest)
        if not _is_like_start(scope, known) or not (known.certain or _is_upheld(scope, known, rest, how)):
            return _alone(scope, link, how)
    written = None if certain else scope.formulas.as_written(link.expr)
    if written is not None and (other := scope.quantities(written, how)[0]).is_known:
        known.unrounded = other
    if not known.is_known or (
        one is not None and not certain and _is_datum_beside(scope, known, rest[0], how)
    ):
        return link
    return known


def _applied(scope: Scope, head: Name | Apply) -> Apply | None:
    """`RMS` for RMS(x), which was defined for all x, where x has a value and nothing else is called RMS."""
    meant = scope.said.get(head.key) if isinstance(head, Name) and len(head.key) > 1 else None
    if not isinstance(head, Name) or not isinstance(meant, Function):
        return None
    if not all(isinstance(scope.said.get(param), fmpq | Tensor) for param in meant.params):
        return None
    args = tuple(name(param) for param in meant.params)
    return Apply(head.span, head, args, f"{head.key}({', '.join(meant.params)})")


def _is_datum_beside(scope: Scope, known: Link, stated: Member, how: How) -> bool:
    """Whether a number is stated that the formula does not give: “data: y_1 = 3.2” beside y = w x + b."""
    if scope.is_upheld(known.expr):
        return False
    return not compare(Quantity(stated.expr, {}, how), known.printed, approximate=True).is_sound


def _one_of_many(scope: Scope, head: Name | Apply) -> Expr | None:
    """`y_2` by the formula of y, where that is of a letter which has a value as x_2 only: y = w x + b."""
    if not isinstance(head, Name) or len(head.index) != 1 or not isinstance(head.index[0], Number):
        return None
    formula, at = scope.formulas.symbolic.get(head.base), head.index[0].text
    if formula is None or head.base in scope.said or head.key in scope.bindings:
        return None
    free = {
        node.key: f"{node.key}_{at}" for node in walk(formula) if isinstance(node, Name) and not node.index
    }
    free = {key: numbered for key, numbered in free.items() if key not in scope.said}
    if not free or not all(numbered in scope.said for numbered in free.values()):
        return None
    return _renamed(formula, free)


def _renamed(expr: Expr, names: Mapping[str, str]) -> Expr:
    if isinstance(expr, Name):
        return name(names[expr.key], expr.span) if expr.key in names else expr
    return mapped(expr, lambda part: _renamed(part, names))


def _alone(scope: Scope, link: Link, how: How) -> Link:
    """A head by what was stated of it alone, without the steps behind it."""
    stated = Quantity(link.expr, scope.said, how)
    return Link(link.member, link.expr, stated, stated)


def _differentiated(scope: Scope, pattern: Expr, how: How) -> Expr:
    """The formula of a step with f'(x_1) put in, where the document has f."""
    from workings.resolving.derivatives import UnknownDerivativeError
    from workings.resolving.slopes import Slopes

    names = {**scope.said, **scope.formulas.steps_behind(pattern, scope.said, how)}
    try:
        return Slopes(scope, names, how).expand(pattern)
    except UnknownDerivativeError:
        return pattern


def _is_like_start(scope: Scope, step: Link) -> bool:
    """Whether a step by an update rule is a number where its start is one: w_0 may be the bias in w."""
    found = step_of(step.expr)
    start = None if found is None else scope.said.get(step_key(found.sequence, 0))
    return isinstance(start, Tensor) == isinstance(step.printed.value, Tensor)


def _is_upheld(scope: Scope, step: Link, rest: Sequence[Member], how: How) -> bool:
    """Whether an earlier step went by the same rule, or this one does."""
    if isinstance(step.expr, Name) and scope.is_upheld(step.expr):
        return True
    stated = next((q for m in rest[:2] if (q := Quantity(m.expr, scope.said, how)).is_known), None)
    return stated is not None and compare(stated, step.printed, approximate=True).is_sound


def _goes_on(scope: Scope, pattern: Expr, rest: Sequence[Member]) -> bool:
    """Whether something is added to the step before, or taken from it: `2.4 + 0.3 · 2.8`."""
    if not rest or not is_plain(rest[0].expr):
        return False
    first = rest[0].expr
    while isinstance(first, Call) and first.op in ("add", "sub"):
        first = first.args[0]
    stated = stated_number(first)
    steps = steps_in(pattern)
    before = [scope.said.get(node.key) for node, _ in steps]
    others = names_in(pattern) - {node.key for node, _ in steps} - RATES
    if any(key in scope.bindings and scope.bindings[key].section != scope.section for key in others):
        return False  # another rule may begin like it: θ − 0.1 v, and below it θ − 0.1 g/√s
    return stated is not None and first is not rest[0].expr and stated.value in before


def is_datum(scope: Scope, expr: Expr, text: str) -> bool:
    """Whether a step is given rather than worked out: “data: y_1 = 3.2” beside y_i = w x_i + b.

    A step of a recurrence with states is always worked out.
    """
    step = step_of(expr)
    if step is None or not scope.formulas.has_pattern(expr):
        return False
    if scope.formulas.is_explicit(step.sequence):
        return True  # x_1 = 5 is another input beside x_t = 0
    if scope.formulas.concerns(expr):
        return False
    start, end = max(0, expr.span.start - LONGEST_LEAD), expr.span.start
    stop = max(text.rfind(". ", start, end), text.rfind("\n\n", start, end), start)
    return _DATA.search(text, stop, end) is not None


def labelled(scope: Scope, statement: Statement, how: How, text: str) -> Link | None:
    """`Precision: 40/(40 + 20) = 0.667`: what the label names, as the head of the chain."""
    first = statement.members[0]
    if statement.label is None or isinstance(first.expr, Name):
        return None
    pattern = _quantity(scope, statement.label, text, first.span.start) or _of_only_matrix(
        scope, statement.label
    )
    if pattern is None:
        return None
    start = max(0, first.span.start - FURTHEST)
    at = text[start : first.span.start].lower().rfind(statement.label.lower())
    if _OF_CLASSES.search(text, start, first.span.start) is not None:
        return None
    span = first.span if at < 0 else Span(start + at, start + at + len(statement.label))
    link = Link(
        Member(None, first.expr, span),
        name(statement.label, span),
        *scope.quantities(pattern, how),
        pattern=pattern,
        certain=True,
    )
    return link if link.is_known else None


def _of_only_matrix(scope: Scope, label: str) -> Call | None:
    """`Determinant: 4·3 − 2·2 = 8`, where the page has one square matrix."""
    op = _OF_MATRICES.get(label.lower())
    if op is None:
        return None
    square = [key for key, value in scope.said.items() if isinstance(value, Tensor) and _is_square(value)]
    return call(op, name(square[0])) if len(square) == 1 else None


def _is_square(value: Tensor) -> bool:
    return len(value.shape) == 2 and value.shape[0] == value.shape[1] > 1


def _product(scope: Scope, key: str) -> Call | None:
    """`AB` in plain text, where A and B are matrices that fit and nobody says what AB is."""
    if len(key) != 2 or not key.isupper() or key in scope.bindings:
        return None
    first, second = (scope.said.get(letter) for letter in key)
    fits = (
        isinstance(first, Tensor)
        and isinstance(second, Tensor)
        and len(first.shape) == len(second.shape) == 2
        and first.shape[1] == second.shape[0]
    )
    return call("matmul", name(key[0]), name(key[1])) if fits else None


def _quantity(scope: Scope, key: str, text: str, place: int) -> Call | None:
    """The operation behind a quantity's name, of the names that the document gives its arguments.

    A quantity that was worked out since its arguments got their values keeps the value it was given, and one
    whose arguments the text speaks of anew, or of another class, is not known.
    """
    if key not in QUANTITIES:
        return None
    op = OPERATIONS[QUANTITIES[key]]
    asked = [next((k for k in names if k in scope.bindings and k in scope.said), None) for names in op.asks]
    known = [k for k in asked if k is not None]
    if len(known) < len(asked):
        return None
    bindings = [scope.bindings[k] for k in known]
    own = scope.bindings.get(key)
    if own is not None and own.span.start > min(binding.span.start for binding in bindings):
        return None
    if any(binding.section != scope.section for binding in bindings):
        return None
    since = text[max(binding.span.end for binding in bindings) : place]
    return None if _is_of_another(op, since) else op(*map(name, known))


def _is_of_another(op: Op, since: str) -> bool:
    """Whether the text since its arguments were named goes on to others: “recall 110/122”, or one more F1.

    The line of a name that is asked for ends it, the line of the quantity itself has to be over.
    """
    _, _, between = since.partition("\n")
    if _OTHER_CLASS.search(between):
        return True
    asked = "|".join(one for names in op.asks for one in names if one.isalpha() and len(one) > 1)
    if asked and re.search(rf"(?<![\w-])(?:{asked}){_NUMBER_BESIDE}", between, re.I):
        return True
    own = "|".join(re.escape(one) for one in op.quantities)
    above, _, _ = between.rpartition("\n")
    return re.search(rf"(?<![\w-])(?:{own}){_RESULT_BESIDE}", above) is not None
