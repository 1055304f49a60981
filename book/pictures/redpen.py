"""Takes the picture of the red pen in the manual; needs Chromium and the package playwright.

python book/pictures/redpen.py
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from workings import pipeline
from workings.reporting.coverage import tally
from workings.reporting.format import Look
from workings.reporting.html import DETAIL, closing, opening, render
from workings.reporting.selection import Selection

PICTURE = Path(__file__).parent / "redpen.png"
CHAPTER = Path(__file__).parents[1] / "red-pen.md"
SHEET = re.compile(r"^```raw document\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH, HEIGHT, SHARPNESS = 1120, 1150, 1.25


def page() -> str:
    """The sheet at the end of the chapter, marked."""
    found = SHEET.search(CHAPTER.read_text(encoding="utf-8"))
    document = pipeline.read(found[1] if found else "", "exercise.md")
    report = pipeline.check(document, names_slips=True, detail=DETAIL)
    selection = Selection(report, document=document)
    return opening() + render(selection, Look()) + closing(tally(selection), Look())


def main() -> None:
    """Open the page in a browser and keep what a reader sees."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--hide-scrollbars"]
        )
        sheet = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SHARPNESS, color_scheme="light"
        )
        sheet.set_content(page())
        sheet.wait_for_selector("html[data-ready]", state="attached")
        sheet.wait_for_timeout(500)  # until the fonts are there
        sheet.screenshot(path=str(PICTURE))
        browser.close()


if __name__ == "__main__":
    main()
