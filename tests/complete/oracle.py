"""The least delta by another route: the whole linear program in the integer simplex."""

import json
from fractions import Fraction
from pathlib import Path

from exact.complete.problem import DELTA, Event, Place, Problem
from exact.optimal.program import Constraint, LinearProgram, Optimum, check_optimum
from exact.optimal.simplex import Pivot, solve

Row = dict[int, Fraction]
DATA = Path(__file__).parent / "data"


def exact_least_delta(problem: Problem) -> Fraction:
    """Return the least delta, proved by the multipliers of the simplex method."""
    program, start = posed(problem)
    found = solve(program, start)
    check_optimum(program, found)
    return found.value


def stored_least_delta(problem: Problem, name: str) -> Fraction:
    """Return the least delta that the simplex method found once, and check its proof anew."""
    stored = json.loads((DATA / name).read_text())
    program, _ = posed(problem)
    x, y = (
        tuple(Fraction(stored[key].get(str(i), 0)) for i in range(size))
        for key, size in (("x", len(program.cost)), ("y", len(program.constraints)))
    )
    check_optimum(program, Optimum(Fraction(stored["value"]), x, y))
    return Fraction(stored["value"])


def posed(problem: Problem) -> tuple[LinearProgram, list[Pivot]]:
    """Return the program and the way to its first point.

    Columns: p_n(z), then one excess for every shared output, then delta.
    """
    assert problem.objective == DELTA
    places = [(i, k) for i, row in enumerate(problem.rows) for k in range(len(row.support))]
    columns = {place: c for c, place in enumerate(places)}
    size = len(columns) + sum(len(event.shared) for event in problem.events) + 1
    rows, start, point = _table_rows(problem, columns)
    excess = len(columns)
    for event in problem.events:
        excess = _add_event(problem, event, (rows, start, columns, point), (excess, size))
    program = LinearProgram(_vector({size - 1: Fraction(1)}, size), _constraints(rows, size))
    return program, _with_delta(rows, start, point, size)


Limits = list[tuple[Row, Fraction, bool]]


def _table_rows(
    problem: Problem, columns: dict[Place, int]
) -> tuple[Limits, list[Pivot], dict[int, Fraction]]:
    """Return sums and conditions, and pivots to an unbiased law of least variance in each row."""
    rows: Limits = []
    start: list[Pivot] = []
    point: dict[int, Fraction] = {}
    for i, row in enumerate(problem.rows):
        mine = {z: columns[i, k] for k, z in enumerate(row.support)}
        low, high = max(z for z in mine if z <= 0), min(z for z in mine if z >= 0)
        rows.append((dict.fromkeys(mine.values(), Fraction(1)), Fraction(1), True))
        start.append((len(rows) - 1, mine[low]))
        point[mine[low]] = Fraction(1) if low == high else Fraction(high, high - low)
        for condition in row.conditions():
            g = dict(zip(mine.values(), condition.coefficients, strict=True))
            rows.append((g, Fraction(0), condition.is_equation))
            if condition.is_equation:
                other = high if high != low else next(z for z in mine if z != low)
                start.append((len(rows) - 1, mine[other]))
                point[mine[other]] = 1 - point[mine[low]]
    return rows, start, point


def _add_event(
    problem: Problem,
    event: Event,
    known: tuple[Limits, list[Pivot], dict[Place, int], dict[int, Fraction]],
    at: tuple[int, int],
) -> int:
    rows, start, columns, point = known
    excess, size = at
    total: Row = {columns[place]: Fraction(1) for place in event.alone}
    for mine, other in event.shared:
        row: Row = {excess: Fraction(-1), columns[mine]: Fraction(1)}
        row[columns[other]] = row.get(columns[other], Fraction(0)) - problem.E
        rows.append((row, Fraction(0), False))
        value = sum((v * point.get(c, Fraction(0)) for c, v in row.items()), Fraction(0))
        if value > 0:
            start.append((len(rows) - 1, excess))
            point[excess] = value
        total[excess] = Fraction(1)
        excess += 1
    total[size - 1] = Fraction(-1)
    rows.append((total, Fraction(0), False))
    return excess


def _with_delta(
    rows: Limits, start: list[Pivot], point: dict[int, Fraction], size: int
) -> list[Pivot]:
    """Let delta enter last, in the event that needs most of it."""
    sums = {
        i: sum((v * point.get(c, Fraction(0)) for c, v in row.items()), Fraction(0))
        for i, (row, _, _) in enumerate(rows)
        if size - 1 in row
    }
    return [*start, (max(sums, key=lambda i: sums[i]), size - 1)]


def _constraints(rows: Limits, size: int) -> tuple[Constraint, ...]:
    return tuple(Constraint(_vector(row, size), b, equation) for row, b, equation in rows)


def _vector(row: Row, size: int) -> tuple[Fraction, ...]:
    return tuple(row.get(c, Fraction(0)) for c in range(size))
