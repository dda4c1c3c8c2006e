"""Claim *dp-all-events*: (epsilon, delta) over all events, every pair, both directions, tight."""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.claims.context import Context
from verification.claims.covers import PAIRS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.pairs import (
    EVENT_DELTAS,
    EventDelta,
    event_deltas,
    proved_pairs,
    shown_pairs,
)
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.kernel.parts import privacy_parts
from verification.shapes.shape import record
from verification.smt.general import general_problems
from verification.smt.privacy import all_events_problems
from verification.smt.problem import Problem


@dataclass(frozen=True, slots=True)
class AllEvents:
    """The evidence: the tight delta of every pair at every epsilon."""

    pairs: tuple[EventDelta, ...]


def _make(context: Context) -> tuple[bool, AllEvents]:
    holds, pairs = event_deltas(context.targets, context.measured)
    return holds, AllEvents(pairs)


def _shown(request: Request, found: AllEvents) -> Iterator[Line]:
    return shown_pairs(request, found.pairs)


def _problems(context: Context) -> Iterator[Problem]:
    yield from general_problems()
    for pair in proved_pairs(context):
        yield from all_events_problems(pair)


KIND = ClaimKind(
    name="dp-all-events",
    brief="(epsilon, delta) over all events, every pair, both directions, tight",
    title="privacy over all events",
    says="For every pair of neighbouring counts, in both directions, and every set S of released "
    "values, P(S) ≤ e^ε·Q(S) + δ; and this δ is tight: the worst event reaches it. Keys are "
    "uniform and independent, which is assumed of empty cells too, unless it is stated how keys "
    "are made of records: then an empty cell has the key 0.",
    source=f"{PAPER}, (2.9)-(2.11) and Appendix B",
    evidence=record(AllEvents, "Tight deltas.", pairs=EVENT_DELTAS),
    covering=PAIRS,
    make=_make,
    shown=_shown,
    problems=_problems,
    coq=privacy_parts,
    coq_says="privacy of every pair over every event, its target, and its tightness",
    tests=("tests/certificate", "tests/privacy/test_profile.py"),
)
