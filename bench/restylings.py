"""Ways to write the same document otherwise; each keeps what it says, and most of them its lines."""

from __future__ import annotations

import re
import textwrap

from restyled_maths import FORMULAS
from restyled_pages import PAGES, encoded
from rewriting import MATHS, NUMBER, Restyling, by_paragraph, in_dollars, in_maths, outside_fences, replaced


def without_commas(text: str) -> str:
    """`[1, -2, 0]` as `[1 \\ -2 \\ 0]`."""
    listed = rf"\[\s*{NUMBER}(?:\s*,\s*{NUMBER}){{2,}}\s*\]"
    return re.sub(listed, lambda found: re.sub(r"\s*,\s*", r" \\ ", found[0]), text)


def aligned(text: str) -> str:
    """A chain in a display, with a row for every link, on the line on which it stands."""
    display = re.compile(r"\$\$([^$\n]*)\$\$")

    def rows(found: re.Match[str]) -> str:
        body = found[1]
        if body.count("=") < 2 or re.search(r"\\begin|\\\\|\\quad|,\s|\\left|&|\{[^{}]*=|\([^()]*=", body):
            return found[0]
        first, second, *rest = body.split("=")
        lines = [f"{first}&={second}", *(f"&={part}" for part in rest)]
        return r"$$\begin{aligned}" + r" \\ ".join(lines) + r"\end{aligned}$$"

    return display.sub(rows, text)


def with_page_numbers(text: str) -> str:
    """A page of a scan ends after every eighth paragraph."""
    parts, page = re.split(r"(\n[ \t]*\n)(?=\S)", text), 1
    for at in range(15, len(parts) - 1, 16):
        if re.match(r"[\w$*\\]", parts[at + 1]) and not re.search(r"[:,=]\s*$", parts[at - 1]):
            parts[at] = f"\n\n\n{page}\n\n\n"
            page += 1
    return "".join(parts)


def unbracketed(maths: str) -> str:
    """Short maths without its dollars, in plain signs."""
    is_plain = re.fullmatch(r"[\w .=+*/()−·×≈-]{3,}", maths) and not re.search(r"[_^]\w{2}", maths)
    return maths if is_plain else f"${maths}$"


def regrouped(text: str, sign: str) -> str:
    """Thousands parted by another sign; on a page with decimal commas nobody knows which are."""
    if re.search(r"(?<!\d)0(?:,|\{,\})\d|\d,\d{1,2}(?!\d)", text):
        return text
    thousands = r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,]|\.\d)"
    return re.sub(thousands, lambda found: found[0].replace(",", sign), text)


def rewrapped(text: str) -> str:
    """A paragraph with its lines broken elsewhere; sums of one line keep theirs."""
    if re.search(r"[^.,;:\w]\s*$|=[^\n]*\n[^\n]*=", text, re.M):
        return text
    return textwrap.fill(" ".join(text.split()), 64, break_long_words=False, break_on_hyphens=False)


def in_brackets(found: re.Match[str]) -> str:
    """Maths between `\\(` and `\\)`, or `\\[` and `\\]`."""
    text = found[0]
    if text.startswith("$$"):
        return rf"\[{text[2:-2]}\]"
    return rf"\({text[1:-1]}\)" if text.startswith("$") else text


def shaped(found: re.Match[str]) -> str:
    """A matrix with its shape below it."""
    rows = [row for row in re.split(r"\\\\", found[2]) if row.strip()]
    return f"{found[0]}_{{{len(rows)} \\times {rows[0].count('&') + 1}}}"


RESTYLINGS: dict[str, Restyling] = {
    "[1 \\ 2 \\ 3]": in_maths(without_commas),
    "[1 2 3]": outside_fences(
        lambda text: re.sub(
            rf"\[\s*{NUMBER}(?:\s*,\s*{NUMBER}){{2,}}\s*\]",
            lambda found: re.sub(r"\s*,\s*", " ", found[0]),
            text,
        )
    ),
    "[1, 2, 3] for (1, 2, 3)": in_maths(
        replaced(rf"(?<![\w}}])\((\s*{NUMBER}(?:\s*,\s*{NUMBER}){{2,}}\s*)\)", r"[\1]")
    ),
    "pmatrix": outside_fences(lambda text: text.replace("{bmatrix}", "{pmatrix}")),
    "bmatrix": outside_fences(lambda text: text.replace("{pmatrix}", "{bmatrix}")),
    "\\times": in_maths(replaced(r"\\cdot(?![A-Za-z])", r"\\times")),
    "* for ·": outside_fences(lambda text: text.replace(" · ", " * ")),
    "× for ·": outside_fences(lambda text: text.replace("·", "×")),
    "\\( \\)": outside_fences(lambda text: MATHS.sub(in_brackets, text)),
    "\\mathbf": in_maths(replaced(r"(?<![\\A-Za-z{])([XWQKVSAHB])(?![A-Za-z])", r"\\mathbf{\1}")),
    "\\left \\right": in_maths(
        replaced(r"(?<![\\A-Za-z_^{])\(([^()]*)\)", r"\\left(\1\\right)"),
    ),
    "without blanks": in_maths(replaced(r"(?<=[\w)}\]]) *(=|\+|\\approx) *(?=[\w([-])", r"\1")),
    "thin blanks": in_maths(replaced(r" (=|\\approx) ", r"\\;\1\\; ")),
    "\\boxed": in_maths(replaced(rf"= ({NUMBER})(\s*)(?=\$|\\\]|\\\))", r"= \\boxed{\1}\2")),
    "bold result": outside_fences(lambda text: re.sub(rf"(?<=[\w)] = )({NUMBER})(?=\.?\n)", r"**\1**", text)),
    "≈ for =": outside_fences(replaced(r"(?<![<>=!:]) = (?=[-−]?\d*\.\d\d)", " ≈ ")),
    "= for ≈": outside_fences(lambda text: text.replace(" ≈ ", " = ").replace("\\approx", "=")),
    "aligned": outside_fences(aligned),
    "page numbers": outside_fences(with_page_numbers),
    "plain maths": in_dollars(unbracketed),
    ".5 for 0.5": outside_fences(replaced(r"(?<![\w.,])0(?=\.\d)", "")),
    "−": outside_fences(replaced(r"(?<=[=(\[,+·×] )-(?=\d)|(?<=[(\[])-(?=\d)|(?<= )-(?= )", "−")),
    "–": outside_fences(replaced(r"(?<=[\w)]) − (?=[\w(])", " – ")),
    "shape labels": in_maths(
        lambda text: re.sub(r"\\begin\{([bp]matrix)\}(.+?)\\end\{\1\}(?!_)", shaped, text)
    ),
    "no thousands": outside_fences(lambda text: regrouped(text, "")),
    "{,} thousands": in_maths(lambda text: regrouped(text, "{,}")),
    "\\dfrac": in_maths(lambda text: text.replace(r"\frac", r"\dfrac")),
    "a/b": in_maths(
        replaced(
            rf"(?<!\\[a-z]{{2}})(?<!\\[a-z]{{3}})(?<!\\[a-z]{{2}} )(?<!\\[a-z]{{3}} )"
            rf"\\frac\{{({NUMBER}|[a-z])\}}\{{({NUMBER}|[a-z])\}}(?=\s*[=$+)]|\s*$)",
            r"\1/\2",
        )
    ),
    "\\exp": in_maths(replaced(r"(?<![\w}])e\^\{([^{}]*)\}", r"\\exp(\1)")),
    "^\\top": in_maths(replaced(r"\^T(?![A-Za-z])|\^\{T\}", r"^{\\top}")),
    "^T": in_maths(replaced(r"\^\\top(?![A-Za-z])|\^\{\\top\}", "^T")),
    "x_{1}": in_maths(replaced(r"_(\w)(?!\w)", r"_{\1}")),
    "x_1": in_maths(replaced(r"_\{(\w)\}", r"_\1")),
    "\\mathrm{softmax}": in_maths(replaced(r"\\(?:operatorname|text)\{softmax\}", r"\\mathrm{softmax}")),
    "\\therefore": outside_fences(replaced(r"(?m)^\$(?=[a-z]_?\w* = )", r"$\\therefore ")),
    "bullets": outside_fences(replaced(r"(?m)(?<=\n\n)(?=(?:\$[^$]|[a-z]_?\d? = )[^\n]*\n\n)", "- ")),
    "&amp;": outside_fences(lambda text: text.replace(" & ", " &amp; ").replace(" < ", " &lt; ")),
    "\\underline": in_maths(replaced(rf"= ({NUMBER})(\s*)(?=\$|\\\]|\\\))", r"= \\underline{\1}\2")),
    "\\textcolor": in_maths(replaced(rf"= ({NUMBER})(\s*)(?=\$|\\\]|\\\))", r"= \\textcolor{blue}{\1}\2")),
    "\\displaystyle": in_dollars(
        lambda maths: rf"$\displaystyle {maths}$" if " = " in maths else f"${maths}$"
    ),
    "quoted": lambda text: re.sub(r"(?m)^", "> ", text),
    "indented": by_paragraph(lambda text: text.replace("\n", "\n  ")),
    "one line": by_paragraph(lambda text: " ".join(text.split()) if "=" not in text else text),
    "rewrapped": by_paragraph(rewrapped),
    "$$ on its lines": outside_fences(replaced(r"(?m)^\$\$([^$\n]+)\$\$$", r"$$\n\1\n$$")),
    "equation": outside_fences(replaced(r"(?m)^\$\$([^$\n&]+)\$\$$", r"\\begin{equation}\1\\end{equation}")),
    "blank lines": by_paragraph(
        lambda text: text.replace("\n", "\n\n") if re.search(r"[.;]$", text, re.M) else text
    ),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": lambda text: text.replace("\n", "  \n"),
    **FORMULAS,
    **PAGES,
}
# What is another spelling only in Markdown, in plain text, or nowhere in TeX.
IN_MARKDOWN = frozenset(
    {
        "bold result",
        "quoted",
        "trailing blanks",
        "bullets",
        "<table>",
        "a | b",
        "columns",
        "1. for -",
        "a) for -",
    }
    | {
        "(a) for -",
        "* for -",
        "**Title**",
        "**Title.**",
        "Title\\n---",
        "# Title #",
        "## for #",
        "<h2>",
        "<br>",
    }
    | {"line end \\", "`maths`", "<sub>", "**x = 3**", "\\_ \\*", "$`a`$", "```math", "\\\\("}
)
IN_TEXT = frozenset({"set in", "ASCII"})
NOT_IN_TEX = frozenset(
    {"plain maths", "page numbers", "&amp;", "Unicode", "• for -", "\\frac { 1 } { 2 }", "~=~", "tabs", "✓"}
)
MARKDOWN, TEX, TEXT = frozenset({".md", ".qmd"}), frozenset({".tex"}), frozenset({".txt"})


def is_apt(name: str, suffix: str) -> bool:
    """Whether a restyling keeps what a file of a kind says."""
    return (
        (name not in IN_MARKDOWN or suffix in MARKDOWN)
        and (name not in IN_TEXT or suffix in TEXT)
        and (name not in NOT_IN_TEX or suffix not in TEX)
    )


__all__ = ["RESTYLINGS", "Restyling", "encoded", "is_apt"]
