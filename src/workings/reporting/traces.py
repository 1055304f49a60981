"""The trace of a recurrence as a table: a row for each step, a column for each quantity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from unicodedata import combining

from workings.evaluating.rendering import show
from workings.explaining.latex import name_in_latex
from workings.record import record
from workings.regex import regex
from workings.reporting.pictures.run import Strip
from workings.resolving.running import Trace
from workings.resolving.steps import stem
from workings.solving.traces import sequence_named
from workings.value import Scalar, Tensor, Value

DIGITS = 4
_MARKED = regex(r"(hat|bar|tilde|dot|vec)\((\w)\)")
_MARKS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "dot": "\u0307", "vec": "\u20d7"}


@record(frozen=True)
class Table:
    """Heads by the keys of their sequences, the letter of the index, and the cells as text."""

    letter: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # the number of the step first


def table_of(trace: Trace, wanted: Sequence[str] = (), digits: int = DIGITS, exact: bool = False) -> Table:
    """The table of a trace: inputs, then what is worked out, in the order of the equations."""
    recurrence = trace.recurrence
    heads = tuple(wanted) or (*recurrence.inputs, *recurrence.sequences)
    rows = []
    if any(head in trace.start for head in heads):
        rows.append((str(trace.first - 1), *(_cell(trace.start.get(head), digits, exact) for head in heads)))
    for at, row in enumerate(trace.rows, trace.first):
        rows.append((str(at), *(_cell(row.get(head), digits, exact) for head in heads)))
    return Table(recurrence.equations[0].variable, heads, tuple(rows))


def strips_of(trace: Trace, names: Sequence[str] = ()) -> tuple[list[Strip], list[int]]:
    """The quantities of a trace as strips of a picture, a vector as one for each entry, and the steps."""
    recurrence = trace.recurrence
    known = {*recurrence.sequences, *recurrence.inputs}
    chosen = [key for name in names if (key := sequence_named(name, known)) is not None]
    heads = chosen or [*recurrence.inputs, *recurrence.sequences]
    begins = any(head in trace.start for head in heads)
    rows = [trace.start, *trace.rows] if begins else list(trace.rows)
    letter = recurrence.equations[0].variable
    strips: list[Strip] = []
    for head in heads:
        values = [row.get(head) for row in rows]
        longest = max(
            (len(v.items) if isinstance(v, Tensor) else 1 for v in values if v is not None), default=1
        )
        for entry in range(longest):
            name = written(head, letter) + (f"[{entry + 1}]" if longest > 1 else "")
            strips.append(Strip(name, [_entry(value, entry) for value in values]))
    return strips, [trace.first - begins + at for at in range(len(rows))]


def _entry(value: Value | None, at: int) -> Scalar | None:
    if isinstance(value, Tensor):
        return value.items[at] if at < len(value.items) else None
    return value if at == 0 else None


def _cell(value: Value | None, digits: int, exact: bool) -> str:
    if value is None:
        return ""
    if not isinstance(value, Tensor):
        return _number(value, digits, exact)
    return f"[{', '.join(_number(item, digits, exact) for item in value.items)}]"


def _number(value: Scalar, digits: int, exact: bool) -> str:
    """A fraction as such where it is asked for, a short exact number as it is, the rest to some digits."""
    if exact and not hasattr(value, "mid"):
        return str(value)
    whole = show(value)
    return whole if len(whole.strip("-").replace(".", "")) <= digits else show(value, digits)


def render(table: Table, form: str) -> str:
    """The table in one of the formats."""
    writers: dict[str, Callable[[Table], str]] = {"text": _text, "md": _markdown, "tex": _tex, "html": _html}
    return writers[form](table)


def written(sequence: str, letter: str) -> str:
    """A sequence as plain text: h_t, h^(t), h(t), with the mark above its letter."""
    sequence = _MARKED.sub(lambda found: found[2] + _MARKS.get(found[1], ""), sequence)
    if sequence[-2:] in ("()", "[]"):
        return f"{sequence[:-1]}{letter}{sequence[-1]}"
    return f"{sequence}_{letter}"


def _in_latex(sequence: str, letter: str) -> str:
    name = name_in_latex(stem(sequence), False)
    if sequence[-3:] in ("^()", "^[]"):
        return f"{name}^{{{sequence[-2]}{letter}{sequence[-1]}}}"
    return f"{name}({letter})" if sequence.endswith("()") else f"{name}_{{{letter}}}"


def _text(table: Table) -> str:
    lines = [(table.letter, *(written(head, table.letter) for head in table.heads)), *table.rows]
    widths = [max(_width(line[at]) for line in lines) for at in range(len(lines[0]))]
    shown = [
        "  ".join(_right(cell, width) for cell, width in zip(line, widths, strict=True)) for line in lines
    ]
    return "\n".join(line.rstrip() for line in shown) + "\n"


def _width(cell: str) -> int:
    """How many places a cell takes; marks above letters take none."""
    return sum(not combining(sign) for sign in cell)


def _right(cell: str, width: int) -> str:
    return " " * (width - _width(cell)) + cell


def _markdown(table: Table) -> str:
    heads = [f"${table.letter}$", *(f"${_in_latex(head, table.letter)}$" for head in table.heads)]
    lines = [heads, ["--:"] * len(heads), *table.rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _tex(table: Table) -> str:
    heads = [f"${table.letter}$", *(f"${_in_latex(head, table.letter)}$" for head in table.heads)]
    rows = [" & ".join(f"${cell}$" if cell else "" for cell in row) for row in table.rows]
    body = " \\\\\n".join(rows)
    return (
        f"\\begin{{tabular}}{{{'r' * len(heads)}}}\n{' & '.join(heads)} \\\\\n\\hline\n{body} \\\\\n"
        "\\end{tabular}\n"
    )


def _html(table: Table) -> str:
    heads = [table.letter, *(written(head, table.letter) for head in table.heads)]
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in table.rows)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
