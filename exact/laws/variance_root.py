"""gamma from a variance: the root x = e^-gamma of (2.7), isolated rigorously.

f(x) = sum_{z=1..D} (2 z^2 - 2 V) x^(z^2) - V                           Sadeghi-Chien (2.7)

The coefficients change sign once (negative for z^2 < V, positive for z^2 > V), so f has exactly
one positive root and it is simple (Descartes); f = T (V(x) - V) with T > 0, so f is negative left
of the root and positive right of it. Bisection therefore needs only the sign of f on a grid; the
polynomial of degree D^2 is never written down, except to decide a tie.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from exact.errors import InputError, Undecided
from exact.laws.rates import Rate
from exact.laws.square_powers import power, square_power_bounds
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import Rational
from exact.numbers.producers import log_floor

_BISECTION_BITS = 64
# Below this variance a released count is practically always the true one, and x needs many digits.
MIN_VARIANCE = Fraction(1, 10**12)
MAX_D = 20_000
# The polynomial of degree D^2 is written down only up to here, and only to decide a tie.
MAX_D_FOR_TIES = 2000
_PRIME = (1 << 61) - 1
# What bounds of x decide needs no algebra.
_ENCLOSED_BITS = (192, 768)
_NEWTON_GUARD_BITS = 24


@dataclass(frozen=True, slots=True)
class VarianceRate(Rate):
    """The gamma > 0 for which the law on [-D, D] has variance V, 0 < V < D(D+1)/3."""

    D: int
    variance: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.variance, Fraction):
            raise InputError("variance", self.variance, "must be exact", "give a Fraction")
        check_variance_bound(self.D, self.variance)
        if 3 * self.variance == self.D * (self.D + 1):
            raise InputError("variance", self.variance, "gives the uniform law", "use gamma = 0")

    @property
    def of_variance(self) -> tuple[int, Fraction]:
        """D and V."""
        return self.D, self.variance

    @property
    def rational_x(self) -> Fraction | None:
        """x where it is rational.

        A rational root of (2.7) has a denominator that divides the leading coefficient; the best
        such approximation is the only candidate, and algebra says whether it is the root.
        """
        leading = _leading(self)
        bits = 2 * leading.bit_length() + 8
        candidate = Fraction(self.x_bounds(bits)[0], 1 << bits).limit_denominator(leading)
        return candidate if _exactly_zero(self, candidate) else None

    @property
    def text(self) -> str:
        """gamma by the equation that it solves."""
        return f"γ is the root of (2.7) for the variance {self.variance}"

    def json(self) -> dict[str, str]:
        """Return the variance."""
        return {"variance": str(self.variance)}

    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return the integers m, m + 1 with m <= x 2^bits < m + 1."""
        floor = _root_floor(self, bits)
        return floor, floor + 1

    def enclose(self, bits: int) -> Enclosure:
        """Return gamma = -log x from an enclosure of x."""

        def attempt(working: int) -> Enclosure | None:
            lo, hi = self.x_bounds(working)
            if lo == 0:
                return None
            low = -log_floor(Fraction(hi, 1 << working), bits) - 1
            high = -log_floor(Fraction(lo, 1 << working), bits)
            return Enclosure.scaled(low, high, bits)

        return narrow(attempt, bits + 16, "gamma from the variance")

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether g(x) = sum of coefficient x^exponent is 0 at the root x of f.

        g(x) = 0 exactly if h = gcd(f, g) vanishes at x. As a divisor of f, h has no positive root
        but perhaps x, and that one is simple; so h(x) = 0 exactly if h changes sign on (0, oo),
        that is, if h(0) and the leading coefficient of h have opposite signs.
        """
        from flint import fmpz_poly

        nonzero = {exponent: value for exponent, value in terms.items() if value}
        if not nonzero:
            return True
        if any(_surely_not_zero(self, nonzero, bits) for bits in _ENCLOSED_BITS):
            return False
        if self.D > MAX_D_FOR_TIES:
            raise Undecided(f"a tie of the variance law with D = {self.D}: beyond {MAX_D_FOR_TIES}")
        g = fmpz_poly([nonzero.get(i, 0) for i in range(max(nonzero) + 1)])
        h = fmpz_poly(_coefficients(self)).gcd(g)
        return bool(h[0] * h[h.degree()] < 0)

    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """multiple gamma = log r exactly if r x^multiple = 1; e^(rational) is not algebraic."""
        if epsilon.exp is None:
            return False
        return self.vanishes({multiple: epsilon.exp.numerator, 0: -epsilon.exp.denominator})


def _surely_not_zero(rate: VarianceRate, terms: Mapping[int, int], bits: int) -> bool:
    """Tell whether bounds of x show that the sum of coefficient x^exponent is not 0."""
    lo, hi = rate.x_bounds(bits)
    low = high = 0
    for exponent, coefficient in terms.items():
        ends = (
            coefficient * power(lo, exponent, bits, 1),
            coefficient * power(hi, exponent, bits, -1),
        )
        low, high = low + min(ends), high + max(ends)
    return low > 0 or high < 0


def check_variance_bound(D: int, variance: Rational) -> None:
    """Refuse V outside 0 < V <= D(D+1)/3 (Proposition 1; equality is the uniform law)."""
    bound = Fraction(D * (D + 1), 3)
    if not 0 < variance <= bound:
        rule = f"must lie in 0 < V <= D(D+1)/3 = {bound} for D = {D} (Proposition 1)"
        raise InputError("variance", variance, rule, "choose a smaller variance or a larger D")
    if variance < MIN_VARIANCE or D > MAX_D:
        rule = f"is solved for from {MIN_VARIANCE} up and D up to {MAX_D}"
        raise InputError("variance", variance, rule, "give gamma instead")


def _leading(rate: VarianceRate) -> int:
    """Return the leading coefficient of den(V) f."""
    return 2 * (rate.D**2 * rate.variance.denominator - rate.variance.numerator)


def _coefficients(rate: VarianceRate) -> list[int]:
    """Return the coefficients of den(V) f, from x^0 to x^(D^2)."""
    numerator, denominator = rate.variance.numerator, rate.variance.denominator
    coefficients = [0] * (rate.D * rate.D + 1)
    coefficients[0] = -numerator
    for z in range(1, rate.D + 1):
        coefficients[z * z] = 2 * (z * z * denominator - numerator)
    return coefficients


@lru_cache(maxsize=64)
def _root_floor(rate: VarianceRate, bits: int) -> int:
    """Return floor(x 2^bits): the largest m with f(m / 2^bits) <= 0."""
    if bits <= _BISECTION_BITS:
        return _bisect(rate, bits, 0, 1 << bits)
    half = bits // 2 + _NEWTON_GUARD_BITS
    coarse = _root_floor(rate, half) if half < bits else _root_floor(rate, _BISECTION_BITS)
    shift = bits - (half if half < bits else _BISECTION_BITS)
    guess = _newton(rate, coarse << shift, bits)
    # The guess is only a guess: the two signs beside it prove the floor, and bisection repairs it.
    if _sign(rate, guess, bits) <= 0 < _sign(rate, guess + 1, bits):
        return guess
    return _bisect(rate, bits, coarse << shift, (coarse + 1) << shift)


def _bisect(rate: VarianceRate, bits: int, low: int, high: int) -> int:
    """Return the floor from f(low) <= 0 < f(high)."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _sign(rate, middle, bits) <= 0 else (low, middle)
    return low


def _newton(rate: VarianceRate, point: int, bits: int) -> int:
    """Return point - f/f' in truncated integers (no guarantee needed: see ``_root_floor``)."""
    powers, _ = square_power_bounds(point, point, rate.D, bits)
    numerator, denominator = rate.variance.numerator, rate.variance.denominator
    value = -(numerator << bits)
    slope = 0
    for z in range(1, rate.D + 1):
        term = 2 * (z * z * denominator - numerator) * powers[z]
        value += term
        slope += z * z * term
    # slope = x f'(x), hence f / f' = x f / slope.
    return point - (point * value // slope if slope else 0)


def _sign(rate: VarianceRate, m: int, bits: int) -> int:
    """Return the sign of f(m / 2^bits).

    A zero means that m / 2^bits = odd / 2^s is a rational root; then 2^s divides the leading
    coefficient of den(V) f (rational root theorem). Only such points are evaluated exactly;
    at all others f is not zero and narrowing decides.
    """
    if m == 0:
        return -1
    zeros = min(bits, (m & -m).bit_length() - 1)
    odd, s = m >> zeros, bits - zeros
    if _leading(rate) % (1 << s) == 0 and _exactly_zero(rate, Fraction(odd, 1 << s)):
        return 0
    return narrow(lambda working: _enclosed_sign(rate, odd, s, working), 64 + bits, "sign of (2.7)")


def _exactly_zero(rate: VarianceRate, x: Fraction) -> bool:
    """Evaluate f by Horner's rule over the gaps 2z - 1 between squares, in exact rationals."""
    if _residue(rate, x):
        return False
    V = rate.variance
    total = Fraction(0)
    for z in range(rate.D, 0, -1):
        total = (total + 2 * (z * z - V)) * x ** (2 * z - 1)
    return total == V


def _residue(rate: VarianceRate, x: Fraction) -> int:
    """Return den(V) f(x) modulo a large prime, if the denominator of x is not a multiple of it.

    Not 0 proves f(x) not 0.
    """
    if x.denominator % _PRIME == 0:
        return 0
    residue = x.numerator * pow(x.denominator, -1, _PRIME) % _PRIME
    numerator, denominator = rate.variance.numerator, rate.variance.denominator
    total, power, step, square = -numerator, 1, residue, residue * residue % _PRIME
    for z in range(1, rate.D + 1):
        power, step = power * step % _PRIME, step * square % _PRIME
        total += 2 * (z * z * denominator - numerator) * power
    return total % _PRIME


def _enclosed_sign(rate: VarianceRate, odd: int, s: int, bits: int) -> int | None:
    """Return the sign of f(odd / 2^s) if ``bits`` of working precision show it."""
    if bits < s:
        return None
    point = odd << (bits - s)
    lower, upper = square_power_bounds(point, point, rate.D, bits)
    numerator, denominator = rate.variance.numerator, rate.variance.denominator
    low = high = -(numerator << bits)
    for z in range(1, rate.D + 1):
        factor = 2 * (z * z * denominator - numerator)
        low += factor * (lower[z] if factor > 0 else upper[z])
        high += factor * (upper[z] if factor > 0 else lower[z])
    if low > 0:
        return 1
    return -1 if high < 0 else None
