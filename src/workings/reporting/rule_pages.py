"""What a rule, slip or mistake means, as a page: for the terminal, for the manual, as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workings.checking.rules.catalogue import Description
from workings.checking.rules.glossary import describe, family_of, members, names
from workings.reporting.paint import paint

WIDTH = 96  # of running text on a terminal


class Entry(NamedTuple):
    """A name and what it means."""

    name: str
    description: Description


def entries(chosen: Iterable[str]) -> list[Entry]:
    """The entries of names that exist, in their order."""
    found = ((name, describe(name)) for name in chosen)
    return [Entry(name, description) for name, description in found if description is not None]


def as_text(entry: Entry, colour: bool) -> str:
    """One page for a terminal."""
    from textwrap import fill

    description = entry.description
    parts = [
        paint(entry.name, "strong", colour),
        fill(description.meaning, WIDTH),
        *_sample("wrong", description.wrong, colour),
        *_sample("right", description.right, colour),
        "why people do it:\n" + fill(description.why, WIDTH, initial_indent="  ", subsequent_indent="  "),
        f"to silence it: <!-- workings: ignore {entry.name} -->" if is_rule(entry.name) else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def is_rule(name: str) -> bool:
    """Whether findings go by this name; slips of the pen are only named beside them."""
    return family_of(name) != "slip"


def _sample(word: str, document: str, colour: bool) -> list[str]:
    if not document:
        return []
    style = "wrong" if word == "wrong" else "help"
    lines = "".join(f"\n  {line}".rstrip(" ") for line in document.split("\n"))
    return [f"{paint(word, style, colour)}:{lines}"]


def as_markdown(entry: Entry, level: int = 1) -> str:
    """One page of the manual; its examples stand in fences that are not read."""
    description = entry.description
    parts = [f"{'#' * level} `{entry.name}`", f"{_sentence(description.meaning)}"]
    for word, document in (("wrong", description.wrong), ("right", description.right)):
        if document:
            fence = "````" if "```" in document else "```"
            parts.append(f"{fence}raw {word}\n{document}\n{fence}")
    parts.append(f"**Why people do it.** {description.why}")
    return "\n\n".join(parts) + "\n"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def as_data(entry: Entry) -> dict[str, str]:
    return {"name": entry.name, "family": family_of(entry.name), **_fields(entry.description)}


def _fields(description: Description) -> dict[str, str]:
    return {
        "meaning": description.meaning,
        "wrong": description.wrong,
        "right": description.right,
        "why": description.why,
    }


def page(entry: Entry, output_format: str, colour: bool) -> str:
    """One page; as data an object, where several are a list."""
    if output_format == "json":
        return json.dumps(as_data(entry), indent=2, ensure_ascii=False) + "\n"
    return pages([entry], output_format, colour)


def pages(chosen: Sequence[Entry], output_format: str, colour: bool) -> str:
    """All pages of the chosen entries one after another."""
    match output_format:
        case "json":
            return json.dumps([as_data(entry) for entry in chosen], indent=2, ensure_ascii=False) + "\n"
        case "markdown":
            return "\n".join(as_markdown(entry) for entry in chosen)
        case _:
            return "\n".join(as_text(entry, colour) for entry in chosen)


def listed(chosen: Sequence[Entry], output_format: str, colour: bool) -> str:
    """A line for each entry."""
    match output_format:
        case "json":
            return pages(chosen, output_format, colour)
        case "markdown":
            return "".join(f"- `{entry.name}`: {entry.description.meaning}\n" for entry in chosen)
        case _:
            width = max((len(entry.name) for entry in chosen), default=0)
            return "".join(
                f"{paint(entry.name, 'strong', colour)}{' ' * (width - len(entry.name))}"
                f"  {entry.description.meaning}\n"
                for entry in chosen
            )


def manual() -> dict[str, str]:
    """The files of the manual's folder `rules`: an index, and a page for each family."""
    families = list(dict.fromkeys(map(family_of, names())))
    lines = [
        f"- [`{name}`]({family_of(name)}.md#{_anchor(name)}): {description.meaning}\n"
        for name, description in entries(names())
    ]
    return {"README.md": f"{INDEX}\n{''.join(lines)}"} | {f"{key}.md": _family_page(key) for key in families}


INDEX = """\
# The names of findings

Every name that stands in brackets behind `wrong`, or beside a caret after `fits`. `workings rule NAME` shows
the same pages. They are written from the program by `pytest tests/book --accept`, and their examples are run.
"""


def _family_page(family: str) -> str:
    chosen = entries(members(family) or (family,))
    return "\n".join([f"# {family}\n", *(as_markdown(entry, level=2) for entry in chosen)])


def _anchor(name: str) -> str:
    """How a heading is linked to: letters, digits and hyphens stay."""
    return "".join(sign for sign in name.lower() if sign.isalnum() or sign in "-_")
