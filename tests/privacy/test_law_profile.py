"""The profile of a law by pieces, and its largest singleton excess, against mpmath."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from exact.privacy.law_profile import law_pieces, law_singleton


def as_fraction(value: mpmath.mpf) -> Fraction:
    """Return the exact value of an mpf."""
    mantissa, exponent = value.man_exp
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def excesses(D: int, gamma: Fraction, epsilon: Fraction) -> dict[int, mpmath.mpf]:
    """Return p(z) - e^epsilon p(z-1) by the definition, at the current precision."""
    rate = mpmath.mpf(gamma.numerator) / gamma.denominator
    weight = {z: mpmath.exp(-rate * z * z) for z in range(-D, D + 1)}
    total, E = (
        mpmath.fsum(weight.values()),
        mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator),
    )
    return {z: (weight.get(z, 0) - E * weight.get(z - 1, 0)) / total for z in range(-D, D + 2)}


@given(
    D=st.integers(1, 9),
    gamma=st.fractions(Fraction(1, 50), 1, max_denominator=60),
    epsilon=st.fractions(Fraction(1, 20), 4, max_denominator=40),
)
def test_the_largest_singleton_is_the_maximum_over_outcomes(
    D: int, gamma: Fraction, epsilon: Fraction
) -> None:
    """It is the maximum of p(z) - e^epsilon p(z-1), with the outcome, to 30 digits."""
    found, z = law_singleton(law_of_gamma(D, gamma), Epsilon(value=epsilon), 30)
    with mpmath.workdps(80):
        values = excesses(D, gamma, epsilon)
        best = max(values, key=lambda y: values[y])
        assert z == best
        slack = Fraction(1, 10**60)
        assert found.lo - slack < as_fraction(values[best]) < found.hi + slack


@given(D=st.integers(1, 9), gamma=st.fractions(Fraction(1, 50), 1, max_denominator=60))
def test_the_pieces_cover_every_epsilon_once(D: int, gamma: Fraction) -> None:
    """They join from 0 to infinity, and A - B e^epsilon at an inner point is the tight delta."""
    law = law_of_gamma(D, gamma)
    pieces = list(law_pieces(law, 30))
    assert [piece.start for piece in pieces] == [0, *(piece.end for piece in pieces[:-1])]
    assert pieces[-1].end is None
    for piece in pieces:
        middle = Fraction(piece.start + (piece.end or piece.start + 2), 2) * gamma
        expected = law_delta(law, Epsilon(value=middle), 25)
        assert expected.event == range(-D, 1 - piece.k)
        lo, hi = Epsilon(value=middle).exp_bounds(200)
        low = piece.A.lo - piece.B.hi * Fraction(hi, 1 << 200)
        high = piece.A.hi - piece.B.lo * Fraction(lo, 1 << 200)
        assert low <= expected.delta.hi
        assert expected.delta.lo <= high


@pytest.mark.parametrize("D", [1, 7])
def test_the_plateau_is_the_last_piece(D: int) -> None:
    """Beyond (2D - 1) gamma nothing but p(-D) is left."""
    law = law_of_gamma(D, Fraction(1, 8))
    last = list(law_pieces(law, 20))[-1]
    assert last.start == 2 * D - 1
    assert last.B.lo == last.B.hi == 0
    assert last.A.lo <= law.pmf(-D, 20).hi
    assert law.pmf(-D, 20).lo <= last.A.hi
