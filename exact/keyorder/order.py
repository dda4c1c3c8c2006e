"""A key order: a published bijection of the keys 0..K-1, applied before the lookup.

Without one, key k is looked up at place k of a row. With one it is looked up at place(k), so which
keys lead to which noise changes, and how many do not: under uniform keys every row keeps its noise
distribution, and every measure of one released count stays. What changes is how the noise of cells
hangs together with that of their margin, whose key is the sum of theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.errors import InputError, power_of_two
from exact.keyorder.feistel import key_at, place_of, places_of

MAX_LISTED = 1 << 16
MAX_TEXT = 100


@dataclass(frozen=True, slots=True)
class Listed:
    """Key k has the place ``places[k]``; for at most 2^16 keys.

    >>> Listed((2, 0, 1)).place(0, 3), Listed((2, 0, 1)).key(2, 3)
    (2, 0)
    """

    places: tuple[int, ...]

    def __post_init__(self) -> None:
        number = len(self.places)
        if not 1 <= number <= MAX_LISTED:
            rule = f"lists {number} places, and must list 1 to {power_of_two(MAX_LISTED)}"
            raise InputError("key order", "list", rule, "mix more keys: --key-order mixed")
        if {type(place) for place in self.places} != {int}:
            raise InputError("key order", "list", "must hold integers", "give every place once")
        if sorted(self.places) != list(range(number)):
            rule = f"is no bijection: it must hold every place from 0 to {number - 1} once"
            raise InputError("key order", "list", rule, "give every place once")

    def require(self, keysize: int) -> None:
        """Refuse another number of keys than are listed."""
        if len(self.places) != keysize:
            rule = f"lists {len(self.places)} places for {power_of_two(keysize)} keys"
            raise InputError("key order", "list", rule, "give a place for every key")

    def place(self, key: int, _keysize: int) -> int:
        """Return where a key is looked up."""
        return self.places[key]

    def key(self, place: int, _keysize: int) -> int:
        """Return the key that is looked up at a place."""
        return self.places.index(place)

    def all_places(self, _keysize: int) -> Sequence[int]:
        """Return the places of all keys, in the order of the keys."""
        return self.places


@dataclass(frozen=True, slots=True)
class Mixed:
    """A keyed mixing of any number of keys (``feistel``); its text is published with the table.

    Nothing rests on the text being secret: it only has to be chosen without regard to record keys.

    >>> [Mixed("ptcert").place(key, 8) for key in range(8)]
    [4, 0, 3, 1, 6, 2, 5, 7]
    """

    text: str

    def __post_init__(self) -> None:
        if type(self.text) is not str or not 1 <= len(self.text) <= MAX_TEXT:
            rule = f"must be text of 1 to {MAX_TEXT} characters"
            raise InputError("key order text", self.text, rule, "give for example 2031-census")
        if not (self.text.isascii() and self.text.isprintable()):
            rule = "must be of printable ASCII characters"
            raise InputError("key order text", self.text, rule, "give for example 2031-census")

    def require(self, keysize: int) -> None:
        """Accept every number of keys."""

    def place(self, key: int, keysize: int) -> int:
        """Return where a key is looked up."""
        return place_of(self.text, key, keysize)

    def key(self, place: int, keysize: int) -> int:
        """Return the key that is looked up at a place."""
        return key_at(self.text, place, keysize)

    def all_places(self, keysize: int) -> Sequence[int]:
        """Return the places of all keys, in the order of the keys."""
        return places_of(self.text, keysize)


KeyOrder = Listed | Mixed
