"""Writers of the formats that list every key: ONS, ESS and the ABS lookup."""

from collections.abc import Iterator

from exact.formats.decoding import MAX_LINES
from exact.formats.format import Format
from exact.formats.losses import refuse_loss, require_rules
from exact.formats.readers.lookup import ABS_KEYS
from exact.formats.sheet import MAX_COLUMNS
from exact.table.ptable import PTable
from exact.table.spread import noise_by_place

_LINE_END = {"ons": "\n", "ess": "\r\n"}


def write(table: PTable, kind: Format) -> str:
    """Return ``pcv,ckey,pvalue`` with the keys of the format, or the columns of the ABS lookup."""
    if kind.name not in _LINE_END:
        return _lookup(table, kind)
    require_rules(table, kind)
    separator = kind.separators
    header = separator.join(('"pcv"', '"ckey"', '"pvalue"'))
    return _LINE_END[kind.name].join([header, *_lines(table, kind, separator), ""])


def _lookup(table: PTable, kind: Format) -> str:
    """Return ``V1..Vn``: a line for each of 256 keys, a column for each count from 1."""
    if table.keysize != ABS_KEYS:
        raise refuse_loss(kind, f"{table.keysize} keys", "the lookup has 256 keys")
    if table.first_count != 1:
        loss = "its first column is for count 1"
        raise refuse_loss(kind, f"first row {table.first_count}", loss)
    require_rules(table, kind)
    if len(table.rows) > MAX_COLUMNS:
        raise refuse_loss(kind, f"{len(table.rows)} rows", f"at most {MAX_COLUMNS} fit")
    header = ",".join(f"V{count}" for count in range(1, len(table.rows) + 1))
    keys = zip(*map(noise_by_place, table.rows), strict=True)
    return "\n".join([header, *(",".join(map(str, noises)) for noises in keys), ""])


def _lines(table: PTable, kind: Format, separator: str) -> Iterator[str]:
    """Return a line for each count and key, if a file may have so many."""
    number = table.keysize * len(table.rows)
    if number >= MAX_LINES:
        raise refuse_loss(kind, f"{number} lines", f"at most {MAX_LINES} lines can be read back")
    return (
        f"{count}{separator}{key}{separator}{noise}"
        for count, row in enumerate(table.rows, start=table.first_count)
        for key, noise in enumerate(noise_by_place(row), start=kind.first_key)
    )
