"""A table as large as those in use: 750 rows of 256 keys, rows wrapping from 501 on."""

from exact.table.ptable import PTable, Wrap
from exact.table.row import Row

ROWS, KEYS = 750, 256


def ons_sized() -> PTable:
    """Return 750 different rows: noise from -5 to 5, its width and tilt changing with the count.

    Small counts get no noise below minus themselves, and a count of 0 stays 0.
    """
    return PTable(KEYS, 1, tuple(_row(n) for n in range(1, ROWS + 1)), Wrap(501, 250), "preserve")


def _row(n: int) -> Row:
    weights = {z: 12 - 2 * abs(z) + (n * (z + 7) ** 2) % 11 + (n >> (z + 5)) % 2 for z in _noise(n)}
    total = sum(weights.values())
    keys = {z: max(1, KEYS * w // total) for z, w in weights.items()}
    keys[0] += KEYS - sum(keys.values())
    return Row.of(sorted(keys.items()))


def _noise(n: int) -> range:
    return range(-min(n, 5), 6)
