"""Section 6: Table 3 and the binomial test, with exact values where the paper simulates."""

from fractions import Fraction
from functools import cache
from math import comb

from exact.inference.binomial import BinomialTest
from exact.inference.channel import LawChannel, NoNoise
from exact.laws.exp_ratio import ExpRatio
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import NO_REMARK, misprint, other_draws, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner import table_3
from reports.papers.rinott_okeefe_shlomo_skinner.overlapping import root
from reports.papers.rinott_okeefe_shlomo_skinner.values import laplace
from reports.papers.values import shown
from reports.pictures.testing.binomial import law_picture

_N = 80
_HALF, _OTHER = Fraction(1, 2), Fraction(7, 10)
_REPETITIONS = 500
_CRITICAL = ("3.36", "3.84")
# Percentages below 0.05 of Table 3, in the order of its four settings.
_SETTINGS = ("ε = 0.1, m = 10", "ε = 0.1, m = 7", "ε = 0.5, m = 10", "ε = 0.5, m = 7")
_LR_LEVELS = ("3.0", "4.0", "6.9", "5.3")


def part() -> Part:
    """Return the checks of section 6."""
    return Part(
        "inference",
        "6. Tests that take the noise into account",
        (
            *_deltas(),
            *_degrees(),
            _dependent_model(),
            *_text_of_table_3(),
            _correct_level(),
            *table_3.checks(),
            *_binomial(),
        ),
        pictures=_figure_4(),
    )


def _figure_4() -> tuple[Picture, Picture]:
    """Return both histograms as exact point masses, N = 80, m = 5."""
    return (
        law_picture(_test(5, _HALF), _HALF, "figure-4-left", "Figure 4, left: H_0: p = 0.5"),
        law_picture(_test(5, _OTHER), _HALF, "figure-4-right", "Figure 4, right: H_0: p = 0.7"),
    )


def _deltas() -> list[Check]:
    cases = (
        ("Table 3", "0.1", 10, "0.0283"),
        ("Table 3", "0.1", 7, "0.0470"),
        ("Table 3", "0.5", 10, "0.0017"),
        ("Table 3", "0.5", 7, "0.0076"),
        ("6.2", "0.5", 5, "0.02"),
        ("6.2", "0.5", 10, "0.00166"),
    )
    return [
        number(place, f"δ of Laplace, ε = {e}, m = {m}", printed, laplace(e, m).delta)
        for place, e, m, printed in cases
    ]


def _degrees() -> list[Check]:
    return [
        number("6.1", "parameters of a 10 × 10 table, independence", "19", Fraction(1 + 9 + 9)),
        number("6.1, Table 3", "degrees of freedom", "81", Fraction(9 * 9)),
        number(
            "6.1",
            "average cell size for η = 4 and uniform α_i, β_j, “about 50”",
            "50",
            # E e^(4 + alpha + beta) = e^5 - 2 e^4 + e^3
            ExpRatio.of(Epsilon(value=Fraction(1)), [0, 0, 0, 1, -2, 1]),
            too_wide("e^4 (e^(1/2) − e^(−1/2))² = e^5 − 2e^4 + e^3: about 60. e^4 alone is 54.6."),
        ),
        number(
            "Table 3, S.E.",
            "standard error of the mean of 1000 uniform p-values",
            "0.009",
            root(Fraction(1, 12_000)),
        ),
    ]


def _dependent_model() -> Check:
    mean = Fraction(4)
    return statement(
        "6.1",
        "dependent attributes: Poisson with μ_ij = η + α_i + β_j + 0.7γ_ij, uniform on (−0.5, 0.5)",
        f"such counts have mean {mean}; with log μ_ij in place of μ_ij about 60, as the others",
        mean > 10,
        misprint("log μ_ij is meant, as in the hypothesis H_0."),
    )


def _text_of_table_3() -> list[Check]:
    """What the text says of Table 3, in percent, against the table."""
    cases = (
        ("independent, ε = 0.1, m = 10, original: “exactly 5%”", "5", "5.0"),
        ("independent, ε = 0.1, m = 10, naïve: “almost 87%”", "87", "86.7"),
        ("independent, ε = 0.1, m = 10, LR test", "3", "3.0"),
        ("dependent, ε = 0.1, m = 10, original", "79", "79.3"),
        ("dependent, ε = 0.1, m = 10, LR test", "51", "51.0"),
        ("independent, ε = 0.5, m = 10, naïve", "25", "25.4"),
        ("independent, ε = 0.5, m = 10, LR test: “0.058”", "5.8", "6.9"),
        ("dependent, ε = 0.5, m = 10, LR test", "76", "76.3"),
        ("dependent, ε = 0.5, m = 10, original", "82", "82.1"),
    )
    wrong = misprint(
        "0.058 is the level of the original table in that setting; the LR test has 0.069."
    )
    return [
        number("6.1, text", what, said, Fraction(table), wrong if said == "5.8" else NO_REMARK)
        for what, said, table in cases
    ]


def _correct_level() -> Check:
    """How likely are the simulated levels if 0.05 is the true one: exact binomial tails."""
    chances = [_tail(round(Fraction(printed) * 10)) for printed in _LR_LEVELS]
    words = "; ".join(
        f"{setting}: {printed} %, chance {shown(chance, 2)}"
        for setting, printed, chance in zip(_SETTINGS, _LR_LEVELS, chances, strict=True)
    )
    return statement(
        "6.1, Table 3",
        "with the noise taken into account the asymptotic distribution leads to a correct level",
        f"chance of a deviation as large to that side in 1000 tables if the level is 5 %: {words}",
        min(chances) > Fraction(1, 100),
        other_draws(
            "Two of the four deviate more than chance explains at 1 %: too few rejections for ε = "
            "0.1, m = 10, too many for ε = 0.5, m = 10. The naïve levels are far worse."
        ),
    )


def _tail(rejections: int) -> Fraction:
    """Return P(Bin(1000, 1/20) <= rejections) below the mean 50, P(>=) above it."""
    side = range(rejections + 1) if rejections <= 50 else range(rejections, 1001)
    return Fraction(sum(comb(1000, k) * 19 ** (1000 - k) for k in side), 20**1000)


@cache
def _test(m: int, hypothesis: Fraction) -> BinomialTest:
    return BinomialTest(_N, hypothesis, LawChannel(laplace("0.5", m)))


def _rejection(m: int, hypothesis: Fraction, critical: str) -> Enclosure:
    return _test(m, hypothesis).rejection(_HALF, Fraction(critical))


def _agrees_with(printed: str, true: Enclosure | Fraction) -> bool:
    """Tell whether 500 repetitions explain the distance: at most three standard errors."""
    exact = true if isinstance(true, Fraction) else true.lo
    error = root(exact * (1 - exact) / _REPETITIONS).hi
    return abs(Fraction(printed) - exact) <= 3 * error


def _binomial() -> list[Check]:
    level, powers = _rejection(5, _HALF, "3.365"), [_rejection(5, _OTHER, c) for c in _CRITICAL]
    wider = _rejection(10, _OTHER, "3.82")
    plain = BinomialTest(_N, _OTHER, NoNoise()).rejection(_HALF, Fraction("3.84"))
    return [
        number("6.2", "95 % point of χ² with one degree of freedom", "3.84", chi_square_point()),
        statement(
            "6.2",
            "95% of the statistics for p = 0.5 are below the empirical critical point c = 3.36",
            f"exactly, the statistic is above 3.365 with probability {shown(level)}, above 3.355 "
            f"with {shown(_rejection(5, _HALF, '3.355'))}: c is one of its values",
            _agrees_with("0.05", level),
        ),
        _simulated("the power for p = 0.7, m = 5, c = 3.36, is 0.95", "0.95", powers[0]),
        _simulated("the power without noise is 0.96 (c = 3.84)", "0.96", plain),
        statement(
            "6.2",
            "with 3.84 instead of 3.36, empirical power and level change very little",
            f"level {shown(level)} above 3.365 and {shown(_rejection(5, _HALF, '3.84'))} above "
            f"3.84; power {shown(powers[0])} and {shown(powers[1])}",
            powers[0].lo - powers[1].hi < Fraction(1, 100),
            too_wide(
                "The level does not change, the power falls by 0.03: three times what the noise "
                "is said to cost."
            ),
        ),
        statement(
            "6.2",
            "when testing H_0: p = 0.7 most values are large, and H_0: p = 0.5 is rejected",
            f"p = 0.7 is rejected with probability {shown(powers[1])}, p = 0.5 with {shown(level)} "
            "(c = 3.84)",
            level.lo > Fraction(1, 2),
            misprint("H_0: p = 0.7 is meant."),
        ),
        _simulated("the power for p = 0.7, m = 10, c = 3.82, is 0.92", "0.92", wider),
        statement(
            "6.2",
            "m = 10 instead of 5 reduces δ at the cost of some power",
            f"δ from {shown(laplace('0.5', 5).delta)} to {shown(laplace('0.5', 10).delta)}, power "
            f"from {shown(powers[0])} to {shown(wider)}",
            wider.hi < powers[0].lo,
        ),
    ]


def _simulated(words: str, printed: str, true: Enclosure | Fraction) -> Check:
    return statement(
        "6.2",
        words,
        f"{shown(true)} exactly: within three standard errors of {_REPETITIONS} repetitions",
        _agrees_with(printed, true),
    )


def chi_square_point() -> Enclosure:
    """Return x with P(chi^2_1 <= x) = erf(sqrt(x/2)) = 0.95, by bisection with certified signs."""
    from flint import arb, ctx, fmpq

    low, high = Fraction(3), Fraction(4)
    with ctx.workprec(128):
        wanted = arb(fmpq(19, 20))
        for _ in range(60):
            middle = (low + high) / 2
            found = (arb(fmpq(middle.numerator, middle.denominator)) / 2).sqrt().erf()
            if found < wanted:
                low = middle
            elif found > wanted:
                high = middle
            else:
                break
    return Enclosure(low, high)
