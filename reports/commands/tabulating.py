"""What the command line asks of an engine, as values: the table, its keys, the tabulation."""

import argparse
from hashlib import sha256
from pathlib import Path

from exact.applying.binary_keys import BinaryKeys
from exact.applying.key_generator import named_columns
from exact.applying.margins import Margin, margins
from exact.applying.names import dimensions
from exact.applying.ranges import MOST_KEYS
from exact.applying.record_keys import RecordKeys
from exact.applying.statements import KeyColumns
from exact.applying.where import conditions
from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.cellkeys.completeness import check_key_completeness
from exact.cellkeys.named import XOR, named_arithmetic
from exact.errors import InputError
from exact.formats.options import ReadOptions, written
from exact.formats.registry import format_named
from exact.table.lookups import looked_up_by_fraction
from exact.table.ptable import PTable
from reports.engines.applying import Application
from reports.engines.duck import Engine
from reports.engines.manifest import READING
from reports.engines.records import Grid, grid_of
from reports.engines.remote import RemoteSource
from reports.engines.source import Source
from reports.engines.table import GivenTable
from reports.files import read_bytes
from reports.inputs import read_whole_file
from verification.shapes.strict import MAX_BYTES

_CERTIFICATE = ".certificate.json"
# As many keys a fraction is looked up with where the table's file has more than engines count with.
_MOST_BITS = 1 << 62


def given_table(name: str | None, reading: ReadOptions, certified: bool = False) -> GivenTable:
    """Return the table in a file, or in a certificate that the checker accepts."""
    if not name:
        raise InputError("table", "", "is missing", "give --table FILE")
    path = Path(name)
    if certified or path.name.endswith(_CERTIFICATE):
        from reports.certificates.check import accepted

        reading.refuse("certificate", *READING)
        content = read_bytes(path, MAX_BYTES, "table", "a table or a certificate")
        made = accepted(path.name, content)
        digest = sha256(content).hexdigest()
        known = made.arithmetic
        kind = made.source.format or "native"
        return GivenTable(path, made.table, kind, made.source.sha256, digest, known)
    found, table, digest = read_whole_file(name, reading)
    known = format_named(found.format).arithmetic(table.keysize)
    said = {name: getattr(reading, name) for name in READING}
    told = {name: written(name, value) for name, value in said.items() if value is not None}
    return GivenTable(path, table, found.format, digest, None, known, told)


def application(
    engine: Engine,
    source: Source | RemoteSource,
    given: GivenTable,
    options: argparse.Namespace,
) -> Application:
    """Return what is to be applied to the records of a file."""
    if not options.by:
        raise InputError("by", "", "is missing", "name the dimensions, such as --by region,sex")
    names = dimensions(options.by.split(","))
    return tabulation(engine, source, given, margins(names, options.margins), options)


def tabulation(
    engine: Engine,
    source: Source | RemoteSource,
    given: GivenTable,
    made: tuple[Margin, ...],
    options: argparse.Namespace,
) -> Application:
    """Return what is to be applied for these margins, the whole table first."""
    columns = named_columns(options.record_key, options.cell_keys == XOR)
    grid = Grid()
    if isinstance(source, Source):
        grid = grid_of(engine, source, columns, options.float_keys)
    table, keys = _as_used(given, grid, columns, options)
    fractions = bool(grid.places or grid.limbs)
    names = made[0].dimensions
    return Application(
        table,
        made,
        keys,
        grid,
        conditions(options.where),
        options.zeros or bool(options.categories),
        declared_categories(names, options.categories),
        given.table if fractions else None,
    )


def _as_used(
    given: GivenTable, grid: Grid, columns: tuple[str, ...], options: argparse.Namespace
) -> tuple[PTable, KeyColumns]:
    """Return the table as the record keys use it, and how cell keys are made."""
    if grid.places or grid.limbs:
        if options.cell_keys not in (None, "sum") or options.bigN is not None:
            rule = "does not go with record keys that are decimals, which are summed modulo 1"
            raise InputError("cell-keys", options.cell_keys or options.bigN, rule, "leave it out")
        if given.table.key_order is not None:
            rule = "has an order of keys that are integers, and the record keys are fractions"
            raise InputError("table", given.name, rule, "give records integer keys")
        if grid.limbs:
            table = used_by_fraction(given.table, 0)
            return table, BinaryKeys(columns[0], table.keysize, grid.limbs)
        if grid.keys > MOST_KEYS:
            rule = "are more decimal places than the 18 of record keys that are summed as integers"
            remedy = "round the keys, or store them as doubles (Parquet) with --float-keys exact"
            raise InputError("record-key", grid.places, rule, remedy)
        used = used_by_fraction(given.table, grid.places)
        return used, RecordKeys(columns, SumModulo(grid.keys))
    made = named_arithmetic(options.cell_keys, options.bigN, given.table.keysize)
    made = made or _known(given, columns) or _by_columns(columns, given.table.keysize)
    check_key_completeness(made, given.table.keysize, given.table.first_key)
    return given.table, RecordKeys(columns, made)


def used_by_fraction(table: PTable, places: int) -> PTable:
    """Return a table as keys that are fractions use it: decimals of so many places, or doubles."""
    keysize = table.keysize if table.keysize <= MOST_KEYS else _MOST_BITS
    return looked_up_by_fraction(table, 10**places if places else keysize)


def _known(given: GivenTable, columns: tuple[str, ...]) -> KeyArithmetic | None:
    """Return how the table's software or its certificate makes keys, where the columns fit it."""
    four = isinstance(given.arithmetic, XorOfFour)
    return given.arithmetic if four == (len(columns) == 4) else None


def _by_columns(columns: tuple[str, ...], keysize: int) -> KeyArithmetic:
    """Return what so many record keys are for: one is summed, four are the scheme of (3.1)."""
    return XorOfFour.with_largest_prime(keysize) if len(columns) == 4 else SumModulo(keysize)


def declared_categories(names: tuple[str, ...], given: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the categories that were declared for dimensions: sex=F,M."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        name, sign, values = text.partition("=")
        if not sign or name not in names or name in found or not values:
            rule = "does not declare the categories of one dimension"
            raise InputError("categories", text, rule, "give for example sex=F,M, once for each")
        found[name] = tuple(dict.fromkeys(values.split(",")))
    return found
