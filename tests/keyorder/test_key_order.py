"""A table with a key order: another noise for a key, the same noise for a count."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats.reading import read_table_bytes
from exact.formats.writing import write_table
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.numbers.epsilon import Epsilon
from exact.table.lookups import looked_up_by_fraction, looked_up_by_number
from exact.table.native import read_native, write_native
from exact.table.pairs import pair_profiles
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from exact.table.spread import spread
from tests.table.tables import tables
from verification.comparison.tables import compare_tables

EPSILON = Epsilon(exp=Fraction(3, 2))
SORTED = PTable(256, 0, (Row(((0, 256),)), Row(((-1, 60), (0, 136), (1, 60)))), zero="row")


@st.composite
def orders(draw: st.DrawFn, keysize: int) -> KeyOrder:
    """Draw a key order of both kinds."""
    if draw(st.booleans()):
        return Mixed(draw(st.text("abc 1/", min_size=1, max_size=5)))
    return Listed(tuple(draw(st.permutations(range(keysize)))))


@given(tables(), st.data())
def test_a_bijection_of_the_keys_changes_no_single_count(
    table: PTable, data: st.DataObject
) -> None:
    """Every count has the same noise distribution and the same privacy, by counting its keys."""
    mixed = replace(table, key_order=data.draw(orders(table.keysize)))
    for count in range(table.first_count, table.last_count + 2):
        if count > table.last_count and table.beyond != Repeat():
            continue
        keys = range(table.first_key, table.last_key + 1)
        assert sorted(mixed.noise(count, k) for k in keys) == sorted(
            table.noise(count, k) for k in keys
        )
    assert list(pair_profiles(mixed)) == list(pair_profiles(table))


@given(tables(), st.data(), st.sampled_from([0, 1, 7]))
def test_a_key_is_looked_up_at_its_place(
    table: PTable, data: st.DataObject, first_key: int
) -> None:
    """noise(n, k) is that of place(k) in the row, and ``key_at`` is the inverse."""
    order = data.draw(orders(table.keysize))
    mixed = replace(table, key_order=order, first_key=first_key)
    for key in range(table.keysize):
        place = order.place(key, table.keysize)
        assert mixed.key_at(place) == first_key + key
        for count, row in enumerate(table.rows, start=table.first_count):
            assert mixed.noise(count, first_key + key) == row.noise(place)


@given(tables(), st.data())
def test_the_native_file_holds_the_order_and_spreading_keeps_every_noise(
    table: PTable, data: st.DataObject
) -> None:
    """The file is read back as it was; key by key the table without an order is the same."""
    mixed = replace(table, key_order=data.draw(orders(table.keysize)))
    assert read_native(write_native(mixed)) == mixed
    listed = spread(mixed)
    assert listed.key_order is None
    for key in range(table.keysize):
        for count in range(table.first_count, table.last_count + 1):
            assert listed.noise(count, key) == mixed.noise(count, key)


def test_a_table_without_an_order_is_written_as_before() -> None:
    """Version 2 says nothing of an order, version 3 does, and neither may be the other."""
    plain, mixed = write_native(SORTED), write_native(replace(SORTED, key_order=Mixed("x")))
    assert '"version": 2' in plain
    assert "key_order" not in plain
    assert '"version": 3' in mixed
    assert '"key_order": {"kind": "mixed", "key": "x"}' in mixed
    with pytest.raises(InputError, match="key_order"):
        read_native(plain.replace('"version": 2', '"version": 3'))
    with pytest.raises(InputError, match="'key_order': is a key that is not known"):
        read_native(mixed.replace('"version": 3', '"version": 2'))


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"kind": "list", "places": [0, 1, 1, 3]}, "is no bijection"),
        ({"kind": "list", "places": [0, 1, True, 3]}, "is no bijection"),
        ({"kind": "list", "places": [0, 1, 2]}, "lists 3 places for 4 keys"),
        ({"kind": "list", "places": []}, "must be a list that is not empty"),
        ({"kind": "list", "places": [0, 1, 2, 3], "key": "x"}, "'key': is a key that is not known"),
        ({"kind": "mixed", "key": ""}, "must be text of 1 to 100 characters"),
        ({"kind": "mixed", "key": "x" * 101}, "must be text of 1 to 100 characters"),
        ({"kind": "mixed", "key": "é"}, "must be of printable ASCII characters"),
        ({"kind": "mixed", "key": "a\nb"}, "must be of printable ASCII characters"),
        ({"kind": "mixed"}, "must be text"),
        ({"kind": "sorted", "places": [0, 1, 2, 3]}, "is not known; use list or mixed"),
        (None, "must be a JSON object"),
    ],
)
def test_what_is_no_key_order_is_refused(order: object, message: str) -> None:
    """One line names what is wrong with it."""
    table = PTable(4, 1, (Row(((0, 4),)),), key_order=Mixed("x"))
    document = json.loads(write_native(table)) | {"key_order": order}
    with pytest.raises(InputError, match=message) as refused:
        read_native(json.dumps(document))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["ess", "r-ptable", "sas", "tau-argus", "cellkey-json"])
def test_other_formats_list_every_key(name: str) -> None:
    """What they hold reads back with the noise of every key, or of every decimal k/256."""
    mixed = replace(SORTED, key_order=Mixed("2031"))
    reading = read_table_bytes(write_table(mixed, name).encode())
    assert reading.table is not None
    assert reading.table.key_order is None
    first, step = reading.table.first_key, reading.table.keysize // 256
    for key in range(256):
        assert reading.table.noise(1, first + key * step) == mixed.noise(1, key)


def test_formats_that_cannot_hold_an_order_refuse_it() -> None:
    """A transition matrix has no keys, and 2^32 keys are never listed."""
    with pytest.raises(InputError, match="noise does not increase with the key"):
        write_table(replace(SORTED, key_order=Mixed("x")), "transition")
    many = PTable(2**32, 0, (Row(((0, 2**32),)),), zero="row", key_order=Mixed("x"))
    with pytest.raises(InputError, match=r"at most 2\^20 keys are listed one by one"):
        write_table(many, "sas")


def test_fewer_keys_than_an_order_has_are_refused() -> None:
    """A key order says the place of each key of the table, and of no other number of keys."""
    mixed = replace(SORTED, key_order=Mixed("x"))
    for look_up in (looked_up_by_number, looked_up_by_fraction):
        with pytest.raises(InputError, match="of which the table has an order"):
            look_up(mixed, 128)
        assert look_up(mixed, 256).rows == SORTED.rows


def test_tables_are_compared_key_by_key() -> None:
    """Another order is another lookup with the same distribution; a list of keys is the same."""
    mixed = replace(SORTED, key_order=Mixed("x"))
    other = compare_tables(SORTED, mixed, EPSILON)
    assert (other.same_lookup, other.same_distribution) == (False, True)
    assert other.first is not None
    assert other.first.position is not None
    key = int(other.first.position * 256)
    assert SORTED.noise(1, key) != mixed.noise(1, key)
    assert all(SORTED.noise(1, k) == mixed.noise(1, k) for k in range(key))
    assert compare_tables(mixed, spread(mixed), EPSILON).same_lookup


def test_tables_of_very_many_keys_in_one_order_are_compared_too() -> None:
    """The key that is named leads to different noise; with two orders they are refused."""
    K = 2**32
    a = PTable(K, 1, (Row(((0, K // 2), (1, K // 2))),), key_order=Mixed("x"))
    b = replace(a, rows=(Row(((0, K // 2 - 5), (1, K // 2 + 5))),))
    found = compare_tables(a, b, EPSILON)
    assert found.first is not None
    assert found.first.position is not None
    assert found.first.share == Fraction(5, K)
    key = int(found.first.position * K)
    assert a.noise(1, key) != b.noise(1, key)
    with pytest.raises(InputError, match="listed one by one"):
        compare_tables(a, replace(b, key_order=Mixed("y")), EPSILON)
