"""What Theorem 7.1 states for a list of noisy tables, beside what the list gives exactly.

Each table adds independent noise to a count that one person changes by 1. Both directions count:
the person added, and the person removed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.composition.pairs import LossPair, composed
from exact.composition.theorem import Guarantee, summed
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta
from exact.privacy.profile import Profile

# delta of a table is rounded up to so many bits where e^epsilon is irrational: the safe side.
_BITS = 100


@dataclass(frozen=True, slots=True)
class Noisy:
    """A table's noise, and the epsilon it is released under."""

    noise: Pmf
    epsilon: Epsilon


@dataclass(frozen=True, slots=True)
class Comparison:
    """The sum of the theorem; the tight delta at that epsilon; the least epsilon at that delta."""

    theorem: Guarantee
    delta: Delta
    epsilon: Epsilon | None


def compare_with_sum(tables: Sequence[Noisy]) -> Comparison:
    """Return the sums of Theorem 7.1 and the exact parameters of the joint release.

    >>> law = Noisy(Pmf((-1, 0, 1), (1, 2, 1)), Epsilon(exp=Fraction(2)))
    >>> found = compare_with_sum([law, law])
    >>> found.theorem.epsilon.text, found.theorem.delta, found.delta.exact, found.epsilon.text
    ('ln(4)', Fraction(1, 2), Fraction(7, 16), 'ln(3)')
    """
    pairs = [LossPair.of(table.noise, table.noise.shifted(1)) for table in tables]
    theorem = summed(
        [
            Guarantee(table.epsilon, _rounded_up(_largest(_both_ways(pair), table.epsilon)))
            for table, pair in zip(tables, pairs, strict=True)
        ]
    )
    profiles = _both_ways(composed(pairs))
    return Comparison(
        theorem, _largest(profiles, theorem.epsilon), _least_epsilon(profiles, theorem.delta)
    )


def _both_ways(pair: LossPair) -> tuple[Profile, Profile]:
    return pair.profile(), pair.mirrored().profile()


def _largest(profiles: tuple[Profile, Profile], epsilon: Epsilon) -> Delta:
    one, other = (profile.delta(epsilon) for profile in profiles)
    return one if one.compare_to(other) >= 0 else other


def _rounded_up(delta: Delta) -> Fraction:
    return delta.enclosure(_BITS).hi


def _least_epsilon(profiles: tuple[Profile, Profile], delta: Fraction) -> Epsilon | None:
    """Return the larger of both directions; each is the logarithm of a rational, or None."""
    found = [profile.epsilon(delta) for profile in profiles]
    exps = [one.exp for one in found if one is not None and one.exp is not None]
    return Epsilon(exp=max(exps)) if len(exps) == len(found) else None
