"""Wrong recipes of operations, also of those that an operation calls inside: in one call, or in all alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workings.checking.slips.change import Change, Scene
from workings.evaluating.calling import WORDS, slipped
from workings.expr import Call, Expr, Name, Number, mapped, name, swapped, walk
from workings.ops import MISTAKABLE, Mistakable, Op
from workings.ops.operation import Setting
from workings.record import record

DEEPEST = 3  # recipes within recipes


@record(frozen=True, slots=True)
class Use:
    """An operation as it is called: with how many arguments, and with which options."""

    op: Mistakable
    count: int
    settings: Mapping[str, Setting]

    def allows(self, slug: str) -> bool:
        """Whether the slip applies to such a call."""
        return self.op.written(self.count, self.settings, slug) is not None


def wrong_recipes(expr: Expr, scene: Scene) -> Iterator[Change]:
    """Every call in a formula with its own or an inner operation done in a wrong way.

    A slip that an operation shares with one inside it, as attention does with its weights, is tried once.
    """
    yield from _alike(expr)
    for place in walk(expr):
        node = _called(place) if isinstance(place, Call) else None
        use = use_of(node) if node is not None else None
        if use is None or node is None:
            continue
        said: set[str] = set()
        for inner in (use, *inside(use)):
            where = "" if inner is use else f", in its {spoken(inner.op)},"
            for slug, mistake in inner.op.mistakes.items():
                if mistake.says in said or not inner.allows(slug):
                    continue
                said.add(mistake.says)
                wrong = Call(node.span, slipped(node.op, inner.op.name, slug), node.args, node.options)
                yield Change(
                    f"{inner.op.name}/{slug}",
                    f"fits {spoken(use.op)} where{where} {mistake.says}",
                    swapped(expr, place, wrong),
                    within=inner is not use,
                )


def _alike(expr: Expr) -> Iterator[Change]:
    """Every operation that is called more than once, done in the same wrong way each time."""
    places: dict[str, list[tuple[Call, Use]]] = {}
    for place in walk(expr):
        use = use_of(place) if isinstance(place, Call) else None
        if use is not None and isinstance(place, Call):
            places.setdefault(place.op, []).append((place, use))
    for calls in places.values():
        op = calls[0][1].op
        for slug, mistake in op.mistakes.items() if len(calls) > 1 else ():
            if all(use.allows(slug) for _, use in calls):
                wrong = _done(expr, op.name, slug)
                yield Change(f"{op.name}/{slug}", f"fits {spoken(op)} where {mistake.says}", wrong)


def _done(expr: Expr, op: str, slug: str) -> Expr:
    """The expression with an operation done in a wrong way wherever it is called."""
    inner = mapped(expr, lambda part: _done(part, op, slug))
    if isinstance(inner, Call) and inner.op == op:
        return Call(inner.span, slipped(op, op, slug), inner.args, inner.options)
    return inner


def _called(node: Call) -> Call:
    """A call by the operation that it spells out: `A^{-1}` the inverse, `1 - tanh² x` a derivative."""
    match node:
        case Call(op="pow", args=(base, Call(op="neg", args=(Number(value=one),)))) if one == 1:
            return Call(node.span, "inverse", (base,))
        case Call(
            op="sub",
            args=(Number(value=one), Call(op="pow", args=(Call(op="tanh") as inner, Number(value=two)))),
        ) if one == 1 and two == 2:
            return Call(node.span, "tanh_prime", inner.args)
        case _:
            return node


def use_of(node: Call) -> Use | None:
    """How a call uses its operation, if that has wrong recipes or a recipe of others."""
    op = MISTAKABLE.get(node.op)
    count = len(node.args)
    if op is None or count < op.least:
        return None
    if op.gathers and count > 1 and (count > len(op.params) or isinstance(node.args[0], Number)):
        count = 1
    placed = dict(zip(op.follow, node.args[len(op.params) :], strict=False)) if count > 1 else {}
    written = {op.letters.get(key, key): value for key, value in node.options}
    options = {**placed, **written}
    settings = {key: _setting(key, value) for key, value in options.items() if key in op.options}
    return Use(op, min(count, len(op.params)), settings)


def _setting(key: str, value: Expr) -> Setting:
    """A number or a word as recipes compare it; anything else goes by the name of the option."""
    if isinstance(value, Name) and value.key.isdigit():
        return int(value.key)
    if isinstance(value, Name) and value.key in WORDS:
        return name(WORDS[value.key])
    if not isinstance(value, Number):
        return name(f"option {key}")
    return int(value.value.p) if value.value.q == 1 else value.value


def inside(use: Use) -> tuple[Use, ...]:
    """The operations that the recipe of one is made of, and those inside them, each as it is first called."""
    found: dict[str, Use] = {}
    stack = [(use, 0)]
    while stack:
        current, depth = stack.pop()
        if not isinstance(current.op, Op) or depth >= DEEPEST:
            continue
        recipe = current.op.written(current.count, current.settings)
        for expr in (*(step.expr for step in recipe.steps), recipe.result):
            for node in walk(expr):
                inner = use_of(node) if isinstance(node, Call) else None
                if inner is not None and inner.op is not use.op and inner.op.name not in found:
                    found[inner.op.name] = inner
                    stack.append((inner, depth + 1))
    return tuple(found.values())


def spoken(op: Mistakable) -> str:
    """An operation's name in a sentence."""
    return op.name.replace("_", " ")
