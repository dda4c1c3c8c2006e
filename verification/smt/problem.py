"""One question for a solver, as SMT-LIB 2 text with the answer that proves the claim.

The text holds all that is needed to ask it again: the claim, the expected answer, and for a
satisfiable problem the indicators that a model must set (``:worst-event``) and those that it must
not set (``:not-in-it``).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exact.errors import InputError

UNSAT, SAT = "unsat", "sat"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem; ``chosen`` names the indicators that a model of it must set (None: no model)."""

    name: str
    claim: int
    expected: str
    text: str
    chosen: tuple[str, ...] | None = None
    indicators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """The indicators that a model must set, and those that it must not set."""

    chosen: tuple[str, ...]
    unchosen: tuple[str, ...]


def script(
    logic: str,
    expected: str,
    comments: Iterable[str],
    body: Sequence[str],
    model: Model | None = None,
) -> str:
    """Return a complete SMT-LIB script: comments that say what it is, then the problem."""
    head = [f"; {line}" for comment in comments for line in comment.splitlines()]
    head += [f"(set-logic {logic})", f"(set-info :status {expected})"]
    if model is not None:
        head.insert(-2, "(set-option :produce-models true)")
        head.append(f'(set-info :worst-event "{" ".join(model.chosen)}")')
        head.append(f'(set-info :not-in-it "{" ".join(model.unchosen)}")')
    return "\n".join([*head, *body, "(check-sat)", ""])


def read_problem(name: str, text: str) -> Problem:
    """Read a problem back from its text."""
    status = re.search(r"^\(set-info :status (sat|unsat)\)$", text, re.MULTILINE)
    claim = re.match(r"claim([1-8])", name)
    if status is None or text.count("(check-sat)") != 1:
        rule = "is not one problem with its expected answer"
        raise InputError("problem", name, rule, "use files written by ptcert certify --smt")
    worst = re.search(r'^\(set-info :worst-event "([b_0-9 ]*)"\)$', text, re.MULTILINE)
    other = re.search(r'^\(set-info :not-in-it "([b_0-9 ]*)"\)$', text, re.MULTILINE)
    chosen = None if worst is None else tuple(worst[1].split())
    indicators = (*(chosen or ()), *(other[1].split() if other else ()))
    return Problem(name, int(claim[1]) if claim else 5, status[1], text, chosen, indicators)


def integer_text(value: int) -> str:
    """Return an integer term; SMT-LIB has no negative literals.

    >>> integer_text(-3)
    '(- 3)'
    """
    return str(value) if value >= 0 else f"(- {-value})"


def real_text(value: int) -> str:
    """Return an integer as a term of sort Real.

    >>> real_text(-3)
    '(- 3.0)'
    """
    return f"{value}.0" if value >= 0 else f"(- {-value}.0)"


def any_of(terms: Sequence[str]) -> str:
    """Return a disjunction of one or more terms."""
    return terms[0] if len(terms) == 1 else "(or " + " ".join(terms) + ")"


def sum_of(terms: Sequence[str]) -> str:
    """Return a sum of one or more terms."""
    return terms[0] if len(terms) == 1 else "(+ " + " ".join(terms) + ")"
