"""A table as it is looked up: other key spaces, other conventions for a key on a bound."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.table.lookups import looked_up_by_fraction, looked_up_by_number
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.findings.keys import lookup_findings


@given(counts=st.lists(st.integers(1, 9), min_size=1, max_size=6), used=st.integers(1, 60))
def test_a_key_is_looked_up_as_a_fraction(counts: list[int], used: int) -> None:
    """Key by key, k/U falls into the interval [a/K, b/K) of its noise."""
    table = PTable(sum(counts), 1, (Row(tuple(enumerate(counts))),))
    bounds = [Fraction(sum(counts[:i]), table.keysize) for i in range(len(counts) + 1)]
    seen = [
        next(z for z in range(len(counts)) if bounds[z] <= Fraction(k, used) < bounds[z + 1])
        for k in range(used)
    ]
    found = looked_up_by_fraction(table, used)
    assert [found.noise(1, key) for key in range(used)] == seen


@given(counts=st.lists(st.integers(1, 9), min_size=1, max_size=6), data=st.data())
def test_fewer_keys_of_a_list_are_its_first_keys(counts: list[int], data: st.DataObject) -> None:
    """Keys 0..U-1 of a table that lists its keys keep their noise."""
    table = PTable(sum(counts), 1, (Row(tuple(enumerate(counts))),))
    used = data.draw(st.integers(1, table.keysize))
    found = looked_up_by_number(table, used)
    assert [found.noise(1, k) for k in range(used)] == [table.noise(1, k) for k in range(used)]


def test_more_keys_than_the_table_lists_have_no_noise() -> None:
    """A table of 8 keys says nothing about key 8."""
    with pytest.raises(InputError, match="key 8 has no noise"):
        looked_up_by_number(PTable(8, 1, (Row(((0, 8),)),)), 9)


def test_too_few_keys_lose_noise_at_the_ends() -> None:
    """Of 10 keys 1, 8, 1 for -1, 0, 1, two keys 0/2 and 1/2 meet -1 and 0 only."""
    table = PTable(10, 1, (Row(((-1, 1), (0, 8), (1, 1))),))
    assert looked_up_by_fraction(table, 2).rows[0].runs == ((-1, 1), (0, 1))


def test_keys_on_bounds_are_counted() -> None:
    """Of 4 keys, 1/4 and 3/4 lie on the bounds 2/8 and 6/8: the conventions differ there."""
    table = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
    (finding,) = lookup_findings(table, 4)
    assert finding.message.startswith("2 pairs of count and key above 0 lie on a bound")
    assert "for count 1 the key 1/4 gives 0 or -1" in finding.message


def test_no_key_on_a_bound_leaves_only_key_0() -> None:
    """Thirds never meet eighths."""
    table = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
    (finding,) = lookup_findings(table, 3)
    assert "differ on key 0" in finding.message
