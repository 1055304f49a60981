"""A listing as a syntax tree whose nodes know their place on the page."""

from __future__ import annotations

import ast
import itertools
import re
import warnings

from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 60_000  # characters of a listing
DEEPEST = 60  # brackets inside brackets, and blocks inside blocks
MOST_NODES = 40_000
MOST_PARTS = 400  # of a listing that is not Python as a whole
_MAGIC = regex(r"^([ \t]*)(?:[!%]|\?)[^\n]*", re.MULTILINE)
_PROMPT = regex(r"^[ \t]*(?:>>>|\.\.\.|In \[\d*\]:) ?", re.MULTILINE)
_TOP = regex(r"^(?=[^\s#)\]}])", re.MULTILINE)
_GOES_ON = regex(r"(?:else|elif|except|finally)\b")


@record(frozen=True)
class Listing:
    """The statements of one listing, and the way from a node back to the page."""

    statements: tuple[ast.stmt, ...]
    starts: tuple[int, ...]  # page offsets of its lines
    lines: tuple[str, ...]

    def span(self, node: ast.AST) -> Span:
        """Where a node stands; columns are counted in bytes by the parser."""
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
        start = self._offset(first, getattr(node, "col_offset", 0))
        return Span(start, self._offset(last, getattr(node, "end_col_offset", 0)))

    def _offset(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        width = (
            column
            if text.isascii()
            else len(text.encode(errors="surrogatepass")[:column].decode(errors="ignore"))
        )
        return self.starts[line - 1] + width


def read_listing(text: str, start: int) -> Listing | None:
    """The statements of a listing at a place on the page; None if nothing in it can be read as Python."""
    if len(text) > LONGEST:
        return None
    plain = _PROMPT.sub(lambda found: " " * len(found[0]), text) if ">>>" in text or "In [" in text else text
    plain = _MAGIC.sub(lambda found: found[1] + "#" * (len(found[0]) - len(found[1])), plain)
    lines = plain.replace("\r", " ").replace("\f", " ").replace("\0", " ").split("\n")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    cut = [line[indent:] for line in lines]
    starts, at = [], start
    for line in lines:
        starts.append(at + min(indent, len(line)))
        at += len(line) + 1
    statements = _parsed("\n".join(cut))
    return Listing(tuple(statements), tuple(starts), tuple(cut)) if statements else None


def _parsed(source: str) -> list[ast.stmt]:
    """The statements of a source; where it is not Python as a whole, those of its parts that are."""
    whole = _parse(source)
    if whole is not None:
        return whole
    marks = [found.start() for found in _TOP.finditer(source) if not _GOES_ON.match(source, found.start())]
    found: list[ast.stmt] = []
    for begin, end in itertools.islice(itertools.pairwise((*marks, len(source))), MOST_PARTS):
        part = _parse(source[begin:end])
        for statement in part or ():
            ast.increment_lineno(statement, source.count("\n", 0, begin))
            found.append(statement)
    return found


def _parse(source: str) -> list[ast.stmt] | None:
    """What Python's own parser makes of a source that is not too deep for it."""
    if _depth(source) > DEEPEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a string is no business of ours
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # all that the parser gives up with
        return None
    return tree.body if _is_small(tree) else None


def _depth(source: str) -> int:
    """How deep brackets, and runs of signs that nest, go at most."""
    deepest = depth = 0
    for sign in source:
        if sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]}":
            depth = max(0, depth - 1)
    return deepest


def _is_small(tree: ast.AST) -> bool:
    """Whether a tree has few enough nodes, and is flat enough to be followed."""
    level: list[ast.AST] = [tree]
    nodes = depth = 0
    while level:
        nodes += len(level)
        depth += 1
        if nodes > MOST_NODES or depth > DEEPEST * 4:
            return False
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return True
