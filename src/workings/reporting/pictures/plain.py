"""LaTeX as one line of plain text, for the short labels of a picture: `Q K^\\top` becomes `Q Kᵀ`."""

from __future__ import annotations

import re

from workings.parsing.spellings import COMMANDS, SILENT, WORDS
from workings.regex import regex

LONGEST = 2000  # characters that are looked at; a label shows far fewer
_MATRIX = regex(r"\\begin\{[a-zA-Z*]+\}(?:\{[clr|]*\})?(.*?)\\end\{[a-zA-Z*]+\}", re.DOTALL)
_WORDS = regex(r"\\(?:" + "|".join(sorted(WORDS)) + r")\s*\*?\{([^{}]*)\}")
_DRESSED = regex(r"\\(?:" + "|".join(sorted(SILENT)) + r")\s*\{([^{}]*)\}")
_FRACTION = regex(r"\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = regex(r"\\sqrt\s*\{([^{}]*)\}")
_SCRIPT = regex(r"([_^])\{([^{}]*)\}")
_COMMAND = regex(r"\\([a-zA-Z]+)")
_TRANSPOSE = regex(r"\^\s*(?:⊤|T\b)")
_SHAPED = frozenset({"op", "rel", "name", "open", "close", "dots", "bar"})
_NESTED = 4  # fractions and roots in each other that are opened


def plain(maths: str) -> str:
    """The text of a formula for people who see no markup."""
    words = _MATRIX.sub(_rows, maths[:LONGEST])
    words = _WORDS.sub(r"\1", words)
    for _ in range(_NESTED):
        words = _DRESSED.sub(r"\1", words)
        words = _SCRIPT.sub(_script, words)
        words = _ROOT.sub(lambda found: "√" + _grouped(found[1]), words)
        words = _FRACTION.sub(lambda found: f"{_grouped(found[1])}/{_grouped(found[2])}", words)
    words = _COMMAND.sub(_sign, words)
    words = _TRANSPOSE.sub("ᵀ", words)
    words = re.sub(r"\\[,;:! ]|&|\$", " ", words).replace("\\\\", "; ").replace("\\", "")
    words = words.replace("{", "").replace("}", "")
    words = re.sub(r"\s*([=≈≤≥≠])\s*", r" \1 ", words)
    words = re.sub(r"([(\[])\s+", r"\1", words)
    return re.sub(r"\s+([)\],;.])", r"\1", " ".join(words.split()))


def _rows(found: re.Match[str]) -> str:
    rows = [" ".join(row.replace("&", " ").split()) for row in found[1].split("\\\\")]
    return f" [{'; '.join(row for row in rows if row)}] "


def _script(found: re.Match[str]) -> str:
    return found[1] + found[2] if len(found[2]) < 3 or found[2].isalnum() else f"{found[1]}({found[2]})"


def _grouped(part: str) -> str:
    part = part.strip()
    return part if re.fullmatch(r"[\w.]+|\\[a-zA-Z]+|√[\w.]+", part) else f"({part})"


def _sign(found: re.Match[str]) -> str:
    name = found[1]
    if name in SILENT or name in ("left", "right", "displaystyle"):
        return ""
    kind, sign = COMMANDS.get(name, ("", name))
    if kind == "rel":
        return f" {sign} "
    return sign + (" " if kind in ("op", "") else "") if kind in _SHAPED or not kind else name + " "
