"""Privacy of a table: the worst neighbouring pair of counts, in both directions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta
from exact.privacy.profile import Profile, profile
from exact.table.ptable import PTable
from exact.table.row import Row


@dataclass(frozen=True, slots=True)
class PairProfile:
    """The profile of the released count under true count ``count`` against ``other``.

    ``alike`` are the lower counts n of all pairs (n, n+1) that use the same two rows: they have
    the same profile up to a shift of the outputs.
    """

    count: int
    other: int
    profile: Profile
    alike: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WorstPair:
    """The pair and direction with the largest delta at one epsilon, and its worst event."""

    count: int
    other: int
    delta: Delta
    event: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BothDeltas:
    """The delta of count n against n + 1 (``up``) and of n + 1 against n (``down``)."""

    n: int
    up: Delta
    down: Delta


def pair_profiles(table: PTable) -> Iterator[PairProfile]:
    """Yield both directions of every neighbouring pair, for uniform keys."""
    return profiles_of_pmfs(table, lambda row: row.pmf)


def profiles_of_pmfs(table: PTable, noise_pmf: Callable[[Row], Pmf]) -> Iterator[PairProfile]:
    """Yield both directions of every neighbouring pair; a repeated pair of rows only once.

    ``noise_pmf`` says how likely each noise of a row is: by counting keys, or under a key law.
    """
    alike: dict[tuple[Row, Row], list[int]] = {}
    for n in table.neighbours():
        alike.setdefault((table.row(n), table.row(n + 1)), []).append(n)
    pmfs = {row: noise_pmf(row) for rows in alike for row in rows}
    for (row, next_row), counts in alike.items():
        n, group = counts[0], tuple(counts)
        released, neighbour = pmfs[row].shifted(n), pmfs[next_row].shifted(n + 1)
        yield PairProfile(n, n + 1, profile(released, neighbour), group)
        yield PairProfile(n + 1, n, profile(neighbour, released), group)


def worst_pair(pairs: "tuple[PairProfile, ...]", epsilon: Epsilon) -> WorstPair:
    """Return the pair with the largest delta; the first of equals."""
    if not pairs:
        raise InputError("table", "one row", "has no neighbouring counts", "give a reuse rule")
    sign, best = epsilon.signs(), pairs[0].profile
    worst, (p, q) = pairs[0], best.delta_parts(sign)
    for pair in pairs[1:]:
        found = pair.profile
        a, b = found.delta_parts(sign)
        # (a - b E) / found.total against (p - q E) / best.total, in integers.
        if sign(a * best.total - p * found.total, b * best.total - q * found.total) > 0:
            worst, best, p, q = pair, found, a, b
    return WorstPair(worst.count, worst.other, best.delta(epsilon), best.worst_event(epsilon))


def worst_singleton(pairs: "tuple[PairProfile, ...]", epsilon: Epsilon) -> tuple[Delta, int]:
    """Return the largest excess of a single released value over all pairs, and that value."""
    best, outcome = pairs[0].profile.singleton_delta(epsilon)
    for pair in pairs[1:]:
        delta, y = pair.profile.singleton_delta(epsilon)
        if delta.compare_to(best) > 0:
            best, outcome = delta, y
    return best, outcome


def deltas_by_count(pairs: "tuple[PairProfile, ...]", epsilon: Epsilon) -> tuple[BothDeltas, ...]:
    """Return both deltas of every pair by rising count; pairs of the same rows share them."""
    up: dict[int, Delta] = {}
    down: dict[int, Delta] = {}
    for pair in pairs:
        delta = pair.profile.delta(epsilon)
        (up if pair.count < pair.other else down).update(dict.fromkeys(pair.alike, delta))
    return tuple(BothDeltas(n, up[n], down[n]) for n in sorted(up))
