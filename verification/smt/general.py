"""A fact that holds for every table, proved once by the solver."""

from collections.abc import Iterator

from verification.smt.privacy import EVENTS
from verification.smt.problem import UNSAT, Problem


def general_problems() -> Iterator[Problem]:
    """Yield the lemma by which a bound of e^epsilon stands for e^epsilon."""
    body = (
        "(declare-const E Real)\n(declare-const E_lo Real)\n(declare-const Q Real)\n"
        "(assert (and (<= E_lo E) (<= 0.0 Q)))\n"
        "(assert (< (* E Q) (* E_lo Q)))"
    )
    comments = (
        "Lemma: E_lo <= E and Q >= 0 give E_lo Q <= E Q.",
        "With a lower bound of e^epsilon the excess P - E Q of an event is no smaller, with an",
        "upper bound no larger than with e^epsilon itself. Expected: no counterexample.",
    )
    yield Problem("general-lower-bound", EVENTS, UNSAT, "QF_NRA", body, comments)
