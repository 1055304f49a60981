"""A solution as a Jupyter notebook: a Markdown cell for each item."""

from __future__ import annotations

import json

from workings.reporting.solutions.items import heading, items
from workings.reporting.solutions.markdown import block
from workings.solving.answers import Solution


def render(solution: Solution) -> str:
    """A notebook of format 4."""
    texts = [f"# {heading(solution)}", *(block(item) for item in items(solution))]
    cells = [
        {
            "cell_type": "markdown",
            "id": f"solution-{at}",
            "metadata": {},
            "source": text.splitlines(keepends=True),
        }
        for at, text in enumerate(texts)
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
