"""The parts of the theorem: each a statement, its words, and a proof by one computation."""

from collections.abc import Iterator

from exact.numbers.epsilon import Epsilon
from verification.kernel.facts import Facts, PrivacyFacts
from verification.kernel.law_part import law_part
from verification.kernel.text import Part, defined, rational, real

# Bits beyond those of the bounds of e^epsilon: the roundings on the way cost far fewer.
_GUARD_BITS = 64


def key_parts(_found: Facts) -> Iterator[Part]:
    """Yield: every key has one noise value."""
    yield Part(
        name="every_key",
        statement="every_key_has_one_noise T",
        words="Every key from 0 to K-1 leads to exactly one noise value, at every count that the "
        "table covers; nothing else is a key.",
        proof="apply keys_are_complete, well_formed_T.",
    )


def completeness_parts(found: Facts) -> Iterator[Part]:
    """Yield: every noise value has a key, where that is so."""
    if found.table.gapless:
        yield Part(
            name="every_noise",
            statement="every_noise_has_a_key T",
            words="No noise value is lost: between two that occur, every noise value has a key.",
            proof="apply (noise_values_are_complete T well_formed_T). by_computation.",
        )


def privacy_parts(found: Facts) -> Iterator[Part]:
    """Yield at each epsilon: the table is private, meets its target, and its deltas are tight."""
    table = "T"
    if found.seen is not None:
        table = "T_seen"
        yield Part(
            name="same_rows_seen",
            statement="tl (firstn (length (rows T)) (rows T_seen)) = tl (rows T)",
            words="T_seen has the rows of T for the counts from 1 to the last row of T.",
            proof="reflexivity.",
        )
    for number, at_epsilon in enumerate(found.privacy, start=1):
        yield from _privacy(number, at_epsilon, table)


def law_parts(found: Facts) -> Iterator[Part]:
    """Yield: the table is what the rule makes of the law, where Coq can check that."""
    if found.law is not None:
        yield law_part(found.law, found.table)


def e_to_the(epsilon: Epsilon) -> str:
    """Return e^epsilon as Coq's real exponential, or as the rational that it is."""
    if epsilon.value is not None:
        return f"exp ({real(epsilon.value)})"
    assert epsilon.exp is not None
    return real(epsilon.exp)


def e_in_words(epsilon: Epsilon) -> str:
    """Return e^epsilon as the comment names it.

    >>> from fractions import Fraction
    >>> e_in_words(Epsilon(exp=Fraction(3, 2))), e_in_words(Epsilon(value=Fraction(1, 2)))
    ('3/2 [= e^ln(3/2)]', 'e^(1/2)')
    """
    if epsilon.exp is not None:
        return f"{epsilon.exp} [= e^{epsilon.text}]"
    return f"e^({epsilon.text})"


def moments_parts(found: Facts) -> Iterator[Part]:
    """Yield the moments of every row."""
    if not found.moments:
        return
    rows = (
        f"{{| of_count := {count}; its_bias := {rational(bias)}; "
        f"its_variance := {rational(variance)} |}}"
        for count, bias, variance in found.moments
    )
    yield Part(
        name="moments",
        statement="Forall (has_moments T) moments_of_rows",
        words="The noise of each row has the bias and the variance listed in moments_of_rows.",
        proof="apply (moments_hold T _ well_formed_T). by_computation.",
        before=defined("moments_of_rows", "list row_moments", rows),
    )


def _privacy(number: int, at: PrivacyFacts, table: str) -> Iterator[Part]:
    yield _private(number, at, table)
    if at.target is not None and at.meets_target:
        yield Part(
            name=f"target_{number}",
            statement=f"(delta_{number} <= {real(at.target)})%R",
            words=f"delta_{number} is at most {at.target}, as was asked for.",
            proof=f"apply (rational_le {rational(at.worst)} {rational(at.target)}). "
            "by_computation.",
        )
    yield _tight(number, at, table)


def _private(number: int, at: PrivacyFacts, table: str) -> Part:
    return Part(
        name=f"private_{number}",
        statement=f"forall n m : Z, neighbours {table} n m -> "
        f"private {table} n m ({e_to_the(at.epsilon)}) delta_{number}",
        words=f"For all neighbouring counts n and m that the table covers, in both directions, "
        f"and for every event S: P(n + noise in S) <= {e_in_words(at.epsilon)} P(m + noise in S) "
        f"+ delta_{number}. The same for every randomised event, and so after any processing of "
        f"what is released.",
        proof=f"apply (all_pairs_private {table} well_formed_{table} _ {rational(at.lo)} "
        f"{rational(at.worst)}); [by_computation | apply exp_{number}].",
        before=f"{_exponential(number, at)}\n\n"
        f"Definition delta_{number} : R := Q2R {rational(at.worst)}.",
    )


def _tight(number: int, at: PrivacyFacts, table: str) -> Part:
    return Part(
        name=f"tight_{number}",
        statement=f"tight_pairs {table} ({e_to_the(at.epsilon)}) pairs_{number}",
        words=f"With {e_in_words(at.epsilon)} the delta of each pair of counts listed in "
        f"pairs_{number} is known: the larger rational is enough for every event, and some event "
        f"reaches the smaller one. Every two neighbouring counts that the table covers use the "
        f"rows of one of these pairs.",
        proof=f"apply (pairs_tight {table} well_formed_{table} _ {rational(at.lo)} "
        f"{rational(at.hi)}); [by_computation | apply exp_{number}].",
        before=_pairs(number, at),
    )


def _exponential(number: int, at: PrivacyFacts) -> str:
    """Return the lemma that the certificate's bounds of e^epsilon hold."""
    e = e_to_the(at.epsilon)
    if at.epsilon.value is None:
        assert at.epsilon.exp is not None
        proof = f"apply (rational_between _ {rational(at.epsilon.exp)} _). by_computation."
    else:
        finest = max(at.lo.denominator, at.hi.denominator).bit_length()
        w = finest + _GUARD_BITS + 3 * at.epsilon.value.__ceil__()
        proof = f"apply (exp_between {rational(at.epsilon.value)} {w}). by_computation."
    return (
        f"Lemma exp_{number} :\n"
        f"  (Q2R {rational(at.lo)}\n   <= {e}\n   <= Q2R {rational(at.hi)})%R.\n"
        f"Proof. {proof} Qed."
    )


def _pairs(number: int, at: PrivacyFacts) -> str:
    items = (
        f"{{| count := {pair.count}; other := {pair.other};\n"
        f"   least := {rational(pair.lo)};\n   most := {rational(pair.hi)} |}}"
        for pair in at.pairs
    )
    return defined(f"pairs_{number}", "list pair_delta", items)
