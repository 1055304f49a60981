"""Squares, cosines and steps that are given anew, rather than worked out from what stands further up."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.linking.doubting.changing import FARTHEST_COMPANION, PARAGRAPH
from workings.expr import Call, Expr, Name, Number
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.steps import split_key, step_of
from workings.value import Tensor

LEAST_ENTRIES = 4  # of a power that is known by all of them but one
_HEADING = regex(r"^#{1,6} [^\n]*|^\\(?:sub){0,2}section\*?\{[^\n]*|^\\paragraph\{[^\n]*", re.M)
_METHOD = regex(
    r"\b(sgd|gradient descent|momentum|nesterov|nag|heavy[- ]ball|adagrad|adadelta"
    r"|rms-?prop|adamw?|nadam|adamax|lion)\b",
    re.I,
)
_DEGREES = regex(r"°|\\circ")
_BACK_TO_ANGLES = frozenset({"asin", "acos", "atan"})
_COUNTED_ABOVE = regex(
    r"\blayers?\b|\bhidden\b|\bsteps?\b|\biterations?\b|\badam|rmsprop|adagrad|(?:element|entry|component)-?wise"
    r"|entry by entry|hadamard|squared gradient|\bmoments?\b|\bSchicht|\bcouche|\bcapas?\b",
    re.I,
)
_WHAT_IF = regex(
    r"\n[ \t\r]*+\n[\s>*_\-]*+(?:\(?[a-z]\)\s*+)?(?:what (?:if|happens if)|suppose|imagine|had (?:we|the)"
    r"|was (?:wäre|ist), wenn|angenommen|et si|supposons|¿?y si|supongamos)\b",
    re.I,
)


def is_behind_what_if(text: str, before: Link, start: int) -> bool:
    """Whether a step stands in a paragraph after one that asks what would be, both behind earlier steps."""
    step = split_key(before.expr.key) if isinstance(before.expr, Name) else None
    begun = -1 if step is None else text.find(f"{step[0]}_", 0, start)
    asked = _WHAT_IF.search(text, begun, start) if begun >= 0 else None
    return asked is not None and PARAGRAPH.search(text, asked.end(), start) is not None


def is_variance_anew(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether `σ² = …` gives another variance, not the square of the σ that belonged to an earlier one.

    The power of a matrix is what it says, but where a page has layers or takes powers entry by entry, and
    what is stated is not the power in all entries but one.
    """
    match before.expr:
        case Call(op="pow", args=(Name(key=key), Number(value=power))) if power >= 2:
            binding = scope.bindings.get(key)
        case _:
            return False
    value = scope.said.get(key)
    if isinstance(value, Tensor) and len(value.shape) == 2 and 1 not in value.shape:
        wrong = compare(link.printed, before.printed, approximate=True).entries
        if len(wrong) == 1 and len(value.items) >= LEAST_ENTRIES:
            return False
        return _COUNTED_ABOVE.search(text) is not None  # W^2 of a second layer, G^2 entry by entry
    if binding is None or power != 2:
        return False
    between = text[binding.span.end : before.member.span.start]
    return binding.rooted or PARAGRAPH.search(between) is not None or len(between) > FARTHEST_COMPANION


def is_angle_anew(scope: Scope, text: str, before: Link, stated: Expr) -> bool:
    """Whether `cos θ = …` gives another cosine, not that of a θ that was found or given further up.

    A θ in degrees is one of several cases, where the cosine is worked out from something else.
    """
    match before.expr:
        case Call(op="sin" | "cos" | "tan", args=(Name(key=key),)):
            binding = scope.bindings.get(key)
        case _:
            return False
    if binding is None:
        return False
    apart = PARAGRAPH.findall(text, binding.span.end, before.member.span.start)
    found = binding.formula
    if not is_literal(stated) and _DEGREES.search(text, binding.span.start, binding.span.end + 8):
        return True
    return len(apart) > 1 or (isinstance(found, Call) and found.op in _BACK_TO_ANGLES)


def is_of_another_shape(scope: Scope, before: Link, link: Link) -> bool:
    """`W = I_4` and further down “with W = […]”, 4×2: what was given is given again, another one."""
    if not isinstance(before.expr, Name):
        return False
    binding, stated = scope.bindings.get(before.expr.key), link.printed.value
    if binding is None or binding.derived or before.pattern is not None:
        return False
    known = binding.said
    return isinstance(known, Tensor) and isinstance(stated, Tensor) and known.shape != stated.shape


def is_by_another_formula(scope: Scope, before: Link, link: Link) -> bool:
    """Whether a step is worked out otherwise than the formula of another question has it: h_1 of an LSTM."""
    home = scope.formulas.home_of(before.expr)
    if before.pattern is None or home is None or is_literal(link.expr):
        return False
    if scope.questions.get(home) == scope.questions.get(scope.section):
        return False
    one, other = before.pattern, link.expr
    return not (isinstance(one, Call) and isinstance(other, Call) and one.op == other.op)


def is_by_another_method(scope: Scope, text: str, link: Link, before: Link) -> bool:
    """Whether a step stands under “Adam”, and what it is held to under “Momentum”."""
    step = step_of(before.expr) if before.pattern is not None else None
    pattern = scope.formulas.patterns.get(step.sequence) if step is not None else None
    if pattern is None:
        return False
    there = _methods(text, (pattern.written or pattern.formula).span.start)
    here = _methods(text, link.member.span.start)
    return bool(there) and bool(here) and there.isdisjoint(here)


def _methods(text: str, place: int) -> set[str]:
    """The methods of training that the last heading above a place names."""
    headings = [*_HEADING.finditer(text, 0, place)]
    return {found.lower() for found in _METHOD.findall(headings[-1][0])} if headings else set()
