"""Equality links counted by regular expression over the raw text, without the engine's help.

A link is one relation sign that says "this equals that": `=`, `≈`, `≃`, `≅`, `\\approx`, `\\simeq`, `\\cong`.
Not counted, because the author equates nothing there: `:=`, `==`, `!=`, `<=`, `>=`, `=>`, `+=`, `-=`, `/=`;
a sign in a subscript, superscript, set or `cases` branch; one in round brackets inside maths or after a
name, as in `P(y = 1)`; comments, programs, HTML tags, addresses, command options, front matter.
Of a notebook only the Markdown cells count.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SIGN = re.compile(r"\\(?:approx(?:eq)?|simeq|cong)(?![A-Za-z])|[≈≃≅]|(?<![:=<>+\-/~≠])(?<!(?<!\\)!)=(?![=>])")
MATHS = re.compile(
    r"\$\$.*?\$\$|(?<![\\$])\$(?!\$)[^$\n]*(?:\n[^$\n]+)*?\$|\\\[.*?\\\]|\\\(.*?\\\)"
    r"|\\begin\{(equation|align|gather|multline|eqnarray|displaymath|math)(\*?)\}.*?\\end\{\1\2\}",
    re.DOTALL,
)
PLAIN_FENCES = ("", "text", "txt", "math", "latex", "tex", "plain", "plaintext", "none")
FENCE = re.compile(
    r"^[ >\t]*(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)[^\n]*\n.*?^[ >\t]*\1`*[ \t]*$", re.DOTALL | re.MULTILINE
)

MARKDOWN_MASKS = (
    re.compile(r"\A---\n.*?\n---\n", re.DOTALL),
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)"),
    re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL | re.IGNORECASE),
    re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s+[\w:-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*\s*/?>"),
    re.compile(r"\]\([^)\n]*\)"),
    re.compile(r"\{[#.:][^}\n]*\}"),
    re.compile(r"https?://[^\s)>\]]+"),
)
TEX_MASKS = (
    re.compile(r"\A.*?\\begin\{document\}", re.DOTALL),
    re.compile(r"(?<!\\)%[^\n]*"),
    re.compile(r"\\begin\{(lstlisting|minted|tikzpicture|comment)\}.*?\\end\{\1\}", re.DOTALL),
    re.compile(r"\\[A-Za-z]+\*?\[[^\]\n]*\]"),
    re.compile(r"\\(?:lstset|hypersetup|usepackage|tikzset)\{.*?\}", re.DOTALL),
)
ORG_MASKS = (
    re.compile(r"^[ \t]*#\+begin_src\b.*?^[ \t]*#\+end_src", re.DOTALL | re.MULTILINE | re.IGNORECASE),
    re.compile(r"^[ \t]*#[+ ][^\n]*", re.MULTILINE),
    re.compile(r"^[ \t]*:[A-Za-z_]+:[^\n]*", re.MULTILINE),
    re.compile(r"\[\[[^\]\n]*\]"),
    re.compile(r"(?<![\w=])=[^=\s][^=\n]*=(?![\w=])"),
    re.compile(r"https?://[^\s)>\]]+"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """One relation sign in the raw text: where it starts and ends."""

    start: int
    end: int
    sign: str


def find_links(raw: str, suffix: str) -> list[Link]:
    """Every equality link of a file, in reading order, as offsets of its raw text."""
    if suffix == ".ipynb":
        text, origins = _markdown_cells(raw)
        return [Link(origins[k.start], origins[k.end - 1] + 1, k.sign) for k in _links(_mask(text, ".md"))]
    return list(_links(_mask(raw, suffix)))


def _links(text: str) -> Iterator[Link]:
    regions = [m.span() for m in MATHS.finditer(text)]
    starts = [start for start, _ in regions]
    for match in SIGN.finditer(text):
        at = match.start()
        region = bisect_right(starts, at) - 1
        in_maths = region >= 0 and at < regions[region][1]
        left = regions[region][0] if in_maths else text.rfind("\n", 0, at) + 1
        if not _is_enclosed(text, left, at, in_maths):
            yield Link(at, match.end(), match.group())


def _is_enclosed(text: str, left: int, at: int, in_maths: bool) -> bool:
    """Whether the sign stands in a subscript, a set, a cases branch or the brackets of a name."""
    before = text[left:at]
    if before.count(r"\begin{cases}") > before.count(r"\end{cases}"):
        return True
    depth = {"{": 0, "(": 0}
    for index in range(len(before) - 1, max(-1, len(before) - 2000), -1):
        character = before[index]
        if character in ")}":
            depth["(" if character == ")" else "{"] += 1
        elif character in "({":
            if depth[character]:
                depth[character] -= 1
            elif _encloses(character, before[:index], in_maths):
                return True
    return False


def _encloses(opener: str, before: str, in_maths: bool) -> bool:
    """Whether an unclosed bracket with this text before it takes its contents out of the chain."""
    tail = before.rstrip()[-1:]
    if opener == "{":
        return tail in ("_", "^", "\\")
    if before.endswith("\\"):  # the delimiter \( of inline maths
        return False
    return in_maths or before[-1:].isalnum() or before[-1:] in ("}", ")")


def _mask(text: str, suffix: str) -> str:
    """The text with comments, programs and markup blanked, every other character in its place."""
    masks = {".tex": TEX_MASKS, ".org": ORG_MASKS}.get(suffix, MARKDOWN_MASKS)
    if masks is MARKDOWN_MASKS:
        text = FENCE.sub(_blank_program, text)
    for mask in masks:
        text = mask.sub(lambda m: _blank(m.group()), text)
    return text


def _blank_program(match: re.Match[str]) -> str:
    if match.group(2).lower() in PLAIN_FENCES:
        return match.group()
    return _blank(match.group())


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _markdown_cells(raw: str) -> tuple[str, list[int]]:
    """The text of a notebook's Markdown cells, and the raw offset of each of its characters."""
    try:
        cells = json.loads(raw).get("cells", [])
    except (ValueError, AttributeError):
        return "", []
    characters: list[str] = []
    origins: list[int] = []
    position = 0
    for cell in cells:
        source = cell.get("source", [])
        for line in [source] if isinstance(source, str) else source:
            literal, found = _literal(raw, line, position)
            if found < 0:
                continue
            position = found + len(literal)
            if cell.get("cell_type") == "markdown":
                for character, offset in _unescape(literal):
                    characters.append(character)
                    origins.append(found + offset)
        characters.append("\n")
        origins.append(position)
    return "".join(characters), origins


def _literal(raw: str, line: str, position: int) -> tuple[str, int]:
    """How a string is spelled in the raw JSON at or after a position, and where; -1 if nowhere."""
    spellings = {json.dumps(line, ensure_ascii=False), json.dumps(line)}
    places = [(raw.find(spelling, position), spelling) for spelling in spellings]
    found = min((place for place in places if place[0] >= 0), default=(-1, ""))
    return found[1], found[0]


def _unescape(literal: str) -> Iterator[tuple[str, int]]:
    for match in re.finditer(r"\\u[0-9a-fA-F]{4}|\\.|[^\"\\]", literal):
        text = match.group()
        character = text if len(text) == 1 else json.loads(f'"{text}"')
        yield character, match.start()


def lines_of(raw: str, links: list[Link]) -> Iterator[tuple[int, str, Link]]:
    """Each link with its line number and the text around it, to read the count by eye."""
    starts = [0, *(m.end() for m in re.finditer("\n", raw))]
    for link in links:
        number = bisect_right(starts, link.start)
        line_end = raw.find("\n", link.end)
        stop = len(raw) if line_end < 0 else line_end
        yield number, raw[max(starts[number - 1], link.start - 40) : min(stop, link.end + 60)], link


def main() -> None:
    """Print the number of links of each file named, and with -v each link in its line."""
    arguments = [a for a in sys.argv[1:] if a != "-v"]
    for argument in arguments:
        path = Path(argument)
        raw = path.read_bytes().decode("utf-8", errors="replace")
        links = find_links(raw, path.suffix)
        print(f"{len(links):6} {path.name}")
        if "-v" in sys.argv:
            for number, line, link in lines_of(raw, links):
                print(f"  {number}: {link.sign}  {line.strip()}")


if __name__ == "__main__":
    main()
