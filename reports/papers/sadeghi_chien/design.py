"""Sections 2.3 and 2.4: the choice of gamma, Remark 1, Figure 2, the design guide, Example 1."""

from fractions import Fraction

from exact.design.best_gamma import best_gamma
from exact.design.guide import smallest_design
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import delta_range, law_delta, proposition_3_delta
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import NO_REMARK, misprint, too_wide
from reports.papers.sadeghi_chien.figures import figure_2a, figure_2b, figure_3

_BITS = 100
_HALF = Epsilon(value=Fraction(1, 2))
# (2.30) as it is printed.
_PRINTED_PMF = (
    (0, "0.056895481243871"),
    (1, "0.056320120792644"),
    (2, "0.054628714970934"),
    (12, "0.016632589297126"),
    (24, "0.000163117271714"),
    (25, "0.000099129808160"),
)
GAMMA = Fraction(127, 12495)
# The epsilons of Figure 2a, and where the gap of D = 15 is largest, to two decimals.
_LARGEST_GAP = Fraction(83, 100)
_TRIED = (*(Fraction(n, 10) for n in range(1, 31)), _LARGEST_GAP)
# What one may call a small gap: a tenth of the value.
_SMALL_GAP = Fraction(11, 10)


def parts() -> tuple[Part, ...]:
    """Return sections 2.3 and 2.4."""
    return (
        Part("section-2-3", "2.3 The choice of γ", _choice(), (figure_2a(), figure_2b())),
        Part("section-2-4", "2.4 The design guide, Example 1", _example_1(), (figure_3(),)),
    )


def _choice() -> tuple[Check, ...]:
    middle = Fraction(1, 2) - Fraction(1, 2) / (2 * GAMMA)
    return (
        statement(
            "above (2.20)",
            "D ≤ 0.5 − ε/(2γ) < −D + 1",
            f"−D ≤ 0.5 − ε/(2γ) < −D + 1; in Example 1 the middle is {middle}",
            agrees=25 <= middle < -25 + 1,
            remark=misprint(
                "the minus sign before the first D is missing: ⌊…⌋ = −D needs −D on the left"
            ),
        ),
        _remark_1(),
        _gaps(),
        _more_noise(),
    )


def _remark_1() -> Check:
    """At gamma = epsilon/(2D-1) the new outcome has p(z) = e^epsilon p(z-1) exactly."""
    law = law_of_gamma(11, Fraction(1, 2) / 21)
    at_the_end = law_delta(law, _HALF).delta.enclosure(_BITS)
    single = proposition_3_delta(law).enclosure(_BITS)
    return statement(
        "Remark 1",
        "γ = ε/(2D−1) will contribute to a larger δ",
        "δ is C e^(−γD²) there too: the term that is added is exactly 0",
        agrees=at_the_end.lo > single.hi,
        remark=too_wide(
            "(2.10) is strict, so E* stays {−D}; the interval (2.20) may be closed on the right"
        ),
    )


def _gaps() -> Check:
    """How much larger the proposed delta is than the least of all, at the epsilons of Figure 2a."""
    worst, at, of = max((_gap(e, D), e, D) for D in (11, 15) for e in _TRIED)
    return statement(
        "below Proposition 3, Figure 2a",
        "the gaps to the best possible δ vary from being small to zero",
        f"the proposed δ is up to {_hundredths(worst)} times the best (at ε = {_hundredths(at)}, "
        f"D = {of}; of ε = 0.1, 0.2, … 3 and {_hundredths(_LARGEST_GAP)})",
        agrees=worst <= _SMALL_GAP,
        remark=too_wide(
            "small at small ε and zero at large ε, but up to half as much again between them: the "
            "best γ is a kink ε/(2k−1) with k < D there"
        ),
    )


def _gap(epsilon: Fraction, D: int) -> Fraction:
    """Return how many times the best delta the proposed one is, at least."""
    asked = Epsilon(value=epsilon)
    return delta_range(asked, D)[0].enclosure(_BITS).lo / best_gamma(asked, D).delta.hi


def _hundredths(value: Fraction) -> str:
    """Return a ratio to two decimals, rounded down."""
    hundredths = int(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _more_noise() -> Check:
    grid = [Epsilon(value=Fraction(n, 10)) for n in range(1, 31)]
    falls = all(
        delta_range(e, 15)[0].enclosure(_BITS).hi < delta_range(e, 11)[0].enclosure(_BITS).lo
        for e in grid
    )
    return statement(
        "Figure 2a", "as D increases, δ decreases", "at ε = 0.1 … 3 for D = 11 and 15", agrees=falls
    )


def _example_1() -> tuple[Check, ...]:
    found = smallest_design(_HALF, Fraction(1, 10000))
    law = law_of_gamma(25, GAMMA)
    # p(0) = 1/(2 Σ + 1), so 2 Σ = 1/p(0) − 1.
    as_printed = 1 / (1 / law.probability(0).enclosure(_BITS).lo - 1) + 1
    wrong = misprint("this is p(±11), under the wrong z")
    pmf = [
        number(
            "(2.30)",
            f"p(±{z})",
            text,
            law.probability(z),
            wrong if z == 12 else NO_REMARK,
        )
        for z, text in _PRINTED_PMF
    ]
    return (
        number("Example 1", "D*", "25", Fraction(found.law.D)),
        number("Example 1", "δ, (2.27)", "9.91e-5", proposition_3_delta(law)),
        number("Example 1", "V, (2.26)", "49.00", law.variance()),
        statement(
            "Example 1",
            "γ = 0.5/(2·25 − 1) − 1/(10(2500 − 1))",
            f"γ = {GAMMA}",
            agrees=Fraction(1, 2) / 49 - Fraction(1, 24990) == GAMMA,
        ),
        statement(
            "(2.29)",
            "… / (2 Σ …) + 1",
            f"… / (2 Σ … + 1); as printed p(0) would be at least {_hundredths(as_printed)}",
            agrees=as_printed <= 1,
            remark=misprint(
                "the 1 belongs to the denominator, as in (2.28); as printed p would exceed 1"
            ),
        ),
        *pmf,
    )
