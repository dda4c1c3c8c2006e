"""A problem of ``exact.complete`` as columns and rows of floats, for a solver that proposes.

Columns: one for every place of the table, one excess for every shared output whose sign is open,
and last the objective. Rows: sum and conditions of every row of the table, excess >= n_a - E n_b,
and one row for every event. ``relaxation`` has the keys themselves in its columns; ``neighbourhood``
has the changes of a given table: its large numbers are subtracted exactly before anything becomes
a float, so that 2^32 keys lose no digit.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from exact.complete.problem import DELTA, Event, Keys, Place, Problem

INFINITE = float("inf")
# In a row, the column of the objective: the last one, whose number is known at the end.
OBJECTIVE = -1

Row = dict[int, float]


@dataclass(slots=True)
class Model:
    """Sparse rows with their limits, and where the parts of the problem are among them."""

    problem: Problem
    places: dict[Place, int]
    ends: list[tuple[float, float]]
    rows: list[Row] = field(default_factory=list)
    limits: list[tuple[float, float]] = field(default_factory=list)
    condition_rows: list[list[int]] = field(default_factory=list)
    output_rows: list[list[int]] = field(default_factory=list)
    event_rows: list[int] = field(default_factory=list)
    variance_rows: list[int | None] = field(default_factory=list)

    def add(self, row: Row, low: float, high: float) -> int:
        """Add a row and return its number."""
        self.rows.append(row)
        self.limits.append((low, high))
        return len(self.rows) - 1

    def add_column(self, low: float) -> int:
        """Add a column without an upper end and return its number."""
        self.ends.append((low, INFINITE))
        return len(self.ends) - 1

    def rows_of(self, numbers: list[int]) -> Keys:
        """Share one number for every place out to the rows of the table."""
        rest = iter(numbers)
        return tuple(tuple(next(rest) for _ in row.support) for row in self.problem.rows)


@dataclass(frozen=True, slots=True)
class _Base:
    """The table that the columns change (empty: none), its keys, its objective, the largest change.

    All of it is exact; ``open_below`` is the size up to which n_a - E n_b may change its sign.
    """

    keys: dict[Place, int]
    unit: Fraction
    level: Fraction = Fraction(0)
    open_below: Fraction | None = None

    def at(self, place: Place) -> int:
        return self.keys.get(place, 0)


def relaxation(problem: Problem, unit: int, least: Fraction) -> Model:
    """Return the program of the best table of ``unit`` keys that need not be whole."""
    ends = [(0.0, float(unit)) for row in problem.rows for _ in row.support]
    return _model(problem, _Base({}, Fraction(unit)), ends, least)


def neighbourhood(problem: Problem, keys: Keys, keysize: int, width: int) -> Model:
    """Return the program of the best change of a table by at most ``width`` keys at each place."""
    counts = {(i, k): n for i, row in enumerate(keys) for k, n in enumerate(row)}
    ends = [(float(max(-width, -n)), float(width)) for n in counts.values()]
    level = _level(problem, _Base(counts, Fraction(keysize)))
    base = _Base(counts, Fraction(keysize), level, (1 + problem.E) * width)
    least = Fraction(problem.objective == DELTA) - level
    return _model(problem, base, ends, least)


def _model(
    problem: Problem, base: _Base, ends: list[tuple[float, float]], least: Fraction
) -> Model:
    pairs = [(i, k) for i, row in enumerate(problem.rows) for k in range(len(row.support))]
    model = Model(problem, {place: column for column, place in enumerate(pairs)}, ends)
    for i in range(len(problem.rows)):
        _add_row(model, base, i)
    for event in problem.events:
        _add_event(model, base, event)
    last = model.add_column(float(least))
    model.rows = [{last if c == OBJECTIVE else c: v for c, v in row.items()} for row in model.rows]
    return model


def _add_row(model: Model, base: _Base, i: int) -> None:
    row = model.problem.rows[i]
    columns = {model.places[i, k]: base.at((i, k)) for k in range(len(row.support))}
    rest = float(base.unit - sum(columns.values()))
    model.add(dict.fromkeys(columns, 1.0), rest, rest)
    numbers = []
    for condition in row.conditions():
        g = dict(zip(columns, condition.coefficients, strict=True))
        most = -float(sum((g[c] * n for c, n in columns.items()), Fraction(0)))
        low = most if condition.is_equation else -INFINITE
        numbers.append(model.add({c: float(v) for c, v in g.items() if v}, low, most))
    model.condition_rows.append(numbers)
    model.variance_rows.append(
        _add_variance(model, base, columns, row.support) if model.problem.counted(i) else None
    )


def _add_variance(
    model: Model, base: _Base, columns: dict[int, int], support: tuple[int, ...]
) -> int:
    squares = {c: z * z for c, z in zip(columns, support, strict=True)}
    least = sum(squares[c] * n for c, n in columns.items()) - base.level
    row = {c: -float(square) for c, square in squares.items() if square}
    return model.add({**row, OBJECTIVE: 1.0}, float(least), INFINITE)


def _add_event(model: Model, base: _Base, event: Event) -> None:
    """Add excess >= n_a - E n_b for every output, and objective - sum of excesses >= 0."""
    E, numbers = model.problem.E, []
    total: Row = {}
    settled = Fraction(sum(base.at(place) for place in event.alone))
    for place in event.alone:
        _count(total, model.places[place], -1.0)
    for mine, other in event.shared:
        now = base.at(mine) - E * base.at(other)
        if base.open_below is None or abs(now) <= base.open_below:
            numbers.append(_add_excess(model, (mine, other), now, total))
        elif now > 0:
            settled += now
            _count(total, model.places[mine], -1.0)
            _count(total, model.places[other], float(E))
    if event.cap is None:
        total[OBJECTIVE] = 1.0
    level = base.level if event.cap is None else event.cap * base.unit
    model.output_rows.append(numbers)
    model.event_rows.append(model.add(total, float(settled - level), INFINITE))


def _add_excess(model: Model, pair: tuple[Place, Place], now: Fraction, total: Row) -> int:
    excess = model.add_column(0.0)
    row = {excess: 1.0}
    _count(row, model.places[pair[0]], -1.0)
    _count(row, model.places[pair[1]], float(model.problem.E))
    _count(total, excess, -1.0)
    return model.add(row, float(now), INFINITE)


def _count(row: Row, column: int, value: float) -> None:
    row[column] = row.get(column, 0.0) + value


def _level(problem: Problem, base: _Base) -> Fraction:
    """Return the objective of a table in keys, at E."""
    if problem.objective != DELTA:
        return max(
            Fraction(sum(z * z * base.at((i, k)) for k, z in enumerate(row.support)))
            for i, row in enumerate(problem.rows)
            if problem.counted(i)
        )
    return max(_excess(problem, base, event) for event in problem.events if event.cap is None)


def _excess(problem: Problem, base: _Base, event: Event) -> Fraction:
    alone = Fraction(sum(base.at(place) for place in event.alone))
    both = (base.at(a) - problem.E * base.at(b) for a, b in event.shared)
    return alone + sum((value for value in both if value > 0), Fraction(0))
