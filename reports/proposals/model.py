"""A problem of ``exact.complete`` as columns and rows, for a solver that proposes.

Columns: one for every place of the table, one excess for every shared output whose sign is open,
and last the objective. Rows: sum and conditions of every row of the table, excess >= n_a - E n_b,
and one row for every event. ``relaxation`` has the keys themselves in its columns;
``neighbourhood`` has the changes of a given table. All numbers are exact here: large ones are
subtracted from each other before anything becomes a float, so that 2^32 keys lose no digit.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from exact.complete.problem import DELTA, Event, Keys, Place, Problem

# In a row, the column of the objective: the last one, whose number is known at the end.
OBJECTIVE = -1

Row = dict[int, Fraction]
# The least and the largest value of a column or of a row; None: there is no such end.
Ends = tuple[Fraction | None, Fraction | None]


@dataclass(slots=True)
class Model:
    """Sparse rows with their limits, and where the parts of the problem are among them."""

    problem: Problem
    places: dict[Place, int]
    ends: list[Ends]
    counts_variance: bool = True
    rows: list[Row] = field(default_factory=list)
    limits: list[Ends] = field(default_factory=list)
    condition_rows: list[list[int]] = field(default_factory=list)
    output_rows: list[list[int]] = field(default_factory=list)
    event_rows: list[int] = field(default_factory=list)
    variance_rows: list[int | None] = field(default_factory=list)

    def add(self, row: Row, low: Fraction | None, high: Fraction | None) -> int:
        """Add a row and return its number."""
        self.rows.append(row)
        self.limits.append((low, high))
        return len(self.rows) - 1

    def add_column(self, low: Fraction) -> int:
        """Add a column without an upper end and return its number."""
        self.ends.append((low, None))
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
    ends: list[Ends] = [(Fraction(0), Fraction(unit)) for row in problem.rows for _ in row.support]
    return _model(problem, _Base({}, Fraction(unit)), ends, least)


def neighbourhood(problem: Problem, keys: Keys, width: int, unit: Fraction) -> Model:
    """Return the program of the best change of a table of ``unit`` keys, by ``width`` at most."""
    counts = {(i, k): n for i, row in enumerate(keys) for k, n in enumerate(row)}
    ends: list[Ends] = [(Fraction(-min(width, n)), Fraction(width)) for n in counts.values()]
    now = level(problem, keys)
    base = _Base(counts, unit, now, (1 + problem.E) * width)
    return _model(problem, base, ends, -now)


def row_rounding(
    problem: Problem, i: int, wanted: list[Fraction], unit: Fraction, width: int
) -> tuple[Model, list[int]]:
    """Return the program of a row in whole keys nearest to ``wanted``, and where it starts from.

    Its objective is the sum of |n(z) - wanted(z)|.
    """
    floors = [max(0, int(value // 1)) for value in wanted]
    ends: list[Ends] = [(Fraction(-min(width, n)), Fraction(width)) for n in floors]
    model = Model(problem, {(i, k): k for k in range(len(floors))}, ends, False)
    _add_row(model, _Base({(i, k): n for k, n in enumerate(floors)}, unit), i)
    total: Row = {OBJECTIVE: Fraction(1)}
    for k, value in enumerate(wanted):
        away, rest = model.add_column(Fraction(0)), value - floors[k]
        model.add({away: Fraction(1), k: Fraction(-1)}, -rest, None)
        model.add({away: Fraction(1), k: Fraction(1)}, rest, None)
        total[away] = Fraction(-1)
    model.add(total, Fraction(0), None)
    _close(model, Fraction(0))
    return model, floors


def _close(model: Model, least: Fraction) -> None:
    """Add the column of the objective, the last one, and give its number to the rows."""
    last = model.add_column(least)
    model.rows = [{last if c == OBJECTIVE else c: v for c, v in row.items()} for row in model.rows]


def _model(problem: Problem, base: _Base, ends: list[Ends], least: Fraction) -> Model:
    pairs = [(i, k) for i, row in enumerate(problem.rows) for k in range(len(row.support))]
    model = Model(problem, {place: column for column, place in enumerate(pairs)}, ends)
    for i in range(len(problem.rows)):
        _add_row(model, base, i)
    for event in problem.events:
        _add_event(model, base, event)
    _close(model, least)
    return model


def _add_row(model: Model, base: _Base, i: int) -> None:
    row = model.problem.rows[i]
    columns = {model.places[i, k]: base.at((i, k)) for k in range(len(row.support))}
    rest = base.unit - sum(columns.values())
    model.add(dict.fromkeys(columns, Fraction(1)), rest, rest)
    numbers = []
    for condition in row.conditions():
        g = dict(zip(columns, condition.coefficients, strict=True))
        most = -sum((g[c] * n for c, n in columns.items()), Fraction(0))
        low = most if condition.is_equation else None
        numbers.append(model.add({c: v for c, v in g.items() if v}, low, most))
    model.condition_rows.append(numbers)
    model.variance_rows.append(None)
    if model.problem.counted(i) and model.counts_variance:
        model.variance_rows[-1] = _add_variance(model, base, columns, row.support)


def _add_variance(
    model: Model, base: _Base, columns: dict[int, int], support: tuple[int, ...]
) -> int:
    squares = {c: z * z for c, z in zip(columns, support, strict=True)}
    least = sum(squares[c] * n for c, n in columns.items()) - base.level
    row = {c: Fraction(-square) for c, square in squares.items() if square}
    return model.add({**row, OBJECTIVE: Fraction(1)}, Fraction(least), None)


def _add_event(model: Model, base: _Base, event: Event) -> None:
    """Add excess >= n_a - E n_b for every output, and objective - sum of excesses >= 0."""
    E = model.problem.E
    numbers: list[int] = []
    total: Row = {}
    settled = Fraction(sum(base.at(place) for place in event.alone))
    for place in event.alone:
        _count(total, model.places[place], -1)
    for mine, other in event.shared:
        now = base.at(mine) - E * base.at(other)
        if base.open_below is None or abs(now) <= base.open_below:
            numbers.append(_add_excess(model, (mine, other), (now, E), total))
        elif now > 0:
            settled += now
            _count(total, model.places[mine], -1)
            _count(total, model.places[other], E)
    if event.cap is None:
        total[OBJECTIVE] = Fraction(1)
    most = base.level if event.cap is None else event.cap * base.unit
    model.output_rows.append(numbers)
    model.event_rows.append(model.add(total, settled - most, None))


def _add_excess(
    model: Model, pair: tuple[Place, Place], now_and_E: tuple[Fraction, Fraction], total: Row
) -> int:
    excess, (now, E) = model.add_column(Fraction(0)), now_and_E
    row = {excess: Fraction(1)}
    _count(row, model.places[pair[0]], -1)
    _count(row, model.places[pair[1]], E)
    _count(total, excess, -1)
    return model.add(row, now, None)


def _count(row: Row, column: int, value: int | Fraction) -> None:
    row[column] = row.get(column, Fraction(0)) + value


def level(problem: Problem, keys: Keys) -> Fraction:
    """Return the objective of a table in keys, at E; it need not keep any rule."""
    if problem.objective != DELTA:
        return max(
            Fraction(sum(z * z * n for z, n in zip(row.support, keys[i], strict=True)))
            for i, row in enumerate(problem.rows)
            if problem.counted(i)
        )
    return max(_excess(problem, keys, event) for event in problem.events if event.cap is None)


def _excess(problem: Problem, keys: Keys, event: Event) -> Fraction:
    alone, E = Fraction(sum(keys[i][k] for i, k in event.alone)), problem.E
    both = (keys[i][k] - E * keys[j][m] for (i, k), (j, m) in event.shared)
    return alone + sum((value for value in both if value > 0), Fraction(0))
