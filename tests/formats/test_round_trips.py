"""What is written reads back as the same table, and what would be lost is refused by name."""

import gzip
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats.reading import ReadOptions, read_table_bytes
from exact.formats.registry import WRITTEN
from exact.formats.writing import write_table
from exact.table.lookups import looked_up_by_fraction
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.formats.tables import HELD, rows, tables


def test_every_format_is_written() -> None:
    """Each format that can be written has its round trip below."""
    assert tuple(HELD) == WRITTEN


@pytest.mark.parametrize("name", WRITTEN)
@given(data=st.data())
def test_what_is_written_reads_back_as_the_same_table(name: str, data: st.DataObject) -> None:
    """read(write(t)) == t without any option, and the format is recognised."""
    table = data.draw(tables(name))
    reading = read_table_bytes(write_table(table, name).encode())
    assert reading.table == table
    assert reading.format == name
    assert all(p.severity != "error" for p in reading.problems)
    # A random bound next to 1/2 on a fine grid may look like a double of a coarser one: a note.
    assert {p.code for p in reading.problems} <= {"MISSING-COUNT", "ROW-ORDER", "GRID"}


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != "ons"])  # 750 rows: slow
@given(data=st.data())
def test_the_encoding_of_a_file_changes_nothing(name: str, data: st.DataObject) -> None:
    """Gzip, a byte order mark and other line ends give the same table."""
    text = write_table(data.draw(tables(name)), name)
    plain = read_table_bytes(text.encode())
    lf = text.replace("\r\n", "\n")
    for other in (lf, lf.replace("\n", "\r\n"), lf.replace("\n", "\r")):
        assert read_table_bytes(other.encode("utf-8-sig")) == plain
        assert read_table_bytes(gzip.compress(other.encode())) == plain


@given(tables("r-ptable"), st.sampled_from(["sas", "cellkey-json", "cellkey-yaml"]))
def test_formats_of_intervals_hold_the_same_tables(table: PTable, name: str) -> None:
    """A table read from one format of intervals can be written in the others."""
    once = read_table_bytes(write_table(table, "r-ptable").encode()).table
    assert once is not None
    assert read_table_bytes(write_table(once, name).encode()).table == table


EXACT = [10, 2**8, 2**13, 2**32, 2**38, 500, 2**30 * 5**3]
DECIMALS = ["r-ptable", "tau-argus", "sas", "cellkey-json", "cellkey-yaml"]


@given(st.sampled_from(EXACT), st.sampled_from(DECIMALS), st.data())
def test_keys_whose_decimals_end_lose_nothing(keysize: int, name: str, data: st.DataObject) -> None:
    """K = 2^a 5^b: the file is on the grid of max(a, b) decimals, and a key k finds k/K there."""
    some = data.draw(st.lists(rows(keysize), min_size=1, max_size=4))
    table = PTable(keysize, 0, tuple(some), zero="row")
    read = read_table_bytes(write_table(table, name).encode()).table
    assert read is not None
    assert read.keysize == next(10**g for g in range(39) if 10**g % keysize == 0)
    assert looked_up_by_fraction(read, keysize) == table
    for count, row in enumerate(table.rows):
        for _, first, last in row.ranges():
            for key in (first, last):
                place = Fraction(key, keysize) * read.keysize
                assert place.denominator == 1
                assert read.noise(count, int(place)) == table.noise(count, key)


@given(st.integers(1, 2**40), st.data())
def test_a_file_of_decimals_is_exact_or_refused(keysize: int, data: st.DataObject) -> None:
    """Whatever the number of keys, every key finds its noise, or the first changed bound is named.

    The bounds of the table that are no decimals of 38 digits are found here by division.
    """
    table = PTable(keysize, 1, (data.draw(rows(keysize)),))
    bounds = [Fraction(last + 1, keysize) for _, _, last in table.rows[0].ranges()]
    changed = [bound for bound in bounds if 10**38 % bound.denominator]
    if changed:
        with pytest.raises(InputError, match=f"upper bound {changed[0].numerator}/"):
            write_table(table, "sas")
    else:
        read = read_table_bytes(write_table(table, "sas").encode()).table
        assert read is not None
        assert looked_up_by_fraction(read, keysize) == table


@given(tables("transition"), st.booleans())
def test_a_matrix_of_values_is_read_like_one_of_noise(table: PTable, said: bool) -> None:
    """Columns that are perturbed values give the noise of each row; ``--columns`` says so."""
    places = len(str(table.keysize)) - 1
    values = sorted({n + z for n in counts(table) for z, _ in table.row(n).runs})
    lines = [";".join(["count", *map(str, values)])]
    for n in counts(table):
        keys = {n + noise: number for noise, number in table.row(n).runs}
        cells = [str(keys.get(value, 0)).rjust(places + 1, "0") for value in values]
        points = [c[: len(c) - places] + ("." + c[-places:] if places else "") for c in cells]
        lines.append(";".join([str(n), *points]))
    options = ReadOptions(columns="values", format="transition" if said else None)
    assert read_table_bytes("\n".join(lines).encode(), options).table == table


def counts(table: PTable) -> range:
    """Return the counts that have a row."""
    return range(table.first_count, table.last_count + 1)


REPEAT = Repeat()
HALF, TENTHS = Row(((0, 1), (1, 1))), Row(((0, 5), (1, 5)))
K256 = Row(((0, 255), (1, 1)))
THIRDS, TINY = Row(((0, 1), (1, 2))), Row(((0, 1), (1, 2**39 - 1)))


def table(
    row: Row, zero: str = "none", first: int = 1, beyond: Beyond = REPEAT, number: int = 1
) -> PTable:
    """Return a table of equal rows."""
    return PTable(row.keysize, first, (row,) * number, beyond, zero)


def numbered(held: PTable, first_key: int) -> PTable:
    """Return a table whose keys begin at ``first_key``."""
    return replace(held, first_key=first_key)


ONS = table(HALF, "preserve", beyond=Wrap(501, 250), number=750)
LOOKUP = table(K256, beyond=Stop())
SHUFFLED = table(Row(((1, 5), (0, 5))))


@pytest.mark.parametrize(
    ("name", "held", "loss"),
    [
        ("r-ptable", table(THIRDS), "row 1, noise 0: upper bound 1/3': cannot hold this table"),
        ("sas", table(THIRDS, number=2), "it is no finite decimal, and would change"),
        ("tau-argus", table(TINY, "row", 0), "row 0, noise 0: upper bound 1/2^39'"),
        ("cellkey-yaml", table(TINY), "it has 39 decimals, at most 38 can be read back"),
        ("r-ptable", table(TENTHS, beyond=Stop()), "would become: the last row repeats"),
        ("cellkey-json", table(TENTHS, "preserve", 2), "the zero rule would become 'none'"),
        ("cellkey-yaml", table(TENTHS, beyond=Wrap(1, 1)), "'wrap 1:1'"),
        ("tau-argus", table(TENTHS), "would take the first row for count 0"),
        ("transition", SHUFFLED, "which keys lead to which noise"),
        ("transition", table(THIRDS), "row 1, noise 0: upper bound 1/3"),
        ("ess", table(HALF, beyond=Stop()), "would become: the last row repeats"),
        ("ess", numbered(table(HALF), 5), "its keys would be numbered from 1"),
        ("ess", table(Row(((0, 10**8),))), "at most 5000000 lines"),
        ("ons", table(HALF, beyond=Stop()), "unless that is 750"),
        ("ons", table(HALF, "preserve", number=502), "unless that is 750"),
        ("ons", table(HALF), "become 'preserve'"),
        ("ons", table(HALF, number=750), "would become: wrap 501:250"),
        ("ons", table(HALF, "none", beyond=Wrap(501, 250), number=750), "become 'preserve'"),
        ("ons", numbered(ONS, 1), "its keys would be numbered from 0"),
        ("abs-lookup", table(HALF, beyond=Stop()), "the lookup has 256 keys"),
        ("abs-lookup", table(K256), "would become: not covered"),
        ("abs-lookup", table(K256, "row", 0, Stop()), "its first column is for count 1"),
        ("abs-lookup", numbered(LOOKUP, 1), "its keys would be numbered from 0"),
        ("abs-lookup", table(K256, beyond=Stop(), number=10_001), "at most 10000 fit"),
    ],
)
def test_what_would_be_lost_is_named(name: str, held: PTable, loss: str) -> None:
    """A table that the format cannot hold is refused, and the loss stands in the message."""
    with pytest.raises(InputError) as caught:
        write_table(held, name)
    assert str(caught.value).startswith(f"format {name} = ")
    assert loss in str(caught.value)
    assert "native" in caught.value.remedy


@pytest.mark.parametrize("name", [name for name in WRITTEN if name not in ("abs-lookup", "native")])
@pytest.mark.parametrize("number", [1, 7])
def test_a_preserved_zero_and_a_last_row_that_repeats_are_written_as_rows(
    name: str, number: int
) -> None:
    """A row of noise 0 for count 0, for ONS equal rows up to 750: the same noise everywhere."""
    held = PTable(10, 1, (Row(((0, 10),)), *(TENTHS,) * number), REPEAT, "preserve")
    again = read_table_bytes(write_table(held, name).encode()).table
    assert again is not None
    for count in (*range(number + 4), 500, 501, 502, 750, 751, 1000):
        assert again.row(count).runs == held.row(count).runs, count


def test_an_unknown_format_is_refused() -> None:
    """The message lists the formats."""
    with pytest.raises(InputError, match="'ods': is not known; use one of ons, ess"):
        write_table(ONS, "ods")
    with pytest.raises(InputError, match="'xlsx': is a format that is only read; use one of ons"):
        write_table(ONS, "xlsx")


def test_the_key_numbers_of_ess_survive() -> None:
    """A table with keys 1..m is written with keys 1..m again, from first key 1 or from 0."""
    from_one = write_table(numbered(table(HALF), 1), "ess")
    assert from_one == write_table(table(HALF), "ess")
    assert from_one.split("\r\n")[1:3] == ["1;1;0", "1;2;1"]
