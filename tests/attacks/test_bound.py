"""The attack on the noise bound: against enumeration of all noise, and against high precision."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.bound import (
    bound_of,
    estimated_bound,
    law_probability,
    reveal_probability,
    uniform_probability,
)
from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw, law_of_gamma, law_of_variance
from exact.pmf import Pmf

WEIGHTS = st.lists(st.integers(1, 9), min_size=3, max_size=7)


def noise(weights: list[int], lowest: int) -> Pmf:
    """Return a pmf on consecutive integers."""
    return Pmf(tuple(range(lowest, lowest + len(weights))), tuple(weights))


def by_enumeration(f: Pmf, m: Pmf, t: Pmf, bound: int) -> Fraction:
    """Return the probability that the estimate (6) is the bound, over every noise."""
    total = Fraction(0)
    for x, y, z in product(f.outcomes, m.outcomes, t.outcomes):
        # True counts 100 + 100 = 200.
        if estimated_bound(100 + x, 100 + y, 200 + z) == bound:
            total += f.probability(x) * m.probability(y) * t.probability(z)
    return total


@given(WEIGHTS, WEIGHTS, WEIGHTS, st.integers(-4, 0))
def test_p_1_is_the_probability_that_the_estimate_is_the_bound(
    f: list[int], m: list[int], t: list[int], lowest: int
) -> None:
    """(6): the event |F + M - T| > 3(E - 1) is the event that the estimate equals E."""
    rows = noise(f, lowest), noise(m, lowest), noise(t, lowest)
    bound = bound_of(*rows)
    assert reveal_probability(*rows, bound) == by_enumeration(*rows, bound)


@pytest.mark.parametrize("bound", range(1, 9))
def test_uniform_noise_has_twenty_patterns(bound: int) -> None:
    """Footnote 11: p_1 = 20/(2E+1)^3, by counting patterns."""
    values = range(-bound, bound + 1)
    patterns = sum(abs(x + y - z) > 3 * (bound - 1) for x, y, z in product(values, repeat=3))
    assert patterns == 20
    assert uniform_probability(bound) == Fraction(patterns, (2 * bound + 1) ** 3)
    uniform = Pmf(tuple(values), (1,) * len(values))
    assert reveal_probability(uniform, uniform, uniform, bound) == uniform_probability(bound)


@pytest.mark.parametrize("bound", [1, 2, 3, 7])
def test_the_uniform_law_has_the_uniform_probability(bound: int) -> None:
    """The enclosure of a law with rational weights is that rational."""
    found = law_probability(law_of_gamma(bound, Fraction(0))).enclosure(67)
    assert found.lo <= uniform_probability(bound) <= found.hi
    assert found.width * 10**20 <= found.hi


@pytest.mark.parametrize("bound", [1, 2, 3, 6])
def test_the_law_agrees_with_fifty_digits(bound: int) -> None:
    """p_1 of e^(-z^2/4) from its definition in 50 digits."""
    law: MaxEntLaw = law_of_gamma(bound, Fraction(1, 4))
    found = law_probability(law).enclosure(84)
    with mpmath.workdps(50):
        weight = {z: mpmath.exp(-mpmath.mpf(z * z) / 4) for z in range(-bound, bound + 1)}
        total = sum(weight.values()) ** 3
        hits = [
            weight[x] * weight[y] * weight[z]
            for x, y, z in product(weight, repeat=3)
            if abs(x + y - z) > 3 * (bound - 1)
        ]
        true = mpmath.fsum(hits) / total
        low, high = (mpmath.mpf(e.numerator) / e.denominator for e in (found.lo, found.hi))
        assert low - mpmath.mpf(10) ** -40 <= true <= high + mpmath.mpf(10) ** -40
    assert found.width * 10**25 <= found.hi


def test_p_1_of_bach_4_2() -> None:
    """E = 5 and V = 2 give p_1 = 1.52e-7, in the order of magnitude that the paper prints."""
    found = law_probability(law_of_variance(5, Fraction(2))).enclosure(67)
    assert Fraction("1.521e-7") < found.lo < found.hi < Fraction("1.522e-7")


@pytest.mark.parametrize("bound", [0, -1, 10**6])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"E = .*: must be from 1 to 100000"):
        uniform_probability(bound)
