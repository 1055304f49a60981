"""Org: respelt as Markdown while tokens stand for its formulas."""

from __future__ import annotations

from workings.extracting.org import LINK, SLANTED, VERBATIM
from workings.regex import regex
from workings.reporting.html.blocks import Setting
from workings.reporting.html.markdown import held_parts, parsed_html
from workings.reporting.html.sheet import Held, Shape, as_written

BEGIN = regex(r"(?im)^[ \t]*#\+begin_(?:src|example|export)[ \t]*(\S*)[^\n]*$")
END = regex(r"(?im)^[ \t]*#\+end_(?:src|example|export)[^\n]*$")
KEYWORD = regex(r"(?im)^[ \t]*(?:#\+(?!begin_|end_)[^\n]*|#[ \t][^\n]*|:[A-Z_]+:[^\n]*)$")
STARS = regex(r"(?m)^(\*+)(?=[ \t])")
BOLD = regex(r"(?<![^\s('\"{-])\*(?=\S)([^*\n]+?)(?<=\S)\*(?=[\s.,;:!?)'\"}-]|$)")
RULE = regex(r"(?m)^([ \t]*\|[-+]+\|?)[ \t]*$")
PRINTED = regex(r"(?m)^[ \t]*: ?")


def org_html(setting: Setting) -> str:
    """The whole text."""
    sheet = setting.sheet
    text = sheet.text
    parts: list[Held] = [as_written(*found.span(), Shape.REMARK) for found in KEYWORD.finditer(text)]
    parts += held_parts(text, 0, len(text))
    parts.sort(key=lambda part: part.start)
    return parsed_html(setting, as_markdown(sheet.slotted(0, len(text), parts)))


def as_markdown(text: str) -> str:
    """Org's marks as those of Markdown; what has no like stays as it is."""
    out: list[str] = []
    at = 0
    while begin := BEGIN.search(text, at):
        end = END.search(text, begin.end())
        stop = end.start() if end else len(text)
        out += (
            _running(text[at : begin.start()]),
            f"\n~~~~~~{begin[1]}",
            text[begin.end() : stop],
            "~~~~~~\n",
        )
        at = end.end() if end else len(text)
    return "".join((*out, _running(text[at:])))


def _running(text: str) -> str:
    text = BOLD.sub(r"**\1**", text)
    text = STARS.sub(lambda stars: "#" * min(6, len(stars[0])), text)
    text = RULE.sub(lambda rule: rule[0].replace("+", "|"), text)
    text = PRINTED.sub("    ", text)
    text = LINK.sub(lambda link: f"[{link[2] or link[1]}](<{link[1]}>)", text)
    text = VERBATIM.sub(lambda code: f"`{code[2]}`", text)
    return SLANTED.sub(r"*\1*", text)
