"""Files that are refused by the commands: one line, status 2, and nothing is written."""

import json
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.certificate.law_cases import table_of
from tests.certificate.making import source, targets, text_of
from tests.cli.running import Outcome, Run
from tests.formats.workbooks import KEYED, PLAIN, changed, workbook
from verification.claims.request import Request

Change = Callable[[dict[str, Any]], object]

CERTIFICATES: dict[str, tuple[str, Change]] = {
    "unknown claim": ("no-such-claim", lambda d: d["claims"][0].update(name="no-such-claim")),
    "claim twice": ("stands twice", lambda d: d["claims"].append(d["claims"][0])),
    "unknown version": ("version 3 is unknown", lambda d: d.update(version=3)),
    "endless version": (
        f"version 1{39 * '0'} is unknown; a newer ptcert may know it",
        lambda d: d.update(version=10**4000),
    ),
    "version as text": ("not a ptcert certificate", lambda d: d.update(version="2")),
    "unknown law": ("law of the table is unknown", lambda d: of_law(d, "law", "cauchy")),
    "parameter": ("is negative", lambda d: d["table"]["origin"]["parameters"].update(sigma2="-1")),
    "unknown rule": ("rule", lambda d: of_law(d, "rule", "floor")),
}


def of_law(document: dict[str, Any], key: str, value: str) -> None:
    """Change what a certificate says of the law of its table."""
    document["table"]["origin"][key] = value


def with_part(name: str, content: bytes) -> bytes:
    """Return a workbook with one part more."""
    buffer = BytesIO(PLAIN)
    with ZipFile(buffer, "a", ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return buffer.getvalue()


BOMB = " " * (65 << 20) + "</sheetData>"
TABLES: dict[str, tuple[str, bytes]] = {
    "no table": ("is not the header of a known table", workbook([["a", "b"], [1, 2]])),
    "formula": ("holds a formula", workbook([*KEYED, [3, 1, "=1+0"], [3, 2, 0]])),
    "date": ("holds a date or a time", workbook([*KEYED, [3, 1, date(2020, 1, 1)], [3, 2, 0]])),
    "macros": ("holds macros", with_part("xl/vbaProject.bin", b"Sub Open()")),
    "zip bomb": (
        "expands to more than 64 MiB",
        changed(PLAIN, "xl/worksheets/sheet1.xml", "</sheetData>", BOMB),
    ),
    "damaged": ("is no Excel workbook, or a damaged one", PLAIN[: len(PLAIN) // 2]),
}


def check_refused(made: Outcome, said: str, folder: Path, files: set[str]) -> None:
    """Check for status 2, one line that says why, and no file that was not there before."""
    assert made.status == 2
    (line,) = (made.out + made.err).splitlines()
    assert said in line
    assert {path.name for path in folder.iterdir()} == files


@pytest.fixture(scope="module")
def honest() -> str:
    """Return a certificate of a table with a law."""
    table = table_of("discrete-gaussian")
    return text_of(Request(table, source(table), targets("1")), ())


@pytest.mark.parametrize("name", CERTIFICATES)
@pytest.mark.parametrize("command", ["check", "report", "prove"])
def test_a_certificate_that_is_none_is_refused(
    run: Run, tmp_path: Path, honest: str, command: str, name: str
) -> None:
    """Whoever reads it: what the checker does not know is never passed over."""
    said, change = CERTIFICATES[name]
    document = json.loads(honest)
    change(document)
    path = tmp_path / "t.certificate.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    output = ("-o", str(tmp_path / "out")) if command == "report" else ()
    check_refused(run(command, str(path), *output), said, tmp_path, {path.name})


@pytest.mark.parametrize("name", TABLES)
def test_a_workbook_that_is_no_table_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    """No claim is made about it, and no report."""
    said, content = TABLES[name]
    path = tmp_path / "t.xlsx"
    path.write_bytes(content)
    for command in ("certify", "audit"):
        output = tmp_path / ("out" if command == "certify" else "out.html")
        made = run(command, str(path), "--format", "ess", "--epsilon", "1", "-o", str(output))
        check_refused(made, said, tmp_path, {path.name})


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("law", "cauchy", "this program knows"),
        ("parameters", {"sigma2": "0", "D": 6}, "must be from 1/2000 to 10^12"),
        ("parameters", {"sigma2": "9/2", "D": 0}, "must be from 1 to 100000"),
        ("parameters", {"sigma2": "9/2"}, "D"),
    ],
)
def test_a_table_with_a_law_that_is_none_is_refused(
    run: Run, tmp_path: Path, key: str, value: object, said: str
) -> None:
    """The message names the parameter and its range."""
    path = tmp_path / "t.ptable.json"
    asked = ("--law", "discrete-gaussian", "--sigma2", "9/2", "--D", "6", "--keysize", "2^16")
    assert run("design", *asked, "-o", str(path)).status == 0
    document = json.loads(path.read_text(encoding="utf-8"))
    document["origin"][key] = value
    path.write_text(json.dumps(document), encoding="utf-8")
    made = run("certify", str(path), "--epsilon", "1", "-o", str(tmp_path / "out"))
    check_refused(made, said, tmp_path, {path.name})
