"""Sections 3.3 and 3.4: the variation of a population share, (3) to (5)."""

from fractions import Fraction
from itertools import product

from exact.attacks.bound import law_probability
from exact.attacks.tuples_needed import tuples_needed_enclosed
from exact.laws.discrete_laplace import UnboundedLaplace
from exact.laws.maxent import law_of_variance
from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Real
from reports.document.blocks import Picture
from reports.papers.bach.deviation import bounded_noise, deviating, unbounded_noise
from reports.papers.bach.values import (
    BOUND,
    GERMANY,
    SHARE,
    VARIANCE,
    epsilon,
    square_root,
)
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import too_wide
from reports.papers.sadeghi_chien.figure_curves import Figure, curve, drawn
from reports.papers.values import shown

_TOTALS = (20, 50, 100)
_SAMPLES = "found in one noise sample of the author, on census data that are not printed"


def part() -> Part:
    """Return the checks of 3.3 and 3.4, and the models of Figure 3."""
    return Part(
        "shares",
        "3.3 Population shares and 3.4 Discussion",
        (
            _variance_of_setup(),
            _conservative(),
            _equation_3(),
            *_typical(),
            *_beyond(),
            _equation_4(),
            _equation_5(),
            _tight(),
            number("3.3, T = [220, 240)", "(5) at T = 220, in per cent", "4.1", 100 * _limit(220)),
            *_discussion(),
        ),
        (figure_3_left(), figure_3_right()),
        (
            Unchecked("Fig. 3, binned values", _SAMPLES),
            Unchecked("3.3, 5.3 % and 2.9 % points at T = [220, 240)", _SAMPLES),
            Unchecked("3.4, “most countries (> O(10³) LAUs)”", _SAMPLES),
        ),
    )


def figure_3_left() -> Picture:
    """Return the standard deviation (3) of the share, r = 0.5, V = 3.125."""
    figure = Figure(
        "figure-3-left",
        "Figure 3, left: sd of the share r by (3)",
        "A straight line in both logarithms: sd_r is 1.976/T, 1 % point near T = 198.",
        "T",
        "sd_r",
        log_x=True,
        log_y=True,
    )
    places = [Fraction(20 * n) for n in range(1, 26)]
    return drawn(figure, (curve("(3), V = 3.125", places, lambda T: _deviation(T).enclose(96)),))


def figure_3_right() -> Picture:
    """Return the largest variation: (5), and the exact one."""
    figure = Figure(
        "figure-3-right",
        "Figure 3, right: the largest |r − r₀| of bounded noise, by (5) and exactly",
        "(5) is 9/T; the exact maximum 9/(T − 6) lies above it, visibly for T below 100.",
        "T",
        "max |r − r₀|",
        log_x=True,
        log_y=True,
    )
    places = [Fraction(20 * n) for n in range(1, 26)]
    return drawn(
        figure,
        (
            curve("(5), E = 6", places, lambda T: _point(_limit(T))),
            curve("exact", places, lambda T: _point(BOUND * (1 + SHARE) / (T - BOUND))),
        ),
    )


def _point(value: Fraction) -> Enclosure:
    return Enclosure(value, value)


def _limit(T: Fraction | int) -> Fraction:
    """Return E (1 + r) / T, (5)."""
    return BOUND * (1 + SHARE) / T


def _deviation(T: Fraction | int) -> Real:
    """Return sd_r = sqrt(V (1 + r^2)) / T, (3)."""
    return square_root(VARIANCE * (1 + SHARE**2) / Fraction(T) ** 2)


def _variance_of_setup() -> Check:
    check = number(
        "3.3", "V of (11) at ε = 0.8", "3.125", UnboundedLaplace(epsilon("0.8")).variance
    )
    remark = too_wide(
        "3.125 = 2/ε² is the variance of the continuous law; the DP noise that was drawn has "
        "less, so the two set-ups compared do not have the same variance."
    )
    return Check(check.place, check.what, check.printed, check.true, check.agrees, remark)


def _conservative() -> Check:
    needed = {E: needed_for(E, VARIANCE) for E in (BOUND, BOUND + 1)}
    return statement(
        "3.3",
        "E = 6 is a conservative choice for V = 3.125, according to Fig. 4",
        f"m = {needed[6]} triples reveal E = 6 at 68 %, and Germany has 28 000 000; E = 7 needs "
        f"{needed[7]}",
        needed[6] > GERMANY,
        too_wide(
            "By the constraint of 4.3 it is one too small for Germany: the maximum-entropy law "
            "with V = 3.125 passes from E = 7 on."
        ),
    )


def needed_for(bound: int, variance: Fraction) -> int:
    """Return m of (7) for the maximum-entropy law."""
    return tuples_needed_enclosed(law_probability(law_of_variance(bound, variance)))


def _equation_3() -> Check:
    """The gradient of F/T is (1/T, -F/T^2): its squares times V."""
    cases = [(Fraction(F), Fraction(T)) for F, T in ((1, 2), (30, 100), (250, 500), (7, 9))]
    agrees = all(
        VARIANCE * ((1 / T) ** 2 + (F / T**2) ** 2) == VARIANCE * (1 + (F / T) ** 2) / T**2
        for F, T in cases
    )
    return statement(
        "(3)",
        "sd_r = √(V(1 + r²))/T",
        "so to first order for independent noise on F and T, by the gradient of F/T",
        agrees,
    )


def _typical() -> list[Check]:
    at = {T: shown(_deviation(T).enclose(64), 4) for T in (20, 100, 200)}
    below = square_root(VARIANCE * (1 + SHARE**2) * 10_000).enclose(64)
    return [
        statement(
            "3.3",
            "the variation drops below 1 % point above T = 200",
            f"sd_r = {at[200]} at T = 200; below 0.01 from T = {shown(below, 5)} on",
            190 < below.lo < below.hi < 200,
        ),
        statement(
            "3.3",
            "it is in the 10 % points region for T around 20",
            f"sd_r = {at[20]} at T = 20",
            Fraction("0.09") < _deviation(20).enclose(64).lo < Fraction("0.11"),
        ),
        statement(
            "3.3",
            "with T ≈ 100 an absolute r deviation > 2 % points is one above sd_r",
            f"sd_r = {at[100]} at T = 100",
            Fraction("0.0195") < _deviation(100).enclose(64).lo < Fraction("0.0205"),
        ),
    ]


def _beyond() -> list[Check]:
    setups = (
        ("DP", "28", unbounded_noise(epsilon("0.8"))),
        ("CK", "35", bounded_noise(BOUND, VARIANCE)),
    )
    checks = []
    for name, printed, (noise, rest) in setups:
        found = [deviating(noise, rest, T, VARIANCE) for T in _TOTALS]
        words = ", ".join(
            f"{shown(share, 4)} at T = {T}" for T, share in zip(_TOTALS, found, strict=True)
        )
        near = all(abs(100 * share.lo - int(printed)) < 1 for share in found)
        checks.append(
            statement(
                "3.3",
                f"roughly {printed} % ({name}) of LAUs have an r variation > sd_r, whatever T is",
                f"exactly {words} for r₀ = 0.5",
                near,
            )
        )
    return checks


def _equation_4() -> Check:
    """r - r_0 = r (xi_F - xi_T) / (1 - xi_T), an identity."""
    cases = product((40, 55), (100, 130), (-6, 0, 5), (-6, 1, 6))
    agrees = all(
        Fraction(F, T) - Fraction(F - f, T - t)
        == Fraction(F, T) * (Fraction(f, F) - Fraction(t, T)) / (1 - Fraction(t, T))
        for F, T, f, t in cases
    )
    return statement(
        "(4)",
        "r − r₀ = r(ξ_F − ξ_T) + O(ξ²)",
        "exactly r(ξ_F − ξ_T)/(1 − ξ_T)",
        agrees,
    )


def _equation_5() -> Check:
    """The first-order term of (4) over all noise within the bound."""
    F, T = 50, 100
    noise = range(-BOUND, BOUND + 1)
    largest = max(abs(Fraction(f, T) - Fraction(F * t, T * T)) for f in noise for t in noise)
    return statement(
        "(5)",
        "max |r − r₀| ≃ (1 + r)E/T",
        f"the largest first-order term for F = {F}, T = {T}, E = 6 is {largest}",
        largest == _limit(T),
    )


def _tight() -> Check:
    F, T = 110, 220
    noise = range(-BOUND, BOUND + 1)
    largest = max(abs(Fraction(F + f, T + t) - Fraction(F, T)) for f in noise for t in noise)
    return statement(
        "3.3",
        "(5) indeed describes a tight upper bound on the CK noise variations",
        f"true F = 110, T = 220, E = 6: up to {largest} = {shown(100 * largest)} % points, and (5) "
        f"gives {shown(100 * _limit(T))} % points",
        largest <= _limit(T),
        too_wide(
            "(5) is the first order only. The largest variation is (1 + r₀)E/(T₀ − E): larger by "
            "the factor T₀/(T₀ − E), 2.8 % at T = 220 and 43 % at T = 20."
        ),
    )


def _discussion() -> list[Check]:
    return [
        number("3.4", "V at ε = 0.4, by 2/ε²", "12.5", 2 / Fraction("0.4") ** 2),
        number("3.4", "V at ε = 0.8, by 2/ε²", "3.125", 2 / Fraction("0.8") ** 2),
    ]
