"""The largest prime below a number, with everything needed to check it by small arithmetic.

Prime: a Pratt certificate. If a^(p-1) = 1 (mod p) and a^((p-1)/q) != 1 (mod p) for every prime q
dividing p-1, then a has order p-1, so the multiplicative group modulo p has p-1 elements and p is
prime (Lucas; Pratt 1975). Each q has a certificate of its own; q < p, so the recursion ends at 2.

Composite: a proper divisor, or a Miller-Rabin base. For an odd prime n with n-1 = 2^s d, every a
in 2..n-2 satisfies a^d = 1 or a^(2^i d) = -1 (mod n) for some i < s, because 1 has only the square
roots 1 and -1 modulo a prime. A base that satisfies neither proves n composite.

FLINT only proposes (factors, which numbers are prime); the ``check_*`` functions decide with
nothing but Python integers, and ``largest_prime_below`` returns only what they accept.
"""

from dataclasses import dataclass
from math import isqrt

from exact.errors import InputError
from exact.numbers.guard import MAX_KEYSIZE, integer

# Larger divisors are not searched for: a Miller-Rabin base is as short and faster to find.
_TRIAL_DIVISORS = 1000


@dataclass(frozen=True, slots=True)
class PrimeCertificate:
    """``prime``, a ``witness`` of order prime - 1, and the distinct primes dividing prime - 1.

    >>> check_prime(PrimeCertificate(3, 2, (PrimeCertificate(2, 1, ()),)))
    """

    prime: int
    witness: int
    factors: tuple["PrimeCertificate", ...]

    def __post_init__(self) -> None:
        _whole(self.prime, "prime", 2)
        _whole(self.witness, "witness", 1)
        if not isinstance(self.factors, tuple) or not all(
            isinstance(factor, PrimeCertificate) for factor in self.factors
        ):
            raise _refused("factors", self.prime, "must be a tuple of prime certificates")


@dataclass(frozen=True, slots=True)
class CompositeEvidence:
    """``number`` with a proper ``divisor`` or, where ``divisor`` is 0, a Miller-Rabin ``base``.

    >>> check_composite(CompositeEvidence(91, divisor=7))
    >>> check_composite(CompositeEvidence(91, base=2))
    """

    number: int
    divisor: int = 0
    base: int = 0

    def __post_init__(self) -> None:
        _whole(self.number, "number", 2)
        _whole(self.divisor, "divisor", 0)
        _whole(self.base, "base", 0)
        if (self.divisor == 0) == (self.base == 0):
            raise _refused("number", self.number, "needs either a divisor or a base")


@dataclass(frozen=True, slots=True)
class LargestPrime:
    """The largest prime below ``bound``: its certificate, and why all between are composite."""

    bound: int
    certificate: PrimeCertificate
    composites: tuple[CompositeEvidence, ...]

    def __post_init__(self) -> None:
        _whole(self.bound, "bound", 3)

    @property
    def prime(self) -> int:
        """The prime itself."""
        return self.certificate.prime


def largest_prime_below(bound: int) -> LargestPrime:
    """Return the largest prime p < bound with the evidence for both halves of that claim.

    The default bigN of Sadeghi-Chien (3.1). Requires: 3 <= bound <= 2^128.
    Ensures: ``check_largest_prime`` accepts the result. The search ends at 2 at the latest.

    >>> largest_prime_below(2**32).prime
    4294967291
    """
    from flint import fmpz  # here, because loading FLINT takes longer than all light commands

    limit = integer(bound, "bound", 3, MAX_KEYSIZE)
    candidate = limit - 1
    composites = []
    while not fmpz(candidate).is_prime():
        composites.append(_composite_evidence(candidate))
        candidate -= 1
    proof = LargestPrime(limit, _certificate(candidate), tuple(composites))
    check_largest_prime(proof)
    return proof


def check_largest_prime(proof: LargestPrime) -> None:
    """Raise unless ``proof`` shows that its prime is the largest one below its bound."""
    check_prime(proof.certificate)
    # Lengths first: between a forged prime and its bound there may be 2^128 numbers.
    complete = len(proof.composites) == proof.bound - 1 - proof.prime
    numbers = (evidence.number for evidence in proof.composites)
    if not complete or any(n != proof.bound - i for i, n in enumerate(numbers, 1)):
        rule = "the evidence must name every number from bound - 1 down to prime + 1"
        raise _refused("bound", proof.bound, rule)
    for evidence in proof.composites:
        check_composite(evidence)


def check_prime(certificate: PrimeCertificate) -> None:
    """Raise unless ``certificate`` proves its number prime (Pratt; see the top of this file)."""
    p, a = certificate.prime, certificate.witness
    rest = p - 1
    for factor in certificate.factors:
        q = factor.prime
        if rest % q or pow(a, (p - 1) // q, p) == 1:
            rule = f"{q} must be a new divisor of p-1, with witness^((p-1)/{q}) not 1 modulo p"
            raise _refused("factors", p, rule)
        check_prime(factor)
        while rest % q == 0:
            rest //= q
    if rest != 1:
        raise _refused("factors", p, f"the factor {rest} of p-1 is not accounted for")
    if pow(a, p - 1, p) != 1 or a >= p:
        raise _refused("witness", a, f"must be below p with a^(p-1) = 1 modulo p = {p}")


def check_composite(evidence: CompositeEvidence) -> None:
    """Raise unless ``evidence`` proves its number composite (see the top of this file)."""
    n, divisor, base = evidence.number, evidence.divisor, evidence.base
    if divisor:
        if not 1 < divisor < n or n % divisor:
            raise _refused("divisor", divisor, f"must be a proper divisor of {n}")
    elif n % 2 == 0 or not 1 < base < n - 1 or not _contradicts_primality(n, base):
        raise _refused("base", base, f"does not show that {n} is composite")


def _contradicts_primality(n: int, base: int) -> bool:
    """Tell whether a base breaks what every base of an odd prime satisfies (Miller-Rabin)."""
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    power = pow(base, (n - 1) >> twos, n)
    if power in (1, n - 1):
        return False
    for _ in range(twos - 1):
        power = power * power % n
        if power == n - 1:
            return False
    return True


def _composite_evidence(n: int) -> CompositeEvidence:
    """Return evidence for a composite n: it exists, as 3/4 of all bases contradict (Rabin 1980)."""
    for divisor in range(2, min(_TRIAL_DIVISORS, isqrt(n) + 1)):
        if n % divisor == 0:
            return CompositeEvidence(n, divisor=divisor)
    base = next(a for a in range(2, n - 1) if _contradicts_primality(n, a))
    return CompositeEvidence(n, base=base)


def _certificate(p: int) -> PrimeCertificate:
    """Return a certificate for a prime p: a primitive root exists, so the search for one ends."""
    from flint import fmpz

    primes = [int(q) for q, _ in fmpz(p - 1).factor()] if p > 2 else []
    witness = next(a for a in range(1, p) if all(pow(a, (p - 1) // q, p) != 1 for q in primes))
    return PrimeCertificate(p, witness, tuple(_certificate(q) for q in primes))


def _whole(value: int, argument: str, least: int) -> None:
    """Refuse what is not an int in the range that this file works in."""
    if type(value) is not int or not least <= value <= MAX_KEYSIZE:
        rule = f"must be an integer from {least} to 2^128 (a float is not exact)"
        raise InputError(argument, value, rule, "use largest_prime_below")


def _refused(argument: str, value: object, rule: str) -> InputError:
    return InputError(argument, value, rule, "make the proof again with largest_prime_below")
