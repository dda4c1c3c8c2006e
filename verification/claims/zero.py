"""Claim *zero*: an empty cell is released as 0, whatever its key."""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.shapes.common import KEYS
from verification.shapes.shape import described, record


@dataclass(frozen=True, slots=True)
class ZeroStays:
    """The evidence: how many keys release a count of 0 as 0."""

    keys: int


def _make(context: Context) -> tuple[bool, ZeroStays] | None:
    table = context.table
    if table.zero == "none":
        return None
    stays = {z for z, _ in table.row(0).runs} == {0}
    return (True, ZeroStays(table.keysize)) if stays else None


def _shown(request: Request, found: ZeroStays) -> Iterator[Line]:
    why = "zeros are preserved" if request.table.zero == "preserve" else "row 0 has no noise"
    yield "Keys that release 0 as 0", (f"all {found.keys}: {why}",)


KIND = ClaimKind(
    name="zero",
    brief="an empty cell is released as 0, whatever its key",
    title="empty cells stay empty",
    says="A true count of 0 is released as 0, whatever its key.",
    source="the rule of the table for a count of 0, or its row 0",
    evidence=record(
        ZeroStays,
        "What happens to a count of 0.",
        keys=described(KEYS, "How many keys release it as 0: all of them."),
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="a count of keys",
    why_not="A count of 0 can be released as another number, or the table does not cover it.",
    tests=("tests/certificate/test_zero.py",),
)
