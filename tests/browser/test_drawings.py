"""Every drawing of a page is really drawn, in the light, in the dark and in forced colours."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page

from reports.document.blocks import Picture
from tests.browser.report_page import ReportPage
from tests.document.walking import parts

# Texts of a drawing that leave its frame.
CUT_OFF = """svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1
      || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map(text => text.textContent);
}"""
_LEAST_COLOURS = 8
# A drawing in which one colour covers nearly everything shows nothing.
_MOST_OF_ONE = 97


@pytest.mark.parametrize(
    "options",
    [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}],
    ids=["light", "dark", "forced"],
)
def test_every_picture_is_drawn_and_not_blank(
    report_page: ReportPage, visit: Callable[..., Page], options: dict[str, str]
) -> None:
    """It has a size, several colours, no single colour nearly everywhere, and no text cut off."""
    page = visit(report_page.path, **options)
    drawings = page.locator(".drawing > svg:visible")
    pictures = parts(report_page.document, Picture)
    assert drawings.count() == len(pictures) > 0
    for place, picture in enumerate(pictures):
        drawing = drawings.nth(place)
        box = drawing.bounding_box()
        assert box is not None, picture.name
        assert min(box["width"], box["height"]) > 100, picture.name
        image = Image.open(BytesIO(drawing.screenshot())).convert("RGB")
        counted = image.getcolors(image.width * image.height)
        assert counted is not None
        assert len(counted) >= _LEAST_COLOURS, picture.name
        largest = max(count for count, _ in counted)
        assert largest * 100 < _MOST_OF_ONE * image.width * image.height, picture.name
        assert drawing.evaluate(CUT_OFF) == [], picture.name
