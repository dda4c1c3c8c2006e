"""Tables 1 to 3: every printed probability against the derived one."""

from fractions import Fraction

from exact.laws.exp_ratio import ExpRatio
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import Remark, misprint, rounded
from reports.papers.shlomo_krenzke_li.mechanisms import LAW, derived_large, derived_small
from reports.papers.shlomo_krenzke_li.printed import TABLE_1, TABLE_2, TABLE_3, Printed
from reports.papers.values import shown


def part() -> Part:
    """Return the checks of Tables 1 to 3."""
    return Part(
        "tables",
        "Tables 1 to 3. The probability mechanisms",
        (
            *_table_1(),
            _sums("Table 1", (TABLE_1,)),
            *_matrix("Table 2", TABLE_2, derived_small()),
            _sums("Table 2", TABLE_2),
            *_matrix("Table 3", TABLE_3, derived_large()),
            _sums("Table 3", TABLE_3),
        ),
    )


def _table_1() -> list[Check]:
    return [
        number("Table 1", f"probability of {z:+d}", printed, LAW.probability(z))
        for z, printed in enumerate(TABLE_1, start=-LAW.m)
    ]


def _diagonal() -> Remark:
    seven, five, four = (shown(LAW.probability(0), digits) for digits in (7, 5, 4))
    return rounded(
        f"p(0) is {seven} and rounds to {five}, as Table 1 has it; 0.76160 is its four digits "
        f"{four} with a zero appended."
    )


def _corner() -> Remark:
    return misprint(
        f"p(6) is {shown(LAW.probability(6), 3)}. Only this entry adds p(7) to the end of the "
        "range; every other row of Tables 2 and 3 adds what is cut off to the neighbour of the "
        "original value."
    )


def _matrix(name: str, printed: Printed, rows: tuple[dict[int, ExpRatio], ...]) -> list[Check]:
    checks = []
    for i, entries in enumerate(printed):
        for j, entry in enumerate(entries):
            remark = _diagonal() if i == j else _corner()
            check = number(name, f"{i} → {j}", entry, rows[i].get(j, Fraction(0)))
            true = (check.place, check.what, check.printed, check.true)
            checks.append(check if check.agrees else Check(*true, False, remark))
    return checks


def _sums(name: str, rows: Printed) -> Check:
    """Rounding moves a sum by at most half a unit of the last place of each entry."""
    sums = [sum(map(Fraction, row), Fraction(0)) for row in rows]
    allowed = [sum(map(_half_unit, row), Fraction(0)) for row in rows]
    off = max((abs(found - 1) for found in sums), default=Fraction(0))
    return statement(
        name,
        "the probabilities of a row sum to 1",
        f"as printed up to {shown(off, 3)} off, within what rounding explains",
        all(abs(s - 1) <= most for s, most in zip(sums, allowed, strict=True)),
    )


def _half_unit(entry: str) -> Fraction:
    mantissa, _, exponent = entry.partition("E")
    places = len(mantissa.partition(".")[2])
    integer = places == 0 and not exponent
    return Fraction(0) if integer else Fraction(10) ** (int(exponent or 0) - places) / 2
