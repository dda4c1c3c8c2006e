"""What an audit found: a stable code, a severity, the exact numbers, and what to do."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.cellkeys.completeness import check_key_completeness
from exact.errors import InputError, power_of_two
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.quantiser.rules import key_counts, quantised_cmf
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable

ERROR, WARNING, NOTE = "error", "warning", "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a reader of the audit must know."""

    code: str
    severity: str
    message: str
    remedy: str


def origin_findings(table: PTable) -> Iterator[Finding]:
    """Check the integers against the law and the rule that the file declares."""
    origin = table.origin
    if origin is None:
        return
    counts = key_counts(quantised_cmf(origin.law, table.keysize, origin.rule))
    noise = range(-origin.law.D, origin.law.D + 1)
    expected = tuple((z, n) for z, n in zip(noise, counts, strict=True) if n)
    for count, row in enumerate(table.rows, start=table.first_count):
        if row.runs != expected:
            yield Finding(
                "ORIGIN",
                ERROR,
                f"row {count} is not what the declared law and the rule {origin.rule!r} give",
                "quantise the law again, or remove the declaration",
            )


def row_findings(table: PTable) -> Iterator[Finding]:
    """Look at each row by itself: bias, gaps in the support, one noise value for all keys."""
    for count, row in enumerate(table.rows, start=table.first_count):
        pmf = row.pmf
        bias = pmf.mean()
        if bias:
            numerator = bias.numerator * (table.keysize // bias.denominator)
            yield Finding(
                "BIAS",
                NOTE,
                f"row {count} has a bias of exactly {numerator}/{power_of_two(table.keysize)}",
                "use the rule 'symmetric' if the bias must be 0",
            )
        lowest, highest = pmf.outcomes[0], pmf.outcomes[-1]
        missing = highest - lowest + 1 - len(pmf.outcomes)
        if missing:
            yield Finding(
                "SUPPORT",
                WARNING,
                f"row {count}: no key leads to {missing} of the noise values {lowest}..{highest}",
                "use more keys or a smaller range of noise",
            )
        if lowest + count < 0:
            yield Finding(
                "NEGATIVE",
                WARNING,
                f"row {count} can release the negative count {lowest + count}",
                "give this count noise of at least " + str(-count),
            )


def key_zero_findings(table: PTable) -> Iterator[Finding]:
    """An empty cell has key 0 in every known key arithmetic, so its noise is no chance at all."""
    noise = sorted({row.noise(0) for row in table.rows})
    shown = ", ".join(str(z) for z in noise[:5]) + (", ..." if len(noise) > 5 else "")
    yield Finding(
        "EMPTY-CELL",
        NOTE,
        f"an empty cell has key 0, which leads to noise {shown} always",
        "treat empty cells before the lookup",
    )


def key_findings(table: PTable, arithmetic: KeyArithmetic | None) -> Iterator[Finding]:
    """Check that the keys which can be made are exactly those that the table covers."""
    if arithmetic is None:
        return
    try:
        check_key_completeness(arithmetic, table.keysize)
    except InputError as error:
        yield Finding("KEYS", ERROR, error.rule, error.remedy)


def support_findings(pairs: tuple[PairProfile, ...]) -> Iterator[Finding]:
    """Say where no epsilon at all gives delta = 0, and where one release decides for sure."""
    unbounded = [pair for pair in pairs if pair.profile.delta_at_infinity() > 0]
    if unbounded:
        worst = max(unbounded, key=lambda pair: pair.profile.delta_at_infinity())
        plateau = worst.profile.delta_at_infinity()
        yield Finding(
            "PLATEAU",
            NOTE,
            f"no epsilon removes a delta of {plateau}: with that probability a count of "
            f"{worst.count} is released as a value that {worst.other} never gives",
            "pure differential privacy would need equal supports",
        )
    for pair in unbounded:
        if pair.profile.delta_at_infinity() == 1:
            yield Finding(
                "DISJOINT",
                ERROR,
                f"counts {pair.count} and {pair.other} never give the same release",
                "let their noise overlap",
            )


def target_findings(
    delta: Delta, target: Fraction | None, pairs: tuple[PairProfile, ...]
) -> Iterator[Finding]:
    """Compare the tight delta with the one asked for; name what would hold instead."""
    if target is None or delta.compare(target) <= 0:
        return
    epsilons = [pair.profile.epsilon(target) for pair in pairs]
    finite = [e.exp for e in epsilons if e is not None and e.exp is not None]
    instead = (
        f"the least epsilon for this delta is ln({max(finite)})"
        if len(finite) == len(epsilons)
        else "no epsilon reaches this delta"
    )
    yield Finding(
        "DELTA",
        ERROR,
        f"delta <= {target} does not hold at epsilon = {delta.epsilon.text}: the tight delta is "
        + delta_text(delta),
        instead,
    )


def key_law_findings(delta: Delta, target: Fraction | None, assumed: bool) -> Iterator[Finding]:
    """Compare the tight delta under the real key law with the one asked for.

    It is an error where the user has said how keys are made, a warning where that is assumed.
    """
    if target is not None and delta.compare(target) > 0:
        yield Finding(
            "KEY-LAW",
            WARNING if assumed else ERROR,
            f"under the real law of the cell key delta <= {target} does not hold: the tight delta "
            f"is {delta_text(delta)}",
            "take a bigN closer to KEYSIZE",
        )


def delta_text(delta: Delta) -> str:
    """Return delta exactly: a rational, or A - B e^epsilon."""
    exact = delta.exact
    return str(exact) if exact is not None else f"{delta.A} - {delta.B} e^({delta.epsilon.text})"


def log_text(epsilon: Epsilon | None) -> str:
    """Return an epsilon exactly, or 'infinity'."""
    return "infinity" if epsilon is None else epsilon.text
