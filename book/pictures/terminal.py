"""Draws what `workings check` shows on a terminal, as the picture of the README.

`python book/pictures/terminal.py` writes it anew; a test says whether it is up to date.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

from click.testing import CliRunner

from workings.doors.cli import main as workings

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).parent / "check.svg"
EXAMPLE = "examples/homework.md"
FIRST = 3  # diagnostics that are shown
WIDEST = 118  # characters of a line that are shown
LINE, LETTER, MARGIN = 19, 8.2, 18
COLOURS = {"31": "#e5484d", "32": "#30a46c", "34": "#5b8def", "36": "#2aa5a0"}
STYLE = "text{font:13.5px ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre}"
CODE = re.compile(r"\x1b\[([0-9;]*)m")


def draw() -> str:
    """The picture of checking the example, in colour."""
    lines = shown().splitlines()
    height = len(lines) * LINE + 2 * MARGIN
    width = WIDEST * LETTER + 2 * MARGIN
    rows = [row(MARGIN + LINE * (at + 0.75), line) for at, line in enumerate(lines)]
    frame = f'<rect width="{width:g}" height="{height:g}" rx="9" fill="#12161c"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">'
    return "\n".join([head, f"<style>{STYLE}</style>", frame, *rows, "</svg>"]) + "\n"


def row(y: float, line: str) -> str:
    return f'<text xml:space="preserve" x="{MARGIN}" y="{y:g}" fill="#d9dee5">{styled(line)}</text>'


def shown() -> str:
    """The command, the first diagnostics it prints, how many more there are, and its last line, in colour."""
    result = CliRunner().invoke(workings, ["check", str(ROOT / EXAMPLE), "--color", "always"], color=True)
    output = result.output.replace(f"{ROOT}/", "")
    blocks = output.split("\n\n")
    first, rest = blocks[:FIRST], blocks[FIRST:-1]
    told = "\n\n".join([*first, f"… and {len(rest)} more findings …", blocks[-1]])
    return f"\x1b[1m$ workings check {EXAMPLE}\x1b[0m\n\n{told}"


def styled(line: str) -> str:
    """One line with its ANSI codes turned into spans."""
    parts, left, style = [], WIDEST, ""
    pieces = CODE.split(line)
    for at, piece in enumerate(pieces):
        if at % 2:
            style = look(piece)
        elif piece and left > 0:
            text = piece if len(piece) <= left else piece[: left - 1] + "…"
            left -= len(text)
            parts.append(f"<tspan{style}>{escape(text)}</tspan>" if style else escape(text))
    return "".join(parts)


def look(codes: str) -> str:
    """The attributes for a list of ANSI codes."""
    wanted = codes.split(";")
    colour = next((f' fill="{COLOURS[code]}"' for code in wanted if code in COLOURS), "")
    return (' font-weight="700"' if "1" in wanted else "") + colour


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
