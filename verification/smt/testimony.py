"""What one solver said to all problems of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from verification.smt.desk import Answer
from verification.smt.problem import Problem, is_counterexample


@dataclass(frozen=True, slots=True)
class Testimony:
    """What one solver answered, in the order of the problems: problem, answer, reason."""

    solver: str
    version: str
    answers: tuple[tuple[Problem, str, str], ...]
    # Of each problem by name whose answer refutes a claim: what the model says of the table.
    counterexamples: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def agrees(self) -> bool:
        """Tell whether every answer is the expected one."""
        return all(answer == problem.expected for problem, answer, _ in self.answers)


def testimony_of(solver: str, version: str, found: Sequence[tuple[Problem, Answer]]) -> Testimony:
    """Put together what a solver answered to each problem."""
    return Testimony(
        solver,
        version,
        tuple((problem, one.answer, one.reason) for problem, one in found),
        tuple(
            (problem.name, one.witness)
            for problem, one in found
            if is_counterexample(problem.name, one.answer)
        ),
    )
