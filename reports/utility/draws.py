"""Released tables drawn at random, with a seed: independent keys for the cells."""

from bisect import bisect_right
from itertools import accumulate
from random import Random

from exact.utility.chances import Chances, Perturbation
from exact.utility.counts import Counts


class Drawn:
    """One count's released values, drawn by a uniform key.

    >>> one = Drawn(Chances.of(4, [(0, 1, 1), (1, 3, 3)]))
    >>> {one.draw(Random(seed)) for seed in range(9)}
    {0, 1}
    """

    def __init__(self, chances: Chances) -> None:
        """Keep the ends of the key ranges; what bounds leave open goes to the last value."""
        self._values = chances.values
        self._ends = list(accumulate(chances.lo))[:-1]
        self._keys = chances.total

    def draw(self, chance: Random) -> int:
        """Return a released value."""
        return self._values[bisect_right(self._ends, chance.randrange(self._keys))]


class Tables:
    """Released tables of some counts, one after the other."""

    def __init__(self, counts: Counts, perturbation: Perturbation, seed: int) -> None:
        """Prepare each count that occurs."""
        drawn = {n: Drawn(perturbation.released(n)) for n in counts.by_count}
        self._cells = [drawn[n] for n in counts.cells]
        self._chance = Random(seed)

    def next(self) -> list[int]:
        """Return the cells of the next released table."""
        return [cell.draw(self._chance) for cell in self._cells]
