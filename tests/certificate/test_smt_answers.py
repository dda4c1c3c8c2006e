"""What the solvers are asked, what a wrong or missing answer does, and that no proof is vacuous."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
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
from verification.smt.keys import arithmetic_problems, missing_problem, partition_problem
from verification.smt.privacy import Pair, all_events_problems, singleton_problems
from verification.smt.problem import SAT, UNSAT, Problem, is_counterexample, real_text

SOLVERS = ("z3", "cvc5")
ASKED = {"well-formed", "key-completeness", "dp-all-events", "dp-singletons"}


def both_problems(pair: Pair) -> list[Problem]:
    """Return the problems of a pair over all events, and over single outcomes."""
    return [*all_events_problems(pair), *singleton_problems(pair)]


def small_pair(claimed: Fraction | None = None) -> Pair:
    """Return a pair with four outcomes; 0 and 2 are the worst event at both bounds."""
    return Pair(
        name="0-vs-1-eps-1_2",
        title="count 0 against 1",
        outcomes=(0, 2, -1, 1),
        p=(8, 6, 1, 1),
        q=(2, 3, 5, 6),
        total=16,
        lo=Fraction(3, 2),
        hi=Fraction(8, 5),
        claimed=claimed,
        event=frozenset((0, 2)),
        outcome=0,
    )


def largest(pair: Pair, E: Fraction, most: int) -> Fraction:
    """Return the largest P(S) - E Q(S) over all events of 1 to so many values, one by one."""
    weights = list(zip(pair.p, pair.q, strict=True))
    events = (s for size in range(1, most + 1) for s in combinations(weights, size))
    return max(sum((p - E * q for p, q in s), Fraction(0)) for s in events) / pair.total


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
def test_the_lemma_on_bounds_of_e_to_the_epsilon_is_proved(name: str) -> None:
    """It is the only general problem, and has no counterexample."""
    (lemma,) = general_problems()
    assert (lemma.name, said(name, lemma)) == ("general-lower-bound", UNSAT)


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
def test_measured_and_tight_stand_on_both_sides_of_the_largest_excess(name: str) -> None:
    """No event above the measured delta; one above half a unit less, and it is the worst."""
    pair = small_pair()
    measured, tight, single = both_problems(pair)
    assert [said(name, problem) for problem in (measured, tight, single)] == [UNSAT, SAT, UNSAT]
    assert f"(define-fun delta () Real {real_text(largest(pair, pair.lo, 4))})" in measured.body
    below = largest(pair, pair.hi, 4) - Fraction(1, 2 * 5 * 16)
    assert f"(define-fun delta () Real {real_text(below)})" in tight.body
    assert f"(define-fun delta () Real {real_text(largest(pair, pair.lo, 1))})" in single.body
    assert (measured.constants, tight.constants) == ((), ("b_m1", "a_0", "b_1", "a_2"))
    for problem in (measured, tight):
        for term in ("(* 8.0 (- 1.0 a_0))", "(* 1.0 b_m1)", "(* 5.0 b_m1)", "(* 3.0 (- 1.0 a_2))"):
            assert term in problem.body


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("place", [0, 1])
def test_the_claimed_delta_is_what_is_asked(name: str, place: int) -> None:
    """From the largest excess on it holds; one unit below it is refuted by an event of the model.

    At the bounds: the lower bound of e^epsilon proves a claim, the upper bound refutes one.
    """
    unit, most, ending = Fraction(1, 16 * 10), (4, 1)[place], ("all-events", "singletons")[place]
    pair = small_pair()
    enough, too_small = largest(pair, pair.lo, most), largest(pair, pair.hi, most) - unit
    for claimed, expected, E in ((enough, UNSAT, pair.lo), (too_small, SAT, pair.hi)):
        problems = both_problems(small_pair(claimed))
        (problem,) = (p for p in problems if p.name.endswith(f"1_2-{ending}"))
        found = answer(name, problem)
        assert (problem.expected, found.answer) == (expected, expected)
        assert f"(define-fun delta () Real {real_text(claimed)})" in problem.body
        assert f"(define-fun E () Real {real_text(E)})" in problem.body
        assert is_counterexample(problem.name, found.answer) == (expected == SAT)
        assert found.witness == (((0, 2), (0,))[place] if expected == SAT else ())
        assert problem.refuted_by(found.witness) == (expected == SAT)
        # What refutes it must do so by the sums of its own integers, whoever names it.
        assert not any(problem.refuted_by(other) for other in ((), (1,), (-1, 1), (0, 0), (0, 7)))


@pytest.mark.parametrize("values", ["1.0 0.0 0.0 0.0", "0.0 0.9 0.0 0.9", "0.0 0.0 2.0 0.0", ""])
def test_a_model_that_does_not_satisfy_the_problem_is_no_answer(values: str) -> None:
    """If it takes in an outcome that the worst event has not, leaves one out, or is no event."""
    tight = list(all_events_problems(small_pair()))[1]
    model = " ".join(f"({n} {v})" for n, v in zip(tight.constants, values.split(), strict=False))
    found = judged(tight, {"said": SAT, "values": f"({model})"})
    assert found == Answer(UNKNOWN, "the model does not satisfy the problem")
    assert judged(tight, {"said": SAT, "values": tight.known}) == Answer(SAT)


def test_a_counterexample_of_chance_becomes_an_event_that_refutes_too() -> None:
    """A model that takes values in by chance: what it has of the worst event breaks the claim."""
    (problem, *_) = all_events_problems(small_pair(Fraction(1, 8)))
    values = "((b_m1 0.1) (a_0 0.25) (b_1 0.0) (a_2 1.0))"
    found = judged(problem, {"said": SAT, "values": values})
    assert found == Answer(SAT, witness=(0,))
    assert problem.refuted_by((0,))


@pytest.mark.parametrize("name", SOLVERS)
def test_equal_rows_have_delta_0(name: str) -> None:
    """Where no event tells two counts apart delta 0 is not exceeded, half a unit less is."""
    pair = replace(small_pair(Fraction(0)), q=(8, 6, 1, 1), lo=Fraction(1), hi=Fraction(1))
    problems = both_problems(replace(pair, event=frozenset()))
    assert [said(name, problem) for problem in problems] == [UNSAT, UNSAT, SAT, UNSAT, UNSAT]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_delta_that_leaves_an_outcome_out_is_exceeded(name: str) -> None:
    """If another event is announced as the worst, delta is too small and a solver finds it."""
    without = replace(small_pair(), event=frozenset((0,)))
    assert said(name, next(all_events_problems(without))) == SAT


def corrupted_delta(problem: Problem) -> Problem:
    """Return the problem over all events with its delta lowered to 0: some event exceeds it."""
    body, changed = re.subn(r"(define-fun delta \(\) Real) .*\n", r"\1 0.0)\n", problem.body)
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
        ([4, 0, 12], [12, 4, 16], UNSAT),  # not in the order of the keys: all the same
        ([0, 4, 4], [4, 4, 16], UNSAT),  # a range without a key: another claim
        ([0, 4, 12], [4, 12, 17], UNSAT),  # no key of the table is in two
        ([0, 10, 2], [10, 16, 5], SAT),  # keys 2 to 4 in two that are no neighbours
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
@pytest.mark.parametrize(
    ("runs", "holes", "amiss"),
    [
        (((-1, 4), (0, 8), (1, 4)), (), None),
        (((-1, 4), (1, 12)), (), 0),  # no key leads to 0
        (((-1, 4), (1, 12)), (0,), None),  # as declared
        (((-1, 4), (0, 8), (1, 4)), (0,), 0),  # declared, and it has keys
        (((-2, 4), (1, 12)), (0,), -1),
        (((1, 4), (-1, 8), (0, 4)), (), None),  # in another order of the keys
        (((5, 16),), (5,), 5),
    ],
)
def test_a_missing_noise_value_and_a_hole_with_keys_are_found(
    name: str, runs: tuple[tuple[int, int], ...], holes: tuple[int, ...], amiss: int | None
) -> None:
    """The noise value is free: sat where it has no key and is no hole, or is one and has a key."""
    problem = missing_problem(Row(runs), 7, holes)
    found = answer(name, problem)
    assert found.answer == problem.expected == (UNSAT if amiss is None else SAT)
    assert found.witness == (() if amiss is None else (amiss,))
    assert problem.refuted_by(found.witness) == (amiss is not None)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_range_without_keys_gives_its_noise_value_no_key(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver decides by the ends of the ranges, not by which values have a run."""
    monkeypatch.setattr(keys, "_ranges", lambda _row: ([0, 4, 4], [4, 4, 16]))
    assert said(name, missing_problem(Row(((-1, 4), (0, 8), (1, 4))), 0, ())) == SAT


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
    found = [answer(name, p) for p in problems]
    assert [one.answer for one in found] == [inside, made]
    if made == SAT:
        assert modulus <= found[1].witness[0] < keysize
        assert problems[1].refuted_by(found[1].witness)
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
    (problem,) = general_problems()
    for found, agrees in ((UNSAT, True), (SAT, False), (UNKNOWN, False)):
        assert testimony.Testimony("z3", "0", ((problem, found, ""),)).agrees == agrees
