"""The seeded record keys: reproducible from their description, in range, exactly uniform."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from tests.cellkeys.records import record_keys, residue


def described_key(seed: int, modulus: int, record: int, component: int) -> int:
    """Compute one key from the words of the module's description, with hexadecimal digits."""
    bits = len(f"{modulus - 1:b}") if modulus > 1 else 0
    attempt = 0
    while True:
        text = f"record key/{seed}/{modulus}/{record}/{component}/{attempt}"
        pattern = f"{int(sha256(text.encode()).hexdigest(), 16):0256b}"[:bits]
        value = int(pattern or "0", 2)
        if value < modulus:
            return value
        attempt += 1


@given(seed=st.integers(0, 2**128), count=st.integers(0, 5), modulus=st.integers(1, 2**128))
def test_record_keys_follow_their_description(seed: int, count: int, modulus: int) -> None:
    """Anybody with SHA-256 gets the same keys, all of them below the modulus."""
    expected = tuple(
        tuple(described_key(seed, modulus, record, component) for component in range(4))
        for record in range(count)
    )
    assert record_keys(seed, count, modulus) == expected
    assert all(0 <= key < modulus for record in expected for key in record)


def test_a_larger_count_only_appends_records() -> None:
    """The first records do not depend on how many are asked for."""
    assert record_keys(3, 20, 65521)[:7] == record_keys(3, 7, 65521)


def test_seeds_and_components_differ() -> None:
    """Two seeds share no record, and the four keys of a record are not copies."""
    one, two = record_keys(1, 50, 2**32), record_keys(2, 50, 2**32)
    assert not set(one) & set(two)
    assert all(len(set(record)) == 4 for record in one)


@pytest.mark.parametrize("modulus", [1, 2, 3, 5, 127, 128, 129, 251, 256, 257, 1000])
def test_a_draw_is_exactly_uniform_over_digests(modulus: int) -> None:
    """Over all leading 16 bits each value below the modulus is drawn equally often."""
    digests = (prefix.to_bytes(2, "big") + bytes(30) for prefix in range(1 << 16))
    drawn = Counter(residue(digest, modulus) for digest in digests)
    rejected = drawn.pop(None, 0)
    per_value = (1 << 16) >> (modulus - 1).bit_length()
    assert drawn == dict.fromkeys(range(modulus), per_value)
    assert rejected < 1 << 15


@pytest.mark.parametrize(
    ("seed", "count", "modulus"),
    [(-1, 1, 5), (0.0, 1, 5), (0, -1, 5), (0, 1.0, 5), (0, 10**9, 5), (0, 1, 0), (0, 1, 5.0)],
)
def test_a_request_out_of_range_is_refused(seed: int, count: int, modulus: int) -> None:
    """Floats, negative numbers and requests that would fill the memory do not enter."""
    with pytest.raises(InputError):
        record_keys(seed, count, modulus)
