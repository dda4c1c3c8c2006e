"""The maximum-entropy law of one row: any finite support S of integers, any mean, any variance.

Among all laws on S with mean m and variance V the one of largest entropy is

    p_j = e^(-beta j - gamma j^2) / Z,  j in S,

Sadeghi-Chien (2.3) and Appendix A with beta other than 0 (Fraser-Wooton solve for it numerically).
A row of a small count needs it: counts stay non-negative, so its support is asymmetric, and a
threshold may leave holes. Gibbs' inequality proves it: a law r on S with these moments has

    H(r) <= -sum r_j log p_j = log Z + beta m + gamma (V + m^2)

for *every* (beta, gamma), with equality exactly if r = p: where p has the moments itself, the right
side is H(p). gamma is negative where V exceeds the variance of the law with gamma = 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import TYPE_CHECKING

from exact.entropy import entropy
from exact.errors import InputError, Undecided, shown
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.guard import integer, rational
from exact.numbers.real import Enclosed, Known, Real
from exact.pmf import Pmf

if TYPE_CHECKING:
    from exact.laws.asymmetric_newton import Solution

MAX_NOISE = 10**6
MAX_OUTCOMES = 10_000
MAX_BITS = 4000
# So near to the boundary of what the support allows (2^-1000 of it) the law is not searched for.
_MAX_SLACK_BITS = 1000


@dataclass(frozen=True, slots=True)
class MaxEntropy:
    """The law p_j ~ e^(-beta j - gamma j^2) on ``support`` and its entropy in nats.

    ``variance`` is the one asked for; the law has it exactly, unless it was asked for "at most"
    that and does not need it: then gamma is exactly 0.
    """

    support: tuple[int, ...]
    mean: Fraction
    variance: Fraction
    beta: Enclosure
    gamma: Enclosure
    entropy: Enclosure


def max_entropy(
    support: Iterable[int],
    mean: Fraction,
    variance: Fraction,
    bits: int = 100,
    at_most: bool = False,
) -> MaxEntropy:
    """Return the law of largest entropy on ``support`` with this mean and this variance.

    Requires a variance strictly inside ``variance_range(support, mean)``: on its ends only one law
    is possible, and it has no beta and gamma. ``at_most`` asks for a variance of at most V: since
    d H / d V = gamma, that is the same law where gamma >= 0, and the law of gamma = 0 elsewhere.
    Ensures that the entropy has a relative width of at most 2^-bits, and beta and gamma, which
    may be 0, one of at most 2^-bits max(1, size). Raises Undecided very near to the boundary.

    >>> law = max_entropy(range(-1, 6), Fraction(0), Fraction(1), bits=40)
    >>> law.beta.lo > Fraction("0.33429314") and law.gamma.hi < Fraction("0.24330440")
    True
    """
    outcomes = checked_support(support)
    moments = rational(mean, "mean"), rational(variance, "variance")
    return _law(outcomes, *moments, integer(bits, "bits", 1, MAX_BITS), at_most)


def entropy_deficit(noise: Pmf, support: Iterable[int] | None = None) -> Real:
    """Return H_max - H(noise) >= 0: what ``noise`` lost against the best law of its own moments.

    H_max is taken over the laws on ``support`` (by default the outcomes of ``noise``, holes
    included) with exactly the mean and variance of ``noise``. It is exactly 0 where ``noise`` is
    that law, which algebra decides, and more elsewhere, because the best law is unique.

    >>> entropy_deficit(Pmf((-1, 0, 1, 2), (16, 8, 4, 2))).exact
    Fraction(0, 1)
    >>> entropy_deficit(Pmf((-1, 0, 1, 2), (16, 8, 4, 3))).compare(Fraction("0.00071"))
    1
    """
    outcomes = checked_support(noise.outcomes if support is None else support)
    if missing := set(noise.outcomes) - set(outcomes):
        rule = f"lacks {min(missing)}, an outcome of the noise"
        raise InputError("support", outcomes, rule, "give every value that the noise may take")
    if is_max_entropy(noise, outcomes):
        return Known(Fraction(0))
    m, V, own = noise.mean(), noise.variance(), entropy(noise)

    def enclose(bits: int) -> Enclosure:
        most, less = _law(outcomes, m, V, bits, False).entropy, own.enclosure(bits)
        return Enclosure(max(Fraction(0), most.lo - less.hi), most.hi - less.lo)

    return Enclosed(enclose)


def variance_range(support: Iterable[int], mean: Fraction) -> Enclosure:
    """Return the exact range of the variance of the laws on ``support`` with this mean.

    (mean, second moment) ranges over the convex hull of the points (j, j^2). Below it is bounded
    by the chord of the neighbours a <= m <= b of the mean, above by the chord of min and max; as
    variances, (m - a)(b - m) and (m - min)(max - m). No three points lie on a line, so each point
    of the boundary lies between two of them, and only one law has these moments.

    >>> variance_range((-1, 2, 3, 4, 5), Fraction(0))
    Enclosure(lo=Fraction(2, 1), hi=Fraction(5, 1))
    """
    outcomes = checked_support(support)
    m, low, high = rational(mean, "mean"), outcomes[0], outcomes[-1]
    if not low <= m <= high:
        rule = f"must lie from {low} to {high}, the ends of the support"
        raise InputError("mean", m, rule, "choose a mean or a support that allow each other")
    below, above = max(j for j in outcomes if j <= m), min(j for j in outcomes if j >= m)
    return Enclosure((m - below) * (above - m), (m - low) * (high - m))


def is_max_entropy(noise: Pmf, support: Iterable[int]) -> bool:
    """Tell exactly whether no law on ``support`` with the moments of ``noise`` has more entropy.

    Either the moments leave no other law (the boundary of the region), or ``noise`` has the form
    e^(-alpha - beta j - gamma j^2) on all of ``support``: its logarithms are a polynomial of degree
    two, that is, their third divided differences are 0.

    >>> [is_max_entropy(Pmf((0, 1, 2, 4), (1, 2, 8, n)), (0, 1, 2, 4)) for n in (1024, 1023)]
    [True, False]
    """
    outcomes = checked_support(support)
    allowed, V = variance_range(outcomes, noise.mean()), noise.variance()
    if V in (allowed.lo, allowed.hi):
        return True
    if outcomes != noise.outcomes:
        return False
    pairs = list(zip(noise.outcomes, noise.weights, strict=True))
    return all(_is_quadratic(pairs[i : i + 4]) for i in range(len(pairs) - 3))


def checked_support(support: Iterable[int]) -> tuple[int, ...]:
    """Return the noise values in increasing order, each once.

    >>> checked_support([2, 0, 1])
    (0, 1, 2)
    """
    outcomes = tuple(sorted({integer(j, "support", -MAX_NOISE, MAX_NOISE) for j in support}))
    if not 1 <= len(outcomes) <= MAX_OUTCOMES:
        rule = f"must hold from 1 to {MAX_OUTCOMES} noise values"
        raise InputError("support", f"{len(outcomes)} values", rule, "give such a support")
    return outcomes


def _law(
    support: tuple[int, ...], mean: Fraction, variance: Fraction, bits: int, at_most: bool
) -> MaxEntropy:
    def attempt(working: int) -> MaxEntropy | None:
        found = _solved(support, mean, variance, working, at_most)
        if found is None or not _is_narrow(found, bits):
            return None
        return MaxEntropy(support, mean, variance, found.beta, found.gamma, found.entropy)

    # It ends: inside the moment region a solution exists (log Z + beta m + gamma m_2 is strictly
    # convex and grows in every direction), the Hessian there is not singular, so the balls of
    # Newton's method shrink as the bits grow, and three outcomes or more have entropy above 0.
    start = 64 + bits + 4 * _slack_bits(support, mean, variance, at_most)
    return narrow(attempt, start, "the maximum-entropy law")


def _solved(
    support: tuple[int, ...], mean: Fraction, variance: Fraction, bits: int, at_most: bool
) -> "Solution | None":
    from exact.laws.asymmetric_newton import solve

    if not at_most:
        return solve(support, mean, variance, bits)
    free = solve(support, mean, None, bits)
    if free is None or free.variance.hi <= variance:
        return free
    bound = solve(support, mean, variance, bits)
    if bound is None or free.variance.lo >= variance:
        return bound
    # The free law may have variance V exactly: one of the two is the law, their hull holds it.
    return free.hull(bound)


def _is_narrow(found: "Solution", bits: int) -> bool:
    parameters = all(
        x.width * (1 << bits) <= max(Fraction(1), min(abs(x.lo), abs(x.hi)))
        for x in (found.beta, found.gamma)
    )
    return parameters and found.entropy.is_relatively_narrow(bits)


def _slack_bits(support: tuple[int, ...], mean: Fraction, variance: Fraction, at_most: bool) -> int:
    """Return -log2 of how far inside their region the moments lie, of its size; or refuse."""
    allowed = variance_range(support, mean)
    low, high = variance - allowed.lo, (allowed.hi if at_most else allowed.hi - variance)
    if not (low > 0 and high > 0):
        raise _outside(mean, variance, allowed)
    slack = min(low, high) / (support[-1] - support[0]) ** 2
    bits = max(0, slack.denominator.bit_length() - slack.numerator.bit_length() + 1)
    if bits > _MAX_SLACK_BITS:
        raise Undecided("the maximum-entropy law: the variance is too near to what is possible")
    return bits


def _outside(mean: Fraction, variance: Fraction, allowed: Enclosure) -> InputError:
    """Return the error that says which variances are possible, and what holds on the ends."""
    low, high = shown(allowed.lo), shown(allowed.hi)
    if variance in (allowed.lo, allowed.hi):
        rule = f"is on the boundary {low} <= V <= {high} of what mean {shown(mean)} allows there"
        remedy = "a single law on at most two values is possible, and its entropy is forced"
    else:
        rule = f"must lie in {low} < V < {high} for mean {shown(mean)} on this support"
        remedy = "choose a variance or a support that allow each other"
    return InputError("variance", variance, rule, remedy)


def _is_quadratic(pairs: list[tuple[int, int]]) -> bool:
    """Tell whether log y is a quadratic function of x at four points (x, y).

    The third divided difference sum_i log y_i / prod_{k != i} (x_i - x_k) is 0 exactly if
    the product of the y_i to integer powers is 1.
    """
    slopes = [prod(x - other for other, _ in pairs if other != x) for x, _ in pairs]
    scale = lcm(*slopes)
    return _product_is_one([(y, scale // s) for (_, y), s in zip(pairs, slopes, strict=True)])


def _product_is_one(powers: list[tuple[int, int]]) -> bool:
    """Tell whether the product of n^e over ``powers`` (n, e) is 1, without any large power.

    n^e m^f = (n/g)^e (m/g)^f g^(e+f) makes the bases coprime, g = gcd(n, m); it ends because the
    product of the bases falls. A product of powers, none 0, of coprime bases above 1 is not 1.
    """
    coprime: dict[int, int] = {}
    pending = list(powers)
    while pending:
        n, e = pending.pop()
        if n == 1 or e == 0:
            continue
        common = next((m for m in coprime if gcd(n, m) > 1), None)
        if common is None:
            coprime[n] = e
        else:
            g, f = gcd(n, common), coprime.pop(common)
            pending += [(n // g, e), (common // g, f), (g, e + f)]
    return not coprime
