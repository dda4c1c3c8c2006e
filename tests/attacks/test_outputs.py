"""``audit --outputs``: the worst triple of a table, and whether the published triples reveal E."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.bound import reveal_probability
from exact.attacks.table_bound import worst_triple
from exact.attacks.tuples_needed import tuples_needed
from exact.errors import InputError
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from verification.findings.outputs import outputs_findings

KEYS = 24
FAIR = Row(((-2, 1), (-1, 5), (0, 12), (1, 5), (2, 1)))


@st.composite
def rows(draw: st.DrawFn) -> Row:
    """Return a row of 24 keys on noise within -2..2."""
    cuts = sorted(draw(st.lists(st.integers(0, KEYS), min_size=4, max_size=4)))
    ends = [0, *cuts, KEYS]
    return Row.of([(z, b - a) for z, a, b in zip(range(-2, 3), ends, ends[1:], strict=False)])


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """Return a table of one to four rows, some with noise, under every rule past the last row."""
    found = draw(st.lists(rows(), min_size=1, max_size=4))
    first = draw(st.integers(0, 1))
    last = first + len(found) - 1
    rules: list[Beyond] = [Repeat(), Wrap(last, 1), Wrap(first, len(found))]
    beyond = draw(st.sampled_from(rules))
    zero = "row" if first == 0 else draw(st.sampled_from(("none", "preserve")))
    return PTable(KEYS, first, tuple(found), beyond, zero)


@given(tables())
def test_the_worst_triple_is_the_worst_of_all_counts(table: PTable) -> None:
    """No pair of true counts from 1 to 20 has a larger p_1: of nobody and m people m are all."""
    found = worst_triple(table)
    bound = max(abs(z) for row in table.rows for z, _ in row.runs)
    chances = [
        reveal_probability(table.row(f).pmf, table.row(m).pmf, table.row(f + m).pmf, bound)
        for f in range(1, 20)
        for m in range(1, 20)
    ]
    assert found.probability == max(chances)
    assert found.bound == bound


def test_the_finding_turns_at_m() -> None:
    """m - 1 triples are a note, m triples a warning; both name m and the exact p_1."""
    table = PTable(KEYS, 1, (FAIR,))
    p = Fraction(2 * (1 + 3 * 5 + 3 * 12 + 3 * 25), KEYS**3)
    m = tuples_needed(p)
    assert m is not None
    assert 1 - (1 - p) ** m >= Fraction(68, 100) > 1 - (1 - p) ** (m - 1)
    (below,), (at,) = outputs_findings(table, m - 1), outputs_findings(table, m)
    assert (below.code, below.severity) == ("OUTPUTS", "note")
    assert (at.code, at.severity) == ("OUTPUTS", "warning")
    for finding in (below, at):
        assert str(p) in finding.message
        assert str(m) in finding.message


def test_a_bound_that_never_shows_is_a_note() -> None:
    """Noise of 0 and 3 only, upward: x + y - z never exceeds 6 = 3(E - 1)."""
    table = PTable(2, 1, (Row(((0, 1), (3, 1))),))
    (finding,) = outputs_findings(table, 10**9)
    assert (finding.code, finding.severity) == ("OUTPUTS", "note")
    assert "p_1 is 0" in finding.message


def test_a_table_without_a_covered_sum_is_refused() -> None:
    """Counts 3 and 4 alone: no sum of two is covered."""
    table = PTable(KEYS, 3, (FAIR, FAIR), Stop())
    with pytest.raises(InputError, match="covers no two counts with their sum"):
        list(outputs_findings(table, 5))


@pytest.mark.parametrize("outputs", [0, -3])
def test_a_number_of_outputs_below_1_is_refused(outputs: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"outputs = .*: must be from 1 to"):
        list(outputs_findings(PTable(KEYS, 1, (FAIR,)), outputs))


def test_a_table_of_too_many_rows_is_refused() -> None:
    """All pairs of counts are searched, so their number is limited."""
    table = PTable(KEYS, 1, (FAIR,) * 1001)
    with pytest.raises(InputError, match="has 1001 counts to pair"):
        worst_triple(table)
