"""The differencing attack: two sets of people that differ in one person, or not at all.

An attacker asks for a set A of n people and for A with one condition less, so that one known person
is added if she has the attribute in question. If she has not, the same people have the same key and
the same noise: both releases are equal. If she has, the keys k and k + r are independent (r, her
record key, is uniform), and so are the releases Y of n and Y' of n + 1. So

    P(equal | not there) = 1,      P(equal | there) = sum over y of P(Y = y) P(Y' = y).

Where keys add, nobody has the key 0 and one noise, so the table is to be taken as its cells see it
(``looked_up_by_records``); else the key of nobody is assumed to be uniform.

A difference proves that she is there. The event has probability 0 where she is not, so the tight
delta of the pair is 1 - P(equal | there) at every epsilon. Equal releases y are 1 / P(Y' = y) times
as likely where she is not there.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.bound import convolution
from exact.errors import InputError
from exact.pmf import Pmf
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class Pair:
    """What is released of n people, and of one more: the laws of both."""

    count: int
    without: Pmf
    with_one: Pmf

    @property
    def equal(self) -> Fraction:
        """P(equal | there).

        >>> coin = Pmf((0, 1), (1, 1))
        >>> Pair(0, coin, coin.shifted(1)).equal
        Fraction(1, 4)
        """
        keys = dict(zip(self.with_one.outcomes, self.with_one.weights, strict=True))
        pairs = zip(self.without.outcomes, self.without.weights, strict=True)
        both = sum(w * keys.get(y, 0) for y, w in pairs)
        return Fraction(both, self.without.total * self.with_one.total)

    @property
    def proved(self) -> Fraction:
        """The probability that a person who is there is proved to be: the tight delta."""
        return 1 - self.equal

    def believed(self, prior: Fraction) -> Fraction:
        """Return P(there | equal) after a belief of ``prior``, over all equal releases."""
        there = prior * self.equal
        return there / (there + 1 - prior)

    def difference(self) -> Pmf:
        """Return the law of what the second release has more, where the person is there."""
        mirrored = Pmf.of(
            (-y, w) for y, w in zip(self.without.outcomes, self.without.weights, strict=True)
        )
        return convolution(self.with_one, mirrored)


def pair_of(table: PTable, count: int) -> Pair:
    """Return the pair of the true counts ``count`` and ``count`` + 1."""
    one, two = table.row(count), table.row(count + 1)
    return Pair(count, one.pmf.shifted(count), two.pmf.shifted(count + 1))


def worst_pair(table: PTable) -> Pair:
    """Return the pair of counts that gives a person away with the largest probability.

    >>> from exact.table.row import Row
    >>> table = PTable(2, 1, (Row(((0, 2),)), Row(((-1, 1), (1, 1)))))
    >>> worst_pair(table).count, worst_pair(table).proved
    (2, Fraction(1, 1))
    """
    found: dict[object, Pair] = {}
    for count in table.neighbours():
        rows = table.row(count), table.row(count + 1)
        if rows not in found:
            found[rows] = pair_of(table, count)
    if not found:
        rule = "covers no two neighbouring counts"
        raise InputError("table", f"{len(table.rows)} rows", rule, "give a rule past the last row")
    return max(found.values(), key=lambda pair: (pair.proved, -pair.count))
