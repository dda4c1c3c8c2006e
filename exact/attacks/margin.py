"""The margin attack, Bach 4.2: once E is known, an extreme tuple gives away all its true counts.

Categories c_1, ..., c_k and their total are released with independent noise. The sum of the
categories minus the total is (k + 1) E (or minus that) only if every noise is E in absolute value:
E for the categories and -E for the total, or the reverse.
"""

from fractions import Fraction

from exact.attacks.bound import bound_of
from exact.errors import InputError
from exact.laws.law import Weights
from exact.laws.maxent import MaxEntLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer
from exact.numbers.real import Real
from exact.pmf import Pmf

MAX_CATEGORIES = 1000


def disclosed(
    categories: tuple[int, ...], total: int, bound: int
) -> tuple[tuple[int, ...], int] | None:
    """Return the true categories and total where the released ones can only come from one noise.

    >>> disclosed((3, 2), 11, 2), disclosed((3, 2), 10, 2)
    (((5, 4), 9), None)
    """
    integer(bound, "E", 1, 1 << 60)
    _checked(len(categories))
    rest = sum(categories) - total
    if abs(rest) != (len(categories) + 1) * bound:
        return None
    noise = bound if rest > 0 else -bound
    return tuple(count - noise for count in categories), total + noise


def margin_probability(noise: Pmf, categories: int) -> Fraction:
    """Return the probability that one tuple is disclosed: p(E)^k p(-E) + p(-E)^k p(E).

    >>> margin_probability(Pmf((-1, 0, 1), (1, 1, 1)), 2)
    Fraction(2, 27)
    """
    _checked(categories)
    E = bound_of(noise)
    high, low = noise.probability(E), noise.probability(-E)
    return high**categories * low + low**categories * high


def law_margin_probability(law: MaxEntLaw, categories: int) -> Real:
    """Return 2 p(E)^(k+1), the same for a symmetric law on [-E, E]."""
    _checked(categories)
    power = categories + 1

    def value(weights: Weights) -> Enclosure:
        low, high = weights.lo[-1] ** power, weights.hi[-1] ** power
        return Enclosure(
            Fraction(2 * low, weights.total_hi**power), Fraction(2 * high, weights.total_lo**power)
        )

    return law.value(value)


def _checked(categories: int) -> None:
    if not 1 <= categories <= MAX_CATEGORIES:
        rule = f"must be from 1 to {MAX_CATEGORIES}"
        raise InputError("categories", categories, rule, "a sex breakdown has 2")
