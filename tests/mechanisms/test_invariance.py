"""The two-stage algorithm: t M* = t in rationals, whatever M and t are."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.mechanisms.invariance import determinant, invariant_matrix, perturbed_frequencies

Matrix = tuple[tuple[Fraction, ...], ...]


@st.composite
def transitions(draw: st.DrawFn) -> tuple[Matrix, tuple[Fraction, ...]]:
    """Return a transition matrix and frequencies of the same size."""
    size = draw(st.integers(1, 5))
    rows = []
    for _ in range(size):
        weights = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any))
        rows.append(tuple(Fraction(w, sum(weights)) for w in weights))
    t = draw(st.lists(st.integers(0, 50), min_size=size, max_size=size))
    return tuple(rows), tuple(map(Fraction, t))


@given(transitions())
def test_the_frequencies_are_kept_exactly(given_: tuple[Matrix, tuple[Fraction, ...]]) -> None:
    """t M* = t, and M* is a transition matrix."""
    matrix, t = given_
    star = invariant_matrix(matrix, t)
    assert perturbed_frequencies(t, star) == t
    assert all(sum(row) == 1 and min(row) >= 0 for row in star)


@given(transitions())
def test_the_determinant_is_the_sum_over_permutations(
    given_: tuple[Matrix, tuple[Fraction, ...]],
) -> None:
    """Leibniz' formula."""
    matrix, _ = given_
    size = len(matrix)
    total = Fraction(0)
    for order in permutations(range(size)):
        swaps = sum(order[i] > order[j] for i in range(size) for j in range(i + 1, size))
        product = Fraction((-1) ** swaps)
        for i, j in enumerate(order):
            product *= matrix[i][j]
        total += product
    assert determinant(matrix) == total


def test_a_row_that_does_not_sum_to_one_is_refused() -> None:
    """A printed matrix must be normalised first."""
    half = Fraction(1, 2)
    with pytest.raises(InputError, match=r"row = 1: sums to 3/4"):
        invariant_matrix(((half, half), (half, half / 2)), (half, half))


def test_frequencies_of_another_size_are_refused() -> None:
    """One frequency a row."""
    with pytest.raises(InputError, match="must be square, with a frequency a row"):
        invariant_matrix(((Fraction(1),),), (Fraction(1), Fraction(2)))


def test_negative_frequencies_are_refused() -> None:
    """Cells are counted."""
    with pytest.raises(InputError, match="frequencies = -1: must not be negative"):
        invariant_matrix(((Fraction(1),),), (Fraction(-1),))
