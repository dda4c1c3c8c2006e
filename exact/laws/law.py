"""What a law of noise is: its protocol, the bounds of its weights, and its kind by name.

A law that ``--law`` names is one file in ``exact/laws/named`` with its ``LAW``, a ``LawKind``. The
registry finds it there, and the command line, files, certificates and reports take it from there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Protocol, Self, TypeGuard

from exact.errors import InputError
from exact.laws.parameters import Parameter
from exact.laws.rates import Rate
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import Rational
from exact.numbers.real import Real

# The shapes of weights that the checker can compute anew, x = e^-rate:
SQUARES = "squares"  # w_k = x^(k^2), k = |z|
POWERS = "powers"  # w_k = x^k
COUNT_QUERY = "count-query"  # w_0 = eta, w_k = alpha_k (1 - eta)/2, alpha_k by e^epsilon
ROOTS = "roots"  # of a count a: w = f(a+z)/f(a) or its inverse, f(n) = e^(-epsilon sqrt(n)/2)

UNIFORM = "uniform"  # of a count a: w = 1 on -q..q, q by the count
CUT_POWERS = "cut-powers"  # of a count a: sums of x^k, x = e^-epsilon, of noise cut to a range

SHAPES = (SQUARES, POWERS, COUNT_QUERY, ROOTS, UNIFORM, CUT_POWERS)

JsonValue = int | str | dict[str, str]


@dataclass(frozen=True)
class Weights:
    """Integers lo[k] <= w_k 2^bits <= hi[k] of weights proportional to probabilities.

    Without ``lowest`` the noise is symmetric, and w_k is the weight of z = -k and of z = k for
    k = 0..D. With it, w_k is the weight of z = lowest + k.

    >>> Weights(2, (4, 2), (4, 3)).share(-1)
    Enclosure(lo=Fraction(1, 5), hi=Fraction(3, 8))
    """

    bits: int
    lo: tuple[int, ...]
    hi: tuple[int, ...]
    lowest: int | None = None

    @cached_property
    def total_lo(self) -> int:
        """Lower bound of 2^bits T, T the sum of the weights of all noise values, (2.4)."""
        return self._total(self.lo)

    @cached_property
    def total_hi(self) -> int:
        """Upper bound of 2^bits T."""
        return self._total(self.hi)

    @cached_property
    def tails(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Bounds of t_k = w_k + w_(k+1) + ... for every k, with one more that is 0."""
        return _suffix_sums(self.lo), _suffix_sums(self.hi)

    def place(self, z: int) -> int:
        """Return the k of a noise value."""
        return abs(z) if self.lowest is None else z - self.lowest

    def share(self, z: int) -> Enclosure:
        """Return p(z) = w / T."""
        k = self.place(z)
        return self.quotient(self.lo[k], self.hi[k])

    def quotient(self, lo: int, hi: int) -> Enclosure:
        """Return [lo, hi] / T outward, for 0 <= lo <= hi."""
        return Enclosure(Fraction(lo, self.total_hi), Fraction(hi, self.total_lo))

    def _total(self, side: tuple[int, ...]) -> int:
        return 2 * sum(side) - side[0] if self.lowest is None else sum(side)


class Noise(Protocol):
    """The noise of one count: bounds of its weights, ties by algebra."""

    @property
    def support(self) -> range:
        """The noise values that can occur, one step apart."""
        ...

    @property
    def is_symmetric(self) -> bool:
        """Tell whether the weights are those of |z|."""
        ...

    def weights(self, bits: int) -> Weights:
        """Return integer bounds of the weights on a grid that grows finer with ``bits``."""
        ...

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * w_k over ``terms`` {k: coefficient} is 0."""
        ...

    def __hash__(self) -> int: ...


class Law(Protocol):
    """A law that a table can be made from, by name and parameters."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def D(self) -> int:
        """The largest noise."""
        ...

    @property
    def counts(self) -> range | None:
        """The counts with a noise of their own; None: one noise for every count from D upward."""
        ...

    @property
    def period(self) -> int | None:
        """Past the last of ``counts`` so many noises repeat; None: it goes no further."""
        ...

    @property
    def rate(self) -> Rate | None:
        """The rate of x = e^-rate where the shape has one."""
        ...

    @property
    def formula(self) -> str:
        """p(z) for people, without the support."""
        ...

    @property
    def fixed_by(self) -> str:
        """The parameters beside the largest noise, for people."""
        ...

    def parameters(self) -> dict[str, JsonValue]:
        """Return what a file holds of the law beside its name."""
        ...

    def noise(self, count: int) -> Noise:
        """Return the noise of a count."""
        ...

    def __hash__(self) -> int: ...


class WeightedLaw(Law, Noise, Protocol):
    """A law of one symmetric noise: p(z) = w_|z| / T, z = -D..D, T = w_0 + 2 (w_1 + ... + w_D)."""

    @property
    def is_log_concave(self) -> bool:
        """Tell whether p(z)/p(z-1) never rises with z, so that every worst event is a tail."""
        ...

    def variance(self) -> Real:
        """Return the variance."""
        ...


def has_one_noise(law: Law) -> TypeGuard[WeightedLaw]:
    """Tell whether the law has the same noise for every count: a symmetric one."""
    return law.counts is None


class _HasD(Protocol):
    @property
    def D(self) -> int: ...


class OneNoise:
    """What laws with the same symmetric noise for every count from D upward have in common."""

    __slots__ = ()

    @property
    def support(self: _HasD) -> range:
        """The noise values -D..D."""
        return range(-self.D, self.D + 1)

    @property
    def is_symmetric(self) -> bool:
        """The weights are those of |z|."""
        return True

    @property
    def counts(self) -> range | None:
        """No count has a noise of its own."""
        return None

    @property
    def period(self) -> int | None:
        """There is no last count."""
        return None

    def noise(self, count: int) -> Self:
        """Return the one noise."""
        return self


@dataclass(frozen=True, slots=True)
class LawKind:
    """A law by name: what it is, its parameters, and how it is made of them.

    ``make`` takes what a file holds, by name. ``options``, where they differ from ``parameters``,
    are what the command line takes, and ``of_options`` makes the law of those that were given.
    ``shape`` is what the checker computes its weights by; ``rates`` says which numbers it takes.
    """

    name: str
    title: str
    shape: str
    rates: str
    parameters: tuple[Parameter, ...]
    make: Callable[..., Law]
    options: tuple[Parameter, ...] = ()
    of_options: Callable[..., Law] | None = None

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise InputError("shape", self.shape, "is not known", f"use {', '.join(SHAPES)}")

    @property
    def taken(self) -> tuple[Parameter, ...]:
        """What the command line takes."""
        return self.options or self.parameters

    def of_text(self, given: Mapping[str, Rational | str]) -> Law:
        """Make the law from what a person gives: text, integers or Fractions.

        >>> from exact.laws.named.laplace import LAW
        >>> LAW.of_text({"epsilon": "ln(2)", "m": "3"}).parameters()
        {'epsilon': 'ln(2)', 'm': 3}
        """
        for parameter in self.taken:
            if parameter.required and parameter.name not in given:
                raise parameter.missing(self.name)
        values = {p.name: p.of_text(given[p.name]) for p in self.taken if p.name in given}
        return (self.of_options or self.make)(**values)

    def of_json(self, document: Mapping[str, object]) -> Law:
        """Make the law from exactly the parameters that a file holds.

        >>> from exact.laws.named.laplace import LAW
        >>> LAW.of_json({"epsilon": "1/2", "m": 3}).D
        3
        """
        names = tuple(p.name for p in self.parameters)
        for key in document:
            if key not in names:
                rule = f"is no parameter of the law {self.name}"
                raise InputError("parameters", key, rule, f"it has {', '.join(names)}")
        return self.make(**{p.name: p.of_json(document.get(p.name)) for p in self.parameters})


def _suffix_sums(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(accumulate(reversed(values), initial=0))[::-1]
