"""On paper everything is open, nothing is cut off, and page one is the page that is signed."""

import unicodedata
from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from reports.document.blocks import Grid, Section, SignOff, Verdict
from tests.browser.report_page import ReportPage
from tests.browser.wording import cell
from tests.document.walking import parts

# A4 without its margins of 17 mm, at 96 pixels an inch.
PAPER = {"width": 665, "height": 973}
CUT_OFF = """() => [...document.querySelectorAll("main *")]
  .filter(each => each.checkVisibility())
  .filter(each => !each.closest("svg") || each.tagName === "svg")
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1
    || (/^(TABLE|DIV|PRE|TD|TH)$/.test(each.tagName) && each.scrollWidth > each.clientWidth + 1))
  .map(each => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)"""
HIDDEN = """() => [...document.querySelectorAll("main :is(td, th, p, li, dd, svg)")]
  .filter(each => !each.closest("nav") && !each.checkVisibility())
  .map(each => each.textContent.slice(0, 40))"""


@pytest.mark.parametrize("mode", ["decimal", "exact", "both"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_on_paper_all_is_open_and_nothing_is_cut_off(
    report_page: ReportPage, visit: Callable[..., Page], mode: str, script: bool
) -> None:
    """Folds are open without a click, and no table is wider than the sheet."""
    page = visit(report_page.path, viewport=PAPER, java_script_enabled=script)
    page.check(f"#numbers-{mode}")
    page.emulate_media(media="print")
    assert page.locator("details:not([open])").count() > 0
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    for gone in (".bar", "nav", ".skip", "button.copy"):
        assert page.locator(gone).evaluate_all("all => all.some(e => e.checkVisibility())") is False


def squeezed(text: str) -> str:
    """Return a text as PDF readers agree on it: no spaces, no ligatures."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@pytest.fixture(scope="module")
def sheets(report_page: ReportPage, browser: Browser) -> list[str]:
    """Return the text of each printed page, without its number."""
    page = browser.new_page()
    page.goto(report_page.path.as_uri())
    reader = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    page.close()
    assert [round(float(side)) for side in reader.pages[0].mediabox[2:]] == [595, 842]
    texts = [squeezed(sheet.extract_text()) for sheet in reader.pages]
    numbers = [f"{place}/{len(texts)}" for place in range(1, len(texts) + 1)]
    # A reader finds the number of a page before its text.
    assert all(text.startswith(number) for text, number in zip(texts, numbers, strict=True))
    return [text.removeprefix(number) for text, number in zip(texts, numbers, strict=True)]


def test_page_one_is_signed_and_the_rest_follows(
    report_page: ReportPage, sheets: list[str]
) -> None:
    """The verdict and the lines to sign are on page one, the first section begins page two."""
    document = report_page.document
    wanted = [document.title, *(verdict.headline for verdict in parts(document, Verdict))]
    wanted += [role for sign_off in parts(document, SignOff) for role in sign_off.roles]
    assert [text for text in wanted if squeezed(text) not in sheets[0]] == []
    assert sheets[1].startswith(squeezed(document.sections[0].title))


def test_every_section_and_every_row_is_printed(report_page: ReportPage, sheets: list[str]) -> None:
    """The print holds all titles, and of each grid its caption and its last row."""
    whole = "".join(sheets)
    wanted = [section.title for section in parts(report_page.document, Section)]
    for grid in parts(report_page.document, Grid):
        wanted.append(grid.caption)
        wanted += [cell(text) for text in grid.rows[-1]]
    assert [text for text in wanted if squeezed(text) not in whole] == []


def test_a_long_table_repeats_its_header_on_each_page(
    report_page: ReportPage, sheets: list[str]
) -> None:
    """Wherever rows of the longest table stand, the names of its columns stand too."""
    grid = max(parts(report_page.document, Grid), key=lambda each: len(each.rows))
    header = squeezed("".join(column.title for column in grid.columns))
    first, last = (
        next(place for place, sheet in enumerate(sheets) if squeezed(text) in sheet)
        for text in (grid.caption, _last_words(grid))
    )
    assert [place for place in range(first, last + 1) if header not in sheets[place]] == []


def _last_words(grid: Grid) -> str:
    """Return the longest cell of the last row."""
    return max((cell(text) for text in grid.rows[-1]), key=len)
