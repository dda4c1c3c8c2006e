"""What the solvers are asked, what a wrong or missing answer does, and that no proof is vacuous."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from exact.cellkeys.arithmetic import SumModulo, XorOfFour
from exact.table.native import write_native
from exact.table.row import Row
from reports.cli import main
from tests.certificate.asking import answer, answers_of, said
from tests.certificate.making import Json, claim, many_rows, requests, small_law
from verification import checker
from verification.certificate.file import certificate_text
from verification.certificate.making import Prepared, certificate, prepare
from verification.checking.refusing import ClaimFails
from verification.smt import desk, keys, testimony
from verification.smt.desk import UNKNOWN, Answer, judged
from verification.smt.general import general_problems
from verification.smt.keys import arithmetic_problems, partition_problem, witness_problem
from verification.smt.privacy import ScaledPair, all_events_problems, singleton_problems
from verification.smt.problem import SAT, UNSAT, Problem, real_text

SOLVERS = ("z3", "cvc5")
ASKED = {"well-formed", "key-completeness", "dp-all-events", "dp-singletons"}


def both_problems(pair: ScaledPair) -> list[Problem]:
    """Return the problems of a pair over all events, and over single outcomes."""
    return [*all_events_problems(pair), *singleton_problems(pair)]


def scaled() -> ScaledPair:
    """Return a pair with four outcomes; outcomes 1 and 3 are the worst event."""
    return ScaledPair(
        name="0-vs-1-eps-1_2",
        title="count 0 against 1",
        outcomes=(-1, 0, 1, 2),
        low_excess=(-4, 10, 0, 7),
        high_excess=(-5, 9, -1, 6),
        event=(1, 3),
        singleton=1,
    )


def named(problems: Prepared, ending: str) -> Problem:
    """Return the first problem whose name ends so."""
    return next(p for p in problems.problems if p.name.endswith(ending))


@pytest.mark.parametrize("name", SOLVERS)
def test_every_problem_of_every_small_table_is_answered_as_expected(name: str) -> None:
    """Key ranges, witnesses, keys, delta, its tightness, singletons: all proved."""
    for request in requests().values():
        answers = answers_of(name, prepare(request).problems)
        assert answers.agrees
        assert {problem.claim for problem, _, _ in answers.answers} == ASKED


@pytest.mark.parametrize("name", SOLVERS)
def test_the_general_facts_are_proved_for_all_tables_of_small_size(name: str) -> None:
    """The lemma on bounds of e^eps, one outcome, and the worst event of 2 to 5 outcomes."""
    problems = list(general_problems())
    assert [p.name for p in problems][:2] == ["general-lower-bound", "general-one-outcome"]
    assert len(problems) == 6
    assert {said(name, problem) for problem in problems} == {UNSAT}


@pytest.mark.parametrize("name", SOLVERS)
def test_a_problem_leaves_nothing_behind_for_the_next(name: str) -> None:
    """Of one name: a constant, the same again, of another sort, a definition, then a constant."""
    bodies = (
        ("QF_LRA", UNSAT, "(declare-const x Real) (assert (< x 0.0))\n(assert (> x 1.0)) ; x"),
        ("QF_LRA", SAT, "(declare-const x Real)\n(assert (> x 1.0)) ; (declare-const x Int)"),
        ("QF_LRA", SAT, "(declare-const x Bool)\n(declare-const y Real)\n(assert x)"),
        ("QF_LRA", UNSAT, "(define-fun x () Real 1.0)\n(assert (< x 1.0))"),
        ("QF_LRA", SAT, "(declare-const x Real)\n(assert (< x 1.0))"),
        ("QF_LIA", UNSAT, "(declare-const x Int)\n(assert (and (< 0 x) (< x 1)))"),
        ("QF_BV", SAT, "(declare-const x (_ BitVec 8))\n(assert (bvult x (_ bv1 8)))"),
    )
    for logic, expected, body in (*bodies, *reversed(bodies)):
        assert said(name, Problem("left-behind", "", expected, logic, body)) == expected, body


@pytest.mark.parametrize("name", SOLVERS)
def test_a_delta_smaller_by_half_a_unit_is_sat_and_its_model_is_the_worst_event(name: str) -> None:
    """Tightness: no outcome stays behind what the worst event takes from it."""
    everything, tight = all_events_problems(scaled())
    assert [said(name, problem) for problem in (everything, tight)] == [UNSAT, SAT]
    assert everything.shortfalls == ()
    assert tight.shortfalls == ("u_0", "u_1", "u_2", "u_3")
    without_zero = list(all_events_problems(replace(scaled(), high_excess=(-5, 9, 0, 6))))[1]
    assert without_zero.shortfalls == ("u_0", "u_1", "u_3")


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(("position", "best"), [(0, 0), (1, 9), (2, 0), (3, 6)])
def test_a_model_that_is_not_the_worst_event_is_no_answer(
    name: str, position: int, best: int
) -> None:
    """If an event is forced that leaves out an outcome of the worst one, or takes in another."""
    tight = list(all_events_problems(scaled()))[1]
    c = scaled().high_excess[position]
    assert max(0, c) == best
    other = f"(assert (= u_{position} {abs(c)}.0))"
    lowered = tight.body.replace("14.5", "0.5")
    assert lowered != tight.body
    wrong = replace(tight, body=f"{lowered}\n{other}")
    assert answer(name, wrong) == Answer(UNKNOWN, "the model is not the worst event")


@pytest.mark.parametrize("name", SOLVERS)
def test_equal_rows_without_noise_between_them_have_delta_0(name: str) -> None:
    """Where every c is 0 there is no event to speak of: delta 0 is not exceeded, -1/2 is."""
    pair = replace(scaled(), low_excess=4 * (0,), high_excess=4 * (0,), event=(), singleton=0)
    assert [said(name, problem) for problem in both_problems(pair)] == [UNSAT, SAT, UNSAT, SAT]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_delta_that_leaves_an_outcome_out_is_exceeded(name: str) -> None:
    """If another event is announced as the worst, delta is too small and a solver finds it."""
    without = replace(scaled(), event=(1,))
    assert said(name, next(all_events_problems(without))) == SAT


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(("problem", "expected"), [(0, UNSAT), (1, SAT)])
def test_shortfalls_say_the_same_as_indicators(name: str, problem: int, expected: str) -> None:
    """The same questions in the words of the definition: b in [0, 1], the sum of c b."""
    pair = scaled()
    c = (pair.low_excess, pair.high_excess)[problem]
    terms = " ".join(f"(* {real_text(x)} b_{i})" for i, x in enumerate(c))
    declared = "".join(
        f"(declare-const b_{i} Real)(assert (<= 0.0 b_{i} 1.0))" for i in range(len(c))
    )
    delta = ("17.0", "14.5")[problem]
    body = f"{declared}(assert (> (+ {terms}) {delta}))"
    assert f"(+ {delta} u_0" in both_problems(pair)[problem].body
    assert said(name, Problem("definition", "dp-all-events", expected, "QF_LRA", body)) == expected


def corrupted_delta(problem: Problem) -> Problem:
    """Return the problem over all events with its delta lowered to 0: some event exceeds it."""
    body, changed = re.subn(r"\) \(\+ [0-9.]+ ", ") (+ 0.0 ", problem.body)
    assert changed == 1
    return replace(problem, body=body)


def contradicted(problem: Problem) -> Problem:
    """Return a problem with a contradiction added: it has no model."""
    return replace(problem, body=f"{problem.body}\n(assert false)")


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(
    ("ending", "corrupt"), [("-all-events", corrupted_delta), ("-tight", contradicted)]
)
def test_a_corrupted_problem_is_not_a_pass(
    name: str, ending: str, corrupt: Callable[[Problem], Problem]
) -> None:
    """Where a solver contradicts the expected answer, the verdict is not that the table holds."""
    prepared = prepare(requests()["law"])
    honest = named(prepared, ending)
    problems = tuple(corrupt(p) if p is honest else p for p in prepared.problems)
    answers = answers_of(name, problems)
    assert not answers.agrees
    wrong = [p.name for p, found, _ in answers.answers if found != p.expected]
    assert wrong == [honest.name]
    assert said(name, corrupt(honest)) == (SAT if honest.expected == UNSAT else UNSAT)
    document = json.loads(certificate_text(certificate(prepared, [answers])))
    assert document["verdict"] != "holds"
    with pytest.raises(ClaimFails, match=f"verdict|{honest.name}"):
        checker.check({**document, "verdict": "holds"})


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(
    ("starts", "ends", "expected"),
    [
        ([0, 4, 12], [4, 12, 16], UNSAT),  # as the row has them
        ([0, 5, 12], [4, 12, 16], SAT),  # key 4 in no range
        ([0, 4, 12], [4, 11, 16], SAT),  # key 11 in no range
        ([0, 4, 12], [5, 12, 16], SAT),  # key 4 in two ranges
        ([0, 4, 4], [4, 12, 16], SAT),  # keys 4 to 11 in two ranges
        ([1, 4, 12], [4, 12, 16], SAT),  # key 0 in no range
        ([0, 4, 12], [4, 12, 15], SAT),  # key 15 in no range
        ([4, 0, 12], [12, 4, 16], SAT),  # not in the order of the keys
        ([0, 4, 4], [4, 4, 16], SAT),  # a range without a key
    ],
)
def test_a_gap_or_an_overlap_of_key_ranges_is_found(
    name: str,
    starts: list[int],
    ends: list[int],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The partition problem is sat as soon as a key has no noise value, or two."""
    monkeypatch.setattr(keys, "_ranges", lambda _row: (starts, ends))
    assert said(name, partition_problem(Row(((-1, 4), (0, 8), (1, 4))), 0)) == expected


@pytest.mark.parametrize("name", SOLVERS)
def test_a_witness_outside_its_range_is_found(name: str) -> None:
    """A witness key that leads to another noise value makes the problem of claim 2 sat."""
    honest = witness_problem(Row(((-1, 4), (0, 8), (1, 4))), 0)
    assert said(name, honest) == UNSAT
    for key in ("3", "12"):
        body = honest.body.replace("(<= 4 4) (< 4 12)", f"(<= 4 {key}) (< {key} 12)")
        assert body != honest.body
        assert said(name, replace(honest, body=body)) == SAT


def forged_arithmetic(keysize: int, modulus: int) -> XorOfFour:
    """Return an arithmetic that its own constructor refuses."""
    forged = object.__new__(XorOfFour)
    object.__setattr__(forged, "keysize", keysize)
    object.__setattr__(forged, "modulus", modulus)
    return forged


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(
    ("keysize", "modulus", "inside", "made"),
    [
        (256, 251, UNSAT, UNSAT),
        (256, 256, UNSAT, UNSAT),
        (256, 129, UNSAT, UNSAT),
        (256, 257, SAT, UNSAT),  # component 256 is a key outside the table
        (256, 300, SAT, UNSAT),
        (256, 128, UNSAT, SAT),  # no key above 127 can be made
        (256, 100, UNSAT, SAT),
        (2**32, 2**32 - 5, UNSAT, UNSAT),
        (2**32, 2**32 + 1, SAT, UNSAT),
        (2**32, 2**31, UNSAT, SAT),
    ],
)
def test_keys_outside_the_table_and_keys_never_made_are_found(
    name: str, keysize: int, modulus: int, inside: str, made: str
) -> None:
    """The XOR of four components, in bit-vectors of the real width."""
    problems = list(arithmetic_problems(forged_arithmetic(keysize, modulus)))
    assert [p.name for p in problems] == [
        "key-completeness-keys-inside",
        "key-completeness-keys-made",
    ]
    assert [said(name, p) for p in problems] == [inside, made]
    assert f"(_ BitVec {keysize.bit_length()})" in problems[0].text


def test_one_sum_needs_no_problem_about_keys() -> None:
    """A sum modulo K is a key of the table by definition."""
    assert list(arithmetic_problems(SumModulo(16))) == []
    assert list(arithmetic_problems(None)) == []


def test_equal_rows_and_equal_pairs_are_proved_once() -> None:
    """A table with a row written twice has no more problems than with the row once."""
    table = many_rows()
    doubled = replace(table, rows=(*table.rows, table.rows[-1]), beyond=table.beyond)
    base = requests()["failing"]
    names = [p.name for p in prepare(replace(base, table=doubled)).problems]
    assert len(set(names)) == len(names)
    assert sum(name.startswith("well-formed-") for name in names) == 3


def silent(problem: Problem, said: dict[str, str]) -> Answer:
    """Be a solver that runs out of time at every problem over all events."""
    open_ = problem.name.endswith("-all-events")
    return Answer(UNKNOWN, "timeout") if open_ else judged(problem, said)


def small_file(folder: Path) -> str:
    """Write a small table and return the path of its file."""
    path = folder / "small.ptable.json"
    path.write_text(write_native(small_law()), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_without_an_answer_makes_the_certificate_undecided(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit status 3, the verdict undecided, the reason beside the answer; check agrees."""
    monkeypatch.setattr(desk, "judged", silent)
    table = small_file(tmp_path)
    asked = ["--epsilon", "1/2", "--solver", name, "-o", str(tmp_path)]
    assert main(["certify", table, *asked]) == 3
    path = tmp_path / "small.certificate.json"
    document: Json = json.loads(path.read_text(encoding="utf-8"))
    assert document["verdict"] == "undecided"
    left = [p for p in document["solvers"][0]["problems"] if p["answer"] == "unknown"]
    assert len(left) == 2
    assert all(p["reason"] == "timeout" for p in left)
    capsys.readouterr()
    assert main(["check", str(path)]) != 0
    lines = capsys.readouterr().out.splitlines()
    assert [p["id"] in line for p, line in zip(left, lines, strict=False)] == [True, True]
    assert all("undecided by a solver" in line for line in lines[:2])
    with pytest.raises(ClaimFails, match="verdict"):
        checker.check({**document, "verdict": "holds"})


def test_a_claim_that_fails_is_not_undecided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missed target is a failure even where a solver gave no answer."""
    monkeypatch.setattr(desk, "judged", silent)
    asked = ["--epsilon", "1/2", "--delta", "1e-9", "--solver", "z3", "-o", str(tmp_path)]
    assert main(["certify", small_file(tmp_path), *asked]) == 1


def contrary(problem: Problem, said: dict[str, str]) -> Answer:
    """Be a solver that finds a counterexample to each delta."""
    return Answer(SAT) if problem.name.endswith("-all-events") else judged(problem, said)


def test_a_solver_that_contradicts_stops_certify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line and no pass: a contradiction means that something here is wrong."""
    monkeypatch.setattr(desk, "judged", contrary)
    asked = ["--epsilon", "1/2", "--solver", "z3", "-o", str(tmp_path)]
    assert main(["certify", small_file(tmp_path), *asked]) in (1, 3)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("more", [("--bigN", "100"), ("--cell-keys", "sum", "--bigN", "100")])
def test_keys_that_do_not_reach_the_whole_table_fail_claim_2(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A modulus too small leaves noise without a key: claim 2 fails (or the modulus is refused)."""
    asked = ["--epsilon", "1/2", "--solver", "z3", "-o", str(tmp_path), *more]
    status = main(["certify", small_file(tmp_path), *asked])
    assert status in (1, 2)
    if status == 1:
        document = json.loads((tmp_path / "small.certificate.json").read_text(encoding="utf-8"))
        assert claim(document, "key-completeness")["status"] == document["verdict"] == "fails"
    assert "Traceback" not in capsys.readouterr().err


def test_a_testimony_agrees_only_if_every_answer_does() -> None:
    """Neither unknown nor the opposite answer counts as agreement."""
    problem = next(general_problems())
    for found, agrees in ((UNSAT, True), (SAT, False), (UNKNOWN, False)):
        assert testimony.Testimony("z3", "0", ((problem, found, ""),)).agrees == agrees
