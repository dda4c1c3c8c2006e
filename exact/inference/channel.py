"""How a true count becomes a released one: P(x | a), of a law, of a table, or without noise.

A column is P(x | a) for one released x over the true counts a. Noise is bounded, so it is short.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Protocol

from flint import arb, ctx

from exact.errors import InputError
from exact.laws.law import Law, Noise, has_one_noise
from exact.laws.registry import law_text
from exact.numbers.balls import BITS, ball_of
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.extremes import noise_range
from exact.table.ptable import PTable
from exact.table.row import Row

# Bits of the weights of a law: more than the balls have.
_WEIGHT_BITS = 256
MAX_NOISE = 10_000
Chances = Mapping[int, arb]


@dataclass(frozen=True, slots=True)
class Column:
    """``whole`` P(x | a) for a = first, first + 1, ...; a gap inside is 0, both ends are not.

    Those of a table are its numbers of keys, exactly, so that equal ones are known to be equal.
    """

    first: int
    chances: tuple[arb, ...]
    whole: int

    @property
    def last(self) -> int:
        """The largest true count that can be released as x."""
        return self.first + len(self.chances) - 1


class Channel(Protocol):
    """What the tests need of the noise."""

    @property
    def text(self) -> str:
        """The noise in words."""
        ...

    @property
    def span(self) -> tuple[int, int]:
        """The least and the largest noise of any count."""
        ...

    @property
    def whole(self) -> int:
        """What the chances of one count add up to."""
        ...

    def noise(self, count: int) -> Chances:
        """Return ``whole`` times the probability of each noise of a true count."""
        ...

    def mirrors(self, a: int, b: int) -> bool:
        """Tell whether the noise z of a count a is known to be as likely as -z of b."""
        ...

    def rises(self, people: int) -> bool:
        """Tell whether no P(X >= x | a) is known to fall as a grows from 0 to N."""
        ...


@dataclass(frozen=True)
class LawChannel:
    """Noise of a law, added to every count, small ones too: a released value may be negative."""

    law: Law

    def __post_init__(self) -> None:
        if self.law.D > MAX_NOISE:
            rule = f"is more noise than the {MAX_NOISE} that a test takes"
            raise InputError("law", self.law.D, rule, "choose a smaller bound")

    @property
    def text(self) -> str:
        """The law with its parameters."""
        return law_text(self.law)

    @cached_property
    def span(self) -> tuple[int, int]:
        """Between -D and D."""
        counts = self.law.counts or (self.law.D,)
        supports = [self.law.noise(count).support for count in counts]
        return min(s[0] for s in supports), max(s[-1] for s in supports)

    @property
    def whole(self) -> int:
        """Probabilities add up to 1."""
        return 1

    def noise(self, count: int) -> Chances:
        """Return the shares of the weights."""
        return _shares(self._noise(count))

    def _noise(self, count: int) -> Noise:
        place = self._place(count)
        if place not in self._known:
            self._known[place] = self.law.noise(place)
        return self._known[place]

    @cached_property
    def _known(self) -> dict[int, Noise]:
        return {}

    def _place(self, count: int) -> int:
        """Return the count whose noise this one has: past the last they repeat."""
        counts, period = self.law.counts, self.law.period
        if counts is None:
            return self.law.D
        if count in counts:
            return count
        if count < counts[0] or period is None:
            rule = f"is none of the counts {counts[0]} to {counts[-1]} of the law"
            raise InputError("count", count, rule, "give the law for more counts")
        start = counts[-1] - period + 1
        return start + (count - start) % period

    def mirrors(self, a: int, b: int) -> bool:
        """Tell whether there is one symmetric noise, or the weights are known to be the same."""
        if has_one_noise(self.law):
            return self.law.is_symmetric
        return _turned(self._noise(a), self._noise(b))

    def rises(self, people: int) -> bool:
        """Tell whether there is one noise: X = a + Z grows with a. Else compare a and a + 1."""
        if has_one_noise(self.law):
            return True
        pairs = {(self._noise(a), self._noise(a + 1)) for a in range(people)}
        return all(_noise_rises(one, other) for one, other in pairs)


@dataclass(frozen=True)
class TableChannel:
    """Noise of a table with uniform keys: every count has the row that the table gives it."""

    table: PTable

    def __post_init__(self) -> None:
        if max(map(abs, self.span)) > MAX_NOISE:
            rule = f"has more noise than the {MAX_NOISE} that a test takes"
            raise InputError("table", max(map(abs, self.span)), rule, "use a table with less")

    @property
    def text(self) -> str:
        """The number of keys."""
        return f"a table of {self.table.keysize} keys"

    @cached_property
    def span(self) -> tuple[int, int]:
        """Over all rows; a preserved zero has noise 0."""
        low, high = noise_range(self.table)
        return (min(low, 0), max(high, 0)) if self.table.zero == "preserve" else (low, high)

    @property
    def whole(self) -> int:
        """All keys."""
        return self.table.keysize

    def noise(self, count: int) -> Chances:
        """Return the numbers of keys."""
        return _keys(self.table.row(count))

    def mirrors(self, a: int, b: int) -> bool:
        """Compare the rows, noise z with noise -z."""
        return _mirrors(self.table.row(a), self.table.row(b))

    def rises(self, people: int) -> bool:
        """Compare the rows of a and a + 1 by how many keys lead to x or more."""
        pairs = {(self.table.row(a), self.table.row(a + 1)) for a in range(people)}
        return all(_rises(one, other) for one, other in pairs)


@lru_cache(maxsize=4096)
def _shares(noise: Noise) -> Chances:
    weights = noise.weights(_WEIGHT_BITS)
    with ctx.workprec(BITS):
        return {z: ball_of(weights.share(z)) for z in noise.support}


def _turned(one: Noise, other: Noise) -> bool:
    """Tell whether two noises have whole weights, those of one in the order of -z of the other."""
    a, b = (noise.weights(_WEIGHT_BITS) for noise in (one, other))
    known = a.lo == a.hi and b.lo == b.hi and None not in (a.lowest, b.lowest)
    ends = one.support[0] == -other.support[-1] and a.lo == b.lo[::-1]
    return known and ends and a.bits == b.bits


def _noise_rises(one: Noise, other: Noise) -> bool:
    """Tell whether 1 + the second noise is known to be never less likely to reach a value."""
    values = range(min(one.support[0], other.support[0] + 1), one.support[-1] + 1)
    return all(_reach(one, z).hi <= _reach(other, z - 1).lo for z in values)


def _reach(noise: Noise, z: int) -> Enclosure:
    """Return P(Z >= z) of noise with a row of its own."""
    if z <= noise.support[0]:
        return Enclosure.point(Fraction(1))
    if z > noise.support[-1]:
        return Enclosure.point(Fraction(0))
    weights = noise.weights(_WEIGHT_BITS)
    low, high = weights.tails
    return weights.quotient(low[weights.place(z)], high[weights.place(z)])


@lru_cache(maxsize=4096)
def _mirrors(one: Row, other: Row) -> bool:
    pairs = zip(one.pmf.outcomes, one.pmf.weights, strict=True)
    return Pmf.of((-z, w) for z, w in pairs) == other.pmf


def _rises(one: Row, other: Row) -> bool:
    """Tell whether 1 + the noise of the second row is never less likely to reach a value."""
    shifted, least = other.pmf.shifted(1), 0
    for z in sorted({*one.pmf.outcomes, *shifted.outcomes}, reverse=True):
        least += _weight(shifted, z) - _weight(one.pmf, z)
        if least < 0:
            return False
    return True


def _weight(pmf: Pmf, outcome: int) -> int:
    return dict(zip(pmf.outcomes, pmf.weights, strict=True)).get(outcome, 0)


@lru_cache(maxsize=4096)
def _keys(row: Row) -> Chances:
    with ctx.workprec(BITS):  # so many bits hold every number of keys
        return {z: arb(w) for z, w in zip(row.pmf.outcomes, row.pmf.weights, strict=True)}


@dataclass(frozen=True, slots=True)
class NoNoise:
    """The count is released as it is: the classical tests."""

    @property
    def text(self) -> str:
        """No noise."""
        return "no noise"

    @property
    def span(self) -> tuple[int, int]:
        """Noise 0."""
        return 0, 0

    @property
    def whole(self) -> int:
        """Probability 1."""
        return 1

    def noise(self, count: int) -> Chances:
        """Return noise 0."""
        return {0: arb(1)}

    def mirrors(self, a: int, b: int) -> bool:
        """Nothing changes."""
        return True

    def rises(self, people: int) -> bool:
        """X = a."""
        return True


def column(channel: Channel, released: int, most: int | None = None) -> Column | None:
    """Return P(x | a) of a released x for 0 <= a <= ``most``; None where no count can give it."""
    low, high = channel.span
    last = released - low if most is None else min(released - low, most)
    found: dict[int, arb] = {}
    for a in range(max(0, released - high), last + 1):
        chance = channel.noise(a).get(released - a)
        if chance is not None:
            found[a] = chance
    if not found:
        return None
    first, nothing = min(found), arb(0)
    chances = tuple(found.get(a, nothing) for a in range(first, max(found) + 1))
    return Column(first, chances, channel.whole)
