"""HiGHS behind the door of ``exact.complete``: programs, splits and tables, all proposals."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.door import PROPOSED_BITS, Cut, Relaxed
from exact.complete.problem import DELTA, Keys, Place, Problem
from reports.proposals.diving import ORDERS, WHOLE, dived
from reports.proposals.model import relaxation
from reports.proposals.near import changed, near_table
from reports.proposals.scaling import Scales, tail_scales, unscaled
from reports.proposals.solving import is_infeasible, opened, solved, whole_numbers

if TYPE_CHECKING:
    from highspy import Highs, HighsBasis

# Up to so many keys the program is written in keys; beyond, in shares of 1.
_FEW_KEYS = 1 << 12
# No gain at all still leaves a product of gains to compare; a branch without a table gains most.
_LEAST_GAIN = 1e-6
_NO_TABLE = 1e9
# The units of the tails that are tried, and the gap that ends the trying.
_TAIL_BITS = (24, 40)
_TAIL_TOLERANCE = 1e-9
_CLOSE = Fraction(999_999, 1_000_000)
_TOLERANCE = 1e-7
# Where between the bound and a known table a better one is asked for.
_PARTS = (Fraction(1, 2), Fraction(3, 4), Fraction(7, 8), Fraction(15, 16))
_NODES = 50
_SMOOTH_NODES = 100
# The places of the largest table whose noise is made small in whole keys.
_MAX_SMOOTH = 150


class HighsSession:
    """One problem in HiGHS; its ends are changed and it is solved again from the last basis."""

    def __init__(self, problem: Problem, keysize: int) -> None:
        self.problem, self.keysize = problem, keysize
        self.unit = keysize if keysize <= _FEW_KEYS else 1
        whole = problem.repeats_freely and keysize > 1
        self._least = Fraction(self.unit, keysize) if whole else Fraction(0)
        self.model = relaxation(problem, self.unit, self._least)
        self._solver = opened(self.model)
        self._shares: list[float] = []
        self._value = 0.0

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Solve the relaxation in the boxes."""
        if self.unit != self.keysize:
            return self._in_tails()
        import numpy as np

        ends = [boxes.get(place, (0, self.keysize)) for place in self.model.places]
        low, high = np.array(ends, dtype=float).T
        self._solver.changeColsBounds(len(ends), np.arange(len(ends), dtype=np.int32), low, high)
        if not solved(self._solver):
            self._shares = []
            return Relaxed(self._multipliers(self._ray()), ())
        solution = self._solver.getSolution()
        self._shares = list(solution.col_value[: len(ends)])
        self._value = self._solver.getInfo().objective_function_value
        shares = self.model.rows_of([_scaled(share / self.unit) for share in self._shares])
        return Relaxed(self._multipliers(solution.row_dual), shares)

    def _in_tails(self) -> Relaxed:
        """Solve the relaxation in units that make small tails count; take the best of them."""
        bounds, best = Bounds(self.problem, self.keysize), None
        for bits in _TAIL_BITS:
            scales = tail_scales(self.model, bits)
            solver = opened(self.model, scales)
            for kind in ("primal", "dual"):
                solver.setOptionValue(f"{kind}_feasibility_tolerance", _TAIL_TOLERANCE)
            if not solved(solver):
                continue
            solution = solver.getSolution()
            values = scales.values(solution.col_value)
            found = self._multipliers(scales.prices(solution.row_dual))
            proved = bounds.value(found) or Fraction(0)
            if best is None or proved > best[0]:
                shares = [_scaled(value) for value in values[: len(self.model.places)]]
                best = (proved, Relaxed(found, self.model.rows_of(shares)))
            if proved >= Fraction(values[-1]) * _CLOSE:
                break
        if best is not None:
            return best[1]
        is_there = solved(self._solver)
        prices = self._solver.getSolution().row_dual if is_there else self._ray()
        return Relaxed(self._multipliers(prices), ())

    def smoothed(self, cap: Fraction) -> Keys:
        """Solve the relaxation for the smallest noise with an objective of at most ``cap``."""
        scales = tail_scales(self.model, _TAIL_BITS[0])
        solver = opened(self.model, scales)
        self._ask_for_small_noise(solver, cap, scales)
        if not solved(solver):
            return ()
        values = scales.values(solver.getSolution().col_value)
        return self.model.rows_of([_scaled(value) for value in values[: len(self.model.places)]])

    def _ask_for_small_noise(self, solver: "Highs", cap: Fraction, scales: Scales) -> None:
        last, size = len(self.model.ends) - 1, scales.columns[-1]
        most = float(cap * self.unit) / size + _TOLERANCE
        solver.changeColBounds(last, float(self._least) / size, most)
        solver.changeColCost(last, 0.0)
        for (i, k), column in self.model.places.items():
            square = self.problem.rows[i].support[k] ** 2
            solver.changeColCost(column, square * scales.columns[column])

    def split(self, boxes: Boxes, target: Fraction) -> Cut | None:
        """Try every number that is not whole both ways, take the one that gains most."""
        if not self._shares:
            return None
        wanted = float(target) * self.unit - self._value
        basis, best, most = self._solver.getBasis(), None, 0.0
        for (place, column), share in zip(self.model.places.items(), self._shares, strict=True):
            if abs(share - round(share)) <= WHOLE:
                continue
            low, high = boxes.get(place, (0, self.keysize))
            ends = ((low, int(share)), (int(share) + 1, high))
            below, above = (self._gain(column, end, basis) for end in ends)
            self._solver.changeColBounds(column, low, high)
            enough = [max(_LEAST_GAIN, min(gain, wanted + _LEAST_GAIN)) for gain in (below, above)]
            if enough[0] * enough[1] > most:
                best, most = Cut(place, int(share), above < below), enough[0] * enough[1]
            if min(below, above) > wanted:
                break
        return best

    def near(self, shares: Keys) -> Keys | None:
        """Round a relaxed table to whole keys."""
        half = 1 << PROPOSED_BITS - 1
        keys = tuple(
            tuple((share * self.keysize + half) >> PROPOSED_BITS for share in row) for row in shares
        )
        return near_table(self.problem, keys, self.keysize)

    def changed(self, keys: Keys, width: int) -> Keys | None:
        """Look for a better table near to one."""
        return changed(self.problem, keys, self.keysize, width)

    def next_whole(self, least: Fraction) -> Keys | None:
        """Ask for the next whole number of keys: the best delta of few keys often is one."""
        return self._capped(Fraction(-(-least * self.keysize // 1), self.keysize))[0]

    def lower(self, least: Fraction, most: Fraction) -> Keys | None:
        """Ask for less and less, as long as the solver is sure that there is no such table."""
        found = None
        for part in _PARTS:
            found, is_sure = self._capped(least + (most - least) * part)
            if found is not None or not is_sure:
                break
        return found

    def smooth(self, cap: Fraction, places: Sequence[Place]) -> Keys | None:
        """Look for the table of smallest noise with a key at every place, if it is small."""
        if self.unit != self.keysize or len(self.model.places) > _MAX_SMOOTH:
            return None
        solver = opened(self.model)
        for place in places:
            solver.changeColBounds(self.model.places[place], 1.0, float(self.keysize))
        self._ask_for_small_noise(solver, cap, unscaled(self.model))
        found = whole_numbers(solver, len(self.model.places), _SMOOTH_NODES)
        return None if found is None else self.model.rows_of(found)

    def dives(self) -> Iterator[Keys]:
        """Round the relaxation place by place, in several orders."""
        for order in ORDERS:
            found = dived(self.model, opened(self.model), self.keysize, order)
            if found is not None:
                yield self.model.rows_of(found)

    def _capped(self, cap: Fraction) -> tuple[Keys | None, bool]:
        """Look for any table with an objective of at most ``cap``; tell whether none is sure."""
        if self.unit != self.keysize:
            return None, False
        solver, last = opened(self.model), len(self.model.ends) - 1
        solver.changeColBounds(last, float(self._least), float(cap * self.unit) + _TOLERANCE)
        solver.changeColCost(last, 0.0)
        found = whole_numbers(solver, len(self.model.places), _NODES)
        return None if found is None else self.model.rows_of(found), is_infeasible(solver)

    def _gain(self, column: int, ends: tuple[int, int], basis: "HighsBasis") -> float:
        """Return by how much the relaxation grows with other ends at one place."""
        self._solver.changeColBounds(column, *map(float, ends))
        found = solved(self._solver)
        value = self._solver.getInfo().objective_function_value
        self._solver.setBasis(basis)
        return value - self._value if found else _NO_TABLE

    def _ray(self) -> Sequence[float]:
        """Return the direction that shows that there is no solution, or zeros."""
        solver: Any = self._solver  # its stubs leave the ray out
        _, found, ray = solver.getDualRay()
        return list(ray) if found else [0.0] * len(self.model.rows)

    def _multipliers(self, duals: Sequence[float]) -> Multipliers:
        """Translate the prices of the rows; the solver's price of a row <= 0 is negative."""
        model = self.model
        return Multipliers(
            tuple(_scaled(duals[row]) for row in model.event_rows),
            tuple(tuple(_scaled(duals[row]) for row in rows) for rows in model.output_rows),
            tuple(tuple(_scaled(-duals[row]) for row in rows) for rows in model.condition_rows),
            tuple(0 if row is None else _scaled(duals[row]) for row in model.variance_rows)
            if self.problem.objective != DELTA
            else (),
        )


def _scaled(number: float) -> int:
    """Return a float as an integer over 2^60; what is no number, as 0."""
    scaled = number * (1 << PROPOSED_BITS)
    return round(scaled) if abs(scaled) < float("inf") else 0
