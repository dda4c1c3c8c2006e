"""The discrete Gaussian of a given parameter and of a given variance, against theta functions."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.discrete_gaussian import DiscreteGaussian
from exact.laws.exp_ratio import ExpRatio
from exact.laws.gaussian_moments import (
    gaussian_of_parameter,
    gaussian_of_variance,
    gaussian_probability,
    gaussian_variance,
)
from exact.laws.rates import RationalRate
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from tests.numbers.mp_reference import to_fraction, to_mp

variances = st.fractions(Fraction(1, 20), 30, max_denominator=60)
SOME = Epsilon(value=Fraction(1))
SLACK = Fraction(1, 10**40)


def holds(found: Enclosure, expected: Fraction) -> bool:
    """Tell whether a value is enclosed, up to the last digits of mpmath."""
    return found.lo - SLACK <= expected <= found.hi + SLACK


@given(sigma_squared=variances, z=st.integers(-6, 6))
def test_probabilities_and_variance_of_a_parameter(sigma_squared: Fraction, z: int) -> None:
    """p(z) = q^(z^2)/theta_3(q), and the variance from the logarithmic derivative of theta_3."""
    rate = gaussian_of_parameter(ExpRatio.of(SOME, [sigma_squared]))
    assert rate == RationalRate(1 / (2 * sigma_squared))
    with mpmath.workdps(80):
        q = mpmath.exp(-1 / (2 * to_mp(sigma_squared)))
        theta = mpmath.jtheta(3, 0, q)
        p = to_fraction(q ** (z * z) / theta)
        # sum z^2 q^(z^2) = q d/dq theta_3 = -theta_3''/4 in the variable of jtheta.
        variance = to_fraction(-mpmath.jtheta(3, 0, q, 2) / (4 * theta))
    assert holds(gaussian_probability(rate, z).enclosure(150), p)
    found = gaussian_variance(rate).enclosure(150)
    assert holds(found, variance)
    assert found.is_relatively_narrow(45)
    # The difference is about 4 pi^2 sigma^4 e^(-2 pi^2 sigma^2): seen here up to sigma^2 = 4.
    assert found.lo < sigma_squared
    assert sigma_squared > 4 or found.hi < sigma_squared


@settings(max_examples=20)
@given(variance=variances)
def test_the_law_of_a_variance_has_it(variance: Fraction) -> None:
    """V(x) is the variance asked for, and sigma^2 = 1/(2 gamma) is not smaller."""
    rate = gaussian_of_variance(ExpRatio.of(SOME, [variance]))
    found = gaussian_variance(rate).enclosure(100)
    assert found.lo <= variance <= found.hi
    assert found.is_relatively_narrow(30)
    gamma = rate.enclosure(160)
    assert 2 * gamma.lo * variance < 1
    assert variance > 4 or 2 * gamma.hi * variance < 1
    assert gamma.width < Fraction(1, 2**150)


def test_the_variance_may_be_a_number_of_e_epsilon() -> None:
    """V = (1 + E)/10 at E = e: the root by mpmath."""
    V = ExpRatio.of(SOME, [1, 1], [10])
    with mpmath.workdps(60):
        wanted = (1 + mpmath.e) / 10

        def excess(s: "mpmath.mpf") -> "mpmath.mpf":
            q = mpmath.exp(-1 / (2 * s))
            return -mpmath.jtheta(3, 0, q, 2) / (4 * mpmath.jtheta(3, 0, q)) - wanted

        gamma = to_fraction(1 / (2 * mpmath.findroot(excess, wanted)))
        parameter = to_fraction(1 / (2 * wanted))
    assert holds(gaussian_of_variance(V).enclosure(170), gamma)
    assert holds(gaussian_of_parameter(V).enclosure(170), parameter)


def test_delta_of_an_enclosed_rate_is_the_formula_45() -> None:
    """V = (1 + E)/4 at E = e, epsilon = 1: P(Z > eps V - 1/2) - e^eps P(Z > eps V + 1/2)."""
    V = ExpRatio.of(SOME, [1, 1], [4])
    delta = DiscreteGaussian(gaussian_of_parameter(V)).delta(SOME).enclosure(134)
    with mpmath.workdps(80):
        sigma_squared = (1 + mpmath.e) / 4
        w = {z: mpmath.exp(-(mpmath.mpf(z) ** 2) / (2 * sigma_squared)) for z in range(-40, 41)}
        near = mpmath.fsum(p for z, p in w.items() if z > sigma_squared - mpmath.mpf(1) / 2)
        far = mpmath.fsum(p for z, p in w.items() if z > sigma_squared + mpmath.mpf(1) / 2)
        expected = to_fraction((near - mpmath.e * far) / mpmath.fsum(w.values()))
    assert holds(delta, expected)
    assert delta.is_relatively_narrow(40)


def test_variances_out_of_range_are_refused() -> None:
    """Zero and gigantic variances: the message says what to give."""
    with pytest.raises(InputError, match="must be positive; give noise that occurs"):
        gaussian_of_variance(ExpRatio.of(SOME, [0]))
    with pytest.raises(InputError, match="is too small; choose a smaller variance"):
        gaussian_of_variance(ExpRatio.of(SOME, [10**12])).enclosure(64)
