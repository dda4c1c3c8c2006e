"""The exact answers to which floating-point routes are held, at one law and several KEYSIZEs."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw, law_of_epsilon
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from exact.quantiser.rules import quantised_cmf

# Relative width 10^-40 of delta: its error in ulps (2^-52 or so) is then known to 24 digits.
_DELTA_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Truth:
    """Integers c^Q(z) and how exact c(z) must be, for each KEYSIZE; delta at each epsilon.

    ``safe_bits`` b: whoever knows every c(z) with an error of at most 2^-b, as a number above 0
    and at most 1, gets every integer.
    """

    quantised: tuple[tuple[int, ...], ...]
    safe_bits: tuple[int, ...]
    deltas: tuple[Enclosure, ...]


def truth(
    D: int, epsilon: Fraction, epsilons: tuple[Fraction, ...], keysizes: tuple[int, ...]
) -> Truth:
    """Return the exact answers for the law of (epsilon, D) by Proposition 3."""
    law = law_of_epsilon(D, Epsilon(value=epsilon))
    return Truth(
        tuple(quantised_cmf(law, keysize) for keysize in keysizes),
        tuple(safe_bits(law, keysize) for keysize in keysizes),
        tuple(law_delta(law, Epsilon(value=at), _DELTA_DIGITS).delta for at in epsilons),
    )


def safe_bits(law: MaxEntLaw, keysize: int) -> int:
    """Return b such that an error of 2^-b in every c(z) changes no ceil(c(z) K).

    c(z) K is as far from the integers 1..K-1 as t_k K / T, k = 1..D, because c(-k) = t_k / T and
    c(k-1) = 1 - t_k / T; and 2^-b K is less than the smallest of these distances. The ends 0 and K
    do not count: a number in (0, 1] is on the right side of both. It ends: for a rational
    gamma > 0 no t_k K / T is an integer (see ``RationalRate``).

    >>> from exact.laws.maxent import law_of_gamma
    >>> safe_bits(law_of_gamma(1, Fraction(1)), 4)  # c(-1) 4 = 0.847...: 0.152... from 1
    5
    """

    def attempt(bits: int) -> int | None:
        weights = law.weights(bits)
        lows, highs = weights.tails()
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
