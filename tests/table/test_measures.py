"""The measures (4.6)-(4.11) on a noise pmf, against their formulas in Fractions and mpmath."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.entropy import entropy
from exact.errors import InputError
from exact.laws.maxent import law_of_gamma, law_of_variance
from exact.pmf import Pmf
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up, total_variation
from tests.privacy.definition import ORACLE_DIGITS, meets

WEIGHTS = st.lists(st.integers(1, 50), min_size=1, max_size=9)


def noise_pmf(weights: list[int]) -> Pmf:
    """Return a pmf with these weights on consecutive values around 0."""
    first = -(len(weights) // 2)
    return Pmf.of(enumerate(weights, start=first))


@given(st.lists(st.tuples(st.integers(-6, 6), st.integers(1, 50)), min_size=1))
def test_bias_and_variance_are_the_moments(pairs: list[tuple[int, int]]) -> None:
    """(4.6) and (4.7): the mean, and the second moment minus the square of the mean."""
    pmf = Pmf.of(pairs)
    total = sum(weight for _, weight in pairs)
    mean = sum((Fraction(z * weight, total) for z, weight in pairs), Fraction(0))
    assert pmf.mean() == mean
    assert pmf.variance() == sum(
        (Fraction(w, total) * (z - mean) ** 2 for z, w in pairs), Fraction(0)
    )
    assert pmf.probability(0) == Fraction(sum(w for z, w in pairs if z == 0), total)


@given(WEIGHTS)
def test_epsilon_q_is_the_largest_log_ratio(weights: list[int]) -> None:
    """(4.8)-(4.10): e^epsilon is the largest ratio of neighbours, and at least 1."""
    pmf = noise_pmf(weights)
    pairs = list(zip(weights[1:], weights[:-1], strict=True))
    down = max([Fraction(1), *(Fraction(a, b) for a, b in pairs)])
    up = max([Fraction(1), *(Fraction(b, a) for a, b in pairs)])
    found = (epsilon_down(pmf), epsilon_up(pmf), epsilon_q(pmf))
    assert [e.exp for e in found if e is not None] == [down, up, max(down, up)]


@given(WEIGHTS.filter(lambda w: len(w) > 1))
def test_epsilon_down_is_an_infimum_that_is_not_attained(weights: list[int]) -> None:
    """At epsilon^Q_{-1} itself the strict inequality of (4.8) fails; at any larger one it holds."""
    pmf = noise_pmf(weights)
    found = epsilon_down(pmf)
    assert found is not None
    assert found.exp is not None
    ratios = [pmf.probability(z) / pmf.probability(z - 1) for z in pmf.outcomes[1:]]
    larger = found.exp + Fraction(1, 10**30)
    assert all(ratio < larger for ratio in ratios)
    assert (max(ratios) < found.exp) == (max(ratios) < 1)


@pytest.mark.parametrize("measure", [epsilon_down, epsilon_up, epsilon_q])
def test_a_gap_in_the_support_makes_epsilon_infinite(measure: Any) -> None:
    """A noise value that no key leads to has ratio infinity beside it: None stands for it."""
    assert measure(Pmf((-2, -1, 1), (1, 2, 1))) is None
    assert measure(Pmf((-1, 0, 1), (1, 2, 1))) is not None


@given(WEIGHTS)
def test_delta_q_is_the_larger_of_the_two_ends(weights: list[int]) -> None:
    """(4.11): the larger probability of the two extreme noise values."""
    assert delta_q(noise_pmf(weights)) == Fraction(max(weights[0], weights[-1]), sum(weights))


@given(st.lists(st.integers(1, 10**12), min_size=2, max_size=9))
def test_entropy_is_that_of_the_definition(weights: list[int]) -> None:
    """H = sum p log 1/p in nats, (1.2): enclosed, and narrow."""
    found = entropy(noise_pmf(weights)).enclosure(134)
    total = sum(weights)
    with mpmath.workdps(ORACLE_DIGITS):
        expected = sum(mpmath.mpf(w) / total * mpmath.log(mpmath.mpf(total) / w) for w in weights)
    assert meets(found, expected)
    assert found.width * 10**40 <= found.lo


def test_entropy_of_one_outcome_is_zero_and_of_equal_ones_the_logarithm() -> None:
    """Certain noise has entropy exactly 0; 2^n equally likely values have n log 2."""
    assert entropy(Pmf((3,), (8,))).exact == 0
    found = entropy(Pmf(tuple(range(8)), (5,) * 8)).enclosure(134)
    with mpmath.workdps(ORACLE_DIGITS):
        assert meets(found, 3 * mpmath.log(2))


@given(
    st.integers(1, 6),
    st.fractions(Fraction(1, 40), 1, max_denominator=40),
    st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(lambda w: w[6] > 0),
)
def test_total_variation_is_half_the_absolute_difference(
    D: int, gamma: Fraction, weights: list[int]
) -> None:
    """(1/2) sum |n(z)/K - p(z)| over the whole support, also where the table has no key."""
    counts = {z: weights[z + 6] for z in range(-D, D + 1)}
    total = sum(counts.values())
    found = total_variation(Pmf.of(counts.items()), law_of_gamma(D, gamma)).enclosure(100)
    with mpmath.workdps(ORACLE_DIGITS):
        rate = mpmath.mpf(gamma.numerator) / gamma.denominator
        powers = {z: mpmath.exp(-rate * z * z) for z in counts}
        scale = sum(powers.values())
        expected = (
            sum(abs(n / mpmath.mpf(total) - powers[z] / scale) for z, n in counts.items()) / 2
        )
    assert meets(found, expected)
    assert found.width * 10**30 <= found.lo


def test_total_variation_to_the_uniform_law_is_rational() -> None:
    """(1, 2, 1)/4 lies 1/6 from (1, 1, 1)/3 and (2, 2, 2)/6 lies 0 from it."""
    uniform = law_of_gamma(1, Fraction(0))
    some = total_variation(Pmf((-1, 0, 1), (1, 2, 1)), uniform).enclosure(134)
    assert some.lo == some.hi == Fraction(1, 6)
    none = total_variation(Pmf((-1, 0, 1), (2, 2, 2)), uniform).enclosure(134)
    assert none.lo == none.hi == 0


def test_total_variation_to_a_law_of_a_variance_is_enclosed() -> None:
    """gamma = ln 2 from V = 1/2, D = 1: p = (1, 2, 1)/4, so (1, 1, 2)/4 lies exactly 1/4 away."""
    found = total_variation(
        Pmf((-1, 0, 1), (1, 1, 2)), law_of_variance(1, Fraction(1, 2))
    ).enclosure(134)
    assert found.lo <= Fraction(1, 4) <= found.hi
    assert found.width < Fraction(1, 10**40)


def test_total_variation_needs_a_law_with_the_support_of_the_table() -> None:
    """Noise outside [-D, D] belongs to another law."""
    with pytest.raises(InputError, match="law = 1: has a smaller support than the table"):
        total_variation(Pmf((-2, 0), (1, 1)), law_of_gamma(1, Fraction(1))).enclosure(67)
