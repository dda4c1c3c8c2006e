"""Tables of every kind: the kernel accepts them, and the theorem says what it should."""

import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest

from exact.cellkeys.arithmetic import SumModulo
from exact.design.table import table_of_law
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.laws.registry import kind_of
from exact.numbers.epsilon import epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.coq.making import (
    answer_to,
    certificate_of,
    computed,
    coq_source,
    small_law,
    wrapping_table,
)
from verification.certificate.making import certificate, prepare
from verification.certificate.theorem import facts_of
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.kernel.workshop import Workshop


def test_many_rows_that_wrap_and_a_zero_that_is_kept(shop: Workshop) -> None:
    """One theorem over all neighbouring counts; e^epsilon may be rational."""
    answer = answer_to(certificate_of(wrapping_table(), "1/4:9/10", "ln(2)"), shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert "(forall n m : Z, neighbours T n m -> private T n m (2 / 1) delta_2)" in answer.statement
    assert "law" not in answer.statement


def test_the_lookup_of_the_theorem_is_the_lookup_of_the_table(shop: Workshop) -> None:
    """Coq's noise of every key at every count is the table's, past the last row and at 0 too."""
    table = wrapping_table()
    source = coq_source(certificate_of(table, "1/4"))
    definition = source[source.index("Definition T") : source.index("Lemma well_formed_T")]
    command = "Compute map (fun n => map (noise T n) (between (-1) 16)) (between 0 9)."
    (text,) = computed(shop, definition, command)
    found = [re.findall(r"None|Some \(?(-?\d+)\)?", row) for row in text.split("]; [")]
    # The first and the last key asked for, -1 and 16, are none.
    assert found == [["", *(str(table.noise(n, key)) for key in range(16)), ""] for n in range(10)]


@pytest.mark.parametrize("beyond", [Repeat(), Wrap(0, 2)], ids=["repeat", "wrap"])
def test_privacy_is_of_the_table_that_cells_with_keys_of_records_see(
    beyond: Repeat | Wrap, shop: Workshop
) -> None:
    """Where keys are stated, a count of 0 has one noise; the rows of the file stay in the theorem.

    The delta of (1, 0) is by hand: 0 is released as 0, and 1 as 1 with probability 10/16.
    """
    rows = (Row(((0, 9), (1, 7))), Row(((-1, 6), (0, 10))))
    table = PTable(16, 0, rows, beyond, "row")
    content = write_native(table).encode()
    given = Request(
        table,
        Source(sha256(content).hexdigest()),
        (Target(epsilon("ln(2)")),),
        SumModulo(16),
    )
    made = certificate(prepare(given), [])
    answer = answer_to(made, shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert "neighbours T_seen n m -> private T_seen n m (2 / 1)" in answer.statement
    assert "tl (firstn (length (rows T)) (rows T_seen)) = tl (rows T)" in answer.statement
    found = facts_of(made)
    assert found.seen is not None
    assert found.seen.rows[0] == ((0, 16),)
    deltas = {(pair.count, pair.other): pair.hi for pair in found.privacy[0].pairs}
    assert deltas[1, 0] == Fraction(10, 16)
    assumed = certificate(prepare(replace(given, assumed=True)), [])
    assert facts_of(assumed).seen is None


def test_counts_that_the_table_does_not_cover_are_not_covered(shop: Workshop) -> None:
    """A table that stops covers its rows only; a noise value without a key is said to be none."""
    rows = (Row(((-2, 5), (0, 6), (1, 5))), Row(((-2, 4), (0, 7), (1, 5))))
    document = certificate_of(PTable(16, 0, rows, Stop(), "row"), "2", "ln(5/4):1/2")
    answer = answer_to(document, shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert "every_noise_has_a_key" not in answer.statement
    source = " ".join(coq_source(document).split())
    assert "Not part of it: a key for every noise value (some have none)." in source
    assert "It covers the counts from 0 to 1." in source


@pytest.mark.parametrize("rule", ["ceiling", "symmetric", "largest-remainder"])
def test_each_rule_of_a_rational_law(rule: str, shop: Workshop) -> None:
    """The integers are what the rule makes of the law, from enclosures that Coq computes."""
    answer = answer_to(small_law(rule), shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert f"{rule.replace('-', '_')}_of_law T 3 (17 / 175)" in answer.statement


LAWS = {
    "logarithm": (law_of_epsilon(4, epsilon("ln(2)")), "ceiling", 2**16),
    "logarithm-largest-remainder": (
        law_of_epsilon(4, epsilon("ln(2)")),
        "largest-remainder",
        2**16,
    ),
    "uniform-largest-remainder": (law_of_gamma(2, Fraction(0)), "largest-remainder", 2**6),
    "uniform-symmetric": (law_of_gamma(2, Fraction(0)), "symmetric", 2**6),
}


@pytest.mark.parametrize("name", LAWS)
def test_laws_with_a_logarithm_or_without_a_rate(name: str, shop: Workshop) -> None:
    """gamma = c ln b is checked through bounds of ln b; the uniform law through exact weights."""
    law, rule, keysize = LAWS[name]
    assert isinstance(law, MaxEntLaw)
    answer = answer_to(certificate_of(table_of_law(law, keysize, rule), "ln(2)"), shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert f"{rule.replace('-', '_')}_of_law T {law.D} (" in answer.statement


def test_laws_of_the_same_shape_are_checked_as_what_they_are(shop: Workshop) -> None:
    """The truncated normal law of epsilon = 1, m = 3 has gamma = 1/7 (Rinott et al. (5.3))."""
    law = kind_of("truncated-normal").of_text({"epsilon": "1", "m": "3"})
    answer = answer_to(certificate_of(table_of_law(law, 2**10), "1"), shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert "ceiling_of_law T 3 (1 / 7)" in answer.statement


def test_a_law_by_its_variance_is_said_to_be_left_out(shop: Workshop) -> None:
    """Where Coq has no enclosure of gamma the file says so, and proves the rest."""
    table = table_of_law(law_of_variance(3, Fraction(2)), 2**10, "symmetric")
    document = certificate_of(table, "1/3:1/4")
    assert "(its gamma is given by a variance)." in coq_source(document)
    answer = answer_to(document, shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert "_of_law" not in answer.statement


def test_a_target_that_is_not_met_is_not_stated() -> None:
    """The file says that the delta asked for does not hold, and states the one that does."""
    source = " ".join(coq_source(small_law("ceiling", "1/5:1/1000")).split())
    assert "target_1" not in source
    assert (
        "Not part of it: delta at most 1/1000 at epsilon = 1/5 (the table does not meet it)."
        in source
    )
