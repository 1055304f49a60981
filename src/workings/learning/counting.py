"""What a document counts steps with: the letters, the names that have steps, and the lengths they imply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workings.document import Statement
from workings.expr import ELIDED, Alt, Apply, Array, Call, Expr, Hole, Name, walk
from workings.learning.declaring import Shape, Size
from workings.learning.timing import Clock, indexed_text
from workings.regex import regex
from workings.resolving.steps import step_of

_LAYER = regex(r"\^[(\[]([^()\[\]]+)[)\]]")
_INTEGERS = frozenset("N ℕ Z ℤ".split())


def clock_of(
    statements: Sequence[Statement],
    inputs: Sequence[str],
    declared: Mapping[str, Shape],
    example: str | None = None,
) -> Clock:
    """The clock of a document; it has no letters where nothing is a step before or behind another.

    A letter counts steps if it stands at an input, or at something defined as a whole, and some step is
    moved, as in h_{t-1}, raised, as in h^{(t)}, or asked for, as in E_{s_t}. Those of layers do not, nor that
    of an example, nor the letters of a place that several make together, as in X_{i+u}.
    """
    heads = [statement.members[0].expr for statement in statements if statement.is_equation]
    wholes = {head.key for head in heads if isinstance(head, Name) and not head.index} | {*inputs}
    layers = {letter for key in declared for listed in _LAYER.findall(key) for letter in listed.split(",")}
    letters = _letters_of_steps(statements, heads, inputs, wholes, layers) - {example}
    found = Clock(frozenset(letters), frozenset(), {}, frozenset(wholes))
    raised = {
        head.args[0].key
        for head in heads
        if isinstance(head, Call) and _power_letters(head) & found.letters and isinstance(head.args[0], Name)
    }
    return Clock(
        found.letters,
        frozenset(sequence for head in heads if (sequence := _counted(found, head)) is not None),
        dict(_whole_numbers(statements, declared)),
        frozenset(wholes),
        frozenset(raised | ({*inputs} if raised else set())),
        dict(_conditionals(statements)),
    )


def _letters_of_steps(
    statements: Sequence[Statement],
    heads: Sequence[Expr],
    inputs: Sequence[str],
    wholes: set[str],
    layers: set[str],
) -> set[str]:
    """The letters that stand at something that has steps, and of which one is moved somewhere."""
    powers = {letter for head in heads for letter in _power_letters(head)}
    standing: set[str] = set()
    moved: set[str] = set()
    for node in _nodes(member.expr for statement in statements for member in statement.members[:2]):
        for base, index, is_plain in _indices(node):
            letters = _letters(index)
            if isinstance(node, Call):
                letters &= powers
            if base in inputs and (is_plain or not letters & layers) or base in wholes and is_plain:
                standing |= letters
            if (not is_plain or not isinstance(index, Name)) and len(letters) < 2:
                moved |= letters
        if isinstance(node, Name):
            moved |= {letter for place in node.index if isinstance(place, Name) for letter in _inner(place)}
    return standing & moved


def _conditionals(statements: Iterable[Statement]) -> Iterator[tuple[str, Expr]]:
    """What a document says p(y | x) is, by how it is written."""
    for statement in statements:
        head = statement.members[0].expr
        if statement.is_equation and isinstance(head, Apply) and not head.args and "|" in head.key:
            yield head.key, statement.members[1].expr


def _nodes(sides: Iterable[Expr]) -> Iterator[Expr]:
    """Everything in some formulas, also what stands in subscripts."""
    for side in sides:
        for node in walk(side):
            yield node
            if isinstance(node, Name):
                yield from _nodes(node.index)


def _indices(node: Expr) -> Iterator[tuple[str, Expr, bool]]:
    """The names of which a node is a step, with the index, and whether it is a plain subscript."""
    match node:
        case Name(base=base, index=(first, *_)):
            yield base, first, True
        case Call(op="pow", args=(Name(key=key), at)):
            yield key, at, False
        case Name(key=key) if (found := indexed_text(key)) is not None:
            yield found[0], found[1], True
        case Name() | Apply():
            step = step_of(node)
            if step is not None:
                yield step.sequence.removesuffix("()").removesuffix("[]").removesuffix("^"), step.index, False


def _power_letters(head: Expr) -> set[str]:
    """The t of h^t = …: nobody says what a power is."""
    match head:
        case Call(op="pow", args=(Name(), Name(key=key))) if len(key) == 1 and key.islower():
            return {key}
    return set()


def _letters(index: Expr) -> set[str]:
    """The letters that an index counts with: the t of t - 1."""
    names = [part.key for part in walk(index) if isinstance(part, Name)]
    return {key for key in names if len(key) == 1 and key.islower()}


def _inner(place: Name) -> set[str]:
    """The letters in the subscript of a subscript: the t of E_{s_t}."""
    return {letter for index in place.index for letter in _letters(index)}


def _counted(clock: Clock, head: Expr) -> str | None:
    """The sequence of which a formula gives every step."""
    found = clock.read(head)
    match head:
        case Call(op="pow", args=(Name(key=key), at)):
            return key if clock.counts(at) else None
    if isinstance(head, Apply) and len(head.args) == 1 and clock.counts(head.args[0]):
        return head.function.key
    match found:
        case Name(base=base, index=(index,)) if clock.counts(index):
            return base
    return None


def _whole_numbers(
    statements: Iterable[Statement], declared: Mapping[str, Shape]
) -> Iterator[tuple[str, int]]:
    """The names that are declared to be in a set of whole numbers, and the rank of all their steps."""
    for statement in statements:
        if [member.sign for member in statement.members[:2]] != [None, "∈"]:
            continue
        head, place = (member.expr for member in statement.members[:2])
        while isinstance(place, Alt | Call):
            place = place.options[0] if isinstance(place, Alt) else place.args[0]
        if isinstance(place, Array) or (isinstance(place, Name) and place.key in _INTEGERS):
            for item in head.items if isinstance(head, Array) else (head,):
                if isinstance(item, Name):
                    is_step = bool(item.index) or "^(" in item.key
                    yield item.base.partition("^(")[0], len(declared.get(item.key, ())) + is_step


def declared_steps(
    clock: Clock, statements: Iterable[Statement], declared: Mapping[str, Shape], inputs: Sequence[str]
) -> dict[str, Shape]:
    """Sizes of whole inputs that are declared step by step: x_t ∈ ℝ^3, or x_1, …, x_T ∈ ℝ^3."""
    whole = steps_of_inputs(clock, inputs)
    found: dict[str, Shape] = {
        whole[key]: ("T", *shape)
        for key, shape in declared.items()
        if key in whole and whole[key] not in declared
    }
    for statement in statements:
        head = statement.members[0].expr
        match head:
            case Array(items=(*_, Hole(reason=reason), Name(base=base, index=(Name(key=last),)) as item)):
                if reason == ELIDED and base in inputs and base not in declared and item.key in declared:
                    size: Size = last
                    found[base] = (size, *declared[item.key])
    for sequence in clock.sequences:
        for letter in (*sorted(clock.letters), "0"):
            shapes = [declared[key] for key in _steps(sequence, letter) if key in declared]
            if shapes:
                found[f"{sequence}_{'0' if letter == '0' else 't'}"] = shapes[0]
    return found


def steps_of_inputs(clock: Clock, inputs: Sequence[str]) -> dict[str, str]:
    """The inputs by what their steps are called: x by x_t."""
    return {key: base for base in inputs for letter in clock.letters for key in _steps(base, letter)}


def _steps(base: str, letter: str) -> tuple[str, ...]:
    stem, raised, rest = base.partition("^")
    return f"{base}_{letter}", f"{base}^({letter})", f"{base}^[{letter}]", f"{stem}_{letter}{raised}{rest}"
