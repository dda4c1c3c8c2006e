"""Claims 5, 6 and 8: about every neighbouring pair of counts, in both directions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.numbers.enclosure import narrow
from exact.numbers.producers import agreed
from exact.pmf import Pmf
from exact.privacy.delta import Delta
from exact.table.pairs import PairProfile, profiles_of_pmfs
from exact.table.row import Row
from verification.certificate.numbers import written
from verification.certificate.request import Request, Target
from verification.smt.privacy import ScaledPair

Document = dict[str, object]
_START_BITS = 160


@dataclass(frozen=True, slots=True)
class BoundedTarget:
    """A target with bounds lo/2^bits <= e^epsilon <= hi/2^bits (or e^epsilon itself)."""

    target: Target
    lo: Fraction
    hi: Fraction

    def document(self) -> Document:
        """Return the entry of the certificate's list of epsilons."""
        delta = self.target.delta
        return {
            "epsilon": self.target.epsilon.text,
            "delta": None if delta is None else written(delta),
            "exp": {"lo": written(self.lo), "hi": written(self.hi)},
        }


@dataclass(frozen=True, slots=True)
class PairEvidence:
    """One pair, direction and epsilon: the tight delta over events or over single outcomes."""

    bounded: BoundedTarget
    pair: PairProfile
    delta: Delta
    event: tuple[int, ...]

    def document(self, singleton: bool) -> Document:
        """Return the entry of the claim."""
        chosen: Document = {"outcome": self.event[0]} if singleton else {"event": list(self.event)}
        A, B = self.delta.A, self.delta.B
        bounds = {
            "lo": written(A - B * self.bounded.hi),
            "hi": written(A - B * self.bounded.lo),
        }
        return {
            "epsilon": self.bounded.target.epsilon.text,
            "count": self.pair.count,
            "other": self.pair.other,
            **chosen,
            "A": written(A),
            "B": written(B),
            "delta": bounds,
        }


def uniform_pairs(request: Request) -> tuple[PairProfile, ...]:
    """Return the profiles of all pairs for uniform keys."""
    return tuple(profiles_of_pmfs(request.table, lambda row: row.pmf))


def key_law_pairs(request: Request) -> tuple[PairProfile, ...]:
    """Return the profiles of all pairs under the real law of the cell key."""
    if request.arithmetic is None or request.arithmetic.keysize != request.table.keysize:
        return ()
    law = request.arithmetic.law()

    def effective(row: Row) -> Pmf:
        return Pmf.of(law.effective_counts(row.runs))

    return tuple(profiles_of_pmfs(request.table, effective))


def bounded_targets(request: Request, pairs: tuple[PairProfile, ...]) -> tuple[BoundedTarget, ...]:
    """Return each target with bounds of e^epsilon narrow enough to show every claim.

    It ends where e^epsilon is irrational, because it then differs from every ratio of integers
    and every delta from its target; where it is rational the bounds are a point.
    """
    return tuple(_bounded(target, pairs) for target in request.targets)


def _bounded(target: Target, pairs: tuple[PairProfile, ...]) -> BoundedTarget:
    exact = target.epsilon.rational_exp
    if exact is not None:
        return BoundedTarget(target, exact, exact)

    def attempt(bits: int) -> BoundedTarget | None:
        lo, hi = agreed(lambda: target.epsilon.exp_bounds(bits), "e^epsilon")
        bounded = BoundedTarget(target, Fraction(lo, 1 << bits), Fraction(hi, 1 << bits))
        return bounded if all(_shows(bounded, pair) for pair in pairs) else None

    return narrow(attempt, _START_BITS, "bounds of e^epsilon for a certificate")


def _shows(bounded: BoundedTarget, pair: PairProfile) -> bool:
    """Tell whether the bounds put each outcome, singleton and target on its side."""
    p, q = pair.profile.p, pair.profile.q
    lo, hi = bounded.lo, bounded.hi
    if any(b * lo < a < b * hi for a, b in zip(p, q, strict=True)):
        return False
    delta, outcome = pair.profile.singleton_delta(bounded.target.epsilon)
    at = pair.profile.outcomes.index(outcome)
    if any(a - e * b > p[at] - e * q[at] for a, b in zip(p, q, strict=True) for e in (lo, hi)):
        return False
    claimed = bounded.target.delta
    both = (pair.profile.delta(bounded.target.epsilon), delta)
    return claimed is None or all(
        (d.A - d.B * hi <= claimed) == (d.A - d.B * lo <= claimed) for d in both
    )


def all_events(pairs: tuple[PairProfile, ...], bounded: BoundedTarget) -> Iterator[PairEvidence]:
    """Yield the tight delta over all events of each pair."""
    epsilon = bounded.target.epsilon
    for pair in pairs:
        delta, event = pair.profile.delta(epsilon), pair.profile.worst_event(epsilon)
        yield PairEvidence(bounded, pair, delta, event)


def single_outcomes(
    pairs: tuple[PairProfile, ...], bounded: BoundedTarget
) -> Iterator[PairEvidence]:
    """Yield the largest excess of a single outcome of each pair."""
    for pair in pairs:
        delta, outcome = pair.profile.singleton_delta(bounded.target.epsilon)
        yield PairEvidence(bounded, pair, delta, (outcome,))


Enumerate = Callable[[tuple[PairProfile, ...], BoundedTarget], Iterator[PairEvidence]]


def pair_claim(
    pairs: tuple[PairProfile, ...],
    targets: tuple[BoundedTarget, ...],
    enumerate_pairs: Enumerate,
) -> Document:
    """Return claim 5, 6 or 8: every pair at every epsilon, and whether all targets are met."""
    entries, holds = [], True
    for bounded in targets:
        for evidence in enumerate_pairs(pairs, bounded):
            entries.append(evidence.document(enumerate_pairs is single_outcomes))
            claimed = bounded.target.delta
            holds = holds and (claimed is None or evidence.delta.compare(claimed) <= 0)
    return {"status": "holds" if holds else "fails", "pairs": entries}


def scaled_pairs(
    pairs: tuple[PairProfile, ...], targets: tuple[BoundedTarget, ...]
) -> Iterator[ScaledPair]:
    """Yield each pair at each epsilon in integers, for the solver."""
    for bounded in targets:
        epsilon = bounded.target.epsilon
        scale = lcm(bounded.lo.denominator, bounded.hi.denominator)
        lo, hi = (bounded.lo * scale).numerator, (bounded.hi * scale).numerator
        for pair in pairs:
            found = pair.profile
            event = set(found.worst_event(epsilon))
            _, outcome = found.singleton_delta(epsilon)
            label = epsilon.text.replace("/", "_").replace("(", "").replace(")", "")
            yield ScaledPair(
                name=f"{pair.count}-vs-{pair.other}-eps-{label}",
                title=f"count {pair.count} against {pair.other}, epsilon = {epsilon.text}",
                outcomes=found.outcomes,
                low_excess=_excess(found.p, found.q, scale, lo),
                high_excess=_excess(found.p, found.q, scale, hi),
                event=tuple(i for i, y in enumerate(found.outcomes) if y in event),
                singleton=found.outcomes.index(outcome),
            )


def _excess(p: tuple[int, ...], q: tuple[int, ...], scale: int, exp: int) -> tuple[int, ...]:
    return tuple(scale * a - exp * b for a, b in zip(p, q, strict=True))
