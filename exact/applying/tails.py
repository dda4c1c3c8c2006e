"""Tail probabilities of a binomial number X: n trials, each with the same chance q.

They are regularised incomplete beta functions, P(X >= x) = I_q(x, n - x + 1), enclosed by ball
arithmetic (Arb).
"""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure

_BITS = 200
# A chance below 2^-10000 is enclosed by 0 and that: its own digits would be millions.
_FEWEST = 10_000


def two_sided(count: int, total: int, chance: Fraction) -> Enclosure:
    """Return min(1, 2 min(P(X >= count), P(X <= count))) between proved bounds.

    Under the law it is at most a with probability at most a, for every a.

    >>> two_sided(0, 1, Fraction(1, 4)).hi, two_sided(2, 2, Fraction(1, 2)).lo <= Fraction(1, 2)
    (Fraction(1, 1), True)
    """
    above, below = at_least(count, total, chance), at_least(total - count, total, 1 - chance)
    one = Fraction(1)
    return Enclosure(min(one, 2 * min(above.lo, below.lo)), min(one, 2 * min(above.hi, below.hi)))


def at_least(count: int, total: int, chance: Fraction) -> Enclosure:
    """Return P(X >= count) for X binomial(total, chance).

    >>> at_least(2, 2, Fraction(1, 4)).lo <= Fraction(1, 16) <= at_least(2, 2, Fraction(1, 4)).hi
    True
    """
    if count == 0:
        return Enclosure(Fraction(1), Fraction(1))
    if chance in (0, 1):
        return Enclosure(chance, chance)
    from flint import arb, ctx

    with ctx.workprec(_BITS):
        value = arb(chance.numerator) / chance.denominator
        value = value.beta_lower(arb(count), arb(total - count + 1), regularized=True)
        if not value.is_finite():
            return Enclosure(Fraction(0), Fraction(1))
        if value.upper() < arb(2) ** -_FEWEST:
            return Enclosure(Fraction(0), Fraction(1, 1 << _FEWEST))
        ends = (value.lower().fmpq(), value.upper().fmpq())
    low, high = (Fraction(int(end.p), int(end.q)) for end in ends)
    return Enclosure(max(low, Fraction(0)), min(high, Fraction(1)))
