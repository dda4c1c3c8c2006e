"""The tails of the two-tailed geometric law, Bach (2) and (11)."""

from fractions import Fraction

import mpmath
import pytest

from exact.errors import InputError
from exact.laws.two_tailed_geometric import geometric_tail, laplace_tail
from exact.numbers.epsilon import Epsilon


@pytest.mark.parametrize("exp", [Fraction(3, 2), Fraction(2), Fraction(10)])
@pytest.mark.parametrize("bound", [0, 1, 5])
def test_the_tail_is_one_minus_the_middle(exp: Fraction, bound: int) -> None:
    """P(|x| > E) from the pmf (11) itself, in rationals."""
    factor = (1 - 1 / exp) / (1 + 1 / exp)
    middle = sum((factor / exp ** abs(x) for x in range(-bound, bound + 1)), Fraction(0))
    assert geometric_tail(Epsilon(exp=exp), bound).exact == 1 - middle


@pytest.mark.parametrize("text", ["0.025", "0.1", "0.8"])
@pytest.mark.parametrize("bound", [20, 100])
def test_both_tails_agree_with_fifty_digits(text: str, bound: int) -> None:
    """(2) and the sum of (11), for a transcendental e^epsilon."""
    epsilon = Epsilon(value=Fraction(text))
    exact, estimate = (
        tail(epsilon, bound).enclosure(100) for tail in (geometric_tail, laplace_tail)
    )
    with mpmath.workdps(50):
        e = mpmath.mpf(text)
        factor = (1 - mpmath.exp(-e)) / (1 + mpmath.exp(-e))
        discrete = 1 - factor * mpmath.fsum(
            mpmath.exp(-e * abs(x)) for x in range(-bound, bound + 1)
        )
        for found, true in ((exact, discrete), (estimate, mpmath.exp(-e * bound))):
            low, high = (mpmath.mpf(v.numerator) / v.denominator for v in (found.lo, found.hi))
            slack = mpmath.mpf(10) ** -45
            assert low - slack <= true <= high + slack
            assert found.width * 10**30 <= found.hi


@pytest.mark.parametrize("bound", [-1, 1000])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"bound = .*: must be from 0 to 999"):
        geometric_tail(Epsilon(value=Fraction(1)), bound)
