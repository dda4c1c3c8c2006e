"""Gigantic, odd and empty numbers in the newer commands: an answer or one line, and soon."""

from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

TABLE = ("--table", "t.ptable.json")
BINOMIAL = ("test", "binomial", "--n", "3", "--released", "1", "--p0", "1/2")
COMPLETE = ("design", "--complete", "--D", "1", "--variance", "1", "-o", "b.ptable.json")
# A value that must be refused in each option: too large, no number, nothing at all.
REFUSED = ("2^100000", "9" * 5000, "1e999999999", "nan", "1/0", "-1", "", "x")
OPTIONS = {
    "--n": ("test", "binomial", "--released", "4", "--p0", "1/2", *TABLE),
    "--p0": ("test", "binomial", "--n", "9", "--released", "4", *TABLE),
    "--simulate": ("test", "independence", "c.csv", *TABLE),
    "--prior": ("estimate", "--released", "12", *TABLE),
    "--frequencies": ("estimate", *TABLE),
    "--draws": ("utility", "t.ptable.json", "c.csv"),
    "--within": ("utility", "t.ptable.json", "c.csv", "--draws", "2"),
    "--grid": ("release", "plan.toml", "--epsilon", "1"),
    "--keys": ("keys", "d.csv", "--check"),
    "--memory": ("keys", "d.csv", "--check"),
    "--port": ("app", "--no-browser"),
    "--leaves": (*COMPLETE, "--epsilon", "1", "--keysize", "2^4"),
    "--keysize": (*COMPLETE, "--epsilon", "1"),
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a table, a plan, counts and records."""
    monkeypatch.chdir(tmp_path)
    rows = (Row.of([(-1, 2), (0, 4), (1, 2)]),)
    Path("t.ptable.json").write_text(write_native(PTable(8, 1, rows, Repeat(), "preserve")))
    plan = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.ptable.json"\ncells = 2\n'
    Path("plan.toml").write_text(plan)
    Path("c.csv").write_text("a,b,count,released\n0,0,12,12\n0,1,9,9\n1,0,14,14\n1,1,7,7\n")
    Path("d.csv").write_text("sex,record_key\nF,3\nM,5\n")


@pytest.mark.parametrize("option", OPTIONS)
def test_a_number_beyond_measure_is_one_line(run: Run, option: str) -> None:
    """Status 2, a short line, and nothing is written."""
    before = sorted(Path.cwd().iterdir())
    for value in REFUSED:
        made = run(*OPTIONS[option], f"{option}={value}")
        check_rejected(made)
        assert len(made.err) < 1500
    assert sorted(Path.cwd().iterdir()) == before


def test_a_likelihood_that_no_precision_bounds_is_undecided(run: Run) -> None:
    """At e^epsilon = 10^400 probabilities are too small for the digits that a test takes."""
    law = ("--law", "count-query", "--eta", "1/2", "--D", "5", "--epsilon", "ln(10^400)")
    made = run(*BINOMIAL, *law)
    assert (made.status, made.out) == (3, "")
    assert made.err.startswith("ptcert test: undecided: ")
    assert made.err.count("\n") == 1


@pytest.mark.parametrize("counts", [("12", "10^12"), ("10^12", "12"), ("0", "10^12,3")])
def test_counts_far_apart_are_estimated_at_once(run: Run, counts: tuple[str, str]) -> None:
    """Only the counts that a cell can come from are looked at, not all between two cells."""
    made = run("estimate", *TABLE, "--released", counts[0], "--minus", counts[1], "--json")
    assert made.status == 0
    added, taken = (
        [int(text.replace("10^12", str(10**12))) for text in c.split(",")] for c in counts
    )
    assert made.json["estimate"] == sum(added) - sum(taken)


@pytest.mark.parametrize("epsilon", ["30", "700", "1000", "ln(10^400)"])
def test_an_epsilon_beyond_any_number_of_keys_is_refused(run: Run, epsilon: str) -> None:
    """Doubles hold no such e^epsilon, and from the logarithm of the keys on all are the same."""
    made = run(*COMPLETE, "--epsilon", epsilon, "--keysize", "2^4")
    check_rejected(made, "epsilon = ", "above 2^43")
    assert run(*COMPLETE, "--epsilon", "29", "--keysize", "2^4").status == 0
