"""Read a table file for a command."""

from hashlib import sha256
from pathlib import Path

from exact.errors import InputError
from exact.table.native import MAX_BYTES, read_native
from exact.table.ptable import PTable
from reports.files import read_text


def read_table(path: str) -> tuple[PTable, str]:
    """Return the table in a file and the SHA-256 of the file as it was read."""
    text, content = read_text(Path(path), MAX_BYTES)
    try:
        return read_native(text), sha256(content).hexdigest()
    except InputError as error:
        raise InputError(
            f"{path}: {error.argument}", error.value, error.rule, error.remedy
        ) from None
