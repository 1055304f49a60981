"""An operation: a recipe of named steps, its wrong recipes, its samples and its referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import fmpq

from workings.expr import Call, Expr, Name, Operand, call, name, number

Setting: TypeAlias = int | fmpq | Expr
Build: TypeAlias = Callable[..., Expr]
Sample: TypeAlias = Any  # numbers in nested lists; a tuple holds several arguments, a last dict the options


@dataclass(frozen=True, slots=True)
class Step:
    """One named line of a recipe, and why it is taken."""

    name: str
    expr: Expr
    why: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """The steps in order and the expression that is the result."""

    params: tuple[str, ...]
    steps: tuple[Step, ...]
    result: Expr


class Let:
    """Records the steps while a recipe is written down."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def __call__(self, key: str, expr: Operand, why: str = "") -> Name:
        (lifted,) = call("neg", expr).args
        self.steps.append(Step(key, lifted, why))
        return name(key)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong recipe with a name, and what it comes to in words."""

    slug: str
    says: str
    build: Build


class Op:
    """An operation made of others.

    `params` are its arguments, optional ones marked by "?"; keyword arguments besides the named ones
    are options with their defaults. `gathers` lets several numbers stand for one vector.
    """

    def __init__(
        self,
        key: str,
        params: str,
        *,
        names: Sequence[str] = (),
        oracle: Callable[..., Any],
        samples: Sequence[Sample],
        gathers: bool = False,
        **options: int | fmpq,
    ) -> None:
        self.name = key
        self.params = tuple(param.removesuffix("?") for param in params.split())
        self.least = sum(not param.endswith("?") for param in params.split())
        self.names = tuple(names)
        self.oracle = oracle
        self.samples = tuple(samples)
        self.gathers = gathers
        self.options: Mapping[str, int | fmpq] = options
        self.mistakes: dict[str, Mistake] = {}
        self._build: Build | None = None
        self._built: dict[tuple[object, ...], Recipe] = {}

    def recipe(self, build: Build) -> Build:
        """The right recipe, as a decorator."""
        self._build = build
        return build

    def mistake(self, slug: str, says: str) -> Callable[[Build], Build]:
        """A wrong recipe, as a decorator."""

        def record(build: Build) -> Build:
            self.mistakes[slug] = Mistake(slug, says, build)
            return build

        return record

    def __call__(self, *args: Operand, **options: Setting) -> Call:
        """The call of this operation inside another recipe."""
        return with_options(self.name, *args, **options)

    def written(self, count: int, options: Mapping[str, Setting], slip: str | None = None) -> Recipe:
        """The recipe for so many arguments and these options; kept once it has been built."""
        key = (count, slip, *options.items())
        found = self._built.get(key)
        if found is None:
            found = self._built[key] = self._write(count, options, slip)
        return found

    def _write(self, count: int, options: Mapping[str, Setting], slip: str | None) -> Recipe:
        build = self._build if slip is None else self.mistakes[slip].build
        if build is None:
            raise LookupError(f"{self.name} has no recipe")
        given = self.params[:count]
        args = {param: name(param) if param in given else None for param in self.params}
        let = Let()
        result = build(let, **args, **{**self.options, **options})
        return Recipe(given, tuple(let.steps), result)


def setting(value: Setting) -> Expr:
    """An option as an expression, to calculate with."""
    return number(value) if isinstance(value, int | fmpq) else value


def with_options(op: str, *args: Operand, **options: Setting) -> Call:
    """A call with options, which are numbers or expressions."""
    plain = call(op, *args)
    return Call(plain.span, op, plain.args, tuple((key, setting(value)) for key, value in options.items()))
