"""What the residual F + M - T of released counts says about the noise of F.

True counts add up, so the residual is R = z_F + z_M - z_T, noise alone. Of all that is known to
somebody who knows no true count, the best guess of z_F is the likeliest given R, and it is right
with probability

    sum over r of max over z of P(z_F = z, R = r).

Bach (4.1) estimates the bound E by ceil(|R| / 3), right with p_1 = P(|R| > 3 (E - 1)).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exact.attacks.bound import convolution
from exact.margins.law import JointLaw, residual_of
from exact.pmf import Pmf


@dataclass(frozen=True)
class Residuals:
    """The weights of (R, z_F), by R and z_F, out of a total.

    >>> coin = Pmf((-1, 0, 1), (1, 1, 1))
    >>> found = Residuals.independent(coin, coin, coin)
    >>> found.guessed, found.sure, found.revealing(1)
    (Fraction(5, 9), Fraction(2, 27), Fraction(20, 27))
    """

    weights: Mapping[int, Mapping[int, int]]
    total: int

    @classmethod
    def of(cls, law: JointLaw) -> "Residuals":
        """Return those of a joint law of (z_F, z_M, z_T)."""
        pairs = ((residual_of(noises), noises[0], w) for noises, w in law.weights.items())
        return cls(_grouped(pairs), law.total)

    @classmethod
    def independent(cls, female: Pmf, male: Pmf, total: Pmf) -> "Residuals":
        """Return those of independent noise."""
        mirrored = Pmf.of((-z, w) for z, w in zip(total.outcomes, total.weights, strict=True))
        rest = convolution(male, mirrored)
        pairs = (
            (z + y, z, v * w)
            for z, v in zip(female.outcomes, female.weights, strict=True)
            for y, w in zip(rest.outcomes, rest.weights, strict=True)
        )
        return cls(_grouped(pairs), female.total * rest.total)

    @cached_property
    def law(self) -> Pmf:
        """The law of the residual."""
        return Pmf.of((r, sum(by_noise.values())) for r, by_noise in self.weights.items())

    @property
    def guessed(self) -> Fraction:
        """How likely the best guess of z_F by the residual is right."""
        return Fraction(sum(max(each.values()) for each in self.weights.values()), self.total)

    @property
    def sure(self) -> Fraction:
        """How likely the residual leaves one z_F alone: the true count of F is disclosed."""
        single = (each for each in self.weights.values() if len(each) == 1)
        return Fraction(sum(sum(each.values()) for each in single), self.total)

    def revealing(self, bound: int) -> Fraction:
        """Return p_1 = P(|R| > 3 (E - 1)); where E = 0 there is nothing to reveal."""
        law = self.law
        pairs = zip(law.outcomes, law.weights, strict=True)
        return Fraction(sum(w for r, w in pairs if abs(r) > 3 * (bound - 1)), law.total)


def _grouped(pairs: Iterable[tuple[int, int, int]]) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for residual, noise, weight in pairs:
        by_noise = found.setdefault(residual, {})
        by_noise[noise] = by_noise.get(noise, 0) + weight
    return found
