"""A family of complete tables by D, variance and js: the delta and the losses of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.complete.asked import asked, complete_table
from exact.complete.asked_rules import AskedRules
from exact.complete.best import Effort
from exact.errors import PtcertError
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import Rational
from exact.privacy.delta import Delta
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from exact.table.zero import pairs_above_zero
from exact.utility.chances import TablePerturbation
from exact.utility.counts import Counts
from exact.utility.efficient import Placed, efficient
from exact.utility.measures import Measures, each_count, summed
from reports.progress import progress
from reports.proposals.opening import open_highs


@dataclass(frozen=True, slots=True)
class Member:
    """What is asked of one design."""

    D: int
    variance: Fraction
    js: int

    @property
    def text(self) -> str:
        """Its parameters."""
        return f"D = {self.D}, V = {self.variance}, js = {self.js}"


@dataclass(frozen=True, slots=True)
class Point:
    """A design at one epsilon: its delta without the pair (0, 1), and whether it is efficient."""

    member: Member
    epsilon: Epsilon
    delta: Delta
    measures: Measures
    efficient: bool


@dataclass(frozen=True, slots=True)
class Family:
    """The points of a map, and the designs that do not exist, each with the reason."""

    points: tuple[Point, ...]
    missing: tuple[tuple[Member, str], ...]
    loss: str


def family(
    counts: Counts,
    members: Iterable[Member],
    epsilons: tuple[Epsilon, ...],
    keysize: Rational | str,
    criterion: str,
    loss: str,
) -> Family:
    """Make every design, measure it on the counts, and mark the efficient ones at each epsilon."""
    found: list[tuple[Member, Epsilon, Delta, Measures]] = []
    missing = []
    for member in progress(tuple(members), "designs"):
        try:
            found += _measured(counts, member, epsilons, keysize, criterion)
        except PtcertError as error:
            missing.append((member, str(error)))
    points = []
    for epsilon in epsilons:
        here = [one for one in found if one[1] == epsilon]
        marks = efficient([Placed(delta, m.losses[loss]) for _, _, delta, m in here])
        points += [Point(*one, mark) for one, mark in zip(here, marks, strict=True)]
    return Family(tuple(points), tuple(missing), loss)


def _measured(
    counts: Counts,
    member: Member,
    epsilons: tuple[Epsilon, ...],
    keysize: Rational | str,
    criterion: str,
) -> Iterator[tuple[Member, Epsilon, Delta, Measures]]:
    """Yield a design at each epsilon; that of the largest entropy is one for all of them."""
    made: dict[str, tuple[PTable, Measures]] = {}
    for epsilon in epsilons:
        key = epsilon.text if criterion == "privacy" else ""
        if key not in made:
            table = _table(member, epsilon, keysize, criterion)
            each = each_count(counts, TablePerturbation(table))
            total = summed((each[n], times) for n, times in counts.by_count.items())
            made[key] = (table, total)
        table, total = made[key]
        yield member, epsilon, _delta(table, epsilon), total


def _table(member: Member, epsilon: Epsilon, keysize: Rational | str, criterion: str) -> PTable:
    rules = AskedRules(D=member.D, variance=member.variance, js=member.js or None).rules()
    # A first table with its bound; rows of largest entropy have no proof with leaves.
    given, effort = (epsilon.text, Effort(1)) if criterion == "privacy" else (None, Effort())
    return complete_table(asked(rules, keysize, criterion, given, None, effort), open_highs).table


def _delta(table: PTable, epsilon: Epsilon) -> Delta:
    """Return the delta without the pair (0, 1): a preserved zero has a delta of its own."""
    pairs = pairs_above_zero(table, tuple(pair_profiles(table)))
    return worst_pair(pairs, epsilon).delta
