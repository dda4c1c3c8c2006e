"""Averaging with many partitions where keys add: the probability from few frequencies, bounded.

For q sums of one law with the characteristic function f let S be their sum, and M odd. Then

    P(S mod M is in the window) = (1/M) sum over j of f(2 pi j / M)^q D(j),

D being that of the window of q sums, |D(j)| <= M / (2j). It is the probability wanted, and at most
P(|S - E S| >= M - (q + 1)/2 - |E S|) more, which Hoeffding bounds. On a piece of keys from the law
A to the law B (``added_keys``) f^q is replaced by (a^(q+1) - b^(q+1)) / ((q + 1)(a - b)). Few j
count: with disjoint pairs (s, s + d) of sums and h(x, y) = x y / (x + y), which is concave,

    |f(t)| <= 1 - 2 sin(d t / 2)^2 c_d,    c_d = the sum of h(P(s), P(s + d)) over the pairs,

because |x + y e^(idt)|^2 = (x + y)^2 - 4 x y sin(d t / 2)^2; and 1 - u <= e^-u. Where a law is so
narrow that many j count, P(S is outside) <= 2 e^(-theta q / 2) E[e^(theta S)]^q shows that the
attack nearly always succeeds. All values of f for one j are linear in the key between vertices, and
their slopes change by products of jumps. Numbers are balls of FLINT.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import isqrt
from operator import mul
from typing import NamedTuple

from flint import acb, arb, ctx, fmpq

from exact.attacks.added_keys import Piece
from exact.attacks.averaging import window
from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.row import Row

# Frequencies of all pieces for one number of partitions: some seconds.
MAX_EVALUATIONS = 600_000
_PRECISION, _BITS = 112, 60
# A piece is done with as many frequencies as leave 2^-21 to the others.
_FREQUENCIES, _LEFT = (48, 64, 96, 128, 256, 512, 768, 1024, 1536), Fraction(1, 1 << 21)
_ALIASED = 28  # e^-28 is left to sums beyond M
_DISTANCES = (1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36)
_TILTS = tuple(Fraction(2**k, 1000) for k in range(1, 10))
_SCALE = 30


class _Block(NamedTuple):
    """Frequencies from one to the next: the sum of 1/j, and the least sin(d t / 2)^2 by d."""

    first: int
    weight: arb
    squares: tuple[int, ...]


class Spectrum:
    """The laws of a partition's noise given the total's key, for sums of many of them."""

    def __init__(self, first: Row, second: Row, parts: Sequence[Piece]) -> None:
        """Take the pieces of two rows, which come one after the other around the circle."""
        self._rows, self._parts, self._N = (first, second), parts, first.keysize
        self._low = min(part.start.outcomes[0] for part in parts)
        self._high = max(part.start.outcomes[-1] for part in parts)
        self._span, self._mean = self._high - self._low, parts[0].start.mean()
        self._found: dict[int, Enclosure] = {}
        self._most = 0

    def _prepare(self, most: int) -> None:
        """Choose M for up to so many sums; whatever was computed for another is forgotten."""
        self._most = most
        spread = _root(Fraction(_ALIASED * most * self._span**2, 2))
        self._M = 2 * ((spread + most // 2 + int(most * abs(self._mean)) + 4) // 2) + 1
        self._values: dict[int, list[acb]] = {}
        self._blocks = tuple(_blocks(self._M))

    def success(self, partitions: int) -> Enclosure:
        """Return bounds of P(the rounded mean is the true count)."""
        if partitions not in self._found:
            with ctx.workprec(_PRECISION):
                if partitions > self._most:
                    self._prepare(partitions * 5 // 4)
                self._found[partitions] = self._success(partitions)
        return self._found[partitions]

    def _success(self, q: int) -> Enclosure:
        needed = [self._needed(i, q) for i in range(len(self._parts))]
        counts = [count for count, _ in needed]
        if sum(counts) > MAX_EVALUATIONS:
            raise Undecided(f"the mean of {q} partitions: {sum(counts)} frequencies are too many")
        most = max(counts)
        sums = [arb(q) / self._M if count else arb(1) for count, _ in needed]
        for j in range(1, most + 1):
            at = self._at(j)
            factor = _window(j, q, self._M) * 2 / self._M
            powers = {}
            for i, (count, _) in enumerate(needed):
                if j <= count:
                    k = (i + 1) % len(at)
                    for one in (i, k):
                        if one not in powers:
                            powers[one] = at[one] ** (q + 1)
                    sums[i] += (_mean_power(at[i], at[k], powers[i], powers[k], q) * factor).real
        return self._together(q, sums, [error for _, error in needed])

    def _together(self, q: int, sums: Sequence[arb], errors: Sequence[Fraction]) -> Enclosure:
        """Return the mean over all keys, with what every piece leaves open."""
        low = high = Fraction(0)
        for part, found, error in zip(self._parts, sums, errors, strict=True):
            curved = q * (q - 1) * part.distance() ** 2 / (6 * part.keys**2)
            off = error + curved + self._aliased(q)
            lo, hi = _ends(found)
            low += part.keys * max(Fraction(0), lo - off)
            high += part.keys * min(Fraction(1), hi + off)
        return Enclosure(_short(low / self._N, -1), _short(high / self._N, 1))

    def _aliased(self, q: int) -> Fraction:
        """Return what sums beyond M weigh at most."""
        x = self._M - Fraction(q + 1, 2) - q * abs(self._mean)
        power = 2 * x * x / (q * self._span**2)
        return _ends(2 * (-arb(fmpq(power.numerator, power.denominator))).exp())[1]

    def _needed(self, i: int, q: int) -> tuple[int, Fraction]:
        """Return how many frequencies a piece needs, and what is left open; 0: it is nearly 1."""
        narrow = self._outside(i, q)
        if narrow <= _LEFT:
            return 0, narrow
        count, left = 0, narrow
        for count, left in self._open(i, q):
            if left <= _LEFT:
                return count, left
        return (0, narrow) if narrow <= left else (count, left)

    def _open(self, i: int, q: int) -> Iterator[tuple[int, Fraction]]:
        """Yield numbers of frequencies, and what the others weigh at most."""
        pairs = tuple(map(min, self._apart[i], self._apart[(i + 1) % len(self._parts)]))
        left, found = arb(0), []
        for block in reversed(self._blocks):
            best = max(map(mul, pairs, block.squares))  # d by d, both ways to pair
            left += block.weight * (-arb(2 * q * best) / (self._N << _SCALE)).exp()
            if block.first - 1 in _FREQUENCIES:
                found.append((block.first - 1, _ends(left)[1]))
        return reversed(found)

    @cached_property
    def _apart(self) -> tuple[tuple[int, ...], ...]:
        """c_d at every vertex, in units of 1/N, rounded down."""
        return tuple(
            tuple(_pairs(part.start, d, side) for d in _DISTANCES for side in (0, 1))
            for part in self._parts
        )

    def _outside(self, i: int, q: int) -> Fraction:
        """Return a bound of P(the mean of q sums is not rounded to 0), for every key of a piece."""
        j, best = (i + 1) % len(self._parts), [arb(1), arb(1)]
        for number, tilt in enumerate(_TILTS):
            for side in (0, 1):
                most = max(self._tilted[k][2 * number + side] for k in (i, j))
                one = arb(most) * _half(tilt) / (self._N << _BITS)
                best[side] = best[side].min(one**q) if one < 1 else best[side]
        return _ends(best[0] + best[1])[1]

    @cached_property
    def _tilted(self) -> tuple[tuple[int, ...], ...]:
        """E[e^(theta S)] at every vertex by theta and its sign, in units of 2^-bits / N, upward."""
        tables = [
            {s: _exp_up(sign * tilt * s) for s in range(self._low, self._high + 1)}
            for tilt in _TILTS
            for sign in (1, -1)
        ]
        return tuple(
            tuple(
                sum(w * table[s] for s, w in zip(law.outcomes, law.weights, strict=True))
                for table in tables
            )
            for law in (part.start for part in self._parts)
        )

    def _at(self, j: int) -> list[acb]:
        """Return the characteristic functions at 2 pi j / M of the laws at all vertices."""
        if j not in self._values:
            self._values[j] = self._computed(j)
        return self._values[j]

    def _computed(self, j: int) -> list[acb]:
        jumps = self._jumps(j)
        N, parts = self._N, self._parts
        value, after = (_transform(part.start, j, self._M) for part in parts[:2])
        slope, found = (after - value) / parts[0].keys, [value]
        for (_, vertex), part in zip(pairwise(self._vertices), parts, strict=False):
            value += slope * part.keys
            found.append(value)
            slope += jumps[vertex] / N
        return found

    @cached_property
    def _vertices(self) -> list[int]:
        starts = [[start for _, start, _ in row.ranges()] for row in self._rows]
        return sorted({(e + f - 1) % self._N for e in starts[0] for f in starts[1]})

    def _jumps(self, j: int) -> dict[int, acb]:
        """Return by how much the slope times N changes at each vertex."""
        turns = [_turn(row, j, self._M) for row in self._rows]
        found: dict[int, acb] = {}
        for e, jump in turns[0]:
            for f, other in turns[1]:
                vertex = (e + f - 1) % self._N
                more = jump * other
                found[vertex] = found[vertex] + more if vertex in found else more
        return found


def _turn(row: Row, j: int, M: int) -> list[tuple[int, acb]]:
    """Return the first key of each run, with the jump of e^(2 pi i j z / M) there."""
    ranges = list(row.ranges())
    values = [_root_of_unity(j * z, M) for z, _, _ in ranges]
    before = [values[-1], *values[:-1]]
    return [
        (start, value - last)
        for (_, start, _), value, last in zip(ranges, values, before, strict=True)
    ]


def _root_of_unity(power: int, M: int) -> acb:
    """Return e^(2 pi i power / M)."""
    turn = arb(fmpq(2 * (power % M), M))
    return acb(turn.cos_pi(), turn.sin_pi())


def _transform(law: Pmf, j: int, M: int) -> acb:
    """Return the characteristic function of a law at 2 pi j / M."""
    each = zip(law.outcomes, law.weights, strict=True)
    return sum((_root_of_unity(j * s, M) * w for s, w in each), acb(0)) / law.total


def _window(j: int, q: int, M: int) -> acb:
    """Return D(j), the sum of e^(-2 pi i j s / M) over the window of q sums."""
    size = arb(fmpq(j * q % (2 * M), M)).sin_pi() / arb(fmpq(j, M)).sin_pi()
    turn = arb(fmpq(-j * sum(window(q)) % (2 * M), M))
    return acb(turn.cos_pi(), turn.sin_pi()) * size


def _mean_power(a: acb, b: acb, a_next: acb, b_next: acb, q: int) -> acb:
    """Return the integral of ((1 - t) a + t b)^q; where a and b are too near, around a^q.

    Nobody is larger than 1, so the q-th powers of numbers at the distance r are at most q r apart.
    """
    apart = a - b
    if not apart.contains(0):
        return (a_next - b_next) / (apart * (q + 1))
    off = arb(0, q * abs(apart).upper())
    return a**q + acb(off, off)


def _pairs(law: Pmf, distance: int, side: int) -> int:
    """Return the sum of x y / (x + y) over disjoint pairs of weights, each rounded down.

    The pairs are the same for all laws, by either of two ways: then the sum is concave from one law
    to another.
    """
    weights, total = dict(zip(law.outcomes, law.weights, strict=True)), 0
    for s, x in weights.items():
        if s // distance % 2 == side and (y := weights.get(s + distance)):
            total += x * y // (x + y)
    return total


def _blocks(M: int) -> Iterator[_Block]:
    """Yield the frequencies past the first, in blocks that begin where a number of them ends."""
    last = (M - 1) // 2
    cuts = [count for count in _FREQUENCIES if count < last]
    step = cuts[-1] if cuts else last
    while (step := step * 5 // 4) < last:
        cuts.append(step)
    fine = {*cuts, *(a + (b - a) * k // 8 for a, b in pairwise(cuts) for k in range(8))}
    yield from (_block(a + 1, b, M) for a, b in pairwise((*sorted(fine), last)))


def _block(first: int, last: int, M: int) -> _Block:
    """Return a block: between two multiples of pi sin(x)^2 is least at an end, past one it is 0."""
    weight = arb(last).log() - arb(first).log() + arb(fmpq(1, first))
    squares: list[int] = []
    for d in _DISTANCES:
        ends = [arb(fmpq(d * j, M)).sin_pi() ** 2 * (1 << _SCALE) for j in (first, last)]
        crosses = d * first // M != d * last // M
        least = 0 if crosses else min(int(end.lower().floor().fmpz()) for end in ends)
        squares += [max(0, least)] * 2
    return _Block(first, weight, tuple(squares))


def _half(tilt: Fraction) -> arb:
    """Return e^(-theta / 2)."""
    return arb(fmpq(-tilt.numerator, 2 * tilt.denominator)).exp()


def _exp_up(x: Fraction) -> int:
    found = arb(fmpq(x.numerator, x.denominator)).exp() * (1 << _BITS)
    return int(found.upper().ceil().fmpz())


def _root(value: Fraction) -> int:
    """Return an integer above the square root."""
    return isqrt(value.__ceil__()) + 1


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    """Return rationals around a ball, multiples of 2^-60."""
    scaled = ball * (1 << _BITS)
    lo, hi = int(scaled.lower().floor().fmpz()), int(scaled.upper().ceil().fmpz())
    return Fraction(lo, 1 << _BITS), Fraction(hi, 1 << _BITS)


def _short(value: Fraction, way: int) -> Fraction:
    scaled = value * (1 << _BITS)
    return Fraction(scaled.__ceil__() if way > 0 else scaled.__floor__(), 1 << _BITS)
