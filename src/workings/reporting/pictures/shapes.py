"""The shapes that pictures are made of, the colours of light and dark, and the frame around them.

Colours stand in one style sheet with a dark half, and every picture has a card of its own beneath it, so
that card and ink change together whatever page it stands on. Selectors begin with the picture's class, so
that a picture inside a page leaves the page alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as escape_markup
from unicodedata import combining, east_asian_width

from workings.record import record
from workings.regex import regex

SCOPE = "workings-picture"
SIZE, SMALL = 15, 13  # of letters
LIGHT = {
    "card": "#ffffff", "ink": "#1f2933", "faint": "#52606d", "rule": "#cbd2d9", "plus": "#12427a",
    "minus": "#82200f", "accent": "#b83280", "bad": "#c0262d", "good": "#1a7f4b", "node": "#f3f6f9",
}  # fmt: skip
DARK = {
    "card": "#151b23", "ink": "#e6edf3", "faint": "#a5b1be", "rule": "#3b4753", "plus": "#8cc2ff",
    "minus": "#ffab98", "accent": "#ff8ac5", "bad": "#ff8b85", "good": "#6fd39b", "node": "#1f2731",
}  # fmt: skip
DEEP_ON_DARK, DEEP = 0.6, 0.7  # from which opacity on digits are turned over, in the dark and in the light
_ILLEGAL = regex("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # no part of any XML


@record(frozen=True)
class Drawing:
    """Shapes in a frame of their own, which starts at the upper left corner."""

    width: float
    height: float
    shapes: tuple[str, ...]


def text(x: float, y: float, words: str, anchor: str = "middle", look: str = "", size: float = SIZE) -> str:
    """Words whose middle line is at y; `anchor` says which end of them is at x."""
    kind = f' class="{look}"' if look else ""
    large = f' font-size="{size:g}"' if size != SIZE else ""
    lowered = y + 0.35 * size
    return f'<text x="{x:.6g}" y="{lowered:.6g}" text-anchor="{anchor}"{kind}{large}>{escape(words)}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    look: str,
    opacity: float | None = None,
    radius: float = 3,
) -> str:
    """A rectangle; `opacity` is that of its filling."""
    deep = "" if opacity is None else f' fill-opacity="{opacity:.3g}"'
    return (
        f'<rect x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}" rx="{radius:g}" '
        f'class="{look}"{deep}/>'
    )


def path(commands: str, look: str, thick: float | None = None) -> str:
    """A line along path commands, made of numbers and letters only."""
    width = "" if thick is None else f' stroke-width="{thick:.3g}"'
    return f'<path d="{commands}" class="{look}"{width}/>'


def escape(words: str) -> str:
    """Text that cannot leave its element or attribute, without characters that XML forbids."""
    return escape_markup(_ILLEGAL.sub("\ufffd", words), quote=True)


def extent(words: str, size: float) -> float:
    """About how wide words are when set without serifs."""
    return size * sum(_advance(sign) for sign in words)


def _advance(sign: str) -> float:
    if combining(sign):
        return 0
    if east_asian_width(sign) in "WF":
        return 1
    return 0.32 if sign in " .,:;'|ilI()[]" else 0.78 if sign in "mwMW—→" else 0.58


def shortened(words: str, longest: int) -> str:
    """Words on one line, cut where there would be too many."""
    words = " ".join(words.split())
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def side_by_side(*drawings: Drawing, gap: float = 28) -> Drawing:
    """Drawings from left to right."""
    shapes: list[str] = []
    x = 0.0
    for drawing in drawings:
        shapes += [f'<g transform="translate({x:.6g} 0)">', *drawing.shapes, "</g>"]
        x += drawing.width + gap
    return Drawing(x - gap, max(drawing.height for drawing in drawings), tuple(shapes))


def svg(drawing: Drawing, title: str, description: Iterable[str] = ()) -> str:
    """A picture that stands alone, with a title and a description for those who cannot see it."""
    size = f'width="{drawing.width:.6g}" height="{drawing.height:.6g}"'
    view = f"0 0 {drawing.width:.6g} {drawing.height:.6g}"
    said = "; ".join(description)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" {size} viewBox="{view}" '
        f'font-size="{SIZE}" role="img">',
        f"<title>{escape(title)}</title>",
        *([f"<desc>{escape(said)}</desc>"] if said else []),
        f"<style>{STYLE}</style>",
        f'<rect {size} rx="8" class="card"/>',
        *drawing.shapes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _rules(colours: dict[str, str], faint: str, deep: str, middle: str) -> str:
    """The rules that differ between light and dark."""
    rules = {
        "text": f"fill:{colours['ink']}",
        ".faint": f"fill:{colours['faint']}",
        ".card": f"fill:{colours['card']}",
        ".plus": f"fill:{colours['plus']};stroke:{colours['rule']}",
        ".minus": f"fill:{colours['minus']};stroke:{colours['rule']}",
        ".frame": f"fill:none;stroke:{colours['accent']}",
        ".node": f"fill:{colours['node']};stroke:{colours['rule']}",
        ".hurt": f"fill:{colours['node']};stroke:{colours['bad']}",
        ".sick": f"stroke:{colours['bad']}",
        ".most": f"fill:none;stroke:{colours['plus']}",
        ".second": f"fill:none;stroke:{colours['accent']}",
        ".spreads": f"fill:none;stroke:{colours['bad']}",
        ".tip": f"fill:{colours['bad']}",
        ".bad": f"fill:{colours['bad']}",
        ".good": f"fill:{colours['good']}",
        ".ruled": f"fill:none;stroke:{colours['rule']}",
        ".on-faint": f"fill:{faint}",
        ".on-middle": f"fill:{middle}",
        ".on-deep": f"fill:{deep}",
    }
    return "".join(f".{SCOPE} {selector}{{{rule}}}" for selector, rule in rules.items())


STYLE = (
    f".{SCOPE} text{{font-family:ui-sans-serif,system-ui,sans-serif}}.{SCOPE} .head{{font-weight:600}}"
    f".{SCOPE} .code{{font-family:ui-monospace,monospace}}"
    f".{SCOPE} .frame,.{SCOPE} .hurt{{stroke-width:2.5px}}"
    f".{SCOPE} .second,.{SCOPE} .sick{{stroke-dasharray:7 5}}"
    f"{_rules(LIGHT, '#000', '#fff', '#000')}"
    f"@media (prefers-color-scheme:dark){{{_rules(DARK, '#fff', '#000', '#000')}}}"
)
