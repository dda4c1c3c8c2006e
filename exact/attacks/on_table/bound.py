"""Bach's attacks on a table: the bound revealed by triples, and counts disclosed by margins."""

from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.least_bound import least_bound, triples_needed
from exact.attacks.margin import margin_probability
from exact.attacks.on_table.asked import MAX_VARIANCE, Asked
from exact.attacks.table_bound import WorstTriple, worst_triple
from exact.attacks.tuples_needed import tuples_needed
from exact.laws.variance_root import MIN_VARIANCE
from exact.numbers.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class BoundDisclosure:
    """The worst triple of counts with p_1, and the triples that reveal E (None: no number does).

    ``variance`` is that of the attacked count's noise, or as asked for. ``least`` is the smallest
    E that a maximum-entropy law of this variance keeps hidden among the published triples.
    ``residual_tells`` is the probability that the residual F + M - T alone, of three cells of the
    attacked count's row, leaves one possibility for their true counts. The released values
    themselves rule out more (no count is negative, rows differ), which is not computed.
    """

    asked: Asked
    worst: WorstTriple
    needed: tuple[tuple[Fraction, int | None], ...]
    variance: Fraction
    least: int | None
    residual_tells: Fraction

    @property
    def revealed(self) -> bool:
        """Whether the published triples are enough at the first level."""
        needed = self.needed[0][1]
        return needed is not None and needed <= self.asked.outputs

    def map_cell(self, variance: Fraction, bound: int) -> Enclosure | None:
        """Return m of the V-E map at the level of the attack."""
        return triples_needed(variance, bound, self.asked.triple_level)


def bound_disclosure(asked: Asked) -> BoundDisclosure:
    """Return the attack."""
    worst = worst_triple(asked.table)
    levels = dict.fromkeys((asked.triple_level, *asked.levels))
    noise = asked.table.row(asked.partition.count).pmf
    variance = noise.variance() if asked.variance is None else asked.variance
    return BoundDisclosure(
        asked,
        worst,
        tuple((level, tuples_needed(worst.probability, level)) for level in levels),
        variance,
        _least(variance, asked),
        margin_probability(noise, 2),
    )


def _least(variance: Fraction, asked: Asked) -> int | None:
    """Return the least E; None where there is no such law, or none is found."""
    if not MIN_VARIANCE <= variance <= MAX_VARIANCE:
        return None
    return least_bound(variance, asked.outputs, asked.triple_level)
