"""The checker's work grows with the certificate as its size does: counted in steps, not seconds.

Time is at most linear in the size of the certificate times the bits of its numbers: what is added
to a file costs as many instructions by character and bit where the file is large as where it is
small, and no integer becomes much longer than those of the file.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from exact.cellkeys.arithmetic import XorOfFour
from exact.design.table import table_of_law
from exact.laws.maxent import MaxEntLaw, law_of_gamma, law_of_variance
from exact.laws.rates import log_rate
from exact.laws.registry import kind_of
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.certificate.making import source, targets
from tests.steps import Work, work_in
from verification import checker
from verification.certificate.file import certificate_text
from verification.certificate.making import certificate, prepare
from verification.claims.request import Request

K = 2**32
# Twice as much added may cost so much more by character: sizes differ by chance.
GROWTH = Fraction(9, 8)


def text(table: PTable, *given: str) -> str:
    """Return the certificate of a table, asked of no solver."""
    arithmetic = XorOfFour(table.keysize, table.keysize - 5)
    request = Request(table, source(table), targets(*(given or ("1/2",))), arithmetic)
    return certificate_text(certificate(prepare(request), []))


def cost(written: str) -> Work:
    """Return what checking a certificate costs."""
    document = checker.load(written.encode())
    return work_in("/verification/check", lambda: checker.check(document))


def of_law(rate: str, rule: str = "ceiling") -> Callable[[int], str]:
    """Return the certificate of a law by its D, its noise of a size like D."""

    def made(D: int) -> str:
        laws: dict[str, Callable[[], MaxEntLaw]] = {
            "rational": lambda: law_of_gamma(D, Fraction(3, D * D)),
            "radical": lambda: MaxEntLaw(D, log_rate(Fraction(7, D * D), Fraction(3, 2))),
            "power": lambda: MaxEntLaw(D, log_rate(Fraction(1), Fraction(100001, 100000))),
            "variance": lambda: law_of_variance(D, Fraction(D * D, 7)),
        }
        return text(table_of_law(laws[rate](), K, rule))

    return made


def of_name(law: str, **given: str) -> Callable[[int], str]:
    """Return the certificate of a law by its name and its largest noise."""

    def made(largest: int) -> str:
        parameters = {name: value.format(m=largest) for name, value in given.items()}
        return text(table_of_law(kind_of(law).of_text(parameters), K))

    return made


def of_rows(number: int) -> str:
    """Return the certificate of a table with so many different rows."""
    rows = (Row(((-1, 1000 + n), (0, K - 2000 - n), (1, 1000))) for n in range(number))
    return text(PTable(K, 1, tuple(rows), Repeat(), "preserve"), "1/2", "ln(3/2)")


def of_epsilons(number: int) -> str:
    """Return the certificate of a table at so many epsilons."""
    table = table_of_law(law_of_gamma(5, Fraction(1, 10)), K)
    return text(table, *(f"{7 * n + 1}/7" for n in range(number)))


def of_holes(number: int) -> str:
    """Return the certificate of a table that has no noise and so many holes far from its rows."""
    holes = tuple(range(8 * 10**4, 8 * 10**4 + number))
    rows = (Row(((0, K),)),) * 50
    return text(PTable(K, 1, rows, Repeat(), "preserve", holes=holes))


def of_bits(bits: int) -> str:
    """Return the certificate of a law with keys of so many bits."""
    return text(table_of_law(law_of_gamma(30, Fraction(1, 100)), 2**bits))


FAMILIES: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "rational": (of_law("rational"), (50, 100, 200)),
    "radical": (of_law("radical"), (50, 100, 200)),
    "power": (of_law("power"), (50, 100, 200)),
    "variance": (of_law("variance"), (50, 100, 200)),
    "remainder": (of_law("rational", "largest-remainder"), (50, 100, 200)),
    "laplace": (of_name("laplace", epsilon="3/{m}", m="{m}"), (50, 100, 200)),
    "count-query": (of_name("count-query", epsilon="3/{m}", eta="1/{m}", D="{m}"), (50, 100, 200)),
    "hellinger": (of_name("hellinger", epsilon="1", m="{m}", last_count="5"), (10, 20, 40)),
    "rows": (of_rows, (20, 40, 80)),
    "epsilons": (of_epsilons, (10, 20, 40)),
    "holes": (of_holes, (100, 200, 400)),
    "bits": (of_bits, (32, 64, 128)),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_steps_grow_with_the_size(family: str) -> None:
    """What is added costs no more by character and bit in a large certificate than in a small."""
    made, sizes = FAMILIES[family]
    texts = [made(size) for size in sizes]
    keys = [checker.load(each.encode())["table"]["keysize"].bit_length() for each in texts]
    volumes = [len(each) * bits for each, bits in zip(texts, keys, strict=True)]
    found = [cost(each) for each in texts]
    small, large = (
        Fraction(after.operations - before.operations, right - left)
        for (before, after), (left, right) in zip(pairwise(found), pairwise(volumes), strict=True)
    )
    assert 0 < large <= small * GROWTH
    assert found[-1].bits <= found[0].bits + 4 * (keys[-1] - keys[0]) + 64
