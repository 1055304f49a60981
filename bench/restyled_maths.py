"""Restylings of formulas: what TeX, Unicode and converters let people write in several ways."""

from __future__ import annotations

import re

from rewriting import MATHS, NUMBER, Restyling, in_dollars, in_maths, outside_fences, replaced

PROSE = r"(?:if|and|or|so|for|otherwise|else|with|where|since|is|when|at|in|of|the|to)"
WORD = rf"(?!{PROSE}\}})[A-Za-z]{{2,}}"
HELD = re.compile(
    r"\\(?:text|mathrm|operatorname\*?|textbf|begin|end|tag|label|hspace)\s*\{[^{}]*\}|\\[A-Za-z]+"
)
MATRIX = re.compile(r"\\begin\{([bp])matrix\}([^\\]*?(?:\\\\[^\\]*?)*)\\end\{\1matrix\}(?![_^])")
LEFT, RIGHT = {"b": "[", "p": "("}, {"b": "]", "p": ")"}
ENDS = r"(?=\s*(?:$|[$=+,&)\]]|-(?!\s*\d*\s*[(\\])|\\approx|\\\\|\\q?quad|\\[)\]]))"
SUPERSCRIPTS = dict(zip("0123456789-−+nTt", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺ⁿᵀᵗ", strict=True))
SUBSCRIPTS = dict(zip("0123456789ijkt", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₜ", strict=True))
GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon eta theta lambda mu pi rho sigma tau phi".split(),
        "αβγδεηθλμπρστφ",
        strict=True,
    )
)
SIGNS = {
    "cdot": "·",
    "times": "×",
    "approx": "≈",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ln": "ln ",
    "exp": "exp",
    "max": "max",
    "varepsilon": "ε",
    "top": "T",
    "odot": "⊙",
    "to": "→",
} | GREEK


def by_letters(pattern: str, new: str) -> Restyling:
    """A change of letters of formulas that are in no word and no command."""

    def changed(maths: str) -> str:
        parts, at = [], 0
        for held in HELD.finditer(maths):
            parts += [re.sub(pattern, new, maths[at : held.start()]), held[0]]
            at = held.end()
        return "".join([*parts, re.sub(pattern, new, maths[at:])])

    return in_maths(changed)


def by_matrices(change: str) -> Restyling:
    """Matrices in another notation."""

    def written(found: re.Match[str]) -> str:
        kind = found[1]
        rows = [row.split("&") for row in re.split(r"\\\\", found[2]) if row.strip()]
        columns = max(map(len, rows), default=0)
        if change == "array":
            inner = rf"\begin{{array}}{{{'c' * columns}}}{found[2]}\end{{array}}"
            return rf"\left{LEFT[kind]}{inner}\right{RIGHT[kind]}"
        if change == "matrix":
            return rf"\left{LEFT[kind]}\begin{{matrix}}{found[2]}\end{{matrix}}\right{RIGHT[kind]}"
        if change == "small":
            return rf"\bigl{LEFT[kind]}\begin{{smallmatrix}}{found[2]}\end{{smallmatrix}}\bigr{RIGHT[kind]}"
        cells = [[cell.strip() for cell in row] for row in rows]
        if not all(re.fullmatch(NUMBER, cell) for row in cells for cell in row) or columns * len(rows) < 2:
            return found[0]
        if change == "semicolons":
            return "[" + "; ".join(" ".join(row) for row in cells) + "]"
        listed = ["[" + ", ".join(row) + "]" for row in cells]
        return listed[0] if len(listed) == 1 else "[" + ", ".join(listed) + "]"

    return in_maths(lambda maths: MATRIX.sub(written, maths))


def spread(maths: str) -> str:
    r"""`\frac { 1 } { 0 . 5 }`, as recognisers of formulas write."""
    held = (
        r"\\(?:begin|end)\{[^{}]*\}(?:\{[^{}]*\})?|\\(?:text|tag)\s*\{[^{}]*\}"
        r"|\\(?:left|right)\s*(?:\\?[^\sA-Za-z]|\\[A-Za-z]+)|\\[A-Za-z]+\*?|\\.|\n"
    )
    if re.search(r"\d\s+[-−]?\.?\d|\de[-−]?\d|\d\.\d+\.\d", maths):
        return maths  # a list whose commas are blanks, and what only a keyboard writes
    maths = re.sub(r"(\\[dt]?frac)\s?(\d)", r"\1{\2}", maths)
    maths = re.sub(r"(\\[dt]?frac\{[^{}]*\}|\\sqrt)\s?(\d)", r"\1{\2}", maths)
    maths = re.sub(r"([_^])(\w)", r"\1{\2}", maths)
    opener = re.match(r"\$\$|\\\[|\\\(|\$", maths)
    assert opener is not None
    width = opener.end()
    tokens = re.findall(rf"{held}|\S", maths[width:-width], re.S)
    inner = " ".join(tokens).replace(" \n ", "\n")
    return f"{maths[:width]}{inner}{maths[-width:]}"


def spread_out(text: str) -> str:
    """A page of formulas spread out; with few of them nobody would know that `2 9` is one number."""
    new = in_maths(spread)(text)
    return new if len(re.findall(r"(?:\\[A-Za-z]+|[_^]) \{ ", new)) > 5 else text


def scripts_apart(maths: str) -> str:
    """`W _ { Q }`."""
    maths = re.sub(r"\s*(?<!\\)([_^])\s*\{([^{}]*)\}", r" \1 { \2 }", maths)
    return re.sub(r"(?<![\s\\])([_^])(?=[\w\\])", r" \1 ", maths)


def in_unicode(formula: str) -> str:
    """Short formulas without their dollars, in the signs of a keyboard with many letters."""
    maths = re.sub(r"\\[dt]?frac\{([\w.]+)\}\{([\w.]+)\}" + ENDS, r"\1/\2", formula)
    maths = re.sub(r"\\sqrt\{(\d+)\}", r"√\1", maths)
    maths = re.sub(r"\^\{?\\top\}?", "ᵀ", maths)
    maths = re.sub(r"\\([A-Za-z]+) ?", lambda word: SIGNS.get(word[1], word[0]), maths)
    maths = scripted(scripted(maths, r"\^", SUPERSCRIPTS), "_", SUBSCRIPTS)
    maths = maths.replace("-", "−")
    signs = r"[\w .,=+/()\[\]−·×≈≤≥√ᵀ⁻⁺→⊙]*"
    is_plain = len(formula) > 4 and "_" not in maths and re.fullmatch(f"{signs}[=≈]{signs}", maths)
    return maths if is_plain else f"${formula}$"


def scripted(text: str, sign: str, letters: dict[str, str]) -> str:
    """Scripts in letters of their own."""

    def script(found: re.Match[str]) -> str:
        held = found[1] or found[2]
        return "".join(letters[letter] for letter in held) if letters.keys() >= set(held) else found[0]

    return re.sub(rf"{sign}(?:\{{([^{{}}]+)\}}|([\w]))", script, text)


def in_tex_signs(maths: str) -> str:
    """TeX commands for the signs of Unicode."""
    names = {sign: name for name, sign in reversed(SIGNS.items()) if not sign.isascii()}
    maths = re.sub(r"√(\d+(?:\.\d+)?)", r"\\sqrt{\1}", maths).replace("−", "-")
    return re.sub("|".join(names), lambda found: rf"\{names[found[0]]} ", maths)


def by_norms(new: str) -> Restyling:
    """Norms between other bars; those that part two distributions are none."""
    norm = r"\\\|([^|\n]*?)\\\||\\lVert(?![A-Za-z])\s?([^|\n]*?)\\rVert(?![A-Za-z])"

    def changed(maths: str) -> str:
        if any(group.count(r"\|") % 2 for group in re.findall(r"\([^()]*\)", maths)):
            return maths
        return re.sub(norm, new, maths)

    return changed


def tagged(sign: str) -> Restyling:
    """Displays with a number in the margin."""

    def numbered(text: str) -> str:
        number = 0

        def tag(found: re.Match[str]) -> str:
            nonlocal number
            if re.search(r"\\tag|\\begin|\\\\|=\s*$|[,:]\s*$", found[1]):
                return found[0]
            number += 1
            return f"$${found[1].rstrip()} {sign.format(number)}$$"

        return re.sub(r"(?m)^\$\$([^$\n]+)\$\$$", tag, text)

    return outside_fences(numbered)


def point_inside(text: str) -> str:
    """The full stop of a sentence before the dollar that closes its formula."""
    return MATHS.sub(
        lambda found: (
            f"{found[0][:-1]}.$\0" if text[found.end() :][:1] == "." and found[0][-2].isdigit() else found[0]
        ),
        text,
    ).replace("\0.", "")


def with_left_sides(text: str) -> str:
    """`$$a = b$$`, `$$a = c$$` for `$$a = b = c$$`."""

    def repeated(found: re.Match[str]) -> str:
        left, *rest = found[1].split("=")
        if len(rest) < 2 or re.search(
            r"\\approx|\\begin|\\\\|quad|<|>|\\le|\\ge|≈|[,;:{(][^=]*=|&", found[1]
        ):
            return found[0]
        return "\n\n".join(f"$${left}={part.rstrip()}$$" for part in rest)

    return re.sub(r"(?m)^\$\$(\s*[A-Za-z](?:_(?:\w|\{\w+\}))?\s*=[^$\n]+)\$\$$", repeated, text)


FORMULAS: dict[str, Restyling] = {
    "\\frac { 1 } { 2 }": spread_out,
    "W _ { Q }": in_maths(scripts_apart),
    "\\mathrm for \\text": in_maths(replaced(rf"\\text\{{({WORD})\}}", r"\\mathrm{\1}")),
    "\\text for \\mathrm": in_maths(
        replaced(rf"\\(?:operatorname|mathrm)\{{({WORD})\}}", r"\\text{\1}"),
    ),
    "softmax(": in_maths(
        replaced(
            r"(?<![A-Za-z\d}])\\(?:operatorname|mathrm|text)\{([A-Za-z]{3,})\}(?=\s*(?:\(|\\left\())", r"\1"
        )
    ),
    "\\mathrm{MSE}": by_letters(
        r"(?<![A-Za-z_\\{])(MSE|MAE|RMSE|KL|B?CE|JSD?|UCB|NLL|LSE|PPL)(?![A-Za-z])", r"\\mathrm{\1}"
    ),
    "\\left[": in_maths(replaced(r"(?<![\\A-Za-z_^\]}])\[([^\[\]&\\]*)\]", r"\\left[\1\\right]")),
    "\\big(": in_maths(replaced(r"(?<![\\A-Za-z_^{])\(([^()&]*)\)", r"\\big(\1\\big)")),
    "array": by_matrices("array"),
    "matrix": by_matrices("matrix"),
    "smallmatrix": by_matrices("small"),
    "[1 2; 3 4]": by_matrices("semicolons"),
    "[[1, 2], [3, 4]]": by_matrices("lists"),
    "\\over": in_maths(replaced(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"{\1 \\over \2}")),
    "\\tfrac": in_maths(lambda text: text.replace(r"\frac", r"\tfrac")),
    "(a + b)/c": in_maths(
        replaced(
            rf"(?<![\w)}}^_/])\\frac\{{(\d[\d.]*(?:\s*[+-]\s*\d[\d.]*)+)\}}\{{(\d[\d.]*)\}}{ENDS}",
            r"(\1)/\2",
        )
    ),
    "\\frac for /": in_maths(
        replaced(
            r"(?<![\w).}\]^/!,])(?<!\\[a-z]{2} )(?<!\\[a-z]{3} )"
            r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)(?!\.?\d|[\w^(!/\\{])",
            r"\\frac{\1}{\2}",
        )
    ),
    "* for \\cdot": in_maths(replaced(r"\s*\\cdot(?![A-Za-z])\s*", " * ")),
    "0.5(": in_maths(replaced(r"(?<![\w.^_{}])(\d+(?:\.\d+)?)\s*\\cdot\s*(?=\()", r"\1")),
    "~=~": in_maths(replaced(r" = ", "~=~")),
    "\\mathbf{x}": by_letters(
        r"(?<![A-Za-z\\_])(?<!_\{)(?<!hat )(?<!bar )(?<!ilde )([xwvhqkuz])(?![A-Za-z(])", r"\\mathbf{\1}"
    ),
    "\\vec{x}": by_letters(
        r"(?<![A-Za-z\\_])(?<!_\{)(?<!hat )(?<!bar )(?<!ilde )([xwvhqkuz])(?![A-Za-z(])", r"\\vec{\1}"
    ),
    "\\boldsymbol{W}": by_letters(r"(?<![A-Za-z\\_])(?<!_\{)([WXQKV])(?![A-Za-z(])", r"\\boldsymbol{\1}"),
    "^{\\mathsf T}": in_maths(replaced(r"\^(?:\\top(?![A-Za-z])|\{\\top\})", r"^{\\mathsf{T}}")),
    "\\lVert": in_maths(by_norms(r"\\lVert \1\2\\rVert ")),
    "||x||": in_maths(by_norms(r"||\1\2||")),
    "\\mid": in_maths(replaced(r"(?<=[Pp]\()([^()|]*[^()|\\])\|([^()|]*)\)", r"\1\\mid \2)")),
    "1.5e-3": in_maths(
        replaced(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(?:\\cdot|\\times|·|×)\s*10\^\{?(-?\d+)\}?(?![\d^])", r"\1e\2")
    ),
    "\\tag": tagged(r"\tag{{{}}}"),
    "\\quad (1)": tagged(r"\qquad ({})"),
    "point inside": outside_fences(point_inside),
    "point in display": outside_fences(replaced(r"(?m)(?<=\d)\$\$$", ".$$")),
    "\\simeq": in_maths(replaced(r"\\approx(?![A-Za-z])", r"\\simeq")),
    "align*": outside_fences(
        replaced(
            r"\$\$(\s*)\\begin\{aligned\}([^$]*)\\end\{aligned\}(\s*)\$\$",
            r"\1\\begin{align*}\2\\end{align*}\3",
        )
    ),
    "eqnarray*": outside_fences(
        lambda text: re.sub(
            r"\$\$(\s*)\\begin\{aligned\}([^$]*)\\end\{aligned\}(\s*)\$\$",
            lambda found: (
                found[1]
                + r"\begin{eqnarray*}"
                + re.sub(r"&\s*(=|\\approx)", r"&\1&", found[2])
                + r"\end{eqnarray*}"
                + found[3]
                if not re.search(r"\\begin|&(?!\s*(?:=|\\approx))", found[2])
                else found[0]
            ),
            text,
        )
    ),
    "( - 3": in_maths(replaced(r"(?<=[(,=] )-(?=\d)|(?<=\()-(?=\d)", "- ")),
    "\\widehat": in_maths(replaced(r"\\hat(?![A-Za-z])", r"\\widehat")),
    "\\hat y": in_maths(replaced(r"\\(hat|bar|tilde|vec)\{([A-Za-z])\}", r"\\\1 \2")),
    "left sides": outside_fences(with_left_sides),
    "inline display": outside_fences(
        replaced(r"(?m)^\$\$((?:(?!\\begin|\\tag)[^$\n])+)\$\$$", r"$\1$"),
    ),
    "displayed line": outside_fences(replaced(r"(?m)(?<=\n\n)^\$([^$\n]+)\$$(?=\n\n)", r"$$\1$$")),
    "$$ for \\[": outside_fences(
        lambda text: MATHS.sub(
            lambda found: f"$${found[0][2:-2]}$$" if found[0].startswith(r"\[") else found[0], text
        )
    ),
    "TeX signs": in_maths(in_tex_signs),
    "Unicode": in_dollars(in_unicode),
    "$`a`$": in_dollars(lambda maths: f"${maths}$" if re.search("[`|]", maths) else f"$`{maths}`$"),
    "```math": outside_fences(replaced(r"(?m)(?<=\n\n)\$\$([^$\n]+)\$\$$(?=\n\n)", r"```math\n\1\n```")),
    "\\\\(": in_dollars(lambda maths: rf"\\({maths}\\)"),
    "\\nonumber": outside_fences(
        replaced(r"(?m)^([^&\n]*&\s*(?:=|\\approx)[^&\n\\]*?)\s*\\\\$", r"\1 \\nonumber\\\\")
    ),
    "{ 1 }": in_maths(
        lambda text: re.sub(
            r"\\(?:begin|end|text|operatorname|mathrm|tag)\{[^{}]*\}|(?<![\\{])\{(?!,)([^{}\n\\]*)\}",
            lambda found: found[0] if found[1] is None else f"{{ {found[1]} }}",
            text,
        )
    ),
    "\\cdot for ·": in_maths(replaced(r"·", r"\\cdot ")),
}
