"""The certificate against a file with a line for each count and key: those of ONS and ESS."""

from decimal import Decimal
from typing import Any

from verification.checking.reading import Document
from verification.checking.refusing import demand
from verification.checking.table import read_table


def check_keyed(table: Document, content: bytes, version: int) -> None:
    """Compare a file with a line for each count and key, in any order of lines and columns.

    A certificate of version 1 does not say which key of the file is its first: the smallest.
    """
    lines = content.decode("utf-8").replace('"', "").splitlines()
    separator = max(",;\t", key=lines[0].count)
    names = [name.strip().lower() for name in lines[0].split(separator)]
    count, key, noise = (names.index(name) for name in ("pcv", "ckey", "pvalue"))
    filled = [line.split(separator) for line in lines[1:] if line.strip()]
    cells = [[Decimal(cell) for cell in line] for line in filled]  # 1.0 is 1
    found: dict[Any, Decimal] = {(cell[count], cell[key]): cell[noise] for cell in cells}
    known = read_table(table)
    demand(known.order is None, "the certified table has a key order, and such a file has none")
    fits = len(found) == len(cells) == len(known.counts) * known.K
    demand(fits, "the file has not one line for each count and key of the table")
    first = known.first_key if version > 1 else min(int(cell[key]) for cell in cells)
    for n, row in zip(known.counts, known.rows, strict=True):
        for key, z in enumerate((z for z, keys in row for _ in range(keys)), first):
            other = found.get((n, key))
            demand(z == other, f"count {n}, key {key}: the noise is {z}, in the file {other}")
