"""Filed certificates outlive the problems that their recorded answers belong to."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from reports.cli import main
from tests.certificate.making import Json, is_accepted, requests, small_certificates, written
from verification.certificate.making import prepare
from verification.smt.problem import EDITION

# What is asked about the small certificates, by edition. If this test fails, the problems have
# changed: raise EDITION, and write the new digest here.
DIGESTS = {2: "d5f33bdb54a68171fd2daddd621e97d05481c7e28abcd07419420d9894ef1349"}


# Certificates as they were filed before their solvers' records said an edition.
BEFORE = Path(__file__).parent / "data" / "version-2-before-editions"


def test_other_problems_are_another_edition() -> None:
    """The problems of an edition never change, neither their names nor what they ask."""
    asked = [
        (problem.name, problem.claim, problem.expected, problem.logic, problem.body)
        for request in requests().values()
        for problem in prepare(request).problems
    ]
    assert sha256(json.dumps(asked).encode()).hexdigest() == DIGESTS[EDITION]


def filed(edition: int) -> Json:
    """Return a certificate that was filed when problems had other names."""
    document = small_certificates()["law"]
    for solver in document["solvers"]:
        solver["edition"] = edition
        for number, problem in enumerate(solver["problems"]):
            problem["id"] = f"question-{number}"
    return document


def test_answers_to_an_older_edition_are_kept_and_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checked, reported with a mark, and asked again with the problems of today."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(filed(0)))
    assert is_accepted(filed(0))
    assert main(["report", str(path), "--as", "md"]) == 0
    text = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "of edition 0, and not compared with those of today" in text
    capsys.readouterr()
    assert main(["prove", str(path), "--solver", "z3"]) == 0
    said = capsys.readouterr().out
    assert "records answers to problems of edition 0; asked were those of today, edition 2." in said
    assert main(["report", str(path), "--prove", "--as", "md"]) == 0
    again = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "edition 0" not in again


@pytest.mark.parametrize("name", ["keys-2-8", "example1"])
def test_version_2_from_before_editions_is_read_as_the_oldest(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Filed certificates that record no edition: accepted, and their answers are marked."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes((BEFORE / f"{name}.certificate.json").read_bytes())
    solvers = json.loads(path.read_bytes())["solvers"]
    assert solvers
    assert not any("edition" in solver for solver in solvers)
    assert main(["check", str(path)]) == 0
    assert main(["report", str(path), "--as", "md"]) == 0
    text = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    marks = text.count("of edition 0, and not compared with those of today")
    assert marks == len(solvers)
    capsys.readouterr()


@pytest.mark.parametrize("edition", [EDITION, EDITION + 1])
def test_answers_to_other_problems_of_today_or_tomorrow_are_refused(
    edition: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under the number of today they are not about this table; a later number is not known."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(filed(edition)))
    assert main(["report", str(path), "--as", "md"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "t.report.md").exists()
