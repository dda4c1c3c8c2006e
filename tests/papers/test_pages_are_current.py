"""The pages and drawings in the repository are what the program makes today, byte for byte."""

import re
from pathlib import Path

import pytest

from reports.document.markdown import picture_files, to_markdown
from reports.gallery.__main__ import release
from reports.papers.page import page
from reports.papers.papers import NAMES, paper
from reports.papers.sadeghi_chien.figures import figures
from tests.house_rules import ROOT

PAPERS = ROOT / "reports" / "papers"
FIGURES = ROOT / "reports" / "gallery" / "figures" / "sadeghi-chien.report"
# The page of shlomo-krenzke-li holds a seeded simulation, which belongs to one version of Python.
EXACT = [name for name in NAMES if name != "shlomo-krenzke-li"]


@pytest.mark.parametrize("name", EXACT)
def test_the_page_of_a_paper_is_current(name: str) -> None:
    """``make papers`` would change nothing: neither the page nor a drawing."""
    found = paper(name)
    made = page(found, found.parts())
    assert to_markdown(made, f"{name}.report") == (PAPERS / f"{name}.report.md").read_text("utf-8")
    folder = PAPERS / f"{name}.report"
    assert picture_files(made) == {p.name: p.read_text("utf-8") for p in folder.iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_no_caret_is_left_on_the_page_of_a_paper(name: str) -> None:
    """Powers are raised in words and in drawings; a description read aloud has no place for it."""
    lines = (PAPERS / f"{name}.report.md").read_text("utf-8").splitlines()
    assert [line for line in lines if "^" in line and not line.startswith("![")] == []
    for path in (PAPERS / f"{name}.report").iterdir():
        shown = re.findall(r"<text\b.*?</text>", path.read_text("utf-8"), re.DOTALL)
        assert [text for text in shown if "^" in text] == []


def test_the_figures_of_the_gallery_are_current() -> None:
    """``make gallery`` would draw them the same."""
    drawn = {f"{picture.name}.svg": picture.drawing.wide for picture in figures()}
    assert drawn == {path.name: path.read_text("utf-8") for path in FIGURES.iterdir()}


def test_the_release_of_the_gallery_is_current(tmp_path: Path) -> None:
    """``make gallery`` would write its report the same, drawings included."""
    written = ROOT / "reports" / "gallery" / "release"
    release(tmp_path / "release.md")
    made = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    assert len(made) == 3
    for name, path in made.items():
        assert path.read_text("utf-8") == (written / name).read_text("utf-8")
