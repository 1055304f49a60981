"""Solutions as documents of their own. Being in the table is the registration."""

from __future__ import annotations

from collections.abc import Callable

from workings.solving.answers import Solution

FORMATS = ("md", "tex", "html", "txt", "ipynb")


def renderer(form: str) -> Callable[[Solution], str]:
    """What writes a solution in a format; loaded when it is asked for."""
    match form:
        case "md":
            from workings.reporting.solutions import markdown

            return markdown.render
        case "tex":
            from workings.reporting.solutions import tex

            return tex.render
        case "html":
            from workings.reporting.solutions import page

            return page.render
        case "ipynb":
            from workings.reporting.solutions import notebook

            return notebook.render
        case _:
            from workings.reporting.solutions import text

            return text.render
