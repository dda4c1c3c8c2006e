"""The noise of a partition for every key of its total, by one product of polynomials.

Where keys add modulo N, the cells' keys k_1, ..., k_c are any with the sum K. With x for keys and
y for noise, the product of the cells' sums of x^k y^z(k) modulo x^N - 1 has the law of
z_1 + ... + z_c given K as its coefficient of x^K. Both exponents are packed into one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from exact.errors import InputError
from exact.pmf import Pmf
from exact.table.row import Row

if TYPE_CHECKING:
    from flint import fmpz_poly

MAX_KEYS = 4096
MAX_PACKED = 1 << 23


def noise_by_total_key(cells: Sequence[Row]) -> Counter[Pmf]:
    """Return the laws of the sum of the cells' noises given K, each with the number of its K.

    >>> coin = Row(((-1, 1), (1, 1)))
    >>> [(law.outcomes, keys) for law, keys in noise_by_total_key((coin, coin)).items()]
    [((-2, 2), 1), ((0,), 1)]
    """
    from flint import fmpz_poly

    N = cells[0].keysize
    lows = [min(z for z, _ in row.runs) for row in cells]
    spans = [max(z for z, _ in row.runs) - low for row, low in zip(cells, lows, strict=True)]
    width = sum(spans) + 1
    if N * width > MAX_PACKED:
        rule = f"has {N} keys times {width} sums of noise; the true law takes up to {MAX_PACKED}"
        raise InputError("table", f"{N} keys", rule, "use fewer categories")
    product = fmpz_poly([1])
    for row, low in zip(cells, lows, strict=True):
        product = _folded(product * fmpz_poly(_packed(row, low, width)), N * width)
    coefficients = [int(c) for c in product.coeffs()]
    coefficients += [0] * (N * width - len(coefficients))
    first = sum(lows)
    return Counter(
        Pmf.of(enumerate(coefficients[K * width : (K + 1) * width], start=first)) for K in range(N)
    )


def _packed(row: Row, low: int, width: int) -> list[int]:
    """Return the coefficients of the sum of x^k y^(z(k) - low) with x = y^width."""
    found = [0] * (row.keysize * width)
    for noise, first, last in row.ranges():
        for key in range(first, last + 1):
            found[key * width + noise - low] = 1
    return found


def _folded(product: "fmpz_poly", size: int) -> "fmpz_poly":
    """Return the polynomial modulo x^N - 1: keys wrap."""
    return product.truncate(size) + product.right_shift(size)
