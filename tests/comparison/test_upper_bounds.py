"""An upper bound that may lie below the truth is never taken for one."""

from fractions import Fraction

import pytest

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from verification.comparison.upper_bounds import is_upper_bound

TRUTH = Enclosure(Fraction(1, 3), Fraction(2, 3))


def test_an_answer_inside_the_enclosure_is_undecided() -> None:
    """At both ends: above or at the upper end it holds, below the lower end it does not."""
    assert is_upper_bound(Fraction(2, 3), TRUTH, "delta")
    assert not is_upper_bound(Fraction(1, 3) - Fraction(1, 10**9), TRUTH, "delta")
    for answer in (Fraction(1, 3), Fraction(1, 2)):
        with pytest.raises(Undecided, match="delta: the answer lies inside"):
            is_upper_bound(answer, TRUTH, "delta")
    assert is_upper_bound(Fraction(1, 4), Enclosure(Fraction(1, 4), Fraction(1, 4)), "delta")
