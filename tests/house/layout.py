"""Places for the nodes of a graph without cycles, drawn in rows with every arrow pointing down.

The method is Sugiyama's (IEEE Trans. SMC 11, 1981): an arrow across several rows passes through a
bend in each, rows are ordered so that few arrows cross, then each place moves towards its
neighbours as far as the order allows. It uses +, -, *, / and comparisons alone, in one order, so
every machine finds the same places.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from tests.house.graph import Graph

SWEEPS = 40
GAP, BEND_WIDTH = 18, 8


@dataclass(frozen=True)
class Layout:
    """The rows from the top, the middle of each place, and the places each arrow passes."""

    rows: tuple[tuple[str, ...], ...]
    middle: Mapping[str, float]
    ways: tuple[tuple[str, ...], ...]


def layout(graph: Graph, row_of: Mapping[str, int], width: Mapping[str, int]) -> Layout:
    """Return places for a graph whose arrows lead from a smaller row number to a larger one."""
    ways = tuple(
        tuple(_way(name, other, row_of))
        for name in sorted(graph, key=lambda n: (row_of[n], n))
        for other in sorted(graph[name])
    )
    rows: list[list[str]] = [[] for _ in range(max(row_of.values()) + 1)]
    for name in sorted(graph):
        rows[row_of[name]].append(name)
    for way in ways:
        for row, bend in enumerate(way[1:-1], start=row_of[way[0]] + 1):
            rows[row].append(bend)
    links = [link for way in ways for link in pairwise(way)]
    ordered = _ordered(rows, links)
    return Layout(tuple(map(tuple, ordered)), _placed(ordered, links, width), ways)


def _way(name: str, other: str, row_of: Mapping[str, int]) -> Iterable[str]:
    yield name
    yield from (f"{name} > {other} @ {row}" for row in range(row_of[name] + 1, row_of[other]))
    yield other


def _neighbours(links: list[tuple[str, str]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for upper, lower in links:
        below.setdefault(upper, []).append(lower)
        above.setdefault(lower, []).append(upper)
    return above, below


def _ordered(rows: list[list[str]], links: list[tuple[str, str]]) -> list[list[str]]:
    """Return the rows in the best order that sweeping down and up has met."""
    above, below = _neighbours(links)
    best, fewest = rows, _crossings(rows, below)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        rows = _swept(rows, above) if down else _swept(rows[::-1], below)[::-1]
        found = _crossings(rows, below)
        if found < fewest:
            best, fewest = rows, found
    return best


def _swept(rows: list[list[str]], near: Mapping[str, list[str]]) -> list[list[str]]:
    """Return each row sorted by the mean place of its neighbours in the row before it."""
    spot = {name: float(place) for row in rows for place, name in enumerate(row)}
    swept = []
    for row in rows:
        wanted = {name: _mean(near.get(name), spot, spot[name]) for name in row}
        swept.append(sorted(row, key=wanted.__getitem__))
        spot |= {name: float(place) for place, name in enumerate(swept[-1])}
    return swept


def _mean(names: list[str] | None, spot: Mapping[str, float], alone: float) -> float:
    return sum(spot[name] for name in names) / len(names) if names else alone


def _crossings(rows: list[list[str]], below: Mapping[str, list[str]]) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        spot = {name: place for place, name in enumerate(lower)}
        ends = [end for name in upper for end in sorted(spot[o] for o in below.get(name, ()))]
        total += sum(a > b for i, a in enumerate(ends) for b in ends[i + 1 :])
    return total


def _placed(
    rows: list[list[str]], links: list[tuple[str, str]], width: Mapping[str, int]
) -> dict[str, float]:
    """Return the middle of each place, near its neighbours and apart from those beside it."""
    above, below = _neighbours(links)
    middle: dict[str, float] = {}
    for row in rows:
        middle |= _apart(row, dict.fromkeys(row, 0.0), width)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            centre = sum(middle[name] for name in row) / len(row)
            near = {name: [*above.get(name, ()), *below.get(name, ())] for name in row}
            wanted = {name: _mean(near[name], middle, centre) for name in row}
            middle |= _apart(row, wanted, width)
    return middle


def _apart(
    row: list[str], wanted: Mapping[str, float], width: Mapping[str, int]
) -> dict[str, float]:
    """Return the places nearest to the wanted ones (least squares) that do not overlap.

    Shifted by the room needed to their left, places must not decrease: the nearest such sequence
    is found by pooling neighbours that violate it (Ayer et al. 1955).
    """
    needed = [0.0]
    for left, right in pairwise(row):
        half = (width.get(left, BEND_WIDTH) + width.get(right, BEND_WIDTH)) / 2
        needed.append(needed[-1] + half + GAP)
    pools: list[tuple[float, int]] = []
    for name, room in zip(row, needed, strict=True):
        pools.append((wanted[name] - room, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, m), (b, n) = pools[-2:]
            pools[-2:] = [((a * m + b * n) / (m + n), m + n)]
    level = [value for value, number in pools for _ in range(number)]
    return {name: value + room for name, value, room in zip(row, level, needed, strict=True)}
