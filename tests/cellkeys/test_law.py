"""The law of the cell key, against brute force, a Walsh transform and the missing residues."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.cellkeys.counting import byte_fold_law, fold_bytes, xor_law
from exact.cellkeys.law import KeyLaw, Step, uniform_law
from exact.errors import InputError


def brute_force_weights(keysize: int, modulus: int) -> list[int]:
    """Count the quadruples one by one."""
    found = Counter(a ^ b ^ c ^ d for a, b, c, d in product(range(modulus), repeat=4))
    return [found[key] for key in range(keysize)]


def walsh(values: list[int]) -> list[int]:
    """Return the unnormalised Walsh-Hadamard transform, in integers."""
    if len(values) == 1:
        return values
    half = len(values) // 2
    lower, upper = walsh(values[:half]), walsh(values[half:])
    plus = [a + b for a, b in zip(lower, upper, strict=True)]
    minus = [a - b for a, b in zip(lower, upper, strict=True)]
    return plus + minus


def walsh_weights(keysize: int, modulus: int) -> list[int]:
    """Count the quadruples as a fourth convolution power: transform, raise, transform back."""
    indicator = [int(key < modulus) for key in range(keysize)]
    back = walsh([value**4 for value in walsh(indicator)])
    assert all(value % keysize == 0 for value in back)
    return [value // keysize for value in back]


def missing_residue_counts(keysize: int, modulus: int) -> tuple[int, Counter[int]]:
    """Return the common weight and what a few keys have above it: N(k) = base + r_4(k)."""
    missing = range(modulus, keysize)
    m = len(missing)
    base, remainder = divmod((keysize - m) ** 4 - m**4, keysize)
    assert remainder == 0
    return base, Counter(a ^ b ^ c ^ d for a, b, c, d in product(missing, repeat=4))


def closed_form_distance(keysize: int, modulus: int) -> Fraction:
    """Return the distance from uniform without any array over the keys."""
    base, extra = missing_residue_counts(keysize, modulus)
    total, uniform = modulus**4, Fraction(1, keysize)
    special = sum(abs(Fraction(base + more, total) - uniform) for more in extra.values())
    return (special + (keysize - len(extra)) * abs(Fraction(base, total) - uniform)) / 2


def expanded(law: KeyLaw) -> list[int]:
    """Return the weight of every key of a small law."""
    return [law.weight(key) for key in range(law.keysize)]


@pytest.mark.parametrize("keysize", [2, 4, 8])
def test_xor_law_is_the_count_of_quadruples(keysize: int) -> None:
    """For each tiny modulus the law equals the enumeration of all quadruples."""
    for modulus in range(1, keysize + 1):
        assert expanded(xor_law(keysize, modulus)) == brute_force_weights(keysize, modulus)


@pytest.mark.parametrize("keysize", [2, 4, 8, 16, 32, 64])
def test_xor_law_is_the_walsh_convolution_power(keysize: int) -> None:
    """For every modulus the law equals the fourth convolution power by Walsh transforms."""
    for modulus in range(1, keysize + 1):
        assert expanded(xor_law(keysize, modulus)) == walsh_weights(keysize, modulus)


@pytest.mark.parametrize("modulus", [1, 2, 127, 128, 129, 193, 251, 255, 256])
def test_xor_law_of_a_byte_is_the_walsh_convolution_power(modulus: int) -> None:
    """The two routes agree for 2^8 keys, below, at and above the half."""
    assert expanded(xor_law(256, modulus)) == walsh_weights(256, modulus)


@given(bits=st.integers(3, 128), missing=st.integers(0, 7))
def test_xor_law_is_the_missing_residue_formula(bits: int, missing: int) -> None:
    """For any key size the law equals N(k) = ((K-m)^4 - m^4)/K + r_4(k)."""
    keysize = 1 << bits
    law = xor_law(keysize, keysize - missing)
    base, extra = missing_residue_counts(keysize, keysize - missing)
    for key in {*extra, *range(8), keysize // 2, keysize - 1}:
        assert law.weight(key) == base + extra[key]
    assert law.total == (keysize - missing) ** 4


@given(bits=st.integers(1, 128), data=st.data())
def test_xor_law_depends_only_on_the_bit_length_of_the_key(bits: int, data: st.DataObject) -> None:
    """There are at most n + 1 steps, and two keys of one bit length have one weight."""
    law = xor_law(1 << bits, data.draw(st.integers(1, 1 << bits)))
    assert len(law.steps) <= bits + 1
    length = data.draw(st.integers(1, bits))
    key = data.draw(st.integers(1 << (length - 1), (1 << length) - 1))
    assert law.weight(key) == law.weight(1 << (length - 1))


@given(bits=st.integers(1, 128))
def test_xor_law_is_uniform_if_the_modulus_is_the_keysize(bits: int) -> None:
    """Nothing is missing, so nothing is uneven."""
    law = xor_law(1 << bits, 1 << bits)
    assert law.steps == ((0, 1 << bits, 1 << (3 * bits)),)
    assert law.distance_from_uniform() == 0


@pytest.mark.parametrize(
    ("bits", "modulus", "least", "greatest"),
    [
        (8, 251, Fraction(1525, 10**10), Fraction(1526, 10**10)),
        (16, 65521, Fraction(2746, 10**18), Fraction(2747, 10**18)),
        (32, 4294967291, Fraction(1836, 10**39), Fraction(1837, 10**39)),
    ],
)
def test_distance_from_uniform_of_the_default_moduli(
    bits: int, modulus: int, least: Fraction, greatest: Fraction
) -> None:
    """About 1.5e-7 for 2^8, 2.7e-15 for 2^16 and 1.8e-36 for 2^32 keys, by both routes."""
    distance = xor_law(1 << bits, modulus).distance_from_uniform()
    assert distance == closed_form_distance(1 << bits, modulus)
    assert least < distance < greatest


def test_distance_from_uniform_is_the_half_sum_of_absolute_differences() -> None:
    """The step formula equals the definition, key by key."""
    law = xor_law(64, 41)
    ratios = [Fraction(weight * 64, law.total) for weight in walsh_weights(64, 41)]
    assert law.distance_from_uniform() == sum(abs(ratio - 1) for ratio in ratios) / 128


@given(bits=st.integers(1, 128), data=st.data())
def test_exactly_the_keys_of_the_bit_length_of_the_largest_component_occur(
    bits: int, data: st.DataObject
) -> None:
    """Unreachable are the keys from 2^bitlength(modulus-1) on, and no others."""
    keysize = 1 << bits
    modulus = data.draw(st.integers(1, keysize))
    reach = 1 << (modulus - 1).bit_length()
    expected = ((reach, keysize),) if reach < keysize else ()
    steps = xor_law(keysize, modulus).steps
    assert tuple((first, end) for first, end, weight in steps if weight == 0) == expected


@pytest.mark.parametrize(
    "modulus", [1, 2, 100, 255, 256, 257, 300, 511, 512, 1000, 65535, 65536, 65537, 107995, 131071]
)
def test_byte_fold_law_is_the_count_of_sums(modulus: int) -> None:
    """The law equals the enumeration of all sums below the modulus."""
    counts = Counter(
        (s >> 24) ^ (s >> 16 & 255) ^ (s >> 8 & 255) ^ (s & 255) for s in range(modulus)
    )
    assert expanded(byte_fold_law(modulus)) == [counts[key] for key in range(256)]
    assert byte_fold_law(modulus).total == modulus


def test_byte_fold_of_a_full_word_is_uniform_and_of_a_prime_is_not() -> None:
    """Modulo 2^32 all keys are equal; modulo 2^32 - 5 the last 5 sums are missing."""
    assert byte_fold_law(2**32).distance_from_uniform() == 0
    # 251 keys have one sum more than the other five: (1/2)(251 |x-1/256| + 5 |y-1/256|).
    assert byte_fold_law(2**32 - 5).distance_from_uniform() == Fraction(5 * 251, 256 * (2**32 - 5))


@given(word=st.integers(0, 2**32 - 1))
def test_fold_is_the_xor_of_the_bytes(word: int) -> None:
    """The shifts equal the definition over the big-endian bytes."""
    one, two, three, four = word.to_bytes(4, "big")
    assert fold_bytes(word) == one ^ two ^ three ^ four


@given(weights=st.lists(st.integers(0, 5), min_size=1, max_size=20).filter(any), data=st.data())
def test_prefix_mass_and_weight_are_sums_over_keys(weights: list[int], data: st.DataObject) -> None:
    """``below`` and ``mass`` equal plain sums, for any law."""
    law = KeyLaw.from_steps((key, key + 1, weight) for key, weight in enumerate(weights))
    first = data.draw(st.integers(0, len(weights)))
    end = data.draw(st.integers(first, len(weights)))
    assert expanded(law) == weights
    assert law.below(end) == sum(weights[:end])
    assert law.mass(first, end) == sum(weights[first:end])


@given(
    weights=st.lists(st.integers(0, 5), min_size=1, max_size=20).filter(any),
    noises=st.lists(st.integers(-2, 2), min_size=20, max_size=20),
)
def test_effective_counts_are_sums_of_weights_by_noise(
    weights: list[int], noises: list[int]
) -> None:
    """Each noise gets the weight of its keys, wherever they lie; the sum is total."""
    law = KeyLaw.from_steps((key, key + 1, weight) for key, weight in enumerate(weights))
    counts = law.effective_counts([(noise, 1) for noise in noises[: len(weights)]])
    expected: Counter[int] = Counter()
    for noise, weight in zip(noises, weights, strict=False):
        expected[noise] += weight
    assert dict(counts) == dict(expected)
    assert list(counts) == sorted(counts)
    assert sum(weight for _, weight in counts) == law.total


def test_effective_counts_of_the_uniform_law_are_the_counts() -> None:
    """Equally likely keys give each noise its number of keys."""
    assert uniform_law(10).effective_counts([(-1, 2), (0, 5), (1, 3)]) == ((-1, 2), (0, 5), (1, 3))


def test_effective_counts_keep_a_noise_whose_keys_never_occur() -> None:
    """A lost noise stays visible with weight 0."""
    assert xor_law(4, 2).effective_counts([(0, 2), (1, 2)]) == ((0, 16), (1, 0))


@pytest.mark.parametrize(
    "runs",
    [[], [(0, 3)], [(0, 5)], [(0, 5), (1, -1)], [(0, 4.0)], [(0.0, 4)], [(True, 4)], [("0", 4)]],
)
def test_runs_that_do_not_cover_the_keys_in_integers_are_refused(
    runs: list[tuple[int, int]],
) -> None:
    """A row that is short, long, negative or not in integers is an input error."""
    with pytest.raises(InputError):
        uniform_law(4).effective_counts(runs)


@pytest.mark.parametrize(
    ("keysize", "total", "steps"),
    [
        (4, 4, ()),
        (4, 4, ((0, 3, 1),)),
        (4, 4, ((1, 4, 1),)),
        (4, 4, ((0, 2, 1), (3, 4, 2))),
        (4, 4, ((0, 0, 3), (0, 4, 1))),
        (4, 5, ((0, 4, 1),)),
        (4, 4, ((0, 2, 1), (2, 4, 1))),
        (4, 0, ((0, 4, 0),)),
        (4, 4, ((0, 2, 3), (2, 4, -1))),
        (4.0, 4, ((0, 4, 1),)),
        (4, 4.0, ((0, 4, 1),)),
        (4, 4, ((0, 4, 1.0),)),
        (4, 4, ([0, 4, 1],)),
        (4, 4, [(0, 4, 1)]),
        (2**129, 2**129, ((0, 2**129, 1),)),
    ],
)
def test_a_law_that_breaks_a_rule_is_refused(
    keysize: int, total: int, steps: tuple[Step, ...]
) -> None:
    """Gaps, overlaps, wrong totals, unmerged steps, negative weights and floats do not enter."""
    with pytest.raises(InputError):
        KeyLaw(keysize, total, steps)


@pytest.mark.parametrize("key", [-1, 4, 0.0, "x", True])
def test_a_key_outside_the_law_is_refused(key: int) -> None:
    """There is no weight outside 0..keysize-1, nor at a float."""
    with pytest.raises(InputError):
        uniform_law(4).weight(key)


def test_a_reversed_range_of_keys_is_refused() -> None:
    """``mass`` never becomes negative."""
    with pytest.raises(InputError):
        uniform_law(4).mass(3, 2)


def test_laws_without_keys_or_beyond_their_modulus_are_refused() -> None:
    """Each door checks its own range."""
    with pytest.raises(InputError):
        KeyLaw.from_steps([])
    with pytest.raises(InputError):
        uniform_law(0)
    for keysize, modulus in ((6, 5), (8, 9), (8, 0)):
        with pytest.raises(InputError):
            xor_law(keysize, modulus)
    for modulus in (0, 2**32 + 1):
        with pytest.raises(InputError):
            byte_fold_law(modulus)
