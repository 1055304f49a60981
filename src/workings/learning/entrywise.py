"""Names that a document defines by their entries, p_k = …: which they are, and their formulas as a whole.

A letter that picks no entries is left alone: layers and heads are written out, steps of a recurrence are run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace

from workings.document import Statement
from workings.expr import ELIDED, NOWHERE, Alt, Array, Call, Cases, Expr, Fold, Hole, Name, mapped, walk
from workings.expr import name as named
from workings.expr import number as numeral
from workings.learning.declaring import Shape
from workings.learning.families import letters_of
from workings.learning.letters import FOR_ALL, letters_in
from workings.learning.rules import ENTRY_BY_ENTRY
from workings.record import record
from workings.regex import regex

_LAYER = regex(r"\^[(\[][^()\[\]]+[)\]]")
_RAISED = regex(r"\^[(\[{]?([^\W\d_])")


@record(frozen=True, slots=True)
class Entrywise:
    """What is defined by its entries: the formulas of the whole, and the names of entries on the left."""

    formulas: Mapping[str, Expr] = field(default_factory=dict)
    heads: frozenset[str] = frozenset()


@record(frozen=True, slots=True)
class _Definition:
    base: str
    key: str
    letters: tuple[str, ...]
    formula: Expr


def entrywise_of(
    equations: Iterable[tuple[Name, Expr]],
    statements: Iterable[Statement],
    declared: Mapping[str, Shape],
    known: Collection[str],
    others: Collection[str],
    timed: Collection[str],
) -> Entrywise:
    """The definitions by entries; `known` are names of wholes, `others` what comes in or is run in steps.

    The letters that are `timed` count steps.
    """
    found: dict[str, _Definition] = {}
    doubtful = {*others}
    for head, formula in equations:
        letters = tuple(part.key for part in head.index if isinstance(part, Name) and not part.index)
        if not letters or len(letters) < len(head.index) or len({*letters}) < len(letters):
            continue
        if any(len(letter.rstrip("'′")) > 1 or letter in timed for letter in letters):
            continue
        if _is_grid(letters, formula):
            continue
        if head.base in found and found[head.base].formula != formula:
            doubtful.add(head.base)
        found[head.base] = _Definition(head.base, head.key, letters, formula)
    found = {base: one for base, one in found.items() if base not in doubtful}
    while True:
        kept = {base: one for base, one in found.items() if _is_of_entries(one, {*known, *found}, declared)}
        if len(kept) == len(found):
            break
        found = kept
    lengths = {size for shape in declared.values() for size in shape if isinstance(size, str)}
    ends = counted_to(statements)
    if len(lengths) == 1:  # what goes to the only length that is left open goes over all
        ends = {letter: (lower, upper) for letter, (lower, upper) in ends.items() if not _is(upper, lengths)}
    return Entrywise(
        {base: _whole(one, {**_declared_ends(one, declared), **ends}, lengths) for base, one in kept.items()},
        frozenset(one.key for one in kept.values()),
    )


def _declared_ends(one: _Definition, declared: Mapping[str, Shape]) -> dict[str, tuple[Expr, Expr]]:
    """The ends of the letters of a name whose size is declared."""
    sizes = declared.get(one.base, ())
    return {
        letter: (numeral(1), numeral(size))
        for letter, size in zip(one.letters, sizes, strict=False)
        if isinstance(size, int)
    }


def _is_grid(letters: tuple[str, ...], formula: Expr) -> bool:
    """A mask, or any matrix that depends on its places alone, which has a way of its own."""
    names = frozenset(letters)
    if len(letters) != 2 or not letters_in(formula, names):
        return False
    return not any(
        isinstance(node, Name) and any(letters_in(part, names) for part in node.index)
        for node in walk(formula if not isinstance(formula, Cases) else _values(formula))
    )


def _values(formula: Cases) -> Expr:
    """What the branches come to, without their conditions."""
    return replace(formula, branches=tuple((value, None) for value, _ in formula.branches))


def _is_of_entries(one: _Definition, wholes: Collection[str], declared: Collection[str]) -> bool:
    """Whether every letter picks entries of wholes, and nothing is a layer, a head or an earlier step."""
    letters = frozenset(one.letters)
    for node in walk(one.formula):
        if not isinstance(node, Name):
            continue
        if any(found[1] in letters for found in _RAISED.finditer(node.key)):
            return False
        if not any(letters_in(part, letters) for part in node.index):
            if letters & letters_of(node.key):
                return False
            continue
        if node.base == one.base or node.key in declared or whole_key(node, wholes) is None:
            return False
    return True


def whole_key(node: Name, wholes: Collection[str]) -> str | None:
    """The name of which a name is an entry: x of x_i, or X, whose rows are written x_i."""
    if node.base in wholes or _LAYER.sub("^()", node.base) in {
        _LAYER.sub("^()", key) for key in wholes if "^" in key
    }:
        return node.base
    upper = node.base.upper()
    return upper if upper != node.base and upper in wholes else None


def counted_to(statements: Iterable[Statement]) -> dict[str, tuple[Expr, Expr]]:
    """The letters that a document counts with, and their ends: i = 1, …, n; or all of them, k = 1, 2, 3."""
    found: dict[str, tuple[Expr, Expr]] = {}
    for statement in statements:
        if [member.sign for member in statement.members] not in ([None, "="], [None, "∈"]):
            continue
        head, listed = (member.expr for member in statement.members)
        if not isinstance(head, Name) or head.index or not isinstance(listed, Array) or len(listed.items) < 2:
            continue
        if any(isinstance(item, Hole) and item.reason == ELIDED for item in listed.items[1:-1]):
            found[head.key] = (listed.items[0], listed.items[-1])
    return found


def _is(end: Expr | None, lengths: Collection[str]) -> bool:
    return len(lengths) == 1 and isinstance(end, Name) and end.key in lengths


def _whole(one: _Definition, ends: Mapping[str, tuple[Expr, Expr]], lengths: Collection[str]) -> Expr:
    """The formula of all entries; shares of exponentials as the softmax that they are."""
    for at, letter in enumerate(one.letters):
        shared = _shares(one.formula, letter)
        if shared is not None:
            scores, lower, upper = shared
            given = dict(ends)
            if lower is not None and upper is not None and not _is(upper, lengths):
                given[letter] = (lower, upper)
            axis = at - len(one.letters)
            options = () if axis == -1 else (("axis", numeral(axis)),)
            return Call(one.formula.span, "softmax", (_collected(one, scores, given),), options)
    formula, outer = one.formula, list[Call]()
    while isinstance(formula, Call) and formula.op in ENTRY_BY_ENTRY and not formula.options:
        outer.append(formula)  # tanh of every entry is tanh of the whole
        formula = formula.args[0]
    whole = _collected(one, formula, ends)
    for call in reversed(outer):
        whole = replace(call, args=(whole,))
    return whole


def _collected(one: _Definition, formula: Expr, ends: Mapping[str, tuple[Expr, Expr]]) -> Expr:
    match formula:
        case Name(base=base, index=index) if not {*one.letters} & {*ends}:
            if tuple(part.key if isinstance(part, Name) else None for part in index) == one.letters:
                return named(base, formula.span)
    for letter in reversed(one.letters):
        lower, upper = ends.get(letter, (None, None))
        formula = Fold(formula.span, FOR_ALL, letter, lower, upper, formula)
    return formula


def _shares(formula: Expr, letter: str) -> tuple[Expr, Expr | None, Expr | None] | None:
    """Of exp(f_k) / Σ_j exp(f_j) the scores f_k, and the ends of the sum."""
    while isinstance(formula, Alt):
        formula = formula.options[0]
    match formula:
        case Call(
            op="div", args=(Call(op="exp", args=(scores,)), Fold(kind="sum", body=Call(op="exp")) as total)
        ):
            body = total.body
            if isinstance(body, Call) and total.variable is not None:
                same = renamed(body.args[0], total.variable, letter)
                is_own = total.variable == letter or not letters_in(body, frozenset({letter}))
                if _bare(same) == _bare(scores) and is_own:
                    return scores, total.lower, total.upper
    return None


def renamed(expr: Expr, letter: str, other: str) -> Expr:
    """An expression with another letter for one, in indices too."""
    if isinstance(expr, Name):
        if expr.key == letter:
            return named(other, expr.span)
        index = tuple(renamed(part, letter, other) for part in expr.index)
        return Name(expr.span, expr.key, expr.base, index) if index else expr
    return mapped(expr, lambda part: renamed(part, letter, other))


def _bare(expr: Expr) -> Expr:
    """Without places and written names, to compare."""
    if isinstance(expr, Name):
        return Name(NOWHERE, expr.base, expr.base, tuple(_bare(part) for part in expr.index))
    return replace(mapped(expr, _bare), span=NOWHERE)
