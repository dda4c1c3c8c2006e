"""The whole privacy profile of two finite pmfs, exactly.

delta(epsilon) = max over events S of P(S) - e^epsilon Q(S) = sum_y max(0, P(y) - e^epsilon Q(y))

so the worst event is {y : P(y) > e^epsilon Q(y)} (Sadeghi-Chien (2.9)-(2.11), Appendix B). As a
function of E = e^epsilon, delta is convex and piecewise linear, A - B E, with breakpoints at the
ratios P(y)/Q(y): sorting the outcomes once by that ratio gives the profile at *every* epsilon, and
its inverse epsilon(delta) is the logarithm of a rational.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from exact.errors import InputError
from exact.numbers.enclosure import narrow
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta

Sign = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class Piece:
    """delta = A - B E for start <= E <= end, where E = e^epsilon, in integers not yet reduced.

    ``first`` and ``last`` are (numerator, denominator) of the ends; ``last`` is None on the
    plateau, which has no end. ``p`` and ``q`` are A and B times ``total``.
    """

    first: tuple[int, int]
    last: tuple[int, int] | None
    p: int
    q: int
    total: int

    @property
    def start(self) -> Fraction:
        """Where the piece begins."""
        return Fraction(*self.first)

    @property
    def end(self) -> Fraction | None:
        """Where the piece ends; None where it does not."""
        return None if self.last is None else Fraction(*self.last)

    @property
    def A(self) -> Fraction:
        """The constant of the piece."""
        return Fraction(self.p, self.total)

    @property
    def B(self) -> Fraction:
        """Minus the slope of the piece."""
        return Fraction(self.q, self.total)


@dataclass(frozen=True)
class Profile:
    """The profile of P against Q: how much more likely than e^epsilon Q an event can be under P.

    Outcomes stand by falling ratio P(y)/Q(y) (infinite first). ``p`` and ``q`` are integer weights
    on the common scale ``total``.
    """

    outcomes: tuple[int, ...]
    p: tuple[int, ...]
    q: tuple[int, ...]
    total: int

    @cached_property
    def _cumulated(self) -> tuple[list[int], list[int]]:
        """Sums of the first i weights p and q, i = 0..n: the coefficients A and B times total."""
        return list(accumulate(self.p, initial=0)), list(accumulate(self.q, initial=0))

    def delta(self, epsilon: Epsilon) -> Delta:
        """Return the tight delta over all events."""
        p, q = self.delta_parts(epsilon.signs())
        return Delta(Fraction(p, self.total), Fraction(q, self.total), epsilon)

    def delta_parts(self, sign: Sign) -> tuple[int, int]:
        """Return integers p and q with delta = (p - q e^epsilon) / total; see ``Epsilon.signs``."""
        size = self._event_size(sign)
        sums_p, sums_q = self._cumulated
        return sums_p[size], sums_q[size]

    def worst_event(self, epsilon: Epsilon) -> tuple[int, ...]:
        """Return E* = {y : P(y) > e^epsilon Q(y)}, in increasing order (2.10)."""
        return tuple(sorted(self.outcomes[: self._event_size(epsilon.signs())]))

    def delta_at_infinity(self) -> Fraction:
        """Return the plateau: P(Q = 0), which no epsilon removes, cf. (2.12)."""
        return Fraction(self._cumulated[0][self._infinite], self.total)

    def pure_epsilon(self) -> Epsilon | None:
        """Return the least epsilon >= 0 with delta = 0, or None where there is none."""
        return self.epsilon(Fraction(0))

    def epsilon(self, delta: Fraction) -> Epsilon | None:
        """Return the least epsilon >= 0 with delta(epsilon) <= delta: log of a rational, or None.

        On the piece that reaches delta, A - B E = delta, so E = (A - delta) / B.
        """
        if delta < self.delta_at_infinity():
            return None
        for piece in self.pieces():
            if piece.A - piece.B * piece.start <= delta:
                return Epsilon(exp=piece.start)
            if piece.end is None or piece.A - piece.B * piece.end <= delta:
                return Epsilon(exp=(piece.A - delta) / piece.B)
        raise InputError("delta", delta, "is not reached by the profile", "give delta >= 0")

    def pieces(self) -> Iterator[Piece]:
        """Yield the linear pieces of delta in E = e^epsilon from E = 1 upward."""
        sums_p, sums_q = self._cumulated
        size, start = self._event_size(Epsilon(value=Fraction(0)).signs()), (1, 1)
        while size > self._infinite:
            a, b = self.p[size - 1], self.q[size - 1]
            yield Piece(start, (a, b), sums_p[size], sums_q[size], self.total)
            while size > self._infinite and a * self.q[size - 1] == b * self.p[size - 1]:
                size -= 1
            start = (a, b)
        yield Piece(start, None, sums_p[size], 0, self.total)

    def singleton_delta(self, epsilon: Epsilon) -> tuple[Delta, int]:
        """Return the largest excess P(y) - e^epsilon Q(y) of one outcome, and that outcome.

        It is a lower bound of delta, and the weaker statement. If no outcome has a positive
        excess, the largest is still returned (its Delta is then not positive). Candidates that
        stay close have equal weights (then either serves) or differ; different ones separate when
        e^epsilon is irrational, and are compared exactly when it is rational.
        """
        index = narrow(lambda bits: self._largest_excess(epsilon, bits), 128, "largest singleton")
        A, B = Fraction(self.p[index], self.total), Fraction(self.q[index], self.total)
        return Delta(A, B, epsilon), self.outcomes[index]

    def _largest_excess(self, epsilon: Epsilon, bits: int) -> int | None:
        exact = epsilon.rational_exp
        if exact is not None:
            num, den = exact.numerator, exact.denominator
            values = [den * a - num * b for a, b in zip(self.p, self.q, strict=True)]
            return max(range(len(values)), key=lambda i: (values[i], -self.outcomes[i]))
        lo, hi = epsilon.exp_bounds(bits)
        lows = [(a << bits) - hi * b for a, b in zip(self.p, self.q, strict=True)]
        best = max(range(len(lows)), key=lambda i: (lows[i], -self.outcomes[i]))
        weights = (self.p[best], self.q[best])
        for a, b in zip(self.p, self.q, strict=True):
            if (a << bits) - lo * b >= lows[best] and (a, b) != weights:
                return None
        return best

    @cached_property
    def _infinite(self) -> int:
        """How many outcomes have Q(y) = 0."""
        return sum(1 for b in self.q if b == 0)

    def _event_size(self, sign: Sign) -> int:
        """Return how many outcomes have P(y) > e^epsilon Q(y): bisection over the falling ratio."""
        low, high = self._infinite, len(self.outcomes)
        while low < high:
            middle = (low + high) // 2
            if sign(self.p[middle], self.q[middle]) > 0:
                low = middle + 1
            else:
                high = middle
        return low


def profile(P: Pmf, Q: Pmf) -> Profile:
    """Return the privacy profile of P against Q.

    >>> found = profile(Pmf((0, 1), (3, 1)), Pmf((0, 1), (1, 3)))
    >>> found.delta(Epsilon(exp=Fraction(2))).exact, found.worst_event(Epsilon(exp=Fraction(2)))
    (Fraction(1, 4), (0,))
    """
    scale_p, scale_q = (1, 1) if P.total == Q.total else (Q.total, P.total)
    p = {y: w * scale_p for y, w in zip(P.outcomes, P.weights, strict=True)}
    q = {y: w * scale_q for y, w in zip(Q.outcomes, Q.weights, strict=True)}
    total = P.total * scale_p
    # Two different ratios a/b, c/d of integers below 2^s differ by at least 1/(bd) > 2^(-2s), so
    # the integers floor(2^(2s) a/b) order them exactly; equal ratios give equal integers.
    shift = 2 * total.bit_length()
    ratios = sorted(((p[y] << shift) // q[y], -y) for y in q if y in p)
    finite = [-y for _, y in reversed(ratios)]
    infinite = sorted(y for y in p if y not in q)
    never = sorted(y for y in q if y not in p)
    order = (*infinite, *finite, *never)
    return Profile(
        order, tuple(p.get(y, 0) for y in order), tuple(q.get(y, 0) for y in order), total
    )


def never_above(one: Profile, other: Profile) -> bool:
    """Tell whether delta of ``one`` is at most that of ``other``, whatever epsilon >= 0 is.

    As functions of E = e^epsilon both are piecewise linear and constant beyond their last
    breakpoint, so their difference is largest at E = 1, at a breakpoint of one, or on the plateau.

    >>> from exact.pmf import Pmf
    >>> narrow = profile(Pmf((0, 1), (1, 1)), Pmf((0, 1), (2, 1)))
    >>> wide = profile(Pmf((0, 1), (1, 3)), Pmf((0, 1), (3, 1)))
    >>> never_above(narrow, wide), never_above(wide, narrow)
    (True, False)
    """
    places = {piece.start for both in (one, other) for piece in both.pieces()}
    if one.delta_at_infinity() > other.delta_at_infinity():
        return False
    epsilons = (Epsilon(exp=place) for place in places)
    return all(one.delta(e).compare_to(other.delta(e)) <= 0 for e in epsilons)
