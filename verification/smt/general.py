"""Facts that hold for every table, proved once by the solver."""

from collections.abc import Iterator

from verification.smt.privacy import EVENTS
from verification.smt.problem import UNSAT, Problem, sum_of

# Tables of up to this many outcomes: the statement is the same for each size.
SIZES = (2, 3, 4, 5)


def general_problems() -> Iterator[Problem]:
    """Yield the lemma that eliminates e^epsilon, and that {p > e^epsilon q} is the worst event."""
    yield _lower_bound_problem()
    yield _one_outcome_problem()
    for size in SIZES:
        yield _worst_event_problem(size)


def _lower_bound_problem() -> Problem:
    body = (
        "(declare-const E Real)\n(declare-const E_lo Real)\n(declare-const Q Real)\n"
        "(assert (and (<= E_lo E) (<= 0.0 Q)))\n"
        "(assert (< (* E Q) (* E_lo Q)))"
    )
    comments = (
        "Lemma: E_lo <= E and Q >= 0 give E_lo Q <= E Q.",
        "It lets a lower bound of e^epsilon stand for e^epsilon. Expected: no counterexample.",
    )
    return Problem("general-lower-bound", EVENTS, UNSAT, "QF_NRA", body, comments)


def _one_outcome_problem() -> Problem:
    """Can b c leave the range from 0 to c for some b in [0, 1], whatever c = p - E q is?"""
    body = (
        "(declare-const b Real)\n(declare-const c Real)\n"
        "(assert (and (<= 0.0 b) (<= b 1.0)))\n"
        "(define-fun largest () Real (ite (> c 0.0) c 0.0))\n"
        "(define-fun least () Real (ite (< c 0.0) c 0.0))\n"
        "(assert (or (> (* b c) largest) (< (* b c) least)))"
    )
    comments = (
        "One outcome: min(0, c) <= b c <= max(0, c) for b in [0, 1] and any excess",
        "c = p - e^epsilon q. Used in every problem over all events. Expected: no counterexample.",
    )
    return Problem("general-one-outcome", EVENTS, UNSAT, "QF_NRA", body, comments)


def _worst_event_problem(size: int) -> Problem:
    """Can an event have a larger excess than {p > E q}, given the fact for each outcome?"""
    lines = []
    for i in range(size):
        lines.append(f"(declare-const c_{i} Real) (declare-const t_{i} Real) ; t = b c")
        lines.append(f"(define-fun worst_{i} () Real (ite (> c_{i} 0.0) c_{i} 0.0))")
        lines.append(f"(assert (<= t_{i} worst_{i}))")
    event = sum_of([f"t_{i}" for i in range(size)])
    worst = sum_of([f"worst_{i}" for i in range(size)])
    lines.append(f"(assert (> {event} {worst}))")
    comments = (
        f"{{p > e^epsilon q}} is the worst event of any table of {size} outcomes, any epsilon:",
        "the excess of an event or randomised test is the sum of t = b c, and t <= max(0, c) by",
        "the problem general-one-outcome. Asked: is some sum larger? Expected: no.",
    )
    return Problem(
        f"general-worst-event-{size}", EVENTS, UNSAT, "QF_LRA", "\n".join(lines), comments
    )
