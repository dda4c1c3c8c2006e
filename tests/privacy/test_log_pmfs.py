"""delta of probabilities that are given by their logarithms."""

from fractions import Fraction

import mpmath

from exact.privacy.log_pmfs import delta_of_logs
from tests.numbers.mp_reference import to_fraction, to_mp


def test_delta_of_logs_is_the_hockey_stick_of_their_exponentials() -> None:
    """Two outcomes by hand: max(0, e^a - e^x e^b) + max(0, e^b - e^x e^a) in mpmath."""
    a, b, x = Fraction(-1, 4), Fraction(-3, 2), Fraction(1, 8)
    found = delta_of_logs({0: a, 1: b}, {0: b, 1: a}, x)
    with mpmath.workdps(60):
        true = to_fraction(mpmath.exp(to_mp(a)) - mpmath.exp(to_mp(x)) * mpmath.exp(to_mp(b)))
    assert found.lo <= true <= found.hi
    assert found.width < Fraction(1, 2**120)
