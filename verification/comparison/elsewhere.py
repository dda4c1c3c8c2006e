"""Which true value a wrong print is: a neighbour's under the wrong label is a classic."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice

from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known, Real
from exact.quantiser.names import RULES
from exact.quantiser.rules import quantised_cmf
from exact.table.measures import epsilon_down, epsilon_up
from exact.table.pairs import worst_singleton
from verification.comparison.doubles import ulp
from verification.comparison.judge import NEAREST, RIGHT, judge, judge_integer
from verification.comparison.noise_values import NoiseValues
from verification.comparison.printed import Printed
from verification.comparison.reference import COUNTED, KEYS, Label, Reference
from verification.comparison.table_values import TableValues

# A print of few digits may be the rounding of many values: the first of them are named.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class _Family:
    """True values of one kind, ``truth(i)`` for i in ``order``, in an order in which none falls."""

    order: Sequence[int]
    truth: Callable[[int], Real]
    name: Callable[[int], str]


def elsewhere(
    printed: Printed,
    column: str,
    label: Label,
    reference: Reference,
    epsilons: Iterable[Epsilon],
    rounding: str = NEAREST,
) -> tuple[str, ...]:
    """Return names of other true values that the print is a right print of; the first kind found.

    ``epsilons`` are those at which the other program printed a delta. A single digit is the
    rounding of far too many probabilities to tell anything.
    """
    if printed.digits < 2 and column not in COUNTED:
        return ()

    def is_right(truth: Real) -> bool:
        verdict = judge_integer if column in COUNTED else partial(judge, rounding=rounding)
        return verdict(printed, truth) in RIGHT

    for family in _families(column, label, reference):
        names = tuple(islice(_matches(family, printed, is_right), _NAMED))
        if names:
            return names
    alone = _alone(column, label, reference, epsilons)
    found = (name for name, truth in alone if truth is not None and is_right(truth))
    return tuple(islice(found, _NAMED))


def _matches(family: _Family, printed: Printed, is_right: Callable[[Real], bool]) -> Iterator[str]:
    """Yield the names of the values that the print is right for, found by bisection.

    A right print is less than a unit from the truth, or it is the nearest double.
    """
    margin = printed.unit + ulp(printed.value)
    low, high = printed.value - margin, printed.value + margin
    first = bisect_left(family.order, True, key=lambda i: family.truth(i).compare(low) >= 0)
    for i in family.order[first:]:
        truth = family.truth(i)
        if truth.compare(high) > 0:
            return
        if is_right(truth):
            yield family.name(i)


def _families(column: str, label: Label, reference: Reference) -> Iterator[_Family]:
    """Yield the kinds of values with a label z, the likeliest first."""
    if not isinstance(label, int):
        return
    if column in COUNTED:
        yield from _integers(column, label, reference)
        return
    law, table = reference.law, reference.table
    pmfs = [*([_law_pmf(law)] if law else []), *([_table_pmf(table)] if table else [])]
    cmfs = [*([_law_cmf(law, label)] if law else []), *(_table_cmfs(table) if table else [])]
    if column == "pq":
        pmfs.reverse()
    yield from (*cmfs, *pmfs) if column == "c" else (*pmfs, *cmfs)


def _law_pmf(law: NoiseValues) -> _Family:
    return _Family(range(-law.law.D, 1), law.p, lambda z: f"p(±{-z})" if z else "p(0)")


def _law_cmf(law: NoiseValues, label: int) -> _Family:
    """c, and by symmetry the tails: P(Z > z) = c(-z-1) and P(Z >= z) = c(-z)."""
    tails = {-label - 1: f" = P(Z > {label})", -label: f" = P(Z >= {label})"}
    return _Family(law.support, law.c, lambda z: f"c({z})" + tails.get(z, ""))


def _table_pmf(table: TableValues) -> _Family:
    order = sorted(table.support, key=lambda z: (table.keys(z), z))
    return _Family(order, table.p, lambda z: f"p^Q({z})")


def _table_cmfs(table: TableValues) -> Iterator[_Family]:
    yield _Family(table.support, table.c, lambda z: f"c^Q({z})/K")
    keysize = table.table.keysize
    yield _Family(
        table.support[::-1],
        lambda z: Known(1 - Fraction(table.cumulated(z), keysize)),
        lambda z: f"1 - c^Q({z})/K",
    )


def _integers(column: str, label: int, reference: Reference) -> Iterator[_Family]:
    """c^Q elsewhere, the last key of a noise value, its number of keys, and other rules."""
    table, law = reference.table, reference.law
    assert table is not None
    if column == KEYS:
        order = sorted(table.support, key=lambda z: (table.keys(z), z))
        yield _Family(order, lambda z: Known(Fraction(table.keys(z))), lambda z: f"K p^Q({z})")
        return
    yield _Family(table.support, table.cq, lambda z: f"c^Q({z})")
    yield _integer(label, table.cumulated(label) - 1, f"c^Q({label}) - 1, the last key")
    yield _integer(label, table.keys(label), f"the number of keys, K p^Q({label})")
    for rule in RULES if law is not None and label in law.support else ():
        assert law is not None
        cmf = quantised_cmf(law.law, table.table.keysize, rule)
        yield _integer(label, cmf[label + law.law.D], f"c^Q({label}) by the rule {rule}")


def _integer(label: int, value: int, name: str) -> _Family:
    return _Family((label,), lambda _: Known(Fraction(value)), lambda _: name)


def _alone(
    column: str, label: Label, reference: Reference, epsilons: Iterable[Epsilon]
) -> Iterator[tuple[str, Real | None]]:
    """Yield the values without a label z, and deltas at other epsilons."""
    law, table = reference.law, reference.table
    if isinstance(label, Epsilon):
        yield from _deltas(label, reference, epsilons)
    if column in ("deltaq", "delta") and table is not None:
        yield "delta^Q (4.11)", table.deltaq()
    if column == "epsilonq" and table is not None:
        yield "epsilon^Q_-1 (4.8)", epsilon_down(table.pmf)
        yield "epsilon^Q_+1 (4.9)", epsilon_up(table.pmf)
    if column in ("bias", "variance", "epsilonq") and law is not None:
        yield "the variance of the law", law.variance()
        yield "epsilon of the law, (2D-1) gamma", law.epsilonq()
    if column in ("bias", "variance", "epsilonq") and table is not None:
        yield "the bias of the table", table.bias()
        yield "the variance of the table", table.variance()
        yield "the mean square of the table's noise", _mean_square(table)


def _deltas(
    label: Epsilon, reference: Reference, epsilons: Iterable[Epsilon]
) -> Iterator[tuple[str, Real]]:
    law, table = reference.law, reference.table
    others = [other for other in dict.fromkeys(epsilons) if other != label]
    for epsilon in (label, *others):
        if table is not None:
            yield f"delta of the table at epsilon = {epsilon.text}", table.delta(epsilon)
        if law is not None:
            yield f"delta of the law at epsilon = {epsilon.text}", law.delta(epsilon)
    if table is not None:
        yield "the largest excess of one released value", _singleton(table, label)


def _singleton(table: TableValues, epsilon: Epsilon) -> Real:
    return worst_singleton(table.pairs, epsilon)[0]


def _mean_square(table: TableValues) -> Real:
    pmf = table.pmf
    return Known(pmf.variance() + pmf.mean() ** 2)
