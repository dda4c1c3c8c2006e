"""A published order of the keys: key k is looked up at its place, not at k."""

from collections.abc import Callable
from hashlib import sha256

from verification.checking.reading import Document, fits, only
from verification.checking.refusing import refuse

MOST_LISTED, ROUNDS = 1 << 16, 10

KeyAt = Callable[[int], int]  # from a place to its key, both counted from 0


def read_order(document: Document | None, K: int) -> KeyAt | None:
    """Read an order; None if keys are looked up as they are. It must be a bijection of 0..K-1."""
    if document is None:
        return None
    if document["kind"] == "list":
        places = only(document, "kind", "places")["places"]
        fits(places, [int])
        if K > MOST_LISTED or sorted(places) != list(range(K)):
            refuse(f"the key order does not list every place from 0 to {K - 1} once")
        return {place: key for key, place in enumerate(places)}.__getitem__
    fits(document, {"kind": "mixed", "key": "[ -~]{1,100}"})
    return lambda place: unmixed(document["key"], place, K)


def unmixed(text: str, place: int, K: int) -> int:
    """Return the key of a place: ten Feistel rounds backwards, again until it is below K.

    A round makes (left, right) of halves of w bits (right, left XOR F(right)): undone without
    knowing anything of F, so that it is a bijection of the numbers below 4^w, the least that is
    at least K. Going along a cycle to the next number below K is one of these.
    """
    w = ((K - 1).bit_length() + 1) // 2
    while True:
        left, right = divmod(place, 1 << w)
        for turn in range(ROUNDS, 0, -1):
            digest = sha256(f"{text}/{turn}/{left}".encode("ascii")).digest()
            left, right = right ^ (int.from_bytes(digest, "big") >> (256 - w)), left
        place = (left << w) + right
        if place < K:
            return place
