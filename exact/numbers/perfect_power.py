"""Write a rational as the largest possible power of another: 9/4 = (3/2)^2."""

from fractions import Fraction

from exact.errors import InputError


def primitive_root(value: Fraction) -> tuple[Fraction, int]:
    """Return (b, k) with value = b^k, k as large as possible, for a rational above 1.

    Two rationals above 1 have a common power exactly if they have the same b: the positive
    rationals are a free abelian group on the primes, and b is the primitive vector of a ray.

    >>> primitive_root(Fraction(64)), primitive_root(Fraction(27, 8)), primitive_root(Fraction(10))
    ((Fraction(2, 1), 6), (Fraction(3, 2), 3), (Fraction(10, 1), 1))
    """
    if value <= 1:
        raise InputError("base", value, "must be greater than 1", "take the reciprocal")
    # value = b^k needs numerator >= 2^k, so k is below the numerator's bit length.
    for k in range(value.numerator.bit_length() - 1, 1, -1):
        top, bottom = exact_root(value.numerator, k), exact_root(value.denominator, k)
        if top is not None and bottom is not None:
            return Fraction(top, bottom), k
    return value, 1


def exact_root(value: int, k: int) -> int | None:
    """Return the positive integer r with r^k = value, or None.

    Newton's iteration for floor(value^(1/k)) from above: it falls until it reaches the floor.

    >>> exact_root(729, 6), exact_root(730, 6)
    (3, None)
    """
    guess = 1 << -(-value.bit_length() // k)
    while True:
        better = ((k - 1) * guess + value // guess ** (k - 1)) // k
        if better >= guess:
            return guess if guess**k == value else None
        guess = better
