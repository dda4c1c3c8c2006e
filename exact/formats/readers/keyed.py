"""Tables with a line for each count and key: ONS and ESS, which share the header."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice, pairwise, repeat

from exact.errors import InputError
from exact.formats.assembling import (
    COUNT_BOUNDS,
    NOISE_BOUNDS,
    completed,
    has_errors,
    missing_counts,
    rows_of_keys,
)
from exact.formats.cells import check_range, read_integer
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.result import Reading, StructureProblem, Tally
from exact.formats.sheet import Sheet
from exact.numbers.guard import MAX_KEYSIZE
from exact.table.row import Row

_NAMES = frozenset({"pcv", "ckey", "pvalue"})
# count, key, noise, line: sorted in this order
Entry = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Keyed:
    """The three columns of a file and the key space they are read in."""

    counts: list[int]
    keys: list[int]
    noises: list[int]
    first: int
    size: int


def fits(file: Opened, _kind: Format) -> bool:
    """Return whether a file has the three columns."""
    return file.sheet is not None and set(file.sheet.names) == _NAMES


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read ``pcv, ckey, pvalue``: the noise of each count and key."""
    sheet = file.sheet
    assert sheet is not None
    options.refuse("ons or ess", "columns")
    columns = dict(zip(sheet.names, sheet.columns(read_integer), strict=True))
    counts, keys, noises = columns["pcv"], columns["ckey"], columns["pvalue"]
    check_range(counts, COUNT_BOUNDS, "pcv", sheet.place, "counts are 0 or more")
    check_range(keys, (0, MAX_KEYSIZE), "ckey", sheet.place, "keys are from 0 to 2^128")
    check_range(noises, NOISE_BOUNDS, "pvalue", sheet.place, "noise lies within 2^60")
    kind = _recognised(fitting, sheet, min(keys))
    first, size = _key_space(kind, keys, options)
    check_range(keys, (first, first + size - 1), "ckey", sheet.place, "say the keys with --keys")
    note = f"{sheet.about}, keys {first}..{first + size - 1}"
    return _reading(kind, Keyed(counts, keys, noises, first, size), options, note)


def _recognised(fitting: tuple[Format, ...], sheet: Sheet, smallest: int) -> Format:
    """Tell ONS (comma, keys from 0) from ESS (semicolon, keys from 1), or ask."""
    if len(fitting) == 1:
        return fitting[0]
    for kind in fitting:
        if sheet.separator in kind.separators and smallest == kind.first_key:
            return kind
    rule = f"may be ONS or ESS: {sheet.about}, with {smallest} as the smallest key"
    raise InputError("format", "pcv,ckey,pvalue", rule, "say --format ons|ess (and --keys 0..255)")


def _key_space(kind: Format, keys: Sequence[int], options: ReadOptions) -> tuple[int, int]:
    """Return the first key and the number of keys: the modulus of ONS is max ckey + 1."""
    first, last = options.keys or (kind.first_key, max(keys))
    if last < first or last - first >= MAX_KEYSIZE:
        raise InputError("column ckey", last, "is no last key", "say the keys with --keys")
    return first, last - first + 1


def _reading(kind: Format, file: Keyed, options: ReadOptions, note: str) -> Reading:
    rows, order = _regular_rows(file), "lines in the order of counts and keys"
    problems: tuple[StructureProblem, ...] = ()
    if not rows:
        rows, problems = _irregular_rows(file)
        order = "lines not in the order of counts and keys"
    if has_errors(problems):
        return Reading(kind.name, None, problems, (note, order))
    problems = (*problems, *missing_counts(sorted(rows)))
    return completed(kind, rows, options, problems, (note, order), file.first)


def _regular_rows(file: Keyed) -> dict[int, Row]:
    """Return the rows of a file in perfect order, and none of any other: compared, not walked."""
    number, rest = divmod(len(file.keys), file.size)
    if rest or not number:
        return {}
    first = file.counts[0]
    counts = range(first, first + number)
    expected = chain.from_iterable(map(repeat, counts, repeat(file.size)))
    if file.keys != list(range(file.first, file.first + file.size)) * number:
        return {}
    if file.counts != list(expected):
        return {}
    starts = range(0, len(file.keys), file.size)
    blocks = (file.noises[start : start + file.size] for start in starts)
    return dict(zip(counts, rows_of_keys(blocks), strict=True))


def _irregular_rows(file: Keyed) -> tuple[dict[int, Row], tuple[StructureProblem, ...]]:
    """Return the rows of a file in any order, or what is wrong with it."""
    lines = range(2, len(file.keys) + 2)
    entries = sorted(zip(file.counts, file.keys, file.noises, lines, strict=True))
    problems = (
        *missing_counts(sorted(set(file.counts))),
        *duplicate_keys(entries),
        *missing_keys(entries, file.first, file.size),
    )
    return ({}, problems) if has_errors(problems) else (_sorted_rows(entries, file.size), ())


def _sorted_rows(entries: list[Entry], size: int) -> dict[int, Row]:
    """Return the rows of sorted entries in which nothing is missing and nothing is twice."""
    starts = range(0, len(entries), size)
    blocks = ([noise for _, _, noise, _ in entries[start : start + size]] for start in starts)
    counts = (entries[start][0] for start in starts)
    return dict(zip(counts, rows_of_keys(blocks), strict=True))


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
