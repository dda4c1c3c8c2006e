"""The likelihood ratio test of independence in a released two-way table, proved.

Rinott-O'Keefe-Shlomo-Skinner (6.1), (6.2): the true counts are independent Poisson(mu_ij), the
released ones x_ij have P(x | mu) = g_ij(mu). The statistic is 2 (sum max log g_ij - max over
log mu_ij = eta + alpha_i + beta_j of sum log g_ij). The first maximum separates by cell. Any point
of the model bounds the second from below. From above it is bounded by duality: if s has row and
column sums 0, then sum s_ij log mu_ij = 0 on the model, so

    sum log g_ij(mu_ij) <= sum over cells of max over mu of (log g_ij(mu) - s_ij log mu),

again cell by cell. With s_ij the slopes at the best point both bounds meet wherever the tangent at
that point stays above log g_ij. Points and slopes are proposed in floating point by somebody else.
"""

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from exact.errors import InputError
from exact.inference.boxes import boxes
from exact.inference.channel import Channel, Column, column
from exact.inference.likelihood import poisson_likelihood
from exact.inference.peak import Peak, peak, peak_between
from exact.inference.released import Released
from exact.numbers.balls import BITS, ball, lower, total, upper
from exact.numbers.enclosure import Enclosure

Matrix = tuple[tuple[Fraction, ...], ...]
MAX_TERMS = 4_000_000
# Both sides are told apart by less than this: the statistic is then known to ten digits.
_CLOSE = Fraction(1, 10**10)


@dataclass(frozen=True, slots=True)
class Fit:
    """A proposed point of the model, mu_ij = rows_i columns_j, and the slopes s_ij there."""

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    slopes: Matrix

    def __post_init__(self) -> None:
        if not all(mu > 0 for mu in (*self.rows, *self.columns)):
            raise InputError("fit", "", "must be positive", "propose another point")

    def mean(self, i: int, j: int) -> Fraction:
        """Return mu_ij."""
        return self.rows[i] * self.columns[j]

    def balanced(self) -> Matrix:
        """Return the slopes with row and column sums that are exactly 0.

        >>> one = Fraction(1)
        >>> Fit((one, one), (one, one), ((one, one), (one, one))).balanced()[1]
        (Fraction(-1, 1), Fraction(1, 1))
        """
        inner = [[*row[:-1], -sum(row[:-1], Fraction(0))] for row in self.slopes[:-1]]
        last = tuple(-sum(line, Fraction(0)) for line in zip(*inner, strict=True))
        return (*map(tuple, inner), last)


@dataclass(frozen=True, slots=True)
class Tested:
    """The statistic between proved bounds; ``both_sides``: the lower one is more than 0 or tight.

    ``largest`` are the means that each cell would like best, ``fitted`` those of the model.
    """

    statistic: Enclosure
    is_tight: bool
    largest: tuple[tuple[Enclosure, ...], ...]
    fitted: Matrix


def columns_of(released: Released, channel: Channel) -> tuple[tuple[Column, ...], ...]:
    """Return P(x | a) of every cell, refusing a value that the noise cannot give."""
    low, high = channel.span
    terms = sum(map(len, released.cells)) * (high - low + 1)
    if terms > MAX_TERMS:
        rule = f"with noise {low} to {high} have more than the {MAX_TERMS} terms of a test"
        raise InputError("cells", len(released.cells), rule, "give a smaller table or less noise")
    return tuple(
        tuple(_column(released, channel, i, j) for j in range(len(released.columns)))
        for i in range(len(released.rows))
    )


def _column(released: Released, channel: Channel, i: int, j: int) -> Column:
    x = released.cells[i][j]
    try:
        found = column(channel, x)
    except InputError as error:
        rule = f"needs the noise of the count {error.value}, and that {error.rule}"
        raise InputError(released.place(i, j), x, rule, error.remedy) from None
    if found is None:
        rule = "cannot be released: no true count leads to it with this noise"
        raise InputError(released.place(i, j), x, rule, "check the value, and which noise was used")
    return found


def proved_statistic(columns: tuple[tuple[Column, ...], ...], fit: Fit) -> Tested:
    """Prove both sides of the statistic from a proposed fit."""
    with ctx.workprec(BITS):
        peaks = [
            [peak(poisson_likelihood(c), ball(max(c.first, 1))) for c in line] for line in columns
        ]
        most = total(p.log for line in peaks for p in line)
        reached = total(
            poisson_likelihood(c).log(ball(fit.mean(i, j)))
            for i, line in enumerate(columns)
            for j, c in enumerate(line)
        )
        high = 2 * (most - reached)
        bound = _dual(columns, fit, peaks, high / 2)
        low = 2 * (most - bound) if bound.is_finite() else arb(0)
        least = max(lower(low), Fraction(0))
        statistic = Enclosure(least, max(upper(high), least))
        tight = statistic.width <= _CLOSE
        return Tested(statistic, tight, _places(peaks), _means(fit))


def _dual(
    columns: tuple[tuple[Column, ...], ...], fit: Fit, peaks: list[list[Peak]], slack: arb
) -> arb:
    """Return a bound of the model's largest likelihood from above; infinite where there is none.

    A point of the model that is better than the proposed one lies in certain boxes: where a slope
    is so steep that a cell has no largest value, or where it is only a local one, they bound it.
    """
    slopes = fit.balanced()
    free = [
        [
            peak(poisson_likelihood(c, slopes[i][j]), ball(fit.mean(i, j)))
            for j, c in enumerate(line)
        ]
        for i, line in enumerate(columns)
    ]
    known = total(p.log for line in free for p in line if p.log.is_finite())
    if all(p.log.is_finite() for line in free for p in line) and _meets(known, peaks, slack):
        return known
    limits = boxes(columns, peaks, slack)
    found = arb(0)
    for i, line in enumerate(columns):
        for j, c in enumerate(line):
            shifted = poisson_likelihood(c, slopes[i][j])
            found = found + peak_between(shifted, *limits[i][j]).log
    reached = total(p.log for line in peaks for p in line) - slack
    return found.max(reached)


def _meets(bound: arb, peaks: list[list[Peak]], slack: arb) -> bool:
    reached = total(p.log for line in peaks for p in line) - slack
    return upper(bound - reached) * 2 <= _CLOSE


def _places(peaks: list[list[Peak]]) -> tuple[tuple[Enclosure, ...], ...]:
    return tuple(tuple(Enclosure(lower(p.low), upper(p.high)) for p in line) for line in peaks)


def _means(fit: Fit) -> Matrix:
    return tuple(tuple(row * column for column in fit.columns) for row in fit.rows)
