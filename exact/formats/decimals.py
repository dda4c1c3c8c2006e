"""Numbers on a decimal grid: integers n that stand for n / 10^places."""

from collections.abc import Iterable

from exact.errors import InputError
from exact.formats.cells import Place, Written
from exact.numbers.guard import MAX_KEYSIZE

# 10^38 is the largest power of ten up to 2^128.
MAX_PLACES = len(str(MAX_KEYSIZE)) - 1


def decimal_text(digits: int, places: int) -> str:
    """Return n / 10^places exactly, as short as it can be written.

    >>> decimal_text(5000, 4), decimal_text(41, 9), decimal_text(-12345, 2), decimal_text(0, 8)
    ('0.5', '4.1e-8', '-123.45', '0')
    """
    sign, digits = ("-" if digits < 0 else ""), abs(digits)
    while places and digits % 10 == 0:
        digits, places = digits // 10, places - 1
    text = str(digits)
    if places > len(text) + 3:
        mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
        return f"{sign}{mantissa}e-{places - len(text) + 1}"
    return sign + fixed_text(digits, places)


def fixed_text(digits: int, places: int) -> str:
    """Return n / 10^places for n >= 0 with all its decimals.

    >>> fixed_text(50, 2), fixed_text(7, 0)
    ('0.50', '7')
    """
    text = str(digits).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}" if places else text


def on_grid(numbers: Iterable[Written], places: int) -> list[int]:
    """Return decimals as integers on the grid 10^-places, which must be fine enough for them.

    >>> on_grid([(5, 1), (25, 2)], 2)
    [50, 25]
    """
    powers = [10**k for k in range(places + 1)]
    return [digits * powers[places - own] for digits, own in numbers]


def finest(numbers: Iterable[Written]) -> int:
    """Return the largest number of decimals written."""
    return max((places for _, places in numbers), default=0)


def check_places(numbers: list[Written], label: str, place: Place) -> None:
    """Refuse decimals on a grid that would need more than 2^128 keys."""
    if finest(numbers) <= MAX_PLACES:
        return
    index = next(k for k, (_, places) in enumerate(numbers) if places > MAX_PLACES)
    digits, places = numbers[index]
    rule = f"has {places} decimals, and a key space of 10^{places} is beyond 2^128"
    remedy = f"round to at most {MAX_PLACES} decimals"
    raise InputError(place(index, label), decimal_text(digits, places), rule, remedy)
