"""Doubles in integers are the doubles of the machine."""

import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from verification.comparison.doubles import SINGLE, is_representable, nearest, ulp

LARGEST = (2 - Fraction(1, 2**52)) * 2**1023
rationals = st.builds(
    lambda m, n, e: Fraction(m, n) * Fraction(2) ** e,
    st.integers(-(10**30), 10**30),
    st.integers(1, 10**30),
    st.integers(-1150, 900),
)


@given(rationals)
def test_the_nearest_double_is_that_of_python(value: Fraction) -> None:
    """The quotient of two integers is correctly rounded by the language."""
    assert nearest(value) == Fraction(value.numerator / value.denominator)


@given(st.floats(min_value=1e-44, max_value=1e38), st.sampled_from([1, -1]))
def test_the_nearest_single_is_that_of_the_machine(x: float, sign: int) -> None:
    """To store a double as a single is one correct rounding."""
    expected = Fraction(struct.unpack("f", struct.pack("f", sign * x))[0])
    assert nearest(Fraction(sign * x), SINGLE) == expected


@given(st.floats(min_value=0, allow_infinity=False))
def test_a_double_is_its_own_nearest_and_half_a_step_is_none(x: float) -> None:
    """A double is representable; the middle between two is not, and goes to the even one."""
    value = Fraction(x)
    assert nearest(value) == value
    assert is_representable(value)
    middle = value + ulp(value) / 2
    assert not is_representable(middle)
    if middle < LARGEST:
        assert (nearest(middle) / ulp(value)).numerator % 2 == 0


def test_beyond_the_largest_double_nothing_is_nearest() -> None:
    """The largest double is reached by rounding down; from half a step above it, by nothing."""
    half = Fraction(2) ** 970
    assert nearest(LARGEST + half - 1) == LARGEST
    with pytest.raises(InputError, match="beyond the largest number of 53 bits"):
        nearest(LARGEST + half)
