"""Claim *dp-singletons*: the same over single released values only, which says less."""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.claims.context import Context
from verification.claims.covers import PAIRS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.pairs import (
    OUTCOME_DELTAS,
    OutcomeDelta,
    outcome_deltas,
    proved_pairs,
    shown_pairs,
)
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.shapes.shape import record
from verification.smt.privacy import singleton_problems
from verification.smt.problem import Problem


@dataclass(frozen=True, slots=True)
class SingleOutcomes:
    """The evidence: the largest excess of one value, of every pair at every epsilon.

    It may be negative.
    """

    pairs: tuple[OutcomeDelta, ...]


def _make(context: Context) -> tuple[bool, SingleOutcomes]:
    holds, pairs = outcome_deltas(context.targets, context.measured)
    return holds, SingleOutcomes(pairs)


def _shown(request: Request, found: SingleOutcomes) -> Iterator[Line]:
    return shown_pairs(request, found.pairs)


def _problems(context: Context) -> Iterator[Problem]:
    for pair in proved_pairs(context):
        yield from singleton_problems(pair)


KIND = ClaimKind(
    name="dp-singletons",
    brief="the same over single outcomes only (weaker)",
    title="privacy over single values",
    says="The same for sets of one released value only, which is a weaker statement; keys "
    "are as there.",
    source=f"{PAPER}, (2.9) with sets of one value",
    evidence=record(SingleOutcomes, "Largest excesses.", pairs=OUTCOME_DELTAS),
    covering=PAIRS,
    make=_make,
    shown=_shown,
    problems=_problems,
    tests=("tests/certificate", "tests/privacy/test_profile.py"),
)
