"""An operation: a recipe of named steps, its wrong recipes, its samples and its referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, overload

from flint import fmpq

from workings.expr import Call, Expr, Name, Operand, call, name, number
from workings.record import record

MOST_BUILT = 512  # recipes that an operation keeps; documents bring any number of options

Setting: TypeAlias = int | fmpq | Expr
Default: TypeAlias = int | fmpq | None
Build: TypeAlias = Callable[..., Expr]
Attempt: TypeAlias = Callable[..., Expr | None]  # None where a slip does not apply
Sample: TypeAlias = Any  # numbers in nested lists; a tuple holds several arguments, a last dict the options


@record(frozen=True, slots=True)
class Step:
    """One named line of a recipe, and why it is taken."""

    name: str
    expr: Expr
    why: str


@record(frozen=True, slots=True)
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


@record(frozen=True, slots=True)
class Mistake:
    """A wrong recipe with a name: what it comes to in words, and why people make it."""

    slug: str
    says: str
    why: str
    build: Attempt


class Mistakable:
    """What has arguments and wrong recipes; a primitive has no recipe besides these, since it computes.

    `params` are its arguments, optional ones marked by "?"; keyword arguments besides the named ones
    are options with their defaults. `gathers` lets several numbers stand for one vector. `letters` are other
    names of the options in a call, and those in `follow` may also stand behind the arguments without a name.
    `usual` are values besides the default that pages leave unsaid.
    """

    def __init__(
        self,
        key: str,
        params: str,
        *,
        samples: Sequence[Sample],
        gathers: bool = False,
        letters: Mapping[str, str] = MappingProxyType({}),
        follow: Sequence[str] = (),
        usual: Mapping[str, Sequence[fmpq]] = MappingProxyType({}),
        **options: Default,
    ) -> None:
        self.name = key
        self.params = tuple(param.removesuffix("?") for param in params.split())
        self.least = sum(not param.endswith("?") for param in params.split())
        self.samples = tuple(samples)
        self.gathers = gathers
        self.letters = letters
        self.follow = tuple(follow)
        self.usual = usual
        self.options: Mapping[str, Default] = options
        self.mistakes: dict[str, Mistake] = {}
        self._build: Build | None = None
        self._built: dict[tuple[object, ...], Recipe | None] = {}

    def mistake(self, slug: str, says: str, why: str) -> Callable[[Attempt], Attempt]:
        """A wrong recipe, as a decorator.

        `says` completes "fits softmax where …"; `why` is one sentence for the rule's page. The builder has
        the signature of the recipe and returns None where the slip does not apply, as without a mask.
        """

        def record(build: Attempt) -> Attempt:
            self.mistakes[slug] = Mistake(slug, says, why, build)
            return build

        return record

    def __call__(self, *args: Operand, **options: Setting) -> Call:
        """The call of this operation inside another recipe."""
        return with_options(self.name, *args, **options)

    @overload
    def written(self, count: int, options: Mapping[str, Setting]) -> Recipe: ...

    @overload
    def written(self, count: int, options: Mapping[str, Setting], slip: str | None) -> Recipe | None: ...

    def written(self, count: int, options: Mapping[str, Setting], slip: str | None = None) -> Recipe | None:
        """The recipe for so many arguments and these options; kept once it has been built.

        None where the slip does not apply to them. Shapes are not known here: a slip that they forbid
        has no value when it is run.
        """
        key = (count, slip, *options.items())
        if key not in self._built:
            if len(self._built) >= MOST_BUILT:
                self._built.clear()
            self._built[key] = self._write(count, options, slip)
        return self._built[key]

    def _write(self, count: int, options: Mapping[str, Setting], slip: str | None) -> Recipe | None:
        build = self._build if slip is None else self.mistakes[slip].build
        if build is None:
            raise LookupError(f"{self.name} has no recipe")
        given = self.params[:count]
        args = {param: name(param) if param in given else None for param in self.params}
        let = Let()
        result = build(let, **args, **{**self.options, **options})
        return None if result is None else Recipe(given, tuple(let.steps), result)


class Op(Mistakable):
    """An operation made of others, known by its `names`; `oracle` is the same in PyTorch.

    `quantities` are names under which documents state its value without calling it, as in `F1 = …`; it is
    then taken of the names in `asks`, one for each argument with alternatives between bars. `said` is what it
    is called in sentences: “the cosine similarity of a and b is …”.
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
        letters: Mapping[str, str] = MappingProxyType({}),
        follow: Sequence[str] = (),
        usual: Mapping[str, Sequence[fmpq]] = MappingProxyType({}),
        quantities: Sequence[str] = (),
        said: Sequence[str] = (),
        asks: Sequence[str] = (),
        **options: Default,
    ) -> None:
        super().__init__(
            key,
            params,
            samples=samples,
            gathers=gathers,
            letters=letters,
            follow=follow,
            usual=usual,
            **options,
        )
        self.names = tuple(names)
        self.oracle = oracle
        self.quantities = tuple(quantities)
        self.said = tuple(said)
        self.asks = tuple(tuple(names.split("|")) for names in asks)

    def recipe(self, build: Build) -> Build:
        """The right recipe, as a decorator."""
        self._build = build
        return build


def setting(value: Setting) -> Expr:
    """An option as an expression, to calculate with."""
    return number(value) if isinstance(value, int | fmpq) else value


def with_options(op: str, *args: Operand, **options: Setting) -> Call:
    """A call with options, which are numbers or expressions."""
    plain = call(op, *args)
    return Call(plain.span, op, plain.args, tuple((key, setting(value)) for key, value in options.items()))
