"""The linear program (9)-(13) of Sadeghi-Asoodeh-Calmon as a problem of ``exact.complete``.

Proposition 2: of all unbiased noises that leave a count as it is with probability eta, the least
delta of single outcomes, p_n(y) <= E p_m(y) + delta for neighbouring counts 1..N and every y. The
mixtures of two-point noises of the paper are all such laws. So the same proposals, the same proof
by weak duality and the same rounding to whole keys serve; ``exact.optimal.count_query`` is the
independent route.
"""

from collections.abc import Iterator
from dataclasses import replace

from exact.complete.best import Effort, Found, NoTable, best_table
from exact.complete.conditions import RowRules
from exact.complete.door import Door
from exact.complete.problem import Event, Keys, Problem, bounded
from exact.errors import InputError
from exact.laws.count_query import CountQueryLaw
from exact.numbers.guard import integer
from exact.table.ptable import PTable, Stop
from exact.table.row import Row

MAX_LAST = 500
# The probabilities of the largest program, and of the largest table whose few keys are searched.
MAX_PLACES = 6_000
_MOST_SEARCHED = 300


def single_outcomes(law: CountQueryLaw, last: int) -> Problem:
    """Return the problem for the counts 1..``last`` and noise up to the D of the law.

    >>> from fractions import Fraction
    >>> from exact.numbers.epsilon import Epsilon
    >>> law = CountQueryLaw(Epsilon(exp=Fraction(2)), Fraction(1, 2), 2)
    >>> problem = single_outcomes(law, 3)
    >>> len(problem.rows), len(problem.events)
    (3, 19)
    """
    integer(last, "rows", 2, MAX_LAST)
    if last * (2 * law.limit + 1) > MAX_PLACES:
        rule = f"gives more than {MAX_PLACES} probabilities, {2 * law.limit + 1} for each count"
        raise InputError("rows", last, rule, "choose fewer counts or a smaller D")
    rows = tuple(_row(law, count) for count in range(1, last + 1))
    return bounded(Problem(rows, tuple(_events(rows)), law.epsilon))


def best_single_outcomes(
    law: CountQueryLaw, last: int, keysize: int, door: Door, effort: Effort
) -> Found:
    """Return the table of whole keys with the smallest delta found, and its bound."""
    if (law.eta * keysize).denominator != 1:
        rule = f"is no whole number of {keysize} keys"
        raise InputError("eta", law.eta, rule, f"choose a multiple of {law.eta.denominator} keys")
    problem = single_outcomes(law, last)
    is_small = sum(len(row.support) for row in problem.rows) <= _MOST_SEARCHED
    try:
        return best_table(
            problem, keysize, door, effort if is_small else replace(effort, searches=False)
        )
    except NoTable:
        rest = int(keysize * (1 - law.eta))
        rule = f"leaves {rest} keys for noise up to {law.limit}: no row of so many has mean 0"
        raise InputError("keysize", keysize, rule, "choose more keys") from None


def table_of_outcomes(problem: Problem, keys: Keys, zero: str) -> PTable:
    """Return the table of the counts 1..N, which says nothing of larger ones."""
    rows = tuple(
        Row.of(list(zip(row.support, counts, strict=True)))
        for row, counts in zip(problem.rows, keys, strict=True)
    )
    return PTable(sum(keys[0]), 1, rows, Stop(), zero)


def _row(law: CountQueryLaw, count: int) -> RowRules:
    support = tuple(range(-min(count, law.limit), law.limit + 1))
    return RowRules(count, support, fixed=((0, law.eta),))


def _events(rows: tuple[RowRules, ...]) -> Iterator[Event]:
    """Yield each output of each direction by itself."""
    places = [
        {row.count + z: (i, k) for k, z in enumerate(row.support)} for i, row in enumerate(rows)
    ]
    for i in range(len(rows) - 1):
        for mine, other in ((i, i + 1), (i + 1, i)):
            for y, place in places[mine].items():
                there = places[other].get(y)
                shared = () if there is None else ((place, there),)
                alone = (place,) if there is None else ()
                yield Event(rows[mine].count, rows[other].count, shared, alone)
