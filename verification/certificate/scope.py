"""What every certificate covers and does not cover, word by word: it is part of the format."""

from typing import NamedTuple

from exact.release.plan import SUM

COVERS = (
    "one count of one table, keys uniform and independent, or (claim key-law) by the law of the "
    "stated key arithmetic"
)
# Where a count of 0 has a row with noise: the key of an empty cell makes a difference.
ASSUMED_COVERS = (
    "one count of one table, keys uniform and independent, which is assumed of empty cells too "
    "(keys made of records give all of them the key 0), or (claim key-law) by the law of the key "
    "arithmetic, with the key 0 of empty cells"
)
NOBODY_COVERS = (
    "one count of one table, keys uniform and independent but for the key of an empty cell, which "
    "is 0, or (claim key-law) by the law of the stated key arithmetic"
)
NOT_COVERED = (
    "counts that the table has no row for",
    "repeated, overlapping or differenced queries, and any composition of releases",
    "record keys that are not independent and uniform, or that are reused with other data",
    "the rule 'same participants, same noise', which ties the noise of different tables together",
    "whether the software in use looks the table up as certified",
)
# Where a release is composed (claim composition) instead.
RELEASE_COVERS = (
    f"{COVERS}; and (claim composition) all cells of one person in the tables of the release, each "
    "set of people once, if the keys of different cells are independent of each other"
)
# Where the keys of a margin are sums (claim margins).
MARGINS_COVERS = (
    f"{COVERS}; and (claim margins) the cells of one margin together with it, where the key of the "
    "margin is the sum of the cells' keys modulo their number, or (claim composition) one cell"
)
MARGINS_NOT_COVERED = (
    "counts that a table has no row for",
    "whatever else is published of the same people, or asked of the same data",
    "record keys that attackers know, or that are not independent and uniform, or reused",
    "whether the software in use looks the tables up as certified",
)
RELEASE_NOT_COVERED = (
    "counts that a table has no row for",
    "whether keys of different cells are independent, which is assumed: sums of keys are not",
    "whatever else is published of the same people, or asked of the same data",
    "record keys that are not independent and uniform, or that are reused with other data",
    "whether the software in use looks the tables up as certified",
)


class Scope(NamedTuple):
    """What a certificate covers, and what it does not cover."""

    covers: str
    does_not_cover: tuple[str, ...]


def scope_of(keys: str | None, nobody: bool | None = None) -> Scope:
    """Return the scope of a certificate: of a release by what is said of its keys, or of a table.

    ``nobody`` tells of a table with noise in a row of 0 whether empty cells have the key of nobody.

    >>> scope_of(None) == Scope(COVERS, NOT_COVERED)
    True
    """
    if keys is None:
        covers = {None: COVERS, False: ASSUMED_COVERS, True: NOBODY_COVERS}[nobody]
        return Scope(covers, NOT_COVERED)
    if keys == SUM:
        return Scope(MARGINS_COVERS, MARGINS_NOT_COVERED)
    return Scope(RELEASE_COVERS, RELEASE_NOT_COVERED)
