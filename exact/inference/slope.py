"""Bounds of a polynomial on a part of the line: by its signs, or by its Bernstein coefficients."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import mul

from flint import arb, arb_poly, ctx

from exact.inference.likelihood import Likelihood
from exact.numbers.balls import BITS

# Terms of a slope whose Bernstein coefficients are computed: some milliseconds a part.
MAX_BERNSTEIN = 1000
# Parts with ends as near as 1 + 2^-8 are those around a root.
_NEAR = 8


@dataclass(frozen=True, slots=True)
class Slope:
    """S(t) = sum c_k t^k, and the parts of it that never fall and never rise for t > 0."""

    coefficients: tuple[arb, ...]
    rising: arb_poly
    falling: arb_poly

    @classmethod
    def of(cls, likelihood: Likelihood) -> "Slope":
        """Return the slope of a likelihood."""
        rising = [c.nonnegative_part() for c in likelihood.slope]
        falling = [(-c).nonnegative_part() for c in likelihood.slope]
        return cls(likelihood.slope, arb_poly(rising), arb_poly(falling))

    def between(self, t1: arb, t2: arb) -> tuple[arb, arb]:
        """Return bounds of S on t1 <= t <= t2.

        Those of its two parts are enough but near a root: there the part is narrow, and Bernstein
        coefficients are better.
        """
        least, most = self.by_parts(t1, t2)
        is_near = (t2 / t1 - 1) * (1 << _NEAR) < 1 and len(self.coefficients) <= MAX_BERNSTEIN
        if least > 0 or most < 0 or not is_near:
            return least, most
        return self.bernstein(t1, t2)

    def by_parts(self, t1: arb, t2: arb) -> tuple[arb, arb]:
        """Return bounds of S on t1 <= t <= t2 by what rises and what falls."""
        least, most = self.rising(t1) - self.falling(t2), self.rising(t2) - self.falling(t1)
        return least.lower(), most.upper()

    def bernstein(self, t1: arb, t2: arb) -> tuple[arb, arb]:
        """Return the least and the largest Bernstein coefficient on t1 <= t <= t2.

        With S(t1 + (t2-t1) u) = sum q_k u^k these are b_j = sum_(k<=j) q_k C(j,k) / C(n,k), and S
        is a mean of them (Lorentz, Bernstein Polynomials). The quotient of the binomials is
        j! (n-k)! / (n! (j-k)!): all sums are one product of polynomials.
        """
        n = len(self.coefficients) - 1
        factorials, reciprocals = _factorials(n)
        local = arb_poly(list(self.coefficients))(arb_poly([t1, t2 - t1]))
        scaled = arb_poly([local[k] * factorials[n - k] for k in range(n + 1)])
        sums = scaled * reciprocals
        found = [sums[j] * factorials[j] / factorials[n] for j in range(n + 1)]
        return min(b.lower() for b in found), max(b.upper() for b in found)


@lru_cache(maxsize=64)
def _factorials(n: int) -> tuple[tuple[arb, ...], arb_poly]:
    """Return k! for k = 0..n, and the polynomial sum u^k / k!."""
    with ctx.workprec(BITS):
        found = tuple(accumulate(map(arb, range(1, n + 1)), mul, initial=arb(1)))
        return found, arb_poly([1 / k for k in found])
