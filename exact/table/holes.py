"""Holes: released values that are meant never to occur, such as the 1s and 2s of an agency.

R ptable's ``js`` makes such tables: no released 1 ... js. A hole is a released value, so in the
rows it is a gap at another noise value each time. What is missing inside the range of a row and is
no hole is a gap that nobody asked for.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from exact.table.ptable import PTable, Repeat, Stop


def listed(holes: tuple[int, ...]) -> str:
    """Return holes as they are declared.

    >>> listed((1, 2, 7))
    '1..2+7'
    """
    runs: list[list[int]] = []
    for hole in holes:
        if runs and runs[-1][1] == hole - 1:
            runs[-1][1] = hole
        else:
            runs.append([hole, hole])
    return "+".join(str(a) if a == b else f"{a}..{b}" for a, b in runs)


def count_that_releases(table: PTable, value: int) -> int | None:
    """Return the smallest covered count that can be released as ``value``; None: there is none.

    Only the counts value - z can, for a noise z of some row.
    """
    noise = {z for row in set(table.rows) for z, _ in row.runs} | {0}
    for count in sorted(value - z for z in noise):
        if covers(table, count) and value - count in (z for z, _ in table.row(count).runs):
            return count
    return None


def covers(table: PTable, count: int) -> bool:
    """Tell whether a true count has noise."""
    if count < table.first_count:
        return count == 0 and table.zero == "preserve"
    return count <= table.last_count or not isinstance(table.beyond, Stop)


@dataclass(frozen=True, slots=True)
class Gap:
    """``missing`` noise values from ``lowest`` to ``highest`` have no key.

    ``first`` is the smallest of them, ``last`` the largest.
    """

    count: int
    lowest: int
    highest: int
    missing: int
    first: int
    last: int


def gaps(table: PTable) -> Iterator[Gap]:
    """Yield where noise inside the range of a row has no key, though its release is no hole.

    A hole excuses a gap at one count only: a row that is used again, past the last one, needs
    more holes there, so such rows are looked at once more where no hole is near.
    """
    for count in (*range(table.first_count, table.last_count + 1), *_past_holes(table)):
        noise = table.row(count).pmf.outcomes
        lowest, highest = noise[0], noise[-1]
        if len(noise) == highest - lowest + 1:
            continue
        first, after = (bisect_left(table.holes, count + z) for z in (lowest + 1, highest))
        there = {*noise, *(hole - count for hole in table.holes[first:after])}
        missing = highest - lowest + 1 - len(there)
        if missing:
            first = next(z for z in range(lowest, highest) if z not in there)
            last = next(z for z in range(highest, lowest, -1) if z not in there)
            yield Gap(count, lowest, highest, missing, first, last)


def _past_holes(table: PTable) -> range:
    """Return counts past the last row that use each repeated row once, beyond every hole."""
    if not table.holes or isinstance(table.beyond, Stop):
        return range(0)
    period = 1 if isinstance(table.beyond, Repeat) else table.beyond.period
    lowest = min(row.pmf.outcomes[0] for row in dict.fromkeys(table.rows))
    start = max(table.last_count + 1, table.holes[-1] - lowest + 1)
    return range(start, start + period)
