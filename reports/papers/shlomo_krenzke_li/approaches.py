"""Section 2: numbers and statements about the three approaches."""

from fractions import Fraction
from math import comb

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.mechanisms.invariance import (
    Matrix,
    determinant,
    invariant_matrix,
    perturbed_frequencies,
)
from exact.mechanisms.weights import adjusted_by_average, adjusted_by_cell
from exact.pmf import Pmf
from exact.privacy.profile import profile
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import too_wide
from reports.papers.shlomo_krenzke_li.mechanisms import EPSILON, printed_noise
from reports.papers.shlomo_krenzke_li.printed import TABLE_2, TABLE_3, printed_row
from reports.papers.values import shown

# Cells with 0, 1, ..., 6 persons, and with each residue, in a table made up for the check.
_SMALL = (31, 12, 9, 7, 4, 3, 2)
_LARGE = (9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2)


def part() -> Part:
    """Return the checks of section 2."""
    return Part(
        "approaches",
        "2. Confidentiality protection approaches",
        (
            *_numbers_of_tables(),
            _exponential(),
            _cancels(),
            *_adjustments(),
            _not_post_processing(),
            *_invertible(),
            *_invariant(),
            _up_to_q(),
        ),
        unchecked=(
            Unchecked("(1), (2)", "definitions"),
            Unchecked("2, additivity and consistency", "options of practice, without numbers"),
        ),
    )


def _numbers_of_tables() -> list[Check]:
    counts = [comb(10, k) for k in (3, 2, 1)]
    printed = ("120", "45", "10")
    return [
        *(
            number("2", f"{k}-way tables of 10 variables", text, Fraction(n))
            for k, text, n in zip((3, 2, 1), printed, counts, strict=True)
        ),
        number("2", "all of these", "175", Fraction(sum(counts))),
        number("2.1", "Δu with all margins of a 3-way table, 2³ − 1", "7", Fraction(2**3 - 1)),
    ]


def _exponential() -> Check:
    law = UnboundedLaplace(EPSILON)
    excesses = [
        (law.probability(z) - law.probability(z - step).times_exp()).sign()
        for z in range(-9, 10)
        for step in (-1, 1)
    ]
    return statement(
        "2.1, (2)",
        "the mechanism with u = −l₁ is ε-differentially private, ε = ω/2",
        "no outcome is more than e^ε times likelier, without a cap (ε = 2, |z| ≤ 9): the sum that "
        "normalises does not depend on the count, so the factor 2 of the general bound is not lost",
        max(excesses) == 0,
    )


def _cancels() -> Check:
    cases = [(Fraction(w), distance) for w in (1, 30, Fraction(63, 2)) for distance in (0, 1, 7)]
    return statement(
        "(3)",
        "the average weight cancels",
        "an identity; but with Δu the average, a person of a larger weight has a larger ε",
        all(w * distance / w == distance for w, distance in cases),
    )


def _adjustments() -> list[Check]:
    weighted, count, total, size = Fraction(1234), 40, Fraction(44164), 1531
    average = total / size
    by_average = [adjusted_by_average(weighted, p, average) for p in (-7, 0, 7)]
    by_cell = [adjusted_by_cell(weighted, p, count) for p in (-7, 0, 7)]
    return [
        statement(
            "(4)",
            "W_k ± p w̄",
            "linear in p; p = ±7 changes the weighted count by 7 average weights",
            by_average[2] - by_average[0] == 14 * total / size and by_average[1] == weighted,
        ),
        statement(
            "(5)",
            "W_k + p W_k/n_k",
            "keeps the average weight of the cell: (n_k + p) W_k/n_k",
            by_cell == [(count + p) * weighted / count for p in (-7, 0, 7)],
        ),
    ]


def _not_post_processing() -> Check:
    """One cell of weight 300, and the same without a person of weight 25; average weight 30."""
    one, other = (_weighted(Fraction(W), Fraction(30)) for W in (300, 275))
    plateau = profile(one, other).delta_at_infinity()
    return statement(
        "2.1, (4)",
        "the adjustment does not violate DP, being post-processing of a protected table",
        f"W = 300 with and without a person of weight 25, w̄ = 30: the releases W + 30p have no "
        f"value in common, δ = {plateau} at every ε",
        plateau < 1,
        too_wide(
            "(4) uses the true weighted count W_k, which is not a function of the protected "
            "sample count. It would be post-processing only if W_k were replaced by w̄ times the "
            "noisy count, or if all weights were multiples of w̄."
        ),
    )


def _weighted(total: Fraction, average: Fraction) -> Pmf:
    """Return the law of the weighted count that (4) releases."""
    noise = printed_noise()
    released = (int(adjusted_by_average(total, p, average)) for p in noise.outcomes)
    return Pmf(tuple(released), noise.weights)


def _invertible() -> list[Check]:
    found = []
    for name, table in (("Table 2", TABLE_2), ("Table 3", TABLE_3)):
        value = determinant(_matrix(table))
        found.append(
            statement(
                f"2.2, {name}",
                "M has an inverse, so t̂ = t* M⁻¹ is an unbiased estimator",
                f"the determinant of the printed matrix is about {shown(value, 3)}",
                value != 0,
            )
        )
    return found


def _invariant() -> list[Check]:
    found = []
    for name, table, counts in (("Table 2", TABLE_2, _SMALL), ("Table 3", TABLE_3, _LARGE)):
        matrix, t = _matrix(table), tuple(map(Fraction, counts))
        star = invariant_matrix(matrix, t)
        moved = perturbed_frequencies(t, matrix)
        found.append(
            statement(
                f"2.2, {name}",
                "the two-stage algorithm gives M* with t M* = t",
                f"exactly so for t = {counts}; with M itself t M ≠ t",
                perturbed_frequencies(t, star) == t != moved and all(sum(r) == 1 for r in star),
            )
        )
    return found


def _matrix(table: tuple[tuple[str, ...], ...]) -> Matrix:
    """Return a printed matrix, each row over its sum."""
    rows = [printed_row(entries) for entries in table]
    return tuple(tuple(row.probability(j) for j in range(len(table))) for row in rows)


def _up_to_q() -> Check:
    vector = Pmf((-1, 0, 1), (1, 1, 1))
    return number("2.3", "chance of each outcome for q = 1 (1/3)", "0.333", vector.probability(0))
