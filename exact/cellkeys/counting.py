"""How many component values lead to each cell key: counted by proof, not by enumeration.

**XOR of four.** Let K = 2^n and f the indicator of [0, B), 1 <= B <= K, on the group (Z/2)^n under
XOR. The number of quadruples of components with XOR k is N(k) = f*f*f*f (k). Split the group by its
top bit into halves of H = K/2 elements, written (lower, upper), with
(a, b)*(c, d) = (a*c + b*d, a*d + b*c).

- B <= H: f = (g, 0) with g the indicator of [0, B), so f^{*4} = (g^{*4}, 0).
- B > H: f = (1, g) with g the indicator of [0, b), b = B - H >= 1. Since 1*u = |u| 1 with
  |u| = sum of u, f*f = (H + g*g, 2b) and, with |g*g| = b^2,
  f^{*4} = (H^3 + 6 H b^2 + g^{*4}, 4 b H^2 + 4 b^3).

In both cases the upper half is constant and the lower half is a constant plus the same problem one
bit shorter. Hence N depends only on the bit length of k: at most n + 1 steps for any K and B. The
upper half is positive if and only if B > H, so exactly the keys below 2^bitlength(B-1) occur.
(Sum check: H(H^3 + 6Hb^2) + b^4 + H(4bH^2 + 4b^3) = (H + b)^4 = B^4.)

A second route, used in the tests: with M = {B..K-1} the missing residues and m = K - B, the Walsh
transform of f is that of -1_M except at 0, where it is K - m; the fourth powers agree except at 0,
so N(k) = ((K-m)^4 - m^4)/K + #{(a,b,c,d) in M^4: a^b^c^d = k}.

**Byte fold.** Let s be uniform on [0, B), s = 256 q + r. For a fixed q the fold is r XOR h(q), with
h(q) the XOR of the bytes of q, so each of the floor(B/256) complete blocks q reaches every key
once, and the last block q* = floor(B/256), r < B mod 256, adds 1 where k XOR h(q*) < B mod 256.
"""

from exact.cellkeys.law import KeyLaw, Step
from exact.numbers.guard import integer, power_of_two_keysize

BYTE_KEYS = 256
WORD_KEYS = 1 << 32


def xor_law(keysize: int, modulus: int) -> KeyLaw:
    """Return the law of the XOR of four independent components uniform on [0, modulus).

    weight(k) = the number of quadruples with XOR k, total = modulus^4; proof above.
    Sadeghi-Chien (3.2). Requires: keysize = 2^n <= 2^128, 1 <= modulus <= keysize.

    >>> xor_law(4, 3).steps
    ((0, 1, 21), (1, 4, 20))
    """
    half = power_of_two_keysize(keysize)
    remaining = integer(modulus, "modulus", 1, half)
    steps: list[Step] = []
    constant = 0
    while half > 1:
        half //= 2
        extra = max(remaining - half, 0)
        steps.append((half, 2 * half, constant + 4 * extra * half**2 + 4 * extra**3))
        if extra:
            constant += half**3 + 6 * half * extra**2
            remaining = extra
    # The group of one element, whose indicator is its own fourth convolution power.
    steps.append((0, 1, constant + remaining))
    return KeyLaw.from_steps(reversed(steps))


def byte_fold_law(modulus: int) -> KeyLaw:
    """Return the law of the XOR of the four bytes of a number uniform on [0, modulus).

    weight(k) = floor(modulus/256) + [k XOR h < modulus mod 256], total = modulus; proof above.
    Sadeghi-Chien section 3, after [TBE13]. Requires: 1 <= modulus <= 2^32.

    >>> byte_fold_law(258).steps
    ((0, 2, 2), (2, 256, 1))
    >>> byte_fold_law(2**32).distance_from_uniform()
    Fraction(0, 1)
    """
    blocks, rest = divmod(integer(modulus, "modulus", 1, WORD_KEYS), BYTE_KEYS)
    fold = fold_bytes(blocks)
    return KeyLaw.from_steps((k, k + 1, blocks + (k ^ fold < rest)) for k in range(BYTE_KEYS))


def fold_bytes(word: int) -> int:
    """Return the XOR of the four bytes of a 32-bit word.

    >>> fold_bytes(0x01020408)
    15
    """
    halves = (word >> 16) ^ (word & 0xFFFF)
    return (halves >> 8) ^ (halves & 0xFF)
