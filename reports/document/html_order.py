"""The order of the cells of a numeric column, by exact value."""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.guard import rational
from reports.document.blocks import Number, Text

# Sorts numbers between the infinities: (-1, 0) < (0, value) < (1, 0).
_Key = tuple[int, Fraction]
_INFINITIES = {"∞": (1, Fraction(0)), "-∞": (-1, Fraction(0))}


def ranks(cells: Sequence[Text]) -> list[int | None]:
    """Return the place of each cell in ascending order; equals share one, None is no number.

    The script of the page then sorts by small integers, and never parses or rounds a number.

    >>> ranks([("1e3",), (Number("0.333", "1/3"),), ("–",), ("1000",), ("∞",)])
    [1, 0, None, 1, 2]
    """
    keys = [_key(cell) for cell in cells]
    places = {key: place for place, key in enumerate(sorted({key for key in keys if key}))}
    return [None if key is None else places[key] for key in keys]


def _key(cell: Text) -> _Key | None:
    """Return the value of the first number of a cell: its exact form, or else its decimal."""
    numbers = [part for part in cell if isinstance(part, Number)]
    if numbers:
        forms = [numbers[0].exact, numbers[0].decimal]
    else:
        forms = ["".join(part for part in cell if isinstance(part, str))]
    found = (_value(form.replace("−", "-").strip()) for form in forms)
    return next((key for key in found if key is not None), None)


def _value(form: str) -> _Key | None:
    if form in _INFINITIES:
        return _INFINITIES[form]
    try:
        return 0, rational(form, "cell")
    except InputError:
        return None
