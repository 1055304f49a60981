"""Formulas of letters that words take the place of: `P(w|v) = c(v,w)/c(v)` says what `P(owl|the)` is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from workings.evaluating import Function
from workings.expr import Apply, Expr, Name, children, mapped, walk
from workings.record import record
from workings.regex import regex
from workings.value import Value

_CALL = regex(r"([^()|,;]{1,40})\(([^()]{1,120})\)")
_FORMAL = regex(r"[^\W\d_](?:_.{1,5})?")
_BETWEEN = regex(r"[|,;]")
_JOINTS = (",", "", " ")  # what may stand between words that are counted together

Names = Mapping[str, Value | Function]


@record(frozen=True, slots=True)
class Worded:
    """`P(w|v) = …`: the letters in its brackets with what stands between them, and the formula of them."""

    letters: tuple[str, ...]
    signs: tuple[str, ...]
    formula: Expr
    section: int
    rivals: bool = False  # another formula was stated for the same function

    @property
    def upheld(self) -> str:
        """What is noted once a call was found to be made by this formula."""
        return f"{''.join(self.signs)}({','.join(self.letters)})"

    def of(self, key: str, names: Names) -> Expr | None:
        """The formula with words for its letters; calls that have no value keep the first spelling."""
        found = _parts(key)
        if found is None or found[2] != self.signs or set(found[1]) & set(self.letters):
            return None
        return self._put_in(self.formula, dict(zip(self.letters, found[1], strict=True)), names)

    def _put_in(self, expr: Expr, words: Mapping[str, str], names: Names) -> Expr:
        if not isinstance(expr, Apply):
            return mapped(expr, lambda part: self._put_in(part, words, names))
        found, tokens = _CALL.fullmatch(expr.key), list(_tokens(expr.key, self.letters))
        if found is None:
            return expr
        ways = [f"{found[1]}({inside})" for inside in _spelt(tokens, words)]
        return replace(expr, args=(), key=next((way for way in ways if way in names), ways[0]))


def worded(head: Expr, formula: Expr | None, section: int) -> tuple[str, Worded] | None:
    """The function that a statement defines for all words, by calls whose arguments are its own letters."""
    found = _parts(head.key) if isinstance(head, Apply) and formula is not None else None
    if found is None or formula is None:
        return None
    function, letters, signs = found
    if len({*letters}) < len(letters) or not all(_FORMAL.fullmatch(letter) for letter in letters):
        return None
    calls = [part for part in walk(formula) if isinstance(part, Apply)]
    tokens = [list(_tokens(call.key, letters)) for call in calls]
    if not all(tokens) or {*letters} - {token for listed in tokens for token in listed}:
        return None
    if {*letters} & {*_names_outside(formula)}:
        return None  # w·x in P(y|x) is a number
    return function, Worded(letters, signs, formula, section)


def _parts(key: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """The name of a call, its arguments, and the signs between them."""
    found = _CALL.fullmatch(key)
    if found is None:
        return None
    parts = tuple(part.strip() for part in _BETWEEN.split(found[2]))
    return (found[1], parts, tuple(_BETWEEN.findall(found[2]))) if all(parts) else None


def _tokens(key: str, letters: tuple[str, ...]) -> Iterator[str]:
    """The letters and signs inside a call; nothing where there is anything else in it."""
    found = _CALL.fullmatch(key)
    inside, listed = found[2] if found is not None else "?", []
    for letter in sorted(letters, key=len, reverse=True):
        inside = inside.replace(letter, chr(0xE000 + letters.index(letter)))
    for sign in inside:
        at = ord(sign) - 0xE000
        if not (0 <= at < len(letters) or sign in ",;| "):
            return
        listed.append(letters[at] if at >= 0 else sign)
    yield from listed


def _spelt(tokens: list[str], words: Mapping[str, str]) -> Iterator[str]:
    """Words in the place of letters, side by side as they may have been written between brackets."""
    yield "".join(words.get(token, token) for token in tokens)
    if "|" not in tokens:
        said = [words[token] for token in tokens if token in words]
        yield from (joint.join(said) for joint in _JOINTS)


def _names_outside(expr: Expr) -> Iterator[str]:
    """The names of a formula that are not inside of a call."""
    if isinstance(expr, Name):
        yield expr.key
        yield expr.base
    elif not isinstance(expr, Apply):
        for part in children(expr):
            yield from _names_outside(part)
