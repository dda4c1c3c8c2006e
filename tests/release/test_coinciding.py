"""Cells that happen to hold the same people: the lower bound is what data sets really give away."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from exact.keyorder.order import Listed, Mixed
from exact.numbers.epsilon import Epsilon
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.coinciding import coinciding
from exact.release.plan import SUM, Plan, PlannedTable
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.release.every_key import Case
from tests.release.test_adding import planned

ROW = Row(((-1, 1), (0, 2), (1, 1)))
FROM_1 = PTable(4, 1, (ROW,))
WITH_0 = PTable(4, 1, (Row(((-1, 2), (0, 2))), ROW), zero="preserve")
APART = (planned("x", "a"), planned("y", "b"))
CROSSED = (planned("x", "ab", "a"),)


def found(
    table: PTable, plans: tuple[PlannedTable, ...], categories: dict[str, int] | None = None
) -> Fraction:
    """Return the bound of a plan, all of which is published."""
    tables = [ReleasedTable(one, table) for one in plans]
    return coinciding(tables, tables, categories or {})


@pytest.mark.parametrize("table", [FROM_1, replace(FROM_1, key_order=Listed((2, 0, 3, 1)))])
def test_cells_of_two_dimensions_that_go_together(table: PTable) -> None:
    """Whoever has the one value has the other, and no cell is empty: every key by itself."""
    case = Case(table, APART, False)
    (delta,) = case.deltas((0, 7, 7, 0), case.cells, [Fraction(10**9)])
    assert 0 < found(table, APART) <= delta
    # Both releases are equal only by chance: 1 - P(z = 1 + z') of independent keys.
    assert found(table, APART) == 1 - Fraction(1 * 2 + 2 * 1, 16)


def test_a_cell_that_is_empty_without_the_person() -> None:
    """Everybody else has another value of b: the cell of that value has the people of the margin.

    It is the whole answer of these data, for nothing else is published.
    """
    case = Case(WITH_0, CROSSED, False)
    largest = max(
        delta for n in (1, 2) for delta in case.deltas((0, n, 0, 0), case.cells, [Fraction(10**9)])
    )
    assert found(WITH_0, CROSSED) == largest


@pytest.mark.parametrize("first", range(6))
def test_keys_add_as_keys_whatever_the_number_of_the_first_is(first: int) -> None:
    """One person beside an empty cell, by listing the record keys r and c of both people.

    A key k is looked up at the place k less the first key. Without the person their cell is 0, and
    the other one and the margin have the key c; with them the cell has r, and the margin c + r.
    """
    noise = (-1, 0, 0, 0, 1)
    row = Row(((-1, 1), (0, 3), (1, 1)))
    table = PTable(5, 1, (row,), zero="preserve", first_key=first)
    alike = sum(
        1 + noise[(r - first) % 5] == 0 and 1 + noise[(c + r - first) % 5] == noise[(c - first) % 5]
        for r, c in product(range(5), repeat=2)
    )
    assert found(table, CROSSED) == 1 - Fraction(alike, 25)


def test_what_the_plan_excludes_is_no_witness() -> None:
    """Floors, counts of 0 that are not covered, one value alone, rows that end, other lookups."""
    assert found(WITH_0, tuple(replace(one, count_floor=1) for one in CROSSED)) == 0
    assert found(FROM_1, CROSSED) == 0
    assert found(FROM_1, (*APART, planned("z", "ab"))) == 0
    assert found(FROM_1, APART, {"a": 2, "b": 1}) == 0
    assert found(replace(FROM_1, beyond=Stop()), APART) == 0
    assert found(replace(FROM_1, keysize=8192, rows=(Row(((0, 4096), (1, 4096))),)), APART) > 0
    order = Mixed("2031")
    many = PTable(8192, 1, (Row(((0, 4096), (1, 4096))),), key_order=order)
    assert found(many, APART) == 0
    tables = [ReleasedTable(one, t) for one, t in zip(APART, (FROM_1, WITH_0), strict=True)]
    assert coinciding(tables, tables, {}) == 0


@pytest.mark.parametrize(("occupied", "lowest"), [(False, Fraction(3, 4)), (True, Fraction(0))])
def test_it_bounds_the_answer_at_every_epsilon(occupied: bool, lowest: Fraction) -> None:
    """Delta, the plateau, and no epsilon for a smaller delta; not where all are occupied."""
    plans = tuple(replace(one, count_floor=2 * int(occupied)) for one in APART)
    plan = Plan(SUM, plans, occupied=occupied)
    question = Question((Epsilon(exp=Fraction(50)),), (Fraction(7, 10),))
    tables = [ReleasedTable(one, FROM_1) for one in plans]
    answer = answer_plan(plan, tables, question, lambda items, _: items)
    assert (answer.plateau.lo >= Fraction(3, 4)) == (not occupied)
    assert (answer.curve[0].delta.lo >= Fraction(3, 4)) == (not occupied)
    assert (answer.inverse[0].least is None) == (not occupied)
    assert answer.curve[0].delta.lo >= lowest
