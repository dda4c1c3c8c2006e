"""dp-accounting's privacy loss distribution, built from two pmfs: its delta against the exact one.

Its estimate is called pessimistic: losses are rounded up to a grid of steps, so delta should be an
upper bound. But it takes log-probabilities as doubles and rounds in no direction. So each answer is
held to two truths: delta of the law or table itself, and delta of exactly the doubles it was given
(probabilities e^l and e^epsilon with l and epsilon those doubles), which leaves its own arithmetic.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType

from exact.design.table import table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import MaxEntLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from exact.privacy.law_privacy import law_delta
from exact.privacy.log_pmfs import delta_of_logs
from exact.table.pairs import pair_profiles, worst_pair
from reports.peers.installed import required
from verification.comparison.doubles import in_ulps

PACKAGE = "dp-accounting"
STEPS = tuple(Fraction(1, 10**power) for power in range(2, 7))
_BITS = 134

LogPmf = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """delta as estimated for one subject ("law" or "table"), step and epsilon, and both truths."""

    subject: str
    D: int
    epsilon: Fraction
    step: Fraction
    answer: Fraction
    true: Real
    of_input: Enclosure

    @property
    def truth(self) -> Enclosure:
        """Bounds of the true delta."""
        return self.true.enclosure(_BITS)

    @property
    def ulps(self) -> Enclosure:
        """By how many ulps of a double the answer exceeds the truth; negative: it falls below."""
        return in_ulps(self.answer, self.truth)

    @property
    def own_ulps(self) -> Enclosure:
        """The same against delta of the doubles it was given."""
        return in_ulps(self.answer, self.of_input)

    @property
    def is_below(self) -> bool:
        """Tell whether the pessimistic estimate lies below the truth."""
        return self.true.compare(self.answer) > 0


@dataclass(frozen=True, slots=True)
class _Subject:
    name: str
    probabilities: Mapping[int, Fraction]
    deltas: Mapping[Fraction, Real]


def estimates(
    laws: Iterable[MaxEntLaw], keysize: int, epsilons: tuple[Fraction, ...]
) -> Iterator[Estimate]:
    """Yield the estimates for each law and its table, at every epsilon and step.

    A table that loses noise values at this KEYSIZE is left out; its law is not.
    """
    (pld,) = required(PACKAGE, "dp_accounting.pld.privacy_loss_distribution")
    for law in laws:
        for subject in _subjects(law, keysize, epsilons):
            yield from _of_subject(pld, subject, law.D)


def _of_subject(pld: ModuleType, subject: _Subject, D: int) -> Iterator[Estimate]:
    upper = {z: _log(p, subject.name) for z, p in subject.probabilities.items()}
    lower = {z + 1: log for z, log in upper.items()}
    for epsilon, truth in subject.deltas.items():
        given = delta_of_logs(_exactly(upper), _exactly(lower), Fraction(float(epsilon)))
        for step in STEPS:
            found = pld.from_two_probability_mass_functions(
                lower, upper, value_discretization_interval=float(step), symmetric=False
            )
            answer = Fraction(float(found.get_delta_for_epsilon(float(epsilon))))
            yield Estimate(subject.name, D, epsilon, step, answer, truth, given)


def _exactly(logs: LogPmf) -> dict[int, Fraction]:
    """Return the rationals that the doubles are."""
    return {z: Fraction(log) for z, log in logs.items()}


def _subjects(law: MaxEntLaw, keysize: int, epsilons: tuple[Fraction, ...]) -> Iterator[_Subject]:
    known = {at: Epsilon(value=at) for at in epsilons}
    weights = law.weights(256 + law.tail_bits())
    pmf = {z: Fraction(weights.lo[abs(z)], weights.total_hi) for z in range(-law.D, law.D + 1)}
    yield _Subject("law", pmf, {at: law_delta(law, e).delta for at, e in known.items()})
    try:
        table = table_of_law(law, keysize)
    except IncompleteSupport:
        return
    pairs = tuple(pair_profiles(table))
    yield _Subject(
        "table",
        {z: Fraction(count, keysize) for z, count in table.rows[0].runs},
        {at: worst_pair(pairs, e).delta for at, e in known.items()},
    )


def _log(probability: Fraction, subject: str) -> float:
    if float(probability) == 0:
        rule = "has probabilities that are 0 as doubles"
        raise InputError("D", subject, rule, "choose a smaller D or epsilon")
    return math.log(probability)
