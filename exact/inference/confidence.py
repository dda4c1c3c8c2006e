"""An exact confidence interval of a share p from one noisy count: two one-sided tests, inverted.

Clopper and Pearson's interval with the noise in it: from the p with P_p(X >= x) = alpha/2 to the p
with P_p(X <= x) = alpha/2. P_p(X >= x) = sum P(X >= x | a) C(N,a) p^a (1-p)^(N-a) never falls as p
grows where P(X >= x | a) never falls as a does (a Bernstein polynomial rises with its
coefficients). So each end is found by bisection, and the interval holds the true p with probability
at least 1 - alpha.
"""

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly, ctx

from exact.inference.binomial import BinomialTest
from exact.inference.channel import Channel
from exact.numbers.balls import BITS, ball, total
from exact.numbers.enclosure import Enclosure

_STEPS = 64


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of the two ends; what lies between the outer ones is safe to state."""

    lower: Enclosure
    upper: Enclosure
    confidence: Fraction

    @property
    def outer(self) -> Enclosure:
        """The interval itself, its ends rounded outward."""
        return Enclosure(self.lower.lo, self.upper.hi)


def confidence_interval(test: BinomialTest, released: int, confidence: Fraction) -> Interval | None:
    """Return the interval; None where larger counts are not always released as larger ones."""
    test.at(released)
    if not test.channel.rises(test.people):
        return None
    half = (1 - confidence) / 2
    with ctx.workprec(BITS):
        reach = _reaching(test, released)
        beyond = _reaching(test, released + 1)
        lower = _crossing(reach, half, test.people)
        upper = _crossing(beyond, 1 - half, test.people)
    return Interval(lower, upper, confidence)


def _reaching(test: BinomialTest, x: int) -> arb_poly:
    """Return sum P(X >= x | a) C(N,a) t^a."""
    chances = [reaching(test.channel, a, x) for a in range(test.people + 1)]
    return arb_poly([c * choice for c, choice in zip(chances, test.choices, strict=True)])


def reaching(channel: Channel, count: int, x: int) -> arb:
    """Return P(X >= x | a)."""
    low, high = channel.span
    if count + low >= x:
        return ball(1)
    if count + high < x:
        return ball(0)
    noise = channel.noise(count)
    return total(chance for z, chance in noise.items() if count + z >= x) / channel.whole


def _crossing(reach: arb_poly, wanted: Fraction, people: int) -> Enclosure:
    """Return bounds of the p where the probability passes ``wanted``; 0 or 1 where it does not."""
    low, high, level = Fraction(0), Fraction(1), ball(wanted)
    if not reach[0] < level:
        return Enclosure.point(low)
    if not reach[people] > level:
        return Enclosure.point(high)
    for _ in range(_STEPS):
        p = (low + high) / 2
        found = reach(ball(p / (1 - p))) * ball(1 - p) ** people
        if found < level:
            low = p
        elif found > level:
            high = p
        else:
            break
    return Enclosure(low, high)
