"""Laws that once cost minutes: honest ones grow with D, absurd ones are refused at once."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import mpmath
import pytest

from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import LogRate, Rate, RationalRate, log_rate
from exact.table.native import read_native, write_native
from exact.table.origin import Origin
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.making import source, targets, text_of
from tests.steps import steps
from verification import checker
from verification.audit import audit
from verification.claims.request import Request

K = 2**32
STEEP = LogRate(Fraction(1), Fraction(3, 2))


def table_of(rate: Rate, D: int) -> PTable:
    """Return the table of a law; noise values without a key are left out."""
    origin = Origin(MaxEntLaw(D, rate), "ceiling")
    runs = tuple((z, keys) for z, keys in origin.runs(D, K) if keys)
    return PTable(K, D, (Row(runs),), origin=origin)


def certified(rate: Rate, D: int) -> str:
    """Return the certificate of that table, asked of no solver."""
    table = table_of(rate, D)
    return text_of(Request(table, source(table), targets("1")), solvers=())


def work(rate: Rate, D: int) -> tuple[int, int, int]:
    """Return the steps of certifying, of checking and of auditing."""
    text, table = certified(rate, D), table_of(rate, D)
    document = checker.load(text.encode())
    return (
        steps(lambda: certified(rate, D)),
        steps(lambda: checker.check(document)),
        steps(lambda: audit(table, targets("1")[0].epsilon)),
    )


@pytest.mark.parametrize("slow", [False, True])
def test_a_law_by_a_logarithm_costs_what_a_rational_one_costs(slow: bool) -> None:
    """gamma = ln(3/2) with D = 300 and 700, and a rate with which every noise value has keys."""
    small, large = 300, 700
    for D, allowed in ((small, None), (large, Fraction(5 * large, 4 * small))):
        by_logarithm = LogRate(Fraction(16, D * D), Fraction(3, 2)) if slow else STEEP
        rational = RationalRate(Fraction(13, 2 * D * D) if slow else Fraction(81, 200))
        found = work(by_logarithm, D)
        assert all(mine <= 2 * due for mine, due in zip(found, work(rational, D), strict=True))
        if allowed is None:
            first = found
        else:
            assert all(more <= allowed * less for more, less in zip(found, first, strict=True))


def test_a_file_of_310_bytes_is_read_and_audited_at_once() -> None:
    """gamma = 10^9 ln(1000001/1000000): as few steps as with a law that anybody would write."""
    plain = write_native(table_of(STEEP, 1))
    absurd = plain.replace('"times": "1"', '"times": "1000000000"')
    absurd = absurd.replace('"ln": "3/2"', '"ln": "1000001/1000000"')
    assert len(absurd) == len(plain) + 9 + 12
    one = targets("1")[0].epsilon
    honest, hostile = (
        steps(partial(lambda text: audit(read_native(text), one), text)) for text in (plain, absurd)
    )
    assert hostile <= 3 * honest


def test_a_rate_of_many_small_logarithms_is_known_at_once() -> None:
    """gamma = 10^9 ln(1000001/1000000), whose e^-gamma has 20 billion bits as a fraction."""
    rate = LogRate(Fraction(10**9), Fraction(1000001, 1000000))
    assert rate.rational_x is None
    lo, hi = rate.x_bounds(1500)
    assert hi == lo + 1
    with mpmath.workdps(600):
        x = mpmath.power(mpmath.mpf(1000000) / 1000001, 10**9) * mpmath.mpf(2) ** 1500
        assert lo <= x <= hi


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: RationalRate(Fraction(1, 10**900)), "numbers of more than 2048 bits"),
        (lambda: log_rate(Fraction(1), Fraction(10**490 + 1, 10**489)), "more than 256 bits"),
        (lambda: log_rate(Fraction(10**700), Fraction(3, 2)), "more than 2048 bits"),
        (lambda: log_rate(Fraction(2000), Fraction(3)), "must be at most 1000"),
    ],
)
def test_an_absurd_rate_is_refused_at_once(make: Callable[[], object], rule: str) -> None:
    """One line that names the rule and the remedy; nothing is computed with such numbers."""
    with pytest.raises(InputError, match=rule):
        make()
