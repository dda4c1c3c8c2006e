"""The rules that a given table keeps: its noise, its variances, its holes, its zero.

A table that keeps them too is at least as useful, row by row; so its delta can be held against the
given one.
"""

from dataclasses import replace
from fractions import Fraction

from exact.complete.entropy_table import contradictions
from exact.complete.rules import MAX_NOISE, PRESERVE, ROW, TableRules
from exact.errors import InputError
from exact.table.extremes import noise_range
from exact.table.holes import count_that_releases, covers
from exact.table.ptable import PTable, Stop
from exact.table.row import Row


def rules_of_table(table: PTable, variance: Fraction | None = None) -> TableRules:
    """Return the rules: D is the largest noise, and every row has at most its own E z^2.

    A declared ``variance`` stands for those of the rows. Released values up to D that never occur
    are holes. Rows are unbiased, unless that is impossible with so small a variance.

    >>> row = Row.of([(-1, 4), (0, 8), (1, 4)])
    >>> rules = rules_of_table(PTable(16, 1, (row, row), zero="preserve"))
    >>> rules.D, rules.variance, rules.holes, rules.zero
    ((1,), (Fraction(1, 2),), (), 'preserve')
    """
    rules = shape_of_table(table)
    found = _variances(table, rules.last_count) if variance is None else (variance,)
    bounded = replace(rules, variance=found)
    return replace(bounded, unbiased=False) if contradictions(bounded) else bounded


def shape_of_table(table: PTable) -> TableRules:
    """Return the rules without any variance: D, the holes and what zero does."""
    D = max(map(abs, noise_range(table)))
    if table.first_count > 1 or isinstance(table.beyond, Stop) or not 1 <= D <= MAX_NOISE:
        rule = f"has no row for every count from 1 on with noise from 1 to {MAX_NOISE}"
        raise InputError("table", f"noise up to {D}", rule, "give a complete table")
    missing = (value for value in range(1, D + 1) if count_that_releases(table, value) is None)
    holes = tuple(sorted({*missing, *(hole for hole in table.holes if hole)}))
    zero = ROW if covers(table, 0) and _second(table.row(0)) else PRESERVE
    return TableRules(D=(D,), holes=holes, zero=zero)


def _variances(table: PTable, last: int) -> tuple[Fraction, ...]:
    """Return E z^2 for the counts from 1 on; the last is the least of all later rows."""
    later = (table.row(n) for n in range(last, max(last, table.last_count) + 1))
    rows = [_second(table.row(n)) for n in range(1, last)]
    found = [*rows, min(map(_second, set(later)))]
    while len(found) > 1 and found[-1] == found[-2]:
        found.pop()
    return tuple(found)


def _second(row: Row) -> Fraction:
    return row.pmf.variance() + row.pmf.mean() ** 2
