"""Products of weights on a grid, in integers that are rounded to the safe side.

A weight w stands for w 2^-96. Many weights are multiplied at once: written one after the other as
the digits of two numbers, whose product holds all sums of products; the standard library's
``decimal`` multiplies numbers of millions of digits fast, and traps whatever would be inexact.
"""

from collections.abc import Callable
from decimal import MAX_EMAX, Context, Decimal, Inexact, Rounded
from itertools import accumulate
from typing import NamedTuple, TypeVar

from verification.checking.refusing import demand

UNIT_BITS = 96
UNIT = 1 << UNIT_BITS
CUT = 1 << 16  # what is cut off at one end of a product weighs at most 2^-80
MOST_POINTS, MOST_IN_ALL = 1 << 20, 1 << 24  # of a product, and of all products of a claim

T = TypeVar("T")


class Points(NamedTuple):
    """The i-th weight stands at the grid point ``start`` + i."""

    start: int
    weights: list[int]


class Work:
    """Counts the points of all factors and products of a claim."""

    def __init__(self) -> None:
        """Begin with none."""
        self.points = 0

    def add(self, points: int) -> None:
        """Fail where a product has too many points, or all of them together."""
        self.points += points
        few = points <= MOST_POINTS and self.points <= MOST_IN_ALL
        demand(few, "composition: the grid is too fine, or too much is multiplied")


def points_of(weights: dict[int, int], work: Work) -> Points:
    """Return weights by their grid points, those between them too."""
    if not weights:
        return Points(0, [])
    first, last = min(weights), max(weights)
    work.add(last - first + 1)
    return Points(first, [weights.get(k, 0) for k in range(first, last + 1)])


def multiplied(a: Points, b: Points, up: bool, work: Work) -> Points:
    """Return the weights of all sums of two points, each rounded up or down."""
    if not a.weights or not b.weights:
        return Points(a.start + b.start, [])
    length = len(a.weights) + len(b.weights) - 1
    work.add(length)
    extra = UNIT - 1 if up else 0
    sums = sums_of_products(a.weights, b.weights, length)
    return Points(a.start + b.start, [total + extra >> UNIT_BITS for total in sums])


def sums_of_products(a: list[int], b: list[int], length: int) -> list[int]:
    """Return the sum of a[i] b[j] over i + j = s, for each s; each has at most ``width`` digits."""
    width = len(str(max(a) * max(b) * length))
    context = Context(prec=width * length, Emax=MAX_EMAX)
    context.traps[Inexact] = context.traps[Rounded] = True
    one = Decimal("".join([f"{w:0{width}d}" for w in reversed(a)]))
    other = one if a is b else Decimal("".join([f"{w:0{width}d}" for w in reversed(b)]))
    written = f"{context.multiply(one, other):f}".rjust(width * length, "0")
    return [int(written[i : i + width]) for i in range(width * (length - 1), -1, -width)]


def window(points: Points) -> tuple[int, int, int]:
    """Return the first point kept, the last, and the weight outside; the ends are light."""
    below, above = light(points.weights), light(points.weights[::-1])
    last = max(below[0], len(points.weights) - above[0]) - 1
    return points.start + below[0], points.start + last, below[1] + above[1]


def light(weights: list[int]) -> tuple[int, int]:
    """Return how many of the first weights are together no more than may be cut, and their sum."""
    total = 0
    for number, weight in enumerate(weights):
        if total + weight > CUT:
            return number, total
        total += weight
    return len(weights), total


def kept(points: Points, first: int, last: int) -> Points:
    """Return the weights from one point to another; what is not there weighs nothing."""
    if first > last:
        return Points(first, [])
    shift, end = first - points.start, last - points.start + 1
    head, inside = [0] * max(0, -shift), points.weights[max(0, shift) : max(0, end)]
    return Points(first, head + inside + [0] * (last - first + 1 - len(head) - len(inside)))


def multiple(factor: T, times: int, multiply: Callable[[T, T], T]) -> T:
    """Return a product of so many equal factors by squaring."""
    result: T | None = None
    while times:
        if times & 1:
            result = factor if result is None else multiply(result, factor)
        times >>= 1
        factor = multiply(factor, factor) if times else factor
    assert result is not None
    return result


def tails(weights: list[int]) -> list[int]:
    """Return the sums of the weights from each on to the end, and 0 after the last."""
    return [*accumulate(reversed(weights), initial=0)][::-1]


def tilted_tails(weights: list[int], factor: int, up: bool) -> list[int]:
    """Return the sums of w[i + j] f^j over j from each i on, f = factor 2^-96, rounded."""
    extra = UNIT - 1 if up else 0
    sums = accumulate(
        reversed(weights), lambda s, w: w + (s * factor + extra >> UNIT_BITS), initial=0
    )
    return [*sums][::-1]
