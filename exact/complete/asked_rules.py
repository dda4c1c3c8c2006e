"""The rules of a complete table as people give them: text, whole numbers or rationals."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.complete.conditions import MONOTONE, UNIMODAL
from exact.complete.rules import MAX_LAST, MAX_NOISE, PRESERVE, TableRules
from exact.errors import InputError
from exact.formats.options import read_holes
from exact.laws.given import Given
from exact.numbers.guard import integer, rational
from exact.table.zero import EVERY_PAIR, EXCLUDE, FirstPair, read_first_pair

_DECIMAL_COMMA = re.compile(r"([0-9]+),([0-9]+)")
# By row: 5, "5", "3,4,5" or (3, 4, 5) for the counts 1, 2 and all later ones.
ByRow = Given | Sequence[Given]


@dataclass(frozen=True)
class AskedRules:
    """What ``ptcert design --complete`` is told about a table; None where nothing was said."""

    D: ByRow | None = None
    variance: ByRow | None = None
    exact_variance: bool = False
    holes: str | None = None
    js: Given | None = None
    zero: str | None = None
    rows: Given | None = None
    allow_bias: bool = False
    pstay: ByRow | None = None
    monotone: bool = False
    unimodal: bool = False
    first_pair: str | None = None

    def rules(self, delta: Given | None = None) -> TableRules:
        """Return the rules that were asked for; contradictory ones are refused.

        A ``delta`` that is asked for is one of every pair, unless ``first_pair`` says otherwise.
        Without one it is made as small as it can be for the counts from 1 on.

        >>> AskedRules(D="3,5", variance=2, js=2).rules().holes
        (1, 2)
        """
        if self.monotone and self.unimodal:
            rule = "does not go with --monotone"
            raise InputError("unimodal", True, rule, "leave one of them out")
        if self.D is None:
            raise InputError("D", "", "is missing", "give the largest noise, such as --D 5")
        D = tuple(integer(part, "D", 1, MAX_NOISE) for part in _parts(self.D, "D"))
        first = EVERY_PAIR if delta is not None else FirstPair(EXCLUDE)
        if self.first_pair is not None:
            first = read_first_pair(self.first_pair)
        return TableRules(
            D=D,
            variance=self._variance(max(D, default=0)),
            exact_variance=self.exact_variance,
            holes=self._holes(),
            zero=self.zero or PRESERVE,
            last=None if self.rows is None else integer(self.rows, "rows", 1, MAX_LAST),
            unbiased=not self.allow_bias,
            stay=_numbers(self.pstay, "pstay"),
            shape=MONOTONE if self.monotone else UNIMODAL if self.unimodal else "",
            first_pair=first.kind,
            cap=first.cap,
        )

    def _variance(self, D: int) -> tuple[Fraction, ...]:
        found = _numbers(self.variance, "variance")
        for V in found:
            if D**2 < V:
                rule = f"is more than the {D**2} that noise up to {D} can have"
                raise InputError("variance", V, rule, "choose a larger D or a smaller variance")
        return found

    def _holes(self) -> tuple[int, ...]:
        if self.js is None:
            return () if self.holes is None else read_holes(self.holes)
        if self.holes is not None:
            raise InputError("js", self.js, "does not go with --holes", "leave one of them out")
        return tuple(range(1, integer(self.js, "js", 0, MAX_LAST) + 1))


def _parts(given: ByRow, name: str) -> list[Given]:
    """Return what is given for the counts 1, 2, ..., as one text or one by one."""
    if isinstance(given, str):
        return list(given.split(","))
    if not isinstance(given, Sequence):
        return [given]
    if isinstance(given, bytes | bytearray):  # which would be read as the numbers of its characters
        raise InputError(name, given, "must be numbers", "give 5, '3,4,5' or (3, 4, 5)")
    return list(given)


def _numbers(given: ByRow | None, name: str) -> tuple[Fraction, ...]:
    if isinstance(given, str) and (comma := _DECIMAL_COMMA.fullmatch(given.strip())):
        whole, places = comma.groups()
        rule = f"is {whole}.{places} with a decimal comma, or {whole} at count 1 and {places} above"
        remedy = f"write {whole}.{places}, or {whole},{places},{places}"
        raise InputError(name, given, rule, remedy)
    return () if given is None else tuple(rational(part, name) for part in _parts(given, name))
