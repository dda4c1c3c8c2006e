"""A published order of the keys: key k is looked up at its place, not at k."""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from verification.checking.reading import Document, fits, only
from verification.checking.refusing import refuse

MOST_LISTED, ROUNDS = 1 << 16, 10

KeyAt = Callable[[int], int]  # from a place to its key, both counted from 0


class Order(NamedTuple):
    """The key of each place, and the place of the key 0."""

    key_at: KeyAt
    place_of_0: int

    def __call__(self, place: int) -> int:
        """Return the key that is looked up at a place."""
        return self.key_at(place)


def read_order(document: Document, K: int) -> Order:
    """Read an order of the keys: it must be a bijection of 0..K-1."""
    if document["kind"] == "list":
        places = only(document, "kind", "places")["places"]
        fits(places, [range(2**62)])
        if K > MOST_LISTED or sorted(places) != list(range(K)):
            refuse(f"the key order does not list every place from 0 to {K - 1} once")
        return Order({place: key for key, place in enumerate(places)}.__getitem__, places[0])
    fits(document, {"kind": "mixed", "key": "[ -~]{1,100}"})
    text = document["key"]
    return Order(lambda place: unmixed(text, place, K), mixed(text, 0, K))


def unmixed(text: str, place: int, K: int) -> int:
    """Return the key of a place: ten Feistel rounds backwards, again until it is below K.

    A round makes (left, right) of halves of w bits (right, left XOR F(right)): undone without
    knowing anything of F, so that it is a bijection of the numbers below 4^w, the least that is
    at least K. Going along a cycle to the next number below K is one of these. With the halves
    exchanged, what undoes a round is that round.
    """
    return mixed(text, place, K, backwards=True)


def mixed(text: str, key: int, K: int, backwards: bool = False) -> int:
    """Return the place of a key: ten Feistel rounds, again until it is below K."""
    w, way = ((K - 1).bit_length() + 1) // 2, -1 if backwards else 1
    while True:
        halves = divmod(key, 1 << w)[::way]
        for turn in range(1, ROUNDS + 1)[::way]:
            digest = sha256(f"{text}/{turn}/{halves[1]}".encode("ascii")).digest()
            halves = halves[1], halves[0] ^ (int.from_bytes(digest, "big") >> (256 - w))
        left, right = halves[::way]
        key = (left << w) + right
        if key < K:
            return key
