"""Expected losses and their laws against enumeration and 50-digit arithmetic."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import exp, mp, mpf, sqrt

from exact.laws.exponential_mechanism import l1, l2, l3
from exact.laws.given import law_given
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.utility.chances import CLIP, LawPerturbation, TablePerturbation
from exact.utility.cost import cost, loss_law, mean_error
from exact.utility.counts import Counts
from exact.utility.laws import QUARTILES, grid_of, quantiles, sum_law
from exact.utility.measures import each_count, hellinger_square, summed
from exact.utility.reading import read_counts

TABLE_1 = read_counts((Path(__file__).parent / "data/rinott_table_1.csv").read_text())


@st.composite
def small_tables(draw: st.DrawFn) -> tuple[PTable, Counts]:
    """A table of up to 9 keys with a row for each count from 0 on, and up to four cells."""
    keysize = draw(st.integers(1, 9))
    rows = []
    for count in range(draw(st.integers(1, 4))):
        values = draw(st.lists(st.integers(-count, 3), min_size=keysize, max_size=keysize))
        rows.append(Row.of([(z, 1) for z in sorted(values)]))
    cells = draw(st.lists(st.integers(0, 6), min_size=1, max_size=4))
    return PTable(keysize, 0, tuple(rows), zero="row"), Counts(tuple(cells))


def outcomes(table: PTable, counts: Counts) -> list[tuple[int, ...]]:
    """Return the released cells for every combination of keys."""
    each = [[n + table.row(n).noise(k) for k in range(table.keysize)] for n in counts.cells]
    return list(product(*each))


@given(given=small_tables())
def test_expected_losses_are_means_over_all_keys(given: tuple[PTable, Counts]) -> None:
    """l1, l2, changes, false zeros and positives, shares within k: exactly."""
    table, counts = given
    all_cells = [
        (a, b) for way in outcomes(table, counts) for a, b in zip(counts.cells, way, strict=True)
    ]
    ways = table.keysize ** len(counts.cells)
    found = cost(counts, TablePerturbation(table)).total
    one, two = (found.losses[name] for name in ("l1", "l2"))
    assert one.lo == one.hi == Fraction(sum(abs(a - b) for a, b in all_cells), ways)
    assert two.lo == two.hi == Fraction(sum((a - b) ** 2 for a, b in all_cells), ways)
    assert found.bias.lo == found.bias.hi == Fraction(sum(b - a for a, b in all_cells), ways)
    assert found.changed.lo == Fraction(sum(a != b for a, b in all_cells), ways)
    assert found.false_zeros.lo == Fraction(sum(a > 0 == b for a, b in all_cells), ways)
    assert found.false_positives.lo == Fraction(sum(a == 0 < b for a, b in all_cells), ways)
    for k, cells in found.within:
        assert cells.lo == cells.hi == Fraction(sum(abs(a - b) <= k for a, b in all_cells), ways)


@given(given=small_tables())
def test_quartiles_are_those_of_all_keys(given: tuple[PTable, Counts]) -> None:
    """The least x with F(x) >= 1/4, 1/2, 3/4, ties included; square roots between their bounds."""
    table, counts = given
    ways, perturbation = outcomes(table, counts), TablePerturbation(table)
    mp.dps = 50

    def of(loss: Callable[[int, int], mpf]) -> list[mpf]:
        sums = sorted(sum(map(loss, counts.cells, way)) for way in ways)
        return [sums[-(-len(sums) * q.numerator // q.denominator) - 1] for q in QUARTILES]

    assert [q.lo for q in quantiles(counts, perturbation, l1)] == of(lambda a, b: abs(a - b))
    assert [q.lo for q in quantiles(counts, perturbation, l2)] == of(lambda a, b: (a - b) ** 2)
    grid = grid_of(counts, perturbation, l3)
    for bounds, true in zip(
        quantiles(counts, perturbation, l3, grid),
        of(lambda a, b: abs(sqrt(a) - sqrt(b))),
        strict=True,
    ):
        assert mpf(bounds.lo.numerator) / bounds.lo.denominator <= true + mpf(10) ** -40
        assert true - mpf(10) ** -40 <= mpf(bounds.hi.numerator) / bounds.hi.denominator


def mp_laplace(m: int) -> dict[int, mpf]:
    """The discrete Laplace noise of epsilon = 1/2, in 50 digits."""
    mp.dps = 50
    weights = {z: exp(-mpf(abs(z)) / 2) for z in range(-m, m + 1)}
    total = sum(weights.values())
    return {z: w / total for z, w in weights.items()}


def test_laplace_on_table_1_by_a_plain_convolution() -> None:
    """Rinott et al. 5.6.2, epsilon = 1/2, m = 7: mean 215.460, quartiles 203, 215, 228."""
    law = LawPerturbation(law_given("laplace", "1/2", {"m": 7}))
    noise, distribution, mean = mp_laplace(7), {0: mpf(1)}, mpf(0)
    for a in TABLE_1.cells:
        step: Counter[int] = Counter()
        for z, p in noise.items():
            step[abs(a - max(0, a + z))] += p
        mean += sum(k * p for k, p in step.items())
        new: Counter[int] = Counter()
        for s, q in distribution.items():
            for k, p in step.items():
                new[s + k] += p * q
        distribution = new
    found = cost(TABLE_1, law)
    bounds = found.total.losses["l1"]
    assert bounds.width < Fraction(1, 10**40)
    assert abs(mean - mpf(bounds.lo.numerator) / bounds.lo.denominator) < mpf(10) ** -40
    assert f"{float(bounds.lo):.3f}" == "215.460"
    assert max(q.width for q in found.laws["l3"].quartiles) < Fraction(1, 3)
    below = mpf(0)
    quartiles: list[int] = []
    for s in sorted(distribution):
        below += distribution[s]
        while len(quartiles) < 3 and below >= mpf(len(quartiles) + 1) / 4:
            quartiles.append(s)
    assert quartiles == [203, 215, 228] == [q.lo for q in found.laws["l1"].quartiles]


def test_the_bias_of_symmetric_noise_is_what_is_cut() -> None:
    """No rounding is left where nothing is cut, and E max(0, a + Z) - a where something is."""
    law = LawPerturbation(law_given("laplace", "1/2", {"m": 7}))
    noise = mp_laplace(7)
    for a in range(10):
        true = sum((max(0, a + z) - a) * p for z, p in noise.items())
        found = law.released(a).bias(a)
        assert abs(true - mpf(found.lo.numerator) / found.lo.denominator) < mpf(10) ** -40
    assert law.released(7).bias(7).hi == 0


@given(given=small_tables())
def test_hellingers_distance_lies_between_its_bounds(given: tuple[PTable, Counts]) -> None:
    """E sqrt(1/2 sum (sqrt a - sqrt b)^2) over all keys."""
    table, counts = given
    mp.dps = 50
    ways = outcomes(table, counts)
    squares = [
        sum((sqrt(a) - sqrt(b)) ** 2 for a, b in zip(counts.cells, way, strict=True)) / 2
        for way in ways
    ]
    found = cost(counts, TablePerturbation(table))
    for true, bounds in (
        (sum(map(sqrt, squares)) / len(ways), found.hellinger),
        (sum(squares) / len(ways), found.total.losses["hellinger2"]),
    ):
        assert bounds is not None
        assert mpf(bounds.lo.numerator) / bounds.lo.denominator <= true + mpf(10) ** -40
        assert true - mpf(10) ** -40 <= mpf(bounds.hi.numerator) / bounds.hi.denominator
    assert found.hellinger is not None
    assert found.hellinger.width < Fraction(1, 10**8)
    _, law = loss_law(counts, TablePerturbation(table), "hellinger2", hellinger_square)
    assert law is not None  # the route of counts that are too many for the transform
    assert law.root_mean().lo <= found.hellinger.hi
    assert found.hellinger.lo <= law.root_mean().hi


@given(a=st.integers(0, 10**6), b=st.integers(0, 10**6), bits=st.integers(0, 80))
def test_the_square_of_hellingers_distance_is_enclosed(a: int, b: int, bits: int) -> None:
    """(a + b)/2 - sqrt(ab), to two units of its last place."""
    mp.dps = 60
    low, high = hellinger_square(a, b, bits)
    true = ((mpf(a) + b) / 2 - sqrt(mpf(a) * b)) * mpf(2) ** bits
    assert low <= true + mpf(10) ** -20
    assert true - mpf(10) ** -20 <= high
    assert high - low <= 2


@given(given=small_tables())
def test_percentages_are_means_over_both_keys(given: tuple[PTable, Counts]) -> None:
    """E |100 b/T - 100 a/t| over independent keys of cell and total, totals of 0 left out."""
    table, counts = given
    found = cost(counts, TablePerturbation(table)).shares
    if counts.total == 0:
        assert found is not None
        assert sum(loss.cells for loss in found) == 0
        return
    t, errors = counts.total, Fraction(0)
    totals = [t + table.row(t).noise(k) for k in range(table.keysize)]
    positive = [T for T in totals if T > 0]
    for a in counts.cells:
        released = [a + table.row(a).noise(k) for k in range(table.keysize)]
        for b, T in product(released, positive):
            off = abs(Fraction(100 * b, T) - Fraction(100 * a, t))
            errors += off / (len(positive) * len(released))
    assert found is not None
    low = sum(loss.error.lo for loss in found)
    assert low <= errors <= sum(loss.error.hi for loss in found)
    assert errors - low < Fraction(1, 10**15)
    assert all((mean_error(loss) is None) == (loss.cells == 0) for loss in found)


def test_sizes_share_all_cells() -> None:
    """Each cell is in one class, and the classes' losses add up to the whole."""
    law = LawPerturbation(law_given("truncated-normal", "1", {"m": 4}))
    found = cost(TABLE_1, law)
    assert sum(size.measures.cells for size in found.sizes) == 132
    total = sum((size.measures.losses["l1"].lo for size in found.sizes), Fraction(0))
    assert total == found.total.losses["l1"].lo
    each = each_count(TABLE_1, law)
    assert summed((each[n], k) for n, k in TABLE_1.by_count.items()) == found.total


def test_counts_below_the_first_row_are_clipped_or_refused() -> None:
    """A table from D upward says nothing of smaller counts."""
    table = PTable(4, 2, (Row(((-2, 1), (0, 2), (2, 1))),))
    with pytest.raises(ValueError, match="is below the first row of the table, 2; give a complete"):
        TablePerturbation(table).released(1)
    assert TablePerturbation(table, CLIP).released(1).values == (0, 1, 3)


def test_a_law_of_lower_bounds_never_adds_up_to_more_than_one() -> None:
    """The weights are floors: what they miss is below 2^-100."""
    law = sum_law(TABLE_1, LawPerturbation(law_given("laplace", "1/2", {"m": 7})), l1)
    missing = law.total - sum(law.weights)
    assert 0 <= missing < law.total >> 100
