"""Everybody can use the page: no violation of accessibility rules, every control by keyboard."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.report_page import ReportPage

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"
# Everything that a keyboard must reach; a group of radio buttons is one stop.
CONTROLS = """() =>
  [...document.querySelectorAll("a, button, summary, input:checked, [tabindex='0']")]
  .filter(each => each.checkVisibility()).length"""
FOCUSED = """() => {
  const each = document.activeElement;
  const style = getComputedStyle(each);
  const box = each.getBoundingClientRect();
  return [each.tagName + " " + each.textContent.slice(0, 40),
    each === document.body,
    style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    box.bottom > 0 && box.top < innerHeight];
}"""


# The rows of a table are all of one make: some of them stand for the rest.
SHORTEN = """() => document.querySelectorAll("tbody").forEach(
  body => [...body.rows].slice(4).forEach(row => row.remove()))"""


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe finds wrong; it is injected by the debugger, which no policy stops."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], **options}
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:100]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("folded", [True, False], ids=["folded", "unfolded"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    report_page: ReportPage, visit: Callable[..., Page], scheme: str, folded: bool
) -> None:
    """No rule of axe is broken, grave or not."""
    page = visit(report_page.path, color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(SHORTEN)
    if not folded:
        page.evaluate(UNFOLD)
    assert violations(page, {}) == []


def test_axe_would_find_something(tmp_path: Path, visit: Callable[..., Page]) -> None:
    """The check can fail: a picture without words and a faint text are found."""
    path = tmp_path / "bad.html"
    path.write_text(
        "<!DOCTYPE html><html lang=en><title>x</title><main><div role=img></div>"
        "<p style='color: #ddd; background: #fff'>faint</p></main>",
        encoding="utf-8",
    )
    page = visit(path)
    found = " ".join(violations(page, {"runOnly": ["role-img-alt", "color-contrast"]}))
    assert "role-img-alt" in found
    assert "color-contrast" in found


def test_the_keyboard_reaches_every_control_and_shows_where_it_is(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """Tab stops once at each control, with a visible outline, inside the window."""
    page = visit(report_page.path, reduced_motion="reduce")
    stops = []
    for _ in range(page.evaluate(CONTROLS)):
        page.keyboard.press("Tab")
        name, nowhere, outlined, in_sight = page.evaluate(FOCUSED)
        assert not nowhere
        assert outlined, name
        assert in_sight, name
        stops.append(name)
    assert stops[0] == "A Skip to the document"
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[1]


def test_the_skip_link_leads_past_the_bar(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """It is the first stop, is seen when it has the focus, and leads to the main part."""
    page = visit(report_page.path, reduced_motion="reduce")
    page.keyboard.press("Tab")
    box = page.locator(".skip").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
