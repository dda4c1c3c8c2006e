"""Why no table keeps what was asked: which rule, which row, the proof, and what would work."""

from fractions import Fraction

from exact.complete.contradiction import Contradiction
from exact.complete.entropy_table import no_whole_keys, row_without_keys
from exact.complete.rules import TableRules
from exact.errors import InputError
from exact.laws.asymmetric import variance_range


def keys_that_fit_no_row(rules: TableRules, keysize: int) -> InputError | None:
    """Name the row whose conditions no whole keys keep, where there is one."""
    row = row_without_keys(rules, keysize)
    return None if row is None else no_whole_keys(row, keysize)


def refusal(rows: tuple[Contradiction, ...]) -> InputError:
    """Name the first row whose demands cannot hold together, with the multipliers that show it."""
    first = rows[0]
    names = " and ".join(condition.name for condition, _ in first.parts)
    vector = ", ".join(f"{m} x {condition.name}" for condition, m in first.parts)
    others = ", nor can row " + ", ".join(str(row.count) for row in rows[1:4]) if rows[1:] else ""
    together = " together" if len(first.parts) > 1 else " 0" if names == "bias" else ""
    rule = f"cannot keep {names}{together} on noise {first.support[0]}..{first.support[-1]}{others}"
    proof = f" (proof: {vector} is at least {first.least} > 0 for every noise)"
    return InputError("row", first.count, rule + proof, _what_would_work(first))


def _what_would_work(found: Contradiction) -> str:
    """Return the remedy: a variance that the row can have, or the demand to leave out."""
    names = {condition.name for condition, _ in found.parts}
    if names == {"bias"}:
        return "choose a larger D, fewer holes or --allow-bias"
    if names <= {"bias", "variance"} and found.support[0] <= 0 <= found.support[-1]:
        allowed = variance_range(found.support, Fraction(0))
        return f"row {found.count} can have variances from {allowed.lo} to {allowed.hi}"
    return "leave one of them out, or change it"
