"""Regular expressions that are compiled when they are first asked: a page needs few of all that there are."""

from __future__ import annotations

import re
from typing import Any, cast


class _Waiting:
    """Stands in for a compiled pattern, and is as quick as one from its first use on."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        methods = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split", "pattern", "flags")
        vars(self).update({method: getattr(compiled, method) for method in methods})
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as `re.compile` gives it, but made only when something is looked for."""
    return cast("re.Pattern[str]", _Waiting(source, flags))
