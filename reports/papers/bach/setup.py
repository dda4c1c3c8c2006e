"""Section 3.1: the epsilon of one table, (1), and the noise that it means."""

from fractions import Fraction

from exact.laws.discrete_laplace import UnboundedLaplace
from reports.papers.bach.values import TABLE_EPSILONS, epsilon, square_root
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import Remark, rounded, too_wide
from reports.papers.values import shown

_GLOBAL = ("0.25", "0.5", "1.0", "2.0", "4.0", "8.0")
_VARIANCES = ("3200", "800", "200", "50", "12.5", "3.125")
_DEVIATIONS = ("56.6", "28.3", "14.1", "7.1", "3.5", "1.8")
_SHARE = Fraction("0.675") / 6
_ROUNDED = rounded(
    "The exact share of (1) is 11.25 %, not 10 %. With it the ε are larger by an eighth, and the "
    "variances smaller by 21 %."
)
_DISCRETE = too_wide(
    "The printed value is that of the continuous Laplace law (9), 2/ε². The noise is drawn from "
    "(11), whose variance is 2e^ε/(e^ε − 1)², about 1/6 less."
)


def part() -> Part:
    """Return the checks of section 3.1."""
    sources = "ε_global, the six geographies and the share of 67.5 % are quoted from other papers"
    return Part(
        "setup",
        "3.1 Parameter setup",
        (*_equation_1(), *_laplace(), *_geometric(), _census()),
        unchecked=(Unchecked("3.1, parameters", sources),),
    )


def _equation_1() -> list[Check]:
    share = number("(1)", "67.5 % × 1/6, in per cent", "10", 100 * _SHARE, _ROUNDED)
    each = (
        number("(1)", f"ε_table for ε_global = {whole}", printed, _SHARE * Fraction(whole))
        for whole, printed in zip(_GLOBAL, TABLE_EPSILONS, strict=True)
    )
    return [share, *(_with_remark(check, _ROUNDED) for check in each)]


def _laplace() -> list[Check]:
    """2/epsilon^2 of (9) with the rounded epsilon."""
    checks = []
    for e, V, root in zip(TABLE_EPSILONS, _VARIANCES, _DEVIATIONS, strict=True):
        true = 2 / Fraction(e) ** 2
        checks.append(number("3.1", f"V = 2/ε² of Laplace (9), ε = {e}", V, true))
        checks.append(number("3.1", f"√V of Laplace (9), ε = {e}", root, square_root(true)))
    return checks


def _geometric() -> list[Check]:
    """The same of the law (11) from which the noise is drawn."""
    checks = []
    for e, V, root in zip(TABLE_EPSILONS, _VARIANCES, _DEVIATIONS, strict=True):
        true = UnboundedLaplace(epsilon(e)).variance
        checks.append(number("3.1", f"V of the discrete law (11), ε = {e}", V, true))
        what = f"√V of the discrete law (11), ε = {e}"
        checks.append(number("3.1", what, root, square_root(true)))
    return [_with_remark(check, _DISCRETE) for check in checks]


def _census() -> Check:
    limit = square_root(Fraction(2, 5)).enclose(64)
    inside = [e for e in TABLE_EPSILONS if 1 <= 2 / Fraction(e) ** 2 <= 5]
    return statement(
        "3.1",
        "V ∈ [1, 5] barely touches the DP range at its risky end (ε_table ≳ 0.4)",
        f"of the six ε only {', '.join(inside)} has V in [1, 5]; V ≤ 5 needs ε ≥ {shown(limit, 3)}",
        inside == ["0.4", "0.8"],
        too_wide(
            "At ε = 0.4 the variance is 12.5 (12.3 for (11)), far above 5: 0.8 alone is in the "
            "range."
        ),
    )


def _with_remark(check: Check, remark: Remark) -> Check:
    """Return the check with a remark where it differs."""
    if check.agrees:
        return check
    return Check(check.place, check.what, check.printed, check.true, False, remark)
