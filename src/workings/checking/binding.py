"""What a statement defines: names, functions, and labels before a colon."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing.aligning import is_literal
from workings.document import Statement
from workings.evaluating import Function, How, evaluate
from workings.evaluating.how import function_key
from workings.expr import Apply, Array, Call, Expr, Name, Number, call, name
from workings.finding import Verdict
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import has_holes, is_plain, names_in
from workings.value import Tensor, Value

_ORDERS = frozenset("< > ≤ ≥ ≠".split())
_FOLLOWS = (Verdict.RIGHT, Verdict.ROUNDING, Verdict.CARRIED)
_FROM = regex(r"\bfrom\s*[$\\(]*\s*$", re.I)
_MODEL = regex(r"\b(?:model|fit|ansatz|hypothesis|line)\b[^.\n]{0,12}$", re.I)
_LABEL = regex(r"[^\W\d]\w*(_\w+|_\{[^{}]+\})?'*")


def bindings_of(scope: Scope, statement: Statement, links: list[Link]) -> list[tuple[str, Binding]]:
    """The names that the chain gives a meaning to, with both of their values."""
    parts = _parted(links)
    if len(parts) > 1:
        return [found for part in parts if len(part) > 1 for found in bindings_of(scope, statement, part)]
    head = links[0].expr
    function = _function(scope, links)
    if function is not None:
        value = _binding(scope, statement, links) if _is_of_distributions(scope, links) else None
        return [function] if value is None or not isinstance(head, Apply) else [function, (head.key, value)]
    if isinstance(head, Array):
        return _tuple(scope, head, links[1:])
    listed = any(isinstance(link.expr, Array) for link in links)
    keys = [
        link.expr.key
        for link in links
        if isinstance(link.expr, Name | Apply) and _may_bind(link.expr, listed)
    ]
    if (
        not isinstance(head, Name | Apply)
        and statement.label is not None
        and _LABEL.fullmatch(statement.label)
    ):
        keys.append(statement.label)
    deviation = _deviation(head)
    if not keys and deviation is None:
        return []
    binding = _binding(scope, statement, links)
    if binding is None or _is_nought(scope, statement, head, binding):
        return []
    found = [(deviation, _rooted(binding))] if deviation is not None and not _is_matrix(binding) else []
    return found + [(key, binding) for key in dict.fromkeys(keys) if _is_new(scope, key, binding, links)]


def _parted(links: list[Link]) -> list[list[Link]]:
    """The stretches of a chain between its signs of order: `A = 3 > B = 2` says two things."""
    cuts = [at for at, link in enumerate(links) if at and link.member.sign in _ORDERS]
    return [links[lo:hi] for lo, hi in pairwise([0, *cuts, len(links)])]


def _deviation(head: Expr) -> str | None:
    """The σ of `σ² = …`: the only letter that is squared where it stands, and never negative."""
    match head:
        case Call(op="pow", args=(Name(base="σ") as letter, Number(value=power))) if power == 2:
            return letter.key
        case _:
            return None


def _is_matrix(binding: Binding) -> bool:
    """Whether a square is that of a matrix, such as σ_x, which has other roots than that of its entries."""
    return isinstance(binding.said, Tensor) and len(binding.said.shape) > 1


def _rooted(binding: Binding) -> Binding:
    """A standard deviation by the variance that was stated."""
    said, given, wide = (_root(value) for value in (binding.said, binding.given, binding.wide))
    return replace(binding, said=said, given=given, wide=wide, formula=None, rooted=True)


def _root(value: Value | Function | None) -> Value | None:
    known = as_value(value)
    return None if known is None else as_value(evaluate(call("sqrt", name("v")), {"v": known}))


def _tuple(scope: Scope, head: Array, links: list[Link]) -> list[tuple[str, Binding]]:
    """`(x_1, x_2) = (0, 1)` binds each name to its entry."""
    values = next(
        (link.expr for link in links if isinstance(link.expr, Array) and is_literal(link.expr)), None
    )
    if values is None or len(values.items) != len(head.items):
        return []
    known = [scope.said.get(entry.key) for entry in head.items if isinstance(entry, Name)]
    if any(isinstance(value, Tensor) and len(value.shape) > 1 for value in known):
        return []  # [A, B], of matrices
    found: list[tuple[str, Binding]] = []
    for entry, item in zip(head.items, values.items, strict=True):
        value = as_value(Quantity(item, {}, How()).value)
        if isinstance(entry, Name) and value is not None:
            found.append((entry.key, Binding.of_literal(value, item.span, scope.section)))
    return found


def _may_bind(expr: Expr, listed: bool) -> bool:
    """Whether a letter may be given a value; π only where that is a list, as for a policy."""
    if isinstance(expr, Name) and expr.key == "π":
        return listed
    return not (isinstance(expr, Name) and expr.key == "∞")


def _is_new(scope: Scope, key: str, binding: Binding, links: list[Link]) -> bool:
    """A name in the middle of a chain is bound if it has no value yet, or all are given one: `u = w = 1`."""
    first = links[0].expr
    if isinstance(first, Name | Apply) and first.key == key:
        return binding.formula is None or key not in names_in(binding.formula) or binding.said is not None
    if binding.said is None:
        return False
    known = scope.bindings.get(key)
    given = is_literal(links[-1].expr) and all(isinstance(link.expr, Name) for link in links[:-1])
    return known is None or (given and not known.derived)


def _function(scope: Scope, links: list[Link]) -> tuple[str, Binding] | None:
    """`f(x) = …` with bare parameters that the right side uses."""
    head = links[0].expr
    if not isinstance(head, Apply) or not head.args or len(links) < 2:
        return None
    body = links[1].expr
    if not all(isinstance(arg, Name) for arg in head.args):
        return None
    params = tuple(arg.key for arg in head.args if isinstance(arg, Name))
    if len(set(params)) < len(params):
        return None  # K(v, v) = ‖v‖² says nothing of K(u, v)
    before = scope.bindings.get(head.function.key)
    was_function = before is not None and isinstance(before.said, Function)
    if has_holes(body):
        return (head.function.key, _unknown(scope, head)) if was_function else None
    if not set(params) & names_in(body):
        return None
    if links[1].is_known and not any(param in scope.said for param in params):
        return None  # V_2(A) = 1 + V_1(A), of states that are no numbers
    known = scope.said.get(function_key(head.function.key), before.said if before is not None else None)
    is_another = isinstance(known, Function) and known.params != params
    if (
        links[0].printed.is_known
        and before is not None
        and before.section == scope.section
        and not is_another
    ):
        doubted = was_function and links[1].verdict not in (Verdict.RIGHT, Verdict.ROUNDING, Verdict.WRONG)
        return (head.function.key, _unknown(scope, head)) if doubted else None
    if links[0].printed.is_known and before is None:
        return None
    made = Function(params, body)
    binding = Binding(made, made, made, body, head.span, scope.section, derived=False, literal=False)
    return head.function.key, binding


def _is_of_distributions(scope: Scope, links: list[Link]) -> bool:
    """Whether `H(P, Q) = −Σ P(x) log Q(x) = 2.25` also says what it is worth: P and Q are no numbers."""
    head = links[0].expr
    if not isinstance(head, Apply) or links[1].is_known or not any(link.is_known for link in links[2:]):
        return False
    return all(isinstance(arg, Name) and arg.key.isupper() and arg.key not in scope.said for arg in head.args)


def _unknown(scope: Scope, head: Apply) -> Binding:
    """A function that may be defined anew by what was not understood or does not fit: it has no value now."""
    return Binding(None, None, None, None, head.span, scope.section, derived=False, literal=False)


def _binding(scope: Scope, statement: Statement, links: list[Link]) -> Binding | None:
    """Both values of what the chain works out: the first that can be computed and the last stated."""
    named = isinstance(links[0].expr, Name | Apply)
    candidates = [link for link in links[named:] if link.is_known]
    formula = next(
        (link.expr for link in links[1:] if not is_literal(link.expr) and not has_holes(link.expr)), None
    )
    if not candidates:
        if formula is None or _is_model(scope, statement, links[0].expr):
            return None
        return Binding(None, None, None, formula, statement.span, scope.section, derived=True, literal=False)
    first, last = candidates[0], candidates[-1]
    restated = links[0].is_known and links[0].verdict is None and last.verdict is not None
    said, wide = as_value(last.printed.value), as_value(last.printed.wide)
    derived, cause = _is_derived(scope, links, first, last, restated), _cause_of(candidates)
    fresh = cause is None and not restated and links[0].pattern is None
    given = None
    if (derived or _is_shortened(first, last)) and not (fresh and _is_exact_copy(first, last)):
        copied = named and restated and len(links) == 2 and is_literal(last.expr)
        source = links[0] if copied or _is_by_head(scope, links, restated) else first
        given = as_value(source.unrounded.value)
    return Binding(
        said,
        said if given is None else given,
        None if wide == said else wide,
        formula,
        statement.span,
        scope.section,
        derived=derived,
        literal=is_literal(last.expr) or len(candidates) > 1,
        cause=cause,
    )


def _cause_of(candidates: list[Link]) -> str | None:
    """The latest error that a value goes back to, which a right result behind others has left behind."""
    last = candidates[-1]
    if last.verdict is Verdict.RIGHT and last.cause is None and len(candidates) > 1:
        return None
    return next((link.cause for link in reversed(candidates) if link.cause), None)


def _is_derived(scope: Scope, links: list[Link], first: Link, last: Link, restated: bool) -> bool:
    """Whether the value is worked out in the document rather than given."""
    if len(links) == 2 and isinstance(first.expr, Name) and _is_given(scope, links[0].expr):
        return False  # G = C beside G = 2: another case, or a new start
    if restated and first is last and _is_given_again(scope, links[0].expr, last.printed.value):
        return False
    worked_out = not is_literal(first.expr) or _is_fraction(first.expr) or (restated and first is last)
    return worked_out or _is_by_head(scope, links, restated)


def _is_given_again(scope: Scope, head: Expr, stated: object) -> bool:
    """Whether a name was given as the same list before: saying so again does not work it out."""
    before = scope.bindings.get(head.key) if isinstance(head, Name) else None
    if before is None or before.derived or not before.literal:
        return False
    return isinstance(stated, Tensor) and before.said == stated


def _is_by_head(scope: Scope, links: list[Link], restated: bool) -> bool:
    """Whether what the head has to be counts: a step of a sequence, an entry of a vector."""
    head, stated = links[0], links[1]
    if stated.verdict is Verdict.WRONG:
        is_new = isinstance(head.expr, Name) and head.expr.key not in scope.bindings
        return is_new or (restated and not is_literal(stated.expr))  # a line of a working that went wrong
    return head.pattern is not None and stated.verdict in _FOLLOWS


def _is_nought(scope: Scope, statement: Statement, head: Expr, binding: Binding) -> bool:
    """Whether “from w = 0” speaks of the start of a vector that has a value."""
    before = scope.bindings.get(head.key) if isinstance(head, Name) else None
    if before is None or not isinstance(before.said, Tensor) or binding.said != 0:
        return False
    start = statement.span.start - statement.passage.span.start
    return _FROM.search(statement.passage.text, max(0, start - 12), start) is not None


def _is_model(scope: Scope, statement: Statement, head: Expr) -> bool:
    """Whether a formula is the model for data that the name stands for: “Model $y = α + βx$”."""
    before = scope.bindings.get(head.key) if isinstance(head, Name) else None
    if before is None or not before.literal or not isinstance(before.said, Tensor):
        return False
    start = statement.span.start - statement.passage.span.start
    return _MODEL.search(statement.passage.text, max(0, start - 30), start) is not None


def _is_given(scope: Scope, head: Expr) -> bool:
    """Whether a name was given a number."""
    before = scope.bindings.get(head.key) if isinstance(head, Name) else None
    return before is not None and before.literal and not before.derived and isinstance(before.said, fmpq)


def _is_fraction(expr: Expr) -> bool:
    """2/3 is a number to be worked out when a decimal follows it, unlike 0.67."""
    return isinstance(expr, Call) and expr.op == "div"


def _is_shortened(first: Link, last: Link) -> bool:
    """Whether a number is given and then about another one, `p = 0.98 ≈ 1`: the name may mean either."""
    return isinstance(first.expr, Number) and isinstance(last.expr, Number) and last.member.sign == "≈"


def _is_exact_copy(first: Link, last: Link) -> bool:
    if first.unrounded is not first.printed and (
        first is last or is_plain(first.expr) or isinstance(first.expr, Name)
    ):
        return False  # its decimals, or names, stand for other values as well
    return first is last or (isinstance(first.expr, Call) and first.printed.value == last.printed.value)
