"""Abbreviations that an author defines for formulas."""

from __future__ import annotations

from collections.abc import Iterator

from workings.regex import regex

BODY = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,300})\}"
NAME = r"[ \t]*(?:\{[ \t]*)?\\([a-zA-Z]+)[ \t]*(?:\}[ \t]*)?"
COUNT = r"(?:\[[ \t]*([1-6])[ \t]*\][ \t]*)?(?!\[)"
DEFINITION = regex(
    r"\\(?:newcommand|renewcommand|providecommand)\*?" + NAME + COUNT + BODY
    + r"|\\def[ \t]*\\([a-zA-Z]+)[ \t]*(?:(#1(?:#[2-6])*)[ \t]*)?" + BODY
    + r"|\\DeclareMathOperator\*?" + NAME + BODY
)  # fmt: skip
COMMENT = regex(r"(?<!\\)%[^\n]*")
FONT = regex(
    r"\{?[ \t]*\\(?:math(?:bf|rm|it|sf|tt|bb|cal|scr|frak|normal|bfit)|sym(?:bf|bfit|rm|it|sf)|boldsymbol|bm"
    r"|pmb|bf|it|rm|displaystyle|ensuremath|underline|(?:text)?color\{\w*\})(?![a-zA-Z])[ \t]*"
)
PHYSICS = regex(r"\\usepackage(?:\[[^\]\n]*\])?\{[\w, -]*\bphysics2?\b")
OF_PHYSICS = (
    ("pdv", r"\frac{\partial #1}{\partial #2}"),
    ("dv", r"\frac{d #1}{d #2}"),
    ("qty", ""),
    ("vb", r"\mathbf{#1}"),
)

# What is defined the same by nearly everyone, in a class or a file that is not at hand.
USUAL = {
    **dict.fromkeys(("paren", "parens", "rbr", "tuple"), r"\left(#1\right)"),
    **dict.fromkeys(("norm", "nrm", "nbr"), r"\left\|#1\right\|"),
    **dict.fromkeys(("inverse", "inv"), r"{#1}^{-1}"),
    "set": r"\left\{#1\right\}",
    "ceil": r"\lceil #1 \rceil",
    "floor": r"\lfloor #1 \rfloor",
}
USED = regex(r"\\(" + "|".join(USUAL) + r")[ ]?\{")


def read_macros(text: str) -> Iterator[tuple[str, str]]:
    r"""Name and meaning of every macro with up to six arguments, which stand in it as #1, #2, ….

    Those of the package `physics` and those that everyone has come first. An operator means
    `\operatorname{…}`. What only sets its argument in another font is left out.
    """
    if "\\" not in text:
        return
    if "physics" in text and PHYSICS.search(text):
        yield from OF_PHYSICS
    for name in dict.fromkeys(found[1] for found in USED.finditer(text)):
        yield name, USUAL[name]
    for found in DEFINITION.finditer(COMMENT.sub("", text) if "%" in text else text):
        command, count, meaning, defined, params, body, operator, name = found.groups()
        means = " ".join((meaning or body or "").split())
        if operator is not None:
            yield operator, f"\\operatorname{{{name}}}"
        elif not (count or params) or ("#1" in means and not only_sets_font(means)):
            yield command or defined, means


def font_macros(text: str) -> Iterator[tuple[str, str]]:
    """The macros that only set their argument in another font, for those who draw formulas."""
    if "#1" in text:
        for found in DEFINITION.finditer(COMMENT.sub("", text)):
            means = found[3] or found[6] or ""
            if only_sets_font(means):
                yield found[1] or found[4], means


def only_sets_font(body: str) -> bool:
    r"""Whether nothing but fonts and braces stands around the argument: `\mathbf{\mathrm{#1}}`."""
    return FONT.sub("", body).strip("{} \t") == "#1"
