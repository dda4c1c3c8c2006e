"""``ptcert test independence`` as a user runs it."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

GRID = ",young,middle,old,total\nnorth,63,41,40,150\nsouth,12,45,37,88\nwest,22,22,56,100\n"
LAPLACE = ("--law", "laplace", "--epsilon", "1/2", "--m", "10")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return a released table with a column of totals."""
    path = tmp_path / "released.csv"
    path.write_text(GRID, encoding="utf-8")
    return path


def test_the_answer_for_machines(run: Run, written: Path) -> None:
    """The keys of a script: df, naive, corrected, with proved bounds."""
    found = run("test", "independence", str(written), *LAPLACE, "--json").json
    assert found["df"] == 4
    assert {"statistic", "p_value"} <= set(found["naive"])
    corrected = found["corrected"]
    for name in ("statistic", "p_value"):
        assert Fraction(corrected[name]["lo"]) <= Fraction(corrected[name]["hi"])
    # Noise explains a part of what the naive test takes for dependence.
    assert Fraction(corrected["statistic"]["hi"]) < Fraction(found["naive"]["statistic"]["lo"])
    assert corrected["both_sides"] is True


def test_options_may_come_first_and_a_line_a_cell_is_the_same_table(
    run: Run, written: Path, tmp_path: Path
) -> None:
    """A long file with margins gives the same answer as the grid."""
    lines = [line.split(",") for line in GRID.splitlines()]
    cells = [
        f"{line[0]},{name},{value}"
        for line in lines[1:]
        for name, value in zip(lines[0][1:], line[1:], strict=True)
    ]
    long = tmp_path / "long.csv"
    long.write_text("\n".join(["place,age,released", *cells]), encoding="utf-8")
    one = run("test", "independence", *LAPLACE, str(written), "--json").json
    assert one == run("test", "independence", *LAPLACE, str(long), "--json").json


def test_the_text_says_what_may_be_concluded(run: Run, written: Path) -> None:
    """Both p-values in one sentence, and both fitted tables."""
    out = run("test", "independence", str(written), *LAPLACE).out
    assert out.startswith("Independence is rejected at level 0.05")
    assert "taken for true counts" in out
    assert "42.287" in out


def test_the_page_is_written(run: Run, written: Path, tmp_path: Path) -> None:
    """As HTML."""
    page = tmp_path / "page.html"
    assert run("test", "independence", str(written), *LAPLACE, "-o", str(page)).status == 0
    assert "duality" in page.read_text(encoding="utf-8")


def test_negative_counts_are_a_finding_where_noise_can_give_them(run: Run, tmp_path: Path) -> None:
    """The naive test has no value; without noise the cell is named."""
    path = tmp_path / "r.csv"
    path.write_text("12,-3\n20,31\n", encoding="utf-8")
    outcome = run("test", "independence", str(path), *LAPLACE)
    assert "NEGATIVE" in outcome.out
    found = run("test", "independence", str(path), *LAPLACE, "--json").json
    assert found["naive"]["statistic"] is None
    check_rejected(
        run("test", "independence", str(path), "--no-noise"), "cell (1, 2)", "cannot be released"
    )


BAD = {
    "one row": ("3,4,5\n", "1 x 3"),
    "one column": ("3\n4\n", "2 x 1"),
    "an empty row": ("3,4\n0,0\n5,6\n", "row = '2': is empty"),
    "an empty column": ("a,b\n3,0\n5,0\n", "column = 'b': is empty"),
    "half a person": ("3,4\n1.5,6\n", "line 2, column 1 = '1.5': is no whole number"),
    "a word": ("3,4\nfive,6\n7,x\n", "is no released count"),
    "a hole": ("3,4\n,6\n", "line 2, column 1 = '': is empty"),
    "ragged": ("3,4\n5\n", "line 2"),
    "nothing": ("", "has no lines"),
    "only names": ("a,b\n", "has no counts"),
    "a cell twice": ("a,b,released\nx,u,1\nx,u,2\n", "again"),
    "a cell missing": ("a,b,released\nx,u,1\ny,v,2\n", "without a line"),
    "three dimensions": ("a,b,c,released\nx,u,s,1\n", "3 columns of names"),
    "gigantic": ("3,4\n5,99999999\n", "more than 1000000"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables_are_one_line(run: Run, tmp_path: Path, case: str) -> None:
    """Never a p-value of what is no table of counts."""
    text, said = BAD[case]
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    check_rejected(run("test", "independence", str(path), *LAPLACE), said)


def test_a_value_that_a_table_cannot_release_names_the_cell(run: Run, tmp_path: Path) -> None:
    """Released ones under a table that makes none."""
    rows = (Row(((0, 3),)), Row(((-1, 2), (2, 1))), Row(((-2, 1), (1, 2))), Row(((0, 3),)))
    table, released = tmp_path / "t.ptable.json", tmp_path / "r.csv"
    table.write_text(write_native(PTable(3, 0, rows, zero="row")), encoding="utf-8")
    released.write_text("x,y\n1,7\n8,9\n", encoding="utf-8")
    outcome = run("test", "independence", str(released), "--table", str(table))
    check_rejected(outcome, "cell (1, x) = 1", "cannot be released")


def test_a_file_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    """One line."""
    check_rejected(run("test", "independence", str(tmp_path / "no.csv"), *LAPLACE), "no.csv")


def test_a_simulation_is_the_same_with_the_same_seed(run: Run, written: Path) -> None:
    """Level and power of both tests with exact intervals; another seed draws other tables."""
    words = ("test", "independence", str(written), *LAPLACE, "--simulate", "40", "--json")
    first, again, other = (run(*words, "--seed", seed).json for seed in ("5", "5", "6"))
    assert first == again
    assert first["simulation"]["seed"] != other["simulation"]["seed"]
    for rates in (first["simulation"]["level"], first["simulation"]["power"]):
        for rate in rates.values():
            share = Fraction(rate["rejected"], 40)
            assert Fraction(rate["lo"]) <= share <= Fraction(rate["hi"])
    # The dependence of this table is strong: the test would find it nearly always.
    assert first["simulation"]["power"]["corrected"]["rejected"] >= 36
    check_rejected(run(*words, "--seed", "-1"), "seed", "-1")
    check_rejected(run(*words[:-2], "0", "--json"), "simulate", "0")


def test_a_longer_simulation_is_shown_in_words(run: Run, written: Path) -> None:
    """Several batches, in parallel."""
    out = run("test", "independence", str(written), *LAPLACE, "--simulate", "120").out
    assert "Of 120 tables each" in out
    assert "taken into account" in out


def test_a_tiny_table_has_its_level_and_power_enumerated(run: Run, tmp_path: Path) -> None:
    """Without noise both tests are one: the same bounds, in JSON and in words."""
    tiny = tmp_path / "tiny.csv"
    tiny.write_text("1,0\n0,1\n")
    words = ("test", "independence", str(tiny), "--no-noise", "--enumerate")
    found = run(*words, "--json").json["enumeration"]
    for rates in (found["level"], found["power"]):
        assert rates["naive"] == rates["corrected"]
        assert 0 < Fraction(rates["naive"]["lo"]) < Fraction(rates["naive"]["hi"])
    assert f"Enumerated: {found['tables']} different tables" in run(*words).out
