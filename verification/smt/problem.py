"""One question for a solver: declarations and assertions in SMT-LIB 2, and the expected answer.

``text`` is the whole file, complete in itself: the question in words, the logic, the expected
answer, the problem, ``check-sat``. Where a model is expected, ``get-value`` names all constants:
an answer counts only where their values satisfy the problem (see ``model``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from verification.smt.expressions import Value

UNSAT, SAT = "unsat", "sat"
# How the names of problems end that are to have a model though their claim holds: that a delta is
# tight, and a noise value without a key where no holes are declared (it is named, not excluded).
TIGHT, MISSING = "tight", "missing"
# Raised whenever the same certificate gives other problems than before. A filed certificate keeps
# the edition that its recorded answers belong to; asked again are always the problems of today.
# Edition 0 are those of certificates of version 1, and of version 2 before editions were recorded.
EDITION = 2

Model = Mapping[str, Value]


def _nothing(_model: Model) -> tuple[int, ...]:
    return ()


def _never(_found: tuple[int, ...]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a claim; ``body`` is what a solver is asked, in the stated logic.

    ``constants`` names what a model gives values to (none: no model is expected), ``known`` is one
    that satisfies the problem, as a solver writes it, where that has been computed. ``witness``
    returns what a model says of the table: the released values of an event, a noise value or a key;
    ``refuted_by`` tells whether such values break the claim, by exact arithmetic.
    """

    name: str
    claim: str
    expected: str
    logic: str
    body: str
    comments: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    known: str = field(default="", compare=False)
    witness: Callable[[Model], tuple[int, ...]] = field(default=_nothing, compare=False)
    refuted_by: Callable[[tuple[int, ...]], bool] = field(default=_never, compare=False)

    @property
    def text(self) -> str:
        """The problem as a script that any solver of SMT-LIB 2 reads."""
        lines = [f"; {line}" for comment in self.comments for line in comment.splitlines()]
        if self.constants:
            lines.append("(set-option :produce-models true)")
        lines += [f"(set-logic {self.logic})", f"(set-info :status {self.expected})"]
        lines += [self.body, "(check-sat)"]
        if self.constants:
            lines.append(values_command(self.constants))
        return "\n".join([*lines, ""])


def is_counterexample(name: str, answer: str) -> bool:
    """Tell whether an answer to a problem, by its name, refutes the claim that it is about.

    A problem asks for what the claim excludes, but for those that end in TIGHT or MISSING.

    >>> is_counterexample("dp-all-events-0-vs-1-eps-1-all-events", "sat")
    True
    >>> is_counterexample("dp-all-events-0-vs-1-eps-1-tight", "sat")
    False
    """
    return answer == SAT and not name.endswith((f"-{TIGHT}", f"-{MISSING}"))


def values_command(names: Sequence[str]) -> str:
    """Return the command that asks for the values of constants in a model.

    >>> values_command(["b_0", "b_1"])
    '(get-value (b_0 b_1))'
    """
    return f"(get-value ({' '.join(names)}))"


def real_text(value: Value) -> str:
    """Return a rational as a term of sort Real.

    >>> from fractions import Fraction
    >>> real_text(-3), real_text(Fraction(1, 2))
    ('(- 3.0)', '(/ 1.0 2.0)')
    """
    above, below = abs(value.numerator), value.denominator
    text = f"{above}.0" if below == 1 else f"(/ {above}.0 {below}.0)"
    return text if value >= 0 else f"(- {text})"


def whole_text(value: int) -> str:
    """Return an integer as a term of sort Int.

    >>> whole_text(-3)
    '(- 3)'
    """
    return f"{value}" if value >= 0 else f"(- {-value})"


def any_of(terms: Sequence[str]) -> str:
    """Return a disjunction of terms."""
    return f"(or false {' '.join(terms)})"


def sum_of(terms: Sequence[str]) -> str:
    """Return a sum of terms of sort Real."""
    return f"(+ 0.0 {' '.join(terms)})"
