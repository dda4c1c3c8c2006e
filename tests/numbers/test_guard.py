"""What a written number means, and what is refused at the door."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers.guard import (
    MAX_KEYSIZE,
    integer,
    power_of_two_keysize,
    probability,
    rational,
)


@pytest.mark.parametrize(
    ("text", "numerator", "denominator"),
    [
        ("0.1", 1, 10),
        ("1e-4", 1, 10_000),
        ("1E-4", 1, 10_000),
        ("2^32", 4_294_967_296, 1),
        ("2**32", 4_294_967_296, 1),
        ("1/2", 1, 2),
        (" 1 / 2 ", 1, 2),
        ("2/4", 1, 2),
        ("-3/4", -3, 4),
        ("+.5", 1, 2),
        ("5.", 5, 1),
        ("-0.125", -1, 8),
        ("12.50e3", 12_500, 1),
        ("7", 7, 1),
        ("0", 0, 1),
        ("007", 7, 1),
        ("10^0", 1, 1),
    ],
)
def test_a_number_means_what_is_written(text: str, numerator: int, denominator: int) -> None:
    """A decimal, a ratio or a power is read as the rational it spells."""
    assert rational(text, "x") == Fraction(numerator, denominator)


@given(mantissa=st.integers(-(10**30), 10**30), places=st.integers(0, 40))
def test_a_decimal_is_its_digits_over_a_power_of_ten(mantissa: int, places: int) -> None:
    """Digits with the point moved by k places mean digits / 10^k."""
    digits = str(abs(mantissa)).rjust(places + 1, "0")
    cut = len(digits) - places
    text = ("-" if mantissa < 0 else "") + digits[:cut] + "." + digits[cut:]
    assert rational(text, "x") == Fraction(mantissa, 10**places)
    assert rational(f"{mantissa}e-{places}", "x") == Fraction(mantissa, 10**places)


@given(value=st.fractions())
def test_a_fraction_survives_being_written(value: Fraction) -> None:
    """What str() writes of a Fraction is read back as the same Fraction."""
    assert rational(str(value), "x") == value
    assert rational(value, "x") == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", "e5", "--1", "+-1", "1/-2", "1//2", "1/2/3", "0x10", "1_000", "1,5",
        "nan", "NaN", "inf", "-inf", "Infinity", "1e", "1e1.5", "2^-1", "2^1/2", "½", "²",
        "١", "1 2", "one", "-", "/", "^", "1/", "/2", "0.5/2", "1e-4\n1",
    ],
)  # fmt: skip
def test_junk_is_not_a_number(text: str) -> None:
    """Text that spells no rational is refused with the spellings that would do."""
    with pytest.raises(InputError, match=r"^delta = .*: is not a number; write it as 1/2, 0\.5,"):
        rational(text, "delta")


def reading(text: str) -> Fraction | str:
    """Return the number read, or the message of the refusal."""
    try:
        return rational(text, "x")
    except InputError as error:
        return str(error)


@given(text=st.one_of(st.text(max_size=30), st.text("0123456789+-./eE^* ", max_size=30)))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    """No text leads to anything but a rational or an InputError of one line."""
    outcome = reading(text)
    assert isinstance(outcome, Fraction) or len(outcome.splitlines()) == 1


def test_division_by_zero_is_refused() -> None:
    """1/0 is no number."""
    with pytest.raises(InputError, match="delta = '1/0': divides by zero; give a denominator"):
        rational("1/0", "delta")


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "1e1001", "1e99999999999999999999"]
)
def test_a_gigantic_exponent_is_refused_before_it_is_computed(text: str) -> None:
    """An exponent beyond 1000 is an error, not a gigabyte."""
    with pytest.raises(InputError, match=r"delta = '1e.*has an exponent beyond 1000"):
        rational(text, "delta")


@pytest.mark.parametrize("text", ["2^4001", "10^9999", "9^999999999", "2^99999999999999999999"])
def test_a_gigantic_power_is_refused_before_it_is_computed(text: str) -> None:
    """A power of thousands of bits is an error."""
    with pytest.raises(InputError, match="is too large; write a smaller power"):
        rational(text, "delta")


def test_the_largest_exponent_is_still_read() -> None:
    """1e1000 and 1e-1000 are inside the bound."""
    assert rational("1e1000", "x") == 10**1000
    assert rational("1e-1000", "x") == Fraction(1, 10**1000)


@pytest.mark.parametrize("piece", ["1", "0.1", "x", "1/", "2^", "\n1"])
def test_a_million_characters_are_refused_in_one_short_line(piece: str) -> None:
    """The length is bounded before the text is looked at, and the message is short."""
    with pytest.raises(InputError, match="has more than 1000 characters") as caught:
        rational(piece * 10**6, "delta")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [0.5, float("nan"), float("inf")])
def test_a_float_is_not_exact(value: float) -> None:
    """A float is refused everywhere, even 0.5 which happens to be exact."""
    for door in (rational, probability, power_of_two_keysize):
        with pytest.raises(InputError, match=r"delta = .*a float is not exact; write it as text"):
            door(value, "delta")  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("value", [True, False, Decimal("0.5"), None, 1j, b"1", [1]])
def test_other_kinds_of_number_are_refused(value: object) -> None:
    """A bool, a Decimal or no number at all is refused."""
    with pytest.raises(InputError, match=r"delta = .*must be a rational number; write it as text"):
        rational(value, "delta")  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("value", ["0", "1", "-1/2", "1.0000001", 0, 1, Fraction(3, 2)])
def test_a_probability_lies_strictly_between_0_and_1(value: str | int | Fraction) -> None:
    """delta outside (0, 1) is refused."""
    with pytest.raises(InputError, match="must lie strictly between 0 and 1; for example 1e-4"):
        probability(value, "delta")


def test_probabilities_beside_the_ends_are_read() -> None:
    """The open interval reaches as close to its ends as can be written."""
    assert probability("1e-1000", "delta") == Fraction(1, 10**1000)
    assert probability("0." + "9" * 900, "delta") == 1 - Fraction(1, 10**900)


def test_an_integer_is_whole_and_in_its_range() -> None:
    """Both ends belong to the range; a fraction or a neighbour outside does not."""
    assert integer("2^8", "n", 256, 300) == 256
    assert integer(Fraction(300), "n", 256, 300) == 300
    with pytest.raises(InputError, match="n = '1/2': must be an integer; leave out the fraction"):
        integer("1/2", "n", 0, 10)
    for outside in (255, 301):
        with pytest.raises(InputError, match=r"must be from 2\^8 to 300; choose a value in that"):
            integer(outside, "n", 256, 300)


def test_every_power_of_two_up_to_128_bits_is_a_keysize() -> None:
    """2^1 ... 2^128 are key spaces; 2^k - 1 is none for k > 1."""
    assert [power_of_two_keysize(f"2^{k}") for k in range(1, 129)] == [2**k for k in range(1, 129)]
    for k in range(2, 129):
        with pytest.raises(InputError, match=r"must be a power of two; for example 2\^"):
            power_of_two_keysize(2**k - 1)


@pytest.mark.parametrize("value", [0, 1, -8, MAX_KEYSIZE * 2, "2^129"])
def test_a_keysize_out_of_range_is_refused(value: int | str) -> None:
    """A key space has from 2 to 2^128 keys."""
    with pytest.raises(InputError, match=r"keysize = .*must be from 2 to 2\^128"):
        power_of_two_keysize(value)
