"""Judge the whole output of another program as it is read: a billion rows in bounded memory.

Kept are totals, the first disagreements, and what was printed for each noise value of the support.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate

from exact.errors import InputError
from exact.formats.cells import CellError, read_integer
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from verification.comparison.consequence import changes_integers, is_coarse, is_harmless
from verification.comparison.cost import cost
from verification.comparison.explaining import Disagreement, explain
from verification.comparison.integers import Seen, examine_integers
from verification.comparison.judge import (
    EXACT,
    NEAREST,
    NO_NUMBER,
    RIGHT,
    WRONG,
    judge,
    judge_integer,
)
from verification.comparison.other_gamma import other_gamma
from verification.comparison.printed import (
    INTEGER,
    Printed,
    is_infinity,
    is_no_number,
    read_printed,
)
from verification.comparison.reading import Output
from verification.comparison.reference import (
    BY_EPSILON,
    BY_NOISE,
    COLUMNS,
    COUNTED,
    KEYS,
    Label,
    Reference,
)
from verification.comparison.result import ColumnTotal, Comparison, Duplicate

# How many judged cells are remembered: output that repeats itself is judged once.
_REMEMBERED = 1 << 14
_KEPT_EPSILONS = 1000
_ZEROS = ("0", "0.0", "0.00")


def compare_output(
    output: Output, reference: Reference, rounding: str = NEAREST, most: int = 20
) -> Comparison:
    """Judge every value; explain the first ``most`` that are not right."""
    run = _Run(output, reference, rounding, most)
    run.read()
    return run.result()


@dataclass(frozen=True, slots=True)
class _Judged:
    """``index`` is where the noise value lies in the support, counted from one below it, or -1.

    ``column`` is what was printed: of a column ``pq`` it may be the number of keys.
    """

    column: str
    label: Label
    printed: Printed | None
    verdict: str
    right: bool
    harmless: bool
    index: int


@dataclass(slots=True)
class _Tally:
    """The running totals of one column; ``seen`` has a byte for each noise value."""

    name: str
    at: int
    label_at: int | None
    seen: bytearray
    verdicts: Counter[str] = field(default_factory=Counter)
    digits: tuple[int, int] | None = None
    units: tuple[Fraction, Fraction] | None = None
    duplicates: int = 0
    first_duplicate: Duplicate | None = None
    keys: int = 0
    harmless: int = 0

    def measure(self, printed: Printed) -> None:
        """Widen the ranges of digits and of last places by one print."""
        digits, unit = printed.digits, printed.unit
        fewest, most = self.digits or (digits, digits)
        smallest, largest = self.units or (unit, unit)
        self.digits = (min(fewest, digits), max(most, digits))
        self.units = (min(smallest, unit), max(largest, unit))

    def total(self) -> ColumnTotal:
        """Return the totals."""
        missing = self.seen[1:-1].count(0) if self.name in BY_NOISE else 0
        return ColumnTotal(
            self.name,
            dict(self.verdicts),
            self.digits,
            self.units,
            missing,
            self.duplicates,
            self.first_duplicate,
            self.keys,
            self.harmless,
        )


class _Run:
    """One pass over the output."""

    def __init__(self, output: Output, reference: Reference, rounding: str, most: int) -> None:
        self._output, self._reference = output, reference
        self._rounding, self._most = rounding, most
        self._lowest, self._width = reference.support[0] - 1, len(reference.support) + 2
        self._tallies = [
            self._tally(at, name) for at, name in enumerate(output.columns) if name in COLUMNS
        ]
        self._remembered: dict[tuple[str, str, str], _Judged] = {}
        self._kept: list[Disagreement] = []
        self._epsilons: dict[Epsilon, None] = {}
        self._seen = Seen({}, {}, {})
        self._prints: dict[str, dict[int, Printed]] = {}
        self._moved: dict[int, Fraction] = {}
        self._rows = 0

    def _tally(self, at: int, name: str) -> _Tally:
        self._reference.source(name)  # refuse a column that the reference says nothing about
        label = "z" if name in BY_NOISE else "epsilon" if name in BY_EPSILON else None
        columns = self._output.columns
        label_at = columns.index(label) if label in columns else None
        return _Tally(name, at, label_at, bytearray(self._width))

    def read(self) -> None:
        """Judge the values of all rows; a cell that was judged before costs one look."""
        remembered, tallies = self._remembered, self._tallies
        for line, cells in self._output.rows:
            self._rows += 1
            for tally in tallies:
                text = cells[tally.at]
                if not text:
                    continue
                label = "" if tally.label_at is None else cells[tally.label_at]
                judged = remembered.get((tally.name, label, text))
                if judged is None:
                    judged = self._judge(tally, line, label, text)
                tally.verdicts[judged.verdict] += 1
                tally.keys += judged.column == KEYS
                tally.harmless += judged.harmless and not judged.right
                if judged.index >= 0:
                    self._place(tally, line, judged)
                if not judged.right and len(self._kept) < self._most:
                    self._kept.append(_disagreement(line, text, judged))

    def _place(self, tally: _Tally, line: int, judged: _Judged) -> None:
        """Note that the noise value has a value now; a second one is a duplicate."""
        if not tally.seen[judged.index]:
            tally.seen[judged.index] = 1
            self._note(judged)
            return
        tally.duplicates += 1
        if tally.first_duplicate is None:
            tally.first_duplicate = Duplicate(line, judged.index + self._lowest)

    def _note(self, judged: _Judged) -> None:
        """Keep what the replay of the integers needs: integers, and printed p and c."""
        printed, z, column = judged.printed, judged.label, judged.column
        if printed is None or z not in self._reference.support or not isinstance(z, int):
            return
        self._prints.setdefault(column, {})[z] = printed
        if column == "p" and not (
            judged.right or is_coarse(printed, judged.verdict, self._reference)
        ):
            self._moved[z] = printed.value
        if column == "cq" and printed.value.denominator == 1 and printed.unit <= 1:
            self._seen.integers[z] = printed.value.numerator
        elif column in ("c", "p") and "cq" in self._output.columns:
            (self._seen.cmf if column == "c" else self._seen.pmf)[z] = printed.value

    def _judge(self, tally: _Tally, line: int, label_text: str, text: str) -> _Judged:
        place = f"{self._output.place} {line}, {tally.name}"
        label = self._label(tally.name, label_text, place)
        printed = _printed(text, place)
        column = KEYS if self._is_keys(tally.name, label, printed) else tally.name
        verdict = self._verdict(column, label, text, printed)
        right = verdict in RIGHT
        harmless = right or is_harmless(column, label, printed, verdict, self._reference)
        index = label - self._lowest if isinstance(label, int) else -1
        index = index if 0 <= index < self._width else -1
        judged = _Judged(column, label, printed, verdict, right, harmless, index)
        if printed is not None and printed.kind != INTEGER:
            tally.measure(printed)
        if len(self._remembered) >= _REMEMBERED:
            self._remembered.clear()
        self._remembered[tally.name, label_text, text] = judged
        return judged

    def _is_keys(self, column: str, label: Label, printed: Printed | None) -> bool:
        """Tell whether a number of keys stands where a probability of the table belongs.

        A whole number above 1 is no probability; 1 is one key where p^Q is not 1.
        """
        table = self._reference.table
        if column != "pq" or table is None or printed is None or not isinstance(label, int):
            return False
        if printed.value.denominator != 1 or printed.unit > 1:
            return False
        return printed.value > 1 or (printed.value == table.keys(label) == 1)

    def _verdict(self, column: str, label: Label, text: str, printed: Printed | None) -> str:
        truth = self._reference.truth(column, label)
        if truth is None:
            return EXACT if is_infinity(text) else NO_NUMBER if printed is None else WRONG
        if printed is None:
            return NO_NUMBER
        if column in COUNTED:
            return judge_integer(printed, truth)
        return judge(printed, truth, self._rounding)

    def _label(self, column: str, text: str, place: str) -> Label:
        if column in BY_NOISE:
            return _noise(text, place)
        if column not in BY_EPSILON:
            return None
        epsilon = _epsilon(text, place) if text else self._reference.epsilon
        if epsilon is None:
            raise InputError(place, text, "has no epsilon", "give --epsilon or a column epsilon")
        if len(self._epsilons) < _KEPT_EPSILONS:
            self._epsilons[epsilon] = None
        return epsilon

    def result(self) -> Comparison:
        """Explain what was kept."""
        totals = tuple(tally.total() for tally in self._tallies)
        if not any(total.values for total in totals):
            raise InputError("output", self._output.columns, "holds no values", "give some")
        self._cumulate_keys()
        report = examine_integers(self._seen, self._reference, self._most)
        wrong = report is not None and report.wrong > 0
        moves = changes_integers(self._moved, self._reference)
        other = other_gamma(self._prints, self._reference)
        return Comparison(
            rows=self._rows,
            place=self._output.place,
            columns=totals,
            ignored=self._output.ignored,
            disagreements=tuple(
                explain(self._settled(found), self._reference, self._epsilons, self._rounding)
                for found in self._kept
            ),
            integers=report,
            cost=cost(self._seen.integers, self._reference) if wrong else None,
            moves_integers=moves,
            other_gamma=other,
        )

    def _settled(self, found: Disagreement) -> Disagreement:
        """Say of a printed p by itself whether it does harm: all together are settled above."""
        if found.column != "p" or found.label not in self._moved:
            return found
        value = {z: p for z, p in self._moved.items() if z == found.label}
        alone = found.harmless and not changes_integers(value, self._reference)
        return replace(found, harmless=alone)

    def _cumulate_keys(self) -> None:
        """Make c^Q of the numbers of keys, where these are printed for every noise value."""
        keys, support = self._prints.get(KEYS, {}), self._reference.support
        if not self._seen.integers and all(z in keys for z in support):
            sums = accumulate(keys[z].value.numerator for z in support)
            self._seen.integers.update(zip(support, sums, strict=True))


def _disagreement(line: int, text: str, judged: _Judged) -> Disagreement:
    return Disagreement(line, judged.column, judged.label, text, judged.verdict, judged.harmless)


def _printed(text: str, place: str) -> Printed | None:
    """Return the number; None for NaN, an infinity or a missing value."""
    if is_no_number(text):
        return None
    try:
        return read_printed(text)
    except InputError as error:
        raise InputError(place, text, error.rule, error.remedy) from None


def _epsilon(text: str, place: str) -> Epsilon:
    """Read where a delta is taken; 0 is such a place, though no privacy target."""
    if text.strip() in _ZEROS:
        return Epsilon(value=Fraction(0))
    return read_epsilon(text, f"{place}, epsilon")


def _noise(text: str, place: str) -> int:
    try:
        return read_integer(text)
    except CellError as error:
        raise InputError(f"{place}, z", text, error.rule, "z is a whole number") from None
