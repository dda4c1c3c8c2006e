"""Keys of cells that add up to a key of their margin, counted by products of polynomials.

The keys of a cell that lead to noise z are the polynomial sum of x^k. The product of such
polynomials modulo x^N - 1 has as its coefficient of x^s the number of keys of the cells with sum s
modulo N; a margin's noise collects those of its keys. A polynomial is one integer, in which each
coefficient has a word of its own (Kronecker substitution), so that Python's own multiplication
does the work: for rows that jump from key to key, up to some thousand keys.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from struct import unpack

from exact.table.row import Row

# The words that integers are read back in: their bytes, and struct's letter for them.
_WORDS = ((2, "H"), (4, "I"), (8, "Q"))


def fits_by_keys(categories: int, keysize: int) -> bool:
    """Tell whether every coefficient fits into its word: none is above N^(k-1).

    >>> fits_by_keys(2, 2**12), fits_by_keys(2, 2**64)
    (True, False)
    """
    return _word(categories, keysize) is not None


def weights_by_keys(cells: Sequence[Row], margin: Row) -> dict[tuple[int, ...], int]:
    """Return the points of (z_1, ..., z_k, z_T): N steps for every combination of noise.

    >>> coin = Row(((0, 1), (1, 2), (0, 1)))
    >>> weights_by_keys((coin, coin), coin)[1, 1, 0]
    3
    """
    N = margin.keysize
    word = _word(len(cells), N)
    assert word is not None
    sums: dict[tuple[int, ...], int] = {(): 1}
    for cell in cells:
        keys = _polynomials(cell, 8 * word[0])
        sums = {
            (*noises, z): _folded(product * polynomial, 8 * word[0] * N)
            for noises, product in sums.items()
            for z, polynomial in keys.items()
        }
    weights = {}
    keys_of = _keys_by_noise(margin)
    for noises, product in sums.items():
        words = unpack(f"<{N}{word[1]}", product.to_bytes(word[0] * N, "little"))
        for z, taken in keys_of.items():
            if points := sum(taken(words)):
                weights[*noises, z] = points
    return weights


def _word(categories: int, keysize: int) -> tuple[int, str] | None:
    """Return the smallest word for coefficients up to N^(k-1)."""
    most = keysize ** (categories - 1)
    return next((word for word in _WORDS if most < 1 << (8 * word[0])), None)


def _polynomials(row: Row, bits: int) -> dict[int, int]:
    """Return the keys of each noise as a polynomial: a run is a geometric sum."""
    found: dict[int, int] = {}
    for noise, first, last in row.ranges():
        run = ((1 << (bits * (last - first + 1))) - 1) // ((1 << bits) - 1)
        found[noise] = found.get(noise, 0) + (run << (bits * first))
    return found


def _folded(polynomial: int, size: int) -> int:
    """Return the polynomial modulo x^N - 1, whose N words have ``size`` bits: keys wrap."""
    return (polynomial & ((1 << size) - 1)) + (polynomial >> size)


def _keys_by_noise(margin: Row) -> dict[int, Callable[[tuple[int, ...]], tuple[int, ...]]]:
    """Return for each noise what takes the coefficients of its keys out of all."""
    keys: dict[int, list[int]] = {}
    for noise, first, last in margin.ranges():
        keys.setdefault(noise, []).extend(range(first, last + 1))
    # Of one key alone itemgetter would return no tuple.
    return {z: itemgetter(*each) if each[1:] else _only(each[0]) for z, each in keys.items()}


def _only(key: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return lambda words: (words[key],)
