"""The statements that a name's value came from, back to the givens."""

from __future__ import annotations

from collections.abc import Sequence

from workings.document import Statement
from workings.expr import Apply, Name
from workings.resolving.traits import names_in


def lineage(statements: Sequence[Statement], key: str) -> tuple[Statement, ...]:
    """Those that say what a name is, and before them those about the names they use, in reading order."""
    wanted = {key}
    found: list[Statement] = []
    for statement in reversed(statements):
        head = statement.members[0].expr
        used = frozenset().union(*(names_in(member.expr) for member in statement.members))
        is_said = isinstance(head, Name | Apply) and head.key in wanted
        if is_said or (found and used and used <= wanted):
            found.append(statement)
            wanted |= used
    return tuple(reversed(found))
