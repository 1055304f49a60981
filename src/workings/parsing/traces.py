"""Tables of steps: a column for t and columns headed x_t, h_t, y_t, or the same with rows for columns.

Each cell states a step: `h_2 = 0.36`. What that has to be, the recurrence of the document says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.document import Member, Passage, Statement
from workings.expr import BLANK, Apply, Array, Call, Expr, Hole, Name, Number
from workings.parsing.columns import tables_of
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.tables import blank_in
from workings.parsing.titles import LONGEST_HEADER, is_number, titled
from workings.regex import regex
from workings.source import Span

MOST_STEPS = 400  # of a table
LARGEST_STEP = 10_000
_COUNTERS = frozenset("time step steps timestep timesteps iteration iter schritt zeit index".split())
_LAYERS = regex(r"[\s*]*(?:layer|level|schicht|couche|capa)[\s*]*", re.IGNORECASE)
_LETTERS = frozenset("tknijsmlTτℓ")
_SPELT = {"ℓ": r"(?:ℓ|\\ell)"}
_WORDS = regex(r"[^\W\d_]+")
_SIGN = regex(r"=|≈|\\approx")
_WHOLE = regex(r"\W*(\d{1,5})\W*")
_ARROW = r"←|\\leftarrow|\\gets\b|<-|:="  # x ← …, which counts steps by itself
_LABEL = regex(r"\W*[^\W\d_]{2,}[\w\s<>/-]*\W*")
_NUMERIC = frozenset({"neg", "div", "transpose"})


def trace_statements(passages: Iterable[Passage], text: str, lexicon: Lexicon) -> Iterator[Statement]:
    """A statement for each cell of a table whose rows, or columns, are the steps of sequences."""
    for table in tables_of(passages):
        grid = {(cell.row, cell.column): cell for cell in table}
        rows = list(dict.fromkeys(cell.row for cell in table))
        columns = sorted({cell.column for cell in table})
        lines = [[grid.get((row, column)) for column in columns] for row in rows]
        if len(lines) < 2 or len(columns) < 2 or len(table) > MOST_STEPS * 12:
            continue
        found = list(_stepwise(lines, text, lexicon))
        yield from found or _stepwise([list(line) for line in zip(*lines, strict=True)], text, lexicon)


def _stepwise(lines: list[list[Passage | None]], text: str, lexicon: Lexicon) -> Iterator[Statement]:
    """The cells below a head of names, with the number of their step in the line."""
    heads = lines[0]
    letter = (
        _layered_letter(lines, text, lexicon)
        or _counted_letter(lines, lexicon)
        or _labelled_letter(lines, lexicon)
    )
    if letter is None:
        return
    at_column, variable = letter
    names = {
        at: name
        for at, head in enumerate(heads)
        if head is not None and at != at_column and (name := _name(head, variable, text, lexicon)) is not None
    }
    formulas = {at: made for at in names if (made := _formula(heads[at], names[at], lexicon)) is not None}
    yield from formulas.values()
    for place, line in enumerate(lines[1 : MOST_STEPS + 1], 1):
        step = place if at_column is None else _counted(line[at_column])
        if step is None:
            continue
        for at, name in names.items():
            cell, head = line[at], heads[at]
            value = None if cell is None else _value(cell, lexicon)
            if cell is None or head is None or value is None:
                continue
            entry = _at(name, variable, step, head)
            if entry is not None:
                members = (Member(None, entry, entry.span, apart=True), Member("=", value, value.span))
                worked = at in formulas and isinstance(value, Array)
                yield Statement(members, value.span, cell, traced=not worked, renews=not worked)


def _formula(head: Passage | None, name: Name | Apply, lexicon: Lexicon) -> Statement | None:
    """`k_j = h_j W` above a column, as a statement."""
    if head is None or not isinstance(name, Name) or not name.index:
        return None
    written, begin = titled(head)
    sign = _SIGN.search(written)
    if sign is None or _SIGN.search(written, sign.end()):
        return None
    formula = parse_maths(written[sign.end() :].replace("$", " "), lexicon, begin + sign.end())
    if isinstance(formula, Hole | Number):
        return None
    members = (Member(None, name, name.span), Member("=", formula, formula.span))
    return Statement(members, Span(name.span.start, formula.span.end), head)


def _counted(counter: Passage | None) -> int | None:
    """The number of a step that stands in a line."""
    whole = _WHOLE.fullmatch(counter.text) if counter is not None else None
    return None if whole is None else int(whole[1])


def _labelled_letter(lines: list[list[Passage | None]], lexicon: Lexicon) -> tuple[None, str] | None:
    """The letter of the index where words stand before each line instead of its number."""
    first = [line[0] for line in lines[1:]]
    if not all(cell is not None and _LABEL.fullmatch(cell.text) for cell in first):
        return None
    letters = {n.index[0].key for n in _indexed(lines[0], lexicon) if isinstance(n.index[0], Name)}
    return (None, letters.pop()) if len(letters) == 1 and letters <= _LETTERS else None


def _layered_letter(lines: list[list[Passage | None]], text: str, lexicon: Lexicon) -> tuple[int, str] | None:
    """The letter that columns have as their index on the page, where the first one counts layers."""
    first, *others = lines[0]
    if first is None or not _LAYERS.fullmatch(first.text) or not _counts(lines, 0):
        return None
    named = (
        letter
        for letter in "lℓin"
        for head in others
        if head is not None and isinstance(name := _name(head, letter, text, lexicon), Name)
        if len(name.index) == 1 and isinstance(index := name.index[0], Name) and index.key == letter
    )
    letter = next(named, None)
    return None if letter is None else (0, letter)


def _counted_letter(lines: list[list[Passage | None]], lexicon: Lexicon) -> tuple[int, str] | None:
    """Which head counts the steps, and the letter of the index: `t`, or `step` beside names with an index."""
    for at, head in enumerate(lines[0]):
        if head is None or len(head.text) > LONGEST_HEADER or not _counts(lines, at):
            continue
        spelt = head.text.replace(r"\ell", "ℓ")
        words = [word for word in _WORDS.findall(spelt) if word.lower() not in _COUNTERS]
        if len(words) == 1 and words[0] in _LETTERS:
            return at, words[0]
        if not words and _WORDS.search(head.text):
            letters = {n.index[0].key for n in _indexed(lines[0], lexicon) if isinstance(n.index[0], Name)}
            return (at, letters.pop() if letters else "k") if len(letters) < 2 else None
    return None


def _counts(lines: list[list[Passage | None]], at: int) -> bool:
    """Whether whole numbers one after the other stand below a head."""
    cells = [line[at] for line in lines[1 : MOST_STEPS + 1]]
    found = [_WHOLE.fullmatch(cell.text) for cell in cells if cell is not None]
    numbers = [int(whole[1]) for whole in found if whole is not None]
    return bool(numbers) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _indexed(heads: list[Passage | None], lexicon: Lexicon) -> Iterator[Name]:
    for head in heads:
        if head is not None and len(head.text) <= LONGEST_HEADER and head.text.strip():
            written, begin = titled(head)
            expr = parse_maths(_left(written), lexicon, begin)
            if isinstance(expr, Name) and len(expr.index) == 1:
                yield expr


def _left(text: str) -> str:
    """A head without the formula behind its name, and without what is put in brackets as words."""
    sign = _SIGN.search(text)
    return (text[: sign.start()] if sign is not None else text).replace("$", " ")


def _name(head: Passage, variable: str, text: str, lexicon: Lexicon) -> Name | Apply | None:
    """The name of a column; a bare letter counts where it has the index elsewhere, or is changed."""
    if len(head.text) > LONGEST_HEADER or not head.text.strip():
        return None
    written, begin = titled(head)
    expr = parse_maths(_left(written), lexicon, begin)
    if isinstance(expr, Name) and not expr.index and "^" not in expr.key:
        key = re.escape(written.strip(" $"))
        index = rf"_\s*\{{?\s*{_SPELT.get(variable, re.escape(variable))}\b"
        if head.text.strip(" $*") == written.strip(" $"):  # and not “new x”
            index = f"{index}|{_ARROW}"
        if re.search(rf"(?<![\w\\]){key}\s*(?:{index})", text) is None:
            return None
        return Name(expr.span, f"{expr.key}_{variable}", expr.key, (Name(expr.span, variable, variable),))
    return expr if isinstance(expr, Name | Apply) else None


def _value(cell: Passage, lexicon: Lexicon) -> Expr | None:
    """What a cell states: a number, a fraction, a vector, a blank; None for words and for workings."""
    if len(cell.text) > LONGEST_HEADER or not cell.text.strip() or _SIGN.search(cell.text):
        return None
    blank = blank_in(cell)
    if blank is not None:
        return Hole(Span(blank.start, blank.end), "?", BLANK)
    value = parse_maths(cell.text.replace("$", " "), lexicon, cell.span.start)
    return value if _is_stated(value) else None


def _is_stated(value: Expr) -> bool:
    if is_number(value):
        return True
    if isinstance(value, Array):
        return all(_is_stated(item) for item in value.items)
    return isinstance(value, Call) and value.op in _NUMERIC and all(map(_is_stated, value.args))


def _at(name: Name | Apply, variable: str, step: int, head: Passage) -> Name | Apply | None:
    """The step that a column holds in a row: h_{t-1} in the row of 3 is h_2."""
    index = name.index[0] if isinstance(name, Name) and len(name.index) == 1 else None
    if isinstance(name, Apply):
        index = name.args[0] if len(name.args) == 1 else None
    far = 0
    match index:
        case None if isinstance(name, Name) and f"({variable})" in name.key:
            key = name.key.replace(f"({variable})", f"({step})")
            return Name(_trimmed(head), key, key)
        case Name(key=key) if key == variable:
            far = 0
        case Call(op="sub", args=(Name(key=key), Number() as less)) if key == variable:
            far = -int(less.value.p)
        case Call(op="add", args=(Name(key=key), Number() as more)) if key == variable:
            far = int(more.value.p)
        case _:
            return None
    at = step + far
    if not 0 <= at <= LARGEST_STEP:
        return None
    span = _trimmed(head)
    number = Number(span, fmpq(at), fmpq(1), str(at))
    if isinstance(name, Apply):
        return Apply(span, name.function, (number,), f"{name.function.key}({at})")
    return Name(span, f"{name.base}_{at}", name.base, (number,))


def _trimmed(head: Passage) -> Span:
    """A head without the space around it."""
    text = head.text
    start = len(text) - len(text.lstrip())
    return Span(head.span.start + start, head.span.start + len(text.rstrip()))
