"""Released values that never occur: declared, read from a file that states them, or shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats.holes import never_released
from exact.formats.options import ReadOptions, read_holes
from exact.formats.reading import Reading, read_table_bytes
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.formats.tables import rows

# R ptable with js = 1: counts 1, 2 and 3 are released as 0, 2, 3 or 4, never as 1.
JS = (
    "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;2;0.5;1;1\n2;2;1;0;1\n"
    "3;2;0.5;-1;0.5\n3;4;0.5;1;1\n"
)
YAML = (
    "params:\n  js: {js}\n  ptable:\n    i: [0, 1, 1, 2]\n    j: [0, 0, 2, 2]\n"
    "    p: [1, 0.5, 0.5, 1]\n    v: [0, -1, 1, 0]\n"
    "    lb: [0, 0, 0.5, 0]\n    ub: [1, 0.5, 1, 1]\ntype: cnts\n"
)


def read(text: str, options: ReadOptions | None = None) -> Reading:
    """Read a text."""
    return read_table_bytes(text.encode(), options or ReadOptions())


def holes(reading: Reading) -> tuple[int, ...]:
    """Return the holes of the table that was read."""
    assert reading.table is not None
    return reading.table.holes


def test_a_file_shows_its_holes_and_declares_none() -> None:
    """What no row releases is said; only the user knows whether it is meant."""
    reading = read(JS)
    assert holes(reading) == ()
    assert "no row ever releases 1; say --holes 1 if that is meant" in reading.notes
    said = read(JS, ReadOptions(holes=(1,)))
    assert holes(said) == (1,)
    assert "declared as never released: 1" in said.notes


def test_the_threshold_js_of_a_document_is_read() -> None:
    """``js: 1`` in the parameters of cellKey declares the hole 1, and stays so."""
    assert holes(read(YAML.format(js=1))) == (1,)
    assert holes(read(YAML.format(js=0))) == ()
    with pytest.raises(
        InputError, match=r"--holes = '1\.\.2': contradicts the file, whose js is 1"
    ):
        read(YAML.format(js=1), ReadOptions(holes=(1, 2)))
    with pytest.raises(InputError, match="js = 'x': is no threshold"):
        read(YAML.format(js="x"))


@pytest.mark.parametrize(
    ("text", "found"), [("1..2", (1, 2)), ("1", (1,)), ("3, 1..2,2", (1, 2, 3)), ("0", (0,))]
)
def test_holes_are_ranges_and_single_values(text: str, found: tuple[int, ...]) -> None:
    """They rise, and each stands once."""
    assert read_holes(text) == found


@pytest.mark.parametrize("text", ["", "1..", "2..1", "-1", "a", "1...2", "1..1e9", "1;2"])
def test_what_is_no_list_of_holes_is_refused(text: str) -> None:
    """The remedy shows how it is written."""
    with pytest.raises(InputError, match=r"is not a list of released values; write it as 1\.\.2"):
        read_holes(text)


@pytest.mark.parametrize("text", ["1..1000000000", "0..9999,20000", f"{2**61 + 1}"])
def test_absurd_holes_are_refused(text: str) -> None:
    """Neither more than 10,000 nor values that no table has."""
    with pytest.raises(InputError, match="has more than 10000 holes, or one past"):
        read_holes(text)


@given(st.data(), st.sampled_from([0, 1]), st.integers(1, 4))
def test_the_first_released_value_is_found_by_looking_everything_up(
    data: st.DataObject, first: int, number: int
) -> None:
    """Against the definition: the least value above 0 that any count up to 60 is released as."""
    some = tuple(data.draw(rows(6)) for _ in range(number))
    last = first + number - 1
    start = data.draw(st.integers(first, last))
    wrap = Wrap(start, data.draw(st.integers(1, last - start + 1)))
    rules: list[Beyond] = [Repeat(), Stop(), wrap]
    beyond = data.draw(st.sampled_from(rules))
    table = PTable(6, first, some, beyond, "row" if first == 0 else "none")
    end = last if isinstance(beyond, Stop) else 60
    released = {n + z for n in range(first, end + 1) for z, _ in table.row(n).runs}
    positive = [value for value in released if value > 0]
    assert never_released(table) == (min(positive) - 1 if positive else 0)


def test_a_table_that_does_not_cover_small_counts_shows_no_holes() -> None:
    """Counts from 25 on with noise up to 5 never give 1, which says nothing about 1."""
    assert never_released(PTable(2, 25, (Row(((-5, 1), (5, 1))),), Stop())) == 0
