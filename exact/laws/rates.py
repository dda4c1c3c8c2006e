"""The rate gamma of a law exp(-gamma z^2), known exactly though irrational.

A law needs two things of its rate: an enclosure of x = e^-gamma that can be made as narrow as
wanted, and an exact answer to "is this polynomial in x zero?". The second is what makes a decision
near an integer end: where the polynomial is zero the tie is known, elsewhere narrowing decides.

Three kinds occur: gamma rational (x transcendental), gamma = c log b (x a radical), and
gamma found from a variance (x an algebraic number, in ``exact.laws.variance_root``).
"""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.perfect_power import primitive_root
from exact.numbers.producers import exp_floor, log_floor
from exact.numbers.real import Real

MAX_GAMMA = 1000
# Of the numerators and denominators that a rate is made of: more says nothing about a law.
MAX_RATE_BITS = 2048
MAX_BASE_BITS = 256
# Of e^-gamma where it is written as a fraction.
_MAX_X_BITS = 4096
_SIZE_BITS = 64


class Rate(Real):
    """A real number gamma >= 0, and what a law needs of x = e^-gamma."""

    __slots__ = ()

    @abstractmethod
    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return integers lo <= e^-gamma 2^bits <= hi at most 1 apart."""

    @abstractmethod
    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * x^exponent over ``terms`` is exactly 0."""

    @abstractmethod
    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """Tell whether multiple * gamma = epsilon exactly."""

    @abstractmethod
    def json(self) -> str | dict[str, str]:
        """Return gamma exactly: a rational, a multiple of a logarithm, or the variance it fits."""

    @property
    @abstractmethod
    def text(self) -> str:
        """gamma as it was given, for people."""

    @property
    def is_zero(self) -> bool:
        """Tell whether gamma = 0 (the uniform law)."""
        return self.exact == 0

    @property
    def rational_x(self) -> Fraction | None:
        """e^-gamma where it is rational."""
        return None

    @property
    def of_variance(self) -> tuple[int, Fraction] | None:
        """The D and the variance that gamma was found for."""
        return None


@dataclass(frozen=True, slots=True)
class RationalRate(Rate):
    """gamma a non-negative rational.

    For gamma > 0 the powers of x = e^-gamma are linearly independent over the rationals
    (Lindemann-Weierstrass), so a polynomial in x is 0 only if all its coefficients are.
    """

    gamma: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.gamma, Fraction):
            raise InputError("gamma", self.gamma, "must be exact", "give a Fraction")
        if self.gamma < 0:
            rule = "must not be negative, so that noise 0 is the likeliest"
            raise InputError("gamma", self.gamma, rule, "give gamma >= 0")
        _check_size(self.gamma, MAX_RATE_BITS)
        _check_not_too_large(self.gamma)

    @property
    def exact(self) -> Fraction:
        """gamma itself."""
        return self.gamma

    @property
    def rational_x(self) -> Fraction | None:
        """e^-gamma is irrational unless gamma = 0."""
        return Fraction(1) if self.is_zero else None

    @property
    def text(self) -> str:
        """gamma as a quotient."""
        return f"γ = {self.gamma}"

    def json(self) -> str:
        """Return gamma as "p/q"."""
        return str(self.gamma)

    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return floor and ceiling of e^-gamma 2^bits."""
        if self.is_zero:
            return 1 << bits, 1 << bits
        floor = exp_floor(-self.gamma, bits)
        return floor, floor + 1

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether all coefficients are 0 (for gamma = 0: whether they sum to 0)."""
        if self.is_zero:
            return sum(terms.values()) == 0
        return not any(terms.values())

    def enclose(self, bits: int) -> Enclosure:
        """Return gamma itself."""
        return Enclosure.point(self.gamma)

    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """Compare rationals; e^(rational) is no rational unless both are trivial."""
        if epsilon.value is not None:
            return multiple * self.gamma == epsilon.value
        return self.is_zero and epsilon.is_zero


@dataclass(frozen=True, slots=True)
class LogRate(Rate):
    """gamma = ``factor`` log ``base`` with ``base`` > 1 a rational that is no perfect power.

    With factor = a/n in lowest terms, x^n = base^-a =: r is rational and, because ``base`` is no
    perfect power and a is prime to n, r is no p-th power for a prime p dividing n. So t^n - r is
    irreducible (Vahlen-Capelli, r > 0), and 1, x, ..., x^(n-1) are linearly independent: a
    polynomial in x is 0 exactly if the terms whose exponents agree modulo n sum to 0.
    """

    factor: Fraction
    base: Fraction

    def __post_init__(self) -> None:
        if not (isinstance(self.factor, Fraction) and isinstance(self.base, Fraction)):
            raise InputError("gamma", self, "must be exact", "give Fractions")
        if self.factor <= 0 or self.base <= 1:
            raise InputError("gamma", self, "needs factor > 0 and base > 1", "give gamma > 0")
        _check_size(self.factor, MAX_RATE_BITS)
        _check_size(self.base, MAX_BASE_BITS)
        if primitive_root(self.base)[1] != 1:
            raise InputError("gamma", self.base, "is a perfect power", "use log_rate()")
        _check_not_too_large(self.enclose(_SIZE_BITS).lo)

    @property
    def rational_x(self) -> Fraction | None:
        """base^-factor where the factor is an integer, and small enough to be written out."""
        power, written = (
            self.factor.numerator,
            self.factor.numerator * self.base.numerator.bit_length(),
        )
        known = self.factor.denominator == 1 and written <= _MAX_X_BITS
        return self.base**-power if known else None

    @property
    def text(self) -> str:
        """gamma as a multiple of a logarithm."""
        return f"γ = {self.factor}·ln({self.base})"

    def json(self) -> dict[str, str]:
        """Return factor and base."""
        return {"times": str(self.factor), "ln": str(self.base)}

    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return floor and ceiling of base^-factor 2^bits.

        A fraction of a size like that of 2^bits is scaled. Elsewhere e^y is enclosed, which ends
        because x 2^bits is no integer: it is irrational for n > 1, and for n = 1 a fraction with a
        denominator above 2^bits.
        """
        power, size = (
            self.factor.numerator,
            self.factor.numerator * self.base.numerator.bit_length(),
        )
        if self.factor.denominator == 1 and size <= max(_MAX_X_BITS, 2 * bits):
            scaled = self.base**-power * (1 << bits)
            return scaled.__floor__(), scaled.__ceil__()

        def attempt(working: int) -> tuple[int, int] | None:
            gamma = self.enclose(working)
            floor = exp_floor(-gamma.hi, bits)
            return (floor, floor + 1) if exp_floor(-gamma.lo, bits) == floor else None

        return narrow(attempt, bits + 32, "a radical on the grid")

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Sum the terms of each residue class of exponents modulo n; all sums must be 0.

        With r = x^n the sum of a class is a polynomial in r with integer coefficients.
        """
        n, classes = self.factor.denominator, defaultdict[int, dict[int, int]](dict)
        for exponent, coefficient in terms.items():
            classes[exponent % n][exponent // n] = coefficient
        return all(self._is_root(polynomial) for polynomial in classes.values())

    def _is_root(self, polynomial: Mapping[int, int]) -> bool:
        """Tell whether the sum of c_i r^i is 0, r = (den/num)^a < 1 with num^a =: q > 1.

        Multiplied by q^max i every term but the last is a multiple of q^gap, gap the distance of
        the last two exponents: so is c_last, or the sum is not 0. If it is, the last term is
        c_last r^gap, an integer, at the exponent before. So the numbers never grow, and the first
        coefficient that is too small to be divided ends it.
        """
        power, p, q = self.factor.numerator, self.base.denominator, self.base.numerator
        carried, before = 0, 0
        for i in sorted((i for i, c in polynomial.items() if c), reverse=True):
            gap = (before - i) * power
            if carried and gap * (q.bit_length() - 1) >= carried.bit_length():
                return False
            if carried and carried % q**gap:
                return False
            carried = polynomial[i] + (carried // q**gap * p**gap if carried else 0)
            before = i
        return carried == 0

    def enclose(self, bits: int) -> Enclosure:
        """Return factor * log(base) with log(base) on the grid of 2^-bits."""
        floor = log_floor(self.base, bits)
        log = Enclosure.scaled(floor, floor + 1, bits)
        return Enclosure(self.factor * log.lo, self.factor * log.hi)

    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """Logarithms of rationals are commensurable only if they have the same primitive base."""
        if epsilon.exp is None or epsilon.is_zero:
            return False
        base, power = primitive_root(epsilon.exp)
        return base == self.base and multiple * self.factor == power


def _check_size(number: Fraction, bits: int) -> None:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > bits:
        rule = f"is made of numbers of more than {bits} bits"
        raise InputError("gamma", number, rule, "round it: so many digits say nothing about a law")


def _check_not_too_large(gamma: Fraction) -> None:
    if gamma > MAX_GAMMA:
        rule = f"must be at most {MAX_GAMMA}: beyond, noise other than 0 never occurs"
        raise InputError("gamma", gamma, rule, "give a smaller gamma")


def log_rate(factor: Fraction, argument: Fraction) -> Rate:
    """Return gamma = factor log(argument) in its canonical form.

    >>> log_rate(Fraction(1, 3), Fraction(9, 4))
    LogRate(factor=Fraction(2, 3), base=Fraction(3, 2))
    """
    _check_size(argument, MAX_BASE_BITS)
    base, power = primitive_root(argument)
    return LogRate(factor * power, base)


def rate_of_epsilon(epsilon: Epsilon, factor: Fraction) -> Rate:
    """Return gamma = factor * epsilon, keeping the kind of epsilon."""
    if epsilon.value is not None:
        return RationalRate(factor * epsilon.value)
    assert epsilon.exp is not None
    return log_rate(factor, epsilon.exp)


def compare_multiple(rate: Rate, multiple: int, epsilon: Epsilon) -> int:
    """Return the sign of multiple * gamma - epsilon.

    The tie is decided by algebra; without a tie the two numbers differ and narrowing decides.
    """
    if rate.equals_multiple_of(epsilon, multiple):
        return 0

    def attempt(bits: int) -> int | None:
        gamma, target = rate.enclose(bits), epsilon.enclose(bits)
        if multiple * gamma.lo > target.hi:
            return 1
        return -1 if multiple * gamma.hi < target.lo else None

    return narrow(attempt, 64, "gamma against epsilon")
