"""Two tables: which keys part, and what that does, against plain enumeration."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.design.table import table_of_law
from exact.errors import InputError, Undecided
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from verification.comparison.tables import compare_tables

LN2 = Epsilon(exp=Fraction(2))


@st.composite
def rows(draw: st.DrawFn, keysize: int = 12) -> Row:
    """Draw the noise of every key."""
    noises = draw(st.lists(st.integers(-2, 2), min_size=keysize, max_size=keysize))
    return Row.of([(noise, 1) for noise in noises])


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """Draw a table of 12 keys, with any rule past the last row."""
    first, number = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    rules: list[Beyond] = [Repeat(), Stop(), Wrap(first, number), Wrap(first + number - 1, 1)]
    beyond = draw(st.sampled_from(rules))
    zero = "row" if first == 0 else draw(st.sampled_from(["preserve", "none"]))
    return PTable(12, first, tuple(draw(rows()) for _ in range(number)), beyond, zero)


def noises(table: PTable, count: int) -> list[int] | None:
    """Return the noise of every key, or None where the table does not cover the count."""
    try:
        return [table.noise(count, key) for key in range(table.keysize)]
    except InputError:
        return None


@given(tables(), tables())
def test_every_difference_of_keys_is_found(a: PTable, b: PTable) -> None:
    """The first count, its first key and both noises, how many keys, as enumeration finds them."""
    both = [(n, noises(a, n), noises(b, n)) for n in range(60)]
    common = [(n, x, y) for n, x, y in both if x is not None and y is not None]
    parted = [n for n, x, y in both if (x is None) != (y is None)]
    if not common:
        with pytest.raises(InputError, match="have no count in common"):
            compare_tables(a, b, LN2)
        return
    found = compare_tables(a, b, LN2)
    different = [(n, x, y) for n, x, y in common if x != y]
    assert found.same_lookup == (not different and not parted)
    assert found.same_distribution == (
        all(sorted(x) == sorted(y) for _, x, y in common) and not parted
    )
    if different:
        n, x, y = different[0]
        keys = [key for key in range(12) if x[key] != y[key]]
        assert found.first is not None
        assert found.first.position == Fraction(keys[0], 12)
        assert (found.first.count, found.first.noises) == (n, (x[keys[0]], y[keys[0]]))
        assert found.first.share * 12 == len(keys)
        assert found.first.bias == (Fraction(sum(x), 12), Fraction(sum(y), 12))
        assert found.worst is not None
        most = max(sum(1 for s, t in zip(x, y, strict=True) if s != t) for _, x, y in different)
        assert found.worst.share * 12 == most
    else:
        assert found.first is found.worst is None


def test_the_paper_rule_and_the_symmetric_rule_part_above_zero() -> None:
    """Example 1: the rules differ in 25 keys, one at each noise value from 0 to 24."""
    law = law_of_gamma(25, Fraction(127, 12495))
    a, b = table_of_law(law, 2**32), table_of_law(law, 2**32, "symmetric")
    found = compare_tables(a, b, Epsilon(value=Fraction(1, 2)))
    assert found.first is not None
    assert found.first.share * 2**32 == 25
    assert found.first.noises == (0, 1)
    # The first key past c^Q(0) of the symmetric rule, which is K - ceil(c(-1) K).
    below = sum(keys for noise, keys in a.rows[0].runs if noise < 0)
    assert found.first.position == Fraction(2**32 - below, 2**32)
    assert [m.bias for m in found.measures] == [Fraction(-25, 2**32), 0]
    assert [m.delta.exact for m in found.measures if m.delta] == [Fraction(425760, 2**32)] * 2
    assert not found.same_distribution


def test_the_same_counts_of_keys_may_be_dealt_out_differently() -> None:
    """The same distribution, another lookup: 2 of 4 keys lead to other noise."""
    a = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    b = PTable(4, 1, (Row(((1, 1), (0, 2), (-1, 1))),))
    found = compare_tables(a, b, None)
    assert found.same_distribution
    assert not found.same_lookup
    assert found.first is not None
    assert found.first.position == 0
    assert found.first.share * 4 == 2
    assert found.measures[0].worst is None


def test_another_number_of_keys_is_another_lookup() -> None:
    """Twice the keys for every noise: the same shares, the same distribution, other keys."""
    a = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    b = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
    found = compare_tables(a, b, LN2)
    assert (found.same_distribution, found.same_lookup, found.first) == (True, False, None)


def test_tables_that_are_far_apart_are_left_undecided() -> None:
    """The counts in between are more than can be looked at: no answer is better than a guess."""
    row = Row(((0, 4),))
    with pytest.raises(Undecided, match="have to be compared at"):
        compare_tables(PTable(4, 1, (row,)), PTable(4, 1 << 40, (row,)), None)
