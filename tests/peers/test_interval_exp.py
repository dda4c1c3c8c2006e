"""mpmath's interval e^x: its misses are real, and an interval that holds e^x is never one."""

from fractions import Fraction

import mpmath
from hypothesis import assume, given
from hypothesis import strategies as st

from exact.numbers import integer_floor
from reports.peers.interval_exp import Misses, misses, random_dyadics
from tests.numbers.mp_reference import to_fraction, to_mp
from tests.peers.example_1 import unit
from verification.comparison.intervals import missed

DYADICS = st.builds(
    lambda mantissa, power: Fraction(mantissa, 1 << power),
    st.integers(-(2**40), 2**40).filter(bool),
    st.integers(36, 60),
)


def test_some_of_20_000_enclosures_do_not_hold_the_exponential(interval_misses: Misses) -> None:
    """Each is confirmed by mpmath itself with 60 digits: e^x lies above the upper end."""
    assert (interval_misses.tried, interval_misses.precision) == (20_000, 53)
    assert interval_misses.found
    for miss in interval_misses.found:
        with mpmath.workdps(60):
            true = to_fraction(mpmath.exp(to_mp(miss.x)))
        assert miss.is_above
        assert miss.upper < true
        off = (true - miss.upper) / unit(miss.upper)
        assert abs(miss.ulps.lo - off) < Fraction(1, 10**20)


def test_a_miss_repeats_with_mpmath_as_anybody_would_use_it(interval_misses: Misses) -> None:
    """The first witness through the public ``mpmath.iv`` at its default precision."""
    miss = interval_misses.found[0]
    assert mpmath.iv.prec == 53
    interval = mpmath.iv.exp(mpmath.iv.mpf(miss.x.numerator) / miss.x.denominator)
    assert to_fraction(mpmath.mpf(interval.b)) == miss.upper


def test_an_interval_from_the_integer_producer_is_never_a_miss() -> None:
    """[floor, floor + 1] / 2^60 holds e^x for each argument that mpmath was asked."""
    for x in random_dyadics(500):
        floor = integer_floor.exp_floor(x, 60)
        assert missed(x, Fraction(floor, 2**60), Fraction(floor + 1, 2**60)) is None


@given(DYADICS, st.integers(20, 120))
def test_the_neighbouring_intervals_are_always_misses(x: Fraction, bits: int) -> None:
    """The grid intervals just below and just above the one that holds e^x do not hold it."""
    floor = integer_floor.exp_floor(x, bits)
    one = Fraction(1, 1 << bits)
    assume(floor > 0)
    above = missed(x, (floor - 1) * one, floor * one)
    below = missed(x, (floor + 1) * one, (floor + 2) * one)
    assert above is not None
    assert below is not None
    assert (above.is_above, below.is_above) == (True, False)
    assert above.ulps.lo > 0
    assert below.ulps.lo > 0


def test_arguments_are_seeded_dyadics_of_53_bits() -> None:
    """The same in every run, of both signs, exact as doubles."""
    found = list(random_dyadics(1000))
    assert found == list(random_dyadics(1000))
    assert {x > 0 for x in found} == {True, False}
    assert all(Fraction(float(x)) == x for x in found)


def test_the_precision_of_mpmath_is_left_alone() -> None:
    """Asking at another precision does not change what the rest of the program computes with."""
    before = (mpmath.mp.prec, mpmath.iv.prec)
    assert misses([Fraction(1, 4)], precision=24).tried == 1
    assert (mpmath.mp.prec, mpmath.iv.prec) == before
