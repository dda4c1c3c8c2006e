"""Plain-text tables for people."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], headers: Sequence[str] = ()) -> str:
    """Return rows as aligned columns; text is never turned into numbers."""
    from tabulate import tabulate

    return tabulate(rows, headers=headers, disable_numparse=True, tablefmt="simple")
