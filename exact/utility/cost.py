"""All that one table costs: expected losses and their laws, percentages, by size of count."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError, Undecided
from exact.laws.exponential_mechanism import Loss
from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Perturbation
from exact.utility.counts import Counts
from exact.utility.hellinger import hellinger_mean
from exact.utility.laws import QUARTILES, SumLaw, grid_of, sum_law
from exact.utility.laws import quantiles as quantiles_of
from exact.utility.measures import LOSSES, WITHIN, Measures, Size, by_size, each_count, summed
from exact.utility.shares import ShareLoss, share_losses

# Losses of whole numbers have no grid.
_WHOLE = ("l1", "l2")


@dataclass(frozen=True, slots=True)
class LossLaw:
    """Quartiles of a loss over all cells, independent keys; ``why_not`` where there are none."""

    quartiles: tuple[Enclosure, ...] = ()
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a perturbation costs the users of some counts."""

    total: Measures
    sizes: tuple[Size, ...]
    laws: dict[str, LossLaw]
    hellinger: Enclosure | None
    shares: tuple[ShareLoss, ...] | None


def cost(counts: Counts, perturbation: Perturbation, within: tuple[int, ...] = WITHIN) -> Cost:
    """Return what the perturbation costs.

    Expectations need no assumption about keys of different cells; the laws take them independent.
    """
    each = each_count(counts, perturbation, within)
    sizes = by_size(counts, each)
    laws, hellinger = {}, hellinger_mean(counts, perturbation)
    for name, loss in LOSSES:
        laws[name], law = loss_law(counts, perturbation, name, loss)
        if hellinger is None and name == "hellinger2" and law is not None:
            hellinger = law.root_mean()
    return Cost(
        summed((each[n], times) for n, times in counts.by_count.items()),
        tuple(sizes),
        laws,
        hellinger,
        _shares(counts, perturbation, sizes),
    )


def loss_law(
    counts: Counts, perturbation: Perturbation, name: str, loss: Loss
) -> tuple[LossLaw, SumLaw | None]:
    """Return the quartiles of a loss over all cells, and its law where it is on a grid."""
    grid = 0 if name in _WHOLE else grid_of(counts, perturbation, loss)
    try:
        if name in _WHOLE:
            return LossLaw(quantiles_of(counts, perturbation, loss)), None
        law = sum_law(counts, perturbation, loss, grid)
        return LossLaw(tuple(law.quantile(level) for level in QUARTILES)), law
    except (InputError, Undecided) as error:
        return LossLaw(why_not=str(error)), None


def _shares(
    counts: Counts, perturbation: Perturbation, sizes: list[Size]
) -> tuple[ShareLoss, ...] | None:
    """Return the percentages by size; None where totals are not covered or it takes too long."""
    try:
        found = share_losses(counts, perturbation, ((s.least, s.most) for s in sizes))
    except InputError:
        return None
    return None if found is None else tuple(found)


def mean_error(loss: ShareLoss) -> Enclosure | None:
    """Return the expected error of one percentage; None where no cell has one."""
    if not loss.cells:
        return None
    return Enclosure(Fraction(loss.error.lo, loss.cells), Fraction(loss.error.hi, loss.cells))
