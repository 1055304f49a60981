"""Checks the maths in notes, homework and exams: `read` a document, `check` it, ask it for values.

import workings

document = workings.read("homework.md")
for claim in document.check().claims:
    print(claim.verdict.value, claim.text)
document["Q"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workings.api import Document, read
    from workings.explaining.lines import lines
    from workings.finding import Claim, Report, Verdict

__all__ = ["Claim", "Document", "Report", "Verdict", "__version__", "lines", "read"]
__version__ = "0.1.0"

_HOMES = {
    "Document": "workings.api",
    "read": "workings.api",
    "lines": "workings.explaining.lines",
    "Claim": "workings.finding",
    "Report": "workings.finding",
    "Verdict": "workings.finding",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that the command line starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'workings' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
