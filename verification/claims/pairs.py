"""What the claims about pairs of counts share: an entry for each pair, direction and epsilon."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from verification.claims.context import BoundedTarget, Context, Measured
from verification.claims.request import Request
from verification.claims.shown import Exactly, Line, Shown, Tight
from verification.shapes.common import BOUNDS, COUNT, EPSILON, POSITIVE, RELEASED, Bounds
from verification.shapes.shape import Shape, described, many, record
from verification.smt.privacy import CLAIMED, Pair


@dataclass(frozen=True, slots=True)
class PairDelta:
    """delta = A - B e^epsilon of one pair of counts, with its bounds."""

    epsilon: Epsilon
    count: int
    other: int
    A: Fraction
    B: Fraction
    delta: Bounds


@dataclass(frozen=True, slots=True)
class EventDelta(PairDelta):
    """The tight delta over all events, and the worst event."""

    event: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OutcomeDelta(PairDelta):
    """The largest excess of a single released value, and that value."""

    outcome: int


_ABOUT = "One pair of neighbouring counts, in one direction, at one epsilon."
_DELTA = described(
    BOUNDS, 'A - B e^epsilon, from the bounds of e^epsilon that stand in "epsilons".'
)
_PARTS: dict[str, Shape[Any]] = {"epsilon": EPSILON, "count": COUNT, "other": COUNT}
_ENDS: dict[str, Shape[Any]] = {
    "A": described(POSITIVE, "p of it."),
    "B": described(POSITIVE, "q of it."),
    "delta": _DELTA,
}
EVENT_DELTAS = many(
    record(
        EventDelta,
        _ABOUT,
        **_PARTS,
        event=many(
            RELEASED,
            "The worst event {y : p(y) > e^epsilon q(y)}, released values in increasing order; "
            "empty if delta is 0.",
            least=0,
            unique=True,
        ),
        **_ENDS,
    ),
    "Every pair at every epsilon.",
)
OUTCOME_DELTAS = many(
    record(OutcomeDelta, _ABOUT, **_PARTS, outcome=RELEASED, **_ENDS),
    "Every pair at every epsilon.",
)


def event_deltas(
    targets: tuple[BoundedTarget, ...], measured: tuple[tuple[Measured, ...], ...]
) -> tuple[bool, tuple[EventDelta, ...]]:
    """Return whether every claim is met, and the tight delta of every pair at every epsilon."""
    found, holds = [], True
    for bounded, pairs in zip(targets, measured, strict=True):
        for each in pairs:
            found.append(EventDelta(*_entry(bounded, each, each.delta), event=each.event))
            holds = holds and _meets(each.limit, each.delta)
    return holds, tuple(found)


def outcome_deltas(
    targets: tuple[BoundedTarget, ...], measured: tuple[tuple[Measured, ...], ...]
) -> tuple[bool, tuple[OutcomeDelta, ...]]:
    """Return the same over single released values."""
    found, holds = [], True
    for bounded, pairs in zip(targets, measured, strict=True):
        for each in pairs:
            found.append(OutcomeDelta(*_entry(bounded, each, each.excess), outcome=each.outcome))
            holds = holds and _meets(each.limit, each.excess)
    return holds, tuple(found)


def _entry(
    bounded: BoundedTarget, each: Measured, delta: Delta
) -> tuple[Epsilon, int, int, Fraction, Fraction, Bounds]:
    A, B = delta.A, delta.B
    bounds = Bounds(A - B * bounded.exp.hi, A - B * bounded.exp.lo)
    return bounded.epsilon, each.pair.count, each.pair.other, A, B, bounds


def _meets(limit: Fraction | None, delta: Delta) -> bool:
    return limit is None or delta.compare(limit) <= 0


def worst_of(pairs: tuple[PairDelta, ...], epsilon: Epsilon) -> PairDelta:
    """Return the pair with the largest delta at an epsilon; the first of equals.

    The bounds of e^epsilon in a certificate are narrow enough to put every delta on its side of
    its target; which of two pairs is named as the worst decides nothing.
    """
    return max((p for p in pairs if p.epsilon == epsilon), key=lambda p: p.delta.hi)


def shown_pairs(request: Request, pairs: tuple[PairDelta, ...]) -> Iterator[Line]:
    """Yield the largest delta at each epsilon, beside what was claimed."""
    apart = [pair for pair in pairs if request.counts_apart(pair.count, pair.other)]
    most = tuple(pair for pair in pairs if pair not in apart)
    for target in request.targets:
        own = request.first_pair.limit(target.delta)
        for some, limit in ((most, target.delta), (tuple(apart), own)):
            if some:
                yield _shown_worst(worst_of(some, target.epsilon), limit)


def _shown_worst(worst: PairDelta, limit: Fraction | None) -> Line:
    against: tuple[Shown, ...] = ("; nothing was claimed",)
    if limit is not None:
        against = ("; claimed: ", Exactly(limit))
    tight = Tight(worst.A, worst.B, worst.epsilon, worst.delta)
    between = f", true count {worst.count} against {worst.other}"
    return f"δ at ε = {worst.epsilon.text}", (tight, between, *against)


def proved_pairs(context: Context) -> Iterator[Pair]:
    """Yield each pair at each epsilon, as a solver is asked about it."""
    for bounded, pairs in zip(context.targets, context.measured, strict=True):
        for each in pairs:
            yield _proved(bounded, each)


def claimed_problem(claim: str, pair: PairDelta) -> str:
    """Return the name of the problem about the delta that is claimed of a pair."""
    return f"{claim}-{_name(pair.count, pair.other, pair.epsilon)}-{CLAIMED[claim]}"


def _name(count: int, other: int, epsilon: Epsilon) -> str:
    label = epsilon.text.replace("/", "_").replace("(", "").replace(")", "")
    return f"{count}-vs-{other}-eps-{label}"


def _proved(bounded: BoundedTarget, each: Measured) -> Pair:
    found, epsilon = each.pair.profile, bounded.epsilon
    return Pair(
        name=_name(each.pair.count, each.pair.other, epsilon),
        title=f"count {each.pair.count} against {each.pair.other}, epsilon = {epsilon.text}",
        outcomes=found.outcomes,
        p=found.p,
        q=found.q,
        total=found.total,
        lo=bounded.exp.lo,
        hi=bounded.exp.hi,
        claimed=each.limit,
        event=frozenset(each.event),
        outcome=each.outcome,
    )
