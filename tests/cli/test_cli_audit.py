"""``ptcert audit``: the verdict, the exact measures and the findings, for machines and people."""

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from mpmath import mp, mpf

from exact.errors import Undecided
from tests.cli.running import (
    TRUE_DIGITS,
    Run,
    check_encloses,
    check_narrow,
    check_one_line,
    enclosures,
    true_pmf,
    true_ratio,
)

K = 2**32
EPSILON = ("--epsilon", "1/2")


def counts_in(path: Path) -> dict[int, int]:
    """Return the key count of each noise value, read from the file itself."""
    (row,) = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return dict(zip(row["noise"], row["keys"], strict=True))


def small_table(**changes: Any) -> dict[str, Any]:
    """Return a table of two rows over 8 keys whose releases have the same support."""
    rows = [
        {"count": 25, "noise": [0, 1], "keys": [3, 5]},
        {"count": 26, "noise": [-1, 0], "keys": [5, 3]},
    ]
    document = {
        "format": "ptcert-ptable",
        "version": 1,
        "keysize": 8,
        "zero": "none",
        "beyond": {"rule": "stop"},
        "origin": None,
        "rows": rows,
    }
    return {**document, **changes}


@pytest.fixture
def two_rows(tmp_path: Path) -> Path:
    """Return the file of the small table."""
    path = tmp_path / "two.ptable.json"
    path.write_text(json.dumps(small_table()), encoding="utf-8")
    return path


def test_audit_json_has_every_field_of_the_issue(run: Run, example_1: Path) -> None:
    """Machines find verdict, table, rows, privacy and findings with all their parts."""
    made = run("audit", str(example_1), *EPSILON, "--delta", "1e-4", "--json")
    assert (made.status, made.err) == (0, "")
    found = made.json
    assert {"verdict", "table", "rows", "privacy", "findings"} <= set(found)
    assert {"keysize", "rows", "noise_min", "noise_max", "sha256"} <= set(found["table"])
    assert all({"count", "bias", "variance"} <= set(row) for row in found["rows"])
    privacy = {"epsilon", "delta", "pair", "event", "singleton_delta", "epsilon_q", "delta_q"}
    assert privacy <= set(found["privacy"])
    assert found["findings"]
    assert all({"code", "severity", "message"} <= set(entry) for entry in found["findings"])


def test_the_table_is_identified_by_its_bytes(run: Run, example_1: Path) -> None:
    """The SHA-256 is that of the file, and the facts about the table are those of the file."""
    found = run("audit", str(example_1), *EPSILON, "--json").json["table"]
    assert found == {
        "keysize": K,
        "first_key": 0,
        "rows": 1,
        "noise_min": -25,
        "noise_max": 25,
        "sha256": sha256(example_1.read_bytes()).hexdigest(),
    }


def test_bias_and_variance_are_the_moments_of_the_keys(run: Run, example_1: Path) -> None:
    """(4.6) and (4.7) from the key counts in the file, and the paper's B^Q = -D/K."""
    (row,) = run("audit", str(example_1), *EPSILON, "--json").json["rows"]
    counts = counts_in(example_1)
    mean = Fraction(sum(z * n for z, n in counts.items()), K)
    square = Fraction(sum(z * z * n for z, n in counts.items()), K)
    assert (row["count"], Fraction(row["bias"])) == (25, mean)
    assert mean == Fraction(-25, K)
    assert Fraction(row["variance"]) == square - mean**2
    assert str(row["variance"]).partition("/")[1] == "/"


def test_the_privacy_of_example_1_is_exact(run: Run, example_1: Path) -> None:
    """Delta is the key count at the end of the range; the pair and the event show where."""
    found = run("audit", str(example_1), *EPSILON, "--json").json["privacy"]
    delta = Fraction(counts_in(example_1)[-25], K)
    assert delta == Fraction(425760, K)
    assert (found["epsilon"], found["target_delta"]) == ("1/2", None)
    assert Fraction(found["delta"]) == Fraction(found["delta_q"]) == delta
    assert Fraction(found["singleton_delta"]) == delta
    assert (found["pair"], found["event"]) == ([25, 26], [0])


def test_epsilon_q_is_the_logarithm_of_the_largest_ratio(run: Run, example_1: Path) -> None:
    """(4.10): exp is the largest ratio of neighbouring key counts, and lo, hi enclose its log."""
    found = run("audit", str(example_1), *EPSILON, "--json").json["privacy"]["epsilon_q"]
    counts = counts_in(example_1)
    ratios = [Fraction(counts[z], counts[z + step]) for step in (-1, 1) for z in range(-24, 25)]
    assert Fraction(found["exp"]) == max(ratios) == Fraction(700583, 425759)
    with mp.workdps(TRUE_DIGITS):
        check_encloses(found, mp.log(mpf(700583) / 425759))
    assert found["lo"].startswith("0.498039387067656")


def test_entropy_and_distance_enclose_the_truth(run: Run, example_1: Path) -> None:
    """Entropy (1.2) and the distance to the law are those of the key counts, to 30 digits."""
    (row,) = run("audit", str(example_1), *EPSILON, "--json").json["rows"]
    law = true_pmf(true_ratio(Fraction(127, 12495)), 25)
    with mp.workdps(TRUE_DIGITS):
        table = {z: mpf(n) / K for z, n in counts_in(example_1).items()}
        check_encloses(row["entropy"], -mp.fsum(p * mp.log(p) for p in table.values()))
        distance = mp.fsum(abs(table[z] - law[z]) for z in law) / 2
        check_encloses(row["law_distance"], distance)


def test_an_irrational_delta_comes_with_its_exact_parts(run: Run, two_rows: Path) -> None:
    """Where delta = A - B e^epsilon is irrational, A and B are given beside the enclosure."""
    found = run("audit", str(two_rows), "--epsilon", "1/4", "--json").json["privacy"]
    # Releases 25, 26 have 3, 5 keys under count 25 and 5, 3 under 26: the event is one release.
    with mp.workdps(TRUE_DIGITS):
        check_encloses(found["delta"], (5 - 3 * mp.exp(mpf(1) / 4)) / 8)
    assert (found["delta"]["A"], found["delta"]["B"]) == ("5/8", "3/8")
    assert found["event"] in ([25], [26])


def test_a_logarithmic_epsilon_gives_a_rational_delta(run: Run, two_rows: Path) -> None:
    """At epsilon = ln(3/2) delta is 5/8 - (3/8)(3/2) = 1/16, a rational."""
    found = run("audit", str(two_rows), "--epsilon", "ln(3/2)", "--json").json["privacy"]
    assert (found["delta"], found["epsilon"]["exp"]) == ("1/16", "3/2")
    with mp.workdps(TRUE_DIGITS):
        check_encloses(found["epsilon"], mp.log(mpf(3) / 2))


@pytest.mark.parametrize("epsilon", ["1/2", "ln(3/2)", "1/1000", "1000"])
def test_every_irrational_of_an_audit_has_thirty_digits(
    run: Run, two_rows: Path, example_1: Path, epsilon: str
) -> None:
    """Each object with lo and hi in the JSON of an audit is narrow enough for 30 digits."""
    for path in (two_rows, example_1):
        made = run("audit", str(path), "--epsilon", epsilon, "--json")
        found = list(enclosures(made.json))
        assert found
        for enclosure in found:
            check_narrow(enclosure, 30)


def test_a_huge_epsilon_is_answered_in_words(run: Run, two_rows: Path) -> None:
    """A number too long for Python to print ends in an answer or in one line, not a traceback."""
    for arguments in ((), ("--json",)):
        made = run("audit", str(two_rows), "--epsilon", "20000", *arguments)
        assert made.status in {0, 2, 3}


def test_a_delta_that_holds_gives_status_0(run: Run, example_1: Path) -> None:
    """The tight delta itself is a claim that holds: the comparison is exact."""
    made = run("audit", str(example_1), *EPSILON, "--delta", f"425760/{K}", "--json")
    assert (made.status, made.json["verdict"]) == (0, "holds")
    assert "DELTA" not in {finding["code"] for finding in made.json["findings"]}


def test_a_delta_that_fails_gives_status_1(run: Run, example_1: Path) -> None:
    """A claim below the tight delta by any amount fails, and the finding DELTA is an error."""
    claim = Fraction(425760, K) - Fraction(1, 10**100)
    made = run("audit", str(example_1), *EPSILON, "--delta", str(claim), "--json")
    assert (made.status, made.err, made.json["verdict"]) == (1, "", "fails")
    (finding,) = (entry for entry in made.json["findings"] if entry["code"] == "DELTA")
    assert finding["severity"] == "error"
    assert str(claim) in finding["message"]


def test_an_undecided_question_gives_status_3(
    run: Run, example_1: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the work allowed does not settle is neither a pass nor a failure."""

    def give_up(*_: object) -> None:
        raise Undecided("a question: not settled with 7 bits")

    monkeypatch.setattr("reports.commands.audit.audit_reading", give_up)
    made = run("audit", str(example_1), *EPSILON)
    assert made.status == 3
    check_one_line(made, "undecided", "a question: not settled with 7 bits")


def test_a_changed_table_is_not_what_it_declares(run: Run, example_1: Path, tmp_path: Path) -> None:
    """One key moved from one noise value to another is found: an error, whatever is claimed."""
    document = json.loads(example_1.read_text(encoding="utf-8"))
    document["rows"][0]["keys"][3] += 1
    document["rows"][0]["keys"][4] -= 1
    path = tmp_path / "changed.ptable.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    claimed = run("audit", str(path), *EPSILON, "--delta", "1e-4", "--json")
    assert (claimed.status, claimed.json["verdict"]) == (1, "fails")
    made = run("audit", str(path), *EPSILON, "--json")
    assert (made.status, made.json["verdict"]) == (1, "fails")
    assert "ORIGIN" in {finding["code"] for finding in made.json["findings"]}


def test_the_text_of_an_audit_begins_with_the_verdict(run: Run, example_1: Path) -> None:
    """People read first whether the claim holds."""
    holds = run("audit", str(example_1), *EPSILON, "--delta", "1e-4")
    fails = run("audit", str(example_1), *EPSILON, "--delta", "1e-5")
    assert (holds.status, fails.status) == (0, 1)
    assert "HOLDS" in holds.out.splitlines()[0]
    assert "FAILS" in fails.out.splitlines()[0]
    assert "ERROR DELTA" in fails.out
    for part in ("425760", "49.00216718", "0.4980393871"):
        assert part in holds.out.replace("13305/134217728", "425760/4294967296")
