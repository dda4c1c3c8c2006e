"""Cell by cell against the package of the ONS; where it differs, its fault is named."""

from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

from exact.formats.writing import write_table
from reports.cli import main
from reports.peers.ons import noise_table
from tests.applying import ons_cells

BY = ("region", "sex", "age", "job")
RECORDS = 5000
# pandas 3 warns of what this package does; nothing of ptcert runs under this.
pytestmark = pytest.mark.filterwarnings("ignore")


def stored(tmp_path: Path, missing: int = 0) -> Path:
    """Write records with keys 0..255; the first ones have no sex."""
    chance = Random(17)
    connection, path = duckdb.connect(), tmp_path / "people.parquet"
    connection.execute(
        "CREATE TABLE d (region INTEGER, sex VARCHAR, age INTEGER, job INTEGER, record_key INTEGER)"
    )
    sexes = ("'F'", "'M'")
    rows = ", ".join(
        f"({chance.choices(range(8), range(1, 9))[0]}, "
        f"{'NULL' if i < missing else chance.choice(sexes)}, {chance.randrange(20)}, "
        f"{chance.choices(range(9), [2**j for j in range(9)])[0]}, {chance.randrange(256)})"
        for i in range(RECORDS)
    )
    connection.execute(f"INSERT INTO d VALUES {rows}")
    connection.execute(f"COPY d TO '{path}' (FORMAT parquet)")
    return path


def both(tmp_path: Path, data: Path) -> Any:
    """Tabulate by both; return a connection with the tables ours and theirs."""
    ptable = tmp_path / "ons.csv"
    ptable.write_text(write_table(noise_table(), "ons"))
    words = ["apply", str(data), "--table", str(ptable), "--by", ",".join(BY), "--margins", "all"]
    assert main([*words, "--zeros", "-o", str(tmp_path / "ours.parquet")]) == 0
    theirs = tmp_path / "theirs.parquet"
    ons_cells.main(str(data), str(ptable), ",".join(BY), str(theirs))
    connection = duckdb.connect()
    connection.execute(f"CREATE VIEW ours AS SELECT * FROM '{tmp_path / 'ours.parquet'}'")
    connection.execute(f"CREATE VIEW theirs AS SELECT * FROM '{theirs}'")
    return connection


SAME = " AND ".join(f"o.{name} IS NOT DISTINCT FROM t.{name}" for name in (*BY, "margin"))
EQUAL = (
    "(o.count = t.pre_sdc_count AND o.key = t.ckey AND o.noise = t.pvalue AND o.released = t.count)"
)


def test_every_cell_of_15_margins_is_theirs_but_the_total_that_they_cannot_make(
    tmp_path: Path,
) -> None:
    """Counts, keys, noise and released counts, empty cells included: 0 differences."""
    cells, equal, ours_alone, theirs_alone, margins, alone = (
        both(tmp_path, stored(tmp_path))
        .execute(
            f"SELECT count(*), count(*) FILTER ({EQUAL}), count(*) FILTER (t.margin IS NULL), "
            "count(*) FILTER (o.margin IS NULL), count(DISTINCT t.margin), "
            "max(CASE WHEN t.margin IS NULL THEN o.margin END) "
            f"FROM ours AS o FULL OUTER JOIN theirs AS t ON {SAME}"
        )
        .fetchall()[0]
    )
    assert (equal, ours_alone, theirs_alone, margins) == (cells - 1, 1, 0, 15)
    assert alone == ",".join(BY)


def test_where_categories_are_missing_they_drop_records_from_keys_and_not_from_counts(
    tmp_path: Path,
) -> None:
    """Every difference is a cell with a missing category, and there their key is 0."""
    different, explained, missing = (
        both(tmp_path, stored(tmp_path, missing=500))
        .execute(
            f"SELECT count(*) FILTER (NOT {EQUAL}), count(*) FILTER (NOT {EQUAL} "
            "AND o.sex IS NULL AND t.ckey = 0 AND o.count = t.pre_sdc_count), "
            "count(*) FILTER (o.sex IS NULL AND NOT contains(o.margin, 'sex') AND o.count > 0) "
            f"FROM ours AS o JOIN theirs AS t ON {SAME}"
        )
        .fetchall()[0]
    )
    assert different == explained > missing // 2 > 0
