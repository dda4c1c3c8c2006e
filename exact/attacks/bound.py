"""The attack on the noise bound, Bach 4.1 after Asghar and Kaafar.

Of noisy F, M and T with F + M = T in truth, F + M - T is noise x_F + x_M - x_T alone, and

    E^ = ceil(|F + M - T| / 3)                                                              (6)

is the bound E itself with probability p_1 = P(|F + M - T| > 3 (E - 1)).
"""

from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import Weights
from exact.laws.maxent import MAX_D, MaxEntLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer
from exact.numbers.real import Real
from exact.pmf import Pmf


def estimated_bound(female: int, male: int, total: int) -> int:
    """Return the estimate (6) of E from one triple of released counts.

    >>> estimated_bound(3, 2, 11), estimated_bound(3, 2, 7)
    (2, 1)
    """
    return -(-abs(female + male - total) // 3)


def bound_of(*noises: Pmf) -> int:
    """Return E: the largest absolute noise of any."""
    return max(max(-noise.outcomes[0], noise.outcomes[-1]) for noise in noises)


def noise_of_triple(female: Pmf, male: Pmf, total: Pmf) -> Pmf:
    """Return the law of x_F + x_M - x_T for independent noise: three-fold convolution."""
    mirrored = Pmf.of((-z, w) for z, w in zip(total.outcomes, total.weights, strict=True))
    return convolution(convolution(female, male), mirrored)


def reveal_probability(female: Pmf, male: Pmf, total: Pmf, bound: int) -> Fraction:
    """Return p_1 = P(|x_F + x_M - x_T| > 3 (E - 1)) exactly.

    >>> coin = Pmf((-1, 0, 1), (1, 1, 1))
    >>> reveal_probability(coin, coin, coin, 1)
    Fraction(20, 27)
    """
    integer(bound, "E", 0, MAX_D)
    found = noise_of_triple(female, male, total)
    pairs = zip(found.outcomes, found.weights, strict=True)
    return Fraction(sum(w for z, w in pairs if abs(z) > 3 * (bound - 1)), found.total)


def uniform_probability(bound: int) -> Fraction:
    """Return p_1 = 20 / (2E + 1)^3 of noise uniform on [-E, E], footnote 11.

    >>> uniform_probability(2)
    Fraction(4, 25)
    """
    return Fraction(20, (2 * integer(bound, "E", 1, MAX_D) + 1) ** 3)


def law_probability(law: MaxEntLaw) -> Real:
    """Return p_1 of a symmetric law on [-E, E].

    The sum exceeds 3E - 3 if the three noises fall short of E by 2 at most in total: with
    a, b, c = p(E), p(E-1), p(E-2),   p_1 = 2 (a^3 + 3 a^2 b + 3 a^2 c + 3 a b^2).
    """
    return law.value(_enclosed_probability)


def _enclosed_probability(weights: Weights) -> Enclosure:
    """Return bounds of p_1 from bounds of the weights: every term grows with every weight."""
    low, high = _short_of_bound(weights.lo), _short_of_bound(weights.hi)
    return Enclosure(Fraction(low, weights.total_hi**3), Fraction(high, weights.total_lo**3))


def _short_of_bound(w: tuple[int, ...]) -> int:
    E = len(w) - 1
    a, b, c = w[E], w[E - 1], w[abs(E - 2)]
    return 2 * a * (a * a + 3 * a * b + 3 * a * c + 3 * b * b)


def convolution(first: Pmf, second: Pmf) -> Pmf:
    """Return the law of the sum of two independent noises."""
    if len(first.outcomes) * len(second.outcomes) > 10**7:
        size = len(first.outcomes) * len(second.outcomes)
        raise InputError("noise", size, "has too many pairs of outcomes", "choose a smaller range")
    return Pmf.of(
        (y + z, v * w)
        for y, v in zip(first.outcomes, first.weights, strict=True)
        for z, w in zip(second.outcomes, second.weights, strict=True)
    )
