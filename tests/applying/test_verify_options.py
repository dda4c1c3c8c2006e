"""``ptcert verify``: what is given, what the manifest says, and which files are meant."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from exact.table.native import write_native
from reports.cli import main
from tests.applying.by_hand import people, write_csv
from tests.applying.test_verify import KEYS, table

BY = "region,sex"
CSV_TABLE = ["--beyond", "repeat", "--zero", "preserve"]


def table_csv(path: Path) -> Path:
    """Write the table of the tests in a format that leaves rules to the command line."""
    made, lines = table(), ["pcv,ckey,pvalue"]
    for count in range(1, 13):
        lines += [f"{count},{key},{made.noise(count, key)}" for key in range(KEYS)]
    path.write_text("\n".join(lines) + "\n")
    return path


def given(tmp_path: Path) -> Path:
    """Write people with a second record key and one that is the same for all."""
    records = [one | {"other": (one["rkey"] * 7 + 1) % KEYS} for one in people(300, KEYS)]
    return write_csv(tmp_path / "people.csv", records)


def applied(tmp_path: Path, *more: str, out: str = "out.csv") -> list[str]:
    """Apply the table; return the words that verify the result by its manifest."""
    data, file = given(tmp_path), table_csv(tmp_path / "t.csv")
    line = ["apply", str(data), "--table", str(file), *CSV_TABLE, "--by", BY]
    keys = [] if "--record-key" in more else ["--record-key", "rkey"]
    assert main([*line, *keys, "-o", str(tmp_path / out), *more]) == 0
    return ["verify", str(data), str(tmp_path / out)]


def verified(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any, str]:
    """Return the status, the answer for machines and the answer for people."""
    capsys.readouterr()
    status = main([*words, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert main([*words, "--wide"]) == status
    return status, answer, capsys.readouterr().out


MADE: dict[str, list[str]] = {
    "margins": ["--margins", "all"],
    "some margins": ["--margins", "sex"],
    "empty cells": ["--zeros", "--margins", "region"],
    "declared categories": ["--categories", "sex=F,M,X"],
    "a selection": ["--where", "sex=F", "--where", "age>=2"],
    "another key": ["--record-key", "other"],
    "an arithmetic": ["--cell-keys", "sum"],
    "published": ["--margins", "all", "--zeros", "--categories", "region=A,B,C,D", "--publish"],
}


@pytest.mark.parametrize("case", MADE)
@pytest.mark.parametrize("out", ["out.csv", "out.parquet"])
def test_with_the_manifest_beside_it_nothing_else_is_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, out: str
) -> None:
    """Table, its reading, dimensions, keys, selection, margins, empty cells: right, and told."""
    words = applied(tmp_path, *MADE[case], out=out)
    status, found, said = verified(words, capsys)
    assert (status, found["verdict"], found["right"]) == (0, "right", found["cells"])
    assert found["manifest"] == {"table": True, "output": True, "data": True}
    assert found["against_manifest"] == {}
    assert f"--table {tmp_path / 't.csv'} --beyond repeat --zero preserve" in said
    for option in MADE[case]:
        if option != "--publish":
            assert option in said
    assert main([words[0], words[2]]) == 0  # without the data too


def test_a_selection_stands_in_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cells of women alone are not said to be those of the data."""
    _, _, said = verified(applied(tmp_path, "--where", "sex=F"), capsys)
    assert "data (only records with sex=F), keys and table give" in said


def test_keys_that_do_not_fit_the_table_are_wrong_though_every_cell_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cells made with the ages as keys: data, keys and table give them, and protect nobody."""
    words = applied(tmp_path)
    data, out = Path(words[1]), Path(words[2])
    used = table()
    cells: dict[tuple[Any, Any], tuple[int, int]] = {}
    for one in people(300, KEYS):
        total, count = cells.get((one["region"], one["sex"]), (0, 0))
        cells[one["region"], one["sex"]] = total + int(one["age"]), count + 1
    lines = [
        f"{region},{sex or ''},{count + used.noise(count, total % KEYS)}"
        for (region, sex), (total, count) in cells.items()
    ]
    out.write_text("\n".join(["region,sex,released", *lines]) + "\n")
    Path(f"{out}.manifest.json").unlink()
    line = ["verify", str(data), str(out), "--table", str(tmp_path / "t.csv"), *CSV_TABLE]
    status, found, said = verified([*line, "--by", BY, "--record-key", "age"], capsys)
    assert (status, found["right"], found["verdict"]) == (1, len(cells), "wrong")
    assert "has 300 keys from 0 to 5, where the table's are 0..100-1" in said


AGAINST: dict[str, tuple[list[str], str]] = {
    "the key": (["--record-key", "other"], "the manifest says --record-key rkey"),
    "the selection": (["--where", "sex=F"], "the manifest says no --where"),
    "the margins": (["--margins", "none"], "the manifest says --margins all"),
    "the dimensions": (["--by", "sex,age"], "the manifest says --by region,sex"),
    "the reading": (["--beyond", "wrap:5:8"], "the manifest says --beyond repeat"),
}


@pytest.mark.parametrize("case", AGAINST)
def test_options_override_the_manifest_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Cells that were right are wrong by another key, selection, margin or table."""
    options, note = AGAINST[case]
    words = applied(tmp_path, "--margins", "all")
    if case == "the dimensions":
        assert main([*words, *options]) == 2  # the file has no column of that name
        return
    status, found, said = verified([*words, *options], capsys)
    assert status == 1
    assert found["right"] < found["cells"]
    (name,) = found["against_manifest"]
    assert f"--{name.replace('_', '-')}" == options[0]
    assert note in said


def test_empty_cells_are_asked_for_against_the_manifest_in_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --zeros they are missing, and where they are published they are right."""
    words = applied(tmp_path, "--where", "region!=D", "--where", "age<=1")
    _, found, said = verified([*words, "--zeros", "--categories", "region=A,B,C,E"], capsys)
    chosen = [one for one in people(300, KEYS) if one["region"] != "D" and one["age"] in "01"]
    occupied = {(one["region"], one["sex"]) for one in chosen}
    sexes = {sex for _, sex in occupied}
    assert found["wrong"]["missing"] == 4 * len(sexes) - len(occupied) > 0
    assert "the manifest says --no-zeros" in said
    words = applied(tmp_path, "--categories", "region=A,B,C,D,E")
    status, found, said = verified([*words, "--no-zeros"], capsys)
    assert "the manifest says --zeros" in said
    assert (status, found["wrong"]["extra"]) == (0, 0)


def test_of_two_that_contradict_each_other_none_is_ignored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--zeros and --no-zeros together are refused."""
    assert main([*applied(tmp_path), "--zeros", "--no-zeros"]) == 2
    assert "not allowed with argument --zeros" in capsys.readouterr().err


def test_the_same_as_the_manifest_says_is_no_override(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Margins in another order, a number in another way."""
    words = applied(tmp_path, "--margins", "sex;region,sex")
    same = ["--margins", "sex,region;sex", "--bigN", "100", "--record-key", "rkey", "--by", BY]
    status, found, _ = verified([*words, *same], capsys)
    assert (status, found["against_manifest"]) == (0, {})


CHANGED = {
    "data": lambda path: path.write_text(path.read_text() + "\n"),
    "output": lambda path: path.write_text(path.read_text().replace('""', "")),
}


@pytest.mark.parametrize("name", ["data", "output"])
def test_a_file_with_another_digest_is_wrong_though_every_cell_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Status 1; by --manifest none the files are compared with nothing."""
    words = applied(tmp_path)
    CHANGED[name](Path(words[1 if name == "data" else 2]))
    status, found, said = verified(words, capsys)
    assert (status, found["verdict"], found["right"]) == (1, "wrong", found["cells"])
    assert found["manifest"][name] is False
    assert f"WRONG: {name} is not the file of the manifest" in said
    table = ["--table", str(tmp_path / "t.csv"), *CSV_TABLE, "--by", BY, "--record-key", "rkey"]
    assert main([*words, "--manifest", "none", *table]) == 0


def test_another_table_is_wrong_and_one_that_is_not_there_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same table in another format has another digest; without any it is one line."""
    words, native = applied(tmp_path), tmp_path / "t.ptable.json"
    native.write_text(write_native(table()))
    status, found, _ = verified([*words, "--table", str(native)], capsys)
    assert (status, found["right"]) == (1, found["cells"])
    assert found["manifest"]["table"] is False
    (tmp_path / "t.csv").write_text("pcv,ckey,pvalue\n")
    assert main(words) == 2
    error = capsys.readouterr().err
    assert "no file of this name and SHA-256" in error
    assert len(error.splitlines()) == 1


def test_a_manifest_elsewhere_is_given(tmp_path: Path) -> None:
    """And so is a copy of the cells."""
    words = applied(tmp_path, "--where", "sex=F")
    copy = tmp_path / "copy.csv"
    copy.write_bytes(Path(words[2]).read_bytes())
    assert main([words[0], words[1], str(copy), "--manifest", f"{words[2]}.manifest.json"]) == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--record-key", "rkey"],
        ["--where", "sex=F"],
        ["--margins", "all"],
        ["--zeros"],
        ["--no-zeros"],
        ["--categories", "sex=F,M"],
        ["--cell-keys", "sum"],
        ["--bigN", "7"],
        ["--float-keys", "exact"],
        ["--engine", "spark"],
    ],
)
def test_without_the_data_what_counts_records_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    """One line each: nothing of it would be used."""
    words = applied(tmp_path)
    capsys.readouterr()
    assert main(["verify", words[2], *options]) == 2
    assert "published cells alone were given" in capsys.readouterr().err


def test_margins_are_those_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a manifest and --margins: also where a margin is called in another order."""
    words = applied(tmp_path, "--margins", "all")
    out = Path(words[2])
    Path(f"{out}.manifest.json").unlink()
    out.write_text(out.read_text().replace('"region,sex"', '"sex,region"'))
    line = [*words, "--table", str(tmp_path / "t.csv"), *CSV_TABLE, "--by", BY]
    status, found, _ = verified([*line, "--record-key", "rkey"], capsys)
    assert (status, found["right"]) == (0, found["cells"])
    out.write_text(out.read_text().replace('"sex,region"', '"sex,town"'))
    status, found, _ = verified([*line, "--record-key", "rkey"], capsys)
    assert (status, found["wrong"]["extra"]) == (1, 1)


def test_a_dimension_cannot_hide_a_number_of_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The engine tells Count from count no more than a reader does: count_1 was compared never."""
    data = tmp_path / "d.parquet"
    duckdb.connect().execute(f"COPY (SELECT 'x' AS Count, 1 AS rkey) TO '{data}' (FORMAT parquet)")
    line = ["apply", str(data), "--table", str(table_csv(tmp_path / "t.csv")), *CSV_TABLE]
    out = ["--record-key", "rkey", "-o", str(tmp_path / "out.csv")]
    assert main([*line, "--by", "Count", *out]) == 2
    assert "is a column that the result has itself (count)" in capsys.readouterr().err


def test_a_number_is_compared_however_its_name_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Count for count; a column that is compared with nothing is named."""
    words = applied(tmp_path)
    out = Path(words[2])
    Path(f"{out}.manifest.json").unlink()
    lines = out.read_text().splitlines()
    lines[0] = lines[0].replace("count", "Count").replace("released", "Released") + ",note"
    lines[1] = lines[1].replace(f',"",{lines[1].split(",")[3]},', ',"",999,')
    out.write_text("\n".join([lines[0], *(f"{line},x" for line in lines[1:])]) + "\n")
    line = [*words, "--table", str(tmp_path / "t.csv"), *CSV_TABLE, "--by", BY]
    status, found, said = verified([*line, "--record-key", "rkey"], capsys)
    assert (status, found["wrong"]["count"]) == (1, 1)
    assert "Compared with nothing: the columns note." in said


NUMBERS = {
    **dict.fromkeys(("9", "9.0", "9.", "+9", "09"), ""),
    **dict.fromkeys(("9.5", "nine", "1e1", " 9", "NA", str(2**62), "9" * 30), "is no integer"),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_published_number_is_whole_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """One line with the number; what is read is the number that is written."""
    published = tmp_path / "p.csv"
    published.write_text(f"sex,count,key,noise,released\nF,{text},0,0,9\n")
    native = tmp_path / "t.ptable.json"
    native.write_text(write_native(table()))
    status = main(["verify", str(published), "--table", str(native), "--json"])
    said = capsys.readouterr()
    if NUMBERS[text]:
        assert status == 2
        assert (text in said.err, NUMBERS[text] in said.err) == (True, True)
        assert len(said.err.splitlines()) == 1
    else:
        noise = 0 if table().noise(9, 0) == 0 else 1
        assert (status, json.loads(said.out)["wrong"]["noise"]) == (noise, noise)
