"""m of Bach (7): the least number of triples, decided exactly."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.bound import law_probability
from exact.attacks.tuples_needed import tuples_needed, tuples_needed_enclosed
from exact.errors import InputError
from exact.laws.maxent import law_of_variance

LEVEL = Fraction(68, 100)


@given(st.fractions(Fraction(1, 200), Fraction(99, 100), max_denominator=500))
def test_m_is_the_least_number_that_is_enough(p: Fraction) -> None:
    """1 - (1 - p)^m reaches 68 % at m and not at m - 1."""
    m = tuples_needed(p)
    assert m is not None
    assert 1 - (1 - p) ** m >= LEVEL
    assert 1 - (1 - p) ** (m - 1) < LEVEL


@pytest.mark.parametrize(("p", "level", "m"), [("0.68", "0.68", 1), ("0.1", "0.271", 3)])
def test_a_tie_is_decided_by_algebra(p: str, level: str, m: int) -> None:
    """(1 - p)^m = 1 - alpha exactly: m is enough."""
    assert tuples_needed(Fraction(p), Fraction(level)) == m


def test_a_probability_of_0_and_of_1() -> None:
    """No number of triples reveals what never shows; one reveals what always does."""
    assert tuples_needed(Fraction(0)) is None
    assert tuples_needed(Fraction(1)) == 1


def test_m_of_a_law_agrees_with_sixty_digits() -> None:
    """E = 10 and V = 4: the quotient of logarithms in high precision."""
    law = law_of_variance(10, Fraction(4))
    found = tuples_needed_enclosed(law_probability(law))
    p = law_probability(law).enclosure(400)
    with mpmath.workdps(60):
        true = mpmath.log("0.32") / mpmath.log1p(-mpmath.mpf(p.lo.numerator) / p.lo.denominator)
        assert found == int(mpmath.ceil(true))
    assert found == 2_133_360_430_490_204


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1), Fraction(3, 2)])
def test_a_level_out_of_range_is_refused(level: Fraction) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"confidence = .*: must lie strictly between 0 and 1"):
        tuples_needed(Fraction(1, 2), level)


def test_a_probability_above_1_is_refused() -> None:
    """The message names the range."""
    with pytest.raises(InputError, match="p = 3/2: must be a probability"):
        tuples_needed(Fraction(3, 2))
