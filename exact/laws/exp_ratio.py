"""Numbers P(E)/Q(E), E = e^epsilon, with integer polynomials P and Q: known and compared exactly.

Where e^epsilon is rational such a number is a rational. Elsewhere epsilon is a rational other than
0, so E is transcendental (Lindemann): a polynomial in E is 0 only if all its coefficients are, and
every other question of sign is decided by narrowing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import lcm

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import remembered
from exact.numbers.real import Real

Polynomial = tuple[int, ...]
_START_BITS = 64


@dataclass(frozen=True, slots=True)
class ExpRatio(Real):
    """above(E) / below(E) by coefficients from E^0 up; below(E) > 0 is the maker's promise.

    >>> half = ExpRatio.of(Epsilon(exp=Fraction(3)), [1, 1], [2, 2])  # (1 + E) / (2 + 2 E)
    >>> half.exact, (half + half).compare(Fraction(1))
    (Fraction(1, 2), 0)
    """

    epsilon: Epsilon
    above: Polynomial
    below: Polynomial

    @classmethod
    def of(
        cls,
        epsilon: Epsilon,
        above: Sequence[int | Fraction],
        below: Sequence[int | Fraction] = (1,),
    ) -> "ExpRatio":
        """Return the number with rational coefficients, scaled to integers."""
        scale = lcm(*(Fraction(c).denominator for c in (*above, *below)))
        return cls(epsilon, _scaled(above, scale), _scaled(below, scale))

    @property
    def exact(self) -> Fraction | None:
        """The number as a rational where it is one, else None."""
        E = self.epsilon.rational_exp
        if E is not None:
            return _value(self.above, E) / _value(self.below, E)
        # P/Q is rational at a transcendental E only if P = r Q.
        index = next(i for i, c in enumerate(self.below) if c)
        above = self.above[index] if index < len(self.above) else 0
        ratio = Fraction(above, self.below[index])
        return ratio if (self - ExpRatio.of(self.epsilon, [ratio])).is_identically_zero else None

    @property
    def is_identically_zero(self) -> bool:
        """Tell whether the number is 0 whatever epsilon is."""
        return not any(self.above)

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        return self.compare(Fraction(0))

    def enclose(self, bits: int) -> Enclosure:
        """Return bounds that close in on the number as ``bits`` grow."""
        exact = self.exact if self.epsilon.rational_exp is not None else None
        if exact is not None:
            return Enclosure(exact, exact)

        def attempt(working: int) -> Enclosure | None:
            lo, hi = _bounds(self.above, self.epsilon, working)
            least, most = _bounds(self.below, self.epsilon, working)
            if least <= 0:
                return None
            low = Fraction(lo, most if lo > 0 else least)
            return Enclosure(low, Fraction(hi, least if hi > 0 else most))

        return narrow(attempt, bits, "a positive denominator")

    def __add__(self, other: "ExpRatio") -> "ExpRatio":
        self._same_epsilon(other)
        # Denominators that differ by a factor only are not multiplied: degrees stay as they are.
        factor = _factor(self.below, other.below)
        mine, theirs = (other.below, self.below) if factor is None else factor
        above = _sum(_product(self.above, mine), _product(other.above, theirs))
        return ExpRatio(self.epsilon, above, _product(self.below, mine))

    def __sub__(self, other: "ExpRatio") -> "ExpRatio":
        return self + other * Fraction(-1)

    def __mul__(self, factor: int | Fraction) -> "ExpRatio":
        number = Fraction(factor)
        above = tuple(number.numerator * c for c in self.above)
        below = self.below
        if number.denominator != 1:
            below = tuple(number.denominator * c for c in below)
        return ExpRatio(self.epsilon, above, below)

    def __truediv__(self, other: "ExpRatio") -> "ExpRatio":
        """Return the quotient; the divisor must be positive."""
        self._same_epsilon(other)
        if other.sign() <= 0:
            raise InputError("divisor", other.above, "must be positive", "divide by its negative")
        above = _product(self.above, other.below)
        return ExpRatio(self.epsilon, above, _product(self.below, other.above))

    def times_exp(self) -> "ExpRatio":
        """Return the number times E."""
        return ExpRatio(self.epsilon, (0, *self.above), self.below)

    def _same_epsilon(self, other: "ExpRatio") -> None:
        if self.epsilon != other.epsilon:
            raise InputError("epsilon", other.epsilon.text, "differs", "compute with one epsilon")


def total(numbers: Iterable[ExpRatio], epsilon: Epsilon) -> ExpRatio:
    """Return the sum; 0 for none."""
    result = ExpRatio.of(epsilon, [0])
    for number in numbers:
        result = number if result.is_identically_zero else result + number
    return result


def _scaled(coefficients: Sequence[int | Fraction], scale: int) -> Polynomial:
    return tuple(int(c * scale) for c in coefficients)


def _sum(p: Polynomial, q: Polynomial) -> Polynomial:
    return tuple(a + b for a, b in zip_longest(p, q, fillvalue=0))


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    result = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if a:
            for j, b in enumerate(q):
                result[i + j] += a * b
    return tuple(result)


def _factor(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """Return constants a, b with a p = b q, or None where there are none."""
    index = next(i for i, c in enumerate(p) if c)
    ratio = Fraction(q[index] if index < len(q) else 0, p[index])
    a, b = ratio.numerator, ratio.denominator
    same = all(a * c == b * d for c, d in zip_longest(p, q, fillvalue=0))
    return ((a,), (b,)) if a > 0 and same else None


def _value(p: Polynomial, E: Fraction) -> Fraction:
    """Return p(E) by Horner's rule in integers: p(a/b) b^n, divided once at the end."""
    value, scale = 0, 1
    for c in reversed(p):
        value = value * E.numerator + c * scale
        scale *= E.denominator
    return Fraction(value * E.denominator, scale)


def _bounds(p: Polynomial, epsilon: Epsilon, bits: int) -> tuple[int, int]:
    """Return integers lo <= p(E) 2^bits <= hi: positive and negative terms rounded outward."""
    lows, highs = _powers(epsilon, len(p), bits)
    lo = hi = 0
    for c, low, high in zip(p, lows, highs, strict=True):
        lo += c * (low if c > 0 else high)
        hi += c * (high if c > 0 else low)
    return lo, hi


@remembered(256)
def _powers(epsilon: Epsilon, number: int, bits: int) -> tuple[Polynomial, Polynomial]:
    """Return E^0, E^1, ... times 2^bits: every product rounded down, and rounded up."""
    lo, hi = epsilon.exp_bounds(bits)
    lows, highs = [1 << bits], [1 << bits]
    for _ in range(1, number):
        lows.append(lows[-1] * lo >> bits)
        highs.append(-(-highs[-1] * hi >> bits))
    return tuple(lows), tuple(highs)
