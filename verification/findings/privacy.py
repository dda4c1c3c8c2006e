"""Findings about privacy: disjoint releases, plateaus, zero, and claims that do not hold."""

from collections.abc import Iterator
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.holes import covers
from exact.table.pairs import PairProfile, WorstPair
from exact.table.ptable import PTable
from verification.findings.codes import GIVE_0_NOISE, LEAVE_OUT_0
from verification.findings.finding import ERROR, NOTE, WARNING, Finding
from verification.findings.said import AT_MOST, DELTA, EPSILON, Part

_NAMED_PAIRS = 10


def support_findings(pairs: tuple[PairProfile, ...]) -> Iterator[Finding]:
    """Say where no epsilon at all gives delta = 0, and where one release decides for sure."""
    unbounded = [pair for pair in pairs if pair.profile.delta_at_infinity() > 0]
    if unbounded:
        worst = max(unbounded, key=lambda pair: pair.profile.delta_at_infinity())
        plateau = worst.profile.delta_at_infinity()
        so = (
            f": with that probability a count of {worst.count} is released as a value that "
            f"{worst.other} never gives"
        )
        said = ("no ", EPSILON, " removes a ", DELTA, " of ", plateau, so)
        advice = ("let both counts release the same values if ", EPSILON, " alone must do")
        yield Finding("PLATEAU", NOTE, said, advice)
    disjoint = sorted(
        {n for pair in unbounded if pair.profile.delta_at_infinity() == 1 for n in pair.alike}
    )
    if disjoint:
        named = ", ".join(f"{n} and {n + 1}" for n in disjoint[:_NAMED_PAIRS])
        more = ", ..." if len(disjoint) > _NAMED_PAIRS else ""
        never = f"{len(disjoint)} pairs of neighbouring counts never give the same release, so "
        always = (never, DELTA, " is 1 at every ", EPSILON, f": {named}{more}")
        yield Finding("DISJOINT", ERROR, always, "let their noise overlap")


def zero_findings(table: PTable) -> Iterator[Finding]:
    """Zero preserved: a release above 0 proves a count above 0, so delta >= 1 - P(1 -> 0).

    Where the table does not cover 0, the same holds if zeros are left as they are. The table is as
    cells see it: a row of 0 does nothing where keys are made of records.
    """
    if table.zero == "row" and table.row(0).pmf.outcomes != (0,):
        return
    if not covers(table, 1) or (to_zero := table.row(1).pmf.probability(-1)) == 1:
        return
    so = "a count of 0 is always released as 0, so "
    if table.zero == "none":
        so = "the table does not cover a count of 0; if that is left as it is, "
    least = (DELTA, " is at least ", 1 - to_zero, " for the counts 1 and 0, whatever ", EPSILON)
    yield Finding("ZERO", WARNING, (so, *least, " is"), f"{LEAVE_OUT_0}, or {GIVE_0_NOISE}")


def target_findings(
    delta: Delta, target: Fraction, pairs: tuple[PairProfile, ...], of: str = ""
) -> Iterator[Finding]:
    """Compare the tight delta ``of`` some pairs with the one claimed; name what holds instead."""
    if delta.compare(target) <= 0:
        return
    epsilons = [pair.profile.epsilon(target) for pair in pairs]
    finite = [e.exp for e in epsilons if e is not None and e.exp is not None]
    instead: tuple[Part, ...] = ("no ", EPSILON, " reaches this ", DELTA)
    if len(finite) == len(epsilons):
        instead = ("the least ", EPSILON, " for this ", DELTA, " is ", Epsilon(exp=max(finite)))
    if delta.compare(Fraction(1)) < 0:
        instead = ("claim at least the tight ", DELTA, "; ", *instead)
    at = (" does not hold at ", EPSILON, " = ", delta.epsilon)
    claim = (DELTA, of, " ", AT_MOST, " ", target, *at)
    yield Finding("DELTA", ERROR, (*claim, ": the tight ", DELTA, " is ", delta), instead)


def key_law_findings(
    worst: WorstPair, target: Fraction, assumed: bool, empty_cells: bool, of: str = ""
) -> Iterator[Finding]:
    """Compare the tight delta under the real key law with the one claimed ``of`` some pairs.

    It is an error where the user has said how keys are made, a warning where that is assumed.
    ``empty_cells``: their keys are taken as uniform elsewhere, and have the key of nobody here.
    """
    delta = worst.delta
    if delta.compare(target) > 0:
        at_0 = empty_cells and 0 in (worst.count, worst.other)
        nobody = ", where every empty cell has key 0," if at_0 else ""
        of_it = (DELTA, of, " ", AT_MOST, " ", target)
        claim = (f"under the real law of the cell key{nobody} ", *of_it)
        said = (*claim, " does not hold: the tight ", DELTA, " is ", delta)
        uniform = "" if at_0 else ", or make keys by one sum modulo the number of keys"
        advice = ("claim that ", DELTA, uniform)
        yield Finding("KEY-LAW", WARNING if assumed else ERROR, said, advice)
