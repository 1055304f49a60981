"""The Python interface: a document that can be checked and asked for values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workings import pipeline
from workings.expr import Apply, Name, walk
from workings.extracting import decode
from workings.finding import Report
from workings.regex import regex
from workings.value import Value

if TYPE_CHECKING:
    import torch

    from workings.solving.accounts import Account
    from workings.solving.answers import Solution

FILE_NAME = regex(r"[^\s=$≈]+\.[A-Za-z]\w{0,8}")


@dataclass(frozen=True)
class Document:
    """A document as it was read."""

    parsed: pipeline.Document

    def __repr__(self) -> str:
        count = len(self.parsed.statements)
        return f"<Document {self.filename}: {count} {'statement' if count == 1 else 'statements'}>"

    @property
    def filename(self) -> str:
        """The path that was read, or `-` for text."""
        return self.parsed.reading.page.filename

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that occur in its statements, in reading order."""
        found: dict[str, None] = {}
        for statement in self.parsed.statements:
            for member in statement.members:
                for node in walk(member.expr):
                    if isinstance(node, Name | Apply):
                        found.setdefault(node.key)
        return tuple(found)

    def check(self, given: Document | None = None, *, labs: bool = False) -> Report:
        """Judge every claim; `given` is a document to take names from, such as the problem sheet.

        With `labs`, the labs are run that comments such as `<!-- lab: own-key -->` name.
        """
        report = pipeline.check(self.parsed, given.parsed if given is not None else None, names_slips=True)
        if not labs:
            return report
        from workings.labs.citing import with_labs

        return with_labs(self.parsed, report)

    def solve(self, given: Document | None = None, *, detail: int = 1, digits: int | None = None) -> Solution:
        """Work out what the document leaves open: its blanks, and formulas whose value is never stated."""
        from workings.solving.answers import solve

        lender = given.parsed if given is not None else None
        return solve(self.parsed, lender, detail=detail, digits=digits)

    def explain(
        self,
        line: int,
        column: int | None = None,
        given: Document | None = None,
        *,
        detail: int = 2,
        digits: int = 4,
    ) -> tuple[Account, ...]:
        """How the values expected on a line, counted from 1, come from the givens."""
        from workings.solving.accounts import accounts

        lender = given.parsed if given is not None else None
        return accounts(self.parsed, line, column, lender, detail=detail, digits=digits)

    def module(
        self,
        result: str,
        inputs: Sequence[str] = (),
        learn: Sequence[str] | None = None,
        *,
        seed: int = 0,
    ) -> torch.nn.Module:
        """The equations behind a result as an ordinary `torch.nn.Module` of its inputs.

        `learn` names its parameters; by default they are the names that are declared and have no value. Names
        with values start from them. A batch may run through the inputs as a first axis.
        """
        from workings.learning.module import build, written
        from workings.learning.program import program_of

        if isinstance(inputs, str):  # "x, y" would be its letters
            inputs = [name.strip() for name in inputs.split(",")]
        program = program_of(self.parsed, result, inputs, learn)
        return build(written(program, f"The equations of {self.filename}."), seed)

    def __getitem__(self, name: str) -> Value:
        """The value of a name at the end of the document: a rational, an enclosure or a tensor of them."""
        value = pipeline.evaluate_name(self.parsed, name)
        if value is None:
            near = get_close_matches(name, self.names, n=3)
            hint = f"; near it are {', '.join(near)}" if near else ""
            raise KeyError(f"{name} has no value in {self.filename}{hint}")
        return value


def read(source: str | Path) -> Document:
    """Read a document from a path, or from text.

    A `Path` is always a path. A string is a path if such a file exists, and text otherwise; a
    single word that ends like a file name and leads to no file is taken for a mistyped path.
    """
    path = source if isinstance(source, Path) else _path(source)
    if path is None:
        return Document(pipeline.read(str(source)))
    return Document(pipeline.read(decode(path.read_bytes()), str(path)))


def _path(source: str) -> Path | None:
    if "\n" in source or "\0" in source:
        return None
    path = Path(source)
    try:
        if path.is_file():
            return path
    except OSError:  # longer than a path may be
        return None
    return path if FILE_NAME.fullmatch(source) else None
