"""Page one fits a screen and a sheet, a report has few pages, and a phone breaks no word."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from reports.certificates.files import read_subject
from reports.content.report import report
from reports.document.blocks import Document
from reports.document.html import to_html
from reports.document.pdf import to_pdf
from tests.browser.pages import example_1_report
from tests.browser.test_other_pages import compared, failing
from tests.house_rules import ROOT

GALLERY = ROOT / "reports/gallery"
EXAMPLE_1 = GALLERY / "example1/example1.certificate.json"
MANY_ROWS = GALLERY / "many-rows/never-negative.certificate.json"
# Most pages of a report: of a table of one row, of one with many.
ONE_ROW, MORE_ROWS = 8, 15
PHONE = {"width": 390, "height": 844}
BOTTOM = "document.querySelector('.page-one').getBoundingClientRect().bottom"
# Captions and headings in more lines than they have words: broken inside a word.
BROKEN = """() => [...document.querySelectorAll("caption span, .sign-off th, h1, h2, h3, summary")]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const words = each.textContent.trim().split(/[\\s-]+/).length;
    const line = 1.7 * parseFloat(getComputedStyle(each).fontSize);
    return each.getBoundingClientRect().height > (words + 1) * line;
  })
  .map(each => each.textContent)"""
# Names of rows in more lines than they have words.
SQUEEZED = """() => [...document.querySelectorAll(".data.laid tbody th")]
  .filter(each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const lines = new Set([...text.getClientRects()].map(box => Math.round(box.top))).size;
    return lines > each.textContent.trim().split(/[\\s-]+/).length;
  })
  .map(each => each.textContent)"""
# Both edges of each drawing that is seen, and the size of its smallest letters, in pixels.
DRAWINGS = """() => [...document.querySelectorAll(".drawing svg")]
  .filter(each => each.checkVisibility())
  .map(each => {
    const box = each.getBoundingClientRect();
    const scale = box.width / each.viewBox.baseVal.width;
    const letters = [...each.querySelectorAll("text")];
    const sizes = letters.map(text => parseFloat(getComputedStyle(text).fontSize) * scale);
    return [box.left, box.right, Math.min(...sizes)];
  })"""
# Letters of this many pixels are read on a phone without effort: those of a caption have 15.
LEAST_LETTERS = 11


def of_many_rows() -> Document:
    """Return the report of a table of 41 rows."""
    return report(read_subject("never-negative", MANY_ROWS.read_bytes()))


def as_certified() -> Document:
    """Return the report of Example 1 with what both solvers answered, as people print it."""
    return report(read_subject("example1", EXAMPLE_1.read_bytes()))


REPORTS = [
    (as_certified, ONE_ROW),
    (example_1_report, ONE_ROW),
    (failing, MORE_ROWS),
    (of_many_rows, MORE_ROWS),
]


def written(document: Document, folder: Path) -> Path:
    """Write the page of a document."""
    path = folder / "page.html"
    path.write_text(to_html(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(("make", "most"), REPORTS)
def test_a_report_has_few_pages_and_page_one_is_one(
    make: Callable[[], Document], most: int, browser: Browser, tmp_path: Path
) -> None:
    """At most 8 pages for one row and 15 for more, set or printed; page one is one sheet."""
    document = make()
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(written(document, tmp_path).as_uri())
    assert page.evaluate(BOTTOM) <= 1000
    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    page.close()
    for reader in (printed, PdfReader(BytesIO(to_pdf(document)))):
        assert len(reader.pages) <= most
        first, second = (reader.pages[place].extract_text() for place in (0, 1))
        assert "Checked by" in first
        assert document.sections[0].title in second


@pytest.mark.parametrize("media", ["screen", "print"])
def test_the_names_of_claims_are_not_broken(
    media: Literal["screen", "print"], visit: Callable[..., Page], tmp_path: Path
) -> None:
    """The sentences of the claims have most of the width, and their names enough of it."""
    paper = {"width": 665, "height": 973}
    desk = {"width": 1400, "height": 1000}
    viewport = desk if media == "screen" else paper
    page = visit(written(as_certified(), tmp_path), viewport=viewport)
    page.emulate_media(media=media)
    widths = page.locator(".data.laid thead th").evaluate_all("all => all.map(e => e.offsetWidth)")
    assert max(widths) == widths[1] > sum(widths) // 3
    assert page.evaluate(SQUEEZED) == []


@pytest.mark.parametrize("make", [example_1_report, of_many_rows, compared])
def test_on_a_phone_drawings_fit_and_no_word_is_broken(
    make: Callable[[], Document], visit: Callable[..., Page], tmp_path: Path
) -> None:
    """At 390 pixels drawings take the width, with letters to read; words are broken nowhere."""
    page = visit(written(make(), tmp_path), viewport=PHONE)
    assert page.evaluate(BROKEN) == []
    places = page.evaluate(DRAWINGS)
    assert places
    assert all(left >= 0 and right <= PHONE["width"] for left, right, _ in places)
    assert all(right - left > PHONE["width"] * 4 // 5 for left, right, _ in places)
    assert min(letters for _, _, letters in places) >= LEAST_LETTERS


def test_a_caption_of_one_letter_a_line_is_seen(visit: Callable[..., Page], tmp_path: Path) -> None:
    """The rule finds a caption that is squeezed into a column of letters."""
    page = visit(written(example_1_report(), tmp_path), viewport=PHONE)
    page.evaluate("document.querySelector('.cards caption span').style.width = '1ch'")
    assert page.evaluate(BROKEN) != []
