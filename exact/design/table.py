"""From a law to a table, and which quantisation rule gives the smallest delta."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from exact.laws.maxent import MaxEntLaw
from exact.laws.weighted import WeightedLaw
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.quantiser.rules import (
    CEILING,
    RULES,
    complete_cmf,
    key_counts,
    lost_noise,
    quantised_cmf,
)
from exact.table.origin import Origin
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from exact.table.row import Row


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A quantisation rule, and the tight delta of its table at the requested epsilon."""

    rule: str
    delta: Delta


def table_of_law(
    law: MaxEntLaw,
    keysize: int,
    rule: str = CEILING,
    epsilon: Epsilon | None = None,
    delta: Fraction | None = None,
) -> PTable:
    """Return the table of one row that repeats: the same noise for every count from D upward.

    Counts below D are not covered: with noise down to -D they could be released as negative
    (Sadeghi-Chien section 2.1, footnote 1).
    """
    row = _row(law, complete_cmf(law, keysize, rule))
    return PTable(keysize, law.D, (row,), origin=Origin(law, rule, epsilon, delta))


def table_of_noise(law: WeightedLaw, keysize: int, rule: str = CEILING) -> PTable:
    """Return the same table for any law of symmetric noise; it does not name its law.

    A file names only maximum-entropy laws, so a certificate of this table makes no claim 3.
    """
    return PTable(keysize, law.D, (_row(law, complete_cmf(law, keysize, rule)),))


def _row(law: WeightedLaw, cmf: tuple[int, ...]) -> Row:
    return Row(tuple(zip(range(-law.D, law.D + 1), key_counts(cmf), strict=True)))


def rules_by_delta(law: MaxEntLaw, keysize: int, epsilon: Epsilon) -> tuple[RuleChoice, ...]:
    """Return the rules that keep the support, by rising delta; the first is recommended.

    Equal deltas stay in the order of ``RULES``, so the paper's rule wins a tie.
    """
    choices = []
    for rule in RULES:
        cmf = quantised_cmf(law, keysize, rule)
        if not lost_noise(cmf):
            table = PTable(keysize, law.D, (_row(law, cmf),))
            delta = worst_pair(tuple(pair_profiles(table)), epsilon).delta
            choices.append(RuleChoice(rule, delta))
    by_delta = cmp_to_key(Delta.compare_to)
    return tuple(sorted(choices, key=lambda choice: by_delta(choice.delta)))
