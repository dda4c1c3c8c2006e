"""Negative controls: a file that claims a little too much does not compile."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.coq.making import answer_to, certificate_of, coq_source, small_law, wrapping_table
from verification.certificate.theorem import facts_of
from verification.kernel.facts import Facts, PairFacts, PrivacyFacts
from verification.kernel.workshop import Workshop

Change = Callable[[Facts], Facts]


def unit(value: Fraction) -> Fraction:
    """Return one unit in the last place of a rational."""
    return Fraction(1, value.denominator)


def with_privacy(found: Facts, **changes: object) -> Facts:
    """Return the facts with something else said at the first epsilon."""
    first: PrivacyFacts = replace(found.privacy[0], **changes)  # type: ignore[arg-type]
    return replace(found, privacy=(first, *found.privacy[1:]))


def with_pairs(found: Facts, *pairs: PairFacts) -> Facts:
    """Return the facts with other pairs at the first epsilon."""
    return with_privacy(found, pairs=pairs)


def with_keys(found: Facts, changes: dict[int, int], number: int = 0) -> Facts:
    """Return the facts with other numbers of keys in a row, by the place of the run."""
    row = tuple((z, n + changes.get(i, 0)) for i, (z, n) in enumerate(found.table.rows[number]))
    rows = (*found.table.rows[:number], row, *found.table.rows[number + 1 :])
    return replace(found, table=replace(found.table, rows=rows))


def smaller_delta(found: Facts) -> Facts:
    """Claim the delta of a pair one unit in its last place too small."""
    pair, *others = found.privacy[0].pairs
    return with_pairs(found, replace(pair, hi=pair.hi - unit(pair.hi)), *others)


def smaller_delta_everywhere(found: Facts) -> Facts:
    """Claim every delta one unit too small, so that the bound over all pairs is too small too."""
    pairs = (replace(pair, hi=pair.hi - unit(pair.hi)) for pair in found.privacy[0].pairs)
    return with_pairs(found, *pairs)


def larger_excess(found: Facts) -> Facts:
    """Claim an event whose excess is one unit larger than that of the worst event."""
    pair, *others = found.privacy[0].pairs
    return with_pairs(found, replace(pair, lo=pair.lo + unit(pair.lo)), *others)


def swapped_pair(found: Facts) -> Facts:
    """Claim the delta of (n, n+1) for (n+1, n)."""
    pair, *others = found.privacy[0].pairs
    return with_pairs(found, replace(pair, count=pair.other, other=pair.count), *others)


def lost_pair(found: Facts) -> Facts:
    """Leave out a pair of counts that the table covers, and not the worst one."""
    pairs = found.privacy[0].pairs
    least = min(pairs, key=lambda pair: pair.hi)
    return with_pairs(found, *(pair for pair in pairs if pair != least))


def larger_exp(found: Facts) -> Facts:
    """Give a lower bound of e^epsilon that lies above it."""
    return with_privacy(found, lo=found.privacy[0].hi)


def smaller_exp(found: Facts) -> Facts:
    """Give an upper bound of e^epsilon that lies below it."""
    return with_privacy(found, hi=found.privacy[0].lo)


def gap_in_the_keys(found: Facts) -> Facts:
    """Take one key away: it leads nowhere."""
    return with_keys(found, {0: -1})


def key_too_many(found: Facts) -> Facts:
    """Let two noise values share a key."""
    return with_keys(found, {0: 1})


def key_moved(found: Facts) -> Facts:
    """Move one key from a noise value to the next."""
    return with_keys(found, {1: -1, 2: 1})


def two_keys_moved(found: Facts) -> Facts:
    """Move keys so that the bias stays the same."""
    return with_keys(found, {0: 1, 1: -2, 2: 1})


def wrong_bias(found: Facts) -> Facts:
    """Claim another bias."""
    (count, _, variance), *others = found.moments
    return replace(found, moments=((count, Fraction(1, 256), variance), *others))


def wrong_gamma(found: Facts) -> Facts:
    """Claim that the integers come from another law."""
    assert found.law is not None
    return replace(found, law=replace(found.law, factor=Fraction(18, 175)))


def another_rule(found: Facts) -> Facts:
    """Claim that the integers come from another rule."""
    assert found.law is not None
    return replace(found, law=replace(found.law, rule="symmetric"))


def negative_run(found: Facts) -> Facts:
    """Give a noise value fewer than no keys; the total stays."""
    keys = found.table.rows[0][0][1]
    return with_keys(found, {0: -keys - 1, 1: keys + 1})


REFUSED: list[tuple[Change, str]] = [
    (smaller_delta, "tight_1"),
    (smaller_delta_everywhere, "private_1"),
    (larger_excess, "tight_1"),
    (swapped_pair, "tight_1"),
    (lost_pair, "tight_1"),
    (larger_exp, "exp_1"),
    (smaller_exp, "exp_1"),
    (gap_in_the_keys, "well_formed_T"),
    (key_too_many, "well_formed_T"),
    (negative_run, "well_formed_T"),
    (key_moved, "law"),
    (two_keys_moved, "law"),
    (wrong_bias, "moments"),
    (wrong_gamma, "law"),
    (another_rule, "law"),
]


@pytest.mark.parametrize(("change", "lemma"), REFUSED, ids=[c.__name__ for c, _ in REFUSED])
def test_a_forged_certificate_does_not_compile(change: Change, lemma: str, shop: Workshop) -> None:
    """Coq refuses, and the message names the lemma in which the forgery stands."""
    answer = answer_to(change(facts_of(small_law())), shop)
    assert not answer.accepted
    assert answer.assumptions == ()
    assert answer.message.startswith(f"refuses {lemma}: The term")


@pytest.mark.parametrize("sign", [-1, 1])
def test_an_integer_that_is_no_ceiling_does_not_compile(sign: int, shop: Workshop) -> None:
    """One key moved, with moments and deltas computed anew: only (4.2) is wrong, and is refused."""
    found = facts_of(small_law())
    honest = coq_source(found)
    source = coq_source(with_keys(found, {2: sign, 3: -sign}))
    table = source[source.index("Definition T") : source.index("Lemma well_formed_T")]
    law = source[source.index("Lemma law") : source.index("Definition moments_of_rows")]
    formed = "Lemma well_formed_T : well_formed T = true.\nProof. by_computation. Qed."
    only_law = f"{honest[: honest.index('(** The table')]}{table}{formed}\n\n{law}"
    answer = shop.answer_to(only_law)
    assert answer.message.startswith("refuses law: The term")


def test_every_single_key_moved_in_any_row_is_noticed(shop: Workshop) -> None:
    """Without a law, too, a key moved to the next noise value does not compile."""
    found = with_keys(facts_of(certificate_of(wrapping_table(), "1/4")), {1: -1, 2: 1}, number=1)
    assert answer_to(found, shop).message.startswith("refuses moments: ")


def test_a_delta_below_the_table_by_one_unit_is_not_the_deltas_own_rounding() -> None:
    """The unit of the control is far below the width 2^-160 times a probability of e^epsilon."""
    pair = facts_of(small_law()).privacy[0].pairs[0]
    assert unit(pair.hi) <= Fraction(1, 2**160)
    assert pair.hi - pair.lo <= Fraction(1, 2**160)


def test_an_axiom_that_a_proof_uses_is_read_and_refused(shop: Workshop) -> None:
    """A file that compiles by an axiom of its own is not accepted."""
    honest = coq_source(small_law())
    proof = "Proof. apply keys_are_complete, well_formed_T. Qed."
    assert proof in honest
    forged = honest.replace(proof, "Proof. apply no_doubt. Qed.").replace(
        "Lemma every_key :", "Axiom no_doubt : every_key_has_one_noise T.\n\nLemma every_key :"
    )
    answer = shop.answer_to(forged)
    assert not answer.accepted
    assert answer.message == (
        "compiles the file, but coqchk finds what no proof may rest on: "
        "Certified.certified_table.no_doubt"
    )
