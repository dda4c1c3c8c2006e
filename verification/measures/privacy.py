"""The privacy of a table at one epsilon: with and without a count of zero, and by the key law."""

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
from exact.table.zero import Pairs, pairs_above_zero, zero_pairs
from verification.measures.profiles import Profiles

# e^epsilon for the profile that every audit shows.
_PROFILE = (1, Fraction(3, 2), 2, 3, 5, 10, 100)


@dataclass(frozen=True, slots=True)
class KeyLawAudit:
    """The table under the real law of the cell key instead of uniform keys."""

    arithmetic: KeyArithmetic
    distance: Fraction
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

    @property
    def met(self) -> bool:
        """Whether a delta was claimed, and the tight one is at most that."""
        return self.target is not None and self.worst.delta.compare(self.target) <= 0


def measured_privacy(profiles: Profiles, epsilon: Epsilon, target: Fraction | None) -> PrivacyAudit:
    """Return the privacy of a table at ``epsilon``, for uniform keys and for those of a law."""
    table, pairs = profiles.table, profiles.uniform
    if not pairs:
        rule = "covers no two neighbouring counts, so it has no privacy to measure"
        raise InputError("table", f"{len(table.rows)} row", rule, "give a rule past the last row")
    above, kept = _around_zero(profiles.seen, pairs)
    worst = worst_pair(pairs, epsilon)
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
    )


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
    return KeyLawAudit(arithmetic, distance, found)
