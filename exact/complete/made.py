"""A complete table that was made, with what is proved about every other one."""

from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.best import Found
from exact.complete.costs import Cost
from exact.complete.entropy_table import EntropyRow, keys_of
from exact.complete.least_epsilon import LeastEpsilon
from exact.complete.problem import Keys, least_delta
from exact.complete.proof import Proof, proof
from exact.complete.rules import PRESERVE, TableRules
from exact.complete.table import table_of_keys
from exact.complete.theorems import least_by_keys, least_of_first_pair, least_of_small_counts
from exact.complete.tree import Leaf, Tree
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.ptable import PTable
from exact.table.zero import CAP


@dataclass(frozen=True, slots=True)
class Made:
    """Rules, keys, and by criterion: the search with its bound, or the laws of the rows.

    ``epsilon`` is where delta is measured; ``least`` is given where it was searched for, and
    ``target`` where a delta is kept by the least variance. ``costs`` says what demands cost, and
    ``leaves`` how many of a proof were asked for.
    """

    rules: TableRules
    criterion: str
    keys: Keys
    epsilon: Epsilon | None
    found: Found | None = None
    laws: tuple[EntropyRow, ...] = ()
    target: Fraction | None = None
    least: LeastEpsilon | None = None
    costs: tuple[Cost, ...] = ()
    leaves: int | None = None

    @property
    def table(self) -> PTable:
        """The table that is released."""
        return table_of_keys(self.rules, self.keys)

    @property
    def delta(self) -> Delta | None:
        """The largest delta of the pairs that count, at epsilon."""
        if self.epsilon is None:
            return None
        return least_delta(self.rules, self.epsilon).delta(self.keys)

    @property
    def first_delta(self) -> Delta | None:
        """The larger delta of the pair (0, 1), at epsilon."""
        if self.epsilon is None:
            return None
        pair = replace(self.rules, first_pair=CAP, cap=Fraction(1))
        problem = least_delta(pair, self.epsilon)
        first = zip(problem.events, problem.deltas(self.keys), strict=True)
        one, other = (delta for event, delta in first if event.cap is not None)
        return one if one.compare_to(other) > 0 else other

    @property
    def proof(self) -> Proof | None:
        """The proof of the bound, where one was searched for.

        Where the smallest epsilon was, it is that of delta at the epsilon just below: there every
        table has more than the target.
        """
        if self.least is not None:
            if self.least.below is None:
                return None
            below = least_delta(self.rules, Epsilon(exp=self.least.above))
            return proof(self.rules, below, Tree((Leaf(0),), (self.least.below,)), None)
        if self.found is None:
            return None
        return proof(self.rules, self.found.problem, self.found.tree, self.target)

    @property
    def proved_optimal(self) -> bool:
        """Whether no other table is better: by the tree, or by the nearest keys of every row."""
        if self.found is not None:
            return self.found.proved_optimal and self.least is None
        free = not self.rules.variance
        return all(row.nearest.is_proved and (row.has_variance or free) for row in self.laws)


def of_laws(rules: TableRules, laws: tuple[EntropyRow, ...], epsilon: Epsilon | None) -> Made:
    """Return the table of largest entropy."""
    return Made(rules, "entropy", keys_of(laws), epsilon, laws=laws)


def facts_that_bind(made: Made) -> tuple[tuple[str, Fraction], ...]:
    """Return the theorems that bound delta of these tables from below, each with its bound.

    Each is given only where it says something: 1/K where no better bound is proved, and that of
    small counts where e^epsilon is below 2.
    """
    rules, least = made.rules, least_by_keys(sum(made.keys[0]))
    found = []
    if made.found is not None and made.found.problem.repeats_freely and made.found.bound <= least:
        found.append(("a table of K keys whose last row repeats has delta >= 1/K", least))
    if rules.unbiased and rules.zero == PRESERVE:
        D = rules.row(1).support[-1]
        V = rules.row(1).variance
        bound = least_of_first_pair(Fraction(D) if V is None else V, D)
        name = "zero preserved, row 1 unbiased: delta of the pair (0, 1) >= 1/(1 + min(V, D))"
        found.append((name, bound))
    if rules.unbiased and made.epsilon is not None:
        D = rules.row(min(2, rules.last_count)).support[-1]
        bound = least_of_small_counts(made.epsilon, D)
        if bound > 0:
            name = "rows 1 and 2 unbiased, e^epsilon < 2: delta >= (2 - e^epsilon)/(D + 2)"
            found.append((name, bound))
    return tuple(found)
