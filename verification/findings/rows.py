"""Findings about single rows: statistics of the noise, and the law that a file declares."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from exact.errors import power_of_two
from exact.formats.holes import never_released
from exact.pmf import Pmf
from exact.table.holes import gaps
from exact.table.ptable import PTable
from verification.findings.finding import (
    ERROR,
    NOTE,
    NOTHING_TO_DO,
    WARNING,
    Alike,
    Finding,
    summarised,
    summarised_counts,
)
from verification.findings.said import Value

# The pmf of each different row, and the counts that have it, rising.
Rows = Sequence[tuple[Pmf, Sequence[int]]]


def pmfs_of(table: PTable) -> Rows:
    """Return the pmf of each different row with its counts: what is asked is asked once."""
    return [(row.pmf, counts) for row, counts in table.counts_by_row().items()]


def row_findings(table: PTable, rows: Rows) -> Iterator[Finding]:
    """Yield what is odd about the noise of single rows; many alike are counted."""
    yield from summarised_counts(_biased(table, rows), "rows")
    yield from summarised(_gaps(table), "rows")
    yield from summarised_counts(_negative(rows), "rows")
    yield from summarised_counts(_fixed(rows), "rows")
    yield from summarised_counts(_asymmetric(table, rows), "rows")
    yield from summarised_counts(_not_monotone(rows), "rows")


def origin_findings(table: PTable) -> Iterator[Finding]:
    """Check the integers against the law and the rule that the file declares."""
    origin = table.origin
    if origin is None:
        return
    for count, row in enumerate(table.rows, start=table.first_count):
        if row.runs != origin.runs(count, table.keysize):
            message = f"row {count} is not what the declared law and the rule {origin.rule!r} give"
            remedy = "quantise the law again, or remove the declaration"
            yield Finding("ORIGIN", ERROR, message, remedy)


def _biased(table: PTable, rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        if bias := pmf.mean():
            numerator = bias.numerator * (table.keysize // bias.denominator)
            exact = Value(bias, f"{numerator}/{power_of_two(table.keysize)}")
            yield counts, partial(_bias, pmf, exact)


def _bias(pmf: Pmf, bias: Value, count: int) -> Finding:
    said = (f"row {count} has a bias of ", bias)
    return Finding("BIAS", NOTE, said, _unbiased(count, pmf))


def _unbiased(count: int, pmf: Pmf) -> str:
    """Say how this row loses its bias: symmetry is not always to be had."""
    lowest, highest = pmf.outcomes[0], pmf.outcomes[-1]
    if all(-z in pmf.outcomes for z in pmf.outcomes):
        return "give noise z and -z the same number of keys, as the rule 'symmetric' does"
    if lowest < 0 < highest:
        return "move keys between negative and positive noise until noise times keys sums to 0"
    if count == 0:
        return "only noise 0 is without bias at a count of 0, which cannot become less"
    return "give it noise of both signs"


def _gaps(table: PTable) -> Iterator[Finding]:
    """Holes that the table declares are no gaps."""
    meant = never_released(table)
    for gap in gaps(table):
        where = f"row {gap.count}" if gap.count <= table.last_count else f"a count of {gap.count}"
        values = f"{gap.missing} of the noise values {gap.lowest}..{gap.highest}"
        remedy = "give each of them a key: use more keys, or a smaller range of noise"
        if gap.count + gap.first > 0 and gap.count + gap.last <= meant:
            holes = "1" if meant == 1 else f"1..{meant}"
            remedy = f"say --holes {holes} if that is meant; else give each of them a key"
        yield Finding("SUPPORT", WARNING, f"{where}: no key leads to {values}", remedy)


def _negative(rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        lowest = pmf.outcomes[0]
        yield counts[: bisect_left(counts, -lowest)], partial(_below_zero, lowest)


def _below_zero(lowest: int, count: int) -> Finding:
    message = f"row {count} can release the negative count {count + lowest}"
    return Finding("NEGATIVE", WARNING, message, f"give this count noise of at least {-count}")


def _fixed(rows: Rows) -> Iterator[Alike]:
    """Noise that ignores the key is rounding: who knows the rule knows what was added."""
    for pmf, counts in rows:
        if len(pmf.outcomes) == 1:
            yield counts[counts[0] == 0 :], partial(_ignores_key, pmf.outcomes[0])


def _ignores_key(noise: int, count: int) -> Finding:
    message = f"row {count} adds {noise} for every key: rounding, not noise"
    return Finding("IGNORES-KEY", WARNING, message, "let the noise depend on the key")


def _asymmetric(table: PTable, rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        weights = dict(zip(pmf.outcomes, pmf.weights, strict=True))
        uneven = [z for z in weights if weights[z] != weights.get(-z, 0)]
        if uneven:
            z = min(uneven, key=lambda y: (abs(y), y))
            keys = f"noise {z} has {weights[z]} keys, {-z} has {weights.get(-z, 0)}"
            yield counts, partial(_uneven, table, pmf, keys)


def _uneven(table: PTable, pmf: Pmf, keys: str, count: int) -> Finding:
    message = f"row {count} is not symmetric: {keys}"
    return Finding("ASYMMETRY", NOTE, message, _symmetric(table, count, pmf))


def _symmetric(table: PTable, count: int, pmf: Pmf) -> str:
    """Say how this row becomes symmetric, or why it cannot."""
    for z in pmf.outcomes:
        if count - z < 0:
            return f"{NOTHING_TO_DO}: noise {-z} would release a negative count"
        if count - z in table.holes:
            return f"{NOTHING_TO_DO}: noise {-z} would release {count - z}, a declared hole"
    return "give noise z and -z the same number of keys, as the rule 'symmetric' does"


def _not_monotone(rows: Rows) -> Iterator[Alike]:
    """Noise nearer to 0 should not be less likely than noise farther from it, on either side."""
    for pmf, counts in rows:
        sides = (
            [(z, w) for z, w in zip(pmf.outcomes, pmf.weights, strict=True) if z >= 0],
            [(z, w) for z, w in zip(pmf.outcomes, pmf.weights, strict=True) if z <= 0][::-1],
        )
        rises = [(near, far) for side in sides for near, far in pairwise(side) if far[1] > near[1]]
        if rises:
            (near, _), (far, _) = rises[0]
            yield counts, partial(_rises, near, far)


def _rises(near: int, far: int, count: int) -> Finding:
    message = f"row {count}: noise {far} is likelier than noise {near}"
    remedy = "let the number of keys fall from noise 0 outward, on both sides"
    return Finding("NOT-MONOTONE", NOTE, message, remedy)
