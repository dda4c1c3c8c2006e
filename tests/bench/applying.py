"""A table applied to records, side by side with the package of the ONS: processor time and memory.

Both are whole processes from a Parquet file to a Parquet file. The package fills in empty cells and
cannot make the grand total; ptcert makes it and all empty cells too. How cost grows with records
and with cells is printed. Fewer records than the claim needs:
``python -m tests.bench.applying 1000000``.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from exact.formats.writing import write_table
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.document.text_columns import columns
from reports.peers.ons import noise_table
from tests.bench.claim import Claim
from tests.house_rules import ROOT

RECORDS = (1_000_000, 10_000_000)
TABLES = {
    "sex x age": ("sex,age", "none"),
    "region x age": ("region,age", "none"),
    "region x sex x age x occupation, all margins": ("region,sex,age,occupation", "all"),
}
LEAST, LEAST_OF_LARGEST = 2, 5
_CELLS = 6_000_000
_MOST_LOOKUP = 2
_LIMIT = "120MB"
_RECORDS_SQL = """COPY (SELECT CAST(floor(100 * random() * random()) AS INTEGER) AS region,
 CASE WHEN random() < 0.51 THEN 'F' ELSE 'M' END AS sex,
 CAST(floor(101 * random()) AS INTEGER) AS age,
 CAST(floor(60 * pow(random(), 2)) AS INTEGER) AS occupation,
 CAST(floor(random() * 256) AS INTEGER) AS record_key
 FROM range({n})) TO '{path}' (FORMAT parquet)"""

_SMALL = """import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(pid, 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))"""


@dataclass(frozen=True)
class Cost:
    """What a process cost: seconds of processor time, and its most memory in MB."""

    seconds: float
    megabytes: float


def cost(words: Sequence[str]) -> Cost:
    """Run a Python program to its end; whatever goes wrong stops the benchmark.

    A process begins with the most memory of whoever started it: a small one in between does.
    """
    program = [sys.executable, "-S", "-c", _SMALL, sys.executable, *words]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{words[:3]} ended with {done.returncode}: {done.stderr}")
    seconds, kilobytes = done.stderr.splitlines()[-1].split()
    return Cost(float(seconds), int(kilobytes) / 1024)


def stored(folder: Path, records: int) -> Path:
    """Write seeded records."""
    import duckdb

    path = folder / f"d{records}.parquet"
    connection = duckdb.connect()
    connection.execute("SELECT setseed(0.5)")
    connection.execute(_RECORDS_SQL.format(n=records, path=path))
    return path


def both(folder: Path, data: Path, by: str, margins: str) -> tuple[Cost, Cost, int]:
    """Return what ptcert and the package cost for one table, and how many cells differ."""
    ours, theirs, ptable = folder / "ours.parquet", folder / "theirs.parquet", folder / "ons.csv"
    ptable.write_text(write_table(noise_table(), "ons"))
    native = folder / "t.ptable.json"
    native.write_text(write_native(noise_table()))
    words = ["-m", "reports.cli", "apply", str(data), "--table", str(native), "--by", by]
    mine = cost([*words, "--margins", margins, "--zeros", "-o", str(ours)])
    package = ["-m", "tests.applying.ons_cells", str(data), str(ptable), by, str(theirs), margins]
    return mine, cost(package), _different(ours, theirs, by.split(","))


def _different(ours: Path, theirs: Path, by: Sequence[str]) -> int:
    """Count the cells that are not the same in both, but the grand total."""
    import duckdb

    names = ", ".join([*by, "margin"])
    whole = ",".join(by)
    mine = f"SELECT {names}, count, key, noise, released FROM '{ours}' WHERE margin <> '{whole}'"
    other = f"SELECT {names}, pre_sdc_count, ckey, pvalue, count FROM '{theirs}'"
    return sum(
        int(
            duckdb.connect()
            .execute(f"SELECT count(*) FROM ({one} EXCEPT ALL {two})")
            .fetchall()[0][0]
        )
        for one, two in ((mine, other), (other, mine))
    )


@dataclass(frozen=True)
class Measured:
    """What both cost for a table of so many records and cells."""

    records: int
    table: str
    cells: int
    mine: Cost
    other: Cost

    @property
    def row(self) -> tuple[str, ...]:
        """The line of the table that is printed."""
        pair = (self.mine, self.other)
        times, sizes = (f"{c.seconds:.1f} s" for c in pair), (f"{c.megabytes:.0f}" for c in pair)
        return f"{self.records:,}", self.table, f"{self.cells:,}", *times, *sizes

    def grown(self, small: "Measured") -> tuple[str, ...]:
        """How many times as many records and cells, and what that cost, against a smaller one."""
        numbers: list[tuple[float, float]] = [
            (self.records, small.records),
            (self.cells, small.cells),
        ]
        for mine, other in ((self.mine, small.mine), (self.other, small.other)):
            numbers += [(mine.seconds, other.seconds), (mine.megabytes, other.megabytes)]
        return f"{small.table} to {self.table}", *(f"{a / b:.1f}" for a, b in numbers)


def _cells(result: Path) -> int:
    manifest = json.loads(result.with_name(result.name + ".manifest.json").read_text())
    return int(manifest["cells"])


def _print(measured: Sequence[Measured]) -> None:
    """Print what was measured, and how it grows with records and with cells."""
    costs = ("ptcert CPU", "ONS CPU", "ptcert MB", "ONS MB")
    print(*columns([m.row for m in measured], ("records", "table", "cells", *costs)), sep="\n")
    least, most = min(m.records for m in measured), max(m.records for m in measured)
    small, large = ([m for m in measured if m.records == n] for n in (least, most))
    grown = [b.grown(a) for a, b in zip(small, large, strict=True) if least < most]
    grown += [m.grown(large[0]) for m in large[1:]]
    heads = ("growth, times", "records", "cells", "ptcert CPU", "ptcert MB", "ONS CPU", "ONS MB")
    print("", *columns(grown, heads), sep="\n", end="\n\n")


def applying_claims(records: Sequence[int] = RECORDS) -> Iterator[Claim]:
    """Yield the claims: ratios of processor time and memory, equal cells, growth, a lookup."""
    measured = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number in records:
            data = stored(folder, number)
            for table, (by, margins) in TABLES.items():
                mine, other, different = both(folder, data, by, margins)
                cells = _cells(folder / "ours.parquet")
                measured.append(Measured(number, table, cells, mine, other))
                title = f"{number:,} records, {table}"
                yield Claim(f"{title}: cells unlike ONS's", str(different), "0", different == 0)
                if number == RECORDS[-1]:
                    yield from _ratios(title, mine, other, margins == "all")
            if number == records[-1]:
                yield _within_limit(folder, data)
        yield _lookup(folder)
    _print(measured)


def _ratios(title: str, mine: Cost, other: Cost, largest: bool) -> Iterator[Claim]:
    least = LEAST_OF_LARGEST if largest else LEAST
    for what, a, b in (
        ("CPU", other.seconds, mine.seconds),
        ("memory", other.megabytes, mine.megabytes),
    ):
        yield Claim(
            f"{title}: {what} of ONS / ptcert", f"{a / b:.1f}", f">= {least}", a >= least * b
        )


def _within_limit(folder: Path, data: Path) -> Claim:
    """Apply the largest table with little memory: what does not fit goes to disk."""
    by, margins = TABLES["region x sex x age x occupation, all margins"]
    words = ["-m", "reports.cli", "apply", str(data), "--table", str(folder / "t.ptable.json")]
    words += ["--by", by, "--margins", margins, "--memory", _LIMIT, "-o", str(folder / "o.parquet")]
    used = cost(words)
    measured = f"finished, {used.megabytes:.0f} MB of the whole process"
    return Claim(f"largest table with --memory {_LIMIT}", measured, "finishes", True)


def _lookup(folder: Path) -> Claim:
    """Look up 6 million cells in a table of 2^32 keys, against a join on 256 explicit keys."""
    wide = PTable(2**32, 1, tuple(_ranged(n) for n in range(1, 751)), zero="preserve")
    times = [_looked_up(folder, table) for table in (wide, noise_table())]
    ratio = f"{times[0] / times[1]:.2f} ({times[0]:.1f} s / {times[1]:.1f} s)"
    name = f"lookup of {_CELLS:,} cells: 2^32 keys by ranges / 256 keys by an equal join"
    return Claim(name, ratio, f"<= {_MOST_LOOKUP}", times[0] <= _MOST_LOOKUP * times[1])


def _ranged(count: int) -> Row:
    part = 2**32 // 11
    sizes = [part + 977 * count] + [part] * 9
    return Row.of(
        [(max(z, -count), s) for z, s in zip(range(-5, 5), sizes, strict=True)]
        + [(5, 2**32 - sum(sizes))]
    )


def _looked_up(folder: Path, table: PTable) -> float:
    """Return the seconds of the lookup alone."""
    from exact.applying import statements
    from exact.applying.ranges import Ranges
    from reports.engines.applying import open_table
    from reports.engines.duck import engine

    ranges = Ranges(table)
    with engine("4GB") as used:
        used.run(
            f'CREATE TABLE {statements.CELLS} AS SELECT i AS "by a", 0 AS summed, '
            f"1 + i % 900 AS n, "
            f"CAST(hash(i) % {table.keysize} AS BIGINT) AS k FROM range({_CELLS}) AS r(i)"
        )
        open_table(used, ranges)
        start = perf_counter()
        used.run(statements.applied(("a",), ranges))
        used.run(f"CREATE TABLE looked_up AS SELECT * FROM {statements.APPLIED}")
        return perf_counter() - start


def main() -> int:
    """Measure with the numbers of records that were given."""
    claims = list(applying_claims(tuple(map(int, sys.argv[1:])) or RECORDS))
    rows = [(c.name, c.measured, c.goal, "yes" if c.holds else "NO") for c in claims]
    print(*columns(rows, ("claim", "measured", "goal", "holds")), sep="\n")
    return 0 if all(c.holds for c in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
