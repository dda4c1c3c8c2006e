"""A folder of the path named COLUMN=VALUE is no column: what is read is what the file holds."""

import json
from pathlib import Path

import duckdb
import pytest

from exact.table.native import write_native
from reports.cli import main
from tests.applying.by_hand import cells_by_hand, cells_written, people
from tests.applying.test_verify import KEYS, key_of, table
from tests.cli.running import changed

BY = ("region", "sex")
FOLDERS = ("sex=Q", "rkey=0", "region=A/sex=Q/rkey=0")
SUFFIXES = (".csv", ".parquet")


def stored(folder: Path, suffix: str) -> Path:
    """Write people to a file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    values = ", ".join(
        f"({one['region']!r}, {'NULL' if one['sex'] is None else repr(one['sex'])}, {one['rkey']})"
        for one in people(300, KEYS)
    )
    kind = "FORMAT csv, HEADER true" if suffix == ".csv" else "FORMAT parquet"
    path = folder / f"people{suffix}"
    duckdb.connect().execute(
        f"COPY (SELECT * FROM (VALUES {values}) AS d(region, sex, rkey)) TO '{path}' ({kind})"
    )
    return path


def words(command: str, tmp_path: Path, *files: Path) -> list[str]:
    """Return a command line with the table of the tests."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(table()))
    given = [command, *map(str, files), "--table", str(file), "--by", ",".join(BY)]
    return [*given, "--record-key", "rkey", "--margins", "all"]


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_cells_are_those_of_the_file(tmp_path: Path, suffix: str, folder: str) -> None:
    """Counting by hand gives every cell, however the folders of the path are called."""
    data, out = stored(tmp_path / folder, suffix), tmp_path / "out.csv"
    assert main([*words("apply", tmp_path, data), "-o", str(out)]) == 0
    assert cells_written(out, BY) == cells_by_hand(people(300, KEYS), BY, table(), key_of)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("folder", ["sex=Q", "released=7", "count=1/key=0"])
def test_published_cells_are_read_as_they_stand_in_their_file(
    tmp_path: Path, suffix: str, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cells of a right publication are right in any folder, and without the data too."""
    data = stored(tmp_path / "data", suffix)
    out = tmp_path / folder / f"out{suffix}"
    out.parent.mkdir(parents=True)
    assert main([*words("apply", tmp_path, data), "-o", str(out)]) == 0
    assert main([*words("verify", tmp_path, data, out), "--json"]) == 0
    assert main(["verify", str(out), "--table", str(tmp_path / "t.ptable.json")]) == 0
    said = capsys.readouterr().out
    assert "RIGHT" in said


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_column_that_only_a_folder_names_is_none(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2; nothing is written."""
    data = stored(tmp_path / "town=X", suffix)
    given = ["--by", "town", "-o", str(tmp_path / "out.csv")]
    assert main(changed(words("apply", tmp_path, data), *given)) == 2
    assert "is no column" in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_keys_are_made_for_and_checked_in_the_file_alone(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records keep their columns, get no others, and the keys of the file are the checked ones."""
    data = stored(tmp_path / "sex=Q" / "rkey=0" / "town=X", suffix)
    capsys.readouterr()
    main(["keys", str(data), "--check", "--record-key", "rkey", "--keys", str(KEYS), "--json"])
    different = {one["rkey"] for one in people(300, KEYS)}
    assert json.loads(capsys.readouterr().out)["keys"][0]["distinct"] == len(different)
    secret, out = tmp_path / "secret.txt", tmp_path / "keyed.parquet"
    secret.write_text("correct horse battery staple")
    assert main(["keys", str(data), "--secret", str(secret), "-o", str(out)]) == 0
    connection = duckdb.connect()
    heads = connection.execute(f"DESCRIBE SELECT * FROM '{out}'").fetchall()
    assert [row[0] for row in heads] == ["region", "sex", "rkey", "record_key"]
    found = connection.execute(f"SELECT sex, count(*) FROM '{out}' GROUP BY 1").fetchall()
    sexes = [one["sex"] for one in people(300, KEYS)]
    assert dict(found) == {sex: sexes.count(sex) for sex in sexes}
