"""The XOR of four sums modulo any number, for few keys: the joint law by a Walsh transform.

One component is (a, b, (a + b) mod bigN) with a and b uniform below bigN. The law of the XOR of
four such triples is their law convolved with itself four times under XOR, and so the fourth power
of its Walsh transform, transformed back: K^3 integers.
"""

from operator import add, sub

from exact.errors import InputError, power_of_two
from exact.table.row import Row
from exact.table.spread import noise_by_place

MAX_KEYS = 64


def weights_by_walsh(
    first: Row, second: Row, margin: Row, modulus: int
) -> dict[tuple[int, ...], int]:
    """Return the weights of (z_F, z_M, z_T), out of modulus^8, for rows of K = 2^n keys.

    >>> coin = Row(((0, 1), (1, 1)))
    >>> weights_by_walsh(coin, coin, coin, 2)
    {(0, 0, 0): 64, (1, 1, 0): 64, (1, 0, 1): 64, (0, 1, 1): 64}
    """
    K = margin.keysize
    if K > MAX_KEYS:
        rule = f"are more than the {MAX_KEYS} whose law is found by a Walsh transform"
        raise InputError("keys", power_of_two(K), rule, "take bounds")
    law = [0] * K**3
    for a in range(modulus):
        for b in range(modulus):
            law[a + K * (b + K * ((a + b) % modulus))] = 1
    four = [weight**4 for weight in _walsh(law)]
    noise = [noise_by_place(row) for row in (first, second, margin)]
    found: dict[tuple[int, ...], int] = {}
    for index, weight in enumerate(_walsh(four)):
        if weight:
            keys = index % K, index // K % K, index // K**2
            outcome = tuple(row[key] for row, key in zip(noise, keys, strict=True))
            found[outcome] = found.get(outcome, 0) + weight // K**3
    return found


def _walsh(values: list[int]) -> list[int]:
    """Return the Walsh transform of 2^d values: d times the sums and differences of both halves.

    Each round moves the bit that it has treated to the end of the index, so that after d rounds
    the bits stand as before.
    """
    half = len(values) // 2
    for _ in range(len(values).bit_length() - 1):
        low, high = values[:half], values[half:]
        values[0::2] = map(add, low, high)
        values[1::2] = map(sub, low, high)
    return values
