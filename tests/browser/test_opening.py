"""A page opens from a file and under the strictest policy, and asks nobody for anything."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page

from reports.document.blocks import Entry, Finding, Grid, Number, Section, as_text
from reports.document.html import to_html
from tests.browser.report_page import ReportPage
from tests.browser.strict_server import strictly_served
from tests.browser.wording import both
from tests.document.canonical import canonical
from tests.document.hostile import hostile
from tests.document.walking import parts


def watched(page: Page) -> tuple[list[str], list[str]]:
    """Return two lists that fill up: complaints of the page, and addresses it asks for."""
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: requests.append(request.url))
    return complaints, requests


def use(page: Page) -> None:
    """Unfold, sort and switch, so that every part of the script has run."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.evaluate("document.querySelectorAll('button.sort').forEach(each => each.click())")
    page.check("#numbers-both")


def test_a_page_from_a_file_complains_of_nothing_and_asks_for_nothing(
    report_page: ReportPage, context: Callable[..., BrowserContext]
) -> None:
    """No message on the console, no error, and no request but the one for the file itself."""
    page = context().new_page()
    complaints, requests = watched(page)
    page.goto(report_page.path.as_uri())
    use(page)
    assert page.locator("button.sort").count() > 0
    assert complaints == []
    assert requests == [report_page.path.as_uri()]


def test_hostile_text_does_nothing(context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    """A page whose every name tries to run something runs nothing."""
    path = tmp_path / "hostile.html"
    path.write_text(to_html(hostile()), encoding="utf-8")
    page = context().new_page()
    complaints, requests = watched(page)
    page.goto(path.as_uri())
    use(page)
    assert page.title() == "<script>alert(1)</script>"
    assert complaints == []
    assert requests == [path.as_uri()]


def test_without_style_and_script_everything_is_said(
    report_page: ReportPage, context: Callable[..., BrowserContext]
) -> None:
    """Under ``default-src 'none'`` the page is plain text, complete, and still asks for nothing."""
    with strictly_served(report_page.path.parent) as address:
        page = context().new_page()
        _, requests = watched(page)
        page.goto(f"{address}/{report_page.path.name}")
        assert requests == [f"{address}/{report_page.path.name}"]
        assert page.locator("button, p[role=status]").count() == 0
        assert page.evaluate("getComputedStyle(document.body).marginTop") == "8px"
        assert not page.locator("fieldset").is_visible()
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        shown = " ".join(page.locator("body").inner_text().split())
    wanted = texts(report_page)
    assert len(wanted) > 20
    shown = canonical(shown)
    assert [text for text in wanted if " ".join(canonical(text).split()) not in shown] == []


def texts(report_page: ReportPage) -> list[str]:
    """Return what a reader must find: titles, numbers in both forms, captions, findings, terms."""
    document = report_page.document
    found = [document.title, document.subtitle]
    found += [section.title for section in parts(document, Section)]
    found += [grid.caption for grid in parts(document, Grid)]
    found += [both(number) for number in parts(document, Number)]
    for finding in parts(document, Finding):
        said = (*as_text(finding.message), *as_text(finding.remedy))
        found += [finding.severity, finding.code, *(part for part in said if type(part) is str)]
    return found + [entry.meaning for entry in parts(document, Entry)]
