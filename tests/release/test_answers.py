"""What a release gives away: bounds that hold the truth, costs, and what fits a budget."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.release.answer import Answer
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.plan import INDEPENDENT, Plan, PlannedTable, Source
from exact.table.origin import Origin
from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row

ANY = Source("ptable", "t")
LN_2 = Epsilon(exp=Fraction(2))
ONE_ROW = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
SKEWED = PTable(8, 1, (Row(((-1, 1), (0, 4), (1, 2), (2, 1))),))
SMALL_COUNTS = PTable(
    8, 1, (Row(((-1, 2), (0, 4), (1, 2))), Row(((-1, 1), (0, 5), (2, 2)))), zero="preserve"
)
WITH_ZERO = PTable(8, 0, (Row(((0, 6), (1, 2))), Row(((-1, 1), (0, 5), (1, 2)))), zero="row")
WRAPPED = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))), Row(((0, 5), (2, 3)))), Wrap(1, 2))
ENDING = PTable(8, 1, tuple(Row(((-1, 1), (0, 4 + n), (1, 3 - n))) for n in range(3)), Stop())
TABLES = {
    "one row": ONE_ROW,
    "a skewed row": SKEWED,
    "rows of small counts": SMALL_COUNTS,
    "a row of zero": WITH_ZERO,
    "rows that wrap": WRAPPED,
    "rows that end": ENDING,
}
EXPS = (Fraction(1), Fraction(6, 5), Fraction(2), Fraction(7, 2), Fraction(9), Fraction(50))


def answered(*tables: ReleasedTable, budget: tuple[Epsilon, Fraction] | None = None) -> Answer:
    """Return the answer at all epsilons and at some deltas."""
    plan = Plan(INDEPENDENT, tuple(one.planned for one in tables))
    epsilons = tuple(Epsilon(exp=exp) for exp in EXPS)
    deltas = (Fraction(1, 10), Fraction(1, 2))
    return answer_plan(plan, tables, Question(epsilons, deltas, budget), lambda items, _: items)


def cells(number: int, table: PTable = ONE_ROW, name: str = "a", floor: int = 0) -> ReleasedTable:
    """Return a table with so many cells of a person."""
    return ReleasedTable(PlannedTable(name, ANY, cells=number, count_floor=floor), table)


def law(table: PTable, n: int) -> dict[int, Fraction]:
    """Return the law of what is released for a true count, from the definition."""
    row = table.row(n)
    found: dict[int, Fraction] = {}
    for z, keys in row.runs:
        found[n + z] = found.get(n + z, Fraction(0)) + Fraction(keys, row.keysize)
    return found


def joint_delta(pairs: Sequence[tuple[dict[int, Fraction], ...]], E: Fraction) -> Fraction:
    """Return the sum over all joint outcomes of max(0, P - E Q)."""
    outcomes = [sorted({*p, *q}) for p, q in pairs]
    total = Fraction(0)
    for joint in product(*outcomes):
        p = prod((pair[0].get(y, Fraction(0)) for pair, y in zip(pairs, joint, strict=True)))
        q = prod((pair[1].get(y, Fraction(0)) for pair, y in zip(pairs, joint, strict=True)))
        total += max(Fraction(0), p - E * q)
    return total


def truth(tables: Sequence[PTable], counts: Iterable[Sequence[int]], E: Fraction) -> Fraction:
    """Return the largest delta of any of the true counts, in both directions."""
    found = []
    for each in counts:
        pairs = [(law(t, n), law(t, n + 1)) for t, n in zip(tables, each, strict=True)]
        found += [joint_delta(pairs, E), joint_delta([(q, p) for p, q in pairs], E)]
    return max(found)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_bounds_hold_the_largest_delta_of_all_counts(name: str, m: int) -> None:
    """Every choice of counts, every joint outcome, both directions: the maximum lies between."""
    table = TABLES[name]
    counts = list(product(table.neighbours(), repeat=m))
    for exp, point in zip(EXPS, answered(cells(m, table)).curve, strict=True):
        assert point.delta.lo <= truth([table] * m, counts, exp) <= point.delta.hi


@pytest.mark.parametrize("name", ["one row", "a skewed row"])
def test_with_one_row_both_bounds_are_the_truth(name: str) -> None:
    """Where all counts have the same row a few cells are known exactly."""
    table = TABLES[name]
    for exp, point in zip(EXPS, answered(cells(2, table)).curve, strict=True):
        both = truth([table] * 2, [(5, 5)], exp)
        assert point.delta.hi == both or name != "one row"
        assert point.delta.lo == both


def test_the_lower_bound_is_of_counts_that_can_be() -> None:
    """A cell and its margin: the margin has more people, and the bound is reached by some of them.

    Of these people every pair of counts n < t is tried.
    """
    planned = PlannedTable("a", ANY, frozenset({"sex"}), (frozenset(),))
    found = answered(ReleasedTable(planned, SMALL_COUNTS))
    possible = [(n, t) for n in range(5) for t in range(n + 1, 6)]
    for exp, point in zip(EXPS, found.curve, strict=True):
        assert point.delta.lo <= truth([SMALL_COUNTS] * 2, possible, exp) <= point.delta.hi


def test_a_floor_leaves_small_counts_out() -> None:
    """With counts from 2 on only the last row is left, so that delta is known exactly."""
    for exp, point in zip(EXPS, answered(cells(2, SMALL_COUNTS, floor=2)).curve, strict=True):
        assert point.delta.lo == truth([SMALL_COUNTS] * 2, [(2, 2)], exp)


def test_different_tables_compose() -> None:
    """One cell of each of two tables: the largest over all counts of both."""
    found = answered(cells(1, ONE_ROW, "a"), cells(1, SKEWED, "b"))
    for exp, point in zip(EXPS, found.curve, strict=True):
        assert point.delta.lo <= truth([ONE_ROW, SKEWED], [(5, 5)], exp) <= point.delta.hi


def test_without_a_table_is_the_release_of_the_others() -> None:
    """What a table costs is known from the plan without it, and with one more from a longer one."""
    found = answered(cells(2, ONE_ROW, "a"), cells(1, SKEWED, "b"))
    only = answered(cells(1, SKEWED, "b"))
    more = answered(cells(4, ONE_ROW, "a"), cells(1, SKEWED, "b"))
    cost = found.costs[0]
    assert (cost.name, cost.cells, cost.own) == ("a", 2, 2)
    assert cost.without == tuple(point.delta for point in only.curve)
    assert cost.another == tuple(point.delta for point in more.curve)


def test_without_the_only_table_nothing_is_given_away() -> None:
    """Nothing released has a delta of 0."""
    assert {bound.hi for bound in answered(cells(2)).costs[0].without} == {0}


def test_a_table_whose_cells_are_printed_elsewhere_costs_nothing() -> None:
    """The same people with the same noise are one release."""
    whole = ReleasedTable(PlannedTable("a", ANY, frozenset("sa"), (frozenset("s"),)), ONE_ROW)
    again = ReleasedTable(PlannedTable("b", ANY, frozenset("s")), ONE_ROW)
    found = answered(whole, again)
    assert (found.costs[1].cells, found.costs[1].own) == (1, 0)
    assert found.costs[1].without == tuple(point.delta for point in found.curve)


def test_the_plateau_is_what_no_epsilon_removes() -> None:
    """1 - (1 - p)^m, where p is the probability of a value that the other count never gives."""
    assert answered(cells(3)).plateau.hi == 1 - (1 - Fraction(2, 8)) ** 3


def test_the_least_epsilon_is_the_inverse_of_the_curve() -> None:
    """delta is at most so much at its upper end, and more just below its lower end."""
    (first, second) = answered(cells(2)).inverse
    assert (first.least, first.most) == (None, None)  # 1/10 is below the plateau
    assert second.least is not None
    assert second.most is not None
    assert second.most - second.least < Fraction(1, 10**6)
    below = Epsilon(value=second.least - Fraction(1, 10**6)).exp_bounds(64)[1]
    assert truth([ONE_ROW] * 2, [(5, 5)], Fraction(below, 1 << 64)) > Fraction(1, 2)


@pytest.mark.parametrize(("delta", "fit"), [("1/3", 1), ("45/100", 2), ("1/5", 0)])
def test_as_many_releases_fit_as_compose_below_the_budget(delta: str, fit: int) -> None:
    """The largest number r of releases whose composition keeps the budget, by definition."""
    E = Fraction(9)
    found = answered(cells(1), budget=(Epsilon(exp=E), Fraction(delta))).budget
    assert found is not None
    assert (found.least, found.most) == (fit, fit)
    assert found.kept == (fit > 0)
    assert truth([ONE_ROW] * (fit + 1), [(5,) * (fit + 1)], E) > Fraction(delta)
    assert fit == 0 or truth([ONE_ROW] * fit, [(5,) * fit], E) <= Fraction(delta)


def summed(*tables: ReleasedTable, epsilon: Epsilon) -> Fraction:
    """Return the sum of Theorem 7.1 at an epsilon."""
    plan = Plan(INDEPENDENT, tuple(one.planned for one in tables))
    question = Question((epsilon,))
    return answer_plan(plan, tables, question, lambda items, _: items).summed[0].delta


def stated(table: PTable, number: int, exp: int | None) -> ReleasedTable:
    """Return a table with so many cells and an epsilon_i = ln(exp), or none."""
    own = None if exp is None else Epsilon(exp=Fraction(exp))
    name = f"{number} cells at {exp}"
    return ReleasedTable(PlannedTable(name, ANY, cells=number, epsilon=own), table)


def near(found: Fraction, expected: Fraction) -> bool:
    """Tell whether a sum is rounded up, and by little: logarithms are rounded down to 64 bits."""
    return expected <= found <= expected + Fraction(1, 10**15)


def test_the_sum_of_theorem_7_1_is_that_of_the_stated_epsilons() -> None:
    """Two cells of delta_1 at ln 2 and one of delta_2 at ln 3 have 2 delta_1 + delta_2 at ln 12."""
    tables = stated(ONE_ROW, 2, 2), stated(SKEWED, 1, 3)
    two, one = truth([ONE_ROW], [(5,)], Fraction(2)), truth([SKEWED], [(5,)], Fraction(3))
    assert near(summed(*tables, epsilon=Epsilon(exp=Fraction(12))), 2 * two + one)


def test_at_another_epsilon_the_stated_ones_are_scaled() -> None:
    """At twice their sum each is twice as large: ln 4 and ln 9."""
    tables = stated(ONE_ROW, 2, 2), stated(SKEWED, 1, 3)
    two, one = truth([ONE_ROW], [(5,)], Fraction(4)), truth([SKEWED], [(5,)], Fraction(9))
    assert near(summed(*tables, epsilon=Epsilon(exp=Fraction(144))), 2 * two + one)


def test_where_the_plan_states_none_the_design_of_a_table_does() -> None:
    """A table designed for ln 2 is summed there, and the plan's own word comes before that."""
    designed = replace(ONE_ROW, origin=Origin(law_of_gamma(1, Fraction(1)), "ceiling", LN_2))
    tables = stated(designed, 2, None), stated(SKEWED, 1, 3)
    two, one = truth([ONE_ROW], [(5,)], Fraction(2)), truth([SKEWED], [(5,)], Fraction(3))
    assert near(summed(*tables, epsilon=Epsilon(exp=Fraction(12))), 2 * two + one)
    other = stated(designed, 2, 4), stated(SKEWED, 1, 3)
    four = truth([ONE_ROW], [(5,)], Fraction(4))
    assert near(summed(*other, epsilon=Epsilon(exp=Fraction(48))), 2 * four + one)


def test_where_some_table_has_no_epsilon_all_cells_have_equal_ones() -> None:
    """Three cells at ln 8 have ln 2 each."""
    tables = stated(ONE_ROW, 2, None), stated(SKEWED, 1, 3)
    each = [truth([table], [(5,)], Fraction(2)) for table in (ONE_ROW, ONE_ROW, SKEWED)]
    assert near(summed(*tables, epsilon=Epsilon(exp=Fraction(8))), sum(each, Fraction(0)))


def test_a_cell_of_two_tables_has_the_larger_epsilon() -> None:
    """The same people with the same noise are one cell: at ln 3, and one more at ln 2."""
    whole = ReleasedTable(
        PlannedTable("a", ANY, frozenset("sa"), (frozenset("s"),), epsilon=LN_2), ONE_ROW
    )
    again = ReleasedTable(
        PlannedTable("b", ANY, frozenset("s"), epsilon=Epsilon(exp=Fraction(3))), ONE_ROW
    )
    each = [truth([ONE_ROW], [(5,)], Fraction(E)) for E in (2, 3)]
    assert near(summed(whole, again, epsilon=Epsilon(exp=Fraction(6))), sum(each, Fraction(0)))


def test_a_plan_of_as_many_cells_as_may_be_is_answered() -> None:
    """One more table like it is composed too: twice as many."""
    one = cells(10_000, PTable(2, 1, (Row(((0, 1), (1, 1))),)))
    plan, question = Plan(INDEPENDENT, (one.planned,)), Question((Epsilon(exp=Fraction(2)),))
    found = answer_plan(plan, [one], question, lambda items, _: items)
    assert found.number == 10_000
    assert found.costs[0].another[0].hi >= found.curve[0].delta.hi
