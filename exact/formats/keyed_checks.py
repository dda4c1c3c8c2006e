"""Every count and key exactly once: which are missing, and which are there twice."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise

from exact.formats.result import StructureProblem, Tally

# count, key, noise, line: sorted in this order
Entry = tuple[int, int, int, int]


def duplicate_keys(entries: Sequence[Entry]) -> Iterator[StructureProblem]:
    """Say which (count, key) have two lines.

    >>> [problem.message for problem in duplicate_keys([(1, 0, 5, 2), (1, 0, 6, 3)])]
    ['1 duplicate line: count 1, key 0: noise 5 in line 2 and 6 in line 3']
    """
    tally = Tally()
    for (count, key, noise, line), (count2, key2, noise2, line2) in pairwise(entries):
        if (count, key) == (count2, key2):
            both = f"noise {noise} in line {line} and {noise2} in line {line2}"
            tally.add(f"count {count}, key {key}: {both}")
    remedy = "keep one line for each count and key"
    yield from tally.problem("DUPLICATE-KEY", "error", "duplicate line~", remedy)


def missing_keys(entries: Sequence[Entry], first: int, size: int) -> Iterator[StructureProblem]:
    """Say which (count, key) have no line, without walking a key space that may be huge.

    >>> [problem.message for problem in missing_keys([(1, 0, 5, 2)], 0, 3)]
    ['2 missing keys: count 1, key 1; count 1, key 2']
    """
    tally = Tally()
    for count, group in groupby(entries, key=lambda entry: entry[0]):
        keys = [first - 1, *(key for _, key, _, _ in group), first + size]
        for before, after in pairwise(keys):
            for key in islice(range(before + 1, after), 4):
                tally.add(f"count {count}, key {key}", 0)
            tally.total += max(0, after - before - 1)
    remedy = "give a noise value to every key: tools read a missing one as noise 0 or as NA"
    yield from tally.problem("MISSING-KEY", "error", "missing key~", remedy)
