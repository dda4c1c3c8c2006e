"""Real numbers: enclosed to any number of bits, held against rationals, exact where they are."""

from fractions import Fraction
from itertools import pairwise
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import Undecided
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio
from exact.laws.maxent import law_of_gamma
from exact.laws.rates import LogRate, RationalRate
from exact.laws.variance_root import VarianceRate
from exact.numbers import integer_floor
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import agreed
from exact.numbers.real import Enclosed, Known, Real
from exact.privacy.delta import Delta
from exact.privacy.law_privacy import law_delta

RATIONALS = st.fractions(-5, 5, max_denominator=50)
POSITIVE = st.fractions(Fraction(1, 50), 3, max_denominator=50)
COEFFICIENTS = st.lists(st.integers(-9, 9), min_size=1, max_size=4)
HALF = Fraction(1, 2)
# By the second producer, with more bits than are compared.
ORACLE_BITS = 600


def sign(x: Fraction) -> int:
    """Return the sign of a rational."""
    return (x > 0) - (x < 0)


def root_of_two(bits: int) -> Enclosure:
    """Return bounds of the square root of 2."""
    floor = isqrt(2 << 2 * bits)
    return Enclosure.scaled(floor, floor + 1, bits)


def wide(bits: int) -> Enclosure:
    """Return bounds of 1 that never are a point."""
    return Enclosure.scaled((1 << bits) - 1, (1 << bits) + 1, bits)


def exponential(x: Fraction) -> Fraction:
    """Return a rational within 2^-600 of e^x, computed with plain integers."""
    return Fraction(integer_floor.exp_floor(x, ORACLE_BITS), 1 << ORACLE_BITS)


NUMBERS: list[Real] = [
    Known(Fraction(1, 3)),
    Enclosed(root_of_two),
    Epsilon(value=HALF),
    Epsilon(exp=Fraction(10)),
    RationalRate(HALF),
    LogRate(HALF, Fraction(2)),
    VarianceRate(3, Fraction(2)),
    Delta(Fraction(3), Fraction(1, 7), Epsilon(value=HALF)),
    Delta(Fraction(3), Fraction(1, 7), Epsilon(exp=Fraction(3, 2))),
    ExpRatio.of(Epsilon(value=HALF), [1, 2], [3, 1]),
    LaplaceLaw(Epsilon(value=HALF), 4).variance(),
    law_of_gamma(7, Fraction(1, 8)).probability(7),
    law_of_gamma(7, Fraction(1, 8)).cmf(2),
    law_of_gamma(7, Fraction(1, 8)).variance(),
    law_delta(law_of_gamma(7, Fraction(1, 8)), Epsilon(value=HALF)).delta,
    Enclosed(root_of_two).affine(Fraction(-3), Fraction(1)),
]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: type(number).__name__)
def test_an_enclosure_is_as_narrow_as_its_bits_and_meets_every_other(number: Real) -> None:
    """The width is at most 2^-bits of the number; bounds of one number overlap."""
    found = [number.enclosure(bits) for bits in (1, 20, 64, 200, 500)]
    for bits, bounds in zip((1, 20, 64, 200, 500), found, strict=True):
        assert bounds.width * 2**bits <= min(abs(bounds.lo), abs(bounds.hi))
    assert max(bounds.lo for bounds in found) <= min(bounds.hi for bounds in found)
    if number.exact is not None:
        assert set(found) == {Enclosure.point(number.exact)}


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: type(number).__name__)
def test_working_bounds_of_one_number_shrink(number: Real) -> None:
    """Bounds computed with twice the bits are narrower, or points already, and overlap."""
    found = [number.enclose(bits) for bits in (64, 128, 256, 512)]
    for coarse, fine in pairwise(found):
        assert fine.width < coarse.width or coarse.width == 0
        assert coarse.lo <= fine.hi
        assert fine.lo <= coarse.hi


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: type(number).__name__)
def test_a_comparison_is_that_of_the_bounds(number: Real) -> None:
    """A number is above what lies below its bounds, below what lies above, and itself if exact."""
    bounds, off = number.enclosure(100), Fraction(1, 10**40)
    assert number.compare(bounds.lo - off) == 1
    assert number.compare(bounds.hi + off) == -1
    if number.exact is not None:
        assert number.compare(number.exact) == 0


@given(A=RATIONALS, B=RATIONALS.filter(bool), epsilon=POSITIVE, bits=st.integers(1, 300))
def test_delta_is_enclosed_around_what_plain_integers_give(
    A: Fraction, B: Fraction, epsilon: Fraction, bits: int
) -> None:
    """A - B e^epsilon with e^epsilon from the second producer lies in every enclosure."""
    delta, slack = Delta(A, B, Epsilon(value=epsilon)), abs(B) / (1 << ORACLE_BITS)
    expected, found = A - B * exponential(epsilon), delta.enclosure(bits)
    assert found.lo - slack <= expected <= found.hi + slack
    assert delta.compare(expected + 2 * slack) == -1
    assert delta.compare(expected - 2 * slack) == 1


@given(above=COEFFICIENTS, epsilon=POSITIVE, bound=RATIONALS)
def test_a_polynomial_in_e_is_compared_as_plain_integers_say(
    above: list[int], epsilon: Fraction, bound: Fraction
) -> None:
    """The sign of P(E)/(1 + E) - bound is that with E from the second producer, or of a tie."""
    number = ExpRatio.of(Epsilon(value=epsilon), above, [1, 1])
    E = exponential(epsilon)
    difference = sum((c * E**i for i, c in enumerate(above)), Fraction(0)) / (1 + E) - bound
    tie = number.exact == bound
    assert number.compare(bound) == (0 if tie else sign(difference))


@given(value=RATIONALS, bound=RATIONALS, bits=st.integers(1, 100))
def test_a_rational_is_compared_as_a_fraction(value: Fraction, bound: Fraction, bits: int) -> None:
    """What is exact is compared exactly, whichever way it is given."""
    point = Enclosed(lambda _: Enclosure.point(value))
    for number in (Known(value), point, Delta(value, Fraction(0), Epsilon(value=HALF))):
        assert number.compare(bound) == sign(value - bound)
        assert number.enclose(bits) == Enclosure.point(value)


def test_a_rational_that_nobody_knows_to_be_one_is_undecided() -> None:
    """Bounds around 1 that never are a point settle 1 + 2^-900, and never 1 itself."""
    number = Enclosed(wide)
    assert number.compare(1 + Fraction(1, 1 << 900)) == -1
    assert number.compare(1 - Fraction(1, 1 << 900)) == 1
    with pytest.raises(Undecided, match="a number against a rational: not settled"):
        number.compare(Fraction(1))
    with pytest.raises(Undecided, match="rounding a number: not settled"):
        number.rounded(lambda value: value.__floor__())


def test_bounds_are_remembered_for_each_producer_by_itself() -> None:
    """What one producer computed is not handed out as what the other one did."""
    asked: list[int] = []

    def bounds(bits: int) -> Enclosure:
        asked.append(bits)
        return root_of_two(bits)

    number = Enclosed(bounds)
    for _ in range(2):
        agreed(lambda: number.enclose(64), "a number")
    assert asked == [64, 64]


def test_a_tie_that_algebra_knows_is_decided() -> None:
    """With the algebra that says so the same bounds are those of 1; also for what is made of it."""
    number = Enclosed(wide, lambda bound: bound == 1)
    assert number.compare(Fraction(1)) == 0
    assert number.affine(Fraction(-2), Fraction(5)).compare(Fraction(3)) == 0
    assert number.rounded(lambda value: value.__floor__(), lambda _, high: Fraction(high)) == 1


def test_zero_has_no_relative_bounds() -> None:
    """A number that is 0, without being known to be, has no enclosure: it is not made up."""
    number = Enclosed(lambda bits: Enclosure.scaled(-1, 1, bits))
    with pytest.raises(Undecided, match="bounds of a number: not settled"):
        number.enclosure(3)
    assert Known(Fraction(0)).enclosure(3) == Enclosure.point(Fraction(0))


@given(value=RATIONALS, keys=st.integers(1, 1000))
def test_rounding_an_enclosed_number_is_rounding_the_number(value: Fraction, keys: int) -> None:
    """floor(v K) by bounds around v is that of v, on the integers too, where algebra knows v."""
    number = Enclosed(
        lambda bits: Enclosure(value - Fraction(1, 1 << bits), value + Fraction(1, 1 << bits)),
        lambda bound: bound == value,
    )

    def border(low: int, high: int) -> Fraction | None:
        return Fraction(high, keys) if high == low + 1 else None

    assert number.rounded(lambda v: (v * keys).__floor__(), border) == (value * keys).__floor__()


@given(factor=RATIONALS.filter(bool), shift=RATIONALS, bound=RATIONALS)
def test_a_multiple_and_a_sum_are_compared_as_squares_say(
    factor: Fraction, shift: Fraction, bound: Fraction
) -> None:
    """factor sqrt 2 + shift > bound is decided by squares, without bounds."""
    number = Enclosed(root_of_two).affine(factor, shift)
    rest = (bound - shift) / factor  # sqrt 2 against this
    above = 1 if rest < 0 or rest * rest < 2 else -1
    assert number.compare(bound) == (above if factor > 0 else -above)
