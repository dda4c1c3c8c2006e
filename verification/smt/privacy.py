"""Claims about pairs as problems, over all events and all randomised tests at once.

An event S is given by b_y in [0, 1] for each released value y (0 or 1 for an event, in between for
a randomised test), which are free. With the table's integers p_y and q_y of a total K,

    P = sum p_y b_y,   Q = sum q_y b_y,   asked is whether P > E Q + delta K is possible,

where E is a rational bound of e^epsilon. By the lemma of ``general`` a lower bound makes *unsat* a
proof of the claim, and an upper bound makes *sat* a counterexample to it. Problems a pair:

- all-events: the claimed delta. With E_lo, and *unsat* is expected, where the claim holds; with
  E_hi, and *sat* is expected, where it fails: then the model is an event that breaks it;
- measured: the delta that the certificate states for the pair, from above, with E_lo: *unsat*
  (where no delta is claimed, this is the problem all-events);
- tight: that delta from below, with E_hi, smaller by half a unit of the scale: *sat*.

A solver begins with every constant at 0. So that it begins with the worst event, the constant of
a value that the worst event has is a_y = 1 - b_y. That says the same of b_y, and spares a search
that takes time quadratic in the number of values: the time is linear in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from verification.smt.expressions import Value
from verification.smt.problem import (
    SAT,
    TIGHT,
    UNSAT,
    Model,
    Problem,
    any_of,
    real_text,
    sum_of,
)

EVENTS, SINGLE = "dp-all-events", "dp-singletons"
# How the name of a problem about the claimed delta ends.
CLAIMED = {EVENTS: "all-events", SINGLE: "singletons"}
_MEASURED = {EVENTS: "measured", SINGLE: "singletons-measured"}
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of counts in one direction at one epsilon, as a solver is asked about it.

    ``p`` and ``q`` are the weights of each released value out of ``total``, ``lo`` and ``hi`` the
    bounds of e^epsilon, ``claimed`` the delta that is claimed, if any. ``event`` is the worst event
    and ``outcome`` the value with the largest excess.
    """

    name: str
    title: str
    outcomes: tuple[int, ...]
    p: tuple[int, ...]
    q: tuple[int, ...]
    total: int
    lo: Fraction
    hi: Fraction
    claimed: Fraction | None
    event: frozenset[int]
    outcome: int

    def delta(self, released: frozenset[int], E: Fraction) -> Fraction:
        """Return P(S) - E Q(S)."""
        weights = zip(self.outcomes, self.p, self.q, strict=True)
        inside = [(p, q) for y, p, q in weights if y in released]
        P, Q = sum(p for p, _ in inside), sum(q for _, q in inside)
        return (P - E * Q) / self.total

    @property
    def half_unit(self) -> Fraction:
        """Half of the least step of P(S) - E_hi Q(S): so much less is a delta that is too small.

        An event above it is the worst one: in units of 1 / (total times the denominator of E_hi)
        the excess of each value is an integer.
        """
        return _HALF / (self.hi.denominator * self.total)


@dataclass(frozen=True, slots=True)
class _Question:
    """Whether P > E Q + delta K is possible: the answer that is expected, and in which words."""

    claim: str
    ending: str
    E: Fraction
    delta: Fraction
    expected: str
    said: tuple[str, ...]


_BELOW = "E is at most e^epsilon: by general-lower-bound, no with E is no with e^epsilon."
_ABOVE = "E is at least e^epsilon: by general-lower-bound, yes with E is yes with e^epsilon."


def all_events_problems(pair: Pair) -> Iterator[Problem]:
    """Yield the problems over all events for one pair, one direction, one epsilon."""
    for question in _questions(pair, EVENTS, pair.event):
        yield _some_event(pair, question)
    said = "This delta is the one that is measured, less half a unit of the scale: too small."
    smaller = pair.delta(pair.event, pair.hi) - pair.half_unit
    why = (said, _ABOVE, "Expected: yes.")
    yield _some_event(pair, _Question(EVENTS, TIGHT, pair.hi, smaller, SAT, why))


def singleton_problems(pair: Pair) -> Iterator[Problem]:
    """Yield the problems over single outcomes for one pair, one direction, one epsilon."""
    for question in _questions(pair, SINGLE, frozenset((pair.outcome,))):
        yield _some_outcome(pair, question)


def _questions(pair: Pair, claim: str, worst: frozenset[int]) -> Iterator[_Question]:
    """Yield what is asked of the claimed delta, and of the measured one from above."""
    above, below = pair.delta(worst, pair.lo), pair.delta(worst, pair.hi)
    ending = measured = CLAIMED[claim]
    if pair.claimed is not None:
        measured = _MEASURED[claim]
        said = f"Claimed is delta = {pair.claimed}."
        if below > pair.claimed:
            why = (said, _ABOVE, "Expected: yes. The claim fails: the model is a counterexample.")
            yield _Question(claim, ending, pair.hi, pair.claimed, SAT, why)
        else:
            why = (said, _BELOW, "Expected: no.")
            yield _Question(claim, ending, pair.lo, pair.claimed, UNSAT, why)
    said = "This delta is the one that is measured, rounded up."
    yield _Question(claim, measured, pair.lo, above, UNSAT, (said, _BELOW, "Expected: no."))


def _some_event(pair: Pair, question: _Question) -> Problem:
    """Say that P > E Q + delta K for some b; the constants stand by rising released value."""
    lines, constants, P, Q = [], [], [], []
    for y, p, q in sorted(zip(pair.outcomes, pair.p, pair.q, strict=True)):
        constant = _named("a" if y in pair.event else "b", y)
        constants.append(constant)
        lines.append(f"(declare-const {constant} Real) (assert (<= 0.0 {constant} 1.0))")
        b = f"(- 1.0 {constant})" if y in pair.event else constant
        P += [f"(* {p}.0 {b})"] * (p > 0)
        Q += [f"(* {q}.0 {b})"] * (q > 0)
    lines += [f"(define-fun P () Real {sum_of(P)})", f"(define-fun Q () Real {sum_of(Q)})"]
    lines += [*_bounds(pair, question), "(assert (> P (+ (* E Q) (* delta K))))"]
    comments = (
        f"Claim {question.claim}, {pair.title}: all events and all randomised tests.",
        "An event: b_y is 1 for a released value y in it (-1 is written m1), 0 for one outside,",
        "between the two where chance decides; a_y = 1 - b_y. P and Q are its weights out of K",
        "from the first and from the other count: sums of the table's integers.",
        "Asked: is there an event with P > E Q + delta K?",
        *question.said,
    )
    found = partial(_event_of, pair, question.E)
    worst = dict.fromkeys(constants, "0.0")
    return _problem(pair, question, "\n".join(lines), comments, worst, found)


def _some_outcome(pair: Pair, question: _Question) -> Problem:
    cases = [
        f"(and (= y {real_text(y)}) (> {p}.0 (+ (* E {q}.0) (* delta K))))"
        for y, p, q in sorted(zip(pair.outcomes, pair.p, pair.q, strict=True))
    ]
    lines = ("(declare-const y Real)", *_bounds(pair, question), f"(assert {any_of(cases)})")
    comments = (
        f"Claim {question.claim}, {pair.title}: events of a single outcome (the weaker statement).",
        "The released value y is free. Its weights out of K are p from the first and q from the",
        "other count: the table's integers. Asked: is there one with p > E q + delta K?",
        *question.said,
    )
    worst = {"y": real_text(pair.outcome)}
    return _problem(pair, question, "\n".join(lines), comments, worst, _outcome_of)


def _bounds(pair: Pair, question: _Question) -> Iterator[str]:
    values: dict[str, Value] = {"E": question.E, "delta": question.delta, "K": pair.total}
    return (f"(define-fun {name} () Real {real_text(v)})" for name, v in values.items())


def _problem(
    pair: Pair,
    question: _Question,
    body: str,
    comments: tuple[str, ...],
    worst: dict[str, str],
    witness: Callable[[Model], tuple[int, ...]],
) -> Problem:
    """Return the problem; ``worst`` is the model that is the worst event or outcome."""
    name, claim = f"{question.claim}-{pair.name}-{question.ending}", question.claim
    if question.expected == UNSAT:
        return Problem(name, claim, UNSAT, "QF_LRA", body, comments)
    known = f"({' '.join(f'({constant} {value})' for constant, value in worst.items())})"
    breaks = partial(_breaks, pair, question)
    return Problem(name, claim, SAT, "QF_LRA", body, comments, tuple(worst), known, witness, breaks)


def _breaks(pair: Pair, question: _Question, found: tuple[int, ...]) -> bool:
    """Tell whether an event, or the event of one outcome, is one that is asked for."""
    released = frozenset(found)
    fits = len(released) == len(found) and (question.claim != SINGLE or len(found) == 1)
    known = fits and released <= set(pair.outcomes)
    return known and pair.delta(released, question.E) > question.delta


def _named(letter: str, y: int) -> str:
    """Return the name of the constant of a released value."""
    return f"{letter}_{y}" if y >= 0 else f"{letter}_m{-y}"


def _event_of(pair: Pair, E: Fraction, model: Model) -> tuple[int, ...]:
    """Return the event of a model: the values that it has, even in part, and that count for it.

    It breaks the bound at least as far as the model: a value with p > E q adds most where it is
    in the event, and any other where it is not.
    """
    weights = zip(pair.outcomes, pair.p, pair.q, strict=True)
    useful = (y for y, p, q in weights if p > E * q)
    return tuple(sorted(y for y in useful if _share(model, y) > 0))


def _share(model: Model, y: int) -> Value:
    b = _named("b", y)
    return model[b] if b in model else 1 - model[_named("a", y)]


def _outcome_of(model: Model) -> tuple[int, ...]:
    return (int(model["y"]),)
