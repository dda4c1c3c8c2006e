"""The test of section 6.2 without simulation: which released values reject, and how likely.

A count a ~ Binomial(N, p) is released as x = a + L with Laplace noise L. The hypothesis p = p_0 is
rejected where 2 log(max_p L_x(p) / L_x(p_0)) > c, that is where some p has
L_x(p) > e^(c/2) L_x(p_0). A p that has it is a witness; that none has it is proved by bounding L_x
on intervals that cover [0, 1]:

    p^k (1-p)^(N-k) <= v^k (1-u)^(N-k) for u <= p <= v.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from exact.errors import Undecided
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio

if TYPE_CHECKING:
    from flint import arb

_BITS = 128
_GRID = 160
_MAX_INTERVALS = 100_000


@dataclass(frozen=True, slots=True)
class Design:
    """N individuals, and the noise that is added to their count."""

    N: int
    noise: LaplaceLaw

    @property
    def outcomes(self) -> range:
        """What can be released."""
        return range(-self.noise.m, self.N + self.noise.m + 1)


def rejection_probability(
    design: Design, true: Fraction, hypothesis: Fraction, critical: Fraction
) -> ExpRatio:
    """Return the probability under p = ``true`` that p = ``hypothesis`` is rejected."""
    rejected = _rejected(design, hypothesis, critical)
    m = design.noise.m
    above = [Fraction(0)] * (m + 1)
    for noise in range(-m, m + 1):
        for a in range(design.N + 1):
            if a + noise in rejected:
                above[m - abs(noise)] += _binomial(design.N, a, true)
    return ExpRatio.of(design.noise.epsilon, above, design.noise.normaliser.above)


def rejection_without_noise(
    N: int, true: Fraction, hypothesis: Fraction, critical: Fraction
) -> Fraction:
    """Return the same for the count itself: its likelihood is largest at p = a/N."""
    return sum(
        (
            _binomial(N, a, true)
            for a in range(N + 1)
            if _above(_binomial(N, a, Fraction(a, N)) / _binomial(N, a, hypothesis), critical)
        ),
        Fraction(0),
    )


def _binomial(N: int, a: int, p: Fraction) -> Fraction:
    return comb(N, a) * p**a * (1 - p) ** (N - a)


def _above(ratio: Fraction, critical: Fraction) -> bool:
    """Tell whether 2 log(ratio) > critical: e^(critical/2) is irrational, so this is decided."""
    from exact.numbers.epsilon import Epsilon

    return Epsilon(value=critical / 2).compare_exp(ratio) < 0


@cache
def _rejected(design: Design, hypothesis: Fraction, critical: Fraction) -> frozenset[int]:
    from flint import ctx

    with ctx.workprec(_BITS):
        return frozenset(x for x in design.outcomes if _rejects(design, x, hypothesis, critical))


def _rejects(design: Design, x: int, hypothesis: Fraction, critical: Fraction) -> bool:
    """Find a p above the threshold, or prove that there is none."""
    terms = _terms(design, x)
    threshold = _exp(critical / 2) * _likelihood(terms, hypothesis, hypothesis)
    if any(_likelihood(terms, p, p) > threshold for p in _places()):
        return True
    left = [(Fraction(j, _GRID), Fraction(j + 1, _GRID)) for j in range(_GRID)]
    for _ in range(_MAX_INTERVALS):
        if not left:
            return False
        u, v = left.pop()
        if not _likelihood(terms, u, v) < threshold:
            middle = (u + v) / 2
            if _likelihood(terms, middle, middle) > threshold:
                return True
            left += [(u, middle), (middle, v)]
    # Only a largest likelihood that meets the threshold exactly would never be decided.
    raise Undecided(f"whether x = {x} is rejected")


def _places() -> list[Fraction]:
    return [Fraction(j, _GRID) for j in range(1, _GRID)]


@cache
def _terms(design: Design, x: int) -> "tuple[tuple[int, int, arb], ...]":
    """Return (k, N - k, coefficient) of each p^k (1-p)^(N-k) in L_x, up to a common factor."""
    N, m = design.N, design.noise.m
    rate = design.noise.epsilon.value
    assert rate is not None  # the examples of the paper
    counts = range(max(0, x - m), min(N, x + m) + 1)
    return tuple((a, N - a, comb(N, a) * _exp(-rate * abs(x - a))) for a in counts)


def _likelihood(terms: "tuple[tuple[int, int, arb], ...]", u: Fraction, v: Fraction) -> "arb":
    """Return a bound of L_x on [u, v] from above; L_x itself where u = v."""
    from flint import arb

    high, low = _ball(v), _ball(1 - u)
    return sum((weight * high**k * low**rest for k, rest, weight in terms), arb(0))


def _exp(x: Fraction) -> "arb":
    return _ball(x).exp()


def _ball(x: Fraction) -> "arb":
    from flint import arb, fmpq

    return arb(fmpq(x.numerator, x.denominator))
