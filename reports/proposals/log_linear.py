"""Fits of the model of independence by EM, in floating point: proposals, and simulations.

E step: the mean of the true count given the released one; M step: row total times column total over
the grand total, which is the largest likelihood of independent Poisson counts. Many tables are
fitted at once: the last two axes are rows and columns, and one more holds the terms of a cell.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.inference.channel import Column
from exact.inference.independence import Fit

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]

_ENOUGH, _MAX_ITERATIONS = 1e-13, 5000
_BITS = 60
_LEAST_MEAN = 1e-12


@dataclass(frozen=True, slots=True)
class Terms:
    """Of every cell: the true counts that it can come from, and log(P(x | a) / a!) of each."""

    counts: "Floats"
    logs: "Floats"


def fit_of(columns: tuple[tuple[Column, ...], ...]) -> Fit:
    """Return a point of the model near to the best, and the slopes there."""
    terms = terms_of(columns)
    return fits_of(Terms(terms.counts[None], terms.logs[None]))[0]


def fits_of(terms: Terms, enough: float = _ENOUGH) -> list[Fit]:
    """Return the same of many tables."""
    rows, across = em(terms, enough)
    means = rows[..., :, None] * across[..., None, :]
    slopes = posterior(terms, means)[0] - means
    return [
        Fit(
            tuple(_exactly(x) for x in rows[k]),
            tuple(_exactly(x) for x in across[k]),
            tuple(tuple(_exactly(x) for x in line) for line in slopes[k]),
        )
        for k in range(len(rows))
    ]


def terms_of(columns: tuple[tuple[Column, ...], ...]) -> Terms:
    """Return the terms of one table."""
    import numpy as np

    most = max(len(c.chances) for line in columns for c in line)
    shape = (len(columns), len(columns[0]), most)
    counts, logs = np.zeros(shape), np.full(shape, -np.inf)
    for i, line in enumerate(columns):
        for j, c in enumerate(line):
            k = len(c.chances)
            counts[i, j, :k] = np.arange(c.first, c.first + k)
            chances = np.array([float(chance.mid()) for chance in c.chances])
            with np.errstate(divide="ignore"):
                logs[i, j, :k] = np.log(chances) - log_factorials(counts[i, j, :k])
    return Terms(counts, logs)


def log_factorials(counts: "Floats") -> "Floats":
    """Return log a! of each count."""
    import numpy as np

    most = int(counts.max()) + 1
    table = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])
    return np.asarray(table[counts.astype(int)])


def posterior(terms: Terms, means: "Floats") -> "tuple[Floats, Floats]":
    """Return the mean of each true count given the released one, and log g of each cell."""
    import numpy as np

    logs = terms.logs + terms.counts * np.log(means)[..., None]
    top = logs.max(axis=-1, keepdims=True)
    weights = np.exp(logs - top)
    sums = weights.sum(axis=-1)
    mean = (weights * terms.counts).sum(axis=-1) / sums
    return mean, np.log(sums) + top[..., 0] - means


def em(terms: Terms, enough: float = _ENOUGH) -> "tuple[Floats, Floats]":
    """Return the factors of rows and columns that EM leads to, of every table."""
    import numpy as np

    guess = np.maximum(terms.counts.mean(axis=-1), 0.5)
    rows, across = _factors(guess)
    for _ in range(_MAX_ITERATIONS):
        means = rows[..., :, None] * across[..., None, :]
        new_rows, new_across = _factors(posterior(terms, means)[0])
        change = np.abs(new_rows[..., :, None] * new_across[..., None, :] / means - 1).max()
        rows, across = new_rows, new_across
        if change < enough:
            break
    return rows, across


def _factors(counts: "Floats") -> "tuple[Floats, Floats]":
    import numpy as np

    safe = np.maximum(counts, _LEAST_MEAN)
    rows = safe.sum(axis=-1)
    across = safe.sum(axis=-2) / safe.sum(axis=(-2, -1))[..., None]
    return rows, across


def best_means(terms: Terms, enough: float = _ENOUGH) -> "Floats":
    """Return the mean that each cell likes best by itself: EM without a model."""
    import numpy as np

    means = np.maximum(terms.counts.mean(axis=-1), 0.5)
    for _ in range(_MAX_ITERATIONS):
        new = np.maximum(posterior(terms, means)[0], _LEAST_MEAN)
        change = np.abs(new / means - 1).max()
        means = new
        if change < enough:
            break
    return np.asarray(means)


def _exactly(number: float) -> Fraction:
    return Fraction(round(number * (1 << _BITS)), 1 << _BITS)
