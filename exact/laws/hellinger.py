"""Hellinger-type noise, Rinott-O'Keefe-Shlomo-Skinner (5.4): the loss l3 = |sqrt a - sqrt b|.

    p(a, b) = e^(-epsilon |sqrt b - sqrt a| / 2) / Z_a,  b = 0, 1, 2, ...

The range does not depend on a, so Theorem 4.1 gives DP(epsilon). Z_a is an infinite sum. Beyond
N >= a its terms fall, so with c = epsilon/2 the rest lies between two integrals,

    I(N+1) <= sum_{b > N} e^(-c (sqrt b - sqrt a)) <= I(N),
    I(x) = e^(c sqrt a) 2 (1 + c sqrt x) e^(-c sqrt x) / c^2,

less than one term apart. Square roots and exponentials are balls that certainly hold them.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer
from exact.numbers.producers import exp_floor, remembered
from exact.numbers.real import Enclosed, Real

if TYPE_CHECKING:
    from flint import arb

MAX_COUNT = 100_000
_MAX_TERMS = 1_000_000
# Below this the sum has more terms than are added up for any number of bits.
_LEAST_EPSILON = Fraction(1, 20)
_GUARD_BITS = 64
_SPARE_BITS = 8
_FIRST_SPARE_BITS = 5


@dataclass(frozen=True, slots=True)
class HellingerLaw:
    """The mechanism (5.4): a count a >= 0 becomes b >= 0.

    >>> law = HellingerLaw(Epsilon(value=Fraction(2)))
    >>> found = law.probability(0, 0).enclosure(27)
    >>> Fraction("0.374474") < found.lo <= found.hi < Fraction("0.374475")
    True
    """

    epsilon: Epsilon

    def __post_init__(self) -> None:
        if not isinstance(self.epsilon, Epsilon):
            raise InputError("epsilon", self.epsilon, "must be an Epsilon", "use epsilon('1/2')")
        if self.epsilon.enclose(64).lo < _LEAST_EPSILON:
            rule = f"must be at least {_LEAST_EPSILON}: the sums grow too long"
            raise InputError("epsilon", self.epsilon.text, rule, "for example 1/2 or ln(3/2)")

    def probability(self, a: int, b: int) -> Real:
        """Return p(a, b)."""
        return self._quotient(a, range(b, b + 1))

    def within(self, a: int, distance: int) -> Real:
        """Return P(|b - a| <= distance)."""
        return self._quotient(a, range(max(0, a - distance), a + distance + 1))

    def normaliser(self, a: int) -> Real:
        """Return Z_a."""
        _checked_count(a)

        def enclose(bits: int) -> Enclosure:
            return Enclosure.scaled(*_normaliser(self.epsilon, a, bits), bits)

        return Enclosed(enclose, spare_bits=_FIRST_SPARE_BITS)

    def loss_ratio(self, a: int, b: int) -> Real:
        """Return p(a, b) / p(a+1, b); Theorem 4.1 says that it lies in [e^-epsilon, e^epsilon]."""
        above, below = self.probability(a, b), self.probability(a + 1, b)

        def enclose(bits: int) -> Enclosure:
            one, other = above.enclosure(bits), below.enclosure(bits)
            return Enclosure(one.lo / other.hi, one.hi / other.lo)

        return Enclosed(enclose, spare_bits=_FIRST_SPARE_BITS)

    def truncated_weights(
        self, a: int, m: int, bits: int
    ) -> tuple[range, tuple[int, ...], tuple[int, ...]]:
        """Return the noise z with |z| <= m and a + z >= 0, and bounds of its weights 2^bits.

        A table of keys has finitely many outcomes: this is one of its rows before rounding.
        """
        _checked_count(a)
        noise = range(-min(a, integer(m, "m", 1, MAX_COUNT)), m + 1)
        found = [_weight(self.epsilon, a, a + z, bits) for z in noise]
        return noise, tuple(lo for lo, _ in found), tuple(hi for _, hi in found)

    def _quotient(self, a: int, outcomes: range) -> Real:
        _checked_count(a)
        integer(outcomes[-1], "b", 0, 2 * MAX_COUNT)

        def enclose(bits: int) -> Enclosure:
            lo, hi = _normaliser(self.epsilon, a, bits)
            found = [_weight(self.epsilon, a, b, bits) for b in outcomes]
            low, high = sum(w for w, _ in found), sum(w for _, w in found)
            return Enclosure(Fraction(low, hi), Fraction(high, lo))

        # It ends: every outcome has a positive probability.
        return Enclosed(enclose, spare_bits=_FIRST_SPARE_BITS)


def _checked_count(a: int) -> int:
    return integer(a, "count", 0, MAX_COUNT)


@lru_cache(maxsize=4096)
def _normaliser(epsilon: Epsilon, a: int, bits: int) -> tuple[int, int]:
    """Return integer bounds of Z_a 2^bits: a sum up to N, and the two integrals for the rest."""
    from flint import arb, ctx

    last = _last_term(epsilon, a, bits)
    with ctx.workprec(bits + _GUARD_BITS):
        c, total = _rate(epsilon), arb(0)
        # Both sides of a in terms of sqrt b, so that one factor serves for all terms of a side.
        for b in range(a):
            total += (c * arb(b).sqrt()).exp()
        total *= (-c * arb(a).sqrt()).exp()
        above = arb(0)
        for b in range(a, last + 1):
            above += (-c * arb(b).sqrt()).exp()
        factor = (c * arb(a).sqrt()).exp()
        total += above * factor
        low = total + factor * _integral(c, arb(last + 1))
        high = total + factor * _integral(c, arb(last))
        return _floor(low, bits), -_floor(-high, bits)


def _integral(c: "arb", x: "arb") -> "arb":
    """Return the integral of e^(-c sqrt t) over t >= x."""
    u = c * x.sqrt()
    return 2 * (1 + u) * (-u).exp() / (c * c)


def _last_term(epsilon: Epsilon, a: int, bits: int) -> int:
    """Return N >= a with c (sqrt N - sqrt a) >= bits log 2, so that the rest is near 2^-bits."""
    c = epsilon.enclose(64).lo / 2
    root = isqrt(a) + 1 + int(bits * Fraction(7, 10) / c) + 1
    if root * root > _MAX_TERMS:
        rule = f"needs more than {_MAX_TERMS} terms for so many bits"
        raise InputError("epsilon", epsilon.text, rule, "choose a larger epsilon or fewer bits")
    return root * root


def _weight(epsilon: Epsilon, a: int, b: int, bits: int) -> tuple[int, int]:
    """Return integer bounds of e^(-c |sqrt b - sqrt a|) 2^bits, a quotient of two exponentials."""
    if a == b:
        return 1 << bits, 1 << bits
    near, far = (_growth(epsilon, n, bits + _SPARE_BITS) for n in sorted((a, b)))
    return (near[0] << bits) // far[1], -(-(near[1] << bits) // far[0])


@remembered(8192)
def _growth(epsilon: Epsilon, n: int, bits: int) -> tuple[int, int]:
    """Return integer bounds of e^(c sqrt n) 2^bits, which are relatively narrow: it is above 1."""
    working = bits + _GUARD_BITS
    c, root = epsilon.enclose(working), isqrt(n << 2 * working)
    exact = root * root == n << 2 * working
    low = c.lo * Fraction(root, 2 << working)
    high = c.hi * Fraction(root + (not exact), 2 << working)
    return exp_floor(low, bits), exp_floor(high, bits) + 1


def _rate(epsilon: Epsilon) -> "arb":
    """Return a ball that holds c = epsilon / 2."""
    from flint import arb, fmpq

    if epsilon.value is not None:
        return arb(fmpq(epsilon.value.numerator, epsilon.value.denominator)) / 2
    assert epsilon.exp is not None
    return arb(fmpq(epsilon.exp.numerator, epsilon.exp.denominator)).log() / 2


def _floor(ball: "arb", bits: int) -> int:
    """Return an integer that is at most every number of the ball times 2^bits."""
    from flint import arb

    return int((ball * arb(2) ** bits).lower().floor().fmpz())
