"""The simulation of 3.4: 500 tables for each kind of attributes, seeded, perturbed three ways.

"Uniform(0.5,0.5)" of step 1 is no distribution; Uniform(-1,1) is used, the one symmetric range
whose tables have about 44 000 persons (see ``results``).
"""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal, localcontext
from functools import cache
from random import Random

from exact.laws.up_to_q import reach
from exact.mechanisms.pram import PRINTED
from reports.papers.shlomo_krenzke_li.measures import (
    SIZE,
    chi_square,
    entropy,
    hellinger,
    p_value,
    risk,
)
from reports.papers.shlomo_krenzke_li.mechanisms import LAW, derived_pram
from reports.papers.shlomo_krenzke_li.sampling import Draws, poisson, uniform

REPLICATIONS = 500
DEPENDENT, INDEPENDENT = "Dependent", "Independent"
CONSTANTS = {DEPENDENT: Decimal("0.2"), INDEPENDENT: Decimal("0.02")}
METHODS = ("DP", "PRAM", "Q")
RANGE = Decimal(1)
_ETA = Decimal("6.5")
_SEEDS = {DEPENDENT: 2019, INDEPENDENT: 2020}
_DIGITS = 14
# Counts above this use the same rows as those 15 below: see ``mechanisms``.
_PERIOD, _DISTINCT = 15, 45
Measured = Iterator[tuple[str, Decimal]]


@cache
def simulated(kind: str) -> dict[str, tuple[Decimal, Decimal]]:
    """Return mean and standard error of every measure over the replications."""
    with localcontext() as context:
        context.prec = _DIGITS
        return {name: _mean_and_error(found) for name, found in _values(kind).items()}


def quartiles(kind: str, name: str) -> tuple[Decimal, ...]:
    """Return the least, the three quartiles and the largest value of a measure: a box plot."""
    found = sorted(_values(kind)[name])
    last = len(found) - 1
    return tuple(found[last * k // 4] for k in range(5))


@cache
def _values(kind: str) -> dict[str, list[Decimal]]:
    chance = Random(_SEEDS[kind])
    values: dict[str, list[Decimal]] = defaultdict(list)
    with localcontext() as context:
        context.prec = _DIGITS
        for _ in range(REPLICATIONS):
            for name, value in _replication(chance, CONSTANTS[kind]):
                values[name].append(value)
    return dict(values)


def _replication(chance: Random, constant: Decimal) -> Measured:
    weighted, counts = _table(chance, constant)
    total, size = sum(weighted, Decimal(0)), sum(counts)
    average, uncertainty = total / size, entropy(weighted)
    yield "total Original", Decimal(size)
    yield "weighted Original", total
    yield from _chi("Original", weighted)
    for method in METHODS:
        noisy = [_perturbed(chance, method, n) for n in counts]
        p = [b - a for a, b in zip(counts, noisy, strict=True)]
        yield f"changed {method}", Decimal(100 * sum(1 for one in p if one)) / len(p)
        yield from _compared(
            "total", method, [Decimal(n) for n in counts], list(map(Decimal, noisy))
        )
        overall = [max(Decimal(0), W + one * average) for W, one in zip(weighted, p, strict=True)]
        yield from _compared("weighted", f"{method} Avg", weighted, overall)
        yield f"risk {method}", risk(weighted, overall, uncertainty)
        yield from _chi(f"{method} Avg", overall)
        if method != "DP":
            cells = [W + W * one / n for W, one, n in zip(weighted, p, counts, strict=True)]
            yield from _compared("weighted", f"{method} Avg cell", weighted, cells)
            yield from _chi(f"{method} Avg cell", cells)


def _table(chance: Random, constant: Decimal) -> tuple[list[Decimal], list[int]]:
    """Return the population counts, which are the weighted counts, and the sample counts."""
    rows = [uniform(chance, -RANGE, RANGE) for _ in range(SIZE)]
    columns = [uniform(chance, -RANGE, RANGE) for _ in range(SIZE)]
    population = [
        poisson(chance, _ETA + a + b + constant * uniform(chance, -RANGE, RANGE))
        for a in rows
        for b in columns
    ]
    weights = [uniform(chance, Decimal(20), Decimal(40)) for _ in population]
    # A cell that rounds to 0 would have no weight; it does not occur with these means.
    counts = [max(1, round(n / w)) for n, w in zip(population, weights, strict=True)]
    return [Decimal(n) for n in population], counts


def _perturbed(chance: Random, method: str, count: int) -> int:
    if method == "Q":
        q = reach(count)
        return count + chance.randrange(2 * q + 1) - q
    if method == "DP":
        return max(0, count + _noise().draw(chance))
    alike = count if count <= _DISTINCT else _DISTINCT - _PERIOD + 1 + (count - 1) % _PERIOD
    return count + _pram(alike).draw(chance) - alike


@cache
def _noise() -> Draws:
    return Draws({z: LAW.probability(z) for z in range(-LAW.m, LAW.m + 1)})


@cache
def _pram(count: int) -> Draws:
    return Draws(derived_pram(count, PRINTED))


def _compared(what: str, name: str, true: list[Decimal], found: list[Decimal]) -> Measured:
    before, after = sum(true, Decimal(0)), sum(found, Decimal(0))
    yield f"{what} {name}", after
    yield f"{what} difference {name}", 100 * abs(after - before) / before
    yield f"{what} distance {name}", hellinger(true, found)


def _chi(name: str, cells: list[Decimal]) -> Measured:
    statistic = chi_square(cells)
    yield f"chi {name}", statistic
    yield f"p {name}", p_value(statistic)


def _mean_and_error(values: list[Decimal]) -> tuple[Decimal, Decimal]:
    number = len(values)
    mean = sum(values, Decimal(0)) / number
    squares = sum(((value - mean) ** 2 for value in values), Decimal(0))
    return mean, (squares / (number * (number - 1))).sqrt()
