"""The gamma that makes delta smallest for given epsilon and D, by interval branch and bound.

Sadeghi-Chien (2.19) gives delta as a function of gamma; the dotted curve of their Figure 2a is its
least value on a grid of 0.0001. Here it is the global minimum over all gamma > 0, enclosed and
proved, with u = gamma / epsilon. Every minimiser lies in [1/(2D-1), 1]:

- for u < 1/(2D-1), delta = 1 / sum_z e^(gamma (D^2 - z^2)) falls strictly in gamma;
- for u > 1 the event is z <= 0, delta = (1 - e^epsilon)/2 + (1 + e^epsilon)/(2T) with
  T = sum_z e^(-gamma z^2), and T falls strictly in gamma, so delta rises strictly.

In between, delta is continuous and smooth between the kinks u = 1/(2k-1). The search keeps a set of
boxes and a set of kinks that together hold every minimiser:

- a box whose lower bound exceeds a value of delta is dropped, and so is such a kink;
- a box in one piece on which the slope has one sign is dropped: no inner point minimises, and an
  end that is no kink does not either, because delta is smooth there with a slope other than 0.
  Its kink at the lower end goes too if delta falls, its kink at the upper end if delta rises;
- any other box is split, at a kink if there is one inside, else in the middle.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

from flint import arb, ctx

from exact.design.best_gamma_curve import (
    Curve,
    Point,
    exact,
    kink,
    lower_by_slope,
    worst_event,
)
from exact.errors import InputError, Undecided, power_of_two
from exact.laws.maxent import MAX_D
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as checked_epsilon
from exact.numbers.guard import integer
from exact.numbers.limits import MAX_EXPONENT

MAX_BITS = 4000
# About 50 boxes do for D = 11 and 400 for D = 1000: more means that something is degenerate.
MAX_BOXES = 100_000


@dataclass(frozen=True, slots=True)
class BestGamma:
    """The proved minimum of delta over all gamma > 0, and where it lies.

    ``delta`` encloses the minimum; ``u`` lists disjoint intervals of gamma / epsilon, in order,
    that hold every minimiser; at the exact ``u_star`` delta lies in ``delta`` and the worst
    event is [-D, -``event``]; ``at_kink``: the search proved that every minimiser is a kink
    1/(2k-1), and each interval is one kink (False: it stopped before, because all values left
    agree to the bits wanted; ask for more); ``boxes``: how many boxes were examined.
    """

    epsilon: Epsilon
    D: int
    delta: Enclosure
    u: tuple[Enclosure, ...]
    u_star: Fraction
    event: int
    at_kink: bool
    boxes: int

    def gamma(self, bits: int = 64) -> tuple[Enclosure, ...]:
        """Return intervals that hold every minimising gamma = u epsilon."""
        scale = self.epsilon.enclose(bits)
        return tuple(Enclosure(u.lo * scale.lo, u.hi * scale.hi) for u in self.u)


def best_gamma(epsilon: Epsilon, D: int, bits: int = 40, max_boxes: int = MAX_BOXES) -> BestGamma:
    """Return the minimum over gamma > 0 of delta_{gamma,D}(epsilon), (2.19) and Figure 2a.

    Requires epsilon > 0, D from 1 to 100,000 and epsilon D at most 2^19. Ensures that ``delta`` has
    a relative width of at most 2^-bits; raises Undecided where ``max_boxes`` boxes do not prove
    that. That every minimiser is a kink is a theorem (``best_gamma_kinks``); the search does not
    use it, and finds it again.

    >>> best = best_gamma(Epsilon(value=Fraction(1, 2)), 11)
    >>> best.u_star, best.event, best.at_kink, best.delta.is_relatively_narrow(40)
    (Fraction(1, 17), 9, True, True)
    """
    given = checked_epsilon(epsilon)
    size, wanted = integer(D, "D", 1, MAX_D), integer(bits, "bits", 1, MAX_BITS)
    budget = integer(max_boxes, "max_boxes", 0, 1 << 62)

    def attempt(working: int) -> BestGamma | None:
        with ctx.workprec(working):
            return _Search(given, size, wanted, budget).run()

    # An attempt without an answer met a delta too wide for its bits. It ends: delta > 0 at each
    # of the finitely many points, and balls shrink as the bits grow.
    return narrow(attempt, _start_bits(given, size, wanted), "the best gamma")


def _start_bits(epsilon: Epsilon, D: int, bits: int) -> int:
    """Return a precision that is enough: t_k exceeds delta T some e^epsilon D / epsilon times."""
    scale = epsilon.enclose(64).hi
    if scale * D > MAX_EXPONENT:  # delta itself is about e^(-epsilon D / 2)
        rule = f"times D = {D} must be at most {power_of_two(MAX_EXPONENT)}"
        raise InputError("epsilon", epsilon.text, rule, "choose a smaller epsilon or D")
    cancelled = int(2 * scale) + D.bit_length() + int(1 / scale).bit_length()
    return 64 + bits + cancelled + D.bit_length()


class _Imprecise(Exception):
    """A value of delta is too wide at this precision."""


class _Search:
    """One branch and bound at the precision of the context.

    The heap holds (lower bound, number, a, b); ``kinks`` maps the kinks that may still minimise to
    their lower bounds; ``least`` is an upper bound of delta at ``u_star``, and so of the minimum.
    Bounds are balls of radius 0, compared exactly: as Fractions the values far from the
    minimum, down to e^(-epsilon D^2), would be too long to write.
    """

    def __init__(self, epsilon: Epsilon, D: int, bits: int, max_boxes: int) -> None:
        self.epsilon, self.D, self.bits, self.max_boxes = epsilon, D, bits, max_boxes
        self.curve = Curve.of(epsilon, D)
        self.heap: list[tuple[arb, int, Point, Point]] = []
        self.kinks: dict[Fraction, arb] = {}
        self.least, self.u_star = arb(1), Fraction(1)  # delta <= 1
        self.boxes = 0

    def run(self) -> BestGamma | None:
        """Search until the bounds agree to the bits wanted; None: at a higher precision."""
        try:
            first, last = self.point(kink(self.D)), self.point(kink(1))
            if self.D > 1:
                self.examine(first, last)
            while self.heap and not _is_narrow(self.heap[0][0], self.least, self.bits):
                _, _, a, b = heappop(self.heap)
                middle = self.point(_split_point(a.u, b.u, self.D))
                self.examine(a, middle)
                self.examine(middle, b)
        except _Imprecise:
            return None
        return self.result()

    def point(self, u: Fraction) -> Point:
        """Evaluate delta at u, improve the upper bound, and register a kink."""
        point = self.curve.point(u)
        lo, hi = point.delta.lower(), point.delta.upper()
        # A few bits to spare: a bound from a box and a value from a point make up the width.
        if not _is_narrow(lo, hi, self.bits + 4):
            raise _Imprecise
        if hi < self.least:
            self.least, self.u_star = hi, u
        if _is_kink(u):
            self.kinks[u] = lo
        return point

    def examine(self, a: Point, b: Point) -> None:
        """Drop the box [a, b] or put it on the heap with its lower bound."""
        if self.boxes >= self.max_boxes:
            raise Undecided(f"the best gamma: not settled with {self.max_boxes} boxes")
        self.boxes += 1
        bound = self.curve.lower_by_events(a, b)
        if bound <= self.least and _one_piece(a.u, b.u):
            slope = self.curve.slope(a, b)
            if slope > 0 or slope < 0:
                self.kinks.pop(b.u if slope > 0 else a.u, None)
                return
            by_slope = lower_by_slope(a, b, slope)
            bound = max(bound, by_slope)
        if bound <= self.least:
            heappush(self.heap, (bound, self.boxes, a, b))

    def result(self) -> BestGamma | None:
        """Collect what may still hold a minimiser."""
        boxes = [(bound, a.u, b.u) for bound, _, a, b in self.heap if bound <= self.least]
        kinks = [(bound, u, u) for u, bound in self.kinks.items() if bound <= self.least]
        left = boxes + kinks
        delta = Enclosure(exact(min(bound for bound, _, _ in left)), exact(self.least))
        if not delta.is_relatively_narrow(self.bits):
            return None
        hulls = tuple(_hulls(sorted((a, b) for _, a, b in left)))
        event = worst_event(self.u_star, self.D)
        return BestGamma(
            self.epsilon, self.D, delta, hulls, self.u_star, event, not boxes, self.boxes
        )


def _is_narrow(lo: arb, hi: arb, bits: int) -> bool:
    """Tell whether 0 < lo and hi - lo <= 2^-bits lo, with certainty."""
    return lo > 0 and (hi - lo) * arb(2) ** bits <= lo


def _is_kink(u: Fraction) -> bool:
    return u.numerator == 1 and u.denominator % 2 == 1


def _one_piece(a: Fraction, b: Fraction) -> bool:
    """Tell whether no kink lies strictly inside [a, b], where 0 < a < b <= 1."""
    return kink((1 / b + 1).__floor__() // 2 + 1) <= a


def _split_point(a: Fraction, b: Fraction, D: int) -> Fraction:
    """Return the middle one of the kinks strictly inside [a, b], or else the middle."""
    if _one_piece(a, b):
        return (a + b) / 2
    least, most = worst_event(b, D) + 1, ((1 / a + 1) / 2).__ceil__() - 1
    return kink((least + most) // 2)


def _hulls(intervals: list[tuple[Fraction, Fraction]]) -> Iterator[Enclosure]:
    """Merge the intervals, in order, that touch."""
    lo, hi = intervals[0]
    for a, b in intervals[1:]:
        if a > hi:
            yield Enclosure(lo, hi)
            lo, hi = a, b
        hi = max(hi, b)
    yield Enclosure(lo, hi)
