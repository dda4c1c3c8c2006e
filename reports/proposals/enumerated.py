"""Which released tables to look at for an exact level and power, and fits of them.

Tables are chosen by their probability in floating point, the likeliest first; what is left out is
known exactly, since the rest is added up in exact arithmetic.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import prod, sqrt

from flint import arb

from exact.errors import InputError
from exact.inference.channel import Channel
from exact.inference.enumeration import Decider, Means, canonical, rate, released_chances
from exact.inference.independence import Fit
from exact.inference.independence_answer import IndependenceAnswer
from exact.inference.released import Cells
from exact.numbers.enclosure import Enclosure
from reports.progress import progress
from reports.proposals.log_linear import fits_of
from reports.proposals.power import hypotheses
from reports.proposals.simulated import CORRECTED, NAIVE, terms_of_tables

# Tables that are looked at together have all but this of the probability.
_LEFT_OUT = 1e-4
_SELDOM = 1e-8
MAX_MEAN = 1000
MAX_RELEASED_TABLES = 1_000_000
MAX_KINDS = 20_000
_BATCH = 500
_ENOUGH = 1e-4
Chances = tuple[tuple[dict[int, arb], ...], ...]


@dataclass(frozen=True, slots=True)
class Enumeration:
    """Level and power of both tests, and how many different tables were tested."""

    kinds: int
    level: dict[str, Enclosure]
    power: dict[str, Enclosure]


def enumeration(answer: IndependenceAnswer, channel: Channel) -> Enumeration:
    """Add up the probabilities of the tables that are rejected, under both hypotheses."""
    means = hypotheses(answer)
    largest = max(mean for each in means for line in each for mean in line)
    low, high = channel.span
    if largest > MAX_MEAN or high - low > MAX_MEAN:
        raise _too_large(answer, "larger counts or more noise", MAX_MEAN)
    laws = [_laws(each, channel) for each in means]
    for chances in laws:
        size = prod(len(law) for line in chances for law in line)
        if size > MAX_RELEASED_TABLES:
            raise _too_large(answer, "more released tables", MAX_RELEASED_TABLES)
    tables = [_likeliest(chances) for chances in laws]
    kinds = sorted({canonical(cells) for some in tables for cells in some})
    if len(kinds) > MAX_KINDS:
        raise _too_large(answer, "more different tables", MAX_KINDS)
    verdicts = _verdicts(kinds, answer, channel)
    level, power = (
        {test: rate(some, chances, verdicts[test]) for test in (NAIVE, CORRECTED)}
        for some, chances in zip(tables, laws, strict=True)
    )
    return Enumeration(len(kinds), level, power)


def _laws(means: Means, channel: Channel) -> Chances:
    """Return P(x | mu) of the values of each cell that are not too seldom."""
    return tuple(tuple(_law(mean, channel) for mean in line) for line in means)


def _law(mean: Fraction, channel: Channel) -> dict[int, arb]:
    low, high = channel.span
    reach = 7 * sqrt(mean) + 9
    values = range(max(0, round(mean - reach)) + low, round(mean + reach) + high + 1)
    found = released_chances(channel, mean, values)
    return {x: chance for x, chance in found.items() if float(chance.mid()) > _SELDOM}


def _likeliest(chances: Chances) -> list[Cells]:
    """Return the likeliest tables that together leave out no more than they may."""
    import numpy as np

    laws = [law for line in chances for law in line]
    found = np.ones(1)
    for law in laws:
        found = np.outer(found, [float(chance.mid()) for chance in law.values()]).ravel()
    order = np.argsort(-found, kind="stable")
    enough = int(np.searchsorted(np.cumsum(found[order]), 1 - _LEFT_OUT)) + 1
    places = np.unravel_index(order[:enough], [len(law) for law in laws])
    values = [np.array(list(law))[place] for law, place in zip(laws, places, strict=True)]
    wide = len(chances[0])
    return [
        tuple(tuple(map(int, row[k : k + wide])) for k in range(0, len(row), wide))
        for row in zip(*values, strict=True)
    ]


def _verdicts(
    kinds: list[Cells], answer: IndependenceAnswer, channel: Channel
) -> dict[str, dict[Cells, bool | None]]:
    import numpy as np

    def better(cells: Cells) -> Fit:
        return fits_of(terms_of_tables(np.array([cells]), channel))[0]

    decider = Decider(channel, answer.alpha, answer.degrees, {})
    found: dict[str, dict[Cells, bool | None]] = {NAIVE: {}, CORRECTED: {}}
    parts = [kinds[k : k + _BATCH] for k in range(0, len(kinds), _BATCH)]
    for part in progress(parts, "tables"):
        fits = fits_of(terms_of_tables(np.array(part), channel), _ENOUGH)
        for cells, fit in zip(part, fits, strict=True):
            found[NAIVE][cells] = decider.naive(cells)
            found[CORRECTED][cells] = decider.corrected(cells, fit, better)
    return found


def _too_large(answer: IndependenceAnswer, what: str, most: int) -> InputError:
    size = f"{len(answer.released.rows)} x {len(answer.released.columns)}"
    rule = f"has {what} than the {most} that are enumerated"
    return InputError("enumerate", size, rule, "use --simulate: enumeration is for tiny tables")
