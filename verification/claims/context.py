"""What several claims need, computed once: profiles of pairs, the key law, bounds of e^epsilon."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exact.numbers.enclosure import narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import agreed
from exact.privacy.delta import Delta
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from verification.claims.request import Request, Target
from verification.measures.profiles import Profiles
from verification.shapes.common import Bounds

START_BITS = 160


@dataclass(frozen=True, slots=True)
class BoundedTarget:
    """A target with rational bounds of e^epsilon (or e^epsilon itself twice)."""

    epsilon: Epsilon
    delta: Fraction | None
    exp: Bounds

    @property
    def target(self) -> Target:
        """The target without the bounds."""
        return Target(self.epsilon, self.delta)


@dataclass(frozen=True, slots=True)
class Measured:
    """One pair at one epsilon: the tight delta and its event, the worst outcome and its excess.

    ``limit`` is the delta that is claimed of it; None: none is.
    """

    pair: PairProfile
    delta: Delta
    event: tuple[int, ...]
    excess: Delta
    outcome: int
    limit: Fraction | None


@dataclass(frozen=True)
class Context:
    """A request with what follows from it; each part is computed when it is first asked for."""

    request: Request
    profiles: Profiles

    @classmethod
    def of(cls, request: Request) -> "Context":
        """Return the context of a request for which nothing is computed yet."""
        return cls(request, Profiles(request.table, request.arithmetic, request.stated))

    @property
    def table(self) -> PTable:
        """The table that is certified."""
        return self.request.table

    @property
    def pairs(self) -> tuple[PairProfile, ...]:
        """The profiles of all pairs for uniform keys."""
        return self.profiles.uniform

    @cached_property
    def measured(self) -> tuple[tuple[Measured, ...], ...]:
        """For each target every pair, for uniform keys."""
        return _measured(self.pairs, self.request, self.profiles.seen)

    @cached_property
    def measured_by_law(self) -> tuple[tuple[Measured, ...], ...]:
        """For each target every pair under the law of the key; none where that is not known."""
        pairs = self.profiles.by_law
        if pairs is self.pairs:
            return self.measured
        return _measured(pairs, self.request, self.profiles.of_nobody) if pairs else ()

    @cached_property
    def targets(self) -> tuple[BoundedTarget, ...]:
        """Each target with bounds of e^epsilon narrow enough to show every claim.

        It ends where e^epsilon is irrational, because it then differs from every ratio of integers
        and every delta from its target; where it is rational the bounds are a point.
        """
        both = zip(self.measured, self.measured_by_law or self.measured, strict=True)
        found = zip(self.request.targets, both, strict=True)
        return tuple(_bounded(target, (*mine, *by_law)) for target, (mine, by_law) in found)


def _measured(
    pairs: tuple[PairProfile, ...], request: Request, seen: PTable
) -> tuple[tuple[Measured, ...], ...]:
    return tuple(
        tuple(_measure(pair, target.epsilon, request.limit(target, pair, seen)) for pair in pairs)
        for target in request.targets
    )


def _measure(pair: PairProfile, epsilon: Epsilon, limit: Fraction | None) -> Measured:
    found = pair.profile
    excess, outcome = found.singleton_delta(epsilon)
    event = found.worst_event(epsilon)
    return Measured(pair, found.delta(epsilon), event, excess, outcome, limit)


def _bounded(target: Target, measured: tuple[Measured, ...]) -> BoundedTarget:
    exact = target.epsilon.rational_exp
    if exact is not None:
        return BoundedTarget(target.epsilon, target.delta, Bounds(exact, exact))

    def attempt(bits: int) -> BoundedTarget | None:
        lo, hi = agreed(lambda: target.epsilon.exp_bounds(bits), "e^epsilon")
        exp = Bounds(Fraction(lo, 1 << bits), Fraction(hi, 1 << bits))
        shown = all(_shows(exp, found) for found in measured)
        return BoundedTarget(target.epsilon, target.delta, exp) if shown else None

    return narrow(attempt, START_BITS, "bounds of e^epsilon for a certificate")


def _shows(exp: Bounds, found: Measured) -> bool:
    """Tell whether the bounds put each outcome, singleton and target on its side."""
    outcomes, claimed = found.pair.profile, found.limit
    weights = tuple(zip(outcomes.p, outcomes.q, strict=True))
    (lo, low), (hi, high) = exp.lo.as_integer_ratio(), exp.hi.as_integer_ratio()
    if any(lo * q < low * p and high * p < hi * q for p, q in weights):
        return False
    for top, scale in ((lo, low), (hi, high)):
        excesses = [scale * p - top * q for p, q in weights]
        if max(excesses) > excesses[outcomes.outcomes.index(found.outcome)]:
            return False
    return claimed is None or all(
        (d.A - d.B * exp.hi <= claimed) == (d.A - d.B * exp.lo <= claimed)
        for d in (found.delta, found.excess)
    )
