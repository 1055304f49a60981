r"""One spelling for what TeX lets people write in several, for those who look for patterns in a text.

`\left(x\right)` is `(x)`, `\mathbf{W}_Q` is `W_Q`, `\(x\)` is `$x$`, `\;` is a blank, `\simeq` is ≈. The text
keeps its length, and no number moves, so that a place in it is the same place on the page.
"""

from __future__ import annotations

import re

from workings.regex import regex

_SIGNS: tuple[str, ...] = (
    r"\(",
    r"\[",
    r"\left",
    r"\right",
    "\\math",
    r"\bold",
    r"\bm",
    r"\text",
    r"\box",
    r"\disp",
    r"\und",
)
_SIGNS += (r"\;", r"\,", r"\!", r"\:", r"\ ", r"\big", r"\Big", r"\dfrac", r"\tfrac", r"\color", "\r")
_SIGNS += (r"\sim", r"\con", r"\dot", r"\wide", "~=", "=~", "$`")
_SIGNS += tuple(f"{before}{sign} " for sign in "-−" for before in ("(", "( ", "[", "[ ", "= ", ", ", "& "))
_FONTS = r"\\(?:mathbf|mathsf|mathit|boldsymbol|bm|pmb|textbf|textit)"
_SPELLINGS = regex(
    r"(?P<delimiter>(?<!\\)\\[()\[\]])"
    r"|\\(?:left|right|[bB]igg?[lrm]?)\s?(?P<bracket>\\[{}|]|[()\[\]|.])"
    rf"|{_FONTS}\{{(?P<letter>[A-Za-z]{{1,3}}|\\[A-Za-z]{{2,10}}|\d)\}}"
    rf"|{_FONTS} (?=[A-Za-z](?![A-Za-z]))"
    r"|\\(?:boxed|underline|textcolor\{\w{1,20}\}|color\{\w{1,20}\})\{(?P<held>[^{}$\n]{1,80})\}"
    r"|\{\\color\{\w{1,20}\}\s?(?P<coloured>[^{}$\n]{1,80})\}"
    r"|\\(?:displaystyle|textstyle|nonumber|notag)(?![A-Za-z])"
    r"|(?<![\d\\])\\[;,!: ]|(?<!\\)\\[;,!: ](?!\d)|(?<!\\)\\[;:]"
    r"|\\[dt](?P<fraction>frac)(?![A-Za-z])"
    r"|\\(?P<near>simeq|cong|doteq)(?![A-Za-z])|\\wide(?P<accent>hat|tilde)(?![A-Za-z])"
    r"|(?<=[^~\s])~(?=[=≈])|(?<=[=≈])~(?=[^~\s])"
    r"|(?:(?<=[(\[{,;=&])|(?<=[(\[{,;=&] ))(?P<sign>[-−]) (?=\.?\d)"
    r"|(?<=\$)`(?P<ticked>[^`$\n]+)`(?=\$)"
    r"|(?P<line>\r\n)"
)
_EMPTY_LINES = regex(
    r"(?<!\n)\n(?:\n*+[ \t]++)+\n"
)  # with blanks on them, which move to the end of the line above
_DELIMITERS = {r"\(": " $", r"\)": "$ ", r"\[": "$$", r"\]": "$$"}
# What a converter wrote for HTML, also within formulas (`&lt;b` may be the name of a tag), and bold results.
_MARKUP = regex(
    r"&(?:amp(?P<amp>;)|lt(?P<lt>;(?![A-Za-z/!]))|gt(?P<gt>;))"
    r"|(?<=[=≈] )\*\*(?P<bold>[-−–+]?(?:\d[\d.,]{0,20}\d|\d))\*\*(?![\d*(])"
)
# Blanks of a printer, but for those between digits, which may group them.
_BLANKS = regex(
    r"(?<!\d)[\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\u00a0\u2000-\u200a\u202f\u205f\u3000](?!\d)"
)
_HTML = {"amp": "&    ", "lt": "<   ", "gt": ">   "}


def settled(text: str) -> str:
    """The text without markup that is none of TeX and may yet stand in formulas; nothing moves."""
    if not text.isascii():
        text = _BLANKS.sub(" ", text)
    if "&" not in text and "**" not in text:
        return text
    return _MARKUP.sub(lambda found: _HTML.get(str(found.lastgroup)) or f"  {found['bold']}  ", text)


def uniform(text: str) -> str:
    """The text in one spelling, as long as it was."""
    text = settled(text)
    if any(map(text.__contains__, _SIGNS)):
        text = _SPELLINGS.sub(_spelt, text)
    return _EMPTY_LINES.sub(_emptied, text) if "\n " in text or "\n\t" in text else text


def _emptied(found: re.Match[str]) -> str:
    """As many blanks and as many ends of lines, the blanks first."""
    return found[0].replace("\n", "") + "\n" * found[0].count("\n")


def _spelt(found: re.Match[str]) -> str:
    written, kind = found[0], found.lastgroup
    width = len(written)
    match kind:
        case "delimiter":
            return _DELIMITERS[written]
        case "bracket" if found["bracket"][-1] in "([{":  # a bracket beside what it holds
            return found["bracket"].rjust(width)
        case "bracket":
            return ("" if found["bracket"] == "." else found["bracket"]).ljust(width)
        case "letter" if not found[
            "letter"
        ].isdigit():  # beside what it belongs to: x_\mathbf{i} to the left, \mathbf{x}_i to the right
            under = found.string[found.start() - 1 : found.start()] in ("_", "^")
            return found["letter"].ljust(width) if under else found["letter"].rjust(width)
        case "letter" | "held" | "coloured":
            start = found.start(kind) - found.start()
            return found[kind].rjust(start + len(found[kind])).ljust(width)
        case "fraction":
            return " \\frac"
        case "near":
            return "≈".ljust(width)
        case "accent":
            return f"\\{found['accent']}".rjust(width)
        case "sign":  # beside its number
            return f" {found['sign']}"
        case "ticked":
            return f" {found['ticked']} "
        case "line":
            return " \n"
        case _:
            return " " * width
