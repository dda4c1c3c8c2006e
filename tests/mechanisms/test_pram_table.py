"""PRAM as a table: every row within one key of its law, and the delta of the derived law."""

from fractions import Fraction

import pytest

from exact.errors import InputError
from exact.laws.discrete_laplace import LaplaceLaw
from exact.mechanisms.pram import BLOCK, PRINTED, released
from exact.mechanisms.truncated_rows import residue_rows, small_count_rows
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import pair_profiles, worst_pair
from tests.mechanisms.pram_table import pram_table

TWO = Epsilon(value=Fraction(2))
LAW = LaplaceLaw(TWO, 7)
KEYS = 2**40


@pytest.mark.parametrize("reading", [PRINTED, BLOCK])
@pytest.mark.parametrize("count", [0, 1, 6, 7, 14, 15, 21, 22, 1000])
def test_every_probability_is_within_one_key(count: int, reading: str) -> None:
    """A row of the table against the exact law of the released value of that count."""
    law = released(count, small_count_rows(LAW, 7), residue_rows(LAW, 15), reading)
    pmf = pram_table(LAW, KEYS, reading).row(count).pmf
    assert set(pmf.outcomes) == {y - count for y in law}
    for y, chance in law.items():
        exact = chance.enclosure(100)
        assert abs(pmf.probability(y - count) - exact.lo) <= Fraction(1, KEYS)


@pytest.mark.parametrize(("reading", "least"), [(PRINTED, "0.8807"), (BLOCK, "1")])
def test_the_table_gives_away_what_the_law_does(reading: str, least: str) -> None:
    """delta at epsilon = 2: 0.88 where matrices meet, 1 across blocks of 15."""
    worst = worst_pair(tuple(pair_profiles(pram_table(LAW, KEYS, reading))), TWO)
    assert worst.delta.compare(Fraction(least)) >= 0
    assert worst.delta.compare(Fraction(least) + Fraction(1, 1000)) < 0


def test_no_released_count_is_negative() -> None:
    """Rows for small counts end at 0."""
    table = pram_table(LAW, KEYS)
    assert min(n + table.row(n).pmf.outcomes[0] for n in range(60)) == 0


def test_keys_must_be_a_power_of_two() -> None:
    """The message says which."""
    with pytest.raises(InputError, match="keysize = 1000: must be a power of two"):
        pram_table(LAW, 1000)
