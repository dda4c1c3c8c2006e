"""Annexes A.1 and A.2: the law (11) and why bounded noise has no pure epsilon."""

from fractions import Fraction

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import profile
from reports.papers.bach.values import TABLE_EPSILONS, epsilon
from reports.papers.check import Check, Part, Unchecked, statement
from reports.papers.values import shown


def part() -> Part:
    """Return the checks of the annexes."""
    return Part(
        "annex",
        "Appendix A. Concepts and terms",
        (_sums_to_one(), _pure(), _approximates(), _unbounded()),
        unchecked=(
            Unchecked("(8), (10)", "definitions"),
            Unchecked("(9)", "a definition; its variance and tail are checked in 3.1 and 3.2"),
            Unchecked("A.2, δ < 1/n", "quoted from Dwork and Roth (2014)"),
        ),
    )


def _sums_to_one() -> Check:
    agrees = True
    for e in TABLE_EPSILONS:
        law = UnboundedLaplace(epsilon(e))
        everything = law.probability(0) + law.tail(1) * 2
        agrees = agrees and everything.exact == 1
    return statement(
        "(11)", "x ~ (1 − e^−ε)/(1 + e^−ε) e^(−ε|x|)", "sums to 1 exactly for the ε of (1)", agrees
    )


def _pure() -> Check:
    law = UnboundedLaplace(epsilon("0.8"))
    ratios = [
        (law.probability(x).times_exp() - law.probability(x - 1)).sign() for x in range(-20, 21)
    ]
    back = [
        (law.probability(x - 1).times_exp() - law.probability(x)).sign() for x in range(-20, 21)
    ]
    return statement(
        "A.2",
        "(11) complies with (8) with δ = 0",
        "p(x)/p(x ± 1) is e^ε or e^−ε exactly, ε = 0.8 and |x| ≤ 20",
        min(*ratios, *back) == 0,
    )


def _approximates() -> Check:
    laws = {e: UnboundedLaplace(epsilon(e)) for e in ("0.025", "0.8")}
    words = []
    close = []
    for e, law in laws.items():
        density = Fraction(e) / 2
        ratio = law.probability(0).enclosure(67).lo / density
        words.append(f"{shown(ratio)} at ε = {e}")
        close.append(abs(ratio - 1) < Fraction(1, 1000))
    return statement(
        "A.2",
        "(11) approximates to Lap(1/ε) for ε ≪ 1",
        f"p(0) over the density ε/2: {', '.join(words)}",
        close[0],
    )


def _unbounded() -> Check:
    plateaus = []
    for bound in (1, 5, 10):
        noise = Pmf.of((z, bound + 1 - abs(z)) for z in range(-bound, bound + 1))
        found = profile(noise.shifted(1), noise)
        at = found.delta(Epsilon(exp=Fraction(10**6))).exact
        plateaus.append(at == noise.probability(bound))
    return statement(
        "A.2",
        "noise must be unbounded to be ε-DP: δ ≥ Pr(M(d) = s) > 0 otherwise",
        "for triangular noise with E = 1, 5, 10 the tight δ is p(E) however large ε is",
        all(plateaus),
    )
