"""One question for a solver: declarations and assertions in SMT-LIB 2, and the expected answer.

``text`` is the whole file, complete in itself: the question in words, the logic, the expected
answer, the problem, ``check-sat``. Where a model is expected, ``get-value`` names the shortfalls of
the event found (see ``privacy``): each must be below one half, else it is not the worst event.
"""

from collections.abc import Sequence
from dataclasses import dataclass

UNSAT, SAT = "unsat", "sat"
# Raised whenever the same certificate gives other problems than before. A filed certificate keeps
# the edition that its recorded answers belong to; asked again are always the problems of today.
# Edition 0 are those of certificates of version 1, and of version 2 before editions were recorded.
EDITION = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a claim; ``body`` is what a solver is asked, in the stated logic.

    ``shortfalls`` names the constants that a model must set below one half (none: no model).
    """

    name: str
    claim: str
    expected: str
    logic: str
    body: str
    comments: tuple[str, ...] = ()
    shortfalls: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The problem as a script that any solver of SMT-LIB 2 reads."""
        lines = [f"; {line}" for comment in self.comments for line in comment.splitlines()]
        if self.shortfalls:
            lines.append("(set-option :produce-models true)")
        lines += [f"(set-logic {self.logic})", f"(set-info :status {self.expected})"]
        lines += [self.body, "(check-sat)"]
        if self.shortfalls:
            lines.append(values_command(self.shortfalls))
        return "\n".join([*lines, ""])


def values_command(names: Sequence[str]) -> str:
    """Return the command that asks for the values of constants in a model.

    >>> values_command(["u_0", "u_1"])
    '(get-value (u_0 u_1))'
    """
    return f"(get-value ({' '.join(names)}))"


def real_text(value: int) -> str:
    """Return an integer as a term of sort Real.

    >>> real_text(-3)
    '(- 3.0)'
    """
    return f"{value}.0" if value >= 0 else f"(- {-value}.0)"


def half_below_text(value: int) -> str:
    """Return value - 1/2 as a term of sort Real.

    >>> half_below_text(3), half_below_text(0)
    ('2.5', '(- 0.5)')
    """
    return f"{value - 1}.5" if value > 0 else f"(- {-value}.5)"


def any_of(terms: Sequence[str]) -> str:
    """Return a disjunction of one or more terms."""
    return terms[0] if len(terms) == 1 else "(or " + " ".join(terms) + ")"


def sum_of(terms: Sequence[str]) -> str:
    """Return a sum of one or more terms."""
    return terms[0] if len(terms) == 1 else "(+ " + " ".join(terms) + ")"
