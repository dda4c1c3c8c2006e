"""Post-randomisation (PRAM) by name, Shlomo-Krenzke-Li 3.2, for any epsilon and cap.

Discrete Laplace noise within a cap, cut to a range. Counts below the cap stay below it, and a count
of 0 stays (their Table 2). A larger count C has the residue m = C mod (2 cap + 1), which becomes v
(their Table 3); released is C + m - v as the paper prints it ("printed"), or C - m + v, which keeps
the count in its block ("block"). The two differ in privacy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from exact.errors import InputError
from exact.laws.cut_rows import powers_of_row
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.law import CUT_POWERS, JsonValue, LawKind, Weights
from exact.laws.parameters import Parameter, epsilon, text, whole
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import Rational, integer

MAX_CAP = 100
READINGS = ("printed", "block")


@dataclass(frozen=True, slots=True)
class CutNoise:
    """Noise whose weights are sums of powers of e^-epsilon, from ``lowest`` on.

    >>> from fractions import Fraction
    >>> noise = Pram(Epsilon(exp=Fraction(2)), 2).noise(1)
    >>> noise.support, noise.weights(2).share(0).lo
    (range(-1, 1), Fraction(2, 5))
    """

    law: LaplaceLaw
    lowest: int
    terms: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def support(self) -> range:
        """The noise values."""
        return range(self.lowest, self.lowest + len(self.terms))

    @property
    def is_symmetric(self) -> bool:
        """Noise that is cut is not."""
        return False

    def weights(self, bits: int) -> Weights:
        """Return bounds of the sums of x^k."""
        powers = self.law.weights(bits)
        lo = tuple(sum(powers.lo[k] * times for k, times in terms) for terms in self.terms)
        hi = tuple(sum(powers.hi[k] * times for k, times in terms) for terms in self.terms)
        return Weights(powers.bits, lo, hi, self.lowest)

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether a sum of weights is 0: a polynomial in e^-epsilon."""
        powers: dict[int, int] = {}
        for place, coefficient in terms.items():
            for k, times in self.terms[place]:
                powers[k] = powers.get(k, 0) + coefficient * times
        return self.law.vanishes(powers)


@dataclass(frozen=True, slots=True)
class Pram:
    """The mechanism for the counts 0, 1, ..., one block of residues after the small counts.

    >>> from fractions import Fraction
    >>> law = Pram(Epsilon(value=Fraction(2)), 7)
    >>> law.counts, law.period, law.noise(15).support, law.noise(14).support
    (range(0, 22), 15, range(-7, 1), range(0, 8))
    """

    epsilon: Epsilon
    cap: int
    reading: str = READINGS[0]
    name: ClassVar[str] = "pram"

    def __post_init__(self) -> None:
        integer(self.cap, "cap", 1, MAX_CAP)
        LaplaceLaw(self.epsilon, self.cap)
        _reading(self.reading)

    @property
    def D(self) -> int:
        """The largest noise."""
        return self.cap

    @property
    def counts(self) -> range:
        """The small counts, and one block."""
        return range(self.cap + self.period)

    @property
    def period(self) -> int:
        """A block, 2 cap + 1 counts."""
        return 2 * self.cap + 1

    @property
    def rate(self) -> None:
        """The weights are no powers of one number."""
        return None

    @property
    def formula(self) -> str:
        """p(z) for people."""
        return "p(z) = C·exp(−ε |z|), what leaves the range added to the neighbour on that side"

    @property
    def fixed_by(self) -> str:
        """epsilon and the reading."""
        return f"ε = {self.epsilon.text}, {self.reading}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return epsilon, cap and reading."""
        return {"epsilon": self.epsilon.text, "cap": self.cap, "reading": self.reading}

    def noise(self, count: int) -> CutNoise:
        """Return the noise of a count."""
        small = count < self.cap
        value = count if small else count % self.period
        if count == 0:
            return CutNoise(LaplaceLaw(self.epsilon, self.cap), 0, (((0, 1),),))
        found = powers_of_row(value, self.cap if small else self.period, self.cap)
        sign = 1 if small or self.reading == READINGS[1] else -1
        moved = sorted((sign * (j - value), tuple(terms.items())) for j, terms in found.items())
        law = LaplaceLaw(self.epsilon, self.cap)
        return CutNoise(law, moved[0][0], tuple(terms for _, terms in moved))


def _reading(value: Rational | str) -> str:
    if value not in READINGS:
        rule = f"must be {' or '.join(READINGS)}"
        raise InputError("reading", value, rule, "the paper prints C + m - v: 'printed'")
    return str(value)


LAW = LawKind(
    name=Pram.name,
    title="PRAM",
    shape=CUT_POWERS,
    rates="ε rational, or the logarithm of a rational",
    parameters=(
        epsilon(),
        whole("cap", "largest noise", 1, MAX_CAP),
        Parameter(
            "reading",
            "large counts: printed (C + m - v, the default) or block (C - m + v)",
            "printed or block",
            _reading,
            lambda value: _reading(text(value, "reading")),
            required=False,
        ),
    ),
    make=Pram,
)
