"""Estimates of true counts from released ones: intervals by inverted tests, and moments.

For a released x the set of all true counts a with P(X >= x | a) > alpha/2 and
P(X <= x | a) > alpha/2 holds the true count with probability at least 1 - alpha, whatever it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly, ctx

from exact.errors import InputError
from exact.inference.channel import Chances, Channel, column
from exact.inference.confidence import reaching
from exact.numbers.balls import BITS, ball, lower, total, upper
from exact.numbers.enclosure import Enclosure

MAX_CELLS = 1000


@dataclass(frozen=True, slots=True)
class CountEstimate:
    """What a released count says of the true one.

    ``bias`` and ``variance`` of its noise are ranges over all counts that it can come from.
    """

    released: int
    possible: tuple[int, int]
    interval: tuple[int, int]
    bias: Enclosure
    variance: Enclosure


def count_estimate(channel: Channel, released: int, confidence: Fraction) -> CountEstimate:
    """Return the possible counts, those of the interval, and the moments of the noise."""
    with ctx.workprec(BITS):
        found = column(channel, released)
        if found is None:
            rule = "cannot be released: no true count leads to it with this noise"
            raise InputError("released", released, rule, "check which noise was used")
        half = ball((1 - confidence) / 2)
        pairs = zip(range(found.first, found.last + 1), found.chances, strict=True)
        possible = [a for a, chance in pairs if not chance.is_zero()]
        inside = [a for a in possible if _kept(channel, a, released, half)] or possible
        moments = [_moments(channel.noise(a), channel.whole) for a in possible]
        return CountEstimate(
            released,
            (possible[0], possible[-1]),
            (inside[0], inside[-1]),
            _bias(channel, possible, [mean for mean, _ in moments]),
            _range([variance for _, variance in moments]),
        )


def _kept(channel: Channel, count: int, x: int, half: arb) -> bool:
    """Tell whether a count is not rejected; where bounds do not tell it is kept, which is safe."""
    above, below = reaching(channel, count, x), 1 - reaching(channel, count, x + 1)
    return not (above <= half or below <= half)


def _bias(channel: Channel, counts: Sequence[int], means: Sequence[arb]) -> Enclosure:
    """Return the range of the means: that of symmetric noise is 0 exactly."""
    symmetric = all(channel.mirrors(a, a) for a in counts)
    return Enclosure.point(Fraction(0)) if symmetric else _range(means)


def _moments(noise: Chances, whole: int) -> tuple[arb, arb]:
    mean = total(z * w for z, w in noise.items()) / whole
    square = total(z * z * w for z, w in noise.items()) / whole
    return mean, square - mean * mean


def _range(values: Sequence[arb]) -> Enclosure:
    return Enclosure(min(map(lower, values)), max(map(upper, values)))


@dataclass(frozen=True, slots=True)
class SumEstimate:
    """A sum of cells (some may be taken off): released, its variance, and an exact interval."""

    released: int
    bias: Enclosure
    variance: Enclosure
    interval: tuple[int, int]


def sum_estimate(
    channel: Channel, added: Sequence[int], taken: Sequence[int], confidence: Fraction
) -> SumEstimate:
    """Return the sum of ``added`` less that of ``taken``; the cells' noise is independent.

    Where all counts have one noise, its sums are convolved. Elsewhere every cell has an interval of
    its own, with alpha divided by the number of cells.
    """
    cells = (*added, *taken)
    if not 1 <= len(cells) <= MAX_CELLS:
        raise InputError("released", len(cells), f"must be 1 to {MAX_CELLS} cells", "give fewer")
    share = 1 - (1 - confidence) / len(cells)
    plus, minus = ([count_estimate(channel, x, share) for x in xs] for xs in (added, taken))
    bias = _combined([c.bias for c in plus], [c.bias for c in minus])
    variance = _combined([c.variance for c in (*plus, *minus)], [])
    value = sum(added) - sum(taken)
    noise = _one_noise(channel, [*plus, *minus])
    if noise is not None:
        times = len(added), len(taken)
        interval = _by_convolution(noise, channel.whole, times, value, confidence)
    else:
        low = sum(c.interval[0] for c in plus) - sum(c.interval[1] for c in minus)
        interval = low, sum(c.interval[1] for c in plus) - sum(c.interval[0] for c in minus)
    return SumEstimate(value, bias, variance, interval)


def share_interval(
    channel: Channel, part: Sequence[int], rest: Sequence[int], confidence: Fraction
) -> Enclosure:
    """Return bounds of part / (part + rest): both sums in intervals of half the error each."""
    each = 1 - (1 - confidence) / 2
    a, b = (sum_estimate(channel, cells, (), each).interval for cells in (part, rest))
    low, high = max(a[0], 0), max(a[1], 0)
    least, most = max(b[0], 0), max(b[1], 0)
    return Enclosure(_quotient(low, most, Fraction(0)), _quotient(high, least, Fraction(1)))


def _quotient(part: int, rest: int, empty: Fraction) -> Fraction:
    return Fraction(part, part + rest) if part + rest else empty


def _combined(plus: Sequence[Enclosure], minus: Sequence[Enclosure]) -> Enclosure:
    low = sum((e.lo for e in plus), Fraction(0)) - sum((e.hi for e in minus), Fraction(0))
    high = sum((e.hi for e in plus), Fraction(0)) - sum((e.lo for e in minus), Fraction(0))
    return Enclosure(low, high)


def _one_noise(channel: Channel, cells: Sequence[CountEstimate]) -> Chances | None:
    """Return the noise where all counts that the cells can come from have the same."""
    noise = channel.noise(cells[0].possible[0])
    counts = (a for c in cells for a in range(c.possible[0], c.possible[1] + 1))
    return noise if all(channel.noise(a) is noise for a in counts) else None


def _by_convolution(
    noise: Chances, whole: int, times: tuple[int, int], value: int, confidence: Fraction
) -> tuple[int, int]:
    """Return value - noise between its quantiles: P(noise > q) <= alpha/2 on either side."""
    with ctx.workprec(BITS):
        low, high = min(noise), max(noise)
        law = arb_poly([noise.get(z, arb(0)) / whole for z in range(low, high + 1)])
        turned = arb_poly([noise.get(-z, arb(0)) / whole for z in range(-high, -low + 1)])
        chances = (law ** times[0] * turned ** times[1]).coeffs()
        least = times[0] * low - times[1] * high
        half = ball((1 - confidence) / 2)
        below, above = _cut(chances, half), _cut(chances[::-1], half)
    return value - (least + len(chances) - 1 - above), value - (least + below)


def _cut(chances: Sequence[arb], half: arb) -> int:
    """Return how many of the first values may go: together they have at most ``half``."""
    gone = arb(0)
    for k, chance in enumerate(chances):
        gone = gone + chance
        if not gone <= half:
            return k
    return len(chances) - 1
