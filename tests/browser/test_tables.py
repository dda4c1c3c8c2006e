"""Grids are sorted by value and copied as they are shown."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from reports.document.blocks import Column, Document, Grid, Number, Section, Text
from reports.document.html import to_html
from tests.browser.report_page import ReportPage
from tests.document.sample_grids import law_grid, sizes_grid
from tests.document.walking import parts

# Numbers the rows of every table as they stand at first.
NUMBERED = """document.querySelectorAll("table.data").forEach(table =>
  [...table.tBodies[0].rows].forEach((row, place) => { row.dataset.first = place; }))"""
# Presses a header and tells the order of the rows by those numbers.
PRESSED = """([grid, column]) => {
  const table = document.querySelectorAll("table.data")[grid];
  table.tHead.rows[0].cells[column].querySelector("button").click();
  return [table.tHead.rows[0].cells[column].getAttribute("aria-sort"),
    [...table.tBodies[0].rows].map(row => Number(row.dataset.first))];
}"""


def value(cell: Text) -> Fraction | None:
    """Return the value of a cell, read by Python's own fractions; infinity is very large."""
    forms = [
        form for part in cell if isinstance(part, Number) for form in (part.exact, part.decimal)
    ]
    for form in forms[:2] or ["".join(part for part in cell if isinstance(part, str))]:
        if form in {"∞", "-∞"}:
            return Fraction(10) ** 4000 * (-1 if form[0] == "-" else 1)
        base, _, power = form.partition("^")
        try:
            return Fraction(base) ** int(power or 1)
        except ValueError:
            continue
    return None


def expected_order(grid: Grid, place: int, descending: bool) -> list[int]:
    """Return the rows in order of a numeric column: ties keep their order, no number comes last."""
    values = {number: value(row[place]) for number, row in enumerate(grid.rows)}
    known = {number: found for number, found in values.items() if found is not None}
    sign = -1 if descending else 1
    return [
        *sorted(known, key=lambda number: (sign * known[number], number)),
        *(number for number in values if number not in known),
    ]


def test_every_numeric_column_sorts_by_value_both_ways_and_back(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """Three presses: ascending, descending, and the first order again."""
    page = visit(report_page.path)
    page.evaluate(NUMBERED)
    for number, grid in enumerate(parts(report_page.document, Grid)):
        for place, column in enumerate(grid.columns):
            if not column.numeric:
                continue
            pressed = [page.evaluate(PRESSED, [number, place]) for _ in range(3)]
            assert pressed == [
                ["ascending", expected_order(grid, place, descending=False)],
                ["descending", expected_order(grid, place, descending=True)],
                [None, list(range(len(grid.rows)))],
            ]
    assert page.locator(".data button.sort").count() > 0


def in_page(grid: Grid, folder: Path) -> Path:
    """Write a page with this grid alone."""
    path = folder / "grid.html"
    section = Section("only", "Only", (grid,))
    path.write_text(to_html(Document("T", "S", (), (section,), ())), encoding="utf-8")
    return path


def names(page: Page) -> list[str]:
    """Return the row headers as they stand."""
    return page.locator("tbody th").all_inner_texts()


def test_sorting_works_by_mouse_and_keyboard_and_is_announced(
    tmp_path: Path, visit: Callable[..., Page]
) -> None:
    """The header is a button; its state is in ``aria-sort``, and a status message says it."""
    page = visit(in_page(sizes_grid(), tmp_path))
    header = page.locator("thead th", has_text="Value")
    button = header.get_by_role("button")
    ascending = [
        "a negative third",
        "a tiny excess",
        "a logarithm",
        "nine",
        "a thousand",
        "a second thousand",
        "a power",
        "a huge integer",
        "a huge integer and one more",
        "no bound",
        "not measured",
    ]
    button.click()
    assert names(page) == ascending
    assert header.get_attribute("aria-sort") == "ascending"
    assert page.get_by_role("status").inner_text() == "Sorted by Value, ascending"
    button.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    assert names(page)[0] == "no bound"
    assert names(page)[-1] == "not measured"
    button.press("Space")
    assert header.get_attribute("aria-sort") is None
    assert names(page) == [str(row[0][0]) for row in sizes_grid().rows]
    assert page.locator("thead button:focus").count() == 1
    page.locator("thead th", has_text="Name").get_by_role("button").click()
    assert names(page) == sorted(names(page))
    assert page.locator("[aria-sort]").count() == 1


def pasted(page: Page) -> str:
    """Return what a paste into a text field gives."""
    page.evaluate("document.body.append(document.createElement('textarea'))")
    area = page.locator("textarea")
    area.press("Control+V")
    text = area.input_value()
    area.evaluate("area => area.remove()")
    return text


@pytest.mark.parametrize("clipboard", [True, False], ids=["clipboard", "no-clipboard"])
def test_copying_gives_the_cells_as_shown(
    tmp_path: Path, context: Callable[..., BrowserContext], clipboard: bool
) -> None:
    """Tab-separated, in the form that is shown, also where the clipboard is not offered."""
    page = context().new_page()
    # The confirmation goes when the clock says so, and the clock is ours.
    page.clock.install()
    if not clipboard:
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(in_page(law_grid(), tmp_path).as_uri())
    button = page.get_by_role("button", name="Copy")
    rows = [[part for (part,) in row if isinstance(part, Number)] for row in law_grid().rows]
    button.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.get_by_role("status").inner_text() == "10 rows copied"
    page.clock.run_for(5000)
    assert button.inner_text().split()[0] == "Copy"
    assert pasted(page).splitlines() == [
        "Noise\tKeys\tProbability",
        *(f"{noise.decimal}\t{keys.decimal}\t≤ {share.decimal}" for noise, keys, share in rows),
    ]
    page.check("#numbers-exact")
    page.get_by_role("button", name="Noise", exact=True).press("Enter")
    page.get_by_role("button", name="Noise", exact=True).press("Enter")
    page.locator("button.copy").press("Enter")
    page.get_by_role("status").get_by_text("10 rows copied").wait_for()
    assert pasted(page).splitlines()[1:] == [
        f"{noise.exact}\t{keys.exact}\t{share.exact}" for noise, keys, share in reversed(rows)
    ]


def test_a_copied_cell_is_never_a_formula(tmp_path: Path, visit: Callable[..., Page]) -> None:
    """A spreadsheet would run a cell that begins with =, +, - or @; numbers stay numbers."""
    cells = ("=1+2+cmd|x", "@SUM(1)", "-cmd", "+1+cmd", "-5", "-1/3", "+1e-9", "-∞", "plain")
    grid = Grid("g", "Cells", (Column("Cell"),), tuple(((cell,),) for cell in cells))
    page = visit(in_page(grid, tmp_path))
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("status").get_by_text("rows copied").wait_for()
    assert pasted(page).splitlines()[1:] == [
        *(f"'{cell}" for cell in cells[:4]),
        *cells[4:],
    ]
