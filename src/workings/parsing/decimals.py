"""Numerals in a text: where one ends, and what its comma is: that of a decimal, of a list, of thousands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workings.parsing.numerals import ODD_NUMBER, is_product, spelled_out
from workings.regex import regex

if TYPE_CHECKING:
    from workings.parsing.lexer import Lexer

_DECIMAL_COMMA = regex(r"(\d+)(?:,|\{,\}|(?<=\b0), )(\d+)(?!\d|,\d|\{,\})")
_PERCENT = regex(r" ?\\?%\)")  # (97,14 %) is no pair
_DOTTED = regex(r"[1-9]\d{0,2}(?:\.\d{3})+")  # 50.000, where decimals have commas
_COMMAS = regex(r"\d+,\d+,\d+(?:,\d+)*")
_DOTS = regex(r"\\[lc]?dots(?![A-Za-z])")
_SUM = regex(
    r"(?:\\frac|\\cdot|\\times|\\div|[+*/×·÷]|\d\s*[-−]\s*\d|[\d)] : (?=[\d(]))"
    r"[^=≈±,;\n]*[\d)}]\s*(?:=|≈|\\approx(?![a-z]))\s*[-−]?$"
)
_EQUALS = regex(r"(?:=|≈|\\approx(?![a-z]))\s*[-−]?$")
LONGEST_PART = 3  # digits between commas, unless they are decimals
_GOES_ON = regex(r"\s*(?:[-−+*/×·^!]|\\(?:cdot|times|frac|div)(?![a-z]))")
LONGEST_SUM = 200  # characters


def read_numeral(lexer: Lexer, start: int, text: str, prose: bool) -> int:
    """A numeral; inside [ ] a comma separates, so "[10,100]" is two numbers."""
    end = start + len(text)
    odd = ODD_NUMBER.match(lexer.text, start)
    if odd is not None and not is_product(odd) and not lexer.text[start - 1 : start].isalpha():
        for kind, sign in spelled_out(odd):
            lexer.put(kind, sign, start, odd.end(), prose and kind != "other")
        return odd.end()
    if lexer.decimal_comma or "{" in text or text[:2] == "0," or lexer.text[end : end + 1] in ("{", ","):
        decimal = _DECIMAL_COMMA.match(lexer.text, start)
        if decimal is not None and _is_decimal_comma(lexer, decimal):
            lexer.put("num", f"{decimal.group(1)}.{decimal.group(2)}", start, decimal.end(), prose)
            return decimal.end()
    if lexer.decimal_comma and _DOTTED.fullmatch(text):
        lexer.put("num", text.replace(".", ""), start, end, prose)
        return end
    if lexer.decimal_comma and (run := _COMMAS.match(lexer.text, start)):
        lexer.put("other", run.group(), start, run.end(), False)  # 0,280,40 is no number
        return run.end()
    if "," in text and "{" not in text and lexer.brackets and lexer.brackets[-1] == "[":
        text = text.split(",", 1)[0]
        end = start + len(text)
    follows, digits = lexer.text[end : end + 1], end
    if follows == "…":
        end += 1
    elif follows == "." and lexer.text.startswith("...", end):
        end += 3
    elif follows == "." and lexer.brackets and lexer.text[end + 1 : end + 2] in (" ", "]", "\n"):
        end += 1  # NumPy prints [1. 2.]
    elif follows == "\\" and (dots := _DOTS.match(lexer.text, end)):
        end = dots.end()
    goes_on = end > digits + 1 or follows == "…"
    lexer.put("num", text + "…" if goes_on and "." in text else text, start, end, prose)
    return end


def _is_decimal_comma(lexer: Lexer, found: re.Match[str]) -> bool:
    """`3{,}5` is a decimal; `3,5` only where the document writes its decimals so."""
    if ", " in found.group() and (lexer.brackets or lexer.text[: found.start()].rstrip()[-1:] in ",;"):
        return False  # (1, 0, 3)
    if lexer.decimal_comma:
        return not (lexer.brackets and lexer.brackets[-1] == "[" and "{" not in found.group())
    if "{" in found.group():
        return found.group(1) == "0" or len(found.group(2)) != 3
    if _is_signed_nought(lexer, found) or _PERCENT.match(lexer.text, found.end()):
        return True
    if found.group(1) == "0" and 2 < len(found.group(2)) < 7:  # no thousands begin with a 0
        return " " not in found.group() and (not lexer.brackets or _is_argument(lexer, found.start()))
    if lexer.brackets or len(found.group(2)) not in (2, 4, 5, 6):
        return False
    return found.group(1) == "0" or _is_result(lexer, found)


def _is_argument(lexer: Lexer, at: int) -> bool:
    """Whether a place stands in the braces of a command, `\\frac{0,971 + 1}{2}`, not in an index."""
    opening = lexer.text.rfind("{", 0, at)
    return lexer.brackets[-1] == "{" and (lexer.text[opening - 1].isalpha() or lexer.text[opening - 1] == "}")


def _is_signed_nought(lexer: Lexer, found: re.Match[str]) -> bool:
    """`(-0,4)`: nobody puts a sign before a 0 that is a number of its own."""
    at = found.start()
    if found.group(1) != "0" or " " in found.group() or lexer.text[at - 1 : at] not in ("-", "−", "+"):
        return False
    return lexer.text[: at - 1].rstrip()[-1:] in ("(", "=", "")


def _is_result(lexer: Lexer, found: re.Match[str]) -> bool:
    """`8.5 \\cdot 0.7 = 5,95`: what a sum of numbers comes to is no list of two."""
    before = lexer.text[max(0, found.start() - LONGEST_SUM) : found.start()]
    if " " in found.group() or _GOES_ON.match(lexer.text, found.end()):
        return False  # 2+8=10,20+1=21
    long = len(found.group(2)) > LONGEST_PART and len(found.group(1)) < LONGEST_PART
    return _SUM.search(before) is not None or long and _EQUALS.search(before) is not None
