"""Reports of apply and verify: in every format what the command found, with its pictures."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from exact.pmf import Pmf
from exact.table.native import write_native
from reports.cli import main
from reports.engines.drawn import DrawnNoise
from tests.applying.by_hand import people, write_csv
from tests.applying.test_verify import KEYS, table


def words(tmp_path: Path) -> list[str]:
    """Return the words that apply a table to 400 people."""
    data, file = write_csv(tmp_path / "people.csv", people(400, KEYS)), tmp_path / "t.ptable.json"
    file.write_text(write_native(table()))
    made = ["apply", str(data), "--table", str(file), "--by", "region,age", "--margins", "all"]
    return [*made, "--record-key", "rkey", "-o", str(tmp_path / "out.csv")]


@pytest.mark.parametrize("suffix", ["html", "md", "pdf", "txt", "json"])
def test_the_report_of_a_table_names_its_files_and_cells(tmp_path: Path, suffix: str) -> None:
    """The digest of the data stands in every format that is text; a PDF begins as one."""
    from hashlib import sha256

    report = tmp_path / f"r.{suffix}"
    assert main([*words(tmp_path), "--report", str(report)]) == 0
    digest = sha256((tmp_path / "people.csv").read_bytes()).hexdigest()
    content = report.read_bytes()
    assert content.startswith(b"%PDF") if suffix == "pdf" else digest.encode() in content


def test_the_report_of_wrong_cells_has_causes_and_the_best_reading(tmp_path: Path) -> None:
    """Every noise is left out: one cause for each, explained by one reading."""
    assert main(words(tmp_path)) == 0
    out = tmp_path / "out.csv"
    head, *rows = out.read_text().splitlines()
    cells = [row.rsplit(",", 4) for row in rows]
    plain = [",".join([*cell[:2], cell[2], "0", cell[1]]) for cell in cells]
    out.write_text("\n".join([head, *plain]) + "\n")
    html, answer = tmp_path / "v.html", tmp_path / "v.json"
    given = ["verify", str(tmp_path / "people.csv"), str(out), "--table"]
    given.append(str(tmp_path / "t.ptable.json"))
    assert main([*given, "--report", str(html)]) == 1
    assert main([*given, "--report", str(answer)]) == 1
    told = json.loads(answer.read_text())
    wrong = told["cells"] - told["right"]
    assert (told["best_reading"]["name"], told["best_reading"]["explains"]) == ("no-noise", wrong)
    assert "no noise is added at all" in html.read_text()
    assert html.read_text().count("<svg") >= 1


def test_a_report_of_an_unknown_kind_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written."""
    assert main([*words(tmp_path), "--report", str(tmp_path / "r.docx")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "out.csv").exists()


def test_tails_of_drawn_noise_are_binomial() -> None:
    """3 of 10 cells drew a noise of probability 1/4: against sums of binomial coefficients."""
    law = Pmf((-1, 2), (3, 1))
    drawn = DrawnNoise(1, law, 10, ((-1, 7), (2, 3)))
    q = Fraction(1, 4)
    chances = [comb(10, x) * q**x * (1 - q) ** (10 - x) for x in range(11)]
    truth = min(Fraction(1), 2 * min(sum(chances[3:]), sum(chances[:4])))
    found = drawn.tail(2)
    assert found.lo <= truth <= found.hi
    assert found.width < Fraction(1, 2**100)
