"""``ptcert estimate`` as a user runs it."""

from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

LAPLACE = ("--law", "laplace", "--epsilon", "1/2", "--m", "10")


def test_a_count_has_an_interval_and_what_is_possible(run: Run) -> None:
    """47 released: between 37 and 57 for sure."""
    found = run("estimate", "--released", "47", *LAPLACE, "--json").json
    assert found["possible"] == {"lo": 37, "hi": 57}
    assert found["interval"] == {"lo": 41, "hi": 53}


def test_sums_shares_and_frequencies(run: Run, tmp_path: Path) -> None:
    """Each has its numbers."""
    out = run("estimate", "--released", "12,30", "--minus", "25", *LAPLACE).out
    assert "17" in out
    assert "true share" in run("estimate", "--released", "12", "--rest", "40", *LAPLACE).out
    table = tmp_path / "t.ptable.json"
    rows = (Row(((0, 3), (1, 1))), Row(((-1, 1), (0, 3))))
    table.write_text(write_native(PTable(4, 0, rows, Stop(), zero="row")), encoding="utf-8")
    found = run("estimate", "--frequencies", "45,55", "--table", str(table), "--json").json
    assert (found["estimated"], found["condition"]) == (["40/1", "60/1"], "2/1")


def test_a_posterior_takes_any_prior(run: Run, tmp_path: Path) -> None:
    """Weights in the command or in a file: the same answer, and exactly where the noise is."""
    rows = (Row(((0, 3), (1, 1))), Row(((-1, 1), (0, 3))))
    table, file = tmp_path / "t.ptable.json", tmp_path / "prior.csv"
    table.write_text(write_native(PTable(4, 0, rows, zero="row")), encoding="utf-8")
    file.write_text("count,weight\n0,1/3\n1,2/3\n")
    words = ("estimate", "--released", "1", "--table", str(table), "--json", "--prior")
    found = run(*words, str(file)).json
    assert found["posterior"]["1"]["exact"] == "6/7"
    assert found["posterior_mean"]["exact"] == "6/7"
    assert found["posterior"] == run(*words, "0:1,1:2").json["posterior"]
    out = run("estimate", "--released", "47", "--prior", "46..48", *LAPLACE).out
    assert "mean of the true count, given the prior" in out


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (LAPLACE, ("released", "is missing")),
        (("--released", "1.5", *LAPLACE), ("released", "1.5", "integer")),
        (("--released", "a,b", *LAPLACE), ("released", "'a'")),
        (("--released", "-11", *LAPLACE), ("released", "-11", "cannot be released")),
        (("--released", "3"), ("noise", "is missing")),
        (("--released", "3", "--prior", "no.csv", *LAPLACE), ("prior", "no.csv", "0..100")),
        (("--released", "3", "--prior", "50..60", *LAPLACE), ("released", "widen the prior")),
        (("--released", "3,4", "--prior", "0..9", *LAPLACE), ("prior", "single count")),
        (("--released", "3", "--rest", "4", "--minus", "5", *LAPLACE), ("rest", "alone")),
        (("--frequencies", "3,4", *LAPLACE), ("frequencies", "needs a table")),
    ],
)
def test_bad_input_is_one_line(run: Run, given: tuple[str, ...], named: tuple[str, ...]) -> None:
    """Each names what was given and which rule it breaks."""
    check_rejected(run("estimate", *given), *named)
