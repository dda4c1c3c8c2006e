"""The binomial test by its definition, in 50 digits and by plain EM: shares no code with ptcert."""

from collections.abc import Callable
from fractions import Fraction
from math import comb

from mpmath import exp, fsum, log, mp, mpf

DIGITS = 50
Noise = Callable[[int], dict[int, mpf]]


def laplace(epsilon: str, m: int) -> Noise:
    """Return P(z) of truncated Laplace noise, the same for every count."""
    with mp.workdps(DIGITS):
        weights = {z: exp(-mpf(epsilon) * abs(z)) for z in range(-m, m + 1)}
        total = fsum(weights.values())
        chances = {z: w / total for z, w in weights.items()}
    return lambda _: chances


def none() -> Noise:
    """Return noise 0."""
    return lambda _: {0: mpf(1)}


class ByDefinition:
    """P(X = x) and T(x) for every x that can be released."""

    def __init__(self, people: int, noise: Noise, hypothesis: Fraction) -> None:
        self.people, self.hypothesis = people, hypothesis
        self.columns: dict[int, list[tuple[int, mpf]]] = {}
        for a in range(people + 1):
            for z, chance in noise(a).items():
                self.columns.setdefault(a + z, []).append((a, chance))

    def chance(self, x: int, p: mpf) -> mpf:
        """Return L_x(p)."""
        n = self.people
        return fsum(c * comb(n, a) * p**a * (1 - p) ** (n - a) for a, c in self.columns[x])

    def likeliest(self, x: int) -> mpf:
        """Return the p that EM leads to: p becomes the mean of a given x, over N."""
        with mp.workdps(DIGITS):
            n, p = self.people, mpf(1) / 2
            for _ in range(10_000):
                terms = [
                    (a, c * comb(n, a) * p**a * (1 - p) ** (n - a)) for a, c in self.columns[x]
                ]
                new = fsum(a * t for a, t in terms) / fsum(t for _, t in terms) / n
                if abs(new - p) < mpf(10) ** -(DIGITS - 5):
                    return new
                p = new
            return p

    def statistic(self, x: int) -> mpf:
        """Return T(x)."""
        with mp.workdps(DIGITS):
            best = self.chance(x, self.likeliest(x))
            return 2 * log(best / self.chance(x, self._mpf(self.hypothesis)))

    def rejection(self, p: Fraction, critical: str) -> mpf:
        """Return P_p(T > critical)."""
        with mp.workdps(DIGITS):
            above = [x for x in self.columns if self.statistic(x) > mpf(critical)]
            return fsum(self.chance(x, self._mpf(p)) for x in above)

    @staticmethod
    def _mpf(value: Fraction) -> mpf:
        return mpf(value.numerator) / value.denominator
