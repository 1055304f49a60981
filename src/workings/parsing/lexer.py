"""Text to tokens, in one pass of one regular expression.

Inside maths delimiters letters are single names, as TeX sets them; outside, a run of letters is a
word. Everything else is read alike in both, because people mix the spellings freely.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from unicodedata import normalize

from workings.parsing import spellings
from workings.parsing.numerals import ODD_NUMBER, spelled_out
from workings.parsing.tokens import GLUED, NEWLINE, SPACE, WIDE, Token
from workings.regex import regex

_LETTER = r"[^\W\d_½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞⁰¹²³⁴-ⁿᵀᵗˣʸᵏᵐⁱ₀-₎ₐ-ₜᵢⱼᵣᵤᵥ]"
_NUMBER = (
    r"\d{1,3}(?:(?:,|\{,\}|\\,|\u202f|\u2009)\d{3})+(?![\d])(?:\.\d+)?"
    r"|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+\-\u2212]?\d+(?!\w|\.\d))?"
)
_NUMERAL = regex(_NUMBER)
_PATTERN = regex(
    r"""
    (?P<space>[ \t\r\f\v\u00a0\u2000-\u200f\u202a-\u202f\u2060-\u206f\u3000\ufeff]+)
  | (?P<newline>\n)
  | (?P<skip>(?:(?:np|numpy|jnp|torch|tf)\.)?\b(?:array|asarray|tensor|constant)(?=\(\[))
  | (?P<blank>
        _{3,} | (?<!\w)__(?!\w) | (?:\\_){2,} | (?<!\w)_(?:[ ]_)+(?!\w)
      | \\rule(?:\[[^\]\n]*\])?\{[^{}\n]*\}\{[^{}\n]*\}
    )
  | (?P<number>NUMBER)
  | (?P<break>\\\\(?:\s*\[[^\]\n]{0,20}\])?\*?)
  | (?P<command>\\[A-Za-z]+\*?)
  | (?P<escape>\\.)
  | (?P<word>
        [IiOo]/[PpOo](?![A-Za-z])
      | [½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]
      | d[A-Za-z]\w*/d[A-Za-z]\w*(?![\w/])
      | ∂[^\W\d_]\w*/∂[^\W\d_]\w*(?:(?<=_)\{\w{1,8}\})?(?![\w/{])
      | LETTER+(?:[\u0300-\u036f\u20d7]LETTER*)*
    )
  | (?P<sub>[₀-₎ₐ-ₜᵢⱼᵣᵤᵥ]+)
  | (?P<super>[⁰¹²³⁴-ⁿᵀᵗˣʸᵏᵐⁱ]+)
  | (?P<dots>\.{3,}|…|⋯)
  | (?P<relation>:=|<=|>=|=>|==|!=|~=|≈|≃|≅|≤|≥|≠|≡|∝|∈|→|⟶|⇒|⟹|↦|←|⇔|->|<-(?!\d)|=|<|>|~)
  | (?P<operator>\*\*|[-+*/^_!'’′″‴@×·⋅∙•⊙∘⊗⊕÷±−–∓√∑∏%°])
  | (?P<open>[(\[{（［⌊⌈⟨])
  | (?P<close>[)\]}）］⌋⌉⟩])
  | (?P<bar>\|\||[|‖∥])
  | (?P<amp>&)
  | (?P<separator>[,;:.?，。；：、？])
  | (?P<other>.)
    """.replace("LETTER", _LETTER).replace("NUMBER", _NUMBER),
    re.VERBOSE | re.DOTALL,
)
_HYPHENATED = regex(
    r"(?:[^\W\d_]{2,}(?:-[^\W\d_]{2,})+|[^\W\d_]-[^\W\d_]{3,}|[^\W\d_]{3,}-[^\W\d_])(?![^\W\d_])"
)
_DECIMAL_COMMA = regex(r"(\d+)(?:,|\{,\}|(?<=\b0), )(\d+)(?!\d|,\d|\{,\})")
_DOTTED = regex(r"[1-9]\d{0,2}(?:\.\d{3})+")  # 50.000, where decimals have commas
_UPRIGHT_T = regex(r"\s*\{\s*(?:T|\\top|\\intercal)\s*\}|\s+T(?![A-Za-z])")
_SHORTENED = regex(r"['’](?:t|s|re|ve|ll|d|m)(?![A-Za-z'’])")
_CAPITALS = regex(r"[A-Z]{2,}-[A-Z]{2,}(?![A-Za-z])")  # TF-IDF
_COMMAS = regex(r"\d+,\d+,\d+(?:,\d+)*")
_DOTS = regex(r"\\[lc]?dots(?![A-Za-z])")
_ARG = regex(r"\s*\\(max|min)(?![A-Za-z])")
_GROUP = regex(r"\s*\{")
_ENVIRONMENT = regex(r"\s*\{([A-Za-z]+)\*?\}")
# Signs of one character, known without the pattern unless what follows makes a longer one of them.
_ALONE = {sign: spellings.SIGNS[sign] for sign in "()[]{}-+*/^%!=≈≤≥≠×·⋅−⊙÷√∑∏,;:&"}
_LENGTHENS = ("=", ">", "*")
_STATED = regex(r"\n[xX]\d|\s[xX]\d{1,3}[ \t]*=")  # x1 on a line of its own, or given a value
_FOLLOW_ODDLY = ("x", "\\", ".", ",", "{", "…")  # what may make a numeral more than its digits
_INDEXED = regex(r"([^\W\d_]+)([\d₀-₉ₐ-ₜᵢⱼᵣᵤᵥ]+)")
_RATE = regex(r"(?:[^\W\d_]{3,12}|[kKMGTP]i?[Bb]|[kMG]?bit)/[^\W\d_]{1,10}\b")  # tokens/s, FLOP/B
_NO_OPERAND = regex(r"[ \t]+[-+=*/·≈]|[),;]")
LONGEST_MACRO = 200  # characters
LONGEST_ARGUMENT = 4000
MOST_MACROS = 200  # that may stand inside one another
NO_MACROS: Mapping[str, str] = {}


def lex(
    text: str,
    offset: int = 0,
    prose: bool = False,
    macros: Mapping[str, str] = NO_MACROS,
    decimal_comma: bool = False,
) -> list[Token]:
    """The tokens of a text that starts at `offset` of its page."""
    return Lexer(text, offset, macros, decimal_comma).run(0, len(text), prose)


class Lexer:
    """One text being read; `gap` is the white space since the last token."""

    def __init__(self, text: str, offset: int, macros: Mapping[str, str], decimal_comma: bool) -> None:
        self.text = text
        self.decimal_comma = decimal_comma
        self.macros = macros
        self.offset = offset
        self.tokens: list[Token] = []
        self.gap = GLUED
        self.brackets: list[str] = []

    def run(self, start: int, end: int, prose: bool) -> list[Token]:
        """Read the text from `start` to `end`."""
        at = start
        match = _PATTERN.match
        text = self.text
        while at < end:
            if text[at] == " " and at + 1 < end and " " < text[at + 1] < "\x7f":
                if self.gap < SPACE:
                    self.gap = SPACE
                at += 1
            character = text[at]
            known = _ALONE.get(character)
            if known is not None and text[at + 1 : at + 2] not in _LENGTHENS:
                self.put_sign(*known, at, at + 1, prose)
                at += 1
                continue
            if "0" <= character <= "9" and (numeral := _NUMERAL.match(text, at, end)) is not None:
                at = self.number(at, numeral.group(), prose)
                continue
            found = match(text, at, end)
            if found is None:  # the last alternative takes any character
                at += 1
                continue
            kind = found.lastgroup
            stop = found.end()
            if kind == "word":
                stop = self.word(at, stop, found.group(), prose, end)
            elif kind == "number":
                stop = self.number(at, found.group(), prose)
            elif kind == "space":
                self.widen(WIDE if stop - at > 1 or text[at] == "\t" else SPACE)
            elif kind == "newline":
                self.widen(NEWLINE)
            elif kind == "skip":  # np.array([…]) is the list in it
                pass
            elif kind == "blank":
                self.put("sep", "?", at, stop, prose)
            elif kind == "command":
                stop = self.command(at, stop, found.group()[1:], prose, end)
            else:
                self.sign(kind or "other", found.group(), at, stop, prose)
            at = stop
        return self.tokens

    def widen(self, gap: int) -> None:
        if gap > self.gap:
            self.gap = gap

    def put(self, kind: str, text: str, start: int, end: int, prose: bool) -> None:
        offset = self.offset
        self.tokens.append(Token(kind, text, start + offset, end + offset, self.gap, prose))
        self.gap = GLUED

    def put_sign(self, kind: str, text: str, start: int, end: int, prose: bool) -> None:
        """Put a token and remember which brackets are open."""
        if kind == "open":
            self.brackets.append(text)
        elif kind == "close" and self.brackets:
            self.brackets.pop()
        offset = self.offset
        self.tokens.append(Token(kind, text, start + offset, end + offset, self.gap, prose))
        self.gap = GLUED

    # -- numbers and words -------------------------------------------------------------------

    def number(self, start: int, text: str, prose: bool) -> int:
        """A numeral; inside [ ] a comma separates, so "[10,100]" is two numbers."""
        end = start + len(text)
        plain = "," not in text and not (self.decimal_comma and "." in text)
        if plain and self.text[end : end + 1] not in _FOLLOW_ODDLY:
            self.put("num", text, start, end, prose)
            return end
        odd = ODD_NUMBER.match(self.text, start)
        if odd is not None:
            for kind, sign in spelled_out(odd):
                self.put(kind, sign, start, odd.end(), prose and kind != "other")
            return odd.end()
        if self.decimal_comma or "{" in text or self.text[end : end + 1] in ("{", ","):
            decimal = _DECIMAL_COMMA.match(self.text, start)
            if decimal is not None and self.is_decimal_comma(decimal):
                self.put("num", f"{decimal.group(1)}.{decimal.group(2)}", start, decimal.end(), prose)
                return decimal.end()
        if self.decimal_comma and _DOTTED.fullmatch(text):
            self.put("num", text.replace(".", ""), start, end, prose)
            return end
        if self.decimal_comma and (run := _COMMAS.match(self.text, start)):
            self.put("other", run.group(), start, run.end(), False)  # 0,280,40 is no number
            return run.end()
        if "," in text and "{" not in text and self.brackets and self.brackets[-1] == "[":
            text = text.split(",", 1)[0]
            end = start + len(text)
        follows = self.text[end : end + 1]
        if follows == "…":
            end += 1
        elif follows == "." and self.text.startswith("...", end):
            end += 3
        elif follows == "." and self.brackets and self.text[end + 1 : end + 2] in (" ", "]", "\n"):
            end += 1  # NumPy prints [1. 2.]
        elif follows == "\\" and (dots := _DOTS.match(self.text, end)):
            end = dots.end()
        self.put("num", text, start, end, prose)
        return end

    def is_decimal_comma(self, found: re.Match[str]) -> bool:
        """`3{,}5` is a decimal; `3,5` only where the document writes its decimals so."""
        if ", " in found.group() and (self.brackets or self.text[: found.start()].rstrip()[-1:] in ",;"):
            return False  # (1, 0, 3)
        if self.decimal_comma:
            return not (self.brackets and self.brackets[-1] == "[" and "{" not in found.group())
        if "{" in found.group():
            return found.group(1) == "0" or len(found.group(2)) != 3
        return found.group(1) == "0" and len(found.group(2)) in (2, 4, 5, 6) and not self.brackets

    def word(self, start: int, end: int, text: str, prose: bool, limit: int) -> int:
        """A run of letters: one name each in maths, a word in prose."""
        if text[0] in spellings.VULGAR_FRACTIONS:
            return self.vulgar(start, text[0], prose)
        slashed = "/" in text
        if slashed and text[1:2] != "/":
            return self.derivative(start, end, text, prose)
        if not prose and not slashed:
            capitals = _CAPITALS.match(self.text, start, limit)
            if capitals is None:
                return self.letters(start, end)
            self.put("word", capitals.group(), start, capitals.end(), False)
            return capitals.end()
        follows = self.text[end : end + 1]
        if follows == "/" and self.tokens and self.tokens[-1].kind == "num":
            rate = _RATE.match(self.text, start, limit)
            if rate is not None:  # 143 tokens/s
                self.put("word", rate.group(), start, rate.end(), prose)
                return rate.end()
        if follows == "-" or follows > "\x7f":
            longer = _HYPHENATED.match(self.text, start, limit)
            if longer and longer.end() > end:
                end = longer.end()
                text = longer.group()
        if follows in ("'", "’") and len(text) > 1 and (short := _SHORTENED.match(self.text, end, limit)):
            end = short.end()  # isn't
            text += short.group()
        if text in ("x", "X") and self.is_times(start, end, limit):
            self.put("op", "×", start, end, prose)
        else:
            self.put("word", _plain(text), start, end, prose)
        return end

    def derivative(self, start: int, end: int, text: str, prose: bool) -> int:
        """`dL/dw` is the derivative that the document speaks of, one name; in maths only letters are."""
        over, under = text.split("/")
        if not prose and text[0] == "∂":
            self.put("name", "∂", start, start + 1, False)
            return start + 1
        if not prose:
            return self.letters(start, start + len(over))
        self.put("word", f"∂{_spelled(over[1:])}/∂{_spelled(under[1:])}", start, end, prose)
        return end

    def vulgar(self, start: int, character: str, prose: bool) -> int:
        """½ as (1/2)."""
        over, under = spellings.VULGAR_FRACTIONS[character]
        for kind, text in (("open", "("), ("num", over), ("op", "/"), ("num", under), ("close", ")")):
            self.put(kind, text, start, start + 1, prose)
        return start + 1

    def is_times(self, start: int, end: int, limit: int) -> bool:
        """Whether an x stands between two numbers or brackets, as in 0.5x0.2 and 2 x [1, 0]."""
        if (
            not self.tokens
            or end >= limit
            or self.gap == NEWLINE
            or _STATED.match(self.text, start - 1, limit) is not None
        ):
            return False
        before = self.tokens[-1]
        if before.kind != "num" and before.text not in (")", "]"):
            return False
        if self.gap > GLUED and self.text[end].isdecimal():
            return False  # 3 x1
        after = self.text[end:limit].lstrip(" ")
        if after[:1] in ("-", "−"):
            return self.gap > GLUED or self.text[end] != " "  # 2x - 1 is a difference
        return bool(after) and (after[0].isdecimal() or after[0] in "[(.")

    def letters(self, start: int, end: int) -> int:
        """Letters inside maths: one name each, with any combining marks."""
        at = start
        while at < end:
            stop = at + 1
            while stop < end and self.text[stop] in spellings.COMBINING:
                stop += 1
            self.put("name", _plain(self.text[at:stop]), at, stop, False)
            at = stop
        return end

    # -- signs and commands ------------------------------------------------------------------

    def sign(self, kind: str, text: str, start: int, end: int, prose: bool) -> None:
        """Anything that is no letter, digit or command; the pattern's `kind` tells the rare ones apart."""
        known = spellings.SIGNS.get(text)
        if known is not None:
            if text in "+-" and prose and self.gap == GLUED and self.is_raised(end):
                known = ("super", text)  # w.x+ + b
            if text == "@" and self.gap == GLUED and self.text[end : end + 1].isdecimal():
                known = ("op", "_")  # P@3 is a name
            self.put_sign(*known, start, end, prose)
        elif kind == "escape":
            self.escape(text[1], start, end, prose)
        elif kind == "sub":
            self.put(kind, "".join(map(spellings.SUBSCRIPTS.__getitem__, text)), start, end, prose)
        elif kind == "super":
            self.put(kind, "".join(map(spellings.SUPERSCRIPTS.__getitem__, text)), start, end, prose)
        elif not (text in "$€£" and prose and self.text[end : end + 1].isdecimal()):  # money
            self.put(kind, text, start, end, prose)

    def is_raised(self, end: int) -> bool:
        """Whether a sign clings to a letter and has no operand: `x+ = (3, 1)`, `x- + b`."""
        before = self.tokens[-1] if self.tokens else None
        if before is None or before.kind not in ("word", "name") or len(before.text) > 1:
            return False
        return _NO_OPERAND.match(self.text, end) is not None

    def escape(self, character: str, start: int, end: int, prose: bool) -> None:
        """A backslash and one character: a space, a brace that is printed, or the character itself."""
        if character in spellings.SPACES:
            self.widen(spellings.SPACES[character])
        elif character in "{}":
            self.put_sign(*spellings.ESCAPES[character], start, end, prose)
        elif character in spellings.ESCAPES:  # \[ and \( set maths apart, so a comma in them groups digits
            self.put(*spellings.ESCAPES[character], start, end, prose)
        elif character == "&":
            self.put("word", "&", start, end, True)
        elif character not in "$-/'":
            self.put("other", character, start, end, prose)

    def command(self, start: int, end: int, name: str, prose: bool, limit: int) -> int:
        """A LaTeX command: one token for most, nothing for those that only say how something looks."""
        name = name.rstrip("*")
        if name in spellings.FONTS and (letter := _UPRIGHT_T.match(self.text, end, limit)):
            self.put("name", "⊤", start, letter.end(), False)
            return letter.end()
        if name in self.macros:
            return self.expand(start, end, name, limit)
        if name == "arg" and (which := _ARG.match(self.text, end, limit)):
            self.put("word", f"arg{which.group(1)}", start, which.end(), False)
            return which.end()
        known = spellings.COMMANDS.get(name)
        if known is not None:
            self.put_sign(*known, start, end, prose and known[0] != "name")
        elif name in spellings.SILENT:
            return end
        elif name in spellings.WORDS or name in spellings.TAKES:
            return self.argument(start, end, name, limit)
        elif name in spellings.NAMED_SPACES:
            self.widen(spellings.NAMED_SPACES[name])
        elif name in ("begin", "end"):
            return self.environment(start, end, name, prose)
        else:
            self.put("word", name, start, end, False)
        return end

    def expand(self, start: int, end: int, name: str, limit: int) -> int:
        """A macro of the document's own: its meaning, every token of it placed where the macro stands."""
        rest = {key: meaning for key, meaning in self.macros.items() if key != name}
        meaning = self.macros[name][:LONGEST_MACRO]
        for slot in ("#1", "#2"):
            if slot in meaning and (opening := _GROUP.match(self.text, end, limit)):
                close = _matching_brace(self.text, opening.end() - 1, limit)
                argument = self.text[opening.end() : close]
                if len(argument) > LONGEST_ARGUMENT:
                    self.put("other", name, start, end, False)
                    return end
                rows = "&" in argument or "\\\\" in argument  # of a matrix, which braces would hold together
                meaning = meaning.replace(slot, argument if rows else "{" + argument + "}")
                end = min(close + 1, limit)
        for at, token in enumerate(lex(meaning, macros=rest if len(rest) < MOST_MACROS else NO_MACROS)):
            gap = self.gap if at == 0 else token.gap
            self.tokens.append(
                Token(token.kind, token.text, start + self.offset, end + self.offset, gap, token.prose)
            )
        self.gap = GLUED
        return end

    def argument(self, start: int, end: int, name: str, limit: int) -> int:
        """The braced argument of \\text-like commands, read as prose; of \\color-like ones, dropped."""
        opening = _GROUP.match(self.text, end, limit)
        if opening is None:
            return end
        close = _matching_brace(self.text, opening.end() - 1, limit)
        if name in spellings.TAKES:
            return min(close + 1, limit)
        inside = self.text[opening.end() : close].strip()
        if inside and self.text[opening.end()] == " ":
            self.widen(SPACE)
        first = len(self.tokens)
        self.run(opening.end(), close, prose=True)
        self.stretch(first, start, min(close + 1, limit))
        if inside and self.text[close - 1] == " ":
            self.widen(SPACE)
        return min(close + 1, limit)

    def stretch(self, first: int, start: int, end: int) -> None:
        """Let the words of an argument cover its command and braces too."""
        if len(self.tokens) > first:
            self.tokens[first] = replace(self.tokens[first], start=start + self.offset)
            self.tokens[-1] = replace(self.tokens[-1], end=end + self.offset)

    def environment(self, start: int, end: int, name: str, prose: bool) -> int:
        """`\\begin{bmatrix}` as one token whose text names the environment."""
        found = _ENVIRONMENT.match(self.text, end)
        if found is None:
            self.put("other", name, start, end, prose)
            return end
        self.put("cmd", f"{name}:{found.group(1)}", start, found.end(), prose)
        return found.end()


def _plain(text: str) -> str:
    """A letter with an accent as `hat(y)`, so that ŷ and \\hat{y} are one name."""
    if text.isascii() or len(text) > 3:
        return text
    parts = normalize("NFD", text)
    if len(parts) == 2 and parts[1] in spellings.COMBINING:
        return f"{spellings.COMBINING[parts[1]]}({parts[0]})"
    return text


def _spelled(text: str) -> str:
    """A name as its key: `w1` and `w₁` are w_1."""
    found = _INDEXED.fullmatch(text)
    if found is None:
        return _plain(text.replace("{", "").replace("}", ""))
    digits = "".join(spellings.SUBSCRIPTS.get(sign, sign) for sign in found[2])
    return f"{_plain(found[1])}_{digits}"


def _matching_brace(text: str, start: int, limit: int) -> int:
    """The offset of the brace that closes the one at `start`, or the limit."""
    depth = 0
    at = start
    while at < limit:
        character = text[at]
        if character == "\\":
            at += 1
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return limit
