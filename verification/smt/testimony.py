"""What one solver said to all problems of a table."""

from dataclasses import dataclass

from verification.smt.problem import Problem


@dataclass(frozen=True, slots=True)
class Testimony:
    """What one solver answered, in the order of the problems: problem, answer, reason."""

    solver: str
    version: str
    answers: tuple[tuple[Problem, str, str], ...]

    @property
    def agrees(self) -> bool:
        """Tell whether every answer is the expected one."""
        return all(answer == problem.expected for problem, answer, _ in self.answers)
