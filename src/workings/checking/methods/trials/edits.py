"""Formulas that are one slip away from another: a sign, a term, a factor, a function, two names exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.parts import OF_NUMBERS
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.trials.recipes import Variant
from workings.expr import Call, Expr, Name, Number, call, number, walk

MOST_EDITS = 80
MOST_NAMES = 6  # of a formula, to exchange two of them
_FUNCTIONS = {
    "tanh": "tanh", "sigmoid": "σ", "relu": "ReLU", "sqrt": "the root", "exp": "the exponential",
    "log": "the logarithm", "ln": "the logarithm", "softplus": "softplus", "abs": "the absolute value",
    "sin": "the sine",
    "cos": "the cosine",
}  # fmt: skip

_TWINS = {"tanh": "sigmoid", "sigmoid": "tanh", "sin": "cos", "cos": "sin"}
Rebuild = Callable[[Expr], Expr]


def edits(formula: Expr) -> list[Variant]:
    """The wrong recipes that one slip makes of a formula."""
    found: list[Variant] = []
    for node, rebuild in _places(formula, lambda made: made):
        found += (
            Variant((slip,), rebuild(made), says, share=_share_of(node, made))
            for slip, made, says in _slips(node)
        )
    return [*found[:MOST_EDITS], *_exchanges(formula), *_throughout(formula)]


def _share_of(node: Expr, made: Expr) -> str:
    """The name that has to be a share, where 1 − x stands in its place."""
    match made:
        case Call(op="sub", args=(Number(), Name(key=key))) if made.args[1] is node:
            return key
        case _:
            return ""


def lost_signs(formula: Expr) -> list[Variant]:
    """A formula in which the minus of a number that is put in is lost, for each of its names."""
    names = list(dict.fromkeys(node.key for node in walk(formula) if isinstance(node, Name)))[:MOST_NAMES]
    return [
        Variant(
            ("slip/sign",),
            renamed(formula, {key: call("abs", Name(formula.span, key, key))}),
            f"the minus of {key} is lost on the way",
        )
        for key in names
        if key != "e"
    ]


def _places(node: Expr, rebuild: Rebuild) -> Iterator[tuple[Expr, Rebuild]]:
    """Every part of a formula, and how to put another in its place."""
    yield node, rebuild
    if isinstance(node, Call):
        for at, arg in enumerate(node.args):
            yield from _places(arg, _within(node, at, rebuild))


def _within(node: Call, at: int, rebuild: Rebuild) -> Rebuild:
    return lambda made: rebuild(replace(node, args=(*node.args[:at], made, *node.args[at + 1 :])))


def _slips(node: Expr) -> Iterator[tuple[str, Expr, str]]:
    """What one node of a formula may have become: the name of the slip, the node then, and words for it."""
    match node:
        case Call(op="add" | "sub" | "neg"):
            yield from _slips_of_sum(node)
        case Call(op="div", args=(first, second)):
            yield "slip/dropped-factor", first, f"it is not divided by {spelt(second)}, as the formula has it"
            multiplies = f"{spelt(second)} multiplies, where the formula divides"
            yield "slip/operand", call("mul", first, second), multiplies
            yield "slip/operand", call("div", second, first), "the quotient stands upside down"
        case Call(op=op, args=(first, second)) if op in OF_NUMBERS:
            for kept, lost in ((first, second), (second, first)):
                yield "slip/dropped-factor", kept, f"the factor {spelt(lost)} of the formula is left out"
            divides = f"{spelt(second)} divides, where the formula multiplies"
            yield "slip/operand", call("div", first, second), divides
        case Call(op="pow", args=(inner, Number(value=power))) if power == 2:
            yield "slip/function", inner, f"{spelt(inner)} is not squared, as the formula has it"
            doubled = f"{spelt(inner)} is doubled instead of squared"
            yield "slip/function", call("mul", number(2), inner), doubled
        case Call(op=op, args=(inner,)) if op in _FUNCTIONS:
            yield from _slips_of_function(op, inner)
        case Name(key=key) if key != "e":
            rest = f"1 − {key} stands where the formula has {key}"
            yield "slip/dropped-term", call("sub", number(1), node), rest


def _slips_of_sum(node: Call) -> Iterator[tuple[str, Expr, str]]:
    """A term left out, or taken with the other sign."""
    match node:
        case Call(op="sub", args=(Number(value=one), inner)) if one == 1:
            yield "slip/dropped-term", inner, f"{spelt(inner)} stands where the formula has {spelt(node)}"
            yield "slip/sign", call("add", node.args[0], inner), _turned(inner, "taken away")
        case Call(op="add" | "sub" as op, args=(first, second)):
            kept = call("neg", second) if op == "sub" else second
            yield "slip/dropped-term", first, f"{spelt(second)} is left out, which the formula has"
            yield "slip/dropped-term", kept, f"{spelt(first)} is left out, which the formula has"
            done = "added" if op == "add" else "taken away"
            yield "slip/sign", call("sub" if op == "add" else "add", first, second), _turned(second, done)
        case Call(op="neg", args=(inner,)):
            yield "slip/sign", inner, f"the minus before {spelt(inner)} is left out, which the formula has"


def _slips_of_function(op: str, inner: Expr) -> Iterator[tuple[str, Expr, str]]:
    """A function taken for another, or not taken."""
    if op == "exp":
        yield "slip/sign", call("exp", call("neg", inner)), "the exponent has the other sign"
    if op in _TWINS:
        yield "slip/function", call(_TWINS[op], inner), f"{_TWINS[op]} stands where the formula has {op}"
    yield "slip/function", inner, f"{_FUNCTIONS[op]} of {spelt(inner)} is not taken, as the formula has it"


def _turned(part: Expr, done: str) -> str:
    other = "added" if done == "taken away" else "taken away"
    return f"{spelt(part)} is {other}, and by the formula it is {done}"


def _exchanges(formula: Expr) -> Iterator[Variant]:
    """Two names in each other's place, and a share x in the place of 1 − x."""
    names = list(dict.fromkeys(node.key for node in walk(formula) if isinstance(node, Name)))[:MOST_NAMES]
    for at, first in enumerate(names):
        says = f"{first} and 1 − {first} stand in each other's place"
        yield Variant(
            ("slip/exchanged",),
            renamed(formula, {first: call("sub", number(1), Name(formula.span, first, first))}),
            says,
            share=first,
        )
        for second in names[at + 1 :]:
            turned = {first: Name(formula.span, second, second), second: Name(formula.span, first, first)}
            yield Variant(
                ("slip/exchanged",),
                renamed(formula, turned),
                f"{first} and {second} stand in each other's place",
            )
    numbers = list(dict.fromkeys(node.value for node in walk(formula) if isinstance(node, Number)))
    if len(numbers) == 2 and sum(numbers, fmpq(0)) == 1:
        yield Variant(
            ("slip/exchanged",),
            _renumbered(formula, numbers),
            "the two weights of the formula stand in each other's place",
        )


def _throughout(formula: Expr) -> Iterator[Variant]:
    """A name that is nowhere squared, or whose root is nowhere taken, where the formula does so twice."""
    found = [node for node in walk(formula) if isinstance(node, Call) and _is_power(node)]
    texts = [spelt(node) for node in found]
    for text, node in dict(zip(texts, found, strict=True)).items():
        if texts.count(text) > 1:
            says = f"{spelt(node.args[0])} stands where the formula has {text}"
            yield Variant(("slip/function",), _put(formula, text, node.args[0]), says)


def _is_power(node: Call) -> bool:
    """Whether it is a name that is squared, or the root of one."""
    match node:
        case Call(op="pow", args=(Name(), Number(value=power))):
            return bool(power == 2)
        case Call(op="sqrt", args=(Name(),)):
            return True
        case _:
            return False


def _put(formula: Expr, text: str, new: Expr) -> Expr:
    """A formula with one of its parts exchanged wherever it stands."""
    if not isinstance(formula, Call):
        return formula
    if spelt(formula) == text:
        return new
    return replace(formula, args=tuple(_put(arg, text, new) for arg in formula.args))


def signs_outside(expr: Expr) -> Expr:
    """A formula with the minus of a factor before the product: `-(α·x)` for `(-α)·x`."""
    if not isinstance(expr, Call):
        return expr
    args = tuple(signs_outside(arg) for arg in expr.args)
    match replace(expr, args=args):
        case Call(op=op, args=(Call(op="neg", args=(first,)), second)) if op == "div" or op in OF_NUMBERS:
            return call("neg", call(op, first, second))
        case made:
            return made


def renamed(formula: Expr, names: Mapping[str, Expr]) -> Expr:
    """A formula with other things in the place of names, all at once."""
    match formula:
        case Name(key=key):
            return names.get(key, formula)
        case Call(args=args):
            return replace(formula, args=tuple(renamed(arg, names) for arg in args))
        case _:
            return formula


def _renumbered(formula: Expr, pair: list[fmpq]) -> Expr:
    match formula:
        case Number(value=value):
            return number(pair[1] if value == pair[0] else pair[0])
        case Call(args=args):
            return replace(formula, args=tuple(_renumbered(arg, pair) for arg in args))
        case _:
            return formula
