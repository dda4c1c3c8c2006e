"""Sections 1 to 3: the counts of the text, and Table 1."""

from fractions import Fraction
from math import comb

from exact.numbers.enclosure import Enclosure
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.table_1 import (
    AGES,
    OCCUPATIONS,
    TABLE_1,
    chi_square,
    cramers_v_bounds,
    log10_p_value_bound,
)
from reports.papers.values import shown

_DATA = (
    "counts of the 2001 census of the United Kingdom, scaled; the data are not in the paper. Its "
    "132 counts are used below as they are printed"
)
_VARIABLES = "categories of the census variables and N = 1,500,000: the data are not in the paper"


def part() -> Part:
    """Return the checks of sections 2 and 3, and of what 5.6.2 says of Table 1."""
    return Part(
        "beginnings",
        "1–3. Introduction, properties, Table 1",
        (_three_way(), _cells_not_tables(), _age_groups(), _occupations(), _small(), _dependent()),
        unchecked=(Unchecked("3, variables", _VARIABLES), Unchecked("Table 1", _DATA)),
    )


def _three_way() -> Check:
    return number("2.1", "three-way marginals of a 10-way table", "120", Fraction(comb(10, 3)))


def _cells_not_tables() -> Check:
    cells = comb(10, 3) * 2**3
    return statement(
        "2.1",
        "the list a = (a_1, …, a_K) consists of K = 120 three-way tables",
        f"K is the number of cells: with two categories for each attribute already {cells}",
        cells == comb(10, 3),
        too_wide("120 is the number of tables, and the d of section 7 for this list; K is larger."),
    )


def _age_groups() -> Check:
    groups = Fraction(74 - 15 + 1, 5)
    return number("3, Table 1", "5-year groups from 15 to 74", str(len(AGES)), groups)


def _occupations() -> Check:
    return statement(
        "3, Table 1",
        "Occupation — 12 categories; Table 1 classifies it as one of A, …, K",
        f"A, …, K are {len(OCCUPATIONS)}",
        len(OCCUPATIONS) == 12,
        too_wide("One of the twelve is left out of Table 1; the paper does not say which."),
    )


def _small() -> Check:
    cells = [count for row in TABLE_1 for count in row]
    zeros, ones = cells.count(0), cells.count(1)
    return statement(
        "3, Table 1",
        "Table 1 has some small cells",
        f"of {len(cells)} cells with {sum(cells)} people, {zeros} are 0 and {ones} are 1",
        zeros > 0 and ones > 0,
    )


def _dependent() -> Check:
    statistic, degrees = chi_square(TABLE_1)
    bound = log10_p_value_bound(statistic, degrees)
    return statement(
        "5.6.2",
        "the real table is highly dependent: the p-value was close to zero for the original table",
        f"χ² = {shown(statistic, 6)} with {degrees} degrees of freedom, p < 10^{bound}; "
        f"Cramér’s V = {shown(_v(), 6)}",
        bound < -100,
    )


def _v() -> Enclosure:
    return cramers_v_bounds(TABLE_1, 128)
