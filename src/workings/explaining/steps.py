"""From an expression to its steps, at a chosen detail.

0: the value; 1: formula, numbers put in, result; 2: also the recipe of every operation, with its reasons;
3: also every value in between, and matrix products entry by entry.
"""

from __future__ import annotations

from dataclasses import replace

from flint import arb, fmpq

from workings.evaluating import How
from workings.evaluating.operating import prepared
from workings.explaining.mapping import renamed
from workings.explaining.plain import in_text
from workings.explaining.products import entries, is_product
from workings.explaining.surroundings import Names, Surroundings, is_leaf
from workings.explaining.tidying import chosen, tidied
from workings.explaining.values import DIGITS, literal
from workings.expr import NOWHERE, Apply, Array, Call, Expr, Name, name, walk
from workings.ops import OPERATIONS
from workings.ops.operation import Step as Line
from workings.ops.primitives import NoValue
from workings.ops.primitives.shaping import size
from workings.step import Step
from workings.value import Tensor, Value, precision

MOST_STEPS = 300  # of one explanation
BITS = 192  # of the enclosures, enough for any digits that are asked for
DEEPEST = 8  # recipes inside recipes
LARGEST_OPENED = 4096  # entries of a value whose working is shown
RECIPES, EVERYTHING = 2, 3  # levels of detail


def explain(
    expr: Expr,
    names: Names,
    how: How | None = None,
    *,
    detail: int = 1,
    digits: int = DIGITS,
    name: Expr | None = None,
    turned: frozenset[str] = frozenset(),
) -> Step | None:
    """The steps of an expression's value; None where it has none.

    `name` is what gets the value, and `names` what the names in the expression stand for; those of lists that
    are `turned` are put in as columns.
    """
    around = Surroundings(names, how or How(), digits, turned=turned)
    with precision(BITS):
        return _Explainer(detail).step(name, chosen(expr, around.how.choice), around, "", 0)


class _Explainer:
    """Makes the steps of one explanation, as many as are allowed."""

    def __init__(self, detail: int) -> None:
        self.detail = detail
        self.left = MOST_STEPS

    def step(self, title: Expr | None, expr: Expr, around: Surroundings, why: str, depth: int) -> Step | None:
        """The step that works out an expression; None where it has no value."""
        value = around.worth(expr)
        if value is None:
            return None
        self.left -= 1
        formula = tidied(expr, around.worth)
        substeps: list[Step] = []
        known: dict[int, Value] = {}
        if self.detail >= RECIPES and size(value) <= LARGEST_OPENED:
            self.visit(formula, formula, around, title, depth, substeps, known)
        substituted = self.put_in(formula, around, known, value)
        return Step(title, formula, substituted, value, why, tuple(substeps))

    def put_in(
        self, formula: Expr, around: Surroundings, known: dict[int, Value], value: Value
    ) -> Expr | None:
        """The formula with numbers put in, unless that is the formula itself or already the result."""
        if self.detail < 1:
            return None
        known = {key: worth for key, worth in known.items() if key != id(formula)}
        found = around.put_in(formula, known)
        return None if found in (formula, literal(value, around.digits)) else found

    def visit(
        self,
        node: Expr,
        root: Expr,
        around: Surroundings,
        title: Expr | None,
        depth: int,
        substeps: list[Step],
        known: dict[int, Value],
    ) -> None:
        """Work out the parts of a formula before the whole, as far as the detail asks for it."""
        if not isinstance(node, Call | Apply) or is_leaf(node):
            return
        names_arguments = isinstance(node, Call) and node.op in OPERATIONS
        for arg in node.args:
            self.visit(arg, arg if names_arguments else root, around, None, depth, substeps, known)
        inner = self.opened(node, around, title, depth, known)
        opens = bool(inner) or self.detail >= EVERYTHING
        if isinstance(node, Apply) and inner:  # its formula is what is put in for the call
            inner = inner[0].substeps
        if node is root:
            substeps.extend(inner)
        elif opens:
            value = around.worth(node)
            if value is None or self.left <= 0 or literal(value, around.digits) == node:
                return
            known[id(node)] = value
            if any(in_text(step.formula) == in_text(node) for step in substeps):
                return
            self.left -= 1
            substeps.append(Step(None, node, self.put_in(node, around, known, value), value, "", inner))

    def opened(
        self,
        node: Call | Apply,
        around: Surroundings,
        title: Expr | None,
        depth: int,
        known: dict[int, Value],
    ) -> tuple[Step, ...]:
        """What happens inside a call: a recipe's steps, a function's formula, the entries of a product."""
        if depth >= DEEPEST or self.left <= 0:
            return ()
        if isinstance(node, Call):
            if node.op in OPERATIONS:
                return self.recipe(node, around, depth, known)
            if self.detail >= EVERYTHING and is_product(node):
                left, right = (around.worth(arg) for arg in node.args)
                found = entries(title, left, right, around.worth(node), around.digits)
                self.left -= len(found)
                return found
            return ()
        function = around.function(node)
        inside = around.inside(function, node) if function is not None else None
        if function is None or inside is None:
            return ()
        why = "with " + ", ".join(
            f"{param} = {in_text(inside.put_in(name(param), {}))}" for param in function.params
        )
        body = self.step(node, chosen(function.body, around.how.choice), inside, why, depth + 1)
        return () if body is None else (_in_numbers(body),)

    def recipe(
        self, node: Call, around: Surroundings, depth: int, known: dict[int, Value]
    ) -> tuple[Step, ...]:
        """The steps of an operation's recipe, in the names of its arguments here."""
        op = OPERATIONS[node.op]
        values = [around.worth(arg) for arg in node.args]
        options = {key: around.worth(expr) for key, expr in node.options}
        if None in values or None in options.values():
            return ()
        try:
            gathered, bound, settings = prepared(
                op,
                [value for value in values if value is not None],
                {key: value for key, value in options.items() if value is not None},
                around.how,
            )
        except NoValue:
            return ()
        recipe = op.written(len(gathered), settings)
        steps: list[Step] = []
        arguments = node.args
        if op.gathers and len(arguments) > len(recipe.params):
            arguments = (Array(NOWHERE, arguments, "list"),)
        taken = {part.key for arg in arguments for part in walk(arg) if isinstance(part, Name)}
        inside: dict[str, Value] = {}
        meant: dict[str, Expr] = {}
        for param, arg in zip(recipe.params, arguments, strict=False):
            value = _value(bound.get(param))
            if value is None:
                return ()
            if is_leaf(arg) or isinstance(arg, Array):
                meant[param] = arg
                inside |= _worths(arg, around)
                continue
            key = _fresh(param, taken)
            meant[param], inside[key] = name(key), value
            taken.add(key)
            steps.append(Step(name(key), arg, self.put_in(arg, around, known, value), value))
        for key, setting in bound.items():
            if key.startswith("option ") and (value := _value(setting)) is not None:
                meant[key] = literal(value, around.digits)
        return (*steps, *self.recipe_steps(recipe.steps, recipe.result, meant, inside, taken, around, depth))

    def recipe_steps(
        self,
        written: tuple[Line, ...],
        result: Expr,
        meant: dict[str, Expr],
        inside: dict[str, Value],
        taken: set[str],
        around: Surroundings,
        depth: int,
    ) -> list[Step]:
        """The lines of a recipe one after another, each in sight of those before it."""
        steps: list[Step] = []
        for line in written:
            key = _fresh(line.name, taken)
            expr = renamed(line.expr, meant)
            here = Surroundings(inside, around.how, around.digits)
            step = self.step(name(key), expr, here, line.why, depth + 1) if self.left > 0 else None
            if step is None:
                return steps
            steps.append(step)
            meant, inside = {**meant, line.name: name(key)}, {**inside, key: step.value}
        if not isinstance(result, Name):
            here = Surroundings(inside, around.how, around.digits)
            last = self.step(None, renamed(result, meant), here, "", depth + 1)
            steps.extend(() if last is None else (last,))
        return steps


def _in_numbers(step: Step) -> Step:
    """A step without its general formula, whose letters mean something else at every call."""
    formula = step.formula if step.substituted is None else step.substituted
    return replace(step, formula=formula, substituted=None, substeps=tuple(map(_in_numbers, step.substeps)))


def _fresh(key: str, taken: set[str]) -> str:
    """A name that does not clash with those of the arguments."""
    while key in taken:
        key += "'"
    return key


def _worths(arg: Expr, around: Surroundings) -> dict[str, Value]:
    """The values of the names in an argument, by their keys."""
    return {
        part.key: value
        for part in walk(arg)
        if isinstance(part, Name) and (value := around.worth(part)) is not None
    }


def _value(meaning: object) -> Value | None:
    return meaning if isinstance(meaning, fmpq | arb | Tensor) else None
