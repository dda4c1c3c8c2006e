"""Keys of cells that add up to a key of their margin, counted run by run in closed form.

Keys k_1, ..., k_k of the cells are uniform and independent, the margin's key is k_1 + ... + k_k
modulo N. Of runs I_1, ..., I_k of the cells and a run L of the margin the law needs

    #{k_i in I_i, (k_1 + ... + k_k) mod N in L}.

With I_i = [a_i, b_i), the points whose sum stays below s are, by inclusion and exclusion over the
2^k corners c (each a_i or b_i, with the sign (-1)^(number of b_i)), the integer

    H(s) = sum over c of sign(c) C(s - |c| + k - 1, k),        C(m, k) = 0 where s <= |c|,

for C(t + k - 1, k) is the number of points of k coordinates of at least 0 whose sum is below t.
A run [e, f) of the margin has H(f + jN) - H(e + jN) points with j wraps: for k = 2 piecewise
quadratic, for k cells piecewise of degree k, in integers of any size.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import comb

from exact.table.row import Row

_Run = tuple[int, int, int]


def weights_by_runs(cells: Sequence[Row], margin: Row) -> dict[tuple[int, ...], int]:
    """Return the points of (z_1, ..., z_k, z_T): as many steps as runs of all cells multiply to.

    >>> coin = Row(((0, 2), (1, 2)))
    >>> weights_by_runs((coin,), coin)
    {(0, 0): 2, (1, 1): 2}
    """
    weights: dict[tuple[int, ...], int] = {}
    edges = (0, *accumulate(keys for _, keys in margin.runs))
    noises = tuple(noise for noise, _ in margin.runs)
    for box in product(*(tuple(_runs(cell)) for cell in cells)):
        noise = tuple(z for z, _, _ in box)
        for index, points in _by_run(box, edges):
            key = (*noise, noises[index])
            weights[key] = weights.get(key, 0) + points
    return weights


def _runs(row: Row) -> Iterator[_Run]:
    """Yield (noise, first key, last key + 1) of each run."""
    for noise, first, last in row.ranges():
        yield noise, first, last + 1


def _by_run(box: tuple[_Run, ...], edges: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield (index of the margin's run, points of the box whose sum falls into it)."""
    N, k = edges[-1], len(box)
    least, most = sum(a for _, a, _ in box), sum(b - 1 for _, _, b in box)
    corners = _corners(box)
    wraps, rest = divmod(least, N)
    index, before = bisect_right(edges, rest) - 1, 0
    while True:
        end = wraps * N + edges[index + 1]
        below = sum(s * comb(end - c + k - 1, k) for s, c in corners if c < end)
        if below > before:
            yield index, below - before
        if end > most:
            return
        before, index = below, index + 1
        if index == len(edges) - 1:
            index, wraps = 0, wraps + 1


def _corners(box: tuple[_Run, ...]) -> list[tuple[int, int]]:
    """Return (sign, sum of coordinates) of the corners of a box."""
    corners = [(1, 0)]
    for _, a, b in box:
        corners = [pair for s, c in corners for pair in ((s, c + a), (-s, c + b))]
    return corners
