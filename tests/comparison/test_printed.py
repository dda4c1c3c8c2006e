"""A printed number is its value and its last place, exactly as written, or it is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from verification.comparison.printed import is_infinity, is_no_number, read_printed


@pytest.mark.parametrize(
    ("text", "value", "unit", "digits"),
    [
        ("0.056895481243871", Fraction(56895481243871, 10**15), Fraction(1, 10**15), 14),
        ("1e-5", Fraction(1, 10**5), Fraction(1, 10**5), 1),
        ("9.9129974842D-05", Fraction(99129974842, 10**15), Fraction(1, 10**15), 11),
        (".5", Fraction(1, 2), Fraction(1, 10), 1),
        ("5.", Fraction(5), Fraction(1), 1),
        ("+0.50", Fraction(1, 2), Fraction(1, 100), 2),
        ("-2.5E+3", Fraction(-2500), Fraction(100), 2),
        ("4294967296", Fraction(2**32), Fraction(1), 10),
        (" 0.000 ", Fraction(0), Fraction(1, 1000), 0),
        ("0x1.8p-3", Fraction(3, 16), Fraction(1, 2**55), 53),
        ("-0X.8P0", Fraction(-1, 2), Fraction(1, 2**53), 53),
        ("0x1.00000000000000001p0", 1 + Fraction(1, 16**17), Fraction(1, 16**17), 69),
        ("0x0p+0", Fraction(0), Fraction(1), 0),
        ("0x1p-1074", Fraction(1, 2**1074), Fraction(1, 2**1074), 1),
    ],
)
def test_a_number_is_read_as_written(
    text: str, value: Fraction, unit: Fraction, digits: int
) -> None:
    """Value, unit of the last place and number of digits; a hexadecimal double counts bits."""
    found = read_printed(text)
    assert (found.value, found.unit, found.digits) == (value, unit, digits)


@given(st.integers(-(10**40), 10**40), st.integers(-400, 400))
def test_every_decimal_is_its_mantissa_times_its_unit(m: int, exponent: int) -> None:
    """m 10^e has the unit 10^e, whatever its size."""
    found = read_printed(f"{m}e{exponent}")
    assert found.value == m * Fraction(10) ** exponent
    assert found.unit == Fraction(10) ** exponent
    assert found.digits == (len(str(abs(m))) if m else 0)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_read_back_from_its_hexadecimal_form(x: float) -> None:
    """The value is that of the double, and so is the distance to the next one."""
    found = read_printed(x.hex())
    assert found.value == Fraction(x)
    assert found.unit >= Fraction(1, 2**1074)
    assert x == 0 or (found.value / found.unit).denominator == 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "has no digits"),
        (".", "has no digits"),
        ("-", "has no digits"),
        ("0x", "has no digits"),
        ("e5", "has no digits"),
        ("abc", "is not a number"),
        ("1_000", "is not a number"),
        ("0x1.8q3", "is not a number"),
        ("1/2", "is not a number"),
        ("١", "is not a number"),
        ("nan", "is not a number"),
        ("1e20001", "has an exponent beyond 20000"),
        ("0x1p-999999999", "has an exponent beyond 20000"),
        ("1e9999999999", "is not a number"),
        ("9" * 2001, "has more than 2000 characters"),
    ],
)
def test_what_is_no_number_is_refused(text: str, rule: str) -> None:
    """Nothing is guessed, and nothing gigantic is computed before it is refused."""
    with pytest.raises(InputError, match=rule):
        read_printed(text)


def test_a_decimal_comma_is_explained() -> None:
    """The remedy names what to write."""
    with pytest.raises(InputError, match="write a decimal point"):
        read_printed("0,5")


@pytest.mark.parametrize("text", ["nan", "-NaN", "NA", "n/a", "inf", "-Infinity", " null", "None"])
def test_a_missing_number_is_recognised(text: str) -> None:
    """What languages print where there is no number."""
    assert is_no_number(text)
    assert not is_no_number(text + "1")


def test_only_plus_infinity_is_infinity() -> None:
    """An epsilon can be infinite, and only upward."""
    assert [is_infinity(t) for t in ("inf", "+Infinity", "-inf", "nan")] == [
        True,
        True,
        False,
        False,
    ]
