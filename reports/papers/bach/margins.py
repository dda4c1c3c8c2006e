"""Sections 4.2, 4.3 and 5: the margin attack and the constraint on V and E."""

from fractions import Fraction

from exact.attacks.bound import (
    law_probability,
    noise_of_triple,
    uniform_probability,
)
from exact.attacks.margin import disclosed, law_margin_probability, margin_probability
from exact.attacks.tuples_needed import tuples_needed_enclosed
from exact.laws.maxent import law_of_variance
from reports.papers.bach.attack import uniform
from reports.papers.bach.heat import BOUNDS, VARIANCES, least_bound, needed
from reports.papers.bach.values import GERMANY
from reports.papers.check import Check, Part, Unchecked, statement
from reports.papers.kinds import too_wide
from reports.papers.values import shown

_BITS = 67
_QUOTED = "quoted from Bailie and Chien (2019), Enderle et al. (2018, 2020) and Gießing (2016)"


def part() -> Part:
    """Return the checks of 4.2, 4.3 and 5."""
    return Part(
        "margins",
        "4.2 Exploiting margins, 4.3 Heuristic parameter constraints and 5 Conclusions",
        (
            _example(),
            _only_pattern(),
            _abundance(),
            _magnitude(),
            _divulged(),
            _practically_zero(),
            _constraint(),
            _contour(),
            _expected(),
        ),
        unchecked=(
            Unchecked("4.2, O(10⁻³ − 10⁻¹⁶) and the scaling with E", _QUOTED),
            Unchecked(
                "footnote 14, m = 2.8 × 10⁷ for Germany", "the census programme is not given"
            ),
            Unchecked("5", "the conclusions repeat sections 3 and 4 without new numbers"),
        ),
    )


def _example() -> Check:
    found = disclosed((3, 2), 11, 2)
    return statement(
        "4.2",
        "F = 3, M = 2, T = 11 with E = 2 discloses true F = 5, M = 4, T = 9",
        f"{found}",
        found == ((5, 4), 9),
    )


def _only_pattern() -> Check:
    extreme = [noise_of_triple(uniform(E), uniform(E), uniform(E)).weights for E in BOUNDS]
    return statement(
        "4.2",
        "extreme noise can only be obtained by a single noise pattern applying ±E to each count",
        "F + M − T = 3E from one pattern, and −3E from one, for E = 1 … 20",
        all(weights[0] == weights[-1] == 1 for weights in extreme),
    )


def _abundance() -> Check:
    share, patterns = margin_probability(uniform(5), 2), 2
    return statement(
        "4.2",
        "the abundance of extreme combinations depends again on p₁",
        f"of the 20 patterns in p₁ only {patterns} are extreme: a triple is disclosed with "
        f"probability 2p(E)³, for uniform noise and E = 5 {share}; for k categories with "
        "p(E)^k p(−E) + p(−E)^k p(E)",
        share == Fraction(patterns, 20) * uniform_probability(5),
    )


def _magnitude() -> Check:
    p = law_probability(law_of_variance(5, Fraction(2))).enclosure(_BITS)
    return statement(
        "4.2",
        "with E = 5 and V = 2, p₁ ≈ O(10⁻⁷)",
        f"p₁ = {shown(p)}",
        Fraction(1, 10**7) <= p.lo < p.hi < Fraction(1, 10**6),
    )


def _divulged() -> Check:
    law = law_of_variance(5, Fraction(2))
    share = law_margin_probability(law, 2).enclosure(_BITS)
    p = law_probability(law).enclosure(_BITS)
    return statement(
        "4.2",
        "with E = 5 and V = 2 each triple has a chance of O(10⁻⁷) of being divulged",
        f"2p(5)³ = {shown(share)}, {shown(p.lo / share.hi, 3)} times less than p₁",
        share.hi >= Fraction(1, 10**8),
        too_wide(
            "The chance stated is p₁, that of revealing E. All counts of a triple are disclosed "
            "far less often: the paper overstates the risk, on the safe side."
        ),
    )


def _practically_zero() -> Check:
    p = law_probability(law_of_variance(10, Fraction(4))).enclosure(_BITS)
    return statement(
        "4.2",
        "for E = 10 and V ≤ 4 it is practically zero",
        f"p₁ = {shown(p)} at V = 4, and less for smaller V: times 2.8·10⁷ triples "
        f"{shown(GERMANY * p.hi, 3)}",
        GERMANY * p.hi < Fraction(1, 10**6),
    )


def _constraint() -> Check:
    """At p_1 = 1/m exactly, m triples reveal E with 1 - (1 - 1/m)^m, which falls to 1 - 1/e."""
    m = 1000
    chance = 1 - (1 - Fraction(1, m)) ** m
    return statement(
        "4.3",
        "the risk stays below 68 % by requiring p₁ ≲ 1/m",
        f"m triples with p₁ = 1/m reveal E with probability {shown(chance)} (m = 1000), "
        "1 − 1/e in the limit",
        chance < Fraction(68, 100),
    )


def _contour() -> Check:
    least = {
        V: least_bound(V, GERMANY) for V in (Fraction(1), Fraction(2), Fraction(3), Fraction(5))
    }
    words = ", ".join(f"E ≥ {E} for V = {V}" for V, E in least.items())
    monotone = all(
        (m := needed(V, E)) is None or m.lo > GERMANY
        for V in VARIANCES
        if (first := least_bound(V, GERMANY)) is not None
        for E in BOUNDS
        if first <= E
    )
    return statement(
        "4.3, Fig. 4",
        "black boxes show where m exceeds the triples of Germany: a contour",
        f"{words}; beyond the least E every larger one passes too",
        monotone,
    )


def _expected() -> Check:
    law = law_of_variance(6, Fraction(2))
    m = tuples_needed_enclosed(law_probability(law))
    share = law_margin_probability(law, 2).enclosure(_BITS)
    p = law_probability(law).enclosure(_BITS)
    return statement(
        "4.3",
        "there are only m p₁ = O(1) triples in the whole output where the noise can be removed",
        f"E = 6, V = 2: m p₁ = {shown(m * p.hi, 3)}, but m 2p(E)³ = {shown(m * share.hi, 3)} "
        "triples are expected where it can",
        m * share.hi >= Fraction(1, 10),
        too_wide(
            "m p₁ counts the triples that reveal E; those whose noise can be removed are far "
            "fewer, so the constraint is even more conservative than said."
        ),
    )
