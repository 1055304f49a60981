"""A piece cut out of a formula, made whole again: its braces, its fences and its cells are settled."""

from __future__ import annotations

import re

from workings.regex import regex

FENCES = regex(r"\\(?:left|right)(?![a-zA-Z])[ \t]*(\.?)")
TOKEN = regex(
    r"\\(?P<open>begin[ ]?\{[^{}]*\})|\\(?P<close>end[ ]?\{[^{}]*\})|(?P<cut>\\\\|&)"
    r"|\\[a-zA-Z]+|\\.|(?P<brace>[{}])",
    re.DOTALL,
)
BAR = regex(r"[\s|]*")


def made_whole(tex: str) -> str:
    """TeX that can stand alone, whatever the piece was cut out of."""
    if "$" in tex:
        tex = _joined(tex)
    if len(re.findall(r"\\left(?![a-zA-Z])", tex)) != len(re.findall(r"\\right(?![a-zA-Z])", tex)):
        tex = FENCES.sub("", tex)
    return _settled(tex)


def _joined(tex: str) -> str:
    """One formula of several; what stood between their dollars is text, but for the bars of a table."""
    parts = [part for part in tex.split("$") if part]
    return " ".join(
        part if at % 2 == 0 else ("\\;" if BAR.fullmatch(part) else f"\\text{{{part}}}")
        for at, part in enumerate(parts)
    )


def _settled(tex: str) -> str:
    """Without closing braces that nothing opened, and without cells of a table that is not there."""
    out: list[str] = []
    depth = tables = at = 0
    for found in TOKEN.finditer(tex):
        out.append(tex[at : found.start()])
        at = found.end()
        tables += (found["open"] is not None) - (found["close"] is not None)
        if found["brace"] == "}" and depth == 0:
            continue
        if found["cut"] and tables <= 0:
            out.append("\\quad " if found["cut"] != "&" else "")
            continue
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        out.append(found[0])
    return "".join((*out, tex[at:], "}" * depth))
