"""Releases whose keys add hold the truth between their bounds: every key, hundreds of data sets."""

from fractions import Fraction
from random import Random

import pytest

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.answer import Answer
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.plan import SUM, Plan, PlannedTable
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.release.every_key import Case
from tests.release.test_adding import planned

EXPS = (Fraction(1), Fraction(3, 2), Fraction(3), Fraction(30))
COIN = PTable(
    3, 1, (Row(((-1, 1), (0, 1), (1, 1))), Row(((0, 1), (1, 1), (2, 1)))), zero="preserve"
)
ROW_0 = PTable(3, 0, (Row(((-1, 1), (0, 1), (1, 1))), Row(((0, 1), (1, 1), (2, 1)))), zero="row")
FIXED_FIRST = PTable(4, 1, (Row(((-2, 4),)), Row(((-2, 1), (0, 1), (2, 2)))), zero="preserve")


def asked(case: Case) -> Answer:
    """Return the answer at all epsilons; each dimension has two values."""
    known = sorted({name for cell in case.cells for name in cell})
    categories = tuple((name, 2) for name in known)
    plan = Plan(SUM, case.plans, categories=categories, occupied=case.occupied)
    question = Question(tuple(Epsilon(exp=exp) for exp in EXPS))
    tables = [ReleasedTable(one, case.table) for one in case.plans]
    return answer_plan(plan, tables, question, lambda items, _: items)


def missed(case: Case, random: Random) -> list[tuple[Enclosure, Fraction]]:
    """Return bounds of everything, and without each table, that miss the largest delta of data."""
    answer, data = asked(case), list(case.data(random))
    parts = [(case.cells, tuple(point.delta for point in answer.curve))]
    for i, cost in enumerate(answer.costs if len(case.plans) > 1 else ()):
        parts.append((list(case.plans[1 - i].people()), cost.without))
    wrong = []
    for cells, bounds in parts:
        found = [list(case.deltas(each, cells, EXPS)) for each in data]
        largest = map(max, zip(*found, strict=True))
        both = zip(bounds, largest, strict=bool(found))
        wrong += [(one, delta) for one, delta in both if not one.lo <= delta <= one.hi]
    return wrong


@pytest.mark.parametrize("seed", range(30))
def test_drawn_plans(seed: int) -> None:
    """One or two tables of two dimensions, with floors and without, empty cells or none."""
    random = Random(seed)
    case = Case.drawn(random)
    if {name for cell in case.cells for name in cell} != {"a", "b"}:
        return  # no release of both dimensions
    assert missed(case, random) == []


def with_floor(plan: PlannedTable, floor: int) -> PlannedTable:
    """Return a table with a floor."""
    return PlannedTable(plan.name, plan.source, plan.dimensions, plan.margins, count_floor=floor)


@pytest.mark.parametrize(
    ("plans", "occupied"),
    [
        # A margin adds up cells with a floor, whatever its own is.
        ((with_floor(planned("x", "ab", "a"), 1), planned("y", "b", "")), False),
        # What one table says of its cells is true where another prints them, and without it.
        ((with_floor(planned("x", "ab", "a", ""), 1), planned("y", "ab", "a", "b")), False),
        # Somebody lives in every combination: in two of each cell of one dimension.
        ((with_floor(planned("x", "a"), 2), with_floor(planned("y", "b"), 2)), True),
        ((with_floor(planned("x", "a", ""), 2), with_floor(planned("y", "b", ""), 2)), True),
    ],
)
@pytest.mark.parametrize("table", [COIN, ROW_0, FIXED_FIRST])
def test_floors_that_follow(plans: tuple[PlannedTable, ...], occupied: bool, table: PTable) -> None:
    """Lower bounds are of data that all tables allow; they were above the truth, or above 1."""
    assert missed(Case(table, plans, occupied), Random(7)) == []


def test_one_cell_left_that_has_noise_when_it_is_empty() -> None:
    """Without the other table: an empty cell has the key 0, so its noise is not that of a row."""
    rows = (Row(((0, 2), (1, 1))), Row(((-1, 2), (0, 1))))
    table = PTable(3, 0, rows, zero="row")
    case = Case(table, (planned("x", "a"), planned("y", "b")), False)
    assert missed(case, Random(3)) == []
