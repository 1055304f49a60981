"""Steps of sequences in one spelling: h^{(t)} and h(t) become h_t, h_t^{(1)} step t of h^(1).

Which entry is asked for is written out too: p_t(y_t), p_{t,y_t} and p_t^{(y_t)} are entry y_t of p_t.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from workings.expr import Apply, Array, Call, Expr, Index, Name, Number, mapped, name, walk
from workings.record import record
from workings.regex import regex
from workings.resolving.steps import index_of_text, mentions, step_of

_BOTH = regex(r"(?P<base>.+?)_(?P<sub>\{[^{}]+\}|[^\W_]+)\^(?P<sup>\([^()]+\)|\[[^\[\]]+\]|\w+)")
_UNDER = regex(r"(?P<mark>[a-z]+)\((?P<base>[^()_]+)_(?P<sub>[^()_]+)\)")
_ROW = regex(r"(?P<base>[^_{}]+)_\{(?P<place>[^{},]+),:\}")
_PLACE = regex(r"(?P<base>[^\W\d_])(?:_(?P<at>[^\W\d_](?:[-+]\d{1,3})?))?")
_GIVEN = regex(r"[^()]+\((?P<place>[^()|,]+)\|[^()]+\)")
PICK = "picked"  # an entry that an input asks for, counted from nought
ENTRY = "entry"  # any entry, by the letter of a sum


@record(frozen=True, slots=True)
class Clock:
    """The letters that count steps, and the names that have them."""

    letters: frozenset[str]
    sequences: frozenset[str]  # names that are given for every step, as h in h_t = …
    places: Mapping[str, int]  # names of whole numbers, which may say which entry is meant, by their rank
    heads: frozenset[str] = frozenset()  # everything that is defined as a whole
    raised: frozenset[str] = frozenset()  # names whose steps are written like powers, h^t
    conditional: Mapping[str, Expr] = field(default_factory=dict)  # what p(y | x) is, by how it is written

    def read(self, expr: Expr) -> Expr:
        """A formula with its steps in one spelling."""
        match expr:
            case Name():
                return self._name(expr)
            case Apply():
                found = self._applied(expr)
                return mapped(expr, self.read) if found is None else found
            case Call(op="pow", args=(Name(key=key), at)) if key in self.raised and _is_index(at):
                return step(key, at)
            case Call(op="transpose", args=(Name(key=key),)) if key in self.raised:
                return step(key, name("T"))  # h^T is the last step of h^t
            case Call(op="log", args=(inner,), options=(("base", base),)):
                return _logarithm(expr, self.read(inner), base)
            case Call(op="cross_entropy", args=(true, shares), options=()) if self.is_place(true):
                picked = Call(expr.span, PICK, (self.read(shares), self.read(true)))
                return Call(expr.span, "neg", (Call(expr.span, "log", (picked,)),))
            case Index(base=base, index=(Call(op="sub", args=(Name() as place, Number())),)):
                return Call(expr.span, PICK, (self.read(base), self.read(place)))
            case Array(items=rows) if self._is_join(expr):
                parts = [row.items[0] if isinstance(row, Array) else row for row in rows]
                return Call(expr.span, "concat", tuple(self.read(part) for part in parts))
        return mapped(expr, self.read)

    def whole(self, key: str) -> str:
        """The sequence of a step: of p_t or p^{(t)} the p, which is all of its steps."""
        for sequence in self.sequences:
            for letter in self.letters:
                if key in (f"{sequence}_{letter}", f"{sequence}^({letter})", f"{sequence}({letter})"):
                    return sequence
        return key

    def is_any_step(self, key: str) -> bool:
        """Whether a name is the step of a sequence that a letter stands for, h_t."""
        return any(key == f"{sequence}_{letter}" for sequence in self.sequences for letter in self.letters)

    # -- names --------------------------------------------------------------------------------------

    def _name(self, node: Name) -> Expr:
        found = self._raised(node) or self._double(node) or node
        if isinstance(found, Name) and found.index:
            return self._entry(found)
        return found

    def _raised(self, node: Name) -> Expr | None:
        """h^(t), tilde(h_t) and E_{s_t,:}, whose indices are kept as text."""
        if node.index:
            raised = step_of(name(node.base))
            if raised is not None and self._is_step(raised.sequence[:-3], raised.index):
                return Call(
                    node.span, PICK, (step(raised.sequence[:-3], raised.index), self.read(node.index[0]))
                )
            return None
        raised = step_of(node)
        if raised is not None and raised.sequence[-3:] in ("^()", "^[]"):
            if self._is_step(raised.sequence[:-3], raised.index):
                return step(raised.sequence[:-3], raised.index, node)
            return None
        found = _UNDER.fullmatch(node.key)
        if found is not None and (at := index_of_text(found["sub"])) is not None and self.counts(at):
            return step(f"{found['mark']}({found['base']})", at, node)
        found = _ROW.fullmatch(node.key)
        place = None if found is None else place_of_text(found["place"])
        return None if found is None or place is None else Index(node.span, name(found["base"]), (place,))

    def _double(self, node: Name) -> Expr | None:
        """h_t^(1), which is step t of h^(1), and p_t^(y_t) or p_{y_t}^(t), which is an entry of p_t."""
        found = _BOTH.fullmatch(node.key) if not node.index else None
        if found is None:
            return None
        sub, sup, base = found["sub"].strip("{}"), found["sup"], found["base"]
        at, over = index_of_text(sub), index_of_text(sup.strip("()[]"))
        asked = place_of_text(sup.strip("()[]"))
        is_place = asked is not None and self.is_place(asked)
        if at is not None and not is_place and self._is_step(f"{base}^{sup}", at):
            return step(f"{base}^{sup}", at, node)
        if at is not None and self._is_step(base, at):
            place = asked
        elif over is not None and self._is_step(base, over):
            at, place = over, place_of_text(sub)
        else:
            return None
        return None if place is None or at is None else Call(node.span, PICK, (step(base, at), place))

    def _entry(self, node: Name) -> Expr:
        """p_{t,y_t} as the entry y_t of p_t, E_{s_t} as a row of E, and B_{s_t,y_t} as an entry of it."""
        first, last = node.index[0], node.index[-1]
        if not isinstance(last, Name) or len(node.index) > 2:
            return node
        if len(node.index) == 1:
            return Index(node.span, name(node.base, node.span), (last,)) if self._asks(last) else node
        if self._asks(first):
            whole: Expr = Index(node.span, name(node.base, node.span), (first,))
        elif self.counts(first) and node.base in self.sequences | self.heads:
            whole = step(node.base, first, node)
        else:
            return node
        is_place = self._asks(last) or (self.is_place(last) and last.key not in self.letters)
        return Call(node.span, PICK if is_place else ENTRY, (whole, last))

    def is_place(self, expr: Expr) -> bool:
        """Whether an expression is a whole number at a step, or for a whole example: a token or a class."""
        return isinstance(expr, Name) and self.places.get(expr.base) == len(expr.index)

    def _asks(self, place: Expr) -> bool:
        """Whether a subscript is a step itself: the s_t of E_{s_t}."""
        return isinstance(place, Name) and len(place.index) == 1 and self.counts(place.index[0])

    def _applied(self, node: Apply) -> Expr | None:
        """h(t) as a step, p_t(y_t) and p(y_t | x) as an entry; None where it is neither."""
        function = self.read(node.function)
        if not node.args and node.key in self.conditional:
            rest = {key: formula for key, formula in self.conditional.items() if key != node.key}
            return replace(self, conditional=rest).read(self.conditional[node.key])
        if not node.args:
            return self._conditional(node)
        if len(node.args) != 1:
            return None
        (argument,) = node.args
        key = node.function.key
        if key in self.sequences or (key in self.heads and self.counts(argument)):
            return step(key, argument) if _is_index(argument) else None
        if (
            self.is_place(argument)
            and isinstance(function, Name)
            and (function.index or function.key in self.heads)
        ):
            return Call(node.span, PICK, (function, self.read(argument)))
        return None

    def _conditional(self, node: Apply) -> Expr | None:
        """p(y_t | s_t) where p_t is a step, or p(y | x) where p is a vector."""
        found = _GIVEN.fullmatch(node.key)
        place = None if found is None else place_of_text(found["place"])
        if place is None or not self.is_place(place):
            return None
        base = node.function.key
        if place.index and base in self.sequences:
            at = next(part for part in walk(place.index[0]) if isinstance(part, Name))
            return Call(node.span, PICK, (step(base, at), place))
        return Call(node.span, PICK, (node.function, place)) if base in self.heads else None

    def counts(self, index: Expr) -> bool:
        """Whether an expression is a step: t, t - 1, t + 1."""
        return any(isinstance(part, Name) and part.key in self.letters for part in walk(index))

    def _is_step(self, sequence: str, index: Expr) -> bool:
        """Whether a name has steps that count with our letters; its first and last are steps as well."""
        if sequence in self.sequences or self.counts(index):
            return True
        stem, raised, _ = sequence.partition("^(")
        return bool(raised) and any(other.startswith(f"{stem}^(") for other in self.sequences)

    def _is_join(self, node: Array) -> bool:
        """`[h_{t-1}; x_t]` or a column of them: vectors one behind the other."""
        if node.form != "matrix" or not node.items:
            return False
        rows = [row.items if isinstance(row, Array) else (row,) for row in node.items]
        return all(len(row) == 1 and self._has_steps(row[0]) for row in rows)

    def _has_steps(self, expr: Expr) -> bool:
        return any(mentions(self.read(expr), letter) for letter in self.letters)


def places_of(node: Expr) -> list[Name]:
    """The names that say which entries of something are asked for."""
    match node:
        case Call(op=op, args=(_, Name() as place)) if op == PICK:
            return [place]
        case Index(index=index):
            return [part for part in index if isinstance(part, Name)]
    return []


def step(sequence: str, index: Expr, like: Name | None = None) -> Name:
    """The step of a sequence at an index, under the key that a subscript would give it."""
    text = _text(index)
    key = f"{sequence}_{text}" if text.isalnum() else f"{sequence}_{{{text}}}"
    return Name(index.span if like is None else like.span, key, sequence, (index,))


def _is_index(expr: Expr) -> bool:
    """Whether an expression may be the index of a step: t, t - 1, T, 0."""
    return "?" not in _text(expr)


def _text(index: Expr) -> str:
    match index:
        case Number(text=text):
            return text
        case Name(key=key):
            return key
        case Call(op="add" | "sub", args=(left, right)):
            return f"{_text(left)}{'+' if index.op == 'add' else '-'}{_text(right)}"
    return "?"


def indexed_text(key: str) -> tuple[str, Expr] | None:
    """The sequence and the index of h_{t-1}^(1) and tilde(h_t-1), where both are kept as text."""
    found = _BOTH.fullmatch(key)
    if found is not None and (index := index_of_text(found["sub"].strip("{}"))) is not None:
        return f"{found['base']}^{found['sup']}", index
    found = _UNDER.fullmatch(key)
    if found is not None and (index := index_of_text(found["sub"])) is not None:
        return f"{found['mark']}({found['base']})", index
    return None


def place_of_text(text: str) -> Name | None:
    """Which entry is asked for, where it is kept as text: y, y_t, s_t+1."""
    found = _PLACE.fullmatch(text.replace("{", "").replace("}", ""))
    if found is None:
        return None
    at = None if found["at"] is None else index_of_text(found["at"])
    return name(found["base"]) if at is None else step(found["base"], at)


def _logarithm(node: Call, inner: Expr, base: Expr) -> Expr:
    """A logarithm by the natural one."""
    natural = Call(node.span, "log", (inner,))
    if isinstance(base, Name) and base.key == "e":
        return natural
    return Call(node.span, "div", (natural, Call(node.span, "log", (base,))))
