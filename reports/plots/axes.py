"""Axes that hold given values, with round ends and a little room."""

from collections.abc import Iterable
from fractions import Fraction

from reports.decimals import floor_log10
from reports.plots.scale import LOG, Axis
from reports.plots.ticks import labels_down, rising_steps, ticks

# How far, as a factor, the ends of a log axis stay away from what is drawn.
_ROOM, _TWELFTH = Fraction(5, 4), 12


def linear_axis(label: str, values: Iterable[Fraction], height: int) -> Axis:
    """Return a vertical axis of ``height`` pixels whose ends are ticks around all ``values``.

    >>> axis = linear_axis("y", [Fraction(1, 7), Fraction(48, 7)], 300)
    >>> axis.low, axis.high
    (Fraction(0, 1), Fraction(8, 1))
    """
    found = tuple(values)
    low, high = min(found), max(found)
    if low == high:
        room = abs(low) / 2 or Fraction(1)
        low, high = low - room, high + room
    most = labels_down(height)
    sizes = (m * Fraction(10) ** e for m, e in rising_steps((high - low) / most))
    axes = (Axis(label, low // size * size, -(-high // size) * size) for size in sizes)
    return next(axis for axis in axes if _ends_at_ticks(axis, most))


def _ends_at_ticks(axis: Axis, most: int) -> bool:
    """Tell whether the ends are ticks; of 0..10^e and -10^e..10^e they are, so some axis fits."""
    values = [tick.value for tick in ticks(axis, most)]
    return (axis.low, axis.high) == (values[0], values[-1])


def whole_axis(label: str, first: int, last: int) -> Axis:
    """Return an axis for the integers first..last with room for a marker at both ends."""
    room = Fraction(max(1, last - first), 40) if last > first else Fraction(1)
    return Axis(label, first - room, last + room, whole=True)


def log_axis(label: str, values: Iterable[Fraction], most: Fraction | None = None) -> Axis:
    """Return an axis around all ``values`` (> 0) from 1, 2 or 5 times a power of ten to another.

    ``most`` is the largest value that there can be at all: the axis does not go past it.

    >>> axis = log_axis("y", [Fraction(3, 1000), Fraction(1, 5)])
    >>> axis.low, axis.high
    (Fraction(1, 500), Fraction(1, 2))
    """
    found = tuple(values)
    span = floor_log10(max(found) / min(found))
    room = max(_ROOM, Fraction(10) ** (span // _TWELFTH))
    low, high = _round_below(min(found) / room), 1 / _round_below(1 / (max(found) * room))
    return Axis(label, low, high if most is None else min(high, most), LOG)


def _round_below(value: Fraction) -> Fraction:
    """Return the largest of 1, 2, 5 times a power of ten that is at most ``value``."""
    decade = Fraction(10) ** floor_log10(value)
    return max(mantissa * decade for mantissa in (1, 2, 5) if mantissa * decade <= value)
