"""Both bounds of Proposition 2 in a file: written by design, re-checked, refused when forged."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.optimal.count_query import data_dependent, least_delta
from tests.cli.running import Run, check_rejected

LAW = ("--law", "count-query", "--eta", "1/2", "--D", "2", "--small", "program", "--rows", "3")


@pytest.fixture
def proof(run: Run, tmp_path: Path) -> Path:
    """The file for e^epsilon = 2, where the rational simplex gives 5/38."""
    path = tmp_path / "outcomes.json"
    made = run("design", "--complete", *LAW, "--epsilon", "ln(2)", "--proof", str(path))
    assert made.status == 0, made.err
    return path


def test_the_file_encloses_what_the_simplex_finds(run: Run, proof: Path) -> None:
    """lo <= 5/38 <= hi within 10^-6, and the check adds both up anew."""
    document = json.loads(proof.read_text())
    exact = least_delta(data_dependent(Fraction(1, 2), Fraction(2), 2, range(1, 4))).value
    assert exact == Fraction(5, 38)
    lo, hi = Fraction(document["lo"]), Fraction(document["hi"])
    assert lo <= exact <= hi < lo + Fraction(1, 10**6)
    checked = run("check", str(proof))
    assert checked.status == 0
    assert "D = 2, counts 1 to 3, epsilon = ln(2): the least delta" in checked.out
    assert checked.out.endswith("both bounds re-checked\n")


def test_an_irrational_e_is_bounded_on_both_sides(run: Run, tmp_path: Path) -> None:
    """At epsilon = 1 the file has E above e, and hi is judged by e itself."""
    path = tmp_path / "outcomes.json"
    made = run("design", "--complete", *LAW, "--epsilon", "1", "--proof", str(path))
    assert made.status == 0, made.err
    assert Fraction(json.loads(path.read_text())["E"]) > Fraction("2.718281828459045")
    assert run("check", str(path)).status == 0


def _other_first(numbers: list[str]) -> None:
    numbers[0], numbers[1] = numbers[1], numbers[0]


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "lo": lambda d: d.update(lo="3/20"),
    "hi": lambda d: d.update(hi="1/20"),
    "E": lambda d: d.update(E="19/10"),
    "noise": lambda d: _other_first(d["noise"][0]),
    "size": lambda d: d["rows"].pop(),
    "row": lambda d: d["rows"][0].pop(),
    "outcome": lambda d: d["outcomes"][0].update(released=9),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_rejected(run: Run, proof: Path, name: str) -> None:
    """A higher lo, a lower hi, a smaller E, other noise, fewer rows: status 1, and which."""
    document = json.loads(proof.read_text())
    FORGED[name](document)
    proof.write_text(json.dumps(document, separators=(",", ":")))
    checked = run("check", str(proof))
    assert checked.status == 1
    assert checked.out.startswith(f"REJECTED: {name} = ")


@pytest.mark.parametrize("lo", ["1/10", "1/1", "1/4", "9/1"])
@pytest.mark.parametrize("kept", [0, 3])
def test_outcomes_without_weight_bound_nothing(run: Run, proof: Path, lo: str, kept: int) -> None:
    """No outcomes, or those of weight 0, are a proof of 0 and of no other lower bound."""
    document = json.loads(proof.read_text())
    least = Fraction(document["hi"])
    document["rows"] = [[0, 0] for _ in document["rows"]]
    document["outcomes"] = [{**one, "most": 0, "mu": 0} for one in document["outcomes"][:kept]]
    for changed in ({**document, "lo": lo}, {**document, "lo": lo, "hi": "1/1"}):
        proof.write_text(json.dumps(changed, separators=(",", ":")))
        checked = run("check", str(proof))
        assert checked.status == 1
        assert checked.out.startswith(f"REJECTED: lo = {Fraction(lo)}")
    proof.write_text(json.dumps({**document, "lo": "0/1"}, separators=(",", ":")))
    assert run("check", str(proof)).status == 0
    assert least > 0


def test_every_mu_is_at_most_its_lambda(run: Run, proof: Path) -> None:
    """Otherwise any bound could be made to follow."""
    document = json.loads(proof.read_text())
    document["outcomes"][0]["mu"] = document["outcomes"][0]["most"] + 1
    proof.write_text(json.dumps(document, separators=(",", ":")))
    assert run("check", str(proof)).status == 1


def test_what_is_no_such_file_is_bad_input(run: Run, proof: Path, tmp_path: Path) -> None:
    """A key more, a float, a table beside it: one line, status 2."""
    document = json.loads(proof.read_text())
    for changed in ({**document, "seed": 1}, {**document, "eta": 0.5}):
        other = tmp_path / "other.json"
        other.write_text(json.dumps(changed, separators=(",", ":")))
        assert run("check", str(other)).status == 2
    check_rejected(run("check", str(proof), str(proof)), "does not go with a proof")
