"""Post-randomisation of a whole range of counts, Shlomo-Krenzke-Li 3.2: small and large counts.

Counts up to 6 use a row of the small matrix. Larger counts C use the row of m = C mod 15 of the
large one: it gives v, and released is C + p. The paper prints p = m - v; a matrix whose columns
are the perturbed values means p = v - m. Both are here, because they differ in privacy.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from exact.errors import InputError

Chance = TypeVar("Chance")
PRINTED, BLOCK = "p = m - v", "p = v - m"
READINGS = (PRINTED, BLOCK)


def released(
    count: int,
    small: Sequence[Mapping[int, Chance]],
    large: Sequence[Mapping[int, Chance]],
    reading: str = PRINTED,
) -> dict[int, Chance]:
    """Return the law of the released value of a true count.

    >>> rows = ({0: 1}, {0: 1, 1: 3})
    >>> released(1, rows, rows), released(5, rows, rows), released(5, rows, rows, BLOCK)
    ({0: 1, 1: 3}, {5: 3, 6: 1}, {4: 1, 5: 3})
    """
    if reading not in READINGS:
        raise InputError("reading", reading, "is not known", f"use one of {READINGS}")
    if count < 0:
        raise InputError("count", count, "must not be negative", "give a cell count")
    if count < len(small):
        return dict(small[count])
    m = count % len(large)
    sign = -1 if reading == PRINTED else 1
    return dict(sorted((count + sign * (v - m), chance) for v, chance in large[m].items()))
