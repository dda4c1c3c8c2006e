"""What ``ptcert apply`` writes, ``ptcert verify`` finds right by its manifest alone."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from exact.keyorder.order import Mixed
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import people, write_csv

KEYS = 128
TYPES = {
    "integers": "i % 3",
    "doubles": "(i % 3) / 7.0",
    "decimals": "((i % 3) / 8)::DECIMAL(6, 3)",
    "dates": "DATE '2026-01-01' + (i % 3)::INTEGER",
    "times": "TIMESTAMP '2026-01-01 00:00:00.5' + INTERVAL (i % 3) HOUR",
    "truths": "i % 2 = 0",
    "bytes": "chr((65 + i % 3)::INTEGER)::BLOB",
    "an enumeration": "(['a', 'b', 'c'][i % 3 + 1])::ENUM('a', 'b', 'c')",
    "no numbers": "CASE WHEN i % 3 = 0 THEN 'nan'::DOUBLE ELSE i % 3 END",
    "text and nothing": "[NULL, '', 'x'][i % 3 + 1]",
    "empty text alone": "['', 'x'][i % 2 + 1]",
}
TEXTS = (
    *("x", "", "NULL", "null", " x", "x ", 'q"q', '""', "a,b", "a;b", "a\tb", "a\nb", "a\rb"),
    *("a\r\nb", "é", "\\", "'", "NaN", "-", "0", "00", "1e5", "\u200b", "#c", "\ufeffz", "\\N"),
)
NAMES = (
    *("x;;;;;;y", 'q"q', "cause", "line", "published_count", "by a", "n", "summed", "place"),
    *("new\nline", "tab\tx", "a=b", "margin_", "Sex", "select", "'"),
)


def table(**more: Any) -> PTable:
    """Return a table of noise -2..2 whose rows differ in every key; none is negative."""
    first = more.pop("first_count", 1)
    rows = tuple(
        Row.of([(max((key * 7 + n * 3) % 5 - 2, -n), 1) for key in range(KEYS)])
        for n in range(first, 13)
    )
    return PTable(KEYS, first, rows, **({"zero": "preserve"} | more))


def check_round_trip(tmp_path: Path, select: str, by: str, *more: str, used: PTable) -> None:
    """Apply a table to the rows of a query, and verify both files, with the data and alone."""
    data, file = tmp_path / "data" / "d.parquet", tmp_path / "tables" / "t.ptable.json"
    for path in (data, file):
        path.parent.mkdir()
    duckdb.connect().execute(f"COPY ({select}) TO '{data}' (FORMAT parquet)")
    file.write_text(write_native(used))
    for name in ("out.csv", "out.parquet"):
        out = tmp_path / name
        line = ["apply", str(data), "--table", str(file), "--by", by, "--margins", "all"]
        assert main([*line, "--zeros", "-o", str(out), *more]) == 0
        assert main(["verify", str(data), str(out)]) == 0
        assert main(["verify", str(out)]) == 0


def of_people(a: str, keys: str = "(hash(i) % 128)::INTEGER AS record_key") -> str:
    """Return a query of 400 records with two dimensions, one of them with missing categories."""
    b = "CASE WHEN i % 5 = 0 THEN NULL ELSE i % 2 END"
    return f"SELECT {a}, {b} AS b, {keys} FROM range(400) AS t(i)"


@pytest.mark.parametrize("kind", TYPES)
def test_categories_of_every_type(tmp_path: Path, kind: str) -> None:
    """As text they are the same before and after."""
    check_round_trip(tmp_path, of_people(f"{TYPES[kind]} AS a"), "a,b", used=table())


def test_categories_of_any_text(tmp_path: Path) -> None:
    """Separators, quotes, lines, the empty text and what is missing stay apart."""
    quoted = ", ".join("'" + text.replace("'", "''") + "'" for text in TEXTS)
    key = "(hash(i || coalesce(v, 'none')) % 128)::INTEGER"
    values = f"(SELECT unnest([{quoted}, NULL]) AS v), range(12) AS t(i)"
    select = f"SELECT v AS a, i % 2 AS b, {key} AS record_key FROM {values}"
    check_round_trip(tmp_path, select, "a,b", used=table())


@pytest.mark.parametrize("name", NAMES)
def test_dimensions_of_any_name(tmp_path: Path, name: str) -> None:
    """Names that separate, quote, span lines, or that the engine's own tables have."""
    sql = name.replace('"', '""')
    check_round_trip(tmp_path, of_people(f'i % 3 AS "{sql}"'), f"{name},b", used=table())


KEY_COLUMNS: dict[str, tuple[str, list[str]]] = {
    "decimals": ("((hash(i) % 10000) / 10000)::DECIMAL(6, 4) AS record_key", []),
    "doubles": ("((hash(i) % 10007) / 10007.0)::DOUBLE AS k", ["--float-keys", "exact"]),
    "four": (
        ", ".join(f"(hash(i + {j}000) % 127)::INTEGER AS k{j}" for j in range(4)),
        ["--cell-keys", "xor4"],
    ),
}
COLUMNS = {"doubles": "k", "four": "k0,k1,k2,k3"}


@pytest.mark.parametrize("case", KEY_COLUMNS)
@pytest.mark.parametrize("publish", [[], ["--publish"]])
def test_keys_of_every_kind(tmp_path: Path, case: str, publish: list[str]) -> None:
    """Decimals, doubles, four keys: the manifest says which; without the data too."""
    keys, more = KEY_COLUMNS[case]
    words = [*more, "--record-key", COLUMNS.get(case, "record_key"), *publish]
    if publish:  # the tables of a publication are not told apart from elsewhere: beside it
        (tmp_path / "t.ptable.json").write_text(write_native(table()))
    check_round_trip(tmp_path, of_people("i % 3 AS a", keys), "a,b", *words, used=table())


EMPTY: dict[str, dict[str, Any]] = {
    "a row of 0": {"first_count": 0, "zero": "row"},
    "a row of 0 and keys from 1": {"first_count": 0, "zero": "row", "first_key": 1},
    "keys from 1": {"first_key": 1},
    "a key order": {"key_order": Mixed("ptcert")},
    "a row of 0 in a key order": {
        "first_count": 0,
        "zero": "row",
        "key_order": Mixed("x"),
    },
}


@pytest.mark.parametrize("case", EMPTY)
def test_empty_cells_have_the_key_of_nobody(tmp_path: Path, case: str) -> None:
    """And its noise, in every numbering and order of keys."""
    more = ["--categories", "a=0,1,2,9"]
    check_round_trip(tmp_path, of_people("i % 3 AS a"), "a,b", *more, used=table(**EMPTY[case]))


def test_every_table_of_a_plan(tmp_path: Path) -> None:
    """Each has its manifest; names with commas come from a plan alone."""
    data = write_csv(tmp_path / "people.csv", [r | {"a,b": r["age"]} for r in people(300, KEYS)])
    lines = [",".join(f'"{x}"' for x in line.split(",")) for line in data.read_text().splitlines()]
    lines[0] = '"region","sex","age","rkey","a,b"'
    data.write_text("\n".join(lines) + "\n")
    (tmp_path / "t.ptable.json").write_text(write_native(table()))
    used = 'ptable = "t.ptable.json"\n'
    tables = [("one", '"region", "sex"'), ("two", '"region", "a,b"'), ("three", '"a,b", "age"')]
    text = "".join(
        f'[[table]]\nname = "{name}"\ndimensions = [{by}]\nmargins = "all"\n{used}'
        for name, by in tables
    )
    (tmp_path / "plan.toml").write_text(f'keys = "sum"\n{text}')
    line = ["apply", str(data), "--plan", str(tmp_path / "plan.toml"), "--record-key", "rkey"]
    assert main([*line, "-o", str(tmp_path / "out")]) == 0
    for name, _ in tables:
        out = tmp_path / "out" / f"{name}.parquet"
        assert main(["verify", str(data), str(out)]) == 0
        assert main(["verify", str(out)]) == 0


def test_margins_that_would_have_one_name_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a, b and "a,b" the margins over "a,b" and over a and b are called alike."""
    data = tmp_path / "d.parquet"
    select = 'SELECT 1 AS a, 2 AS b, 3 AS "a,b", 4 AS record_key'
    duckdb.connect().execute(f"COPY ({select}) TO '{data}' (FORMAT parquet)")
    (tmp_path / "t.ptable.json").write_text(write_native(table()))
    (tmp_path / "plan.toml").write_text(
        'keys = "sum"\n[[table]]\nname = "x"\ndimensions = ["a", "b", "a,b"]\n'
        'ptable = "t.ptable.json"\n'
    )
    line = ["apply", str(data), "--plan", str(tmp_path / "plan.toml")]
    assert main([*line, "-o", str(tmp_path / "out")]) == 2
    assert "two margins over them would have one name" in capsys.readouterr().err
