"""Findings about margins: keys that add tie the noise of a margin to that of its cells."""

from collections.abc import Iterator

from exact.margins.counts import MOST_STEPS, Counts
from exact.margins.worst import MarginDeltas
from exact.table.holes import listed
from exact.table.ptable import PTable
from verification.findings.finding import WARNING, Finding
from verification.findings.said import DELTA, Part
from verification.measures.margins import MarginAudit, rising

CODE = "KEYS-ADD"
_WHY = "cell keys add up to the key of their margin, and noise rises or falls with the key"
_REMEDY = (
    "look keys up in a mixed order instead of sorted ranges (ptcert convert --key-order mixed), or "
    "make cell keys that do not add; until then, do not take cells and their margin for independent"
)
_SHOWN = 6


def margin_findings(table: PTable, margins: MarginAudit | None) -> Iterator[Finding]:
    """Say what F, M and T = F + M give away together, beside what independent noise would.

    It is said where rows are sorted and that makes a difference: of a table whose keys add.
    """
    if not rising(table):
        return
    if margins is None:
        left_out = f"; what that costs is left out, for its law takes more than {MOST_STEPS} steps"
        yield Finding(CODE, WARNING, _WHY + left_out, _REMEDY)
        return
    main = margins.occupied or margins.all
    if margins.never or main.joint.delta.compare_to(main.independent.delta) > 0:
        deltas = (*deltas_said(main), *with_an_empty_cell(margins))
        said = (f"{_WHY}: ", *deltas, _never(margins.never), _looked_at(margins))
        yield Finding(CODE, WARNING, said, _REMEDY)


def unmeasured_findings(table: PTable) -> Iterator[Finding]:
    """Say that keys add where no epsilon was given: there is no delta to speak of."""
    if rising(table) and any(len(row.runs) > 1 for row in table.rows):
        yield Finding(CODE, WARNING, f"{_WHY}; an audit at an epsilon says what it costs", _REMEDY)


def deltas_said(found: MarginDeltas) -> tuple[Part, ...]:
    """Say the joint delta beside the independent one, with their counts."""
    return (
        "F, M and T = F + M released together have a ",
        DELTA,
        " of ",
        found.joint.delta,
        f" at the counts {counts_of(found.joint.counts)}, where independent noise would have ",
        found.independent.delta,
        f" at {counts_of(found.independent.counts)}",
    )


def with_an_empty_cell(margins: MarginAudit) -> tuple[Part, ...]:
    """Say the joint delta of pairs with an empty cell, where it is larger: M and T have one key."""
    joint = margins.all.joint
    if margins.occupied is None or joint.delta.compare_to(margins.occupied.joint.delta) <= 0:
        return ()
    return "; with an empty cell ", joint.delta, f" at {counts_of(joint.counts)}"


def counts_of(counts: Counts) -> str:
    """Return the counts of the cells as a sum."""
    return " + ".join(map(str, counts))


def _never(never: tuple[int, ...]) -> str:
    if not never:
        return ""
    ranges = listed(never).split("+")
    more = f" and {len(ranges) - _SHOWN} ranges more" if len(ranges) > _SHOWN else ""
    shown = ", ".join(ranges[:_SHOWN])
    return f"; F + M - T as released is never {shown}{more}, as it would be with independent noise"


def _looked_at(margins: MarginAudit) -> str:
    looked_at = margins.margins.looked_at
    if looked_at.all:
        return ""
    return f"; of many pairs of counts {len(looked_at.pairs)} were looked at, those of small sums"
