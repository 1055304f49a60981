"""Markdown as HTML: markdown-it-py reads it, tokens stand for maths, and raw HTML is shown as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workings.extracting.languages import MATHS
from workings.extracting.markdown import BULLET, FRONT_MATTER, QUOTE
from workings.extracting.regions import Region, RegionFinder, Sort
from workings.regex import regex
from workings.reporting.html.blocks import INSIDE, Setting
from workings.reporting.html.escaping import attribute, escaped
from workings.reporting.html.formulas import Formula
from workings.reporting.html.sheet import Held, Shape, Source, as_written, bare

SCHEMES = frozenset({"http", "https", "mailto"})
DEEPEST = 100
MOST_BRACKETS = 1000  # of one paragraph in which links are looked for
PARAGRAPH = regex(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
RELATION = regex(r"[=≈]")
PRODUCT = regex(r"(?:(?<=[\d)\]}])|(?<=\b[^\W\d_]))\*(?=[\w(\[{\\.−-])")  # `3*5*5` is no emphasis
SHIFT = 1  # the page's own title is its only heading of the first rank


def markdown_html(setting: Setting, start: int, end: int) -> str:
    """A stretch of Markdown."""
    sheet = setting.sheet
    text = sheet.slotted(start, end, held_parts(sheet.text, start, end))
    return parsed_html(setting, text)


def parsed_html(setting: Setting, text: str) -> str:
    """Markdown in which tokens stand for what it should not look into."""
    if text.count("[") > MOST_BRACKETS:  # each of them might open a link, which takes long to find out
        bracket = setting.sheet.token("F", "[")
        text = PARAGRAPH.sub(
            lambda found: found[0].replace("[", bracket) if found[0].count("[") > MOST_BRACKETS else found[0],
            text,
        )
    if "*" in text:
        text = PRODUCT.sub(setting.sheet.token("F", "*"), text)
    return Writer(setting).blocks(parser().parse(text))


def held_parts(text: str, start: int, end: int) -> list[Held]:
    """Maths, comments and other parts that Markdown should not look into."""
    part = text[start:end]
    unquoted = QUOTE.sub(lambda found: " " * len(found[0]), part) if ">" in part else part
    front = FRONT_MATTER.match(unquoted)
    held: list[Held] = [as_written(start, start + front.end(), Shape.BLOCK)] if front else []
    for region in RegionFinder(unquoted).find():
        if (found := _held(region, part, start)) is not None:
            held.append(found)
    return held


def _held(region: Region, text: str, base: int) -> Held | None:
    first, last = region.inner[0] + base, region.inner[1] + base
    match region.sort:
        case Sort.INLINE | Sort.DISPLAY:
            display = region.sort is Sort.DISPLAY
            line = text[text.rfind("\n", 0, region.start) + 1 : region.start]
            quoted = line.lstrip().startswith(">")
            return Formula(region.start + base, region.end + base, (first, last), display, quoted)
        case Sort.COMMENT | Sort.SEAM:
            return as_written(region.start + base, region.end + base, Shape.REMARK)
        case Sort.CODE:
            return Source(region.start + base, region.end + base, (first, last), Shape.CODE)
        case Sort.FENCE if region.language in MATHS and "$$" not in text[slice(*region.inner)]:
            return Formula(region.start + base, region.end + base, (first, last), True)
        case _:
            return None


def parser() -> MarkdownIt:
    """CommonMark with tables and struck text, without raw HTML."""
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST})
    return reader.enable(["table", "strikethrough"])


def inline_html(tokens: Sequence[Token]) -> str:
    """What stands inside a line; nothing in it is loaded or run."""
    return "".join(_inline(tokens, at) for at in range(len(tokens)))


def _inline(tokens: Sequence[Token], at: int) -> str:
    token = tokens[at]
    match token.type:
        case "code_inline":
            return f"<code>{escaped(token.content)}</code>"
        case "image":
            return _picture(token)
        case "link_open":
            return _link(bare(str(token.attrs.get("href", ""))))
        case "softbreak":
            return "<br>\n" if _keeps_lines(tokens, at) else "\n"
        case "hardbreak":
            return "<br>\n"
        case _ if token.nesting:
            return f"</{token.tag}>" if token.nesting < 0 else f"<{token.tag}>"
        case _:
            return escaped(token.content)


def _picture(token: Token) -> str:
    """A picture is not loaded, only named."""
    address = bare(str(token.attrs.get("src", "")))
    words = bare("".join(child.content for child in token.children or ()))
    return f'<span class="picture"{attribute("title", address)}>picture: {escaped(words or address)}</span>'


def _link(address: str) -> str:
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        scheme = ""
    if scheme in SCHEMES:
        return f'<a{attribute("href", address)} rel="noopener noreferrer">'
    return f"<a{attribute('title', address)}>"


def _keeps_lines(tokens: Sequence[Token], at: int) -> bool:
    """Whether the lines before and after look like items or sums of their own."""
    before = tokens[at - 1].content if at else ""
    after = tokens[at + 1].content if at + 1 < len(tokens) else ""
    if BULLET.match(after):
        return True
    return RELATION.search(before) is not None and RELATION.search(after) is not None


class Writer:
    """Blocks one after another."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def blocks(self, tokens: Sequence[Token]) -> str:
        """The HTML of a run of blocks."""
        out: list[str] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            match token.type:
                case "table_open":
                    end = _closing(tokens, at)
                    out.append(self._table(tokens[at:end]))
                    at = end
                case "heading_open":
                    tag = f"h{min(6, int(token.tag[1:]) + SHIFT)}"
                    out.append(self.setting.block(f"<{tag}>", self._words(tokens[at + 1]), f"</{tag}>"))
                    at += 2
                case "paragraph_open":
                    words = self._words(tokens[at + 1])
                    edges = INSIDE if token.hidden else ("<p>", "</p>")
                    out.append(self.setting.paragraph(words, *edges))
                    at += 2
                case "fence" | "code_block":
                    before = f"<pre{attribute('data-info', bare(token.info.strip()))}><code>"
                    out.append(self.setting.block(before, escaped(token.content), "</code></pre>"))
                case "hr":
                    out.append("<hr>\n")
                case _:
                    out.append(self._edge(token))
            at += 1
        return "".join(out)

    def _words(self, token: Token) -> str:
        return inline_html(token.children or []) if token.type == "inline" else ""

    def _edge(self, token: Token) -> str:
        """The tag that opens or closes a list, an item or a quotation."""
        if token.nesting < 0:
            return f"</{token.tag}>\n"
        first = token.attrs.get("start")
        return f"<{token.tag}{attribute('start', str(first)) if first is not None else ''}>"

    def _table(self, tokens: Sequence[Token]) -> str:
        """A table, with the notes of all its cells beside it."""
        out: list[str] = []
        for token in tokens:
            if token.type == "inline":
                out.append(self._words(token))
            else:
                side = re.sub(r"text-align:", "", str(token.attrs.get("style", "")))
                aligned = f' class="{side}"' if side in ("left", "right", "center") else ""
                out.append(f"</{token.tag}>" if token.nesting < 0 else f"<{token.tag}{aligned}>")
        return self.setting.block('<div class="table">', "".join(out) + "</table>", "</div>")


def _closing(tokens: Sequence[Token], at: int) -> int:
    """The token that closes the one at a place."""
    return next(
        (i for i in range(at, len(tokens)) if tokens[i].level == tokens[at].level and tokens[i].nesting < 0),
        len(tokens) - 1,
    )
