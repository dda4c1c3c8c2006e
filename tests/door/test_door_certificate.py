"""Certificates at the front door: proved, re-checked, saved; a wrong one is never handed out."""

import json
from pathlib import Path
from typing import Any

import pytest

import ptcert
from reports.cli import main
from tests.door.small import HALF, page_in
from verification import checker

# R ptable's columns: counts 0 to 2, on the grid of 1/4.
INTERVALS = """i,j,p,v,p_int_lb,p_int_ub,type
0,0,1,0,0,1,all
1,0,0.25,-1,0,0.25,all
1,1,0.5,0,0.25,0.75,all
1,2,0.25,1,0.75,1,all
"""


@pytest.fixture
def made(small: ptcert.Table) -> ptcert.Certificate:
    """A certificate of the small table at ln 2, where its delta is 1/4."""
    return ptcert.certify(small, "ln(2)", "1/4", also=["1/2"], solvers=["z3"])


@pytest.fixture
def intervals(tmp_path: Path) -> Path:
    """A file of intervals, and its certificate in the same folder."""
    path = tmp_path / "intervals.csv"
    path.write_text(INTERVALS, encoding="utf-8")
    ptcert.certify(ptcert.read(path), 1, solvers=["z3"]).save(tmp_path, ["md"])
    return path


def test_a_certificate_is_what_the_command_writes(
    small: ptcert.Table, made: ptcert.Certificate, tmp_path: Path
) -> None:
    """The same file, byte by byte, and the same report."""
    asked = ["--epsilon", "ln(2)", "--delta", "1/4", "--also", "1/2", "--solver", "z3"]
    said = ["--beyond", "repeat", "--zero", "none", "--as", "html,md"]
    folder = str(tmp_path / "command")
    assert main(["certify", str(tmp_path / small.name), *asked, *said, "-o", folder]) == 0
    files = made.save(tmp_path / "door", ["html", "md"])
    assert files[0].name == "small.certificate.json"
    for file in files:
        beside = tmp_path / "command" / file.relative_to(tmp_path / "door")
        assert file.read_bytes() == beside.read_bytes()


def test_a_certificate_says_what_it_claims(made: ptcert.Certificate) -> None:
    """delta at ln 2 is 1/4 by hand: the promise holds, and the checker accepts the file."""
    assert made.verdict == "holds"
    assert made.claims["dp-all-events"]
    assert set(made.claims.values()) == {True}
    assert repr(made).startswith("<Certificate small: HOLDS, ")
    assert checker.check(checker.load(json.dumps(made.to_dict()).encode()))[1] == "holds"
    assert "Certification report: small" in page_in(made._repr_html_())


def test_a_broken_promise_is_certified_as_broken(small: ptcert.Table, tmp_path: Path) -> None:
    """1/5 is below the tight delta of 1/4; the certificate that says so is accepted."""
    found = ptcert.certify(small, "ln(2)", "1/5", solvers=["z3"])
    assert found.verdict == "fails"
    assert not found.claims["dp-all-events"]
    path = found.save(tmp_path, ["md"])[0]
    assert ptcert.check(path).verdict == "fails"


def test_a_checked_certificate_is_the_same(made: ptcert.Certificate, tmp_path: Path) -> None:
    """What is read back and re-checked, with the file of the table, is what was made."""
    path = made.save(tmp_path / "certified", ["md"])[0]
    again = ptcert.check(path, tmp_path / "small.csv")
    assert again.to_dict() == made.to_dict()
    assert again.verdict == "holds"


def test_a_changed_certificate_is_refused(made: ptcert.Certificate, tmp_path: Path) -> None:
    """One delta less, a foreign table, no certificate, no file: one line each."""
    path = made.save(tmp_path, ["md"])[0]
    text = path.read_text("utf-8")
    forged = tmp_path / "forged.certificate.json"
    forged.write_text(text.replace('"delta": "1/4"', '"delta": "1/5"'), encoding="utf-8")
    assert forged.read_text("utf-8") != text
    with pytest.raises(ptcert.InputError, match="is rejected"):
        ptcert.check(forged)
    other = tmp_path / "other.csv"
    other.write_text("pcv,ckey,pvalue\n", encoding="utf-8")
    with pytest.raises(ptcert.InputError, match="is rejected: SHA-256 of the table"):
        ptcert.check(path, other)
    with pytest.raises(ptcert.InputError, match="is no certificate"):
        ptcert.check(other)
    with pytest.raises(ptcert.InputError, match="does not exist"):
        ptcert.check(tmp_path / "none.certificate.json")


def test_a_file_of_intervals_is_read_again(
    intervals: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The checker cannot read it, so its reader does; the command says so."""
    certificate = tmp_path / "intervals.certificate.json"
    assert ptcert.check(certificate, intervals).verdict == "measured"
    assert main(["check", str(certificate), str(intervals)]) == 0
    assert "read again as r-ptable: the file holds the certified table" in capsys.readouterr().out


def test_the_table_of_one_file_does_not_pass_with_another(
    intervals: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A certificate of table A with the hash of file B is refused with file B."""
    other = tmp_path / "other.csv"
    swapped = INTERVALS.replace(
        "1,0,0.25,-1,0,0.25,all\n1,1,0.5,0,0.25,0.75,all",
        "1,0,0.5,-1,0,0.5,all\n1,1,0.25,0,0.5,0.75,all",
    )
    other.write_text(swapped, encoding="utf-8")
    certificate = tmp_path / "intervals.certificate.json"
    document = json.loads(certificate.read_text("utf-8"))
    table = ptcert.read(other)
    document["input"] |= {"sha256": table.sha256, "format": "r-ptable", "bytes": table.size}
    certificate.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(ptcert.InputError, match="count 1, key 25: the noise is 0, in the file -1"):
        ptcert.check(certificate, other)
    assert main(["check", str(certificate), str(other)]) == 1
    assert "REJECTED: count 1, key 25: the noise is 0, in the file -1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"epsilon": HALF}, r"epsilon = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "delta": HALF}, r"delta = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "also": [HALF]}, r"also = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "solvers": ["abacus"]}, "abacus"),
        ({}, "is missing, and the table declares none"),
    ],
)
def test_a_wrong_argument_of_a_certificate_is_an_input_error(
    small: ptcert.Table, said: dict[str, Any], message: str
) -> None:
    """One line with the argument, the value, the rule and the remedy."""
    with pytest.raises(ptcert.InputError, match=message):
        ptcert.certify(small, **said)
