"""Claims 5 and 6 as problems, over all events and all randomised tests at once.

An event is given by b_y in [0, 1] for each outcome y (0 or 1 for an event, in between for a
randomised test). Its excess is sum of c_y b_y with c_y = p_y - E q_y, E a bound of e^epsilon; all
coefficients are scaled to integers. e^epsilon itself is eliminated by the lemma of ``general``:
E_lo <= e^epsilon and Q >= 0 give E_lo Q <= e^epsilon Q, so an excess that stays below delta with
E_lo stays below it with e^epsilon.

Three problems a pair: each b_y c_y is at most max(0, c_y) (each by itself, so that nothing is
smuggled in); with these facts no event exceeds delta; and with the upper bound of e^epsilon some
event does exceed a delta that is smaller by one unit of the last place: the worst event.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.smt.problem import SAT, UNSAT, Model, Problem, any_of, real_text, script, sum_of


@dataclass(frozen=True, slots=True)
class ScaledPair:
    """Integer coefficients of one pair: c_y with the lower and the upper bound of e^epsilon.

    ``low_excess`` belongs to E_lo (so it is the larger), ``high_excess`` to E_hi; ``unit`` is one
    unit in the last place of delta on the same scale; ``event`` is the worst event, as positions;
    ``singleton`` the position of the outcome with the largest excess.
    """

    name: str
    title: str
    outcomes: tuple[int, ...]
    low_excess: tuple[int, ...]
    high_excess: tuple[int, ...]
    unit: int
    event: tuple[int, ...]
    singleton: int


def pair_problems(pair: ScaledPair) -> Iterator[Problem]:
    """Yield the problems of claims 5 and 6 for one pair, one direction, one epsilon."""
    yield _bounds_problem(pair)
    yield _all_events_problem(pair)
    yield _tightness_problem(pair)
    yield _singleton_problem(pair, pair.low_excess, 0, UNSAT)
    yield _singleton_problem(pair, pair.high_excess, pair.unit, SAT)


def _declarations(pair: ScaledPair, excess: tuple[int, ...]) -> list[str]:
    """Declare b_i in [0, 1] and t_i = c_i b_i."""
    body = []
    for i, (y, c) in enumerate(zip(pair.outcomes, excess, strict=True)):
        body.append(f"(declare-const b_{i} Real) (declare-const t_{i} Real) ; released {y}")
        body.append(f"(assert (and (<= 0.0 b_{i}) (<= b_{i} 1.0)))")
        body.append(f"(assert (= t_{i} (* {real_text(c)} b_{i})))")
    return body


def _bounds_problem(pair: ScaledPair) -> Problem:
    exceeded = [f"(> t_{i} {real_text(max(0, c))})" for i, c in enumerate(pair.low_excess)]
    body = [*_declarations(pair, pair.low_excess), f"(assert {any_of(exceeded)})"]
    comments = [
        f"Claim 5, {pair.title}: bounds of the single terms, used in the next problem.",
        "Asked: is some c b larger than max(0, c) for b in [0, 1]? Expected: no.",
    ]
    text = script("QF_LRA", UNSAT, comments, body)
    return Problem(f"claim5-{pair.name}-bounds", 5, UNSAT, text)


def _all_events_problem(pair: ScaledPair) -> Problem:
    excess = pair.low_excess
    delta = sum(excess[i] for i in pair.event)
    body = _declarations(pair, excess)
    body += [f"(assert (<= t_{i} {real_text(max(0, c))}))" for i, c in enumerate(excess)]
    body.append(f"(assert (> {_total(pair)} {real_text(delta)}))")
    comments = [
        f"Claim 5, {pair.title}: delta over all events and all randomised tests.",
        "Asked: is there an event whose excess is above delta? Expected: no.",
    ]
    text = script("QF_LRA", UNSAT, comments, body)
    return Problem(f"claim5-{pair.name}-all-events", 5, UNSAT, text)


def _tightness_problem(pair: ScaledPair) -> Problem:
    excess = pair.high_excess
    smaller = sum(excess[i] for i in pair.event) - pair.unit
    body = _declarations(pair, excess)
    body += [f"(assert (<= t_{i} {real_text(max(0, c))}))" for i, c in enumerate(excess)]
    body.append(f"(assert (> {_total(pair)} {real_text(smaller)}))")
    comments = [
        f"Claim 5, {pair.title}: a delta smaller by one unit of the last place is too small.",
        "Asked: is there an event above the smaller delta? Expected: yes, the worst event.",
    ]
    # An outcome whose c is 0 may be in the event or not: the excess is the same.
    chosen = tuple(f"b_{i}" for i in sorted(pair.event) if excess[i])
    unchosen = tuple(f"b_{i}" for i, c in enumerate(excess) if c and i not in pair.event)
    text = script("QF_LRA", SAT, comments, body, Model(chosen, unchosen))
    name = f"claim5-{pair.name}-tight"
    return Problem(name, 5, SAT, text, chosen, (*chosen, *unchosen))


def _singleton_problem(
    pair: ScaledPair, excess: tuple[int, ...], unit: int, expected: str
) -> Problem:
    largest = excess[pair.singleton] - unit
    cases = any_of([f"(= excess {real_text(c)})" for c in excess])
    body = ["(declare-const excess Real)", f"(assert {cases})"]
    body.append(f"(assert (> excess {real_text(largest)}))")
    asked = "above the largest" if expected == UNSAT else "above one unit less than the largest"
    comments = [
        f"Claim 6, {pair.title}: events of a single outcome (the weaker statement).",
        f"Asked: has one outcome an excess {asked}? Expected: {expected}.",
    ]
    suffix = "singletons" if expected == UNSAT else "singletons-tight"
    text = script("QF_LRA", expected, comments, body)
    return Problem(f"claim6-{pair.name}-{suffix}", 6, expected, text)


def _total(pair: ScaledPair) -> str:
    return sum_of([f"t_{i}" for i in range(len(pair.outcomes))])
