"""Formulas of one entry, for all entries at once: every letter becomes an axis, every sum over it a product.

`h_i = tanh(Σ_j V_{ij} x_j + c_i)` is written as the layer that it is. What has no kernel of its own is spread
over the axes of all its letters, and comes to the same.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from workings.expr import PRODUCTS, Alt, Call, Expr, Fold, Name, mapped, name, number
from workings.learning.contracting import (
    Lettered,
    Sliding,
    contracted,
    fits,
    lettered,
    ordered,
    shifted,
    slid,
    spread,
    widened,
)
from workings.learning.declaring import CannotRunError, Size
from workings.learning.entries import Grid, asked_rows
from workings.learning.letters import FOR_ALL, Range, Ranges, letters_in, place_of, ranges_of
from workings.learning.picking import Picking
from workings.learning.rules import ENTRY_BY_ENTRY
from workings.learning.shaping import entrywise, shown
from workings.learning.terms import Term, literal, py
from workings.learning.timing import ENTRY, PICK

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_REDUCED = {"sum": "sum", "prod": "prod", "max": "amax", "min": "amin"}
_OF_IMAGES = frozenset({"convolution", "max_pool", "avg_pool"})
_COMMUTING = PRODUCTS | {"hadamard"}


def collected(writer: Writer, node: Fold) -> Term:
    """The vector, matrix or tensor that has a formula for each of its entries."""
    outer, body = [node], node.body
    while isinstance(body, Fold) and body.kind == FOR_ALL:
        outer.append(body)
        body = body.body
    heads = [fold.variable or "" for fold in outer]
    made = Entries(writer, ranges_of(writer, body, outer, {}), heads)
    one = ordered(made.write(body), heads)
    sizes = [made.ranges[letter].size for letter in heads]
    extents = [literal(size) if isinstance(size, int) else made.count(size) for size in sizes]
    return Term(widened(one, heads, extents), (*sizes, *one.term.shape), one.batched)


def filled(writer: Writer, key: str, grid: Grid) -> Term:
    """A matrix with every entry by the formula of one; its size is declared."""
    shape = writer.program.declared.get(key, ())
    if len(shape) != 2:
        raise CannotRunError(f"{key} is given entry by entry: declare its size, as in {key} ∈ ℝ^{{T×T}}")
    ends = [number(size) if isinstance(size, int) else name(size) for size in shape]
    inner = Fold(grid.formula.span, FOR_ALL, grid.column, number(1), ends[1], grid.formula)
    made = collected(writer, Fold(inner.span, FOR_ALL, grid.row, number(1), ends[0], inner))
    return writer.assigned(key, Term(made.node, shape, made.batched))


def folded(writer: Writer, node: Fold) -> Term:
    """A sum, a product or an extreme over the entries of a formula."""
    made = Entries(writer, ranges_of(writer, node, [], {}), [])
    return made.write(node).term


class Entries:
    """Writes a formula of one entry for all values of its letters."""

    def __init__(self, writer: Writer, ranges: Mapping[str, Range], heads: Sequence[str]) -> None:
        self.writer = writer
        self.ranges: Ranges = ranges
        self.names = frozenset(ranges)
        self.picking = Picking(writer, self.ranges, self.names)
        self.order = [*heads, *(letter for letter in ranges if letter not in heads)]

    def write(self, expr: Expr) -> Lettered:
        while isinstance(expr, Alt):
            expr = expr.options[0]
        if not letters_in(expr, self.names):
            term = self.writer.write(expr)
            return Lettered(term, (), term.batched)
        match expr:
            case Name(key=key) if key in self.ranges and not expr.index:
                return self._counted(key)
            case Name():
                return self._entry(expr)
            case Fold(kind=kind) if kind in _REDUCED:
                return self._fold(expr)
            case Call(op="mul", args=(Name() as table, Name() as asked)) if self._is_lookup(expr):
                return self._entry(Name(expr.span, f"{table.key}[{asked.key}]", table.key, (asked,)))
            case Call(op=op, args=(left, right)) if op in PRODUCTS:
                return self._product(self.write(left), self.write(right))
            case Call(op="add", args=(left, right)):
                a, b = self.write(left), self.write(right)
                return shifted(a, b) or shifted(b, a) or self._entrywise("x + y", a, b)
            case Call(op=op, args=(Name() as inner,), options=()) if op in ENTRY_BY_ENTRY:
                return self._of_whole(expr, inner, 0) or self._spread(expr)
            case Call(op=op, args=(whole, Name(key=letter))) if op in (ENTRY, PICK) and letter in self.ranges:
                return self._entry_of(expr, self.write(whole), letter)
            case Call(op=op) if op in _OF_IMAGES:
                return self._of_images(expr)
        return self._spread(expr)

    # -- names --------------------------------------------------------------------------------------

    def _counted(self, letter: str) -> Lettered:
        """A letter as a number, in a line of its own."""
        run = self.ranges[letter]
        kept = self.writer.counts.get((letter, run))
        if kept is None:
            kept = self.writer.counts[letter, run] = self.writer.assigned(
                letter, Term(self._numbers(run), ())
            )
        return lettered(kept.node, (letter,), kept, batched=False)

    def _numbers(self, run: Range) -> ast.expr:
        """The numbers of a range, as floats."""
        if isinstance(run.size, int):
            node = py(f"torch.arange({run.first}, {run.first + run.size})")
        else:
            node = py(f"torch.arange({run.first}, n + {run.first})", n=self.count(run.size))
        program = self.writer.program
        if program.learned:
            node = py("n.to(x)", n=node, x=self.writer.by_name(program.learned[0]).node)
        elif program.inputs:
            node = py("n.float().to(x.device)", n=node, x=self.writer.by_name(program.inputs[0]).node)
        return node

    def count(self, size: str) -> ast.expr:
        """A length that is left open, as it is in a run."""
        found = self.writer.open_size(size)
        if found is None:
            raise CannotRunError(f"nothing that comes in is {size} long")
        return found.node

    def _entry(self, node: Name) -> Lettered:
        return self.picking.entry(node, self.write)

    def _entry_of(self, node: Expr, whole: Lettered, letter: str) -> Lettered:
        """The entries of a vector that has no name of its own."""
        run, shape = self.ranges[letter], whole.term.shape
        if len(shape) != 1 or run.size != shape[0] or letter in whole.letters:
            raise CannotRunError(f"entries {letter} of {shown(shape)}")
        return _as_letters(whole, (letter,))

    # -- sums ---------------------------------------------------------------------------------------

    def _fold(self, node: Fold) -> Lettered:
        """A sum over one letter or several: of products as a product, of anything else along its axes."""
        summed, body = [node.variable or ""], node.body
        while isinstance(body, Fold) and body.kind == node.kind:
            summed.append(body.variable or "")
            body = body.body
        return self._summed(body, summed) if node.kind == "sum" else self._reduced(node.kind, body, summed)

    def _summed(self, body: Expr, summed: Sequence[str]) -> Lettered:
        while isinstance(body, Alt):
            body = body.options[0]
        match body:
            case Call(op="neg", args=(inner,)):
                one = self._summed(inner, summed)
                return lettered(py("-x", x=one.node), one.letters, one.term, batched=one.batched)
            case Call(op="div", args=(inner, divisor)) if not letters_in(divisor, frozenset(summed)):
                return self._entrywise("x / y", self._summed(inner, summed), self.write(divisor))
        parts = _factors(body)
        found = self._convolved(parts, summed) if len(parts) == 2 else None
        if found is not None:
            return found
        sides = [self.write(part) for part in parts]
        if len(sides) < 2 or sum(side.term.rank for side in sides) > max(side.term.rank for side in sides):
            return self._reduced("sum", body, summed)  # a single factor, or a product of vectors or matrices
        outside = [side for side in sides if not {*side.letters} & {*summed}]
        inside = [side for side in sides if {*side.letters} & {*summed}]
        made = self._contracted(inside, summed)
        for side in outside:
            made = self._entrywise("x * y", side, made)
        return made

    def _contracted(self, sides: list[Lettered], summed: Sequence[str]) -> Lettered:
        """The sum of a product of numbers, one of which may be a vector or a matrix."""
        value = next((side.term.shape for side in sides if side.term.rank), ())
        axes = tuple(f"axis {at}" for at in range(len(value)))
        sides = [_as_letters(side, axes) if side.term.rank else side for side in sides]
        for side in sides:
            self._start(side, [letter for letter in summed if letter in side.letters])
        while len(sides) > 2:
            sides = self._fewer(sides, summed, axes)
        if len(sides) == 1:
            made = _along("sum", sides[0], summed)
        else:
            a, b = sides
            a, b = (
                _along("sum", one, [letter for letter in summed if letter not in other.letters])
                for one, other in ((a, b), (b, a))
            )
            made = contracted(a, b, [letter for letter in summed if letter in a.letters])
        return _as_value(made, axes, value, self.order)

    def _fewer(self, sides: list[Lettered], summed: Sequence[str], axes: Sequence[str]) -> list[Lettered]:
        """Two of several factors as one: summed over what only these two have, if there is such a letter."""
        for a, b in combinations(sides, 2):
            rest = [side for side in sides if side is not a and side is not b]
            both = [letter for letter in summed if letter in a.letters and letter in b.letters]
            own = [letter for letter in both if not any(letter in side.letters for side in rest)]
            if own:
                return [contracted(a, b, own), *rest]
        a, b, *rest = sides
        return [self._entrywise("x * y", a, b, axes), *rest]

    def _start(self, side: Lettered, summed: Sequence[str]) -> None:
        """A learned factor starts by how many numbers it sums."""
        if side.term.learned is not None:
            sizes = [self.ranges[letter].size for letter in summed]
            self.writer.fan_in.setdefault(side.term.learned, prod(n for n in sizes if isinstance(n, int)))

    def _reduced(self, kind: str, body: Expr, summed: Sequence[str]) -> Lettered:
        one = self.write(body)
        missing = [letter for letter in summed if letter not in one.letters]
        if missing and kind in ("sum", "prod"):
            raise CannotRunError(f"a sum over {missing[0]} of what does not depend on it")
        return _along(_REDUCED[kind], one, summed)

    def _convolved(self, parts: Sequence[Expr], summed: Sequence[str]) -> Lettered | None:
        """Σ_{u,v} K_{uv} X_{i+u, j+v} as a convolution."""
        for image, kernel in (parts, reversed(parts)):
            window = self._window(image, summed) if isinstance(image, Name) else None
            if window is not None and isinstance(kernel, Name):
                covered = self.write(kernel)
                self._start(covered, summed)
                return slid(window, covered)
        return None

    def _window(self, image: Name, summed: Sequence[str]) -> Sliding | None:
        """What slides over an image whose places are sums of letters, if it goes everywhere it fits."""
        whole = self.writer.whole_of(image)
        places = [place_of(part, self.names) for part in image.index]
        if whole is None or not whole.batched or whole.rank != len(places) or None in places:
            return None
        known = [place for place in places if place is not None]
        alone = [place for place in known if len(place.counts) == 1]
        slides = [place for place in known if len(place.counts) == 2]
        if known != [*alone, *slides] or not 1 <= len(slides) <= 2 or len(alone) > 1:
            return None
        channel = alone[0].letter if alone else None
        if alone and (channel not in summed or not self.picking.covers(image, whole, alone)):
            return None
        at, inside, strides, cuts = [], [], [], list[str]()
        for axis, (place, size) in enumerate(zip(slides, whole.shape[len(alone) :], strict=True), len(alone)):
            (where, stride), (within, one) = sorted(place.counts, key=lambda pair: pair[0] in summed)
            first = self.picking.first(image, place, axis)
            if where in summed or within not in summed or one != 1 or first < 0 or not isinstance(size, int):
                return None
            if not fits(size - first, self.ranges[within].size, stride, self.ranges[where].size):
                return None
            cuts.append(f"{first or ''}:")
            at.append(where)
            inside.append(within)
            strides.append(stride)
        if {*summed} != {*inside, channel} - {None}:
            return None
        if {*cuts} != {":"}:
            whole = replace(whole, node=py(f"x[..., {', '.join(cuts)}]", x=whole.node))
        return Sliding(whole, channel, tuple(at), tuple(inside), tuple(strides))

    # -- everything else ----------------------------------------------------------------------------

    def _product(self, a: Lettered, b: Lettered) -> Lettered:
        """A product of numbers, vectors or matrices for all letters."""
        ranks = (a.term.rank, b.term.rank)
        if 0 in ranks:
            return self._entrywise("x * y", a, b)
        if max(ranks) > 2 or (ranks == (1, 1) and b.term.row and not a.term.row):
            return self._by_ranks(a, b)
        inner = (a.term.shape[-1], b.term.shape[0])
        if inner[0] != inner[1] and all(isinstance(size, int) for size in inner):
            raise CannotRunError(f"no product of {shown(a.term.shape)} and {shown(b.term.shape)}")
        for side, size in ((a, inner[0]), (b, inner[1])):
            if side.term.learned is not None and isinstance(size, int):
                self.writer.fan_in.setdefault(side.term.learned, size)
        left = _as_letters(a, ("axis 1", "axis 0")[2 - ranks[0] :])
        right = _as_letters(b, ("axis 0", "axis 2")[: ranks[1]])
        out = ("axis 1",) * (ranks[0] - 1) + ("axis 2",) * (ranks[1] - 1)
        made = contracted(left, right, ["axis 0"])
        return _as_value(made, out, (*a.term.shape[:-1], *b.term.shape[1:]), self.order)

    def _entrywise(self, template: str, a: Lettered, b: Lettered, more: Sequence[str] = ()) -> Lettered:
        """A rule for two entries, for all letters of both."""
        union = [letter for letter in (*self.order, *more) if letter in (*a.letters, *b.letters)]
        left, right = (spread(side, union) for side in (a, b))
        term = entrywise(template, left.term, right.term)
        return lettered(term.node, tuple(union), term, batched=a.batched or b.batched)

    def _by_ranks(self, a: Lettered, b: Lettered) -> Lettered:
        """A product as the ranks of its sides have it, such as v wᵀ."""
        union = [letter for letter in self.order if letter in (*a.letters, *b.letters)]
        term = self.writer.product(spread(a, union).term, spread(b, union).term)
        return lettered(term.node, tuple(union), term, batched=a.batched or b.batched)

    def _is_lookup(self, node: Call) -> bool:
        """`E[s_t]`, which is read as a product with a list of one."""
        return asked_rows(self.writer.program.text, node) is not None

    def _of_whole(self, node: Call, inner: Expr, rank: int) -> Lettered | None:
        """log p_k by the logarithm of all of p, which may have a kernel of its own; so too for images C_k."""
        key = self.writer.whole_key(inner) if isinstance(inner, Name) else None
        if key is None or not isinstance(inner, Name) or self.writer.scopes:
            return None
        entry = self._entry(inner)
        if entry.node is not self.writer.by_name(key).node or entry.term.rank != rank:
            return None
        args = tuple(name(key, inner.span) if arg is inner else arg for arg in node.args)
        term = self.writer.write(replace(node, args=args))
        inside = term.shape[len(entry.letters) :]
        return lettered(term.node, entry.letters, Term(term.node, inside), batched=term.batched)

    def _of_images(self, node: Call) -> Lettered:
        """A convolution with every kernel, a pool of every image: all of them in one call."""
        marked = [arg for arg in node.args if letters_in(arg, self.names)]
        is_plain = len(marked) == 1 and (node.op != "convolution" or marked[0] is node.args[1])
        found = self._of_whole(node, marked[0], 2) if is_plain else None
        if found is None or len(found.letters) != 1:
            raise CannotRunError(f"{node.op} for every {', '.join(sorted(letters_in(node, self.names)))}")
        return found

    def _spread(self, expr: Expr) -> Lettered:
        """Anything else: its parts over the axes of all their letters, as one batch."""
        parts: list[Lettered] = []

        def stand_in(part: Expr) -> Expr:
            parts.append(self.write(part))
            return name(f"part {len(parts)}", part.span)

        formula = mapped(expr, stand_in)
        union = [letter for letter in self.order if any(letter in part.letters for part in parts)]
        scope = {f"part {at + 1}": spread(part, union).term for at, part in enumerate(parts)}
        term = self.writer.inside(scope, formula)
        return lettered(term.node, tuple(union), term, batched=any(part.batched for part in parts))


def _factors(expr: Expr) -> list[Expr]:
    while isinstance(expr, Alt):
        expr = expr.options[0]
    if isinstance(expr, Call) and expr.op in _COMMUTING and len(expr.args) == 2:
        return [factor for arg in expr.args for factor in _factors(arg)]
    return [expr]


def _along(method: str, one: Lettered, summed: Sequence[str]) -> Lettered:
    """A sum or an extreme along the axes of letters."""
    if not {*summed} & {*one.letters}:
        return one
    letters = tuple(letter for letter in one.letters if letter not in summed)
    behind = len(one.letters) + one.term.rank
    dims = [one.letters.index(letter) - behind for letter in one.letters if letter in summed]
    node = one.node
    if method == "prod":
        for dim in dims:  # from the front, so that those behind stay where they are
            node = py(f"x.prod({dim})", x=node)
    else:
        node = py(f"x.{method}({dims[0] if len(dims) == 1 else tuple(dims)})", x=node)
    return lettered(node, letters, one.term, batched=one.batched)


def _as_letters(one: Lettered, axes: Sequence[str]) -> Lettered:
    """The axes of an entry as letters of their own."""
    term = Term(one.node, (), True, learned=one.term.learned)
    return Lettered(term, (*one.letters, *axes), one.batched)


def _as_value(one: Lettered, axes: Sequence[str], shape: tuple[Size, ...], order: Sequence[str]) -> Lettered:
    """The last letters as the axes of an entry."""
    if not axes:
        return one
    kept = [letter for letter in one.letters if letter not in axes]
    if one.letters != (*kept, *axes):
        one = ordered(one, [*(letter for letter in order if letter in kept), *axes])
    return lettered(one.node, tuple(one.letters[: len(kept)]), Term(one.node, shape), batched=one.batched)
