"""The two equations behind ``exact.laws.asymmetric``, solved and proved in FLINT's balls.

With t_j = j - m, q_j = t_j^2 - V and p_j = e^(-b t_j - c q_j) / Phi(b, c), the conditions
E[j] = m and E[(j - m)^2] = V are grad Phi = 0 for

    Phi(b, c) = sum_{j in S} e^(-b t_j - c q_j),

a strictly convex function: its Hessian is M = sum of w_j (t_j, q_j) (t_j, q_j)^T with w_j > 0, and
the vectors (t_j, q_j) span the plane, for x t_j + y q_j = 0 is a quadratic equation in j, which
three values of j cannot all solve unless x = y = 0. So there is at most one solution anywhere, and
one that is found in a small box is *the* solution. At it the entropy is log Phi.

With ``variance`` None the law is a tilt e^(-b t_j) with the mean m only: the same with c = 0.
All methods work at the precision of the context; ``solve`` sets it with ``ctx.workprec``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure

# A step moves the exponents by about 1 at least while far from the solution, and a solution within
# 10^-300 of the boundary has exponents of some 700.
MAX_STEPS = 4000
# A first box may be too flat where one of the two steps is almost 0; its own steps correct that.
_INFLATIONS = 4


@dataclass(frozen=True, slots=True)
class Solution:
    """Enclosures of the parameters of p_j ~ e^(-beta j - gamma j^2), its variance and entropy."""

    beta: Enclosure
    gamma: Enclosure
    variance: Enclosure
    entropy: Enclosure

    def hull(self, other: "Solution") -> "Solution":
        """Return enclosures that hold both solutions."""
        return Solution(
            _hull(self.beta, other.beta),
            _hull(self.gamma, other.gamma),
            _hull(self.variance, other.variance),
            _hull(self.entropy, other.entropy),
        )


@dataclass(frozen=True, slots=True)
class Sums:
    """Phi, its negative gradient and its Hessian, at a point or over a box."""

    phi: arb
    g_t: arb
    g_q: arb
    h_tt: arb
    h_tq: arb
    h_qq: arb


def solve(
    support: Sequence[int], mean: Fraction, variance: Fraction | None, bits: int
) -> Solution | None:
    """Return proved enclosures computed with ``bits`` bits, or None if these are too few.

    Requires (mean, variance) strictly inside the moment region of the support.

    >>> uniform = solve((0, 1, 2), Fraction(1), Fraction(2, 3), 64)
    >>> uniform.gamma.lo <= 0 <= uniform.gamma.hi, uniform.gamma.width < Fraction(1, 10**18)
    (True, True)
    """
    with ctx.workprec(bits):
        family = Family.of(support, mean, variance)
        guess = family.approach(bits)
        box = None if guess is None else family.proved_box(*guess)
        if box is None:
            return None
        b, c = box
        if _is_symmetric(support, mean):
            # Mirrored at the mean, the solution (b, c) is the solution (-b, c): so b = 0.
            b = arb(0)
        beta, at = b - 2 * ball(mean) * c, family.sums(b, c)
        values = (beta, c, at.h_tt / at.phi, at.phi.log())
        return Solution(*map(enclosure, values))


@dataclass(frozen=True, slots=True)
class Family:
    """The centred exponents (t_j, q_j) of a support; ``tilt``: c stays 0, and q is not used."""

    t: tuple[arb, ...]
    q: tuple[arb, ...]
    tilt: bool

    @classmethod
    def of(cls, support: Sequence[int], mean: Fraction, variance: Fraction | None) -> "Family":
        """Enclose the exponents, exact rationals, at the precision of the context."""
        t, level = [j - mean for j in support], variance or Fraction(0)
        q = (ball(value * value - level) for value in t)
        return cls(tuple(map(ball, t)), tuple(q), variance is None)

    def sums(self, b: arb, c: arb) -> Sums:
        """Evaluate Phi and its derivatives at a point, or enclose them over a box b x c."""
        phi = g_t = g_q = h_tt = h_tq = h_qq = arb(0)
        for t, q in zip(self.t, self.q, strict=True):
            weight = (-b * t - c * q).exp()
            w_t, w_q = weight * t, weight * q
            phi, g_t, g_q = phi + weight, g_t + w_t, g_q + w_q
            h_tt, h_tq, h_qq = h_tt + w_t * t, h_tq + w_t * q, h_qq + w_q * q
        return Sums(phi, g_t, g_q, h_tt, h_tq, h_qq)

    def approach(self, bits: int) -> tuple[arb, arb] | None:
        """Return a point near the solution: a guess, which ``proved_box`` proves; None: stuck.

        Newton on the convex F = log Phi, with steps shortened until F falls enough.
        """
        b = c = arb(0)
        for _ in range(MAX_STEPS):
            at = self.sums(b, c)
            d_b, d_c = (part.mid() for part in self._log_step(at))
            spread = self._spread(d_b, d_c)
            if not spread.is_finite():
                return None
            if spread < arb(2) ** (-bits // 2):
                return (b + d_b).mid(), (c + d_c).mid()
            b, c = self._descended(at, (b, c), (d_b, d_c), spread)
        raise Undecided(f"the maximum-entropy law: not found in {MAX_STEPS} Newton steps")

    def _descended(
        self, at: Sums, point: tuple[arb, arb], step: tuple[arb, arb], spread: arb
    ) -> tuple[arb, arb]:
        """Go along the Newton step by 1, 1/2, 1/4, ..., but by log(1 + R) / R at least.

        R is the spread of the exponents along the step d, F' and F'' are taken along d. F''' is a
        third central moment, so |F'''| <= R F'', and F'(s) <= -F''(0) (1 - (e^(R s) - 1) / R):
        F falls up to s = log(1 + R) / R, which tends to the full step as R tends to 0.
        """
        decrement = (step[0] * at.g_t + step[1] * at.g_q) / at.phi
        least, s = spread.log1p() / spread, arb(1)
        while s > least:
            new = [(x + s * d).mid() for x, d in zip(point, step, strict=True)]
            if self.sums(*new).phi < at.phi * (-decrement * s / 4).exp():
                return new[0], new[1]
            s /= 2
        b, c = ((x + least * d).mid() for x, d in zip(point, step, strict=True))
        return b, c

    def proved_box(self, b: arb, c: arb) -> tuple[arb, arb] | None:
        """Return a box that certainly holds the solution, near the point (b, c), or None.

        Interval Newton: let X be a box around x = (b, c), A(y) the mean of M over the segment from
        x to y in X, and g = -grad Phi(x), so that -grad Phi(y) = g - A(y) (y - x). A(y) lies in
        the interval matrix M(X). If that holds no singular matrix and N = x + M(X)^-1 g lies in X,
        then y -> x + A(y)^-1 g maps X into X, and has a fixed point (Brouwer): the solution, in N.
        """
        here = self.sums(b, c)
        steps = self._solved(here, here)
        for _ in range(_INFLATIONS):
            box = [arb(x, 2 * d.abs_upper()) for x, d in zip((b, c), steps, strict=True)]
            steps = self._solved(self.sums(*box), here)
            narrowed = b + steps[0], c + steps[1]
            if all(x.is_finite() and x.contains(y) for x, y in zip(box, narrowed, strict=True)):
                return narrowed
        return None

    def _solved(self, hessian: Sums, gradient: Sums) -> tuple[arb, arb]:
        """Solve M d = g by Cramer's rule; no finite ball where M may be singular."""
        h, g = hessian, gradient
        if self.tilt:
            return g.g_t / h.h_tt, arb(0)
        det = h.h_tt * h.h_qq - h.h_tq * h.h_tq
        d_b = (h.h_qq * g.g_t - h.h_tq * g.g_q) / det
        return d_b, (h.h_tt * g.g_q - h.h_tq * g.g_t) / det

    def _log_step(self, at: Sums) -> tuple[arb, arb]:
        """Return the Newton step of log Phi, whose Hessian is the covariance of (t, q)."""
        e_t, e_q = at.g_t / at.phi, at.g_q / at.phi
        covariance = Sums(
            arb(1),
            e_t,
            e_q,
            at.h_tt / at.phi - e_t * e_t,
            at.h_tq / at.phi - e_t * e_q,
            at.h_qq / at.phi - e_q * e_q,
        )
        return self._solved(covariance, covariance)

    def _spread(self, d_b: arb, d_c: arb) -> arb:
        changes = [(d_b * t + d_c * q).mid() for t, q in zip(self.t, self.q, strict=True)]
        return max(changes) - min(changes)


def ball(number: Fraction) -> arb:
    """Enclose a rational at the precision of the context."""
    return arb(fmpq(number.numerator, number.denominator))


def enclosure(number: arb) -> Enclosure:
    """Return a finite ball as a pair of rationals, outward."""
    low, high = number.lower().fmpq(), number.upper().fmpq()
    return Enclosure(Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q)))


def _is_symmetric(support: Sequence[int], mean: Fraction) -> bool:
    return all(a + z == 2 * mean for a, z in zip(support, reversed(support), strict=True))


def _hull(one: Enclosure, other: Enclosure) -> Enclosure:
    return Enclosure(min(one.lo, other.lo), max(one.hi, other.hi))
