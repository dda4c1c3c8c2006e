"""Complete tables at the front door: the command's answers, proofs that certify takes, one line."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ptcert
from reports.cli import main
from tests.door.small import HALF, page_in

SMALL: dict[str, Any] = {"D": 2, "variance": 1, "keysize": 16}


def flags(said: dict[str, Any]) -> list[str]:
    """Return the arguments of ``ptcert design --complete`` that say the same."""
    given = ((f"--{name.replace('_', '-')}", value) for name, value in said.items())
    return [part for name, value in given for part in ([name] + [str(value)] * (value is not True))]


@pytest.mark.parametrize(
    "said",
    [
        {**SMALL, "epsilon": "ln(2)"},
        {**SMALL, "epsilon": 1, "holes": "1", "zero": "row", "first_pair": "cap:0.7", "leaves": 1},
        {**SMALL, "epsilon": 1, "criterion": "entropy", "pstay": "1/4", "rows": 3},
        {**SMALL, "delta": "1/4", "first_pair": "exclude"},
        {"D": 2, "keysize": 16, "epsilon": 1, "delta": "3/4", "criterion": "variance"},
        {**SMALL, "epsilon": 1, "js": 1, "allow_bias": True, "unimodal": True},
    ],
)
def test_a_complete_design_is_what_the_command_makes(
    said: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every field of ``ptcert design --complete --json``, by each criterion."""
    found = ptcert.complete(**said)
    assert main(["design", "--complete", *flags(said), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(found.to_dict()))
    assert printed["proved_optimal"] == found.proved_optimal
    assert (printed["gap_keys"] is None) == (found.gap_keys is None) or found.bound is None
    assert repr(found).startswith("<CompleteDesign complete: counts ")
    assert found.text.count("zero   ") == 1
    assert "A complete table" in page_in(found._repr_html_())


def test_the_oracles_table_has_three_of_326_at_e_3() -> None:
    """D = 5, V = 3, holes 1..2 at E = 3: no real table has less, by the rational simplex."""
    found = ptcert.complete("ln(3)", D=5, variance=3, js=2, keysize="2^8", leaves=1)
    assert found.bound is not None
    assert 0 <= Fraction(3, 326) - found.bound < Fraction(1, 10**12)
    assert found.delta is not None
    assert found.gap_keys == 256 * (found.delta.hi - found.bound)


def test_a_proof_becomes_a_claim(tmp_path: Path) -> None:
    """As a value and as a file: the same certificate, with claim optimality."""
    found = ptcert.complete("ln(2)", **SMALL)
    found.save_proof(tmp_path / "t.proof.json")
    said = ["design", "--complete", *flags(SMALL), "--epsilon", "ln(2)"]
    assert main([*said, "--proof", str(tmp_path / "same.json")]) == 0
    assert (tmp_path / "same.json").read_bytes() == (tmp_path / "t.proof.json").read_bytes()
    made = [
        ptcert.certify(found.table, "ln(2)", solvers=["z3"], proof=proof)
        for proof in (found.proof, tmp_path / "t.proof.json")
    ]
    assert made[0].claims["optimality"]
    assert made[0].to_dict() == made[1].to_dict()


def test_what_cannot_be_had_is_one_line() -> None:
    """Out of reach with its bound, floats, contradictions, unknown words, no proof of entropy."""
    with pytest.raises(ptcert.TargetMissed, match=r"pair \(0, 1\): it is at least 0\.333\d+ at"):
        ptcert.complete(1, D=3, variance=2, keysize="2^6", first_pair="cap:0.1")
    with pytest.raises(ptcert.TargetMissed, match=r"delta <= 1/100: it is at least 0\.\d+ at"):
        ptcert.complete(1, "1/100", **SMALL)
    with pytest.raises(ptcert.InputError, match="a float is not exact"):
        ptcert.complete(1, **{**SMALL, "D": HALF})
    with pytest.raises(ptcert.InputError, match="is more than the 4 that noise up to 2 can have"):
        ptcert.complete(1, **{**SMALL, "variance": 5})
    with pytest.raises(ptcert.InputError, match="criterion = 'best': is not known"):
        ptcert.complete(1, **SMALL, criterion="best")
    entropy = ptcert.complete(**SMALL, criterion="entropy")
    assert entropy.proof is None
    assert entropy.bound is None
    with pytest.raises(ptcert.InputError, match="bounds no other table"):
        entropy.save_proof("none.json")


def test_what_differs_by_row_is_a_list() -> None:
    """(1, 2) and "1,2" are the same: noise of at most 1 for a count of 1, and 2 from there on."""
    one = ptcert.complete(1, D=(1, 2), variance=("1/2", 1), keysize=16, leaves=1)
    other = ptcert.complete(1, D="1,2", variance="1/2,1", keysize=16, leaves=1)
    assert one.to_dict() == other.to_dict()
    assert set(one.table.probabilities(1)) <= {-1, 0, 1}
