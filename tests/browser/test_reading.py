"""Folding, the form of the numbers and the contents work by mouse, by keyboard, without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from reports.document.blocks import Grid, Number, Section
from tests.browser.report_page import ReportPage
from tests.browser.wording import both, decimal, exact
from tests.document.canonical import canonical
from tests.document.walking import parts

SHOWN = "texts => texts.map(each => each.innerText)"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_folding_works_by_mouse_and_by_keyboard(
    report_page: ReportPage, visit: Callable[..., Page], script: bool
) -> None:
    """A fold opens on a click, closes on Enter and opens again on the space bar."""
    page = visit(report_page.path, java_script_enabled=script)
    details = page.locator("details:has(table)").first
    table, summary = details.locator("table"), details.locator("summary")
    assert not table.is_visible()
    summary.click()
    assert table.is_visible()
    summary.press("Enter")
    assert not table.is_visible()
    summary.press("Space")
    assert table.is_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_switch_shows_each_number_in_the_form_asked_for(
    report_page: ReportPage, visit: Callable[..., Page], script: bool
) -> None:
    """Decimals, exact forms, or both; a number with one form is shown once in every mode."""
    page = visit(report_page.path, java_script_enabled=script)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    numbers = parts(report_page.document, Number)
    modes = {"decimal": decimal, "exact": exact, "both": both}
    for mode, form in modes.items():
        page.check(f"#numbers-{mode}")
        shown = page.locator(".number, .whole tbody :is(th, td)").evaluate_all(SHOWN)
        assert [plain(text) for text in shown] == [plain(form(number)) for number in numbers]
    page.locator("#numbers-both").press("ArrowLeft")
    assert page.locator("#numbers-exact").is_checked()


def plain(text: str) -> str:
    """Return a text without the brackets that running text has and a table has not."""
    return "".join(canonical(text).split())


def test_without_script_every_cell_can_be_read(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """All rows are there, and there is no button that would do nothing."""
    page = visit(report_page.path, java_script_enabled=False)
    assert page.locator("button").count() == 0
    rows = sum(len(grid.rows) for grid in parts(report_page.document, Grid))
    assert page.locator("table.data tbody tr").count() == rows


def test_the_contents_lead_to_every_section(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """Each entry of the contents, clicked, puts its heading into view."""
    page = visit(report_page.path, reduced_motion="reduce")
    links = page.locator("nav a")
    titles: list[str] = []
    for section in report_page.document.sections:
        titles.append(section.title)
        titles += [block.title for block in section.blocks if isinstance(block, Section)]
    assert links.all_inner_texts() == [*titles, "Glossary"]
    for place in range(links.count()):
        links.nth(place).click()
        heading = page.locator(f"{links.nth(place).get_attribute('href')} > :first-child")
        assert heading.inner_text() == links.nth(place).inner_text()
        page.wait_for_function(
            "each => each.getBoundingClientRect().top < innerHeight", arg=heading.element_handle()
        )


def test_a_decimal_that_is_pointed_at_shows_its_exact_form(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """Decimals are shown; under the pointer, and only there, the exact form stands too."""
    page = visit(report_page.path)
    number = page.locator("main p .number:has(.exact), main li .number:has(.exact)").first
    exact = number.locator(".exact")
    assert not exact.is_visible()
    number.locator(".decimal").hover()
    assert exact.is_visible()
    page.mouse.move(0, 0)
    assert not exact.is_visible()
