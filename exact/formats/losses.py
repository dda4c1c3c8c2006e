"""What a format cannot hold, each as one refusal that names the loss."""

from collections.abc import Iterator
from fractions import Fraction

from exact.errors import InputError, power_of_two
from exact.formats.decimals import MAX_PLACES
from exact.formats.format import NUMBER, Format
from exact.formats.options import read_beyond
from exact.formats.result import beyond_name
from exact.table.ptable import PTable

_NATIVE = "write the native format, which holds every table"


def refuse_loss(kind: Format, value: object, loss: str) -> InputError:
    """Return the error that says what would be lost."""
    return InputError(f"format {kind.name}", value, f"cannot hold this table: {loss}", _NATIVE)


def require_rules(table: PTable, kind: Format) -> None:
    """Refuse a table whose rules readers of the format would take for others."""
    if kind.last_count not in (None, table.last_count):
        loss = f"the file says nothing on counts past its last row unless that is {kind.last_count}"
        raise refuse_loss(kind, f"last row {table.last_count}", loss)
    beyond = read_beyond(kind.beyond)
    if table.beyond != beyond:
        loss = f"the rule past the last row would become: {beyond_name(beyond)}"
        raise refuse_loss(kind, beyond_name(table.beyond), loss)
    if table.zero not in (kind.zero, "row"):
        raise refuse_loss(kind, table.zero, f"the zero rule would become {kind.zero!r}")
    # Keys from 0 on may become keys from 1 on: whoever converts is told. No other numbers may.
    if kind.lookup == NUMBER and table.first_key not in (0, kind.first_key):
        loss = f"its keys would be numbered from {kind.first_key}"
        raise refuse_loss(kind, f"first key {table.first_key}", loss)


def decimal_places(table: PTable, kind: Format) -> int:
    """Return g where every bound n / K of the table is a multiple of 10^-g, exactly.

    n / K in lowest terms is a finite decimal exactly if its denominator has no prime factor
    besides 2 and 5; K itself gives the grid where it can, so that a file says its key space.

    >>> from exact.table.row import Row
    >>> from exact.formats.registry import format_named
    >>> decimal_places(PTable(256, 1, (Row(((0, 255), (1, 1))),)), format_named("sas"))
    8
    """
    places = _places(table.keysize)
    if places is not None and places <= MAX_PLACES:
        return places
    return max(_checked_places(kind, *bound) for bound in _bounds(table))


def _bounds(table: PTable) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the count, the noise and the upper bound of each range of keys."""
    for count, row in enumerate(table.rows, start=table.first_count):
        for noise, _, last in row.ranges():
            yield count, noise, Fraction(last + 1, table.keysize)


def _checked_places(kind: Format, count: int, noise: int, bound: Fraction) -> int:
    """Return the decimals of a bound, refusing the first value that would change."""
    places = _places(bound.denominator)
    if places is not None and places <= MAX_PLACES:
        return places
    shown = f"{bound.numerator}/{power_of_two(bound.denominator)}"
    value = f"row {count}, noise {noise}: upper bound {shown}"
    if places is None:
        raise refuse_loss(kind, value, "it is no finite decimal, and would change")
    loss = f"it has {places} decimals, at most {MAX_PLACES} can be read back, and it would change"
    raise refuse_loss(kind, value, loss)


def _places(denominator: int) -> int | None:
    """Return the decimals of 1/denominator, None where they do not end.

    >>> _places(256), _places(40), _places(3)
    (8, 3, None)
    """
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None
