"""Keys of cells that add up to a key of their margin, counted by products of polynomials.

The keys of a cell that lead to noise z are the polynomial sum of x^k. The product of such
polynomials modulo x^N - 1 has as its coefficient of x^s the number of keys of the cells with sum s
modulo N; a margin's noise collects those of its keys. A polynomial is one integer, in which each
coefficient has a word of its own (Kronecker substitution), so that FLINT's multiplication of
integers does the work: for rows that jump from key to key, up to some ten thousand keys. Cells of
equal rows are exchanged freely: their noises in any order have one product.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, prod
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
    weights: dict[tuple[int, ...], int] = {}
    keys_of = _keys_by_noise(margin)
    for several, product in _products(cells, N, 8 * word[0]):
        words = unpack(f"<{N}{word[1]}", product.to_bytes(word[0] * N, "little"))
        for z, taken in keys_of.items():
            if points := sum(taken(words)):
                weights |= {(*noises, z): points for noises in several}
    return weights


def products_needed(cells: Sequence[Row]) -> int:
    """Return how many products there are: of equal rows one for noises in any order.

    >>> coin = Row(((0, 2), (1, 2)))
    >>> products_needed((coin, coin)), products_needed((coin, Row(((0, 4),))))
    (3, 2)
    """
    rows = Counter(cells)
    return prod(comb(len(row.pmf.outcomes) + m - 1, m) for row, m in rows.items())


def _products(
    cells: Sequence[Row], N: int, bits: int
) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """Yield all noises of the cells that have one product, and the product modulo x^N - 1."""
    from flint import fmpz

    numbers = {row: number for number, row in enumerate(dict.fromkeys(cells))}
    # What does not depend on the order of cells with equal rows -> the product.
    known: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    alike: dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]] = {(): [()]}
    for cell in cells:
        keys = {z: fmpz(polynomial) for z, polynomial in _polynomials(cell, bits).items()}
        longer: dict[tuple[tuple[int, int], ...], int] = {}
        grown: dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]] = {}
        for name, several in alike.items():
            for z, polynomial in keys.items():
                together = tuple(sorted((*name, (numbers[cell], z))))
                if together not in longer:
                    product = int(fmpz(known[name]) * polynomial)
                    longer[together] = _folded(product, bits * N)
                grown.setdefault(together, []).extend((*noises, z) for noises in several)
        known, alike = longer, grown
    yield from ((several, known[name]) for name, several in alike.items())


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
