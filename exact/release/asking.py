"""Ask a plan: the curve, its inverse, the costs, and what fits a budget."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol, TypeVar

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.answer import Answer, Budget, CurvePoint, TableCost
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person
from exact.release.independent import Composer, Whole
from exact.release.plan import MAX_CELLS, Plan
from exact.release.theorem import sum_of_shares

Item = TypeVar("Item")
_BITS = 64
# The curve is drawn to where it is within 1 % of its plateau, or down to this delta.
_NEARLY_LEVEL, _LOWEST_DRAWN = Fraction(101, 100), Fraction(1, 10**8)
_PAST_ASKED, _POINTS = Fraction(5, 4), 60


class Progress(Protocol):
    """Whoever shows how much is done: it hands on the items."""

    def __call__(self, items: Sequence[Item], label: str, /) -> Iterable[Item]:
        """Yield the items."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a release: delta at these epsilons, epsilon at these deltas, a budget."""

    epsilons: tuple[Epsilon, ...]
    deltas: tuple[Fraction, ...] = ()
    budget: tuple[Epsilon, Fraction] | None = None


def answer_plan(
    plan: Plan, tables: Sequence[ReleasedTable], question: Question, progress: Progress
) -> Answer:
    """Return everything that is asked of a plan whose cells have independent keys."""
    cells, composer = cells_of_a_person(tables), Composer()
    costs: list[TableCost] = []
    budget = None
    for step in progress(range(-1, len(tables) + 1), "composing"):
        if step < 0:
            composer.whole(cells)
        elif step < len(tables):
            costs.append(_cost(tables, step, question.epsilons, composer))
        elif question.budget is not None:
            budget = _budget(cells, *question.budget, composer)
    whole = composer.whole(cells)
    drawn = tuple(_places(whole, question.epsilons))
    return Answer(
        plan,
        cells,
        curve=tuple(CurvePoint(one, whole.delta(one)) for one in question.epsilons),
        drawn=tuple(CurvePoint(one, whole.delta(one)) for one in drawn),
        one_cell=tuple(CurvePoint(one, _worst_cell(cells, one, composer)) for one in drawn),
        summed=tuple(sum_of_shares(cells, one, composer) for one in question.epsilons),
        inverse=tuple(whole.least_epsilon(delta) for delta in question.deltas),
        plateau=whole.plateau,
        costs=tuple(costs),
        budget=budget,
    )


def _places(whole: Whole, asked: Sequence[Epsilon]) -> Iterator[Epsilon]:
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
    tables: Sequence[ReleasedTable], number: int, epsilons: Sequence[Epsilon], composer: Composer
) -> TableCost:
    """Return what a table costs: delta without it, and with one more like it."""
    planned, all_cells = tables[number].planned, cells_of_a_person(tables)
    without = cells_of_a_person([*tables[:number], *tables[number + 1 :]])
    another = (*all_cells, Cells(tables[number].table, planned.count_floor, planned.size))
    return TableCost(
        planned.name,
        planned.size,
        _number(all_cells) - _number(without),
        tuple(composer.delta(without, epsilon) for epsilon in epsilons),
        tuple(composer.delta(another, epsilon) for epsilon in epsilons),
    )


def _number(cells: Iterable[Cells]) -> int:
    return sum(one.number for one in cells)


def _budget(
    cells: Sequence[Cells], epsilon: Epsilon, delta: Fraction, composer: Composer
) -> Budget:
    """Return how many such releases fit: delta grows with their number, so bisection finds it."""
    most = MAX_CELLS // _number(cells)

    def bounds(times: int) -> tuple[bool, bool]:
        many = [replace(one, number=one.number * times) for one in cells]
        found = composer.delta(many, epsilon)
        return found.hi <= delta, found.lo <= delta

    least = _largest(lambda times: bounds(times)[0], most)
    possible = _largest(lambda times: bounds(times)[1], most)
    known = None if possible == most else possible
    return Budget(epsilon, delta, composer.delta(cells, epsilon), least, known)


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
