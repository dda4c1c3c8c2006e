"""A polynomial between its Bernstein coefficients on a part of the line."""

from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from flint import arb, arb_poly

from exact.inference.likelihood import Likelihood


@dataclass(frozen=True, slots=True)
class Slope:
    """S(t) = sum c_k t^k of degree n, with k! for k = 0..n and the polynomial sum u^k / k!."""

    polynomial: arb_poly
    factorials: tuple[arb, ...]
    reciprocals: arb_poly

    @classmethod
    def of(cls, likelihood: Likelihood) -> "Slope":
        """Return the slope of a likelihood."""
        n = len(likelihood.slope) - 1
        factorials = tuple(accumulate(map(arb, range(1, n + 1)), mul, initial=arb(1)))
        return cls(
            arb_poly(list(likelihood.slope)), factorials, arb_poly([1 / k for k in factorials])
        )

    def between(self, t1: arb, t2: arb) -> tuple[arb, arb]:
        """Return bounds of S on t1 <= t <= t2: its least and largest Bernstein coefficient there.

        With S(t1 + (t2-t1) u) = sum q_k u^k these are b_j = sum_(k<=j) q_k C(j,k) / C(n,k), and S
        is a mean of them (Lorentz, Bernstein Polynomials). The quotient of the binomials is
        j! (n-k)! / (n! (j-k)!): all sums are one product of polynomials.
        """
        n, factorials = len(self.factorials) - 1, self.factorials
        local = self.polynomial(arb_poly([t1, t2 - t1]))
        scaled = arb_poly([local[k] * factorials[n - k] for k in range(n + 1)])
        sums = scaled * self.reciprocals
        found = [sums[j] * factorials[j] / factorials[n] for j in range(n + 1)]
        return min(b.lower() for b in found), max(b.upper() for b in found)
