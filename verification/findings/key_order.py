"""Findings about the order of keys: only multiplied or reversed, mixed, or XORed."""

from collections.abc import Iterator
from fractions import Fraction

from exact.errors import power_of_two
from exact.formats.decimals import fixed_text
from exact.keyorder.linear import LinearOrder
from exact.margins.xor_release import XorDeltas
from exact.table.ptable import PTable
from verification.findings.finding import NOTE, NOTHING_TO_DO, WARNING, Finding
from verification.findings.margins import counts_of, deltas_said, with_an_empty_cell
from verification.findings.said import DELTA, Part
from verification.measures.margins import MarginAudit, rising
from verification.measures.other_margins import (
    AnyMargins,
    AssumedMargins,
    XorMargins,
    seen_linear,
)

_TOGETHER = "F, M and T = F + M released together have a "
_PLACES = 8
_IF_EMPTY = (
    "; without empty cells: M and T are the same people where F is empty, and have one noise, so "
    "that any difference proves one person more"
)


def order_findings(table: PTable, margins: AnyMargins | None) -> Iterator[Finding]:
    """Say what the order of keys that add does for cells and their margin."""
    if rising(table):
        return
    linear = seen_linear(table)
    if linear is not None:
        yield _linear(table, linear, margins)
    elif isinstance(margins, AssumedMargins):
        yield _assumed(table, margins)
    elif isinstance(margins, MarginAudit):
        yield _counted(margins)


def xor_findings(margins: XorMargins) -> Iterator[Finding]:
    """Say what dependence the XOR of four sums leaves, where it is proved that it leaves any."""
    main, independent = margins.occupied or margins.joint, margins.independent
    empty = margins.joint.bounds.lo > main.bounds.hi
    if independent.delta.compare(main.bounds.lo) >= 0 and not empty:
        return
    said = (
        f"the components of cell keys add up to those of their margin: {_TOGETHER}",
        DELTA,
        f"{_proved(main)}, where independent noise has ",
        independent.delta,
        f" at {counts_of(independent.counts)}",
        f"; with an empty cell{_proved(margins.joint)}" if empty else "",
    )
    remedy = "look keys up in a mixed order (ptcert convert --key-order mixed)"
    yield Finding("KEYS-XOR", WARNING, said, remedy)


def _proved(found: XorDeltas) -> str:
    """Return proved bounds of a delta, and the counts of the upper one."""
    lo, hi = _decimal(found.bounds.lo), _decimal(found.bounds.hi, 1)
    return f" from {lo} to {hi} (proved) at the counts {counts_of(found.counts)}"


def _linear(table: PTable, found: LinearOrder, margins: AnyMargins | None) -> Finding:
    keys = power_of_two(table.keysize)
    how = (
        "keys are looked up with their bits reversed, which mixes nothing"
        if found.factor is None
        else f"keys are only multiplied by {found.factor} modulo {keys} before a sorted lookup, "
        "which mixes nothing: multiples of keys that add up add up too"
    )
    main = margins.occupied or margins.all if isinstance(margins, MarginAudit) else None
    said: tuple[Part, ...] = (how, *(() if main is None else ("; ", *deltas_said(main))))
    if isinstance(margins, MarginAudit):
        said += with_an_empty_cell(margins)
    remedy = "sort the rows and mix the keys (ptcert convert --key-order mixed)"
    return Finding("LINEAR-ORDER", WARNING, said, remedy)


def _assumed(table: PTable, margins: AssumedMargins) -> Finding:
    worst = margins.independent
    keys = f"keys are looked up in a mixed order of {power_of_two(table.keysize)} keys"
    assumed = "assumed, not proved: in it cells and margins are as good as independent"
    said = (
        f"{keys}; {assumed}: {_TOGETHER}",
        DELTA,
        " of ",
        worst.delta,
        f" then, at the counts {counts_of(worst.counts)}",
        "" if table.zero == "none" else _IF_EMPTY,
    )
    remedy = f"{NOTHING_TO_DO}: the assumption is named wherever it is used"
    return Finding("KEYS-MIXED", NOTE, said, remedy)


def _counted(margins: MarginAudit) -> Finding:
    main = margins.occupied or margins.all
    how = "noise does not rise with the key. Counted key by key: "
    said = (how, *deltas_said(main), *with_an_empty_cell(margins))
    more = main.joint.delta.compare_to(main.independent.delta) > 0
    remedy = "use more keys: a few do not become independent by mixing"
    return Finding("KEYS-MIXED", NOTE, said, remedy if more else f"{NOTHING_TO_DO}: it is no more")


def _decimal(value: Fraction, up: int = 0) -> str:
    """Return a decimal that is rounded down, or up."""
    scaled = value * 10**_PLACES
    return fixed_text(-(-scaled // 1) if up else scaled // 1, _PLACES)
