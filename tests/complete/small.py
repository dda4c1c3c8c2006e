"""Small complete tables in numbers: every one of them, by enumeration."""

from collections.abc import Iterator
from itertools import product

from exact.complete.problem import Keys, Problem


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share ``total`` keys among ``parts`` noise values."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def every_table(problem: Problem, keysize: int) -> Iterator[Keys]:
    """Yield every table of so many keys that keeps the conditions of its rows."""
    rows = [
        [
            keys
            for keys in compositions(keysize, len(row.support))
            if all(condition.holds(keys) for condition in row.conditions())
        ]
        for row in problem.rows
    ]
    yield from product(*rows)
