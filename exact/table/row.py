"""One row of a ptable: which noise each key leads to, as runs of consecutive keys."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from exact.errors import InputError
from exact.pmf import Pmf

MAX_NOISE = 1 << 60


@dataclass(frozen=True)
class Row:
    """Runs (noise, number of keys) in the order of the keys, from key 0 upward.

    Runs say at once how many keys lead to a noise value and which ones, and a partition of the
    keys cannot have a gap or an overlap when it is written this way. A noise value may have
    several runs; two neighbouring runs have different noise, so equal rows are equal values.
    What is asked of a row often (its hash, its pmf) is computed once: a table may have very many
    counts, and its rows are compared at each.

    >>> row = Row(((-1, 2), (0, 4), (1, 2)))
    >>> row.noise(5), row.noise(6), row.keysize
    (0, 1, 8)
    """

    runs: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if not self.runs:
            raise InputError("row", self.runs, "has no keys", "give at least one run")
        for noise, keys in self.runs:
            if type(noise) is not int or type(keys) is not int or abs(noise) > MAX_NOISE:
                rule = "must hold integers, and noise within 2^60"
                raise InputError("row", (noise, keys), rule, "give noise values and key counts")
            if keys <= 0:
                raise InputError("row", (noise, keys), "has an empty run", "leave it out")
        if any(a == b for (a, _), (b, _) in pairwise(self.runs)):
            raise InputError("row", self.runs, "splits a run", "use Row.of")

    @classmethod
    def of(cls, pairs: "list[tuple[int, int]] | tuple[tuple[int, int], ...]") -> "Row":
        """Join neighbouring runs of the same noise and leave out empty ones.

        >>> Row.of([(-1, 0), (0, 3), (0, 1), (1, 4)]).runs
        ((0, 4), (1, 4))
        """
        runs: list[tuple[int, int]] = []
        for noise, keys in pairs:
            if keys and runs and runs[-1][0] == noise:
                runs[-1] = (noise, runs[-1][1] + keys)
            elif keys:
                runs.append((noise, keys))
        return cls(tuple(runs))

    def __hash__(self) -> int:
        """Return the hash of the runs."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.runs)

    @cached_property
    def keysize(self) -> int:
        """How many keys the row covers."""
        return sum(keys for _, keys in self.runs)

    def ranges(self, first_key: int = 0) -> Iterator[tuple[int, int, int]]:
        """Yield (noise, first key, last key) of each run, the keys numbered from ``first_key``.

        >>> list(Row(((-1, 2), (0, 4))).ranges(1))
        [(-1, 1, 2), (0, 3, 6)]
        """
        for noise, keys in self.runs:
            yield noise, first_key, first_key + keys - 1
            first_key += keys

    @cached_property
    def pmf(self) -> Pmf:
        """The noise pmf under uniform keys: weight = number of keys."""
        return Pmf.of(self.runs)

    def noise(self, key: int) -> int:
        """Return the noise that ``key`` leads to, Sadeghi-Chien (4.3)."""
        if type(key) is not int:
            raise InputError("key", key, "must be an integer", "give an int")
        left = key
        for noise, keys in self.runs:
            if 0 <= left < keys:
                return noise
            left -= keys
        rule = f"is outside 0..{self.keysize - 1}"
        raise InputError("key", key, rule, "give a key of this table's key space")
