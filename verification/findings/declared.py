"""What an agency declares about its table, and the verdict on each statement."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, probability, rational
from verification.findings.finding import ERROR, Finding, summarised
from verification.findings.rows import Rows

_NAMES = ("epsilon", "delta", "variance", "bias", "noise")


@dataclass(frozen=True, slots=True)
class Declared:
    """Declared values; None where nothing was declared.

    ``variance`` is the variance of every row that is not forced to be smaller, so a row with more
    fails and one with less is a finding too; ``noise`` is the largest absolute noise.
    """

    epsilon: Epsilon | None = None
    delta: Fraction | None = None
    variance: Fraction | None = None
    bias: Fraction | None = None
    noise: int | None = None


NOTHING_DECLARED = Declared()


def read_declared(text: str) -> Declared:
    """Read ``epsilon=1/2,delta=1e-4,variance=3,bias=0,noise=5``.

    >>> read_declared("variance=3, noise=5").noise
    5
    """
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in _NAMES or not equals or key in given:
            rule = "must be a list of name=value, each name once"
            raise InputError("declare", part, rule, f"names are {', '.join(_NAMES)}")
        given[key] = value
    return Declared(
        epsilon=read_epsilon(given["epsilon"]) if "epsilon" in given else None,
        delta=probability(given["delta"], "delta") if "delta" in given else None,
        variance=rational(given["variance"], "variance") if "variance" in given else None,
        bias=rational(given["bias"], "bias") if "bias" in given else None,
        noise=integer(given["noise"], "noise", 0, 1 << 60) if "noise" in given else None,
    )


def declared_findings(declared: Declared, rows: Rows) -> Iterator[Finding]:
    """Yield the statements about rows that do not hold; count 0 is left out of them."""
    rows = tuple((count, pmf) for count, pmf in rows if count > 0)
    yield from summarised(list(_wrong_bias(declared.bias, rows)), "rows")
    yield from summarised(list(_wrong_variance(declared.variance, rows)), "rows")
    yield from summarised(list(_wrong_noise(declared.noise, rows)), "rows")


def _wrong_bias(bias: Fraction | None, rows: Rows) -> Iterator[Finding]:
    for count, pmf in rows:
        if bias is not None and pmf.mean() != bias:
            message = f"row {count} has a bias of {pmf.mean()}, declared is {bias}"
            yield Finding("DECLARED-BIAS", ERROR, message, "correct the row or the statement")


def _wrong_variance(variance: Fraction | None, rows: Rows) -> Iterator[Finding]:
    for count, pmf in rows:
        if variance is not None and pmf.variance() != variance:
            found = pmf.variance()
            more = "above" if found > variance else "below"
            message = f"row {count} has a variance of {found}, {more} the declared {variance}"
            yield Finding("DECLARED-VARIANCE", ERROR, message, "correct the row or the statement")


def _wrong_noise(noise: int | None, rows: Rows) -> Iterator[Finding]:
    for count, pmf in rows:
        largest = max(-pmf.outcomes[0], pmf.outcomes[-1])
        if noise is not None and largest > noise:
            message = f"row {count} has noise up to {largest}, declared is {noise}"
            yield Finding("DECLARED-NOISE", ERROR, message, "correct the row or the statement")
