"""A file format as one value: its name, its reader and writer, and what its software does."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exact.cellkeys.arithmetic import KeyArithmetic

# How the software finds the noise of a cell: the key itself is listed; the key, a decimal, lies in
# an interval [lb, ub) of [0, 1); or the file holds probabilities and no keys at all.
# A file that only holds columns leaves that to the format of its columns.
NUMBER, FRACTION, NO_KEYS, BY_COLUMNS = "number", "fraction", "no keys", "by columns"
# How the software makes cell keys: one sum modulo K; a sum whose four bytes are XORed; decimals
# summed modulo 1 in floating point, of which nothing is claimed; or the format does not say.
SUM, BYTE_FOLD, DECIMALS, UNSAID = "sum", "byte-fold", "decimals", "unsaid"


@dataclass(frozen=True, slots=True)
class Format:
    """What ptcert knows of a format; commands, reader, writer and docs take it from here.

    ``reader`` is a module in ``readers`` with ``fits(file, kind)`` and ``read(file, options,
    fitting)``, ``writer`` one in ``writers`` with ``write(table, kind)``, empty where the format is
    only read; both are loaded when they are used.
    ``magic`` are the first bytes, one or the other, of a file that is no text; such a file holds
    columns of the other formats. ``separators`` tell formats with the same columns apart. ``zero``
    and ``beyond`` hold for a table that has no row for 0, and past its last row (empty: the file
    says it itself), where ``last_count`` is given only for a table that ends there. ``key_zero``
    says what a key of 0 means where keys begin at 1, ``remark`` what else a reader of such a file
    should know.
    """

    name: str
    header: str
    origin: str
    reader: str
    writer: str
    lookup: str
    cell_keys: str
    first_key: int = 0
    key_zero: str = ""
    remark: str = ""
    separators: str = ""
    zero: str = "none"
    beyond: str = "repeat"
    last_count: int | None = None
    magic: tuple[bytes, ...] = ()

    def arithmetic(self, keysize: int) -> "KeyArithmetic | None":
        """Return how the software makes the keys of such a table, None where that is not known."""
        from exact.cellkeys.arithmetic import ByteFold, SumModulo

        if self.cell_keys == SUM:
            return SumModulo(keysize)
        fits = self.cell_keys == BYTE_FOLD and keysize == ByteFold.keysize
        return ByteFold() if fits else None
