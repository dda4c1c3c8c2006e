"""Example 1 of Sadeghi and Chien: D = 25, 2^32 keys, epsilon = 1/2, 1/10 and 3/10."""

import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from reports.cli import main
from tests.certificate.making import CHECKER, Json, claim, example_1
from verification import checker

NAMES = (
    *("well-formed", "key-completeness", "quantisation", "moments"),
    *("dp-all-events", "dp-singletons", "paper-measures", "key-law"),
    "never-negative",
)
TIME_LIMIT = 60


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the checker as a program that sees no installed package and no other file of ours."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )


def test_all_kinds_of_claims_hold(example: Json) -> None:
    """Each claim has its name and the status that the checker computes too."""
    found = [(claim["name"], claim["status"]) for claim in example["claims"]]
    assert found == [(name, "holds") for name in NAMES]
    assert example["verdict"] == "holds"
    assert checker.check(example) == ([], "holds", 0)


def test_the_table_is_the_one_of_the_paper(example: Json) -> None:
    """D = 25 and 2^32 keys; the integers sum to 2^32."""
    table = example["table"]
    assert (table["keysize"], table["origin"]["parameters"]["D"]) == (2**32, 25)
    assert table["rows"][0]["noise"] == list(range(-25, 26))
    assert sum(table["rows"][0]["keys"]) == 2**32
    assert [target["epsilon"] for target in example["epsilons"]] == ["1/2", "1/10", "3/10"]
    assert example["epsilons"][0]["delta"] == "1/10000"


def test_at_one_half_delta_is_one_outcome_in_each_direction(example: Json) -> None:
    """delta = 425760/2^32 at noise -25 in one direction, 425759/2^32 at noise 25 in the other."""
    pairs = [
        entry for entry in claim(example, "dp-all-events")["pairs"] if entry["epsilon"] == "1/2"
    ]
    found = {(e["count"], e["other"]): (e["event"], Fraction(e["A"]), e["B"]) for e in pairs}
    assert found == {
        (25, 26): ([0], Fraction(425760, 2**32), "0/1"),
        (26, 25): ([51], Fraction(425759, 2**32), "0/1"),
    }
    for entry in pairs:
        assert {Fraction(end) for end in entry["delta"].values()} == {Fraction(entry["A"])}


def test_at_smaller_epsilons_the_worst_event_is_a_large_set(example: Json) -> None:
    """At 1/10 and 3/10 single outcomes say much less than all events: the weaker statement."""
    everything, single = (
        claim(example, "dp-all-events")["pairs"],
        claim(example, "dp-singletons")["pairs"],
    )
    sizes = {"1/2": 1, "1/10": 21, "3/10": 11}
    for entry, weaker in zip(everything, single, strict=True):
        assert len(entry["event"]) == sizes[entry["epsilon"]]
        most, least = Fraction(weaker["delta"]["hi"]), Fraction(entry["delta"]["lo"])
        assert most < least if sizes[entry["epsilon"]] > 1 else most == least


def test_both_solvers_answer_every_problem_as_expected(example: Json) -> None:
    """z3 and cvc5 were asked the same problems, of four claims at every epsilon."""
    assert [solver["name"] for solver in example["solvers"]] == ["z3", "cvc5"]
    asked = [[p["id"] for p in solver["problems"]] for solver in example["solvers"]]
    assert asked[0] == asked[1]
    assert len(set(asked[0])) == len(asked[0]) == 27
    for solver in example["solvers"]:
        assert solver["version"]
        assert all(p["answer"] == p["expected"] for p in solver["problems"])
        asked_of = {p["claim"] for p in solver["problems"]}
        assert asked_of == {"well-formed", "key-completeness", "dp-all-events", "dp-singletons"}
    for entry in claim(example, "dp-all-events")["pairs"]:
        label = entry["epsilon"].replace("/", "_")
        name = f"dp-all-events-{entry['count']}-vs-{entry['other']}-eps-{label}"
        assert {f"{name}-all-events", f"{name}-tight"} <= set(asked[0])


def test_the_checker_needs_nothing_installed(example_folder: Path) -> None:
    """``python -I -S verification/checker.py`` accepts the certificate and its table."""
    files = [str(example_folder / f"example1.{kind}.json") for kind in ("certificate", "ptable")]
    for arguments in (files[:1], files):
        run = alone(*arguments)
        expected = (0, "every claim re-checked: all hold; verdict: holds\n", "")
        assert (run.returncode, run.stdout, run.stderr) == expected


def test_the_digest_ties_the_certificate_to_its_table(
    example_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table's file is accepted, and no other: one more space is another file."""
    certificate = str(example_folder / "example1.certificate.json")
    table = example_folder / "example1.ptable.json"
    other = tmp_path / "other.ptable.json"
    other.write_bytes(table.read_bytes() + b" ")
    assert main(["check", certificate, str(table)]) == 0
    capsys.readouterr()
    assert main(["check", certificate, str(other)]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("REJECTED: SHA-256 of the table: it says ")
    assert sha256(other.read_bytes()).hexdigest() in printed


def test_the_same_input_gives_the_same_bytes(
    example_folder: Path, example_text: str, tmp_path: Path
) -> None:
    """A second run, and one in another process, write the certificate byte by byte again."""
    both = ["--solver", "z3", "--solver", "cvc5"]
    assert main(["certify", "-o", str(tmp_path / "again"), *both]) == 0
    program = "import sys; from reports.cli import main; sys.exit(main())"
    subprocess.run(
        [sys.executable, "-c", program, "certify", "-o", str(tmp_path / "other"), *both],
        cwd=CHECKER.parents[1],
        check=True,
        capture_output=True,
        timeout=TIME_LIMIT,
    )
    for folder in ("again", "other"):
        path = tmp_path / folder / "example1.certificate.json"
        assert path.read_text(encoding="utf-8") == example_text
        table = (tmp_path / folder / "example1.ptable.json").read_bytes()
        assert table == (example_folder / "example1.ptable.json").read_bytes()


def test_the_built_in_design_is_the_table_of_the_design_command(
    example_folder: Path, tmp_path: Path
) -> None:
    """Designing and certifying in two steps gives the same table and the same claims."""
    table = tmp_path / "example1.ptable.json"
    design = ["--epsilon", "1/2", "--delta", "1e-4", "--keysize", "2^32"]
    assert main(["design", *design, "-o", str(table)]) == 0
    assert table.read_bytes() == (example_folder / "example1.ptable.json").read_bytes()
    assert example_1().keysize == 2**32


def test_a_target_that_is_missed_fails_with_status_1(
    example_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """delta <= 1e-5 is false: the certificate says so, and the checker agrees with it."""
    table = str(example_folder / "example1.ptable.json")
    asked = ["--epsilon", "1/2", "--delta", "1e-5", "--solver", "z3", "-o", str(tmp_path)]
    assert main(["certify", table, *asked]) == 1
    path = tmp_path / "example1.certificate.json"
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "every claim re-checked: not all hold; verdict: fails"
    assert printed[0].endswith("not shown to hold: claim dp-all-events")
