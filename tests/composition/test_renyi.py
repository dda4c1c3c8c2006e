"""Renyi moments and concentrated differential privacy against definitions."""

from fractions import Fraction

import mpmath
import pytest

from exact.composition.dominating import dominating_pair
from exact.composition.pairs import LossPair
from exact.composition.renyi import concentrated, moment, renyi_delta
from exact.numbers.epsilon import Epsilon
from tests.composition.tables import TEN, both_ways

HALVES = LossPair(((3, 1), (1, 3)))


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_bound_by_moments_is_above_the_truth_of_all_joint_outcomes(number: int, m: int) -> None:
    """At several epsilons, plateau included."""
    pair = dominating_pair(TEN[number])
    for E in (Fraction(5, 4), Fraction(2), Fraction(11)):
        found = renyi_delta([(pair, m)], Epsilon(exp=E))
        assert both_ways([pair] * m, E) <= found.delta <= 1


def test_a_moment_is_the_sum_of_its_definition() -> None:
    """Sum of p^a q^(1-a) over what both laws have, by rationals."""
    for table in TEN:
        pair = dominating_pair(table)
        for order in (2, 3, 7):
            due = (
                sum(
                    (Fraction(p**order, q ** (order - 1)) for p, q in pair.weights if p and q),
                    Fraction(0),
                )
                / pair.total
            )
            found = moment(pair, order)
            assert found.lo <= due <= found.hi
            assert found.width < Fraction(1, 10**30)


def test_rho_bounds_every_divergence_over_its_order() -> None:
    """D(a) / a of a pair of two atoms by mpmath: never above, and somewhere at the lower end."""
    found = concentrated(HALVES)
    largest = mpmath.mpf(0)
    with mpmath.workdps(40):
        for step in range(1, 400):
            a = 1 + mpmath.mpf(step) / 40
            total = (mpmath.mpf(3) ** a + mpmath.mpf(3) ** (1 - a)) / 4
            largest = max(largest, mpmath.log(total) / (a - 1) / a)
        assert largest <= mpmath.mpf(found.hi.numerator) / found.hi.denominator
        assert largest >= mpmath.mpf(found.lo.numerator) / found.lo.denominator * 0.97
    assert found.hi - found.lo <= found.lo / 10


def test_where_nothing_is_told_rho_is_0() -> None:
    """Two equal laws, and two that have nothing in common."""
    assert concentrated(LossPair(((5, 5),))).hi == 0
    assert concentrated(LossPair(((5, 0), (0, 5)))).hi == 0


def test_rho_is_at_most_half_the_square_of_the_largest_loss() -> None:
    """Bun and Steinke, Proposition 3.3; the bounds of rho are 6 % apart."""
    for p, q in ((3, 2), (9, 8), (101, 100)):
        pair = LossPair(((p, q), (q, p)))
        loss = mpmath.log(mpmath.mpf(p) / q)
        hi = concentrated(pair).hi
        assert mpmath.mpf(hi.numerator) / hi.denominator <= loss**2 / 2 * mpmath.mpf("1.06")


def test_of_very_many_cells_moments_say_nothing_and_end() -> None:
    """Their exponents would be out of reach: delta is at most 1, or all of it is in the plateau."""
    assert renyi_delta([(HALVES, 10_000)], Epsilon(exp=Fraction(3))).delta == 1
    rest = LossPair(((7, 0), (1, 1), (0, 7)))
    plateau = 1 - Fraction(1, 8) ** 10_000
    assert plateau < renyi_delta([(rest, 10_000)], Epsilon(exp=Fraction(3))).delta <= 1
