"""The table of largest entropy, row by row: the exact law, and the whole keys nearest to it.

It is what R ptable makes, without its rounding: bias exactly 0, and variance exactly V wherever the
law has it and whole keys with it exist. Where none exist, the nearest with variance at most V.
"""

from dataclasses import dataclass, replace

from exact.complete.conditions import RowRules
from exact.complete.contradiction import Contradiction, contradiction
from exact.complete.entropy_law import RowLaw, row_law
from exact.complete.nearest import Nearest, nearest_row
from exact.complete.problem import Keys
from exact.complete.rules import TableRules
from exact.errors import InputError, PtcertError, Undecided

_LAW_BITS = 134


class Contradictory(PtcertError):
    """Rows whose demands cannot hold together, each with its proof."""

    def __init__(self, rows: tuple[Contradiction, ...]) -> None:
        first = rows[0]
        names = ", ".join(condition.name for condition, _ in first.parts)
        super().__init__(f"row {first.count}: {names} cannot hold together")
        self.rows = rows


@dataclass(frozen=True, slots=True)
class EntropyRow:
    """The law of one row, its nearest whole keys, and whether these have variance V.

    Where the law has it and the keys do not, ``without`` is the search that found none:
    ``is_proved`` there says that none exist.
    """

    rules: RowRules
    law: RowLaw
    nearest: Nearest
    has_variance: bool
    without: Nearest | None = None

    @property
    def keys(self) -> tuple[int, ...]:
        """The whole keys of the row."""
        assert self.nearest.keys is not None
        return self.nearest.keys


def contradictions(rules: TableRules) -> tuple[Contradiction, ...]:
    """Return why rows cannot keep their conditions, for every row that cannot."""
    found = (contradiction(row) for row in rules.rows())
    return tuple(one for one in found if one is not None)


def entropy_rows(rules: TableRules, keysize: int) -> tuple[EntropyRow, ...]:
    """Return every row of the table of largest entropy; raise ``Contradictory`` if there is none.

    >>> from fractions import Fraction
    >>> rows = entropy_rows(TableRules(D=(3,), variance=(Fraction(1),)), 256)
    >>> rows[3].keys
    (1, 14, 63, 100, 63, 14, 1)
    """
    if broken := contradictions(rules):
        raise Contradictory(broken)
    known: dict[RowRules, EntropyRow] = {}
    for row in rules.rows():
        if row not in known:
            known[row] = _entropy_row(row, keysize)
    return tuple(known[row] for row in rules.rows())


def row_without_keys(rules: TableRules, keysize: int) -> RowRules | None:
    """Return the first row whose conditions no whole keys of so many keep; None: none is proved.

    >>> from fractions import Fraction
    >>> rules = TableRules(D=(3,), variance=(Fraction(2),), holes=(1, 2))
    >>> row_without_keys(rules, 256).count, row_without_keys(rules, 255)
    (1, None)
    """
    for row in () if contradictions(rules) else rules.rows():
        found = nearest_row(row, row_law(row), keysize, row.exact_variance)
        if found.keys is None and found.is_proved:
            return row
    return None


def no_whole_keys(row: RowRules, keysize: int) -> InputError:
    """Return that no whole keys keep the conditions of a row."""
    names = " and ".join(condition.name for condition in row.conditions())
    rule = f"does not fit row {row.count}: no whole keys keep its {names}"
    return InputError("keysize", keysize, rule, "choose another number or variance")


def keys_of(rows: tuple[EntropyRow, ...]) -> Keys:
    """Return the keys of every row."""
    return tuple(row.keys for row in rows)


def _entropy_row(row: RowRules, keysize: int) -> EntropyRow:
    if len(row.support) == 1:
        return EntropyRow(row, row_law(row), Nearest((keysize,), True), True)
    law = row_law(row, _LAW_BITS)
    exact = row.exact_variance or law.binds("variance")
    nearest = nearest_row(row, law, keysize, exact)
    if nearest.keys is not None:
        return EntropyRow(row, law, nearest, exact)
    loose, without = replace(row, exact_variance=False), nearest if exact else None
    nearest = nearest_row(loose, law, keysize, False)
    if nearest.keys is None and nearest.is_proved:
        raise no_whole_keys(loose, keysize)
    if nearest.keys is None:
        raise Undecided(f"row {row.count}: no whole keys were found near its law; give more keys")
    return EntropyRow(loose, law, nearest, False, without)
