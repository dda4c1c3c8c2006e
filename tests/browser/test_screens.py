"""The page can be read on a narrow screen, in the dark, and in the colours of the system."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Page

from reports.document.blocks import Document
from reports.document.html import to_html
from tests.browser.colours import contrast, faint_texts
from tests.browser.report_page import ReportPage
from tests.document.hostile import hostile
from tests.document.sample import sample
from tests.house_rules import ROOT

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"
# What sticks out of the window and does not stand in a region that scrolls by itself.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && !each.closest(".unseen, .skip"))
  .filter(each => each.matches(".scroll") || !each.closest(".scroll"))
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => `${each.tagName} ${each.className} ${each.textContent.slice(0, 30)}`)"""


@pytest.mark.parametrize("mode", ["decimal", "exact", "both"])
def test_a_narrow_screen_never_scrolls_sideways(
    report_page: ReportPage, visit: Callable[..., Page], mode: str
) -> None:
    """At 320 pixels everything fits, unfolded, in every form of the numbers."""
    page = visit(report_page.path, viewport={"width": 320, "height": 640})
    page.check(f"#numbers-{mode}")
    page.evaluate(UNFOLD)
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_captions_are_not_broken_within_words_on_a_phone(visit: Callable[..., Page]) -> None:
    """The release of the gallery at 390 pixels: a caption beside its button has few lines."""
    path = ROOT / "reports" / "gallery" / "release" / "release.html"
    page = visit(path, viewport={"width": 390, "height": 800})
    heights = page.evaluate("[...document.querySelectorAll('caption')].map(c => c.clientHeight)")
    assert heights
    assert max(heights) < 120


def written(document: Document, folder: Path) -> Path:
    """Write the page of a document."""
    path = folder / "page.html"
    path.write_text(to_html(document), encoding="utf-8")
    return path


def test_a_name_without_a_space_does_not_widen_the_page(
    tmp_path: Path, visit: Callable[..., Page]
) -> None:
    """A name of 300 letters is broken, in every kind of block."""
    page = visit(written(hostile(), tmp_path), viewport={"width": 320, "height": 640})
    page.check("#numbers-both")
    page.evaluate(UNFOLD)
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_what_lies_behind_it(
    report_page: ReportPage, visit: Callable[..., Page], scheme: str
) -> None:
    """The contrast is at least 4.5 to 1 (WCAG 1.4.3), in drawings as well."""
    page = visit(report_page.path, color_scheme=scheme)
    page.evaluate(UNFOLD)
    page.check("#numbers-both")
    assert faint_texts(page, Fraction(9, 2)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("status", ["holds", "fails", "measured", "undecided", "not claimed"])
def test_each_verdict_can_be_read_and_has_its_own_look(
    tmp_path: Path, visit: Callable[..., Page], status: str, scheme: str
) -> None:
    """The answer is a word in large type, and its contrast is that of text."""
    page = visit(written(sample(status), tmp_path), color_scheme=scheme)
    answer = page.locator(".answer")
    said = "measured, nothing promised" if status == "measured" else status
    assert answer.inner_text().split(maxsplit=1)[1] == said.upper()
    assert faint_texts(page, Fraction(9, 2)) == []


def test_the_page_is_dark_in_the_dark(report_page: ReportPage, visit: Callable[..., Page]) -> None:
    """Paper and ink change places with the scheme of the system."""
    colour = "getComputedStyle(document.body).backgroundColor"
    light = visit(report_page.path, color_scheme="light").evaluate(colour)
    dark = visit(report_page.path, color_scheme="dark").evaluate(colour)
    assert contrast(light, "rgb(255, 255, 255)") == 1
    assert contrast(dark, "rgb(255, 255, 255)") > 12


def test_the_formula_of_contrast_is_that_of_the_standard() -> None:
    """Black on white is 21 to 1, and #767676 is the lightest grey that passes on white."""
    white = "rgb(255, 255, 255)"
    assert contrast("rgb(0, 0, 0)", white) == 21
    assert contrast("rgb(118, 118, 118)", white) > Fraction(9, 2)
    assert contrast("rgb(119, 119, 119)", white) < Fraction(9, 2)


def test_nothing_moves_for_those_who_ask_for_it(
    report_page: ReportPage, visit: Callable[..., Page]
) -> None:
    """With reduced motion a link jumps, and nothing is animated."""
    page = visit(report_page.path, reduced_motion="reduce")
    behaviour = "getComputedStyle(document.documentElement).scrollBehavior"
    assert page.evaluate(behaviour) == "auto"
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_colours_of_the_system_leave_drawings_and_frames_visible(
    tmp_path: Path, visit: Callable[..., Page]
) -> None:
    """In forced colours the verdict keeps its frame, and a drawing its own colours."""
    page = visit(written(sample(), tmp_path), forced_colors="active")
    width = page.locator(".verdict").evaluate("each => getComputedStyle(each).borderTopWidth")
    assert width != "0px"
    adjusted = page.locator(".drawing").first.evaluate(
        "each => getComputedStyle(each).forcedColorAdjust"
    )
    assert adjusted == "none"
