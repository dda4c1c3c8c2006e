"""A law with a row for every count: what small counts, below the largest noise, are given.

A law of symmetric noise up to D covers counts from D on. Below, where noise could lead to negative
numbers, three ways are in use:

``clip``       negative results are set to zero (Rinott-O'Keefe-Shlomo-Skinner section 4.4);
``normalise``  noise below -n cannot occur, and the rest is normalised anew, as the exponential
               mechanism does by itself (the same, (5.2) and the small counts of Table 1);
``optimise``   the rows of the smallest delta beside the law's own (``exact.complete.best``).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from exact.complete.best import Effort, Found, best_table
from exact.complete.door import Door
from exact.complete.problem import least_delta
from exact.complete.rules import ROW, TableRules
from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.law import Law, Noise, Weights
from exact.numbers.epsilon import Epsilon
from exact.quantiser.rules import complete_cmf, key_counts
from exact.table.ptable import PTable
from exact.table.row import Row

CLIP, NORMALISE, OPTIMISE = "clip", "normalise", "optimise"


@dataclass(frozen=True, slots=True)
class Cut:
    """Symmetric noise of which a count n leaves -n and above, normalised anew."""

    whole: Noise
    count: int

    @property
    def support(self) -> range:
        """The noise values -n..D."""
        return range(-self.count, self.whole.support[-1] + 1)

    @property
    def is_symmetric(self) -> bool:
        """It is not, for n < D."""
        return False

    def weights(self, bits: int) -> Weights:
        """Return the bounds of the weights that are left."""
        known = self.whole.weights(bits)
        lo, hi = (tuple(side[abs(z)] for z in self.support) for side in (known.lo, known.hi))
        return Weights(known.bits, lo, hi, -self.count)

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether a sum of weights is 0: each is one of the symmetric noise."""
        sums: Counter[int] = Counter()
        for k, coefficient in terms.items():
            sums[abs(k - self.count)] += coefficient
        return self.whole.vanishes(sums)


def law_row(law: Law, keysize: int, rule: str) -> Row:
    """Return the row of the law, for counts from D on; a law with a row for each count is refused.

    >>> from fractions import Fraction
    >>> from exact.laws.discrete_laplace import LaplaceLaw
    >>> law_row(LaplaceLaw(Epsilon(exp=Fraction(2)), 1), 16, "largest-remainder").runs
    ((-1, 4), (0, 8), (1, 4))
    """
    if law.counts is not None:
        rule = "has a row for every count by itself"
        raise InputError("law", law.name, rule, "leave --complete out")
    return table_of_law(law, keysize, rule).rows[0]


def clipped(row: Row, count: int) -> Row:
    """Return the row of a small count whose negative results are set to zero.

    >>> clipped(Row(((-2, 1), (-1, 2), (0, 3), (1, 2), (2, 1))), 1).runs
    ((-1, 3), (0, 3), (1, 2), (2, 1))
    """
    keys: Counter[int] = Counter()
    for noise, number in row.runs:
        keys[max(noise, -count)] += number
    return Row.of(sorted(keys.items()))


def normalised(law: Law, count: int, keysize: int) -> Row:
    """Return the row of a small count whose noise below -n is left out, its cmf rounded up."""
    noise = Cut(law.noise(law.D), count)
    counts = key_counts(complete_cmf(noise, keysize))
    return Row(tuple(zip(noise.support, counts, strict=True)))


def table_by_rows(law: Law, row: Row, small: str, zero: str) -> PTable:
    """Return the table whose small counts are clipped or normalised."""

    def of_count(count: int) -> Row:
        return clipped(row, count) if small == CLIP else normalised(law, count, row.keysize)

    first = 0 if zero == ROW else 1
    rows = (*map(of_count, range(first, law.D)), row)
    return PTable(row.keysize, min(first, law.D), rows, zero=zero)


def optimised(
    row: Row, zero: str, epsilon: Epsilon, door: Door, effort: Effort
) -> tuple[TableRules, Found]:
    """Return the rows of smallest delta below D, unbiased and with at most the law's variance."""
    noise = row.pmf
    D = noise.outcomes[-1]
    own = tuple(noise.probability(z) for z in range(-D, D + 1))
    rules = TableRules(D=(D,), variance=(noise.variance(),), zero=zero, last=D, last_row=own)
    return rules, best_table(least_delta(rules, epsilon), row.keysize, door, effort)
