"""The mixing of keys: a bijection for every number of keys, and the one that is written down."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.keyorder.feistel import ROUNDS, half_bits, key_at, place_of, places_of

TEXTS = st.text("abcXYZ 0/-", min_size=1, max_size=12)

# Computed by a shell script from the page docs/key-orders.md with coreutils' sha256sum.
VECTORS = (
    ("ptcert", 0, 2**32, 3638190812),
    ("ptcert", 1, 2**32, 1151834178),
    ("ptcert", 2**32 - 1, 2**32, 813897033),
    ("2031 census", 255, 256, 157),
    ("ptcert", 0, 10**8, 32583330),
    ("ptcert", 12345, 10**5, 45735),
    ("a/b", 7, 1000, 144),
)


@pytest.mark.parametrize(("text", "key", "keysize", "place"), VECTORS)
def test_the_test_vectors_of_another_program(text: str, key: int, keysize: int, place: int) -> None:
    """A shell script that follows the page finds the same places, and the inverse leads back."""
    assert place_of(text, key, keysize) == place
    assert key_at(text, place, keysize) == key


@given(TEXTS, st.integers(1, 80))
def test_a_mixing_is_a_bijection(text: str, keysize: int) -> None:
    """Every place from 0 to K-1 has exactly one key, for every K."""
    places = places_of(text, keysize)
    assert sorted(places) == list(range(keysize))
    assert [place_of(text, key, keysize) for key in range(keysize)] == list(places)
    assert [key_at(text, place, keysize) for place in places] == list(range(keysize))


@given(TEXTS, st.integers(1, 2**128), st.data())
def test_the_inverse_leads_back_for_every_number_of_keys(
    text: str, keysize: int, data: st.DataObject
) -> None:
    """place and key are inverse to each other up to 2^128 keys, and stay below K."""
    key = data.draw(st.integers(0, keysize - 1))
    place = place_of(text, key, keysize)
    assert 0 <= place < keysize
    assert key_at(text, place, keysize) == key


@given(TEXTS, st.integers(0, 4**6 - 1))
def test_a_round_is_that_of_the_page(text: str, key: int) -> None:
    """Binary strings, written as the page says it, find the same place among 4^6 keys."""
    number = f"{key:012b}"
    for turn in range(1, ROUNDS + 1):
        left, right = number[:6], number[6:]
        digest = sha256(f"{text}/{turn}/{int(right, 2)}".encode()).hexdigest()
        first_bits = f"{int(digest[:2], 16):08b}"[:6]
        number = right + "".join("01"[a != b] for a, b in zip(left, first_bits, strict=True))
    assert place_of(text, key, 4**6) == int(number, 2)


@given(st.integers(1, 2**128))
def test_a_half_has_the_least_bits_that_hold_all_keys(keysize: int) -> None:
    """4^w >= K, and 4^(w-1) < K."""
    w = half_bits(keysize)
    assert 4**w >= keysize
    assert w == 0 or 4 ** (w - 1) < keysize
