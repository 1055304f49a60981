"""Sums of products over letters: as a layer, a product of matrices or a convolution where they are one."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from workings.learning.declaring import Size
from workings.learning.terms import Term, py
from workings.record import record

_NAMES = "abcdefghijklmnopqrstuvwxyz"


@record(frozen=True, slots=True)
class Lettered:
    """A term for every value of some letters, which are the axes behind those of the batch."""

    term: Term  # of one entry: its rank is that of the entry
    letters: tuple[str, ...]
    batched: bool  # whether there is a batch besides the letters

    @property
    def node(self) -> ast.expr:
        return self.term.node


def lettered(node: ast.expr, letters: tuple[str, ...], term: Term, *, batched: bool) -> Lettered:
    """The same entries in another expression."""
    return Lettered(Term(node, term.shape, batched or bool(letters), term.row), letters, batched)


def ordered(one: Lettered, letters: Sequence[str]) -> Lettered:
    """With the letters it has in the order of a list."""
    wanted = tuple(letter for letter in letters if letter in one.letters)
    if wanted == one.letters:
        return one
    rank, count = one.term.rank, len(wanted)
    if count == 2 and rank == 0:
        node = py("x.mT", x=one.node)
    else:
        before = tuple(one.letters.index(letter) - count - rank for letter in wanted)
        node = py(f"x.movedim({before}, {tuple(range(-count - rank, -rank))})", x=one.node)
    return lettered(node, wanted, one.term, batched=one.batched)


def spread(one: Lettered, letters: Sequence[str]) -> Lettered:
    """With an axis for every letter of a list, of extent one where it has none."""
    one = ordered(one, letters)
    if one.letters == tuple(letters) or (not one.letters and not one.batched):
        return one
    axes = [":" if letter in one.letters else "None" for letter in letters]
    if not one.batched:
        axes = axes[next(at for at, axis in enumerate(axes) if axis == ":") :]
    if "None" in axes:
        places = ", ".join(["...", *axes, *(":",) * one.term.rank])
        return lettered(py(f"x[{places}]", x=one.node), tuple(letters), one.term, batched=one.batched)
    return lettered(one.node, tuple(letters), one.term, batched=one.batched)


def contracted(a: Lettered, b: Lettered, summed: Sequence[str]) -> Lettered:
    """The sum of the products of two, over letters that both have; their entries are numbers."""
    pairs = ((a, b), (b, a))
    for found in (
        *(_by_matrix(*pair, summed) for pair in pairs),
        *(_by_matrices(*pair, summed) for pair in pairs),
    ):
        if found is not None:
            return found
    named = {letter: _NAMES[at] for at, letter in enumerate(dict.fromkeys((*a.letters, *b.letters)))}
    out = tuple(letter for letter in named if letter not in summed)
    batched = a.batched or b.batched
    sides = ["..." * one.batched + "".join(named[letter] for letter in one.letters) for one in (a, b)]
    made = "..." * batched + "".join(named[letter] for letter in out)
    node = py(f"torch.einsum('{','.join(sides)}->{made}', x, y)", x=a.node, y=b.node)
    return lettered(node, out, Term(node, ()), batched=batched)


def _by_matrix(x: Lettered, w: Lettered, summed: Sequence[str]) -> Lettered | None:
    """x W or W x for a vector x of every example, or of every row, and a matrix or vector of weights."""
    if w.batched or len(summed) != 1 or len(w.letters) > 2 or x.letters[-1:] != tuple(summed):
        return None
    (at,) = summed
    if at not in w.letters:
        return None
    rest, out = x.letters[:-1], tuple(letter for letter in w.letters if letter != at)
    if {*rest} & {*out}:
        return None
    if w.letters == (*out, at) and out:
        node = py("F.linear(x, w)", x=x.node, w=w.node)
    else:
        node = py("x @ w", x=x.node, w=w.node)
    return lettered(node, (*rest, *out), Term(node, ()), batched=x.batched)


def _by_matrices(a: Lettered, b: Lettered, summed: Sequence[str]) -> Lettered | None:
    """A B for matrices of every example, however they lie."""
    if len(summed) != 1 or len(a.letters) < 2 or len(b.letters) != len(a.letters):
        return None
    (at,) = summed
    common = a.letters[:-2]
    if common != b.letters[:-2] or at not in a.letters[-2:] or at not in b.letters[-2:]:
        return None
    if common and a.batched != b.batched:
        return None
    left, right = ({*one.letters[-2:]} - {at} for one in (a, b))
    if left == right:
        return None
    x = a.node if a.letters[-1] == at else py("x.mT", x=a.node)
    y = b.node if b.letters[-2] == at else py("x.mT", x=b.node)
    node = py("x @ y", x=x, y=y)
    return lettered(node, (*common, *left, *right), Term(node, ()), batched=a.batched or b.batched)


def shifted(a: Lettered, b: Lettered) -> Lettered | None:
    """A layer or a convolution with its bias in one call; None where it is neither."""
    if b.batched or b.term.rank != a.term.rank or not isinstance(a.node, ast.Call):
        return None
    called, given = ast.unparse(a.node.func), a.node.args
    if len(given) != 2 or not called.startswith("F."):
        return None
    if called == "F.linear":
        fits = (
            b.letters == a.letters[-1:] if not a.term.rank else not b.letters and b.term.shape == a.term.shape
        )
    else:
        fits = called in ("F.conv1d", "F.conv2d") and len(b.letters) == 1 and b.letters == a.letters[:1]
        fits = fits and len(a.letters) == int(called[6]) + 1 and not a.term.rank
    if not fits:
        return None
    node = ast.Call(a.node.func, [*given, b.node], a.node.keywords)
    return lettered(node, a.letters, a.term, batched=a.batched)


@record(frozen=True, slots=True)
class Sliding:
    """A kernel that slides over the last axes of an image: the letters of each, and how far a step goes."""

    image: Term
    channel: str | None
    places: tuple[str, ...]  # where the kernel is
    inside: tuple[str, ...]  # where in the kernel
    strides: tuple[int, ...]


def slid(window: Sliding, kernel: Lettered) -> Lettered | None:
    """A sum over the entries of a kernel as a convolution of one or two axes."""
    rest = [letter for letter in kernel.letters if letter not in (window.channel, *window.inside)]
    if kernel.batched or kernel.term.rank or len(rest) > 1 or {*rest} & {*window.places}:
        return None
    if not {*window.inside, window.channel} - {None} <= {*kernel.letters}:
        return None
    count = len(window.places)
    letters = [*rest, *([window.channel] if window.channel else []), *window.inside]
    turned = ordered(kernel, letters)
    axes = [":" if rest else "None", ":" if window.channel else "None", *(":",) * count]
    k = py(f"k[{', '.join(axes)}]", k=turned.node) if "None" in axes else turned.node
    space = ", ".join((":",) * count)
    x = window.image.node if window.channel else py(f"x[..., None, {space}]", x=window.image.node)
    stride = (
        "" if {*window.strides} == {1} else f", stride={window.strides if count > 1 else window.strides[0]}"
    )
    node = py(f"F.conv{count}d(x, k{stride})", x=x, k=k)
    if not rest:
        node = py(f"x[..., 0, {space}]", x=node)
    return lettered(node, (*rest, *window.places), Term(node, ()), batched=window.image.batched)


def fits(size: Size, covered: Size, stride: int, count: Size) -> bool:
    """Whether a kernel is everywhere it fits."""
    if not isinstance(size, int) or not isinstance(covered, int):
        return False
    return (size - covered) // stride + 1 == count


def widened(one: Lettered, letters: Sequence[str], extents: Sequence[ast.expr]) -> ast.expr:
    """All entries, also of letters that they do not depend on."""
    whole = spread(one, letters)
    if {*letters} <= {*one.letters}:
        return whole.node
    parts = {f"n{at}": extent for at, extent in enumerate(extents)}
    listed = ", ".join([*parts, *("-1",) * one.term.rank])
    if isinstance(whole.node, ast.Constant | ast.UnaryOp):
        return py(f"torch.full(({listed},), x)", x=whole.node, **parts)
    rest = f"*x.shape[:{-len(letters) - one.term.rank}], " if one.batched else ""
    return py(f"x.expand({rest}{listed})", x=whole.node, **parts)
