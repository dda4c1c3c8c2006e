"""The verdict on one number: exactly one print is right, and what is not right is caught."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known
from tests.comparison.printing import PlainLaw, laws_with_noise, printed
from verification.comparison.judge import (
    DOUBLE,
    DOWN,
    DOWNWARD,
    EXACT,
    NEAREST,
    OFF,
    RIGHT,
    ROUNDED,
    UP,
    UPWARD,
    VANISHED,
    WRONG,
    judge,
    judge_integer,
)
from verification.comparison.law_values import LawValues
from verification.comparison.printed import read_printed

rationals = st.fractions(Fraction(1, 10**9), 10**4, max_denominator=10**12)
digit_numbers = st.integers(1, 40)


def verdict(text: str, value: Fraction, rounding: str = NEAREST) -> str:
    """Return the verdict on a text whose true value is a rational."""
    return judge(read_printed(text), Known(value), rounding)


@given(laws_with_noise(), digit_numbers)
def test_what_is_printed_from_the_exact_value_is_correctly_rounded(
    drawn: tuple[PlainLaw, int], digits: int
) -> None:
    """p, c and the variance of a random law, rounded to any number of digits."""
    plain, z = drawn
    true = LawValues(plain.law)
    for value, truth in (
        (plain.pmf[z], true.p(z)),
        (plain.cmf[z], true.c(z)),
        (plain.variance, true.variance()),
    ):
        assert judge(read_printed(printed(value, digits)), truth) == ROUNDED


@given(laws_with_noise(), digit_numbers, st.sampled_from([1, -1]))
def test_a_change_of_one_unit_in_the_last_digit_is_caught(
    drawn: tuple[PlainLaw, int], digits: int, change: int
) -> None:
    """It is never exact or correctly rounded; if called the nearest double, it is that double."""
    plain, z = drawn
    text = printed(plain.pmf[z], digits, change)
    found = judge(read_printed(text), LawValues(plain.law).p(z))
    assert found not in (EXACT, ROUNDED)
    assert found not in RIGHT or digits >= 15
    if found == DOUBLE:
        assert float(text) == plain.pmf[z].numerator / plain.pmf[z].denominator


@given(rationals, digit_numbers, st.sampled_from([1, -1]))
def test_a_change_in_a_rational_is_caught(value: Fraction, digits: int, change: int) -> None:
    """The same for values that can be printed exactly: the right print is right, no other."""
    right = printed(value, digits)
    assert verdict(right, value) == (EXACT if Fraction(right) == value else ROUNDED)
    found = verdict(printed(value, digits, change), value)
    assert found not in RIGHT or (found == DOUBLE and digits >= 15)


@given(laws_with_noise())
def test_the_hexadecimal_form_of_the_nearest_double_is_the_nearest_double(
    drawn: tuple[PlainLaw, int],
) -> None:
    """And that of either neighbour is not right."""
    plain, z = drawn
    value, truth = plain.pmf[z], LawValues(plain.law).p(z)
    double = value.numerator / value.denominator
    assert judge(read_printed(double.hex()), truth) == DOUBLE
    for neighbour in (math.nextafter(double, 0), math.nextafter(double, 1)):
        assert judge(read_printed(neighbour.hex()), truth) in (UP, DOWN, OFF)


@given(laws_with_noise())
def test_what_a_language_prints_for_the_nearest_double_is_right(
    drawn: tuple[PlainLaw, int],
) -> None:
    """The shortest form that is read back as the double, and 17 and 25 digits of it."""
    plain, z = drawn
    value, truth = plain.pmf[z], LawValues(plain.law).p(z)
    double = value.numerator / value.denominator
    for text in (repr(double), f"{double:.16e}", f"{double:.24e}"):
        assert judge(read_printed(text), truth) in (ROUNDED, DOUBLE)
    assert judge(read_printed(f"{double:.24e}"), truth) == DOUBLE


@given(rationals, st.integers(1, 20))
def test_directed_roundings_are_named_and_right_where_they_are_meant(
    value: Fraction, digits: int
) -> None:
    """The print above the truth is rounded up, the one below rounded down, or nearest."""
    right = Fraction(printed(value, digits))
    assume(right != value)
    up, down = (0, -1) if right > value else (1, 0)
    above, below = printed(value, digits, up), printed(value, digits, down)
    assume(Fraction(below) != 0)
    assert verdict(above, value, UPWARD) == verdict(below, value, DOWNWARD) == ROUNDED
    assert verdict(above, value, DOWNWARD) == UP
    assert verdict(below, value, UPWARD) == DOWN
    other = below if up == 0 else above
    assert verdict(other, value) in ((DOWN, DOUBLE) if up == 0 else (UP, DOUBLE))


def test_a_directed_double_knows_the_smaller_step_below_a_power_of_two() -> None:
    """1 is 2^-53 above its neighbour below: it is rounded up only for what lies in between."""
    step = Fraction(1, 2**53)
    assert verdict("0x1p0", 1 - step / 3, UPWARD) == ROUNDED
    assert verdict("0x1p0", 1 - step, UPWARD) == OFF
    assert verdict("0x1p0", 1 - step * 3 / 2, UPWARD) == OFF
    assert verdict("0x1p0", 1 + step, DOWNWARD) == ROUNDED
    assert verdict("-0x1p0", -1 + step / 3, DOWNWARD) == ROUNDED


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("0.2", Fraction(1, 4), ROUNDED),
        ("0.3", Fraction(1, 4), UP),
        ("0.4", Fraction(7, 20), ROUNDED),
        ("0.3", Fraction(7, 20), DOWN),
        ("0.25", Fraction(1, 4), EXACT),
        ("-0.2", Fraction(-1, 4), ROUNDED),
        ("-0.3", Fraction(-1, 4), DOWN),
    ],
)
def test_a_tie_goes_to_the_even_digit(text: str, value: Fraction, expected: str) -> None:
    """Of two prints at the same distance exactly one is right."""
    assert verdict(text, value) == expected


def test_a_tie_of_an_irrational_law_is_decided_by_algebra() -> None:
    """p(1) = 1/4 exactly where e^-gamma = 1/2, though gamma is irrational."""
    truth = LawValues(law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0))).p(1)
    assert [judge(read_printed(t), truth) for t in ("0.25", "0.2", "0.3")] == [EXACT, ROUNDED, UP]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.123456", ROUNDED),
        ("0.123457", UP),
        ("0.123458", OFF),
        ("0.123955", OFF),
        ("0.123957", WRONG),
        ("0.223456", WRONG),
        ("-0.123456", WRONG),
        ("12.3456", WRONG),
        ("0.12346", ROUNDED),
    ],
)
def test_wrong_begins_where_fewer_than_half_of_the_digits_are_right(
    text: str, expected: str
) -> None:
    """Three of six digits are right up to an error of 500 units: half a unit of the third."""
    assert verdict(text, Fraction(1234562, 10**7)) == expected


@pytest.mark.parametrize("text", ["0", "0.0", "-0.0", "0e0", "0x0p+0"])
def test_a_number_that_is_not_zero_vanishes(text: str) -> None:
    """Zero is what programs print after an underflow, not a rounding."""
    assert verdict(text, Fraction(1, 10**50)) == VANISHED
    assert verdict(text, Fraction(1, 10**400)) == DOUBLE
    assert verdict(text, Fraction(0)) == EXACT
    assert verdict("0.000", Fraction(1, 10**50)) == ROUNDED


def test_an_integer_is_exact_or_not() -> None:
    """A double that cannot hold the integer excuses nothing; a place above the units does."""
    truth = Known(Fraction(2**60 + 1))
    assert judge_integer(read_printed(str(2**60 + 1)), truth) == EXACT
    assert judge_integer(read_printed(str(2**60)), truth) == OFF
    assert judge(read_printed(str(2**60)), truth) == DOUBLE
    assert judge_integer(read_printed("1.152921504607e18"), truth) == ROUNDED
    assert judge_integer(read_printed("17"), truth) == WRONG
    assert judge_integer(read_printed(f"{2**60}.9"), truth) == OFF
