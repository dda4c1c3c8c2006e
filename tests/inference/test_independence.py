"""The test of independence that knows the noise: proofs, plain EM, and peers without noise."""

from fractions import Fraction
from math import exp, fsum, lgamma, log

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency

from exact.errors import InputError
from exact.inference.channel import Channel, LawChannel, NoNoise, TableChannel
from exact.inference.chi_square import chi_square_tail, naive_statistic
from exact.inference.independence import Fit, columns_of, proved_statistic
from exact.inference.released import Released
from exact.laws.given import law_given
from exact.numbers.enclosure import Enclosure
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from reports.proposals.log_linear import fit_of

COUNTS = ((63, 41, 40), (12, 45, 37), (22, 22, 56))
LAPLACE = LawChannel(law_given("laplace", "1/2", {"m": 10}))
Cells = tuple[tuple[int, ...], ...]


def table(cells: Cells) -> Released:
    """Return a released table with numbers for names."""
    names = [tuple(map(str, range(n))) for n in (len(cells), len(cells[0]))]
    return Released(cells, names[0], names[1])


def proved(cells: Cells, channel: Channel) -> Enclosure:
    """Return the statistic of a proposed fit."""
    columns = columns_of(table(cells), channel)
    return proved_statistic(columns, fit_of(columns)).statistic


def cell_log(x: int, mu: float, noise: dict[int, float]) -> tuple[float, float]:
    """Return log P(x | mu) and the mean of the true count given x, by the definition (6.2)."""
    terms = [
        (x - z, p * exp((x - z) * log(mu) - mu - lgamma(x - z + 1)))
        for z, p in noise.items()
        if x - z >= 0
    ]
    total = fsum(t for _, t in terms)
    return log(total), fsum(a * t for a, t in terms) / total


def by_plain_em(cells: Cells, noise: dict[int, float]) -> float:
    """Return the statistic by EM, cell after cell, in floating point."""
    free = fsum(cell_log(x, _best(x, noise), noise)[0] for line in cells for x in line)
    r, c = len(cells), len(cells[0])
    means = [[max(float(x), 1.0) for x in line] for line in cells]
    fit = means
    for _ in range(2000):
        n = fsum(map(fsum, means))
        rows = [fsum(line) for line in means]
        columns = [fsum(line) for line in zip(*means, strict=True)]
        fit = [[rows[i] * columns[j] / n for j in range(c)] for i in range(r)]
        means = [[cell_log(cells[i][j], fit[i][j], noise)[1] for j in range(c)] for i in range(r)]
    model = fsum(cell_log(cells[i][j], fit[i][j], noise)[0] for i in range(r) for j in range(c))
    return 2 * (free - model)


def _best(x: int, noise: dict[int, float]) -> float:
    mu = max(float(x), 1.0)
    for _ in range(2000):
        mu = cell_log(x, mu, noise)[1]
    return mu


def laplace(epsilon: float, m: int) -> dict[int, float]:
    """Return the noise of (5.2)."""
    weights = {z: exp(-epsilon * abs(z)) for z in range(-m, m + 1)}
    return {z: w / fsum(weights.values()) for z, w in weights.items()}


@pytest.mark.parametrize("cells", [COUNTS, ((31, 18), (14, 25)), ((9, 14, 3), (7, 2, 12))])
def test_plain_em_gives_the_statistic_that_is_proved(cells: Cells) -> None:
    """Both sides meet, and a plain EM comes out between them to the digits of a double."""
    found = proved(cells, LawChannel(law_given("laplace", "1/2", {"m": 4})))
    assert found.width < Fraction(1, 10**15)
    assert float(found.hi) == pytest.approx(by_plain_em(cells, laplace(0.5, 4)), abs=1e-8)


def test_ten_by_ten_is_proved_on_both_sides() -> None:
    """A table as in section 6.1: average 50, epsilon = 0.1, m = 10."""
    chance = np.random.default_rng(18)
    means = np.exp(4 + chance.uniform(-0.5, 0.5, (10, 1)) + chance.uniform(-0.5, 0.5, (1, 10)))
    counts = chance.poisson(means) + chance.integers(-10, 11, (10, 10))
    cells = tuple(tuple(int(x) for x in line) for line in counts)
    found = proved(cells, LawChannel(law_given("laplace", "0.1", {"m": 10})))
    assert found.lo > 0
    assert found.width < Fraction(1, 10**15)


def test_without_noise_scipy_and_statsmodels_give_the_same_test() -> None:
    """G^2 and its p-value: scipy's, and the deviance of statsmodels' Poisson regression."""
    found = proved(COUNTS, NoNoise())
    scipy = chi2_contingency(np.array(COUNTS), correction=False, lambda_="log-likelihood")
    assert float(found.lo) == pytest.approx(scipy.statistic, abs=1e-10)
    assert float(chi_square_tail(found, 4).lo) == pytest.approx(scipy.pvalue, rel=1e-10)
    naive = naive_statistic(COUNTS)
    assert naive is not None
    assert found.lo <= naive.hi
    assert naive.lo <= found.hi
    i, j = np.indices((3, 3))
    design = np.column_stack(
        [np.ones(9), *(i.ravel() == k for k in (1, 2)), *(j.ravel() == k for k in (1, 2))]
    )
    model = sm.GLM(np.array(COUNTS).ravel(), design.astype(float), family=sm.families.Poisson())
    assert float(found.lo) == pytest.approx(model.fit(tol=1e-12).deviance, abs=1e-8)


@pytest.mark.parametrize(("statistic", "df"), [("0", 1), ("3.84", 1), ("277", 81), ("0.001", 9)])
def test_the_chi_square_tail_is_scipys(statistic: str, df: int) -> None:
    """Enclosed narrowly, and equal to scipy's to its digits."""
    found = chi_square_tail(Enclosure.point(Fraction(statistic)), df)
    assert found.width < Fraction(1, 10**40)
    assert float(found.lo) == pytest.approx(float(chi2.sf(float(statistic), df)), rel=1e-12)


numbers = st.integers(3, 40)


@given(
    st.tuples(st.tuples(numbers, numbers), st.tuples(numbers, numbers)),
    st.lists(st.fractions(Fraction(1, 2), 50), min_size=4, max_size=4),
    st.lists(st.fractions(-9, 9), min_size=4, max_size=4),
)
def test_bounds_of_any_proposal_hold_the_statistic(
    cells: Cells, point: list[Fraction], slopes: list[Fraction]
) -> None:
    """Whatever is proposed, the truth lies between the bounds: a bad fit makes them wide only."""
    columns = columns_of(table(cells), LawChannel(law_given("laplace", "1/2", {"m": 3})))
    best = proved_statistic(columns, fit_of(columns)).statistic
    fit = Fit(
        (point[0], point[1]), (point[2], point[3]), ((slopes[0], slopes[1]), (slopes[2], slopes[3]))
    )
    found = proved_statistic(columns, fit).statistic
    assert found.lo <= best.hi
    assert best.lo <= found.hi


def test_a_table_with_its_rows_is_used_for_small_counts() -> None:
    """Zeros stay zero and ones become 0 or 3: a released 3 may come from 1, 2 or 3."""
    rows = (Row(((0, 3),)), Row(((-1, 2), (2, 1))), Row(((-2, 1), (1, 2))), Row(((0, 3),)))
    channel = TableChannel(PTable(3, 0, rows, zero="row"))
    column = columns_of(table(((3, 5), (0, 9))), channel)[0][0]
    assert (column.first, [int(c.mid().floor().fmpz()) for c in column.chances]) == (1, [1, 2, 3])


def test_a_value_in_the_holes_of_a_table_names_its_cell() -> None:
    """Nothing can be released as 1: the likelihood is 0, and no p-value is given."""
    rows = (Row(((0, 3),)), Row(((-1, 2), (2, 1))), Row(((-2, 1), (1, 2))), Row(((0, 3),)))
    channel = TableChannel(PTable(3, 0, rows, zero="row"))
    with pytest.raises(InputError, match=r"cell \(1, 0\) = 1: cannot be released"):
        columns_of(table(((3, 5), (1, 9))), channel)
    with pytest.raises(InputError, match=r"cell \(0, 1\) = -5: cannot be released"):
        columns_of(table(((3, -5), (4, 9))), LawChannel(law_given("laplace", "1/2", {"m": 4})))


def test_counts_that_a_table_does_not_cover_name_the_cell() -> None:
    """Past the last row nothing is known of the noise."""
    channel = TableChannel(PTable(3, 0, (Row(((0, 2), (1, 1))),) * 4, Stop(), zero="row"))
    with pytest.raises(InputError, match=r"cell \(1, 1\) = 9: .*past the last row"):
        columns_of(table(((3, 3), (3, 9))), channel)


def test_small_counts_under_much_noise_are_bounded_from_above_alone() -> None:
    """Where the counts are lost in the noise, the lower side is 0 and it is said."""
    columns = columns_of(
        table(((4, 1), (0, 3))), LawChannel(law_given("laplace", "0.1", {"m": 10}))
    )
    found = proved_statistic(columns, fit_of(columns))
    assert found.statistic.lo <= found.statistic.hi
    assert found.is_tight == (found.statistic.width <= Fraction(1, 10**10))
