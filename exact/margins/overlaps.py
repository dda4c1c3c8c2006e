"""How many keys release the same where a person is added and the key moves: knots of lines.

Of two runs [a, b) and [d, e) of keys, with U(t) = max(0, t),

    #{x : x in [a, b), x + r in [d, e)} = U(r - d + b) - U(r - d + a) - U(r - e + b) + U(r - e + a).

A count with noise z before, and with noise z - 1 and one person more, is released alike. So the
number of keys x with z(x) = 1 + z'(x + r) is a sum of such terms, linear between its knots.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from exact.table.row import Row

# Keys up to which the runs of two rows of a table with a key order are matched with each other.
MOST_MATCHED = 4096

Run = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Overlaps:
    """A constant and the sum of signed U(r - knot), and how many keys the count has.

    >>> coin = Row(((0, 2), (1, 2)))
    >>> [Overlaps.of(coin, coin).at(r, 4) for r in range(4)]
    [0, 1, 2, 1]
    """

    knots: tuple[tuple[int, int], ...]
    keys: int
    constant: int = 0

    @classmethod
    def of(cls, before: Row, after: Row) -> "Overlaps":
        """Return the keys of all released values."""
        return cls.joined(cls.by_noise(before, after), before.keysize)

    @classmethod
    def by_noise(cls, before: Row, after: Row) -> tuple["Overlaps", ...]:
        """Return the keys of each released value by themselves, where there are any."""
        knots: dict[int, list[tuple[int, int]]] = {}
        for noise, run, moved in matched(before, after):
            knots.setdefault(noise, []).extend(_knots(run, moved))
        return tuple(cls(tuple(found), before.keysize) for found in knots.values())

    @classmethod
    def joined(cls, several: Iterable["Overlaps"], keys: int) -> "Overlaps":
        """Return the sum."""
        return cls(tuple(knot for one in several for knot in one.knots), keys)

    def at(self, r: int, N: int) -> int:
        """Return the value at 0 <= r < N, where r and r - N are the same key."""
        return self.constant + sum(
            sign * ((r - knot if r > knot else 0) + (r - N - knot if r - N > knot else 0))
            for sign, knot in self.knots
        )


def matched(before: Row, after: Row) -> Iterator[tuple[int, Run, Run]]:
    """Yield each run of noise z before with those of noise z - 1 after: the same release."""
    runs: dict[int, list[Run]] = {}
    for noise, first, last in after.ranges():
        runs.setdefault(noise, []).append((first, last + 1))
    for noise, first, last in before.ranges():
        for run in runs.get(noise - 1, ()):
            yield noise, (first, last + 1), run


def _knots(run: Run, moved: Run) -> tuple[tuple[int, int], ...]:
    (a, b), (d, e) = run, moved
    return (1, d - b), (-1, d - a), (-1, e - b), (1, e - a)
