"""Ask a plan: the curve, its inverse, the costs, and what fits a budget."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol, TypeVar

from exact.composition.enclosed import GRID_BITS
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.adding import Adding, AddingEngine
from exact.release.answer import (
    ASSUMED,
    BETWEEN,
    EXACT_LAW,
    FROM_BELOW,
    Answer,
    Budget,
    CurvePoint,
    LeastEpsilon,
    TableCost,
)
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person, share_of
from exact.release.independent import Composer, IndependentEngine
from exact.release.occupied import cells_apart
from exact.release.plan import SUM, Plan
from exact.release.said import check_keys, seen_by_cells
from exact.release.theorem import sum_of_theorem

Item = TypeVar("Item")
_BITS = 64
# The curve is drawn to where it is within 1 % of its plateau, or down to this delta.
_NEARLY_LEVEL, _LOWEST_DRAWN = Fraction(101, 100), Fraction(1, 10**8)
_PAST_ASKED, _POINTS = Fraction(5, 4), 60
_NOTHING = Enclosure.point(Fraction(0))
# Cells of as many releases as are tried for a budget.
MOST_FITTED = 2000


class Progress(Protocol):
    """Whoever shows how much is done: it hands on the items."""

    def __call__(self, items: Sequence[Item], label: str, /) -> Iterable[Item]:
        """Yield the items."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a release: delta at these epsilons, epsilon at these deltas, a budget.

    Losses are put on a grid of the step 2^-``grid``.
    """

    epsilons: tuple[Epsilon, ...]
    deltas: tuple[Fraction, ...] = ()
    budget: tuple[Epsilon, Fraction] | None = None
    grid: int = GRID_BITS


class Bounded(Protocol):
    """What is known of a release: delta at every epsilon between bounds, and the inverse."""

    @property
    def plateau(self) -> Enclosure:
        """The delta that no epsilon removes."""

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return bounds of delta."""

    def least_epsilon(self, delta: Fraction) -> LeastEpsilon:
        """Return bounds of the least epsilon for a delta."""


class Engine(Protocol):
    """Whoever knows how the keys of cells hang together."""

    def whole(self, tables: Sequence[ReleasedTable], more: Sequence[Cells] = (), /) -> Bounded:
        """Return everything together that tables release, and more cells of tables alike."""


def answer_plan(
    plan: Plan, planned: Sequence[ReleasedTable], question: Question, progress: Progress
) -> Answer:
    """Return everything that is asked of a plan."""
    check_keys(plan, planned)
    tables = seen_by_cells(plan.keys, planned)
    composer = Composer(question.grid)
    engine: Engine = (
        IndependentEngine(composer) if plan.keys != SUM else AddingEngine(plan, tables, composer)
    )
    costs: list[TableCost] = []
    budget = None
    for step in progress(range(-1, len(tables) + 1), "composing"):
        if step < 0:
            engine.whole(tables)
        elif step < len(tables):
            costs.append(_cost(tables, step, question.epsilons, engine))
        elif question.budget is not None:
            budget = _budget(tables, *question.budget, engine)
    whole, cells = engine.whole(tables), cells_of_a_person(tables)
    promised = () if question.budget is None else question.budget[:1]
    drawn = tuple(_places(whole, (*question.epsilons, *promised)))
    single = Composer(question.grid)
    return Answer(
        plan,
        cells,
        basis=_basis(plan, whole),
        apart=cells_apart(plan, tables),
        curve=tuple(CurvePoint(one, whole.delta(one)) for one in question.epsilons),
        drawn=tuple(CurvePoint(one, whole.delta(one)) for one in drawn),
        one_cell=tuple(CurvePoint(one, _worst_cell(cells, one, single)) for one in drawn),
        summed=tuple(sum_of_theorem(cells, one, single) for one in question.epsilons)
        if plan.keys != SUM
        else (),
        moments=single.moments(cells, question.epsilons) if plan.keys != SUM else None,
        inverse=tuple(whole.least_epsilon(delta) for delta in question.deltas),
        plateau=whole.plateau,
        costs=tuple(costs),
        budget=budget,
    )


def _basis(plan: Plan, whole: Bounded) -> str:
    if plan.keys != SUM:
        return ASSUMED
    if not isinstance(whole, Adding) or whole.known:
        return EXACT_LAW
    return BETWEEN if whole.most < 1 else FROM_BELOW


def _places(whole: Bounded, asked: Sequence[Epsilon]) -> Iterator[Epsilon]:
    """Yield epsilons from 0 to where delta stops falling, or past what was asked."""
    level = max(whole.plateau.hi * _NEARLY_LEVEL, _LOWEST_DRAWN)
    flat = whole.least_epsilon(level).most
    last = _PAST_ASKED * max(one.enclosure(_BITS).hi for one in asked)
    end = last if flat is None else max(flat, last)
    yield from (Epsilon(value=_short(end * step / _POINTS)) for step in range(_POINTS + 1))


def _short(value: Fraction) -> Fraction:
    """Return an epsilon to draw with few digits."""
    return Fraction(round(value * 1000), 1000)


def _worst_cell(cells: Sequence[Cells], epsilon: Epsilon, composer: Composer) -> Enclosure:
    found = [composer.single(one).delta(epsilon) for one in cells]
    return Enclosure(max(one.lo for one in found), max(one.hi for one in found))


def _cost(
    tables: Sequence[ReleasedTable], number: int, epsilons: Sequence[Epsilon], engine: Engine
) -> TableCost:
    """Return what a table costs: delta without it, and with one more like it."""
    planned, others = tables[number].planned, [*tables[:number], *tables[number + 1 :]]
    more = Cells(
        tables[number].table, planned.count_floor, planned.size, share=share_of(tables[number])
    )
    without = engine.whole(others) if others else None
    another = engine.whole(tables, [more])
    return TableCost(
        planned.name,
        planned.size,
        _number(cells_of_a_person(tables)) - _number(cells_of_a_person(others)),
        tuple(_NOTHING if without is None else without.delta(one) for one in epsilons),
        tuple(another.delta(one) for one in epsilons),
    )


def _number(cells: Iterable[Cells]) -> int:
    return sum(one.number for one in cells)


def _budget(
    tables: Sequence[ReleasedTable], epsilon: Epsilon, delta: Fraction, engine: Engine
) -> Budget:
    """Return how many such releases fit: delta grows with their number, so bisection finds it."""
    cells = cells_of_a_person(tables)
    most = max(1, MOST_FITTED // _number(cells))

    def bounds(times: int) -> Enclosure:
        more = [replace(one, number=one.number * (times - 1)) for one in cells if times > 1]
        return engine.whole(tables, more).delta(epsilon)

    least = _largest(lambda times: bounds(times).hi <= delta, most)
    possible = _largest(lambda times: bounds(times).lo <= delta, most)
    known = None if possible == most else possible
    return Budget(epsilon, delta, bounds(1), least, known)


def _largest(fits: Callable[[int], bool], most: int) -> int:
    """Return the largest number up to ``most`` that fits, where all below one that fits do."""
    low, high = 0, 1
    while high <= most and fits(high):
        low, high = high, 2 * high
    high = min(high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
