"""``ptcert lookup``: the noise that a cell key leads to."""

import argparse

from exact.errors import InputError, power_of_two
from exact.formats.format import FRACTION
from exact.formats.reading import Reading
from exact.formats.registry import format_named
from exact.numbers.guard import integer, rational
from exact.table.ptable import MAX_COUNT, PTable
from reports.commands.reading import options_of
from reports.inputs import read_whole_file
from reports.printing import say_json, say_lines


def run(options: argparse.Namespace) -> int:
    """Print the noise for a key, and the released count where a count is given."""
    reading, table, _ = read_whole_file(options.file, options_of(options))
    key = _key(reading, table, options.key)
    count = _count(table, options.count)
    noise = table.noise(count, key)
    released = None if options.count is None else count + noise
    if options.json:
        found = {"key": key, "count": count, "noise": noise, "released": released}
        say_json(found, indent=None)
        return 0
    meant = "" if str(key) == options.key.strip() else f" (key {key} of {_keys(table)})"
    becomes = "" if released is None else f": {count} becomes {released}"
    say_lines(f"noise {noise}{becomes}{meant}", wide=options.wide)
    return 0


def _key(reading: Reading, table: PTable, given: str) -> int:
    """Return a key by its number in the file; in a file of intervals a decimal is one too.

    There 1 is the key with the number 1, and 1.0, like 1.5, is a decimal that is no key.
    """
    kind, number = format_named(reading.format), rational(given, "key")
    is_decimal = number.denominator > 1 or any(mark in given for mark in "./")
    if kind.lookup == FRACTION and is_decimal:
        if not 0 <= number < 1:
            raise InputError("key", given, "is outside [0, 1)", "give a decimal such as 0.25")
        return (number * table.keysize).__floor__()
    if number == 0 < table.first_key and kind.key_zero:
        rule = f"is no key of this file: {kind.key_zero}"
        raise InputError("key", given, rule, f"its keys are {table.first_key}..{table.last_key}")
    return integer(given, "key", table.first_key, table.last_key)


def _keys(table: PTable) -> str:
    return power_of_two(table.keysize)


def _count(table: PTable, given: str | None) -> int:
    if given is not None:
        return integer(given, "count", 0, MAX_COUNT)
    if len(table.rows) > 1:
        rule = f"is missing, and the table has {len(table.rows)} rows"
        raise InputError("count", "", rule, "say which true count with --count")
    return table.first_count
