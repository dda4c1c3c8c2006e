"""dp-accounting's composed privacy loss distributions, held against proved bounds.

It is given the same dominating pair of the table as the exact composition, as doubles, and asked
for its pessimistic estimate, which ought to be an upper bound, and its optimistic one, which ought
to be a lower bound; and no delta is above 1.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType

from exact.composition.dominating import dominating_pair
from exact.composition.enclosed import composed_delta
from exact.composition.pairs import LossPair
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.rounding import outward
from exact.table.ptable import PTable
from reports.decimals import DOWN, UP
from reports.document.blocks import Block
from reports.document.making import grid, paragraph
from reports.jsons import enclosure_json, rational_json
from reports.numbers import rational
from reports.peers.google_pld import PACKAGE
from reports.peers.installed import required


@dataclass(frozen=True, slots=True)
class Case:
    """So many cells of one table at an epsilon; its step, and the bits of our own grid."""

    cells: int
    epsilon: Fraction
    step: Fraction
    grid_bits: int


# Two on the slope, two on the plateau, and one where it rounds above 1.
CASES = (
    Case(10, Fraction(1), Fraction(1, 10**4), 8),
    Case(100, Fraction(3), Fraction(1, 10**4), 8),
    Case(3, Fraction(5), Fraction(1, 10**3), 8),
    Case(100, Fraction(60), Fraction(1, 10**3), 6),
    Case(1000, Fraction(1, 2), Fraction(1, 10), 5),
)


@dataclass(frozen=True, slots=True)
class Composed:
    """Both estimates of one case, and the proved bounds."""

    case: Case
    pessimistic: Fraction
    optimistic: Fraction
    bounds: Enclosure

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong for certain; nothing where the bounds do not tell."""
        said = (
            (self.pessimistic < self.bounds.lo, "pessimistic estimate below the truth"),
            (self.optimistic > self.bounds.hi, "optimistic estimate above the truth"),
            (max(self.pessimistic, self.optimistic) > 1, "delta above 1"),
        )
        return tuple(text for wrong, text in said if wrong)


def compositions(table: PTable) -> Iterator[Composed]:
    """Yield what it says of cells of a table, beside the bounds."""
    (pld,) = required(PACKAGE, "dp_accounting.pld.privacy_loss_distribution")
    pair = dominating_pair(table)
    for case in CASES:
        epsilon = Epsilon(value=case.epsilon)
        found = composed_delta([(pair, case.cells)], epsilon, case.grid_bits)
        bounds = outward(found.lo, found.hi)
        high, low = (estimate(pld, pair, case, pessimistic) for pessimistic in (True, False))
        yield Composed(case, high, low, bounds)


def estimate(pld: ModuleType, pair: LossPair, case: Case, pessimistic: bool) -> Fraction:
    """Return its delta of so many cells with this pair, of added people alone."""
    upper_logs, lower_logs = (
        {i: math.log(Fraction(w[side], pair.total)) for i, w in enumerate(pair.weights) if w[side]}
        for side in (0, 1)
    )
    found = pld.from_two_probability_mass_functions(
        lower_logs,
        upper_logs,
        pessimistic_estimate=pessimistic,
        value_discretization_interval=float(case.step),
        symmetric=False,
    ).self_compose(case.cells)
    return Fraction(float(found.get_delta_for_epsilon(float(case.epsilon))))


def compositions_blocks(found: tuple[Composed, ...]) -> tuple[Block, ...]:
    """Return its answers about many cells beside the proved bounds."""
    wrong = sum(bool(one.faults) for one in found)
    head = (
        f"Many cells of the table together: of {len(found)} pairs of estimates {wrong} break a "
        "promise. Proved are the bounds in the columns at least and at most."
    )
    titles = (
        "cells",
        "epsilon",
        "step",
        "optimistic",
        "at least",
        "at most",
        "pessimistic",
        "broken",
    )
    rows = [
        (
            str(one.case.cells),
            str(one.case.epsilon),
            str(one.case.step),
            rational(one.optimistic, digits=16),
            rational(one.bounds.lo, DOWN, 16),
            rational(one.bounds.hi, UP, 16),
            rational(one.pessimistic, digits=16),
            "; ".join(one.faults),
        )
        for one in found
    ]
    return paragraph(head), grid(titles, rows, "Composed")


def compositions_json(found: tuple[Composed, ...]) -> list[dict[str, object]]:
    """Return its answers about many cells, the bounds, and what is wrong."""
    return [
        {
            "cells": one.case.cells,
            "epsilon": rational_json(one.case.epsilon),
            "step": rational_json(one.case.step),
            "pessimistic": rational_json(one.pessimistic),
            "optimistic": rational_json(one.optimistic),
            "delta": enclosure_json(one.bounds),
            "faults": list(one.faults),
        }
        for one in found
    ]
