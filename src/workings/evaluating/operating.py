"""Operations: their recipe is run with the parameters bound, and nothing else in sight."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flint import fmpq

from workings.evaluating.how import How
from workings.evaluating.run import Meaning, Run
from workings.expr import name
from workings.ops.operation import Mistakable, Setting
from workings.ops.primitives import NoValue
from workings.value import Tensor, Value

_NOTHING: Mapping[str, Meaning] = {}
_NO_SLIPS: Mapping[str, str] = MappingProxyType({})


def operate(run: Run, op: Mistakable, values: list[Value], options: Mapping[str, Value | str]) -> Value:
    """One operation on values, by its recipe or by the wrong recipe that the run asks for.

    Inside a wrong recipe everything is right again, so that it may call the operation it belongs to.
    """
    values, bound, settings = prepared(op, values, options, run.how)
    slip = run.slips.get(op.name)
    recipe = op.written(len(values), settings, slip)
    if recipe is None:
        raise NoValue(f"{op.name}/{slip} does not apply here")
    run.enter()
    outside, names, variables, slips = run.locals, run.names, run.variables, run.slips
    if slip is not None:
        run.slips = _NO_SLIPS
    run.locals, run.names, run.variables = bound, _NOTHING, ()
    for step in recipe.steps:
        bound[step.name] = run.value(step.expr)
    result = run.value(recipe.result)
    run.locals, run.names, run.variables, run.slips = outside, names, variables, slips
    run.depth -= 1
    return result


def prepared(
    op: Mistakable, values: list[Value], options: Mapping[str, Value | str], how: How
) -> tuple[list[Value], dict[str, Meaning], dict[str, Setting]]:
    """The values gathered, what the parameters stand for, and the options of the recipe."""
    if op.gathers:
        values = _gathered(op, values)
    if len(values) > len(op.params):
        values, options = _without_options(op, values, options)
    if not op.least <= len(values) <= len(op.params):
        raise NoValue(f"{op.name} of {len(values)} arguments")
    bound: dict[str, Meaning] = dict(zip(op.params, values, strict=False))
    settings: dict[str, Setting] = {}
    for written, value in options.items():
        key = op.letters.get(written, written)
        if key not in op.options:
            raise NoValue(f"{op.name} has no option {written}")
        if isinstance(value, str):
            settings[key] = name(value)
        elif isinstance(value, fmpq):
            settings[key] = int(value.p) if value.q == 1 else value
        else:
            bound[f"option {key}"] = value
            settings[key] = name(f"option {key}")
    if how.sample and "sample" in op.options:
        settings.setdefault("sample", 1)
    if how.summed and "summed" in op.options:
        settings.setdefault("summed", 1)
    return values, bound, settings


def _without_options(
    op: Mistakable, values: list[Value], options: Mapping[str, Value | str]
) -> tuple[list[Value], Mapping[str, Value | str]]:
    """Options that stand behind the arguments, taken by their place: LeakyReLU(-2, 0.1)."""
    count = len(op.params)
    placed = dict(zip(op.follow, values[count:], strict=False))
    return values[:count] + values[count + len(placed) :], {**placed, **options}


def _gathered(op: Mistakable, values: list[Value]) -> list[Value]:
    """Several numbers as one vector; a lone number is not a list of them."""
    numbers = [value for value in values if not isinstance(value, Tensor)]
    if len(numbers) == 1 == len(values):
        raise NoValue(f"{op.name} of a single number")
    if len(numbers) < len(values) or not values:
        return values
    return [Tensor((len(numbers),), tuple(numbers), loose=True)]
