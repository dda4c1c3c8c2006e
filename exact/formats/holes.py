"""Released values that never occur: what a table declares, and what its rows show."""

from collections.abc import Iterator

from exact.table.ptable import PTable, Repeat, Wrap


def holes_text(table: PTable) -> Iterator[str]:
    """Say which holes are declared; where none is, which small values no row ever releases."""
    if table.holes:
        listed = ", ".join(map(str, table.holes[:10])) + (", ..." if len(table.holes) > 10 else "")
        yield f"declared as never released: {listed}"
    elif least := never_released(table):
        shown = "1" if least == 1 else "1 or 2" if least == 2 else f"1 to {least}"
        holes = "1" if least == 1 else f"1..{least}"
        yield f"no row ever releases {shown}; say --holes {holes} if that is meant"


def never_released(table: PTable) -> int:
    """Return the largest j where no covered count is ever released as 1, ..., j; 0 if 1 is.

    A table that does not cover the count 1 says nothing here: 0.

    >>> from exact.table.ptable import Stop
    >>> from exact.table.row import Row
    >>> never_released(PTable(2, 1, (Row(((-1, 1), (2, 1))), Row(((-2, 1), (1, 1)))), Stop()))
    2
    """
    if table.first_count > 1:
        return 0
    lowest = min(row.pmf.outcomes[0] for row in dict.fromkeys(table.rows))
    best: int | None = None
    for count, row in enumerate(table.rows, start=table.first_count):
        if best is not None and count + lowest >= best:
            break  # this count and all above it release nothing smaller
        released = (_least_positive(table, count, noise) for noise in row.pmf.outcomes)
        best = min((value for value in (best, *released) if value is not None), default=None)
    return 0 if best is None else best - 1


def _least_positive(table: PTable, count: int, noise: int) -> int | None:
    """Return the smallest released value above 0 that a row and a noise give at any count."""
    if count + noise > 0:
        return count + noise
    again = _used_again(table, count)
    if again is None:
        return None
    first, period = again
    return first + noise if first + noise > 0 else (first + noise - 1) % period + 1


def _used_again(table: PTable, count: int) -> tuple[int, int] | None:
    """Return the first count past the last row that uses the row of ``count``, and how often."""
    after = table.last_count + 1
    if isinstance(table.beyond, Repeat):
        return (after, 1) if count == table.last_count else None
    if isinstance(table.beyond, Wrap):
        start, period = table.beyond.start, table.beyond.period
        return (after + (count - after) % period, period) if 0 <= count - start < period else None
    return None
