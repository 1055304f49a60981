"""Restylings of what stands around formulas: lists, headings, tables, blanks, quotation marks, encodings."""

from __future__ import annotations

import re
import textwrap

from restyled_maths import GREEK, SUBSCRIPTS, SUPERSCRIPTS
from rewriting import MATHS, Restyling, by_paragraph, in_dollars, outside_fences, replaced

NUMBERED = re.compile(
    r"(?i)\b(?:section|exercise|problem|question|part|task|eqs?|equation|table|figure|fig|lecture|chapter|step"
    r"|version|v|§|q|ex|aufgabe|ejercicio|exercice|sheet)\b\.?\s*\d+\.\d|^\s*[#*]*\s*\d+\.\d+|python|GPT-\d",
    re.M,
)
TABLE = re.compile(r"(?m)^\|.+\|[ \t]*\n\|[ \t:|-]+\|[ \t]*\n(?:\|.*\|[ \t]*(?:\n|\Z))+")


def outside_maths(change: Restyling) -> Restyling:
    """A change of all but formulas and programs."""

    def changed(text: str) -> str:
        parts, at = [], 0
        for maths in re.finditer(rf"(?m:^ {{4}}[^\n]*)|`[^`\n]+`|{MATHS.pattern}", text, re.S):
            parts += [change(text[at : maths.start()]), maths[0]]
            at = maths.end()
        return "".join([*parts, change(text[at:])])

    return outside_fences(changed)


def with_decimal_commas(text: str) -> str:
    """`(0,5; 1)` for `(0.5, 1)`, on pages that have no other commas in numbers."""
    if NUMBERED.search(text) or re.search(r"\d,\d{3}|\d\{,\}|\d\.\d+\.\d|`[^`\n]*\d\.\d|```|~~~", text):
        return text
    number = r"(?:\\[ ,;!]\s*|\\q?quad\s*)*[-−]?\.?\d"
    text = re.sub(rf"(?<=\d),(?=\s*{number})|(?<=[\d)}}\]]),(?=\s*[(\[{{]?{number})", ";", text)
    text = re.sub(
        r"[(\[][^()\[\]\n]*[)\]]",
        lambda found: found[0].replace(",", ";") if re.search(r"\d\.\d", found[0]) else found[0],
        text,
    )
    return re.sub(r"(?<![\d.,]|v)(\d+)\.(?=\d)", r"\1,", text)


def with_tables(kind: str) -> Restyling:
    """Pipe tables set otherwise."""

    def table(found: re.Match[str]) -> str:
        lines = found[0].splitlines()
        rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]
            for line in (lines[0], *lines[2:])
        ]
        if kind == "open":
            return (
                "".join(line.strip()[1:-1].strip() + "\n" for line in lines) if len(rows[0]) > 1 else found[0]
            )
        if any(len(row) != len(rows[0]) for row in rows):
            return found[0]
        if kind == "html":
            body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
            return f"<table>\n{body}</table>\n"
        if any(not cell or re.search(r"[$*`\\]|\s\s", cell) for row in rows for cell in row) or not text_fits(
            rows
        ):
            return found[0]
        widths = [max(len(row[at]) for row in rows) + 3 for at in range(len(rows[0]))]
        set_out = ["".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join(["```", *set_out, "```", ""])

    return outside_fences(lambda text: TABLE.sub(table, text))


def text_fits(rows: list[list[str]]) -> bool:
    return sum(max(len(row[at]) for row in rows) + 3 for at in range(len(rows[0]))) < 110


def numbered(mark: str) -> Restyling:
    """Bullets with numbers for dashes."""

    def changed(text: str) -> str:
        lines, count = text.split("\n"), 0
        for at, line in enumerate(lines):
            if re.match(r"- (?=\S)", line):
                count += 1
                lines[at] = mark.format(count, "abcdefghijklmnopqrstuvwxyz"[(count - 1) % 26]) + line[2:]
            elif line.strip() and not line.startswith("  "):
                count = 0
        return "\n".join(lines)

    return outside_fences(changed)


def wrapped_maths(text: str) -> str:
    """Formulas of running text broken before their last sign of equality."""

    def broken(found: re.Match[str]) -> str:
        start = text.rfind("\n", 0, found.start()) + 1
        line = text[start : found.start()]
        rest = text[found.end() :].split("\n", 1)[0]
        if re.match(r"\s*(?:[|#]|\d)", line) or "|" in rest or re.search(r"\\begin|&|\n", found[0]):
            return found[0]
        at = max(found[0].rfind(" = "), found[0].rfind(r" \approx "))
        if found[0].count("=") < 2 or at < 0:
            return found[0]
        return found[0][:at] + "\n" + found[0][at + 1 :]

    return MATHS.sub(broken, text)


def wrapped_lines(text: str) -> str:
    """Long chains in plain signs, the last link on a line of its own below the first one."""
    lines = []
    for line in text.split("\n"):
        links = [found.start() for found in re.finditer(r" [=≈] ", line)]
        is_plain = not re.search(r"[|$\\`;:>]|\s{3,}\S|, |\. |^\s*#", line.strip())
        if len(links) >= 2 and len(line) > 30 and is_plain:
            lines += [line[: links[-1]].rstrip(), " " * (links[0] + 1) + line[links[-1] + 1 :]]
        else:
            lines.append(line)
    return "\n".join(lines)


def wrapped_sums(text: str) -> str:
    """Long sums in plain signs, broken behind a plus."""
    lines = []
    for line in text.split("\n"):
        at = line.rfind(" + ")
        is_plain = not re.search(r"[|$\\`;:>]|\s{3,}\S|, |\. |^\s*#", line.strip())
        if line.count(" + ") >= 2 and len(line) > 30 and is_plain and "=" in line[:at]:
            indent = " " * (line.index("=") + 2)
            lines += [line[: at + 2], indent + line[at + 3 :]]
        else:
            lines.append(line)
    return "\n".join(lines)


def in_ascii(text: str) -> str:
    """The signs of a plain keyboard."""
    if re.search("[∑Σ∏∂∇]", text):
        return text
    for letters, sign in ((SUPERSCRIPTS, "^"), (SUBSCRIPTS, "_")):
        plain = {written: letter for letter, written in letters.items()} | {"⁻": "-"}
        text = re.sub(
            f"[{''.join(plain)}]+",
            lambda found, plain=plain, sign=sign: sign + "".join(plain[one] for one in found[0]),
            text,
        )
    text = re.sub(r"√(\d+(?:\.\d+)?)", r"sqrt(\1)", text).replace("√(", "sqrt(")
    names = {letter: name for name, letter in GREEK.items()}
    text = re.sub(rf"(?<!\w)[{''.join(names)}](?![^\W\d_])", lambda found: names[found[0]], text)
    for sign, written in zip(
        "·≈−≤≥→…“”’–", ("*", "~=", "-", "<=", ">=", "->", "...", '"', '"', "'", "-"), strict=True
    ):
        text = text.replace(sign, written)
    return text


def typographic(text: str) -> str:
    """Quotation marks and dots as printers set them."""
    text = re.sub(r'(?<![\w"=<])"([^"\n<>=]{1,60})"(?![\w"])', "“\\1”", text)
    return re.sub(r"(?<=[a-z])'(?=[a-z])", "’", text).replace("...", "…")


def with_bold_lines(text: str) -> str:
    """Lines that are one plain calculation, in bold."""
    return re.sub(
        r"(?m)(?<=\n\n)([A-Za-z][\w₀-₉]{0,3} = (?=[^\n]*\d)[^\n*$`|\\<>_]*[\w)\]])(?=\n(?:\n|\Z))",
        r"**\1**",
        text,
    )


def hyphenated(text: str) -> str:
    """Prose set to a width, with words broken at the ends of its lines."""
    lines = text.split("\n")
    for at in range(len(lines) - 1):
        word = re.match(r"([a-z]{5})([a-z]{4,})(?=[ ,.])", lines[at + 1])
        if word and re.search(r"[a-z,]$", lines[at]):
            lines[at] += f" {word[1]}-"
            lines[at + 1] = lines[at + 1][len(word[1]) :]
    return "\n".join(lines)


def with_markup(text: str) -> str:
    """`x<sub>1</sub>` for x₁."""
    for letters, tag in ((SUPERSCRIPTS, "sup"), (SUBSCRIPTS, "sub")):
        plain = {written: letter for letter, written in letters.items()} | {"⁻": "−"}
        text = re.sub(
            f"[{''.join(plain)}]+",
            lambda found, plain=plain, tag=tag: f"<{tag}>{''.join(plain[one] for one in found[0])}</{tag}>",
            text,
        )
    return text


def as_code(maths: str) -> str:
    """Short formulas that need no TeX, between backticks."""
    is_plain = re.fullmatch(r"[\w .=+*/()−·×≈,\[\]-]{3,}", maths) and not re.search(r"[_^]\w{2}", maths)
    return f"`{maths}`" if is_plain else f"${maths}$"


def spaced_by(sign: str) -> Restyling:
    """Another blank around signs."""
    return outside_fences(
        lambda text: re.sub(r"(?<=[\w)\]}]) ([=≈+·×−]) (?=[\w(\[\\−-])", rf"{sign}\1{sign}", text)
    )


TITLE = r"(?m)^(#{1,4}) +([^\n#$`*]+?)[ \t]*$"
PAGES: dict[str, Restyling] = {
    "0,5": with_decimal_commas,
    "no-break blanks": spaced_by("\u00a0"),
    "narrow blanks": spaced_by("\u202f"),
    "thin Unicode blanks": spaced_by("\u2009"),
    "<table>": with_tables("html"),
    "a | b": with_tables("open"),
    "columns": with_tables("columns"),
    "1. for -": numbered("{0}. "),
    "a) for -": numbered("{1}) "),
    "(a) for -": numbered("({1}) "),
    "• for -": outside_fences(replaced(r"(?m)^(\s*)- (?=\S)", r"\1• ")),
    "* for -": outside_fences(replaced(r"(?m)^(\s*)- (?=\S)", r"\1* ")),
    "1) for 1.": outside_fences(replaced(r"(?m)^(\d{1,2})\. (?=\S)", r"\1) ")),
    "(1) for 1.": outside_fences(replaced(r"(?m)^(\d{1,2})\. (?=\S)", r"(\1) ")),
    "(a) for a)": outside_fences(replaced(r"(?m)^([a-h])\) (?=\S)", r"(\1) ")),
    "a) for (a)": outside_fences(replaced(r"(?m)^\(([a-h])\) (?=\S)", r"\1) ")),
    "**Title**": outside_fences(replaced(TITLE, r"**\2**")),
    "**Title.**": outside_fences(replaced(r"(?m)^(#{2,4}) +([^\n#$`*.:]+?)[ \t]*$", r"**\2.**")),
    "Title\\n---": outside_fences(replaced(r"(?m)^## +(?!\d+[.)])([^\n#$`*]+?)[ \t]*$", r"\1\n------")),
    "# Title #": outside_fences(replaced(TITLE, r"\1 \2 \1")),
    "## for #": outside_fences(replaced(TITLE, r"#\1 \2")),
    "<h2>": outside_fences(
        lambda text: re.sub(TITLE, lambda found: f"<h{len(found[1])}>{found[2]}</h{len(found[1])}>", text)
    ),
    "\\section*": outside_fences(replaced(r"\\((?:sub)*)section\{", r"\\\1section*{")),
    "<br>": by_paragraph(lambda text: text.replace("\n", "<br>\n")),
    "line end \\": by_paragraph(lambda text: text.replace("\n", "\\\n")),
    "`maths`": in_dollars(as_code),
    "<sub>": outside_maths(with_markup),
    "tabs": outside_fences(
        lambda text: (
            text
            if re.search(r"(?m)^ {4,}[\[|(]|[\])|]$", text)  # what is drawn would be torn
            else re.sub(r"(?m)^( {4})+", lambda found: "\t" * (len(found[0]) // 4), text)
        )
    ),
    "✓": outside_maths(
        replaced(r"(?m)^([^\n&\\|$]*[=≈][^\n&\\|$=≈]*\d)$", r"\1 ✓"),
    ),
    "“ ”": outside_maths(typographic),
    "Step 1.": outside_fences(
        replaced(r"(?m)^((?:#+ |\*\*)?(?:Step|Question|Exercise|Problem|Part|Task) \w{1,3}):(?= )", r"\1.")
    ),
    "hyphens": by_paragraph(hyphenated),
    "form feeds": by_paragraph(lambda text: text + "\n\n\f"),
    "set in": lambda text: textwrap.indent(text, "  "),
    "\\_ \\*": outside_maths(
        replaced(
            r"(?m)^    .*$|(?<=\w)_(?=\w)|(?<= )\*(?= )",
            lambda found: found[0] if found[0].startswith("    ") else f"\\{found[0]}",
        ),
    ),
    "wrapped maths": outside_fences(wrapped_maths),
    "wrapped lines": outside_fences(wrapped_lines),
    "wrapped sums": outside_fences(wrapped_sums),
    "ASCII": outside_maths(in_ascii),
    "**x = 3**": outside_fences(with_bold_lines),
    "Windows-1252": lambda text: text,
    "UTF-16": lambda text: text,
    "byte order mark": lambda text: "\ufeff" + text,
    "no end of line": lambda text: text.rstrip("\n"),
}
ENCODINGS = {"Windows-1252": "cp1252", "UTF-16": "utf-16"}


def encoded(name: str, text: str) -> bytes:
    """The bytes of a restyled document; UTF-8 where its encoding lacks a letter."""
    try:
        return text.encode(ENCODINGS.get(name, "utf-8"))
    except UnicodeEncodeError:
        return text.encode()
