"""Demands that were not made: whose tables are candidates too, and of equal ones the better.

A table that keeps more than the rules keeps the rules. A search with a demand may find what one
without it misses, so its table counts there too; and of tables that are equally good a person
releases the one with a single peak.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exact.complete.better import is_better, objective
from exact.complete.bound import Bounds
from exact.complete.conditions import MONOTONE, UNIMODAL, rising_pairs
from exact.complete.gaps import gaps
from exact.complete.problem import Keys, Problem, events


def stronger_problems(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with a shape, with exact variances, and with both, where not asked for.

    Last comes the one with the pair (0, 1), where a row of 0 is there and nothing is asked of it.
    """
    shapes = {row.shape for row in problem.rows}
    variances = {row.exact_variance for row in problem.rows if row.variance is not None}
    for shape in (UNIMODAL, MONOTONE, ""):
        if shape and not shapes <= {"", MONOTONE} - {shape}:
            continue
        for exact in (False, True):
            if (shape or exact) and (not exact or variances == {False}):
                yield with_more(problem, shape, exact)
    counts = {count for event in problem.events for count in (event.count, event.other)}
    if problem.rows[0].count == 0 and 0 not in counts and len(problem.rows[0].support) > 1:
        cap = problem.events[0].cap
        first = events(problem.rows, ((0, 1, cap), (1, 0, cap)), lambda count: count)
        yield replace(problem, events=(*first, *problem.events))


def with_more(problem: Problem, shape: str, exact: bool) -> Problem:
    """Return the problem whose rows keep a shape, and have exactly the largest variance, too."""
    rows = (
        replace(
            row,
            shape=shape or row.shape,
            exact_variance=row.exact_variance or (exact and row.variance is not None),
        )
        for row in problem.rows
    )
    return replace(problem, rows=tuple(rows))


def preferred(bounds: Bounds, tables: list[Keys], is_proved: bool) -> Keys:
    """Return of the best tables the one with the fewest dips and gaps; within a key all are best.

    Where the best is proved, only what is as good is one of them.
    """
    problem = bounds.problem
    best = tables[0]
    for keys in tables[1:]:
        best = keys if is_better(problem, keys, best) else best
    most = objective(problem, best) + Fraction(1, bounds.keysize)
    equal = [
        keys
        for keys in tables
        if (not is_better(problem, best, keys) if is_proved else objective(problem, keys) < most)
    ]
    return min(
        equal,
        key=lambda keys: (dips(problem, keys), len(gaps(keys)), objective(problem, keys)),
    )


def dips(problem: Problem, keys: Keys) -> int:
    """Return how many neighbouring noise values rise away from the peak of their row."""
    return sum(
        row[places[a]] > row[places[b]]
        for rules, row in zip(problem.rows, keys, strict=True)
        for places in [{z: k for k, z in enumerate(rules.support)}]
        for a, b in rising_pairs(rules.support, UNIMODAL)
    )
