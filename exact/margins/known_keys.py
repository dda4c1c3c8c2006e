"""What cells and margin give away to an attacker who knows the record keys of everybody else.

Such an attacker knows what is released without the person: one triple, for all its keys are known.
With the person, whose key r is fresh, F and T are looked up at keys that are r further. So every
other triple proves that the person is there, and with S for "the triple is the same"

    delta = 1 - P(S)    at every epsilon >= 0 (present against absent; the other way it is less),

on average over the others' keys, which are uniform. With a for the key of F and c for that of T,
both without the person: a, c and r are uniform and independent unless M is empty, hence

    P(S) = sum over r of f(r) g(r) / (A N C),
    f(r) = #{a : z_F(a) = 1 + z'_F(a + r)},    g(r) = #{c : z_T(c) = 1 + z'_T(c + r)},

z' being the noise of one person more, A and C the numbers of keys that F and T have (1 where nobody
is in them). f and g are linear between knots (``overlaps``), and sums of their products are closed
forms. Where M is empty F is T, and P(S) is that of F alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.margins.counts import Counts, key_row
from exact.margins.overlaps import Overlaps, matched
from exact.table.ptable import PTable

# Pairs of runs of all counts that are looked at: a second or two.
MOST_PAIRS = 200_000


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """The counts with the largest delta, at every epsilon, if the keys of all others are known.

    ``all``: every pair of counts that was asked for was looked at.
    """

    counts: Counts
    delta: Fraction
    all: bool


def known_keys(table: PTable, pairs: Sequence[Counts]) -> KnownKeys | None:
    """Return the worst of some pairs (n_F, n_M); None where the first is too much work.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    >>> known_keys(table, [(2, 3)])
    KnownKeys(counts=(2, 3), delta=Fraction(7, 8), all=True)
    """
    left, found = MOST_PAIRS, []
    for counts in pairs:
        left -= sum(_work(table, n) for n in (counts[0], sum(counts)))
        if left < 0:
            break
        found.append((1 - same_release(table, counts), counts))
    if not found:
        return None
    worst = max(found, key=lambda each: each[0])
    return KnownKeys(worst[1], worst[0], len(found) == len(pairs))


def same_release(table: PTable, counts: Counts) -> Fraction:
    """Return P(S): one person more in the first cell, and cells and margin are released alike."""
    first, total, N = counts[0], sum(counts), table.keysize
    f = _overlaps(table, first)
    g = _ONE if first == total else _overlaps(table, total)
    return Fraction(sum(_products(f, g, N)), f.keys * N * g.keys)


_ONE = Overlaps((), 1, 1)


def _overlaps(table: PTable, count: int) -> Overlaps:
    return Overlaps.of(key_row(table, count), key_row(table, count + 1))


def _work(table: PTable, count: int) -> int:
    return 1 + sum(1 for _ in matched(key_row(table, count), key_row(table, count + 1)))


def _products(f: Overlaps, g: Overlaps, N: int) -> Iterator[int]:
    """Yield the sums of f(r) g(r) over the stretches of 0 <= r < N on which both are linear."""
    for start, end, (x, up), (y, rise) in _stretches(f, g, N):
        L = end - start
        yield (
            L * x * y
            + (x * rise + y * up) * (L * (L - 1) // 2)
            + up * rise * ((L - 1) * L * (2 * L - 1) // 6)
        )


_Line = tuple[int, int]


def _stretches(f: Overlaps, g: Overlaps, N: int) -> Iterator[tuple[int, int, _Line, _Line]]:
    """Yield (start, end, value and slope of f, the same of g), walking once around."""
    cuts = sorted({0, N, *(knot % N for each in (f, g) for _, knot in each.knots)})
    for (start, end), one, other in zip(
        pairwise(cuts), _lines(f, cuts, N), _lines(g, cuts, N), strict=True
    ):
        yield start, end, one, other


def _lines(each: Overlaps, cuts: Iterable[int], N: int) -> Iterator[_Line]:
    """Yield value and slope from cut to cut: the slope changes at knots, by their signs."""
    turns: dict[int, int] = {}
    for sign, knot in each.knots:
        turns[knot % N] = turns.get(knot % N, 0) + sign
    value = each.at(0, N)
    # Up to the first knot it is as steep as before it, one key earlier on the circle.
    slope = value - each.at(N - 1, N) + turns.get(0, 0)
    for start, end in pairwise(cuts):
        if start:
            slope += turns.get(start, 0)
        yield value, slope
        value += slope * (end - start)
