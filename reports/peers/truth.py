"""The exact answers to which floating-point routes are held, at one law and several KEYSIZEs."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import law_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from exact.quantiser.rules import quantised_cmf
from exact.quantiser.safe_bits import safe_bits

# Relative width 2^-134 of delta: its error in ulps (2^-52 or so) is then known to 80 bits.
_DELTA_BITS = 134


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
        tuple(law_delta(law, Epsilon(value=at)).delta.enclosure(_DELTA_BITS) for at in epsilons),
    )
