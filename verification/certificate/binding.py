"""Does a certificate belong to a file: the same bytes, and the same table in them?"""

from collections.abc import Iterator
from hashlib import sha256

from exact.errors import InputError
from exact.formats.options import ReadOptions, read_options
from exact.formats.reading import read_table_bytes
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.certificate.certificate import Certificate

# What a file of another format than ptcert's own may leave to whoever uses it.
_RULES = ("zero", "beyond", "holes")
_PARTS = ("keysize", "first_key", "key_order", "first_count", "rows", *_RULES)


def difference(made: Certificate, content: bytes) -> str | None:
    """Return the first thing in which a file is not the one certified; None if it is.

    The file is read again by the reader for its format, with what was said when it was certified.
    Version 1 did not record that, so there the rules that a file may leave open are not compared.
    """
    digest = sha256(content).hexdigest()
    if digest != made.source.sha256:
        return f"SHA-256 of the table: it says {made.source.sha256}, it is {digest}"
    try:
        table = read_table_bytes(content, _options(made)).table
    except InputError as error:
        return f"the file cannot be read as it was: {error}"
    if table is None:
        return "the file holds no table"
    return next(_differences(made.table, table, made.version), None)


def _options(made: Certificate) -> ReadOptions:
    return read_options(format=made.source.format, **made.source.options.said)


def _other_noise(mine: Row, theirs: Row, first_key: int) -> str:
    """Return the first key at which two rows have other noise, and both noise values."""
    starts = sorted({start for row in (mine, theirs) for _, start, _ in row.ranges()})
    key = next(key for key in starts if mine.noise(key) != theirs.noise(key))
    return f"{first_key + key}: the noise is {mine.noise(key)}, in the file {theirs.noise(key)}"


def _differences(certified: PTable, found: PTable, version: int) -> Iterator[str]:
    for part in _PARTS if version > 1 else _PARTS[: -len(_RULES)]:
        mine, theirs = getattr(certified, part), getattr(found, part)
        if part == "rows" and len(mine) == len(theirs):
            for count, pair in enumerate(zip(mine, theirs, strict=True), certified.first_count):
                if pair[0] != pair[1]:
                    yield f"count {count}, key {_other_noise(*pair, certified.first_key)}"
        elif mine != theirs:
            name = {"rows": "number of rows", "beyond": "counts past the last row"}.get(part, part)
            yield f"{name}: the certificate says {mine!s:.80}, the file {theirs!s:.80}"
