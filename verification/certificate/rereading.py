"""The table's file read again, by the reader for its format, against the certified table."""

from collections.abc import Iterator
from dataclasses import fields

from exact.errors import InputError
from exact.formats.options import COLUMN_MEANINGS, ReadOptions
from exact.formats.reading import read_table_bytes
from exact.table.ptable import PTable
from verification.certificate.certificate import Certificate


def check_reread(made: Certificate, content: bytes) -> None:
    """Refuse a file that holds another table than the certificate, however it may be read.

    The reader is told what the certificate says of what the file leaves open: its keys, counts past
    the last row, zero, holes, columns. Where it knows better, because the file says it, it refuses
    to be told, and is asked again with less.
    """
    certified, differing = _facts(made.table), "holds no table that can be read so"
    for options in _told(made):
        try:
            found = read_table_bytes(content, options).table
        except InputError:
            continue
        if found is None:
            continue
        parts = [name for name, part in _facts(found).items() if part != certified[name]]
        if not parts:
            return
        differing = f"has other {', '.join(parts)} than the certificate"
    kind = made.source.format or "read as what it is"
    raise InputError("table", kind, differing, "give the file that was certified")


def _told(made: Certificate) -> Iterator[ReadOptions]:
    """Yield what a reader may be told, the most first."""
    table, kind = made.table, made.source.format
    keys = (table.first_key, table.last_key)
    for columns in (None, *COLUMN_MEANINGS):
        yield ReadOptions(kind, None, table.beyond, table.zero, columns, table.holes)
        yield ReadOptions(kind, keys, table.beyond, table.zero, columns, table.holes)
    yield ReadOptions(kind, zero=table.zero, holes=table.holes)
    yield ReadOptions(kind)


def _facts(table: PTable) -> dict[str, object]:
    """Return all parts of a table but the law that only its own file names."""
    return {f.name: getattr(table, f.name) for f in fields(table) if f.name != "origin"}
