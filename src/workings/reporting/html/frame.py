"""The frame of the page: styles, fonts and scripts inside it, and a policy that lets nothing else in."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from workings.regex import regex

SOURCE = regex(r"src:url\(fonts/([\w-]+)\.woff2\)[^;}]*")
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; "
    "form-action 'none'; script-src {scripts}"
)


def head() -> str:
    """Everything up to the first file."""
    assets = files("workings.reporting.html") / "assets"
    katex = assets / "katex"
    scripts = [_text(katex / "katex.min.js"), _text(assets / "page.js")]
    style = fonts_inside(_text(katex / "katex.min.css"), katex) + _text(assets / "page.css")
    allowed = " ".join(f"'sha256-{b64encode(sha256(s.encode()).digest()).decode()}'" for s in scripts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(scripts=allowed)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="generator" content="workings">\n'
        f"<title>workings</title>\n<style>\n{style}</style>\n"
        + "".join(f"<script>{script}</script>\n" for script in scripts)
        + '</head>\n<body>\n<main id="sheet">\n'
    )


def fonts_inside(css: str, katex: Traversable) -> str:
    """The style sheet with its fonts written into it, in the one form that every browser reads."""

    def inside(found: re.Match[str]) -> str:
        font = b64encode((katex / "fonts" / f"{found[1]}.woff2").read_bytes()).decode()
        return f'src:url(data:font/woff2;base64,{font}) format("woff2")'

    return SOURCE.sub(inside, css)


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")
