"""The rate gamma of a law exp(-gamma z^2), known exactly though irrational.

A law needs two things of its rate: an enclosure of x = e^-gamma that can be made as narrow as
wanted, and an exact answer to "is this polynomial in x zero?". The second is what makes a decision
near an integer end: where the polynomial is zero the tie is known, elsewhere narrowing decides.

Three kinds occur: gamma rational (x transcendental), gamma = c log b (x a radical), and
gamma found from a variance (x an algebraic number, in ``exact.laws.variance_root``).
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.perfect_power import primitive_root

_MAX_GAMMA = 1000


class Rate(ABC):
    """What every rate can do."""

    __slots__ = ()

    @abstractmethod
    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return integers lo <= e^-gamma 2^bits <= hi at most 1 apart."""

    @abstractmethod
    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * x^exponent over ``terms`` is exactly 0."""

    @abstractmethod
    def enclosure(self, bits: int) -> Enclosure:
        """Return an enclosure of gamma whose width falls to 0 as ``bits`` grows."""

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
    def exact(self) -> Fraction | None:
        """gamma where it is rational."""
        return None

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
        if self.gamma > _MAX_GAMMA:
            rule = f"must be at most {_MAX_GAMMA}: beyond, noise other than 0 never occurs"
            raise InputError("gamma", self.gamma, rule, "give a smaller gamma")

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
        from exact.numbers.arb_floor import exp_floor

        floor = exp_floor(-self.gamma, bits)
        return floor, floor + 1

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether all coefficients are 0 (for gamma = 0: whether they sum to 0)."""
        if self.is_zero:
            return sum(terms.values()) == 0
        return not any(terms.values())

    def enclosure(self, bits: int) -> Enclosure:
        """Return gamma itself."""
        return Enclosure(self.gamma, self.gamma)

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
        if primitive_root(self.base)[1] != 1:
            raise InputError("gamma", self.base, "is a perfect power", "use log_rate()")

    @property
    def rational_x(self) -> Fraction | None:
        """base^-factor where the factor is an integer."""
        whole = self.factor.denominator == 1
        return self._rational_power(self.factor.numerator) if whole else None

    @property
    def text(self) -> str:
        """gamma as a multiple of a logarithm."""
        return f"γ = {self.factor}·ln({self.base})"

    def json(self) -> dict[str, str]:
        """Return factor and base."""
        return {"times": str(self.factor), "ln": str(self.base)}

    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return floor and ceiling of base^-factor 2^bits.

        m <= x 2^bits is the comparison m^n <= r 2^(n bits) of integers, but n is large: enclose
        by e^y first. It ends because x 2^bits is irrational for n > 1 and rational for n = 1.
        """
        if self.factor.denominator == 1:
            scaled = self._rational_power(self.factor.numerator) * (1 << bits)
            return scaled.__floor__(), scaled.__ceil__()

        def attempt(working: int) -> tuple[int, int] | None:
            gamma = self.enclosure(working)
            floor = exp_floor(-gamma.hi, bits)
            return (floor, floor + 1) if exp_floor(-gamma.lo, bits) == floor else None

        from exact.numbers.arb_floor import exp_floor

        return narrow(attempt, bits + 32, "a radical on the grid")

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Sum the terms of each residue class of exponents modulo n; all sums must be 0."""
        classes: dict[int, Fraction] = defaultdict(Fraction)
        for exponent, coefficient in terms.items():
            quotient, residue = divmod(exponent, self.factor.denominator)
            power = self._rational_power(self.factor.numerator * quotient)
            classes[residue] += coefficient * power
        return not any(classes.values())

    def enclosure(self, bits: int) -> Enclosure:
        """Return factor * log(base) with log(base) on the grid of 2^-bits."""
        from exact.numbers.arb_floor import log_floor

        floor = log_floor(self.base, bits)
        log = Enclosure.scaled(floor, floor + 1, bits)
        return Enclosure(self.factor * log.lo, self.factor * log.hi)

    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """Logarithms of rationals are commensurable only if they have the same primitive base."""
        if epsilon.exp is None or epsilon.is_zero:
            return False
        base, power = primitive_root(epsilon.exp)
        return base == self.base and multiple * self.factor == power

    def _rational_power(self, exponent: int) -> Fraction:
        return Fraction(self.base.denominator**exponent, self.base.numerator**exponent)


def log_rate(factor: Fraction, argument: Fraction) -> Rate:
    """Return gamma = factor log(argument) in its canonical form.

    >>> log_rate(Fraction(1, 3), Fraction(9, 4))
    LogRate(factor=Fraction(2, 3), base=Fraction(3, 2))
    """
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
        gamma, target = rate.enclosure(bits), epsilon.enclosure(bits)
        if multiple * gamma.lo > target.hi:
            return 1
        return -1 if multiple * gamma.hi < target.lo else None

    return narrow(attempt, 64, "gamma against epsilon")
