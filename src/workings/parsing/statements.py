"""The statements of a document: what is learned of it first, then its chains, tables and cases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from workings.document import Kind, Reading, Statement
from workings.parsing.activations import calls_sigmoid, followed
from workings.parsing.building import Builder
from workings.parsing.columns import column_statements
from workings.parsing.conjunctions import joining_letters
from workings.parsing.given_rows import given_statements
from workings.parsing.lexicon import Lexicon
from workings.parsing.piecewise import own_functions, piecewise_statements, without_parts
from workings.parsing.survey import (
    counting_letters,
    defined_letters,
    defined_names,
    defining_texts,
    is_in_bytes,
    stepped_letters,
    superscripted_names,
    tables_have_points,
    writes_decimal_commas,
)
from workings.regex import regex
from workings.source import Page

_STEPS = regex(
    r"(?:[_({\[<]|\\langle)\s?(?:[a-zτℓ]|\\ell)\s?[-+]\s?1\s?(?:[)}\]>]|\\rangle)|_\{?[ijknt]\b"
    r"|←|\\leftarrow|\\gets|<-|:="
)  # the index of h_{t-1}, h^{(t+1)}, h[n-1], v_i; x ← …
_CONVOLVES = regex(r"convol|correlat|\bkernel|\bfilters?\b|\bconv\b", re.IGNORECASE)
_OTHERWISE = regex(  # than by steps of one, without noughts around
    r"strides?\W{1,3}(?:of |is |= ?)?\(?[2-9]|padding\W{1,3}(?:of |is |= ?)?\(?[1-9]|zero.?pad|dilat"
    r"|\b(?:same|full)\b",
    re.IGNORECASE,
)
_ALIGNED = regex(
    r"\S[ \t]+[-+−–]?\d[\d.]*[ \t]*\n[^\n]*\S[ \t]+[-+−–]?\d[\d.]*[ \t]*(?:\n|$)"
)  # two such rows
_LISTED = regex(
    r"[^\W\d][\"”'’`*_]{0,3}(?::[\"”'’`*_]{0,3}|[ \t]{2}|→|->)[ \t]*\$?[(\[]\s?[-+−–]?\s?[\d.]+\s?,"
)
_SAYS = regex(r"\b(?:is|are|equals|has|have|comes|amounts|evaluates)\b|[)\]$]: ", re.IGNORECASE)
_TELLS = regex(
    r"\b(?:conv|pool|filter|kernel|receptive|layer|embedding|heads?\b|batch|epoch|gradient|learning rate"
    r"|step size|entrop|perplex|surpris|loss|likelihood|derivative|slope|matri(?:x|ces)|median|orthogonal"
    r"|perpendicular|predict)",
    re.IGNORECASE,
)
_WORDED = regex(
    r"positiv|negativ|\bat (?:least|most)\b|(?:er|less|more) than\b|mindestens|höchstens|er als\b",
    re.IGNORECASE,
)


def read_statements(
    reading: Reading, functions: Mapping[str, str], spoken: Mapping[str, tuple[str, int]]
) -> tuple[Statement, ...]:
    """Every statement of a document, in reading order; `spoken` are names of operations in sentences."""
    lexicon, tabled = lexicons(reading, functions)
    builder = Builder(lexicon, tabled, reading)
    for passage in builder.parted(reading):
        builder.passage(passage)
    builder.finish()
    cases = list(piecewise_statements(reading.passages, lexicon)) if reading.page.has_words else []
    read = without_parts(builder.statements, cases) if cases else builder.statements
    found = [*read, *cases]
    if any(passage.kind is Kind.CELL for passage in reading.passages):
        found += column_statements(reading.passages, tabled, builder.statements)
        found += given_statements(reading.passages, tabled, builder.statements)
        if _STEPS.search(reading.page.text):
            from workings.parsing.traces import trace_statements  # only a table of steps waits for it

            found += trace_statements(reading.passages, reading.page.text, lexicon)
    if _ALIGNED.search(reading.page.text):
        from workings.parsing.aligned import aligned_statements  # few documents set tables by blanks

        found += aligned_statements(reading.passages, tabled, builder.statements)
    if reading.page.has_words and _LISTED.search(reading.page.text):
        from workings.parsing.given_items import item_statements  # few documents list vectors by words

        found += item_statements(reading.passages, lexicon, builder.statements, reading.page.text)
    if reading.page.has_words and _WORDED.search(reading.page.text):
        from workings.parsing.worded import worded_statements  # few documents say it in words

        found += worded_statements(reading.passages, lexicon)
    if reading.page.has_words and _SAYS.search(reading.page.text):
        from workings.parsing.spoken import spoken_statements  # formulas alone have no use for it

        speaking = replace(lexicon, spoken=spoken)
        found += spoken_statements(reading.passages, found, speaking, reading.page.text)
    if reading.page.has_words and _TELLS.search(reading.page.text):
        from workings.parsing.told import told_statements  # only those that speak of layers and losses

        found += told_statements(reading.passages, found, lexicon, reading.page)
    found.sort(key=lambda statement: statement.span.start)
    return tuple(followed(found, reading.passages, reading.page.text) if reading.page.has_words else found)


def lexicons(reading: Reading, functions: Mapping[str, str]) -> tuple[Lexicon, Lexicon]:
    """What the document says about its words and letters, and the same for its tables."""
    lexicon = _lexicon(reading, functions)
    pointed = lexicon.decimal_comma and tables_have_points(reading.passages)
    return lexicon, replace(lexicon, decimal_comma=False) if pointed else lexicon


def _lexicon(reading: Reading, functions: Mapping[str, str]) -> Lexicon:
    """What the whole document says about its words and letters."""
    defining, decimal_comma = defining_texts(reading), writes_decimal_commas(reading.passages)
    defined = defined_names(reading, defining)
    return Lexicon(
        own_functions(reading.page, functions),
        defined,
        superscripted_names(reading),
        defined_letters(reading, defining),
        stepped_letters(reading),
        decimal_comma,
        _convolves(reading.page),
        counting_letters(reading.page),
        joining_letters(reading.page, decimal_comma),
        is_in_bytes(reading, defining),
        "σ" in defined and calls_sigmoid(reading.page.text),
    )


def _convolves(page: Page) -> bool:
    """Whether a document slides kernels over inputs, by steps of one."""
    if not page.has_words or _CONVOLVES.search(page.text) is None:
        return False
    return _OTHERWISE.search(page.text) is None
