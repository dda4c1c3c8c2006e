"""Solvers in a process of their own: whatever happens there, here it is one unanswered problem."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from exact.errors import InputError, Undecided
from verification.smt import interview, prove
from verification.smt.desk import UNKNOWN, Answer, judged
from verification.smt.problem import SAT, UNSAT, Problem
from verification.smt.prove import ask

SOLVERS = ("z3", "cvc5")
REFUTED = Problem("refuted", "dp-all-events", UNSAT, "QF_LRA", "(assert false)")
OPEN = Problem("open", "dp-all-events", SAT, "QF_LRA", "(declare-const x Real)\n(assert (< 0.0 x))")

# A child that answers unsat, and at a problem whose body is a program runs that program.
FAKE = """
import json, os, signal, sys, time
print(json.dumps({"version": "0"}), flush=True)
for line in sys.stdin:
    for logic, body, names in json.loads(line):
        exec(body) if not body.startswith("(") else None
        print(json.dumps({"said": "unsat"}), flush=True)
"""


def answers(name: str, *problems: Problem, seconds: int = 60) -> list[tuple[str, str]]:
    """Return what a solver says to problems, with its reasons."""
    (found,) = ask([name], problems, lambda items, _: items, seconds)
    return [(answer, reason) for _, answer, reason in found.answers]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in the solver's place that does what a problem says."""
    path = tmp_path / "fake.py"
    path.write_text(FAKE, encoding="utf-8")
    monkeypatch.setattr(interview, "_PROGRAM", path)


def doing(program: str) -> Problem:
    """Return a problem that makes the fake solver do something."""
    return Problem("doing", "dp-all-events", UNSAT, "QF_LRA", program)


def test_both_solvers_answer_side_by_side() -> None:
    """Each has its own process; answers come in the order of the problems."""
    problems = [REFUTED, OPEN] * 100
    found = ask(SOLVERS, problems, lambda items, _: items)
    assert [one.solver for one in found] == list(SOLVERS)
    for one in found:
        assert one.agrees
        assert [problem for problem, _, _ in one.answers] == problems
        assert one.version[0].isdigit()


def test_a_solver_with_much_to_do_gets_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes share the problems of one solver; each is answered once, in its place."""
    monkeypatch.setattr(prove, "_processors", lambda: 2)
    monkeypatch.setattr(prove, "_WORTH_ANOTHER", 100)
    started: list[str] = []
    start = interview.Interview._start

    def watched(self: interview.Interview) -> None:
        started.append(self.desk.name)
        start(self)

    monkeypatch.setattr(interview.Interview, "_start", watched)
    problems = [REFUTED, OPEN] * 1000
    (found,) = ask(["z3"], problems, lambda items, _: items)
    assert found.agrees
    assert [problem for problem, _, _ in found.answers] == problems
    assert started == ["z3", "z3"]


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "the solver died (signal 11)"),
        ("os._exit(7)", "the solver died (status 7)"),
        ("os._exit(0)", "the solver died (status 0)"),
        ("time.sleep(60)", "no answer within 1 seconds"),
        ("print('hello', flush=True)", "the solver said what is no answer"),
    ],
)
def test_a_solver_that_dies_or_hangs_is_started_anew(program: str, reason: str) -> None:
    """The problem is unknown, never a pass, and those after it are answered."""
    found = answers("z3", REFUTED, doing(program), REFUTED, doing(program), seconds=1)
    assert found == [(UNSAT, ""), (UNKNOWN, reason), (UNSAT, ""), (UNKNOWN, reason)]


@pytest.mark.usefixtures("fake")
def test_a_solver_that_cannot_be_started_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead before its first word: nothing was asked, nothing is proved."""
    monkeypatch.setattr(interview, "_PROGRAM", Path("/nowhere"))
    with pytest.raises(Undecided, match="z3 cannot be started"):
        answers("z3", REFUTED)


def test_a_solver_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child says so, and the error says how to install it."""
    path = tmp_path / "none.py"
    path.write_text('print(\'{"missing": "cvc5"}\', flush=True)', encoding="utf-8")
    monkeypatch.setattr(interview, "_PROGRAM", path)
    with pytest.raises(InputError, match="is not installed; install it with: pip install cvc5"):
        answers("cvc5", REFUTED)
    with pytest.raises(InputError, match="is not known; use z3 or cvc5"):
        answers("vampire", REFUTED)


@pytest.mark.parametrize("name", SOLVERS)
def test_nesting_without_end_ends_the_child_at_most(name: str) -> None:
    """200,000 deep, past the reader that refuses it: cvc5 dies of it, and the next is answered."""
    deep = 200_000 * "(not " + "true" + 200_000 * ")"
    found = answers(
        name, Problem("deep", "dp-all-events", SAT, "QF_LRA", f"(assert {deep})"), REFUTED
    )
    assert found[0][0] in (SAT, UNKNOWN)
    assert found[1] == (UNSAT, "")


@pytest.mark.parametrize("name", SOLVERS)
def test_the_child_can_write_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the reader, too, a problem that names a file does not make, change or empty it."""
    monkeypatch.chdir(tmp_path)
    victim, new = tmp_path / "rcfile", tmp_path / "new"
    victim.write_text("precious\n", encoding="utf-8")
    for path in (victim, new):
        body = f'(set-option :regular-output-channel "{path}")\n(echo "evil")\n(assert false)'
        with suppress(InputError):
            answers(name, Problem("evil", "dp-all-events", UNSAT, "QF_LRA", body))
    assert victim.read_text(encoding="utf-8") == "precious\n"
    assert not new.exists()


@pytest.mark.parametrize("name", SOLVERS)
def test_what_a_solver_cannot_read_is_an_error(name: str) -> None:
    """One line that names the problem; the solver's words are in it."""
    with pytest.raises(
        InputError, match="problem = 'odd': is not SMT-LIB that the solver can read"
    ):
        answers(name, Problem("odd", "dp-all-events", UNSAT, "QF_LRA", "(assert (foo))"))


LIMITED = """
import resource
from verification.smt.child import limit
limit(resource.{what}, {value})
{program}
"""


@pytest.mark.parametrize(
    ("what", "value", "program"),
    [
        ("RLIMIT_AS", 1 << 30, "bytearray(1 << 31)"),
        ("RLIMIT_NOFILE", 3, "open('/dev/null')"),
        ("RLIMIT_CPU", 1, "while True: pass"),
    ],
)
def test_memory_files_and_time_are_bounded(what: str, value: int, program: str) -> None:
    """Past its limit the process ends, and not with success."""
    text = LIMITED.format(what=what, value=value, program=program)
    run = subprocess.run([sys.executable, "-c", text], check=False, capture_output=True)
    assert run.returncode != 0


def test_an_answer_is_what_was_said() -> None:
    """Unknown keeps the solver's own reason, cut to one short line."""
    assert judged(REFUTED, {"said": "unknown", "reason": "(incomplete)"}) == Answer(
        UNKNOWN, "(incomplete)"
    )
    assert judged(REFUTED, {"said": "sat\nsat"}).answer == UNKNOWN
