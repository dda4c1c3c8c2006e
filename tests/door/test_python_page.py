"""The page on the front door shows what Python answers."""

import re
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from tests.house_rules import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the blocks of one language, in the order of the page."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_shows_real_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run one after the other beside the file that it shows, every line answers as shown."""
    monkeypatch.chdir(tmp_path)
    (file,) = blocks("csv")
    Path("table.csv").write_text(file, encoding="utf-8")
    shown = "".join(blocks("python"))
    test = DocTestParser().get_doctest(shown, {}, "docs/python.md", None, 0)
    assert len(test.examples) > 10
    report: list[str] = []
    assert DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)
