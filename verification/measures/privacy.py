"""The privacy of a table at one epsilon: with and without a count of zero, and by the key law."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import largest_epsilon_q
from exact.table.measures import delta_q
from exact.table.pairs import (
    WorstPair,
    worst_pair,
    worst_singleton,
)
from exact.table.ptable import PTable
from exact.table.zero import (
    CAP,
    EVERY_PAIR,
    EXCLUDE,
    INCLUDE,
    FirstPair,
    Pairs,
    first_pairs,
    pairs_above_zero,
    zero_pairs,
)
from verification.measures.profiles import Profiles

# e^epsilon for the profile that every audit shows.
_PROFILE = (1, Fraction(3, 2), 2, 3, 5, 10, 100)


@dataclass(frozen=True, slots=True)
class KeyLawAudit:
    """The table under the real law of the cell key instead of uniform keys."""

    arithmetic: KeyArithmetic
    distance: Fraction
    pairs: Pairs
    worst: WorstPair


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """The tight delta of the table at one epsilon, without the pair (0, 1), with zeros kept."""

    epsilon: Epsilon
    delta: Delta
    without_zero: Delta | None
    zeros_preserved: Delta | None


@dataclass(frozen=True, slots=True)
class PrivacyAudit:
    """What a table promises at one epsilon, and against the ``target`` delta where there is one.

    ``worst`` is over all counts that the table covers. Where they include 0, ``without_zero`` is
    the worst pair above; where the rows begin at 1 and 0 is not covered, ``zeros_preserved`` is
    the worst pair if a count of 0 is left as it is. Where empty cells are assumed to have uniform
    keys, and a row of 0 has noise, ``of_records`` is the worst pair if keys are made of records.
    ``first`` is the pair (0, 1) where it is covered, and ``first_pair`` how it counts.
    """

    epsilon: Epsilon
    target: Fraction | None
    pairs: Pairs
    worst: WorstPair
    without_zero: WorstPair | None
    zeros_preserved: WorstPair | None
    of_records: WorstPair | None
    profile: tuple[ProfilePoint, ...]
    singleton: tuple[Delta, int]
    epsilon_q: Epsilon | None
    delta_q: Fraction
    key_law: KeyLawAudit | None
    first_pair: FirstPair = EVERY_PAIR
    first: WorstPair | None = None

    @property
    def apart(self) -> bool:
        """Whether the pair (0, 1) is covered, and does not count as the others do."""
        return self.first is not None and self.first_pair.kind != INCLUDE

    @property
    def counted(self) -> WorstPair:
        """The worst of the pairs that a claimed delta is about, of those with a cap none."""
        above = self.without_zero
        return above if self.apart and above is not None else self.worst

    @property
    def met(self) -> bool:
        """Whether a delta was claimed, and every pair that counts has at most what is claimed."""
        if self.target is None or self.counted.delta.compare(self.target) > 0:
            return False
        cap = self.first_pair.cap
        return cap is None or self.first is None or self.first.delta.compare(cap) <= 0

    def counted_of(self, pairs: Pairs, seen: PTable) -> Pairs:
        """Return the profiles of the pairs that are not excluded, of a table as cells see it."""
        excluded = self.apart and self.first_pair.kind == EXCLUDE
        return pairs_above_zero(seen, pairs) if excluded else pairs

    def claimed_of(self, pairs: Pairs, seen: PTable) -> Iterator[tuple[Pairs, Fraction, str]]:
        """Yield which of some profiles have at most which delta by the claim, and their name."""
        if self.target is None:
            return
        if not self.apart:
            yield pairs, self.target, ""
            return
        yield pairs_above_zero(seen, pairs), self.target, " for counts from 1"
        if self.first_pair.cap is not None:
            yield first_pairs(pairs), self.first_pair.cap, " of the pair (0, 1)"


def measured_privacy(
    profiles: Profiles,
    epsilon: Epsilon,
    target: Fraction | None,
    first_pair: FirstPair | None = None,
) -> PrivacyAudit:
    """Return the privacy of a table at ``epsilon``, for uniform keys and for those of a law.

    ``first_pair`` says how the pair (0, 1) counts for the target; None: as every other pair.
    """
    table, pairs = profiles.table, profiles.uniform
    if not pairs:
        rule = "covers no two neighbouring counts, so it has no privacy to measure"
        raise InputError("table", f"{len(table.rows)} row", rule, "give a rule past the last row")
    above, kept = _around_zero(profiles.seen, pairs)
    worst, first = worst_pair(pairs, epsilon), first_pairs(pairs)
    _check_first_pair(first_pair, bool(first), bool(above), target)
    return PrivacyAudit(
        epsilon=epsilon,
        target=target,
        pairs=pairs,
        worst=worst,
        without_zero=worst_pair(above, epsilon) if above else None,
        zeros_preserved=worst_pair(kept, epsilon) if kept else None,
        of_records=worst_pair(profiles.by_records, epsilon) if profiles.by_records else None,
        profile=tuple(_point(Fraction(exp), pairs, above, kept) for exp in _PROFILE),
        singleton=worst_singleton(pairs, epsilon),
        epsilon_q=largest_epsilon_q(table),
        delta_q=max(delta_q(row.pmf) for row in dict.fromkeys(table.rows)),
        key_law=_under_key_law(profiles, epsilon, worst),
        first_pair=first_pair or EVERY_PAIR,
        first=worst_pair(first, epsilon) if first else None,
    )


def _check_first_pair(
    given: FirstPair | None, covered: bool, others: bool, target: Fraction | None
) -> None:
    """Refuse a statement about the pair (0, 1) that has nothing to speak of."""
    if given is None:
        return
    if not covered and given.kind != EXCLUDE:
        rule = "speaks of the pair (0, 1), which the table does not cover"
        raise InputError("first_pair", given.text, rule, "leave it out, or say --zero preserve")
    if covered and not others and given.kind != INCLUDE:
        rule = "leaves no pair of counts: the table covers 0 and 1 alone"
        raise InputError("first_pair", given.text, rule, "use include")
    if given.kind == CAP and target is None:
        rule = "is claimed beside a delta of the other pairs, and none is given"
        raise InputError("first_pair", given.text, rule, "give --delta too")


def _around_zero(table: PTable, pairs: Pairs) -> tuple[Pairs, Pairs]:
    """Return the pairs without (0, 1) where it is covered, and those with it where it is not."""
    if 0 in table.neighbours():
        return pairs_above_zero(table, pairs), ()
    added = zero_pairs(table)
    return (), (*added, *pairs) if added else ()


def _point(exp: Fraction, pairs: Pairs, above: Pairs, kept: Pairs) -> ProfilePoint:
    """Return delta at an epsilon whose exponential is rational: delta is rational too."""
    epsilon = Epsilon(exp=exp)
    others = (worst_pair(some, epsilon).delta if some else None for some in (above, kept))
    return ProfilePoint(epsilon, worst_pair(pairs, epsilon).delta, *others)


def _under_key_law(profiles: Profiles, epsilon: Epsilon, worst: WorstPair) -> KeyLawAudit | None:
    law, arithmetic = profiles.key_law, profiles.arithmetic
    if law is None or arithmetic is None:
        return None
    distance = law.distance_from_uniform()
    alike = profiles.by_law is profiles.uniform
    found = worst if alike else worst_pair(profiles.by_law, epsilon)
    return KeyLawAudit(arithmetic, distance, profiles.by_law, found)
