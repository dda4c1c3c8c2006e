"""``run_peer`` as the command calls it: status, text, JSON, and a package that is missing."""

import argparse
import json
import re
import sys

import pytest

from exact.errors import InputError
from reports.peers import interval_exp, ons, run
from reports.peers.ons import Perturbation


def options(peer: str, **given: object) -> argparse.Namespace:
    """Return the options as the command line makes them."""
    known: dict[str, object] = {
        "json": False,
        "wide": False,
        "epsilon": None,
        "D": None,
        "keysize": None,
    }
    return argparse.Namespace(peer=peer, **{**known, **given})


def test_dp_accounting_is_reported_with_its_deficit(capsys: pytest.CaptureFixture[str]) -> None:
    """For Example 1 the table's delta at 1/2 is 3 ulps short: a claim fails, status 1."""
    assert run.run_peer(options("dp-accounting", D="25")) == 1
    printed = capsys.readouterr().out
    assert "Of 30 answers 5 lie below the exact delta." in printed
    assert re.search(r"-[234] ulps", printed)


def test_dp_accounting_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for a machine, with another law, every number exact."""
    asked = options("dp-accounting", D="10", epsilon="1", keysize="2^24", json=True)
    status = run.run_peer(asked)
    document = json.loads(capsys.readouterr().out)
    assert {e["epsilon"] for e in document["estimates"]} == {"1/5", "3/5", "1/1"}
    assert document["below"] == sum(e["is_below"] for e in document["estimates"])
    broken = any(one["faults"] for one in document["compositions"])
    assert status == (document["below"] > 0 or broken)


def test_opendp_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """All its bounds hold: status 0."""
    assert run.run_peer(options("opendp", json=True)) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["below"] == 0
    assert all(bound["holds"] for bound in document["bounds"])
    assert run.run_peer(options("opendp")) == 0
    assert "0 of them below the exact value" in capsys.readouterr().out


@pytest.mark.parametrize("as_json", [False, True])
def test_the_replay_reports_what_is_not_explained(
    as_json: bool,
    perturbation: Perturbation,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The cells of the missing category are reported, and the status is 1."""
    monkeypatch.setattr(ons, "perturbation", lambda _: perturbation)
    assert run.run_peer(options("cell-key-perturbation", json=as_json)) == 1
    printed = capsys.readouterr().out
    if as_json:
        tables = [table for made in json.loads(printed)["runs"] for table in made["tables"]]
        assert sum(len(table["differences"]) for table in tables) == 11
    else:
        assert "NOT every released cell" in printed
        assert "region 01, health missing" in printed


@pytest.mark.parametrize("as_json", [False, True])
def test_the_misses_of_an_interval_are_reported(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer arguments here; the count and the first witness are printed."""
    monkeypatch.setattr(interval_exp, "ARGUMENTS", 5_000)
    status = run.run_peer(options("mpmath-iv", json=as_json))
    printed = capsys.readouterr().out
    if as_json:
        document = json.loads(printed)
        assert document["missed"] == len(document["misses"])
        assert status == (document["missed"] > 0)
    else:
        assert "of 5000 enclosures do not hold e^x" in printed


@pytest.mark.parametrize(
    ("peer", "module", "missing"),
    [
        ("dp-accounting", "dp_accounting", "dp_accounting"),
        ("opendp", "opendp", "opendp"),
        ("cell-key-perturbation", "cell_key_perturbation", "cell_key_perturbation"),
        ("cell-key-perturbation", "pandas", "pandas"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_to_install(
    peer: str, module: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says what is missing and how to install it."""
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    if module == "pandas":
        for name in [name for name in sys.modules if name.startswith("cell_key_perturbation")]:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as caught:
        run.run_peer(options(peer))
    assert str(caught.value) == (
        f"peer = '{peer}': needs {missing}, which cannot be imported; "
        "install it with: pip install 'ptcert[peers]'"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"peer": "a-program"}, "is not a known program; use one of dp-accounting, opendp"),
        ({"peer": "dp-accounting", "epsilon": "0"}, "must be greater than 0"),
        ({"peer": "dp-accounting", "epsilon": "half"}, "is not a number"),
        ({"peer": "dp-accounting", "D": "0"}, "must be from 1 to 100000"),
        ({"peer": "dp-accounting", "keysize": "100"}, "must be a power of two"),
    ],
)
def test_bad_input_is_one_line(given: dict[str, str], message: str) -> None:
    """It names the argument, the value, the rule and the remedy."""
    with pytest.raises(InputError, match=message):
        run.run_peer(options(**given))
