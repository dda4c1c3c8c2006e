"""Weights, pmf, cmf and variance of the maximum-entropy law, (2.3)-(2.5), against mpmath."""

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw, law_of_gamma, law_of_variance
from exact.laws.rates import LogRate, RationalRate
from exact.laws.variance_root import VarianceRate
from exact.numbers.enclosure import Enclosure
from tests.laws.plain_law import fraction_pmf, mp_pmf, rational_gamma_pmf
from tests.numbers.mp_reference import to_fraction, to_mp

gammas = st.fractions(Fraction(1, 10**6), 3, max_denominator=10**6)
supports = st.integers(1, 30)


def holds(enclosure: Enclosure, value: Fraction, bits: int) -> bool:
    """Tell whether ``enclosure`` holds ``value`` and is as narrow as ``bits`` ask."""
    assert enclosure.width * 2**bits <= enclosure.lo
    return enclosure.lo <= value <= enclosure.hi


@given(gamma=gammas, D=supports, bits=st.integers(1, 300))
def test_weights_are_enclosed_to_less_than_the_bits_asked_for(
    gamma: Fraction, D: int, bits: int
) -> None:
    """lo[k] <= e^(-gamma k^2) 2^b <= hi[k], and the bounds are less than 2^-bits apart."""
    weights = law_of_gamma(D, gamma).weights(bits)
    assert len(weights.lo) == len(weights.hi) == D + 1
    with mpmath.workprec(weights.bits + 100):
        for k, (lo, hi) in enumerate(zip(weights.lo, weights.hi, strict=True)):
            assert lo <= to_fraction(mpmath.exp(-to_mp(gamma) * k * k) * 2**weights.bits) <= hi
            assert (hi - lo) << bits < 1 << weights.bits


@pytest.mark.parametrize("D", [300, 1000])
def test_weights_stay_narrow_for_a_wide_support(D: int) -> None:
    """Rounding errors of a thousand products stay below the guard bits."""
    gamma = Fraction(1, 2 * D)
    weights = law_of_gamma(D, gamma).weights(128)
    with mpmath.workprec(weights.bits + 100):
        for k in range(0, D + 1, 37):
            value = to_fraction(mpmath.exp(-to_mp(gamma) * k * k) * 2**weights.bits)
            assert weights.lo[k] <= value <= weights.hi[k]
            assert (weights.hi[k] - weights.lo[k]) << 128 < 1 << weights.bits


@pytest.mark.parametrize(
    ("rate", "base"),
    [
        (LogRate(Fraction(2, 7), Fraction(3, 2)), Fraction(3, 2)),
        (LogRate(Fraction(5), Fraction(10)), Fraction(10)),
        (LogRate(Fraction(1, 99), Fraction(2)), Fraction(2)),
    ],
)
def test_weights_of_a_logarithmic_rate_are_enclosed(rate: LogRate, base: Fraction) -> None:
    """For gamma = c log b the weights are b^(-c k^2)."""
    weights = MaxEntLaw(12, rate).weights(200)
    with mpmath.workprec(weights.bits + 300):
        gamma = mpmath.log(to_mp(base)) * to_mp(rate.factor)
        for k, (lo, hi) in enumerate(zip(weights.lo, weights.hi, strict=True)):
            scaled = to_fraction(mpmath.exp(-gamma * k * k) * 2**weights.bits)
            nearest = round(scaled)  # a rational power may lie on the grid, where mpmath does not
            exact = nearest if abs(scaled - nearest) < Fraction(1, 2**99) else scaled
            assert lo <= exact <= hi
            assert (hi - lo) << 200 < 1 << weights.bits


@given(gamma=gammas, D=supports)
def test_tails_and_total_are_the_sums_of_the_weights(gamma: Fraction, D: int) -> None:
    """t_k adds the weights from k on, and the total counts each weight but the first twice."""
    weights = law_of_gamma(D, gamma).weights(64)
    for side, tails in zip((weights.lo, weights.hi), weights.tails, strict=True):
        assert list(tails) == [sum(side[k:]) for k in range(D + 2)]
    assert weights.total_lo == sum(weights.lo[abs(z)] for z in range(-D, D + 1))
    assert weights.total_hi == sum(weights.hi[abs(z)] for z in range(-D, D + 1))


@given(gamma=gammas, D=st.integers(1, 12), bits=st.integers(1, 170))
def test_pmf_cmf_and_variance_hold_mpmath_with_the_bits_asked_for(
    gamma: Fraction, D: int, bits: int
) -> None:
    """(2.25), (4.1) and (2.26) from mpmath at 400 digits lie in narrow enclosures."""
    law, expected = law_of_gamma(D, gamma), rational_gamma_pmf(D, gamma, 400)
    for z, (p, c) in enumerate(zip(expected, accumulate(expected), strict=True), start=-D):
        assert holds(law.probability(z).enclosure(bits), p, bits)
        if z < D:
            assert holds(law.cmf(z).enclosure(bits), c, bits)
    variance = sum((z * z * p for z, p in enumerate(expected, start=-D)), Fraction(0))
    assert holds(law.variance().enclosure(bits), variance, bits)


@given(gamma=gammas, D=supports)
def test_the_pmf_sums_to_one(gamma: Fraction, D: int) -> None:
    """The enclosed probabilities sum to an interval around 1 of width below 10^-39."""
    values = [law_of_gamma(D, gamma).probability(z).enclosure(134) for z in range(-D, D + 1)]
    low = sum((v.lo for v in values), Fraction(0))
    high = sum((v.hi for v in values), Fraction(0))
    assert low <= 1 <= high
    assert (high - low) * 10**39 < 1


@given(gamma=gammas, D=supports)
def test_the_law_is_symmetric_and_falls_from_zero(gamma: Fraction, D: int) -> None:
    """p(-z) = p(z), and for gamma > 0 p falls strictly with |z| (Proposition 1)."""
    law = law_of_gamma(D, gamma)
    values = [law.probability(z).enclosure(100) for z in range(D + 1)]
    assert values == [law.probability(-z).enclosure(100) for z in range(D + 1)]
    assert all(near.lo > far.hi for near, far in pairwise(values))


@pytest.mark.parametrize("D", [1, 2, 25, 300])
def test_gamma_zero_is_the_uniform_law_exactly(D: int) -> None:
    """p = 1/(2D+1) and V = D(D+1)/3 as points, not as intervals."""
    law, p = law_of_gamma(D, Fraction(0)), Fraction(1, 2 * D + 1)
    V = Fraction(D * (D + 1), 3)
    assert law.probability(-D).enclosure(34) == law.probability(0).enclosure(34) == Enclosure(p, p)
    assert law.cmf(-D).enclosure(34) == Enclosure(p, p)
    assert law.variance().enclosure(34) == Enclosure(V, V)


@pytest.mark.parametrize("D", [1, 3, 6])
def test_gamma_log_two_has_rational_weights(D: int) -> None:
    """For gamma = log 2 the weights are 2^(-k^2), and the law is that of plain Fractions."""
    law, expected = MaxEntLaw(D, LogRate(Fraction(1), Fraction(2))), fraction_pmf(D, Fraction(1, 2))
    weights = law.weights(100)
    assert weights.lo == weights.hi == tuple(2 ** (weights.bits - k * k) for k in range(D + 1))
    for z, p in enumerate(expected, start=-D):
        assert law.probability(z).enclosure(67) == Enclosure(p, p)


def test_outside_the_support_nothing_is_left_open() -> None:
    """p is 0 outside [-D, D]; c is 0 left of it and 1 from D on."""
    law = law_of_gamma(3, Fraction(1, 5))
    zero, one = Enclosure(Fraction(0), Fraction(0)), Enclosure(Fraction(1), Fraction(1))
    assert (
        law.probability(-4).enclosure(34)
        == law.probability(4).enclosure(34)
        == law.cmf(-4).enclosure(34)
        == zero
    )
    assert law.cmf(3).enclosure(34) == law.cmf(99).enclosure(34) == one


def test_the_law_of_figure_1_has_variance_four() -> None:
    """gamma = 0.125 with D = 11 "corresponds to V = 4": 3.99 < V < 4 (section 2.2)."""
    V = law_of_gamma(11, Fraction("0.125")).variance().enclosure(67)
    assert Fraction("3.99") < V.lo < V.hi < 4


@pytest.mark.parametrize("D", [0, -1, 10**6 + 1, 2.0, True, "x"])
def test_a_support_out_of_range_is_refused(D: Any) -> None:
    """D is an integer from 1 to 10^6, for every way to a law."""
    with pytest.raises(InputError, match=r"^D = "):
        law_of_gamma(D, Fraction(1))
    with pytest.raises(InputError, match=r"^D = "):
        law_of_variance(D, Fraction(1, 10))


@pytest.mark.parametrize("gamma", [0.5, 1, "1/2", None])
def test_a_gamma_that_is_no_fraction_is_refused(gamma: Any) -> None:
    """A float, an int or a text is no gamma."""
    with pytest.raises(InputError, match=r"gamma = .*must be exact; give a Fraction"):
        RationalRate(gamma)


def test_a_negative_gamma_is_refused() -> None:
    """With gamma < 0 noise 0 would not be the likeliest."""
    with pytest.raises(InputError, match=r"gamma = -1/2: must not be negative.*; give gamma >= 0"):
        law_of_gamma(2, Fraction(-1, 2))


def test_a_gamma_above_a_thousand_is_refused() -> None:
    """Noise other than 0 would have a probability below e^-1000."""
    assert law_of_gamma(1, Fraction(1000)).probability(0).enclosure(17).hi <= 1
    with pytest.raises(InputError, match=r"gamma = 1001: must be at most 1000.*smaller gamma"):
        law_of_gamma(1, Fraction(1001))


def test_a_law_has_the_support_of_its_variance() -> None:
    """A rate found for D = 3 belongs to no law on [-4, 4]."""
    with pytest.raises(InputError, match="D = 4: is not the D of the variance"):
        MaxEntLaw(4, VarianceRate(3, Fraction(1)))


def test_the_pmf_of_a_radical_rate_holds_mpmath() -> None:
    """epsilon = ln 10 at D = 7 with gamma = ln(10)/14 is enclosed to 60 digits."""
    law = MaxEntLaw(7, LogRate(Fraction(1, 14), Fraction(10)))
    with mpmath.workdps(200):
        expected = mp_pmf(7, mpmath.log(10) / 14)
    assert all(
        holds(law.probability(z).enclosure(200), p, 200) for z, p in enumerate(expected, start=-7)
    )
