"""Publications that leave small counts out, as the tool of the ONS makes them."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import pytest

from exact.formats.writing import write_table
from reports.cli import main
from reports.peers.ons import noise_table
from tests.applying import ons_cells
from tests.applying.test_against_ons import BY, stored
from tests.applying.test_verify import alone, table

# pandas 3 warns of what this package does; nothing of ptcert runs under this.
pytestmark = pytest.mark.filterwarnings("ignore")
THRESHOLD = 10


@pytest.fixture(scope="module")
def of_ons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let the tool tabulate by four dimensions with its own threshold; return the folder."""
    folder, pandas = tmp_path_factory.mktemp("ons"), import_module("pandas")
    data, ptable = stored(folder), folder / "ptable.csv"
    ptable.write_text(write_table(noise_table(), "ons"))
    connection = duckdb.connect()
    columns = ", ".join((*BY, "record_key"))
    frame = connection.execute(f"SELECT {columns} FROM '{data}'").df()
    used = pandas.read_csv(ptable)
    cells = ons_cells.tabulated(frame, used, BY, "record_key", THRESHOLD)
    assert cells["count"].isna().sum() > 20
    assert cells["pre_sdc_count"].eq(0).sum() > 0
    cells.to_csv(folder / "published.csv", index=False)
    connection.register("made", cells)
    connection.execute(f"COPY (SELECT * FROM made) TO '{folder / 'published.parquet'}'")
    return folder


def verified(folder: Path, published: Path, capsys: Any, *more: str) -> tuple[int, Any]:
    """Verify with the data; return the status and the answer."""
    words = ["verify", str(folder / "people.parquet"), str(published), "--by", ",".join(BY)]
    capsys.readouterr()
    status = main([*words, "--table", str(folder / "ptable.csv"), *more, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", ["published.csv", "published.parquet"])
@pytest.mark.parametrize("zeros", [[], ["--zeros"]])
def test_what_the_tool_publishes_with_its_threshold_is_right(
    of_ons: Path, capsys: pytest.CaptureFixture[str], name: str, zeros: list[str]
) -> None:
    """Every cell, the empty ones and those below the threshold included, in its own columns."""
    limit = ["--threshold", str(THRESHOLD)]
    status, found = verified(of_ons, of_ons / name, capsys, *limit, *zeros)
    assert (status, found["right"]) == (0, found["cells"])
    assert found["not_compared"] == ["pcv"]
    line = ["verify", str(of_ons / name), "--table", str(of_ons / "ptable.csv"), *limit]
    assert main(line) == 0
    assert "count is the released count" in capsys.readouterr().out


def test_without_the_threshold_missing_counts_are_wrong(
    of_ons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exactly those that are missing, and with the threshold of another agency those between."""
    (gone, between), *_ = (
        duckdb.connect()
        .execute(
            "SELECT count(*) FILTER (count IS NULL), count(*) FILTER (count BETWEEN 10 AND 14) "
            f"FROM '{of_ons / 'published.parquet'}'"
        )
        .fetchall()
    )
    published = of_ons / "published.csv"
    status, found = verified(of_ons, published, capsys)
    assert (status, found["wrong"]["missing"]) == (1, gone)
    status, found = verified(of_ons, published, capsys, "--threshold", "15")
    assert (status, found["wrong"]["below"]) == (1, between)
    assert sum(found["wrong"].values()) == between > 0


def _one(lines: list[str], change: Callable[[list[str]], None], small: bool) -> None:
    """Change the first cell whose count is missing (small), or is not."""
    for place, line in enumerate(lines[1:], start=1):
        fields = line.split(",")
        if (not fields[-1]) == small and fields[4] != "0":
            change(fields)
            lines[place] = ",".join(fields)
            return


def _publish(fields: list[str]) -> None:
    fields[-1] = str(int(fields[4]) + int(fields[7]))


def _leave_out(fields: list[str]) -> None:
    fields[-1] = ""


def _noise(fields: list[str]) -> None:
    fields[7] = str(int(fields[7]) + 1)


CHANGES = {
    "a small count is published": (_publish, True, "below"),
    "a large count is left out": (_leave_out, False, "missing"),
    "the noise of a small count": (_noise, True, "noise"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_one_changed_cell_is_the_one_that_is_wrong(
    of_ons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """What is said beside a count that is missing is compared too."""
    change, small, cause = CHANGES[case]
    lines = (of_ons / "published.csv").read_text().splitlines()
    _one(lines, change, small)
    published = tmp_path / "published.csv"
    published.write_text("\n".join(lines) + "\n")
    status, found = verified(of_ons, published, capsys, "--threshold", str(THRESHOLD))
    wrong = {name: n for name, n in found["wrong"].items() if n}
    assert (status, sum(wrong.values())) == (1, 1)
    assert set(wrong) <= {cause, "row" if cause == "noise" else cause}


ALONE = {
    "a count left out": ("sex,released\nF,\nM,7\n", [], {"missing": 1}),
    "a key left out": ("sex,count,key,noise,released\nF,9,,0,9\n", [], {"missing": 1}),
    "left out below a threshold": ("sex,released\nF,\nM,17\n", ["--threshold", "10"], {}),
    "published below it": ("sex,released\nF,7\n", ["--threshold", "10"], {"below": 1}),
    "left out above it": (
        "sex,count,noise,released\nF,19,0,\n",
        ["--threshold", "10"],
        {"released": 1},
    ),
    "a margin of cells that are left out": (
        "sex,margin,released\nF,,\nM,,17\n,sex,90\n",
        ["--threshold", "10"],
        {},
    ),
    "a key that is none": ("sex,count,key,noise,released\nF,9,100,0,9\n", [], {"key": 1}),
    "an empty cell with a key": ("sex,count,key,noise,released\nF,0,3,0,0\n", [], {"key": 1}),
    "an empty cell with noise": ("sex,count,key,noise,released\nF,0,0,1,1\n", [], {"noise": 1}),
    "an empty cell": ("sex,count,key,noise,released\nF,0,0,0,0\n", [], {}),
    "a margin of no dimension": ("sex,margin,released\n,town,7\n", [], {"extra": 1}),
    "Count for count": ("sex,Count,Released\nF,9,20\n", [], {"noise": 1}),
}


@pytest.mark.parametrize("case", ALONE)
def test_without_data_what_is_missing_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """A number that is missing is wrong but below the threshold; so is an impossible empty cell."""
    text, more, wrong = ALONE[case]
    status, found = alone(tmp_path, capsys, table(), text, *more)
    assert (status, found) == (1 if wrong else 0, wrong)


@pytest.mark.parametrize("threshold", ["0", "-1", "ten", "2.5"])
def test_a_threshold_is_a_positive_integer(
    of_ons: Path, capsys: pytest.CaptureFixture[str], threshold: str
) -> None:
    """One line, status 2."""
    line = ["verify", str(of_ons / "published.csv"), "--table", str(of_ons / "ptable.csv")]
    assert main([*line, f"--threshold={threshold}"]) == 2
    assert "threshold" in capsys.readouterr().err
