"""The work of reading and auditing grows with the file, not with its square: steps are counted."""

import gzip
import zlib
from fractions import Fraction
from functools import partial

import pytest

from exact.errors import InputError
from exact.formats.decoding import decode
from exact.formats.reading import ReadOptions, read_table_bytes
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.steps import steps
from verification.audit import audit

# Twice the file may cost twice the steps, and a little for numbers that become longer.
LINEAR = Fraction(21, 10)


def keyed(counts: int, rows: list[list[int]]) -> bytes:
    """Return a file of ONS whose counts take the given rows in turn."""
    lines = [
        f"{n},{key},{noise}"
        for n in range(1, counts + 1)
        for key, noise in enumerate(rows[n % len(rows)])
    ]
    return "\n".join(["pcv,ckey,pvalue", *lines, ""]).encode()


def intervals(counts: int) -> bytes:
    """Return a file of tau-Argus in which every row is another one, and p is not ub - lb."""
    lines = ["i;j;p;v;p_int_ub", "0;0;1;0;1"]
    for n in range(1, counts + 1):
        lines += [f"{n};{n - 1};0.4;-1;0.{n:08}", f"{n};{n + 1};0.5;1;1"]
    return "\n".join([*lines, ""]).encode()


def read(content: bytes) -> None:
    """Read a file."""
    read_table_bytes(content, ReadOptions(beyond=Repeat()))


def test_reading_intervals_is_linear() -> None:
    """Twice as many rows, all different, are read in twice the steps."""
    few, many = (steps(partial(read, intervals(counts))) for counts in (200, 400))
    assert many <= LINEAR * few


def test_reading_keys_is_linear() -> None:
    """Twice as many counts are read in twice the steps."""
    rows = [[0, 1, -1, 0], [1, 1, -1, -1]]
    few, many = (steps(partial(read, keyed(counts, rows))) for counts in (2000, 4000))
    assert many <= LINEAR * few


def test_an_audit_of_different_rows_is_linear() -> None:
    """Twice as many rows, all different, are audited in twice the steps."""

    def work(counts: int) -> int:
        table = read_table_bytes(intervals(counts)).table
        assert table is not None
        return steps(partial(audit, table, Epsilon(value=Fraction(1, 2))))

    assert work(300) <= LINEAR * work(150)


@pytest.mark.parametrize("far", [10**6 + 1, 10**18])
def test_noise_as_far_as_a_file_may_have_it_is_audited(far: int) -> None:
    """The row is measured; only the comparison with a law of largest entropy is left out."""
    table = PTable(10, 0, (Row(((0, 10),)), Row(((-far, 5), (far, 5)))), Repeat(), "row")
    _, row = audit(table, Epsilon(value=Fraction(1))).rows
    assert (row.bias, row.variance) == (Fraction(0), Fraction(far**2))
    assert row.entropy_deficit is None


def test_equal_rows_are_audited_once() -> None:
    """A count more that has a row of another costs a few steps, and not another audit of it."""
    rows = [[0, 1, -1, 0], [1, 1, -1, -1], [2, 0, 0, -2]]

    def work(counts: int) -> int:
        table = read_table_bytes(keyed(counts, rows), ReadOptions(beyond=Repeat())).table
        assert table is not None
        return steps(partial(audit, table, Epsilon(value=Fraction(1, 2))))

    assert work(6000) - work(3000) <= 100 * 3000


class Counting:
    """A decompressor that counts the bytes it is given."""

    given = 0
    real = staticmethod(zlib.decompressobj)

    def __init__(self, wbits: int) -> None:
        self._inner = Counting.real(wbits=wbits)

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def decompress(self, data: bytes, most: int) -> bytes:
        """Count, and expand."""
        Counting.given += len(data)
        return self._inner.decompress(data, most)


def test_each_byte_of_gzip_is_given_out_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of members, empty or not, cost a few times their length: nothing is copied again.

    Handing all that is left to each member would cost the length times half of their number.
    """
    monkeypatch.setattr(zlib, "decompressobj", Counting)
    for plain in (b"", b"x" * 10, b"abcd" * 1000):
        member = gzip.compress(plain)
        content, Counting.given = member * 5000, 0
        assert decode(content) == plain.decode() * 5000
        assert len(content) <= Counting.given <= 4 * len(content)


def test_absurdly_many_members_are_refused() -> None:
    """No program writes so many, and each costs as much as a thousand bytes."""
    with pytest.raises(InputError, match="gzip': has more than 10000 members"):
        decode(gzip.compress(b"") * 10_001)
