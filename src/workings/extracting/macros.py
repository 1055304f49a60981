"""Abbreviations that an author defines for formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

BODY = r"\{((?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\}){0,300})\}"
DEFINITION = re.compile(
    r"\\(?:newcommand|renewcommand|providecommand)\*?[ \t]*\{?\\([a-zA-Z]+)\}?[ \t]*(?!\[)" + BODY
    + r"|\\def[ \t]*\\([a-zA-Z]+)[ \t]*" + BODY
    + r"|\\DeclareMathOperator\*?[ \t]*\{?\\([a-zA-Z]+)\}?[ \t]*" + BODY
)  # fmt: skip
COMMENT = re.compile(r"(?<!\\)%[^\n]*")


def read_macros(text: str) -> Iterator[tuple[str, str]]:
    r"""Name and meaning of every macro without arguments; an operator means `\operatorname{…}`."""
    if "\\" not in text:
        return
    for found in DEFINITION.finditer(COMMENT.sub("", text) if "%" in text else text):
        command, meaning, defined, body, operator, name = found.groups()
        if operator is not None:
            yield operator, f"\\operatorname{{{name}}}"
        else:
            yield command or defined, meaning if command else body
