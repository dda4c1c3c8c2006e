"""What a table promises, with every number: for the methodologist."""

from exact.table.extremes import largest_variance, unchanged_range
from exact.table.ptable import PTable
from reports.content.numbers import delta, factor, one_in, square_root
from reports.content.optimality import best_possible
from reports.content.subject import Subject
from reports.decimals import DOWN, UP
from reports.document.blocks import Items, Section, Term, Text
from reports.numbers import NO_GUARANTEE, rational, says_nothing
from verification.claims.context import BoundedTarget
from verification.claims.pairs import EventDelta


def promises(subject: Subject) -> Section:
    """Return the promise at each epsilon with its numbers, and how good a table can be at all."""
    return Section("promise", "The promise in numbers", (Items(tuple(_promises(subject))),))


def _promises(subject: Subject) -> list[Text]:
    if not subject.events:
        return [("This certificate claims nothing about all events.",)]
    said = [_promise(subject, target) for target in subject.targets]
    return said + best_possible(subject)


def _promise(subject: Subject, target: BoundedTarget) -> Text:
    """Say what (epsilon, delta) means for somebody who looks at one released count."""
    worst = subject.worst(target)
    tight = delta(worst)
    if says_nothing(worst.delta.hi):
        start = f"At ε = {target.epsilon.text}: {NO_GUARANTEE}, for "
        return (start, Term("δ", "delta"), " is at least ", rational(worst.delta.lo, DOWN), ".")
    change = "if the true count differs by one, the probability of any set of released values"
    meaning: Text = (
        f"At ε = {target.epsilon.text}: {change} is at most e^ε (",
        factor(target),
        ") times as large, plus ",
        Term("δ", "delta"),
        " (",
        tight,
        *_chance(worst),
        ")",
    )
    if target.delta is None:
        return (*meaning, "; no limit was claimed here.")
    met = "within" if worst.delta.hi <= target.delta else "above"
    return (*meaning, f", {met} the claimed ", rational(target.delta), ".")


def _chance(worst: EventDelta) -> Text:
    return () if worst.delta.hi <= 0 else (f", {one_in(worst.delta.hi)}",)


def spread(table: PTable) -> Text:
    """Say the largest standard deviation of any row, with the variance that it is the root of."""
    variance = largest_variance(table)
    return (square_root(variance, 4), " (variance ", rational(variance, digits=6), ")")


def unchanged(table: PTable) -> Text:
    """Say how many counts are released as they are."""
    least, most = unchanged_range(table)
    low, high = rational(100 * least, digits=4), rational(100 * most, UP, 4)
    if least == most:
        return (low, " % of the keys")
    return ("from ", low, " % to ", high, " % of the keys, by row")
