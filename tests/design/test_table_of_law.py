"""From a law to a table, and the rule recommended for it."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.design.table import rules_by_delta, table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import law_of_epsilon, law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.table.ptable import Repeat


def delta_of_counts(counts: dict[int, int], E: Fraction) -> Fraction:
    """Return the tight delta of noise counts at neighbouring counts, both directions, over K."""
    K = sum(counts.values())

    def one_way(step: int) -> Fraction:
        terms = (n - E * counts.get(z + step, 0) for z, n in counts.items())
        return sum((max(Fraction(0), Fraction(t)) for t in terms), Fraction(0)) / K

    return max(one_way(-1), one_way(1))


def exponential(epsilon: Epsilon) -> Fraction:
    """Return e^epsilon: exactly, or to 60 digits (no two deltas below are that close)."""
    if epsilon.exp is not None:
        return epsilon.exp
    assert epsilon.value is not None
    with mpmath.workdps(60):
        x = mpmath.exp(mpmath.mpf(epsilon.value.numerator) / epsilon.value.denominator)
        return Fraction(int(mpmath.floor(x * 2**180)), 2**180)


@given(
    st.integers(1, 6),
    st.fractions(Fraction(1, 50), Fraction(1, 4), max_denominator=50),
    st.sampled_from([2**10, 2**16, 2**32]),
    st.one_of(
        st.fractions(Fraction(1, 5), 3, max_denominator=10).map(lambda x: Epsilon(value=x)),
        st.fractions(Fraction(6, 5), 9, max_denominator=10).map(lambda x: Epsilon(exp=x)),
    ),
)
def test_rules_stand_by_exact_delta(
    D: int, gamma: Fraction, keysize: int, epsilon: Epsilon
) -> None:
    """Rules stand by rising tight delta of their tables; equal ones keep the paper's rule first."""
    law = law_of_gamma(D, gamma)
    choices = rules_by_delta(law, keysize, epsilon)
    E = exponential(epsilon)
    kept: dict[str, Fraction] = {}
    for rule in RULES:
        try:
            kept[rule] = delta_of_counts(dict(table_of_law(law, keysize, rule).rows[0].runs), E)
        except IncompleteSupport:
            continue
    assert [choice.rule for choice in choices] == sorted(kept, key=lambda rule: kept[rule])
    for choice in choices:
        assert kept[choice.rule] == choice.delta.A - choice.delta.B * E


@pytest.mark.parametrize("rule", RULES)
def test_a_table_of_a_law_has_one_row_that_repeats(rule: str) -> None:
    """The table covers the counts from D upward (footnote 1) and remembers where it came from."""
    epsilon, target = Epsilon(value=Fraction(1)), Fraction(1, 100)
    law = law_of_epsilon(4, epsilon)
    table = table_of_law(law, 2**16, rule, epsilon, target)
    assert (table.first_count, len(table.rows), table.zero) == (4, 1, "none")
    assert table.beyond == Repeat()
    assert table.row(10**9) == table.row(4)
    assert [z for z, _ in table.rows[0].runs] == list(range(-4, 5))
    assert table.origin is not None
    assert (table.origin.law, table.origin.rule) == (law, rule)
    assert (table.origin.epsilon, table.origin.delta) == (epsilon, target)
    with pytest.raises(InputError, match="count = 3: is below the first row, 4"):
        table.row(3)


def test_a_rule_that_loses_noise_is_not_recommended() -> None:
    """Where 16 keys cannot hold the tails, all three rules are out; with 2^40 none is."""
    law, epsilon = law_of_gamma(3, Fraction(3)), Epsilon(value=Fraction(1))
    assert rules_by_delta(law, 16, epsilon) == ()
    assert len(rules_by_delta(law, 2**45, epsilon)) == 3


def test_lost_noise_is_an_error_with_the_remedy() -> None:
    """A support that is not complete (step 5) is refused, naming a key space that keeps it."""
    law = law_of_gamma(2, Fraction(3, 2))
    with pytest.raises(IncompleteSupport, match=r"lost \(.*keeps them all is 2\^") as caught:
        table_of_law(law, 8)
    assert caught.value.smallest_keysize is not None
    assert len(table_of_law(law, caught.value.smallest_keysize).rows[0].runs) == 5
    with pytest.raises(IncompleteSupport):
        table_of_law(law, caught.value.smallest_keysize // 2)
