"""Facts that hold for every table, proved once by the solver."""

from collections.abc import Iterator

from verification.smt.problem import UNSAT, Problem, script, sum_of

# Tables of up to this many outcomes: the statement is the same for each size.
SIZES = (2, 3, 4, 5)


def general_problems() -> Iterator[Problem]:
    """Yield the lemma that eliminates e^epsilon, and that {p > e^epsilon q} is the worst event."""
    body = [
        *("(declare-const E Real)", "(declare-const E_lo Real)", "(declare-const Q Real)"),
        "(assert (and (<= E_lo E) (<= 0.0 Q)))",
        "(assert (< (* E Q) (* E_lo Q)))",
    ]
    comments = [
        "Lemma: E_lo <= E and Q >= 0 give E_lo Q <= E Q.",
        "It lets a lower bound of e^epsilon stand for e^epsilon. Expected: no counterexample.",
    ]
    text = script("QF_NRA", UNSAT, comments, body)
    yield Problem("general-lower-bound", 5, UNSAT, text)
    yield _one_outcome_problem()
    for size in SIZES:
        yield _worst_event_problem(size)


def _one_outcome_problem() -> Problem:
    """Can b c exceed max(0, c) for some b in [0, 1], whatever c = p - E q is?"""
    body = [
        *("(declare-const b Real)", "(declare-const c Real)"),
        "(assert (and (<= 0.0 b) (<= b 1.0)))",
        "(assert (> (* b c) (ite (> c 0.0) c 0.0)))",
    ]
    comments = [
        "One outcome: b c <= max(0, c) for b in [0, 1] and any excess c = p - e^epsilon q.",
        "Expected: no counterexample.",
    ]
    return Problem("general-one-outcome", 5, UNSAT, script("QF_NRA", UNSAT, comments, body))


def _worst_event_problem(size: int) -> Problem:
    """Can an event have a larger excess than {p > E q}, given the fact for each outcome?"""
    body = []
    for i in range(size):
        body.append(f"(declare-const c_{i} Real) (declare-const t_{i} Real) ; t = b c")
        body.append(f"(define-fun worst_{i} () Real (ite (> c_{i} 0.0) c_{i} 0.0))")
        body.append(f"(assert (<= t_{i} worst_{i}))")
    event = sum_of([f"t_{i}" for i in range(size)])
    worst = sum_of([f"worst_{i}" for i in range(size)])
    body.append(f"(assert (> {event} {worst}))")
    comments = [
        f"{{p > e^epsilon q}} is the worst event of any table of {size} outcomes, any epsilon:",
        "the excess of an event or randomised test is the sum of t = b c, and t <= max(0, c) by",
        "the problem general-one-outcome. Asked: is some sum larger? Expected: no.",
    ]
    text = script("QF_LRA", UNSAT, comments, body)
    return Problem(f"general-worst-event-{size}", 5, UNSAT, text)
