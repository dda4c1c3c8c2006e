"""The largest prime below a number: proofs that hold, and forgeries that do not."""

from dataclasses import replace

import pytest
from flint import fmpz
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import isprime, prevprime

from exact.cellkeys.primes import (
    CompositeEvidence,
    LargestPrime,
    PrimeCertificate,
    check_composite,
    check_largest_prime,
    check_prime,
    largest_prime_below,
)
from exact.errors import InputError

TWO = PrimeCertificate(2, 1, ())


@pytest.mark.parametrize(
    ("bits", "distance"),
    [(2, 1), (3, 1), (8, 5), (16, 15), (31, 1), (32, 5), (61, 1), (64, 59), (127, 1), (128, 159)],
)
def test_largest_primes_below_powers_of_two_are_the_published_ones(
    bits: int, distance: int
) -> None:
    """2^n minus the least distance (OEIS A013603) is found and its proof accepted."""
    proof = largest_prime_below(1 << bits)
    assert proof.prime == (1 << bits) - distance
    assert len(proof.composites) == distance - 1
    check_largest_prime(proof)


def test_every_small_bound_has_the_prime_of_the_sieve() -> None:
    """Up to 2,000 the answer equals a sieve, which shares no code with the proof."""
    primes = [n for n in range(2, 2000) if all(n % d for d in range(2, n))]
    for bound in range(3, 2000):
        assert largest_prime_below(bound).prime == max(p for p in primes if p < bound)


@settings(max_examples=25, deadline=None)
@given(bound=st.integers(3, 1 << 128))
def test_any_bound_agrees_with_sympy_and_flint(bound: int) -> None:
    """Two independent libraries find the same prime."""
    proof = largest_prime_below(bound)
    assert proof.prime == prevprime(bound)
    assert isprime(proof.prime)
    assert fmpz(proof.prime).is_prime()
    assert not any(isprime(evidence.number) for evidence in proof.composites)


# A Pratt certificate written by hand: 251 - 1 = 2 * 5^3, and 6 is a primitive root modulo 251.
BY_HAND = PrimeCertificate(251, 6, (TWO, PrimeCertificate(5, 2, (TWO,))))


def test_a_certificate_written_by_hand_is_accepted() -> None:
    """The checker needs nothing of what made the certificate."""
    check_prime(BY_HAND)


@pytest.mark.parametrize(
    "forged",
    [
        replace(BY_HAND, prime=253),
        replace(BY_HAND, prime=252),
        replace(BY_HAND, witness=1),
        replace(BY_HAND, witness=250),
        replace(BY_HAND, witness=251 + 6),
        replace(BY_HAND, witness=251),
        replace(BY_HAND, factors=()),
        replace(BY_HAND, factors=BY_HAND.factors[:1]),
        replace(BY_HAND, factors=BY_HAND.factors[1:]),
        replace(BY_HAND, factors=(*BY_HAND.factors, TWO)),
        replace(BY_HAND, factors=(TWO, PrimeCertificate(5, 4, (TWO,)))),
        replace(BY_HAND, factors=(TWO, PrimeCertificate(5, 2, ()))),
        replace(BY_HAND, factors=(PrimeCertificate(10, 3, (TWO,)), PrimeCertificate(25, 2, ()))),
        PrimeCertificate(2, 1, (TWO,)),
        PrimeCertificate(2, 2, ()),
        PrimeCertificate(4, 3, (PrimeCertificate(3, 2, (TWO,)),)),
        PrimeCertificate(561, 2, (TWO, PrimeCertificate(5, 2, (TWO,)))),
    ],
)
def test_a_tampered_prime_certificate_is_refused(forged: PrimeCertificate) -> None:
    """A change of the number, the witness or the factors at any depth is found."""
    with pytest.raises(InputError):
        check_prime(forged)


@given(number=st.integers(4, 3000).filter(lambda n: not isprime(n)), witness=st.integers(1, 3000))
def test_no_certificate_for_a_composite_number_is_accepted(number: int, witness: int) -> None:
    """Whatever witness and true factors are offered, a composite number is refused."""
    small = [q for q in range(2, number) if (number - 1) % q == 0 and isprime(q)]
    factors = tuple(largest_prime_below(q + 1).certificate for q in small)
    offered = PrimeCertificate(number, witness, factors)
    with pytest.raises(InputError):
        check_prime(offered)


@pytest.mark.parametrize("prime", [2, 3, 5, 7, 13, 97, 251, 257, 641])
def test_no_evidence_against_a_prime_is_accepted(prime: int) -> None:
    """No divisor and no base shows a prime composite."""
    for value in range(1, prime + 3):
        with pytest.raises(InputError):
            check_composite(CompositeEvidence(prime, divisor=value))
        with pytest.raises(InputError):
            check_composite(CompositeEvidence(prime, base=value))


@pytest.mark.parametrize(
    "evidence",
    [
        CompositeEvidence(91, divisor=1),
        CompositeEvidence(91, divisor=91),
        CompositeEvidence(91, divisor=8),
        CompositeEvidence(91, base=1),
        CompositeEvidence(91, base=90),
        CompositeEvidence(91, base=92),
        CompositeEvidence(91, base=9),  # 91 is a strong pseudoprime to base 9
        CompositeEvidence(2047, base=2),  # the least strong pseudoprime to base 2
        CompositeEvidence(90, base=7),
    ],
)
def test_evidence_that_shows_nothing_is_refused(evidence: CompositeEvidence) -> None:
    """Trivial divisors, trivial bases, strong liars and even numbers with a base do not count."""
    with pytest.raises(InputError):
        check_composite(evidence)


def test_a_carmichael_number_is_shown_composite_by_a_base() -> None:
    """561 passes Fermat's test to every coprime base and fails Miller-Rabin's to base 2."""
    check_composite(CompositeEvidence(561, base=2))


def test_a_tampered_proof_of_the_largest_prime_is_refused() -> None:
    """A change of the bound, the prime or any piece of evidence is found, at once."""
    proof = largest_prime_below(256)
    forgeries = [
        replace(proof, bound=257),
        replace(proof, bound=255),
        replace(proof, bound=251),
        replace(proof, bound=2**128),
        replace(proof, certificate=largest_prime_below(251).certificate),
        replace(proof, certificate=largest_prime_below(258).certificate),
        replace(proof, composites=proof.composites[1:]),
        replace(proof, composites=proof.composites[::-1]),
        replace(proof, composites=(*proof.composites[:-1], proof.composites[0])),
        replace(proof, composites=(CompositeEvidence(255, divisor=7), *proof.composites[1:])),
    ]
    for forged in forgeries:
        with pytest.raises(InputError):
            check_largest_prime(forged)


@pytest.mark.parametrize("bound", [2, 1, 0, -5, 256.0, (1 << 128) + 1, "x"])
def test_a_bound_without_a_prime_below_or_out_of_range_is_refused(bound: int) -> None:
    """No prime lies below 2, and neither floats nor numbers above 2^128 enter."""
    with pytest.raises(InputError):
        largest_prime_below(bound)


def test_values_that_are_not_integers_do_not_enter_a_proof() -> None:
    """Each field of each value refuses floats and foreign objects."""
    floating: int = 3.0  # type: ignore[assignment]
    foreign: PrimeCertificate = 2  # type: ignore[assignment]
    for make in (
        lambda: PrimeCertificate(floating, 2, (TWO,)),
        lambda: PrimeCertificate(3, floating, (TWO,)),
        lambda: PrimeCertificate(3, 2, (foreign,)),
        lambda: CompositeEvidence(floating, divisor=2),
        lambda: CompositeEvidence(9, divisor=floating),
        lambda: CompositeEvidence(9, base=floating),
        lambda: CompositeEvidence(9),
        lambda: CompositeEvidence(9, divisor=3, base=2),
        lambda: LargestPrime(floating, TWO, ()),
    ):
        with pytest.raises(InputError):
            make()
