"""``ptcert reproduce``: the summary, the pages, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from reports.cli import main
from reports.papers.check import number, statement
from reports.papers.papers import NAMES, paper


@pytest.mark.parametrize("name", NAMES)
def test_every_paper_has_its_name_title_and_authors(name: str) -> None:
    """The registry leads to the right module."""
    found = paper(name)
    assert found.name == name
    assert len(found.title) > 20
    assert found.authors


def test_the_summary_counts_every_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """JSON and text agree on one paper, and its page is written."""
    assert main(["reproduce", "sadeghi-chien", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    agreeing = sum(1 for check in found["checks"] if check["agrees"])
    assert (found["checked"], found["agree"]) == (len(found["checks"]), agreeing)
    assert main(["reproduce", "sadeghi-chien", "-o", str(tmp_path), "--as", "md"]) == 0
    text = capsys.readouterr().out
    last = text.splitlines()[-1].split()
    assert last == [
        "sadeghi-chien",
        str(found["checked"]),
        str(found["agree"]),
        str(found["checked"] - found["agree"]),
        str(len(found["not_checked"])),
        str(len(found["drawings"])),
    ]
    page = (tmp_path / "sadeghi-chien.report.md").read_text(encoding="utf-8")
    for check in found["checks"]:
        if not check["agrees"]:
            assert check["printed"] in text
    assert all(each["reason"] in text for each in found["not_checked"])
    plain = page.replace("\\", "")
    wrong = [check["printed"] for check in found["checks"] if not check["agrees"]]
    numbers = [printed for printed in wrong if not {"^", "_"} & set(printed)]  # formulas are set
    assert numbers
    assert [printed for printed in numbers if printed not in plain] == []


def test_every_known_misprint_of_sadeghi_and_chien_is_found() -> None:
    """Those of tests/papers/sadeghi_chien/SOURCES.md, each found by its own test there."""
    checks = [c for part in paper("sadeghi-chien").parts() for c in part.checks]
    differing = {(c.place, c.what) for c in checks if not c.agrees}
    for place, what in (
        ("(2.30)", "p(±12)"),
        ("(4.4)", "c_Z(-24)"),
        ("(4.4)", "c_Z(-23)"),
        ("Figure 1", "γ for V = 10 at D = 15"),
        ("Remark 1", "statement"),
        ("(2.29)", "statement"),
        ("(4.8), (4.9)", "statement"),
    ):
        assert (place, what) in differing
    assert all(c.remark for c in checks if not c.agrees)


def test_an_unknown_paper_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """One line with the names that are known."""
    assert main(["reproduce", "shannon"]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "sadeghi-chien" in said


@pytest.mark.parametrize(
    ("printed", "agrees"), [("0.667", True), ("0.666", False), ("0.6667", True), ("0.7", True)]
)
def test_a_number_agrees_exactly_if_it_is_correctly_rounded(printed: str, agrees: bool) -> None:
    """2/3 in several lengths."""
    assert number("here", "two thirds", printed, Fraction(2, 3)).agrees == agrees


def test_a_statement_is_what_the_computation_says() -> None:
    """It agrees or not as it is told, with the words of both."""
    found = statement("here", "the moon is made of cheese", "it is rock", agrees=False)
    assert (found.printed, found.true, found.agrees) == (
        "the moon is made of cheese",
        "it is rock",
        False,
    )
