"""In how many cells a person is: distinct sets of people are counted once."""

from dataclasses import replace
from itertools import product

import pytest

from exact.errors import InputError
from exact.release.cells import ReleasedTable, cells_of_a_person
from exact.release.plan import PlannedTable, Source
from exact.table.ptable import PTable
from exact.table.row import Row

NOISE = PTable(4, 0, (Row(((-1, 1), (0, 2), (1, 1))),), zero="row")
OTHER = PTable(4, 0, (Row(((-1, 1), (0, 1), (1, 2))),), zero="row")
ANY = Source("ptable", "t")


def released(
    name: str, dimensions: str, margins: str = "", table: PTable = NOISE, floor: int = 0
) -> ReleasedTable:
    """Return a table by letters: dimensions "sa", margins "s a -" (- is the total)."""
    given = tuple(frozenset(margin.strip("-")) for margin in margins.split())
    return ReleasedTable(
        PlannedTable(name, ANY, frozenset(dimensions), given, count_floor=floor), table
    )


def number(*tables: ReleasedTable) -> int:
    """Return how many cells there are."""
    return sum(cells.number for cells in cells_of_a_person(tables))


def test_a_person_is_in_one_cell_of_a_table_and_of_each_margin() -> None:
    """sex by age with both margins and the total are four sets of people."""
    assert number(released("one", "sa", "s a -")) == 4


def test_the_same_people_are_counted_once() -> None:
    """Three tables with all margins share them: as many as there are different sets of people.

    The second route lists, for a person of three people who differ in everything, the sets of
    people in every published cell of theirs, and counts the different ones.
    """
    tables = (
        released("sex by age", "sa", "s a -"),
        released("region by age", "ra", "r a -"),
        released("all three", "rsa", "sa ra r s a -"),
    )
    people = [dict(zip("rsa", values, strict=True)) for values in product(range(3), repeat=3)]
    mine = people[0]
    printed = {
        tuple(i for i, one in enumerate(people) if all(one[d] == mine[d] for d in cell))
        for table in tables
        for cell in table.planned.people()
    }
    assert number(*tables) == len(printed) == 7


def test_the_same_people_through_two_perturbation_tables_are_two_releases() -> None:
    """Other noise for the same cell tells something new."""
    assert number(released("one", "sa"), released("two", "sa", table=OTHER)) == 2


def test_the_same_noise_from_another_file_is_the_same_noise() -> None:
    """What does not change the lookup (declared holes) does not make a table another one."""
    same = replace(NOISE, holes=(3,))
    assert number(released("one", "sa"), released("two", "sa", table=same)) == 1


def test_two_floors_of_the_same_cell_both_hold() -> None:
    """The count is at least the larger one; other cells keep their own."""
    tables = (released("one", "sa", "a", floor=10), released("two", "ra", "a", floor=5))
    found = sorted((cells.floor, cells.is_margin) for cells in cells_of_a_person(tables))
    assert found == [(5, False), (10, False), (10, True)]


def test_only_one_set_of_people_is_the_person_alone() -> None:
    """Of the cells of one table with dimensions, one alone may be empty without the person."""
    tables = (released("one", "sa", "s a -"), released("two", "ra"))
    found = sorted((cells.floor, cells.is_margin) for cells in cells_of_a_person(tables))
    assert found == [(0, False), (1, False), (1, True)]


def test_cells_without_dimensions_may_all_be_empty() -> None:
    """Of them nothing is known but their number."""
    some = ReleasedTable(PlannedTable("flows", ANY, cells=3), NOISE)
    assert [(cells.floor, cells.number) for cells in cells_of_a_person([some])] == [(0, 3)]


def test_cells_of_which_only_the_number_is_known_are_all_different() -> None:
    """They add to those of other tables."""
    some = ReleasedTable(PlannedTable("flows", ANY, cells=3), NOISE)
    assert number(released("one", "sa", "s"), some) == 5


def test_too_many_cells_together_are_refused() -> None:
    """Each table may be small enough, and all of them not."""
    many = [ReleasedTable(PlannedTable(str(i), ANY, cells=9_000), NOISE) for i in range(2)]
    with pytest.raises(InputError, match="more than 10000 of one person"):
        cells_of_a_person(many)
