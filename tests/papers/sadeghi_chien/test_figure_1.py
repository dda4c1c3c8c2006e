"""Figure 1 of Sadeghi-Chien: gamma for V = 4 and V = 10 at D = 11 and D = 15. SOURCES.md."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from exact.laws.maxent import law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import worst_event
from tests.papers.sadeghi_chien.printed import is_rounded
from tests.privacy.definition import exact


def variance(D: int, gamma: Any) -> Any:
    """Return V by (2.21)."""
    powers = {z: mpmath.exp(-gamma * z * z) for z in range(-D, D + 1)}
    return sum(z * z * w for z, w in powers.items()) / sum(powers.values())


@pytest.mark.parametrize(
    ("D", "V", "printed", "right"),
    [
        (11, 4, "0.125", "0.12499997"),
        (15, 4, "0.125", "0.1249999999999595"),
        (11, 10, "0.0498", "0.04980872"),
    ],
)
def test_gamma_of_a_variance_is_the_printed_one(D: int, V: int, printed: str, right: str) -> None:
    """gamma rounds to the printed digits; it is not 1/(2V) = 0.125 exactly but just below."""
    found = law_of_variance(D, Fraction(V)).rate.enclosure(160)
    assert is_rounded(printed, found)
    assert is_rounded(right, found)
    assert found.hi < Fraction(1, 2 * V)
    with mpmath.workdps(60):
        assert is_rounded(
            right, exact(mpmath.findroot(lambda g: variance(D, g) - V, mpmath.mpf(right)))
        )


def test_the_printed_gamma_for_variance_10_holds_for_one_support_only() -> None:
    """0.0498 is gamma for V = 10 at D = 11; at D = 15 the same variance needs 0.0500."""
    found = law_of_variance(15, Fraction(10)).rate.enclosure(160)
    assert not is_rounded("0.0498", found)
    assert is_rounded("0.0500", found)
    assert is_rounded("0.04999891", found)
    with mpmath.workdps(60):
        root = mpmath.findroot(lambda g: variance(15, g) - 10, mpmath.mpf("0.05"))
        assert is_rounded("0.04999891", exact(root))
    assert is_rounded("10.04", law_of_gamma(15, Fraction("0.0498")).variance().enclosure(67))
    assert is_rounded("10.00", law_of_gamma(11, Fraction("0.0498")).variance().enclosure(67))


@pytest.mark.parametrize(("D", "gamma"), [(11, "0.125"), (11, "0.0498"), (15, "0.125")])
def test_the_plateau_begins_where_only_the_lowest_noise_is_left(D: int, gamma: str) -> None:
    """From epsilon = (2D-1) gamma on E* = {-D}: the plateau of Figure 1, and not before."""
    law, start = law_of_gamma(D, Fraction(gamma)), (2 * D - 1) * Fraction(gamma)
    assert worst_event(law, Epsilon(value=start)) == range(-D, -D + 1)
    assert len(worst_event(law, Epsilon(value=start - Fraction(1, 10**9)))) == 2
