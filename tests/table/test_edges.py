"""Edges that a table, its file and its audit once got wrong."""

from fractions import Fraction

import pytest

from exact.design.guide import smallest_design
from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.maxent import law_of_epsilon, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import proposition_3_delta
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from verification.audit import audit


def test_a_wrap_that_ends_before_the_last_row_has_a_pair_of_its_own() -> None:
    """Counts 3 and 4 both use row 1 and never give the same release: delta is 1."""
    rows = (Row(((0, 7), (5, 1))), Row(((-1, 4), (1, 4))))
    found = audit(PTable(8, 1, rows, Wrap(1, 1)), Epsilon(exp=Fraction(2)), Fraction(1, 2))
    assert found.verdict == "fails"
    assert found.privacy is not None
    assert {found.privacy.worst.count, found.privacy.worst.other} == {3, 4}


def test_a_table_that_is_its_law_has_distance_0() -> None:
    """x = 1/2 gives probabilities 1/4, 1/2, 1/4: exactly the table of four keys."""
    law = law_of_variance(1, Fraction(1, 2))
    distance = audit(table_of_law(law, 4), Epsilon(value=Fraction(1))).rows[0].law_distance
    assert distance is not None
    assert distance.lo == distance.hi == 0


def test_the_guide_searches_up_to_its_limit() -> None:
    """A target that D = 99,999 reaches is not refused because the search doubles past it."""
    epsilon, delta = Epsilon(value=Fraction(1, 2000)), Fraction(1, 10**13)
    assert proposition_3_delta(law_of_epsilon(99_999, epsilon)).compare(delta) <= 0
    assert smallest_design(epsilon, delta).law.D <= 99_999


@pytest.mark.parametrize("key", [0.5, "0", True, None])
def test_a_key_is_an_integer(key: object) -> None:
    """A lookup takes no float, text or truth value for a key."""
    with pytest.raises(InputError, match="key = "):
        Row(((0, 8),)).noise(key)  # type: ignore[arg-type]


def test_gigantic_numbers_are_refused_in_a_short_line() -> None:
    """A row with a number of 5,000 digits is refused, and the line does not show them all."""
    with pytest.raises(InputError, match="gigantic") as caught:
        Row(((0, -(10**5000)),))
    assert len(str(caught.value)) < 200


def test_the_first_count_is_an_integer_as_it_is() -> None:
    """Text that reads as an integer is not stored as one."""
    with pytest.raises(InputError, match="first_count"):
        PTable(8, "1", (Row(((0, 8),)),))  # type: ignore[arg-type]
