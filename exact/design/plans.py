"""From a target to a table: by the paper's guide, by the smallest noise, or by the smallest delta.

A plan says which laws are tried, in which order, and what is known against a smaller D:

``paper``       D by the guide of section 2.4, gamma at a position of (2.20); then D + 1, ...
``smallest``    the smallest D that any gamma makes reach the target; of its kinks the smallest
                variance first; then D + 1, ...
``best-gamma``  the same D with the gamma of the smallest delta.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.design.aiming import Aim, Enough, Search, Tried, enough_keys, nearer, search
from exact.design.guide import smallest_design
from exact.design.smallest import smallest_of_all
from exact.design.upward import laws_below, laws_by_variance, laws_of_guide
from exact.laws.maxent import PAPER_POSITION, MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon

if TYPE_CHECKING:
    from exact.design.best_gamma import BestGamma

PAPER, SMALLEST, BEST_GAMMA = "paper", "smallest", "best-gamma"
Laws = Callable[[int], Iterator[MaxEntLaw]]
# How many D a plan of kinks tries: all kinks of one D cost D^2, and the first D does almost always.
_MOST_LARGER = 20


@dataclass(frozen=True, slots=True)
class Evidence:
    """Noise up to ``D`` misses the target: its delta, which may be the least of any gamma."""

    D: int
    delta: Enclosure
    every_gamma: bool


@dataclass(frozen=True)
class Plan:
    """The laws to try with a given number of keys, and those that miss the target but are near.

    ``complete``: the laws end only where no larger D keeps its noise values with so few keys.
    Plans are equal where what they found is: functions that do the same are not seen to be equal.
    """

    name: str
    D: int
    evidence: Evidence | None
    laws: Laws = field(compare=False)
    nearby: Laws = field(compare=False)
    complete: bool


def paper_plan(epsilon: Epsilon, target: Fraction, position: Fraction = PAPER_POSITION) -> Plan:
    """Return the plan of the paper's guide, Sadeghi-Chien 2.4."""
    found = smallest_design(epsilon, target, position)
    D, failing = found.law.D, found.failing_delta
    return Plan(
        PAPER,
        D,
        None if failing is None else Evidence(D - 1, failing, every_gamma=False),
        lambda keysize: laws_of_guide(epsilon, position, D, keysize),
        lambda keysize: laws_below(epsilon, position, D, keysize),
        complete=True,
    )


def smallest_plan(epsilon: Epsilon, target: Fraction) -> Plan:
    """Return the plan of the smallest D of any gamma, then of the smallest variance."""
    found = smallest_of_all(epsilon, target, smallest_design(epsilon, target).law.D)
    D, failing = found.D, found.failing_delta
    return Plan(
        SMALLEST,
        D,
        None if failing is None else Evidence(D - 1, failing, every_gamma=True),
        lambda keysize: laws_by_variance(epsilon, target, _larger(D, keysize)),
        lambda keysize: laws_below(epsilon, PAPER_POSITION, D, keysize),
        complete=False,
    )


def best_gamma_plan(epsilon: Epsilon, target: Fraction, D: int | None = None) -> Plan:
    """Return the plan of the smallest delta of any gamma, for the smallest D or for one alone."""
    if D is not None:
        least = Evidence(D - 1, _best(epsilon, D - 1).delta, every_gamma=True) if D > 1 else None
        evidence = None if least is None or least.delta.lo <= target else least
        laws = _best_laws(epsilon, lambda keysize: range(D, D + 1) if keysize > 2 * D else ())
        return Plan(BEST_GAMMA, D, evidence, laws, lambda _: iter(()), complete=True)
    plan = smallest_plan(epsilon, target)
    return replace(
        plan,
        name=BEST_GAMMA,
        laws=_best_laws(epsilon, lambda keysize: _larger(plan.D, keysize)),
    )


def _larger(D: int, keysize: int) -> range:
    """Return a few D from the smallest on, as far as there are keys for 2D + 1 noise values."""
    return range(D, min(D + _MOST_LARGER, (keysize + 1) // 2))


def _best_laws(epsilon: Epsilon, tried: Callable[[int], Iterable[int]]) -> Laws:
    return lambda keysize: (best_law(epsilon, D) for D in tried(keysize))


def best_law(epsilon: Epsilon, D: int) -> MaxEntLaw:
    """Return the law whose gamma gives the smallest delta of all."""
    return MaxEntLaw(D, rate_of_epsilon(epsilon, _best(epsilon, D).u_star))


def _best(epsilon: Epsilon, D: int) -> "BestGamma":
    """Search all gamma: all kinks would cost D^2."""
    from exact.design.best_gamma import best_gamma

    return best_gamma(epsilon, D)


@dataclass(frozen=True, slots=True)
class TableDesign:
    """A table that meets its target, or the nearest with these keys and how many would be enough.

    ``table`` is None where no law of the plan keeps its noise values with so few keys.
    """

    plan: Plan
    aim: Aim
    found: Search
    table: Tried | None
    enough: Enough | None

    @property
    def met(self) -> bool:
        """Whether the table meets the target."""
        return self.found.met


def design_table(plan: Plan, aim: Aim) -> TableDesign:
    """Return the first table of a plan that meets the target, or say what would."""
    found = search(plan.laws(aim.keysize), aim)
    if found.met:
        return TableDesign(plan, aim, found, found.best, None)
    below = search(plan.nearby(aim.keysize), aim).best
    table = found.best if below is None else nearer(found.best, below)
    return TableDesign(plan, aim, found, table, enough_keys(plan.laws, aim))
