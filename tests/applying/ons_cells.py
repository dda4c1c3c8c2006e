"""What the package of the ONS gives for each margin of a table, to be held against ours.

As a program (``python -m tests.applying.ons_cells DATA PTABLE BY OUT``) it tabulates a Parquet file
by all margins but the grand total, which it cannot make, and writes them to one Parquet file.
"""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from itertools import combinations
from typing import Any


def tabulated(
    frame: Any, ptable: Any, kept: Sequence[str], record_key: str, threshold: int = 0
) -> Any:
    """Return the perturbed cells of one table, with key and noise."""
    tool = import_module("cell_key_perturbation.create_perturbed_table")
    with redirect_stdout(StringIO()):  # it prints its warnings
        return tool.create_perturbed_table(
            data=frame,
            ptable=ptable,
            geog=list(kept[:1]),
            tab_vars=list(kept[1:]),
            record_key=record_key,
            threshold=threshold,
        )


def margins(by: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every set of kept dimensions but the empty one, the finest first."""
    sizes = range(len(by), 0, -1)
    return [kept for size in sizes for kept in combinations(by, size)]


def main(data: str, ptable: str, by: str, out: str, which: str = "all") -> None:
    """Tabulate a file by all margins, or by the whole table alone, and store what comes out."""
    import duckdb

    pandas = import_module("pandas")
    names = by.split(",")
    connection = duckdb.connect()
    columns = ", ".join(f'"{name}"' for name in [*names, "record_key"])
    frame = connection.execute(f"SELECT {columns} FROM '{data}'").df()
    table = pandas.read_csv(ptable)
    parts = []
    for kept in margins(names) if which == "all" else [tuple(names)]:
        found = tabulated(frame, table, kept, "record_key")
        found["margin"] = ",".join(name for name in names if name not in kept)
        parts.append(found)
    made = pandas.concat(parts)
    connection.register("made", made)
    connection.execute(f"COPY (SELECT * FROM made) TO '{out}' (FORMAT parquet)")


if __name__ == "__main__":
    main(*sys.argv[1:])
