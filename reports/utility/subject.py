"""One table or law with all that it costs, as the page and the JSON show it."""

from dataclasses import dataclass, field, replace
from fractions import Fraction

from exact.laws.law import Law, has_one_noise
from exact.laws.registry import law_text
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from exact.privacy.truncation import tight_delta
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from exact.utility.chances import LawPerturbation, Perturbation, TablePerturbation
from exact.utility.cost import Cost, cost
from exact.utility.counts import Counts
from exact.utility.weighted import weighted_losses
from reports.utility.restored import MOST_DRAWS, restored_losses
from reports.utility.simulation import Simulated, simulate
from reports.words import empty_cell_keys


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of every table alike."""

    counts: Counts
    within: tuple[int, ...]
    draws: int
    seed: int
    epsilon: Epsilon | None
    small: str
    additive: str | None = None
    weight: Fraction | None = None
    weighted: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A table or law by name, its cost, what was simulated, and its delta.

    ``empty_cell_keys`` says which keys empty cells are taken to have, where there are some and a
    row of 0 has noise.
    """

    name: str
    cost: Cost
    simulated: dict[str, Simulated]
    delta: Real | None
    sha256: str | None = None
    restored: dict[str, Simulated] = field(default_factory=dict)
    weighted: dict[str, Enclosure] = field(default_factory=dict)
    empty_cell_keys: str | None = None


def of_table(name: str, table: PTable, sha256: str, asked: Asked) -> Subject:
    """Return what a table costs; its delta is over all pairs that it covers."""
    delta: Real | None = None
    pairs = tuple(pair_profiles(table)) if asked.epsilon is not None else ()
    if asked.epsilon is not None and pairs:
        delta = worst_pair(pairs, asked.epsilon).delta
    perturbation = TablePerturbation(table, asked.small)
    found = _subject(name, perturbation, asked, delta, sha256)
    keys = empty_cell_keys(table) if 0 in asked.counts.cells else None
    return replace(found, empty_cell_keys=keys)


def of_law(law: Law, asked: Asked) -> Subject:
    """Return what a law costs, before any rounding to keys."""
    delta: Real | None = None
    if asked.epsilon is not None and has_one_noise(law):
        delta = tight_delta(law, asked.epsilon)
    return _subject(law_text(law), LawPerturbation(law), asked, delta, None)


def _subject(
    name: str, perturbation: Perturbation, asked: Asked, delta: Real | None, sha256: str | None
) -> Subject:
    found = cost(asked.counts, perturbation, asked.within)
    simulated = simulate(asked.counts, perturbation, asked.draws, asked.seed) if asked.draws else {}
    restored = {}
    if asked.additive is not None:
        draws = asked.draws or MOST_DRAWS
        restored = restored_losses(asked.counts, perturbation, asked.additive, draws, asked.seed)
    weighted = {}
    if asked.weighted:
        weighted = weighted_losses(asked.counts, asked.weighted, perturbation)
    return Subject(name, found, simulated, delta, sha256, restored, weighted)
