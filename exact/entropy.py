"""The entropy of a finite pmf, enclosed."""

from collections import Counter
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.real import SPARE_BITS, Enclosed, Known, Real
from exact.pmf import Pmf


def entropy(noise: Pmf) -> Real:
    """Return H = log K - (1/K) sum n(z) log n(z), in nats, (1.2).

    A single outcome has entropy exactly 0, all other pmfs more.
    """
    if len(noise.outcomes) == 1:
        return Known(Fraction(0))
    from exact.numbers.arb_floor import log_sum_bounds

    total = noise.total
    # K log K - sum n log n: equal weights are grouped.
    terms = Counter({n: -n * times for n, times in Counter(noise.weights).items()})
    terms[total] += total

    def enclose(bits: int) -> Enclosure:
        low, high = log_sum_bounds(terms, bits)
        return Enclosure(Fraction(low, total << bits), Fraction(high, total << bits))

    return Enclosed(enclose, spare_bits=SPARE_BITS + total.bit_length())
