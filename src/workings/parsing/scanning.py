"""The patterns that cut a text into tokens: one for all signs, and two for what most of them begin with."""

from __future__ import annotations

import re

from workings.regex import regex

_LETTER = r"[^\W\d_½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞⁰¹²³⁴-ⁿᵀᵃᵇᶜᵈʲᵏˡᵐᵖᵗˣʸᶻⁱ₀-₎ₐ-ₜᵢⱼᵣᵤᵥ]"
_THIN = r"(?:\\,|\u202f|\u2009)"  # the space between groups of digits
_NUMBER = (
    rf"\d{{1,3}}(?:{_THIN}?\d{{3}}){{0,3}}\.\d{{3}}{_THIN}(?:\d{{3}}{_THIN})*\d{{1,3}}(?!\d|\.\d|\s?\^)|"
    r"(?!0,)\d{1,3}(?:(?:,|\{[,.]\}|\\,|\u202f|\u2009)\d{3}|\{,\d{3}\})+(?![\d])(?:\.\d+)?"
    r"|[1-9]\d{0,2}(?:['’]\d{3})+(?![\d'’])(?:\.\d+)?"
    r"|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+\-\u2212]?\d+(?!\w|\.\d))?"
)
_SKIP = r"""
    (?P<skip>
        (?:(?:np|numpy|jnp|torch|tf)\.)?\b(?:array|asarray|tensor|constant)(?=\(\[)
      | ~(?<![\w\\]~)(?<![\d)\]}][ ]~)(?=\$?\d)
    )
"""
_BLANK = r"""
    (?P<blank>
        _{3,} | (?<!\w)__(?!\w) | (?:\\_){2,} | (?<!\w)_(?:[ ]_)+(?!\w)
      | \\rule(?:\[[^\]\n]*\])?\{[^{}\n]*\}\{[^{}\n]*\}
    )
"""
_STROKE = r"""
    (?P<percent>(?<=\d)\\\\%(?=\s*(?:\$|\Z)))
  | (?P<break>\\\\(?:\s*\[[^\]\n]{0,20}\])?\*?)
  | (?P<command>\\[A-Za-z]+\*?)
  | (?P<escape>\\.)
"""
_WORD = r"""
    (?P<word>
        [IiOo]/[PpOo](?![A-Za-z])
      | [½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]
      | [ΣΠ](?=(?:exp|ln|log|sqrt|tanh|sin|cos|max|min|softmax|sigmoid)(?![^\W_]))
      | d[A-Za-z]\w*/d[A-Za-z]\w*(?![\w/])
      | ∂[^\W\d_]\w*/∂[^\W\d_]\w*(?:(?<=_)\{\w{1,8}\})?(?![\w/{])
      | LETTER+(?:[\u0300-\u036f\u20d7]LETTER*)*
    )
""".replace("LETTER", _LETTER)
_FLAGS = re.VERBOSE | re.DOTALL
NUMERAL = regex(_NUMBER)
PLAIN_NUMERAL = regex(r"\d+(?:\.\d+)?(?![\d.,{\\x…eE'’\u202f\u2009])")  # behind which nothing makes it more
SIGN = regex(
    rf"""
    (?P<space>[ \t\r\f\v\u00a0\u2000-\u200f\u202a-\u202f\u2060-\u206f\u3000\ufeff]+)
  | (?P<newline>\n)
  | {_SKIP}
  | {_BLANK}
  | (?P<number>{_NUMBER})
  | {_STROKE}
  | {_WORD}
  | (?P<sub>[₀-₎ₐ-ₜᵢⱼᵣᵤᵥ]+)
  | (?P<super>[⁰¹²³⁴-ⁿᵀᵃᵇᶜᵈʲᵏˡᵐᵖᵗˣʸᶻⁱ]+(?:[·⋅][⁰¹²³⁴-⁹]+)?)
  | (?P<dots>\.{{2,}}|…|⋯)
  | (?P<relation>-{{2,4}}>|={{2,4}}>|:=|<=|>=|=>|==|!=|~=|≈|≃|≅|≤|≥|≠|≡|∝|∈|→|⟶|⇒|⟹|↦|←|⇔|->|<-(?!\d)|=|<|>|~)
  | (?P<operator>\*\*|[-+*/^_!'’′″‴@×·⋅∙•∗⊙∘⊗⊕÷±−–∓√∑∏%°])
  | (?P<open>[(\[{{（［⌊⌈⟨])
  | (?P<close>[)\]}}）］⌋⌉⟩])
  | (?P<bar>\|\||[|‖∥])
  | (?P<amp>&)
  | (?P<separator>[,;:.?，。；：、？])
  | (?P<other>.)
    """,
    _FLAGS,
)
LETTERED = regex(f"{_SKIP} | {_WORD}", _FLAGS)  # what begins with a letter of English
STROKED = regex(f"{_BLANK} | {_STROKE}", _FLAGS)  # what begins with a backslash
