"""Demands that a maker of tables was given: how likely a count stays, a shape, and all together.

R ptable takes ``pstay`` and ``mono`` beside the noise and the variance, and where it cannot keep
all of them it keeps what it can, without a word. Which demands exclude each other in a row is
proved by multipliers (``exact.complete.contradiction``); where they do not, the maker could have
kept them.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from exact.complete.conditions import MONOTONE, RowRules, rising_pairs
from exact.complete.contradiction import Contradiction, contradiction
from exact.pmf import Pmf
from exact.table.ptable import PTable
from verification.findings.finding import ERROR, NOTE, Alike, Finding
from verification.findings.rows import Rows
from verification.findings.span import Span

_REMEDY = "correct the table or the statement"
# Rows that are looked at: each is a small linear program in rationals.
_MOST_ROWS = 100
_MOST_NOISE = 100


def wrong_stay(stay: Fraction | None, rows: Rows) -> Iterator[Alike]:
    """Yield rows that leave a count as it is with another probability, where they may do so."""
    for pmf, counts in rows:
        if stay is not None and 0 in pmf.outcomes and pmf.probability(0) < stay:
            said = ("probability ", pmf.probability(0), f" of no noise, declared is {stay}")
            yield counts, partial(_row_has, "DECLARED-STAY", said)


def wrong_shape(monotone: bool | None, rows: Rows) -> Iterator[Alike]:
    """Yield rows whose probabilities do not rise up to noise 0."""
    for pmf, counts in rows if monotone else ():
        pairs = rising_pairs(pmf.outcomes, MONOTONE)
        falls = next(((a, b) for a, b in pairs if pmf.probability(a) > pmf.probability(b)), None)
        if falls is not None:
            said = (f"noise {falls[0]} likelier than noise {falls[1]}, declared is monotone",)
            yield counts, partial(_row_has, "DECLARED-MONOTONE", said)


def _row_has(code: str, said: tuple[str | Fraction, ...], count: int) -> Finding:
    return Finding(code, ERROR, (f"row {count} has ", *said), _REMEDY)


def impossible_demands(
    table: PTable, holes: tuple[int, ...], row_rules: RowRules, noise: int, rows: Rows
) -> Iterator[Finding]:
    """Yield for every row that misses a demand why no row keeps all of them, with the proof."""
    counts = sorted(n for pmf, those in rows for n in those if _misses(pmf, row_rules))
    for count in counts[:_MOST_ROWS] if noise <= _MOST_NOISE else ():
        support = tuple(z for z in range(-min(count, noise), noise + 1) if count + z not in holes)
        if support and count <= table.last_count:
            rules = _for_row(row_rules, count, support)
            if (found := contradiction(rules)) is not None:
                yield _finding(found)


def demanded(
    variance: Span | None, bias: Span | None, stay: Fraction | None, shape: str
) -> RowRules:
    """Return the demands as the conditions of a row; its count and noise come later."""
    V = None if variance is None else (variance.low + variance.high) / 2
    zero_bias = Fraction(0) if bias is not None and bias.low <= 0 <= bias.high else None
    return RowRules(0, (0,), zero_bias, V, V is not None, stay, shape)


def _for_row(rules: RowRules, count: int, support: tuple[int, ...]) -> RowRules:
    return replace(rules, count=count, support=support)


def _misses(pmf: Pmf, rules: RowRules) -> bool:
    return not all(
        condition.holds([pmf.probability(z) for z in pmf.outcomes])
        for condition in _for_row(rules, 0, pmf.outcomes).conditions()
    )


def _finding(found: Contradiction) -> Finding:
    names = " and ".join(condition.name for condition, _ in found.parts)
    vector = ", ".join(f"{m} × {condition.name}" for condition, m in found.parts)
    message = (
        f"row {found.count} cannot keep {names} on noise {found.support[0]}..{found.support[-1]}: "
        f"{vector} sums to at least {found.least} > 0 for every noise, and must be at most 0"
    )
    return Finding("DEMANDS", NOTE, message, "leave one of these demands out, or change it")
