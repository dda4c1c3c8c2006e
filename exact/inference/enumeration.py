"""How often tests of independence reject, by enumeration of the tables that can be released.

The true counts are independent Poisson(mu_ij), so a released table has the probability
prod P(x_ij | mu_ij). Tables of which a test surely rejects are added up; those where bounds do not
tell, and those that are not looked at, may reject too. Statistics do not change where rows or
columns change places, so one table of each kind is tested.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from flint import arb, ctx

from exact.inference.channel import Channel, Column, column
from exact.inference.chi_square import chi_square_tail, naive_statistic
from exact.inference.independence import Fit, proved_statistic
from exact.inference.likelihood import Likelihood, poisson_likelihood
from exact.inference.peak import Peak, peak
from exact.inference.released import Cells
from exact.numbers.balls import BITS, ball, between_0_and_1, lower, total, upper
from exact.numbers.enclosure import Enclosure

Means = tuple[tuple[Fraction, ...], ...]
Verdicts = Mapping[Cells, bool | None]


def released_chances(channel: Channel, mean: Fraction, values: Iterable[int]) -> dict[int, arb]:
    """Return P(x | mu) = sum P(x | a) e^-mu mu^a / a! of some values x, those that are possible."""
    with ctx.workprec(BITS):
        found = {x: column(channel, x) for x in values}
        return {x: _chance(c, ball(mean)) for x, c in found.items() if c is not None}


def _chance(found: Column, mean: arb) -> arb:
    term = (-mean).exp() / found.whole
    for a in range(1, found.first + 1):
        term = term * mean / a
    parts = []
    for a, chance in enumerate(found.chances, start=found.first):
        parts.append(chance * term)
        term = term * mean / (a + 1)
    return total(parts)


def canonical(cells: Cells) -> Cells:
    """Return one of the tables that differ from this one by the order of rows and columns.

    For each order of the shorter side the lines of the longer one are sorted; the first is taken. A
    square table may be turned, too.

    >>> canonical(((3, 1), (0, 2)))
    ((0, 3), (2, 1))
    """
    turned = tuple(zip(*cells, strict=True))
    r, c = len(cells), len(turned)
    shapes = (cells, turned) if r == c else (cells if r < c else turned,)
    orders = (sorted(zip(*rows, strict=True)) for shape in shapes for rows in permutations(shape))
    first = tuple(min(orders))
    return first if r > c else tuple(zip(*first, strict=True))


@dataclass(frozen=True)
class Decider:
    """Whether tests with level ``alpha`` reject; what is known of one released value is kept."""

    channel: Channel
    alpha: Fraction
    degrees: int
    known: dict[int, tuple[Column, Likelihood, Peak]]

    def corrected(self, cells: Cells, fit: Fit, better: Callable[[Cells], Fit]) -> bool | None:
        """Decide the test that knows the noise: by the fit, or else by a proof from a better one.

        Any point of the model bounds the statistic from above: where that is too little to reject,
        the proof from below is not needed.
        """
        with ctx.workprec(BITS):
            parts = [
                self._cell(x)[2].log - self._cell(x)[1].log(ball(fit.mean(i, j)))
                for i, line in enumerate(cells)
                for j, x in enumerate(line)
            ]
            most = max(upper(2 * total(parts)), Fraction(0))
        if self._rejects(Enclosure.point(most)) is False:
            return False
        columns = tuple(tuple(self._cell(x)[0] for x in line) for line in cells)
        return self._rejects(proved_statistic(columns, better(cells)).statistic)

    def naive(self, cells: Cells) -> bool | None:
        """Decide the usual test of released counts: negative ones are 0, empty lines left out."""
        counts = [[max(x, 0) for x in line] for line in cells if max(line) > 0]
        kept = [line for line in zip(*counts, strict=True) if any(line)]
        statistic = naive_statistic(tuple(kept)) if kept else None
        return False if statistic is None else self._rejects(statistic)

    def _rejects(self, statistic: Enclosure) -> bool | None:
        p = chi_square_tail(statistic, self.degrees)
        if p.hi <= self.alpha:
            return True
        return False if p.lo > self.alpha else None

    def _cell(self, x: int) -> tuple[Column, Likelihood, Peak]:
        if x not in self.known:
            found = column(self.channel, x)
            assert found is not None  # it has a probability
            likelihood = poisson_likelihood(found)
            self.known[x] = found, likelihood, peak(likelihood, ball(max(found.first, 1)))
        return self.known[x]


def rate(
    tables: Iterable[Cells], chances: tuple[tuple[Mapping[int, arb], ...], ...], verdicts: Verdicts
) -> Enclosure:
    """Return bounds of the probability that a released table is rejected.

    ``verdicts`` are those of the canonical tables, ``chances`` P(x | mu_ij) of each cell.
    """
    with ctx.workprec(BITS):
        surely = never = arb(0)
        for cells in tables:
            chance = arb(1)
            for line, laws in zip(cells, chances, strict=True):
                for x, law in zip(line, laws, strict=True):
                    chance = chance * law[x]
            verdict = verdicts[canonical(cells)]
            if verdict:
                surely = surely + chance
            elif verdict is False:
                never = never + chance
        return between_0_and_1(Enclosure(lower(surely), upper(1 - never)))
