"""Level and power of the tests of independence by enumeration, against floats of another kind."""

from fractions import Fraction
from itertools import permutations, product
from math import exp, factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from exact.errors import InputError
from exact.inference.channel import Channel, LawChannel, NoNoise, TableChannel
from exact.inference.enumeration import canonical
from exact.inference.independence import columns_of, proved_statistic
from exact.inference.independence_answer import IndependenceAnswer, judged
from exact.inference.released import Cells, Released
from exact.laws.given import law_given
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.proposals.enumerated import enumeration
from reports.proposals.log_linear import fit_of
from reports.proposals.power import hypotheses
from reports.proposals.simulated import CORRECTED, NAIVE, batch

MOVED = {-1: 0.25, 0: 0.5, 1: 0.25}
NOISE = TableChannel(PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),), zero="preserve"))
CELLS = ((2, 0), (1, 1))
Floats = np.ndarray[Any, np.dtype[np.float64]]


def answered(channel: Channel) -> IndependenceAnswer:
    """Return the test of the tiny table."""
    released = Released(CELLS, ("1", "2"), ("1", "2"))
    columns = columns_of(released, channel)
    tested = proved_statistic(columns, fit_of(columns))
    return judged(released, channel.text, Fraction(1, 20), tested)


def chance(x: int, mean: float, noisy: bool) -> float:
    """Return P(x | mu): a count of 0 stays, others move by -1, 0 or 1."""
    noise = MOVED if noisy else {0: 1.0}
    moves = [(0, 0, 1.0)] + [(a, z, p) for a in range(1, 40) for z, p in noise.items()]
    return sum(p * exp(-mean) * mean**a / factorial(a) for a, z, p in moves if a + z == x)


def statistics(tables: Floats, noisy: bool) -> list[float]:
    """Return 2 log of (6.1) of all tables by EM, the likelihoods written out term by term."""
    terms = [(-z, p) for z, p in MOVED.items()] if noisy else [(0, 1.0)]
    counts = np.stack([tables + z for z, _ in terms], axis=-1)
    chances = np.array([p for _, p in terms])
    weights = np.where(
        counts > 0, chances, np.where((counts == 0) & (tables[..., None] == 0), 1.0, 0.0)
    )
    counts = np.maximum(counts, 0)
    scale = weights / np.vectorize(factorial)(counts.astype(int))

    def expected(means: Floats) -> tuple[Floats, Floats]:
        parts = scale * means[..., None] ** counts
        return (parts * counts).sum(-1) / parts.sum(-1), np.log(parts.sum(-1)) - means

    free = fitted = np.maximum(tables, 0.5)
    for _ in range(600):
        free = np.maximum(expected(free)[0], 1e-12)
        true = np.maximum(expected(fitted)[0], 1e-12)
        across, down = true.sum(-1, keepdims=True), true.sum(-2, keepdims=True)
        fitted = across * down / true.sum((-2, -1), keepdims=True)
    found = 2 * (expected(free)[1] - expected(fitted)[1]).sum((-2, -1))
    return [float(value) for value in found]


@pytest.mark.parametrize("channel", [NOISE, NoNoise()], ids=["noise", "none"])
def test_level_and_power_are_sums_over_all_released_tables(channel: Channel) -> None:
    """A plain sum in floating point over the tables with counts up to 9; others reject or not."""
    answer, noisy = answered(channel), channel is NOISE
    found = enumeration(answer, channel)
    tables = [((a, b), (c, d)) for a, b, c, d in product(range(10), repeat=4)]
    kinds = sorted({canonical(cells) for cells in tables})
    values = statistics(np.array(kinds, dtype=float), noisy)
    rejected = {cells: t >= chi2.isf(0.05, 1) for cells, t in zip(kinds, values, strict=True)}
    chosen = np.array([rejected[canonical(cells)] for cells in tables])
    for means, rates in zip(hypotheses(answer), (found.level, found.power), strict=True):
        flat = [float(mean) for line in means for mean in line]
        laws = [[chance(x, mean, noisy) for x in range(10)] for mean in flat]
        chances = np.einsum("a,b,c,d->abcd", *laws).ravel()
        expected, rest = float(chances[chosen].sum()), 1 - float(chances.sum())
        bounds = rates[CORRECTED]
        assert expected <= float(bounds.hi) + 1e-9
        assert expected + rest >= float(bounds.lo) - 1e-9
        assert rest < 1e-3
        assert bounds.width < Fraction(1, 1000)


def test_without_noise_both_tests_are_one() -> None:
    """G^2 of true counts, whether noise is thought of or not."""
    found = enumeration(answered(NoNoise()), NoNoise())
    for rates in (found.level, found.power):
        assert rates[NAIVE].lo <= rates[CORRECTED].hi
        assert rates[CORRECTED].lo <= rates[NAIVE].hi


@given(st.lists(st.integers(-2, 5), min_size=6, max_size=6))
def test_all_orders_of_rows_and_columns_have_one_canonical_table(numbers: list[int]) -> None:
    """It is one of them; where the table is square, both may be turned."""
    for cells in (
        (numbers[:3], numbers[3:]),
        (numbers[:2], numbers[2:4]),
        (numbers[:2], numbers[2:4], numbers[4:]),
    ):
        rows, across = range(len(cells)), range(len(cells[0]))
        orders = [
            tuple(tuple(cells[i][j] for j in b) for i in a)
            for a in permutations(rows)
            for b in permutations(across)
        ]
        if len(rows) == len(across):
            orders += [tuple(zip(*order, strict=True)) for order in orders]
        (found,) = {canonical(order) for order in orders}
        assert found in orders


@pytest.mark.parametrize("cells", [((60, 70), (50, 40)), ((10**6, 1), (1, 1))])
def test_a_table_that_is_not_tiny_is_refused(cells: Cells) -> None:
    """With what to do instead."""
    released = Released(cells, ("1", "2"), ("1", "2"))
    columns = columns_of(released, NoNoise())
    answer = judged(released, "", Fraction(1, 20), proved_statistic(columns, fit_of(columns)))
    with pytest.raises(InputError, match=r"enumerate = '2 x 2': .*use --simulate"):
        enumeration(answer, NoNoise())


def test_much_noise_is_refused_before_anything_is_added_up() -> None:
    """Thousands of values a cell are too many tables for any counts."""
    with pytest.raises(InputError, match="larger counts or more noise than the 1000"):
        enumeration(answered(NoNoise()), LawChannel(law_given("laplace", "1", {"m": 501})))


def test_a_simulation_gives_each_count_the_noise_of_its_own_row() -> None:
    """Counts 0 and 1 stay, all others lose 1: no table has noise where it must not."""
    stay, less = Row(((0, 1),)), Row(((-1, 1),))
    channel = TableChannel(PTable(1, 0, (stay, stay, less), zero="row"))
    drawn = batch(np.full((20, 2, 2), 9.0), channel, (1,)).statistics
    assert drawn["original"] != drawn["naive"]
