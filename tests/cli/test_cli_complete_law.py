"""``ptcert design --law NAME --complete``: the other laws with rows for small counts."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import read_native
from tests.cli.running import Run, check_rejected

LAWS = [
    ("--law", "laplace", "--m", "3"),
    ("--law", "truncated-normal", "--m", "3"),
    ("--law", "maxent", "--D", "3", "--variance", "1"),
    ("--law", "count-query", "--eta", "1/2", "--D", "3"),
    ("--law", "discrete-gaussian", "--sigma2", "1", "--D", "3"),
]


@pytest.mark.parametrize("small", ["clip", "normalise", "optimise"])
@pytest.mark.parametrize("law", LAWS, ids=[law[1] for law in LAWS])
def test_every_law_becomes_a_complete_table(
    run: Run, tmp_path: Path, law: tuple[str, ...], small: str
) -> None:
    """A row for every count, no negative result, and the law's own row from D on."""
    path, one = tmp_path / "t.ptable.json", tmp_path / "one.ptable.json"
    asked = (*law, "--epsilon", "1", "--keysize", "2^12")
    made = run("design", "--complete", *asked, "--small", small, "-o", str(path), "--json")
    assert made.status == 0, made.err
    table = read_native(path.read_text())
    assert all(z + n >= 0 for n, row in enumerate(table.rows, 1) for z, _ in row.runs)
    assert run("design", *asked, "-o", str(one)).status == 0
    assert table.rows[-1] == read_native(one.read_text()).rows[-1]
    assert (table.first_count, table.zero) == (1, "preserve")
    assert (made.json["bound"] is None) == (small != "optimise")


def test_a_target_counts_for_every_pair(run: Run, tmp_path: Path) -> None:
    """Clipped Laplace noise has delta near 0.0086; normalised, small counts have more."""
    path = tmp_path / "t.ptable.json"
    asked = ("--law", "laplace", "--m", "4", "--epsilon", "1", "--delta", "0.01", "-o", str(path))
    missed = run("design", "--complete", *asked, "--small", "normalise")
    assert missed.status == 1
    assert "missed by the counts 1 and 2" in missed.out
    assert not path.exists()
    assert run("design", "--complete", *asked, "--small", "clip").status == 0
    assert path.exists()


@pytest.mark.parametrize(("eta", "warned"), [("1/100", True), ("1/2", False)])
def test_count_query_shows_its_bounds_and_where_theorem_3_fails(
    run: Run, eta: str, warned: bool
) -> None:
    """At eta = 1/100, e^epsilon = 4, D = 2: the bound is 33/400, single outcomes have 149/400."""
    asked = ("--law", "count-query", "--eta", eta, "--D", "2", "--epsilon", "ln(4)")
    said = run("design", "--complete", *asked).out
    assert ("Theorem 3 of Sadeghi, Asoodeh and Calmon fails" in said) == warned
    for name in ("Theorem 3", "k of Theorem 2", "knee", "(2D + 1) delta"):
        assert name in said
    assert ("33/400" in said) == warned


def test_proposition_2_is_solved_through_the_command(run: Run) -> None:
    """D = 2, counts 1..3, eta = 1/2, e^epsilon = 2: the least delta is 5/38."""
    asked = ("--law", "count-query", "--eta", "1/2", "--D", "2", "--epsilon", "ln(2)")
    program = ("--small", "program", "--rows", "3", "--keysize", "38000")
    made = run("design", "--complete", *asked, *program, "--json")
    assert made.status == 0, made.err
    assert (
        Fraction(5, 38) - Fraction(1, 10**6) < Fraction(made.json["bound"]["lo"]) <= Fraction(5, 38)
    )


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--law", "laplace", "--m", "3", "--small", "program", "--rows", "9"), "small"),
        (("--law", "count-query", "--eta", "1/2", "--D", "2", "--small", "program"), "rows"),
        (("--law", "laplace", "--m", "3", "--rows", "9"), "rows"),
        (("--law", "laplace", "--m", "3", "--js", "2"), "js"),
        (("--law", "laplace", "--m", "3", "--criterion", "entropy"), "criterion"),
        (("--law", "hellinger", "--m", "3", "--last-count", "5"), "law"),
    ],
)
def test_what_a_law_does_not_take_is_refused(
    run: Run, options: tuple[str, ...], named: str
) -> None:
    """Nothing that was asked for is ignored."""
    check_rejected(run("design", "--complete", "--epsilon", "1", *options), named)
