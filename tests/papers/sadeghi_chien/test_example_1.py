"""Example 1 of Sadeghi-Chien: epsilon = 0.5, delta = 10^-4. Sources: SOURCES.md."""

from fractions import Fraction

import mpmath
import pytest

from exact.design.guide import smallest_design
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import epsilon
from exact.privacy.law_privacy import law_delta
from tests.papers.sadeghi_chien.printed import is_rounded
from tests.privacy.definition import exact

DESIGN = smallest_design(epsilon("0.5"), Fraction(1, 10**4))
GAMMA = Fraction(1, 2) / 49 - Fraction(1, 10 * 2499)


def test_the_smallest_support_is_25() -> None:
    """D* = 25: D = 24 misses the target of 10^-4 and D = 25 meets it."""
    assert DESIGN.law.D == 25
    assert DESIGN.failing_delta is not None
    assert DESIGN.delta.hi <= Fraction(1, 10**4) < DESIGN.failing_delta.lo


def test_gamma_is_the_printed_formula() -> None:
    """gamma = 0.5/(2*25-1) - 1/(10(2500-1)), which is 127/12495."""
    assert law_of_gamma(25, GAMMA) == DESIGN.law
    assert Fraction(127, 12495) == GAMMA


def test_delta_and_variance_are_the_printed_ones() -> None:
    """delta = 9.91e-5 and V = 49.00 are correctly rounded, and delta is the tight one (2.19)."""
    assert is_rounded("9.91e-5", DESIGN.delta)
    assert is_rounded("9.91e-5", law_delta(DESIGN.law, epsilon("0.5")).delta.enclosure(67))
    assert is_rounded("49.00", DESIGN.law.variance().enclosure(67))


@pytest.mark.parametrize(
    ("z", "printed"),
    [
        (0, "0.056895481243871"),
        (1, "0.056320120792644"),
        (2, "0.054628714970934"),
        (24, "0.000163117271714"),
        (25, "0.000099129808160"),
    ],
)
def test_the_printed_pmf_is_correctly_rounded(z: int, printed: str) -> None:
    """(2.30) at z = 0, 1, 2, 24, 25: all fifteen decimals are right, for z and for -z."""
    assert is_rounded(printed, DESIGN.law.probability(z).enclosure(100))
    assert is_rounded(printed, DESIGN.law.probability(-z).enclosure(100))


def test_the_value_printed_for_12_belongs_to_11() -> None:
    """(2.30) prints p(11) = 0.016632589297126 at z = 12; right is p(12) = 0.013165377565781.

    Of all z from 0 to 25 only 11 rounds to the printed number, so it is a slip of the index.
    """
    printed, right = "0.016632589297126", "0.013165377565781"
    assert [
        z for z in range(26) if is_rounded(printed, DESIGN.law.probability(z).enclosure(100))
    ] == [11]
    assert [
        z for z in range(26) if is_rounded(right, DESIGN.law.probability(z).enclosure(100))
    ] == [12]
    with mpmath.workdps(60):
        gamma = mpmath.mpf(127) / 12495
        total = 1 + 2 * sum(mpmath.exp(-gamma * z * z) for z in range(1, 26))
        assert is_rounded(right, exact(mpmath.exp(-gamma * 144) / total))
        assert is_rounded(printed, exact(mpmath.exp(-gamma * 121) / total))


def test_the_printed_formula_of_the_pmf_has_a_misplaced_one() -> None:
    """(2.29) prints "+ 1" behind the fraction, which gives more than 1; (2.28) has it below."""
    with mpmath.workdps(60):
        gamma = mpmath.mpf(127) / 12495
        tail = 2 * sum(mpmath.exp(-gamma * z * z) for z in range(1, 26))
        assert exact(1 / tail + 1) > 1
        assert is_rounded("0.056895481243871", exact(1 / (tail + 1)))
