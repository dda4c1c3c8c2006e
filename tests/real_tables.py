"""Rows of tables that agencies use, copied so that no test needs another folder."""

from exact.table.ptable import PTable
from exact.table.row import Row

# Row 8 of ptable 1.0.0, D = 5, V = 3, js = 2, as its export for tau-Argus prints it.
_HALF = (379186, 1659093, 5229263, 11873037, 19419346)
D5V3_ROW = Row(tuple(zip(range(-5, 6), (*_HALF, 22880150, *_HALF[::-1]), strict=True)))
D5V3 = PTable(10**8, 8, (D5V3_ROW,))
