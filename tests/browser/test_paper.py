"""On paper nothing is cut off, page one is signed, and no dump of numbers is printed."""

import unicodedata
from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from reports.document.blocks import Grid, Picture, Section, SignOff, Verdict
from tests.browser.report_page import ReportPage
from tests.browser.wording import cell
from tests.document.canonical import canonical
from tests.document.walking import parts

# A4 without its margins of 17 mm, at 96 pixels an inch.
PAPER = {"width": 665, "height": 973}
CUT_OFF = """() => [...document.querySelectorAll("main *")]
  .filter(each => each.checkVisibility())
  .filter(each => !each.closest("svg") || each.tagName === "svg")
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1
    || (/^(TABLE|DIV|PRE|TD|TH)$/.test(each.tagName) && each.scrollWidth > each.clientWidth + 1))
  .map(each => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)"""
HIDDEN = """() => [...document.querySelectorAll("main :is(td, th, p, li, dd, svg:last-child)")]
  .filter(each => !each.closest("nav, details:not(.on-paper)") && !each.checkVisibility())
  .map(each => each.textContent.slice(0, 40))"""


@pytest.mark.parametrize("mode", ["decimal", "exact", "both"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_on_paper_what_is_printed_is_open_and_nothing_is_cut_off(
    report_page: ReportPage, visit: Callable[..., Page], mode: str, script: bool
) -> None:
    """Short folds are open without a click, long ones stay shut, no table is too wide."""
    page = visit(report_page.path, viewport=PAPER, java_script_enabled=script)
    page.check(f"#numbers-{mode}")
    page.emulate_media(media="print")
    assert page.locator("details:not([open])").count() > 0
    assert page.evaluate(HIDDEN) == []
    dumps = page.locator("details:not(.on-paper) table")
    assert dumps.count() > 0
    assert dumps.evaluate_all("all => all.some(each => each.checkVisibility())") is False
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    for gone in (".bar", "nav", ".skip", "button.copy"):
        assert page.locator(gone).evaluate_all("all => all.some(e => e.checkVisibility())") is False


def squeezed(text: str) -> str:
    """Return a text as PDF readers agree on it: no spaces, no ligatures."""
    return "".join(unicodedata.normalize("NFKC", canonical(text)).split())


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
    first = sheets[0]
    assert [text for text in wanted if squeezed(text) not in first] == []
    assert sheets[1].startswith(squeezed(document.sections[0].title))


def test_every_section_and_every_row_is_printed(report_page: ReportPage, sheets: list[str]) -> None:
    """The print holds all titles, and of each grid that is not a dump its caption and last row."""
    whole = "".join(sheets)
    wanted = [section.title for section in parts(report_page.document, Section)]
    for grid in printed_grids(report_page):
        wanted.append(grid.caption)
        wanted += [cell(text) for text in grid.rows[-1]]
    assert [text for text in wanted if squeezed(text) not in whole] == []


def printed_grids(report_page: ReportPage) -> list[Grid]:
    """Return the grids that paper has: those that stand open, and short ones behind no picture."""
    behind = {picture.behind.name for picture in parts(report_page.document, Picture)}
    return [
        grid
        for grid in parts(report_page.document, Grid)
        if not grid.folded or (len(grid.rows) <= 20 and grid.name not in behind)
    ]


def test_a_long_table_repeats_its_header_on_each_page(
    report_page: ReportPage, sheets: list[str]
) -> None:
    """Wherever rows of the longest table stand, the names of its columns stand too."""
    grid = max(printed_grids(report_page), key=lambda each: len(each.rows))
    header = squeezed("".join(column.title for column in grid.columns))
    first, last = (
        next(place for place, sheet in enumerate(sheets) if squeezed(text) in sheet)
        for text in (grid.caption, _last_words(grid))
    )
    assert [place for place in range(first, last + 1) if header not in sheets[place]] == []


def _last_words(grid: Grid) -> str:
    """Return the longest cell of the last row."""
    return max((cell(text) for text in grid.rows[-1]), key=len)
