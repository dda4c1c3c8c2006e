"""Certificates of version 1 stay what they were: re-checked, and reported on, for ever.

The files in ``data/version-1`` are the certificates of the gallery when version 2 came.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reports.certificates.files import read_certificate
from reports.cli import main
from tests.attacks_on_ptcert.mutations import at, paths
from tests.certificate.making import CHECKER, Json, is_accepted
from verification import checker
from verification.checking.files import check_native
from verification.checking.refusing import ClaimFails

FOLDER = Path(__file__).parent / "data" / "version-1"
FILES = sorted(FOLDER.glob("*.certificate.json"))
# What version 1 called "holds" where nothing was promised.
VERDICTS = {
    "example1": "holds",
    "keys-2-16": "measured",
    "keys-2-32": "measured",
    "keys-2-8": "measured",
    "never-negative": "measured",
}


def document(name: str) -> Json:
    """Return a certificate of version 1, which the test may change."""
    found: Json = json.loads((FOLDER / f"{name}.certificate.json").read_text("utf-8"))
    return found


def test_the_fixtures_are_there() -> None:
    """Five certificates of version 1, each by its name."""
    assert [path.name.split(".")[0] for path in FILES] == sorted(VERDICTS)
    assert {document(name)["version"] for name in VERDICTS} == {1}


@pytest.mark.parametrize("name", VERDICTS)
def test_the_checker_accepts_them(name: str) -> None:
    """As a program, alone: every claim is computed anew, the verdict is said in today's words."""
    path = FOLDER / f"{name}.certificate.json"
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), str(path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    *before, said = run.stdout.splitlines()
    assert said == f"every claim re-checked: all hold; verdict: {VERDICTS[name]}"
    assert (run.returncode, run.stderr) == (0, "")
    # What version 1 gave and nobody reads is named; without a law there is no such thing.
    assert len(before) == (name != "never-negative")
    assert all(line.startswith("not compared: the bounds of the values") for line in before)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_report_is_made_of_them(name: str, tmp_path: Path) -> None:
    """It has every claim, the findings of the table, and today's verdict."""
    path = FOLDER / f"{name}.certificate.json"
    assert main(["report", str(path), "-o", str(tmp_path), "--as", "md"]) == 0
    text = (tmp_path / f"{name}.report.md").read_text(encoding="utf-8")
    for claim in document(name)["claims"]:
        assert claim["name"] in text
    assert VERDICTS[name] in text
    assert "recorded by whoever made the file" in text


@pytest.mark.parametrize("name", VERDICTS)
def test_they_read_as_certificates_of_today(name: str) -> None:
    """The claims that were made are there by name, those that were not claimed are not."""
    given = document(name)
    made = read_certificate(FOLDER / f"{name}.certificate.json").certificate
    claimed = [claim["name"] for claim in given["claims"] if claim["status"] != "not claimed"]
    assert [claim.name for claim in made.claims] == claimed
    assert made.version == 1
    assert made.verdict == VERDICTS[name]


def test_a_changed_certificate_of_version_1_is_rejected() -> None:
    """Each integer and each text of the claims of Example 1, changed, is seen."""
    text = json.dumps(document("example1"))
    places = [path for path in paths(json.loads(text)) if path[0] == "claims" and len(path) > 2]
    for path in places[::7]:
        changed = json.loads(text)
        value = at(changed, path)
        if isinstance(value, int | str) and path[2] not in ("x", "bounds", "bits"):
            other = value + 1 if isinstance(value, int) else f"{value}1"
            at(changed, path[:-1])[path[-1]] = other
            assert not is_accepted(changed), path


def test_the_claims_of_version_1_are_all_there_in_order() -> None:
    """It made eight claims always: fewer, more or others are no certificate of it."""
    base = document("keys-2-8")
    claims = base["claims"]
    assert is_accepted(base)
    for changed in (claims[:-1], claims[1:], claims[::-1], [*claims, claims[0]]):
        assert not is_accepted({**base, "claims": changed})
    for number, claim in enumerate(claims):
        for change in ({"status": "not claimed"}, {"kind": 9}, {"covers": {"rows": 1}}):
            changed = [*claims[:number], {**claim, **change}, *claims[number + 1 :]]
            assert not is_accepted({**base, "claims": changed})
    assert checker.check(base)[1] == "measured"
    assert not is_accepted({**base, "verdict": "measured"})


@pytest.mark.parametrize("name", VERDICTS)
def test_a_table_of_version_1_is_certified_and_checked_with_its_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The certificate says it in today's words, the file in those of its time: one table."""
    table = document(name)["table"]
    assert table["version"] == 1
    file, made = tmp_path / f"{name}.ptable.json", tmp_path / "out"
    file.write_text(json.dumps(table), encoding="utf-8")
    asked = ["--epsilon", "1/2", "--as", "md", "--solver", "z3"]
    assert main(["certify", str(file), "-o", str(made), *asked]) == 0
    certificate = made / f"{name}.certificate.json"
    assert main(["check", str(certificate), str(file)]) == 0
    assert checker.main([str(certificate), str(file)]) == 0
    assert "not compared" not in capsys.readouterr().out


def test_a_table_of_version_1_with_another_law_is_another_table() -> None:
    """Whether it stands in the certificate or in the file; and nothing beside the parameters."""
    table, certified = document("keys-2-8")["table"], upgraded(document("keys-2-8")["table"])
    for name, value in (("D", 11), ("gamma", "52/1996"), ("rule", "symmetric")):
        other = {**table, "origin": {**table["origin"], name: value}}
        with pytest.raises(ClaimFails, match="the table"):
            check_native(certified, other, {})
        with pytest.raises(ClaimFails, match="the table"):
            check_native(upgraded(other), table, {})
    check_native(certified, table, {})
    beside = {**certified, "origin": {**certified["origin"], "gamma": "52/1995"}}
    assert not is_accepted({**document("keys-2-8"), "table": beside})


def upgraded(table: Json) -> Json:
    """Return a table of version 1 with a law as version 2 writes it, by hand."""
    origin = {name: table["origin"][name] for name in ("law", "rule", "epsilon", "delta")}
    origin["parameters"] = {name: table["origin"][name] for name in ("D", "gamma")}
    return {**table, "version": 2, "first_key": 0, "holes": [], "origin": origin}


def test_version_1_records_no_findings() -> None:
    """A file that does says something which nobody reads: it is no certificate of version 1."""
    for found in ([], [{"severity": "error"}], 7):
        assert not is_accepted({**document("keys-2-8"), "findings": found})
