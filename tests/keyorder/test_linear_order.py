"""Orders that only look mixed are recognised, and what they leave is exactly known."""

from dataclasses import replace
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.cellkeys.arithmetic import SumModulo
from exact.design.table import table_of_law
from exact.keyorder.linear import linear_order
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.laws.maxent import law_of_epsilon
from exact.margins.law import JointLaw
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.table.spread import spread
from tests.margins.key_by_key import points
from verification.audit import AuditOptions, audit
from verification.findings.finding import Finding
from verification.findings.said import plain

E = Epsilon(exp=Fraction(2))
ROW = Row(((-2, 3), (-1, 11), (0, 36), (1, 11), (2, 3)))


def ordered(places: list[int], *rows: Row) -> PTable:
    """Return a table whose keys have these places."""
    return PTable(len(places), 1, rows or (ROW,), key_order=Listed(tuple(places)))


def reversed_bits(keysize: int) -> list[int]:
    """Return each number with its bits in the other order, by arithmetic."""
    bits = keysize.bit_length() - 1
    return [sum((key >> i & 1) << (bits - 1 - i) for i in range(bits)) for key in range(keysize)]


@given(st.sampled_from([64, 63, 60]), st.integers(1, 63), st.integers(0, 63))
def test_a_multiple_of_the_key_is_recognised(K: int, factor: int, shift: int) -> None:
    """A sorted row looked up at c k + d rises once around along the multiples of 1/c."""
    if gcd(factor, K) > 1:
        factor = 1
    sorted_row = [place // 4 for place in range(K)]
    by_key = [sorted_row[(factor * key + shift) % K] for key in range(K)]
    found = linear_order([by_key])
    assert found is not None
    assert found.factor is not None
    in_order = [by_key[pow(found.factor, -1, K) * place % K] for place in range(K)]
    assert sum(a > b for a, b in zip(in_order, in_order[1:] + in_order[:1], strict=True)) == 1


@given(st.permutations(range(32)))
def test_an_order_that_is_recognised_sorts_every_row(places: list[int]) -> None:
    """Of all orders, only those are called linear along which all rows turn once: by definition."""
    rows = [[place // 8 for place in places], [place // 3 for place in places]]
    found = linear_order(rows)
    steps = [step for step in range(1, 32, 2) if all(turns_once(row, step) for row in rows)]
    reverse = reversed_bits(32)
    turned = [[row[key] for key in reverse] for row in rows]
    by_bits = all(turns_once(row, 1) for row in turned)
    assert (found is not None) == bool(steps or by_bits)


def turns_once(row: list[int], step: int) -> bool:
    """Tell whether a row rises once around by ``step`` (that of -step is that it falls)."""
    K = len(row)
    around = [row[step * place % K] for place in range(K)]
    return sum(a > b for a, b in zip(around, around[1:] + around[:1], strict=True)) <= 1


def test_a_multiple_of_the_key_leaves_the_joint_law_as_it_is() -> None:
    """k -> 77 k is an automorphism: cells and margin have the law of the sorted rows."""
    table = spread(ordered([13 * key % 64 for key in range(64)]))
    row = table.rows[0]
    by_key = {noise: Fraction(n, 64**2) for noise, n in points([row, row], row).items()}
    law = JointLaw.of((ROW, ROW), ROW)
    assert by_key == {noise: Fraction(n, 64**2) for noise, n in law.weights.items()}


def finding(order: KeyOrder, code: str) -> list[Finding]:
    """Return the findings of a code where keys add."""
    table = PTable(64, 1, (ROW,), key_order=order)
    found = audit(table, E, None, AuditOptions(arithmetic=SumModulo(64))).findings
    return [each for each in found if each.code == code]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([13 * key % 64 for key in range(64)], "multiplied by 13 modulo 2^6"),
        (reversed_bits(64), "bits reversed, which mixes nothing"),
    ],
)
def test_the_audit_says_that_a_linear_order_does_not_help(places: list[int], said: str) -> None:
    """It is a warning with the joint delta beside the independent one, and no note on mixing."""
    (found,) = finding(Listed(tuple(places)), "LINEAR-ORDER")
    assert found.severity == "warning"
    assert said in plain(found.message)
    assert "where independent noise would have" in plain(found.message)
    assert finding(Listed(tuple(places)), "KEYS-MIXED") == []


def test_a_mixed_order_is_a_note_with_exact_numbers() -> None:
    """Few keys do not become independent: the note has both deltas, counted key by key."""
    (found,) = finding(Mixed("ptcert"), "KEYS-MIXED")
    assert "Counted key by key" in plain(found.message)
    assert finding(Mixed("ptcert"), "LINEAR-ORDER") == []


def test_very_many_keys_are_mixed_by_an_assumption_that_is_named() -> None:
    """The delta is that of independent noise, and the note says that this is assumed."""
    K = 2**32
    table = PTable(K, 1, (Row(((-1, K // 4), (0, K // 2), (1, K // 4))),), key_order=Mixed("x"))
    found = audit(table, E, None, AuditOptions(arithmetic=SumModulo(K)))
    (note,) = [each for each in found.findings if each.code == "KEYS-MIXED"]
    apart = Margins(PTable(K, 1, table.rows)).deltas(E).independent.delta.exact
    assert "assumed, not proved: in it cells and margins are as good as independent" in plain(
        note.message
    )
    assert str(apart) in plain(note.message)


def test_only_a_mixed_order_comes_near_to_independent_noise() -> None:
    """R ptable's row of D = 5, V = 3 with 256 keys at epsilon = 1: exact numbers decide.

    A factor leaves the delta of sorted rows, reversed bits are worse than that, and a mixed order
    is above independent noise by less than an eighth.
    """
    K, epsilon = 256, Epsilon(value=Fraction(1))
    noise = zip(range(-5, 6), (1, 4, 13, 31, 50, 58, 50, 31, 13, 4, 1), strict=True)
    table = PTable(K, 8, (Row(tuple(noise)),))

    def joint(order: KeyOrder | None) -> Fraction:
        made = spread(replace(table, key_order=order))
        return Margins(made).deltas(epsilon).joint.delta.enclosure(60).hi

    apart = Margins(table).deltas(epsilon).independent.delta.enclosure(60).hi
    times_77 = Listed(tuple(77 * key % K for key in range(K)))
    assert joint(times_77) == joint(None) > 3 * apart
    assert joint(Listed(tuple(reversed_bits(K)))) > 5 * apart
    assert apart < joint(Mixed("ptcert")) < apart * Fraction(9, 8)


def test_reversed_bits_are_forty_times_worse_than_independent_noise() -> None:
    """Noise up to 12 by 1024 keys at epsilon = 1/2: 0.581 against 0.0126; sorted it is 0.200."""
    K, epsilon = 1024, Epsilon(value=Fraction(1, 2))
    table = table_of_law(law_of_epsilon(12, epsilon), K, "largest-remainder")
    both = Margins(table).deltas(epsilon)
    order = Listed(tuple(reversed_bits(K)))
    found = Margins(spread(replace(table, key_order=order)), most=10**8).deltas(epsilon)
    apart = both.independent.delta.enclosure(60).hi
    assert found.joint.delta.enclosure(60).lo > 40 * apart
    assert 40 * apart > both.joint.delta.enclosure(60).hi > 15 * apart
