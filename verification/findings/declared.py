"""What an agency declares about its table, and the verdict on each statement."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from exact.complete.conditions import MONOTONE
from exact.errors import InputError
from exact.formats.options import read_holes
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, probability
from exact.table.extremes import noise_range
from exact.table.holes import count_that_releases, gaps
from exact.table.ptable import ZERO_RULES, PTable
from exact.table.row import MAX_NOISE
from verification.findings.demands import (
    demanded,
    impossible_demands,
    wrong_shape,
    wrong_stay,
)
from verification.findings.finding import (
    ERROR,
    Alike,
    Finding,
    summarised,
    summarised_counts,
)
from verification.findings.rows import Rows
from verification.findings.said import Said, parts
from verification.findings.span import Span, read_span

_REMEDY = "correct the table or the statement"


@dataclass(frozen=True, slots=True)
class Declared:
    """Declared values; None where nothing was declared.

    ``variance`` and ``bias`` are those of every row for a count above 0, up to the tolerance that
    was declared with them; ``noise`` is the largest absolute noise; ``holes`` are the released
    values that never occur, and no others are missing; ``zero`` says what a count of 0 does.
    ``stay`` is the least probability of noise 0 and ``monotone`` that probabilities rise up to it,
    R ptable's ``pstay`` and ``mono``.
    """

    epsilon: Epsilon | None = None
    delta: Fraction | None = None
    variance: Span | None = None
    bias: Span | None = None
    noise: int | None = None
    holes: tuple[int, ...] | None = None
    zero: str | None = None
    stay: Fraction | None = None
    monotone: bool | None = None

    @property
    def bounded_variance(self) -> Fraction | None:
        """The middle of the variances that were declared; None: none was."""
        span = self.variance
        return None if span is None else (span.low + span.high) / 2

    @property
    def about_the_rows(self) -> bool:
        """Whether something is declared that can be checked without an epsilon."""
        values = (self.variance, self.bias, self.noise, self.holes, self.zero, self.stay)
        return any(value is not None for value in (*values, self.monotone))


NOTHING_DECLARED = Declared()


def read_declared(text: str) -> Declared:
    """Read ``epsilon=1/2,delta=1e-4,variance=3±1e-6,bias=0,noise=5,holes=1..2,zero=preserve``.

    >>> read_declared("variance=3..3.001, noise=5").noise
    5
    """
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in _READ or not equals or key in given:
            rule = "must be a list of name=value, each name once"
            raise InputError("declare", part, rule, f"names are {', '.join(_READ)}")
        given[key] = value
    declared = NOTHING_DECLARED
    for name, value in given.items():
        declared = _READ[name](declared, value)
    return declared


def _monotone(text: str) -> bool:
    if text != "yes":
        raise InputError("monotone", text, "is declared or not", "say monotone=yes or leave it out")
    return True


def _zero(text: str) -> str:
    if text not in ZERO_RULES:
        raise InputError("zero", text, "is not a zero rule", f"use {', '.join(ZERO_RULES)}")
    return text


_READ: Mapping[str, Callable[[Declared, str], Declared]] = {
    "epsilon": lambda known, text: replace(known, epsilon=read_epsilon(text)),
    "delta": lambda known, text: replace(known, delta=probability(text, "delta")),
    "variance": lambda known, text: replace(known, variance=read_span(text, "variance")),
    "bias": lambda known, text: replace(known, bias=read_span(text, "bias")),
    "noise": lambda known, text: replace(known, noise=integer(text, "noise", 0, MAX_NOISE)),
    "holes": lambda known, text: replace(known, holes=read_holes(text)),
    "zero": lambda known, text: replace(known, zero=_zero(text)),
    "stay": lambda known, text: replace(known, stay=probability(text, "stay")),
    "monotone": lambda known, text: replace(known, monotone=_monotone(text)),
}


def with_declared(table: PTable, declared: Declared) -> PTable:
    """Return the table with what the agency says where the file says nothing: holes, and zero."""
    if declared.holes is not None and not table.holes:
        table = replace(table, holes=declared.holes)
    if declared.zero == "preserve" and table.zero == "none":
        table = replace(table, zero="preserve")
    return table


def with_holes(declared: Declared, table: PTable) -> Declared:
    """Return what is declared, holes that the file or its reader was told included."""
    return replace(declared, holes=declared.holes or table.holes) if table.holes else declared


def declared_findings(table: PTable, declared: Declared, rows: Rows) -> Iterator[Finding]:
    """Yield the statements that do not hold; those about rows leave count 0 out."""
    above = [(pmf, counts[counts[0] == 0 :]) for pmf, counts in rows]
    yield from summarised_counts(_wrong_bias(declared.bias, above), "rows")
    yield from summarised_counts(_wrong_variance(declared.variance, above), "rows")
    yield from summarised_counts(_wrong_noise(declared.noise, above), "rows")
    yield from summarised(_wrong_holes(table, declared.holes), "released values")
    yield from _wrong_zero(table, declared.zero)
    yield from summarised_counts(wrong_stay(declared.stay, above), "rows")
    yield from summarised_counts(wrong_shape(declared.monotone, above), "rows")
    yield from _impossible(table, declared, above)


def _impossible(table: PTable, declared: Declared, rows: Rows) -> Iterator[Finding]:
    """Yield which declared demands no row can keep together."""
    shape = MONOTONE if declared.monotone else ""
    row = demanded(declared.variance, declared.bias, declared.stay, shape)
    noise = declared.noise or max(map(abs, noise_range(table)))
    holes = table.holes if declared.holes is None else declared.holes
    return impossible_demands(table, holes, row, noise, rows)


def _wrong_bias(bias: Span | None, rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        if bias is not None and not bias.holds(pmf.mean()):
            said = ("a bias of ", pmf.mean(), f", declared is {bias.text}")
            yield counts, partial(_wrong, "DECLARED-BIAS", said)


def _wrong_variance(variance: Span | None, rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        if variance is not None and not variance.holds(pmf.variance()):
            found = pmf.variance()
            more = "above" if found > variance.high else "below"
            said = ("a variance of ", found, f", {more} the declared {variance.text}")
            yield counts, partial(_wrong, "DECLARED-VARIANCE", said)


def _wrong_noise(noise: int | None, rows: Rows) -> Iterator[Alike]:
    for pmf, counts in rows:
        largest = max(-pmf.outcomes[0], pmf.outcomes[-1])
        if noise is not None and largest > noise:
            said = f"noise up to {largest}, declared is {noise}"
            yield counts, partial(_wrong, "DECLARED-NOISE", said)


def _wrong(code: str, said: Said, count: int) -> Finding:
    return Finding(code, ERROR, (f"row {count} has ", *parts(said)), _REMEDY)


def _wrong_holes(table: PTable, holes: tuple[int, ...] | None) -> Iterator[Finding]:
    """Exactly the declared values are missing: none of them occurs, and no other is left out."""
    if holes is None:
        return
    for hole in holes:
        if (count := count_that_releases(table, hole)) is not None:
            message = f"a released {hole} is declared never to occur, and a count of {count} can"
            yield Finding("DECLARED-HOLES", ERROR, f"{message} be released so", _REMEDY)
    for gap in gaps(replace(table, holes=holes)):
        value = gap.count + gap.first
        message = f"a count of {gap.count} is never released as {value}, which is not declared"
        yield Finding("DECLARED-HOLES", ERROR, message, _REMEDY)


def _wrong_zero(table: PTable, zero: str | None) -> Iterator[Finding]:
    """A row of count 0 with noise 0 alone preserves zeros as well as the rule does."""
    kept = table.zero == "row" and table.rows[0].pmf.outcomes == (0,)
    if zero is None or zero == table.zero or (kept and zero == "preserve"):
        return
    means = {"preserve": "stay 0", "row": "have a row of its own", "none": "not be covered"}
    message = f"a count of 0 is declared to {means[zero]}, and the table says {table.zero!r}"
    yield Finding("DECLARED-ZERO", ERROR, message, _REMEDY)
