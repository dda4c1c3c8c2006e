"""Example 1 of Sadeghi and Chien by a second route: mpmath with 120 digits, and plain Fractions."""

from fractions import Fraction
from itertools import pairwise

import mpmath

from reports.peers.routes import routes
from tests.laws.plain_law import rational_gamma_pmf
from tests.numbers.mp_reference import to_fraction, to_mp
from tests.quantiser.plain_rules import ceiling
from verification.comparison.routes import Answer, Question

D, GAMMA = 25, Fraction(127, 12495)
EPSILONS = (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2))
KEYSIZES = tuple(1 << bits for bits in (8, 16, 24, 32, 48, 53, 64, 96, 128))


def answer(route: str) -> Answer:
    """Return what a route answers for Example 1."""
    (found,) = (known for known in routes() if known.name == route)
    return found.answer(Question(D, GAMMA, EPSILONS, KEYSIZES))


def integers(keysize: int) -> tuple[int, ...]:
    """Return ceil(c(z) K), c known to about 120 digits."""
    return tuple(ceiling(rational_gamma_pmf(D, GAMMA), keysize))


def law_delta(epsilon: Fraction) -> Fraction:
    """Return the delta of the law to about 120 digits: (2.9) as it stands."""
    return hockey_stick(rational_gamma_pmf(D, GAMMA), epsilon)


def table_delta(epsilon: Fraction) -> Fraction:
    """Return the delta of the table of 2^32 keys to about 120 digits."""
    cmf = (0, *integers(2**32))
    counts = [b - a for a, b in pairwise(cmf)]
    return hockey_stick([Fraction(count, 2**32) for count in counts], epsilon)


def hockey_stick(pmf: list[Fraction], epsilon: Fraction) -> Fraction:
    """Return the larger of both directions of sum max(0, p(z) - e^epsilon p(z - 1))."""
    with mpmath.workdps(120):
        factor = to_fraction(mpmath.exp(to_mp(epsilon)))
    here, there = [*pmf, Fraction(0)], [Fraction(0), *pmf]
    directions = ((here, there), (there, here))
    return max(
        sum((max(Fraction(0), p - factor * q) for p, q in zip(a, b, strict=True)), Fraction(0))
        for a, b in directions
    )


def unit(value: Fraction) -> Fraction:
    """Return the ulp of a double at ``value``: 2^(e - 52) with 2^e <= value < 2^(e + 1)."""
    exponent = 0
    while Fraction(2) ** exponent > value:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= value:
        exponent += 1
    return Fraction(2) ** (exponent - 52)
