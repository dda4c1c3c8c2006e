"""The lower bound: whoever proposes multipliers, weak duality makes a proof of them.

Let lambda_e >= 0 belong to the events, 0 <= mu_(e,y) <= lambda_e to their shared outputs, and
m_(n,i) to the conditions g_(n,i) of row n (m >= 0 unless it is an equation). For every table that
keeps the rules, with lambda = 1 in sum over the events without a cap,

    delta >= sum_e lambda_e delta_e  -  sum_(capped e) lambda_e cap_e                     and
    lambda_e delta_e >= sum_(y shared) mu_(e,y) (p_n(y) - E p_m(y)) + lambda_e sum_(y alone) p_n(y)

so that, after adding m_(n,i) g_(n,i) p <= 0, delta >= sum_n sum_z c_n(z) p_n(z) - ..., which is at
least sum_n min_z c_n(z) - .... Any E >= e^epsilon may be used, for -E mu p falls with E. The least
variance v has nu_n >= 0 of sum 1 instead, v >= sum_n nu_n E_n z^2, and every event has a cap.

All of it is integers: multipliers are integers over one common denominator, which cancels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.complete.problem import VARIANCE, Place, Problem

# Of a place (row, position): the least and the largest number of keys.
Boxes = Mapping[Place, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Multipliers:
    """Whole numbers for the events, their shared outputs, the conditions and the variances."""

    events: tuple[int, ...]
    outputs: tuple[tuple[int, ...], ...]
    conditions: tuple[tuple[int, ...], ...]
    variances: tuple[int, ...] = ()

    def shortened(self, bits: int) -> "Multipliers":
        """Return the multipliers over 2^bits, rounded: shorter, and hardly weaker."""
        return Multipliers(
            tuple(_rounded(v, bits) for v in self.events),
            tuple(tuple(_rounded(v, bits) for v in row) for row in self.outputs),
            tuple(tuple(_rounded(v, bits) for v in row) for row in self.conditions),
            tuple(_rounded(v, bits) for v in self.variances),
        )


class Bounds:
    """Lower bounds of one problem for tables of ``keysize`` keys; None: of any probabilities.

    A table of K keys whose last row repeats has delta >= 1/K whatever the multipliers say
    (``exact.complete.theorems.least_by_keys``). ``E`` is any rational of at least e^epsilon.
    """

    def __init__(
        self, problem: Problem, keysize: int | None = None, E: Fraction | None = None
    ) -> None:
        self.problem = problem
        self.keysize = keysize or 1
        self._floor = Fraction(1, keysize) if keysize and problem.repeats_freely else Fraction(0)
        self._E = problem.E if E is None else E
        conditions = problem.conditions()
        coefficients = [g for row in conditions for c in row for g in c.coefficients]
        self._scale = lcm(*(g.denominator for g in coefficients))
        self._conditions = [
            [(c.is_equation, [int(g * self._scale) for g in c.coefficients]) for c in row]
            for row in conditions
        ]

    def value(self, proposed: Multipliers, boxes: Boxes | None = None) -> Fraction | None:
        """Return a bound from below for every table in the boxes; None: there is no such table.

        What is proposed is made valid first: no proposal can give a wrong bound, only a weak one.
        """
        events = [max(0, value) for value in proposed.events]
        sides = self._by_row(boxes or {})
        parts = [
            self._least(cost, sides.get(i)) for i, cost in enumerate(self._costs(proposed, events))
        ]
        if any(part is None for part in parts):
            return None
        pairs = zip(self.problem.events, events, strict=True)
        caps = sum((e.cap * value for e, value in pairs if e.cap is not None), Fraction(0))
        unit = self._scale * self._E.denominator
        total = Fraction(sum(p for p in parts if p is not None), self.keysize * unit) - caps
        weight = self._weight(proposed, events)
        if weight == 0:
            return None if total > 0 else self._floor
        return max(self._floor, total / weight)

    def _weight(self, proposed: Multipliers, events: list[int]) -> int:
        """Return the sum of the multipliers of what is to be made small."""
        if self.problem.objective == VARIANCE:
            counted = (v for i, v in enumerate(proposed.variances) if self.problem.counted(i))
            return sum(max(0, v) for v in counted)
        return sum(v for v, e in zip(events, self.problem.events, strict=True) if e.cap is None)

    def _costs(self, proposed: Multipliers, events: list[int]) -> list[list[int]]:
        """Return c_n(z), times the common denominator."""
        costs = [[0] * len(row.support) for row in self.problem.rows]
        self._add_events(costs, proposed, events)
        for cost, conditions, values in zip(
            costs, self._conditions, proposed.conditions, strict=True
        ):
            for (is_equation, g), value in zip(conditions, values, strict=True):
                m = (value if is_equation else max(0, value)) * self._E.denominator
                if m:
                    for k, coefficient in enumerate(g):
                        cost[k] += m * coefficient
        for i, nu in enumerate(proposed.variances):
            if nu > 0 and self.problem.counted(i):
                unit = nu * self._scale * self._E.denominator
                for k, z in enumerate(self.problem.rows[i].support):
                    costs[i][k] += unit * z * z
        return costs

    def _add_events(self, costs: list[list[int]], proposed: Multipliers, events: list[int]) -> None:
        up, down = self._scale * self._E.denominator, self._scale * self._E.numerator
        for event, most, outputs in zip(self.problem.events, events, proposed.outputs, strict=True):
            if most == 0:
                continue
            for i, k in event.alone:
                costs[i][k] += most * up
            for ((i, k), (j, m)), value in zip(event.shared, outputs, strict=True):
                mu = min(most, max(0, value))
                if mu:
                    costs[i][k] += mu * up
                    costs[j][m] -= mu * down

    def _by_row(self, boxes: Boxes) -> dict[int, dict[int, tuple[int, int]]]:
        rows: dict[int, dict[int, tuple[int, int]]] = {}
        for (i, k), side in boxes.items():
            rows.setdefault(i, {})[k] = side
        return rows

    def _least(self, cost: list[int], sides: dict[int, tuple[int, int]] | None) -> int | None:
        """Return the least sum c(z) n(z) of K keys, each n(z) in its box; None: no such row.

        The keys above the lower ends go to the cheapest noise values that have room for them.
        """
        if not sides:
            return self.keysize * min(cost)
        ends = [sides.get(k, (0, self.keysize)) for k in range(len(cost))]
        rest = self.keysize - sum(low for low, _ in ends)
        if rest < 0 or any(low > high for low, high in ends):
            return None
        total = sum(c * low for c, (low, _) in zip(cost, ends, strict=True))
        for c, (low, high) in sorted(zip(cost, ends, strict=True)):
            taken = min(rest, high - low)
            total, rest = total + c * taken, rest - taken
        return total if rest == 0 else None


def _rounded(number: int, bits: int) -> int:
    """Return number / 2^bits to the nearest integer."""
    return (number + (1 << bits >> 1)) >> bits
