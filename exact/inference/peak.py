"""The largest value of a likelihood, enclosed.

Where the coefficients of the slope change sign once, from + to -, the slope has exactly one
positive root (Descartes' rule of signs): f rises up to it and falls after it, so a point where the
slope is positive and a later one where it is negative have the largest value between them. For a
binomial count these are the signs of P(x | a+1) - P(x | a): it is enough that P(x | a) rises and
then falls. Elsewhere every part of the line is searched: a part goes where the sign of the slope is
known on all of it, or where f is not above a known value. On a narrow part the slope lies between
its Bernstein coefficients, and these have one sign where no complex root lies in the disc over the
part (Obreshkoff's one-circle theorem). So every root keeps at most a few parts of each size in the
search, a multiple root too: it ends after as many steps as there are roots times halvings.
"""

from dataclasses import dataclass
from itertools import pairwise

from flint import arb, arb_poly

from exact.inference.likelihood import FAR, Likelihood
from exact.inference.slope import Slope
from exact.numbers.balls import hull

# The bracket of the root is 2^-56 wide: the largest value in it is known to twice as many bits.
_NARROW = 56
# Where all of a part is as near to the best value as 2^-120, nothing is gained by a narrower one.
_FLAT = 120
_MAX_STEPS = 200
_MAX_PARTS = 20_000
_MAX_DOUBLINGS = 4096


@dataclass(frozen=True, slots=True)
class Peak:
    """Where f may be largest, t from ``low`` to ``high``, and a ball around log f there."""

    low: arb
    high: arb
    log: arb


def peak(likelihood: Likelihood, near: arb) -> Peak:
    """Return the largest value over all t >= 0; ``near`` is where it is looked for first."""
    signs = [_sign(c) for c in likelihood.slope if not c.is_zero()]
    if not signs:  # the same for every t
        return Peak(arb(0), arb.pos_inf(), likelihood.log(arb(1)))
    if None in signs:
        return _searched(likelihood)
    if all(sign == 1 for sign in signs):
        return Peak(arb.pos_inf(), arb.pos_inf(), likelihood.at_infinity())
    if all(sign == -1 for sign in signs):
        return Peak(arb(0), arb(0), likelihood.at_zero())
    turns = sum(a != b for a, b in pairwise(signs))
    if turns == 1 and signs[0] == 1:
        found = _bracket(arb_poly(list(likelihood.slope)), near)
        if found is not None:
            low, high = found
            most = likelihood.most_on(low, high, Slope.of(likelihood).by_parts(low, high)[1])
            return Peak(low, high, hull(likelihood.log(low), most))
    return _searched(likelihood)


def _sign(number: arb) -> int | None:
    if number > 0:
        return 1
    return -1 if number < 0 else None


def _bracket(slope: arb_poly, near: arb) -> tuple[arb, arb] | None:
    """Return points of sign + and - close to each other, by Newton's method kept in bounds."""
    ends = _ends(slope, near)
    if ends is None:
        return None
    low, high = ends
    steep, t = slope.derivative(), near
    for _ in range(_MAX_STEPS):
        step = slope(t) / steep(t)
        new = (t - step).mid()
        if not (low < new < high):
            new = (low * high).sqrt().mid()
        done = abs(new - t) * (1 << _NARROW) < new
        t = new
        sign = _sign(slope(t))
        if done or sign is None:
            break
        low, high = (t, high) if sign == 1 else (low, t)
    return _around(slope, t)


def _ends(slope: arb_poly, near: arb) -> tuple[arb, arb] | None:
    """Go out from ``near`` until the slope is + on the left and - on the right."""
    low = high = near
    for k in range(_MAX_DOUBLINGS):
        if _sign(slope(low)) == 1:
            break
        low = low / (2 << min(k, 60))
    else:
        return None
    for k in range(_MAX_DOUBLINGS):
        if _sign(slope(high)) == -1:
            return low, high
        high = high * (2 << min(k, 60))
    return None


def _around(slope: arb_poly, t: arb) -> tuple[arb, arb] | None:
    for bits in range(_NARROW, 4, -4):
        width = t / (1 << bits)
        low, high = (t - width).mid(), (t + width).mid()
        if _sign(slope(low)) == 1 and _sign(slope(high)) == -1:
            return low, high
    return None


class _Part:
    """A part of the line that is searched, the best value found, and a bound of all values."""

    def __init__(self, likelihood: Likelihood, low: arb, high: arb) -> None:
        self.likelihood, self.low, self.high = likelihood, low, high
        self.slope = Slope.of(likelihood)
        self.best = self.most = arb.neg_inf()
        self.places: list[tuple[arb, arb, arb]] = []

    def settled(self, t1: arb, t2: arb) -> bool:
        """Tell whether nothing more can be learned from a part."""
        least, steepest = self.slope.between(t1, t2)
        if least > 0 or steepest < 0:
            self._take(self.likelihood.log(t2 if least > 0 else t1))
            return True
        self._take(self.likelihood.log((t1 * t2).sqrt().mid()))
        most = self.likelihood.most_on(t1, t2, steepest)
        if most < self.best:
            return True
        around = self.likelihood.most_on(t1, t2, steepest.max(-least))
        is_flat = (around - self.best) * (1 << _FLAT) < 1
        if is_flat or (t2 / t1 - 1) * (1 << _NARROW) < 1:
            self._keep(t1, t2, most)
            return True
        return False

    def give_up(self, t1: arb, t2: arb) -> None:
        """Bound a part that the search does not reach."""
        self._keep(t1, t2, self.likelihood.most_on(t1, t2, self.slope.between(t1, t2)[1]))

    def _keep(self, t1: arb, t2: arb, most: arb) -> None:
        self.most = max(self.most, most.upper())
        self.places.append((t1, t2, most))

    def _take(self, found: arb) -> None:
        self.best = max(self.best, found.lower())
        self.most = max(self.most, found.upper())


def peak_between(likelihood: Likelihood, low: arb, high: arb) -> Peak:
    """Return the largest value for low <= t <= high; low may be 0, and high infinite."""
    outer = likelihood.highest()
    if not low > 0:
        return _searched(likelihood)
    return _found(_Part(likelihood, low, high.min(low.max(outer))), ())


def _searched(likelihood: Likelihood) -> Peak:
    if likelihood.exponent < 0:
        return Peak(arb(0), arb(0), arb.pos_inf())
    ends = ((arb(0), likelihood.at_zero()), (arb.pos_inf(), likelihood.at_infinity()))
    low, high = arb(2) ** -FAR, likelihood.highest()
    outer = likelihood.most_below(low), likelihood.most_above(high)
    search = _Part(likelihood, low, high)
    search.best = max(search.best, *(value.lower() for _, value in ends))
    search.most = max(most.upper() for most in outer)
    return _found(search, ends)


def _found(search: _Part, ends: tuple[tuple[arb, arb], ...]) -> Peak:
    left = [(search.low, search.high)]
    for _ in range(_MAX_PARTS):
        if not left:
            break
        t1, t2 = left.pop()
        if not search.settled(t1, t2):
            middle = (t1 * t2).sqrt().mid()
            left += [(t1, middle), (middle, t2)]
    for t1, t2 in left:
        search.give_up(t1, t2)
    places = [t for t1, t2, most in search.places if not most < search.best for t in (t1, t2)]
    places += [t for t, value in ends if not value < search.best]
    places = places or [search.low, search.high]
    return Peak(min(places), max(places), hull(search.best, search.most))
