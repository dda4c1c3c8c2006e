"""Noise with the properties P1-P3 of Sadeghi-Asoodeh-Calmon, and the family (2)-(3) that spans it.

P1  noise lies in [-A, D] with A = min(n, D), so that no released count is negative;
P2  noise 0 has probability eta, whatever the true count n is;
P3  the mean is 0.

p^(i1,i2) puts eta on 0 and the rest on i1 < 0 < i2 so that the mean is 0, (2); mixtures of these
keep P1-P3, (3). The converse holds too: with u_i = P(-i), v_j = P(j) and m = sum i u_i = sum j v_j,

    alpha_(-i,j) = u_i v_j (i + j) / ((1 - eta) m)

are non-negative, sum to 1, and give back the noise: so (3) is *all* noise with P1-P3.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from exact.errors import InputError
from exact.numbers.guard import integer, probability
from exact.pmf import Pmf

MAX_NOISE = 1 << 30
Coefficients = Mapping[tuple[int, int], Fraction]


def two_point(eta: Fraction, i1: int, i2: int) -> Pmf:
    """Return p^(i1,i2) of (2): (1 - eta) i2 / (i2 - i1) on i1, eta on 0, the rest on i2.

    >>> two_point(Fraction(1, 2), -1, 2)
    Pmf(outcomes=(-1, 0, 2), weights=(2, 3, 1))
    """
    share = probability(eta, "eta")
    below, above = integer(-i1, "-i1", 1, MAX_NOISE), integer(i2, "i2", 1, MAX_NOISE)
    rest = 1 - share
    parts = {i1: rest * above / (above + below), 0: share, i2: rest * below / (above + below)}
    return pmf_of(parts)


def mixture(eta: Fraction, coefficients: Coefficients) -> Pmf:
    """Return sum alpha_(i1,i2) p^(i1,i2), (3), for alpha >= 0 of sum 1.

    >>> mixture(Fraction(1, 2), {(-1, 1): Fraction(1, 2), (-1, 2): Fraction(1, 2)})
    Pmf(outcomes=(-1, 0, 1, 2), weights=(7, 12, 3, 2))
    """
    if min(coefficients.values(), default=0) < 0 or sum(coefficients.values()) != 1:
        rule = "must be non-negative with sum 1, (12)-(13)"
        raise InputError("alpha", tuple(coefficients.values()), rule, "divide them by their sum")
    parts: dict[int, Fraction] = {}
    for (i1, i2), alpha in coefficients.items():
        one = two_point(eta, i1, i2)
        for z in one.outcomes:
            parts[z] = parts.get(z, Fraction(0)) + alpha * one.probability(z)
    return pmf_of(parts)


def coefficients_of(noise: Pmf) -> dict[tuple[int, int], Fraction]:
    """Return coefficients alpha with which (3) gives a noise of mean 0 that is not always 0.

    >>> coefficients_of(Pmf((-1, 0, 1, 2), (7, 12, 3, 2)))
    {(-1, 1): Fraction(1, 2), (-1, 2): Fraction(1, 2)}
    """
    if noise.mean() != 0 or len(noise.outcomes) == 1:
        rule = "needs mean 0 and an outcome other than 0"
        raise InputError("noise", noise.outcomes, rule, "give noise with P2 and P3")
    parts = {z: noise.probability(z) for z in noise.outcomes}
    moment = sum(z * p for z, p in parts.items() if z > 0)
    scale = (1 - parts.get(0, Fraction(0))) * moment
    return {
        (i, j): u * v * (j - i) / scale
        for i, u in parts.items()
        for j, v in parts.items()
        if i < 0 < j
    }


def broken_properties(noise: Pmf, n: int, D: int, eta: Fraction) -> tuple[str, ...]:
    """Return those of P1, P2, P3 that a noise for the true count n does not have.

    >>> broken_properties(two_point(Fraction(1, 2), -2, 2), 1, 2, Fraction(1, 2))
    ('P1',)
    """
    inside = -min(n, D) <= noise.outcomes[0] and noise.outcomes[-1] <= D
    kept = {"P1": inside, "P2": noise.probability(0) == eta, "P3": noise.mean() == 0}
    return tuple(name for name, holds in kept.items() if not holds)


def pmf_of(parts: Mapping[int, Fraction]) -> Pmf:
    """Return the pmf of rational probabilities of sum 1."""
    scale = lcm(*(p.denominator for p in parts.values()))
    return Pmf.of((z, int(p * scale)) for z, p in parts.items())
