"""Simulated tables and their three statistics, in floating point: estimates of levels and powers.

A seed fixes every table. What comes from here is a proportion with its interval, never a proof.
"""

from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import TYPE_CHECKING, Any

from exact.errors import InputError
from exact.inference.channel import Chances, Channel, column
from reports.proposals.log_linear import Terms, best_means, em, log_factorials, posterior

if TYPE_CHECKING:
    import numpy as np

    from reports.proposals.log_linear import Floats

    Counts = np.ndarray[Any, np.dtype[np.int64]]

ORIGINAL, NAIVE, CORRECTED = "original", "naive", "corrected"
KINDS = (ORIGINAL, NAIVE, CORRECTED)
_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Batch:
    """The statistics of some tables, by kind."""

    statistics: dict[str, tuple[float, ...]]


def batch(means: "Floats", channel: Channel, seed: tuple[int, ...]) -> Batch:
    """Draw a table for each of ``means`` (tables, rows, columns), add noise, test three ways."""
    import numpy as np

    chance = np.random.default_rng(seed)
    true = chance.poisson(means)
    released = true + _noise(true, channel, chance)
    found = {
        ORIGINAL: _naive(true),
        NAIVE: _naive(released),
        CORRECTED: _corrected(released, channel),
    }
    return Batch({kind: tuple(map(float, values)) for kind, values in found.items()})


def _noise(true: "Counts", channel: Channel, chance: "np.random.Generator") -> "Counts":
    import numpy as np

    noise = np.zeros_like(true)
    alike: dict[int, tuple[Chances, list[int]]] = {}  # counts with the same noise are drawn at once
    for count in map(int, np.unique(true)):
        pairs = channel.noise(count)
        alike.setdefault(id(pairs), (pairs, []))[1].append(count)
    for pairs, counts in alike.values():
        here = np.isin(true, counts)
        weights = np.array([float(w.mid()) for w in pairs.values()])
        size = int(here.sum())
        noise[here] = chance.choice(list(pairs), size=size, p=weights / weights.sum())
    return noise


def _naive(counts: "Counts") -> "Floats":
    """Return G^2 of each table; what is not positive adds nothing."""
    import numpy as np

    x = np.maximum(counts, 0).astype(float)
    rows, across = x.sum(axis=-1, keepdims=True), x.sum(axis=-2, keepdims=True)
    expected = rows * across / np.maximum(x.sum(axis=(-2, -1), keepdims=True), 1)
    ratio = np.where(x > 0, x / np.where(expected > 0, expected, 1), 1)
    return np.asarray(2 * (x * np.log(ratio)).sum(axis=(-2, -1)))


def _corrected(released: "Counts", channel: Channel) -> "Floats":
    """Return the statistic (6.1) of each table, by EM."""
    terms = terms_of_tables(released, channel)
    rows, across = em(terms, _ENOUGH)
    model = posterior(terms, rows[..., :, None] * across[..., None, :])[1]
    free = posterior(terms, best_means(terms, _ENOUGH))[1]
    found: Floats = 2 * (free - model).sum(axis=(-2, -1))
    return found


def terms_of_tables(released: "Counts", channel: Channel) -> Terms:
    """Return the terms of every cell of some tables: equal released counts have equal terms."""
    import numpy as np

    values, places = np.unique(released, return_inverse=True)
    found = [column(channel, int(x)) for x in values]
    if None in found:
        raise InputError("table", "", "gives values that it cannot give", "report this")
    columns = [c for c in found if c is not None]
    most = max(len(c.chances) for c in columns)
    counts, logs = np.zeros((len(columns), most)), np.full((len(columns), most), -np.inf)
    for k, c in enumerate(columns):
        n = len(c.chances)
        counts[k, :n] = np.arange(c.first, c.first + n)
        with np.errstate(divide="ignore"):
            chances = np.log([float(chance.mid()) for chance in c.chances])
        logs[k, :n] = chances - log_factorials(counts[k, :n])
    shape = (*released.shape, most)
    return Terms(counts[places].reshape(shape), logs[places].reshape(shape))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return P(chi^2 >= statistic) by the finite sum for whole and half degrees.

    >>> round(chi_square_tail(3.841458820694124, 1), 12), round(chi_square_tail(2.0, 2), 12)
    (0.05, 0.367879441171)
    """
    y, half = statistic / 2, degrees % 2 / 2
    if y <= 0:
        return 1.0
    terms = range(degrees // 2)
    first = erfc(sqrt(y)) if half else 0.0
    shift = half or 0.0
    return first + sum(exp((i + shift) * log(y) - y - lgamma(i + shift + 1)) for i in terms)
