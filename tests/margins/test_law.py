"""The joint law of cells and their margin, against every key one by one."""

from fractions import Fraction
from itertools import product
from math import pi, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.keyorder.order import Mixed
from exact.margins.by_keys import weights_by_keys
from exact.margins.by_runs import weights_by_runs
from exact.margins.law import JointLaw
from exact.pmf import Pmf
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.table.spread import spread
from tests.margins.key_by_key import noise_by_key, points
from tests.table.tables import rows


@st.composite
def some_rows(draw: st.DrawFn) -> list[Row]:
    """Draw two or three cells and a margin over the same few keys, sorted or not."""
    categories = draw(st.integers(1, 3))
    keysize = draw(st.integers(1, 24 if categories < 3 else 9))
    return [draw(rows(keysize)) for _ in range(categories + 1)]


@given(some_rows())
def test_both_ways_of_counting_are_enumeration(drawn: list[Row]) -> None:
    """Runs in closed form and products of polynomials count what every key one by one gives."""
    *cells, margin = drawn
    expected = dict(points(cells, margin))
    assert weights_by_runs(cells, margin) == expected
    assert weights_by_keys(cells, margin) == expected


def by_outer_sum(female: Row, male: Row, total: Row) -> dict[tuple[int, int, int], int]:
    """Return the same for many keys: all sums of two keys at once, in whole numbers."""
    N = total.keysize
    f, m, t = (np.array(noise_by_key(row)) + 8 for row in (female, male, total))
    keys = np.arange(N)
    found = np.zeros(16**3, dtype=np.int64)
    for k in range(N):
        codes = (f[k] * 16 + m) * 16 + t[(k + keys) % N]
        found += np.bincount(codes, minlength=16**3)
    return {
        (int(i) // 256 - 8, int(i) // 16 % 16 - 8, int(i) % 16 - 8): int(found[i])
        for i in np.flatnonzero(found)
    }


@pytest.mark.parametrize("keysize", [997, 2048, 4096])
@pytest.mark.parametrize("ordered", [True, False])
def test_the_law_is_enumeration_up_to_4096_keys(keysize: int, ordered: bool) -> None:
    """Rows of 11 noise values over as many as 4096 keys, sorted and not."""
    draw = np.random.default_rng(keysize)

    def row() -> Row:
        noise = draw.binomial(10, 0.5, keysize) - 5
        return Row.of([(int(z), 1) for z in (np.sort(noise) if ordered else noise)])

    female, male, total = row(), row(), row()
    assert JointLaw.of((female, male), total).weights == by_outer_sum(female, male, total)


def finer(row: Row, factor: int) -> Row:
    """Return the row with each key split into so many."""
    return Row(tuple((z, keys * factor) for z, keys in row.runs))


def extrapolated(values: list[int], at: int) -> Fraction:
    """Return at ``at`` the polynomial with these values at 1, 2, 3, ... (Lagrange)."""
    nodes = range(1, len(values) + 1)
    return sum(
        (
            Fraction(value) * prod((Fraction(at - o, node - o) for o in nodes if o != node))
            for node, value in zip(nodes, values, strict=True)
        ),
        Fraction(0),
    )


@given(st.lists(rows(4), min_size=3, max_size=3), st.integers(1, 2**126))
def test_the_count_is_a_quadratic_in_how_fine_keys_are(drawn: list[Row], factor: int) -> None:
    """The corners are whole, so Ehrhart's theorem takes 4, 8 and 12 keys to any 4 f of them."""
    law = JointLaw.of([finer(row, factor) for row in drawn[:2]], finer(drawn[2], factor))
    counted = []
    for f in (1, 2, 3):
        few = [finer(row, f) for row in drawn]
        counted.append(points(few[:2], few[2]))
    for noises in counted[2]:
        assert law.weights.get(noises, 0) == extrapolated([c[noises] for c in counted], factor)
    assert set(law.weights) <= set(counted[2])


@given(some_rows())
def test_any_as_many_noises_as_cells_are_independent(drawn: list[Row]) -> None:
    """All cells, or the margin and all cells but one: the joint law is the product."""
    *cells, margin = drawn
    law = JointLaw.of(cells, margin)
    for left_out in range(len(drawn)):
        kept = [i for i in range(len(drawn)) if i != left_out]
        seen: dict[tuple[int, ...], int] = {}
        for noises, weight in law.weights.items():
            some = tuple(noises[i] for i in kept)
            seen[some] = seen.get(some, 0) + weight
        apart = JointLaw.independent([drawn[i].pmf for i in kept])
        assert seen == apart.weights


def test_two_to_the_128_keys() -> None:
    """Two halves of 2^128 keys: of all sums below N/2, three of four have none or both halves."""
    half = 2**127
    coin = Row(((0, half), (1, half)))
    law = JointLaw.of((coin, coin), coin)
    # k_1 + k_2 < half with both below half: a triangle of half (half + 1) / 2 points.
    triangle = half * (half + 1) // 2
    assert law.weights[0, 0, 0] == triangle
    assert law.weights[0, 0, 1] == half * half - triangle
    assert law.total == 2**256


def test_independent_noise_has_every_residual() -> None:
    """The residual of independent noise is a three-fold convolution."""
    pmf = Pmf((-1, 0, 1), (1, 2, 1))
    expected = Pmf.of(
        (a + b - c, pmf.weights[a + 1] * pmf.weights[b + 1] * pmf.weights[c + 1])
        for a, b, c in product((-1, 0, 1), repeat=3)
    )
    assert JointLaw.independent([pmf] * 3).residual == expected


def test_what_is_too_much_is_refused() -> None:
    """Seven categories, rows of other keys, and more steps than a minute takes: one line each."""
    coin = Row(((0, 2**40), (1, 2**40)))
    with pytest.raises(InputError, match=r"categories = 7: must be from 1 to 6"):
        JointLaw.of((coin,) * 7, coin)
    with pytest.raises(InputError, match=r"must have the 8 keys of the margin"):
        JointLaw.of((Row(((0, 3),)),), Row(((0, 8),)))
    long = Row((*((z % 2, 1) for z in range(2**12)), (2, 2**80)))
    with pytest.raises(InputError, match=r"steps to count, more than 11000000; take fewer"):
        JointLaw.of((long, long), long)
    with pytest.raises(InputError, match=r"do not sum to it"):
        JointLaw({(0, 0, 0): 3}, 4)


@pytest.mark.parametrize("text", ["2031", "census"])
def test_a_mixed_order_leaves_as_much_dependence_as_a_random_one(text: str) -> None:
    """About (sum of the roots of p)^3 / (K root(2 pi)) in total variation, as plans are told."""
    keys = (1, 8, 39, 138, 352, 680, 830, 680, 352, 138, 39, 8, 1)
    row = Row(tuple((z, 4 * n) for z, n in zip(range(-6, 7), keys, strict=True)))
    K = row.keysize
    (mixed,) = spread(PTable(K, 1, (row,), key_order=Mixed(text))).rows
    joint = JointLaw.of((mixed, mixed), mixed)
    apart = JointLaw.independent([row.pmf] * 3)
    found = (
        sum(
            abs(Fraction(joint.weights.get(y, 0), joint.total) - Fraction(w, apart.total))
            for y, w in apart.weights.items()
        )
        / 2
    )
    roots = sum((4 * n / K) ** 0.5 for n in keys)
    assert 0.9 < found * K * (2 * pi) ** 0.5 / roots**3 < 1.1
