"""``ptcert keys``: add record keys to a file, or check those that it has."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from exact.applying.key_generator import (
    checked_modulus,
    checked_secret,
    key_columns,
    named_columns,
)
from exact.cellkeys.primes import largest_prime_below
from exact.errors import InputError, power_of_two
from exact.numbers.guard import MAX_KEYSIZE, integer
from reports.decimals import outward
from reports.engines.duck import engine
from reports.engines.keys import KeyCheck, add_keys, check_keys, open_secret, write_keyed
from reports.engines.records import grid_of
from reports.engines.source import CSV, PARQUET, check_other, opened
from reports.files import check_suffix, output_path, read_text, staged
from reports.jsons import enclosure_json
from reports.printing import say_json, say_lines
from reports.progress import doing

_MAX_SECRET_BYTES = 4096
_WRONG = 1
_XOR = "xor4"
_DIGITS = 3


def run(options: argparse.Namespace) -> int:
    """Add keys where a file to write is named, check them where none is."""
    return _check(options) if options.check else _add(options)


def _add(options: argparse.Namespace) -> int:
    if options.output is None or options.secret is None:
        rule = "adds no keys without --secret FILE and -o OUT"
        raise InputError("keys", options.data, rule, "give both, or --check")
    target = output_path(options.output)
    check_suffix(target, (PARQUET, CSV))
    secret = checked_secret(
        read_text(Path(options.secret), _MAX_SECRET_BYTES, "secret", "a text file")
    )
    keys = checked_modulus(options.keys)
    four = options.cell_keys == _XOR
    modulus = largest_prime_below(keys).prime if four else keys
    columns = key_columns(options.record_key, four)
    with engine(options.memory, in_order=True) as used:
        source = opened(used, options.data)
        check_other(target, source)
        open_secret(used, secret)
        add_keys(used, source, columns, options.id, modulus)
        with staged(target) as temporary, doing("writing the records"):
            records = write_keyed(used, temporary, target.suffix)
    if options.json:
        say_json({"records": records, "columns": list(columns), "modulus": modulus})
    else:
        names = ", ".join(columns)
        said = f"{records:,} records with keys 0..{modulus - 1} in {names} written to {target}"
        say_lines(said, wide=options.wide)
    return 0


def _check(options: argparse.Namespace) -> int:
    four = options.cell_keys == _XOR
    columns = named_columns(options.record_key, four)
    modulus = integer(options.keys, "keys", 2, MAX_KEYSIZE)
    modulus = largest_prime_below(modulus).prime if four else modulus
    with engine(options.memory) as used:
        source = opened(used, options.data)
        grid = grid_of(used, source, columns)
        size = grid.keys if grid.places else modulus
        found = [check_keys(used, source, column, grid, size) for column in columns]
    if not any(one.records for one in found):
        raise InputError("data", options.data, "has no records", "give records with keys")
    wrong = any(list(_wrong(one, options.unique)) for one in found)
    if options.json:
        say_json({"keys": [_document(one, options.unique) for one in found]})
    else:
        say_lines(
            *(line for one in found for line in _said(one, size, options.unique)),
            wide=options.wide,
        )
    return _WRONG if wrong else 0


def _wrong(found: KeyCheck, unique: bool) -> Iterator[str]:
    """Yield what is wrong with the keys of a column."""
    if found.missing:
        yield "missing"
    if found.outside:
        yield "outside"
    if unique and found.distinct < found.records - found.missing:
        yield "repeated"
    if found.uniformity is not None and not found.uniformity.is_plausible:
        yield "uneven"


def _document(found: KeyCheck, unique: bool) -> dict[str, Any]:
    even = found.uniformity
    return {
        "column": found.column,
        "records": found.records,
        "missing": found.missing,
        "outside": found.outside,
        "distinct": found.distinct,
        "uniformity": None if even is None else {"p_value": enclosure_json(even.p_value)},
        "wrong": list(_wrong(found, unique)),
    }


def _said(found: KeyCheck, modulus: int, unique: bool) -> Iterator[str]:
    wrong = list(_wrong(found, unique))
    verdict = f"WRONG ({', '.join(wrong)})" if wrong else "RIGHT"
    yield f"{found.column}: {verdict}, {found.records:,} records, keys 0..{power_of_two(modulus)}-1"
    yield f"  {found.missing:,} missing, {found.outside:,} outside, {found.distinct:,} different"
    if found.uniformity is not None:
        _, p = outward(found.uniformity.p_value, _DIGITS)
        yield f"  chance of keys at least this uneven, were they uniform: at most {p}"
