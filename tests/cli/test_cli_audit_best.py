"""``ptcert audit --best``: how far a table is from the best with the same bounds."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import read_native
from tests.cli.running import Run, check_rejected
from tests.house_rules import heavy_modules_loaded_by

_AUDIT = "from reports.cli import main; main(['audit', {!r}, '--epsilon', '1'])"
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


@pytest.mark.parametrize(
    ("epsilon", "least"), [("1/2", "0.07738"), ("1", "0.01203"), ("2", "0.0007277")]
)
def test_every_audit_at_an_epsilon_says_how_far_the_best_is(
    run: Run, tmp_path: Path, epsilon: str, least: str
) -> None:
    """D = 5, V = 3, js = 2: the least deltas of all laws, next to the table's own."""
    rules, path = ("--D", "5", "--variance", "3", "--js", "2"), str(tmp_path / "t.ptable.json")
    criterion = ("--exact-variance", "--criterion", "entropy", "--keysize", "2^8")
    assert run("design", "--complete", *rules, *criterion, "-o", path).status == 0
    said = " ".join(run("audit", path, "--epsilon", epsilon).out.split())
    could = f"A table with the same noise and variance could have delta <= {least} instead of 0."
    assert could in said
    best = run("audit", path, "--epsilon", epsilon, "--json").json["best"]
    assert best["left_out"] is None
    assert Fraction(best["bound"]["lo"]) <= upper(best["best_delta"]) <= Fraction(least)
    assert upper(best["best_delta"]) - Fraction(best["bound"]["lo"]) < Fraction(1, 10**9)
    assert upper(best["best_delta"]) < upper(best["delta"])
    page = tmp_path / "audit.md"
    assert run("audit", path, "--epsilon", epsilon, "-o", str(page)).status == 0
    assert f"could have δ ≤ {least} instead of" in " ".join(page.read_text().split())


def test_a_best_table_is_not_said_to_be_worse_than_another(run: Run, tmp_path: Path) -> None:
    """What was designed at epsilon is a few keys above the bound of its own rules."""
    path = str(tmp_path / "t.ptable.json")
    rules = ("--D", "2", "--variance", "1", "--keysize", "2^16", "--epsilon", "1")
    assert run("design", "--complete", *rules, "-o", path).status == 0
    best = run("audit", path, "--epsilon", "1", "--json").json["best"]
    assert 0 <= upper(best["delta"]) - Fraction(best["bound"]["lo"]) < Fraction(9, 1 << 16)


def test_what_takes_longer_is_left_out_and_said(run: Run, tmp_path: Path) -> None:
    """Noise up to 21, or more than 500 probabilities: --best is named, and no solver is loaded."""
    for D in (18, 21):
        path = str(tmp_path / f"{D}.ptable.json")
        law = ("--law", "discrete-gaussian", "--sigma2", "9", "--D", str(D), "--keysize", "2^40")
        made = run("design", "--complete", *law, "--small", "clip", "--epsilon", "1", "-o", path)
        assert made.status == 0
        said = " ".join(run("audit", path, "--epsilon", "1").out.split())
        assert "is left out (noise above 20 or more than 500 probabilities): --best FILE" in said
        best = run("audit", path, "--epsilon", "1", "--json").json["best"]
        assert best["best_delta"] is None
        assert best["left_out"] is not None
        loaded = heavy_modules_loaded_by(_AUDIT.format(path))
        assert not loaded & {"numpy", "highspy"}


def test_a_table_without_small_counts_is_held_against_none(run: Run, tmp_path: Path) -> None:
    """A designed row for counts from D on: nothing is said, and no solver is loaded."""
    path = str(tmp_path / "one.ptable.json")
    run("design", "--epsilon", "1", "--delta", "1e-3", "--keysize", "2^16", "-o", path)
    assert "with the same noise" not in run("audit", path, "--epsilon", "1").out
    assert run("audit", path, "--epsilon", "1", "--json").json["best"] is None
    assert not heavy_modules_loaded_by(_AUDIT.format(path)) & {"numpy", "highspy"}


def test_a_summary_of_many_files_asks_nobody(
    run: Run, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is not printed there, so it is not computed."""

    def unasked(*_: object) -> None:
        pytest.fail("nobody reads it")

    monkeypatch.setattr("reports.commands.audit.open_highs", unasked)
    assert run("audit", str(table), str(table), "--epsilon", "1").status == 0
