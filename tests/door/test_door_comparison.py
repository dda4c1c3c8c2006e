"""Comparisons at the front door: the same answers as the command's."""

import json
from pathlib import Path
from typing import Any

import pytest

import ptcert
from reports.cli import main
from tests.door.small import HALF, ONS, page_in

SAID = ["--beyond", "repeat", "--zero", "none", "--json"]


@pytest.fixture
def other(tmp_path: Path) -> ptcert.Table:
    """The small table with keys 0 and 1 of count 2 exchanged."""
    path = tmp_path / "other.csv"
    path.write_text(ONS.replace("2,0,-1\n2,1,0", "2,0,0\n2,1,-1"), encoding="utf-8")
    return ptcert.read(path, beyond="repeat", zero="none")


def test_two_tables_differ_where_the_command_says(
    small: ptcert.Table,
    other: ptcert.Table,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The same distribution, another noise for key 0 of count 2; every field of ``--json``."""
    found = ptcert.compare(small, other, epsilon="1/2")
    assert (found.verdict, found.agrees) == ("different", False)
    files = [str(tmp_path / name) for name in ("small.csv", "other.csv")]
    assert main(["compare", *files, "--epsilon", "1/2", *SAID]) == 1
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))
    assert ptcert.compare(small, small).agrees
    assert "small.csv and other.csv" in page_in(found._repr_html_())
    assert repr(found).startswith("<Comparison ")


def test_the_output_of_a_program_is_judged_against_a_table(
    small: ptcert.Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """1/4, 1/2, 1/4 are right, 0.4 is not; every field of ``--json``."""
    output = tmp_path / "output.csv"
    output.write_text("z,p\n-1,0.25\n0,0.5\n1,0.25\n", encoding="utf-8")
    assert ptcert.compare(output, small, count=1).verdict == "same"
    output.write_text("z,p\n-1,0.4\n0,0.5\n1,0.25\n", encoding="utf-8")
    found = ptcert.compare(str(output), small, count=1)
    assert not found.agrees
    table = ["--table", str(tmp_path / "small.csv"), "--count", "1"]
    assert main(["compare", str(output), *table, *SAID]) == 1
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))
    assert "0.4" in found.text


def test_what_cannot_be_compared_is_an_input_error(small: ptcert.Table, tmp_path: Path) -> None:
    """Floats, what is no table, and what is no file."""
    with pytest.raises(ptcert.InputError, match=r"epsilon = 0\.5: a float is not exact"):
        ptcert.compare(small, small, epsilon=HALF)
    path: Any = "other.csv"
    with pytest.raises(ptcert.InputError, match=r"is no table; read it with ptcert\.read first"):
        ptcert.compare(small, path)
    with pytest.raises(ptcert.InputError, match="cannot be read"):
        ptcert.compare(tmp_path / "none.csv", small, count=1)
