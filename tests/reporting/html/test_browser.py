"""The page in a real browser; skipped where neither Playwright nor Chromium is installed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redpen import page, selection_of
from sheets import DOCUMENTS, EVIL

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
PATIENCE = 180_000  # milliseconds, for machines that are busy with other things
Open = Callable[..., "api.Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[api.Browser]:
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def show(browser: api.Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page of documents, and fails on any error or request that it makes."""
    problems: list[str] = []
    sheets: list[api.Page] = []

    def show_page(*documents: tuple[str, str], **options: object) -> api.Page:
        file = tmp_path / "page.html"
        html = page(*(selection_of(text, name) for name, text in documents))
        file.write_text(html, encoding="utf-8", errors="replace")
        sheet = browser.new_page(**options)
        sheets.append(sheet)
        sheet.set_default_timeout(PATIENCE)
        sheet.on("pageerror", lambda error: problems.append(str(error)))
        sheet.on("dialog", lambda dialog: problems.append("dialog"))
        sheet.on(
            "request", lambda request: problems.append(request.url) if _is_outside(request.url) else None
        )
        sheet.goto(file.as_uri())
        sheet.wait_for_selector("html[data-ready]", state="attached")
        return sheet

    yield show_page
    for sheet in sheets:
        sheet.close()
    assert problems == []


def _is_outside(address: str) -> bool:
    return not address.startswith("data:") and not address.split("#")[0].endswith("/page.html")


def test_every_formula_is_drawn_and_every_mark_is_seen(show: Open) -> None:
    sheet = show(*DOCUMENTS.items())
    assert sheet.locator(".tex:not(.drawn)").count() == 0
    notes = sheet.locator(".note").evaluate_all("notes => notes.map(note => note.id)")
    seen = sheet.locator(".document [data-end]").evaluate_all(
        "marks => marks.filter(mark => mark.checkVisibility()).map(mark => mark.dataset.claim)"
    )
    assert sorted(seen) == sorted(notes)


def test_several_files_get_a_list(show: Open) -> None:
    sheet = show(("a.md", "1 + 1 = 2"), ("b.md", "1 + 1 = 3"))
    assert sheet.locator("nav.files a").all_text_contents() == ["a.md", "b.md"]
    assert "2 files" in sheet.locator(".total").inner_text()


def test_a_click_on_a_value_opens_its_steps_and_another_closes_them(show: Open) -> None:
    sheet = show(("a.md", r"Here $\operatorname{softmax}([0, 0]) = [0.5, 0.5]$."))
    value, steps = sheet.locator('.katex-html [data-verdict="right"]'), sheet.locator(".note.right .steps")
    assert not steps.is_visible()
    value.click()
    assert steps.is_visible()
    assert steps.locator(".katex").count() > 1
    value.click()
    assert not steps.is_visible()


def test_notes_open_by_keyboard(show: Open) -> None:
    sheet = show(("a.md", "The sum is $1 + 1 = 2$."))
    sheet.locator("details.note.right > summary").focus()
    sheet.keyboard.press("Enter")
    assert sheet.locator("details.note.right").get_attribute("open") is not None


def test_n_goes_from_error_to_error(show: Open) -> None:
    sheet = show(("a.md", "$1 + 1 = 3$\n\n$2 + 2 = 5$"))
    focused = "() => document.activeElement.closest('.note').id"
    sheet.keyboard.press("n")
    assert sheet.evaluate(focused) == "c1"
    sheet.keyboard.press("n")
    assert sheet.evaluate(focused) == "c2"


def test_a_count_leaves_only_its_notes_and_a_second_click_brings_all_back(show: Open) -> None:
    sheet = show(("a.md", "$1 + 1 = 3$\n\n$2 + 2 = 4$"))
    wrong, right = sheet.locator(".note.wrong"), sheet.locator(".note.right")
    sheet.locator('button[data-filter="right"]').click()
    assert (wrong.is_visible(), right.is_visible()) == (False, True)
    assert sheet.locator('button[data-filter="right"]').get_attribute("aria-pressed") == "true"
    sheet.locator('button[data-filter="right"]').click()
    assert (wrong.is_visible(), right.is_visible()) == (True, True)


def test_a_finding_leads_to_its_place(show: Open) -> None:
    sheet = show(("a.md", "$1 + 1 = 3$\n\n" + "some words\n\n" * 200 + "$2 + 2 = 5$"))
    sheet.locator(".findings li a").last.click()
    sheet.locator("#c2:target").wait_for()
    box = sheet.locator("#c2").bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= sheet.viewport_size["height"]


def test_a_hostile_document_does_nothing(show: Open) -> None:
    sheet = show(("a.md", EVIL))
    for link in sheet.locator(".document a[href]").all():
        assert (link.get_attribute("href") or "").startswith("https://")
    assert sheet.evaluate("() => window.pwned") is None
    assert sheet.locator(".document script, .document img, .document iframe").count() == 0


def test_the_page_prints(show: Open) -> None:
    sheet = show(("a.md", DOCUMENTS["a.md"]))
    printed = sheet.pdf(prefer_css_page_size=True)
    assert printed.startswith(b"%PDF")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_of_the_window(show: Open, scheme: str) -> None:
    sheet = show(("a.md", DOCUMENTS["a.md"]), color_scheme=scheme)
    for width in (1280, 400):
        sheet.set_viewport_size({"width": width, "height": 800})
        assert sheet.evaluate("() => document.documentElement.scrollWidth") <= width
