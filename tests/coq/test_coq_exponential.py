"""Coq's bounds of e^x, computed in integers, against FLINT's."""

import re
from fractions import Fraction

from exact.numbers.arb_floor import exp_floor
from tests.coq.making import computed
from verification.kernel.workshop import Workshop

CASES = [
    (Fraction(1, 2), 200),
    (Fraction(-127, 12495), 200),
    (Fraction(1, 10**30), 300),
    (Fraction(-7, 3), 64),
    (Fraction(355, 113), 64),
    (Fraction(100), 400),
    (Fraction(-1000), 1600),
]


def test_the_bounds_enclose_and_are_narrow(shop: Workshop) -> None:
    """Lower bound <= floor < ceiling <= upper bound, and both lose few of their bits."""
    commands = [f"Compute exp_bounds ({x.numerator} # {x.denominator}) {w}." for x, w in CASES]
    for (x, w), text in zip(CASES, computed(shop, *commands), strict=True):
        lo, hi = (int(number) for number in re.findall(r"-?\d+", text))
        floor = exp_floor(x, w)
        assert lo <= floor < hi
        # Roundings cost a factor of 2^(k + 10) at most, with e^x itself before the point.
        lost = 12 + max(0, int(x * 3 / 2)) + int(abs(x)).bit_length()
        assert hi - lo < 1 << lost


def test_the_exponential_of_zero_is_exact(shop: Workshop) -> None:
    """e^0 = 1 has no width: the uniform law depends on it."""
    assert computed(shop, "Compute exp_bounds 0 10.") == ["(1024, 1024)"]
