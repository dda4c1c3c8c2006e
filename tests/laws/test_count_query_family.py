"""Properties P1-P3 and the family (2)-(3) of Sadeghi-Asoodeh-Calmon."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.two_point import broken_properties, coefficients_of, mixture, two_point
from exact.pmf import Pmf

etas = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200)
noises = st.integers(1, 12)


@given(eta=etas, i=noises, j=noises)
def test_two_points_and_zero_have_p1_p2_p3(eta: Fraction, i: int, j: int) -> None:
    """Proposition 1, by the definitions: support, probability of 0, mean."""
    noise = two_point(eta, -i, j)
    assert noise.outcomes == (-i, 0, j)
    assert noise.probability(0) == eta
    assert noise.probability(-i) == (1 - eta) * Fraction(j, i + j)
    assert noise.mean() == 0
    assert broken_properties(noise, max(i, j), max(i, j), eta) == ()


def test_each_property_is_seen_to_fail() -> None:
    """P1 by a count too small, P2 by another eta, P3 by a bias."""
    half = Fraction(1, 2)
    noise = two_point(half, -2, 3)
    assert broken_properties(noise, 1, 3, half) == ("P1",)
    assert broken_properties(noise, 2, 2, half) == ("P1",)
    assert broken_properties(noise, 2, 3, Fraction(1, 3)) == ("P2",)
    assert broken_properties(Pmf((-1, 0, 1), (1, 3, 2)), 1, 1, half) == ("P3",)


@given(eta=etas, shares=st.dictionaries(st.tuples(noises, noises), st.integers(1, 20), min_size=1))
def test_every_mixture_has_p1_p2_p3(eta: Fraction, shares: dict[tuple[int, int], int]) -> None:
    """(3), and the mixture is the weighted sum of the parts."""
    whole = sum(shares.values())
    noise = mixture(eta, {(-i, j): Fraction(w, whole) for (i, j), w in shares.items()})
    assert broken_properties(noise, 12, 12, eta) == ()
    for z in range(-12, 13):
        parts = (w * two_point(eta, -i, j).probability(z) for (i, j), w in shares.items())
        assert noise.probability(z) == sum(parts) / whole


@given(
    left=st.dictionaries(noises, st.integers(1, 50), min_size=1),
    right=st.dictionaries(noises, st.integers(1, 50), min_size=1),
    zero=st.integers(0, 100),
)
def test_all_noise_with_mean_0_is_a_mixture(
    left: dict[int, int], right: dict[int, int], zero: int
) -> None:
    """The converse of (3): the coefficients are valid and give the noise back."""
    moments = [sum(z * w for z, w in side.items()) for side in (left, right)]
    pairs = [(-z, w * moments[1]) for z, w in left.items()]
    pairs += [(z, w * moments[0]) for z, w in right.items()]
    noise = Pmf.of([*pairs, (0, zero + 1)])
    alphas = coefficients_of(noise)
    assert min(alphas.values()) > 0
    assert sum(alphas.values()) == 1
    back = mixture(noise.probability(0), alphas)
    assert all(back.probability(z) == noise.probability(z) for z in range(-12, 13))


def test_bad_parameters_name_what_is_allowed() -> None:
    """Each error says argument, value, rule and remedy."""
    half = Fraction(1, 2)
    with pytest.raises(InputError, match="eta = 1: must lie strictly between 0 and 1"):
        two_point(Fraction(1), -1, 1)
    with pytest.raises(InputError, match=r"-i1 = 0: must be from 1 to 2\^30"):
        two_point(half, 0, 1)
    with pytest.raises(InputError, match=r"i2 = -1: must be from 1 to 2\^30"):
        two_point(half, -1, -1)
    with pytest.raises(InputError, match="must be non-negative with sum 1"):
        mixture(half, {(-1, 1): half})
    with pytest.raises(InputError, match="needs mean 0 and an outcome other than 0"):
        coefficients_of(Pmf((0, 1), (1, 1)))
