"""A certificate speaks of keys by the numbers that the file of the table gives them."""

import json
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import claim, is_accepted, source, targets, text_of
from verification.claims.context import Context
from verification.claims.registry import problems
from verification.claims.request import Request

ROWS = (Row(((-1, 3), (0, 8), (1, 5))), Row(((-1, 4), (0, 9), (1, 3))))


def text(first_key: int) -> str:
    """Return the certificate of a table whose keys are numbered from here."""
    table = PTable(16, 1, ROWS, first_key=first_key)
    return text_of(Request(table, source(table), targets("1")))


def test_witnesses_are_found_by_lookup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each witness, given to ``lookup`` as it stands in the certificate, leads to its noise."""
    path = tmp_path / "table.json"
    path.write_text(write_native(PTable(16, 1, ROWS, first_key=1)), encoding="utf-8")
    document = json.loads(text(1))
    for row in claim(document, "key-completeness")["rows"]:
        for noise, key in row["witnesses"]:
            asked = ["--count", str(row["count"]), "--key", str(key), "--json"]
            capsys.readouterr()
            assert main(["lookup", str(path), *asked]) == 0
            assert json.loads(capsys.readouterr().out)["noise"] == noise
    assert claim(document, "key-completeness")["rows"][0]["witnesses"] == [[-1, 1], [0, 4], [1, 12]]
    assert is_accepted(document)


def test_witnesses_in_other_numbers_are_refused() -> None:
    """Counted from 0, the keys of a file that begins with 1 are other keys."""
    document, other = json.loads(text(1)), json.loads(text(0))
    rows = claim(other, "key-completeness")["rows"]
    assert claim(document, "key-completeness")["rows"] != rows
    claim(document, "key-completeness")["rows"] = rows
    assert not is_accepted(document)
    document = json.loads(text(1))
    document["table"]["first_key"] = 0
    assert not is_accepted(document)


def test_problems_that_count_from_0_say_so() -> None:
    """A problem for a solver names the offset, where there is one."""
    for first_key in (0, 1):
        table = PTable(16, 1, ROWS, first_key=first_key)
        asked = problems(Context.of(Request(table, source(table), targets("1"))))
        about_keys = [p for p in asked if p.name.endswith(("row-1", "row-2"))]
        assert len(about_keys) == 4
        said = ["key 0 is key 1 of the file" in "".join(p.comments) for p in about_keys]
        assert said == [first_key == 1] * 4
