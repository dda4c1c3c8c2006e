"""Findings about privacy: disjoint releases, plateaus, zero, and claims that do not hold."""

from collections.abc import Iterator
from fractions import Fraction

from exact.privacy.delta import Delta
from exact.table.holes import covers
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from verification.findings.finding import ERROR, NOTE, WARNING, Finding

_NAMED_PAIRS = 10


def support_findings(pairs: tuple[PairProfile, ...]) -> Iterator[Finding]:
    """Say where no epsilon at all gives delta = 0, and where one release decides for sure."""
    unbounded = [pair for pair in pairs if pair.profile.delta_at_infinity() > 0]
    if unbounded:
        worst = max(unbounded, key=lambda pair: pair.profile.delta_at_infinity())
        plateau = worst.profile.delta_at_infinity()
        message = (
            f"no epsilon removes a delta of {plateau}: with that probability a count of "
            f"{worst.count} is released as a value that {worst.other} never gives"
        )
        remedy = "let both counts release the same values if epsilon alone must do"
        yield Finding("PLATEAU", NOTE, message, remedy)
    disjoint = sorted(
        {n for pair in unbounded if pair.profile.delta_at_infinity() == 1 for n in pair.alike}
    )
    if disjoint:
        named = ", ".join(f"{n} and {n + 1}" for n in disjoint[:_NAMED_PAIRS])
        more = ", ..." if len(disjoint) > _NAMED_PAIRS else ""
        message = (
            f"{len(disjoint)} pairs of neighbouring counts never give the same release, so delta "
            f"is 1 at every epsilon: {named}{more}"
        )
        yield Finding("DISJOINT", ERROR, message, "let their noise overlap")


def zero_findings(table: PTable) -> Iterator[Finding]:
    """Zero preserved: a release above 0 proves a count above 0, so delta >= 1 - P(1 -> 0).

    Where the table does not cover 0, the same holds if zeros are left as they are.
    """
    if table.zero == "row" and table.row(0).pmf.outcomes != (0,):
        return
    if not covers(table, 1) or (to_zero := table.row(1).pmf.probability(-1)) == 1:
        return
    least = f"delta is at least {1 - to_zero} for the counts 1 and 0, whatever epsilon is"
    message = f"a count of 0 is always released as 0, so {least}"
    if table.zero == "none":
        message = f"the table does not cover a count of 0; if that is left as it is, {least}"
    yield Finding("ZERO", WARNING, message, "give a count of 0 a row with noise")


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
    if delta.compare(Fraction(1)) < 0:
        instead = f"claim at least the tight delta; {instead}"
    message = (
        f"delta <= {target} does not hold at epsilon = {delta.epsilon.text}: the tight delta is "
        + delta_text(delta)
    )
    yield Finding("DELTA", ERROR, message, instead)


def key_law_findings(delta: Delta, target: Fraction | None, assumed: bool) -> Iterator[Finding]:
    """Compare the tight delta under the real key law with the one asked for.

    It is an error where the user has said how keys are made, a warning where that is assumed.
    """
    if target is not None and delta.compare(target) > 0:
        message = (
            f"under the real law of the cell key delta <= {target} does not hold: the tight delta "
            f"is {delta_text(delta)}"
        )
        remedy = "claim that delta, or make keys by one sum modulo the number of keys"
        yield Finding("KEY-LAW", WARNING if assumed else ERROR, message, remedy)


def delta_text(delta: Delta) -> str:
    """Return delta exactly: a rational, or A - B e^epsilon."""
    exact = delta.exact
    return str(exact) if exact is not None else f"{delta.A} - {delta.B} e^({delta.epsilon.text})"
