"""The audit of small tables with many rows, against the definition and a count of all keys."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.cellkeys.arithmetic import XorOfFour
from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.table.origin import Origin
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.privacy.definition import exponentials
from tests.table.key_by_key import has_neighbours, largest_delta, releases
from tests.table.tables import SPREAD, privacy_of, rows, tables
from verification.audit import Audit, audit


def codes(found: Audit) -> Counter[tuple[str, str]]:
    """Count the findings by code and severity."""
    return Counter((finding.code, finding.severity) for finding in found.findings)


@given(tables().filter(has_neighbours), exponentials())
def test_the_audit_finds_the_largest_delta_of_all_counts(table: PTable, E: Fraction) -> None:
    """The worst pair has the largest delta of all covered pairs, and its event attains it."""
    found = privacy_of(table, Epsilon(exp=E))
    uniform = [1] * table.keysize
    assert found.worst.delta.exact == largest_delta(table, E, uniform)
    low, high = (releases(table, n, uniform) for n in (found.worst.count, found.worst.other))
    zero = Fraction(0)
    event = sum((low.get(y, zero) - E * high.get(y, zero) for y in found.worst.event), zero)
    assert event == found.worst.delta.exact
    assert abs(found.worst.count - found.worst.other) == 1
    assert found.singleton[0].compare_to(found.worst.delta) <= 0


@given(tables().filter(has_neighbours), exponentials(), st.fractions(0, 1))
def test_the_verdict_is_the_claim(table: PTable, E: Fraction, target: Fraction) -> None:
    """The verdict fails exactly if delta exceeds the target or two counts are always told apart."""
    found = audit(table, Epsilon(exp=E), target)
    delta = largest_delta(table, E, [1] * table.keysize)
    beyond = largest_delta(table, Fraction(10**6), [1] * table.keysize)
    assert (found.verdict == "fails") == (delta > target or beyond == 1)
    assert (("DELTA", "error") in codes(found)) == (delta > target)
    assert (("DISJOINT", "error") in codes(found)) == (beyond == 1)
    assert (("PLATEAU", "note") in codes(found)) == (beyond > 0)


@given(rows(16), st.lists(rows(16), max_size=3), exponentials())
def test_preserving_zero_costs_what_one_does_not_release_as_zero(
    first: Row, more: list[Row], E: Fraction
) -> None:
    """With zero preserved delta >= 1 - P(1 -> 0): any release but 0 gives the count 1 away."""
    found = privacy_of(PTable(16, 1, (first, *more), zero="preserve"), Epsilon(exp=E))
    to_zero = Fraction(sum(keys for noise, keys in first.runs if noise == -1), 16)
    assert found.worst.delta.compare(1 - to_zero) >= 0


def test_preserving_zero_is_the_worst_pair_of_a_mild_table() -> None:
    """Noise -1, 0, 1 with 4, 8, 4 of 16 keys and zero preserved: delta = 3/4 at the pair (1, 0)."""
    found = privacy_of(PTable(16, 1, (SPREAD,), zero="preserve"), Epsilon(exp=Fraction(2)))
    assert (found.worst.count, found.worst.other) == (1, 0)
    assert found.worst.delta.exact == Fraction(3, 4)
    assert found.worst.event == (1, 2)
    assert privacy_of(
        PTable(16, 1, (SPREAD,)), Epsilon(exp=Fraction(2))
    ).worst.delta.exact == Fraction(1, 4)


def test_negative_releases_are_found() -> None:
    """A row for count 1 with noise -3 can release -2; a row for 3 cannot."""
    deep = Row(((-3, 8), (0, 8)))
    found = audit(PTable(16, 1, (deep, SPREAD, deep)), Epsilon(exp=Fraction(2)))
    messages = [f.message for f in found.findings if f.code == "NEGATIVE"]
    assert messages == ["row 1 can release the negative count -2"]
    assert codes(found)["SUPPORT", "warning"] == 2


def test_each_finding_has_its_code_and_exact_numbers() -> None:
    """Bias, gap, negative release, zero, plateau, delta and disjoint rows, worked by hand."""
    lopsided, far = Row(((-2, 8), (1, 8))), Row(((5, 16),))
    found = audit(PTable(16, 1, (lopsided, far), Stop()), Epsilon(exp=Fraction(2)), Fraction(1, 2))
    assert codes(found) == {
        ("BIAS", "note"): 2,
        ("SUPPORT", "warning"): 1,
        ("NEGATIVE", "warning"): 1,
        ("ZERO", "warning"): 1,
        ("PLATEAU", "note"): 1,
        ("DELTA", "error"): 1,
        ("DISJOINT", "error"): 1,
        ("ASYMMETRY", "note"): 2,
        ("IGNORES-KEY", "warning"): 1,
    }
    messages = " | ".join(finding.message for finding in found.findings)
    assert "row 1 has a bias of -8/16" in messages
    assert "row 2 has a bias of 80/16" in messages
    assert "no key leads to 2 of the noise values -2..1" in messages
    assert "if that is left as it is, delta is at least 1 for the counts 1 and 0" in messages
    assert "delta <= 1/2 does not hold at epsilon = ln(2): the tight delta is 1" in messages
    assert found.verdict == "fails"


def test_a_failed_claim_names_the_epsilon_that_would_hold() -> None:
    """For 4, 8, 4 of 16 keys delta(E) = 3/4 - E/4 up to E = 2: a delta of 3/8 needs E = 3/2."""
    found = audit(PTable(16, 1, (SPREAD,)), Epsilon(exp=Fraction(1)), Fraction(3, 8))
    (finding,) = [f for f in found.findings if f.code == "DELTA"]
    assert finding.remedy.endswith("the least epsilon for this delta is ln(3/2)")
    unreachable = audit(PTable(16, 1, (SPREAD,)), Epsilon(exp=Fraction(1)), Fraction(1, 5))
    (finding,) = [f for f in unreachable.findings if f.code == "DELTA"]
    assert finding.remedy.endswith("no epsilon reaches this delta")


def test_the_declared_origin_is_checked() -> None:
    """The table of its law passes; with two keys moved the row is not what the law gives."""
    law = law_of_gamma(2, Fraction(1, 3))
    table = table_of_law(law, 64)
    epsilon = Epsilon(value=Fraction(1))
    assert ("ORIGIN", "error") not in codes(audit(table, epsilon))
    (z0, n0), (z1, n1), *rest = table.rows[0].runs
    moved = Row(((z0, n0 + 1), (z1, n1 - 1), *rest))
    tampered = PTable(64, 2, (moved,), origin=Origin(law, "ceiling"))
    assert codes(audit(tampered, epsilon))["ORIGIN", "error"] == 1
    assert audit(tampered, epsilon, Fraction(1, 2)).verdict == "fails"
    assert audit(tampered, epsilon).outcome.status == 1
    other_rule = PTable(64, 2, table.rows, origin=Origin(law, "symmetric"))
    assert audit(other_rule, epsilon, Fraction(1, 2)).verdict == "fails"


@given(st.lists(rows(16), min_size=1, max_size=4))
def test_each_row_has_its_own_measures(found_rows: list[Row]) -> None:
    """Bias, variance, no-change probability, ends and delta^Q of a row come from its keys."""
    table = PTable(16, 2, tuple(found_rows))
    found = audit(table, Epsilon(exp=Fraction(3)))
    for row, measured in zip(found_rows, found.rows, strict=True):
        noise = [row.noise(key) for key in range(16)]
        bias = Fraction(sum(noise), 16)
        assert (measured.noise_min, measured.noise_max) == (min(noise), max(noise))
        assert measured.bias == bias
        assert measured.variance == sum((z - bias) ** 2 for z in noise) / 16
        assert measured.unchanged == Fraction(noise.count(0), 16)
        ends = max(noise.count(min(noise)), noise.count(max(noise)))
        assert measured.delta_q == Fraction(ends, 16)
        assert (measured.epsilon_q is None) == (len(set(noise)) < max(noise) - min(noise) + 1)
    assert [row.count for row in found.rows] == list(range(2, 2 + len(found_rows)))
    assert found.privacy is not None
    assert found.privacy.delta_q == max(row.delta_q for row in found.rows)
    gaps = any(row.epsilon_q is None for row in found.rows)
    assert (found.privacy.epsilon_q is None) == gaps


KEYS_OF_16 = Counter(a ^ b ^ c ^ d for a, b, c, d in product(range(13), repeat=4))


@given(st.lists(rows(16), min_size=1, max_size=3), exponentials())
def test_the_key_law_gives_the_effective_delta(found_rows: list[Row], E: Fraction) -> None:
    """With bigN = 13, the largest prime below 16, delta is that of all 13^4 quadruples."""
    table = PTable(16, 1, tuple(found_rows))
    found = privacy_of(table, Epsilon(exp=E)).key_law
    assert found is not None
    assert found.arithmetic == XorOfFour(16, 13)
    weights = [KEYS_OF_16[key] for key in range(16)]
    assert found.worst.delta.exact == largest_delta(table, E, weights)
    distance = sum((abs(Fraction(w, 13**4) - Fraction(1, 16)) for w in weights), Fraction(0)) / 2
    assert found.distance == distance > 0


@pytest.mark.parametrize("keysize", [2, 3, 10, 1000])
def test_other_key_spaces_have_no_such_key_law(keysize: int) -> None:
    """Only a power of two from 4 up has the arithmetic (3.1)-(3.2)."""
    table = PTable(keysize, 1, (Row(((0, 1), (1, keysize - 1))),))
    assert privacy_of(table, Epsilon(exp=Fraction(2))).key_law is None


def test_a_table_without_neighbours_has_nothing_to_audit() -> None:
    """One row that stops covers a single count: that is refused with the remedy."""
    with pytest.raises(InputError, match=r"no two neighbouring counts.*rule past the last row"):
        audit(PTable(16, 1, (SPREAD,), Stop()), Epsilon(exp=Fraction(2)))


def test_the_audit_decides_at_the_very_edge_of_a_claim() -> None:
    """A target that delta does not exceed holds, one that is less by 10^-60 does not."""
    table = PTable(16, 1, (SPREAD,))
    epsilon = Epsilon(value=Fraction(1, 2))
    # e^(1/2) < 2, so E* = {-1, 0}: delta = 3/4 - e^(1/2)/4, irrational.
    enclosed = privacy_of(table, epsilon).worst.delta.enclosure(267)
    assert audit(table, epsilon, enclosed.hi).verdict == "holds"
    assert audit(table, epsilon, enclosed.lo).verdict == "fails"
    assert enclosed.width < Fraction(1, 10**60)
    rational = Epsilon(exp=Fraction(3, 2))
    assert audit(table, rational, Fraction(3, 8)).verdict == "holds"
    assert audit(table, rational, Fraction(3, 8) - Fraction(1, 10**60)).verdict == "fails"


def test_the_pmf_of_a_row_ignores_the_order_of_its_keys() -> None:
    """Scattered runs and sorted ones have the same privacy under uniform keys."""
    scattered = Row.of([(z, 1) for z in (0, 1, -1, 0, 0, 1, -1, 0) * 2])
    assert scattered.pmf == SPREAD.pmf == Pmf((-1, 0, 1), (4, 8, 4))
    E = Epsilon(exp=Fraction(2))
    ordered = privacy_of(PTable(16, 1, (SPREAD,)), E).worst.delta
    assert privacy_of(PTable(16, 1, (scattered,)), E).worst.delta == ordered
