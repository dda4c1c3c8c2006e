"""Averaging where keys add: the cells of every partition have keys that sum to the total's key.

Let K be the total's key, uniform modulo N. Of a partition into two cells one key k is uniform and
independent of K, the other is K - k. Different partitions have independent k but the same K: given
K their sums of noise S_i are independent with the law

    P(S = s | K) = #{k : z_1(k) + z_2(K - k) = s} / N,

and the attack succeeds with the mean over all K. The law is linear in K between the vertices
e + e' - 1 (e, e' first keys of runs): its second difference is that of two boxes. On a piece from
a to b of L keys the law is (1 - t) A + t B, and with ``halves``

    int_0^1 ((1 - t) A + t B)^q dt = (A^q + A^(q-1) B + ... + B^q) / (q + 1) .

The mean over the keys is the trapezium rule of this integral. Its error on a piece is at most
sup|P''| / (12 L^2) of it, with P'' = q (q - 1) (A - B)^2 law(...)^(q-2) and |(A - B)^2| <= 2 d^2
on any event for laws at the total variation distance d. All terms are positive: floors are stable.

So E[S | K] = E[S]: the mean converges as under independent keys, and only its spread depends on K.
Of three or more cells any two keys are independent of K, so that Var(S | K) does not either.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.attacks.floored import Floored, Packed
from exact.pmf import Pmf
from exact.table.row import Row


@dataclass(frozen=True, slots=True)
class Piece:
    """The law of S for K from one vertex to the next, ``keys`` further: linear from A to B."""

    keys: int
    start: Pmf
    end: Pmf

    def distance(self) -> Fraction:
        """Return the total variation distance of its two ends."""
        one, other = (dict(zip(p.outcomes, p.weights, strict=True)) for p in (self.start, self.end))
        apart = sum(abs(one.get(s, 0) - other.get(s, 0)) for s in {*one, *other})
        return Fraction(apart, 2 * self.start.total)


def pieces(first: Row, second: Row) -> Iterator[Piece]:
    """Yield the pieces of the circle of all keys K.

    >>> coin = Row(((-1, 2), (1, 2)))
    >>> [(p.keys, p.start.outcomes, p.start.weights) for p in pieces(coin, coin)]
    [(2, (-2, 2), (2, 2)), (2, (0,), (4,))]
    """
    N = first.keysize
    starts = [[start for _, start, _ in row.ranges()] for row in (first, second)]
    vertices = sorted({(e + f - 1) % N for e in starts[0] for f in starts[1]})
    laws = [noise_given(first, second, K) for K in vertices]
    around = [*zip(vertices, laws, strict=True), (vertices[0] + N, laws[0])]
    for (v, start), (w, end) in pairwise(around):
        yield Piece(w - v, start, end)


def noise_given(first: Row, second: Row, total_key: int) -> Pmf:
    """Return the law of z_1(k) + z_2(K - k) for a uniform k.

    >>> noise_given(Row(((-1, 2), (1, 2))), Row(((-1, 2), (1, 2))), 0).weights
    (1, 2, 1)
    """
    N = first.keysize
    # Runs of K - k for rising k: those of the second row backwards from K, around the circle.
    mirrored = Row.of(_mirrored(second, total_key % N))
    found: dict[int, int] = {}
    edges = sorted({start for row in (first, mirrored) for _, start, _ in row.ranges()})
    one, other = iter(first.ranges()), iter(mirrored.ranges())
    (z, _, last), (y, _, until) = next(one), next(other)
    for start, end in pairwise((*edges, N)):
        if start > last:
            z, _, last = next(one)
        if start > until:
            y, _, until = next(other)
        found[z + y] = found.get(z + y, 0) + end - start
    return Pmf.of(found.items())


def _mirrored(row: Row, total_key: int) -> list[tuple[int, int]]:
    """Return the runs of the noise of K - k modulo N, from k = 0 upward."""
    down, up = [], []
    for noise, first, last in row.ranges():
        if first <= total_key:
            down.append((noise, min(last, total_key) - first + 1))
        if last > total_key:
            up.append((noise, last - max(first, total_key + 1) + 1))
    return down[::-1] + up[::-1]


def halves(start: Floored, end: Floored, times: int) -> Floored:
    """Return (A^q + A^(q-1) B + ... + B^q) / (q + 1), a mixture of sums of q noises.

    With G_q for it: G_(2m+1) = G_m (A^(m+1) + B^(m+1)) / 2, and
    G_(q+1) = ((q + 1) A G_q + B^(q+1)) / (q + 2). It walks along the binary digits of q + 1.
    """
    one, other = Packed.of(start), Packed.of(end)
    G, A, B = Packed.of(Floored(0, (1 << start.bits,), start.bits)), one, other
    n = 1
    for bit in f"{times + 1:b}"[1:]:
        G, A, B, n = G.plus(A.mixed(B, 1, 1)), A.plus(A), B.plus(B), 2 * n
        if bit == "1":
            G, A, B, n = one.plus(G).mixed(B, n, 1), A.plus(one), B.plus(other), n + 1
    return G.floored()
