"""The exact number A - B e^epsilon: its value, its sign and its enclosure."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from tests.privacy.definition import ORACLE_DIGITS, ORACLE_ERROR, exact, exponentials

COEFFICIENTS = st.fractions(-3, 3, max_denominator=40)
EPSILONS = st.fractions(Fraction(1, 100), 5, max_denominator=100)


def sign(x: Fraction) -> int:
    """Return the sign of a rational."""
    return (x > 0) - (x < 0)


def exponential(epsilon: Fraction) -> Fraction:
    """Return e^epsilon to 400 digits."""
    with mpmath.workdps(ORACLE_DIGITS):
        return exact(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator))


@given(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS, exponentials())
def test_a_rational_delta_is_compared_as_a_rational(
    A: Fraction, B: Fraction, bound: Fraction, E: Fraction
) -> None:
    """For e^epsilon rational, value, comparisons and enclosure are those of Fractions."""
    delta = Delta(A, B, Epsilon(exp=E))
    assert delta.exact == A - B * E
    assert delta.compare(bound) == sign(A - B * E - bound)
    other = Delta(bound, A, Epsilon(exp=E))
    assert delta.compare_to(other) == sign(A - B * E - bound + A * E) == -other.compare_to(delta)
    assert delta.enclosure(100).lo == delta.enclosure(100).hi == A - B * E


@given(COEFFICIENTS, COEFFICIENTS.filter(bool), COEFFICIENTS, EPSILONS)
def test_an_irrational_delta_is_compared_through_its_value(
    A: Fraction, B: Fraction, bound: Fraction, epsilon: Fraction
) -> None:
    """For epsilon rational the sign and the enclosure agree with 400 digits of e^epsilon."""
    delta = Delta(A, B, Epsilon(value=epsilon))
    expected = A - B * exponential(epsilon)
    assert delta.exact is None
    assert delta.compare(bound) == sign(expected - bound)
    found = delta.enclosure(134)
    assert found.lo - ORACLE_ERROR < expected < found.hi + ORACLE_ERROR
    assert found.width * 10**40 <= min(abs(found.lo), abs(found.hi))


@given(EPSILONS, st.integers(20, 100), st.sampled_from([-1, 1]))
def test_a_bound_next_to_delta_is_still_decided(epsilon: Fraction, digits: int, side: int) -> None:
    """A bound that differs from delta in the 100th digit is on the side where it is."""
    expected = 8 - exponential(epsilon)
    bound = expected + Fraction(side, 10**digits)
    assert Delta(Fraction(8), Fraction(1), Epsilon(value=epsilon)).compare(bound) == -side


@pytest.mark.parametrize("zero", [Epsilon(value=Fraction(0)), Epsilon(exp=Fraction(1))])
def test_epsilon_zero_is_rational_in_both_spellings(zero: Epsilon) -> None:
    """At epsilon = 0 delta is the rational A - B."""
    delta = Delta(Fraction(3, 4), Fraction(1, 4), zero)
    assert delta.exact == Fraction(1, 2)
    assert delta.compare(Fraction(1, 2)) == 0


def test_without_an_exponential_part_delta_is_rational_at_any_epsilon() -> None:
    """B = 0 leaves A, also where e^epsilon is irrational."""
    delta = Delta(Fraction(1, 3), Fraction(0), Epsilon(value=Fraction(1, 2)))
    assert delta.exact == Fraction(1, 3)
    assert [delta.compare(Fraction(n, 6)) for n in (1, 2, 3)] == [1, 0, -1]


def test_deltas_at_two_epsilons_are_not_compared() -> None:
    """A comparison across epsilons is a mistake of the caller and is refused."""
    one, two = (Delta(Fraction(1), Fraction(0), Epsilon(value=Fraction(n))) for n in (1, 2))
    with pytest.raises(InputError, match=r"epsilon = .*differs; compare at one epsilon"):
        one.compare_to(two)


def test_a_float_is_refused() -> None:
    """A float is not an exact coefficient."""
    with pytest.raises(InputError, match=r"delta = .*must be exact; give Fractions"):
        Delta(0.5, Fraction(0), Epsilon(value=Fraction(1)))  # type: ignore[arg-type]
