"""Privacy of the law itself: Propositions 2 and 3 of Sadeghi-Chien, as numbers.

With t_k = sum_{j=k..D} e^(-gamma j^2) and T the total weight, the event [-D, -k] has
P - e^epsilon Q = (t_k - e^epsilon t_{k+1}) / T for the noise of neighbouring counts, because the
sums of (2.19) telescope into tails. The worst event is [-D, max(-D, z*)] with
z* = floor(1/2 - epsilon / (2 gamma)), (2.18). By symmetry both directions have the same delta.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw, gamma_factor
from exact.laws.rates import compare_multiple, rate_of_epsilon
from exact.laws.squares import SquareLaw
from exact.laws.values import minus_total, tail, weights_of
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import SPARE_BITS, Enclosed, Real

Bounds = Mapping[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class LawDelta:
    """The tight delta of a law at one epsilon, A - B e^epsilon."""

    delta: Real
    A: Real
    B: Real
    event: range


def worst_event(law: SquareLaw, epsilon: Epsilon) -> range:
    """Return E* = {z : p(z)/p(z-1) > e^epsilon} = [-D, -k], (2.18).

    z > -D belongs to it exactly if (1 - 2z) gamma > epsilon, (2.15); a tie does not.

    >>> from exact.laws.maxent import law_of_gamma
    >>> worst_event(law_of_gamma(11, Fraction(1, 8)), Epsilon(value=Fraction(1)))
    range(-11, -3)
    """
    low, high = -law.D, 0  # -D always belongs to it; find the largest z <= 0 that does
    while low < high:
        middle = -((-low - high) // 2)
        if compare_multiple(law.rate, 1 - 2 * middle, epsilon) > 0:
            low = middle
        else:
            high = middle - 1
    return range(-law.D, low + 1)


def law_delta(law: SquareLaw, epsilon: Epsilon) -> LawDelta:
    """Return delta_{gamma,D}(epsilon) of Proposition 2, (2.19); delta >= p(-D) > 0 by (2.12)."""
    event = worst_event(law, epsilon)
    k = -event[-1]
    A, B = (tail(law, least, _spare_bits(law)) for least in (k, k + 1))
    return LawDelta(event_delta(law, epsilon, k), A, B, event)


def event_delta(law: SquareLaw, epsilon: Epsilon, k: int) -> Real:
    """Return (t_k - e^epsilon t_(k+1)) / T of the event [-D, -k]."""
    if k == law.D:
        return law.probability(k)

    def enclose(bits: int) -> Enclosure:
        weights = weights_of(law, bits)
        lo, hi = epsilon.exp_bounds(bits)
        below, above = weights.tails
        low = (below[k] << bits) - hi * above[k + 1]
        high = (above[k] << bits) - lo * below[k + 1]
        totals = (weights.total_lo << bits, weights.total_hi << bits)
        return Enclosure(Fraction(low, totals[low > 0]), Fraction(high, totals[high < 0]))

    return Enclosed(enclose, lambda r: _is_delta(law, epsilon, k, r), _spare_bits(law))


def _spare_bits(law: SquareLaw) -> int:
    return SPARE_BITS + law.tail_bits()


def _is_delta(law: SquareLaw, epsilon: Epsilon, k: int, r: Fraction) -> bool:
    """Tell whether t_k - e^epsilon t_(k+1) = r T, for k < D.

    With e^epsilon rational it is a polynomial in x. Otherwise, if x is algebraic, t_(k+1) > 0
    would make e^epsilon algebraic, which it is not (Hermite-Lindemann); and if x = e^-gamma with
    gamma a positive rational, both sides are sums of powers of e with rational exponents, equal
    only if the coefficients of every exponent are (Lindemann-Weierstrass).
    """
    exp = epsilon.rational_exp
    if exp is not None:
        scale = r.denominator * exp.denominator
        above = r.denominator * exp.numerator
        terms = {j: scale * (j >= k) - above * (j > k) for j in range(law.D + 1)}
        return law.vanishes(minus_total(law, terms, r.numerator * exp.denominator))
    gamma = law.rate.exact
    if gamma is None or gamma == 0:
        return False
    assert epsilon.value is not None
    sums: dict[Fraction, Fraction] = defaultdict(Fraction)
    for j in range(law.D + 1):
        exponent = -gamma * j * j
        sums[exponent] += (j >= k) - r * (2 if j else 1)
        sums[epsilon.value + exponent] -= j > k
    return not any(sums.values())


def proposition_3_delta(law: SquareLaw) -> Real:
    """Return delta = C e^(-gamma D^2) = p(-D), (2.27).

    It is the tight delta for every epsilon with gamma < epsilon/(2D-1), cf. (2.20).
    """
    return law.probability(-law.D)


def delta_range(epsilon: Epsilon, D: int) -> tuple[Real, Real]:
    """Return both ends of (2.24): the infimum (not attained) and the largest delta over (2.20)."""
    left, right = _end_laws(epsilon, D)
    return proposition_3_delta(right), proposition_3_delta(left)


def variance_range(epsilon: Epsilon, D: int) -> tuple[Real, Real]:
    """Return both ends of (2.22): the infimum (not attained) and the largest V over (2.20)."""
    left, right = _end_laws(epsilon, D)
    return right.variance(), left.variance()


def _end_laws(epsilon: Epsilon, D: int) -> tuple[MaxEntLaw, MaxEntLaw]:
    """Return the laws at both ends of (2.20)."""
    low, high = (MaxEntLaw(D, rate_of_epsilon(epsilon, end)) for end in gamma_interval(D))
    return low, high


def gamma_interval(D: int) -> tuple[Fraction, Fraction]:
    """Return [1/(2D+1), 1/(2D-1)), the interval (2.20) of gamma / epsilon.

    >>> gamma_interval(25)
    (Fraction(1, 51), Fraction(1, 49))
    """
    return gamma_factor(D, Fraction(0)), Fraction(1, 2 * D - 1)


def delta_from_definition(p: Bounds, q: Bounds, exp: tuple[Fraction, Fraction]) -> Enclosure:
    """Return sum_y max(0, p(y) - e^epsilon q(y)) for two enclosed pmfs: (2.9) as it stands.

    Works for any two finite pmfs given as {outcome: (lo, hi)} and bounds of e^epsilon.
    """
    zero = (Fraction(0), Fraction(0))
    low = high = Fraction(0)
    for y, (p_lo, p_hi) in p.items():
        q_lo, q_hi = q.get(y, zero)
        low += max(Fraction(0), p_lo - exp[1] * q_hi)
        high += max(Fraction(0), p_hi - exp[0] * q_lo)
    return Enclosure(low, high)
