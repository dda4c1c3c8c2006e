"""From a law to a table, and which quantisation rule gives the smallest delta."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from exact.errors import IncompleteSupport
from exact.laws.law import Law, Noise, WeightedLaw
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.quantiser.names import CEILING, RULES
from exact.quantiser.rules import (
    complete_cmf,
    key_counts,
    lost_noise,
    quantised_cmf,
    smallest_complete_keysize,
)
from exact.table.origin import Origin
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A quantisation rule, and the tight delta of its table at the requested epsilon."""

    rule: str
    delta: Delta


def table_of_law(
    law: Law,
    keysize: int,
    rule: str = CEILING,
    epsilon: Epsilon | None = None,
    delta: Fraction | None = None,
) -> PTable:
    """Return the table of a law, which names the law, the rule and the target that it is for.

    A law of one noise gives one row that repeats, for every count from D upward: with noise down
    to -D smaller counts could be released as negative (Sadeghi-Chien section 2.1, footnote 1). A
    law with a noise for each count gives a row each; counts past the last use the last rows again
    where the law has a period, and are not covered elsewhere.
    """
    origin = Origin(law, rule, epsilon, delta)
    rows = _rows([law.noise(n) for n in law.counts or (law.D,)], keysize, rule)
    if law.counts is None:
        return PTable(keysize, law.D, rows, origin=origin)
    beyond = _beyond(law.counts[-1], law.period)
    return PTable(keysize, law.counts[0], rows, beyond=beyond, zero="row", origin=origin)


def _beyond(last: int, period: int | None) -> Beyond:
    """Return what the counts past the last row of a law do."""
    if period is None:
        return Stop()
    return Repeat() if period == 1 else Wrap(last - period + 1, period)


def _rows(noises: list[Noise], keysize: int, rule: str) -> tuple[Row, ...]:
    """Quantise every noise; the keysize that an error names is enough for all of them."""
    try:
        return tuple(_row(noise, complete_cmf(noise, keysize, rule)) for noise in noises)
    except IncompleteSupport as error:
        least = [smallest_complete_keysize(noise, rule) for noise in noises]
        enough = None if None in least else max(n for n in least if n is not None)
        raise IncompleteSupport(keysize, error.lost, enough) from None


def _row(noise: Noise, cmf: tuple[int, ...]) -> Row:
    return Row(tuple(zip(noise.support, key_counts(cmf), strict=True)))


def rules_by_delta(law: WeightedLaw, keysize: int, epsilon: Epsilon) -> tuple[RuleChoice, ...]:
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
