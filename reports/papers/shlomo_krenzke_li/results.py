"""Section 3.5: Tables 4 and 5 and the statements about the figures."""

from decimal import Decimal
from fractions import Fraction
from math import isqrt

from exact.laws.up_to_q import reach
from exact.mechanisms.pram import PRINTED
from reports.content.numbers import square_root
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import NO_REMARK, Remark, other_draws
from reports.papers.shlomo_krenzke_li.box_plots import box_plots
from reports.papers.shlomo_krenzke_li.comparing import (
    ERRORS,
    Printed,
    error_check,
    mean_check,
    short,
)
from reports.papers.shlomo_krenzke_li.mechanisms import LAW, derived_pram
from reports.papers.shlomo_krenzke_li.published import CHANGED, RISK, SAMPLE, WEIGHTED
from reports.papers.shlomo_krenzke_li.risk_map import figure_1
from reports.papers.shlomo_krenzke_li.simulation import (
    CONSTANTS,
    METHODS,
    REPLICATIONS,
    simulated,
)
from reports.papers.values import shown

_CELLS = 49 * REPLICATIONS


def part() -> Part:
    """Return the checks of Tables 4 and 5 and of the figures' statements."""
    drawn = "the values drawn are not printed"
    return Part(
        "results",
        "3.5 Risk-utility analysis",
        (
            *_parameters(),
            *_unchanged(),
            *(check for kind in CONSTANTS for check in _table_4(kind)),
            *(check for kind in CONSTANTS for check in _table_5(kind)),
            *_statements(),
        ),
        (figure_1(), *box_plots()),
        (
            Unchecked("Fig. 1, points", drawn + "; drawn here from Tables 4 and 5 and simulated"),
            Unchecked(
                "Fig. 2, Fig. 3, Fig. 4, points",
                drawn + "; drawn here from the simulation, and the statements about them checked",
            ),
            Unchecked("4", "the discussion repeats section 3 without new numbers"),
        ),
    )


def _parameters() -> list[Check]:
    to_zero = derived_pram(1, PRINTED)[0]
    third = Fraction(1, 2 * reach(1) + 1)
    return [
        number("Table 4", "δ of DP", "0.00000063", LAW.delta),
        number("Table 4", "δ of PRAM, as P(1 → 0); see 3.2", "0.1192", to_zero),
        number("Table 4", "δ of Q, as 1/(2q + 1); see 3.3", "0.333", third),
    ]


def _unchanged() -> list[Check]:
    """The share of cells that DP and PRAM perturb is known: 1 - p(0) for every count."""
    share = 1 - LAW.probability(0).enclosure(67).lo
    spread = share * (1 - share) / _CELLS
    checks = []
    for kind, printed in CHANGED.items():
        for method, text in zip(METHODS[:2], printed[:2], strict=True):
            off = Fraction(text) / 100 - share
            allowed = (abs(off) - Fraction(1, 2000)) ** 2 <= ERRORS**2 * spread
            checks.append(
                statement(
                    "Table 4",
                    f"{text} % of the cells perturbed, {method}, {kind}",
                    f"{shown(100 * share)} % expected, with a standard error of "
                    f"{square_root(10**4 * spread, 2).decimal} over {_CELLS} cells",
                    allowed,
                    NO_REMARK if allowed else _unchanged_remark(text, share, off**2 / spread),
                )
            )
    return checks


def _unchanged_remark(text: str, share: Fraction, square: Fraction) -> Remark:
    """Say how far the print is from what every row gives; ``square`` is in squared errors."""
    return other_draws(
        "Every row of Tables 2 and 3 leaves a count unchanged with probability "
        f"{shown(1 - share)}, so {shown(100 * share)} % are perturbed, symmetric or not; {text} % "
        f"is {isqrt(int(square))} standard errors away."
    )


def _table_4(kind: str) -> list[Check]:
    changed = Printed("Table 4", f"per cent perturbed, Q, {kind}", CHANGED[kind][2])
    risks = [
        mean_check(Printed("Table 4", f"RM, {method}, {kind}", text), kind, f"risk {method}")
        for method, text in zip(METHODS, RISK[kind], strict=True)
    ]
    return [mean_check(changed, kind, "changed Q"), *risks]


def _table_5(kind: str) -> list[Check]:
    groups = (("total", "sample", SAMPLE[kind]), ("weighted", "weighted", WEIGHTED[kind]))
    return [
        check
        for what, title, table in groups
        for method, printed in table.items()
        for check in _line(kind, what, method, f"{kind.lower()} {title} counts, {method}", printed)
    ]


def _line(kind: str, what: str, method: str, where: str, printed: tuple[str, ...]) -> list[Check]:
    """Return the checks of one line: mean, standard error, and two measures but for originals."""
    name = f"{what} {method}"
    mean, error = (
        Printed("Table 5", f"{of}, {where}", text)
        for of, text in zip(("mean", "standard error"), printed, strict=False)
    )
    measures = [
        mean_check(Printed("Table 5", f"{of}, {where}", text), kind, f"{what} {of} {method}")
        for of, text in zip(("difference", "distance"), printed[2:], strict=False)
    ]
    return [mean_check(mean, kind, name, printed[1]), error_check(error, kind, name), *measures]


def _statements() -> list[Check]:
    return [_risk_order(), _utility_order(), *_chi_squares()]


def _means(kind: str, *names: str) -> list[Decimal]:
    return [simulated(kind)[name][0] for name in names]


def _risk_order() -> Check:
    dp, pram, q = (simulated("Dependent")[f"risk {method}"] for method in METHODS)
    return statement(
        "3.5, Fig. 1",
        "DP has the highest risk measure RM and Q the lowest",
        f"simulated RM: DP {short(Fraction(dp[0]))}, PRAM {short(Fraction(pram[0]))}, "
        f"Q {short(Fraction(q[0]))}",
        dp[0] > pram[0] > q[0],
        other_draws("With Tables 2 and 3 as they are, PRAM is not below DP; Q is the lowest."),
    )


def _utility_order() -> Check:
    names = [f"weighted distance {method} Avg" for method in METHODS]
    dp, pram, q = _means("Dependent", *names)
    return statement(
        "3.5, Table 5",
        "DP has smaller Hellinger's distances than PRAM and Q",
        f"simulated: DP {short(Fraction(dp))}, PRAM {short(Fraction(pram))}, "
        f"Q {short(Fraction(q))}",
        dp < pram < q,
        other_draws(
            "PRAM of Tables 2 and 3 puts what it cuts off next to the true count, so its distance "
            "is smaller than that of DP."
        ),
    )


def _chi_squares() -> list[Check]:
    true, dp, pram, q = _means("Independent", "chi Original", *(f"chi {m} Avg" for m in METHODS))
    p_values = _means("Independent", "p Original", *(f"p {m} Avg" for m in METHODS))
    dependent = _means("Dependent", *(f"p {m} Avg" for m in METHODS))
    return [
        statement(
            "3.5, Fig. 2",
            "dependent attributes: all p-values close to zero",
            f"the largest mean p-value of a method is {short(Fraction(max(dependent)), 2)}",
            max(dependent) < Decimal("1e-6"),
        ),
        statement(
            "3.5, Fig. 3",
            "independent attributes: perturbation increases chi-square; Q is the farthest",
            f"simulated means: original {short(Fraction(true), 4)}, DP {short(Fraction(dp), 4)}, "
            f"PRAM {short(Fraction(pram), 4)}, Q {short(Fraction(q), 4)}",
            true < min(dp, pram) < max(dp, pram) < q,
        ),
        statement(
            "3.5, Fig. 3",
            "DP is slightly outperforming PRAM",
            f"mean chi-square DP {short(Fraction(dp), 4)}, PRAM {short(Fraction(pram), 4)}",
            dp < pram,
            other_draws(
                "Not with Tables 2 and 3 as they are: PRAM is slightly closer to the true mean."
            ),
        ),
        statement(
            "3.5, Fig. 4",
            "independent attributes: perturbation pushes p-values close to zero",
            "mean p-values: "
            + ", ".join(short(Fraction(p), 3) for p in p_values)
            + " (original, DP, PRAM, Q)",
            5 * max(p_values[1:]) < p_values[0],
        ),
    ]
