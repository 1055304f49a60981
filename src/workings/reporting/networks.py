"""Tables of networks: each layer with its line, its size and its parameters, in four formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from workings.networks.network import Line, Network, Origin, Trouble
from workings.networks.sizes import Shape, Unknown, known, show_shape, show_size
from workings.networks.wording import objection
from workings.reporting.paint import one_line
from workings.source import Page

HEADINGS = ("line", "layer", "output", "parameters")
Render = Callable[[Page, Sequence[Network]], str]
_STYLE = (
    "body{font-family:sans-serif;margin:2rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem;"
    "border-bottom:1px solid #8884;text-align:left}td:nth-child(1),td:nth-child(4){text-align:right}"
    ".wrong{color:#b00020}"
)


def renderer(form: str) -> Render:
    return {"text": text, "md": markdown, "json": data, "html": html}[form]


def text(page: Page, networks: Sequence[Network]) -> str:
    return "\n".join(_text(page, network) for network in networks)


def _text(page: Page, network: Network) -> str:
    rows = [HEADINGS, *_rows(page, network)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADINGS))]
    lines = [
        "  ".join(
            cell.rjust(width) if at in (0, 3) else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    ruled = [lines[0], "-" * sum((*widths, 6)), *lines[1:]]
    return "\n".join([_title(page, network), "", *ruled, *_remarks(page, network), ""])


def markdown(page: Page, networks: Sequence[Network]) -> str:
    return "\n".join(_markdown(page, network) for network in networks)


def _markdown(page: Page, network: Network) -> str:
    rows = [f"| {' | '.join(row)} |" for row in _rows(page, network)]
    head = [f"| {' | '.join(HEADINGS)} |", "|---:|---|---|---:|"]
    remarks = [f"- {remark}" for remark in _remarks(page, network) if remark]
    return "\n".join([f"## {_title(page, network)}", "", *head, *rows, "", *remarks, ""])


def html(page: Page, networks: Sequence[Network]) -> str:
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>workings shapes</title>'
        f'<meta name="color-scheme" content="light dark"><style>{_STYLE}</style></head><body>'
    ]
    for network in networks:
        parts.append(f"<h2>{escape(_title(page, network))}</h2>\n<table><thead><tr>")
        parts += [f"<th>{heading}</th>" for heading in HEADINGS]
        parts.append("</tr></thead><tbody>\n")
        for row in _rows(page, network):
            parts.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n")
        parts.append("</tbody></table>\n")
        parts += [f"<p>{escape(remark)}</p>\n" for remark in _remarks(page, network) if remark]
    return "".join((*parts, "</body></html>\n"))


def data(page: Page, networks: Sequence[Network]) -> str:
    import json

    listed = [
        {
            "name": network.name,
            "line": page.place(network.span.start).line,
            "input": _sizes(network.shape),
            "input_from": network.origin.name.lower(),
            "layers": [_line_data(page, line) for line in network.lines],
            "parameters": known(network.parameters),
            "misfits": [_trouble_data(page, trouble) for trouble in network.troubles],
        }
        for network in networks
    ]
    return (
        json.dumps({"version": 1, "filename": page.filename, "networks": listed}, ensure_ascii=False) + "\n"
    )


def _line_data(page: Page, line: Line) -> dict[str, object]:
    return {
        "line": page.place(line.span.start).line,
        "layer": line.name,
        "output": _sizes(line.shape),
        "parameters": known(line.parameters) if line.counted else 0,
    }


def _trouble_data(page: Page, trouble: Trouble) -> dict[str, object]:
    line, column = page.place(trouble.span.start)
    needed, stated = known(trouble.misfit.needed), known(trouble.misfit.stated)
    said = objection(trouble)
    return {
        "line": line, "column": column, "layer": trouble.name, "stated": stated, "needed": needed,
        "fits": trouble.mended, "message": said,
    }  # fmt: skip


def _sizes(shape: Shape | None) -> list[int | str | None] | None:
    if shape is None:
        return None
    return [
        None if isinstance(size, Unknown) else size if isinstance(size, int) else show_size(size)
        for size in shape
    ]


def _rows(page: Page, network: Network) -> list[tuple[str, str, str, str]]:
    return [
        (
            str(page.place(line.span.start).line),
            one_line(line.name, 40),
            "?" if line.shape is None else show_shape(line.shape),
            _amount(line),
        )
        for line in network.lines
    ]


def _amount(line: Line) -> str:
    if not line.counted:
        return "shared" if line.parameters != 0 else "0"
    return grouped(known(line.parameters))


def grouped(number: int | None) -> str:
    """A count with its thousands apart, as far as it is known."""
    return "?" if number is None else f"{number:,}".replace(",", " ")


def _title(page: Page, network: Network) -> str:
    place = f"line {page.place(network.span.start).line}"
    if network.shape is None:
        return f"{one_line(network.name, 60)} ({place}), its input is not stated"
    where = {
        Origin.CODE: "as the code calls it",
        Origin.ASKED: "as asked for",
        Origin.TEXT: "as the text says",
        Origin.INFERRED: "inferred from what fits",
        Origin.OPEN: "",
    }[network.origin]
    return f"{one_line(network.name, 60)} ({place}), input {show_shape(network.shape)}, {where}"


def _remarks(page: Page, network: Network) -> list[str]:
    """The total, where the input comes from, and what does not fit."""
    remarks = ["", f"{grouped(known(network.parameters))} parameters in total"]
    if network.noted:
        remarks.append(network.noted)
    for trouble in network.troubles:
        line, column = page.place(trouble.span.start)
        remarks.append(f"does not fit, line {line}, column {column}: {one_line(objection(trouble))}")
    return remarks
