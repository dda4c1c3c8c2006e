"""The report of a table as large as those in use: 750 rows, all different."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext
from pypdf import PdfReader

from reports.document.html import to_html
from reports.document.pdf import to_pdf
from tests.browser.pages import certified
from tests.browser.test_opening import watched
from tests.content.large import ROWS, ons_sized

MOST_BYTES = 13 * 10**6 // 4
# The longest stretch during which the page did not answer, in frames that were asked for.
FRAMES = """async () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  for (let i = 0; i < 5; i++) { await frame(); }
  return document.readyState;
}"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a table of 750 different rows at two epsilons."""
    path = tmp_path_factory.mktemp("large") / "large.html"
    document = certified("large", ons_sized(), "1", "1/2")
    path.write_text(to_html(document), encoding="utf-8")
    path.with_suffix(".pdf").write_bytes(to_pdf(document))
    return path


def test_the_page_stays_small(large: Path) -> None:
    """Below 3.25 MB, with every row in it and every drawing in two widths."""
    assert large.stat().st_size < MOST_BYTES
    assert large.read_text(encoding="utf-8").count('<tr><th scope="row"') > 3 * ROWS


def test_it_has_few_pages_on_paper(large: Path, browser: Browser) -> None:
    """At most 15, set or printed by the browser: the rows are in the files that go with it."""
    page = browser.new_page()
    page.goto(large.as_uri())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    for paper in (printed, large.with_suffix(".pdf").read_bytes()):
        assert 5 < len(PdfReader(BytesIO(paper)).pages) <= 15


def test_the_page_opens_answers_and_sorts(
    large: Path, context: Callable[..., BrowserContext]
) -> None:
    """It draws frames after opening, and sorts its longest table, without a complaint."""
    page = context().new_page()
    complaints, requests = watched(page)
    page.goto(large.as_uri())
    assert page.evaluate(FRAMES) == "complete"
    longest = page.locator("table.whole").first
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    first = longest.locator("thead button").first
    first.click()
    first.click()
    assert longest.locator("tbody tr").first.locator("th").inner_text() == str(ROWS)
    assert complaints == []
    assert requests == [large.as_uri()]
