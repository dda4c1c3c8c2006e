"""``ptcert lookup``: the noise that a cell key leads to."""

import argparse
import json

from exact.errors import InputError
from exact.numbers.guard import integer
from exact.table.ptable import MAX_COUNT, PTable
from reports.commands.reading import read_options, read_table


def run(options: argparse.Namespace) -> int:
    """Print the noise for a key, and the released count where a count is given."""
    table, _ = read_table(options.file, read_options(options))
    key = integer(options.key, "key", table.first_key, table.last_key)
    count = _count(table, options.count)
    noise = table.noise(count, key)
    released = None if options.count is None else count + noise
    if options.json:
        print(json.dumps({"key": key, "count": count, "noise": noise, "released": released}))
    else:
        print(
            f"noise {noise}" if released is None else f"noise {noise}: {count} becomes {released}"
        )
    return 0


def _count(table: PTable, given: str | None) -> int:
    if given is not None:
        return integer(given, "count", 0, MAX_COUNT)
    if len(table.rows) > 1:
        rule = f"is missing, and the table has {len(table.rows)} rows"
        raise InputError("count", "", rule, "say which true count with --count")
    return table.first_count
