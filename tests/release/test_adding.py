"""Keys that add: the joint law where it covers a plan, bounds on both sides where it does not."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from exact.errors import InputError
from exact.keyorder.order import Listed, Mixed
from exact.numbers.epsilon import Epsilon
from exact.release.answer import BETWEEN, EXACT_LAW, FROM_BELOW, Answer
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.plan import OWN_KEY, RECORD_KEYS, SUM, Plan, PlannedTable, Source
from exact.table.ptable import PTable, Stop
from exact.table.row import Row

ANY = Source("ptable", "t")
TABLE = PTable(6, 1, (Row(((-1, 1), (0, 4), (1, 1))),))
UNEVEN = PTable(5, 1, (Row(((-1, 2), (0, 2), (2, 1))),))
WIDE = PTable(9, 1, (Row(tuple((z, 1) for z in range(-4, 5))),))
EXPS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(20))
TOTAL: frozenset[str] = frozenset()


def planned(name: str, dimensions: str, *margins: str) -> PlannedTable:
    """Return a table by the letters of its dimensions and margins; "" is the total."""
    return PlannedTable(name, ANY, frozenset(dimensions), tuple(map(frozenset, margins)))


def answered(
    table: PTable, *tables: PlannedTable, secret: str = RECORD_KEYS, occupied: bool = False
) -> Answer:
    """Return the answer at all epsilons; sex and age have two values, region has three."""
    known = {name for one in tables for cell in one.people() for name in cell}
    categories = tuple((d, n) for d, n in (("s", 2), ("a", 2), ("r", 3)) if d in known)
    plan = Plan(SUM, tables, secret, categories, occupied=occupied)
    question = Question(tuple(Epsilon(exp=exp) for exp in EXPS), (Fraction(7, 10),))
    return answer_plan(
        plan, [ReleasedTable(one, table) for one in tables], question, lambda items, _: items
    )


Released = Callable[[PTable, Sequence[int], Sequence[int]], tuple[int, ...]]


def truth(table: PTable, cells: int, released: Released, E: Fraction) -> Fraction:
    """Return delta of adding a person to the first cell, by enumeration of all keys of the cells.

    Before and after, the keys of the cells are uniform; counts are 7 in every cell.
    """
    laws = []
    for first in (7, 8):
        counts = (first, *(7,) * (cells - 1))
        keys = product(range(table.keysize), repeat=cells)
        laws.append(Counter(released(table, counts, each) for each in keys))
    p, q = laws
    total = sum(p.values())
    both = [
        sum((max(Fraction(0), a[y] - E * b[y]) for y in {*a, *b}), Fraction(0))
        for a, b in ((p, q), (q, p))
    ]
    return max(both) / total


def noisy(table: PTable, counts: Sequence[int], keys: Sequence[int]) -> int:
    """Return the noisy sum of some cells, whose key is the sum of theirs."""
    count = sum(counts)
    return count + table.noise(count, sum(keys) % table.keysize)


def with_total(table: PTable, counts: Sequence[int], keys: Sequence[int]) -> tuple[int, ...]:
    """Return every cell and the total."""
    cells = [noisy(table, [n], [k]) for n, k in zip(counts, keys, strict=True)]
    return (*cells, noisy(table, counts, keys))


def two_by_two(table: PTable, counts: Sequence[int], keys: Sequence[int]) -> tuple[int, ...]:
    """Return four cells with both margins and the total."""
    margins = [
        noisy(table, [counts[i], counts[j]], [keys[i], keys[j]])
        for i, j in ((0, 1), (2, 3), (0, 2), (1, 3))
    ]
    return (*with_total(table, counts, keys), *margins)


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        UNEVEN,
        replace(TABLE, key_order=Listed((3, 0, 5, 1, 4, 2))),
        replace(UNEVEN, key_order=Mixed("2031")),
    ],
)
def test_a_table_with_its_total_has_the_exact_joint_delta(table: PTable) -> None:
    """Women, men and all, also in an order of keys: every pair of keys is enumerated."""
    found = answered(table, planned("sex", "s", ""))
    assert found.basis == EXACT_LAW
    for exp, point in zip(EXPS, found.curve, strict=True):
        assert point.delta.lo == point.delta.hi == truth(table, 2, with_total, exp)


def test_three_categories_with_their_total_are_exact_too() -> None:
    """Where all counts have one row, equal counts stand for all."""
    found = answered(TABLE, planned("region", "r", ""))
    assert found.basis == EXACT_LAW
    for exp, point in zip(EXPS, found.curve, strict=True):
        assert point.delta.lo == point.delta.hi == truth(TABLE, 3, with_total, exp)


@pytest.mark.parametrize("table", [TABLE, UNEVEN, WIDE])
def test_beyond_the_joint_law_there_are_bounds_on_both_sides(table: PTable) -> None:
    """Sex by age with all margins, by enumeration of the keys of four cells."""
    found = answered(table, planned("both", "sa", "s", "a", ""))
    assert found.basis == BETWEEN
    for exp, point in zip(EXPS, found.curve, strict=True):
        assert point.delta.lo <= truth(table, 4, two_by_two, exp) <= point.delta.hi < 1
    part = answered(table, planned("sex", "s", ""))
    assert found.curve[2].delta.lo >= part.curve[2].delta.lo  # a part of it bounds it from below


@pytest.mark.parametrize(
    ("tables", "occupied", "basis"),
    [
        ((planned("one", "sa", "s"), planned("two", "sr", "s")), False, FROM_BELOW),
        ((planned("one", "sa", "s"), planned("two", "sr", "s")), True, BETWEEN),
        ((planned("one", "sar", "s"), planned("two", "sr", "s")), False, FROM_BELOW),
        ((replace(planned("one", "sar", "s"), count_floor=1),), False, BETWEEN),
    ],
)
def test_an_upper_bound_needs_somebody_in_every_combination(
    tables: tuple[PlannedTable, ...], occupied: bool, basis: str
) -> None:
    """As the plan says, or by a floor of a table with all dimensions; a 0 is covered here."""
    floors = {"sa": 3, "sr": 2}  # somebody in every combination: three regions, two ages
    said = tuple(
        replace(one, count_floor=floors["".join(sorted(one.dimensions or ())[::-1])])
        if occupied
        else one
        for one in tables
    )
    found = answered(replace(WIDE, zero="preserve"), *said, occupied=occupied)
    assert found.basis == basis
    assert {point.delta.hi == 1 for point in found.curve} == {basis == FROM_BELOW}
    assert found.plateau.hi == found.curve[0].delta.hi  # the same at every epsilon
    least = found.inverse[0]
    assert least.most == (0 if found.plateau.hi <= least.delta else None)


def test_one_more_table_like_it_has_an_upper_bound_too() -> None:
    """It has a dimension of its own, and is as occupied: the bound of a plan that names it."""
    two = tuple(replace(planned(name, name), count_floor=4) for name in "sa")
    three = (*two, replace(planned("r", "r"), count_floor=4))
    found = answered(WIDE, *two, occupied=True)
    whole = answered(WIDE, *(replace(one, count_floor=6) for one in three), occupied=True)
    assert found.curve[0].delta.hi < found.costs[0].another[0].hi == whole.curve[0].delta.hi < 1
    plan, tables = found.plan, [ReleasedTable(one, WIDE) for one in two]
    budget = Epsilon(exp=Fraction(2)), found.costs[0].another[0].hi
    asked = Question((budget[0],), (), budget)
    fits = answer_plan(plan, tables, asked, lambda items, _: items).budget
    assert fits is not None
    assert fits.least == 1  # two such releases are four cells, which have more


def test_the_same_people_in_two_tables_have_one_key() -> None:
    """Their noises hang together: refused, never answered as if they were independent."""
    plans = planned("one", "s"), planned("two", "s")
    tables = [ReleasedTable(each, t) for each, t in zip(plans, (TABLE, UNEVEN), strict=True)]
    question = Question(tuple(Epsilon(exp=exp) for exp in EXPS))
    with pytest.raises(InputError, match="by one key"):
        answer_plan(Plan(SUM, plans), tables, question, lambda items, _: items)


def test_an_empty_cell_with_noise_is_no_witness() -> None:
    """It has key 0 alone, which releases it as 1, as all counts are here: nothing is given away."""
    rows = (Row(((1, 1), (-3, 5))), *(Row(((1 - n, 6),)) for n in (1, 2, 3, 4)))
    table = PTable(6, 0, rows, Stop(), zero="row")
    found = answered(table, planned("both", "sa", "s"))
    assert [point.delta.lo for point in found.curve] == [0] * len(EXPS)


def test_the_keys_of_a_persons_own_cells_are_independent() -> None:
    """Of four atoms with uniform keys the sums over the cells of a person are uniform together."""
    size = 5
    seen = Counter(
        (w % size, (w + x) % size, (w + y) % size, (w + x + y + z) % size)
        for w, x, y, z in product(range(size), repeat=4)
    )
    assert len(seen) == size**4
    assert set(seen.values()) == {1}


def test_one_cell_of_a_person_needs_no_joint_law() -> None:
    """Other cells of the same table are of other people: delta is that of one count."""
    found = answered(TABLE, planned("sex", "s"))
    assert found.basis == EXACT_LAW
    one = truth(TABLE, 1, lambda table, n, keys: (noisy(table, n, keys),), Fraction(2))
    assert found.curve[2].delta.hi == one


def test_the_least_epsilon_is_the_inverse() -> None:
    """delta at its upper end is at most so much, and just below its lower end more."""
    (least,) = answered(TABLE, planned("sex", "s", "")).inverse
    assert least.least is not None
    assert least.most is not None
    lower = Epsilon(value=least.least - Fraction(1, 10**9)).exp_bounds(64)[1]
    upper = Epsilon(value=least.most).exp_bounds(64)[1]
    one = Fraction(1, 1 << 64)
    assert truth(TABLE, 2, with_total, upper * one) <= Fraction(7, 10)
    assert truth(TABLE, 2, with_total, lower * one) > Fraction(7, 10)


def test_nothing_is_summed_where_keys_are_not_independent() -> None:
    """Theorem 7.1 is about independent releases."""
    assert answered(TABLE, planned("sex", "s", "")).summed == ()


def test_cells_by_number_alone_do_not_say_which_add_up() -> None:
    """Refused, never answered as if they were independent."""
    with pytest.raises(InputError, match="do not say which of them add up"):
        answered(TABLE, PlannedTable("a", ANY, cells=2))


def test_known_keys_of_others_are_refused_for_keys_that_add() -> None:
    """What is not covered is said, and nothing is answered."""
    with pytest.raises(InputError, match="not answered for keys that add"):
        answered(TABLE, planned("sex", "s", ""), secret=OWN_KEY)
