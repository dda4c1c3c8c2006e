"""The likelihood of one released count as a function of one parameter, and the sign of its slope.

With w_a = P(x | a) and t the odds p/(1-p) of a binomial count of N, or the mean of a Poisson count,

    f(t) = sum w_a C(N,a) t^a / (1+t)^N,                f(t) = t^-s e^-t sum w_a t^a / a!.

f' has the sign of a polynomial: for the binomial count that of
sum (w_(a+1) - w_a) C(N-1,a) t^a (the derivative of a Bernstein polynomial), for the Poisson count
that of sum ((a-s) w_a - a w_(a-1)) t^a / a!. The shift s is 0 but in a dual bound. With S that
polynomial t f'/f is S / ((1+t) sum), or S / sum: the sum of f itself, which never falls. So a bound
of S on t1 <= t <= t2 bounds how far log f rises there.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, arb_poly

from exact.inference.channel import Column
from exact.numbers.balls import ball

# No odds of people are as far from 1 as 2^-300 and 2^300.
FAR = 300


@dataclass(frozen=True, slots=True)
class Likelihood:
    """log f(t) = exponent log t + log terms(t) - A(t), A = N log(1+t), or t where N is None.

    t f'/f = t^lift S(t) / terms(t), for the binomial count divided by 1 + t; ``slope`` are the
    coefficients of S.
    """

    exponent: Fraction
    terms: arb_poly
    slope: tuple[arb, ...]
    lift: int
    people: int | None

    @property
    def is_unimodal(self) -> bool:
        """Tell whether f is known to rise and then fall: the slope's signs change once, + to -."""
        signs = [c > 0 for c in self.slope if not c.is_zero()]
        sure = all(c > 0 or c < 0 for c in self.slope if not c.is_zero())
        return sure and signs == sorted(signs, reverse=True)

    def log(self, t: arb) -> arb:
        """Return log f(t) for t > 0."""
        found = self.terms(t).log() - self._fall(t)
        return found if self.exponent == 0 else found + ball(self.exponent) * t.log()

    def at_zero(self) -> arb:
        """Return log f(0+): infinite unless the exponent is 0."""
        if self.exponent != 0:
            return arb.pos_inf() if self.exponent < 0 else arb.neg_inf()
        return self.terms[0].log()

    def at_infinity(self) -> arb:
        """Return log f as t grows: the last term where it belongs to a = N, else -infinity."""
        degree = self.terms.degree()
        reaches = self.people is not None and self.exponent + degree == self.people
        return self.terms[degree].log() if reaches else arb.neg_inf()

    def most_on(self, t1: arb, t2: arb, steepest: arb) -> arb:
        """Return a bound from above of log f on t1 <= t <= t2, where S is at most ``steepest``."""
        least = self.terms(t1) if self.people is None else self.terms(t1) * (1 + t1)
        rise = steepest.nonnegative_part() * t2**self.lift / least
        return self.log(t1) + rise * (t2 / t1).log()

    def most_below(self, t: arb) -> arb:
        """Return a bound of log f from 0 to t, for an exponent of at least 0."""
        return self.terms(t).log() + (ball(self.exponent) * t.log() if self.exponent else 0)

    def most_above(self, t: arb) -> arb:
        """Return a bound of log f from t on: of t^a / (1+t)^N by t^(a-N)."""
        if self.people is None:
            return self.log(t)
        return self.terms(t).log() + (ball(self.exponent) - self.people) * t.log()

    def highest(self) -> arb:
        """Return a t from which on a Poisson likelihood falls; a very large one of a binomial."""
        if self.people is not None:
            return arb(2) ** FAR
        return ball(max(self.exponent + self.terms.degree(), Fraction(0)) + 2)

    def _fall(self, t: arb) -> arb:
        return t if self.people is None else self.people * t.log1p()


def binomial_likelihood(column: Column, choices: list[arb]) -> Likelihood:
    """Return f of a count of N, ``choices`` its binomial coefficients C(N,0) ... C(N,N)."""
    people, first = len(choices) - 1, column.first
    weights = column.chances
    terms = [w * choices[a] / column.whole for a, w in enumerate(weights, start=first)]
    padded = ([arb(0)] if first else []) + list(weights) + [arb(0)]
    start = max(first - 1, 0)
    slope = [
        (after - before) * choices[a] * (people - a) / column.whole
        for a, (before, after) in enumerate(pairwise(padded), start=start)
        if a < people
    ]
    return Likelihood(Fraction(first), arb_poly(terms), tuple(slope), int(first == 0), people)


def poisson_likelihood(column: Column, shift: Fraction = Fraction(0)) -> Likelihood:
    """Return f of a Poisson count, times the factorial of the column's first count."""
    first, weights = column.first, column.chances
    reciprocals = [arb(1)]
    for a in range(first + 1, column.last + 2):
        reciprocals.append(reciprocals[-1] / a)
    terms = [w * r / column.whole for w, r in zip(weights, reciprocals, strict=False)]
    slope = [
        (ball(a - shift) * after - a * before) * r / column.whole
        for a, before, after, r in zip(
            range(first, column.last + 2),
            (arb(0), *weights),
            (*weights, arb(0)),
            reciprocals,
            strict=True,
        )
    ]
    lift = int(first == shift)
    return Likelihood(first - shift, arb_poly(terms), tuple(slope[lift:]), lift, None)
