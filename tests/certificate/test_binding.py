"""A file belongs to a certificate also where nobody recorded how it was read, and in a release."""

import json
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from exact.formats.writing import write_table
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import CHECKER, Json, many_rows, source, targets, text_of
from tests.certificate.test_composition import two_tables
from verification.certificate.file import certificate_text, read_certificate
from verification.claims.released import OtherTable
from verification.claims.request import Request
from verification.claims.source import ReadAs

VERSION_1 = Path(__file__).with_name("data") / "version-1" / "keys-2-8.certificate.json"
ROWS = (Row(((-1, 2), (0, 4), (1, 2))), Row(((-1, 3), (0, 3), (1, 2))))
WRONG = (ROWS[0], Row(((-1, 3), (0, 2), (1, 3))))
TABLE = PTable(8, 1, ROWS)
FROM_0 = PTable(10, 0, (Row(((0, 10),)), Row(((-1, 3), (0, 4), (1, 3)))), Repeat(), "row")
KEYED = "pcv,ckey,pvalue"
OPEN = "not compared: zero, counts past the last row and holes, where the file does not say them\n"
HOLDS = "the file holds another table of the release\n"


def keyed(table: PTable, separator: str = ",") -> str:
    """Return a file with a line for each count and key."""
    counts = range(table.first_count, table.last_count + 1)
    keys = range(table.first_key, table.first_key + table.keysize)
    lines = [(n, key, table.noise(n, key)) for n in counts for key in keys]
    return "\n".join(separator.join(map(str, line)) for line in (KEYED.split(","), *lines))


def by_noise(table: PTable) -> str:
    """Return a transition matrix whose columns may be released values or noise."""
    shares = [[f"0.{keys:03d}" for _, keys in row.runs] for row in table.rows]
    lines = [[str(n), *line] for n, line in enumerate(shares, table.first_count)]
    return "\n".join(",".join(line) for line in (["i", "0", "1", "2"], *lines))


def release(table: PTable, content: str, said: tuple[str | None, ReadAs] | None) -> Json:
    """Return the certificate of a release that uses a table in a file, read as is said."""
    digest = sha256(content.encode()).hexdigest()
    other = OtherTable(digest, table) if said is None else OtherTable(digest, table, *said)
    made = replace(two_tables(), others=(other,))
    own = many_rows()
    found: Json = json.loads(
        text_of(Request(own, source(own), targets("1/2"), release=made), solvers=())
    )
    return found


def checked(document: Json, content: str, folder: Path) -> tuple[int, int]:
    """Return the statuses of ``ptcert check`` and of the checker alone."""
    certificate, file = folder / "c.certificate.json", folder / "table"
    certificate.write_text(json.dumps(document), encoding="utf-8")
    file.write_text(content, encoding="utf-8")
    alone = [sys.executable, "-I", "-S", str(CHECKER), str(certificate), str(file)]
    run = subprocess.run(alone, check=False, capture_output=True, timeout=60)
    return main(["check", str(certificate), str(file)]), run.returncode


@pytest.mark.parametrize("said", [None, ("r-ptable", ReadAs())])
def test_another_table_of_a_release_is_read_again(
    said: tuple[str, ReadAs] | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the reader for its format, recorded or not; a file of another table is rejected."""
    right = write_table(FROM_0, "r-ptable")
    document = release(FROM_0, right, said)
    assert checked(document, right, tmp_path) == (0, 0)
    kind, left_open = ("what it is", OPEN) if said is None else ("r-ptable", "")
    shown = capsys.readouterr().out
    assert shown.startswith(f"{left_open}read again as {kind}: {HOLDS}")
    other = replace(FROM_0, rows=(FROM_0.rows[0], Row(((-1, 2), (0, 6), (1, 2)))))
    wrong = write_table(other, "r-ptable")
    document["release"]["others"][0]["sha256"] = sha256(wrong.encode()).hexdigest()
    assert checked(document, wrong, tmp_path)[0] == 1
    shown = capsys.readouterr().out
    assert shown == "REJECTED: count 1, key 2: the noise is -1, in the file 0\n"


def test_what_was_said_of_another_table_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By ``release``: the plan says how its file is read, and ``check`` reads it so again."""
    (tmp_path / "a.ptable.json").write_text(write_table(TABLE, "native"), encoding="utf-8")
    (tmp_path / "b.csv").write_text(keyed(replace(TABLE, rows=WRONG)), encoding="utf-8")
    files = (
        '"a.ptable.json"',
        '"b.csv"\nread = {format = "ons", beyond = "repeat", zero = "none"}',
    )
    tables = [
        f'[[table]]\nname = "{n}"\ndimensions = ["{n}"]\ncount_floor = 1\nptable = {file}\n'
        for n, file in enumerate(files)
    ]
    plan = 'title = "T"\nkeys = "independent"\nsecret = "record-keys"\n' + "\n".join(tables)
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    made = tmp_path / "r.certificate.json"
    asked = ["release", str(tmp_path / "plan.toml"), "--epsilon", "1", "--certificate", str(made)]
    assert main(asked) == 0
    other = json.loads(made.read_text(encoding="utf-8"))["release"]["others"][0]
    assert (other["format"], other["options"]["beyond"]) == ("ons", "repeat")
    capsys.readouterr()
    assert main(["check", str(made), str(tmp_path / "b.csv")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "not compared: what was said, and the file does not say: beyond repeat, zero none\n"
        f"read again as ons: {HOLDS}"
    )


@pytest.mark.parametrize("write", [keyed, by_noise])
def test_what_was_not_recorded_can_only_be_what_is_certified(
    write: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that cannot be read without being told how: it is tried, and must hold the table.

    Where it holds another, a difference is named, and not what nobody can tell ``check``.
    """
    assert callable(write)
    rows = (Row(((0, 250), (1, 500), (2, 250))), Row(((0, 375), (1, 375), (2, 250))))
    table = PTable(1000, 1, rows) if write is by_noise else TABLE
    right = write(table)
    document = release(table, right, None)
    assert checked(document, right, tmp_path) == (0, 0)
    wrong = write(replace(table, rows=(table.rows[1], table.rows[0])))
    document["release"]["others"][0]["sha256"] = sha256(wrong.encode()).hexdigest()
    capsys.readouterr()
    assert checked(document, wrong, tmp_path)[0] == 1
    assert capsys.readouterr().out.startswith("REJECTED: count 1, key ")
    longer = write(replace(table, rows=(*table.rows, table.rows[0])))
    document["release"]["others"][0]["sha256"] = sha256(longer.encode()).hexdigest()
    assert checked(document, longer, tmp_path)[0] == 1
    if write is by_noise:  # of a file by keys the small checker speaks first
        said = "number of rows: the certificate says 2, the file 3"
        assert capsys.readouterr().out == f"REJECTED: {said}\n"


def test_a_file_that_nobody_can_read_holds_no_table_of_a_release(tmp_path: Path) -> None:
    """Its digest stands in the certificate, and nothing else is known of it."""
    assert checked(release(TABLE, "nonsense", None), "nonsense", tmp_path)[0] == 1


@pytest.mark.parametrize(("first_key", "separator"), [(0, ","), (1, ";")])
def test_a_certificate_of_version_1_is_checked_with_a_file_by_keys(
    first_key: int, separator: str, tmp_path: Path
) -> None:
    """It says neither the format nor which key is first; every line is compared all the same."""
    document = json.loads(VERSION_1.read_text(encoding="utf-8"))
    (row,) = document["table"]["rows"]
    made = Row(tuple(zip(row["noise"], row["keys"], strict=True)))
    table = PTable(256, row["count"], (made,), first_key=first_key)
    runs = (*made.runs[1:], made.runs[0])
    for rows, status in (((made,), 0), ((Row(runs),), 1)):
        content = keyed(replace(table, rows=rows), separator)
        document["input"] = {"sha256": sha256(content.encode()).hexdigest()}
        assert checked(document, content, tmp_path) == (status, status)


def test_how_another_table_was_read_is_written_only_where_it_was_recorded() -> None:
    """So that certificates from before are written as they were."""
    for said, keys in ((None, set()), (("ons", ReadAs()), {"format"})):
        document = release(TABLE, keyed(TABLE), said)
        assert set(document["release"]["others"][0]) == {"sha256", "table"} | keys
        text = json.dumps(document)
        assert json.loads(certificate_text(read_certificate(text.encode()))) == document
