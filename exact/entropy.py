"""The entropy of a finite pmf, enclosed."""

from collections import Counter
from fractions import Fraction

from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.pmf import Pmf


def entropy(noise: Pmf, digits: int) -> Enclosure:
    """Return H = log K - (1/K) sum n(z) log n(z), in nats, (1.2).

    A single outcome has entropy exactly 0, all other pmfs more: so narrowing ends.
    """
    if len(noise.outcomes) == 1:
        return Enclosure(Fraction(0), Fraction(0))
    from exact.numbers.arb_floor import log_sum_bounds

    total = noise.total
    # K log K - sum n log n: equal weights are grouped.
    terms = Counter({n: -n * times for n, times in Counter(noise.weights).items()})
    terms[total] += total

    def enclose(bits: int) -> Enclosure:
        low, high = log_sum_bounds(terms, bits)
        return Enclosure(Fraction(low, total << bits), Fraction(high, total << bits))

    return narrow_enclosure(enclose, 4 * digits + total.bit_length(), digits, "entropy")
