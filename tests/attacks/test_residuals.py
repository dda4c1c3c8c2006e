"""What the residual of released counts says, against every key of both cells."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.on_table.asked import SUM, Asked
from exact.attacks.on_table.margins import ASSUMED, margin_attack
from exact.attacks.partitions import Partition
from exact.attacks.residuals import Residuals
from exact.keyorder.order import Mixed
from exact.margins.law import JointLaw
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.table.tables import rows


@st.composite
def three(draw: st.DrawFn) -> list[Row]:
    """Rows of F, M and T over the same few keys."""
    keysize = draw(st.integers(1, 7))
    return [draw(rows(keysize)) for _ in range(3)]


def judged(noises: list[tuple[int, int, int]], bound: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return guess, certainty and p_1 of equally likely noises, by definition."""
    seen: dict[int, Counter[int]] = {}
    for f, m, t in noises:
        seen.setdefault(f + m - t, Counter())[f] += 1
    total = len(noises)
    guessed = Fraction(sum(max(c.values()) for c in seen.values()), total)
    sure = Fraction(sum(c.total() for c in seen.values() if len(c) == 1), total)
    shown = sum(abs(f + m - t) > 3 * (bound - 1) for f, m, t in noises)
    return guessed, sure, Fraction(shown, total)


@given(three(), st.integers(0, 4))
def test_both_laws_are_enumerated(drawn: list[Row], bound: int) -> None:
    """Keys that add: two keys; independent ones: three."""
    female, male, total = drawn
    K = range(total.keysize)
    added = [
        (female.noise(a), male.noise(b), total.noise((a + b) % len(K)))
        for a, b in product(K, repeat=2)
    ]
    apart = [(female.noise(a), male.noise(b), total.noise(c)) for a, b, c in product(K, repeat=3)]
    for found, noises in (
        (Residuals.of(JointLaw.of((female, male), total)), added),
        (Residuals.independent(female.pmf, male.pmf, total.pmf), apart),
    ):
        assert (found.guessed, found.sure, found.revealing(bound)) == judged(noises, bound)


FAIR = Row(((-1, 4), (0, 8), (1, 4)))


@pytest.mark.parametrize("keys", ["independent", SUM])
def test_the_attack_takes_the_first_cell_and_the_rest(keys: str) -> None:
    """Of 2 + 3 + 4 people the two counts are 2 and 7; the bound is that of the three rows."""
    found = margin_attack(Asked(PTable(16, 1, (FAIR,)), Partition((2, 3, 4)), keys))
    assert (found.counts, found.bound, found.blind) == ((2, 7), 1, Fraction(1, 2))
    assert (found.added is None) == (keys != SUM)
    assert found.never == (() if keys != SUM else (-3, 3))


def test_a_mixed_order_is_listed_where_keys_are_few_and_assumed_where_not() -> None:
    """16 keys are counted as they are looked up; of 2^32 it is said what is assumed."""
    few = PTable(16, 1, (FAIR,), key_order=Mixed("ptcert"))
    counted = margin_attack(Asked(few, Partition((2, 3)), SUM))
    noise = [few.noise(5, key) for key in range(16)]
    triples = [(noise[a], noise[b], noise[(a + b) % 16]) for a, b in product(range(16), repeat=2)]
    assert counted.added is not None
    assert counted.added.residuals.guessed == judged(triples, 1)[0]
    K = 2**32
    many = PTable(K, 1, (Row(((-1, K // 4), (0, K // 2), (1, K // 4))),), key_order=Mixed("ptcert"))
    found = margin_attack(Asked(many, Partition((2, 3)), SUM))
    assert (found.added, found.known, found.why_not) == (None, None, ASSUMED)


def test_what_is_too_long_to_count_is_said() -> None:
    """Noise that jumps from key to key among very many keys: the reason stands there."""
    jumping = Row((*((z % 2, 1) for z in range(2**12)), (2, 2**80)))
    found = margin_attack(Asked(PTable(2**80 + 2**12, 1, (jumping,)), Partition((2, 3)), SUM))
    assert found.added is None
    assert "steps to count" in found.why_not
