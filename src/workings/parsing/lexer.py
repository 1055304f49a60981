"""Text to tokens, in one pass of one regular expression.

Inside maths delimiters letters are single names, as TeX sets them; outside, a run of letters is a
word. Everything else is read alike in both, because people mix the spellings freely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workings.parsing import spellings
from workings.parsing.commands import read_command
from workings.parsing.decimals import read_numeral
from workings.parsing.letters import read_word
from workings.parsing.scanning import LETTERED, NUMERAL, PLAIN_NUMERAL, SIGN, STROKED
from workings.parsing.tokens import EXPLICIT, GLUED, NEWLINE, SPACE, WIDE, Token
from workings.regex import regex

_ELIDED = regex(r"[^\W\d_]{2}|à(?!\w)")  # behind an apostrophe
# Signs of one character, known without the pattern unless what follows makes a longer one of them.
_ALONE = {sign: spellings.SIGNS[sign] for sign in "()[]{}-+*/^%!=≈≤≥≠×·⋅−⊙÷√∑∏,;:&"}
_CALCULATES = (*"=≈+-−–·×*/^),",)  # signs that go on with a formula
_LENGTHENS = ("=", ">", "*")
_NOTHING_RAISED = regex(r"_|[ \t]*(?:[=≈),/*]|\Z|\n)")
_ARROWS = ("-->", "--->", "---->")
_LABELLED = ("", " ", "\n")  # what follows a label that ends in a colon and a dash
_DOTTED_ON = regex(r" (?:[\[(]|[^\W\d_]{1,12}(?:\d+|_\{?\w+\}?)(?!\w)|[A-Z](?:\^?T|ᵀ)?(?!\w| [^\W\d_]))")
_CONTROLS = r"\\(?!quad|qquad|text|dots|ldots|cdots|end|right)[A-Za-z]+"
_DOTTED_IN_TEX = (  # behind what it clings to, and behind a space
    regex(r"(?!T\b)[A-Za-z(](?![A-Za-z])|" + _CONTROLS),
    regex(r" (?:[\d(A-Za-z](?![A-Za-z]{2})|" + _CONTROLS + ")"),
)
_BEHIND_ACCENTS = ("", *" )],.;·\n_")
_ASIDE = regex(r"[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*[)）](?![\s$*]*(?:=|≈|\\approx))")
_QUOTES = ('"', "“", "”")
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


_DASH = regex(r"--?-(?=\s)")  # between words, for a long dash
_BEHIND_TIE = regex(r"\s*(?:[-−+*/×·=≈&~]|\\(?:cdot|times|approx|text|textrm|mbox|quad|qquad)(?![a-z]))")
LONGEST_BARS = 40  # tokens


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
        text, offset, tokens = self.text, self.offset, self.tokens
        while at < end:
            character = text[at]
            if character == " " and at + 1 < end:
                follows = text[at + 1]
                if " " < follows < "\x7f" or follows in _ALONE:
                    if self.gap < SPACE:
                        self.gap = SPACE
                    at += 1
                    character = follows
            if "0" <= character <= "9":
                at = self.number(at, end, prose)
                continue
            known = _ALONE.get(character)
            if character == "-":
                if prose and self.gap >= SPACE and (dash := _DASH.match(text, at)):
                    self.put("other", "—", at, dash.end(), prose)
                    at = dash.end()
                    continue
                if text[at - 1 : at] == ":" and text[at + 1 : at + 2] in _LABELLED:
                    at += 1  # Solution :-
                    continue
                if text.startswith(_ARROWS, at):
                    known = None
            elif character == "^" and prose and self.is_hat(at + 1):
                self.accent("hat")
                at += 1
                continue
            arrow = character == "-" and text.startswith(_ARROWS, at)
            if known is not None and text[at + 1 : at + 2] not in _LENGTHENS and not arrow:
                if character == "!" and prose and self.exclaims(at):
                    known = ("sep", ".")
                kind, sign = known
                if kind == "open":
                    self.brackets.append(sign)
                    self.part_aside(at, prose)
                elif kind == "close" and self.brackets:
                    self.brackets.pop()
                at += 1
                tokens.append(Token(kind, sign, at + offset - 1, at + offset, self.gap, prose))
                self.gap = GLUED
                continue
            is_letter = "a" <= character <= "z" or "A" <= character <= "Z"
            quick = LETTERED if is_letter else STROKED if character == "\\" else SIGN
            found = quick.match(text, at, end) or SIGN.match(text, at, end)
            if found is None:  # the last alternative takes any character
                at += 1
                continue
            group, stop = found.lastgroup, found.end()
            if group == "word":
                stop = read_word(self, at, stop, found.group(), prose, end)
            elif group == "number":
                stop = read_numeral(self, at, found.group(), prose)
            elif group == "space":
                self.widen(WIDE if stop - at > 1 or text[at] == "\t" else SPACE)
            elif group == "newline":
                self.widen(NEWLINE)
            elif group == "skip":  # np.array([…]) is the list in it
                pass
            elif group == "blank":
                self.put("sep", "?", at, stop, prose)
            elif group == "command":
                stop = read_command(self, at, stop, found.group()[1:], prose, end)
            else:
                self.sign(group or "other", found.group(), at, stop, prose)
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
            self.part_aside(start, prose)
        elif kind == "close" and self.brackets:
            self.brackets.pop()
        offset = self.offset
        self.tokens.append(Token(kind, text, start + offset, end + offset, self.gap, prose))
        self.gap = GLUED

    def part_aside(self, start: int, prose: bool) -> None:
        """Part brackets with givens from the word before them: Chinese has no space in `步骤（$n = 3$）`."""
        if not prose or self.gap > GLUED:
            return
        before, bracket = self.text[max(0, start - 1) : start], self.text[start : start + 1]
        if before < "\u3040" and bracket != "（":
            return
        inside = _ASIDE.match(self.text, start)
        if inside is not None and "=" in inside[0]:
            self.gap = SPACE

    def number(self, start: int, end: int, prose: bool) -> int:
        """A numeral that begins with a digit; where it ends. Nearly all are digits and perhaps a point."""
        plain = PLAIN_NUMERAL.match(self.text, start)
        if plain is not None and plain.end() <= end:
            text, stop = plain[0], plain.end()
            if not (self.decimal_comma and "." in text):
                offset = self.offset
                self.tokens.append(Token("num", text, start + offset, stop + offset, self.gap, prose))
                self.gap = GLUED
                return stop
        found = NUMERAL.match(self.text, start, end)
        return start + 1 if found is None else read_numeral(self, start, found[0], prose)

    def sign(self, kind: str, text: str, start: int, end: int, prose: bool) -> None:
        """Anything that is no letter, digit or command; the pattern's `kind` tells the rare ones apart."""
        if prose and (text == "'" and not self.is_prime() or text in "'’" and _ELIDED.match(self.text, end)):
            return  # a quotation mark, or that of jusqu'à
        if text in _QUOTES and prose and self.brackets and self.brackets[-1] == "(":
            return  # C("I", "am") is that of the words
        if text == "~" and not prose and self.is_tie(start, end):
            self.widen(EXPLICIT if self.tokens and self.tokens[-1].kind == "num" else SPACE)
            return
        if text == "~" and prose and self.is_accent(end):
            self.accent("tilde")
            return
        if text == "!=" and not prose and self.is_factorial(end):
            self.put_sign(*spellings.SIGNS["!"], start, start + 1, prose)
            self.put_sign(*spellings.SIGNS["="], start + 1, end, prose)
            return
        known = spellings.SIGNS.get(text)
        if text in spellings.ROOTS:
            for part, said in (("op", "√"), ("open", "["), ("num", spellings.ROOTS[text]), ("close", "]")):
                self.put(part, said, start, end, prose)
        elif text == "||" and self.is_between_bars():
            self.put("bar", "|", start, start + 1, prose)
            self.put("bar", "|", start + 1, end, prose)
        elif known is not None:
            if text == "@" and self.gap == GLUED and self.text[end : end + 1].isdecimal():
                known = ("op", "_")  # P@3 is a name
            if text == "." and (self.gap == SPACE or not prose) and self.is_dotted(end, prose):
                known = spellings.SIGNS["·"]
            self.put_sign(*known, start, end, prose)
        elif kind == "percent":
            self.put("op", "%", start, end, prose)
        elif kind == "escape":
            self.escape(text[1], start, end, prose)
        elif kind in ("sub", "super"):
            scripts = spellings.SUBSCRIPTS if kind == "sub" else spellings.SUPERSCRIPTS
            self.put(kind, "".join(map(scripts.__getitem__, text)), start, end, prose)
        elif not (text in "$€£" and prose and self.text[end : end + 1].isdecimal()):  # money
            self.put(kind, text, start, end, prose)

    def is_tie(self, start: int, end: int) -> bool:
        """Whether `~` is the space that TeX sets, `9.8~\\mathrm{m}`, `a ~+~ b`, and not meant as a sign."""
        before, after = self.text[max(0, start - 1) : start], self.text[end : end + 1]
        if self.tokens and self.tokens[-1].kind in ("open", "bar") and after.isalpha():
            return False  # P(~A) is meant as P(not A)
        if not (before.isspace() and after.isspace()):
            return True
        operator = bool(self.tokens) and self.tokens[-1].kind in ("op", "rel", "amp")
        return operator or _BEHIND_TIE.match(self.text, end) is not None

    def exclaims(self, at: int) -> bool:
        """Whether a mark of prose is no factorial: behind a word, a decimal or a space, or one of several."""
        if not self.tokens:
            return False
        last = self.tokens[-1]
        if not last.prose or "!" in (self.text[at - 1 : at], self.text[at + 1 : at + 2]):
            return True
        if self.gap > GLUED:
            return self.text[at + 1 : at + 3].lstrip()[:1] not in _CALCULATES
        return (last.kind == "word" and len(last.text) > 1) or (last.kind == "num" and "." in last.text)

    def is_factorial(self, end: int) -> bool:
        """Whether `!=` in maths is the end of `5!` and a sign of equality: `5!=120`, `n!= 24`."""
        if self.gap > GLUED or not self.tokens:
            return False
        return self.tokens[-1].kind in ("num", "close") or self.text[end : end + 1] == " "

    def is_prime(self) -> bool:
        """Whether an apostrophe clings to a name, as in x1', and not to a number or to what follows."""
        if self.gap > GLUED or not self.tokens:
            return False
        last, *before = self.tokens[-1:-3:-1]
        indexed = bool(before) and last.gap == GLUED and before[0].kind in ("word", "name")
        return last.kind != "num" or indexed

    def is_accent(self, end: int) -> bool:
        """Whether a tilde clings to a letter that it makes another name of: `h~ = tanh(…)`, `h~_2`."""
        if self.gap > GLUED or not self.tokens or self.text[end : end + 1] not in _BEHIND_ACCENTS:
            return False
        last = self.tokens[-1]
        return last.kind in ("word", "name") and len(last.text) == 1

    def is_hat(self, end: int) -> bool:
        """Whether `^` raises nothing, but is the hat of the letter before it: `m^ = m / (1 - 0.9)`."""
        return self.is_accent(end) and _NOTHING_RAISED.match(self.text, end) is not None

    def accent(self, accent: str) -> None:
        """Make another name of the last letter by the sign that stands next."""
        letter = self.tokens.pop()
        self.tokens.append(replace(letter, kind="name", text=f"{accent}({letter.text})", end=letter.end + 1))

    def is_dotted(self, end: int, prose: bool) -> bool:
        """Whether a full stop stands between factors: `[1, 0] . [0, 1]`; in TeX also `2 . 4`, `w.x`."""
        before = self.tokens[-1] if self.tokens else None
        if before is None or before.kind not in ("close", "num", "name", "sub", "super", "word"):
            return False
        if prose and not before.prose and end + self.offset - before.end in (2, 3):
            return False  # `$0.9$. (Kept)` ends a sentence: between them is only what closes the formula
        return (
            not (before.kind == "word" and len(before.text) > 1)
            and (_DOTTED_ON if prose else _DOTTED_IN_TEX[self.gap == SPACE]).match(self.text, end) is not None
        )

    def is_between_bars(self) -> bool:
        """Whether one bar is open before two, as in `|u||v|`: one closes it, and the other opens."""
        depth, opened = 0, 0
        for token in reversed(self.tokens[-LONGEST_BARS:]):
            if token.kind in ("rel", "break", "sep") and depth == 0:
                break
            depth += (token.kind == "close") - (token.kind == "open")
            if depth < 0:
                break
            opened += depth == 0 and token.kind == "bar" and token.text == "|"
        return opened % 2 == 1 and self.gap == GLUED

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
        elif character == "#" and self.text.startswith("\\text", end):
            return  # \\#\\text{positives} is how many there are
        elif character not in "$-/'":
            self.put("other", character, start, end, prose)

    def meant(self, meaning: str, macros: Mapping[str, str]) -> list[Token]:
        """The tokens that an abbreviation of the document stands for."""
        return lex(meaning, macros=macros)
