"""An expression's surroundings: what its names stand for, and how it is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
from workings.explaining.mapping import mapped
from workings.explaining.tidying import chosen
from workings.explaining.values import literal
from workings.expr import Apply, Call, Expr, Fold, Name, Number, call
from workings.record import record
from workings.value import Tensor, Value

MOST_NAMES = 200  # that may be around when a function's formula is written out
MOST_TERMS = 12  # of a sum that is written out
_COUNTS = frozenset({"width", "height", "length"})
_SIGNS = {"sum": "add", "prod": "mul"}

Names = Mapping[str, Value | Function]


@record(frozen=True)
class Surroundings:
    """What names stand for at some place of a document or of a recipe."""

    names: Names
    how: How
    digits: int
    nested: bool = False  # inside a function, where another call is only a value
    turned: frozenset[str] = frozenset()  # names whose lists are written as columns, [1, 2]^T

    def worth(self, expr: Expr) -> Value | None:
        """The value of an expression here, or None."""
        result = evaluate(expr, self.names, self.how)
        return result if isinstance(result, fmpq | arb | Tensor) else None

    def function(self, node: Expr) -> Function | None:
        """The document's own function that an application calls."""
        if not isinstance(node, Apply) or node.key in self.names:
            return None
        meaning = self.names.get(node.function.key)
        return meaning if isinstance(meaning, Function) else None

    def inside(self, function: Function, node: Apply) -> Surroundings | None:
        """What names stand for inside a function that is called here; None where an argument has no value."""
        values = [value for arg in node.args if (value := self.worth(arg)) is not None]
        if len(values) != len(function.params) or len(self.names) > MOST_NAMES:
            return None
        return replace(self.with_names(dict(zip(function.params, values, strict=True))), nested=True)

    def with_names(self, more: Names) -> Surroundings:
        return replace(self, names={**self.names, **more})

    def put_in(self, node: Expr, known: Mapping[int, Value]) -> Expr:
        """The expression with numbers put in for its names and for the parts that are worked out already.

        `known` has the values of parts by their identity.
        """
        if id(node) in known:
            return literal(known[id(node)], self.digits)
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Call) and node.op in _COUNTS and (count := self.worth(node)) is not None:
            return literal(count, self.digits)
        if isinstance(node, Apply):
            return self._applied(node, known)
        if isinstance(node, Fold):
            return self._spread(node)
        return mapped(node, lambda child: self.put_in(child, known))

    def _named(self, node: Name) -> Expr:
        """The value of a name; π and e stay what they are."""
        if node.key in ("π", "e") and node.key not in self.names:
            return node
        value = self.worth(node)
        if value is None:
            return node
        column = node.key in self.turned and isinstance(value, Tensor) and value.loose
        found = literal(value, self.digits)
        return call("transpose", found) if column else found

    def _applied(self, node: Apply, known: Mapping[int, Value]) -> Expr:
        """The formula of f with its argument put in; the product of w and what is in brackets behind it."""
        function = self.function(node)
        if function is not None and self.nested:
            value = self.worth(node)
            return node if value is None else literal(value, self.digits)
        if function is not None and (inside := self.inside(function, node)) is not None:
            return inside.put_in(chosen(function.body, self.how.choice), {})
        args = tuple(self.put_in(arg, known) for arg in node.args)
        meaning = self.names.get(node.key) or self.names.get(node.function.key)
        if isinstance(meaning, Function) or meaning is None:
            return replace(node, args=args, key="")
        if node.key in self.names or len(args) != 1:
            return literal(meaning, self.digits)
        return call("mul", literal(meaning, self.digits), args[0])

    def _spread(self, node: Fold) -> Expr:
        """A short sum over an index written out term by term."""
        sign, terms = _SIGNS.get(node.kind), self.terms(node)
        if sign is None or not terms:
            return node
        result = terms[0]
        for term in terms[1:]:
            result = call(sign, result, term)
        return result

    def terms(self, node: Fold) -> list[Expr]:
        """The terms of a sum or product with numbers put in; none where there are many or it is unclear."""
        lower = fmpq(1) if node.lower is None else self.worth(node.lower)
        upper = None if node.upper is None else self.worth(node.upper)
        if node.variable is None or not (isinstance(lower, fmpq) and isinstance(upper, fmpq)):
            return []
        if lower.q != 1 or upper.q != 1 or not 0 <= upper - lower < MOST_TERMS:
            return []
        variable = node.variable
        return [
            self.with_names({variable: fmpq(at)}).put_in(node.body, {})
            for at in range(int(lower.p), int(upper.p) + 1)
        ]


def is_leaf(node: Expr) -> bool:
    """A name or a number, with a minus perhaps, or a literal made of them."""
    if isinstance(node, Call) and node.op == "neg":
        return is_leaf(node.args[0])
    return isinstance(node, Name | Number)
