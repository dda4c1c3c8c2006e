"""The XOR of four sums of uniform numbers below K = 2^n: the exact joint law of (k_F, k_M, k_T).

Component i of the cells F and M is a pair (a_i, b_i), uniform below K; that of T = F + M is
a_i + b_i modulo K, and each key is the XOR of its four components. At a bit position let f, m and
t be the bits of the three keys and s the parity of the four carries into it: t = f + m + s modulo
2. Then

    (f, m) is uniform whatever lies below, and the parity s' of the carries into the next position
    is s with probability 5/8 where f = m = t, and 1/2 elsewhere.

Proof. Write A for the weight of the bits so far and B for the same with each term signed by
(-1)^s. Both are fourth powers under XOR-convolution, so their Walsh transforms at masks (u, v, w)
are fourth powers of those of one component. For one, with carry c and c' = majority(a, b, c),
(-1)^c' = ((-1)^a + (-1)^b + (-1)^c - (-1)^(a+b+c)) / 2, hence with u + w and v + w for the bits of
a and b: A' is A or B (by w) where u = v = w and 0 elsewhere; B' is +1/2 or -1/2 times A or B. The
fourth powers are 1 and 1/16; transformed back, A' = (A + (-1)^(f+m+t) B) / 8, and B' is
((-1)^f A + B) / 32 where f = m = t and 0 elsewhere. With A = P_0 + P_1 and B = P_0 - P_1 that is
the chain above. At the lowest bit s = 0.

So #{k_F < x, k_M < y, k_T < w}, in units of 32^-n, follows bit by bit from below, with one integer
for each parity. The thresholds w of a row stand side by side in one long integer.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from exact.table.row import Row

Weights = dict[tuple[int, ...], int]


def total_weight(bits: int) -> int:
    """Return the sum of all weights: 32^n."""
    return 1 << (5 * bits)


def weights_by_bits(first: Row, second: Row, margin: Row) -> Weights:
    """Return the weights of (z_F, z_M, z_T), out of 32^n, for rows of K = 2^n keys.

    >>> coin = Row(((0, 1), (1, 1)))
    >>> weights_by_bits(coin, coin, coin)
    {(0, 0, 0): 8, (0, 1, 1): 8, (1, 0, 1): 8, (1, 1, 0): 8}
    """
    x, y, w = (tuple(accumulate(keys for _, keys in row.runs)) for row in (first, second, margin))
    bits = margin.keysize.bit_length() - 1
    slots = _Slots(w, 8 * (5 * bits // 8 + 1))
    state = _Parities.start(len(x), len(y), slots)
    for position in range(bits):
        state = state.raised(x, y, position, slots)
    below = [[p + q for p, q in zip(*rows, strict=True)] for rows in zip(*state, strict=True)]
    found: Weights = {}
    for i, (z_f, _) in enumerate(first.runs):
        for j, (z_m, _) in enumerate(second.runs):
            for (z_t, _), weight in zip(margin.runs, slots.steps(_box(below, i, j)), strict=True):
                if weight:
                    found[z_f, z_m, z_t] = found.get((z_f, z_m, z_t), 0) + weight
    return found


class _Slots(NamedTuple):
    """Weights for all thresholds of the margin side by side, ``size`` bits each.

    The last threshold is K: it leaves the margin's key free.
    """

    thresholds: tuple[int, ...]
    size: int

    @property
    def last(self) -> int:
        """Where the slot of the free margin begins."""
        return self.size * (len(self.thresholds) - 1)

    def ones(self, bit: int, position: int) -> int:
        """Return 1 in each slot, but the last, whose threshold has this bit here."""
        each = enumerate(self.thresholds[:-1])
        return sum(1 << (self.size * i) for i, w in each if w >> position & 1 == bit)

    def steps(self, weights: int) -> list[int]:
        """Return the weight between each threshold and the one before."""
        length = self.size // 8
        packed = weights.to_bytes(length * len(self.thresholds), "little")
        starts = range(0, len(packed), length)
        ends = [int.from_bytes(packed[i : i + length], "little") for i in starts]
        return [end - start for start, end in zip([0, *ends], ends, strict=False)]


_Square = list[list[int]]


class _Parities(NamedTuple):
    """For each pair of thresholds of F and M the slots of even and of odd parity of the carries."""

    even: _Square
    odd: _Square

    @classmethod
    def start(cls, x: int, y: int, slots: _Slots) -> "_Parities":
        """Return the weights before the lowest bit: no carry, and nothing is below a threshold."""
        even, odd = ([[0] * y for _ in range(x)] for _ in range(2))
        even[-1][-1] = 1 << slots.last
        return cls(even, odd)

    def raised(
        self, x: Sequence[int], y: Sequence[int], position: int, slots: _Slots
    ) -> "_Parities":
        """Return the weights with one bit more."""
        moves = _Moves(slots, position)
        pairs = [
            [moves(p, q) for p, q in zip(even, odd, strict=True)]
            for even, odd in zip(self.even, self.odd, strict=True)
        ]
        columns = [_allowed(y, j, position) for j in range(len(y))]
        made: list[list[tuple[int, int]]] = []
        for i in range(len(x)):
            above = _allowed(x, i, position)
            made.append([_sum(pairs, above, column) for column in columns])
        even, odd = ([[pair[side] for pair in row] for row in made] for side in (0, 1))
        return _Parities(even, odd)


# Weights that (f, m) adds to the even and the odd parity: of f = m = 0, of f = m = 1, of others.
_Added = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


class _Moves:
    """What the slots of one pair of thresholds give to the next bit, summed over t."""

    def __init__(self, slots: _Slots, position: int) -> None:
        full, self.last = (1 << slots.size) - 1, slots.last
        self.ones = slots.ones(1, position)
        self.mask_0, self.mask_1 = slots.ones(0, position) * full, self.ones * full

    def __call__(self, even: int, odd: int) -> _Added:
        """Return the weights added, by (f, m); parity s goes with t = f + m + s."""
        (even_0, even_1), (odd_0, odd_1) = self._by_t(even), self._by_t(odd)
        unequal = 4 * (odd_0 + even_1)
        return (
            (5 * even_0 + 4 * odd_1, 3 * even_0 + 4 * odd_1),
            (4 * even_0 + 3 * odd_1, 4 * even_0 + 5 * odd_1),
            (unequal, unequal),
        )

    def _by_t(self, weights: int) -> tuple[int, int]:
        """Return what stays below the thresholds with t = 0 and with t = 1.

        A threshold whose bit is 1 is free below after t = 0, one whose bit is 0 excludes t = 1.
        """
        free = weights >> self.last
        kept = free << self.last
        return (weights & self.mask_0) + free * self.ones + kept, (weights & self.mask_1) + kept


def _allowed(thresholds: Sequence[int], index: int, position: int) -> list[tuple[int, int]]:
    """Return (bit, threshold that holds below it); the last threshold is free."""
    last = len(thresholds) - 1
    if index == last:
        return [(0, last), (1, last)]
    return [(0, last), (1, index)] if thresholds[index] >> position & 1 else [(0, index)]


def _sum(
    pairs: list[list[_Added]], above: list[tuple[int, int]], column: list[tuple[int, int]]
) -> tuple[int, int]:
    even = odd = 0
    for f, i in above:
        for m, j in column:
            more = pairs[i][j][f if f == m else 2]
            even, odd = even + more[0], odd + more[1]
    return even, odd


def _box(below: _Square, i: int, j: int) -> int:
    """Return the weights between two thresholds of F and two of M, slot by slot."""
    weights = below[i][j]
    if i:
        weights -= below[i - 1][j]
    if j:
        weights -= below[i][j - 1]
    return weights + below[i - 1][j - 1] if i and j else weights
