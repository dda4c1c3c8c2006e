"""A file of records or of published cells as a view of the engine: Parquet, or CSV as text."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import file_digest
from io import StringIO
from pathlib import Path
from typing import Any

from exact.applying.names import text_literal
from exact.errors import InputError
from reports.engines.duck import Engine
from reports.files import is_file

PARQUET, CSV = ".parquet", ".csv"
_MAX_HEADER_BYTES = 1 << 20
_GLOB = str.maketrans({"[": "[[]", "*": "[*]", "?": "[?]"})
# A folder of the path that is named sex=F or record_key=0 is no column of the file.
_OWN_COLUMNS = "hive_partitioning = false"


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its columns with the engine's types, and its text as it is read by the engine."""

    path: Path
    columns: dict[str, str]
    reading: str

    @property
    def name(self) -> str:
        """What the data are called."""
        return self.path.name

    def column(self, name: str, argument: str) -> str:
        """Return a column by its exact name."""
        return known_column(self.columns, self.name, name, argument)

    def sha256(self) -> str:
        """Return the digest of the file."""
        with self.path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()


def known_column(columns: Mapping[str, Any], data: str, name: str, argument: str) -> str:
    """Return a column by its exact name."""
    if name not in columns:
        names = ", ".join(list(columns)[:20])
        raise InputError(argument, name, f"is no column of {data}", f"its columns are {names}")
    return name


def opened(
    engine: Engine, name: str, argument: str = "data", *, empty_text: bool = False
) -> Source:
    """Return a file by its path; the suffix says which kind it is.

    In CSV a field with nothing in it is missing, and so is one with quotes around nothing, but
    where ``empty_text`` is told apart from what is missing.
    """
    path = Path(name)
    if not name or not is_file(path):
        raise InputError(argument, name, "is no file", "give a .parquet or .csv file")
    if name.encode("utf-8", "ignore").decode() != name:
        rule = "has a name that is not UTF-8, and the engine opens no such file"
        raise InputError(argument, name, rule, "give it another name")
    suffix = path.suffix.lower()
    if suffix == PARQUET:
        reading = f"read_parquet({text_literal(_escaped(path))}, {_OWN_COLUMNS})"
    elif suffix == CSV:
        reading = _csv_reading(path, argument, empty_text)
    else:
        raise InputError(argument, name, "is neither Parquet nor CSV", "end it in .parquet or .csv")
    found = engine.run(f"DESCRIBE SELECT * FROM {reading}", about=argument).fetchall()
    return Source(path, {row[0]: row[1] for row in found}, reading)


def check_other(target: Path, source: Source) -> None:
    """Refuse to write over the records themselves."""
    if is_file(target) and target.samefile(source.path):
        raise InputError("output", target, "is the data itself", "choose another path")


def _escaped(path: Path) -> str:
    """Return a path in which the engine sees no pattern."""
    return str(path.absolute()).translate(_GLOB)


def _csv_reading(path: Path, argument: str, empty_text: bool) -> str:
    names, delimiter = _header(path, argument)
    columns = ", ".join(f"{text_literal(name)}: 'VARCHAR'" for name in names)
    return (
        f"read_csv({text_literal(_escaped(path))}, auto_detect = false, header = true, "
        f"delim = {text_literal(delimiter)}, quote = '\"', escape = '\"', nullstr = '', "
        f"allow_quoted_nulls = {str(not empty_text).lower()}, strict_mode = true, {_OWN_COLUMNS}, "
        f"columns = {{{columns}}})"
    )


def _header(path: Path, argument: str) -> tuple[list[str], str]:
    """Return the names in the first record, be it of several lines, and what separates them."""
    with path.open("rb") as stream:
        line = stream.readline(_MAX_HEADER_BYTES + 1)
        while line.count(b'"') % 2 and len(line) <= _MAX_HEADER_BYTES:
            more = stream.readline(_MAX_HEADER_BYTES + 1 - len(line))
            if not more:
                break
            line += more
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        raise InputError(argument, path, "is not UTF-8 text", "save it as UTF-8") from None
    if len(line) > _MAX_HEADER_BYTES or not text or "\0" in text:
        raise InputError(argument, path, "has no header line", "name the columns in line 1")
    delimiter = max(",;\t", key=text.count)
    names = next(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    folded = [name.casefold() for name in names]
    if len(set(folded)) < len(names) or "" in names:
        rule = "has columns without a name, or two of the same name"
        raise InputError(argument, path, rule, "give each column a name of its own")
    return names, delimiter
