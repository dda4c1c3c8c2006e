"""Estimates of true counts: intervals keep their promise, moments and posteriors by definition."""

from fractions import Fraction
from itertools import product

import pytest

from exact.design.table import table_of_law
from exact.errors import InputError
from exact.inference.channel import LawChannel, NoNoise, TableChannel
from exact.inference.estimates import count_estimate, share_interval, sum_estimate
from exact.inference.frequencies import estimated_frequencies
from exact.inference.posterior import posterior, posterior_mean, prior_given, read_prior
from exact.laws.given import law_given
from exact.numbers.enclosure import Enclosure
from exact.table.ptable import PTable, Stop
from exact.table.row import Row

SURE = Fraction(9, 10)
LADDER = {
    -2: Fraction(1, 10),
    -1: Fraction(1, 5),
    0: Fraction(2, 5),
    1: Fraction(1, 5),
    2: Fraction(1, 10),
}
LAW = LawChannel(law_given("laplace", "ln(2)", {"m": 2}))
ROWS = (
    Row(((0, 10),)),
    Row(((-1, 4), (0, 3), (2, 3))),
    Row(((-2, 1), (-1, 2), (0, 4), (1, 2), (2, 1))),
)
TABLE = TableChannel(PTable(10, 0, ROWS, zero="row"))


@pytest.mark.parametrize("channel", [LAW, TABLE], ids=["law", "table"])
@pytest.mark.parametrize("true", [0, 1, 2, 3, 9])
def test_the_interval_of_a_count_holds_it_as_often_as_it_says(
    channel: LawChannel | TableChannel, true: int
) -> None:
    """Over all noise, with its probabilities, for every true count."""
    held = Fraction(0)
    noise = LADDER if channel is LAW else _row(true)
    for z, chance in noise.items():
        low, high = count_estimate(channel, true + z, SURE).interval
        held += chance if low <= true <= high else 0
    assert held >= SURE


def _row(true: int) -> dict[int, Fraction]:
    pmf = TABLE.table.row(true).pmf
    return {z: Fraction(w, 10) for z, w in zip(pmf.outcomes, pmf.weights, strict=True)}


def test_sums_and_differences_have_the_law_of_the_added_noise() -> None:
    """X + Y - Z: value, variance, and the interval against all 125 combinations of noise."""
    found = sum_estimate(LAW, (7, 9), (4,), SURE)
    variance = 3 * sum(z * z * p for z, p in LADDER.items())
    assert found.released == 12
    assert found.bias.lo == found.bias.hi == 0
    assert found.variance.lo <= variance <= found.variance.hi
    low, high = (end - 12 for end in found.interval)
    held = sum(
        (
            LADDER[a] * LADDER[b] * LADDER[c]
            for a, b, c in product(LADDER, repeat=3)
            if low <= -(a + b - c) <= high
        ),
        Fraction(0),
    )
    narrower = sum(
        (
            LADDER[a] * LADDER[b] * LADDER[c]
            for a, b, c in product(LADDER, repeat=3)
            if low < -(a + b - c) < high
        ),
        Fraction(0),
    )
    assert held >= SURE > narrower


def test_the_interval_of_a_share_holds_it_as_often_as_it_says() -> None:
    """5 of 5 + 8, over all noise of both."""
    held = Fraction(0)
    for a, b in product(LADDER, repeat=2):
        bounds = share_interval(LAW, (5 + a,), (8 + b,), SURE)
        held += LADDER[a] * LADDER[b] if bounds.lo <= Fraction(5, 13) <= bounds.hi else 0
    assert held >= SURE


def test_the_posterior_is_that_of_bayes() -> None:
    """A released 3 under the table: prior times row, over their sum, in rationals."""
    prior = {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 8)}
    joint = {a: p * _row(a).get(3 - a, Fraction(0)) for a, p in prior.items()}
    found = posterior(TABLE, 3, prior)
    for a, part in joint.items():
        true = part / sum(joint.values())
        if part:
            assert found[a] == Enclosure.point(true)
        else:
            assert a not in found
    assert posterior_mean(found).lo == sum(a * part for a, part in joint.items()) / sum(
        joint.values()
    )
    with pytest.raises(InputError, match="prior"):
        posterior(TABLE, 30, prior)


def test_the_posterior_of_a_law_is_enclosed_narrowly() -> None:
    """Weights need not add up to 1: 3 released, prior weights 5 and 1, noise ratio 2."""
    found = posterior(LAW, 3, {3: Fraction(5), 4: Fraction(1), 9: Fraction(7)})
    assert list(found) == [3, 4]
    for a, true in ((3, Fraction(10, 11)), (4, Fraction(1, 11))):
        assert found[a].lo <= true <= found[a].hi
        assert found[a].width < Fraction(1, 10**40)


def test_a_prior_is_a_range_a_list_or_a_file() -> None:
    """The same prior three ways, exactly as written."""
    third = {1: Fraction(1), 2: Fraction(1)}
    assert prior_given("1..2") == prior_given("1:1,2:1.0") == third
    assert read_prior("\ufeffcount,weight\n1,1\n\n2,2/2\n") == third
    assert prior_given("../prior.csv") is None
    assert prior_given("prior.csv") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1:1,1:2", "prior, '1' = 1: has its weight already"),
        ("1:-1", "prior, '1' = '-1': is negative"),
        ("1:0", "has no positive weight"),
        ("1:half", "prior, '1' = 'half'"),
        ("x:1", "prior, 'x' = 'x'"),
        ("5..2", "prior = '2'"),
        ("0..10000", "prior = '10000'"),
    ],
)
def test_a_prior_that_is_none_is_refused_by_name(text: str, message: str) -> None:
    """What was given, and which rule."""
    with pytest.raises(InputError, match=message):
        prior_given(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no positive weight"),
        ("count,weight\n1,2,3\n", "line 2.*has 3 cells"),
        ("1,1\n2,0.5.\n", "prior, line 2 = '0.5.'"),
        ("1,1\n1.5,1\n", "prior, line 2 = '1.5'.*integer"),
    ],
)
def test_a_file_that_is_no_prior_is_refused_by_its_line(text: str, message: str) -> None:
    """The line, what it has, and which rule."""
    with pytest.raises(InputError, match=message):
        read_prior(text)


def test_without_noise_everything_is_known() -> None:
    """The count itself, no variance."""
    found = count_estimate(NoNoise(), 5, SURE)
    assert (found.possible, found.interval) == ((5, 5), (5, 5))
    assert found.variance.lo == found.variance.hi == 0


def test_frequencies_are_recovered_by_the_exact_inverse() -> None:
    """t M, multiplied by the inverse, is t again; the condition number of a two-by-two by hand."""
    rows = (Row(((0, 3), (1, 1))), Row(((-1, 1), (0, 3))))
    table = PTable(4, 0, rows, Stop(), zero="row")
    t = (Fraction(40), Fraction(60))
    star = [t[0] * 3 / 4 + t[1] / 4, t[0] / 4 + t[1] * 3 / 4]
    found = estimated_frequencies(table, [int(x) for x in star])
    assert found.estimated == t
    # M^-1 = [[3/2, -1/2], [-1/2, 3/2]]: its rows add up to 2 in absolute value, those of M to 1.
    assert found.condition == 2


def test_a_matrix_without_an_inverse_or_with_values_outside_is_refused() -> None:
    """Equal rows; a row that leads past the last count."""
    same = PTable(2, 0, (Row(((0, 1), (1, 1))), Row(((-1, 1), (0, 1)))), Stop(), zero="row")
    with pytest.raises(InputError, match="cannot be inverted"):
        estimated_frequencies(same, [1, 2])
    with pytest.raises(InputError, match="outside 0 to 1"):
        estimated_frequencies(TABLE.table, [1, 2])


def test_cells_that_come_from_larger_counts_are_no_cells_of_the_smaller_ones() -> None:
    """Counts 4 to 8 are released as 0 to 3 too: 4 numbers are refused, the 9 of the block are not.

    With all of them the estimate of the expected released numbers is the true one.
    """
    law = law_given("pram", "3/2", {"cap": 4, "reading": "block"})
    table = table_of_law(law, 1 << 16)
    true = (27, 18, 21, 13, 20, 9, 7, 5, 4)
    star = [Fraction(0)] * 9
    for a, cells in enumerate(true):
        for z, keys in table.row(a).runs:
            star[a + z] += Fraction(cells * keys, 1 << 16)
    with pytest.raises(InputError, match="row = 4: leads to the released value 0, inside 0 to 3"):
        estimated_frequencies(table, [30, 20, 20, 10])
    with pytest.raises(InputError, match="give the 9 numbers of the values 0 to 8"):
        estimated_frequencies(table, [30, 20, 20, 10])
    whole = [int(n * (1 << 16)) for n in star]
    found = estimated_frequencies(table, whole)
    assert found.estimated == tuple(Fraction(n << 16) for n in true)


def test_a_table_that_keeps_no_values_apart_has_no_estimate() -> None:
    """Its last row repeats and moves every count to the next one."""
    rows = (Row(((0, 2),)), Row(((-1, 1), (1, 1))))
    with pytest.raises(InputError, match="no unbiased estimate of so few values exists"):
        estimated_frequencies(PTable(2, 0, rows, zero="row"), [5, 5])
