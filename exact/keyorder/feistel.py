"""A mixing of the keys 0..K-1 that anybody can program: ten rounds of a Feistel network on SHA-256.

Let w be the least number of bits with 4^w >= K. A number below 4^w is a left and a right half of w
bits each. Round r = 1, ..., 10 makes of (left, right)

    (right, left XOR F_r(right)),    F_r(x) = the first w bits of SHA-256 of the text "TEXT/r/x",

with r and x in decimal digits and TEXT the published text of the order; it is undone by running the
rounds backwards, so the network is a bijection of the numbers below 4^w, whatever F is. Where its
result is not below K it is mixed again until it is (cycle walking; fewer than four times on
average), which is a bijection of the keys: the walk from a key goes along its cycle to the next
number below K (Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002, method 2).
Luby and Rackoff (SIAM J. Comput. 17, 1988): with pseudorandom F, four rounds are a pseudorandom
permutation; ten are in use for small domains (NIST SP 800-38G, FF1).
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

ROUNDS = 10
# Of w: so many bits of one half are tabulated when all places are asked for.
_TABULATED = 12


def place_of(text: str, key: int, keysize: int) -> int:
    """Return the place of a key.

    >>> place_of("ptcert", 0, 2**32), place_of("ptcert", 1, 2**32)
    (3638190812, 1151834178)
    """
    return _walk(_mixed, text, key, keysize)


def key_at(text: str, place: int, keysize: int) -> int:
    """Return the key that has a place.

    >>> key_at("ptcert", place_of("ptcert", 77, 1000), 1000)
    77
    """
    return _walk(_unmixed, text, place, keysize)


def places_of(text: str, keysize: int) -> Sequence[int]:
    """Return the places of all keys, which takes 10 times 2^w hashes and not 10 times K.

    >>> places_of("ptcert", 3) == [place_of("ptcert", key, 3) for key in range(3)]
    True
    """
    bits = half_bits(keysize)
    if bits > _TABULATED:
        return [place_of(text, key, keysize) for key in range(keysize)]
    rounds = [
        [_round(text, number, x, bits) for x in range(1 << bits)] for number in range(1, ROUNDS + 1)
    ]
    mask, found = (1 << bits) - 1, []
    for key in range(keysize):
        place = key
        while True:
            left, right = place >> bits, place & mask
            for table in rounds:
                left, right = right, left ^ table[right]
            place = left << bits | right
            if place < keysize:
                break
        found.append(place)
    return found


def half_bits(keysize: int) -> int:
    """Return w, the bits of a half: the least with 4^w >= K.

    >>> [half_bits(keysize) for keysize in (1, 2, 4, 5, 2**32)]
    [0, 1, 1, 2, 16]
    """
    return ((keysize - 1).bit_length() + 1) // 2


def _walk(step: Callable[[str, int, int], int], text: str, number: int, keysize: int) -> int:
    """Go along the cycle of a number to the next that is a key."""
    bits = half_bits(keysize)
    while True:
        number = step(text, number, bits)
        if number < keysize:
            return number


def _mixed(text: str, number: int, bits: int) -> int:
    left, right = divmod(number, 1 << bits)
    for each in range(1, ROUNDS + 1):
        left, right = right, left ^ _round(text, each, right, bits)
    return left << bits | right


def _unmixed(text: str, number: int, bits: int) -> int:
    left, right = divmod(number, 1 << bits)
    for each in range(ROUNDS, 0, -1):
        left, right = right ^ _round(text, each, left, bits), left
    return left << bits | right


def _round(text: str, number: int, half: int, bits: int) -> int:
    digest = sha256(f"{text}/{number}/{half}".encode("ascii")).digest()
    return int.from_bytes(digest, "big") >> (256 - bits)
