"""Whether an answer that another program calls an upper bound is one."""

from fractions import Fraction

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure


def is_upper_bound(answer: Fraction, truth: Enclosure, what: str) -> bool:
    """Tell whether ``answer`` is at least the number enclosed; ``what`` names it in an error.

    >>> third = Enclosure(Fraction(33, 100), Fraction(34, 100))
    >>> is_upper_bound(Fraction(1, 2), third, "p"), is_upper_bound(Fraction(1, 4), third, "p")
    (True, False)
    """
    if truth.lo <= answer < truth.hi:
        raise Undecided(f"{what}: the answer lies inside the enclosure of the truth")
    return answer >= truth.hi
