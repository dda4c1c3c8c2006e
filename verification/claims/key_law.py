"""Claim *key-law*: how far the law of the cell key is from uniform, and delta under it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from verification.claims.context import Context
from verification.claims.covers import PAIRS_BY_LAW
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.pairs import EVENT_DELTAS, EventDelta, event_deltas, shown_pairs
from verification.claims.request import Request
from verification.claims.shown import AtMost, CellKeys, Line
from verification.shapes.common import POSITIVE
from verification.shapes.shape import described, record


@dataclass(frozen=True, slots=True)
class UnderKeyLaw:
    """The evidence: half the sum of |P(key) - 1/K|, and the tight delta of every pair."""

    distance: Fraction
    pairs: tuple[EventDelta, ...]


def _make(context: Context) -> tuple[bool, UnderKeyLaw] | None:
    law = context.profiles.key_law
    if law is None:
        return None
    holds, pairs = event_deltas(context.targets, context.measured_by_law)
    return holds or context.request.assumed, UnderKeyLaw(law.distance_from_uniform(), pairs)


def _shown(request: Request, found: UnderKeyLaw) -> Iterator[Line]:
    assert request.arithmetic is not None  # claimed only where it is known
    yield "Cell keys", (CellKeys(request.arithmetic, request.assumed),)
    yield "Distance from uniform", (AtMost(found.distance, 6),)
    yield from shown_pairs(request, found.pairs)


KIND = ClaimKind(
    name="key-law",
    brief="distance of the cell-key law from uniform, and delta under it",
    title="the law of the cell key",
    says="How far cell keys are from uniform when record keys are independent and uniform, and the "
    "tight δ under the real law of the key, which is 0 for every empty cell.",
    source=f"{PAPER}, (3.1)-(3.2)",
    evidence=record(
        UnderKeyLaw,
        "The law of the key.",
        distance=described(POSITIVE, "Total variation from uniform keys."),
        pairs=EVENT_DELTAS,
    ),
    covering=PAIRS_BY_LAW,
    make=_make,
    shown=_shown,
    proof="keys counted in integers: `exact/cellkeys/counting.py::xor_law`",
    why_not="The certificate does not state how cell keys are made (assumed is it only where the "
    "number of keys is a power of two); or the table has a key order, at whose places only a "
    "uniform law is known.",
    tests=("tests/certificate", "tests/cellkeys/test_law.py"),
)
