"""What a notebook shows of a value is the report's own page, in a frame that harms nobody."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

import ptcert
from tests.browser.test_opening import watched
from tests.door.small import ONS


def values(folder: Path) -> dict[str, object]:
    """Return a table, its profile and its audit."""
    path = folder / "small.csv"
    path.write_text(ONS, encoding="utf-8")
    table = ptcert.read(path, beyond="repeat", zero="none")
    audit = ptcert.audit(table, "ln(2)", "1/4")
    return {"table": table, "profile": table.profile(), "audit": audit}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("table", "the last row (2) repeats"),
        ("profile", "Privacy profile: the tight δ for every ε"),
        ("audit", "HOLDS over all events"),
    ],
)
def test_a_value_in_a_notebook_is_seen(
    name: str, said: str, context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """Its words stand in the frame, drawings have a size, links stay inside, nothing complains."""
    value = values(tmp_path)[name]
    page = context().new_page()
    complaints, requests = watched(page)
    notebook = tmp_path / "notebook.html"
    html = value._repr_html_()  # type: ignore[attr-defined]
    notebook.write_text(f'<!DOCTYPE html><meta charset="utf-8">{html}', encoding="utf-8")
    page.goto(notebook.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_text(said).first.wait_for()
    for drawing in frame.locator("svg:visible").all():
        assert (drawing.bounding_box() or {"height": 0})["height"] > 100
    frame.locator("header a").evaluate("link => link.click()")
    assert page.frames[1].url.endswith("#contents")
    assert frame.get_by_text(said).first.is_visible()
    assert complaints == []
    assert [address for address in requests if not address.startswith("data:")] == [
        notebook.as_uri()
    ]
