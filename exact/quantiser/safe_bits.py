"""How exactly c(z) must be known so that every integer ceil(c(z) K) comes out right."""

from exact.laws.maxent import MaxEntLaw
from exact.numbers.enclosure import narrow


def safe_bits(law: MaxEntLaw, keysize: int) -> int:
    """Return b such that an error of 2^-b in every c(z) changes no ceil(c(z) K).

    c(z) K is as far from the integers 1..K-1 as t_k K / T, k = 1..D, because c(-k) = t_k / T and
    c(k-1) = 1 - t_k / T; and 2^-b K is less than the smallest of these distances. The ends 0 and K
    do not count: a number in (0, 1] is on the right side of both. It ends: for a rational
    gamma > 0 no t_k K / T is an integer (see ``RationalRate``).

    >>> from fractions import Fraction
    >>> from exact.laws.maxent import law_of_gamma
    >>> safe_bits(law_of_gamma(1, Fraction(1)), 4)  # c(-1) 4 = 0.847...: 0.152... from 1
    5
    """

    def attempt(bits: int) -> int | None:
        weights = law.weights(bits)
        lows, highs = weights.tails
        distances = [
            _distance(
                (low * keysize << bits) // weights.total_hi,
                -(-(high * keysize << bits) // weights.total_lo),
                1 << bits,
            )
            for low, high in zip(lows[1:-1], highs[1:-1], strict=True)
        ]
        least = min(distances)
        # The least b with 2^-b < least / (K 2^bits).
        return None if least <= 0 else ((keysize << bits) // least).bit_length()

    return narrow(attempt, 2 * keysize.bit_length() + 32, "c(z) K against the integers")


def _distance(low: int, high: int, one: int) -> int:
    """Return how far [low, high] is from the multiples of ``one`` other than 0, at least."""
    whole, rest = divmod(low, one)
    above = (whole + 1) * one - high
    return above if whole == 0 else min(rest, above)
