"""The joint law for any number of keys by sums of lengths: a second route for large tables.

For a key x of F, the keys y of M that lead to one noise of M and one of T are an intersection of
two ranges. Its length is linear in x between the places where an end of one meets an end of the
other, so the sum over x is that of arithmetic series.
"""

from itertools import pairwise

from exact.table.row import Row

Weights = dict[tuple[int, int, int], int]


def law_by_lengths(female: Row, male: Row, total: Row) -> Weights:
    """Return the points of (z_F, z_M, z_T), one triple of key ranges after the other."""
    N = total.keysize
    found: Weights = {}
    for z_f, a, b in female.ranges():
        for z_m, c, d in male.ranges():
            for z_t, e, f in total.ranges():
                points = sum(_sum_of_lengths(a, b, c, d, e + w, f + w) for w in (0, N))
                if points:
                    key = (z_f, z_m, z_t)
                    found[key] = found.get(key, 0) + points
    return found


def _sum_of_lengths(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return the number of x in a..b and y in c..d with x + y in e..f, all ends included."""
    first, last = max(a, e - d), min(b, f - c)
    if first > last:
        return 0

    def length(x: int) -> int:
        return max(0, min(d, f - x) - max(c, e - x) + 1)

    cuts = sorted({first, last + 1, *(x for x in (e - c, f - d) if first < x <= last)})
    return sum((length(x) + length(y - 1)) * (y - x) // 2 for x, y in pairwise(cuts))
