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
from exact.applying.record_keys import MOST_MODULUS
from exact.applying.uniformity import is_plausible, union
from exact.cellkeys.primes import largest_prime_below
from exact.errors import InputError, power_of_two
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer
from reports.decimals import outward
from reports.engines.duck import engine
from reports.engines.keys import (
    TOO_DIFFERENT,
    TOO_EVEN,
    KeyCheck,
    add_keys,
    check_keys,
    open_checked,
    open_secret,
    write_keyed,
)
from reports.engines.records import Grid, grid_of
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
    if options.unique:
        rule = "is checked, and keys of a secret may be equal by chance"
        raise InputError("unique", True, rule, "give it with --check")
    secret = _secret(options.secret)
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
    if options.output is not None:
        rule = "is written where keys are added, and --check only looks at them"
        raise InputError("output", options.output, rule, "leave one of the two out")
    four = options.cell_keys == _XOR
    columns = named_columns(options.record_key, four)
    modulus = integer(options.keys, "keys", 2, MOST_MODULUS)
    modulus = largest_prime_below(modulus).prime if four else modulus
    secret = None if options.secret is None else _secret(options.secret)
    if secret is not None:
        checked_modulus(options.keys)
    with engine(options.memory, in_order=True) as used:
        source = opened(used, options.data)
        grid = grid_of(used, source, columns)
        _check_decimals(grid, options)
        size = grid.keys if grid.places else modulus
        if secret is not None:
            open_secret(used, secret)
        with doing("reading the keys"):
            open_checked(used, source, columns, options.id, grid, modulus if secret else None)
        with doing("testing the keys"):
            places = range(len(columns))
            found = [check_keys(used, columns, place, size) for place in places]
    if not any(one.records for one in found):
        raise InputError("data", options.data, "has no records", "give records with keys")
    wrong = any(list(_wrong(one, options.unique)) for one in found)
    if options.json:
        say_json({"keys": [_document(one, options.unique) for one in found]})
    else:
        said = [line for one in found for line in _said(one, size, options)]
        say_lines(*said, _about_secrets(options), wide=options.wide)
    return _WRONG if wrong else 0


def _check_decimals(grid: Grid, options: argparse.Namespace) -> None:
    """Refuse what decimal keys leave no room for: their number is that of their places."""
    if grid.places:
        for name in ("keys", "secret"):
            if name in options.given:
                rule = f"cannot be combined with decimal keys, here of {grid.places} places"
                raise InputError(name, getattr(options, name), rule, f"leave --{name} out")


def _secret(name: str) -> str:
    return checked_secret(read_text(Path(name), _MAX_SECRET_BYTES, "secret", "a text file"))


def _judged(found: KeyCheck, unique: bool) -> dict[str, Enclosure]:
    """Return the tests; keys that must differ are no draws, which may repeat and be uneven."""
    left_out = (TOO_EVEN, TOO_DIFFERENT) if unique else ()
    return {name: p for name, p in found.tests.items() if name not in left_out}


def _wrong(found: KeyCheck, unique: bool) -> Iterator[str]:
    """Yield what is wrong with the keys of a column: by chance, once in a million columns."""
    if found.missing:
        yield "missing"
    if found.outside:
        yield "outside"
    if unique and found.distinct < found.records - found.missing - found.outside:
        yield "repeated"
    if found.altered:
        yield "not those of the secret"
    tests = _judged(found, unique)
    for name, p in tests.items():
        if not is_plausible(union([p] * len(tests))):
            yield name


def _document(found: KeyCheck, unique: bool) -> dict[str, Any]:
    tests = _judged(found, unique)
    even = tests.get("uneven")
    return {
        "column": found.column,
        "records": found.records,
        "missing": found.missing,
        "outside": found.outside,
        "distinct": found.distinct,
        "altered": found.altered,
        "uniformity": None if even is None else {"p_value": enclosure_json(even)},
        "tests": {name: {"p_value": enclosure_json(p)} for name, p in tests.items()},
        "wrong": list(_wrong(found, unique)),
    }


def _said(found: KeyCheck, modulus: int, options: argparse.Namespace) -> Iterator[str]:
    wrong = list(_wrong(found, options.unique))
    verdict = f"WRONG ({', '.join(wrong)})" if wrong else "RIGHT"
    yield f"{found.column}: {verdict}, {found.records:,} records, keys 0..{power_of_two(modulus)}-1"
    yield f"  {found.missing:,} missing, {found.outside:,} outside, {found.distinct:,} different"
    if found.altered is not None:
        record = "place in the file" if options.id is None else f"column {options.id}"
        yield f"  {found.altered:,} differ from the key of the secret and the {record}"
    tests = _judged(found, options.unique)
    if tests:
        yield "  chance of that and more, were they uniform and independent, is at most:"
    for name, p in tests.items():
        yield f"    {outward(p, _DIGITS)[1]}  {name}"


def _about_secrets(options: argparse.Namespace) -> str:
    """Say what no test can see."""
    if options.secret is not None:
        return "Whoever knows the secret knows every key."
    return (
        "NOTE: no test shows that keys are secret. Keys made of an id that others know, by a rule "
        "without a secret, pass all of these; --secret FILE --id COLUMN makes every key anew."
    )
