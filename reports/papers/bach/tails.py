"""Section 3.2: the tail (2) against the exact one of (11), and the municipalities named."""

from fractions import Fraction

from exact.laws.two_tailed_geometric import geometric_tail, laplace_tail
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Picture
from reports.papers.bach.values import TABLE_EPSILONS, epsilon
from reports.papers.check import Check, Part, Unchecked, statement
from reports.papers.kinds import NO_REMARK, misprint, too_wide
from reports.papers.sadeghi_chien.figure_curves import Figure, Quantity, curve, drawn
from reports.papers.values import shown

_BITS = 40
_HALF = Fraction(1, 2)
_BOUNDS = (20, 50, 100)
# (name, F, M, T before, F, M, T after, relative error stated)
_TRIPLES = (
    ("Landremont", (61, 74, 135), (-8, -26, -83), -1),
    ("Cidamón", (15, 20, 30), (-9, -1, -17), -1),
    ("Ellend", (112, 94, 206), (74, 65, 158), Fraction(-1, 5)),
)
_SINGLES = (("Aragnouet", 239, -7, "0.025"), ("Mélagues", 63, -9, "0.1"))
_DATA = "needs the census counts of 2011, which the paper does not print"
_SAMPLES = "counts of one noise sample of the author, on census data that are not printed"


def part() -> Part:
    """Return the checks of section 3.2 and the lower right panel of Figure 2."""
    return Part(
        "tails",
        "3.2 Demographics at high geographic detail",
        (
            _units(),
            _equation_2(),
            _converges(),
            *(_single(*one) for one in _SINGLES),
            _repair(),
            *(_adds_up(name, before) for name, before, _, _ in _TRIPLES),
            *(_distorted(*one) for one in _TRIPLES),
        ),
        (figure_2(),),
        (
            Unchecked("3.2, numbers of LAUs and residents", _DATA),
            Unchecked("Fig. 1", _DATA),
            Unchecked("Fig. 2, histograms", _SAMPLES),
            Unchecked("Fig. 2, horizontal lines", "the numbers of LAUs behind them are not given"),
            Unchecked("3.2, every third a total, every 6th wiped out", _SAMPLES),
            Unchecked("3.2, 1 648, 87, 122, 11, 28, 4, 61 observations or LAUs", _SAMPLES),
        ),
    )


def figure_2() -> Picture:
    """Return P(|x| > E) over epsilon: (2), and exactly for (11)."""
    places = [Fraction(n, 40) for n in range(1, 33)]
    figure = Figure(
        "figure-2-lower-right",
        "Figure 2, lower right: Pr(|x| > E) by (2), and exactly",
        "All curves fall exponentially with ε, the faster the larger E is. The exact tail of the "
        "discrete law lies below (2), the more the larger ε is.",
        "ε",
        "Pr(|x| > E)",
        log_y=True,
    )
    estimates = (curve(f"(2), E = {E}", places, _estimate(E)) for E in _BOUNDS)
    exact = (curve(f"(11), E = {E}", places, _exact(E)) for E in _BOUNDS)
    return drawn(figure, (*estimates, *exact))


def _estimate(E: int) -> Quantity:
    def quantity(e: Fraction) -> Enclosure:
        return laplace_tail(Epsilon(value=e), E).enclosure(_BITS)

    return quantity


def _exact(E: int) -> Quantity:
    def quantity(e: Fraction) -> Enclosure:
        return geometric_tail(Epsilon(value=e), E).enclosure(_BITS)

    return quantity


def _units() -> Check:
    european, american = Fraction(450_000_000, 110_000), Fraction(330_000_000, 75_000)
    return statement(
        "3.2",
        "110 000 LAUs with 4.5 × 10^8 people match well 75 000 tracts with 3.3 × 10^8",
        f"{shown(european)} and {shown(american)} people a unit",
        Fraction(9, 10) < european / american < Fraction(10, 9),
    )


def _equation_2() -> Check:
    ratios = [
        (geometric_tail(epsilon(e), E) / laplace_tail(epsilon(e), E)).enclosure(_BITS)
        for e in TABLE_EPSILONS
        for E in _BOUNDS
    ]
    return statement(
        "(2)",
        "Pr(|x| > E) = exp(−εE)",
        "exact for Laplace (9); for the discrete law (11) it is 2 exp(−εE)/(1 + e^ε), always less",
        all(0 < ratio.hi < 1 for ratio in ratios),
    )


def _converges() -> Check:
    factors = [
        (laplace_tail(epsilon(e), 20) / geometric_tail(epsilon(e), 20)).enclosure(_BITS)
        for e in TABLE_EPSILONS
    ]
    words = ", ".join(
        f"{shown(factor)} at ε = {e}" for e, factor in zip(TABLE_EPSILONS, factors, strict=True)
    )
    return statement(
        "3.2",
        "in the ε range of (1) the discrete law converges well to Lap(1/ε), so (2) can be used",
        f"(2) overstates the exact tail by the factor (1 + e^ε)/2: {words}",
        all(factor.hi < Fraction(11, 10) for factor in factors),
        too_wide(
            f"True up to ε = 0.1 ({_too_many('0.1')} % too much). At 0.4, which Fig. 2 uses too, "
            f"(2) gives {_too_many('0.4')} % too many exceedances, at 0.8 {_too_many('0.8')} %; in "
            "a logarithmic plot this is hardly seen."
        ),
    )


def _too_many(e: str) -> str:
    """Return by how many per cent (2) overstates the exact tail: 100 (e^epsilon - 1)/2."""
    factor = (laplace_tail(epsilon(e), 20) / geometric_tail(epsilon(e), 20)).enclosure(_BITS)
    return shown(Enclosure(100 * (factor.lo - 1), 100 * (factor.hi - 1)), 2)


def _single(name: str, before: int, after: int, e: str) -> Check:
    noise = after - before
    one_side = geometric_tail(epsilon(e), -noise - 1) * Fraction(1, 2)
    return statement(
        "3.2",
        f"{name}: {before} residents, now {after}, a relative error of −100 % or more (ε = {e})",
        f"noise {noise}, relative error {shown(Fraction(100 * noise, before), 4)} %; noise so low "
        f"has probability {shown(one_side, 3)}",
        noise <= -before,
    )


def _repair() -> Check:
    paper, best = (_HALF, _HALF, _HALF), (Fraction(1, 3), Fraction(1, 3), Fraction(2, 3))
    variances = [sum(c * c for c in weights) for weights in (paper, best)]
    return statement(
        "3.2",
        "T̂ = (F + M + T)/2 improves knowledge a bit",
        "unbiased, with the variance 3V/4; (F + M + 2T)/3 is unbiased too and has 2V/3, the least",
        variances == [Fraction(3, 4), Fraction(2, 3)],
    )


def _adds_up(name: str, before: tuple[int, int, int]) -> Check:
    F, M, T = before
    return statement(
        "3.2",
        f"{name}: true F = {F}, M = {M}, T = {T}",
        f"F + M = {F + M}",
        F + M == T,
        NO_REMARK
        if F + M == T
        else misprint("True counts add up, so at least one of the three is misprinted."),
    )


def _distorted(
    name: str,
    before: tuple[int, int, int],
    after: tuple[int, int, int],
    most: Fraction | int,
) -> Check:
    errors = [Fraction(b - a, a) for a, b in zip(before, after, strict=True)]
    words = ", ".join(f"{shown(100 * error, 3)} %" for error in errors)
    return statement(
        "3.2",
        f"{name}: F, M and T all distorted by {100 * most} % or more, in the same direction",
        f"{words} with the counts as printed",
        all(error <= most for error in errors),
    )
