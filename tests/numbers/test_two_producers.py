"""Two independent producers of floor(2^b e^x) and floor(2^b log x), and mpmath as the third."""

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers import arb_floor, integer_floor
from tests.numbers.mp_reference import distance_to_integer, to_fraction, to_mp

PRODUCERS = [arb_floor.exp_floor, integer_floor.exp_floor]
LOG_PRODUCERS = [arb_floor.log_floor, integer_floor.log_floor]
Producer = Callable[[Fraction, int], int]

TINY = Fraction(1, 10**300)
SPARE_BITS = 250
# mpmath is right to far more than this: a value further than this from an integer has its floor.
SAFE = Fraction(1, 1 << 60)

exponents = st.fractions(-60, 60, max_denominator=10**12)
positives = st.fractions(Fraction(1, 10**9), 10**9, max_denominator=10**9)
precisions = st.integers(0, 400)


def mp_exp(x: Fraction, bits: int) -> Fraction:
    """Return e^x 2^bits from mpmath, with an error below 2^-SPARE_BITS for x <= 60."""
    with mpmath.workprec(bits + SPARE_BITS + 100):
        return to_fraction(mpmath.exp(to_mp(x)) * mpmath.mpf(2) ** bits)


def mp_log(x: Fraction, bits: int) -> Fraction:
    """Return log(x) 2^bits from mpmath, with an error below 2^-SPARE_BITS."""
    with mpmath.workprec(bits + SPARE_BITS + 100):
        return to_fraction(mpmath.log(to_mp(x)) * mpmath.mpf(2) ** bits)


@given(x=exponents, bits=precisions)
@example(x=Fraction(0), bits=17)
@example(x=Fraction(-60), bits=0)
def test_both_producers_of_exp_give_the_same_integer(x: Fraction, bits: int) -> None:
    """FLINT's balls and plain integers agree on floor(e^x 2^b)."""
    assert arb_floor.exp_floor(x, bits) == integer_floor.exp_floor(x, bits)


@given(x=positives, bits=precisions)
@example(x=Fraction(1), bits=17)
@example(x=Fraction(8, 15), bits=100)
def test_both_producers_of_log_give_the_same_integer(x: Fraction, bits: int) -> None:
    """FLINT's balls and plain integers agree on floor(log(x) 2^b)."""
    assert arb_floor.log_floor(x, bits) == integer_floor.log_floor(x, bits)


@pytest.mark.parametrize("exp_floor", PRODUCERS)
@given(x=exponents, bits=precisions)
def test_exp_is_the_floor_of_mpmath(exp_floor: Producer, x: Fraction, bits: int) -> None:
    """Away from an integer, the floor of mpmath's value is the floor of e^x 2^b."""
    expected = mp_exp(x, bits)
    assume(distance_to_integer(expected) > SAFE)
    assert exp_floor(x, bits) == expected.__floor__()


@pytest.mark.parametrize("log_floor", LOG_PRODUCERS)
@given(x=positives, bits=precisions)
def test_log_is_the_floor_of_mpmath(log_floor: Producer, x: Fraction, bits: int) -> None:
    """Away from an integer, the floor of mpmath's value is the floor of log(x) 2^b."""
    expected = mp_log(x, bits)
    assume(distance_to_integer(expected) > SAFE)
    assert log_floor(x, bits) == expected.__floor__()


@pytest.mark.parametrize("exp_floor", PRODUCERS)
@pytest.mark.parametrize("bits", [0, 1, 64, 900])
def test_exp_at_and_beside_zero(exp_floor: Producer, bits: int) -> None:
    """e^0 = 1 exactly; for 0 < x < 2^-b, 1 < e^x < 1 + 2^-b and 1 - 2^-b < e^-x < 1."""
    one = 1 << bits
    assert exp_floor(Fraction(0), bits) == one
    assert exp_floor(TINY, bits) == one
    assert exp_floor(-TINY, bits) == one - 1


@pytest.mark.parametrize("log_floor", LOG_PRODUCERS)
@pytest.mark.parametrize("bits", [0, 1, 64, 900])
def test_log_at_and_beside_one(log_floor: Producer, bits: int) -> None:
    """log 1 = 0 exactly; just above 1 the floor is 0, just below it is -1."""
    assert log_floor(Fraction(1), bits) == 0
    assert log_floor(1 + TINY, bits) == 0
    assert log_floor(1 - TINY, bits) == -1


@pytest.mark.parametrize("exp_floor", PRODUCERS)
def test_exp_of_a_far_negative_number_is_below_every_grid(exp_floor: Producer) -> None:
    """0 < e^(-2^19) < 2^-4000, so the floor is 0 at the very end of the range."""
    assert exp_floor(Fraction(-(1 << 19)), 4000) == 0


@pytest.mark.parametrize("exp_floor", PRODUCERS)
@pytest.mark.parametrize("x", [Fraction(10**4), Fraction(10**6, 77), Fraction(-3000)])
def test_exp_of_a_huge_number_keeps_every_bit(exp_floor: Producer, x: Fraction) -> None:
    """The 20,000 bits of a huge exponential are those of mpmath at 25,000 bits."""
    with mpmath.workprec(25_000):
        expected = to_fraction(mpmath.exp(to_mp(x)) * mpmath.mpf(2) ** 4400)
    assert distance_to_integer(expected) > SAFE
    assert exp_floor(x, 4400) == expected.__floor__()


@pytest.mark.parametrize("log_floor", LOG_PRODUCERS)
@pytest.mark.parametrize("x", [Fraction(10**3000), Fraction(1, 7**3000), Fraction(2) ** 5000])
def test_log_of_a_huge_and_of_a_tiny_number(log_floor: Producer, x: Fraction) -> None:
    """Thousands of digits before or after the point do not disturb the logarithm."""
    expected = mp_log(x, 200)
    assert distance_to_integer(expected) > SAFE
    assert log_floor(x, 200) == expected.__floor__()


@given(x=st.fractions(-200, 16, max_denominator=10**9), bits=st.integers(1, 500))
def test_integer_bounds_of_exp_are_at_most_three_units_apart(x: Fraction, bits: int) -> None:
    """The enclosure of e^x holds mpmath's value and is narrow."""
    lo, hi = integer_floor.exp_bounds(x, bits)
    assert lo <= mp_exp(x, bits) <= hi
    assert hi - lo <= 3


@given(x=st.fractions(16, 5000, max_denominator=1000), bits=st.integers(40, 300))
def test_integer_bounds_of_a_large_exp_are_relatively_narrow(x: Fraction, bits: int) -> None:
    """For large x the width is at most 2^-bits of the value."""
    lo, hi = integer_floor.exp_bounds(x, bits)
    with mpmath.workprec(bits + 8000):
        expected = to_fraction(mpmath.exp(to_mp(x)) * mpmath.mpf(2) ** bits)
    assert lo <= expected <= hi
    assert (hi - lo) << bits <= hi


@given(x=positives, bits=st.integers(1, 500))
@example(x=Fraction(8, 15), bits=300)  # mantissa between 1/2 and 2/3
@example(x=Fraction(4, 3), bits=300)
def test_integer_bounds_of_log_are_at_most_two_units_apart(x: Fraction, bits: int) -> None:
    """The enclosure of log x holds mpmath's value and is narrow."""
    lo, hi = integer_floor.log_bounds(x, bits)
    assert lo <= mp_log(x, bits) <= hi
    assert hi - lo <= 2


@given(
    terms=st.dictionaries(st.integers(2, 10**6), st.integers(-1000, 1000), min_size=1, max_size=6),
    bits=st.integers(10, 300),
)
def test_a_sum_of_logarithms_is_enclosed_narrowly(terms: dict[int, int], bits: int) -> None:
    """The sum of c log n lies between bounds that are at most 2 units apart."""
    lo, hi = arb_floor.log_sum_bounds(terms, bits)
    expected = sum((c * mp_log(Fraction(n), bits) for n, c in terms.items()), Fraction(0))
    assert lo <= expected <= hi
    assert hi - lo <= 2


def test_a_sum_of_logarithms_that_cancels_holds_zero() -> None:
    """2 log 12 - log 9 - 4 log 2 = 0 because 12^2 = 9 * 2^4."""
    lo, hi = arb_floor.log_sum_bounds({12: 2, 9: -1, 2: -4}, 500)
    assert lo <= 0 <= hi


@pytest.mark.parametrize("exp_floor", PRODUCERS)
@pytest.mark.parametrize("x", [Fraction((1 << 19) + 1), Fraction(-(1 << 19) - 1)])
def test_exponents_beyond_the_range_are_refused(exp_floor: Producer, x: Fraction) -> None:
    """Both producers refuse |x| > 2^19 in the same words."""
    with pytest.raises(InputError, match=r"exponent = .*must lie within 2\^19; choose smaller"):
        exp_floor(x, 10)


@pytest.mark.parametrize("x", [0.5, 1, "1/2", None])
def test_only_a_fraction_enters_the_producers(x: object) -> None:
    """A float, an int or a text is refused by all four functions."""
    for producer in (*PRODUCERS, *LOG_PRODUCERS):
        with pytest.raises(InputError, match="must be a Fraction"):
            producer(x, 10)  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("log_floor", LOG_PRODUCERS)
@pytest.mark.parametrize("x", [Fraction(0), Fraction(-1, 2)])
def test_log_of_nothing_positive_is_refused(log_floor: Producer, x: Fraction) -> None:
    """log x exists for x > 0 only."""
    with pytest.raises(InputError, match=r"log argument = .*must be greater than 0"):
        log_floor(x, 10)
