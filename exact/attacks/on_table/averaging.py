"""The averaging attack on a table: how likely it is with q partitions, and how many are enough."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.averaging import MAX_PARTITIONS, Least, least_partitions, success
from exact.attacks.averaging_added import MAX_TOTAL, AddedKeys, enough
from exact.attacks.on_table.asked import Asked
from exact.attacks.partitions import independent_noise
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf

# q = 1, 2, 5, 10, ... and as many steps between them for a curve.
_LEADING = (1, 2, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Level:
    """The number of partitions for one confidence level, by independent keys and by keys that add.

    Where keys add, ``added`` partitions are enough and one fewer is not; None: not computed.
    """

    confidence: Fraction
    independent: Least
    added: int | None


@dataclass(frozen=True, slots=True)
class Point:
    """The probability of success with q partitions; ``added`` is None where not computed."""

    partitions: int
    independent: Enclosure
    added: Enclosure | None


@dataclass(frozen=True, slots=True)
class Averaging:
    """Everything about the attack. ``spread``: variance of a sum given the key of its total.

    ``why_not`` says why there is nothing for keys that add, where they do.
    """

    asked: Asked
    noise: Pmf
    levels: tuple[Level, ...]
    points: tuple[Point, ...]
    spread: tuple[Fraction, Fraction] | None
    why_not: str


def averaging(asked: Asked, partitions: int | None = None) -> Averaging:
    """Return the attack; at ``partitions`` too, if that number is asked for."""
    noise = independent_noise(asked.table, asked.partition)
    added, why_not = _added(asked)
    levels = tuple(_levels(noise, added, asked.levels))
    if added is not None and any(level.added is None for level in levels):
        why_not = f"{len(added.parts)} different laws, one for each stretch of keys, are too many"
    chosen = _numbers(levels, partitions)
    known = {level.added for level in levels}
    points = tuple(_points(noise, added, chosen, known))
    spread = None if added is None else added.spread()
    return Averaging(asked, noise, levels, points, spread, why_not)


def _added(asked: Asked) -> tuple[AddedKeys | None, str]:
    if not asked.adds:
        return None, ""
    try:
        return AddedKeys.of(asked.key_rows()), ""
    except InputError as error:
        return None, f"{error.argument} {error.rule}"


def _levels(
    noise: Pmf, added: AddedKeys | None, confidences: tuple[Fraction, ...]
) -> Iterator[Level]:
    """Yield them by rising confidence: what is not enough for one is not for the next."""
    q = 1
    for confidence in sorted(confidences):
        found = least_partitions(noise, confidence, q)
        q = found.searched
        guess = found.partitions
        by_sums = None if added is None or guess is None else enough(added, confidence, guess)
        yield Level(confidence, found, by_sums)


def _points(
    noise: Pmf, added: AddedKeys | None, chosen: list[int], known: set[int | None]
) -> Iterator[Point]:
    """Yield the curve; of keys that add, what is known, and as far as it is not too much work."""
    left = MAX_TOTAL
    for q in chosen:
        left -= 0 if added is None else added.work(q)
        wanted = added is not None and (left >= 0 or q in known)
        by_sums = added.success(q) if wanted and added is not None else None
        yield Point(q, success(noise, q), by_sums)


def _numbers(levels: tuple[Level, ...], partitions: int | None) -> list[int]:
    """Return the q of the curve: round numbers past the largest that is enough, and those."""
    enough = [q for level in levels for q in (level.independent.partitions, level.added) if q]
    last = max(enough, default=100)
    rounds = (d * 10**e for e in range(7) for d in _LEADING)
    asked = [] if partitions is None else [partitions]
    found = {*enough, *asked, *(q for q in rounds if 2 * q <= 3 * last)}
    return sorted(q for q in found if q <= MAX_PARTITIONS)
