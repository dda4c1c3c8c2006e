"""The definition of (epsilon, delta) taken literally: every event is tried."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from hypothesis import strategies as st

from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf

# The oracle works with this many digits; what it returns is off by less than 10^-380, because all
# numbers met here are at most 10^9 and are made by a few thousand operations.
ORACLE_DIGITS = 400
ORACLE_ERROR = Fraction(1, 10**380)


def meets(found: Enclosure, expected: Any) -> bool:
    """Tell whether an enclosure meets the interval in which the oracle puts the number."""
    value = exact(expected)
    return found.lo - ORACLE_ERROR <= value <= found.hi + ORACLE_ERROR


def exact(x: Any) -> Fraction:
    """Return the rational that an mpmath number is."""
    sign, mantissa, exponent, _ = x._mpf_
    power = Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)
    return Fraction(-int(mantissa) if sign else int(mantissa)) * power


def excess(P: Pmf, Q: Pmf, E: Fraction, event: tuple[int, ...]) -> Fraction:
    """Return P(event) - E Q(event)."""
    return sum((P.probability(y) - E * Q.probability(y) for y in event), Fraction(0))


def events(P: Pmf, Q: Pmf) -> Iterator[tuple[int, ...]]:
    """Yield all 2^|Y| events."""
    outcomes = sorted({*P.outcomes, *Q.outcomes})
    return chain.from_iterable(combinations(outcomes, n) for n in range(len(outcomes) + 1))


def delta_over_all_events(P: Pmf, Q: Pmf, E: Fraction) -> Fraction:
    """Return max over all events of P(S) - E Q(S), (2.9)."""
    return max(excess(P, Q, E, event) for event in events(P, Q))


def pmfs(largest: int = 6, weight: int = 9) -> st.SearchStrategy[Pmf]:
    """Generate pmfs on subsets of 0..largest-1, with any total."""
    weights = st.lists(st.integers(0, weight), min_size=1, max_size=largest).filter(any)
    return weights.map(lambda found: Pmf.of(enumerate(found)))


def exponentials() -> st.SearchStrategy[Fraction]:
    """Generate e^epsilon >= 1, rational, often equal to a ratio of small weights."""
    small = st.integers(1, 9)
    return st.builds(Fraction, small, small).map(lambda r: max(r, 1 / r))
