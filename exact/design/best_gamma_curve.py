"""delta as a function of u = gamma / epsilon in FLINT's balls: values, slopes and lower bounds.

With x = e^(-epsilon u), t_k = sum_{j=k..D} x^(j^2), s_k = sum_{j=k..D} j^2 x^(j^2), T = 2 t_0 - 1
and the event [-D, -k], Sadeghi-Chien (2.19) reads

    delta = f_k = (t_k - e^epsilon t_(k+1)) / T  on the piece 1/(2k+1) <= u <= 1/(2k-1),

because p(-j) > e^epsilon p(-j-1) exactly if (2j+1) u > 1. The kinks u = 1/(2k-1) are rational
for every kind of epsilon, neighbouring pieces agree there, so delta is continuous. Every t_k, s_k
and T falls in u: their values at the two ends of a box enclose them on the box.
All functions work at the precision of the context; the caller sets it with ``ctx.workprec``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from flint import arb, fmpq

from exact.numbers.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class Point:
    """The sums at one u, and delta there; ``odd[j]`` = e^epsilon x^(2j+1)."""

    u: Fraction
    weights: tuple[arb, ...]
    odd: tuple[arb, ...]
    t: tuple[arb, ...]
    s: tuple[arb, ...]
    T: arb
    delta: arb


@dataclass(frozen=True, slots=True)
class Curve:
    """delta_{gamma,D}(epsilon) as a function of u, for one epsilon > 0 and one D."""

    D: int
    epsilon: arb
    exp_epsilon: arb

    @classmethod
    def of(cls, epsilon: Epsilon, D: int) -> "Curve":
        """Enclose epsilon and e^epsilon at the precision of the context."""
        if epsilon.value is not None:
            ball = _ball(epsilon.value)
            return cls(D, ball, ball.exp())
        assert epsilon.exp is not None
        ball = _ball(epsilon.exp)
        return cls(D, ball.log(), ball)

    def point(self, u: Fraction) -> Point:
        """Evaluate all sums at u > 0, with x^((j+1)^2) = x^(j^2) x^(2j+1)."""
        x = (-self.epsilon * _ball(u)).exp()
        square, weight, power = x * x, arb(1), x
        weights, odd = [weight], []
        for _ in range(self.D):
            odd.append(self.exp_epsilon * power)
            weight, power = weight * power, power * square
            weights.append(weight)
        t = _suffix_sums(weights)
        s = _suffix_sums(j * j * weight for j, weight in enumerate(weights))
        T, k = 2 * t[0] - 1, worst_event(u, self.D)
        delta = (t[k] - self.exp_epsilon * t[k + 1]) / T
        return Point(u, tuple(weights), tuple(odd), t, s, T, delta)

    def slope(self, a: Point, b: Point) -> arb:
        """Enclose d delta / du on a box [a, b] within one piece.

        From d x^(j^2) / du = -epsilon j^2 x^(j^2), with the variance V = 2 s_0 / T, (2.21):
        f_k' = epsilon (V (t_k - e^epsilon t_(k+1)) - (s_k - e^epsilon s_(k+1))) / T.
        """
        k, E = worst_event(b.u, self.D), self.exp_epsilon
        V = (2 * a.s[0] / a.T).union(2 * b.s[0] / b.T)
        t = a.t[k].union(b.t[k]) - E * a.t[k + 1].union(b.t[k + 1])
        s = a.s[k].union(b.s[k]) - E * a.s[k + 1].union(b.s[k + 1])
        return self.epsilon * (V * t - s) / a.T.union(b.T)

    def lower_by_events(self, a: Point, b: Point) -> arb:
        """Return a lower bound of delta on any box [a, b], across kinks too.

        delta = sum over the j with (2j+1) u > 1 of x^(j^2) (1 - e^epsilon x^(2j+1)) / T, plus
        x^(D^2) / T. The j that count at a count on all of [a, b]; x^(j^2) is least at b; the
        bracket and 1 / T are least at a, and all are positive.
        """
        total = b.weights[self.D]
        for j in range(worst_event(a.u, self.D), self.D):
            total += b.weights[j] * (1 - a.odd[j])
        return (total / a.T).lower()


def lower_by_slope(a: Point, b: Point, slope: arb) -> arb:
    """Return a lower bound of delta on a box within one piece, where p <= slope <= q, p <= 0 <= q.

    delta lies above delta(a) + p (u - a) and above delta(b) - q (b - u), hence above their
    mean with the weights q / (q - p) and -p / (q - p), in which u cancels.
    """
    p, q = slope.lower(), slope.upper()
    return ((q * a.delta - p * b.delta + p * q * _ball(b.u - a.u)) / (q - p)).lower()


def worst_event(u: Fraction, D: int) -> int:
    """Return the k of the worst event E* = [-D, -k] at gamma = u epsilon, (2.16) and (2.18).

    -k is the largest z < 1/2 - 1/(2u); at a kink u = 1/(2k-1) the smaller event is returned, which
    ties with [-D, -k+1].

    >>> [worst_event(u, 11) for u in (Fraction(1, 21), Fraction(1, 20), Fraction(2))]
    [11, 10, 0]
    """
    return min(D, (1 / u + 1).__floor__() // 2)


def kink(k: int) -> Fraction:
    """Return u = 1/(2k-1), where the worst event changes from [-D, -k] to [-D, -k+1].

    >>> kink(11)
    Fraction(1, 21)
    """
    return Fraction(1, 2 * k - 1)


def exact(number: arb) -> Fraction:
    """Return a ball of radius 0 as the rational it is.

    >>> exact(arb(3) / 4)
    Fraction(3, 4)
    """
    mantissa, exponent = (int(part) for part in number.man_exp())
    scale = 1 << abs(exponent)
    return Fraction(mantissa * scale) if exponent >= 0 else Fraction(mantissa, scale)


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def _suffix_sums(values: Iterable[arb]) -> tuple[arb, ...]:
    return tuple(accumulate(reversed(list(values)), initial=arb(0)))[::-1]
