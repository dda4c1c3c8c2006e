"""Privacy of the law itself: Propositions 2 and 3 of Sadeghi-Chien, as enclosures.

With t_k = sum_{j=k..D} e^(-gamma j^2) and T the total weight, the event [-D, -k] has
P - e^epsilon Q = (t_k - e^epsilon t_{k+1}) / T for the noise of neighbouring counts, because the
sums of (2.19) telescope into tails. The worst event is [-D, max(-D, z*)] with
z* = floor(1/2 - epsilon / (2 gamma)), (2.18). By symmetry both directions have the same delta.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.law import Weights
from exact.laws.maxent import MaxEntLaw, gamma_factor
from exact.laws.rates import compare_multiple, rate_of_epsilon
from exact.laws.squares import SquareLaw
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon

Bounds = Mapping[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class LawDelta:
    """The tight delta of a law at one epsilon: A - B e^epsilon with A, B and delta enclosed."""

    delta: Enclosure
    A: Enclosure
    B: Enclosure
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


def law_delta(law: SquareLaw, epsilon: Epsilon, digits: int) -> LawDelta:
    """Return delta_{gamma,D}(epsilon) of Proposition 2, (2.19), to a relative width of 10^-digits.

    It ends: delta >= p(-D) > 0 by (2.12).
    """
    event = worst_event(law, epsilon)
    k = -event[-1]

    def enclose(weights: Weights) -> Enclosure:
        A, B = _coefficients(weights, k)
        lo, hi = epsilon.exp_bounds(weights.bits)
        scale = 1 << weights.bits
        return Enclosure(A.lo - B.hi * Fraction(hi, scale), A.hi - B.lo * Fraction(lo, scale))

    delta = law.enclose(enclose, digits)
    A = law.enclose(lambda weights: _coefficients(weights, k)[0], digits)
    B = _enclosed_b(law, k, digits)
    return LawDelta(delta, A, B, event)


def proposition_3_delta(law: SquareLaw, digits: int) -> Enclosure:
    """Return delta = C e^(-gamma D^2) = p(-D), (2.27).

    It is the tight delta for every epsilon with gamma < epsilon/(2D-1), cf. (2.20).
    """
    return law.pmf(-law.D, digits)


def reaches(law: SquareLaw, delta: Fraction) -> bool:
    """Tell whether C e^(-gamma D^2) <= delta, exactly.

    Equality, w_D = delta (w_0 + 2 w_1 + ... + 2 w_D), is decided by the algebra of the rate;
    without it narrowing decides.
    """

    def attempt(bits: int) -> bool | None:
        weights = law.weights(bits)
        if weights.hi[-1] <= delta * weights.total_lo:
            return True
        if weights.lo[-1] > delta * weights.total_hi:
            return False
        return True if _reached_exactly(law, delta) else None

    return narrow(attempt, 64 + 2 * delta.denominator.bit_length(), "delta of the law")


def _reached_exactly(law: SquareLaw, delta: Fraction) -> bool:
    terms = {k * k: -2 * delta.numerator for k in range(1, law.D + 1)}
    terms[0] = -delta.numerator
    terms[law.D**2] += delta.denominator
    return law.rate.vanishes(terms)


def delta_range(epsilon: Epsilon, D: int, digits: int) -> tuple[Enclosure, Enclosure]:
    """Return both ends of (2.24): the infimum (not attained) and the largest delta over (2.20)."""
    left, right = _end_laws(epsilon, D)
    return proposition_3_delta(right, digits), proposition_3_delta(left, digits)


def variance_range(epsilon: Epsilon, D: int, digits: int) -> tuple[Enclosure, Enclosure]:
    """Return both ends of (2.22): the infimum (not attained) and the largest V over (2.20)."""
    left, right = _end_laws(epsilon, D)
    return right.variance(digits), left.variance(digits)


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


def _coefficients(weights: Weights, k: int) -> tuple[Enclosure, Enclosure]:
    """Return A = t_k / T and B = t_{k+1} / T."""
    lo, hi = weights.tails()
    low, high = weights.total_lo, weights.total_hi
    return (
        Enclosure(Fraction(lo[k], high), Fraction(hi[k], low)),
        Enclosure(Fraction(lo[k + 1], high), Fraction(hi[k + 1], low)),
    )


def _enclosed_b(law: SquareLaw, k: int, digits: int) -> Enclosure:
    if k == law.D:
        return Enclosure(Fraction(0), Fraction(0))
    return law.enclose(lambda weights: _coefficients(weights, k)[1], digits)
