"""The certificate against a file with a line for each count and key: those of ONS and ESS."""

import csv
import re
from decimal import Decimal

from verification.checking.reading import Document
from verification.checking.refusing import demand, refuse
from verification.checking.table import read_table

MOST_LINES, LONGEST_CELL, LARGEST_POWER_OF_TEN = 5_000_000, 400, 400


def check_keyed(table: Document, content: bytes, version: int) -> None:
    """Compare a file with a line for each count and key, in any order of lines and columns.

    A certificate of version 1 does not say which key of the file is its first: the smallest.
    """
    lines, places = read_lines(content), ("pcv", "ckey", "pvalue")
    names = [name.strip().lower() for name in lines[0]]
    if sorted(names) != sorted(places) or {*map(len, lines)} != {len(places)}:
        refuse("the file has not the columns pcv, ckey and pvalue alone")
    numbers = {text: read_integer(text) for text in {cell for line in lines[1:] for cell in line}}
    count, key, noise = map(names.index, places)
    cells = [[numbers[cell] for cell in line] for line in lines[1:]]
    found = {(cell[count], cell[key]): cell[noise] for cell in cells}
    known = read_table(table)
    demand(known.order is None, "the certified table has a key order, and such a file has none")
    fits = len(found) == len(cells) == len(known.counts) * known.K
    demand(fits, "the file has not one line for each count and key of the table")
    first = known.first_key if version > 1 else min(cell[key] for cell in cells)
    for n, row in zip(known.counts, known.rows, strict=True):
        for key, z in enumerate((z for z, keys in row for _ in range(keys)), first):
            other = found.get((n, key))
            demand(z == other, f"count {n}, key {key}: the noise is {z}, in the file {other}")


def read_lines(content: bytes) -> list[list[str]]:
    """Return the cells of each line; lines end with LF, CR or both, and with nothing else."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip().split("\n")
    if "\0" in text or len(lines) > MOST_LINES:
        refuse("the file is no text of at most 5 million lines")
    separator = max(",;\t", key=lines[0].count)
    try:
        cells = [*csv.reader(lines, delimiter=separator, strict=True)]
    except csv.Error as error:
        refuse(f"the lines of the file have no cells ({error})")
    return cells if len(cells) == len(lines) else refuse("a quoted cell has more than one line")


def read_integer(cell: str) -> int:
    """Read an integer; 1.0 and 1e3 are integers too, of exponents that are bounded first."""
    parts = re.fullmatch(r"([+-]?[0-9]*)(\.[0-9]*)?([eE]([+-]?[0-9]{1,5}))?", cell.strip())
    short = len(cell) <= LONGEST_CELL and parts and abs(int(parts[4] or 0)) <= LARGEST_POWER_OF_TEN
    value = Decimal(cell.strip()) if short else None
    if value is None or value != int(value):
        refuse(f"{cell[:40]} is no integer")
    return int(value)
