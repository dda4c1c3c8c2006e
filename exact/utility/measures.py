"""Expected losses of one count, and of all counts of a size.

Rinott-O'Keefe-Shlomo-Skinner 4.2: l1 = sum |a - b|, l2 = sum (a - b)^2, l3 = sum |sqrt a - sqrt b|,
a the true and b the released count. Shlomo-Krenzke-Li 3.5: the square of Hellinger's distance is
1/2 sum (sqrt a - sqrt b)^2. A false zero is a count above 0 that is released as 0, a false positive
a 0 that is not. Every one is a sum over cells, so its expectation is the sum of theirs, whatever
the keys of different cells have in common.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt

from exact.laws.exponential_mechanism import Loss, l1, l2, l3
from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Chances, Perturbation
from exact.utility.counts import Counts

WITHIN = (0, 1, 2, 3, 5, 10)
_BITS = 96
# Sizes of counts: each class begins here and ends before the next.
SIZES = (0, 1, 2, 3, 6, 11, 21, 51, 101, 1001)


def hellinger_square(a: int, b: int, bits: int) -> tuple[int, int]:
    """Return integer bounds of (sqrt a - sqrt b)^2 / 2 2^bits = ((a + b)/2 - sqrt(ab)) 2^bits.

    >>> hellinger_square(9, 1, 4), hellinger_square(0, 3, 1)
    ((32, 32), (3, 3))
    """
    square = a * b << 2 * bits + 2
    root = isqrt(square)
    up = root + (root * root < square)
    twice = a + b << bits + 1
    return max(0, (twice - 2 * up) // 4), -((2 * root - twice) // 4)


LOSSES: tuple[tuple[str, Loss], ...] = (
    ("l1", l1),
    ("l2", l2),
    ("l3", l3),
    ("hellinger2", hellinger_square),
)


@dataclass(frozen=True, slots=True)
class Measures:
    """Sums over some cells, in expectation; ``within`` holds cells within each distance."""

    cells: int
    losses: dict[str, Enclosure]
    bias: Enclosure
    changed: Enclosure
    false_zeros: Enclosure
    false_positives: Enclosure
    relative: Enclosure
    positive: int
    within: tuple[tuple[int, Enclosure], ...]


def of_count(
    count: int, chances: Chances, within: tuple[int, ...] = WITHIN, bits: int = _BITS
) -> Measures:
    """Return the measures of one cell with this count.

    >>> one = of_count(1, Chances.of(4, [(0, 1, 1), (1, 2, 2), (2, 1, 1)]))
    >>> one.losses["l1"].lo, one.false_zeros.lo, one.within[0][1].lo
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 2))
    """
    losses = {
        name: chances.expected(partial(_loss, loss, count, bits), bits) for name, loss in LOSSES
    }
    zero = chances.probability(lambda b: b == 0)
    nothing = Enclosure.point(Fraction(0))
    return Measures(
        cells=1,
        losses=losses,
        bias=chances.bias(count),
        changed=chances.probability(lambda b: b != count),
        false_zeros=zero if count else nothing,
        false_positives=nothing if count else chances.probability(lambda b: b > 0),
        relative=scaled(losses["l1"], Fraction(1, count)) if count else nothing,
        positive=int(count > 0),
        within=tuple((k, chances.probability(_near(count, k))) for k in within),
    )


def _loss(loss: Loss, count: int, bits: int, released: int) -> tuple[int, int]:
    return loss(count, released, bits)


def _near(count: int, distance: int) -> Callable[[int], bool]:
    return lambda b: abs(b - count) <= distance


def summed(parts: Iterable[tuple[Measures, int]]) -> Measures:
    """Return the sums over cells, each measured once and so many times there."""
    found = list(parts)

    def total(get: Callable[[Measures], Enclosure]) -> Enclosure:
        low = sum((get(one).lo * times for one, times in found), Fraction(0))
        return Enclosure(low, sum((get(one).hi * times for one, times in found), Fraction(0)))

    first = found[0][0]
    return Measures(
        cells=sum(one.cells * times for one, times in found),
        losses={name: total(_loss_of(name)) for name in first.losses},
        bias=total(lambda m: m.bias),
        changed=total(lambda m: m.changed),
        false_zeros=total(lambda m: m.false_zeros),
        false_positives=total(lambda m: m.false_positives),
        relative=total(lambda m: m.relative),
        positive=sum(one.positive * times for one, times in found),
        within=tuple((k, total(_within_of(i))) for i, (k, _) in enumerate(first.within)),
    )


def _loss_of(name: str) -> Callable[[Measures], Enclosure]:
    return lambda measures: measures.losses[name]


def _within_of(place: int) -> Callable[[Measures], Enclosure]:
    return lambda measures: measures.within[place][1]


@dataclass(frozen=True, slots=True)
class Size:
    """The counts from ``least`` to ``most`` (None: and more), with their measures."""

    least: int
    most: int | None
    measures: Measures


def by_size(counts: Counts, each: dict[int, Measures]) -> list[Size]:
    """Return the measures of each class of counts that occurs."""
    cells, found = counts.by_count, []
    for i, least in enumerate(SIZES):
        after = SIZES[i + 1] if i + 1 < len(SIZES) else None
        here = [n for n in cells if n >= least and (after is None or n < after)]
        if here:
            most = None if after is None else after - 1
            measures = summed((each[n], cells[n]) for n in here)
            found.append(Size(least, most, measures))
    return found


def each_count(
    counts: Counts, perturbation: Perturbation, within: tuple[int, ...] = WITHIN
) -> dict[int, Measures]:
    """Return the measures of each count that occurs."""
    return {n: of_count(n, perturbation.released(n), within) for n in sorted(counts.by_count)}


def scaled(value: Enclosure, factor: Fraction) -> Enclosure:
    """Return factor * value, for a factor of at least 0."""
    return Enclosure(value.lo * factor, value.hi * factor)
