"""Record keys for tests and examples: seeded, the same on every platform and Python version.

Key j of record i is the first accepted draw t = 0, 1, ... from SHA-256 of the ASCII text
``record key/seed/modulus/i/j/t``. A draw is the leading b bits of the digest, b the bit length of
modulus - 1, and is accepted if it is below the modulus. Each value below the modulus is one b-bit
pattern, so a random oracle gives exactly uniform keys; a draw is accepted with probability above
1/2, so the loop ends. These keys are for experiments, not for protecting real data.
"""

from hashlib import sha256
from itertools import count as counting

from exact.numbers.guard import MAX_KEYSIZE, integer

COMPONENTS = 4
_MAX_RECORDS = 1_000_000
_DIGEST_BITS = 256


def record_keys(seed: int, count: int, modulus: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return ``count`` records of four keys each, uniform on [0, modulus).

    The Rkey_i^j of Sadeghi-Chien (3.1). Requires: seed from 0 to 2^128, count up to 10^6,
    1 <= modulus <= 2^128. Ensures: a larger count only appends records.

    >>> record_keys(seed=1, count=2, modulus=251)
    ((51, 92, 74, 192), (7, 79, 35, 183))
    """
    source = integer(seed, "seed", 0, MAX_KEYSIZE)
    size = integer(modulus, "modulus", 1, MAX_KEYSIZE)
    records = range(integer(count, "count", 0, _MAX_RECORDS))
    return tuple(_record(f"record key/{source}/{size}/{index}", size) for index in records)


def residue(digest: bytes, modulus: int) -> int | None:
    """Return the leading bits of a SHA-256 digest as a number below ``modulus``, or None.

    >>> residue(bytes([250]) + bytes(31), 251), residue(bytes([251]) + bytes(31), 251)
    (250, None)
    """
    bits = (modulus - 1).bit_length()
    value = int.from_bytes(digest, "big") >> (_DIGEST_BITS - bits)
    return value if value < modulus else None


def _record(prefix: str, modulus: int) -> tuple[int, int, int, int]:
    one, two, three, four = (_key(f"{prefix}/{j}", modulus) for j in range(COMPONENTS))
    return one, two, three, four


def _key(prefix: str, modulus: int) -> int:
    texts = (f"{prefix}/{attempt}" for attempt in counting())
    draws = (residue(sha256(text.encode("ascii")).digest(), modulus) for text in texts)
    return next(draw for draw in draws if draw is not None)
