"""A false claim is refuted by the solvers: the event of their model is shown and recorded."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from exact.errors import InputError
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row
from reports.cli import main
from tests.certificate.asking import engine, said
from tests.certificate.making import Json, claim
from tests.cli.running import Outcome, run_in_process
from verification import checker
from verification.certificate.file import certificate_of
from verification.certificate.recorded import check_recorded
from verification.smt.grammar import read_problem
from verification.smt.keys import partition_problem

SOLVERS = ("z3", "cvc5")
K, E = 16, Fraction(3, 2)
AT = ("--epsilon", "ln(3/2)")
# Weights of noise -1, 0 and 1 by count; the same rows in another order have another delta.
REFUSED = r"counterexamples|is no list|names something twice"
CLAIMED = "dp-all-events-*-all-events.smt2"
WEIGHTS = ((2, 12, 2), (3, 10, 3), (4, 8, 4))


def table(weights: tuple[tuple[int, ...], ...]) -> PTable:
    """Return a table of 16 keys with noise from -1 to 1, where it has keys, for counts from 1."""
    rows = (
        Row(tuple((z, w) for z, w in zip((-1, 0, 1), row, strict=True) if w)) for row in weights
    )
    return PTable(K, 1, tuple(rows), Repeat(), "none")


def tight(weights: tuple[tuple[int, ...], ...]) -> Fraction:
    """Return the largest P(S) - E Q(S) over all neighbours and all sets of releases, one by one."""
    rows = [dict(zip((n - 1, n, n + 1), row, strict=True)) for n, row in enumerate(weights, 1)]
    last = {y + 1: w for y, w in rows[-1].items()}
    rows.append(last)
    best = Fraction(0)
    for p, q in [*pairwise(rows), *pairwise(rows[::-1])]:
        values = sorted(p | q)
        for size in range(1, len(values) + 1):
            for event in combinations(values, size):
                P, Q = (sum(row.get(y, 0) for y in event) for row in (p, q))
                best = max(best, (P - E * Q) / K)
    return best


def certified(
    capsys: pytest.CaptureFixture[str], folder: Path, made: PTable, *more: str
) -> tuple[Outcome, Json]:
    """Certify a table by both solvers; return what was said, and the certificate."""
    folder.mkdir()
    path = folder / "t.ptable.json"
    path.write_text(write_native(made), encoding="utf-8")
    both = ("--solver", "z3", "--solver", "cvc5", "--as", "md")
    asked = (*AT, *more, *both, "--smt", str(folder / "smt"), "-o", str(folder))
    outcome = run_in_process(capsys, "certify", str(path), *asked)
    return outcome, json.loads((folder / "t.certificate.json").read_text(encoding="utf-8"))


def answers(folder: Path, name: str, pattern: str = "dp-all-events-*.smt2") -> dict[str, str]:
    """Ask a solver the files themselves, whole, as anybody would; return the first word of each."""
    found = {}
    for path in sorted((folder / "smt").glob(pattern)):
        problem = read_problem(path.stem, path.read_text(encoding="utf-8"))
        found[path.stem] = said(name, problem)
        whole = engine(name).run(engine(name).entering(problem.logic, problem.body) + "(check-sat)")
        assert whole == found[path.stem] == problem.expected
    return found


def test_a_delta_that_is_too_small_by_one_key_is_refuted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The least delta holds and nothing is refuted; less by 1/16 it fails, by an event."""
    least = tight(WEIGHTS)
    good, true = certified(capsys, tmp_path / "true", table(WEIGHTS), "--delta", str(least))
    assert (good.status, true["verdict"]) == (0, "holds")
    assert all("counterexamples" not in solver for solver in true["solvers"])
    assert good.out.count("problems as expected") == 2
    delta = str(least - Fraction(1, K))
    bad, false = certified(capsys, tmp_path / "false", table(WEIGHTS), "--delta", delta)
    assert (bad.status, false["verdict"]) == (1, "fails")
    assert "as expected" not in bad.out
    assert "FAILS (claims that fail: dp-all-events" in bad.out
    assert "dp-all-events: z3 and cvc5 found the event" in bad.out
    for name in SOLVERS:
        claimed = answers(tmp_path / "true", name, "dp-all-events-*-all-events.smt2")
        assert set(claimed.values()) == {"unsat"}
        assert (
            "sat" in answers(tmp_path / "false", name, "dp-all-events-*-all-events.smt2").values()
        )
        every = answers(tmp_path / "true", name)
        assert {ending.rpartition("-")[2] for ending, one in every.items() if one == "sat"} == {
            "tight"
        }
    for path in (tmp_path / "true" / "smt").glob("dp-*-all-events.smt2"):
        other = tmp_path / "false" / "smt" / path.name
        assert path.read_bytes() != other.read_bytes()


def test_the_event_of_the_model_is_recorded_reported_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its sums, added up from the table here, break the claim; another event is refused."""
    delta = tight(WEIGHTS) - Fraction(1, K)
    _, document = certified(capsys, tmp_path / "t", table(WEIGHTS), "--delta", str(delta))
    assert claim(document, "dp-all-events")["status"] == "fails"
    rows = {n: {n + z: w for z, w in zip((-1, 0, 1), WEIGHTS[min(n, 3) - 1], strict=True)}
            for n in range(1, 5)}  # fmt: skip
    for solver in document["solvers"]:
        assert solver["counterexamples"]
        for one in solver["counterexamples"]:
            name = one["id"].removeprefix("dp-all-events-").removeprefix("dp-singletons-")
            n, m = (int(part) for part in name.partition("-eps-")[0].split("-vs-"))
            P, Q = (sum(rows[count].get(y, 0) for y in one["found"]) for count in (n, m))
            assert E * Q + delta * K < P
    text = (tmp_path / "t" / "t.report.md").read_text(encoding="utf-8")
    assert "Counterexample by solvers: z3 and cvc5 found the event" in text
    assert "z3, cvc5: 17 of 19 problems as claimed, 2 refute a claim" in text
    path = str(tmp_path / "t" / "t.certificate.json")
    assert run_in_process(capsys, "check", path).status == 1
    again = run_in_process(capsys, "prove", path, "--smt", str(tmp_path / "t" / "smt"))
    assert again.status == 1
    assert "the claim fails. Counterexample: " in again.out
    assert " as expected" not in again.out
    alone = run_in_process(capsys, "prove", str(tmp_path / "t" / "smt"))
    assert (alone.status, "the claim fails" in alone.out) == (1, True)
    for wrong in ([99], [], [document["solvers"][0]["counterexamples"][0]["found"][0]] * 2):
        forged = json.loads(json.dumps(document))
        forged["solvers"][0]["counterexamples"][0]["found"] = wrong
        with pytest.raises(InputError, match=REFUSED):
            check_recorded(certificate_of(forged))
        checker.check(forged)  # a remark: by its own sums the claim fails
    del document["solvers"][0]["counterexamples"]
    with pytest.raises(InputError, match="records counterexamples that do not refute"):
        check_recorded(certificate_of(document))


def test_swapped_rows_are_refuted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What holds of a table fails for its rows in another order, and the solvers see it."""
    least = tight((WEIGHTS[0], WEIGHTS[2], WEIGHTS[1]))
    assert least < tight(WEIGHTS)
    made, document = certified(capsys, tmp_path / "t", table(WEIGHTS), "--delta", str(least))
    assert (made.status, claim(document, "dp-all-events")["status"]) == (1, "fails")
    for name in SOLVERS:
        assert "sat" in answers(tmp_path / "t", name, CLAIMED).values()


def test_a_missing_noise_value_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row without noise 0: the model names it; it refutes the claim where holes are declared."""
    gap = table((WEIGHTS[0], (8, 0, 8), WEIGHTS[2]))
    declared = replace(gap, holes=(9,), beyond=Stop())
    made, document = certified(capsys, tmp_path / "t", declared)
    assert claim(document, "key-completeness")["status"] == "fails"
    found = [{"id": "key-completeness-row-2", "found": [0]}]
    assert [solver["counterexamples"] for solver in document["solvers"]] == [found, found]
    assert "key-completeness: z3 and cvc5 found noise 0 at a count of 2\n" in made.out
    plain, document = certified(capsys, tmp_path / "plain", gap)
    assert (plain.status, claim(document, "key-completeness")["status"]) == (0, "holds")
    assert plain.out.count("problems as expected") == 2
    assert "no key leads to noise 0 at a count of 2" in plain.out
    for name in SOLVERS:
        for folder, ending in (("t", ""), ("plain", "-missing")):
            every = answers(tmp_path / folder, name, "key-completeness-row-*.smt2")
            missing = f"key-completeness-row-2{ending}"
            assert [one for one, word in every.items() if word == "sat"] == [missing]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_key_too_many_is_found(name: str) -> None:
    """A row whose keys are one more than the table has: a key outside, which the file may not."""
    row = Row(((-1, 4), (0, 8), (1, 5)))
    assert said(name, partition_problem(row, 0)) == "unsat"  # by its own sum of 17 keys
    text = partition_problem(row, 0).body
    for wrong, right in (
        ("(<= 4 key) (< key 12)", "(<= 4 key) (< key 13)"),
        ("key 17)", "key 18)"),
    ):
        assert wrong in text
        changed = text.replace(wrong, right, 1)
        problem = read_problem("t", f"(set-logic QF_LIA)(set-info :status sat){changed}(check-sat)")
        assert said(name, problem) == "sat"


def test_a_table_with_a_key_too_many_is_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reader refuses the file before anything is asked: status 2."""
    path = tmp_path / "t.ptable.json"
    text = write_native(table(WEIGHTS))
    changed = text.replace("[3, 10, 3]", "[3, 11, 3]")
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    assert main(["certify", str(path), *AT, "-o", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err
