"""Counts from a CSV file: every shape, margins left out, bad cells named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.utility.counts import Counts
from exact.utility.reading import read_counts

LABELS = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=5, unique=True)


@given(rows=LABELS, columns=LABELS, data=st.data())
def test_a_two_way_table_and_its_lines_are_the_same_counts(
    rows: list[str], columns: list[str], data: st.DataObject
) -> None:
    """A grid with labels, its margins beside it, and one line for each cell: the same cells."""
    size = len(rows) * len(columns)
    cells = data.draw(st.lists(st.integers(0, 10**6), min_size=size, max_size=size))
    lines = [cells[i : i + len(columns)] for i in range(0, size, len(columns))]
    grid = [";".join(["x", *columns, "Total"])]
    grid += [
        f"{r};{';'.join(map(str, one))};{sum(one)}" for r, one in zip(rows, lines, strict=True)
    ]
    grid.append(";".join(["total", *(str(sum(c)) for c in zip(*lines, strict=True)), "0"]))
    long = ["row,column,count"]
    long += [
        f"{r},{c},{n}"
        for r, one in zip(rows, lines, strict=True)
        for c, n in zip(columns, one, strict=True)
    ]
    expected = Counts(tuple(cells), len(columns))
    found = read_counts("\n".join(grid))
    assert (found.cells, found.columns) == (expected.cells, expected.columns)
    assert found.left_out == len(rows) + len(columns) + 1
    assert read_counts("\n".join(long)) == expected


@pytest.mark.parametrize(
    ("text", "cells", "columns"),
    [
        ("5\n0\n7\n", (5, 0, 7), None),
        ("5,0,7\n", (5, 0, 7), None),
        ("1,2\n3,4\n", (1, 2, 3, 4), 2),
        ("\ufeffage\tn\n0\t4\n1\t5\n", (4, 5), None),
        ("\n\na,b\n1,2\n", (1, 2), None),
    ],
)
def test_plain_numbers(text: str, cells: tuple[int, ...], columns: int | None) -> None:
    """Lists in a line or a column, tables without labels, a byte order mark, empty lines."""
    assert read_counts(text) == Counts(cells, columns)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,-2\n", "line 2, column 2 = '-2': is negative; give true counts, not released"),
        ("a,b\n1,2.5\n", "line 2, column 2 = '2.5': is no whole number; give counts"),
        ("a,b\n1,\n", "line 2, column 2 = '': is empty; write 0 where nobody is counted"),
        ("a,b\n1,x\n", "is no count"),
        ("a,b\n1,2,3\n", "line 2': has 3 cells, and the first line has 2"),
        ("", "has no lines"),
        ("total\n5\n", "has no cell beside margins"),
        ("1\n" + "9" * 30 + "\n", "is no whole number"),
    ],
)
def test_bad_cells_are_named(text: str, said: str) -> None:
    """Line and column, the rule, and what to do."""
    with pytest.raises(InputError) as refused:
        read_counts(text)
    assert said in str(refused.value)
