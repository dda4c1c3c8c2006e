"""Findings about keys and lookups."""

from collections.abc import Iterator
from itertools import accumulate

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.cellkeys.completeness import check_key_completeness
from exact.errors import InputError
from exact.table.lookups import looked_up_by_records
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.findings.finding import ERROR, NOTE, WARNING, Finding
from verification.measures.profiles import Profiles

_BY_NUMBER = (
    "look up with lb <= key < ub, as the table is read here; with keys by number "
    "(ptcert convert) there are no bounds to be on"
)


def empty_cell_findings(profiles: Profiles) -> Iterator[Finding]:
    """An empty cell has key 0 in every known key arithmetic: a row of 0 gives it one noise.

    Where the keys of the file begin at another number (at ESS key 0 means not perturbed), it has
    none. Where it is not stated that keys are made of records, empty cells are assumed to have
    uniform keys, and a row of 0 with noise is where that matters.
    """
    table = profiles.table
    if looked_up_by_records(table) is table:
        return
    one = f"every empty cell has key 0, so that it is released as {table.empty_noise}"
    never = "no other noise of row 0 is ever used"
    said = f"keys are made of records: {one}, and {never}"
    if profiles.assumes_empty_cells:
        assumed = "empty cells are assumed to have uniform, independent keys"
        said = f"{assumed}; where keys are made of records, {one}, and {never}"
    yield Finding("EMPTY-CELL", WARNING, said, "preserve zeros")


def key_findings(table: PTable, arithmetic: KeyArithmetic | None) -> Iterator[Finding]:
    """Check that the keys which can be made are exactly those that the table covers."""
    if arithmetic is None:
        return
    try:
        check_key_completeness(arithmetic, table.keysize, table.first_key)
    except InputError as error:
        yield Finding("KEYS", ERROR, error.rule, error.remedy)


def lookup_findings(table: PTable, used_keys: int) -> Iterator[Finding]:
    """Say on how many keys the known lookup conventions differ, for a table of intervals.

    A key k of ``used_keys`` is looked up as k/U. It lies on a bound a/K exactly if K divides a U;
    then [lb, ub) takes the range that starts there, (lb, ub] the one that ends there, and closed
    ranges both. Key 0 lies on the first bound, where (lb, ub] finds nothing.
    """
    alike = [
        (counts, found)
        for row, counts in table.counts_by_row().items()
        if (found := _keys_on_bounds(row, table.keysize, used_keys))
    ]
    total = sum(len(counts) * len(found) for counts, found in alike)
    if not alike:
        message = "no key but 0 lies on a bound: [lb, ub), (lb, ub] and [lb, ub] differ on key 0"
        yield Finding("LOOKUP", NOTE, message, _BY_NUMBER)
        return
    count, (key, before, after) = min((counts[0], found[0]) for counts, found in alike)
    message = (
        f"{total} pairs of count and key above 0 lie on a bound: a lookup by [lb, ub) gives other "
        f"noise there than (lb, ub], and closed ranges match twice; for count "
        f"{count} the key {key}/{used_keys} gives {after} or {before}; "
        "key 0 has no range at all under (lb, ub], and a key of exactly 1 none under [lb, ub)"
    )
    yield Finding("LOOKUP", NOTE, message, _BY_NUMBER)


def _keys_on_bounds(row: Row, keysize: int, used: int) -> list[tuple[int, int, int]]:
    """Return (key, noise below, noise above) for the keys that lie on inner bounds of a row."""
    bounds = list(accumulate(keys for _, keys in row.runs))[:-1]
    noise = [z for z, _ in row.runs]
    return [
        (bound * used // keysize, noise[i], noise[i + 1])
        for i, bound in enumerate(bounds)
        if bound * used % keysize == 0
    ]
