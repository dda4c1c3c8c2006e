"""The problems of one solver: which of them are still to be asked, and the answers so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.errors import InputError
from verification.smt.model import satisfying
from verification.smt.problem import SAT, UNSAT, Problem, is_counterexample

UNKNOWN = "unknown"
SOLVERS = ("z3", "cvc5")
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said; ``reason`` says why where it said neither sat nor unsat.

    ``witness`` is what its model says of the table, where there is one (see ``Problem``).
    """

    answer: str
    reason: str = ""
    witness: tuple[int, ...] = ()


class Desk:
    """Problems in order, for one or more processes of the same solver to take from."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        if name not in SOLVERS:
            raise InputError("solver", name, "is not known", f"use {' or '.join(SOLVERS)}")
        self.name, self.version, self.problems = name, "", problems
        self.answers: dict[int, Answer] = {}
        self._taken = 0

    @property
    def left(self) -> int:
        """The number of problems that nobody has taken."""
        return len(self.problems) - self._taken

    @property
    def done(self) -> bool:
        """Tell whether every problem has an answer, and the version is known."""
        return bool(self.version) and len(self.answers) == len(self.problems)

    def take(self, most: int) -> list[int]:
        """Take the next problems, by their numbers."""
        first = self._taken
        self._taken = min(first + most, len(self.problems))
        return list(range(first, self._taken))

    def hear(self, number: int, said: dict[str, str]) -> None:
        """Note what the solver said to a problem."""
        self.answers[number] = judged(self.problems[number], said)

    def leave_open(self, number: int, reason: str) -> None:
        """Note that there is no answer to a problem."""
        self.answers[number] = Answer(UNKNOWN, reason)


def judged(problem: Problem, said: dict[str, str]) -> Answer:
    """Accept a model only if it satisfies the problem: this makes a vacuous proof impossible."""
    if "error" in said:
        shown = " ".join(said["error"].split())[:_SHOWN]
        rule = f"is not SMT-LIB that the solver can read ({shown})"
        raise InputError("problem", problem.name, rule, "use files written by ptcert certify --smt")
    if said["said"] not in (SAT, UNSAT):
        return Answer(UNKNOWN, said.get("reason", said["said"])[:_SHOWN])
    if "values" not in said:
        return Answer(said["said"])
    if said["values"].split() == problem.known.split() and not is_counterexample(problem.name, SAT):
        return Answer(SAT)
    model = satisfying(said["values"], problem.body)
    if model is None:
        return Answer(UNKNOWN, "the model does not satisfy the problem")
    return Answer(SAT, witness=problem.witness(model))
