"""Releases of tables with a row of 0, against every record key of small groups of people."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.release.answer import Answer
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.plan import SUM, Plan, PlannedTable, Source
from tests.certificate.making import claim, is_accepted
from tests.certificate.test_margins_claim import certified, release
from tests.enumeration import REPEAT, WRAP, Keys, Rows, any_law, both_deltas, counts_of, drawn
from tests.enumeration import SUM as ADDED

ANY = Source("ptable", "t")
EXPS = (Fraction(1), Fraction(3, 2), Fraction(4))


def answered(table: Rows, *tables: PlannedTable) -> Answer:
    """Return what a plan says of keys that add; sex and age have two values."""
    known = {name for one in tables for cell in one.people() for name in cell}
    plan = Plan(SUM, tables, categories=tuple((name, 2) for name in sorted(known)))
    question = Question(tuple(Epsilon(exp=exp) for exp in EXPS))
    released = [ReleasedTable(one, table.ptable()) for one in tables]
    return answer_plan(plan, released, question, lambda items, _: items)


def worst(
    table: Rows, groups: str, person: str, cells: tuple[str, ...], most: int | None = None
) -> list[Fraction]:
    """Return the largest delta of adding a person to a group, over all counts of the groups."""
    keys, found = Keys(ADDED, table.K, table.K), [Fraction(0)] * len(EXPS)
    for counts in product(counts_of(table)[:most], repeat=len(groups)):
        before = dict(zip(groups, counts, strict=True))
        after = before | {person: before[person] + 1}
        totals = [sum(each[g] for g in cell) for each in (before, after) for cell in cells]
        if all(map(table.covers, totals)):
            P, Q = (any_law(table, keys, each, cells) for each in (before, after))
            found = [max(d, *both_deltas(P, Q, E)) for d, E in zip(found, EXPS, strict=True)]
    return found


def check_bounds(table: Rows, deltas: list[Fraction], *tables: PlannedTable) -> None:
    """The bounds are bounds: not empty, and the truth is between them; or no counts are covered."""
    found, rule = None, ""
    try:
        found = answered(table, *tables)
    except InputError as error:
        rule = error.rule
    if found is None:
        assert rule == "leaves no two neighbouring counts that the table covers"
        return
    for point, delta in zip(found.curve, deltas, strict=True):
        assert point.delta.lo <= delta <= point.delta.hi


# One row, or two, that serve nobody and all larger counts; keys from 0 or 1; more keys.
AGAIN = (((2, -1, 0, 1),), ((2, -1, 0, 1), (0, 0, 3, -2)))
TABLES = [
    *(
        Rows(4, 0, noise, rule, 0, "row", first_key)
        for noise, rule, first_key in product(AGAIN, (REPEAT, WRAP), (0, 1))
    ),
    *(drawn(Random(f"released {seed}")) for seed in range(60)),
    *(drawn(Random(f"released {seed}"), 16) for seed in range(6)),
]


@pytest.mark.parametrize("table", TABLES)
def test_one_cell(table: Rows) -> None:
    """One table without its margins: every count, an empty cell with the key of nobody."""
    truth = worst(table, "A", "A", ("A",))
    check_bounds(table, truth, PlannedTable("a", ANY, frozenset("s")))


@pytest.mark.parametrize("table", TABLES)
def test_cells_with_their_margin(table: Rows) -> None:
    """Women, men and all: the bounds, and what a certificate of them says."""
    truth = worst(table, "FM", "F", ("F", "M", "FM"))
    check_bounds(table, truth, PlannedTable("a", ANY, frozenset("s"), (frozenset(),)))
    if table.order is None and any(truth) and max(truth) < 1:
        document = certified(table.ptable(), release(*("ln(3/2)", "ln(4)")))
        assert is_accepted(document)
        for point, delta in zip(claim(document, "margins")["points"], truth[1:], strict=True):
            assert Fraction(point["delta"]["lo"]) <= delta <= Fraction(point["delta"]["hi"])


@pytest.mark.parametrize("seed", range(40))
def test_two_tables_of_the_same_people(seed: int) -> None:
    """By sex and by age, four groups: which cells hold the same people is not assumed away."""
    table = drawn(Random(f"two tables {seed}"), K=2)
    truth = worst(table, "abcd", "a", ("ab", "cd", "ac", "bd"), 4)
    two = (PlannedTable("a", ANY, frozenset("s")), PlannedTable("b", ANY, frozenset("a")))
    check_bounds(table, truth, *two)
