"""``ptcert audit --best``: how far a table is from the best with the same bounds."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import read_native
from tests.cli.running import Run, check_rejected

RULES = ("--D", "3", "--variance", "2", "--js", "1", "--keysize", "2^8")


def upper(number: str | dict[str, str]) -> Fraction:
    """Return a number, or its upper bound."""
    return Fraction(number if isinstance(number, str) else number["hi"])


@pytest.fixture
def table(run: Run, tmp_path: Path) -> Path:
    """A table of largest entropy, as R ptable would make it: variance 2 in every row."""
    path = tmp_path / "t.ptable.json"
    made = run("design", "--complete", *RULES, "--criterion", "entropy", "-o", str(path))
    assert made.status == 0
    return path


@pytest.mark.parametrize("declared", [(), ("--declare", "variance=2")])
def test_the_best_table_with_the_same_bounds_is_the_designed_one(
    run: Run, table: Path, tmp_path: Path, declared: tuple[str, ...]
) -> None:
    """Noise, variances and holes are read off the table; the same search gives the same delta."""
    best = tmp_path / "best.ptable.json"
    found = run("audit", str(table), "--epsilon", "1", *declared, "--best", str(best), "--json")
    said = found.json["best"]
    designed = run("design", "--complete", *RULES, "--epsilon", "1", "--json").json
    assert upper(said["best_delta"]) == upper(designed["delta"]) < upper(said["delta"])
    assert said["proved_optimal"] is True
    better = read_native(best.read_text())
    assert (better.holes, better.keysize) == ((1,), 256)
    for row in better.rows:
        assert row.pmf.mean() == 0
        assert row.pmf.variance() <= 2


def test_people_read_how_much_better_a_table_could_be(
    run: Run, table: Path, tmp_path: Path
) -> None:
    """One sentence with both deltas, and where the best table is."""
    best = tmp_path / "best.ptable.json"
    found = run("audit", str(table), "--epsilon", "1", "--best", str(best))
    assert "A table with the same noise and variance could have delta <= 0.0" in found.out
    assert f"That table is written to {best}" in " ".join(found.out.split())
    assert found.status == run("audit", str(table), "--epsilon", "1").status


def test_what_best_cannot_do_is_refused(run: Run, table: Path, tmp_path: Path) -> None:
    """No epsilon, another suffix, the table itself, two tables: one line, and no file."""
    asked, best = ("audit", str(table), "--epsilon", "1"), tmp_path / "best.ptable.json"
    check_rejected(run("audit", str(table), "--best", str(best)), "epsilon")
    check_rejected(run(*asked, "--best", str(tmp_path / "best.csv")), "best.csv")
    check_rejected(run(*asked, "--best", str(table)), "best")
    check_rejected(run("audit", str(table), *asked[1:], "--best", str(best)), "one table")
    assert not best.exists()


def test_a_table_without_small_counts_has_no_best_one(run: Run, tmp_path: Path) -> None:
    """A designed row for counts from D on bounds nothing below."""
    path = tmp_path / "one.ptable.json"
    run("design", "--epsilon", "1", "--delta", "1e-3", "--keysize", "2^16", "-o", str(path))
    found = run("audit", str(path), "--epsilon", "1", "--best", str(tmp_path / "best.json"))
    check_rejected(found, "table", "complete table")
