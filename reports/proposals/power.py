"""Levels and powers of the tests of independence by a seeded simulation, with exact intervals.

Tables are drawn from the fitted model (how often a true hypothesis is rejected: the level) and from
the likeliest means of the cells (how often it would be rejected if these were true: the power).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from os import cpu_count
from typing import Any

from exact.inference.binomial import BinomialTest
from exact.inference.channel import Channel, NoNoise
from exact.inference.confidence import confidence_interval
from exact.inference.enumeration import Means
from exact.inference.independence_answer import IndependenceAnswer
from exact.numbers.enclosure import Enclosure
from reports.progress import progress
from reports.proposals.simulated import CORRECTED, NAIVE, batch, chi_square_tail
from reports.workers import in_parallel

MAX_TABLES = 10_000
_BATCH = 50
_CONFIDENCE = Fraction(19, 20)
# Tables whose p-value in floating point is this near to alpha are counted both ways.
_UNSURE = 1e-6
_LEAST_MEAN = Fraction(1, 10**6)
_TESTS = (NAIVE, CORRECTED)


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of the tables reject, and a 95 % interval of the probability (Clopper-Pearson)."""

    rejected: int
    bounds: Enclosure


@dataclass(frozen=True, slots=True)
class Simulation:
    """Level and power of both tests."""

    tables: int
    seed: int
    level: dict[str, Rate]
    power: dict[str, Rate]


@dataclass(frozen=True, slots=True)
class _Job:
    means: tuple[tuple[float, ...], ...]
    channel: Channel
    tables: int
    seed: tuple[int, ...]


def simulation(answer: IndependenceAnswer, channel: Channel, tables: int, seed: int) -> Simulation:
    """Draw so many tables from each, in parallel, and test them."""
    jobs = [
        _Job(_floats(means), replace(channel), size, (seed, which, part))  # type: ignore[type-var]
        for which, means in enumerate(hypotheses(answer))
        for part, size in enumerate(_sizes(tables))
    ]
    found: list[dict[str, list[float]]] = [{test: [] for test in _TESTS} for _ in range(2)]
    results = _computed(jobs)
    for job in progress(jobs, "tables"):
        for test, values in next(results).items():
            if test in _TESTS:
                found[job.seed[1]][test] += values
    level, power = ({test: _rate(one[test], answer) for test in _TESTS} for one in found)
    return Simulation(tables, seed, level, power)


def hypotheses(answer: IndependenceAnswer) -> tuple[Means, Means]:
    """Return the means of the fitted model, and those that each cell likes best."""
    largest = answer.tested.largest
    free = tuple(tuple(max(mean.hi, _LEAST_MEAN) for mean in line) for line in largest)
    return answer.tested.fitted, free


def _computed(jobs: Sequence[_Job]) -> Iterator[dict[str, tuple[float, ...]]]:
    if len(jobs) <= 2:
        return map(_batch, jobs)
    return in_parallel(_batch, jobs, cpu_count() or 1)


def _batch(job: _Job) -> dict[str, tuple[float, ...]]:
    import numpy as np

    means: Any = np.broadcast_to(
        np.array(job.means), (job.tables, len(job.means), len(job.means[0]))
    )
    return batch(means, job.channel, job.seed).statistics


def _sizes(tables: int) -> list[int]:
    whole, rest = divmod(tables, _BATCH)
    return [_BATCH] * whole + ([rest] if rest else [])


def _floats(means: Iterable[Iterable[Fraction]]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(mean) for mean in line) for line in means)


def _rate(statistics: list[float], answer: IndependenceAnswer) -> Rate:
    alpha = float(answer.alpha)
    p_values = [chi_square_tail(value, answer.degrees) for value in statistics]
    least, most = (sum(p <= alpha * f for p in p_values) for f in (1 - _UNSURE, 1 + _UNSURE))
    coin = BinomialTest(len(statistics), Fraction(1, 2), NoNoise())
    ends = [confidence_interval(coin, k, _CONFIDENCE) for k in (least, most)]
    low, high = (end.outer for end in ends if end is not None)
    return Rate(sum(p <= alpha for p in p_values), Enclosure(low.lo, high.hi))
