"""PRAM rows from a noise law, and the delta of what is released."""

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio
from exact.mechanisms.pram import BLOCK, PRINTED, released
from exact.mechanisms.truncated_rows import (
    released_delta,
    residue_rows,
    small_count_rows,
    truncated_row,
)
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import profile

# Three with a rational e^epsilon, so that everything is a rational.
LAWS = st.builds(
    LaplaceLaw,
    st.sampled_from(
        [Epsilon(exp=Fraction(2)), Epsilon(exp=Fraction(5, 2)), Epsilon(exp=Fraction(9))]
    ),
    st.integers(1, 7),
)
TWO = LaplaceLaw(Epsilon(value=Fraction(2)), 7)


def noise(law: LaplaceLaw) -> dict[int, Fraction]:
    """Return e^(-epsilon |z|), normalised, from the definition."""
    exp = law.epsilon.exp
    assert exp is not None
    weights = {z: 1 / exp ** abs(z) for z in range(-law.m, law.m + 1)}
    total = sum(weights.values())
    return {z: weight / total for z, weight in weights.items()}


@given(LAWS, st.integers(2, 15), st.data())
def test_what_leaves_the_range_goes_to_the_neighbour(
    law: LaplaceLaw, size: int, data: st.DataObject
) -> None:
    """Noise inside the range keeps its probability; the neighbours take the rest of their side."""
    value = data.draw(st.integers(0, size - 1))
    row = {j: p.exact for j, p in truncated_row(law, value, size).items()}
    p = noise(law)
    assert sum(x for x in row.values() if x is not None) == 1
    below = sum((q for z, q in p.items() if value + z < 0), Fraction(0))
    above = sum((q for z, q in p.items() if value + z >= size), Fraction(0))
    expected = {value + z: q for z, q in p.items() if 0 <= value + z < size}
    for side, cut in ((-1, below), (1, above)):
        inside = 0 <= value + side < size
        neighbour = value + side if inside else value - side
        expected[neighbour] += cut
    assert row == expected


@given(LAWS, st.integers(2, 9), st.integers(0, 40), st.sampled_from([PRINTED, BLOCK]))
def test_delta_agrees_with_the_profile_of_the_pmfs(
    law: LaplaceLaw, size: int, count: int, reading: str
) -> None:
    """The polynomial route and the profile of integer weights give the same rational."""
    rows = small_count_rows(law, size), residue_rows(law, size)
    one, other = (released(n, *rows, reading) for n in (count, count + 1))
    found = released_delta(one, other).exact
    assert found == profile(_pmf(one), _pmf(other)).delta(law.epsilon).exact


def _pmf(law: dict[int, ExpRatio]) -> Pmf:
    values = {y: p.exact or Fraction(0) for y, p in law.items()}
    scale = lcm(*(p.denominator for p in values.values()))
    return Pmf.of((y, int(p * scale)) for y, p in values.items())


def test_the_printed_probability_of_one_to_zero() -> None:
    """Shlomo-Krenzke-Li 3.2: 0.119203."""
    found = small_count_rows(TWO, 7)[1][0].enclosure(67)
    assert Fraction("0.1192025") < found.lo < found.hi < Fraction("0.1192035")


def test_a_count_of_one_is_told_from_zero() -> None:
    """Zeros are kept, so delta is 1 - P(1 -> 0) at epsilon = 2."""
    zero, one = small_count_rows(TWO, 7)[:2]
    total = released_delta(one, zero) + one[0]
    assert total.exact == 1


def test_block_reading_never_leaves_its_block_of_fifteen() -> None:
    """With p = v - m the counts 29 and 30 have no release in common."""
    rows = small_count_rows(TWO, 7), residue_rows(TWO, 15)
    below, above = (released(n, *rows, BLOCK) for n in (29, 30))
    assert max(below) == 29
    assert min(above) == 30
    assert released_delta(below, above).exact == 1


def test_the_printed_reading_mirrors_the_block_reading() -> None:
    """p = m - v is minus p = v - m."""
    rows = small_count_rows(TWO, 7), residue_rows(TWO, 15)
    for count in range(7, 40):
        one, other = (released(count, *rows, reading) for reading in (PRINTED, BLOCK))
        assert one == {2 * count - y: p for y, p in other.items()}


@pytest.mark.parametrize("value", [-1, 7])
def test_a_value_outside_the_matrix_is_refused(value: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"value = .*: must be from 0 to 6"):
        truncated_row(TWO, value, 7)


def test_an_unknown_reading_and_a_negative_count_are_refused() -> None:
    """The messages name the argument."""
    rows = ({0: 1},)
    with pytest.raises(InputError, match="reading = 'up': is not known"):
        released(0, rows, rows, "up")
    with pytest.raises(InputError, match="count = -1: must not be negative"):
        released(-1, rows, rows)
