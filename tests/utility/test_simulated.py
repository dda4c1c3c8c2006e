"""Simulated statistics against exact ones, other libraries' formulas, and enumeration."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import gammainc, mp, mpf

from exact.errors import InputError
from exact.laws.given import law_given
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.utility.chances import LawPerturbation, TablePerturbation
from exact.utility.counts import Counts
from exact.utility.laws import QUARTILES
from exact.utility.reading import read_counts
from reports.papers.rinott_okeefe_shlomo_skinner.table_1 import chi_square as exact_chi_square
from reports.utility.simulation import _order_bounds, simulate
from reports.utility.statistics import chi_square, cramers_v, entropy, p_value, risk
from tests.mechanisms.distances import risk_measure

TABLE_1 = read_counts((Path(__file__).parent / "data/rinott_table_1.csv").read_text())
CELLS = st.lists(st.integers(1, 50), min_size=6, max_size=6)


@given(cells=CELLS)
def test_chi_square_is_pearsons(cells: list[int]) -> None:
    """A rational: the sum of (observed - expected)^2 / expected."""
    rows = [cells[:3], cells[3:]]
    exact = Fraction(0)
    for i, j in ((i, j) for i in range(2) for j in range(3)):
        expected = Fraction(sum(rows[i]) * (rows[0][j] + rows[1][j]), sum(cells))
        exact += (rows[i][j] - expected) ** 2 / expected
    statistic, freedom = chi_square(cells, 3)
    assert abs(Fraction(statistic) - exact) < Fraction(1, 10**9)
    assert exact_chi_square(tuple(map(tuple, rows))) == (exact, freedom)
    v = cramers_v(statistic, sum(cells), 2, 3)
    assert abs(Fraction(v) ** 2 - exact / sum(cells)) < Fraction(1, 10**9)


@given(statistic=st.integers(0, 4000), freedom=st.integers(1, 300))
def test_p_values_are_incomplete_gamma_functions(statistic: int, freedom: int) -> None:
    """Q(k/2, x/2) of mpmath, in 30 digits."""
    mp.dps = 30
    true = gammainc(mpf(freedom) / 2, mpf(statistic) / 20, regularized=True)
    assert abs(p_value(statistic / 10, freedom) - true) < 1e-11


@given(cells=CELLS, released=CELLS)
def test_rm_is_the_exact_risk_measure(cells: list[int], released: list[int]) -> None:
    """Against enclosures of the definition."""
    bounds = risk_measure(list(map(Fraction, cells)), list(map(Fraction, released)), 12)
    found = Fraction(risk(cells, released, entropy(cells)))
    assert bounds.lo - Fraction(1, 10**9) <= found <= bounds.hi + Fraction(1, 10**9)


def test_a_seed_gives_the_same_tables_and_another_others() -> None:
    """Two runs agree, and 200 draws of Table 1 lie where the exact mean is."""
    law = LawPerturbation(law_given("laplace", "2", {"m": 7}))
    one, other = (simulate(TABLE_1, law, 200, seed) for seed in (5, 6))
    assert simulate(TABLE_1, law, 200, 5) == one != other
    assert set(one) == {"chi2", "cramers_v", "p_value", "rm"}
    assert Fraction(99, 100) < one["rm"].mean < 1


def test_the_interval_holds_the_mean_over_all_keys() -> None:
    """2 x 2 cells with 4 keys: 256 released tables, enumerated."""
    table = PTable(4, 0, (Row(((0, 4),)), Row(((-1, 1), (0, 2), (1, 1)))), zero="row")
    counts = Counts((5, 7, 9, 6), 2)
    keys = [-1, 0, 0, 1]
    total = Fraction(0)
    for way in range(256):
        cells = [n + keys[way >> 2 * i & 3] for i, n in enumerate(counts.cells)]
        total += Fraction(chi_square(cells, 2)[0])
    found = simulate(counts, TablePerturbation(table), 4000, 1)["chi2"]
    low, high = found.interval
    assert low <= total / 256 <= high
    assert high - low < Fraction(1, 20)


@pytest.mark.parametrize("number", [40, 100, 999])
@pytest.mark.parametrize("level", QUARTILES)
def test_order_statistics_hold_a_quantile_in_95_percent(number: int, level: Fraction) -> None:
    """At most 1/40 on either side, by the binomial law, and one place further is too much."""
    i, j = _order_bounds(number, level)

    def chance(places: range) -> Fraction:
        return sum(
            (comb(number, k) * level**k * (1 - level) ** (number - k) for k in places), Fraction(0)
        )

    assert chance(range(i + 1)) <= Fraction(1, 40) < chance(range(i + 2))
    assert chance(range(j + 1, number + 1)) <= Fraction(1, 40) < chance(range(j, number + 1))


def test_too_much_is_refused() -> None:
    """Draws times cells are bounded."""
    law = LawPerturbation(law_given("laplace", "1", {"m": 2}))
    with pytest.raises(InputError, match="draws times cells"):
        simulate(Counts((5,) * 1000), law, 100_000)


def test_counts_without_a_shape_have_rm_alone_and_zeros_nothing() -> None:
    """Chi-square needs two ways; a table of zeros has no entropy."""
    law = LawPerturbation(law_given("laplace", "1", {"m": 2}))
    assert set(simulate(Counts((5, 6, 7)), law, 10)) == {"rm"}
    assert simulate(Counts((0, 0)), law, 10) == {}
