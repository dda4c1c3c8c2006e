"""Claims about pairs as problems, over all events and all randomised tests at once.

An event is given by b in [0, 1] for each outcome (0 or 1 for an event, in between for a randomised
test). Its excess is the sum of t = c b with c = p - E q, E a bound of e^epsilon; all coefficients
are scaled to integers. e^epsilon itself is eliminated by the lemma of ``general``: from
E_lo <= e^epsilon and Q >= 0 follows E_lo Q <= e^epsilon Q, so an excess that stays below delta with
E_lo stays below it with e^epsilon.

As b runs through [0, 1], t runs from 0 to c, and is at most max(0, c): ``general-one-outcome``
proves it by itself for every c, so nothing is smuggled in. A problem is written in the *shortfall*
of each outcome, u = max(0, c) - t >= 0: how far the event stays behind the worst one. Then every
constant starts at its bound, and a solver needs no search: the time is linear in the outcomes.

Two problems a pair: no event exceeds delta; and with the upper bound of e^epsilon some event
exceeds a delta that is smaller by half a unit of the scale. In a model of the second every
shortfall must be below one half, which is read from it. A coefficient that is not 0 is at least 1,
so such a u is one of an event, b > 1/2 exactly where c > 0: it is the worst one, {p > e^epsilon q}.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.smt.problem import (
    SAT,
    UNSAT,
    Problem,
    any_of,
    half_below_text,
    real_text,
    sum_of,
)

_WHAT_U_IS = (
    "An outcome adds c b to the excess of an event, b in [0, 1]: from 0 to c, by",
    "general-one-outcome. u is what it stays behind max(0, c), so that the excess of the event",
    "is the sum of all c > 0 less the sum of all u.",
)


@dataclass(frozen=True, slots=True)
class ScaledPair:
    """Integer coefficients of one pair: c with the lower and the upper bound of e^epsilon.

    ``low_excess`` belongs to E_lo (so it is the larger), ``high_excess`` to E_hi; ``event`` is the
    worst event, as positions; ``singleton`` the position of the outcome with the largest excess.
    """

    name: str
    title: str
    outcomes: tuple[int, ...]
    low_excess: tuple[int, ...]
    high_excess: tuple[int, ...]
    event: tuple[int, ...]
    singleton: int


EVENTS, SINGLE = "dp-all-events", "dp-singletons"


def all_events_problems(pair: ScaledPair) -> Iterator[Problem]:
    """Yield the problems over all events for one pair, one direction, one epsilon."""
    yield _all_events_problem(pair)
    yield _tightness_problem(pair)


def singleton_problems(pair: ScaledPair) -> Iterator[Problem]:
    """Yield the problems over single outcomes for one pair, one direction, one epsilon."""
    yield _singleton_problem(pair)
    yield _singleton_tightness_problem(pair)


def _all_events_problem(pair: ScaledPair) -> Problem:
    delta = sum(pair.low_excess[i] for i in pair.event)
    body, _ = _some_event(pair.outcomes, pair.low_excess, real_text(delta))
    comments = (
        f"Claim {EVENTS}, {pair.title}: delta over all events and all randomised tests.",
        *_WHAT_U_IS,
        "Asked: is there an event whose excess is above delta? Expected: no.",
    )
    return Problem(f"{EVENTS}-{pair.name}-all-events", EVENTS, UNSAT, "QF_LRA", body, comments)


def _tightness_problem(pair: ScaledPair) -> Problem:
    delta = sum(pair.high_excess[i] for i in pair.event)
    body, shortfalls = _some_event(pair.outcomes, pair.high_excess, half_below_text(delta))
    comments = (
        f"Claim {EVENTS}, {pair.title}: a delta smaller by half a unit is too small.",
        *_WHAT_U_IS,
        "Asked: is there an event above the smaller delta? Expected: yes, the worst event: every u",
        "is below one half, and |c| at least 1, so b is more than one half exactly where c > 0.",
    )
    name = f"{EVENTS}-{pair.name}-tight"
    return Problem(name, EVENTS, SAT, "QF_LRA", body, comments, shortfalls)


def _some_event(
    outcomes: tuple[int, ...], excess: tuple[int, ...], bound: str
) -> tuple[str, tuple[str, ...]]:
    """Say that an event has an excess above the bound; return also the names of the shortfalls.

    An outcome whose c is 0 adds nothing to any event and is left out.
    """
    found = [(f"u_{i}", y, c) for i, (y, c) in enumerate(zip(outcomes, excess, strict=True)) if c]
    lines = [f"(declare-const {u} Real) (assert (<= 0.0 {u})) ; released {y}" for u, y, _ in found]
    worst = sum_of(["0.0", *(real_text(c) for _, _, c in found if c > 0)])
    behind = sum_of([bound, *(u for u, _, _ in found)])
    lines.append(f"(assert (> {worst} {behind}))")
    return "\n".join(lines), tuple(u for u, _, _ in found)


def _singleton_problem(pair: ScaledPair) -> Problem:
    comments = (
        f"Claim {SINGLE}, {pair.title}: events of a single outcome (the weaker statement).",
        "Asked: has one outcome an excess above the largest? Expected: no.",
    )
    largest = real_text(pair.low_excess[pair.singleton])
    body = _some_outcome(pair.low_excess, largest)
    return Problem(f"{SINGLE}-{pair.name}-singletons", SINGLE, UNSAT, "QF_LRA", body, comments)


def _singleton_tightness_problem(pair: ScaledPair) -> Problem:
    comments = (
        f"Claim {SINGLE}, {pair.title}: events of a single outcome (the weaker statement).",
        "Asked: has one outcome an excess above half a unit less than the largest? Expected: yes.",
    )
    below = half_below_text(pair.high_excess[pair.singleton])
    body = _some_outcome(pair.high_excess, below)
    return Problem(f"{SINGLE}-{pair.name}-singletons-tight", SINGLE, SAT, "QF_LRA", body, comments)


def _some_outcome(excess: tuple[int, ...], bound: str) -> str:
    cases = any_of([f"(> {real_text(c)} bound)" for c in excess])
    return f"(define-fun bound () Real {bound})\n(assert {cases})"
