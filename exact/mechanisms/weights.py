"""Survey weights: how a perturbation p of a sample count changes a weighted count W_k.

Shlomo-Krenzke-Li (4), (5).
"""

from fractions import Fraction

from exact.errors import InputError


def adjusted_by_average(weighted: Fraction, p: int, average: Fraction) -> Fraction:
    """Return W_k + p w, w the average weight of the whole survey, (4).

    >>> adjusted_by_average(Fraction(300), -2, Fraction(30))
    Fraction(240, 1)
    """
    return weighted + p * average


def adjusted_by_cell(weighted: Fraction, p: int, count: int) -> Fraction:
    """Return W_k + p W_k / n_k, n_k > 0 the sample count of the cell, (5).

    >>> adjusted_by_cell(Fraction(300), 2, 12)
    Fraction(350, 1)
    """
    if count < 1:
        rule = "must be at least 1: an empty cell has no average weight"
        raise InputError("n_k", count, rule, "leave empty cells unchanged")
    return weighted + p * weighted / count
