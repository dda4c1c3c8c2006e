"""Writers of the formats that list every key: ONS, ESS and the ABS lookup."""

from collections.abc import Iterator
from itertools import repeat

from exact.formats.decoding import MAX_LINES
from exact.formats.keyed import ONS_LAST, ONS_WRAP
from exact.formats.lookup import ABS_KEYS
from exact.formats.losses import refuse_loss, require_beyond, require_zero
from exact.formats.sheet import MAX_COLUMNS
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row


def write_ons(table: PTable) -> str:
    """Return ``pcv,ckey,pvalue`` with keys 0..K-1, for a table that wraps as the ONS tool does."""
    if table.last_count != ONS_LAST:
        loss = f"the file says nothing on counts past its last row unless that is {ONS_LAST}"
        raise refuse_loss("ons", f"last row {table.last_count}", loss)
    require_beyond(table, "ons", ONS_WRAP)
    require_zero(table, "ons", "preserve", "row")
    _require_first_key(table, "ons", 0)
    return "\n".join(['"pcv","ckey","pvalue"', *_lines(table, "ons", ",", 0), ""])


def write_ess(table: PTable) -> str:
    """Return ``pcv;ckey;pvalue`` with keys 1..m; keys from 0 on are all one higher there."""
    require_beyond(table, "ess", Repeat())
    require_zero(table, "ess", "none", "row")
    _require_first_key(table, "ess", 0, 1)
    return "\r\n".join(['"pcv";"ckey";"pvalue"', *_lines(table, "ess", ";", 1), ""])


def write_lookup(table: PTable) -> str:
    """Return ``V1..Vn``: a line for each of 256 keys, a column for each count from 1."""
    if table.keysize != ABS_KEYS:
        raise refuse_loss("abs-lookup", f"{table.keysize} keys", "the lookup has 256 keys")
    if table.first_count != 1:
        loss = "its first column is for count 1"
        raise refuse_loss("abs-lookup", f"first row {table.first_count}", loss)
    require_beyond(table, "abs-lookup", Stop())
    require_zero(table, "abs-lookup", "none")
    _require_first_key(table, "abs-lookup", 0)
    if len(table.rows) > MAX_COLUMNS:
        raise refuse_loss("abs-lookup", f"{len(table.rows)} rows", f"at most {MAX_COLUMNS} fit")
    header = ",".join(f"V{count}" for count in range(1, len(table.rows) + 1))
    keys = zip(*map(_noises, table.rows), strict=True)
    return "\n".join([header, *(",".join(map(str, noises)) for noises in keys), ""])


def _require_first_key(table: PTable, kind: str, *expressible: int) -> None:
    """Refuse keys numbered in another way than the format numbers them."""
    if table.first_key not in expressible:
        loss = f"its keys would be numbered from {expressible[-1]}"
        raise refuse_loss(kind, f"first key {table.first_key}", loss)


def _lines(table: PTable, kind: str, separator: str, first_key: int) -> Iterator[str]:
    """Return a line for each count and key, if a file may have so many."""
    number = table.keysize * len(table.rows)
    if number >= MAX_LINES:
        raise refuse_loss(kind, f"{number} lines", f"at most {MAX_LINES} lines can be read back")
    return (
        f"{count}{separator}{key}{separator}{noise}"
        for count, row in enumerate(table.rows, start=table.first_count)
        for key, noise in enumerate(_noises(row), start=first_key)
    )


def _noises(row: Row) -> Iterator[int]:
    for noise, keys in row.runs:
        yield from repeat(noise, keys)
