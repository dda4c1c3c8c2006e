"""The measures of single rows: noise, moments, entropy, and the paper's epsilon and delta."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.entropy import entropy
from exact.mapped import Mapped
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.table.measures import (
    delta_q,
    epsilon_down,
    epsilon_q,
    epsilon_up,
    total_variation,
)
from exact.table.ptable import PTable
from exact.table.row import Row

_BITS = 134
_DEFICIT_BITS = 40
# The entropy of a row of a table with very many rows is not computed unless asked for.
_MOST_ENTROPY_ROWS = 100
_MOST_DEFICIT_OUTCOMES = 200


@dataclass(frozen=True, slots=True)
class RowAudit:
    """The measures of one row, Sadeghi-Chien (4.6)-(4.11)."""

    count: int
    noise_min: int
    noise_max: int
    bias: Fraction
    variance: Fraction
    unchanged: Fraction
    epsilon_down: Epsilon | None
    epsilon_up: Epsilon | None
    epsilon_q: Epsilon | None
    delta_q: Fraction
    entropy: Enclosure | None
    entropy_deficit: Enclosure | None
    law_distance: Enclosure | None


def measured_rows(table: PTable, noise: int | None) -> Sequence[RowAudit]:
    """Return the measures of every row; ``noise`` is the largest noise declared, if any.

    A table with very many counts has few different rows: their measures are computed once, and a
    count is put to them when it is asked for.
    """
    counts = range(table.first_count, table.last_count + 1)
    if len(counts) <= _MOST_ENTROPY_ROWS or table.origin is not None:
        return tuple(_measured(table, count, table.row(count), noise) for count in counts)
    alike = table.counts_by_row().items()
    known = {row: _measured(table, those[0], row, noise) for row, those in alike}
    return Mapped(counts, lambda count: replace(known[table.row(count)], count=count))


def _measured(table: PTable, count: int, row: Row, noise: int | None) -> RowAudit:
    pmf = row.pmf
    few = len(table.rows) <= _MOST_ENTROPY_ROWS
    law = None if table.origin is None else table.origin.noise(count)
    in_law = law is not None and all(z in law.support for z in pmf.outcomes)
    return RowAudit(
        count=count,
        noise_min=pmf.outcomes[0],
        noise_max=pmf.outcomes[-1],
        bias=pmf.mean(),
        variance=pmf.variance(),
        unchanged=pmf.probability(0),
        epsilon_down=epsilon_down(pmf),
        epsilon_up=epsilon_up(pmf),
        epsilon_q=epsilon_q(pmf),
        delta_q=delta_q(pmf),
        entropy=entropy(pmf).enclosure(_BITS) if few else None,
        entropy_deficit=_deficit(pmf, count, noise) if few else None,
        law_distance=total_variation(pmf, law).enclosure(_BITS)
        if law is not None and in_law
        else None,
    )


def _deficit(pmf: Pmf, count: int, noise: int | None) -> Enclosure | None:
    """Return how far the entropy is below the largest with the same mean and variance.

    The support is the row's own, or what a declared largest noise allows without a negative
    release. A row of very many outcomes is left out: it takes long, and is a law anyway. So is one
    whose declared support has very many, and one with noise that no law reaches.
    """
    support: Sequence[int] = pmf.outcomes
    if noise is not None and -noise <= pmf.outcomes[0] and pmf.outcomes[-1] <= noise:
        support = range(max(-noise, min(-count, pmf.outcomes[0])), noise + 1)
    from exact.laws.asymmetric import MAX_NOISE, entropy_deficit

    if len(support) > _MOST_DEFICIT_OUTCOMES or max(-support[0], support[-1]) > MAX_NOISE:
        return None
    return entropy_deficit(pmf, support).enclosure(_DEFICIT_BITS)
