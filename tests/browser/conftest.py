"""A browser for each worker, and the pages to open in it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import pages
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.report_page import ReportPage


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return one browser for all tests of this worker."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session", params=list(pages.documents()))
def report_page(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ReportPage:
    """Return each report in turn: its name, its document and its file."""
    folder = tmp_path_factory.getbasetemp() / "report-pages"
    folder.mkdir(exist_ok=True)
    name: str = request.param
    return ReportPage(name, pages.document(name), pages.write(name, folder))


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens a fresh context with the given options."""
    opened: list[BrowserContext] = []

    def new(**options: object) -> BrowserContext:
        opened.append(browser.new_context(**options))  # type: ignore[arg-type]
        return opened[-1]

    yield new
    for one in opened:
        one.close()


@pytest.fixture
def visit(context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Return a function that opens a file in a fresh context with the given options."""

    def opened(path: Path, **options: object) -> Page:
        page = context(**options).new_page()
        page.goto(path.as_uri())
        return page

    return opened
