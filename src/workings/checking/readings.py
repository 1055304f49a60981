"""The ways in which a statement may sensibly be read, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise, product

from workings.document import Statement
from workings.evaluating import How
from workings.expr import PRODUCTS, Apply, Array, Call, Expr, Name, Number, call, mapped, walk
from workings.regex import regex
from workings.resolving.traits import traits
from workings.source import Span

MOST_NODES = 300  # of an expression that is tried with other brackets
_RATE = 10_000
_DEGREES = regex(r"°|\\circ|\bdeg", re.I)
_PLAIN = How()
_LOGS = frozenset({"log", "log2", "log10"})
_BY_ENTRY = PRODUCTS | {"pow", "bars"}  # what may be done entry by entry
_REACHED = frozenset({"add", "sub", "mul", "times", "div"})  # that a slash may have been meant to reach over
_TURNING = frozenset({"sin", "cos", "tan"})
_SAMPLE = "variance of a sample, divided by n - 1"
_SUMMED = "a sum over the examples"
_OF_VECTORS = ((False, False), (True, False), (None, False), (False, True))  # dot and each
_NATURAL = regex(r"(?<!not )(?<!not the )\bnatural[\s$]+log", re.I)
_OTHER_BASE = regex(
    r"\bbits?\b|\bbase[- $]{0,3}(?:2|10|two|ten)|log_?\{?(?:2|10)|₂|₁₀|\bdB\b|common log|decadic|binary log",
    re.I,
)
_INFORMATION = regex(
    r"(?:[\s~$,{(]|\\[,;: ]|\\(?:text|mathrm|mbox)\b|in\b)*(?:(bits?|shannons?)|nats?)\b(?!-)", re.I
)
_BASES = {"e": None, "2": "log to base 2", "10": "log to base 10"}


def says_natural(text: str) -> bool:
    """Whether a document says that its logarithms are natural, and speaks of no others."""
    return "natural" in text and _NATURAL.search(text) is not None and _OTHER_BASE.search(text) is None


def readings(statement: Statement, base: str, natural: bool = False) -> Iterator[tuple[How, str | None]]:
    """Ways to run the statement, with the convention each one needs.

    `base` is the document's logarithm, the only one if it is said to be the natural one.
    """
    alternatives: dict[Span, int] = {}
    logs = angles = valued = vectors = spreads = sums = multiplied = False
    for member in statement.members:
        if type(member.expr) is Number:  # which is none of this
            valued = True
            continue
        found = traits(member.expr)
        if found.alternatives:
            alternatives.update(found.alternatives)
        multiplied = multiplied or found.takes or not _BY_ENTRY.isdisjoint(found.ops)
        logs, angles, vectors = logs or found.logs, angles or found.angles, vectors or found.vectors
        valued = valued or not (found.angles or found.names)
        spreads, sums = spreads or found.spreads, sums or found.summed
    if angles and not valued:  # sin(1) = sin(0.1) is right in no unit
        angles = _DEGREES.search(statement.passage.text) is not None
    if angles and _are_turns(statement):
        angles = False
    listed = multiplied and _may_go_entry_by_entry(statement)
    vectors = vectors or listed
    if spreads:
        yield from ((How(sample=sample), _SAMPLE if sample else None) for sample in (False, True))
        return
    if not (alternatives or logs or angles or vectors or sums):
        yield (_PLAIN if base == "e" else How(log_base=base)), None  # as functions that it calls have it
        return
    spans = list(alternatives)
    bases = list(_to_bases(statement, base, natural)) if logs else [base]
    choices = islice(product(*(range(n) for n in alternatives.values())), 8)
    for choice in choices:
        for log_base in bases:
            for degrees in (False, True) if angles else (False,):
                for dot, each in _OF_VECTORS if vectors else _OF_VECTORS[:1]:
                    for summed in (False, True) if sums else (False,):
                        how = How(
                            log_base=log_base,
                            degrees=degrees,
                            dot=dot,
                            each=each,
                            listed=each and listed,
                            summed=summed,
                            choice=dict(zip(spans, choice, strict=True)),
                        )
                        yield how, _convention(how, logs)


def _to_bases(statement: Statement, base: str, natural: bool) -> Iterator[str]:
    """What logarithms may be to: 2 before bits, e before nats."""
    passage = statement.passage
    counted = _INFORMATION.match(passage.text, statement.members[-1].span.end - passage.span.start)
    units = {member.unit for member in statement.members[:-1]} - {None}
    if counted is not None and not units:
        yield "e" if counted[1] is None else "2"
        return
    yield base
    if not natural:
        yield from (other for other in _BASES if other != base)


def _are_turns(statement: Statement) -> bool:
    """Whether every angle is written with π, or is that of a position, so that none is in degrees."""
    taken = [
        node
        for member in statement.members
        for node in islice(walk(member.expr), MOST_NODES)
        if isinstance(node, Call) and node.op in _TURNING
    ]
    return bool(taken) and all(any(map(_is_in_radians, walk(node.args[0]))) for node in taken)


def _is_in_radians(part: Expr) -> bool:
    """π, or the power of a rate at which encodings of positions turn: 10000^{2i/d}."""
    match part:
        case Name(key="π"):
            return True
        case Call(op="pow", args=(Number(value=base), _)):
            return bool(base == _RATE)
    return False


def _may_go_entry_by_entry(statement: Statement) -> bool:
    """Whether a list is said to be a product of names."""
    if not any(isinstance(member.expr, Array) for member in statement.members[1:]):
        return False
    return any(
        isinstance(node, Apply) or (isinstance(node, Call) and node.op in _BY_ENTRY)
        for member in statement.members
        for node in islice(walk(member.expr), MOST_NODES)
        if not isinstance(member.expr, Array)
    )


def _convention(how: How, logs: bool) -> str | None:
    if how.degrees:
        return "angles in degrees"
    base = _BASES[how.log_base] if logs else None
    if how.summed:
        return _SUMMED if base is None else f"{_SUMMED}, {base}"
    return base


def other_brackets(expr: Expr, text: str) -> Iterator[Expr]:
    """The expression with a slash that reaches further: `24/24+5` as 24/(24+5), a share of its whole.

    `text` is the page, to tell a slash from a fraction bar, which leaves no doubt.
    """
    if {"div", "pow"} <= traits(expr).ops and traits(expr).parts <= MOST_NODES:
        scientific = _with_powers_below(expr, text)
        if scientific is not expr:
            yield scientific
    if not isinstance(expr, Call) or len(expr.args) != 2 or expr.op not in _REACHED:
        return
    left, right = expr.args
    if not isinstance(left, Call) or left.op != "div" or not _is_bare(left, text):
        return
    over, under = left.args
    if expr.op in ("add", "sub") and not _is_share(over, under):
        return  # 6/2 + 1 is 4 for everybody
    yield Call(expr.span, "div", (over, Call(expr.span, expr.op, (under, right))))


def with_reaching_slashes(expr: Expr, text: str) -> Expr:
    """The expression with every `a/2b` as a/(2b), whose factors stand together without a sign."""
    if not isinstance(expr, Call) or "div" not in traits(expr).ops:
        return expr
    changed = mapped(expr, lambda part: with_reaching_slashes(part, text))
    match expr, changed:
        case (
            Call(op="mul", args=(Call(op="div", args=(whole, by)), factor)),
            Call(op="mul", args=(Call(op="div", args=(over, under)), below)),
        ):
            together = text[by.span.end : factor.span.start].strip(" ") == ""
            if together and "/" in text[whole.span.end : by.span.start] and _is_bare(expr.args[0], text):
                return Call(expr.span, "div", (over, Call(expr.span, "mul", (under, below))))
    return changed


def _with_powers_below(expr: Expr, text: str) -> Expr:
    """The expression with every `0.2/8.6×10^{-5}` as 0.2/(8.6×10^{-5}), wherever it stands."""
    if not isinstance(expr, Call):
        return expr
    changed = mapped(expr, lambda part: _with_powers_below(part, text))
    match changed:
        case Call(op="mul" | "times", args=(Call(op="div", args=(over, Number() as under)), power)):
            if _is_power_of_ten(power) and _is_bare(expr.args[0], text):
                return Call(expr.span, "div", (over, Call(expr.span, "mul", (under, power))))
    return changed


def _is_power_of_ten(expr: Expr) -> bool:
    match expr:
        case Call(op="pow", args=(Number(value=ten), _)):
            return ten == 10
    return False


def _is_share(over: Expr, under: Expr) -> bool:
    """Whether a part is divided by a sum that begins with it: TP/TP + FP, 1/1 + e^{-z}."""
    match over, under:
        case Number(value=first), Number(value=second):
            return first == second
        case Name(key=first), Name(key=second):
            return first == second
    return False


def floored(expr: Expr, text: str) -> Expr:
    """The expression with the whole part of every quotient in square brackets: `[9/2] + 1` as ⌊9/2⌋ + 1."""
    if not isinstance(expr, Call):
        return expr
    start, end = expr.span
    changed = replace(expr, args=tuple(floored(arg, text) for arg in expr.args))
    bracketed = text[start - 1 : start] == "[" and text[end : end + 1] == "]"
    return call("floor", changed) if expr.op == "div" and bracketed else changed


def _is_bare(expr: Expr, text: str) -> bool:
    """Whether a quotient was written with a slash and without brackets round it; ½ is one number."""
    start, end = expr.span
    before, behind = text[max(0, start - 4) : start].rstrip()[-1:], text[end : end + 4].lstrip()[:1]
    is_enclosed = before in ("(", "[", "{") and behind in (")", "]", "}")
    return not text[start:end].lstrip().startswith("\\") and end - start > 1 and not is_enclosed


def wider_logs(expr: Expr, text: str) -> Iterator[Expr]:
    """Logarithms without brackets that reach over a slash: `\\log_2 9/14` as log₂(9/14)."""
    if _LOGS.isdisjoint(traits(expr).ops) or len([*islice(walk(expr), MOST_NODES)]) == MOST_NODES:
        return
    changed = _with_wider_logs(expr, text)
    if changed is not expr:
        yield changed


def _with_wider_logs(expr: Expr, text: str) -> Expr:
    if not isinstance(expr, Call):
        return expr
    args = tuple(_with_wider_logs(arg, text) for arg in expr.args)
    if expr.op == "div" and text[expr.span.end - 1 : expr.span.end] != "}":
        wider = _widened(args[0], args[1], text)
        if wider is not None:
            return wider
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return Call(expr.span, expr.op, args, expr.options)


def _widened(left: Expr, under: Expr, text: str) -> Expr | None:
    """`k · log a` over b as k · log(a/b), if the logarithm was written without brackets."""
    if not isinstance(left, Call):
        return None
    if left.op in _LOGS and text[left.span.end - 1 : left.span.end] != ")":
        return Call(left.span, left.op, (Call(left.span, "div", (left.args[0], under)),), left.options)
    if left.op in ("mul", "times"):
        inner = _widened(left.args[1], under, text)
        return None if inner is None else Call(left.span, left.op, (left.args[0], inner))
    return None


def is_size(expr: Expr) -> list[int] | None:
    """The factors of a size such as 224 × 224 × 3."""
    if isinstance(expr, Call) and expr.op == "times":
        first = is_size(expr.args[0])
        second = is_size(expr.args[1])
        return first + second if first is not None and second is not None else None
    if isinstance(expr, Number) and expr.unit == 1:
        return [int(expr.value.p)]
    return None


def shapes_fit(factors: Expr, result: Expr) -> bool:
    """`(3×2)·(2×4) = (3×4)` speaks of shapes."""
    stated = _pair(result)
    return stated is not None and stated == product_shape(factors)


def product_shape(factors: Expr) -> tuple[int, int] | None:
    """The shape of a product of shapes that fit."""
    if not isinstance(factors, Call) or any(isinstance(arg, Number) for arg in factors.args):
        return None
    chain = _shape_chain(factors)
    if chain is None or len(chain) < 2 or any(a[1] != b[0] for a, b in pairwise(chain)):
        return None
    return chain[0][0], chain[-1][1]


def _pair(expr: Expr) -> tuple[int, int] | None:
    if isinstance(expr, Array) and len(expr.items) == 2:
        sizes = [is_size(item) for item in expr.items]
        if all(s is not None and len(s) == 1 for s in sizes):
            return sizes[0][0], sizes[1][0]  # type: ignore[index]
        return None
    size = is_size(expr)
    return (size[0], size[1]) if size is not None and len(size) == 2 else None


def _shape_chain(expr: Expr) -> list[tuple[int, int]] | None:
    pair = _pair(expr)
    if pair is not None:
        return [pair]
    if isinstance(expr, Call) and expr.op in ("mul", "times") and len(expr.args) == 2:
        first, second = _shape_chain(expr.args[0]), _shape_chain(expr.args[1])
        if first is not None and second is not None:
            return first + second
    return None
