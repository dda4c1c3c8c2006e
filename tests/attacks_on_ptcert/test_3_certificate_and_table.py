"""A certificate belongs to one file: the same bytes, and the same table in them."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import Workbook

from exact.formats.writing import write_table
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import CHECKER, Json, many_rows, source, targets, text_of
from tests.certificate.test_composition import OTHER, certified, two_tables
from verification.claims.request import Request
from verification.claims.source import ReadAs, Source

VERSION_1 = Path(__file__).parents[1] / "certificate" / "data" / "version-1"
TABLE = PTable(
    8,
    1,
    (Row(((-1, 3), (0, 3), (1, 2))), Row(((-1, 2), (0, 4), (1, 2)))),
    Repeat(),
    "none",
)
# Each differs from TABLE in one thing that a file of ptcert says.
OTHERS: dict[str, PTable] = {
    "rows": PTable(8, 1, (TABLE.rows[1], TABLE.rows[0])),
    "key order": PTable(8, 1, (Row(((0, 3), (-1, 3), (1, 2))), TABLE.rows[1])),
    "a row more": PTable(8, 1, (*TABLE.rows, TABLE.rows[0])),
    "the first count": PTable(8, 2, TABLE.rows),
    "zero": PTable(8, 1, TABLE.rows, Repeat(), "preserve"),
    "beyond": PTable(8, 1, TABLE.rows, Stop()),
    "another wrap": PTable(8, 1, TABLE.rows, Wrap(1, 2)),
    "offset": PTable(8, 1, TABLE.rows, first_key=1),
    "holes": PTable(8, 1, TABLE.rows, holes=(90,)),
}


def certificate(table: PTable, said: Source | None = None) -> Json:
    """Return the certificate of a table, about a file of which something else may be said."""
    request = Request(table, said or source(table), targets("2"))
    found: Json = json.loads(text_of(request, solvers=()))
    return found


def alone(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker as a program that sees nothing else of ours."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), *map(str, paths)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def both(document: Json, content: bytes, tmp_path: Path, name: str = "t.json") -> tuple[int, int]:
    """Return the statuses of ``ptcert check`` and of the checker alone."""
    cert, table = tmp_path / "c.certificate.json", tmp_path / name
    cert.write_text(json.dumps(document), encoding="utf-8")
    table.write_bytes(content)
    return main(["check", str(cert), str(table)]), alone(cert, table).returncode


def with_digest(document: Json, content: bytes) -> Json:
    """Return a certificate that names the digest of other content."""
    digest = {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
    return {**document, "input": {**document["input"], **digest}}


def test_a_certificate_passes_with_its_own_file(tmp_path: Path) -> None:
    """Both programs compare the whole table, and accept."""
    for table in (TABLE, *OTHERS.values()):
        assert both(certificate(table), write_native(table).encode(), tmp_path)[0] in (0, 1)
    content = write_native(TABLE).encode()
    assert both(certificate(TABLE), content, tmp_path) == (0, 0)
    assert both(certificate(TABLE), content + b" ", tmp_path) == (1, 1)


@pytest.mark.parametrize("name", OTHERS)
def test_table_a_with_the_digest_of_file_b_is_rejected(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the two differ in: rows, zero, counts past the last row, key order, offset."""
    other = write_native(OTHERS[name]).encode()
    assert both(with_digest(certificate(TABLE), other), other, tmp_path) == (1, 1)
    assert capsys.readouterr().out.startswith("REJECTED: ")
    mine = write_native(TABLE).encode()
    forged = with_digest(certificate(OTHERS[name]), mine)
    assert both(forged, mine, tmp_path) == (1, 1)


def test_the_identity_does_not_pass_as_example_1(
    tmp_path: Path, example_folder: Path, example: Json
) -> None:
    """Example 1's certificate with the SHA-256 of a table without noise."""
    keysize = 2**32
    nothing = PTable(keysize, 25, (Row(((0, keysize),)),))
    content = write_native(nothing).encode()
    assert both(with_digest(example, content), content, tmp_path) == (1, 1)
    genuine = (example_folder / "example1.ptable.json").read_bytes()
    assert both(example, genuine, tmp_path) == (0, 0)


@pytest.mark.parametrize("said", [None, "foo", "tau-argus", "xlsx", "ons"])
@pytest.mark.parametrize("version", [1, 2])
def test_no_word_about_the_format_saves_a_forgery(
    said: str | None, version: int, tmp_path: Path, example: Json
) -> None:
    """The checker alone looks at the file itself: what it can read, it compares.

    It once believed the certificate that the file was of a kind that it does not read.
    """
    nothing = PTable(2**32, 25, (Row(((0, 2**32),)),))
    content = b" \n" + write_native(nothing).encode()
    if version == 1:
        example = json.loads((VERSION_1 / "example1.certificate.json").read_text("utf-8"))
        forged = {**example, "input": {"sha256": sha256(content).hexdigest()}}
    else:
        forged = with_digest(example, content)
        forged["input"]["format"] = said
    assert set(both(forged, content, tmp_path)) <= {1, 2}


@pytest.mark.parametrize("said", [None, "r-ptable", "transition"])
def test_lines_by_key_are_compared_whatever_they_are_called(
    said: str | None, tmp_path: Path
) -> None:
    """The file of another table, in the format of the ONS, under another name."""
    content = lines_of(PTable(8, 1, (Row(((0, 8),)),) * 2), ",", 0)
    forged = with_digest(certificate(TABLE), content)
    forged["input"]["format"] = said
    assert set(both(forged, content, tmp_path, "t.csv")) <= {1, 2}


def lines_of(table: PTable, separator: str, first_key: int) -> bytes:
    """Return a table as the ONS and ESS write it: a line for each count and key."""
    head = separator.join(("pcv", "ckey", "pvalue"))
    cells = [
        separator.join(map(str, (count, first_key + key, row.noise(key))))
        for count, row in enumerate(table.rows, start=table.first_count)
        for key in range(table.keysize)
    ]
    return "\n".join([head, *cells, ""]).encode()


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "a noise value": lambda content: content.replace(b"\n1,0,-1", b"\n1,0,1"),
    "two keys swapped": lambda content: content.replace(b"1,2,-1", b"1,3,-1", 1).replace(
        b"1,3,0", b"1,2,0", 1
    ),
    "a line less": lambda content: content.rstrip().rpartition(b"\n")[0],
    "another count": lambda content: content.replace(b"\n2,", b"\n3,"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_rows_of_an_ons_file_are_compared_line_by_line(name: str, tmp_path: Path) -> None:
    """The checker alone does it too, with plain loops."""
    table = PTable(8, 1, TABLE.rows, Repeat(), "preserve")
    content = lines_of(table, ",", 0)
    said = Source(sha256(content).hexdigest(), "ons", len(content), ReadAs(beyond="repeat"))
    document = certificate(table, said)
    assert both(document, content, tmp_path, "t.csv") == (0, 0)
    other = CHANGES[name](content)
    assert other != content
    assert both(with_digest(document, other), other, tmp_path, "t.csv") == (1, 1)


def test_a_row_of_another_file_is_named_with_both_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows of a native file; count, key and noise of one with lines by key.

    Row 2 of the file has 3, 3, 2 keys for noise -1, 0, 1; that of the certificate 2, 4, 2.
    """
    other = PTable(8, 1, (TABLE.rows[0], TABLE.rows[0]), first_key=1)
    mine = certificate(PTable(8, 1, TABLE.rows, first_key=1))
    words = {
        "native": 'count 2, certificate and file: it says {"count": 2, "keys": [2, 4, 2], "noise": '
        '[-1, 0, 1]}, it is {"count": 2, "keys": [3, 3, 2], "noise": [-1, 0, 1]}',
        "ess": "count 2, key 3: the noise is 0, in the file -1",
    }
    files = {"native": write_native(other).encode(), "ess": lines_of(other, ";", 1)}
    for kind, content in files.items():
        forged = with_digest(mine, content)
        forged["input"]["format"] = kind
        assert both(forged, content, tmp_path) == (1, 1)
        said = alone(tmp_path / "c.certificate.json", tmp_path / "t.json").stdout
        assert capsys.readouterr().out == said == f"REJECTED: {words[kind]}\n"


def test_a_file_that_a_release_names_twice_must_hold_both_tables(tmp_path: Path) -> None:
    """A table under the digest of another one of the release does not pass with that file."""
    document = certified(many_rows(), two_tables())
    other = write_native(OTHER).encode()
    assert both(document, other, tmp_path) == (0, 0)
    assert both(with_digest(document, other), other, tmp_path) == (1, 1)


@pytest.mark.parametrize("kind", ["ons", "ess"])
def test_a_workbook_and_numbers_with_a_point_are_what_their_reader_takes_them_for(
    kind: str, tmp_path: Path
) -> None:
    """The checker alone compares no workbook, and takes 1.0 for 1 as the reader does."""
    first, zero = (0, "preserve") if kind == "ons" else (1, "none")
    table = PTable(8, 1, TABLE.rows, Repeat(), zero, first_key=first)
    lines = lines_of(table, ",", first).decode().splitlines()
    book = Workbook()
    for line in lines:
        book.active.append(
            [int(cell) if cell.lstrip("-").isdigit() else cell for cell in line.split(",")]
        )
    book.save(tmp_path / "book.xlsx")
    pointed = "\n".join([lines[0], *(f"{line}.0" for line in lines[1:])]).encode()
    wrong = replace(table, rows=OTHERS["rows"].rows)
    for content, alone_says in (((tmp_path / "book.xlsx").read_bytes(), 0), (pointed, 1)):
        said = Source(sha256(content).hexdigest(), kind, len(content), ReadAs(beyond="repeat"))
        assert both(certificate(table, said), content, tmp_path, "t.csv") == (0, 0)
        assert both(certificate(wrong, said), content, tmp_path, "t.csv") == (1, alone_says)


def test_a_packed_file_and_one_with_a_mark_belong_to_their_certificate(tmp_path: Path) -> None:
    """``ptcert check`` unpacks the file; the checker alone says that it does not compare it."""
    content = write_native(TABLE).encode()
    wrong = OTHERS["rows"]
    for file, alone_says in ((gzip.compress(content), 0), (b"\xef\xbb\xbf" + content, 1)):
        said = Source(sha256(file).hexdigest(), "native", len(file))
        assert both(certificate(TABLE, said), file, tmp_path) == (0, 0)
        assert both(certificate(wrong, said), file, tmp_path) == (1, alone_says)


def test_a_file_that_cannot_be_read_is_the_one_that_is_named(tmp_path: Path) -> None:
    """Not the certificate, which says that the file is one of ptcert."""
    said = Source(sha256(b"{").hexdigest(), "native", 1)
    assert both(certificate(TABLE, said), b"{", tmp_path) == (2, 2)
    message = alone(tmp_path / "c.certificate.json", tmp_path / "t.json").stderr
    assert message.startswith(f"{tmp_path / 't.json'}: the file is not JSON")


def test_keys_of_an_ess_file_have_its_numbers(tmp_path: Path) -> None:
    """Keys 1..K: a certificate that counts them from 0 is not about this file."""
    table = PTable(8, 1, TABLE.rows, first_key=1)
    content = lines_of(table, ";", 1)
    said = Source(sha256(content).hexdigest(), "ess", len(content))
    assert both(certificate(table, said), content, tmp_path, "t.csv") == (0, 0)
    from_0 = PTable(8, 1, TABLE.rows)
    assert both(certificate(from_0, said), content, tmp_path, "t.csv") == (1, 1)


def test_lines_and_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    """As the reader takes them, so does the checker."""
    table = PTable(8, 1, TABLE.rows, first_key=1)
    head, *lines = lines_of(table, ";", 1).decode().splitlines()
    turned = [";".join(reversed(line.split(";"))) for line in (head, *sorted(lines, reverse=True))]
    content = "\r\n".join(turned).encode()
    said = Source(sha256(content).hexdigest(), "ess", len(content))
    assert both(certificate(table, said), content, tmp_path, "t.csv") == (0, 0)


def test_for_other_formats_the_checker_says_what_it_did_not_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``ptcert check`` reads them and compares; the checker alone compares only the bytes."""
    rows = (Row(((0, 10),)), Row(((-1, 3), (0, 4), (1, 3))))
    table = PTable(10, 0, rows, Repeat(), "row")
    content = write_table(table, "r-ptable").encode()
    said = Source(sha256(content).hexdigest(), "r-ptable", len(content))
    document = certificate(table, said)
    assert both(document, content, tmp_path, "t.csv") == (0, 0)
    capsys.readouterr()
    paths = tmp_path / "c.certificate.json", tmp_path / "t.csv"
    assert alone(*paths).stdout.startswith("not compared: whether the rows are those of the file")
    other = PTable(10, 0, (rows[0], Row(((-1, 2), (0, 6), (1, 2)))), Repeat(), "row")
    forged = certificate(other, said)
    assert both(forged, content, tmp_path, "t.csv") == (1, 0)
    # Noise -1 has the first 3 of the keys 0..9 in the file, the first 2 in the certificate.
    words = "count 1, key 2: the noise is 0, in the file -1"
    assert capsys.readouterr().out == f"REJECTED: {words}\n"


def test_what_was_said_about_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that says nothing about zero, certified with --zero preserve: check says so."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(TABLE), encoding="utf-8")
    asked = ["--epsilon", "2", "--zero", "preserve", "-o", str(tmp_path), "--solver", "z3"]
    assert main(["certify", str(file), *asked, "--as", "md"]) == 0
    capsys.readouterr()
    paths = [tmp_path / "t.certificate.json", file]
    assert main(["check", *map(str, paths)]) == 0
    said = "not compared: what was said, and the file does not say: "
    assert capsys.readouterr().out.startswith(f"{said}zero preserve\n")
    assert alone(*paths).stdout.startswith(said)
    # What the file does say cannot be said otherwise.
    covered = write_native(OTHERS["zero"]).encode()
    document = json.loads(paths[0].read_text(encoding="utf-8"))
    document["table"]["zero"] = "none"
    assert both(with_digest(document, covered), covered, tmp_path) == (1, 1)
