"""Columns and rows in sizes that a solver with an absolute tolerance can tell from 0.

Tails fall by a factor of about e^epsilon a step, and delta is as small as they are: with D = 25
and epsilon = 1, 10^-11. In units of max(e^(-epsilon |z|), 2^-bits) all numbers are near 1.
"""

from dataclasses import dataclass

from exact.complete.problem import DELTA
from reports.proposals.model import Model


@dataclass(frozen=True, slots=True)
class Scales:
    """What one unit of every column and of every row is; the last column is the objective."""

    columns: list[float]
    rows: list[float]

    def values(self, columns: list[float]) -> list[float]:
        """Return the values of the columns in their own units."""
        return [value * scale for value, scale in zip(columns, self.columns, strict=True)]

    def prices(self, rows: list[float]) -> list[float]:
        """Return the prices of the rows; that of the objective's column is 1."""
        unit = self.columns[-1]
        return [price * unit / scale for price, scale in zip(rows, self.rows, strict=True)]


def unscaled(model: Model) -> Scales:
    """Return units of 1."""
    return Scales([1.0] * len(model.ends), [1.0] * len(model.rows))


def tail_scales(model: Model, bits: int) -> Scales:
    """Return units that fall with the noise, down to 2^-bits."""
    E, least = float(model.problem.E), 2.0**-bits
    columns, rows = [1.0] * len(model.ends), [1.0] * len(model.rows)
    for (i, k), column in model.places.items():
        columns[column] = max(E ** -abs(model.problem.rows[i].support[k]), least)
    smallest = min(columns)
    columns[-1] = smallest if model.problem.objective == DELTA else 1.0
    for event, outputs, row in zip(
        model.problem.events, model.output_rows, model.event_rows, strict=True
    ):
        rows[row] = smallest
        for (mine, _), output in zip(event.shared, outputs, strict=True):
            rows[output] = columns[model.places[mine]]
            # The excess is the first column of its row.
            columns[next(iter(model.rows[output]))] = rows[output]
    return Scales(columns, rows)
