"""Does a certificate belong to a file: the same bytes, and the same table in them?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product

from exact.errors import InputError
from exact.formats.options import COLUMN_MEANINGS, read_options, written
from exact.formats.reading import read_table_bytes
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.certificate.certificate import Certificate

# What a file of another format than ptcert's own may leave to whoever uses it.
_RULES = ("zero", "beyond", "holes")
_PARTS = ("keysize", "first_count", "rows", "first_key", "key_order", *_RULES)
_OF_VERSION_1 = _PARTS[:3]
_NO_TABLE = "the file holds no table"
# What tells how a file is meant where it does not show it; tried where nothing was recorded.
_MEANINGS: tuple[dict[str, str], ...] = (
    {},
    *({"columns": meaning} for meaning in COLUMN_MEANINGS),
    *({"format": name} for name in ("ons", "ess")),
)


@dataclass(frozen=True, slots=True)
class Named:
    """A table that a certificate says a file to hold, and what was said when that was read.

    ``said`` is None where it was not recorded: in version 1, and once of the tables of a release.
    ``parts`` are those of the table that it says.
    """

    table: PTable
    is_own: bool
    format: str | None
    said: dict[str, str] | None
    parts: tuple[str, ...] = _PARTS


def named(made: Certificate, content: bytes) -> list[Named]:
    """Return the tables that a certificate says a file to hold: its own, others of its release."""
    digest, source = sha256(content).hexdigest(), made.source
    others = () if made.release is None else made.release.others
    own = Named(made.table, True, source.format, source.options.said)
    if made.version == 1:
        own = replace(own, said=None, parts=_OF_VERSION_1)
    found = [(source.sha256, own)]
    for other in others:
        one = Named(other.table, False, other.format, other.options.said)
        if other.format is None:
            one = replace(one, said=None, parts=_PARTS[: -len(_RULES)])
        found.append((other.sha256, one))
    return [one for its, one in found if its == digest]


def difference(made: Certificate, content: bytes) -> str | None:
    """Return the first thing in which a file is not the one certified; None if it is.

    The file is read again by the reader for its format, with what was said when it was certified.
    Where that was not recorded, the rules that a file may leave open are not compared.
    """
    tables = named(made, content)
    if not tables:
        digest = sha256(content).hexdigest()
        return f"SHA-256 of the table: it says {made.source.sha256}, it is {digest}"
    each = (_recorded if one.said is not None else _not_recorded for one in tables)
    found = (compare(one, content) for compare, one in zip(each, tables, strict=True))
    return next((what for what in found if what is not None), None)


def _recorded(one: Named, content: bytes) -> str | None:
    """Return the first difference of a file that is read with what was said."""
    try:
        options = read_options(format=one.format, **(one.said or {}))
        table = read_table_bytes(content, options).table
    except InputError as error:
        return f"the file cannot be read as it was: {error}"
    if table is None:
        return _NO_TABLE
    return next(_differences(one, table), None)


def _not_recorded(one: Named, content: bytes) -> str | None:
    """Return the difference of a file by its first reading; None if one of them has none.

    Why a reading holds no table is told only where none does.
    """
    differs = refused = None
    for read in _readings(one.table, content):
        if isinstance(read, str):
            refused = refused or read
        elif found := next(_differences(one, read), None):
            differs = differs or found
        else:
            return None
    return differs or refused


def _readings(certified: PTable, content: bytes) -> Iterator[PTable | str]:
    """Yield the table that a file holds, or why none, by each thing that may have been said of it.

    Of the keys and of counts past the last row that can only be what is certified.
    """
    keys = (certified.first_key, certified.first_key + certified.keysize - 1)
    rules = {"keys": written("keys", keys), "beyond": written("beyond", certified.beyond)}
    for said, meaning in product(({}, rules), _MEANINGS):
        yield _read(content, said, meaning)


def _read(content: bytes, said: dict[str, str], meaning: dict[str, str]) -> PTable | str:
    """Read a file with what may be said of it; what its format does not take is left out."""
    while True:  # each round says less
        try:
            table = read_table_bytes(content, read_options(**said, **meaning)).table
        except InputError as error:
            refused = error.argument.removeprefix("--")
            if refused not in said:
                return f"the file cannot be read: {error}"
            said = {name: value for name, value in said.items() if name != refused}
        else:
            return table or _NO_TABLE


def _other_noise(mine: Row, theirs: Row, first_key: int) -> str:
    """Return the first key at which two rows have other noise, and both noise values."""
    starts = sorted({start for row in (mine, theirs) for _, start, _ in row.ranges()})
    key = next(key for key in starts if mine.noise(key) != theirs.noise(key))
    return f"{first_key + key}: the noise is {mine.noise(key)}, in the file {theirs.noise(key)}"


def _differences(one: Named, found: PTable) -> Iterator[str]:
    certified = one.table
    for part in one.parts:
        mine, theirs = getattr(certified, part), getattr(found, part)
        if part == "rows" and len(mine) == len(theirs):
            for count, pair in enumerate(zip(mine, theirs, strict=True), certified.first_count):
                if pair[0] != pair[1]:
                    yield f"count {count}, key {_other_noise(*pair, certified.first_key)}"
        elif part == "rows":
            yield f"number of rows: the certificate says {len(mine)}, the file {len(theirs)}"
        elif mine != theirs:
            name = {"beyond": "counts past the last row"}.get(part, part)
            yield f"{name}: the certificate says {mine!s:.80}, the file {theirs!s:.80}"
