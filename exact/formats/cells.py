"""A cell of text into a number: exactly as written, bounded before any arithmetic."""

import re
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from exact.errors import InputError

# A decimal as written: digits and how many of them stand behind the point, (5, 1) for 0.5.
Written = tuple[int, int]
Place = Callable[[int, str], str]
V = TypeVar("V")

_MAX_CHARACTERS = 400
_MAX_EXPONENT = 400
_INTEGER = re.compile(r"[+-]?[0-9]{1,60}")
_DECIMAL = re.compile(r"([+-]?[0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")


class CellError(ValueError):
    """A cell that cannot be read; whoever knows its line makes an InputError of it."""

    def __init__(self, rule: str, remedy: str) -> None:
        super().__init__(rule)
        self.rule = rule
        self.remedy = remedy


class Remembered(dict[str, V], Generic[V]):
    """Reads each different text once: a column of a table holds few different numbers.

    >>> read = Remembered(read_integer).__getitem__
    >>> list(map(read, ["1", "1", " 2"]))
    [1, 1, 2]
    """

    def __init__(self, read: Callable[[str], V]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> V:
        value = self[text] = self._read(text)
        return value


def read_integer(text: str) -> int:
    """Return the integer that a cell holds; ``1.00`` and ``1e3`` are integers too.

    >>> read_integer(" -5"), read_integer("2.0")
    (-5, 2)
    """
    stripped = text.strip()
    if _INTEGER.fullmatch(stripped):
        return int(stripped)
    digits, places = read_decimal(stripped)
    whole, rest = divmod(digits, int(10**places))
    if rest:
        raise CellError("is not an integer", "counts, keys and noise are whole numbers")
    return whole


def read_decimal(text: str) -> Written:
    """Return a decimal as written: its digits and the number of decimals, exponents included.

    >>> read_decimal("0.50"), read_decimal("1.00E-07"), read_decimal("2e3")
    ((50, 2), (100, 9), (2000, 0))
    """
    stripped = text.strip()
    if len(stripped) > _MAX_CHARACTERS:
        raise CellError(f"has more than {_MAX_CHARACTERS} characters", "write a shorter number")
    parts = _DECIMAL.fullmatch(stripped)
    if parts is None or not (parts[1].lstrip("+-") or parts[2]):
        point = "write a decimal point" if "," in stripped else "write a number"
        raise CellError("is not a number", point)
    fraction, exponent = parts[2] or "", parts[3] or "0"
    if len(exponent) > 5 or abs(int(exponent)) > _MAX_EXPONENT:
        raise CellError(f"has an exponent beyond {_MAX_EXPONENT}", "write a probability")
    digits, places = int(parts[1] + fraction), len(fraction) - int(exponent)
    return (digits, places) if places >= 0 else (digits * 10**-places, 0)


def read_cells(cells: Sequence[str], read: Callable[[str], V], label: str, place: Place) -> list[V]:
    """Read a column; where a cell cannot be read, the error says which one."""
    remembered = Remembered(read).__getitem__
    try:
        return list(map(remembered, cells))
    except CellError:
        for index, cell in enumerate(cells):
            try:
                read(cell)
            except CellError as error:
                argument = place(index, label)
                raise InputError(argument, cell, error.rule, error.remedy) from None
        raise


def check_range(
    values: Sequence[int], bounds: tuple[int, int], label: str, place: Place, remedy: str
) -> None:
    """Refuse a column with a number outside ``bounds``, naming the first one."""
    least, most = bounds
    if least <= min(values) and max(values) <= most:
        return
    index = next(k for k, value in enumerate(values) if not least <= value <= most)
    rule = f"is below {least}" if values[index] < least else "is too large"
    raise InputError(place(index, label), values[index], rule, remedy)
