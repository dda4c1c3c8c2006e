"""Whether decimals are doubles of a coarser grid, written with all their 17 digits."""

from collections.abc import Sequence

from exact.formats.cells import Written
from exact.formats.decimals import finest

# A file with fewer decimals than this was printed by somebody who chose how many.
_LEAST_PLACES = 15
# 17 significant digits tell every double from its neighbours; no program writes more.
_MOST_DIGITS = 17
# A double near 1 is off by at most 2^-53, and a difference of two by at most 2^-52.
DOUBLE_ERROR_BITS = 52


def coarser_grid(numbers: Sequence[Written]) -> int | None:
    """Return d where every number is the double next to a multiple of 10^-d, as written, or None.

    A double is off by at most half a unit in its last place, |x - m| <= 2^-53 m (IEEE 754), and
    its decimal with s decimals by half a unit of the last one: |x - m| <= 2^-53 m + 10^-s / 2.

    >>> coarser_grid([(73446953999999998, 17), (1, 0), (87118973, 8)])
    8
    >>> coarser_grid([(5, 1), (1, 0)]) is None
    True
    """
    if finest(numbers) < _LEAST_PLACES:
        return None
    different = set(numbers)
    for places in range(1, _LEAST_PLACES):
        if all(_is_double_of(digits, own, places) for digits, own in different):
            return (
                places if any(_is_off(digits, own, places) for digits, own in different) else None
            )
    return None


def _is_off(digits: int, own: int, places: int) -> bool:
    return own > places and digits % 10 ** (own - places) != 0


def _is_double_of(digits: int, own: int, places: int) -> bool:
    """Compare with the nearest multiple of 10^-places; everything is on the grid 10^-own."""
    if own <= places:
        return True
    if len(str(digits).rstrip("0")) > _MOST_DIGITS:
        return False
    step: int = 10 ** (own - places)
    nearest = (digits + step // 2) // step * step
    return abs(digits - nearest) << 54 <= 2 * nearest + (1 << 53)
