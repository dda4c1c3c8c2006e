"""Sections 5.1 to 5.4: Laplace, normal, maximum-entropy and Hellinger-type noise."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from exact.laws.asymmetric import entropy_deficit, is_max_entropy
from exact.laws.discrete_laplace import LaplaceLaw, UnboundedLaplace
from exact.laws.exp_ratio import ExpRatio
from exact.laws.hellinger import HellingerLaw
from exact.laws.law import WeightedLaw
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.privacy.truncation import outermost_delta, tight_delta
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import misprint, rounded, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import (
    BITS,
    epsilon,
    laplace,
    normal,
    rational_laplace,
)
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.values import shown

# A transcendental E: an identity of polynomials that holds there holds for every epsilon.
_ANY = epsilon("1")


def part() -> Part:
    """Return the checks of 5.1 to 5.4."""
    return Part(
        "perturbations",
        "5.1–5.4. The three mechanisms",
        (
            *_normalisers(),
            *_laplace_deltas(),
            _falls_in_m(),
            _pure(),
            _independent_of_data(),
            *_normal_deltas(),
            *_entropy(),
        ),
        (_delta_over_m(), _tight_over_epsilon()),
        (
            Unchecked(
                "5.1, optimality", "results of Ghosh et al. and of Brenner and Nissim, quoted"
            ),
            Unchecked("5.2, comparison", "simulations of Liu (2017), quoted"),
        ),
    )


def _normalisers() -> list[Check]:
    unbounded = UnboundedLaplace(_ANY)
    # 1 + 2 e^-eps / (1 - e^-eps) = 1 + 2/(E - 1)
    formula = ExpRatio.of(_ANY, [1]) + ExpRatio.of(_ANY, [2], [-1, 1])
    partial = [LaplaceLaw(_ANY, m).normaliser for m in (5, 10, 20)]
    close = (unbounded.normaliser - partial[-1]).compare(Fraction(1, 10**8)) < 0
    return [
        statement(
            "(5.1)",
            "C = Σ e^(−εk) over all integers k",
            "the terms grow without bound as k → −∞: the sum is infinite",
            _ANY.compare_exp(Fraction(1)) <= 0,  # each term is e^ε times the one above it
            misprint("e^(−ε|k|) is meant, as in (5.2)."),
        ),
        statement(
            "(5.1)",
            "C = 1 + 2e^(−ε)/(1 − e^(−ε))",
            "= (E + 1)/(E − 1), E = e^ε, for every ε",
            (formula - unbounded.normaliser).is_identically_zero and close,
        ),
        statement(
            "(5.2)",
            "C_m = 1 + 2(e^(−ε) − e^(−(m+1)ε))/(1 − e^(−ε))",
            "an identity in e^ε, proved for m = 1 … 12",
            all(_c_m(m) for m in range(1, 13)),
        ),
    ]


def _c_m(m: int) -> bool:
    """Tell whether the closed form is the sum: 1 + 2 (E^m - 1) / (E^m (E - 1))."""
    below = [0] * m + [-1, 1]
    formula = ExpRatio.of(_ANY, [1]) + ExpRatio.of(_ANY, [-2, *[0] * (m - 1), 2], below)
    return (formula - LaplaceLaw(_ANY, m).normaliser).is_identically_zero


def _laplace_deltas() -> list[Check]:
    return [
        number("5.1", "δ of Laplace, ε = 1, m = 10", "0.00002", laplace("1", 10).delta),
        number(
            "5.1",
            "δ of Laplace, ε = 0.5, m = 10",
            "0.0016",
            laplace("0.5", 10).delta,
            rounded(
                "Cut off, not rounded: the 0.0017 of Table 3 and the 0.00166 of section 6.2 are "
                "right."
            ),
        ),
    ]


def _falls_in_m() -> Check:
    found = [[laplace(text, m).delta for m in range(1, 41)] for text in ("0.1", "0.5", "1.5", "3")]
    return statement(
        "5.1",
        "δ decreases in m for each ε",
        "so for m = 1 … 40 at ε = 0.1, 0.5, 1.5, 3: 1/δ = 2 + 2E + … + 2E^(m−1) + E^m grows",
        all((b - a).sign() < 0 for row in found for a, b in pairwise(row)),
    )


def _pure() -> Check:
    law = UnboundedLaplace(_ANY)
    ratios = [law.probability(z) / law.probability(z - 1) for z in range(-15, 16)]
    E = ExpRatio.of(_ANY, [0, 1])
    exact = all((r - E).sign() == 0 for r in ratios[:16])
    mirrored = all((ExpRatio.of(_ANY, [1]) / r - E).sign() == 0 for r in ratios[16:])
    return statement(
        "5.1",
        "unbounded Laplace noise is DP(ε)",
        "every ratio p(z)/p(z − 1) is e^ε (z ≤ 0) or e^(−ε) (z > 0) exactly: every output "
        "attains ε",
        exact and mirrored,
    )


def _independent_of_data() -> Check:
    law = HellingerLaw(epsilon("1"))
    at = [law.probability(a, a).enclosure(34) for a in (0, 100)]
    return statement(
        "5.1",
        "with u_1, u_2, u_3 the added noise has a distribution that does not depend on the data",
        f"with u_3 and ε = 1 the noise is 0 with probability {shown(at[0])} for the count 0 and "
        f"{shown(at[1])} for the count 100",
        at[0].lo <= at[1].hi and at[1].lo <= at[0].hi,
        too_wide("True of u_1 and u_2, which depend on a − b only; not of u_3."),
    )


def _normal_deltas() -> list[Check]:
    return [
        number("5.2", f"δ of normal, ε = {e}, m = 10", printed, _outermost(normal(e, 10)))
        for e, printed in (("1", "0.001"), ("0.5", "0.008"))
    ]


def _outermost(law: WeightedLaw) -> Enclosure:
    return outermost_delta(law).enclosure(BITS)


def _entropy() -> list[Check]:
    gaussian = Pmf.of((z, 2 ** (36 - z * z)) for z in range(-6, 7))
    _, noise = rational_laplace(2, 6)
    lost = entropy_deficit(noise).enclosure(BITS)
    return [
        statement(
            "5.3",
            "the discretised normal has approximately maximum entropy for its variance and range",
            "exactly: weights e^(−γz²) are the maximum-entropy law of their own variance "
            "(decided by algebra for e^γ = 2, m = 6)",
            is_max_entropy(gaussian, gaussian.outcomes),
        ),
        statement(
            "5.3",
            "Laplace has such a property for other constraints, not for the variance",
            f"ε = ln 2, m = 6: {shown(lost)} nats below the largest entropy of its variance",
            lost.lo > 0,
        ),
    ]


def _delta_over_m() -> Picture:
    figure = Figure(
        "delta-over-m",
        "δ of (4.10) by the truncation m",
        "Both fall geometrically, the Laplace δ by e^(−ε) for each unit of m, the normal δ by "
        "about the square root of that: for a small δ the normal needs almost twice the m.",
        "m",
        "δ",
        log_y=True,
    )
    places = [Fraction(m) for m in range(1, 21)]
    makers: tuple[tuple[str, Callable[[str, int], WeightedLaw]], ...]
    makers = (("Laplace", laplace), ("normal", normal))
    return drawn(
        figure,
        tuple(
            Curve(f"{name}, ε = {e}", tuple((m, _outermost(make(e, int(m)))) for m in places))
            for e in ("0.5", "1.5")
            for name, make in makers
        ),
    )


def _tight_over_epsilon() -> Picture:
    figure = Figure(
        "tight-delta",
        "Tight δ over all events of the noise of Table 2, ε = 0.5",
        "From ε = 0.5 on both are the p(m) of (4.10); below, Laplace noise loses much more: "
        "all its ratios are e^0.5.",
        "ε",
        "δ",
        log_y=True,
    )
    places = [Fraction(n, 40) for n in range(1, 31)]
    laws: tuple[tuple[str, WeightedLaw], ...]
    laws = (("Laplace, m = 7", laplace("0.5", 7)), ("normal, m = 10", normal("0.5", 10)))
    return drawn(
        figure,
        tuple(
            Curve(
                name, tuple((e, tight_delta(law, epsilon(str(e))).enclosure(BITS)) for e in places)
            )
            for name, law in laws
        ),
    )
