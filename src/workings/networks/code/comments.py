"""Comments in programs that state a size: `# -> 8 x 28 x 28`, `# (N, 16, 5, 5)`, `# torch.Size([1, 10])`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.extracting.code import comment_places
from workings.extracting.languages import HASH
from workings.record import record
from workings.regex import regex
from workings.source import Span

_BATCH = r"(?:N|B|b|n|batch(?:_?size)?|bs|BS|-1|None|\?)"
_SIZE = rf"(?:\d{{1,7}}|{_BATCH})"
_LIST = rf"[\[(]{{1,2}}\s?(?P<listed>{_SIZE}(?:\s?,\s?{_SIZE}){{1,5}})\s?,?[\])]{{1,2}}"
_CHAIN = rf"(?P<chain>{_SIZE}(?:\s?[x×X*]\s?{_SIZE}){{1,5}})"
_LEAD = (
    r"(?:torch\.Size|->|=>|→|[Oo]ut(?:put)?(?:[ _](?:shape|size))?:?|[Ss]hape:?|[Ss]ize:?|[Nn]ow|[Gg]ives|=)"
)
_PLAIN = regex(rf"\s*(?P<lead>(?:{_LEAD}\s?){{0,3}})(?:{_LIST}|{_CHAIN})\s*+\.?\s*+")
_ARROW = regex(r"->|=>|→")


@record(frozen=True, slots=True)
class Remark:
    """A size that a comment states for what its line gives; None for the batch and other letters."""

    span: Span  # of the size
    line: int  # page offset of the start of its line
    sizes: tuple[int | None, ...]
    is_output: bool  # said to come out, and not perhaps to go in


def read_remarks(text: str, start: int, end: int) -> Iterator[Remark]:
    """The comments of a listing that are a size and nothing else, behind code on the same line."""
    for opening, (first, last) in comment_places(text, start, end, HASH):
        line = text.rfind("\n", start, opening) + 1 or start
        if not text[line:opening].strip():
            continue
        arrows = [found.start() for found in _ARROW.finditer(text, first, last)]
        begin = arrows[-1] if arrows else first
        found = _PLAIN.fullmatch(text, begin, last)
        if found is None:
            continue
        group = "listed" if found["listed"] else "chain"
        parts = [part.strip() for part in re.split(r"[x×X*,]", found[group])]
        sizes = tuple(int(part) if part.isdigit() else None for part in parts)
        if len(sizes) > 2 or found["listed"] or found["lead"]:
            yield Remark(Span(*found.span(group)), line, sizes, bool(found["lead"]))
