"""The same cells on DuckDB, Spark and Postgres, byte by byte; and what each refuses."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from reports.cli import main
from reports.engines.expressions import library
from tests.applying.by_hand import people

# Drivers and ibis warn of what they will change among themselves.
pytestmark = pytest.mark.filterwarnings("ignore")
CASES: dict[str, tuple[int, int, list[str]]] = {
    "sum": (256, 1, []),
    "sum of 32 bits": (2**32, 1, ["--zeros"]),
    "xor4": (251, 4, ["--where", "region!=D"]),
    "byte-fold": (2**32, 1, ["--cell-keys", "byte-fold", "--where", "years>=1"]),
}


def table(case: str, first_key: int = 0) -> PTable:
    """Return a table whose rows differ."""
    size = 2**32 if case == "sum of 32 bits" else 256
    rows = tuple(
        Row(((-1, size // 8 * n), (0, 1), (2, size - size // 8 * n - 1))) for n in range(1, 7)
    )
    return PTable(size, 1, rows, beyond=Wrap(3, 4), zero="preserve", first_key=first_key)


def records(case: str) -> list[dict[str, Any]]:
    """Return people with some missing categories; years are their age as a number."""
    modulus, keys, _ = CASES[case]
    return [one | {"years": int(one["age"])} for one in people(2000, modulus, keys=keys)]


def arrow(rows: list[dict[str, Any]]) -> Any:
    """Return records as a table of Arrow."""
    return import_module("pyarrow").Table.from_pylist(rows)


def applied(tmp_path: Path, case: str, data: str, engine: str, **more: Any) -> bytes:
    """Apply the table of a case on an engine; return the cells as they were written."""
    _, keys, words = CASES[case]
    columns = ",".join(f"rkey{i}" for i in range(4)) if keys == 4 else "rkey"
    file, out = tmp_path / "t.ptable.json", tmp_path / f"{engine[:5]}.csv"
    file.write_text(write_native(table(case, **more)))
    given = ["apply", data, "--engine", engine, "--table", str(file), "--by", "region,sex"]
    assert main([*given, "--record-key", columns, "--margins", "all", "-o", str(out), *words]) == 0
    return out.read_bytes()


def stored(tmp_path: Path, case: str) -> tuple[Any, Path]:
    """Return the records of a case as Arrow, and as a Parquet file."""
    made, path = arrow(records(case)), tmp_path / "people.parquet"
    import_module("pyarrow.parquet").write_table(made, path)
    return made, path


@pytest.mark.parametrize(("case", "first_key"), [*((case, 0) for case in CASES), ("sum", 1)])
def test_postgres_gives_the_cells_of_duckdb(
    tmp_path: Path, postgres_url: str, case: str, first_key: int
) -> None:
    """DuckDB's cells are what counting by hand gives (tests/applying); these equal them."""
    made, path = stored(tmp_path, case)
    ours = applied(tmp_path, case, str(path), "duckdb", first_key=first_key)
    library().connect(postgres_url).create_table("people", made, overwrite=True)
    assert applied(tmp_path, case, "people", postgres_url, first_key=first_key) == ours


@pytest.mark.parametrize("case", CASES)
def test_spark_gives_the_cells_of_duckdb(tmp_path: Path, case: str) -> None:
    """In local mode, from the same file."""
    _, path = stored(tmp_path, case)
    ours = applied(tmp_path, case, str(path), "duckdb")
    assert applied(tmp_path, case, str(path), "spark") == ours


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("engine", ["spark", "duckdb://"])
def test_a_folder_of_the_path_is_no_column(tmp_path: Path, engine: str, whole: bool) -> None:
    """The cells are those of the file, as a file and as the only one of a folder of files."""
    _, path = stored(tmp_path, "sum")
    ours = applied(tmp_path, "sum", str(path), "duckdb")
    inside = tmp_path / "all.parquet" / "sex=Q" / "rkey=0" / path.name
    inside.parent.mkdir(parents=True)
    inside.write_bytes(path.read_bytes())
    data = tmp_path / "all.parquet" if whole else inside
    if whole and engine != "spark":  # DuckDB takes a pattern for the files of a folder
        data = data / "**" / "*.parquet"
    assert applied(tmp_path, "sum", str(data), engine) == ours


@pytest.mark.parametrize("engine", ["spark", "duckdb://"])
def test_csv_is_text_on_every_engine_that_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    """A code 01 stays 01; quotes, lines and what is missing are what they are for DuckDB."""
    texts = ("01", "1", '"a,b"', '"q""q"', '"x\ny"', "", '""', "1e5", "NULL", "true")
    lines = [
        f"{text},0{one['rkey']},{i}"
        for i, one in enumerate(people(600, 256))
        for text in texts[i % 10 : i % 10 + 1]
    ]
    data = tmp_path / "people.csv"
    data.write_text("\n".join(["region,rkey,sex", *lines]) + "\n")
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(table("sum")))
    given = ["apply", str(data), "--table", str(file), "--by", "region", "--record-key", "rkey"]
    outs = [tmp_path / "here.csv", tmp_path / "there.csv"]
    assert main([*given, "-o", str(outs[0])]) == 0
    assert main([*given, "-o", str(outs[1]), "--engine", engine]) == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()
    data.write_text(data.read_text() + "01,key,1\n")
    capsys.readouterr()
    assert main([*given, "-o", str(tmp_path / "no.csv"), "--engine", engine]) == 2
    assert "is no integer" in capsys.readouterr().err


def test_a_folder_that_may_be_a_column_is_refused(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, where nobody has seen what an engine makes of such a path."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(table("sum")))
    given = ["apply", "/data/sex=Q/people.csv", "--engine", postgres_url, "--table", str(file)]
    assert main([*given, "--by", "sex", "-o", str(tmp_path / "out.csv")]) == 2
    error = capsys.readouterr().err
    assert "lies in a folder with =" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("engine", ["postgres", "spark"])
def test_what_one_engine_counts_another_verifies(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    """Cells of DuckDB, verified where the records are: right, and a wrong one is named."""
    made, path = stored(tmp_path, "sum")
    applied(tmp_path, "sum", str(path), "duckdb")
    data, url = ("people", postgres_url) if engine == "postgres" else (str(path), engine)
    if engine == "postgres":
        library().connect(postgres_url).create_table("people", made, overwrite=True)
    out = tmp_path / "duckd.csv"
    words = ["verify", data, str(out), "--table", str(tmp_path / "t.ptable.json")]
    capsys.readouterr()
    assert main([*words, "--engine", url, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["right"] == told["cells"] == len(out.read_text().splitlines()) - 1
    assert told["manifest"].get("data") is (None if engine == "postgres" else True)
    lines = out.read_text().splitlines()
    lines[1] = lines[1].rpartition(",")[0] + ",9999"
    out.write_text("\n".join(lines) + "\n")
    assert main([*words, "--engine", url, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["wrong"] == dict.fromkeys(told["wrong"], 0) | {"noise": 1}


def test_the_manifest_names_the_engine(tmp_path: Path, postgres_url: str) -> None:
    """A table on a server has no digest."""
    made = arrow(records("sum"))
    library().connect(postgres_url).create_table("people", made, overwrite=True)
    applied(tmp_path, "sum", "people", postgres_url)
    told = json.loads((tmp_path / "postg.csv.manifest.json").read_text())
    assert told["engine"]["name"] == "postgres"
    assert told["data"] == {"name": "people", "sha256": None, "records": 2000}


REFUSED: dict[str, tuple[dict[str, Any], list[str], str]] = {
    "a key outside": ({"rkey": 256}, [], "outside 0..255"),
    "a missing key": ({"rkey": None}, [], "have none"),
    "a column that is none": ({}, ["--by", "town"], "is no column"),
    "sums that leave 64 bits": ({}, ["--cell-keys", "sum", "--bigN", "2^63"], "64 bits"),
    "an order of words": ({}, ["--where", "region>=1"], "compares numbers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_one_line_on_a_server_too(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Exit status 2 and no file."""
    changed, words, said = REFUSED[case]
    rows = records("sum")
    rows[7] |= changed
    library().connect(postgres_url).create_table("people", arrow(rows), overwrite=True)
    size = 2**63 if "--bigN" in words else 256
    row = Row(((-1, size // 2), (1, size // 2)))
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(PTable(size, 1, (row,), zero="preserve")))
    given = ["apply", "people", "--engine", postgres_url, "--table", str(file)]
    given += [] if "--by" in words else ["--by", "region"]
    out = ["--record-key", "rkey", "-o", str(tmp_path / "out.csv")]
    assert main([*given, *out, *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["t.ptable.json"]


@pytest.mark.parametrize("url", ["postgres://nobody@/none?host=/nowhere", "nothing://x", "oracle"])
def test_an_engine_that_is_not_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    """No traceback of a driver."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(table("sum")))
    given = ["apply", "people", "--engine", url, "--table", str(file), "--by", "region"]
    assert main([*given, "-o", str(tmp_path / "out.csv")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_tables_are_made_from_memory_on_every_engine(postgres_url: str) -> None:
    """sqlglot from 30.18 on breaks this in ibis 12: the extra leaves such versions out."""
    made = arrow([{"a": 1}, {"a": 2}])
    ibis = library()
    for connection in (ibis.connect(postgres_url), ibis.connect("duckdb://")):
        assert connection.to_pyarrow(ibis.memtable(made).a.sum()).as_py() == 3
