"""A table in R ptable's format, the entropy table and the best one, side by side."""

from fractions import Fraction
from pathlib import Path

from tests.cli.running import Run

RULES = ("--D", "3", "--variance", "2", "--js", "1", "--keysize", "2^8")


def test_three_tables_stand_side_by_side_in_one_report(run: Run, tmp_path: Path) -> None:
    """Delta without the counts 0 and 1 is the same for R's and ours, and least for the best."""
    entropy, best, r = (tmp_path / n for n in ("e.ptable.json", "b.ptable.json", "r.csv"))
    design = ("design", "--complete", *RULES)
    assert run(*design, "--criterion", "entropy", "-o", str(entropy)).status == 0
    assert run(*design, "--epsilon", "1", "-o", str(best)).status == 0
    assert run("convert", str(entropy), str(r), "--to", "r-ptable").status == 0
    files = [str(path) for path in (r, entropy, best)]
    asked = ("--epsilon", "1", "--as", "md", "-o", str(tmp_path))
    assert run("report", *files, *asked).status == 0
    page = (tmp_path / "comparison.report.md").read_text()
    after = page.split("Tight δ without the counts 0 and 1")[1]
    line = next(line for line in after.splitlines() if line.startswith("| 1 "))
    deltas = [Fraction(cell.split()[1 if "≤" in cell else 0]) for cell in line.split("|")[2:5]]
    assert deltas[2] < deltas[1] == deltas[0]
