"""Looking for the strings that a pattern needs finds just what the pattern alone would."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]

import pytest

import workings.checking.lists.telling
import workings.checking.methods.topics
import workings.pipeline  # the patterns of all readers
from workings.checking.methods.catalogue import SUBJECTS, methods_of
from workings.checking.methods.catalogue import pattern as pattern_of
from workings.likely import Look, Patterns
from workings.needed import beginnings, needed
from workings.regex import Several, _Waiting, may_be_in, regex
from workings.sparing import folded

for _name in workings.checking.methods.topics.TOPICS:
    import_module(f"workings.checking.methods.{_name.rpartition('.')[0]}")

ROOT = Path(__file__).parents[1]
PAGES = [path.read_text("utf-8") for path in sorted(ROOT.glob("spec/*.md"))]
ODD = "ſtop it, DECOD\u0130NG by bea\u212a; TERM\u0131NATE → \\TO Σ-ς ﬁn"


@pytest.mark.parametrize(
    ("source", "flags", "strings"),
    [
        (r"\bmask|\bcausal", re.I, ("causal", "mask")),
        (r"(?:see|attend to) (?:position|token)s?", 0, ("position", "token")),
        (r"[☑☒]|\[[xX]\]", 0, ("[", "]", "☑", "☒")),
        (r"\bnew\b(?= weights)|(?:ab)+c?", re.I, ("new", "ab")),
        (r"sigmoid|σ|[κ²]", re.I, ("sigmoid", "σ", "ς", "κ", "ϰ", "²")),
        (r"\d+ ?P\b", 0, ()),
        (r"a*|token", 0, ()),
        (r"(?:stop)?", 0, ()),
        (r"(?!stop)\w+", 0, ()),
    ],
)
def test_what_a_pattern_needs(source: str, flags: int, strings: tuple[str, ...]) -> None:
    found = needed(_parser.parse(source, flags))
    assert set(found) == set(strings) or set(found) < set(strings)


@pytest.mark.parametrize(
    ("source", "strings"),
    [
        (r"\b(?:sum|softmax)|(?<!x)mean", ("sum", "softmax", "mean")),
        (r"(?:the )?weights?\b", ("the ", "weight")),
        (r"[εη] =|\\eta", ("ε", "ϵ", "η", "\\eta")),
        (r"s(?:um)?s", ("sum", "ss")),
        (r"Q-?learning", ("q-", "qlearning")),
        (r"s(?:um)?\w", ()),  # a single letter stands everywhere
        (r"\w+ism|token", ()),
        (r"(?:stop)?", ()),
        (r"(?!stop)\w+", ()),
    ],
)
def test_what_a_match_begins_with(source: str, strings: tuple[str, ...]) -> None:
    assert set(beginnings(_parser.parse(source, re.I))) == set(strings)


def test_every_pattern_of_the_program_finds_what_it_would_without_them() -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("workings")]
    patterns = {id(p): p for module in modules for p in vars(module).values() if isinstance(p, _Waiting)}
    patterns |= {
        id(p): p
        for subject in SUBJECTS
        for method in methods_of(subject)
        if isinstance(p := pattern_of(method.topic), _Waiting)
    }
    assert len(patterns) > 400
    for pattern in patterns.values():
        plain = re.compile(pattern._source, pattern._flags)
        for page in (*PAGES[::18], ODD, ODD * 9):
            found, wanted = pattern.search(page), plain.search(page)
            assert (found and found.span()) == (wanted and wanted.span()), pattern._source
            spans = [one.span() for one in pattern.finditer(page)]
            assert spans == [one.span() for one in plain.finditer(page)], pattern._source
            assert (pattern.search(page, 40, 400) is None) == (plain.search(page, 40, 400) is None)


@pytest.mark.parametrize("word", ["stop", "decoding", "beak", "terminate"])
def test_letters_that_are_taken_for_others_are_seen(word: str) -> None:
    found, plain = regex(rf"\b{word}|hidden", re.I), re.compile(rf"\b{word}|hidden", re.I)
    assert [m[0] for m in found.finditer(ODD)] == [m[0] for m in plain.finditer(ODD)]
    assert found.findall(ODD) == plain.findall(ODD) and found.sub("-", ODD) == plain.sub("-", ODD)


def test_every_letter_is_found_by_what_is_needed_of_it() -> None:
    letters = [chr(code) for code in range(0x80, 0x2100) if chr(code).isalpha()]
    others = {
        letter: [o for o in {letter, letter.upper(), letter.lower()} if len(o) == 1] for letter in letters
    }
    for letter in letters:
        plain, strings = re.compile(letter, re.I), needed(_parser.parse(letter, re.I))
        for other in others[letter]:
            found = plain.fullmatch(other) is not None
            assert not found or not strings or any(one in folded(other) for one in strings), letter


def test_one_look_finds_every_pattern_that_is_there() -> None:
    sources = [r"\bmask|causal", r"\bof\b", r"\d+", r"soft(?:max|plus)", r"σ|sigmoid"]
    patterns = [regex(source, re.I) for source in sources]
    together = Patterns(patterns)
    for page in (*PAGES[::9], ODD, "", "of", "SOFTPLUS 3"):
        found = {at for at, pattern in enumerate(patterns) if pattern.search(page)}
        assert found <= set(together.likely(Look(page)))
    assert together.likely(Look("nothing")) == [2]


def test_several_patterns_are_asked_for_at_once() -> None:
    patterns = [regex(source, re.I) for source in (r"\bmask|causal", r"soft(?:max|plus)", r"σ|sigmoid")]
    several = Several(*patterns)
    for page in (*PAGES[::9], "masked", "a softplus", "Σ", "nothing of these", ""):
        assert several.may_be_in(page) == any(may_be_in(one, page) for one in patterns)
    assert Several(*patterns, regex(r"\d+")).may_be_in("nothing is known of the last one")
