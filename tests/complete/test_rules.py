"""The rules of a complete table, and what cannot be asked for."""

from fractions import Fraction
from typing import Any

import pytest

from exact.complete.conditions import RowRules, rising_pairs
from exact.complete.contradiction import contradiction
from exact.complete.rules import TableRules
from exact.errors import InputError

THREE = (Fraction(3),)


def test_every_count_has_the_noise_that_keeps_it_from_holes_and_below_zero() -> None:
    """R ptable's D = 5, js = 2: released values are 0 and 3, 4, ..., at most 5 away."""
    rules = TableRules(D=(5,), variance=THREE, holes=(1, 2))
    released = {row.count: [row.count + z for z in row.support] for row in rules.rows()}
    assert released[0] == [0]
    assert released[1] == [0, 3, 4, 5, 6]
    assert released[2] == [0, 3, 4, 5, 6, 7]
    assert released[5] == [0, 3, 4, 5, 6, 7, 8, 9, 10]
    assert released[8] == list(range(3, 14))
    assert max(released) == 8


@pytest.mark.parametrize(("holes", "last"), [((), 5), ((1,), 7), ((1, 2), 8), ((3,), 9)])
def test_the_last_row_is_the_first_symmetric_one(holes: tuple[int, ...], last: int) -> None:
    """N = D, with holes D + js + 1, as in R ptable; from there on every noise is possible."""
    rules = TableRules(D=(5,), holes=holes)
    assert rules.last_count == last
    assert rules.row(last).support == tuple(range(-5, 6))


def test_d_and_v_may_differ_by_row() -> None:
    """Values are for the counts 1, 2, ..., and the last stands for all later counts."""
    rules = TableRules(D=(1, 2, 4), variance=(Fraction(1, 2), Fraction(2)), last=5)
    assert [rules.row(n).support[-1] for n in range(1, 6)] == [1, 2, 4, 4, 4]
    assert [rules.row(n).variance for n in range(1, 5)] == [Fraction(1, 2), 2, 2, 2]


def test_a_count_of_zero_is_preserved_or_has_a_row_with_any_bias() -> None:
    """Row 0 cannot be unbiased, because no released value is below 0."""
    assert TableRules(D=(2,)).row(0).support == (0,)
    row = TableRules(D=(2,), variance=THREE, exact_variance=True, zero="row").row(0)
    assert (row.support, row.bias, row.exact_variance) == ((0, 1, 2), None, False)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"D": ()}, "D = '': is missing"),
        ({"D": (0,)}, "D = 0: must be from 1"),
        ({"variance": (Fraction(-1),)}, "variance = -1: must not be negative"),
        ({"stay": (Fraction(1),)}, "pstay = 1: must be at least 0 and below 1"),
        ({"holes": (2, 1)}, "must rise"),
        ({"holes": (0,)}, "hole = 0: must be from 1"),
        ({"holes": (1, 2), "last": 5}, "rows = 5: is too few: row 5 repeats, and would release"),
        ({"zero": "drop"}, "zero = 'drop': is not a zero rule"),
        ({"first_pair": "maybe"}, "use exclude, include or cap:0.3"),
        ({"first_pair": "cap"}, "give cap:0.3 or no bound"),
        ({"first_pair": "cap", "cap": Fraction(2)}, "cap = 2: must lie above 0 and up to 1"),
        ({"exact_variance": True}, "asks for a variance that is not given"),
        ({"D": (1,), "holes": (1, 2, 3)}, "row = 2: has no value to release"),
    ],
)
def test_rules_that_no_table_can_have_are_refused(given: dict[str, Any], message: str) -> None:
    """The error names the argument, the row where there is one, and what would work."""
    with pytest.raises(InputError) as caught:
        TableRules(**{"D": (5,), **given})
    assert message in str(caught.value)


def test_fewer_keys_than_noise_values_are_refused() -> None:
    """A row of 11 noise values needs 11 keys to be able to have them all."""
    rules = TableRules(D=(5,), variance=THREE)
    rules.check_keysize(11)
    with pytest.raises(InputError, match="is less than the 11 noise values of row 5"):
        rules.check_keysize(10)


def test_shapes_compare_neighbouring_noise_values() -> None:
    """mono rises up to noise 0; one peak rises to the noise nearest to 0 and falls after it."""
    assert rising_pairs((-2, 0, 1, 2), "monotone") == ((-2, 0),)
    assert rising_pairs((-1, 2, 3), "monotone") == ()
    assert rising_pairs((-2, 0, 1, 2), "unimodal") == ((-2, 0), (1, 0), (2, 1))
    assert rising_pairs((-2, 1, 2), "unimodal") == ((-2, 1), (2, 1))
    with pytest.raises(InputError, match="is not a shape"):
        RowRules(1, (0, 1), shape="flat")


def test_r_ptables_default_cannot_be_had_in_row_1() -> None:
    """D = 5, V = 3 with mono: unbiased, rising and variance 3 exclude each other, provably.

    By hand: p(-1) = a <= p(0) and a = sum of j p(j) over j >= 1. On 1..5 the largest
    sum of j^2 p(j) at a given sum of j p(j) is 5 a, so V <= 6 a, and 2 a + a/5 <= 1: V <= 30/11.
    """
    rules = TableRules(D=(5,), variance=THREE, exact_variance=True, shape="monotone")
    found = {row.count: contradiction(row) for row in rules.rows()}
    assert [count for count, proof in found.items() if proof is not None] == [1]
    proof = found[1]
    assert proof is not None
    assert {c.name for c, _ in proof.parts} == {"bias", "variance", "p(-1) <= p(0)"}
    for k in range(len(proof.support)):
        assert sum(m * c.coefficients[k] for c, m in proof.parts) >= proof.least > 0
    possible = RowRules(1, tuple(range(-1, 6)), variance=Fraction(30, 11), exact_variance=True)
    assert contradiction(possible) is None


def test_the_multipliers_of_an_inequality_are_not_negative() -> None:
    """A proof with the wrong sign would prove nothing."""
    row = RowRules(1, (-1, 2, 3), variance=Fraction(3, 2), stay=Fraction(1, 2))
    proof = contradiction(row)
    assert proof is not None
    assert all(m > 0 for c, m in proof.parts if not c.is_equation)


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (TableRules(D=(1,), variance=(Fraction(1),), holes=(1, 2)), [1, 2]),
        (TableRules(D=(1,), variance=(Fraction(1, 2),), holes=(1,)), [1]),
        (TableRules(D=(1,), variance=(Fraction(1),), holes=(1,), exact_variance=True), [2]),
        (TableRules(D=(5,), variance=(Fraction(26),), exact_variance=True), [1, 2, 3, 4, 5]),
        (TableRules(D=(5,), variance=THREE, holes=(1, 2)), []),
    ],
)
def test_the_rows_that_cannot_be_are_named(rules: TableRules, counts: list[int]) -> None:
    """Holes that leave noise of one sign only, or a variance that D does not allow."""
    assert [row.count for row in rules.rows() if contradiction(row) is not None] == counts
