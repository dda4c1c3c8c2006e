"""The best table of whole keys: found, checked, and proved to be the best."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from exact.complete.attainable import threshold
from exact.complete.best import Effort, Found, NoTable, best_table
from exact.complete.better import objective
from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.branching import Progress, Search, unwatched
from exact.complete.door import Cut, Relaxed
from exact.complete.gaps import filled
from exact.complete.problem import Keys, Place, Problem, least_delta, least_variance
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.complete.tree import Leaf, Split, Tree
from exact.errors import InputError, Undecided
from exact.numbers.epsilon import Epsilon, epsilon
from exact.privacy.delta import Delta
from exact.table.holes import gaps
from exact.table.pairs import pair_profiles, worst_pair
from reports.proposals.highs import HighsSession
from tests.complete.small import every_table

QUICK = Effort(leaves=60)


def rules_of(holes: tuple[int, ...]) -> TableRules:
    """Return the rules of the issue's table: D = 5, V at most 3."""
    return TableRules(D=(5,), variance=(Fraction(3),), holes=holes)


def least_of_all(problem: Problem, keysize: int) -> Delta:
    """Return the least delta of all tables, by enumeration."""
    least: Delta | None = None
    for keys in every_table(problem, keysize):
        delta = problem.delta(keys)
        least = delta if least is None or delta.compare_to(least) < 0 else least
    assert least is not None
    return least


@pytest.mark.parametrize("text", ["1/4", "ln(2)", "1"])
@pytest.mark.parametrize(
    ("rules", "keysize"),
    [
        (TableRules(D=(1,), variance=(Fraction(1, 2),)), 8),
        (TableRules(D=(1,), zero="row", first_pair="include"), 5),
        (TableRules(D=(2,), variance=(Fraction(1),)), 7),
        (TableRules(D=(2,), variance=(Fraction(2),), holes=(1,), last=3), 6),
        (TableRules(D=(2,), shape="unimodal", variance=(Fraction(3, 2),)), 7),
    ],
    ids=["D1", "zero", "D2", "hole", "peak"],
)
def test_the_best_table_of_few_keys_is_the_best_of_all(
    rules: TableRules, keysize: int, text: str
) -> None:
    """Proved by the tree, and by trying every table."""
    problem = least_delta(rules, epsilon(text))
    found = best_table(problem, keysize, HighsSession, Effort(leaves=2000))
    assert found.proved_optimal
    assert found.gap_keys == 0
    assert found.delta.compare_to(least_of_all(problem, keysize)) == 0


def test_the_least_variance_of_few_keys_is_the_least_of_all() -> None:
    """With delta at most a target, proved by the tree and by trying every table."""
    target = Fraction(2, 5)
    problem = least_variance(TableRules(D=(2,)), Epsilon(exp=Fraction(3, 2)), target)
    found = best_table(problem, 8, HighsSession, Effort(leaves=2000))
    spreads = [
        problem.spread(keys)
        for keys in every_table(problem, 8)
        if all(delta.compare(target) <= 0 for delta in problem.deltas(keys))
    ]
    assert found.proved_optimal
    assert problem.spread(found.keys) == min(spreads)


@pytest.mark.parametrize(
    ("holes", "text", "A", "B"),
    [
        ((1, 2), "1", 12, 3),
        ((1, 2), "2", 1, 0),
        ((), "1", 2, 0),
        ((), "2", 1, 0),
    ],
)
def test_the_best_table_of_256_keys_is_proved(
    holes: tuple[int, ...], text: str, A: int, B: int
) -> None:
    """D = 5, V at most 3: 0.01502, 1/256, 2/256 and 1/256, as (A - B e^epsilon) / 256."""
    found = best_table(least_delta(rules_of(holes), epsilon(text)), 256, HighsSession, QUICK)
    expected = Delta(Fraction(A, 256), Fraction(B, 256), epsilon(text))
    assert found.delta.compare_to(expected) == 0
    assert found.proved_optimal
    check_found(found, rules_of(holes))


def check_found(found: Found, rules: TableRules) -> None:
    """Check a table and its proof by the measures of a finished table."""
    table = table_of_keys(rules, found.keys)
    pairs = tuple(pair for pair in pair_profiles(table) if min(pair.count, pair.other) >= 1)
    assert worst_pair(pairs, found.problem.epsilon).delta.compare_to(found.delta) == 0
    for row in table.rows:
        assert row.pmf.mean() == 0
        assert row.pmf.variance() <= 3
    bound = found.tree.bound(Bounds(found.problem, found.keysize))
    assert bound is not None
    assert found.delta.compare(bound) >= 0


@pytest.mark.parametrize(("D", "V", "text"), [(5, 3, "1"), (10, 5, "2"), (5, 2, "1/2")])
def test_many_keys_come_within_a_few_keys_of_the_bound(D: int, V: int, text: str) -> None:
    """At 2^32 keys, without a tree: the table is checked, and so is the bound."""
    rules = TableRules(D=(D,), variance=(Fraction(V),))
    found = best_table(least_delta(rules, epsilon(text)), 1 << 32, HighsSession, QUICK)
    assert 0 <= found.gap_keys < 20
    assert found.tree.leaves == 1


def test_unimodal_tables_have_one_peak() -> None:
    """Every row rises to the noise nearest to 0 and falls after it."""
    rules = TableRules(D=(5,), variance=(Fraction(3),), shape="unimodal")
    found = best_table(least_delta(rules, epsilon("1")), 256, HighsSession, Effort(leaves=5))
    for row, keys in zip(found.problem.rows[1:], found.keys[1:], strict=True):
        peak = row.support.index(0)
        assert list(keys[: peak + 1]) == sorted(keys[: peak + 1])
        assert list(keys[peak:]) == sorted(keys[peak:], reverse=True)


def test_an_interrupted_search_keeps_its_table_and_a_true_bound() -> None:
    """Ctrl-C after a few leaves: the tree is complete, its bound weaker than the table."""
    problem = least_delta(TableRules(D=(3,), variance=(Fraction(2),)), epsilon("1/2"))

    def interrupt(progress: Progress) -> None:
        if progress.closed >= 1:
            raise KeyboardInterrupt

    found = best_table(problem, 64, HighsSession, Effort(10**6, interrupt))
    assert not found.proved_optimal
    assert 0 < found.gap_keys < 5
    assert found.tree.bound(Bounds(problem, 64)) == found.bound


@pytest.mark.parametrize(("keysize", "holes"), [(64, (1,)), (1 << 32, ()), (1 << 32, (1, 2))])
def test_the_best_table_has_no_gap_where_it_need_not(keysize: int, holes: tuple[int, ...]) -> None:
    """Every noise value between the smallest and the largest of a row has a key, but for holes."""
    rules = TableRules(D=(3,), variance=(Fraction(3),), holes=holes)
    found = best_table(least_delta(rules, epsilon("1")), keysize, HighsSession, QUICK)
    assert not list(gaps(table_of_keys(rules, found.keys)))


def test_a_filled_gap_keeps_sum_and_bias() -> None:
    """-1 and 3 give 4 keys to 1, which lies between them; the second moment falls."""
    problem = least_delta(TableRules(D=(3,), last=1), epsilon("1"))
    (row,) = filled(problem, ((16,), (12, 0, 0, 0, 4)))[1:]
    support = problem.rows[1].support
    assert min(row) > 0
    assert sum(row) == 16
    assert sum(n * z for n, z in zip(row, support, strict=True)) == 0
    assert sum(n * z * z for n, z in zip(row, support, strict=True)) < 12 + 4 * 9


def test_rules_that_no_law_keeps_end_with_their_proof() -> None:
    """Row 1 with the holes 1..2 has variance at least 2: multipliers prove it, at any keys."""
    problem = least_delta(TableRules(D=(5,), variance=(Fraction(1),), holes=(1, 2)), epsilon("1"))
    for keysize in (256, 1 << 32):
        with pytest.raises(NoTable) as caught:
            best_table(problem, keysize, HighsSession, QUICK)
        assert caught.value.tree.bound(Bounds(problem)) is None


def test_no_table_of_so_few_keys_is_proved_by_a_tree() -> None:
    """Variance exactly 1/2 with 3 keys would need 3/4 of a key at -1: laws exist, tables do not."""
    problem = least_delta(
        TableRules(D=(1,), variance=(Fraction(1, 2),), exact_variance=True), epsilon("1")
    )
    assert list(every_table(problem, 3)) == []
    with pytest.raises(NoTable):
        best_table(problem, 3, HighsSession, Effort(leaves=1000))


@pytest.mark.parametrize("text", ["ln(3)", "1", "1/7"])
@pytest.mark.parametrize("keysize", [5, 12])
def test_no_delta_lies_between_a_threshold_and_its_delta(text: str, keysize: int) -> None:
    """Against all values (A - B E) / K themselves."""
    eps = epsilon(text)
    values = [
        Delta(Fraction(A, keysize), Fraction(B, keysize), eps)
        for A in range(keysize + 1)
        for B in range(keysize + 1)
    ]
    for delta in values[:: keysize // 2]:
        if delta.compare(Fraction(0)) > 0:
            t = threshold(delta, keysize)
            assert delta.compare(t) > 0
            between = (v for v in values if v.compare(t) >= 0 and v.compare_to(delta) < 0)
            assert list(between) == []


def test_a_threshold_needs_a_delta_of_so_many_keys() -> None:
    """And not more keys than can be compared one by one."""
    with pytest.raises(InputError, match="is none of 8 keys"):
        threshold(Delta(Fraction(1, 3), Fraction(0), epsilon("1")), 8)
    with pytest.raises(InputError, match="must be at most 65536"):
        threshold(Delta(Fraction(1, 2), Fraction(0), epsilon("1")), 1 << 20)


NOTHING = Multipliers((1, 0), ((0, 0), (0, 0)), ((), (0,)))


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ((Split((1, 0), 1), Leaf(0)), "ends before its last leaf"),
        ((Leaf(0), Leaf(0)), "goes on after its end"),
    ],
)
def test_nodes_that_are_no_tree_prove_nothing(
    nodes: tuple[Split | Leaf, ...], message: str
) -> None:
    """A missing half would leave tables out."""
    problem = least_delta(TableRules(D=(1,)), epsilon("1"))
    with pytest.raises(InputError, match=message):
        Tree(nodes, (NOTHING,)).bound(Bounds(problem, 4))


class Liar:
    """A session that claims what is not so, as float solvers were seen to do."""

    def __init__(self, problem: Problem, keysize: int) -> None:
        self.honest = HighsSession(problem, keysize)
        self.problem = problem

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Say that the least delta is huge: multipliers a thousand times too large."""
        found = self.honest.relaxed(boxes)
        m = found.multipliers
        large = tuple(tuple(1000 * v + 7 for v in row) for row in m.conditions)
        return Relaxed(Multipliers(m.events, m.outputs, large), found.shares)

    def smoothed(self, cap: Fraction) -> Keys:
        """Say that there is none."""
        return ()

    def split(self, boxes: Boxes, target: Fraction) -> Cut | None:
        """Say that all numbers are whole."""
        return None

    def near(self, shares: Keys) -> Keys | None:
        """Propose a table that breaks its rules."""
        return tuple((256, *(0 for _ in row.support[1:])) for row in self.problem.rows)

    def changed(self, keys: Keys, width: int) -> Keys | None:
        """Propose a table with keys below 0."""
        return tuple((-1, *row[1:]) for row in keys)

    def dives(self) -> Iterator[Keys]:
        """Propose a table without rows, and one whose rows have no keys."""
        yield ()
        yield tuple((0,) * len(row.support) for row in self.problem.rows)

    def next_whole(self, least: Fraction) -> Keys | None:
        """Propose a table of all keys at one noise value, as if it had the least delta."""
        return tuple((256, *(0 for _ in row.support[1:])) for row in self.problem.rows)

    def lower(self, least: Fraction, most: Fraction) -> Keys | None:
        """Propose a table of the wrong size."""
        return ((256,),)

    def smooth(self, cap: Fraction, places: Sequence[Place]) -> Keys | None:
        """Propose one without rows."""
        return ()


def test_nothing_that_a_solver_says_is_believed() -> None:
    """Wrong multipliers give a true bound, wrong tables are refused, and no proof comes of it."""
    problem = least_delta(rules_of((1, 2)), epsilon("2"))
    with pytest.raises(Undecided, match="no table of whole keys was found"):
        best_table(problem, 256, Liar, Effort(leaves=20))
    value = Bounds(problem, 256).value(Liar(problem, 256).relaxed({}).multipliers)
    assert value is not None
    assert value <= Fraction(1, 256)


@pytest.mark.parametrize("text", ["1/2", "1", "2"])
@pytest.mark.parametrize("holes", [(1, 2), ()])
def test_one_leaf_is_the_bound_of_all_real_tables(
    holes: tuple[int, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is searched: a valid table, a few keys above the bound of a single leaf."""
    problem = least_delta(rules_of(holes), epsilon(text))
    for search in ("changed", "lower", "smooth", "split", "near"):
        monkeypatch.setattr(HighsSession, search, None)
    found = best_table(problem, 256, HighsSession, Effort(leaves=1))
    problem.check(found.keys, 256)
    assert found.tree.leaves == 1
    assert found.bound == found.tree.bound(Bounds(problem, 256))
    assert found.gap_keys <= 4
    assert found.proved_optimal == (text == "2")


@pytest.mark.parametrize("text", ["1", "2"])
def test_a_delta_of_0_is_never_claimed(text: str) -> None:
    """At D = 25 HiGHS says delta = 0; a table of K keys cannot have less than 1/K, and no less."""
    rules = TableRules(D=(25,), variance=(Fraction(20),), last=25)
    problem = least_delta(rules, epsilon(text))
    session = HighsSession(problem, 1 << 32)
    assert Bounds(problem, 1 << 32).value(session.relaxed({}).multipliers) == Fraction(1, 1 << 32)


def test_one_of_256_keys_exists_where_a_solver_proved_more() -> None:
    """holes 1..2, epsilon = 2: a search by floats once "proved" 0.00694; 1/256 exists."""
    problem = least_delta(rules_of((1, 2)), epsilon("2"))
    found = best_table(problem, 256, HighsSession, QUICK)
    assert objective(problem, found.keys) == Fraction(1, 256) < Fraction("0.00694")


def test_an_open_leaf_is_bounded_by_its_parent() -> None:
    """A search of no leaves returns one leaf, the bound of the relaxation."""
    problem = least_delta(rules_of(()), epsilon("1/2"))
    session = HighsSession(problem, 256)
    search = Search(Bounds(problem, 256), session, None)
    assert not search.run(0, unwatched)
    assert search.tree().leaves == 1
    bound = search.tree().bound(Bounds(problem, 256))
    assert bound is not None
    assert Fraction("0.06588017") < bound < Fraction("0.06588018")


def test_a_small_target_leaves_room_for_rounding() -> None:
    """D = 10, delta at most 10^-4 at epsilon = 1: variance 1.831648, in 2^32 keys below the cap."""
    target = Fraction(1, 10**4)
    problem = least_variance(TableRules(D=(10,)), epsilon("1"), target)
    found = best_table(problem, 1 << 32, HighsSession, QUICK)
    problem.check(found.keys, 1 << 32)
    assert Fraction("1.831648") < found.bound < Fraction("1.831649")
    assert problem.spread(found.keys) - found.bound < Fraction(1, 10**6)


def fewer_demands(rules: TableRules) -> Iterator[TableRules]:
    """Yield the rules with each of the demands left out that a table may keep without being asked.

    Every table that keeps ``rules`` keeps these too.
    """
    if rules.shape == "unimodal":
        yield replace(rules, shape="monotone")
    if rules.shape:
        yield replace(rules, shape="")
    if rules.exact_variance:
        yield replace(rules, exact_variance=False)
    if rules.first_pair == "include":
        yield replace(rules, first_pair="exclude")


@pytest.mark.parametrize(
    ("rules", "keysize"),
    [
        (TableRules(D=(7,), variance=(Fraction(4),), holes=(1, 2), shape="unimodal"), 1 << 16),
        (TableRules(D=(5,), variance=(Fraction(3),), holes=(1, 2), shape="unimodal"), 1 << 16),
        (TableRules(D=(4,), variance=(Fraction(2),), holes=(1,), shape="monotone"), 1 << 20),
        (TableRules(D=(3,), variance=(Fraction(2),), exact_variance=True), 1 << 16),
        (TableRules(D=(3,), variance=(Fraction(2),), holes=(1,), shape="unimodal"), 1 << 6),
        (TableRules(D=(4,), variance=(Fraction(3),), zero="row", first_pair="include"), 1 << 13),
    ],
    ids=["D7", "D5", "D4", "exact", "proved", "first-pair"],
)
def test_a_demand_never_improves_the_best_table(rules: TableRules, keysize: int) -> None:
    """The best with a demand is a candidate without it; equally good is what differs by no key."""
    strict = best_table(least_delta(rules, epsilon("1")), keysize, HighsSession, Effort())
    for looser in fewer_demands(rules):
        found = best_table(least_delta(looser, epsilon("1")), keysize, HighsSession, Effort())
        assert found.delta.compare_to(strict.delta) <= 0


def test_of_equally_good_tables_one_of_one_peak_is_taken() -> None:
    """D = 7, V = 4, holes 1 and 2, 2^16 keys: 108 keys, which --unimodal has too, and no comb."""
    rules = TableRules(D=(7,), variance=(Fraction(4),), holes=(1, 2))
    found = best_table(least_delta(rules, epsilon("1")), 1 << 16, HighsSession, Effort())
    assert found.delta.compare(Fraction(108, 1 << 16)) == 0
    for row, keys in zip(found.problem.rows[1:], found.keys[1:], strict=True):
        peak = min(range(len(keys)), key=lambda k: abs(row.support[k]))
        assert list(keys[: peak + 1]) == sorted(keys[: peak + 1])
        assert list(keys[peak:]) == sorted(keys[peak:], reverse=True)


def test_what_is_known_is_never_worse_than_what_is_found() -> None:
    """A door that finds nothing better leaves the table that was there, and so does a worse one."""
    problem = least_delta(TableRules(D=(2,), variance=(Fraction(1),)), epsilon("ln(2)"))
    best = best_table(problem, 16, HighsSession, Effort(leaves=2000))
    assert best.proved_optimal
    for leaves in (1, 2000):
        known = Effort(leaves=leaves, known=(best.keys,))
        again = best_table(problem, 16, HighsSession, known)
        assert again.delta.compare_to(best.delta) == 0
    rounded = Effort(searches=False, known=(best.keys,))
    assert best_table(problem, 16, HighsSession, rounded).delta.compare_to(best.delta) == 0


def test_a_known_table_that_breaks_the_rules_is_not_taken() -> None:
    """Its row 1 is biased: the best table is another one."""
    problem = least_delta(TableRules(D=(1,), variance=(Fraction(1),)), epsilon("ln(2)"))
    biased = ((8,), (0, 4, 4), (0, 4, 4))[: len(problem.rows)]
    found = best_table(problem, 8, HighsSession, Effort(known=(biased,)))
    assert found.keys != biased
    problem.check(found.keys, 8)
